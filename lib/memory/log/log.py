"""
Log: append-only lines on a file system, in segments.

Owns the folder of one stream and, through `manifest`, the names of its files (docs/FORMAT.md
section 4): `life`, or another that streams.py has and retained_log.py keeps for a time only.
A group of lines is one append and one flush: LittleFS keeps all of it or nothing, and one flush
costs one erase. Keeps the size of the free space. What a line says is the business of `archive`.
"""

import os
from binascii import crc32
from collections import namedtuple

from micropython import const

from memory.errors import StoreFull

from . import segment_scan
from .lines import LINE_BYTES, lines_forward
from .manifest import (
    BYTES,
    LAST,
    LINES,
    NUMBER,
    SECOND_FILE,
    Manifest,
    is_pack,
    remove_left,
    wrong,
)
from .pack import Packs
from .segment_files import SegmentFiles
from .streams import LIFE
from .tail import PIECE, Tail

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

SEGMENT_BYTES = 16384  # the open segment is sealed when it has reached this
PACKED = 8  # so many sealed segments are packed together
RESERVE_BLOCKS = 20  # two segments, the manifest, and room for the snapshot to come
_CHUNK = const(4096)
_OPEN_MOST = const(65536)  # of an open segment; a larger one is sealed at boot
_ENOENT = const(2)
# Of blocks of packs that stay in RAM, and where it is told how much of that is free: this share,
# within these bytes. 256 KB hold a thousand records; 128 KB lacked half of what a recall reads.
_BLOCKS_BYTES = const(131072)
_BLOCKS_SHARE = const(16)
_BLOCKS_LEAST = const(65536)
_BLOCKS_MOST = const(262144)
_PERCENT_MARKS = (95, 85)  # where the owner is told that space runs out

# A line on its way into the log, with what the manifest wants to know of it.
Entry = namedtuple("Entry", ("text", "day", "counter", "revises"))


def room_for_blocks(free: int) -> int:
    """How many bytes of blocks stay in RAM where so many bytes of it are free."""
    return min(max(free // _BLOCKS_SHARE, _BLOCKS_LEAST), _BLOCKS_MOST)


class Log:
    """
    `root` is the directory of the manifest. `notify(event, **fields)` hears
    `storage {used, free, percent}` when a mark is passed and `recovered {what, ...}`.
    """

    def __init__(self, root: str, notify: "Any", stream: "Any" = LIFE) -> None:
        self._root = root
        self.folder: str = root + stream.folder  # of the segments
        self._notify = notify
        self.manifest = Manifest(root, stream.name)
        self._blocks = 0  # of the file system, counted at the first append
        self._free = 0
        self.block_bytes = _CHUNK
        self._percent = 0
        self.revisions = 0  # lines of the open segment that revise earlier ones
        self._files = SegmentFiles(self.path)
        #: The packs (pack.Packs).
        self.packs = Packs(self, _BLOCKS_BYTES)
        self._start_segment()

    def use_ram(self, free: int) -> None:
        """Before anything is read: of so many bytes of RAM that are free a part is for blocks."""
        self.packs = Packs(self, room_for_blocks(free))

    def _start_segment(self) -> None:
        self._bytes = self._lines = self.revisions = self._counter = self._crc = 0
        self._first = self._last = ""
        self._torn = False  # True while the open segment ends in half a line

    # -- opening -------------------------------------------------------------------------------

    def open(self) -> None:
        """Read the manifest, or make it from the files. Raises NewerFormat, Broken."""
        known = self.manifest.load()
        if not known or self.manifest.untidy or self.manifest.interrupted():
            self._make_directory()
            if not known:
                segment_scan.find(self, self._notify)
            if self.manifest.untidy or self.manifest.interrupted():
                segment_scan.sweep(self, self._root)
        plain = [row[NUMBER] for row in self.manifest.sealed if not is_pack(row)]
        if len(plain) >= PACKED:
            remove_left(self.path(plain[PACKED - 1], True))

    def _make_directory(self) -> None:
        try:
            os.mkdir(self.folder)
        except OSError as e:
            if e.args[0] != 17:  # EEXIST
                raise wrong(e, "making the directory of the log")

    def remove(self, path: str) -> None:
        """Remove a file. Raises Broken."""
        self.close_files()
        try:
            os.remove(path)
        except OSError as e:
            raise wrong(e, "removing " + path)

    def path(self, number: int, packed: bool = False, second: bool = False) -> str:
        """Of the file of a segment, or of one of the two that a pack may have."""
        ending = ".gz" if packed else ""
        return "%s/%d%s.jsonl%s" % (self.folder, number, "b" if second else "", ending)

    def path_of(self, row: list) -> str:
        """Of the file that a row of the manifest names."""
        return self.path(
            row[NUMBER], is_pack(row), len(row) > SECOND_FILE and row[SECOND_FILE] == 1
        )

    # -- appending -----------------------------------------------------------------------------

    def append(self, entries: list, spare: bool = False) -> None:
        """
        Make these lines (Entry) durable together, or none whatever it raises: all RAM is taken
        before the file is touched. `spare` lets deletions and corrections use the reserve.
        """
        if self._bytes >= self.segment_bytes:
            self.seal()
        pieces = [(entry.text + "\n").encode() for entry in entries]
        if self._torn:
            pieces.insert(0, b"\n")  # or the first line would end that half
        added = sum([len(piece) for piece in pieces])
        self._make_room(added, spare)
        free, percent, size = self._space_after(added)
        crc = self._crc
        for piece in pieces:
            crc = crc32(piece, crc)
        before = self._noted()
        try:
            for entry in entries:
                self._note(entry)
            self._files.append(self.manifest.open, pieces)
        except BaseException as e:
            self._lines, self.revisions, self._counter, self._first, self._last = before
            if isinstance(e, OSError):
                raise wrong(e, "appending to the archive")
            raise
        self._bytes = size
        self._crc = crc
        self._torn = False
        self._free = free
        self._tell_space(percent)

    @property
    def segment_bytes(self) -> int:
        """The open segment is sealed when it has reached this."""
        return SEGMENT_BYTES

    def _noted(self) -> tuple:
        return self._lines, self.revisions, self._counter, self._first, self._last

    def _note(self, entry: Entry) -> None:
        self._lines += 1
        self.revisions += 1 if entry.revises else 0
        self._counter = max(self._counter, entry.counter)
        if entry.day:
            self._first = min(self._first, entry.day) if self._first else entry.day
            self._last = max(self._last, entry.day)

    def take_over(self, entry_of: "Any") -> None:
        """
        Read the open segment, whatever its size, a chunk at a time: `entry_of(text)` is given each
        line, oldest first, and returns its Entry. One that has grown beyond all measure is sealed.
        """
        self._start_segment()
        for text in lines_forward(self._measuring(self.manifest.open), LINE_BYTES):
            self._note(entry_of(text))
        if not self._bytes:  # its first append makes the file, and not the folder
            self._make_directory()
        if self._bytes > _OPEN_MOST:
            try:
                self.seal()
            except StoreFull as e:  # the next append tries again
                self._notify("recovered", what="segment", detail=str(e))

    def measure_open(self) -> None:
        """The open segment was written anew, in as many bytes."""
        self._bytes = self._crc = 0
        for _ in self._measuring(self.manifest.open):
            pass

    def _measuring(self, number: int) -> "Iterator[bytes]":
        for chunk in self.raw(self.path(number)):
            self._bytes += len(chunk)
            self._crc = crc32(chunk, self._crc)
            self._torn = not chunk.endswith(b"\n")
            yield chunk

    def seal(self) -> None:
        """Close the open segment for good; the manifest's rename is the commit."""
        manifest = self.manifest
        row = [manifest.open, self._bytes, self._lines, self.revisions, self._first, self._last]
        row += [self._counter, "%08x" % self._crc]
        manifest.sealed.append(row)
        manifest.open += 1
        counter = manifest.counter
        manifest.counter = max(counter, self._counter)
        try:
            manifest.save()
        except BaseException:
            manifest.sealed.pop()
            manifest.open -= 1
            manifest.counter = counter
            raise
        self._start_segment()

    # -- space ---------------------------------------------------------------------------------

    def _make_room(self, size: int, spare: bool) -> None:
        if not self._blocks:
            self.measure()
        # A part-filled last block is copied on every append, and the directory may need one more.
        needed = size // self.block_bytes + 3
        if self._free - needed < (0 if spare else RESERVE_BLOCKS):
            self.measure()
            if self._free - needed < (0 if spare else RESERVE_BLOCKS):
                raise StoreFull("archive", "the archive is full", free=self._free)

    def measure(self) -> None:
        """Ask the file system: a walk over all files, so it is done once and then counted."""
        # LittleFS counts a file twice that is open here and was read by another.
        self.close_files()
        try:
            info = os.statvfs(self._root)
        except OSError as e:
            raise wrong(e, "measuring the archive")
        self.block_bytes = info[0]
        self._blocks = info[2]
        # LittleFS counts shared blocks twice, and a full one may seem to have less than none.
        self._free = info[3] if info[3] <= info[2] else 0

    def space(self) -> "tuple[int, int, int]":
        """(blocks, free blocks, bytes of a block) of the file system. Raises Broken."""
        if not self._blocks:
            self.measure()
        return self._blocks, self._free, self.block_bytes

    @property
    def position(self) -> "tuple[int, int]":
        """(number of the open segment, its bytes): another one after every append."""
        return self.manifest.open, self._bytes

    @property
    def lines(self) -> int:
        """Lines of all segments."""
        return sum([row[LINES] for row in self.manifest.sealed]) + self._lines

    @property
    def days(self) -> "tuple[str, str]":
        """First and last day on which something in the open segment was told; "" for none."""
        return self._first, self._last

    def free(self) -> int:
        """Free blocks of the file system, as far as they are counted."""
        return self.space()[1]

    def blocks(self, size: int) -> int:
        """Blocks that a file of so many bytes takes, about."""
        return size // (self.block_bytes - 8) + 1  # each block has pointers to others

    def count_blocks(self, freed: int) -> None:
        """Background work has freed so many blocks; measuring takes long."""
        self._free = max(0, min(self._free + freed, self._blocks))

    def _space_after(self, size: int) -> "tuple[int, int, int]":
        """(free blocks, percent used, bytes of the open segment) when `size` bytes are added."""
        block = self.block_bytes
        end = self._bytes + size
        before = (self._bytes + block - 1) // block
        free = self._free - ((end + block - 1) // block - before)
        return free, 100 - 100 * free // self._blocks, end

    def _tell_space(self, percent: int) -> None:
        for mark in _PERCENT_MARKS:
            if percent >= mark > self._percent:
                try:
                    self._notify("storage", used=self._blocks - self._free, free=self._free)
                except (MemoryError, OSError):
                    return  # the lines are there all the same; told at the next append
                break
        self._percent = percent

    @property
    def last_day(self) -> "str | None":
        """The latest day on which something in the log was told, as far as the manifest knows."""
        days = [self._last] + [row[LAST] for row in self.manifest.sealed]
        return max(days) or None

    # -- reading -------------------------------------------------------------------------------

    def segments(self, since: int = -1) -> list:
        """Numbers of all segments after this one, newest first, as they are now."""
        found = [self.manifest.open] if self.manifest.open > since else []
        for row in reversed(self.manifest.sealed):
            if row[NUMBER] <= since:
                break  # of the index, which most are
            found.append(row[NUMBER])
        return found

    def verify(self) -> list:
        """Numbers of the sealed segments whose bytes do not check against the manifest."""
        return segment_scan.damaged(self)

    def chunks(self, number: int) -> "Any":
        """The lines of a segment or pack, oldest first, in pieces of at most 8 KB."""
        row = self.row(number)
        if row is not None and is_pack(row):
            return self.packs.blocks(number)
        return self._pieces(number, self._bytes if row is None else row[BYTES])

    def _pieces(self, number: int, size: int) -> "Iterator[bytes]":
        """The first `size` bytes of a plain segment. No file stays open that nobody owns."""
        at = 0
        while at < size:
            data = self.piece(number, at, min(at + PIECE, size))
            if not data:
                return
            yield data
            at += len(data)

    def row(self, number: int) -> "list | None":
        """The row of the manifest with this number; None for the open segment."""
        for row in reversed(self.manifest.sealed):  # the last are asked for most
            if row[NUMBER] <= number:
                found: list = row
                return found if row[NUMBER] == number else None
        return None

    def raw(self, path: str, doing: str = "reading the archive") -> "Iterator[bytes]":
        """The bytes of a file in pieces of 4 KB; none where it does not exist yet."""
        try:
            with open(path, "rb") as f:
                while True:
                    chunk = f.read(PIECE)
                    if not chunk:
                        return
                    yield chunk
        except OSError as e:
            if e.args[0] != _ENOENT:  # the open segment is made by its first append
                raise wrong(e, doing)

    def piece(self, number: int, begin: int, end: int, keeps: bool = True) -> bytes:
        """
        Bytes of a plain segment; none where it is lost, as verify() tells. Raises Broken. Some of
        what was read stays in RAM as long as its file is open: 64 KB, none without `keeps`.
        """
        try:
            return self._files.read(number, begin, end, keeps)
        except OSError as e:
            if e.args[0] != _ENOENT:
                raise wrong(e, "reading the archive")
            return b""

    def close_file(self, number: int) -> None:
        """Close the file of a plain segment, before it is removed."""
        self._files.close(number)

    def close_files(self) -> None:
        """Close the segments that are kept open."""
        self._files.close_all()

    def tail(self, number: int) -> "Any":
        """A segment as it is now, for reading from its end."""
        row = self.row(number)
        if row is not None and is_pack(row):
            return self.packs.tail(number)
        return Tail(self, number, self._bytes if row is None else row[BYTES])
