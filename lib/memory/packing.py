"""
Packing: sealed segments become one gzip file, a step at a time.

The manifest's rename is the commit; before it the segments count, after it the pack. Nothing is
lost or doubled by a cut, and readers find either. Import it when there is something to do: the
encoder takes 41 KB of RAM.
"""

from binascii import crc32

from micropython import const

from .errors import CorruptRecord
from .log import DROPPED, PACKED, Log, lines_forward
from .manifest import (
    BYTES,
    COUNTERS,
    FIRST,
    LAST,
    LINES,
    NUMBER,
    REVISIONS,
    first_of,
    is_pack,
    wrong,
)
from .pack import BLOCK_BYTES, LINES_MOST, WINDOW_BITS, table_member
from .records import counter_of, from_line

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

PACK_BYTES = 98304  # the last pack grows until it has this
_ID = b'{"id":"'  # how our own lines begin
_EPOCH_BYTES = const(3)  # of an id, before the counter
_DIGITS = const(10)  # a counter has fewer


def due(log: Log) -> bool:
    """True when there are segments to pack."""
    return len([row for row in log.manifest.sealed if not is_pack(row)]) >= PACKED


def pack(log: Log) -> "Any":
    """
    Pack the oldest plain segments, with the last pack while that is small. A generator of steps;
    raises StoreFull or Broken, and then what counted before still does.
    """
    sealed = log.manifest.sealed
    at = len(sealed)
    while at and not is_pack(sealed[at - 1]):
        at -= 1
    first_plain = at
    if at and sealed[at - 1][BYTES] < PACK_BYTES:
        at -= 1
    # Always the same ones until they are packed: what a cut has left of a file is then replaced.
    rows = sealed[at : first_plain + PACKED]
    number = rows[-1][NUMBER]
    path = log.path(number, True)
    try:
        with open(path, "wb") as f:
            made = _Writer(f.write)
            for row in rows:
                end = made.lines + row[LINES]
                for line in lines_forward(log.chunks(row[NUMBER])):
                    yield from made.add(line)
                while made.lines < end:  # some are lost; the numbers of those after them stay
                    yield from made.add(DROPPED)
            yield from made.finish(first_of(rows[0]), number)
            yield
    except OSError as e:
        raise wrong(e, "packing the archive")
    yield
    yield from _replace(log, at, rows, _joined(rows, made))


def _replace(log: Log, at: int, rows: list, row: list) -> "Any":
    """Let the pack take the place of these segments; then remove their files."""
    manifest = log.manifest
    before = manifest.sealed
    manifest.sealed = before[:at] + [row] + before[at + len(rows) :]
    manifest.untidy = True
    try:
        manifest.save()
    except BaseException:
        manifest.sealed = before
        manifest.untidy = False
        raise
    yield
    for old in rows:
        if is_pack(old):
            log.packs.close(old[NUMBER])
        log.remove_left(log.path_of(old))  # a lost segment is not there
        yield
    manifest.untidy = False
    manifest.save()
    log.measure()


def _joined(rows: list, made: "_Writer") -> list:
    """The manifest's row of the pack of these segments."""
    last = rows[-1][NUMBER]
    days = [row[FIRST] for row in rows if row[FIRST]]
    return [
        last,
        made.size,
        made.lines,
        sum([row[REVISIONS] for row in rows]),
        min(days) if days else "",
        max([row[LAST] for row in rows]),
        made.counter,
        "%08x" % made.crc,
        first_of(rows[0]),
        last,
        0,
    ]


def counter_in(line: bytes) -> int:
    """The id counter in a line of the log; 0 where it has none that counts."""
    if line.startswith(_ID):
        end = line.find(b'"', len(_ID))
        digits = line[len(_ID) + _EPOCH_BYTES : end]
        if digits.isdigit() and len(digits) < _DIGITS and line.find(_ID[1:], end) < 0:
            return min(int(digits), COUNTERS)
    try:
        return min(counter_of(from_line(line).id), COUNTERS)  # in another spelling, or with `next`
    except CorruptRecord:
        return 0


class _Writer:
    """Lines on their way into a pack."""

    def __init__(self, write: "Any") -> None:
        from .deflate import Gzip  # takes 10 KB of code that only packing wants

        self._write = write
        self._rows: "list[tuple]" = []
        self._lines = 0  # of the block
        self._bytes = 0
        self._block_crc = 0
        self._counter = 0  # the highest of the block
        self.counter = 0  # of all
        self.lines = 0
        self.size = 0
        self.crc = 0
        self._gzip = Gzip(self._send, WINDOW_BITS, BLOCK_BYTES)

    def _send(self, data: "Any") -> None:
        self.crc = crc32(data, self.crc)
        self.size += len(data)
        self._write(data)

    def add(self, line: bytes) -> "Any":
        if self._lines == LINES_MOST or (self._bytes and len(line) >= self._gzip.room):
            yield from self._end_block()
        counter = counter_in(line)
        while len(line) >= BLOCK_BYTES:
            self._put(line[:BLOCK_BYTES], counter)
            line = line[BLOCK_BYTES:]
            yield from self._end_block()
        self._put(line + b"\n", counter)
        self._lines += 1
        self.lines += 1

    def _put(self, data: bytes, counter: int) -> None:
        self._counter = max(self._counter, counter)
        self._gzip.add(data)
        self._block_crc = crc32(data, self._block_crc)
        self._bytes += len(data)

    def _end_block(self) -> "Any":
        offset, _ = yield from self._gzip.steps()
        self._rows.append((offset, self._bytes, self._lines, self._block_crc, self._counter))
        self.counter = max(self.counter, self._counter)
        self._lines = self._bytes = self._block_crc = self._counter = 0
        yield

    def finish(self, first: int, last: int) -> "Any":
        if self._bytes:
            yield from self._end_block()
        self._gzip.finish()
        self._send(table_member(first, last, self._rows))
