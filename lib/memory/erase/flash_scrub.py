"""
Flash scrub: overwrites what no file shows, and searches the flash for erased records.

NVS marks an entry as erased and keeps its bytes, so zeros are programmed over them, which only
clears bits. LittleFS keeps the bytes of free blocks, and old commits in the two halves of a
directory. Small files are made and removed until both halves have been rewritten, then larger ones
that together take every free block. docs/FORMAT.md section 11 says why this is safe. It works on
the raw partitions, and knows the erased ids, and the words while they are still in RAM.
"""

import io
import os
from binascii import crc32
from struct import unpack_from

from deflate import RAW, DeflateIO
from micropython import const

from memory.errors import MemoryFault
from memory.log.checked_file import exists
from memory.log.manifest import remove_left, wrong

from .turn_scrub import has_turn

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.interfaces import Steps
    from memory.log.log import Log

    from .erasure_journal import ErasureJournal

_SECTOR = const(4096)
_ENTRY = const(32)
_ENTRIES = const(126)
_TABLE = const(32)  # where a page's states of entries begin, two bits each
_FIRST = const(64)  # where its entries begin
_BLANK = const(0xFFFFFFFF)
_STATES = (0xFFFFFFFE, 0xFFFFFFFC, 0xFFFFFFF8)  # of a page in use: active, full, being freed
_ZEROS = bytes(256)
# A file so small stands in its directory's own blocks; so many, made and removed, fill these more
# than twice over.
_SMALL = b"\xff" * 200
_COMMITS = const(48)
_FILE_BLOCKS = const(8)  # of a file that takes free blocks: what nobody else can have meanwhile
_MORE = const(16)  # blocks: directories move, and others write meanwhile
_PIECE = b"\xff" * 4080  # eight such fill eight blocks, with the pointers that stand in those
_FOLDERS = ("/life", "")
_TURNS = "/turns"  # where they share the partition of the archive
_BEGIN = const(64)  # bytes of a block that tell whether it was ever written
_ID = b'"id":"'
_GZIP = b"\x1f\x8b\x08"
_SYNC = b"\x00\x00\xff\xff"  # after it a block of a pack begins
_WINDOW = const(12)
_INFLATE = const(512)
_INFLATE_MOST = const(12288)


class FlashScrub:
    """One pass. `erases` estimates the erased blocks; `left` lists where something was found."""

    def __init__(self, store: "Any", log: "Log", root: str, journal: "ErasureJournal") -> None:
        self._log = log
        self._root = root
        self._journal = journal
        self._store = store
        self._words: "list[bytes]" = []
        self._nvs, *self._disks = store.partitions()
        self._folders = _FOLDERS + ((_TURNS,) if exists(root + _TURNS) else ())
        self._file: "Any" = None
        self.erases = 0
        self.left: "list[str]" = []

    def steps(self) -> "Steps":
        """Raises StoreFull or Broken."""
        try:
            page = bytearray(_SECTOR)
            for number in range(self._nvs.ioctl(4, 0)):
                self._blank_page(number, page)
                yield False
            yield from self._turn_directories(self._root, self._folders)
            self._log.measure()
            yield False
            yield from self._take_free_blocks(self._root, _FOLDERS, self._log.free())
            if self._disks[1:]:
                yield from self._clean_turns(self._disks[1])
            if self._journal.words:
                turns = self._store.turns.position
                self._words = self._journal.words_in(
                    self._store.changes, self._log.position, turns
                )
            yield from self._look(page)
        except OSError as e:
            raise wrong(e, "cleaning the flash")

    def close(self) -> None:
        """Close the file of a pass that was abandoned."""
        if self._file is not None:
            self._file.close()
            self._file = None

    # -- NVS -----------------------------------------------------------------------------------

    def _blank_page(self, number: int, page: bytearray) -> None:
        """Program zeros over a page's erased entries, in one step, so nobody writes meanwhile."""
        head = bytearray(_FIRST)
        self._nvs.readblocks(number, page, 0)
        self._nvs.readblocks(number, head, 0)
        if head != page[:_FIRST]:
            return  # this flash reads differently each time: leave it
        for begin, end in erased_spans(page):
            for at in range(begin, end, len(_ZEROS)):
                self._nvs.writeblocks(number, _ZEROS[: min(len(_ZEROS), end - at)], at)

    # -- LittleFS ------------------------------------------------------------------------------

    def _clean_turns(self, disk: "Any") -> "Steps":
        """The same on the partition of the turns, if anything was ever written to it."""
        for number in range(2, disk.ioctl(4, 0)):
            head = bytearray(_BEGIN)
            disk.readblocks(number, head, 0)
            if head.count(b"\xff") != _BEGIN:
                break
            if number % _FILE_BLOCKS == 0:
                yield False
        else:
            return
        turns = self._store.turns
        try:
            root = turns.mounted()
        except MemoryFault:
            yield from self._erase_turns(disk)
            return
        remove_left(root + "/fill")
        yield from self._turn_directories(root, ("",))
        turns.close_files()
        info = os.statvfs(root)
        yield False
        yield from self._take_free_blocks(root, ("",), info[3] if info[3] <= info[2] else 0)

    def _erase_turns(self, disk: "Any") -> "Steps":
        """
        Of a partition that does not mount nobody knows what is in it. Where everything is to be
        erased it is made blank; else it stays, and is told.
        """
        if not (self._journal.all_turns or self._journal.others):
            self.left.append("turns, not mounted")
            return
        for number in range(disk.ioctl(4, 0)):
            disk.ioctl(6, number)
            self.erases += 1
            yield False

    def _turn_directories(self, root: str, folders: tuple) -> "Steps":
        """Have LittleFS rewrite both halves of each directory without their old commits."""
        for folder in folders:
            for _ in range(_COMMITS):
                yield from self._make(root + folder, _SMALL, 1)
            self.erases += 4

    def _take_free_blocks(self, root: str, folders: tuple, free: int) -> "Steps":
        """
        Have LittleFS erase each free block. It hands out blocks in turn around the partition, at
        first those that were free at its last scan. After at most as many as are free now it scans
        again, and then hands out all of them.
        """
        size = max(1, min(_FILE_BLOCKS, free // 2))
        turn = 0
        for _ in range(0, 2 * free + _MORE, size):
            turn += 1
            yield from self._make(root + folders[turn % len(folders)], _PIECE, size)
            self.erases += size

    def _make(self, folder: str, piece: bytes, count: int) -> "Steps":
        """Make a file of `count` pieces and remove it."""
        path = folder + "/fill"
        self._file = open(path, "wb")
        for _ in range(count):
            self._file.write(piece)
            yield False
        self._file.close()
        self._file = None
        yield False
        os.remove(path)
        yield False

    # -- looking -------------------------------------------------------------------------------

    def _look(self, page: bytearray) -> "Steps":
        """Search all partitions, also within compressed data."""
        for number in range(self._nvs.ioctl(4, 0)):
            self._nvs.readblocks(number, page, 0)
            if erased_spans(page):
                self.left.append("nvs %d" % number)
            yield False
        for name, disk in zip(("memory", "turns"), self._disks):
            for number in range(disk.ioctl(4, 0)):
                yield from self._look_at("%s %d" % (name, number), disk, number, page)

    def _look_at(self, place: str, disk: "Any", number: int, page: bytearray) -> "Steps":
        try:
            disk.readblocks(number, page, 0)
        except OSError:  # reported as left, since its contents are unknown
            self.left.append(place + ", unread")
            return
        if page.count(b"\xff") == _SECTOR:
            return
        if self._is_in(page):
            self.left.append(place)
        else:
            for mark in (_GZIP, _SYNC):
                yield from self._look_inside(place, page, mark)
        yield False

    def _look_inside(self, place: str, page: bytearray, mark: bytes) -> "Steps":
        """Search what is inflated from each of these marks on."""
        at = page.find(mark)
        while at >= 0:
            begin = at + len(mark) if mark == _SYNC else _member(page, at)
            if self._is_in(inflated(page, begin)):
                self.left.append(place + ", packed")
                return
            yield False
            at = page.find(mark, at + 1)

    def _is_in(self, data: "bytes | bytearray") -> bool:
        return self._has_words(data) or self._has_id(data) or has_turn(data, self._journal)

    def _has_words(self, data: "bytes | bytearray") -> bool:
        for words in self._words:
            if data.find(words) >= 0:
                return True
        return False

    def _has_id(self, data: "bytes | bytearray") -> bool:
        """True where it has a line about an erased record."""
        at = data.find(_ID)
        while at >= 0:
            end = data.find(b"\n", at)
            line = bytes(data[at : end if end >= 0 else len(data)])
            if self._journal.holds(b"{" + line):
                return True
            at = data.find(_ID, at + 1)
        return False


def erased_spans(page: "bytes | bytearray") -> list:
    """
    [(begin, end)] of the bytes of an NVS page that are unused and not zero: entries that are
    marked as erased, or the whole page if a power cut interrupted its erase or first write, since
    NVS erases such a page before it uses it.
    """
    state = unpack_from("<I", page)[0]
    if state == _BLANK and page.count(b"\xff") == _SECTOR:
        return []
    sound = unpack_from("<I", page, 28)[0] == crc32(bytes(page[4:28]), 0xFFFFFFFF)
    if state not in _STATES or not sound:
        return [(0, _SECTOR)] if page.count(b"\0") < _SECTOR else []
    found: "list[tuple]" = []
    for at in range(_ENTRIES):
        begin = _FIRST + at * _ENTRY
        if page[_TABLE + (at >> 2)] >> ((at & 3) << 1) & 3:
            continue
        if page.find(_ZEROS[:_ENTRY], begin, begin + _ENTRY) == begin:
            continue
        if found and found[-1][1] == begin:
            found[-1] = (found[-1][0], begin + _ENTRY)
        else:
            found.append((begin, begin + _ENTRY))
    return found


def _member(data: bytearray, at: int) -> int:
    """Where the deflated bytes of a gzip member begin: after its header and an extra field."""
    if at + 12 < len(data) and data[at + 3] & 4:
        return at + 12 + (data[at + 10] | data[at + 11] << 8)
    return at + 10


def inflated(data: "bytes | bytearray", begin: int) -> bytes:
    """What is inflated from there on, as far as it goes."""
    out = bytearray()
    stream = DeflateIO(io.BytesIO(bytes(data[begin:])), RAW, _WINDOW)
    try:
        while len(out) < _INFLATE_MOST:
            piece = stream.read(_INFLATE)
            if not piece:
                break
            out += piece
    except (OSError, EOFError):
        return bytes(out)  # the remainder is in another block, or this is no stream
    return bytes(out)
