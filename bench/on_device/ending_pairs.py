"""
Which memories of a life have to do with later ones: ending_pairs.py SET WORDS AMONG SHAPES.

For tools/endings.py, which makes the weights of one memory ending what another says. Prints one
JSON object a memory: the owner, its id, its shapes, and [id, three numbers from 0 to 1, shapes] of
each later one that shares words with it, as lib/mind/reranking/likely_successors.py counts them.
"""

import json
import sys
from array import array

from _filling import words
from _owners import owners
from _pairs import Recorder, on, shape_tables
from mind.reranking import likely_successors
from mind.reranking.pair_features import SHAPES, unpacked
from mind.reranking.reranker import ENDINGS

_NO_WEIGHTS = bytes(4 + 2 * ENDINGS)
_NO_SHAPES = bytes(SHAPES // 8)
_ONE = 32000  # the highest score
_NUMBERS = 3


def units():
    """Weights that count one of the numbers of words alone, each."""
    found = []
    for number in range(_NUMBERS):
        weights = array("h", bytes(2 * (SHAPES + _NUMBERS + 1)))
        weights[SHAPES + number] = _ONE
        found.append(weights)
    return found


def later(members, row):
    """[(row, numbers)] of what was told later and shares words with a row."""
    (shared,) = likely_successors.shared(members, [row])
    told = (members.get(row).created, members.counter(row))
    found = []
    for other in range(members.count):
        if shared.sums[other] and (members.get(other).created, members.counter(other)) > told:
            given = (shared.scales, shared.sums[other], shared.tops[other])
            scores = [likely_successors._points(_NO_SHAPES, 0, one, *given) for one in units()]
            found.append((other, [round(score / _ONE, 4) for score in scores]))
    return found


def main(path, table, among, shapes):
    tables = shape_tables(shapes)
    known = None
    for owner, row in owners(
        path, words(table), int(among), lambda: Recorder(tables, _NO_WEIGHTS)
    ):
        if owner is known:
            continue
        known = owner
        members = owner.mind.notebook.members
        names = [owner.ids.get(members.get(one).id) for one in range(members.count)]
        for one, name in enumerate(names):
            if name is None:
                continue  # one of those besides
            rows = [
                [names[other], numbers, on(unpacked(members.shapes_of(other)))]
                for other, numbers in later(members, one)
            ]
            out = {"owner": row["owner"], "id": name, "later": rows}
            out["shapes"] = on(unpacked(members.shapes_of(one)))
            print(json.dumps(out))


main(*sys.argv[1:])
