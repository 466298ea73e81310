"""
A heavy year: year.py FLASH DAYS MONTH CUT_DAYS SEED. bench/year.py reads what this prints.

Every day the device is started; corrections, things told, deletions, completions, questions and a
conversation come through the tools and the ear of the firmware, with its scheduler and its upkeep
in between; every few days the power fails somewhere in the middle. What memory holds is compared
with what it acknowledged after each power cut and each month.
"""

import asyncio
import gc
import json
import os
import sys

import corpus
import esp32
import micropython
import utime
from _clock import Clock
from _device import Device, sizes, umount
from _model import Model, Witness
from mcp.core.server import Server, Session
from mcp.features.tools import Registry
from memory.changes import succession
from memory.log.manifest import NUMBER
from memory.records.ids import counter_of
from memory.text import dates
from mind.mind import Mind

from firmware.companion import maintenance, scheduler
from firmware.companion.chat_history import ChatHistory
from firmware.companion.conversation import Conversation
from firmware.companion.pet import Pet
from firmware.system import events
from firmware.tools import registration
from firmware.tools.tool_context import ToolContext
from sim.nor import PowerCut

CORRECTED = 150  # at hand, a day
TOLD = 50  # facts and moments, so many leave for the archive
_COUNTERS = 1 << 17
_KEPT = 100  # records told, to ask for again
_CHURN = ("like", "dislike", "trait", "habit", "goal")
_REPEATS = ("none", "daily", "weekly", "monthly")


class Passed:
    """The firmware's Stopwatch, wound by hand."""

    seconds = 0

    def __call__(self):
        seconds, self.seconds = self.seconds, 0
        return seconds


class Year:
    def __init__(self, path, days, month, cut_days, seed):
        self.days = days
        self.month_days = month
        self.rng = corpus.Random(seed)
        self.device = Device(path, True)
        self.clock = Clock()
        self.model = Model(_COUNTERS)
        self.watches = [Passed(), Passed(), Passed()]
        self.told = corpus.records(1 << 30, seed)
        self.kept = []  # (counter, id, first words)
        self.said = ""  # last in a conversation that ended
        self.asked = self.answered = self.cuts = self.calls = self.refused = 0
        self.boot = {}
        self.cut_days = cut_days  # from one power cut to the next
        self.next_cut = cut_days

    # -- the device ----------------------------------------------------------------------------

    def start(self):
        """Power on: the parts that firmware.startup puts together, and what it does with them."""
        self.device.power_on()
        flash = self.device.flash
        nvs = flash.read_bytes
        started = utime.ticks_us()

        def made(kv, root):
            return Witness(kv, root, self.clock, os.urandom, self._notify)

        self.memory = self.device.start(made)
        passed = utime.ticks_diff(utime.ticks_us(), started)
        read = flash.read_bytes - nvs
        self.boot = {"boot_ms": passed / 1000, "boot_read_bytes": read, "boot_nvs_bytes": nvs}
        self.memory.watch(self.model)
        kv = esp32.NVS("sys")
        kv.set_i32("boots", 1)
        self.kv = kv
        for watch in self.watches:
            watch.seconds = 0
        mind = Mind(self.memory, self.clock)
        self.run(self.load(mind))
        self.scheduler = scheduler.Scheduler(self.memory, self.clock, self.watches[0], mind)
        self.maintenance = maintenance.Maintenance(self.memory, self.watches[1], mind)
        registry = Registry()
        context = ToolContext(self.memory, self.clock, "zh", Pet(self.memory, self.clock))
        context.interrupt = self.maintenance.interrupt
        context.mind = mind
        registration.register_tools(registry, context)
        server = Server({"name": "year", "version": "1"}, registry, log=self._log)
        self.session = Session(server, "stdio")
        self.talk = Conversation(self.memory, self.clock, self.watches[2], "xiaozhi")
        gc.collect()
        gc.threshold(gc.mem_free() // 4)  # oftener than firmware.startup has it

    async def load(self, mind):
        await succession.finish(self.memory)
        await mind.load()

    def stop(self):
        """Power off, at any moment."""
        self.memory.release_background()
        self.memory.close()
        self.memory = self.scheduler = self.maintenance = self.session = self.talk = None
        umount()

    def _notify(self, event, **fields):
        if event == "recovered":
            raise AssertionError("recovered: %r" % fields)

    def _log(self, level, text):
        """What goes wrong inside of a call is answered with an error, which `call` sees."""

    def run(self, what):
        """Run a coroutine. Raises PowerCut where the chip died under it."""

        async def body():
            try:
                await what
            except PowerCut:
                pass  # would leave the event loop in pieces

        try:
            asyncio.run(body())
        finally:
            self.device.powered()

    async def call(self, tool="memory", **arguments):
        """Call a tool as a client does; its answer."""
        self.calls += 1
        params = {"name": tool, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": self.calls, "method": "tools/call", "params": params}
        reply = json.loads(await self.session.handle(json.dumps(message)))
        if "result" not in reply:
            self.device.powered()  # a call that the cut has ended
            raise AssertionError(reply)
        answer = json.loads(reply["result"]["content"][0]["text"])
        if answer["status"] != "ok":
            self.refused += 1
        return answer

    # -- a day ---------------------------------------------------------------------------------

    def day(self, number):
        midnight = self.clock.seconds // dates.DAY * dates.DAY
        if number == self.next_cut:
            flash = self.device.flash
            flash.cut_at = flash.operations + 1 + self.rng.below(4000)
            self.next_cut += self.cut_days
        steps = (
            (7, self.greet),
            (8, self.correct),
            (10, self.tell),
            (12, self.churn),
            (14, self.plan),
            (16, self.mend),
            (18, self.ask),
            (20, self.speak),
        )
        at = 0
        for half in range(10, 55):  # 05:00 to 03:00 of the next day, each half hour
            self.clock.seconds = midnight + half * 1800
            self.guarded(self.look())
            while at < len(steps) and steps[at][0] * 2 <= half:
                self.guarded(steps[at][1]())
                at += 1
        self.clock.seconds = midnight + dates.DAY + 4 * 3600
        self.device.flash.cut_at = 0

    def guarded(self, what):
        try:
            self.run(what)
        except PowerCut:
            self.recover()

    async def look(self):
        """What the firmware does by itself in half an hour."""
        for _ in range(2):
            for watch in self.watches:
                watch.seconds = 900
            await self.scheduler.tick()
            await self.talk.tick(900)
            self.kv.set_i32("clock", self.clock.now())
        await self.maintenance.tick()

    async def hello(self):
        message = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}}
        await self.session.handle(json.dumps(message))
        await self.talk.start()

    async def greet(self):
        await self.hello()
        for _ in range(5):
            await self.call(action="read")
        await self.call("pet", action="feed")
        if self.weekday() == 0:
            await self.call("memory_statistics")

    def weekday(self):
        return self.clock.seconds // dates.DAY % 7

    async def correct(self):
        kinds = _CHURN + ("fact", "moment", "event")
        ids = [record.id for kind in kinds for record in self.memory.each(kind)]
        for n in range(CORRECTED if ids else 0):
            await self.call(action="write", id=ids[n % len(ids)], importance=1 + self.rng.below(5))

    async def tell(self):
        for _ in range(TOLD):
            record = next(self.told)
            given = {"type": record.kind, "content": record.content, "force": True}
            if record.get("topic"):
                given["topic"] = record.get("topic")
            answer = await self.call(action="write", **given)
            if answer.get("result") == "ADDED":
                self.keep(answer["id"], record.content)

    def keep(self, id, content):
        if len(self.kept) >= _KEPT:
            self.kept[self.rng.below(_KEPT)] = (id, content[:14])
        else:
            self.kept.append((id, content[:14]))

    async def churn(self):
        """Lists at their caps: something goes, something comes."""
        for kind in _CHURN + ("family",):
            for _ in range(2):
                known = [record.id for record in self.memory.each(kind)]
                if len(known) > 4:
                    await self.call(action="delete", id=self.rng.choice(known))
                given = {"type": kind, "content": next(self.told).content[:18]}
                if kind == "family":
                    given = {"type": kind, "relation": given["content"][:6], "name": "小明"}
                await self.call(action="write", **given)

    async def plan(self):
        rng = self.rng
        for record in self.memory.hot("schedule")[:5]:
            await self.call(action="complete_schedule", id=record.id)
        for record in self.memory.hot("schedule", "event")[8:]:
            await self.call(action="delete", id=record.id)
        for _ in range(6):
            day = dates.day_text(self.clock.now() + rng.below(20) * dates.DAY)
            when = "%s %02d:%02d" % (day, rng.below(24), rng.below(60))
            repeat = _REPEATS[rng.below(8) // 2] if rng.below(2) else "none"
            content = next(self.told).content[:30]
            await self.call(
                action="write", type="schedule", content=content, datetime=when, repeat=repeat
            )
        await self.call(action="write", type="event", content=next(self.told).content[:40])

    async def mend(self):
        """The archive: something is put right, something is to be forgotten."""
        for _ in range(20):
            counter = 1 + self.rng.below(max(1, self.model.last))
            if self.model.lives(counter):
                id = self.id_of(counter)
                if counter & 1:
                    await self.call(action="delete", id=id)
                else:
                    await self.call(action="write", id=id, importance=1 + self.rng.below(5))

    def id_of(self, counter):
        return self.memory.ids.epoch + str(counter)

    async def ask(self):
        """Questions about what was told: the record that holds the words must be found."""
        for n in range(6 if self.kept else 0):
            id, words = self.kept[self.rng.below(len(self.kept))]
            found = await self.memory.record(id)
            if found is None or not found[0].content.startswith(words):
                continue  # forgotten or corrected meanwhile
            answer = await self.call(action="recall", keyword=words.strip(), limit=50)
            self.asked += 1
            ids = [item["id"] for item in answer["items"]]
            self.answered += id in ids or answer["more"] > 0
            if n % 3 == 0:
                start = dates.day_text(self.clock.now() - self.rng.below(300) * dates.DAY)
                await self.call(action="recall", start_date=start, end_date=start)

    async def speak(self):
        for n in range(6):
            words = next(self.told).content
            self.talk.hear("owner", words if n % 2 else "我喜欢" + words[:8])
            self.said = "好的，" + words
            self.talk.hear("companion", self.said)
            await self.talk.tick(1)
        await self.talk.tick(61)

    # -- power cuts and months -----------------------------------------------------------------

    def recover(self):
        """
        The power came back. Of what was under way all or nothing is there; all else as it was.
        """
        self.cuts += 1
        dying = self.model.dying
        self.stop()
        self.start()
        found = self.compare()
        for record in found.new:
            assert counter_of(record.id) > self.model.last, "back again: %r" % found
        assert not found.twice, found
        assert len(found.new) <= 2, found
        assert len(found.changed) <= 1, found
        for counter in found.gone:
            assert self.id_of(counter) in dying, found
            self.model.drop(self.id_of(counter))
        for record in found.new + found.changed:
            self.model.put(record)
        self.run(self.hello())

    def compare(self):
        got = []

        async def body():
            got.append(await self.model.compare(self.memory))

        self.run(body())
        return got[0]

    def month(self, number):
        """Figures of the device as it is, having run for a day."""
        found = self.compare()
        assert not len(found), found
        ring = [message.text for message in ChatHistory(esp32.NVS("talk")).messages()]
        assert ring
        assert self.said.startswith(ring[-1]), (self.said, ring[-1])
        gc.collect()
        row = {"day": number, "heap_caches_bytes": gc.mem_alloc()}
        self.memory.close_index()
        for sealed in self.memory.log.manifest.sealed:
            self.memory.log.packs.close(sealed[NUMBER])  # with its blocks, of which 16 stay in RAM
        gc.collect()
        row["heap_bytes"] = gc.mem_alloc()
        row["heap_caches_bytes"] -= gc.mem_alloc()
        micropython.mem_info()
        micropython.qstr_info()
        files, total, index = sizes()
        info = os.statvfs("/memory")
        row.update(self.boot)
        row["files"] = files
        row["archive_bytes"] = total
        row["index_bytes"] = index
        row["used_percent"] = 100 - 100 * info[3] // info[2]
        for label in ("nvs", "memory"):
            erases = self.device.erases_of(label)
            row[label + "_erases"] = [erases[0], erases[len(erases) // 2], erases[-1]]
            row[label + "_erases_mean"] = round(sum(erases) / len(erases), 1)
        row["expected"] = self.model.expected
        row["found"] = self.model.found
        for name in ("calls", "refused", "asked", "answered", "cuts"):
            row[name] = getattr(self, name)
        print(json.dumps(row))

    def live(self):
        for number in range(1, self.days + 1):
            self.start()
            self.day(number)
            if number % self.month_days == 0 or number == self.days:
                self.month(number)
            self.stop()


gc.threshold(gc.mem_free() // 16)  # as main.py
events.emit = lambda event, **fields: None
Year(sys.argv[1], *[int(argument) for argument in sys.argv[2:6]]).live()
