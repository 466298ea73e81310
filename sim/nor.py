"""
NOR: a flash chip, whose bits programming can only clear and only erasing sets again.

Owns the rules of the medium (4 KB sectors erased to 0xFF, pages of 256 bytes programmed by
clearing bits), the counters and the power cut. Knows nothing of partitions, NVS or files in it.

The bytes live in `store`: an open binary file ('r+b', unbuffered), where each operation reaches
the file at once so that killing the process is a power cut, or a bytearray (a chip in RAM).
"""

from array import array

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_SECTOR = const(4096)
_PAGE = const(256)
_GROUP_BITS = const(6)  # counters exist for 64 sectors at a time, from their first use on
_GROUP = const(64)
_ERASED_SECTOR = b"\xff" * _SECTOR
_ERASED = {size: b"\xff" * size for size in (4, 32, 64, 128, _PAGE)}  # what is programmed most
_CUT_STATUS = const(75)  # exit status of a process whose power was cut


class PowerCut(SystemExit):
    """The power is gone. Ends the process with status 75 unless a test catches it by name."""

    def __init__(self):
        super().__init__(_CUT_STATUS)


class _RamFile:
    """The three file operations NorFlash needs, over a caller's bytearray."""

    def __init__(self, data: bytearray):
        self._view = memoryview(data)
        self._at = 0

    def seek(self, offset: int) -> None:
        self._at = offset

    def readinto(self, buf: "bytearray | memoryview") -> int:
        start = self._at
        self._at += len(buf)
        buf[:] = self._view[start : self._at]
        return len(buf)

    def write(self, data: "bytes | bytearray | memoryview") -> int:
        start = self._at
        self._at += len(data)
        self._view[start : self._at] = data
        return len(data)


class NorFlash:
    """
    `size` bytes of flash over `store`.

    cut_at: the N-th operation (program of one page or erase of one sector, counted from 1 since
    this object was made) is done in part and raises PowerCut; 0 never. seed: of the random part.
    on_cut: called once with a description of the operation, just before PowerCut.
    by_sector: whether to count for `sector_counts`, which takes 768 bytes for every 256 KB in use.
    """

    SECTOR = 4096
    PAGE = 256

    def __init__(
        self,
        store: "Any",
        size: int,
        cut_at: int = 0,
        seed: int = 0,
        on_cut: "Callable[[str], None] | None" = None,
        by_sector: bool = True,
    ):
        self._by_sector = by_sector
        self._store: "Any" = _RamFile(store) if isinstance(store, bytearray) else store
        self.size = size
        self.cut_at = cut_at
        self._on_cut = on_cut
        self._dead = False  # True from the power cut on: every operation raises
        self._random = (seed * 2654435761 + cut_at * 40503 + 0x9E3779B9) & 0xFFFFFFFF or 1
        self._old = bytearray(_PAGE)
        self._old_view = memoryview(self._old)
        self._groups: dict = {}  # sector >> 6 -> array of 3 * 64 counts: reads, programs, erases
        self.reads = self.read_bytes = 0
        self.programs = self.program_bytes = 0
        self.erases = 0
        self.operations = 0  # programs + erases
        self.garbled = 0  # programs that asked for bits which stayed 0

    def read(self, offset: int, buf: "bytearray | memoryview") -> None:
        """Fill `buf` (bytearray or memoryview) from `offset`. Raises ValueError off the chip."""
        size = len(buf)
        if self._dead or not 0 <= offset <= self.size - size:
            self._check(offset, size)
        self._store.seek(offset)
        if self._store.readinto(buf) != size:
            raise ValueError("flash image ends before 0x%x" % (offset + size))
        self.reads += 1
        self.read_bytes += size
        if self._by_sector:
            self._count(offset // _SECTOR, 0)
            if offset % _SECTOR + size > _SECTOR:
                self._count_rest(offset, size)

    def _count_rest(self, offset: int, size: int) -> None:
        """Count a read in the sectors behind its first."""
        for sector in range(offset // _SECTOR + 1, (offset + size - 1) // _SECTOR + 1):
            self._count(sector, 0)

    def program(
        self, offset: int, data: "bytes | bytearray | memoryview", strict: bool = True
    ) -> None:
        """
        Clear the bits of `data` that are 0, one operation for each 256-byte page it touches.

        A bit that would have to become 1: ValueError naming the offset, or if not `strict` it
        stays 0 without an error, as on the chip, and the page counts as `garbled`.
        """
        self._check(offset, len(data))
        view = memoryview(data)
        done = 0
        while done < len(data):
            step = min(len(data) - done, _PAGE - (offset + done) % _PAGE)
            self._program_page(offset + done, view[done : done + step], strict)
            done += step

    def erase(self, offset: int) -> None:
        """Set the 4 KB sector at `offset` to 0xFF. Raises ValueError if it is not its start."""
        self._check(offset, _SECTOR)
        if offset % _SECTOR:
            raise ValueError("erase at 0x%x is not at the start of a sector" % offset)
        if self._next_is_cut():
            self._erase_some(offset)
            self._cut("erase of sector 0x%x" % offset)
        self._store.seek(offset)
        self._store.write(_ERASED_SECTOR)
        self.erases += 1
        if self._by_sector:
            self._count(offset // _SECTOR, 2)

    def sector_counts(self, sector: int) -> "tuple[int, int, int]":
        """(reads, programs, erases) of one sector since this object was made, if `by_sector`."""
        group = self._groups.get(sector >> _GROUP_BITS)
        if group is None:
            return (0, 0, 0)
        at = sector % _GROUP * 3
        return (group[at], group[at + 1], group[at + 2])

    def _check(self, offset: int, size: int) -> None:
        if self._dead:
            raise PowerCut
        if offset < 0 or offset + size > self.size:
            raise ValueError("0x%x..0x%x is off the chip" % (offset, offset + size))

    def _count(self, sector: int, what: int) -> None:
        group = self._groups.get(sector >> _GROUP_BITS)
        if group is None:
            group = array("I", bytes(_GROUP * 3 * 4))
            self._groups[sector >> _GROUP_BITS] = group
        group[sector % _GROUP * 3 + what] += 1

    def _program_page(self, offset: int, data: memoryview, strict: bool) -> None:
        size = len(data)
        old = self._old_view[:size]
        self._store.seek(offset)
        self._store.readinto(old)
        if old != (_ERASED.get(size) or _ERASED[_PAGE][:size]):
            at = _first_to_set(old, data)
            if at >= 0:
                if strict:
                    raise ValueError("program at 0x%x would have to set a bit" % (offset + at))
                data = memoryview(bytes([data[i] & old[i] for i in range(size)]))
                self.garbled += 1
        self.operations += 1
        if self.operations == self.cut_at:
            done = self._draw(size)
            old[:done] = data[:done]
            old[done] &= data[done] | self._draw(256)  # the byte in which the power failed
            self._store.seek(offset)
            self._store.write(old)
            self._cut("program of %d bytes at 0x%x, %d done" % (size, offset, done))
        self._store.seek(offset)
        self._store.write(data)
        self.programs += 1
        self.program_bytes += size
        if self._by_sector:
            self._count(offset // _SECTOR, 1)

    def _erase_some(self, offset: int) -> None:
        """
        Leave the sector as an interrupted erase does: some bytes 0xFF, some old, some with a few
        bits set. Erasing works on all cells of a sector at once, so the mix is the same everywhere
        in it; how far the erase came is random.
        """
        erased = 50 + self._draw(100)  # of 256 bytes, this many are 0xFF already
        kept = erased + 40 + self._draw(60)  # and the difference is untouched
        for at in range(offset, offset + _SECTOR, _PAGE):
            self._store.seek(at)
            self._store.readinto(self._old)
            for i in range(_PAGE):
                draw = self._draw(256)
                if draw < erased:
                    self._old[i] = 0xFF
                elif draw >= kept:
                    self._old[i] |= self._draw(256)
            self._store.seek(at)
            self._store.write(self._old)

    def _next_is_cut(self) -> bool:
        self.operations += 1
        return self.operations == self.cut_at

    def _cut(self, description: str) -> None:
        self._dead = True
        if self._on_cut:
            self._on_cut(description)
        raise PowerCut

    def _draw(self, limit: int) -> int:
        """A random number from 0 to limit - 1 (xorshift32: the same on every interpreter)."""
        x = self._random
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self._random = x
        return (x >> 8) % limit


def _first_to_set(old: memoryview, new: memoryview) -> int:
    """Index of the first byte with a bit that is 0 in `old` and 1 in `new`, or -1."""
    for i in range(len(new)):
        if new[i] & ~old[i]:
            return i
    return -1
