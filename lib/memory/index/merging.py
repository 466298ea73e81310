"""
Merging: the entries of several sources in one order, for `index_builder`.

The first source may be a `Run`: what only it has is copied as it is, in machine code. All others
give (term, postings) one by one.
"""

from array import array

import micropython
from micropython import const

from memory.errors import CorruptRecord
from memory.viper import ptr8, ptr16

from .documents import GROUP_END, GROUP_START
from .index_writer import ENDED, FULL, MET, NO_END, IndexFileWriter, Run
from .numbering import DOCUMENTS_MOST, Numbering

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

DONE, MORE, ENOUGH = range(3)
_TERMS = const(8)  # merged in one step
_MORE_BYTES = const(2)  # that a source may take beyond what it has, see _joined
_OUT = const(256)
# Of postings: gaps below are one byte, two, and the first byte of one that is three.
_ONE = const(192)
_TWO = const(16320)
_WIDE = const(255)


class Merging:
    """
    `begin` is the document that gaps count from, `others` are [(first document, entries)], whose
    documents ascend and follow those of the run; None among entries is passed over. With a
    `numbering`, and no run then, entries get its numbers; those without a document are left out.
    """

    def __init__(
        self,
        begin: int,
        run: "Run | None",
        others: list,
        numbering: "Numbering | None" = None,
    ) -> None:
        self._begin = begin
        self._run = run if run is not None and run.next() else None
        self._firsts = [first for first, _ in others]
        self._entries = [entries for _, entries in others]
        self._heads = [_next(entries) for entries in self._entries]
        self._numbering = numbering
        self._out = bytearray(_OUT)
        self._doc = array("H", (0,))
        self._lowest()

    def _lowest(self) -> None:
        """`_term` is the first one among those of the others, b"" for none."""
        self._term = b""
        for head in self._heads:
            if head is not None and (not self._term or head[0] < self._term):
                self._term = head[0]

    def step(self, writer: IndexFileWriter, most: int = NO_END) -> int:
        """
        Write a few terms, a block at most. DONE at the end, ENOUGH where the file has `most` bytes
        and there is more to write. Raises CorruptRecord: a checksum vouches for bytes, not sense.
        """
        for _ in range(_TERMS):
            if self._run is None and not self._term:
                return DONE
            if writer.total >= most:
                return ENOUGH
            found = ENDED
            if self._run is not None:
                found = self._run.carry(writer, self._term, most)
                if found == FULL:
                    writer.end_block()
                    return MORE
                if found == ENDED:
                    self._go_on()
                    return MORE
            self._write(writer, found == MET)
        return MORE

    def _go_on(self) -> None:
        if self._run is not None and not self._run.next():
            self._run = None

    def _write(self, writer: IndexFileWriter, met: bool) -> None:
        """Write the first term of the others, joined with that of the run where it has met it."""
        term = self._term
        self._doc[0] = self._begin
        end = 0
        if met and self._run is not None:
            data, at, until = self._run.postings()
            end = self._join(data, at, until, self._begin, 0)
            self._go_on()
        for at, head in enumerate(self._heads):
            if head is not None and head[0] == term:
                end = self._join(head[1], 0, len(head[1]), self._firsts[at], end)
                self._heads[at] = _next(self._entries[at])
        self._lowest()
        out: "Any" = self._out
        if self._numbering is not None:
            marks = term in (GROUP_START, GROUP_END)
            out = self._numbering.without(memoryview(out)[:end], marks)
            end = len(out)
        if end:
            writer.add(term, out, end)

    def _join(self, data: "Any", at: int, until: int, first: int, end: int) -> int:
        needed = end + until - at + _MORE_BYTES
        if needed > len(self._out):
            self._out.extend(bytes(needed + needed // 4 - len(self._out)))
        out = self._out
        end = _joined(out, end, self._doc, data, at, until, first, DOCUMENTS_MOST)
        if end < 0:
            raise CorruptRecord("index", "the index is damaged: postings out of order")
        return end


def _next(entries: "Any") -> "Any":
    """The next entry, or None at the end."""
    for entry in entries:
        if entry is not None:
            return entry
    return None


@micropython.viper
def _joined(
    out: object, to_at: int, cell: object, buffer: object, at: int, end: int, first: int, most: int
) -> int:
    """
    Append postings that count from `first` to those in `out`, which end at `to_at` with document
    cell[0] - 1; `out` has room for two bytes more than they take. Returns the new end; -1 for what
    cannot follow: none, a gap that is incomplete or leads back, a document above `most`.
    """
    src = ptr8(buffer)
    to = ptr8(out)
    state = ptr16(cell)
    doc = state[0]
    now = first
    size = to_at
    while at < end:
        gap = src[at]
        at += 1
        if gap >= _WIDE:
            if at + 2 > end:
                return -1
            gap = src[at] | src[at + 1] << 8
            at += 2
        elif gap >= _ONE:
            if at + 1 > end:
                return -1
            gap = ((gap - _ONE) << 8 | src[at]) + _ONE
            at += 1
        now += gap
        if size == to_at:
            gap = now - doc
            if gap < 1:
                return -1
        if now > most:
            return -1
        if gap < _ONE:
            to[size] = gap
        elif gap < _TWO:
            gap -= _ONE
            to[size] = _ONE + (gap >> 8)
            size += 1
            to[size] = gap & 255
        else:
            to[size] = _WIDE
            to[size + 1] = gap & 255
            size += 2
            to[size] = gap >> 8
        size += 1
    if size == to_at:
        return -1
    state[0] = now
    return size
