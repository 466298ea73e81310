"""
Scheduler: what the companion does by the clock.

Owns the times of its jobs and their marks in NVS (`sys/nightly`, `sys/weekly`: the day of the last
run). Every ten minutes it announces reminders due within the hour (reminders.py); at 03:00 and on
Sundays at 03:10 it archives (memory.upkeep.retention), and catches up after power-off. Jobs that
move records run only on a clock that was set, and skip a day when the clock has just jumped by
more than 24 hours.
"""

import asyncio

from memory.errors import MemoryFault
from memory.text import dates
from memory.text.folding import plain
from memory.upkeep import retention
from micropython import const

from firmware.system import events
from firmware.system.nvs import namespace, read_number
from firmware.words import reminders as words
from firmware.words.messages import say

from . import relationship, reminders

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from memory.engine import Memory
    from memory.records.record import Record

    from firmware.system.clock import Clock, Stopwatch

_TICK_S = const(1)  # how often it looks at the clock, which may run fast on a desk
_REMIND_S = const(600)
_JUMP_S = const(86400)
_QUIET_S = const(60)  # without a change, after which a snapshot is written
_NIGHTLY = const(10800)  # 03:00
_WEEKLY = const(11400)  # Sundays 03:10
_SUNDAY = const(6)
_FIRST_WEEKDAY = const(5)  # 2000-01-01 was a Saturday; Monday is 0


class Scheduler:
    """Runs the jobs over an open engine."""

    def __init__(self, memory: "Memory", clock: "Clock", stopwatch: "Stopwatch") -> None:
        self._memory = memory
        self._clock = clock
        self._stopwatch = stopwatch
        self._kv = namespace("sys")
        self._reminded: "int | None" = None  # when reminders were last looked for
        self._done: "dict[str, int]" = {}  # the day of the last run of each job
        self._changes = 0
        self._quiet = 0  # seconds since hot memory last changed
        self._last_now: "int | None" = None  # the clock at the last tick
        self.turns = 0  # of run(), for the watchdog

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
        if self._reminded is None or not 0 <= now - self._reminded < _REMIND_S:
            self._reminded = now
            await self._guarded("reminders", self._remind)
        today = now // dates.DAY
        if now % dates.DAY >= _NIGHTLY:
            await self._daily("nightly", today, jumped)
        since_sunday = (today + _FIRST_WEEKDAY - _SUNDAY) % 7
        sunday = today - since_sunday
        if since_sunday or now % dates.DAY >= _WEEKLY:
            await self._daily("weekly", sunday, jumped)

    async def _save_when_quiet(self, passed: int) -> None:
        """Write a snapshot when memory has not changed for a minute."""
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
        """Whether the clock was moved by more than a day since the last tick."""
        last, self._last_now = self._last_now, now
        return last is not None and abs(now - last - passed) > _JUMP_S

    async def _daily(self, name: str, day: int, jumped: bool) -> None:
        """Run a job once for `day`, the day number of its latest time."""
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
        except OSError as e:  # a start today runs it again, which changes nothing
            events.log("warning", "scheduler", "%s cannot be marked: %r" % (name, e))

    async def _run(self, name: str) -> None:
        await (retention.nightly if name == "nightly" else retention.weekly)(self._memory)
        if self._memory.unsaved():
            await self._memory.save()

    def _mark(self, name: str) -> int:
        found = read_number(self._kv, name)
        return -1 if found is None else found

    async def _guarded(self, name: str, job: "Callable[..., Coroutine]", *arguments: str) -> None:
        try:
            await job(*arguments)
        except MemoryFault as e:
            events.log("error", "scheduler", "%s: %s" % (name, e))

    # -- reminders -----------------------------------------------------------------------------

    async def _remind(self) -> None:
        for record, late in await reminders.mark_due(self._memory):
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

    def _words(self, record: "Record") -> str:
        """The content; of a flagged record a notice (prompt-injection screening)."""
        return say("suspect_words") if record.suspect else plain(record.content)

    def wording(self, record: "Record", late: bool) -> str:
        """The sentence to say."""
        stage = relationship.stage(self._memory.coins())
        what, when = self._words(record), self._when(record)
        return words.wording(what, when, record.get("priority", 3), late, stage)

    def _when(self, record: "Record") -> str:
        """The time alone if it is today, else the date too."""
        text = record.get("when")
        today = dates.day_text(self._clock.now())
        return text[11:] if text[:10] == today else text
