"""
Scheduler: what the companion does by the clock.

Owns the times of its jobs and their marks in NVS (`sys/nightly`, `sys/weekly`, `sys/mind`: the day
of the last run). Every ten minutes it announces reminders due within the hour, and each again at
its minute, todos at theirs (reminders.py); at 03:00 and on Sundays at 03:10 it archives
(memory.upkeep.retention), and catches up after power-off. Jobs that move records run only on a
clock that was set, and skip a day when the clock has just jumped by more than 24 hours. What
leaves the notebook at night (mind.night) waits for a clock that is more than a cloud's word.

While somebody talks by voice only reminders are looked for: jobs wait, and one that was begun ends
at its next step and is begun anew afterwards, since what is due is read from the records.

A job that fails, whatever it raises, is logged and run again at its next time; it stops neither
the other jobs nor the scheduler. A mark that cannot be read counts as missing: the job runs once
more, which changes nothing.
"""

import asyncio

from memory.records import marks
from memory.text import dates
from memory.upkeep import retention
from micropython import const
from mind import night

from firmware.system import events
from firmware.system.nvs import namespace, read_number

from . import reminders

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from memory.engine import Memory
    from mind.mind import Mind

    from firmware.system.clock import Clock, Stopwatch

_TICK_S = const(1)  # how often it looks at the clock, which may run fast on a desk
_REMIND_S = const(600)
_JUMP_S = const(86400)
_QUIET_S = const(60)  # without a change, after which a snapshot is written
_NIGHTLY = const(10800)  # 03:00
_WEEKLY = const(11400)  # Sundays 03:10
_SUNDAY = const(6)
_FIRST_WEEKDAY = const(5)  # 2000-01-01 was a Saturday; Monday is 0


class _TalkHasBegun(Exception):
    """Somebody talks: the job ends here."""


class Scheduler:
    """Runs the jobs over an open engine; `resting()` says that somebody talks by voice."""

    def __init__(
        self,
        memory: "Memory",
        clock: "Clock",
        stopwatch: "Stopwatch",
        mind: "Mind | None" = None,
        resting: "Callable[[], bool]" = bool,
    ) -> None:
        self._memory = memory
        self._mind = mind
        self._clock = clock
        self._stopwatch = stopwatch
        self._resting = resting
        self._kv = namespace("sys")
        self._reminded: "int | None" = None  # when reminders were last looked for
        self._minute: "int | None" = None  # when the next occurrence begins
        self._minute_of = -1  # the count of changes of memory that it was read at
        self._looked_at = -1  # the same, of the last look for reminders
        self._done: "dict[str, int]" = {}  # the day of the last run of each job
        self._changes = 0
        self._quiet = 0  # seconds since hot memory last changed
        self._last_utc: "int | None" = None  # the clock at the last tick
        self.turns = 0  # of run(), for the watchdog

    async def run(self) -> None:
        """Started by the app; one look at the clock a second until cancelled."""
        while True:
            await self._guarded("tick", self.tick)
            self.turns = (self.turns + 1) & 0xFFFF
            await asyncio.sleep(_TICK_S)

    async def tick(self) -> None:
        """Do what is due now. A job that fails is reported and waits for its next time."""
        passed = self._stopwatch()
        await self._guarded("snapshot", self._save_when_quiet, passed)
        if not self._clock.is_set():
            return
        now = self._clock.now()
        utc = self._clock.utc()
        jumped = self._jumped(utc, passed)
        await self._guarded("reminders", self._remind, utc)
        if self._resting():
            return
        today = now // dates.DAY
        if now % dates.DAY >= _NIGHTLY:
            await self._guarded("nightly", self._daily, "nightly", today, jumped)
            if self._mind is not None and self._clock.is_confirmed:
                await self._guarded("mind", self._daily, "mind", today, jumped)
        since_sunday = (today + _FIRST_WEEKDAY - _SUNDAY) % 7
        sunday = today - since_sunday
        if since_sunday or now % dates.DAY >= _WEEKLY:
            await self._guarded("weekly", self._daily, "weekly", sunday, jumped)

    async def _save_when_quiet(self, passed: int) -> None:
        """Write a snapshot when memory has not changed for a minute."""
        if self._changes != self._memory.changes:
            self._changes = self._memory.changes
            self._quiet = 0
            return
        self._quiet += passed
        if self._quiet >= _QUIET_S and not self._resting():
            self._quiet = 0
            if self._memory.unsaved():
                await self._memory.save()

    def _jumped(self, utc: int, passed: int) -> bool:
        """Whether the clock was moved by more than a day since the last tick."""
        last, self._last_utc = self._last_utc, utc
        return last is not None and abs(utc - last - passed) > _JUMP_S

    async def _daily(self, name: str, day: int, jumped: bool) -> None:
        """Run a job once for `day`, the day number of its latest time."""
        if self._done.get(name, -1) >= day or self._mark(name) >= day:
            return
        self._done[name] = day  # whatever becomes of it, the next time is tomorrow
        if jumped:
            events.log("warning", "scheduler", "%s left out: the clock has jumped" % name)
        else:
            try:
                await self._guarded(name, self._run, name)
            except _TalkHasBegun:
                del self._done[name]
                return
        try:
            self._kv.set_i32(name, day)
            self._kv.commit()
        except OSError as e:  # a start today runs it again, which changes nothing
            events.log("warning", "scheduler", "%s cannot be marked: %r" % (name, e))

    async def _run(self, name: str) -> None:
        if name == "mind":
            await self._tidy_mind()
        else:
            job = retention.nightly if name == "nightly" else retention.weekly
            await job(self._memory, self._step)
        if self._memory.unsaved():
            await self._memory.save()

    async def _tidy_mind(self) -> None:
        """Let fade, expire and leave what nobody used."""
        if self._mind is not None:
            done = await night.tidy(self._mind, self._step)
            level = "warning" if done.stopped else "info"
            if done.stopped or done.moved or done.purged:
                events.log(level, "mind", done.words())

    async def _step(self) -> None:
        """Between two steps of a job: others run. Raises _TalkHasBegun."""
        await asyncio.sleep(0)
        if self._resting():
            raise _TalkHasBegun

    def _mark(self, name: str) -> int:
        try:
            found = read_number(self._kv, name)
        except OSError as e:
            events.log("error", "scheduler", "the last %s run is not known: %r" % (name, e))
            found = None
        return -1 if found is None else found

    async def _guarded(self, name: str, job: "Callable[..., Coroutine]", *given: object) -> None:
        try:
            await job(*given)
        except _TalkHasBegun:
            raise
        except Exception as e:  # noqa: BLE001  whatever it is, the other jobs run
            text = "%s, again at its next time: %s: %s" % (name, type(e).__name__, e)
            events.log("error", "scheduler", text)

    async def _remind(self, utc: int) -> None:
        """Every ten minutes, and at each minute of an occurrence or todo, announce what is due."""
        if self._minute_of != self._memory.changes:
            since = utc if self._reminded is None else min(utc, self._reminded)
            self._minute = reminders.next_minute(self._memory, since)
            self._minute_of = self._memory.changes
            is_new = self._looked_at not in (-1, self._minute_of)
            if is_new and reminders.is_overdue(self._memory):  # restored from the trash
                self._minute = utc
        begun = self._minute is not None and utc >= self._minute
        if not begun and self._reminded is not None and 0 <= utc - self._reminded < _REMIND_S:
            return
        self._reminded = utc
        self._minute_of = -1
        self._looked_at = self._memory.changes
        for record, mark in await reminders.mark_due(self._memory):
            late = marks.is_late(record, self._clock, mark)
            events.emit("reminder", **reminders.fields(self._memory, record, mark, late))
        self._looked_at = self._memory.changes
