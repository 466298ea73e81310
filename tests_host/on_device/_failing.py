"""
For device-side tests: one job, and the flash of the archive failing everywhere in it.

    fail_everywhere(device, job)

`device(bench)` brings a bench to the point where the job is due; `job(bench)` does it and raises
MemoryFault where it cannot. The job is done once for each of its programs and erases, which fails
then, in one of four ways (`WAYS`); for some of its reads; and once for each number of free blocks
that a full archive may have left: the normal run takes a few of these. Whatever comes of it: all
that was acknowledged is there at once, after a start on flash that still fails, and after one on
flash that is well again; what is told meanwhile is kept; and then the job arrives where it arrives
on a flash that never failed.

A failure prints the one command that plays it again: FAIL="dead 17" is the way and the operation,
FAIL="read 200" a read, FAIL="full 3" a number of free blocks.
"""

import os

from _bench import MOUNT, everything, write
from _cutting import assert_one_home
from _figures import figure
from _replay import command
from memory.errors import MemoryFault

from sim.faults import Faults

# once: the chip refuses one operation. block: and from then on the whole block. silent: from then
# on the block does not program, and nobody is told. dead: nothing is programmed or erased any
# more.
WAYS = ("once", "block", "silent", "dead")
DISK = 0x15000
_SECTOR = 4096
_TOLD = "told while flash fails"
_FREE_MOST = 30  # blocks: more than any job asks to be left over


class Breaking(Faults):
    """Faults that come with the `at`-th program or erase of the archive from `arm` on."""

    def __init__(self):
        super().__init__()
        self.count = 0  # programs and erases of the archive since `arm`
        self.reads = 0
        self._at = 0
        self._way = ""

    def arm(self, way, at):
        self.count = self.reads = 0
        self._at, self._way = at, way

    def heal(self):
        self.clear()
        self._at = 0

    def check(self, what, offset, size):
        if what == "read" and offset >= DISK:
            self.reads += 1
            if self._way == "read" and self.reads == self._at:
                self.fail_read(offset, 1)
        elif what != "read" and offset >= DISK:
            self.count += 1
            if self.count == self._at and self._way != "read":
                self._break(what, offset // _SECTOR * _SECTOR)
        super().check(what, offset, size)

    def _break(self, what, sector):
        if self._way == "dead":
            self.fail_program(DISK, 1 << 24)
            self.fail_erase(DISK, 1 << 24)
        elif self._way == "silent":
            self.weaken(sector, _SECTOR, 0x5A)
        else:
            times = 1 if self._way == "once" else -1
            if self._way == "block" or what == "program":
                self.fail_program(sector, _SECTOR, times)
            if self._way == "block" or what == "erase":
                self.fail_erase(sector, _SECTOR, times)


def fail_everywhere(
    device,
    job,
    trials=3,
    least=2,
    full=1,
    reads=1,
    shape=everything,
    expected=(),
    starts=False,
    parts=False,
):
    """
    One operation of the job after the other fails in one way after the other, `trials` of them;
    with QUICK=1 a third of these, with LONG=1 every one in every way. So many `reads` fail, in
    LONG ten times as many, and in `full` archives, in LONG with every number of free blocks.
    `shape(memory)` is what may not change but by the job; `expected` are the beginnings of what a
    start may say was recovered. With `starts` the job is a start; with `parts` it adds records one
    after the other, and a refused one may have added some.
    """
    case = _Case(device, job, shape, expected, starts, parts)
    only = os.getenv("FAIL")
    if only:
        way, number = only.split()
        case.play(way, int(number))
        print("FAIL", only, "comes")
        return
    long = os.getenv("LONG", "") not in ("", "0")
    if os.getenv("QUICK") == "1":
        trials = max(1, trials // 3)
    count = case.operations
    assert count >= least, "%d operations" % count
    if long:
        rows = [(way, at) for at in range(1, count + 1) for way in WAYS]
        reads *= 10
        rooms = range(_FREE_MOST) if full else []
    else:
        rows = [
            (WAYS[(n + count) % len(WAYS)], 1 + n * count // trials % count) for n in range(trials)
        ]
        rooms = [_FREE_MOST * (n + 1) // (full + 1) for n in range(full)]
    rows += [("read", 1 + n * case.reads // reads) for n in range(reads)]
    refused = sum([case.play(way, at) for way, at in rows])
    refused += sum([case.play("full", free) for free in rooms])
    figure("archive_operations_failed", len(rows))
    figure("full_archives", len(rooms))
    print(count, "operations;", len(rows), "failed,", len(rooms), "full;", refused, "refused")


class _Case:
    def __init__(self, device, job, shape, expected, starts, parts):
        self._job = job
        self._shape = shape
        self._expected = expected
        self._starts = starts
        self._parts = parts
        self._origin = device()
        self._origin.memory = None
        bench = self._on()
        self._known = []
        if not starts:
            bench.start()
            self._known = sorted(shape(bench.memory))
            self.before = self._held(bench)
        bench.faults.arm("", 0)
        job(bench)
        self.operations, self.reads = bench.faults.count, bench.faults.reads
        if starts:
            self._known = sorted(shape(bench.memory))
        self.after = self._held(bench)
        if starts:
            self.before = self.after
        self._crowded = None

    def _held(self, bench):
        """{id: text} of what it holds, without ids that a refused job may have skipped."""
        found = self._shape(bench.memory)
        new = [] if self._parts else [id for id in found if id not in self._known]
        held = {}
        for id in found:
            text = repr(found[id])
            for other in new:
                text = text.replace("'%s'" % other, "'new'")
            held["new " + text if id in new else id] = text
        assert len(held) == len(found)
        return held

    def _on(self, image=None):
        """Another device that has come as far, not started, on flash that may fail."""
        bench = self._origin.copy()
        if image is not None:
            bench.image[:] = image
        bench.faults = Breaking()
        return bench

    def play(self, way, number):
        """One failure; True where the job was refused for it."""
        try:
            return self._played(way, number)
        except BaseException:
            print(command('FAIL="%s %d"' % (way, number)))
            raise

    def _played(self, way, number):
        bench = self._on(self._full() if way == "full" else None)
        if not self._starts:
            bench.start()
        elif way == "full":
            bench.power_on()
            bench.mount()
        if way == "full":
            self._leave(bench, number)
        else:
            bench.faults.arm(way, number)
        refused = self._try(bench)
        if way != "read":
            self._goes_on(bench, refused)
        if way != "read" and number % 2:
            bench.start()
            self._is_whole(bench, refused)
        if way == "full":
            clear_away()
            bench.memory.log.measure()
        bench.faults.heal()
        if way == "read":  # what it holds of that place in RAM may be anything
            bench.start()
            self._goes_on(bench, refused)
        elif number % 4 > 1 or bench.memory.archive_unavailable:
            bench.start()
        if refused:
            assert not self._try(bench), "refused on flash that is well"
        bench.start()
        found = self._without(bench)
        assert found == self.after, self._difference(found, self.after)
        assert_one_home(bench)
        said = [e for e in bench.heard("recovered") if not e["what"].startswith(self._expected)]
        assert said == [], said
        return refused

    def _try(self, bench):
        """Do the job; True where it was refused, and says why."""
        try:
            self._job(bench)
        except MemoryFault as e:
            assert str(e) and e.code, e
            if bench.memory is not None:
                bench.memory.release_background()
            return True
        return False

    def _goes_on(self, bench, refused):
        """What is told while flash still fails is kept: hot memory is on NVS, which is well."""
        change = write(bench.memory, "trait", _TOLD)
        assert change.result == "ADDED", change.result
        self._is_whole(bench, refused)

    def _is_whole(self, bench, refused):
        if bench.memory.archive_unavailable:  # said at that start; nothing of it is thrown away
            assert [e for e in bench.heard("recovered") if e["what"] == "archive"]
            return
        found = self._without(bench)
        if refused and self._parts:
            found = {id: found[id] for id in found if found[id] != self.after.get(id)}
            assert not found, found
            return
        wanted = (self.before, self.after) if refused else (self.after,)
        assert found in wanted, self._difference(found, wanted[-1])

    def _without(self, bench):
        """What it holds, but for what was told in the trial, which is there."""
        found = self._held(bench)
        mine = [id for id in found if _TOLD in found[id]]
        assert len(mine) == 1, mine
        del found[mine[0]]
        return found

    def _difference(self, found, wanted):
        print("missing", [wanted[id] for id in wanted if found.get(id) != wanted[id]])
        return "neither before nor after"

    def _full(self):
        """The bytes of such a device whose archive is full to the last block."""
        if self._crowded is None:
            bench = self._on()
            bench.power_on()
            bench.mount()
            crowd()
            self._crowded = bytes(bench.image)
        return self._crowded

    def _leave(self, bench, free):
        """Let so many blocks be free, about."""
        for number in range(free):
            if ("x%d" % number) in os.listdir(MOUNT):
                os.remove("%s/x%d" % (MOUNT, number))
        if bench.memory is not None and not self._starts:
            bench.memory.log.measure()


def crowd():
    """Files of a block each, until there is no room."""
    number = 0
    try:
        while True:
            with open("%s/x%d" % (MOUNT, number), "wb") as f:
                f.write(b"x" * 4000)
            number += 1
    except OSError as e:
        if e.args[0] != 28:
            raise


def clear_away():
    for name in os.listdir(MOUNT):
        if name.startswith("x"):
            os.remove(MOUNT + "/" + name)


def background(name):
    """A job: the piece of background work of this name, alone."""

    def work(bench):
        driver = bench.memory.background()
        while driver.begin(False):
            found = driver.name
            while driver.step() is not None:
                pass
            if found == name:
                break
        bench.memory.release_background()

    return work
