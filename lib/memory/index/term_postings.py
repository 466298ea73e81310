"""
Term postings: what a question holds in RAM of the postings of its terms.

Owns how much of them that may be: where there are too many bytes, the terms that weigh least go.
What a term weighs is for `bm25` to say. RAM: twice MOST_BYTES, and some words for each posting.
"""

from array import array

from micropython import const

from .postings import CELLS, SLACK

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

MOST_BYTES = const(24576)


class TermPostings:
    """The postings of terms. `rows` of a term are (first document, postings) of each file."""

    def __init__(self) -> None:
        self._rows: "dict[bytes, list[tuple[int, bytes]]]" = {}
        self._weights: "dict[bytes, float]" = {}  # of the same terms
        self._size = 0

    def __bool__(self) -> bool:
        return bool(self._rows)

    def put(self, term: bytes, weight: float, rows: "list[tuple[int, bytes]]") -> None:
        """Keep the postings of a term."""
        self.drop(term)
        if rows:
            for _, data in rows:
                self._size += len(data)
            self._rows[term] = rows
            self._weights[term] = weight

    def multiply(self, factors: "dict[bytes, float]") -> None:
        """Multiply the weights of these terms."""
        weights = self._weights
        for term, factor in factors.items():
            if term in weights:
                weights[term] *= factor

    def drop(self, term: bytes) -> None:
        """Forget a term, if it is there."""
        if term in self._rows:
            self._weights.pop(term)
            for _, data in self._rows.pop(term):
                self._size -= len(data)

    def superfluous(self) -> "bytes | None":
        """The term that weighs least where there are too many bytes; else None."""
        if self._size <= MOST_BYTES:
            return None
        weights = self._weights
        least = min(weights.values())
        return next(term for term in weights if weights[term] == least)

    def total(self) -> float:
        """The weights of all postings together: no document can weigh more."""
        total = 0.0
        for term, rows in self._rows.items():
            total += self._weights[term] * len(rows)
        return total

    def cursors(self, steps: "Callable[[float], int]", repeat: float) -> "tuple[bytearray, array]":
        """
        (postings, cursors) in the form that `postings.add` takes; `steps(weight)` is a weight in
        whole steps, a second occurrence counts the share `repeat` of it.
        """
        many = 0
        for rows in self._rows.values():
            many += len(rows)
        buffer = bytearray(self._size + SLACK)
        cells = array("H", bytes(2 * CELLS * many))
        at = number = 0
        for term, rows in self._rows.items():
            whole = steps(self._weights[term])
            again = int(whole * repeat)
            for first, data in rows:
                cells[number] = at
                end = at + len(data)
                buffer[at:end] = data
                cells[number + 1] = at = end
                cells[number + 2] = first
                cells[number + 3] = whole
                cells[number + 4] = again
                number += CELLS
        return buffer, cells
