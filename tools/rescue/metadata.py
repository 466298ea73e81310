"""
Metadata: LittleFS's own blocks, read without LittleFS.

For what its code does not say or cannot do: whether the newest state of a directory is lost (it
then takes the older one without a word), and the files of a directory to which nothing leads any
more. Source: SPEC.md of LittleFS, disk version 2.1. Judges; knows nothing of what is in files.
"""

import re
import struct
import zlib
from typing import NamedTuple

BLOCK = 4096
_WORD = 4
_NONE = 0x3FF  # no id, and no length
_NAME_FILE, _NAME_DIRECTORY, _NAME_SUPER = 0x001, 0x002, 0x0FF
_STRUCT_PAIR, _STRUCT_INLINE, _STRUCT_LIST = 0x200, 0x201, 0x202
_CREATE, _DELETE = 0x401, 0x4FF
_HARD_TAIL = 0x601
_SEGMENT = re.compile(r"[1-9][0-9]{0,8}b?\.jsonl(\.gz)?")
_FILE_MOST = 1 << 21
# A pair of blocks begins after a multiple of this, and is given up at the next: block_cycles of
# MicroPython is 100, LittleFS (lfs_dir_alloc) takes the odd number above it.
_REVISIONS = 101


class Entry:
    """A name in a directory and what stands for its content."""

    def __init__(self) -> None:
        self.name = ""
        self.sort = 0
        self.struct = 0
        self.data = b""


class Block(NamedTuple):
    """
    A block whose first commit checks. `torn`: after the last commit that checks there is more,
    which a cut program leaves, or damage.
    """

    revision: int
    entries: list[Entry]
    tail: "tuple[int, int] | None"
    torn: bool


def read_block(block: bytes) -> "Block | None":
    """What a metadata block says; None where it is none."""
    entries: list[Entry] = []
    tail: "tuple[int, int] | None" = None
    end = 0  # of the last commit that checks
    previous, at, since = 0xFFFFFFFF, _WORD, 0
    pending: list[tuple[int, int, bytes]] = []
    while at + _WORD <= len(block):
        tag = struct.unpack_from(">I", block, at)[0] ^ previous
        sort, id, size = tag >> 20 & 0x7FF, tag >> 10 & 0x3FF, tag & 0x3FF
        if tag >> 31:
            break
        at += _WORD
        length = 0 if size == _NONE else size
        if at + length > len(block):
            break
        if sort & 0x780 == 0x500:  # the CRC that ends a commit
            if length < _WORD:
                break
            (crc,) = struct.unpack_from("<I", block, at)
            if crc != zlib.crc32(block[since:at]) ^ 0xFFFFFFFF:
                break
            for one in pending:
                tail = _apply(entries, one) or tail
            pending = []
            previous = tag ^ (sort & 1) << 31
            at += length
            end = since = at
            continue
        pending.append((sort, id, block[at : at + length]))
        previous = tag
        at += length
    if not end:
        return None
    torn = block[end:].count(b"\xff") != len(block) - end
    return Block(struct.unpack_from("<I", block)[0], entries, tail, torn)


def _apply(entries: list[Entry], tag: "tuple[int, int, bytes]") -> "tuple[int, int] | None":
    """Do what a tag says; the pair that a hard tail names."""
    sort, id, data = tag
    if sort == _HARD_TAIL and len(data) == 8:
        first, second = struct.unpack("<II", data)
        return first, second
    if id == _NONE:
        return None
    if sort == _DELETE:
        del entries[id : id + 1]
        return None
    if sort == _CREATE:
        entries.insert(id, Entry())
        return None
    if sort not in (_NAME_FILE, _NAME_DIRECTORY, _NAME_SUPER) and sort >> 8 != 2:
        return None
    while len(entries) <= id:
        entries.append(Entry())
    if sort >> 8 == 2:
        entries[id].struct, entries[id].data = sort, data
    else:
        entries[id].sort, entries[id].name = sort, data.decode("utf-8", "replace")
    return None


class Disk:
    """The metadata blocks of a partition."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.count = (len(data) + BLOCK - 1) // BLOCK
        self._known: "dict[int, Block | None]" = {}

    def raw(self, number: int) -> bytes:
        return self._data[number * BLOCK : (number + 1) * BLOCK]

    def block(self, number: int) -> "Block | None":
        if number not in self._known:
            self._known[number] = read_block(self.raw(number))
        return self._known[number]

    def newer(self, pair: "tuple[int, int]") -> "Block | None":
        """The block of a pair that counts."""
        found = [block for block in map(self.block, pair) if block is not None]
        if len(found) == 2 and (found[1].revision - found[0].revision) & 0xFFFFFFFF < 1 << 31:
            return found[1]
        return found[0] if found else None

    def block_count(self) -> int:
        """How many blocks the superblock says that there are; 0 where it says nothing."""
        root = self.newer((0, 1))
        for entry in root.entries if root is not None else []:
            if entry.sort == _NAME_SUPER and len(entry.data) >= 12:
                count: int = struct.unpack_from("<I", entry.data, 8)[0]
                return count if count <= 1 << 16 else 0
        return 0

    def doubts(self) -> list[str]:
        """What is wrong with pairs of blocks, in words: their newest state may be lost."""
        found = []
        pairs = [("the root directory", (0, 1), True)]
        seen = set()
        while pairs:
            name, pair, named = pairs.pop(0)
            if pair in seen or max(pair) >= self.count:
                continue
            seen.add(pair)
            for number in pair:
                known, raw = self.block(number), self.raw(number)
                # At first only one of the two blocks of a directory is written, except of the root
                # directory; and where a directory goes on, the other may hold anything.
                erased = pair != (0, 1) and raw.count(b"\xff") == len(raw)
                if known is None and named and not (erased and self._is_first(pair)):
                    found.append(f"{name}: block {number} of its two does not check")
                elif known is not None and known.torn and known is self.newer(pair):
                    found.append(f"{name}: block {number} does not check to its end")
            newest = self.newer(pair)
            if newest is None:
                continue
            if newest.tail is not None:
                pairs.append((name, newest.tail, False))
            for entry in newest.entries:
                if entry.struct == _STRUCT_PAIR and len(entry.data) == 8:
                    first, second = struct.unpack("<II", entry.data)
                    pairs.append((f"directory {entry.name}", (first, second), True))
        return found

    def _is_first(self, pair: "tuple[int, int]") -> bool:
        """Whether what a pair says may be its first state: LittleFS wrote one block of it."""
        newest = self.newer(pair)
        return newest is not None and newest.revision % _REVISIONS == 1

    # -- files without a file system -----------------------------------------------------------

    def files(self) -> "dict[str, bytes]":
        """The files of the archive: by the root where that checks, and segments anyway."""
        found: "dict[str, bytes]" = {}
        root = self.newer((0, 1))
        if root is not None:
            self._take(root, "", found, set())
        for number in self._segment_blocks():
            block = self.block(number)
            if block is not None:
                self._take(block, "life/", found, set())
                break
        return found

    def _segment_blocks(self) -> list[int]:
        """The blocks that have names of segments, the newest first."""
        named = []
        for number in range(2, self.count):
            block = self.block(number)
            if block is not None and any(_SEGMENT.fullmatch(e.name) for e in block.entries):
                named.append((block.revision, number))
        return [number for _, number in sorted(named, reverse=True)]

    def _take(self, block: Block, folder: str, found: "dict[str, bytes]", seen: set) -> None:
        for entry in block.entries:
            path = folder + entry.name
            if entry.sort == _NAME_FILE and path not in found:
                data = self._content(entry)
                if data is not None:
                    found[path] = data
            elif entry.struct == _STRUCT_PAIR and len(entry.data) == 8 and not folder:
                inner = self.newer(struct.unpack("<II", entry.data))
                if inner is not None:
                    self._take(inner, f"{entry.name}/", found, seen)
        if block.tail is not None and block.tail not in seen:
            seen.add(block.tail)
            after = self.newer(block.tail)
            if after is not None:
                self._take(after, folder, found, seen)

    def _content(self, entry: Entry) -> "bytes | None":
        if entry.struct == _STRUCT_INLINE:
            return entry.data
        if entry.struct != _STRUCT_LIST or len(entry.data) != 8:
            return None
        head, size = struct.unpack("<II", entry.data)
        if size > min(_FILE_MOST, self.count * BLOCK):
            return None
        lengths: list[int] = []  # of the data in each block
        left = size
        while left > 0:
            index = len(lengths)
            skip = _WORD * (index & -index).bit_length()
            lengths.append(min(left, BLOCK - skip))
            left -= BLOCK - skip
        pieces: list[bytes] = []
        for index in range(len(lengths) - 1, -1, -1):
            if not 0 < head < self.count:
                # The blocks before this one are lost: a line cut in the middle tells the rest.
                pieces.append(b"\n")
                break
            skip = _WORD * (index & -index).bit_length()
            raw = self.raw(head)
            pieces.append(raw[skip : skip + lengths[index]])
            head = struct.unpack_from("<I", raw)[0] if index and len(raw) >= _WORD else 0
        return b"".join(reversed(pieces))
