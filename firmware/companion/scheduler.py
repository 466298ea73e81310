"""
Scheduler: what the companion does by the clock.

Owns the times of its jobs and their marks in NVS (`sys/nightly`, `sys/weekly`: the day of the last
run). Every ten minutes it looks for reminders due within the hour; at 03:00 and on Sundays at
03:10 it archives, and catches up after power-off. Jobs that move records run only on a clock that
was set, and skip a day when the clock has just jumped by more than 24 hours. What a job does is
in lib/memory; what it says is in `messages`.
"""

import asyncio

from memory.errors import MemoryFault
from memory.hot.nvs_errors import NOT_FOUND
from memory.text import dates
from memory.text.folding import plain
from memory.upkeep import retention
from micropython import const

from firmware.system import events
from firmware.system.nvs import namespace
from firmware.words.messages import say

from . import relationship, reminders

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_TICK_S = const(1)  # how often it looks at the clock, which may run fast on a desk
_LOOK_S = const(600)
_JUMP_S = const(86400)
_QUIET_S = const(60)  # of silence that end a conversation
_NIGHTLY = const(10800)  # 03:00
_WEEKLY = const(11400)  # Sundays 03:10
_SUNDAY = const(6)
_FIRST_WEEKDAY = const(5)  # 2000-01-01 was a Saturday; Monday is 0


class Scheduler:
    """`memory` is the engine, `clock` the firmware's, `stopwatch` its Stopwatch."""

    def __init__(self, memory: "Any", clock: "Any", stopwatch: "Any") -> None:
        self._memory = memory
        self._clock = clock
        self._stopwatch = stopwatch
        self._kv = namespace("sys")
        self._looked: "int | None" = None
        self._done: "dict[str, int]" = {}  # the day of the last run of each job
        self._changes = 0
        self._quiet = 0  # seconds since hot memory last changed
        self._seen: "int | None" = None  # what the clock showed at the last tick
        self.turns = 0  # of run(): who looks twice sees whether it lives

    async def run(self) -> None:
        """Started by the app; one look at the clock a second until cancelled."""
        while True:
            await self.tick()
            self.turns = (self.turns + 1) & 0xFFFF
            await asyncio.sleep(_TICK_S)

    async def tick(self) -> None:
        """Do what is due now. A job that fails is reported and waits for its next time."""
        passed = self._stopwatch()
        await self._save_when_quiet(passed)
        if not self._clock.is_set():
            return
        now = self._clock.now()
        jumped = self._jumped(now, passed)
        if self._looked is None or not 0 <= now - self._looked < _LOOK_S:
            self._looked = now
            await self._guarded("reminders", self._remind)
        today = now // dates.DAY
        if now % dates.DAY >= _NIGHTLY:
            await self._daily("nightly", today, jumped)
        since_sunday = (today + _FIRST_WEEKDAY - _SUNDAY) % 7
        sunday = today - since_sunday
        if since_sunday or now % dates.DAY >= _WEEKLY:
            await self._daily("weekly", sunday, jumped)

    async def _save_when_quiet(self, passed: int) -> None:
        """A conversation has ended when nothing changed for a minute: keep a snapshot of it."""
        if self._changes != self._memory.changes:
            self._changes = self._memory.changes
            self._quiet = 0
            return
        self._quiet += passed
        if self._quiet >= _QUIET_S:
            self._quiet = 0
            if self._memory.unsaved():
                await self._guarded("snapshot", self._memory.save)

    def _jumped(self, now: int, passed: int) -> bool:
        """True when the clock was moved by more than a day since the last look at it."""
        seen, self._seen = self._seen, now
        return seen is not None and abs(now - seen - passed) > _JUMP_S

    async def _daily(self, name: str, day: int, jumped: bool) -> None:
        """Run a job of `upkeep` once for `day`, the day number of its latest time."""
        if self._done.get(name, -1) >= day or self._mark(name) >= day:
            return
        if jumped:
            events.log("warning", "scheduler", "%s left out: the clock has jumped" % name)
        else:
            await self._guarded(name, self._run, name)
        self._done[name] = day
        try:
            self._kv.set_i32(name, day)
            self._kv.commit()
        except OSError as e:  # a start today does it again, which changes nothing
            events.log("warning", "scheduler", "%s cannot be marked: %r" % (name, e))

    async def _run(self, name: str) -> None:
        await (retention.nightly if name == "nightly" else retention.weekly)(self._memory)
        if self._memory.unsaved():
            await self._memory.save()

    def _mark(self, name: str) -> int:
        try:
            return self._kv.get_i32(name)
        except OSError as e:
            if e.args[0] != NOT_FOUND:
                raise
            return -1

    async def _guarded(self, name: str, what: "Any", *arguments: "Any") -> None:
        try:
            await what(*arguments)
        except MemoryFault as e:
            events.log("error", "scheduler", "%s: %s" % (name, e))

    # -- reminders -----------------------------------------------------------------------------

    async def _remind(self) -> None:
        for record, late in await reminders.look(self._memory):
            fields = {"suspect": True} if record.suspect else {}
            events.emit(
                "reminder",
                id=record.id,
                content=self._words(record),
                due=record.get("when"),
                priority=record.get("priority"),
                late=late,
                message=self.wording(record, late),
                **fields,
            )

    def _words(self, record: "Any") -> str:
        """What it is about; what reads like an instruction is announced and not repeated."""
        return say("suspect_words") if record.suspect else plain(record.content)

    def wording(self, record: "Any", late: bool) -> str:
        """The sentence to say: its tone by priority, its address by the stage of friendship."""
        priority = record.get("priority", 3)
        tone = "urgent" if priority >= 4 else "plain" if priority == 3 else "passing"
        stage = relationship.stage(self._memory.coins())
        address = say("address_%d" % stage)
        when = self._when(record)
        code = "remind_%s%s" % (tone, "_late" if late else "")
        return say(code, address=address, when=when, what=self._words(record))

    def _when(self, record: "Any") -> str:
        """The time alone where it is today, else the date too."""
        text = record.get("when")
        today = dates.day_text(self._clock.now())
        return text[11:] if text[:10] == today else text
