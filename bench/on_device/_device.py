"""
A device on a chip in a file, for benchmarks: the real partition table, started again and again.

Counts what each sector was erased over all starts. A power cut (`flash.cut_at`) answers the file
system with an I/O error, here and ever after, since no exception may pass through LittleFS;
`powered` raises PowerCut once the chip is dead.
"""

import os
from array import array

import esp32
import vfs

from sim import chip
from sim.nor import NorFlash, PowerCut
from sim.partitions import parse_table

SECTOR = 4096
SIZE = 16 << 20
ROOT = "/memory"
_OPTIONS = {"readsize": 64, "progsize": 64, "lookahead": 96}  # as boot.py mounts it
_EIO = 5


class Disk:
    """The memory partition as a block device, bound to the flash that is on."""

    def __init__(self, flash, at, size):
        self._flash = flash
        self._at = at
        self._size = size

    def readblocks(self, block, buf, offset=0):
        return self._answer(self._flash.read, self._at + block * SECTOR + offset, buf)

    def writeblocks(self, block, buf, offset=0):
        return self._answer(self._flash.program, self._at + block * SECTOR + offset, buf)

    def ioctl(self, op, argument):
        if op == 4:
            return self._size // SECTOR
        if op == 5:
            return SECTOR
        if op == 6:
            return self._answer(self._flash.erase, self._at + argument * SECTOR)
        return 0

    def _answer(self, function, *arguments):
        try:
            function(*arguments)
        except (PowerCut, OSError):  # OSError: a flash that fails (sim/faults.py)
            return -_EIO
        return 0


class Device:
    """A chip in a file; `flash` is what `made(store, size)` has made of it at the last start."""

    def __init__(self, path, blank, made=NorFlash):
        self.path = path
        self._made = made
        with open("partitions.csv") as f:
            self.table = parse_table(f.read())
        self.flash = None
        self._file = None
        self._erased = array("I", bytes(4 * (SIZE // SECTOR)))  # before the last start
        if blank:
            erased = b"\xff" * 65536
            with open(path, "wb") as f:
                for _ in range(SIZE // len(erased)):
                    f.write(erased)
        self.power_on()
        if blank:
            vfs.VfsLfs2.mkfs(self.disk, **_OPTIONS)

    def power_on(self):
        """(Re)start the chip; nothing is mounted."""
        if self.flash is not None:
            self._erased = self.erases()
            self._file.close()
        self._file = open(self.path, "r+b")
        self.flash = self._made(self._file, SIZE)
        chip.power_on(self.flash, self.table)
        _, _, address, size, _, _ = esp32.Partition("memory").info()
        self.disk = Disk(self.flash, address, size)

    def mount(self):
        vfs.mount(vfs.VfsLfs2(self.disk, mtime=False, **_OPTIONS), ROOT)

    def start(self, made):
        """Mount, and open the memory that `made(kv, root)` makes."""
        self.mount()
        memory = made(esp32.NVS("mem"), ROOT)
        memory.open()
        return memory

    def powered(self):
        """Raise PowerCut where the chip is dead, whatever was made of it above."""
        self.flash.read(0, bytearray(1))

    def erases(self):
        """Erases of each sector since the chip was made."""
        found = array("I", self._erased)
        for sector in range(len(found)):
            found[sector] += self.flash.sector_counts(sector)[2]
        return found

    def erases_of(self, label):
        """The same of a partition's sectors, in ascending order."""
        for name, _, _, address, size in self.table:
            if name == label:
                first = address // SECTOR
                return sorted(self.erases()[first : first + size // SECTOR])
        raise ValueError(label)


def umount():
    vfs.umount(ROOT)


def sizes(folder=ROOT):
    """(files, bytes, bytes of the index) below a folder."""
    files = total = index = 0
    for entry in os.ilistdir(folder):
        path = folder + "/" + entry[0]
        if entry[1] == 0x4000:
            more = sizes(path)
            files, total, index = [a + b for a, b in zip((files, total, index), more)]
        else:
            files += 1
            total += entry[3]
            index += entry[3] if "index" in path or entry[0].endswith(".idx") else 0
    return files, total, index
