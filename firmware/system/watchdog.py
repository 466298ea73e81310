"""
Watchdog: resets the chip when the loop or a task that must not end stands still.

Owns machine.WDT, which resets the chip when it is not fed for the setting `watchdog_s`. A task of
the loop feeds it, so a blocked loop feeds nothing, and only while the watched tasks run. The
longest work blocks the loop for a second or two (docs/decisions/living.md), far below the timeout.
On the chip a watchdog cannot be stopped, only made anew with another timeout; it outlives a soft
reset.
"""

import asyncio
import time

import machine
from micropython import const

from . import crash_report, events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from asyncio import Task
    from typing import Any

    from firmware.companion.scheduler import Scheduler

_START_S = const(300)  # a start may rebuild an index, make a key, wait for slow flash
_PROMPT_S = const(43200)  # at the prompt, where somebody works
_FEEDS = const(6)  # per timeout
_STUCK_MS = const(1800000)  # without a turn of the scheduler
_running: "list[bool]" = []  # one entry once there is a watchdog


def extend_for_prompt() -> None:
    """The program was interrupted: where a watchdog runs, leave half a day at the prompt."""
    if _running:
        machine.WDT(timeout=1000 * _PROMPT_S)


class Watchdog:
    """Resets the chip after `seconds` without feeding; during the start, after five minutes."""

    def __init__(self, seconds: int) -> None:
        self._ms = 1000 * seconds
        self._tasks: "list[Task]" = []  # that must not end
        self._scheduler: "Scheduler | None" = None
        self._seen: "tuple[int, Any] | None" = None  # its turns, ticks of their last change
        machine.WDT(timeout=1000 * _START_S)
        _running.append(True)

    def watch(self, scheduler: "Scheduler", tasks: "list[Task]") -> None:
        """From now on `tasks` must not end and `scheduler.turns` must grow."""
        self._scheduler = scheduler
        self._tasks = tasks

    async def run(self) -> None:
        """Feed until something is wrong; then log it and end, so that the chip is reset."""
        wdt = machine.WDT(timeout=self._ms)
        pause_ms = self._ms // _FEEDS
        while True:
            before = time.ticks_ms()
            await asyncio.sleep_ms(pause_ms)
            now = time.ticks_ms()
            late_ms = time.ticks_diff(now, before) - pause_ms
            if late_ms > self._ms // 2:
                events.log("warning", "watchdog", "the loop stood still for %d ms" % late_ms)
            problem = self._problem(now)
            if problem:
                crash_report.keep_words("watchdog: " + problem)
                events.log("error", "watchdog", "%s; the chip is reset" % problem)
                return
            wdt.feed()

    def _problem(self, now: "Any") -> "str | None":
        for task in self._tasks:
            if task.done():
                return "a task has ended"
        if self._scheduler is not None:
            turns = self._scheduler.turns
            if self._seen is None or self._seen[0] != turns:
                self._seen = (turns, now)
            elif time.ticks_diff(now, self._seen[1]) > _STUCK_MS:
                return "the scheduler stands still"
        return None
