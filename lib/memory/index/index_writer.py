"""
The writer of one file of the index: ascending terms in, blocks as in docs/FORMAT.md section 7 out.

Entries come one by one (`add`), or by runs from a file that is merged (`Run`, `carry`): these are
copied in machine code, since of what a merge writes nearly all is what was there before.
"""

from array import array
from binascii import crc32
from struct import pack, pack_into

import micropython
from micropython import const

from memory.errors import CorruptRecord
from memory.viper import ptr8, ptr16

from .entries import KEY, ROW, split

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

NO_END = 1 << 29
# What `carry` came to: the end of the run, a term above the limit, the limit itself, a block or
# file that takes no more.
ENDED, ABOVE, MET, FULL = range(4)
_ENDED = const(0)
_ABOVE = const(1)
_MET = const(2)
_FULL = const(3)
_BROKEN = const(-1)
_MAGIC = b"MIX1"
_DAMAGED = "the index is damaged: entry"
_CRC = const(4)
_BLOCK_BYTES = const(1024)
_LEFT = const(1020)  # an entry with which a block would pass it begins the next one
_CELL = const(65535)
_TERM = const(32)  # what two halves of a byte can say of the length of a term


class Run:
    """
    The entries of a file in their order. `blocks` gives those of a block, as bytes; there is an
    entry left until `next` has returned False.
    """

    def __init__(self, blocks: "Any") -> None:
        self._blocks = blocks
        self.block = b""
        self.term = bytearray(_TERM)
        # Next byte, end, bytes of the term before it; begin and end of the postings at the limit.
        self.place = array("H", (0, 0, 0, 0, 0))
        self._long: "list[tuple]" = []  # the entry of a block too long for the buffers

    def next(self) -> bool:
        """Read the next block if this one is used up; False where there is none."""
        while not self._long and self.place[0] >= self.place[1]:
            block = next(self._blocks, None)
            if block is None:
                return False
            self.block = block
            whole = len(block) <= _BLOCK_BYTES - _CRC
            self.place[0] = self.place[2] = 0
            self.place[1] = len(block) if whole else 0
            if not whole:
                try:
                    self._long = list(split(block))
                except ValueError:
                    raise CorruptRecord("index", _DAMAGED) from None
        return True

    def postings(self) -> "tuple[Any, int, int]":
        """(buffer, begin, end) of the entry that `carry` has met."""
        if self._long:
            data = self._long.pop(0)[1]
            return data, 0, len(data)
        return self.block, self.place[3], self.place[4]

    def carry(self, writer: "IndexFileWriter", limit: bytes, most: int) -> int:
        """
        Write what stands before `limit`, up to the end where it is empty, as long as the file has
        fewer than `most` bytes. Raises CorruptRecord where the entries break the format.
        """
        while self._long:
            term, postings = self._long[0]
            if writer.total >= most:
                return FULL
            if limit and term >= limit:
                return MET if term == limit else ABOVE
            writer.add(term, postings, len(postings))
            self._long.pop(0)
        found = writer.carry(self.block, self.place, self.term, limit, most)
        if found == _BROKEN:
            raise CorruptRecord("index", _DAMAGED)
        return found


class IndexFileWriter:
    """`write(data)` gets bytes, of at most a block if no entry is longer. RAM: 2 KB, the table."""

    def __init__(self, write: "Any") -> None:
        self._write = write
        self._block = bytearray(_BLOCK_BYTES)
        self._view = memoryview(self._block)
        self._term = bytearray(_TERM)
        # End of the block, bytes of the last term; then those of a limit, end where `carry` stops.
        self._state = array("H", (_CRC, 0, 0, 0))
        self._table = bytearray()
        self.first = b""  # the first term, once a block is complete
        self.size = 0

    @property
    def total(self) -> int:
        """Bytes of entries so far; the checksum of the last block does not count yet."""
        return self.size + self._state[0] - _CRC - (_CRC if self._is_empty() else 0)

    def _is_empty(self) -> bool:
        """True between two blocks."""
        return self.size > 0 and self._state[0] == _CRC

    def add(self, term: bytes, postings: "Any", size: int = -1) -> None:
        """Append an entry, of `size` bytes of postings if given; terms of 1 to 15 bytes ascend."""
        if size < 0:
            size = len(postings)
        if len(term) + size > _LEFT - _CRC:
            self.end_block()
            self._add_long(term, postings, size)
            return
        while not _put(self._block, self._term, self._state, term, len(term), postings, size):
            self.end_block()

    def carry(self, block: bytes, place: array, term: bytearray, limit: bytes, most: int) -> int:
        """See Run.carry."""
        state = self._state
        state[2] = len(limit)
        stop = most - self.size + _CRC
        if self._is_empty() and self.total < most:
            stop = max(stop, _CRC + 1)  # the first one of a block is still this file's
        state[3] = max(0, min(stop, _CELL))
        return _carry(block, place, term, self._block, self._term, state, limit)

    def end_block(self) -> None:
        """Write the block as it is, if it has entries."""
        end = self._state[0]
        if end == _CRC:
            return
        view = self._view
        pack_into("<I", self._block, 0, crc32(view[_CRC:end]))
        first = _CRC + 1
        self._row(bytes(view[first : first + (self._block[_CRC] & 15)]))
        self._send(bytes(view[:end]))
        self._state[0] = _CRC
        self._state[1] = 0

    def _add_long(self, term: bytes, postings: "Any", size: int) -> None:
        """An entry that is a block by itself."""
        head = bytearray((len(term),))
        head.extend(term)
        left = size
        while left > 127:
            head.append(left & 127 | 128)
            left >>= 7
        head.append(left)
        data = memoryview(postings)[:size]
        self._row(term)
        self._send(pack("<I", crc32(data, crc32(head))))
        self._send(bytes(head))
        self._send(bytes(data))

    def _row(self, first: bytes) -> None:
        if not self._table:
            self.first = first
        self._table.extend(first[:KEY] + bytes(KEY - len(first[:KEY])))
        self._table.extend(self.size.to_bytes(3, "little"))

    def _send(self, data: "Any") -> None:
        self._write(data)
        self.size += len(data)

    def finish(self) -> int:
        """Write the last block, the table and the trailer; returns the size of the file."""
        self.end_block()
        at = self.size
        self._send(self._table)
        blocks = len(self._table) // ROW
        trailer = pack("<4sHHII", _MAGIC, blocks, 0, at, crc32(self._table))
        self._send(trailer)
        self._send(pack("<I", crc32(trailer)))
        return self.size


@micropython.viper
def _put(
    block: object,
    last: object,
    cells: object,
    term: object,
    length: int,
    postings: object,
    size: int,
) -> int:
    """Append an entry to a block; 0 where it belongs into the next one."""
    to = ptr8(block)
    before = ptr8(last)
    state = ptr16(cells)
    own = ptr8(term)
    src = ptr8(postings)
    end = state[0]
    if end > _CRC and end + length + size > _LEFT:
        return 0
    most = state[1]
    if most > length:
        most = length
    shared = 0
    while shared < most and own[shared] == before[shared]:
        shared += 1
    to[end] = shared << 4 | (length - shared)
    end += 1
    at = shared
    while at < length:
        before[at] = own[at]
        to[end] = own[at]
        at += 1
        end += 1
    left = size
    while left > 127:
        to[end] = left & 127 | 128
        left >>= 7
        end += 1
    to[end] = left
    end += 1
    at = 0
    while at < size:
        to[end] = src[at]
        at += 1
        end += 1
    state[0] = end
    state[1] = length
    return 1


@micropython.viper
def _carry(  # noqa: C901, PLR0915 - a call inside would cost more than its work
    entries: object,
    places: object,
    term: object,
    block: object,
    last: object,
    cells: object,
    limit: object,
) -> int:
    """Copy entries to a block; see Run.carry, and Run and IndexFileWriter for the cells."""
    src = ptr8(entries)
    place = ptr16(places)
    own = ptr8(term)
    to = ptr8(block)
    before = ptr8(last)
    state = ptr16(cells)
    bound = ptr8(limit)
    at = place[0]
    size = place[1]
    known = place[2]
    end = state[0]
    past = state[1]
    least = state[2]
    stop = state[3]
    found = _ENDED
    while at < size:
        if end >= stop:
            found = _FULL
            break
        head = src[at]
        shared = head >> 4
        length = shared + (head & 15)
        look = at + 1
        if shared > known or length == 0 or length > 15 or look + (head & 15) >= size:
            return _BROKEN
        one = shared
        while one < length:
            own[one] = src[look]
            one += 1
            look += 1
        stored = 0
        shift = 0
        sizes = look
        while look < size and src[look] > 127 and shift < 14:
            stored |= (src[look] & 127) << shift
            shift += 7
            look += 1
        if look >= size:
            return _BROKEN
        stored |= (src[look] & 127) << shift
        look += 1
        if look + stored > size:
            return _BROKEN
        if least:
            one = 0
            while one < length and one < least and own[one] == bound[one]:
                one += 1
            if one == length and one == least:
                place[3] = look
                place[4] = look + stored
                at = look + stored
                known = length
                found = _MET
                break
            if one == least or (one < length and own[one] > bound[one]):
                found = _ABOVE
                break
        if end > _CRC and end + length + stored > _LEFT:
            found = _FULL
            break
        one = 0
        while one < length and one < past and own[one] == before[one]:
            one += 1
        if end + 1 + length - one + look - sizes + stored > _BLOCK_BYTES:
            return _BROKEN
        to[end] = one << 4 | (length - one)
        end += 1
        while one < length:
            before[one] = own[one]
            to[end] = own[one]
            one += 1
            end += 1
        past = length
        known = length
        at = look + stored
        while sizes < at:
            to[end] = src[sizes]
            sizes += 1
            end += 1
    place[0] = at
    place[2] = known
    state[0] = end
    state[1] = past
    return found
