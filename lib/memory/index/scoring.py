"""
Scoring: adds up what the documents of an index score, window by window, and keeps the best.

Owns the sums of one ranking: weights of postings, lengths, shares of the neighbours in a talk, the
lift of a time. What is looked for and what it weighs is `bm25.py`. RAM: 17 KB.
"""

from array import array

import micropython
from micropython import const

from memory.viper import ptr16

from .postings import above, add, only, raised, spread

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .index import Index

# Shares in 32nds, as `postings.spread` has them: who asks does not answer, but what is said next
# does; who begins a talk has nobody before. docs/decisions/ranking.md has what each brings.
ASKING_KEEPS = const(27)
_SHARES = array("H", (ASKING_KEEPS, 6, 16, 10, 9, 5, 4, 42))
_WINDOW = const(4092)  # documents scored together


def add_up(
    index: "Index",
    postings: bytearray,
    cursors: array,
    many: int,
    by_talk: bool,
    lifts: "list[tuple]",
    best: "Best",
) -> None:
    """
    Score window by window; cell i of a window is for document base + i - 2. `by_talk`: a document
    gets a share of what was said beside it. `lifts` has (documents as bits, what each gets more).
    """
    cells = _WINDOW + 4
    sums = array("H", bytes(2 * cells))
    shares = array("H", bytes(2 * cells))
    links: "Any" = bytearray(cells)
    talks = memoryview(index.talks(cells)) if by_talk else None
    begin = 0  # of the cells that were not in the window before
    for base in range(0, index.docs, _WINDOW):
        add(postings, cursors, many, base - 2, base + _WINDOW + 2, sums)
        index.lengths().scale(sums, begin, base - 2)
        begin = 4
        if talks is not None:
            links = talks[base : base + cells]
        spread(sums, links, _WINDOW, _SHARES, shares)
        for bits, weight in lifts:
            raised(shares, 2, _WINDOW + 2, base - 2, bits, index.docs, weight)
        best.take(shares, base)
        _move_on(sums, _WINDOW)


@micropython.viper
def _move_on(cells: object, window: int) -> object:
    """The last four of window + 4 cells become the first, the others 0."""
    cell = ptr16(cells)
    at = 0
    while at < 4:
        cell[at] = cell[window + at]
        at += 1
    while at < window + 4:
        cell[at] = 0
        at += 1
    return None


@micropython.viper
def _floor(cells: object, at: int, end: int, most: int, counts: object) -> int:
    """What `most` cells or more are above; 0 where not so many are. `counts` are 256, all 0."""
    cell = ptr16(cells)
    count = ptr16(counts)
    while at < end:
        count[cell[at] >> 8] += 1
        at += 1
    one = 255
    found = int(count[one])
    while one > 0 and found < most:
        one -= 1
        found += int(count[one])
    return (one << 8) - 1 if one > 0 else 0


class Best:
    """The highest scores so far, best first; of equal ones the last added first."""

    def __init__(self, rows: list, most: int, allowed: "bytearray | None", docs: int) -> None:
        self._rows = rows
        self._most = most
        self._allowed = allowed
        self._docs = docs

    def take(self, scores: array, base: int) -> None:
        """Add the scores in cells 2 to _WINDOW + 1."""
        rows = self._rows
        if self._allowed is not None:
            only(scores, 2, _WINDOW + 2, self._allowed, base, self._docs)
        at = 2
        least = 0
        if len(rows) < self._most:  # else most of the first cells would come in and go again
            least = _floor(scores, 2, _WINDOW + 2, self._most, array("H", bytes(512)))
        while True:
            floor = rows[-1][0] - 1 if len(rows) == self._most else 0
            at = above(scores, at, _WINDOW + 2, max(floor, least))
            if at > _WINDOW + 1:
                return
            score = scores[at]
            place = len(rows)
            while place and rows[place - 1][0] <= score:
                place -= 1
            rows.insert(place, (score, base + at - 2))
            if len(rows) > self._most:
                rows.pop()
            at += 1
