"""
Superseded lines of the archive, which nothing reads any more.

A line is superseded by a later line with the same id and the same or a higher rev. The last line
of a record stays, its deletion too: an import must not bring back what was deleted. Finds such
lines for a few neighbouring rows of the manifest by reading the log from there on; `packing` drops
them. Takes a few KB of RAM while in use.
"""

from micropython import const

from memory.errors import CorruptRecord
from memory.log.lines import DROPPED, HEAD, ID_START, REV_1, lines_backward, lines_forward
from memory.log.manifest import COUNTERS, NUMBER, REVISIONS, is_pack
from memory.log.pack import DAMAGED
from memory.records.ids import counter_of

from .record_lines import parse_line, parsed_line

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.interfaces import Steps
    from memory.log.log import Log

_REV = b'","rev":'
_CLOSES = const(0x7D)  # the brace that ends a line
_EPOCH_BYTES = const(3)  # of an id, before the counter
_DIGITS = const(10)  # a counter has fewer

# A page is what is known of 32 consecutive ids, 4 bytes each: the highest rev of their lines (0:
# none above 1), how many lines have it, how many of those are still to come.
_IDS = const(32)
_CELL = const(4)
_PAGES_MOST = const(128)  # lines of further ids are kept: at most 30 KB of RAM for all
_REV_MOST = const(65534)  # ids with this rev or more keep all lines
_COUNT_MOST = const(126)
_LOOK = const(16)  # lines in one step that are not parsed


def id_of(line: bytes) -> "tuple[bytes, int] | None":
    """(epoch, counter) of the id in a line of the log; None where the line does not parse."""
    if line.startswith(ID_START):
        end = line.find(b'"', len(ID_START))
        digits = line[len(ID_START) + _EPOCH_BYTES : end]
        if digits.isdigit() and len(digits) < _DIGITS and line.find(ID_START[1:], end) < 0:
            return line[len(ID_START) : len(ID_START) + _EPOCH_BYTES], min(int(digits), COUNTERS)
    try:
        found = parse_line(line)  # in another spelling, or with `next`
    except CorruptRecord:
        return None
    return found.id[:_EPOCH_BYTES].encode(), counter_of(found.id)


def id_of_plain(line: bytes) -> "tuple[bytes, int] | None":
    """As `id_of` for a whole line as this version spells it; None for any other."""
    return id_within(line, 0, len(line))


def id_within(chunk: bytes, begin: int, end: int) -> "tuple[bytes, int] | None":
    """`id_of_plain` for a line that is not cut out of its chunk."""
    if not chunk.startswith(ID_START, begin) or chunk[end - 1] != _CLOSES:
        return None
    if chunk.find(_REV, begin, min(end, begin + HEAD)) < 0:
        return None
    begin += len(ID_START)
    stop = chunk.find(b'"', begin, end)
    digits = chunk[begin + _EPOCH_BYTES : stop]
    if not digits.isdigit() or len(digits) >= _DIGITS or chunk.find(b'"next":{', stop, end) >= 0:
        return None
    return chunk[begin : begin + _EPOCH_BYTES], int(digits)


def revises(line: bytes) -> bool:
    """True for a line that may have an earlier one."""
    return line != DROPPED and line.find(REV_1, 0, HEAD) < 0


class Superseded:
    """
    The superseded lines of neighbouring rows. Run `find`; then `drops` for each line in order.
    """

    def __init__(self, log: "Log", rows: list, keep_from: int) -> None:
        self._log = log
        self._rows = rows
        self._keep_from = keep_from  # the segment from which on a restore needs every line
        self._here: "dict[bytes, bytearray]" = {}  # ids in the rows, a bit each
        self._pages: "dict[bytes, bytearray]" = {}
        self.lines = 0  # of the rows, without those dropped before
        self.dropped = 0  # of them that are superseded
        self.through = 0  # the last sealed segment that was read
        self.damaged = False  # True where a pack among the rows does not check

    def find(self) -> "Steps":
        """Read the log; a generator of short steps. Raises Broken."""
        self.through = self._log.manifest.sealed[-1][NUMBER]
        yield from self._mark_ids()
        if self.damaged or not self._here:
            return
        sealed = self._log.manifest.sealed
        first = self._rows[0][NUMBER]
        for row in [row for row in sealed if row[NUMBER] >= first]:
            if row in self._rows or row[REVISIONS]:
                yield from self._add_later(self._lines(row))
        tail = self._log.tail(self._log.manifest.open)
        yield from self._add_later(lines_backward(tail))
        yield from self._count()

    def _lines(self, row: list) -> "Any":
        if is_pack(row):
            return lines_forward(self._log.chunks(row[NUMBER]))
        return lines_backward(self._log.tail(row[NUMBER]))

    def _mark_ids(self) -> "Steps":
        seen = 0
        for row in self._rows:
            for line in self._lines(row):
                self.damaged = self.damaged or (is_pack(row) and line == DAMAGED[:-1])
                self.lines += line != DROPPED
                found = None if line == DROPPED else id_of(line)
                if found is not None:
                    epoch, counter = found
                    page = epoch + (counter >> 8).to_bytes(4, "big")
                    bits = self._here.get(page)
                    if bits is None:
                        bits = self._here[page] = bytearray(32)
                    bits[counter >> 3 & 31] |= 1 << (counter & 7)
                seen += 1
                if seen % _LOOK == 0:
                    yield False

    def _is_here(self, epoch: bytes, counter: int) -> bool:
        bits = self._here.get(epoch + (counter >> 8).to_bytes(4, "big"))
        return bits is not None and bool(bits[counter >> 3 & 31] & 1 << (counter & 7))

    def _add_later(self, lines: "Any") -> "Steps":
        """Note lines that revise."""
        seen = 0
        for text in lines:
            seen += 1
            if seen % _LOOK == 0:
                yield False
            if not revises(text):
                continue
            line = parsed_line(text)
            if line is None or line.rev < 2:
                continue
            epoch, counter = line.id[:_EPOCH_BYTES].encode(), counter_of(line.id)
            if self._is_here(epoch, counter):
                self._add(epoch, counter, line.rev)
            yield False

    def _add(self, epoch: bytes, counter: int, rev: int) -> None:
        key = epoch + (counter >> 5).to_bytes(4, "big")
        page = self._pages.get(key)
        if page is None:
            if len(self._pages) == _PAGES_MOST:
                return
            page = self._pages[key] = bytearray(_IDS * _CELL)
        at = (counter & _IDS - 1) * _CELL
        known = page[at] << 8 | page[at + 1]
        rev = min(rev, _REV_MOST)
        if rev > known:
            page[at] = rev >> 8
            page[at + 1] = rev & 255
            page[at + 2] = 1
        elif rev == known:
            page[at + 2] = min(page[at + 2] + 1, _COUNT_MOST)

    def _cell(self, epoch: bytes, counter: int) -> "tuple":
        """(page, offset in it) of what is known of an id; (None, 0) for nothing."""
        page = self._pages.get(epoch + (counter >> 5).to_bytes(4, "big"))
        at = (counter & _IDS - 1) * _CELL
        if page is None or not (page[at] or page[at + 1]):
            return None, 0
        return page, at

    def _count(self) -> "Steps":
        """Count what will be dropped, then reset."""
        self.begin()
        for row in self._rows:
            seen = 0
            for text in lines_forward(self._log.chunks(row[NUMBER])):
                self.dropped += self.drops(row, text)
                seen += 1
                if seen % _LOOK == 0:
                    yield False
        self.begin()

    def begin(self) -> None:
        """Reset: all lines of the rows are still to come."""
        for key in self._pages:
            page = self._pages[key]
            for at in range(2, _IDS * _CELL, _CELL):
                page[at + 1] = page[at]

    def drops(self, row: list, text: bytes) -> bool:
        """True where this line of this row is superseded and a restore does not need it."""
        if not self._pages or text == DROPPED:
            return False
        found = id_of(text)
        if found is None:
            return False
        page, at = self._cell(*found)
        line = None if page is None else parsed_line(text)
        if line is None or counter_of(line.id) != found[1]:
            return False
        highest = page[at] << 8 | page[at + 1]
        count = page[at + 2]
        is_superseded = line.rev < highest
        if line.rev == highest:
            page[at + 3] -= 1 if page[at + 3] else 0
            is_superseded = page[at + 3] > 0
        if highest == _REV_MOST or count == _COUNT_MOST:
            return False
        return is_superseded and row[NUMBER] < self._keep_from
