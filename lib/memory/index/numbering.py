"""
Numbering: what becomes of the numbers of documents when lines are dropped.

A document is a line of the log, and postings are distances between documents. When packing drops
lines, the index notes their documents as lost: they keep their numbers and are passed over. The
next merge writes postings without them, so the others get lower numbers, and the numbers of lost
documents are free again. While a merge is under way, files that it has written are read as if they
were numbered as before (SpreadOut).
"""

from array import array

from micropython import const

from memory.errors import CorruptRecord

from . import lost_documents, postings

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.interfaces import Steps

    from .index import Index
    from .index_file import IndexFile

DOCUMENTS_MOST = 65000
_LONGEST = const(65536)  # bytes of postings


class Numbering:
    """Documents that are lost, of `docs`, given as postings; `count` is how many they are."""

    def __init__(self, lost: bytes, docs: int) -> None:
        self.docs = docs
        self.bits = bytearray((docs + 7) // 8)
        if postings.mark(lost, 0, len(lost), array("H", (0,)), self.bits, docs) != len(lost):
            raise CorruptRecord("index", "the index is damaged: documents that there are not")
        self.count = postings.held(self.bits, 0, docs)
        self._ranks: "array | None" = None
        self._numbers: "array | None" = None

    def without(self, data: "Any", moves: bool = False) -> bytearray:
        """
        Postings numbered anew without the lost documents. With `moves` these are not left out:
        they become the next document that is not lost, if there is one.
        """
        if self._ranks is None:
            self._ranks = array("H", bytes(2 * (len(self.bits) + 1)))
            lost_documents.rank(self.bits, len(self.bits), self._ranks)
        out = bytearray(len(data))
        size = array("H", (self.docs, self.docs - self.count if moves else 0))
        raw = bytes(data) + bytes(postings.SLACK)
        count = lost_documents.without(raw, len(data), self.bits, self._ranks, size, out)
        return _checked(out, count)

    def spread_out(self, data: "Any") -> bytearray:
        """The postings before `without`, as far as it has not left them out."""
        many = self.docs - self.count
        if self._numbers is None:
            self._numbers = array("H", bytes(2 * many))
            lost_documents.unset(self.bits, self.docs, self._numbers)
        out = bytearray(3 * len(data))
        raw = bytes(data) + bytes(postings.SLACK)
        count = lost_documents.spread_out(raw, len(data), self._numbers, many, out)
        return _checked(out, count)


def _checked(out: bytearray, size: int) -> bytearray:
    if size < 0:
        raise CorruptRecord("index", "the index is damaged: documents that there are not")
    return out[:size]


class SpreadOut:
    """An IndexFile that was merged without some documents, read with the numbers from before."""

    def __init__(self, file: "IndexFile", numbering: Numbering) -> None:
        self._file = file
        self._numbering = numbering

    def lookup(self, term: bytes, most: int) -> "Any":
        """As IndexFile.lookup."""
        found = self._file.lookup(term, most)
        return None if found is None else self._numbering.spread_out(found)

    def visit(self, term: bytes, take: "Any") -> bool:
        """As IndexFile.visit."""
        found = self.lookup(term, _LONGEST)
        if found is None:
            return False
        take(found, 0, len(found))
        return True

    def beginning(
        self, prefix: bytes, most: int, longest: int, blocks: int
    ) -> "list[bytes] | None":
        """As IndexFile.beginning."""
        found = self._file.beginning(prefix, most, longest, blocks)
        if found is None:
            return None
        return [bytes(self._numbering.spread_out(one)) for one in found]

    def visit_span(
        self, low: bytes, high: bytes, piece: bytes, wanted: "Any", take: "Any"
    ) -> None:
        """As IndexFile.visit_span."""

        def spread(buffer: "Any", at: int, end: int) -> None:
            found = self._numbering.spread_out(bytes(memoryview(buffer)[at:end]))
            take(found, 0, len(found))

        self._file.visit_span(low, high, piece, wanted, spread)

    def entries(self, first: bytes = b"", most: int = 0) -> "Any":
        """As IndexFile.entries."""
        for entry in self._file.entries(first, most):
            yield None if entry is None else (entry[0], self._numbering.spread_out(entry[1]))


class Losses:
    """
    Notes which lines of neighbouring rows of the manifest are dropped: `note` for each line, in
    order; then `commit`, before the manifest names the pack without them. `first` is how many
    lines stand before the rows. The index must cover them.
    """

    def __init__(self, index: "Index", first: int) -> None:
        self._index = index
        self._docs = index.docs
        before = index.lost_bits()
        self._bits = bytearray((self._docs + 7) // 8) if before is None else bytearray(before)
        self._at = lost_documents.after(self._bits, 0, first, self._docs)
        self.count = 0

    def note(self, dropped: bool) -> None:
        """The next line is dropped, or is not."""
        self._at = lost_documents.after(self._bits, self._at, 1, self._docs)
        if dropped and self._at:
            self._bits[(self._at - 1) >> 3] |= 1 << ((self._at - 1) & 7)
            self.count += 1

    def commit(self, number: int, crc: str) -> "Steps":
        """
        Make it durable: it counts as soon as the manifest has a pack of this number and checksum,
        and not before. Raises StoreFull or Broken.
        """
        index = self._index
        if not self.count:
            if index.pending is not None:  # it waits for a pack that may be replaced now
                yield from index.commit([])
            return
        out = bytearray(3 * postings.held(self._bits, 0, self._docs))
        size = lost_documents.of_bits(self._bits, self._docs, out)
        yield False
        yield from index.commit([], [number, crc, bytes(out[:size])])
