"""
Clock: local time, and whether it can be believed.

Owns the NVS key `clock` of namespace `sys`: the last time known, so that a device that wakes
without one goes on from there, marked as not set, and what it writes still sorts.
"""

import time

import machine
from memory.text import dates
from micropython import const

from . import events
from .nvs import namespace

# A board that nobody told the time starts at 2000-01-01; before this year it cannot be right.
_FIRST_YEAR = const(2024)
_LAST_YEAR = const(2099)
_MS_TO_2000 = 946684800000  # from 1970
_MARK_SECONDS = const(600)
_NOT_FOUND = const(-0x1102)


class Stopwatch:
    """Seconds passed since the last call, whatever happens to the clock meanwhile."""

    def __init__(self) -> None:
        self._ticks = time.ticks_ms()

    def __call__(self) -> int:
        ticks = time.ticks_ms()
        passed = time.ticks_diff(ticks, self._ticks)
        seconds = passed // 1000
        self._ticks = time.ticks_add(self._ticks, seconds * 1000)  # what is left counts next time
        return seconds


class Clock:
    """now() in local seconds since 2000-01-01, is_set(), and a mark in NVS every ten minutes."""

    def __init__(self) -> None:
        self._kv = namespace("sys")
        self._passed = Stopwatch()
        self._up = 0
        self._floor = dates.days(_FIRST_YEAR, 1, 1) * dates.DAY
        self._marked = self._last_mark()
        self._offset = 0  # added to an unset clock
        if not self.is_set():
            self._offset = max(0, self._marked - time.time())

    def _last_mark(self) -> int:
        try:
            return self._kv.get_i32("clock")
        except OSError as e:
            if e.args[0] != _NOT_FOUND:
                events.log("warning", "clock", "the last time known is lost: %r" % e)
            return 0

    def uptime(self) -> int:
        """Seconds since the start, right as long as somebody asks once in a few days."""
        self._up += self._passed()
        return self._up

    def is_set(self) -> bool:
        """True once the time was set by the owner, a server or NTP since power-on."""
        return time.time() >= self._floor

    def now(self) -> int:
        """Local seconds since 2000-01-01; the last known time plus ticks while it is not set."""
        return time.time() if self.is_set() else time.time() + self._offset

    def set(self, utc_ms: int, offset_minutes: int) -> bool:
        """
        It is `utc_ms` (milliseconds since 1970) now, `offset_minutes` less than local time. False,
        and nothing changed, for a time that cannot be: before 2024 or after 2099.
        """
        local_ms = utc_ms - _MS_TO_2000 + offset_minutes * 60000
        seconds = local_ms // 1000
        if not self._floor <= seconds < dates.days(_LAST_YEAR + 1, 1, 1) * dates.DAY:
            return False
        year, month, day = dates.civil(seconds // dates.DAY)
        rest = seconds % dates.DAY
        clock = (rest // 3600, rest // 60 % 60, rest % 60, local_ms % 1000 * 1000)
        machine.RTC().datetime((year, month, day, 0) + clock)
        self._offset = 0
        self.mark()
        return True

    def mark(self) -> None:
        """Keep the time if the last mark is ten minutes old (or lies in the future)."""
        self.uptime()
        if self.is_set() and abs(self.now() - self._marked) >= _MARK_SECONDS:
            self._marked = self.now()
            try:
                self._kv.set_i32("clock", self._marked)
                self._kv.commit()
            except OSError as e:  # it is for a start without a clock; tried again in ten minutes
                events.log("warning", "clock", "the time cannot be marked: %r" % e)
