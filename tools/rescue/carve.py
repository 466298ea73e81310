"""
Carve: lines of the archive from the raw blocks of its partition, where no file system leads there.

Knows how LittleFS lays out the blocks of a file (a skip list: each block begins with pointers to
earlier ones), how a pack is deflated, and the shape of a line; needs none of the metadata. Says
what it found and where, not what counts: old copies that nobody has erased yet are found too.
"""

import io
import re
import struct
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .device import module
from .metadata import read_block

BLOCK = 4096
_WORD = 4
_POINTERS_MOST = 16
_PATHS_MOST = 4096
_INDEX_MOST = 128  # blocks of a file: 512 KB, more than any of the archive
_LINE_MOST = 4096
_LINE = re.compile(rb'\{"id":"[0-9a-z]{3}[0-9]{1,10}","rev":')
_GZIP = b"\x1f\x8b\x08\x00"
_GZIP_HEAD = 10
_STEP = 64
_SYNC = b"\x00\x00\xff\xff"  # what a block of a pack ends with, unless it is stored
_END = b"\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00"  # and a pack
_SNAPSHOT = b'{"format":'

FILE, CHAIN, LOOSE = "file", "chain", "block"  # where a line was found, the best first


class Carved(NamedTuple):
    """`text` of a line; `checked` where a CRC-32 vouches for it; `snapshot` where it is of one."""

    text: bytes
    source: str
    checked: bool
    snapshot: bool


def lines_of_file(path: str, data: bytes) -> "Iterator[Carved]":
    """The lines of a file that the file system still gives, whatever is wrong with its bytes."""
    if data.startswith(_GZIP) or path.endswith(".gz"):
        yield from _unpacked(data, FILE)
    else:
        yield from _plain(data, FILE, data.startswith(_SNAPSHOT))


def lines_of_blocks(data: bytes, size: int) -> "Iterator[Carved]":
    """
    The lines in the blocks of a partition of `size` bytes, of which `data` is what there is:
    first of whole chains of blocks, then of any.
    """
    blocks = _Blocks(data, size)
    for content in blocks.chains():
        yield from _plain(content, CHAIN, content.startswith(_SNAPSHOT))
        if content.startswith(_GZIP) or _SYNC in content:
            yield from _unpacked(content, CHAIN)
    for number in range(len(blocks)):
        yield from _plain(blocks.raw(number), LOOSE, False)


class _Blocks:
    """The blocks of a partition and the pointers at their beginnings."""

    def __init__(self, data: bytes, size: int) -> None:
        self._data = data
        self._count = (len(data) + BLOCK - 1) // BLOCK
        self._places = max(size // BLOCK, self._count)  # where a pointer may lead: cut off or not
        self._pointers = [self._leading(number) for number in range(self._count)]

    def __len__(self) -> int:
        return self._count

    def raw(self, number: int) -> bytes:
        return self._data[number * BLOCK : (number + 1) * BLOCK]

    def _leading(self, number: int) -> list[int]:
        """The words at the beginning that may be pointers: text and deflate make no such ones."""
        found: list[int] = []
        block = self.raw(number)
        if read_block(block) is not None:
            return found
        while len(found) < _POINTERS_MOST and len(block) >= (len(found) + 1) * _WORD:
            (word,) = struct.unpack_from("<I", block, len(found) * _WORD)
            if not 0 < word < self._places or word == number:
                break
            found.append(word)
        return found

    def chains(self) -> "Iterator[bytes]":
        """What may be files: from each block that none follows back to a first one."""
        followed = {pointers[0] for pointers in self._pointers if pointers}
        heads = [number for number in range(self._count) if number not in followed]
        # Of a file that was appended to, the last block was copied: each copy ends a chain.
        for head in heads[:_PATHS_MOST]:
            chain = [head]
            while self._pointers[chain[-1]] and len(chain) < self._count:
                before = self._pointers[chain[-1]][0]
                if before in chain or before >= self._count:
                    break
                chain.append(before)
            yield self._content(chain[::-1])

    def _content(self, chain: list[int]) -> bytes:
        first = self._first_index(chain)
        pieces = []
        for at, number in enumerate(chain):
            skip = _pointer_count(first + at)
            if not self._fits(chain, first, at):  # damaged: what looks like a pointer counts
                skip = len(self._pointers[number])
            pieces.append(self.raw(number)[skip * _WORD :])
        return b"".join(pieces)

    def _first_index(self, chain: list[int]) -> int:
        """
        Which block of its file the first of the chain is: 0, or where the beginning is lost the
        index with which the pointers of most blocks agree.
        """

        def agreeing(first: int) -> int:
            return sum(self._fits(chain, first, at) for at in range(len(chain)))

        if agreeing(0) == len(chain):
            return 0
        return max(range(_INDEX_MOST), key=agreeing)  # the lowest of several

    def _fits(self, chain: list[int], first: int, at: int) -> bool:
        """Whether a block of the chain has the pointers that its index asks for, and no more."""
        pointers = self._pointers[chain[at]]
        if len(pointers) != _pointer_count(first + at):
            return False
        known = [(to, at - (1 << power)) for power, to in enumerate(pointers)]
        return all(to == chain[before] for to, before in known if before >= 0)


def _pointer_count(index: int) -> int:
    """How many pointers a block begins with: one more than its index has zeros at the end."""
    return (index & -index).bit_length()


# -- plain lines ---------------------------------------------------------------------------------


def _plain(content: bytes, source: str, snapshot: bool) -> "Iterator[Carved]":
    for found in _LINE.finditer(content):
        begin = found.start()
        end = content.find(b"\n", begin, begin + _LINE_MOST + 1)
        text = content[begin : end if end >= 0 else begin + _LINE_MOST]
        yield Carved(text.rstrip(b"\r"), source, False, snapshot)


# -- packs ---------------------------------------------------------------------------------------


def _unpacked(content: bytes, source: str) -> "Iterator[Carved]":
    """By the table of its blocks where that checks; what that does not give by trying."""
    pack = _pack(content)
    missed = pack is None
    if pack is not None:
        damaged = module("log.pack").DAMAGED
        carry = b""
        for number in range(len(pack)):
            data = pack.read(number)
            if data.startswith(damaged) or (not data and pack.row(number)[1]):
                missed, carry = True, b""
                continue
            yield from _split(carry + data, source, True)
            carry = b"" if pack.row(number)[2] else carry + data
    if missed:
        for text in _inflated(content):
            yield from _split(text, source, False)


def _pack(content: bytes) -> Any:
    """The pack.Pack that begins here; None where it has no table that checks."""
    if not content.startswith(_GZIP):
        return None
    end = content.find(_END)
    while end >= 0:
        end += len(_END)
        try:
            return module("log.pack").Pack(io.BytesIO(content[:end]), end)
        except module("errors").CorruptRecord:
            end = content.find(_END, end)
    return None


def _split(text: bytes, source: str, checked: bool) -> "Iterator[Carved]":
    for line in text.split(b"\n"):
        if _LINE.match(line):
            yield Carved(line, source, checked, False)


def _inflated(content: bytes) -> "Iterator[bytes]":
    """What inflates, from each place where a block may begin; blocks need nothing before them."""
    starts = [_GZIP_HEAD] if content.startswith(_GZIP) else [0]
    starts += [found.end() for found in re.finditer(re.escape(_SYNC), content)]
    reached = -1
    for start in starts:
        if start < reached:
            continue
        text, reached = _inflate(content, start)
        if text:
            yield text


def _inflate(content: bytes, start: int) -> "tuple[bytes, int]":
    """(what inflates from there on, where it ended)."""
    engine = zlib.decompressobj(-15)
    out = b""
    at = start
    step = _STEP
    while at < len(content) and not engine.eof:
        try:
            out += engine.decompress(content[at : at + step])
        except zlib.error:
            if step == 1:
                return out, max(at, start + 1)
            # Somewhere in this step: again up to it, then byte by byte.
            engine = zlib.decompressobj(-15)
            out = engine.decompress(content[start:at])
            step = 1
            continue
        at += step
    return out, min(at, len(content))


# -- what a line says ----------------------------------------------------------------------------


def parsed(carved: "Iterable[Carved]") -> "Iterator[tuple[Carved, Any]]":
    """(carved, records.Line) of those that are lines, each text once for each sort of source."""
    check_line = module("archive.record_lines").parse_line
    fault = module("errors").CorruptRecord
    seen: dict[bytes, set[bool]] = {}
    for one in carved:
        known = seen.setdefault(one.text, set())
        # Of a block alone nobody knows whether it was the snapshot's: only what is new in it.
        if one.snapshot in known or (known and one.source == LOOSE):
            continue
        known.add(one.snapshot)
        try:
            yield one, check_line(one.text)
        except fault:
            continue
