"""
Pack: several sealed segments as one gzip file, read a block at a time.

Owns the form of docs/FORMAT.md section 4, "Packs": the blocks of whole lines, and the table of
them that stands in the extra field of an empty last member, which every gunzip passes over. How a
pack is made is in `packing`.
"""

import io
from array import array
from binascii import crc32
from struct import pack, unpack, unpack_from

import micropython
from deflate import RAW, DeflateIO
from micropython import const

from memory.errors import CorruptRecord
from memory.viper import ptr8, ptr16

from .manifest import COUNTER, is_pack, wrong

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

WINDOW_BITS = 12
LINES_MOST = 32  # of a block
PLACES_MOST = 255  # of a block, with those of lines that were dropped
BLOCK_BYTES = 8192
# Offset, bytes and lines of the block, CRC-32 of it as it is packed, highest id counter of it.
_ROW = "<IHBII"
_ROW_BYTES = const(15)
_OLD_ROW = "<IHBI"  # of the table of format 2, without counters
_OLD_ROW_BYTES = const(11)
_HEAD = b"\x1f\x8b\x08\x04\x00\x00\x00\x00\x00\xff"  # of a member with an extra field
_MARK = b"XR"  # its one subfield
_LINES_MARK = b"XQ"  # the same in format 3, where the CRC-32 is that of the lines
_OLD_MARK = b"XP"  # and in format 2
_MARK_BYTES = const(4)  # with the length of what follows
_BEHIND = const(22)  # bytes between the last block and the mark: two ends of gzip members
_END = b"\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00"  # no data: an empty block, CRC 0, size 0
_ENOENT = const(2)
_TAIL = const(16)  # length of what stands before (2), its CRC-32 (4), then _END
_SPAN = "<II"  # before the table: numbers of the first and the last segment in the pack
_SPAN_BYTES = const(8)
# Inflated at first beside the share of the lines that are wanted, and then where lines lack.
_SPARE_BYTES = const(192)
_MORE_BYTES = const(512)
UNKNOWN = 0xFFFFFFFF  # bound of the id counters of a pack of which nobody knows more
DAMAGED = b"a block that does not check\n"  # stands for a line of it: none parses like this


def table_member(first: int, last: int, rows: list) -> bytes:
    """The last member; `rows` are (offset, bytes, lines, crc, highest id counter)."""
    table = pack(_SPAN, first, last) + b"".join([pack(_ROW, *row) for row in rows])
    table += pack("<HI", len(table), crc32(table))
    field = _MARK + pack("<H", len(table)) + table
    return _HEAD + pack("<H", len(field)) + field + _END


class Pack:
    """
    `file` is open and stays so. No id counter in the pack is above `bound`, which stands for those
    of all blocks where the table has none. Raises CorruptRecord where its table does not check.
    """

    def __init__(self, file: "Any", size: int, bound: int = UNKNOWN) -> None:
        self._file = file
        self._bound = bound
        file.seek(max(0, size - _TAIL))
        tail = file.read(_TAIL)
        if len(tail) != _TAIL or tail[6:] != _END:
            raise CorruptRecord("pack", "the end of a pack is damaged")
        length, crc = unpack("<HI", tail[:6])
        self._end = max(0, size - _TAIL - length - _MARK_BYTES - _BEHIND)  # of the blocks
        file.seek(max(0, size - _TAIL - length - _MARK_BYTES))
        mark = file.read(_MARK_BYTES)[:2]
        table = file.read(length)
        self.checks_packed = mark == _MARK  # else a block is checked by its lines, all of them
        self.counts = mark != _OLD_MARK
        self._row_bytes = _ROW_BYTES if self.counts else _OLD_ROW_BYTES
        whole = crc32(table) == crc and length % self._row_bytes == _SPAN_BYTES
        if not whole or mark not in (_MARK, _LINES_MARK, _OLD_MARK):
            raise CorruptRecord("pack", "the table of a pack is damaged")
        self.first, self.last = unpack_from(_SPAN, table)
        self._table = table[_SPAN_BYTES:]

    def __len__(self) -> int:
        return len(self._table) // self._row_bytes

    def row(self, number: int) -> tuple:
        """(offset, bytes, lines, crc, highest id counter) of a block."""
        if self.counts:
            return unpack_from(_ROW, self._table, number * _ROW_BYTES)
        return unpack_from(_OLD_ROW, self._table, number * _OLD_ROW_BYTES) + (self._bound,)

    def next_with(self, bits: bytearray, place: "array") -> bool:
        """
        Move `place` on to a block with a document whose bit is set: place[0] is the first document
        of the block place[1]. False where there is no further one.
        """
        table = self._table
        return bool(_next_block(table, len(table), self._row_bytes, bits, len(bits), place))

    def holding(self, line: int) -> "tuple[int, int]":
        """(block, its first line) of a line of the pack, counted from 0; (-1, 0) past the last."""
        place = array("H", (0, 0))
        found = _block_of(self._table, len(self._table), self._row_bytes, line, place)
        return (place[1], place[0]) if found else (-1, 0)

    def counter(self) -> int:
        """The highest id counter in the pack, or its bound."""
        return max([0] + [self.row(number)[4] for number in range(len(self))])

    def read(self, number: int, lines: int = 0) -> bytes:
        """
        The lines of a block, or its beginning with at least so many of them; DAMAGED in the place
        of each where they do not check.
        """
        offset, size, most, crc, _ = self.row(number)
        end = self.row(number + 1)[0] if number + 1 < len(self) else self._end
        self._file.seek(offset)
        # In one piece: inflated from the file, each of its bytes would be a call of the file's.
        packed = self._file.read(max(0, end - offset))
        if self.checks_packed:
            if len(packed) != end - offset or crc32(packed) != crc:
                return DAMAGED * most
        else:
            lines = 0  # what is to be checked are all
        stream = DeflateIO(io.BytesIO(packed), RAW, WINDOW_BITS)
        try:
            wanted = size * lines // most + _SPARE_BYTES if 0 < lines < most else size
            data: bytes = stream.read(min(wanted, size))
            while len(data) < size and data.count(b"\n") < lines:
                piece = stream.read(min(_MORE_BYTES, size - len(data)))
                if not piece:
                    return DAMAGED * most
                data += piece
        except (OSError, EOFError):
            return DAMAGED * most
        if (not lines and len(data) != size) or not (self.checks_packed or crc32(data) == crc):
            return DAMAGED * most
        return data

    def line(self, line: int) -> bytes:
        """A line of the pack, counted from 0; b"" past the last."""
        before = b""
        for number in range(len(self)):
            lines = self.row(number)[2]
            if lines == 0:  # the beginning of a line longer than a block
                before += self.read(number)
            elif line < lines:
                return (before + self.read(number)).split(b"\n")[line]
            else:
                line -= lines
                before = b""
        return b""


@micropython.viper
def _next_block(
    table: object, size: int, row: int, bits: object, bits_size: int, place: object
) -> int:
    """Pack.next_with; 1 where there is one. A document past the bits is in no set."""
    src = ptr8(table)
    held = ptr8(bits)
    state = ptr16(place)
    doc = state[0]
    unit = state[1]
    at = unit * row + 6  # where the row, of either format, has its lines
    while at < size:
        end = doc + src[at]
        look = doc
        while look < end and look >> 3 < bits_size:
            if held[look >> 3] >> (look & 7) & 1:
                state[0] = doc
                state[1] = unit
                return 1
            look += 1
        doc = end
        unit += 1
        at += row
    return 0


@micropython.viper
def _block_of(table: object, size: int, row: int, line: int, place: object) -> int:
    """Pack.holding: place[0] is the first line of the block place[1]; 0 where there is none."""
    src = ptr8(table)
    state = ptr16(place)
    at = 6
    first = 0
    unit = 0
    while at < size:
        if line < first + src[at]:
            state[0] = first
            state[1] = unit
            return 1
        first += src[at]
        unit += 1
        at += row
    return 0


class Packs:
    """
    The packs of a log, which stay open; of the blocks that were read last so many stay in RAM that
    they have `room` bytes at most.
    """

    def __init__(self, log: "Any", room: int = 0) -> None:
        self._log = log
        self._open: "dict[int, tuple]" = {}  # number: (file, Pack)
        self.room = room  # in all; and what of it is left
        self._room = room
        # {(number of the pack, of a block): [its name, its lines, how many there are at least,
        # whether it was asked for since the last round]}, and the same entries in a ring
        self._kept: "dict[tuple, list]" = {}
        self._ring: "list[list]" = []
        self._next = 0  # the entry of the ring that is looked at next

    def get(self, number: int) -> "Pack | None":
        """A pack; None where it is missing or damaged, which Log.verify() tells. Raises Broken."""
        known = self._open.get(number)
        if known is None:
            row = self._log.row(number)
            if row is None or not is_pack(row):
                return None
            file: "Any" = None
            try:
                file = open(self._log.path_of(row), "rb")
                size = file.seek(0, 2)  # stat would read the directory once more
                known = (file, Pack(file, size, row[COUNTER] or UNKNOWN))
            except CorruptRecord:
                file.close()  # or each question would leave one more to the collector
                return None
            except OSError as e:
                if e.args[0] == _ENOENT:
                    return None
                raise wrong(e, "reading the archive")
            self._open[number] = known
        return known[1]

    def read(self, number: int, block: int, lines: int = 0) -> bytes:
        """As Pack.read, of a pack that is there."""
        known = self._kept.get((number, block))
        if known is not None:
            if known[2] >= (lines or PLACES_MOST):
                known[3] = True
                found: bytes = known[1]
                return found
            self._drop(self._ring.index(known))
            lines = 0  # lines of it are asked for again: perhaps others, too
        pack: "Any" = self.get(number)
        data: bytes = pack.read(block, lines)
        if not data.startswith(DAMAGED):
            self._keep([(number, block), data, lines or PLACES_MOST, False])
        return data

    def _keep(self, entry: list) -> None:
        """Keep a block while there is room; one that was not asked for since a round goes."""
        size = len(entry[1])
        ring = self._ring
        while self._room < size and ring:
            self._next %= len(ring)
            if ring[self._next][3]:
                ring[self._next][3] = False
                self._next += 1
            else:
                self._drop(self._next)
        if self._room >= size:
            self._room -= size
            self._kept[entry[0]] = entry
            ring.insert(self._next, entry)
            self._next += 1

    def _drop(self, at: int) -> None:
        """Forget an entry of the ring."""
        entry = self._ring.pop(at)
        self._next -= at < self._next
        self._room += len(entry[1])
        self._kept.pop(entry[0])

    def close(self, number: int) -> None:
        """Close the file of a pack, before it is removed."""
        for at in range(len(self._ring) - 1, -1, -1):
            if self._ring[at][0][0] == number:
                self._drop(at)
        if number in self._open:
            self._open.pop(number)[0].close()

    def blocks(self, number: int) -> "Any":
        """The blocks of a pack, oldest first."""
        pack = self.get(number)
        if pack is not None:
            for at in range(len(pack)):
                yield pack.read(at)

    def tail(self, number: int) -> "_Tail":
        """A pack for reading from its end, as log.Tail."""
        return _Tail(self.get(number))


class _Tail:
    """The blocks of a pack from its end."""

    def __init__(self, pack: "Pack | None") -> None:
        self._pack: "Any" = pack
        self._end = 0 if pack is None else len(pack)

    def __len__(self) -> int:
        return self._end

    def pop(self) -> bytes:
        self._end -= 1
        block: bytes = self._pack.read(self._end)
        return block
