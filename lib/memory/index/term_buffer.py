"""The term buffer: sorts the terms of a few documents, in one block of bytes for want of RAM."""

from array import array

import micropython
from micropython import const

from memory.viper import ptr8, ptr16

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory.interfaces import Steps

DOCUMENTS_MOST = 255
_SORTED = const(256)  # tokens put in their place in one step
_POSTINGS = const(768)  # bytes: three for each document
_ONE = const(192)  # gaps below it are one byte, see postings
_CHEAPEST = const(4)  # bytes of the shortest token with its frame: half the tokens are longer


class TermBuffer:
    """
    Call `add` until it returns False because the buffer is full, then `sort`, then `entries`. RAM:
    `room` bytes and half as much again. Documents are numbers from 0 to 254, ascending.
    """

    def __init__(self, room: int = 12288) -> None:
        self._arena = bytearray(room)
        self._order = array("H", bytes(2 * (room // _CHEAPEST)))
        self.clear()

    def clear(self) -> None:
        """Remove all terms."""
        self._used = 0
        self._tokens = 0

    def add(self, doc: int, terms: list) -> bool:
        """Add all terms of a document, or none and return False where they do not fit."""
        needed = 2 * len(terms)
        for term in terms:
            needed += len(term)
        if self._used + needed > len(self._arena):
            return False
        if self._tokens + len(terms) > len(self._order) or doc >= DOCUMENTS_MOST:
            return False
        arena = self._arena
        at = self._used
        for term in terms:
            size = len(term)
            self._order[self._tokens] = at
            self._tokens += 1
            arena[at] = size
            arena[at + 1] = doc
            arena[at + 2 : at + 2 + size] = term
            at += 2 + size
        self._used = at
        return True

    def sort(self) -> "Steps":
        """Put the terms in order; a generator of short steps, to be run to its end."""
        gap = 1
        while gap < self._tokens // 3:
            gap = 3 * gap + 1
        while gap:
            at = gap
            while at < self._tokens:
                end = min(at + _SORTED, self._tokens)
                _sort_at(self._arena, self._order, at, end, gap)
                at = end
                yield False
            gap //= 3

    def entries(self) -> "Iterator[tuple[bytes, bytes]]":
        """Generator of (term, postings); the first gap counts from before document 0."""
        at = 0
        arena = self._arena
        view = memoryview(arena)
        out = bytearray(_POSTINGS)
        found = memoryview(out)
        while at < self._tokens:
            place = self._order[at] + 2
            end = _same(arena, self._order, at, self._tokens)
            size = _gather(arena, self._order, at, end, out)
            yield bytes(view[place : place + arena[place - 2]]), bytes(found[:size])
            at = end


@micropython.viper
def _sort_at(arena: object, order: object, begin: int, size: int, gap: int) -> object:
    """A stretch of one pass of Shell's sort."""
    cell = ptr16(order)
    src = ptr8(arena)
    at = begin
    while at < size:
        one = cell[at]
        to = at
        while to >= gap:
            other = cell[to - gap]
            length = src[one]
            if length > src[other]:
                length = src[other]
            end = length + 2
            look = 2
            while look < end and src[one + look] == src[other + look]:
                look += 1
            if look < end:
                before = src[one + look] < src[other + look]
            elif src[one] != src[other]:
                before = src[one] < src[other]
            else:
                before = one < other
            if not before:
                break
            cell[to] = other
            to -= gap
        cell[to] = one
        at += 1
    return None


@micropython.viper
def _same(arena: object, order: object, at: int, end: int) -> int:
    """The end of the tokens that hold the same term as the one at `at`."""
    src = ptr8(arena)
    cell = ptr16(order)
    one = cell[at]
    at += 1
    while at < end:
        other = cell[at]
        if src[one] != src[other]:
            return at
        look = 2
        while look < src[one] + 2:
            if src[one + look] != src[other + look]:
                return at
            look += 1
        at += 1
    return at


@micropython.viper
def _gather(arena: object, order: object, at: int, end: int, out: object) -> int:
    """Write the postings of tokens that hold one term to `out`; returns their bytes."""
    src = ptr8(arena)
    cell = ptr16(order)
    to = ptr8(out)
    size = 0
    before = 0  # document + 1
    repeated = 0
    while at < end:
        now = src[cell[at] + 1] + 1
        if now != before:
            gap = now - before
            if gap >= _ONE:
                to[size] = _ONE
                size += 1
                gap -= _ONE
            to[size] = gap
            size += 1
            before = now
            repeated = 0
        elif not repeated:
            to[size] = 0
            size += 1
            repeated = 1
        at += 1
    return size
