"""
The archive on its way to three years, on a chip in a file: what several benchmarks begin with.

Lines are appended in groups of 5, with the background work run to its end after each sealed
segment. The memory partition has the size it has on a board.
"""

import os

import utime
import vfs
from _chip_file import erased
from memory.log.lines import lines_forward
from memory.log.log import Entry
from memory.records.codec import from_line
from memory.records.ids import counter_of
from memory.search.expansion import Expander
from memory.search.word_table import WordTable
from memory.upkeep import background_jobs

from sim import chip

BLOCK = 4096
BLOCKS = 768
ROOT = "/memory"
OPTIONS = {"readsize": 64, "progsize": 64, "lookahead": 96}  # as boot.py mounts it
_NVS_AT = 0x9000
DISK_AT = 0x15000  # in a chip of `powered_on`
_GROUP = 5
_LOOK = 4000  # steps between two looks at the space in use


class Disk:
    """The memory partition, `at` bytes into a flash chip (sim.nor.NorFlash), as a block device."""

    def __init__(self, flash, at=0):
        self.flash = flash
        self._at = at

    def readblocks(self, block, buf, offset=0):
        self.flash.read(self._at + block * BLOCK + offset, buf)

    def writeblocks(self, block, buf, offset=0):
        self.flash.program(self._at + block * BLOCK + offset, buf)

    def ioctl(self, op, argument):
        if op == 4:
            return BLOCKS
        if op == 5:
            return BLOCK
        if op == 6:
            self.flash.erase(self._at + argument * BLOCK)
        return 0


class Filling:
    """`log` and `index` are open; `records` and `raw` bytes have been appended so far."""

    def __init__(self, flash, log, index):
        self._flash = flash
        self.log = log
        self.index = index
        self.peak = self.steps = self.step_ms = self.step_erases = 0
        self.records = self.raw = self.files = 0

    def fill(self, path):
        """Append all lines of a file."""
        group = []
        for line in lines_forward(chunks(path)):
            group.append(line)
            if len(group) == _GROUP:
                self._append(group)
                group = []
        if group:
            self._append(group)

    def used(self):
        """Bytes of whole blocks in use; remembers the most there were."""
        info = os.statvfs(ROOT)
        self.peak = max(self.peak, (info[2] - info[3]) * info[0])
        return (info[2] - info[3]) * info[0]

    def found(self, path):
        """How many lines of the file are read back, in their order."""
        count = 0
        wanted = lines_forward(chunks(path))
        for number in reversed(self.log.segments()):
            for text in lines_forward(self.log.chunks(number)):
                count += next(wanted) == text
        return count

    def _append(self, lines):
        sealed = len(self.log.manifest.sealed)
        entries = []
        for text in lines:
            record = from_line(text).record
            day = text[text.find(b'"created":"') + 11 :][:10].decode()
            entries.append(Entry(text.decode(), day, counter_of(record.id), False))
            self.raw += len(text) + 1
        self.log.append(entries)
        self.records += len(lines)
        if len(self.log.manifest.sealed) > sealed:
            self._tidy()
            count = len([1 for _ in os.ilistdir(ROOT + "/life")])
            self.files = max(self.files, count + 2)

    def _tidy(self):
        work = background_jobs.steps(self.log, self.index)
        while True:
            erases = self._flash.erases
            start = utime.ticks_us()
            try:
                next(work)
            except StopIteration:
                return
            self.step_ms = max(self.step_ms, utime.ticks_diff(utime.ticks_us(), start) / 1000)
            self.step_erases = max(self.step_erases, self._flash.erases - erases)
            self.steps += 1
            if self.steps % _LOOK == 0:
                self.used()


def powered_on(path, made=Disk):
    """
    A chip in a file beside `path`, with NVS and an empty memory partition, mounted: the partition
    as `made(flash, at)` has it.
    """
    table = [("nvs", 1, 2, _NVS_AT, 0xC000), ("memory", 1, 0x83, DISK_AT, BLOCK * BLOCKS)]
    flash = erased(path, DISK_AT + BLOCK * BLOCKS)
    chip.power_on(flash, table)
    disk = made(flash, DISK_AT)
    vfs.VfsLfs2.mkfs(disk, **OPTIONS)
    vfs.mount(vfs.VfsLfs2(disk, mtime=False, **OPTIONS), ROOT)
    return disk


def table(path):
    """What opens the table of a file; it is in RAM."""
    with open(path, "rb") as file:
        content = file.read()

    def readinto(at, buffer):
        some = content[at : at + len(buffer)]
        buffer[: len(some)] = some
        return len(some)

    return lambda: WordTable(readinto)


def words(path):
    """What makes the finder of other words for those of a question; the table is in RAM."""
    opens = table(path)
    return lambda: Expander(opens)


def chunks(path):
    """The bytes of a file of the host, in pieces."""
    with open(path, "rb") as f:
        while True:
            chunk = f.read(4096)
            if not chunk:
                return
            yield chunk
