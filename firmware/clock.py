"""
Clock: local time, and whether it can be believed.

Owns the NVS key `clock` of namespace `sys`: the last time known, so that a device that wakes
without one goes on from there, marked as not set, and what it writes still sorts.
"""

import time

import esp32
from memory import dates
from micropython import const

# A board that nobody told the time starts at 2000-01-01; before this year it cannot be right.
_FIRST_YEAR = const(2024)
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
        self._kv = esp32.NVS("sys")
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
                raise
            return 0

    def is_set(self) -> bool:
        """True once the time was set by the owner, a server or NTP since power-on."""
        return time.time() >= self._floor

    def now(self) -> int:
        """Local seconds since 2000-01-01; the last known time plus ticks while it is not set."""
        return time.time() if self.is_set() else time.time() + self._offset

    def mark(self) -> None:
        """Keep the time if the last mark is ten minutes old (or lies in the future)."""
        if self.is_set() and abs(self.now() - self._marked) >= _MARK_SECONDS:
            self._marked = self.now()
            self._kv.set_i32("clock", self._marked)
            self._kv.commit()
