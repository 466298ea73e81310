"""
Which memories of a life have to do with later ones: ending_pairs.py SET WORDS AMONG SHAPES.

For tools/endings.py, which makes the weights of one memory ending what another says. Prints one
JSON object a memory: the owner, its id, its shapes, and [id, three numbers from 0 to 1, shapes] of
each later one that shares words with it, as lib/mind/reranking/likely_successors.py counts them.
"""

import json
import sys

from _filling import words
from _owners import owners
from _pairs import Recorder, on, shape_tables
from mind.reranking import likely_successors
from mind.reranking.pair_features import unpacked

_NO_WEIGHTS = bytes(4 + 2 * 196)
_WHOLE = 32767


def later(members, row):
    """[(row, numbers)] of what was told later and shares words with a row."""
    (shared,) = likely_successors.shared(members, [row])
    told = (members.get(row).created, members.counter(row))
    found = []
    for other in range(members.count):
        if shared.sums[other] and (members.get(other).created, members.counter(other)) > told:
            numbers = [round(one / _WHOLE, 4) for one in shared.numbers(other)]
            found.append((other, numbers))
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
