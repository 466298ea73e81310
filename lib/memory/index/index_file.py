"""One file of the index, read as docs/FORMAT.md section 7 has it; `index_writer` writes them."""

from array import array
from binascii import crc32
from struct import unpack_from

from micropython import const

from memory.errors import CorruptRecord

from .block_cache import BLOCK, USED, BlockCache
from .entries import (
    BEGIN,
    END,
    KEY,
    LENGTH,
    ROW,
    TERM_BYTES,
    block_after,
    block_of,
    is_rising,
    next_with,
    offset_in,
    split,
)
from .postings import beginning, find

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

BLOCK_BYTES = 1024
_MAGIC = b"MIX1"
_TRAILER = const(20)
_CRC = const(4)  # bytes at the head of a block
_BLOCK_BYTES = const(1024)


def _corrupt(what: str) -> CorruptRecord:
    return CorruptRecord("index", "the index is damaged: " + what)


class IndexFile:
    """
    An index file for reading; `file` stays open. Raises CorruptRecord where bytes do not check,
    OSError from the file. `block` is a buffer of BLOCK_BYTES that all index files may share,
    `held` a list that says what is in it: the IndexFile and the offset, at first None and 0. The
    blocks that look-ups read stay in `cache`, which they share too.
    """

    def __init__(
        self, file: "Any", size: int, block: bytearray, held: list, cache: BlockCache
    ) -> None:
        self._file = file
        self._held = held
        self.size = size
        self._block = block
        self._view = memoryview(block)
        self._places = array("H", (0, 0))
        self._found = array("H")  # as `_places`, of several terms
        self._table: "bytes | None" = None
        self._kept: "dict[int, list]" = {}  # entries of the cache by their offsets
        self._cache = cache
        file.seek(max(0, size - _TRAILER))
        raw = file.read(_TRAILER)
        if len(raw) < _TRAILER or raw[:4] != _MAGIC or crc32(raw[:16]) != _u32(raw, 16):
            raise _corrupt("trailer")
        self._blocks, _, self._end, self._crc = unpack_from("<HHII", raw, 4)
        if self._end + ROW * self._blocks + _TRAILER != size:
            raise _corrupt("size")

    def _read_table(self) -> bytes:
        """The table, and behind it a row with where its last block ends."""
        if self._table is not None:
            return self._table
        self._file.seek(self._end)
        table = self._file.read(ROW * self._blocks)
        if len(table) != ROW * self._blocks or crc32(table) != self._crc:
            raise _corrupt("table")
        table += bytes(KEY) + self._end.to_bytes(ROW - KEY, "little")
        if not is_rising(table, self._blocks + 1, _CRC):
            raise _corrupt("offsets")
        self._table = table
        return table

    def _first_block(self, table: bytes, key: bytes) -> int:
        """The block in which a term with this key may begin."""
        return block_of(table, self._blocks, key, len(key))

    def _bounds(self, table: bytes, number: int) -> "tuple[int, int]":
        return offset_in(table, number), offset_in(table, number + 1)

    def _load(self, begin: int, end: int, keep: bool = False) -> "Any":
        """
        The checked entries of a block, in the shared buffer, or, if they are longer, in new bytes.
        With `keep` the block stays in RAM.
        """
        known = self._kept.get(begin)
        if known is not None:
            known[USED] = True
            return known[BLOCK]
        size = end - begin
        if size > _BLOCK_BYTES:
            self._file.seek(begin)
            data = self._file.read(size)
            self._check(data, len(data), size)
            return data
        if keep:
            return self._read_kept(begin, size)
        held = self._held
        if held[0] is not self or held[1] != begin:
            held[0] = None
            self._file.seek(begin)
            self._check(self._block, self._file.readinto(self._view[:size]), size)
            held[0] = self
            held[1] = begin
        return self._block

    def _read_kept(self, begin: int, size: int) -> bytearray:
        entry = self._cache.room()
        block: bytearray = entry[BLOCK]
        self._file.seek(begin)
        self._check(block, self._file.readinto(memoryview(block)[:size]), size)
        self._cache.put(self._kept, begin, entry)
        return block

    def _check(self, data: "Any", got: int, size: int) -> None:
        if got != size or crc32(memoryview(data)[_CRC:size]) != _u32(data, 0):
            raise _corrupt("block")

    def _in_block(self, begin: int, end: int, term: bytes) -> "Any":
        """The entries of a block that has the term, `_places` then says where; else None."""
        known = self._kept.get(begin)
        if known is None:
            data = self._load(begin, end, True)
        else:
            known[USED] = True
            data = known[BLOCK]
        found = find(data, _CRC, end - begin, term, len(term), self._places)
        if found == 2:
            raise _corrupt("entry")
        return data if found else None

    def lookup(self, term: bytes, most: int) -> "Any":
        """
        The postings of a term as a memoryview that is valid until the next call; None where it
        has none, or where they are longer than `most` bytes: it is in nearly every document.
        """
        if not self._blocks:
            return None
        table = self._table or self._read_table()
        number = block_of(table, self._blocks, term, len(term))
        after = block_after(table, self._blocks, number, term, len(term))
        while number < after:
            begin, end = offset_in(table, number), offset_in(table, number + 1)
            if end - begin > most and end - begin > _BLOCK_BYTES:
                if self._begins(table, number, term):
                    return None
            else:
                data = self._in_block(begin, end, term)
                if data is not None:
                    return memoryview(data)[self._places[0] : self._places[1]]
            number += 1
        return None

    def _begins(self, table: bytes, number: int, term: bytes) -> bool:
        """Whether a block begins as the term does."""
        head = term[:KEY]
        return table[ROW * number : ROW * number + len(head)] == head

    def visit(self, term: bytes, take: "Any") -> bool:
        """
        Pass the postings of a term to `take(buffer, at, end)` in pieces; what `take` leaves comes
        again with the next. False for none. Long postings are checked after they were taken.
        """
        if not self._blocks:
            return False
        table = self._table or self._read_table()
        number = block_of(table, self._blocks, term, len(term))
        after = block_after(table, self._blocks, number, term, len(term))
        while number < after:
            begin, end = offset_in(table, number), offset_in(table, number + 1)
            if end - begin > _BLOCK_BYTES:
                if self._begins(table, number, term) and self._visit_long(begin, end, term, take):
                    return True
            else:
                data = self._in_block(begin, end, term)
                if data is not None:
                    take(data, self._places[0], self._places[1])
                    return True
            number += 1
        return False

    def _visit_long(self, begin: int, end: int, term: bytes, take: "Any") -> bool:
        """The one entry of a block too long for the buffer, if it is the term's."""
        self._held[0] = None
        block = self._block
        view = self._view
        self._file.seek(begin)
        size = self._file.readinto(block)
        crc = crc32(view[_CRC:size])
        at = _CRC + 1 + (block[_CRC] & 15)
        if bytes(view[_CRC + 1 : at]) != term:
            return False
        while at < size - 1 and block[at] > 127:  # the size of the postings, as the table has it
            at += 1
        at += 1
        wanted = _u32(block, 0)
        left = end - begin - size
        while True:
            at = take(block, at, size)
            if not left:
                break
            kept = size - at
            block[:kept] = block[at:size]
            size = self._file.readinto(view[kept : min(_BLOCK_BYTES, kept + left)])
            if not size:
                raise _corrupt("block")
            crc = crc32(view[kept : kept + size], crc)
            left -= size
            size += kept
            at = 0
        if crc != wanted:
            raise _corrupt("block")
        return True

    def beginning(
        self, prefix: bytes, most: int, longest: int, blocks: int
    ) -> "list[bytes] | None":
        """
        The postings of the terms with a prefix, at most `most` of them, without blocks of more
        than `longest` bytes; None where they may be in more than so many blocks.
        """
        found: "list[bytes]" = []
        if not self._blocks:
            return found
        table = self._table or self._read_table()
        number = block_of(table, self._blocks, prefix, len(prefix))
        after = block_after(table, self._blocks, number, prefix, len(prefix))
        if after - number > blocks:
            return None
        if len(self._found) < 2 * most:
            self._found = array("H", bytes(4 * most))
        places = self._found
        while number < after and len(found) < most:
            begin, end = offset_in(table, number), offset_in(table, number + 1)
            number += 1
            if end - begin > longest and end - begin > _BLOCK_BYTES:
                continue
            block = self._load(begin, end, True)
            left = most - len(found)
            count = beginning(block, _CRC, end - begin, prefix, len(prefix), places, left)
            if count < 0:
                raise _corrupt("entry")
            view = memoryview(block)
            for at in range(0, 2 * count, 2):
                found.append(bytes(view[places[at] : places[at + 1]]))
        return found

    def visit_span(
        self, low: bytes, high: bytes, piece: bytes, wanted: "Any", take: "Any"
    ) -> None:
        """
        Pass the postings of each term from `low` to `high` which contains `piece` and is `wanted`
        to `take(buffer, at, end)`, valid only during the call.
        """
        table = self._read_table() if self._blocks else b""
        number = self._first_block(table, low) if self._blocks else 0
        term = bytearray(TERM_BYTES)
        cells = array("H", (0, 0, 0))
        while number < self._blocks:
            key = table[ROW * number : ROW * number + KEY]
            if key[: len(high)] > high[:KEY]:
                return
            begin, end = self._bounds(table, number)
            number += 1
            if end - begin > _BLOCK_BYTES:
                self._visit_one(begin, end, key, low, high, wanted, take)
                continue
            data = self._load(begin, end)
            at, size = _CRC, end - begin
            while True:
                at = next_with(data, at, size, piece, len(piece), term, cells)
                if at <= 0:
                    break
                found = bytes(memoryview(term)[: cells[LENGTH]])
                if found > high:
                    return
                if found >= low and wanted(found):
                    take(data, cells[BEGIN], cells[END])
            if at < 0:
                raise _corrupt("entry")

    def _visit_one(
        self,
        begin: int,
        end: int,
        key: bytes,
        low: bytes,
        high: bytes,
        wanted: "Any",
        take: "Any",
    ) -> None:
        """As `visit_span`, for the one term of a longer block."""
        short = key.rstrip(b"\0")  # the whole term: then nothing is read in vain
        if len(short) < KEY and not (low <= short <= high and wanted(short)):
            return
        for term, postings in _split(bytes(memoryview(self._load(begin, end))[_CRC:])):
            if low <= term <= high and wanted(term):
                take(postings, 0, len(postings))

    def entries(self, first: bytes = b"", most: int = 0) -> "Any":
        """
        (term, postings) from `first` on, without blocks over `most` if given; None between blocks.
        """
        for block in self.blocks(first, most):
            if block is not None:
                for term, postings in _split(block):
                    if term >= first:
                        yield term, postings
            yield None

    def blocks(self, first: bytes = b"", most: int = 0) -> "Any":
        """The entries of each block from the one on that may have `first`; None over `most`."""
        table = self._read_table() if self._blocks else b""
        number = self._first_block(table, first) if self._blocks else 0
        while number < self._blocks:
            begin, end = self._bounds(table, number)
            if not most or end - begin <= max(most, _BLOCK_BYTES):
                # A copy, since others use the shared buffer between two entries.
                yield bytes(memoryview(self._load(begin, end))[_CRC : end - begin])
            else:
                yield None
            number += 1


def _u32(data: "Any", at: int) -> int:
    value: int = unpack_from("<I", data, at)[0]
    return value


def _split(data: bytes) -> "Any":
    """The entries of a block."""
    try:
        yield from split(data)
    except ValueError:
        raise _corrupt("entry") from None
