"""
A flash chip that is worn or broken, for tests on the device side.

    faults = Faults()
    faults.wear(0x9000, 4096, 0x01)      from the next erase on these bits stay 0
    flash = FaultyFlash(image, size, faults)

The model, and what it leaves out. A NOR chip tells its driver little: a cell that no longer erases
or no longer programs is silent, only reading it back shows it, and that is `wear` and `weaken`. A
flipped bit is silent too (`flip`). An error is reported where the chip does not answer in time or
refuses (a block that is locked, a loose contact): FlashError, which is what the port raises then,
OSError(-0x6001, "ESP_ERR_FLASH_OP_FAIL"). A program that fails so has done a part of its page, an
erase that fails has changed nothing; the NVS page that it hit is out of use until the chip starts
again, as ESP-IDF's Page::mState = INVALID. Not modelled: cells that leak with time, disturbance of
neighbours, and a whole chip that hangs.

Owns where the faults are and the operations on broken places; the rest is nor.py. No option of the
desk device leads here.
"""

from _nvs_page import INVALID
from micropython import const

from sim import chip
from sim.nor import NorFlash

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_SECTOR = const(4096)
_OP_FAIL = const(-0x6001)


class FlashError(OSError):
    """The chip reports that an operation failed."""

    def __init__(self, what: str, offset: int):
        super().__init__(_OP_FAIL, "ESP_ERR_FLASH_OP_FAIL")
        self.what = what
        self.offset = offset


class Faults:
    """
    Where a chip is broken. Ranges are offsets on the chip and sizes in bytes; they may be added
    and `clear`ed at any time. `met` counts how often each kind showed itself.
    """

    def __init__(self):
        self.met = {"read": 0, "program": 0, "erase": 0, "worn": 0, "weak": 0, "flip": 0}
        self.clear()

    def clear(self) -> None:
        """The chip is sound again; what it has done to the bytes stays."""
        self._worn: list = []  # (begin, end, mask)
        self._weak: list = []
        self._flips: "dict[int, int]" = {}  # offset: mask
        # [begin, end, times left, -1 for always]
        self._failing: "dict[str, list]" = {"read": [], "program": [], "erase": []}

    def wear(self, offset: int, size: int, mask: int = 0xFF) -> None:
        """The bits of `mask` stay 0 when they are erased, from the next erase on."""
        self._worn.append((offset, offset + size, mask))

    def weaken(self, offset: int, size: int, mask: int = 0xFF) -> None:
        """Programming does not clear the bits of `mask`, and nobody is told."""
        self._weak.append((offset, offset + size, mask))

    def flip(self, offset: int, mask: int = 0x01) -> None:
        """A byte reads with the bits of `mask` inverted, until its sector is erased."""
        self._flips[offset] = self._flips.get(offset, 0) ^ mask

    def fail_read(self, offset: int, size: int, times: int = -1) -> None:
        """Reading any of it raises FlashError, `times` times or always."""
        self._failing["read"].append([offset, offset + size, times])

    def fail_program(self, offset: int, size: int, times: int = -1) -> None:
        """Programming any of it does a part of the page and raises FlashError."""
        self._failing["program"].append([offset, offset + size, times])

    def fail_erase(self, offset: int, size: int, times: int = -1) -> None:
        """Erasing a sector that has any of it changes nothing and raises FlashError."""
        self._failing["erase"].append([offset, offset + size, times])

    # -- called by FaultyFlash -----------------------------------------------------------------

    def check(self, what: str, offset: int, size: int) -> None:
        """Raises FlashError where `read`, `program` or `erase` fails."""
        for row in self._failing[what]:
            if row[0] < offset + size and offset < row[1] and row[2]:
                row[2] -= row[2] > 0
                self.met[what] += 1
                raise FlashError(what, offset)

    def shown(self, offset: int, buf: "Any") -> None:
        """Let `buf` hold what reading it gives."""
        for at, mask in self._flips.items():
            if offset <= at < offset + len(buf):
                buf[at - offset] ^= mask
                self.met["flip"] += 1

    def taken(self, offset: int, old: "Any", data: bytearray) -> None:
        """Let `data` hold what programming it over `old` gives."""
        for at, mask in _masks(self._weak, offset, len(data)):
            kept = data[at] | old[at] & mask
            self.met["weak"] += kept != data[at]
            data[at] = kept

    def worn(self, offset: int, size: int) -> "list[int]":
        """The places among these bytes that no longer erase."""
        return [at for at, _ in _masks(self._worn, offset, size)]

    def erased(self, offset: int) -> "dict[int, int]":
        """What is not 0xFF in a sector that was erased: {place: byte}."""
        for at in list(self._flips):
            if offset <= at < offset + _SECTOR:
                del self._flips[at]
        found: "dict[int, int]" = {}
        for at, mask in _masks(self._worn, offset, _SECTOR):
            found[at] = found.get(at, 0xFF) & ~mask
        self.met["worn"] += len(found)
        return found


class FaultyFlash(NorFlash):
    """A NorFlash with these faults."""

    def __init__(self, store: "Any", size: int, faults: Faults, cut_at: int = 0, seed: int = 0):
        super().__init__(store, size, cut_at, seed)
        self.faults = faults

    def read(self, offset: int, buf: "bytearray | memoryview") -> None:
        """As NorFlash; raises FlashError where reading fails."""
        self._try("read", offset, len(buf))
        super().read(offset, buf)
        self.faults.shown(offset, buf)

    def erase(self, offset: int) -> None:
        """As NorFlash; raises FlashError where erasing fails."""
        self._try("erase", offset, _SECTOR)
        super().erase(offset)
        for at, byte in self.faults.erased(offset).items():
            self._store.seek(offset + at)
            self._store.write(bytes((byte,)))

    def _program_page(self, offset: int, data: memoryview, strict: bool) -> None:
        size = len(data)
        old = bytearray(size)
        self._store.seek(offset)
        self._store.readinto(old)
        wanted = bytearray(data)
        try:
            self._try("program", offset, size)
        except FlashError:
            half = bytearray(old)
            half[: size // 2] = wanted[: size // 2]
            super()._program_page(offset, memoryview(half), False)
            raise
        self.faults.taken(offset, old, wanted)
        for at in self.faults.worn(offset, size):
            wanted[at] &= old[at]  # what no erase has set is no mistake of the program's
        super()._program_page(offset, memoryview(wanted), strict)

    def _try(self, what: str, offset: int, size: int) -> None:
        try:
            self.faults.check(what, offset, size)
        except FlashError:
            nvs = chip.nvs()
            for page in () if nvs is None else nvs.pages():
                if page.base - size < offset < page.base + _SECTOR:
                    page.state = INVALID
            raise


def _masks(ranges: list, offset: int, size: int) -> "Any":
    """(place within, mask) of the bytes that these ranges touch."""
    for begin, end, mask in ranges:
        for at in range(max(begin, offset), min(end, offset + size)):
            yield at - offset, mask
