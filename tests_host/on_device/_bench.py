"""
For device-side tests of lib/memory: a small chip in RAM, started, cut and started again.

    bench = Bench()                      an erased chip, its memory partition formatted
    memory = bench.start()               power on, mount, recover
    run(memory.write("fact", "...", {}))
    memory = bench.start(cut_at=7)       the power fails in the 7th program or erase from now on

`nvs` lies where the boards have it and is as large; the memory partition is 256 KB, so that it can
be filled; `disk_kb` 0 leaves it out. The clock stands still until a test moves it.
"""

import asyncio
import os
import sys

import vfs
from esp32 import NVS
from memory.engine import Memory
from memory.records.kinds import WRITABLE
from memory.search.query import Query
from memory.text import dates

from sim import chip
from sim.faults import FaultyFlash, FlashError
from sim.nor import NorFlash, PowerCut

MOUNT = "/memory"
TURNS = "/turns"
_NVS = ("nvs", 1, 2, 0x9000, 0xC000)
_DISK_AT = 0x15000
_OPTIONS = {"readsize": 64, "progsize": 64, "lookahead": 96}  # as boot.py mounts it
_SECTOR = 4096
_EIO = 5
_AGAIN = 2  # times that a read is tried again, as in boot.py
_CORRUPT = 84  # LittleFS's word for a block that is bad: it takes another one

_on = []  # the flash that is powered on

# The chip forgets this code after each start, as a device wants it; compiling it took a third of
# the time of tests that start a thousand times.
_STARTING = {name: __import__(name) for name in ("_nvs_check", "_nvs_load")}


class Clock:
    """A clock that a test sets; stands still."""

    def __init__(self, text="2026-02-05 14:00"):
        self.seconds = dates.parse(text)
        self.known = True

    def now(self):
        return self.seconds

    def utc(self):
        return self.seconds

    def instant(self, local):
        return local

    def is_set(self):
        return self.known

    def to(self, text):
        self.seconds = dates.parse(text)


class Random:
    """xorshift32: the same on every interpreter, and copied with a bench."""

    def __init__(self, seed):
        self.state = seed * 2654435761 & 0xFFFFFFFF or 1

    def below(self, limit):
        x = self.state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self.state = x
        return (x >> 4) % limit

    def choice(self, values):
        return values[self.below(len(values))]

    def __call__(self, count):
        return bytes([self.below(256) for _ in range(count)])


class Disk:
    """
    The memory partition as a block device. Bound to one flash and not, as esp32.Partition is, to
    the chip that is on: what an interrupted call left open dies with its flash.

    A power cut answers with an I/O error, here and ever after, and no exception passes through
    LittleFS: a file that could not be closed would stay in its list after its memory is freed.
    `start` and `run` raise PowerCut instead once they find the flash dead.
    """

    def __init__(self, flash, size, begin=_DISK_AT):
        self._flash = flash
        self._size = size
        self._begin = begin
        self.errno = 0  # of what every write and erase answers, 0: they work

    def readblocks(self, block, buf, offset=0):
        # Few local names: with more each call takes them from the heap, which is slow here.
        failed = self._answer(self._flash.read, self._begin + block * _SECTOR + offset, buf)
        return self._again(block, buf, offset) if failed else 0

    def _again(self, block, buf, offset):
        at = self._begin + block * _SECTOR + offset
        for _ in range(_AGAIN):
            if not self._answer(self._flash.read, at, buf):
                return 0
        return -_EIO

    def writeblocks(self, block, buf, offset=0):
        if self.errno:
            return -self.errno
        at = self._begin + block * _SECTOR + offset
        return self._answer(self._flash.program, at, buf, bad=_CORRUPT)

    def ioctl(self, op, argument):
        if op == 4:
            return self._size // _SECTOR
        if op == 5:
            return _SECTOR
        if op == 6 and self.errno:
            return -self.errno
        if op == 6:
            return self._answer(self._flash.erase, self._begin + argument * _SECTOR, bad=_CORRUPT)
        return 0

    def _answer(self, function, *arguments, bad=_EIO):
        try:
            function(*arguments)
        except PowerCut:
            return -_EIO
        except FlashError:  # as boot.py answers
            return -bad
        return 0


class Bench:
    """
    One device: `image` (its flash), `clock`, `rng`, `events` [(name, fields)] since the start, and
    `faults` (a sim.faults.Faults), which its chip has from the next power_on or start on.
    """

    turns_kb = 0  # of a subclass: the partition of the turns
    turns_disk = None

    def __init__(self, image=None, disk_kb=256, seed=1):
        self._size = disk_kb * 1024
        self._table = [_NVS, ("memory", 1, 0x83, _DISK_AT, self._size)]
        if not disk_kb:
            self._table.pop()
        self._turns_at = _DISK_AT + self._size
        if self.turns_kb:
            self._table.append(("turns", 1, 0x83, self._turns_at, self.turns_kb * 1024))
        self.clock = Clock()
        self.rng = Random(seed)
        self.events = []
        self.flash = None
        self.disk = None
        self.memory = None
        self.tape = None  # what its flash is written down on, where a test asks for that
        self.image = image
        self.faults = None
        if image is None:
            self.image = chip.blank(self._table)
            self.power_on()
        if image is None and disk_kb:
            vfs.VfsLfs2.mkfs(Disk(self.flash, self._size), **_OPTIONS)
        if image is None and self.turns_kb:
            size = self.turns_kb * 1024
            vfs.VfsLfs2.mkfs(Disk(self.flash, size, self._turns_at), **_OPTIONS)

    def mount_turns(self):
        """As boot.py mounts the partition of the turns; for a bench with `turns_kb`."""
        begin, size = self._turns_at, self.turns_kb * 1024
        if self.turns_disk is None or self.turns_disk._flash is not self.flash:
            unmount(TURNS)
            disk = Disk(self.flash, size, begin)
            vfs.mount(vfs.VfsLfs2(disk, mtime=False, **_OPTIONS), TURNS)
            self.turns_disk = disk
        return TURNS

    def copy(self):
        """Another device that has come to the same point, not started."""
        return self.twin(bytearray(self.image))

    def twin(self, image):
        """Another device of this kind at this moment, not started, with this flash."""
        other = type(self)(image, self._size // 1024)
        other.to(self.moment())
        return other

    def moment(self):
        """What stands beside the flash: the time, and what is drawn next."""
        return self.clock.seconds, self.clock.known, self.rng.state

    def to(self, moment):
        self.clock.seconds, self.clock.known, self.rng.state = moment

    def power_on(self, cut_at=0, seed=0):
        """Start the chip; nothing is mounted."""
        size = len(self.image)
        if self.tape is not None:
            self.flash = self.tape.flash(self.image)
        elif self.faults is None:
            self.flash = NorFlash(self.image, size, cut_at, seed)
        else:
            self.flash = FaultyFlash(self.image, size, self.faults, cut_at, seed)
        sys.modules.update(_STARTING)
        chip.power_on(self.flash, self._table)
        _on[:] = [self.flash]

    def mount(self):
        unmount()
        self.disk = Disk(self.flash, self._size)
        vfs.mount(vfs.VfsLfs2(self.disk, mtime=False, **_OPTIONS), MOUNT)

    def start(self, cut_at=0, seed=0, archive=True):
        """(Re)start the device; its Memory, open. May raise PowerCut."""
        if self.memory is not None:
            self.memory.close()
        self.memory = None
        self.events = []
        self.power_on(cut_at, seed)
        if archive:
            self.mount()
        return self.open(MOUNT if archive else None)

    def open(self, root):
        """The memory over what is mounted there."""
        memory = Memory(NVS("mem"), root, self.clock, self.rng, self.notify)
        self.prepare(memory)
        try:
            memory.open()
        finally:
            powered()
        self.memory = memory
        return memory

    def prepare(self, memory):
        """What else a device has done before it opens its memory; nothing here."""

    def notify(self, event, **fields):
        self.events.append((event, fields))

    def heard(self, name):
        """The fields of the events of this name since the start."""
        return [fields for event, fields in self.events if event == name]


def unmount(place=MOUNT):
    try:
        vfs.umount(place)
    except OSError as e:
        if e.args[0] != 22:  # EINVAL: nothing is mounted
            raise


def powered():
    """Raise PowerCut once the flash is dead, whatever was made of it above."""
    for flash in _on:
        flash._check(0, 0)


def run(awaitable):
    """The result of a coroutine; what it raises comes out of here, PowerCut before all else."""
    got = []

    async def body():
        try:
            got.append(await awaitable)
        except PowerCut:  # would leave the event loop in pieces
            pass

    try:
        asyncio.run(body())
    finally:
        powered()
    return got[0]


def write(memory, kind, content="x", force=False, **given):
    """Write; the Change."""
    return run(memory.write(kind, content, given, force))


def face(record):
    """Everything that is said of a record, comparable. A schedule in the archive is an event."""
    kind = "dated" if record.kind in ("event", "schedule") else record.kind
    fields = [(name, record.fields[name]) for name in sorted(record.fields)]
    return (kind, record.rev, record.created, record.approx, fields, record.unknown, record.other)


def everything(memory):
    """{id: face} of all that can be recalled; fails if one id is there twice."""
    found = {}
    records, total = run(memory.recall(Query(limit=10000, room=1 << 30)))
    for record in records:
        assert record.id not in found, "%s is there twice" % record.id
        found[record.id] = face(record)
    assert total == len(found), (total, len(found))
    for kind in WRITABLE:
        for record in memory.each(kind):
            assert found[record.id] == face(record), record.id
    return found


def contents(memory, kind=None, keyword=None):
    """Contents recalled, newest first."""
    kinds = None if kind is None else (kind,)
    return [
        r.content for r in run(memory.recall(Query(kinds, keyword, limit=10000, room=1 << 30)))[0]
    ]


def hot_contents(memory, kind):
    """Contents of the hot records of a kind, newest first."""
    return [record.content for record in memory.each(kind)]


def archive_file(name):
    """Bytes of a file of the mounted archive."""
    with open(MOUNT + "/" + name, "rb") as f:
        return f.read()


def put_file(name, data):
    """Write a file of the mounted archive."""
    with open(MOUNT + "/" + name, "wb") as f:
        f.write(data)


def archive_names(folder=""):
    return sorted([entry[0] for entry in os.ilistdir(MOUNT + folder)])
