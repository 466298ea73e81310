"""
A week of life: week.py FLASH HOURS SEED lives it on a new chip, week.py FLASH starts it again.

The firmware as startup.py composes it, in simulated time (sim/virtual): its owner tells, asks,
corrects and plans over the tools, talks over a cloud, and is reminded. Tasks of the supervisor are
cancelled at any moment, the network comes and goes, operations of the flash fail. bench/week.py
reads what this prints.
"""

import asyncio
import gc
import json
import sys

import board
import corpus
from _cloud import Cloud
from _device import Device, umount
from _owner import Owner
from _reminded import Phone, Reminded, Watched
from _week_memory import Known, again, judged, keep
from _week_start import Gate, Seeded
from mcp.core.server import Server, Session
from memory.text import dates

from firmware import app, startup
from firmware.cloud import server_address
from firmware.companion.memory_restart import MemoryRestart
from firmware.system import events, supervisor
from sim import clock
from sim.faults import Faults, FaultyFlash

_MORNING = "2026-02-05 06:00"
_MS_TO_2000 = 946684800000
_DAY_H = 24
_KILL_S = 600  # on average, from one killed task to the next
_TURNS = 40  # a kill comes up to so many turns of the loop after others have begun to work
_OUTAGE_S = 14400
_STARTS = 20  # in a row that may fail
_LONGEST_S = 10800
_FAULTS = (("nvs", 108000), ("memory", 21600))  # seconds from one to the next, on average


class Week:
    def __init__(self, path, hours, seed, gate):
        self.hours = hours
        self.gate = gate
        self.rng = corpus.Random(seed)
        self.faults = Faults()
        self.device = Device(path, True, lambda store, size: FaultyFlash(store, size, self.faults))
        self.device.mount()
        self.cloud = Cloud()
        self.reminded = Reminded()
        self.owner = Owner(self, seed)
        self.kills = self.outages = self.armed = 0
        self.killed = {}
        self.heap = []
        self.failed = False
        self.errors = 0  # faults of the server: calls that it could not answer
        self.halted = asyncio.Event()  # memory asks for a restart
        self.restarts = 0
        self.running = None
        self.companion = None
        self.session = None

    def extend(self, registry, offers):
        """Called by startup for the board: these are the tools."""
        server = Server({"name": "week", "version": "1"}, registry, log=self.log)
        self.session = Session(server, "stdio")

    def log(self, level, text):
        """What goes wrong inside of a call."""
        if level == "error":
            self.errors += 1
            print(json.dumps({"error": text}))

    def wait(self, seconds):
        """A sleep of so long on average."""
        return asyncio.sleep(1 + self.rng.below(2 * seconds))

    def now(self):
        return self.companion.clock.now()

    # -- what befalls the device ---------------------------------------------------------------

    async def killer(self):
        """Cancel a task, at rest or in the middle of what it does."""
        while True:
            await self.wait(_KILL_S)
            for _ in range(self.rng.below(_TURNS)):
                await asyncio.sleep_ms(0)
            tasks = self.companion.supervisor.tasks
            tasks = [one for one in tasks if one.state == supervisor.RUNNING]
            if tasks:
                one = tasks[self.rng.below(len(tasks))]
                if one.policy != supervisor.NEVER:
                    self.kills += 1
                    self.killed[one.name] = self.killed.get(one.name, 0) + 1
                    one.task.cancel()

    async def weather(self):
        while True:
            await self.wait(_OUTAGE_S)
            self.outages += 1
            self.cloud.go()
            await asyncio.sleep(300 + self.rng.below(_LONGEST_S - 300))
            self.cloud.come()
            events.emit("state", what="network", now="up")  # as Wi-Fi does

    async def breaker(self, label, seconds):
        """Let the next operation of a partition fail, once."""
        for row in self.device.table:
            if row[0] == label:
                _, _, _, at, size = row
        while True:
            await self.wait(seconds)
            self.armed += 1
            faults = self.faults
            ways = (faults.fail_program, faults.fail_program, faults.fail_erase, faults.fail_read)
            ways[self.rng.below(4)](at, size, 1)

    # -- the week ------------------------------------------------------------------------------

    async def live(self):
        await self.start()
        utc = dates.parse(_MORNING) - 8 * 3600
        self.companion.clock.set(utc * 1000 + _MS_TO_2000)  # as SNTP does
        works = [self.owner.live(), self.killer(), self.weather()]
        works += [self.restarter()]
        works += [self.breaker(label, seconds) for label, seconds in _FAULTS]
        tasks = [asyncio.create_task(self.part(work)) for work in works]
        end = self.now() + self.hours * 3600
        while self.now() < end:
            await asyncio.sleep(min(_DAY_H * 3600, end - self.now()))
            assert not self.failed, "a part of the bench has failed"
            await self.row()
        assert not self.failed, "a part of the bench has failed"
        for task in tasks:
            task.cancel()
        self.faults.clear()
        await self.last()
        await self.stop()

    async def start(self):
        ready = asyncio.Event()
        events.subscribe(lambda event, fields: ready.set(), "ready")
        self.companion = startup.create(None)
        self.running = asyncio.create_task(self.companion.run(startup.start))
        while not ready.is_set() and not self.running.done():
            await asyncio.sleep(1)
        if not ready.is_set() or self.companion.memory_problem is not None:
            return False
        if self.companion.memory.archive_unavailable:
            return False
        while self.companion.maintenance is None:
            await asyncio.sleep(1)
        hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}}
        await self.session.handle(json.dumps(hello))
        self.reminded.restarted(self.companion.memory)
        self.companion.delivery.add(Phone(self.cloud, self.rng, self.reminded))
        return True

    async def stop(self):
        self.running.cancel()
        try:
            await self.running
        except (asyncio.CancelledError, OSError):  # OSError: of a start that flash has ended
            pass
        self.gate.close()

    def reset(self):
        """In the place of machine.reset(): does not return."""
        self.halted.set()
        raise asyncio.CancelledError

    async def restarter(self):
        """Start the device again where it asks for that, or its owner is told to."""
        while True:
            await self.halted.wait()
            await asyncio.sleep(60)
            async with self.owner.talking:
                await self.stop()
                umount()
                last = self.restarts + _STARTS
                while not await self.restarted():
                    assert self.restarts < last, "no start opens memory any more"
                self.halted.clear()

    async def restarted(self):
        """Power on; False where flash failed so early that memory is not open: once more."""
        self.restarts += 1
        self.device.power_on()
        try:
            self.device.mount()
        except OSError:
            return False
        try:
            if await self.start():
                return True
        except OSError:  # nothing runs yet
            umount()
            return False
        await self.stop()
        umount()
        return False

    async def part(self, work):
        """A part of the bench; nobody else waits for it."""
        try:
            await work
        except Exception as e:  # noqa: BLE001  whatever it is, the run has failed
            self.failed = True
            sys.print_exception(e, sys.stdout)

    async def row(self):
        memory = self.companion.memory
        missing = self.reminded.settle(self.now())
        memory.close_index()
        gc.collect()
        self.heap.append(gc.mem_alloc())
        row = {"day": len(self.heap), "heap_bytes": self.heap[-1], "missing": missing}
        row.update({"kills": self.kills, "outages": self.outages, "armed": self.armed})
        row.update({"calls": self.owner.calls, "refused": self.owner.refused})
        row["talks"] = self.owner.talks
        met = self.faults.met
        row["faults"] = met["program"] + met["erase"] + met["read"]
        row["restarts"] = self.restarts
        for name in ("due", "delivered", "ahead", "doubled", "repeated", "unsaid"):
            row["reminders_" + name] = getattr(self.reminded, name)
        row["killed"] = self.killed
        row["sessions"] = self.cloud.greeted
        row["errors"] = self.errors
        row["failed_changes"] = Known.failed
        print(json.dumps(row))

    async def last(self):
        """What memory holds, what it should hold, and how each task is."""
        memory = self.companion.memory
        found = await Known.known.compare(memory)
        tasks = self.companion.supervisor.tasks
        down = [one.name for one in tasks if one.state == supervisor.FAILED]
        row = {"expected": Known.known.expected, "found": Known.known.found, "down": down}
        row.update(judged(found))
        row["about"] = repr(found)
        print(json.dumps(row))
        keep(self.device.path + ".known", found)


def main():
    if len(sys.argv) == 2:
        again(sys.argv[1])
        return
    gate = Gate()
    week = Week(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), gate)
    sys.modules["week_tools"] = week
    app.os = startup.os = Seeded(corpus.Random(int(sys.argv[3]) + 1))
    events.subscribe = gate.subscribe
    startup.Memory = Known
    made = startup.CloudSink
    startup.MemoryRestart = lambda companion: MemoryRestart(companion, week.reset)
    startup.CloudSink = lambda channel: Watched(made(channel), week.cloud, week.reminded)
    server_address.connect = week.cloud.connect
    board.SETTINGS.update({"cloud": "ws://cloud/", "extension": "week_tools"})
    board.SETTINGS.update({"http": False, "stdio": False})
    clock.set_utc_ms(_MS_TO_2000)  # nobody has set it
    asyncio.run(week.live())


gc.threshold(gc.mem_free() // 16)  # as main.py
main()
