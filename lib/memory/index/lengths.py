"""
Lengths: how long the documents of an index are, and which of them belong to one talk.

Owns what the ranking needs of all documents, in RAM and read once: their classes of length, 9 KB
for 18,000, from the terms LENGTH of `documents`, with the factors that BM25 makes of them; and, a
byte for each, where talks begin and end and who asks, from GROUP_START, GROUP_END and ASKS.
Documents indexed by a version without LENGTH have class 0 and count as of average length; one
without ASKS knows of no questions.
"""

from array import array

from micropython import const

from . import postings
from .documents import (
    AFTER_LENGTH,
    ASKS,
    GROUP_END,
    GROUP_START,
    LENGTH,
    length_class,
    length_of,
)

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .index import Index

_PLANES = const(4)  # bits of a class
_CLASSES = const(16)
_LONGEST = const(65536)  # bytes of postings: more than all documents take
_SAME = const(256)  # the factor of a document of average length
# How much length counts, from 0 to 1 (b of BM25). Little: people say important things briefly and
# at length. docs/decisions/ranking.md has the curve.
_B = 0.3
_K1 = 1.2


class Lengths:
    """The lengths of an index as it is now. `most` / 256 is the highest factor of a length."""

    def __init__(self, index: "Index") -> None:
        self._docs = index.docs
        stride = (index.docs + 7) // 8
        self._planes = bytearray(_PLANES * stride)
        counts = [0] * _CLASSES
        cell = array("H", (0,))
        for first, file in index.files_spanning(LENGTH, AFTER_LENGTH):
            for entry in file.entries(LENGTH):
                if entry is None:
                    continue
                if entry[0] >= AFTER_LENGTH:
                    break
                one = entry[0][1] & _CLASSES - 1
                counts[one] += postings.count(entry[1], 0, len(entry[1]))
                for plane in range(_PLANES):
                    if one >> plane & 1:
                        cell[0] = first
                        end = stride * (plane + 1)
                        bits = memoryview(self._planes)[stride * plane : end]
                        postings.mark(entry[1], 0, len(entry[1]), cell, bits, self._docs)
        known = sum(counts)
        total = sum([counts[one] * length_of(one) for one in range(1, _CLASSES)])
        self._factors = array("H", [_SAME] * _CLASSES)
        if known:
            for one in range(1, _CLASSES):
                share = length_of(one) * known / total
                self._factors[one] = int(_SAME * (1 + _K1) / (1 + _K1 * (1 - _B + _B * share)))
        self.most = max(self._factors)

    def scale(self, sums: array, at: int, base: int) -> None:
        """Weigh the cells from `at` on by their length; sums[0] is of document `base`."""
        postings.scale(sums, at, len(sums), base, self._planes, self._docs, self._factors)

    def scaled(self, score: int, count: int) -> int:
        """The score of a document of so many terms, as `scale` makes it."""
        return score * self._factors[length_class(count)] >> 8


def talks(index: "Index", more: int) -> bytearray:
    """
    A byte for each document, the first one's at 2: 1 where it continues the one before it in a
    talk, and 2 more where it asks something; and `more` zeros.
    """
    links = bytearray(index.docs + 2 + more)
    ends = _documents(index, GROUP_END)
    ends.append(index.docs + 1)
    for begin, end in zip(_documents(index, GROUP_START), ends):
        if end > begin:
            links[begin + 1 : end + 1] = b"\x01" * (end - begin)
    asking = bytearray((index.docs + 7) // 8)
    cell = array("H", (0,))

    def take(buffer: "Any", at: int, end: int) -> int:
        stopped: int = postings.mark(buffer, at, end, cell, asking, index.docs)
        return stopped

    for first, file in index.files_for(ASKS):
        cell[0] = first
        file.visit(ASKS, take)
    postings.note(links, 2, asking, index.docs)
    return links


def _documents(index: "Index", term: bytes) -> array:
    """Those that have a term, + 1, one as often as it stands there: a merge may move two marks."""
    found = array("H")
    for first, file in index.files_for(term):
        data = file.lookup(term, _LONGEST)
        if data is not None:
            data = bytes(data)
            some = array("H", bytes(2 * postings.gaps(data, 0, len(data))))
            postings.numbers(data, len(data), first, some, 0)
            found.extend(some)
    return found
