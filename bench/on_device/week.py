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
import os
import sys
from binascii import crc32

import board
import corpus
from _cloud import Cloud
from _device import Clock, Device, umount
from _model import Model, Witness
from mcp.core.server import Server, Session
from memory.records.ids import counter_of
from memory.text import dates

from firmware import app, startup
from firmware.cloud import server_address
from firmware.companion import reminders
from firmware.system import events, supervisor
from sim import clock
from sim.faults import Faults, FaultyFlash

_COUNTERS = 1 << 14
_MORNING = "2026-02-05 06:00"
_MS_TO_2000 = 946684800000
_DAY_H = 24
_GRACE_S = 18000  # within which all is told: the longest outage, and the longest pause after it
_KILL_S = 600  # on average, from one killed task to the next
_TURNS = 40  # a kill comes up to so many turns of the loop after others have begun to work
_OUTAGE_S = 14400
_LONGEST_S = 10800
_ACT_S = 900  # from one thing that the owner does to the next
_FAULTS = (("nvs", 108000), ("memory", 21600))  # seconds from one to the next, on average
_DAILIES = 3
_ONE_OFFS = 4  # a day


class Seeded:
    """`os` with the same random bytes in every run."""

    def __init__(self, rng):
        self._rng = rng

    def urandom(self, count):
        return bytes([self._rng.below(256) for _ in range(count)])

    def __getattr__(self, name):
        return getattr(os, name)


class Gate:
    """In the place of events.subscribe: what a start has subscribed hears nothing after it."""

    def __init__(self):
        self._subscribe = events.subscribe
        self._open = []

    def subscribe(self, subscriber, *names):
        row = [subscriber]

        def hear(event, fields):
            if row:
                row[0](event, fields)

        self._open.append(row)
        self._subscribe(hear, *names)

    def close(self):
        for row in self._open:
            row.clear()
        self._open = []


GATE = Gate()


class Known(Witness):
    """A memory of which `known` has what it acknowledged, and `unsure` what it refused."""

    known = Model(_COUNTERS)
    unsure = set()  # ids of records of which a change failed: either state may be there
    failed = 0  # changes that failed

    def open(self):
        Witness.open(self)
        self.watch(Known.known)
        delete = self.archive.delete

        def deleted(record, hot, now, also=()):
            try:
                delete(record, hot, now, also)
            except Exception:
                self._fail(record.id, *[one.id for one in also])
                raise

        self.archive.delete = deleted

    def _fail(self, *ids):
        Known.failed += 1
        Known.unsure.update(ids)

    def replace(self, record):
        try:
            Witness.replace(self, record)
        except Exception:
            self._fail(record.id)
            raise

    async def write(self, *arguments, **more):
        try:
            return await Witness.write(self, *arguments, **more)
        except Exception:
            self._fail()
            raise

    async def correct(self, id, *arguments, **more):
        try:
            return await Witness.correct(self, id, *arguments, **more)
        except Exception:
            self._fail(id)
            raise

    async def complete(self, id=None, content=None):
        try:
            return await Witness.complete(self, id, content)
        except Exception:
            self._fail(id)
            raise


def judged(difference):
    """What is not as it was acknowledged, by kind, apart from what is unsure."""
    known = [counter_of(id) for id in Known.unsure]
    return {
        "lost": len([one for one in difference.gone if one not in known]),
        "twice": len(difference.twice),
        "changed": len([one for one in difference.changed if one.id not in Known.unsure]),
        "unknown": max(0, len(difference.new) - Known.failed),
    }


class Phone:
    """A sink of reminders, while the network is there; and what should reach it."""

    name = "phone"

    def __init__(self, cloud, rng):
        self.due = self.delivered = self.ahead = self.doubled = self.repeated = 0
        self.unmarked = set()  # told before a restart, and not durably delivered
        self.to_complete = []  # ids of what was told at its minute
        self._cloud = cloud
        self._rng = rng
        self._expected = {}  # check sum of content and time: (seconds, both)
        self._told = set()  # check sums of content, time and mark

    def expect(self, content, seconds):
        when = dates.minute(seconds)
        self._expected[crc32((content + when).encode())] = (seconds, when + " " + content)

    def restarted(self, memory):
        """What was told and is not marked may be told again."""
        for record, mark in reminders.undelivered(memory):
            key = crc32((record.content + record.get("when") + mark).encode())
            if key in self._told:
                self.unmarked.add(key)

    async def offer(self, reminder):
        await asyncio.sleep_ms(self._rng.below(3000))
        if not self._cloud.up:
            return False
        if not self._rng.below(12):
            raise OSError(104)
        about = reminder["content"] + reminder["due"]
        key = crc32((about + reminder["mark"]).encode())
        if key in self.unmarked:
            self.unmarked.remove(key)
            self.repeated += 1
        else:
            self.doubled += key in self._told
        self._told.add(key)
        if reminder["mark"] == "due":
            self._told.add(crc32(about.encode()))
            self.to_complete.append(reminder["id"])
        else:
            self.ahead += 1
        return True

    def settle(self, now):
        """Count what should have been told by now; what was not."""
        missing = []
        for key, row in list(self._expected.items()):
            if row[0] <= now - _GRACE_S:
                del self._expected[key]
                self.due += 1
                self.delivered += key in self._told
                if key not in self._told:
                    missing.append(row[1])
        return missing


class Week:
    def __init__(self, path, hours, seed):
        self.hours = hours
        self.rng = corpus.Random(seed)
        self.words = corpus.records(1 << 30, seed)
        self.faults = Faults()
        self.device = Device(path, True, lambda store, size: FaultyFlash(store, size, self.faults))
        self.device.mount()
        self.cloud = Cloud()
        self.phone = Phone(self.cloud, self.rng)
        self.calls = self.refused = self.kills = self.outages = self.armed = self.talks = 0
        self.plans = 0
        self.killed = {}
        self.heap = []
        self.failed = False
        self.errors = 0  # faults of the server: calls that it could not answer
        self.halted = asyncio.Event()  # memory asks for a restart
        self.restarts = 0
        self.running = None
        self.talking = asyncio.Lock()  # the owner does one thing at a time
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

    # -- the owner -----------------------------------------------------------------------------

    async def call(self, **arguments):
        self.calls += 1
        params = {"name": "memory", "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": self.calls, "method": "tools/call", "params": params}
        reply = json.loads(await self.session.handle(json.dumps(message)))
        answer = {"status": "error", "message": str(reply)}
        if "result" in reply:
            answer = json.loads(reply["result"]["content"][0]["text"])
        if answer["status"] != "ok":
            self.refused += 1
            if "restart" in answer["message"]:
                self.halted.set()
            else:
                print(json.dumps({"refused": arguments["action"], "why": answer["message"]}))
        return answer

    def ids(self, kind):
        return [record.id for record in self.companion.memory.each(kind)]

    async def owner(self):
        for _ in range(_DAILIES):
            await self.plan("daily", self.now() + 3600 + 60 * self.rng.below(1200))
        planned = -1
        while True:
            today, second = divmod(self.now(), dates.DAY)
            if planned != today and second >= 6 * 3600:
                planned = today
                for _ in range(_ONE_OFFS):
                    minutes = 5 + self.rng.below(900)
                    await self.plan("none", self.now() // 60 * 60 + 60 * minutes)
            if 6 * 3600 <= second < 23 * 3600:
                async with self.talking:
                    await self.act()
            await self.wait(_ACT_S)

    async def plan(self, repeat, begin):
        self.plans += 1
        content = "计划%d号" % self.plans
        begin = begin // 60 * 60
        answer = await self.call(
            action="write", type="schedule", content=content, datetime=dates.minute(begin),
            repeat=repeat, duration_minutes=5, force=True,
        )  # fmt: skip
        if answer["status"] == "ok":
            end = self.now() + self.hours * 3600 if repeat == "daily" else begin
            while begin <= end:
                self.phone.expect(content, begin)
                begin += dates.DAY

    async def act(self):
        dice = self.rng.below(10)
        record = next(self.words)
        if dice < 4:
            given = {"type": record.kind, "content": record.content, "force": True}
            await self.call(action="write", **given)
        elif dice < 5:
            kind = self.rng.choice(("like", "dislike", "habit", "trait"))
            await self.call(action="write", type=kind, content=record.content[:18])
        elif dice < 6:
            known = self.ids("fact") + self.ids("moment")
            if known:
                id = self.rng.choice(known)
                await self.call(action="write", id=id, importance=1 + self.rng.below(5))
        elif dice < 7:
            known = self.ids("like") + self.ids("habit")
            if len(known) > 6:
                await self.call(action="delete", id=self.rng.choice(known))
        elif dice < 8:
            await self.call(action="read")
            await self.call(action="recall", keyword=record.content[:2])
        elif dice < 9:
            words = record.content[:12]
            self.talks += self.cloud.speak("我喜欢" + words, "好的，" + words)
        elif self.phone.to_complete:
            await self.call(action="complete_schedule", id=self.phone.to_complete.pop(0))
        while len(self.phone.to_complete) > 3:  # the notebook has room for 16
            await self.call(action="complete_schedule", id=self.phone.to_complete.pop(0))

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
            events.emit("state")  # as Wi-Fi does

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
        works = [self.owner(), self.killer(), self.weather()]
        works += [self.restarter()]
        works += [self.breaker(label, seconds) for label, seconds in _FAULTS]
        tasks = [asyncio.create_task(self.part(work)) for work in works]
        end = self.now() + self.hours * 3600
        while self.now() < end:
            await asyncio.sleep(min(_DAY_H * 3600, end - self.now()))
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
        self.phone.restarted(self.companion.memory)
        self.companion.delivery.add(self.phone)
        return True

    async def stop(self):
        self.running.cancel()
        try:
            await self.running
        except (asyncio.CancelledError, OSError):  # OSError: of a start that flash has ended
            pass
        GATE.close()

    async def restarter(self):
        """The owner switches the device off and on where it asks for that."""
        while True:
            await self.halted.wait()
            await asyncio.sleep(60)
            async with self.talking:
                await self.stop()
                umount()
                while not await self.restarted():
                    pass
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
        missing = self.phone.settle(self.now())
        memory.close_index()
        gc.collect()
        self.heap.append(gc.mem_alloc())
        row = {"day": len(self.heap), "heap_bytes": self.heap[-1], "missing": missing}
        for name in ("calls", "refused", "kills", "outages", "armed", "talks"):
            row[name] = getattr(self, name)
        met = self.faults.met
        row["faults"] = met["program"] + met["erase"] + met["read"]
        row["restarts"] = self.restarts
        for name in ("due", "delivered", "ahead", "doubled", "repeated"):
            row["reminders_" + name] = getattr(self.phone, name)
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


def keep(path, found):
    """Write down what the next start must find."""
    for record in found.new + found.changed:
        Known.known.put(record)
    for counter in found.gone:
        Known.known.drop("k3z%d" % counter)
    faces = Known.known.faces()
    with open(path, "w") as file:
        json.dump({"faces": faces, "unsure": list(Known.unsure), "failed": Known.failed}, file)


def again(path):
    """Start the chip anew and compare."""
    device = Device(path, False)
    with open(path + ".known") as file:
        kept = json.load(file)
    for counter, value in kept["faces"]:
        Known.known.set(counter, value)
    Known.unsure, Known.failed = set(kept["unsure"]), kept["failed"]

    memory = device.start(lambda kv, root: Witness(kv, root, Clock(), os.urandom, print))
    memory.model = Known.known

    async def body():
        found = await Known.known.compare(memory)
        row = judged(found)
        row["found_again"] = Known.known.found
        row["about"] = repr(found)
        print(json.dumps(row))

    asyncio.run(body())
    memory.close()


def main():
    if len(sys.argv) == 2:
        again(sys.argv[1])
        return
    week = Week(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    sys.modules["week_tools"] = week
    app.os = startup.os = Seeded(corpus.Random(int(sys.argv[3]) + 1))
    events.subscribe = GATE.subscribe
    startup.Memory = Known
    server_address.connect = week.cloud.connect
    board.SETTINGS.update({"cloud": "ws://cloud/", "extension": "week_tools"})
    board.SETTINGS.update({"http": False, "stdio": False})
    clock.set_utc_ms(_MS_TO_2000)  # nobody has set it
    asyncio.run(week.live())


gc.threshold(gc.mem_free() // 16)  # as main.py
main()
