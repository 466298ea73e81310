"""
Gzip: a file of blocks that inflate each on its own.

MicroPython on the chip can only inflate; this is the other half, RFC 1951 inside RFC 1952. Any
gunzip reads the whole file. A block refers to nothing before it and begins and ends on a byte, so
`DeflateIO(file, RAW, window_bits)` set to its offset inflates it alone; it ends as zlib's full
flush does, with 00 00 FF FF, unless it is stored. Which bytes are a block is the caller's to say.

Owns the file's frame and the choice of how a block is written: stored, with the fixed codes or
with codes of its own, whichever is smallest. The loops are in _lz, _huffman and _bits. Keeps no
file and knows no clock (the time in the header is 0).
"""

from array import array
from binascii import crc32
from struct import pack

from micropython import const

from . import bits as _bits
from . import huffman, lz77

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # deflate; no name, no time, no system
_FLUSH = b"\x00\x00\xff\xff"  # size and its complement of a stored block without bytes
_LAST = b"\x03\x00"  # a final block with nothing in it
_STORED_BYTES = const(5)  # bytes of a stored block beside its data
_STORED_PIECE = const(2048)  # bytes of a stored block that are written in one step
_STORED = const(0)  # the kinds of block, by their numbers in the format
_FIXED = const(1)
_DYNAMIC = const(2)
_END = const(256)  # symbol that ends a block
_LITERALS = const(288)
_DISTANCES = const(30)
_RUNS = const(19)  # symbols of the code for code lengths
_LONGEST = const(15)
_LONGEST_RUN = const(7)
_MOST_BYTES = const(32768)  # of a block: counts and their sums stay within 16 bits
_SEARCH_BYTES = const(512)  # looked through in one step
_OUT_BYTES = const(512)  # written to the file at a time

_FIXED_LENGTHS = b"\x08" * 144 + b"\x09" * 112 + b"\x07" * 24 + b"\x08" * 8 + b"\x05" * 30
# In which order the lengths of the code for code lengths are sent, and the bits that follow its
# symbols 16 to 18 (RFC 1951 section 3.2.7).
_RUNS_ORDER = b"\x10\x11\x12\x00\x08\x07\x09\x06\x0a\x05\x0b\x04\x0c\x03\x0d\x02\x0e\x01\x0f"
_RUN_EXTRA = b"\x02\x03\x07"


def _cells(count: int) -> array:
    return array("H", bytes(2 * count))


class Gzip:
    """
    `write(data)` takes bytes-like data that is only valid during the call: a file's own write.

    `window_bits` is 8 to 15; readers need a window of that size. One object makes one file and
    is then dropped. RAM: twice the window, twice `block_bytes` and 12 KB, all of it taken here:
    36 KB for a window of 4 KB and blocks of up to 8 KB.

    Raises ValueError for sizes that cannot be. What `write` raises comes out of the method that
    wrote; the file is then of no use, and neither is the object.
    """

    def __init__(self, write: "Any", window_bits: int = 12, block_bytes: int = 8192) -> None:
        if not 8 <= window_bits <= 15:
            raise ValueError("window_bits is 8 to 15")
        if not 0 < block_bytes <= _MOST_BYTES:
            raise ValueError("block_bytes is 1 to 32768")
        self._write = write
        self._window = 1 << window_bits
        while self._window >> 1 >= block_bytes:
            self._window >>= 1  # the rest would never be used
        self._data = bytearray(block_bytes)
        self._block = memoryview(self._data)  # which, unlike the bytearray, cannot grow
        self._marks = bytearray(block_bytes)
        self._head = _cells(lz77.HASH_SIZE)
        # Between the search of one block and that of the next it is scratch.
        self._chain = _cells(max(self._window, huffman.SCRATCH_SIZE))
        self._state = _cells(lz77.STATE_SIZE)
        self._counts = _cells(_bits.SYMBOLS)
        self._lengths = bytearray(_bits.SYMBOLS)
        self._codes = _cells(_bits.SYMBOLS)
        self._runs = _cells(_bits.RUNS_SIZE)
        self._run_counts = _cells(_RUNS)
        self._run_lengths = bytearray(_RUNS)
        self._run_codes = _cells(_RUNS)
        self._pen = _cells(_bits.PEN_SIZE)
        self._out = bytearray(_OUT_BYTES)
        self._view = memoryview(self._out)
        self._used = 0  # bytes of the block so far
        self._busy = False  # True: a block is being compressed, or the file has ended
        self._crc = 0
        self._size = 0
        self.offset = 0  # bytes written to the file
        self._send(_HEADER)

    @property
    def room(self) -> int:
        """Bytes that the current block can still take."""
        return len(self._data) - self._used

    def add(self, data: "bytes | bytearray | memoryview") -> None:
        """Put bytes into the block. Raises ValueError without room, in `steps`, after the end."""
        size = len(data)
        if self._busy or size > self.room:
            raise ValueError("no room in the block")
        self._block[self._used : self._used + size] = data
        self._used += size
        self._crc = crc32(data, self._crc)
        self._size += size

    def end_block(self) -> "tuple[int, int]":
        """Compress the block and write it; its (offset, length) in the file."""
        steps = self.steps()
        while True:
            try:
                next(steps)
            except StopIteration as stop:
                return stop.value

    def steps(self) -> "Generator[None, None, tuple[int, int]]":
        """
        As end_block, in steps: a generator that returns (offset, length). A block without bytes
        writes none. Run it to its end before anything else; until then ValueError.
        """
        if self._busy:
            raise ValueError("a block is being compressed, or the file has ended")
        offset = self.offset
        if self._used:
            self._busy = True
            yield from self._search()
            yield from self._choose()
            if self._kind == _STORED:
                yield from self._store()
            else:
                self._pen[0] = self._pen[1] = self._pen[2] = 0
                self._put(self._kind << 1, 3)
                if self._kind == _DYNAMIC:
                    self._put_lengths()
                    yield
                yield from self._put_tokens()
            self._used = 0
            self._busy = False
        return offset, self.offset - offset

    def finish(self) -> int:
        """End the file; its size. Raises ValueError if the current block has bytes."""
        if self._used or self._busy:
            raise ValueError("the last block has not been ended, or the file has")
        self._busy = True
        self._send(_LAST)
        self._send(pack("<II", self._crc, self._size & 0xFFFFFFFF))
        return self.offset

    # -- the block as tokens -------------------------------------------------------------------

    def _search(self) -> "Generator[None, None, None]":
        lz77.clear(self._head)
        lz77.clear(self._state)
        size = self._used
        at = 0
        while at < size:
            at = lz77.search(
                self._data,
                size,
                min(at + _SEARCH_BYTES, size),
                self._window,
                self._marks,
                self._head,
                self._chain,
                self._state,
            )
            yield

    # -- its codes -----------------------------------------------------------------------------

    def _choose(self) -> "Generator[None, None, None]":
        """Set `_kind` to the way that takes the fewest bytes, and the lengths of its codes."""
        lengths = self._lengths
        counts = self._counts
        scratch = self._chain  # the search is over
        lz77.clear(counts)
        bits = 3 + _bits.count_tokens(self._data, self._used, self._marks, counts)
        counts[_END] = 1
        yield
        huffman.set_lengths(counts, 0, _LITERALS, _LONGEST, lengths, scratch)
        yield
        huffman.set_lengths(counts, _LITERALS, _DISTANCES, _LONGEST, lengths, scratch)
        dynamic = bits + huffman.cost(counts, len(counts), lengths) + self._count_runs()
        fixed = bits + huffman.cost(counts, len(counts), _FIXED_LENGTHS)
        self._kind = _DYNAMIC
        if fixed <= dynamic:
            self._kind = _FIXED
            lengths[:] = _FIXED_LENGTHS
        if self._used + _STORED_BYTES <= (min(fixed, dynamic) + 3 + 7) // 8 + len(_FLUSH):
            self._kind = _STORED
        yield
        huffman.set_codes(lengths, 0, _LITERALS, self._codes, scratch)
        huffman.set_codes(lengths, _LITERALS, _DISTANCES, self._codes, scratch)

    def _count_runs(self) -> int:
        """Bring the lengths into the form in which they are sent; the bits that it takes."""
        lengths = self._lengths
        self._literals = _used(lengths, _LITERALS, _END + 1)
        self._distances = _used(lengths, _LITERALS + _DISTANCES, _LITERALS + 1) - _LITERALS
        counts = self._run_counts
        lz77.clear(counts)
        self._runs_used = _bits.set_runs(
            lengths, self._literals, self._distances, self._runs, counts
        )
        lengths = self._run_lengths
        huffman.set_lengths(counts, 0, _RUNS, _LONGEST_RUN, lengths, self._chain)
        self._orders = _RUNS
        while lengths[_RUNS_ORDER[self._orders - 1]] == 0:
            self._orders -= 1
        extra = 2 * counts[16] + 3 * counts[17] + 7 * counts[18]
        return 14 + 3 * self._orders + extra + huffman.cost(counts, _RUNS, lengths)

    # -- its bytes -----------------------------------------------------------------------------

    def _put(self, value: int, width: int) -> None:
        _bits.put(value, width, self._out, self._pen)

    def _put_lengths(self) -> None:
        put = self._put
        put(self._literals - 257, 5)
        put(self._distances - 1, 5)
        put(self._orders - 4, 4)
        lengths = self._run_lengths
        for at in range(self._orders):
            put(lengths[_RUNS_ORDER[at]], 3)
        codes = self._run_codes
        huffman.set_codes(lengths, 0, _RUNS, codes, self._chain)
        for at in range(self._runs_used):
            symbol = self._runs[at] & 31
            put(codes[symbol], lengths[symbol])
            if symbol > 15:
                put(self._runs[at] >> 5, _RUN_EXTRA[symbol - 16])
            self._flush(_OUT_BYTES - _bits.SPARE)

    def _put_tokens(self) -> "Generator[None, None, None]":
        at = 0
        while at < self._used:
            at = _bits.put_tokens(
                self._data,
                at,
                self._used,
                self._marks,
                self._codes,
                self._lengths,
                self._out,
                _OUT_BYTES,
                self._pen,
            )
            self._flush(_OUT_BYTES - _bits.SPARE)
            yield
        self._put(self._codes[_END], self._lengths[_END])
        self._put(0, 3)
        self._put(0, -self._pen[1] & 7)
        self._flush(0)
        self._send(_FLUSH)

    def _flush(self, most: int) -> None:
        """Write the buffer if more than `most` bytes are in it."""
        fill = self._pen[2]
        if fill > most:
            self._send(self._view[:fill])
            self._pen[2] = 0

    def _store(self) -> "Generator[None, None, None]":
        size = self._used
        self._send(pack("<BHH", 0, size, size ^ 0xFFFF))
        for at in range(0, size, _STORED_PIECE):
            self._send(self._block[at : min(at + _STORED_PIECE, size)])
            yield

    def _send(self, data: "bytes | memoryview") -> None:
        self._write(data)
        self.offset += len(data)


def _used(lengths: bytearray, end: int, least: int) -> int:
    """The end of what is in use before `end`, at least `least`."""
    while end > least and lengths[end - 1] == 0:
        end -= 1
    return end
