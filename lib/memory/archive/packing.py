"""
Packing: compresses sealed segments into one gzip file, a step at a time, without superseded lines.

The manifest's rename is the commit: before it the old files are valid, after it the new one. A
power cut loses or doubles nothing, and readers find one or the other. The index, which counts
lines, is told before the commit which ones are dropped.
"""

from binascii import crc32

from micropython import const

from memory.errors import StoreFull
from memory.gzip.writer import Gzip
from memory.index.numbering import Losses
from memory.log.lines import DROPPED, SHORT, lines_forward
from memory.log.log import PACKED, RESERVE_BLOCKS, Log
from memory.log.manifest import (
    BYTES,
    CRC,
    FIRST,
    LAST,
    LINES,
    NUMBER,
    SECOND_FILE,
    first_of,
    is_pack,
    remove_left,
    wrong,
)
from memory.log.pack import BLOCK_BYTES, LINES_MOST, WINDOW_BITS, table_member

from .superseded import Superseded, id_of, revises

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.index.index import Index
    from memory.interfaces import LineDropper, Steps

PACK_BYTES = 98304  # the last pack grows until it has this
# A block ends at so many halves of lines and of bytes. A line in the short form counts half: its
# few bytes are many signs that do not repeat, and a block twice as long takes a twentieth less.
_HALVES = 2 * LINES_MOST
_HALF_BYTES = 2 * BLOCK_BYTES


def due(log: Log) -> bool:
    """True when there are segments to pack."""
    return len([row for row in log.manifest.sealed if not is_pack(row)]) >= PACKED


def pack(log: Log, keep_from: int = 0, index: "Index | None" = None) -> "Steps":
    """
    Pack the oldest uncompressed segments, with the last pack while that is small, in steps.
    `keep_from` is the first segment of which a restore needs every line; with 0 none is dropped
    and the last pack stays. `index` is the one that there is, if any. Raises StoreFull or Broken,
    and then the archive is as before.
    """
    sealed = log.manifest.sealed
    packs = len([row for row in sealed if is_pack(row)])
    # Always the same ones until they are packed, so that an incomplete file is written over.
    rows = sealed[packs : packs + PACKED]
    if not keep_from:  # no search for superseded lines saves 30 KB of RAM
        yield from rewrite(log, rows, Superseded(log, rows, keep_from), index)
        return
    if packs and sealed[packs - 1][BYTES] < PACK_BYTES:
        grown = sealed[packs - 1 : packs + PACKED]
        superseded = Superseded(log, grown, keep_from)
        yield from superseded.find()
        if not superseded.damaged and _fits(log, grown):
            yield from rewrite(log, grown, superseded, index)
            return
    superseded = Superseded(log, rows, keep_from)
    yield from superseded.find()
    yield from rewrite(log, rows, superseded, index)


def _fits(log: Log, rows: list) -> bool:
    """True where the new file fits beside the old ones and the log keeps its reserve."""
    return log.free() - log.blocks(sum([row[BYTES] for row in rows]) // 2) >= RESERVE_BLOCKS


def rewrite(
    log: Log, rows: list, superseded: "LineDropper", index: "Index | None" = None
) -> "Steps":
    """Replace neighbouring rows by one pack without what `superseded` drops, in steps."""
    if not _fits(log, rows):
        log.measure()  # the count of blocks may be off
        yield False
    if not _fits(log, rows):
        raise StoreFull("archive", "no room for packing the archive", free=log.free())
    last = rows[-1]
    second = False
    if is_pack(last):
        second = not (len(last) > SECOND_FILE and last[SECOND_FILE])
        log.manifest.untidy = True  # a power cut leaves a file that only a listing finds
        yield from log.manifest.saving()
        yield False
    path = log.path(last[NUMBER], True, second)
    made = _Pack(path, first_of(rows[0]), last[NUMBER])
    losses = _losses(log, rows, index)
    keep = False
    try:
        yield from made.open()
        yield from _copy(log, rows, superseded, made, losses)
        yield from made.finish()
        keep = True
    except GeneratorExit:
        keep = True  # the next attempt writes over it
        raise
    except OSError as e:
        raise wrong(e, "packing the archive")
    finally:
        made.close()
        if not keep:
            remove_left(path)
    row = made.row(rows, superseded.through, second)
    if losses is not None:
        yield from losses.commit(row[NUMBER], row[CRC])
    yield from _replace(log, rows, row)
    yield from _remove(log, rows)


def _copy(
    log: Log, rows: list, superseded: "LineDropper", made: "_Pack", losses: "Losses | None"
) -> "Steps":
    """Copy the lines of these rows that stay, and tell `losses` of the others."""
    for row in rows:
        left = row[LINES]
        for line in lines_forward(log.chunks(row[NUMBER])):
            drops = superseded.drops(row, line) or line == DROPPED
            if not drops:
                yield from made.add(line)
            if losses is not None and left > 0:
                losses.note(drops)
            left -= 1
            yield False
        while losses is not None and left > 0:  # a segment that is lost or was damaged
            losses.note(True)
            left -= 1


def _losses(log: Log, rows: list, index: "Index | None") -> "Losses | None":
    """What tells the index of dropped lines; None where it has no documents of these rows."""
    sealed = log.manifest.sealed
    if index is None or rows[-1][NUMBER] > index.through or not index.covers(sealed):
        return None
    return Losses(index, sum([row[LINES] for row in sealed[: sealed.index(rows[0])]]))


def _replace(log: Log, rows: list, row: list) -> "Steps":
    """Replace these rows of the manifest by one."""
    manifest = log.manifest
    at = manifest.sealed.index(rows[0])
    manifest.sealed[at : at + len(rows)] = [row]
    untidy = manifest.untidy
    manifest.untidy = True
    try:
        yield from manifest.saving()
    except BaseException:
        manifest.sealed[at : at + 1] = rows
        manifest.untidy = untidy
        raise
    log.count_blocks(-log.blocks(row[BYTES]))
    yield False


def _remove(log: Log, rows: list) -> "Steps":
    """Remove the files that a pack has replaced."""
    for old in rows:
        if is_pack(old):
            log.packs.close(old[NUMBER])
        else:
            log.close_file(old[NUMBER])
        remove_left(log.path_of(old))  # a lost segment is not there
        log.count_blocks(log.blocks(old[BYTES]))
        yield False
    log.manifest.untidy = False
    yield from log.manifest.saving()


class _Pack:
    """A pack being written to a file."""

    def __init__(self, path: str, first: int, last: int) -> None:
        self._path = path
        self._first = first
        self._last = last
        self._file: "Any" = None
        self._gzip: "Any" = None
        self._rows: "list[tuple]" = []
        self._lines = 0  # of the block
        self._bytes = 0
        self._halves = 0  # of its lines, and of their bytes
        self._half_bytes = 0
        self._packed_crc = 0  # of the block as it is written
        self._counter = 0  # the highest of the block
        self._highest = 0  # of all
        self._revisions = 0
        self._crc = 0
        self._size = 0
        self.lines = 0

    def open(self) -> "Steps":
        self._file = open(self._path, "wb")
        yield False
        self._gzip = Gzip(self._send, WINDOW_BITS, _HALF_BYTES)
        self._packed_crc = 0  # the head of the file is in no block
        yield False

    def _send(self, data: "Any") -> None:
        self._crc = crc32(data, self._crc)
        self._packed_crc = crc32(data, self._packed_crc)
        self._size += len(data)
        self._file.write(data)

    def add(self, line: bytes) -> "Steps":
        weight = 1 if line.find(SHORT) >= 0 else 2
        half_bytes = weight * (len(line) + 1)
        full = self._halves + weight > _HALVES or self._half_bytes + half_bytes > _HALF_BYTES
        if full and self._bytes:
            yield from self._end_block()
        found = id_of(line)
        counter = found[1] if found is not None else 0
        self._revisions += revises(line)
        while len(line) >= BLOCK_BYTES:
            self._put(line[:BLOCK_BYTES], counter)
            line = line[BLOCK_BYTES:]
            yield from self._end_block()
        self._put(line + b"\n", counter)
        self._lines += 1
        self._halves += weight
        self._half_bytes += half_bytes
        self.lines += 1

    def _put(self, data: bytes, counter: int) -> None:
        self._counter = max(self._counter, counter)
        self._gzip.add(data)
        self._bytes += len(data)

    def _end_block(self) -> "Steps":
        offset, _ = yield from self._gzip.steps()
        self._rows.append((offset, self._bytes, self._lines, self._packed_crc, self._counter))
        self._highest = max(self._highest, self._counter)
        self._lines = self._bytes = self._packed_crc = self._counter = 0
        self._halves = self._half_bytes = 0
        yield False

    def finish(self) -> "Steps":
        if self._bytes:
            yield from self._end_block()
        self._gzip.finish()
        yield False
        self._send(table_member(self._first, self._last, self._rows))
        yield False
        self._gzip = None
        self._file.close()
        yield False

    def close(self) -> None:
        """Close the file, complete or not."""
        if self._file is not None:
            self._file.close()

    def row(self, rows: list, checked_up_to: int, second: bool) -> list:
        """The manifest's row of this pack of those segments."""
        days = [row[FIRST] for row in rows if row[FIRST]]
        found = [self._last, self._size, self.lines, self._revisions, min(days) if days else ""]
        found += [max([row[LAST] for row in rows]), self._highest, "%08x" % self._crc]
        return found + [self._first, checked_up_to, int(second), 1]
