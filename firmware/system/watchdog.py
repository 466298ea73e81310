"""
Watchdog: a loop that stands still resets the chip.

Owns machine.WDT: it is fed by a task of the loop itself, so that a loop that hangs feeds nothing,
and only while the other tasks that must not end are alive. What takes long on purpose is far below
the timeout: the longest step holds the loop for a second or two (docs/decisions/living.md).
The setting `watchdog_s` asks for it. On the chip a watchdog cannot be stopped, but made anew
with another timeout; it also goes through a soft reset.
"""

import asyncio
import time

import machine
from micropython import const

from . import crash_report, events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_START_S = const(300)  # a start may rebuild an index, make a key, wait for slow flash
_PROMPT_S = const(43200)  # at the prompt somebody works; after half a day nobody does
_FEEDS = const(6)  # in a timeout
_STUCK_MS = const(1800000)  # without a turn of the scheduler, whose jobs wait for each other


_running: "list[bool]" = []  # one entry once there is a watchdog


def rest() -> None:
    """Where a watchdog runs and the program was interrupted: leave half a day at the prompt."""
    if _running:
        machine.WDT(timeout=1000 * _PROMPT_S)


class Watchdog:
    """`seconds` without food reset the chip; while it starts, five minutes."""

    def __init__(self, seconds: int) -> None:
        self._ms = 1000 * seconds
        self._tasks: "list[Any]" = []  # that must not end
        self._scheduler: "Any" = None
        self._seen: "tuple[int, Any] | None" = None  # its turns, and when they last changed
        machine.WDT(timeout=1000 * _START_S)
        _running.append(True)

    def must(self, scheduler: "Any", tasks: "list[Any]") -> None:
        """From now on: `tasks` must not end, and `scheduler.turns` grow while it lives."""
        self._scheduler = scheduler
        self._tasks = tasks

    async def run(self) -> None:
        """Started by the app; ends, and the chip soon after it, when something has gone wrong."""
        wdt = machine.WDT(timeout=self._ms)
        pause_ms = self._ms // _FEEDS
        while True:
            before = time.ticks_ms()
            await asyncio.sleep_ms(pause_ms)
            now = time.ticks_ms()
            late_ms = time.ticks_diff(now, before) - pause_ms
            if late_ms > self._ms // 2:
                events.log("warning", "watchdog", "the loop stood still for %d ms" % late_ms)
            wrong = self._wrong(now)
            if wrong:
                crash_report.keep_words("watchdog: " + wrong)
                events.log("error", "watchdog", "%s; the chip is reset" % wrong)
                return
            wdt.feed()

    def _wrong(self, now: "Any") -> "str | None":
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
