"""
Clock: local time, and whether it is set.

Owns the key `clock` of NVS namespace `sys`: the last known time. A device that starts without the
time goes on from there, so that what it writes sorts after what it has; `is_set` is then False.
"""

import time

import machine
from memory.text import dates
from micropython import const

from . import events
from .nvs import namespace, read_number

# The chip's clock starts at 2000-01-01; a time before this year was never set.
_FIRST_YEAR = const(2024)
_LAST_YEAR = const(2099)
_MS_TO_2000 = 946684800000  # from 1970
_MARK_SECONDS = const(600)


class Stopwatch:
    """Whole seconds since the last call, by ticks: setting the clock changes nothing."""

    def __init__(self) -> None:
        self._ticks = time.ticks_ms()

    def __call__(self) -> int:
        ticks = time.ticks_ms()
        passed = time.ticks_diff(ticks, self._ticks)
        seconds = passed // 1000
        self._ticks = time.ticks_add(self._ticks, seconds * 1000)  # the remainder counts next time
        return seconds


class Clock:
    """Local time in seconds since 2000-01-01; saved in NVS every ten minutes."""

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
            return read_number(self._kv, "clock") or 0
        except OSError as e:
            events.log("warning", "clock", "the last time known is lost: %r" % e)
            return 0

    def uptime(self) -> int:
        """Seconds since the start; call it every few days, before the ticks wrap around."""
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
        Set the time: `utc_ms` are milliseconds since 1970, local time is `offset_minutes` ahead.
        Returns False and changes nothing for a time before 2024 or after 2099.
        """
        local_ms = utc_ms - _MS_TO_2000 + offset_minutes * 60000
        seconds = local_ms // 1000
        if not self._floor <= seconds < dates.days(_LAST_YEAR + 1, 1, 1) * dates.DAY:
            return False
        year, month, day = dates.civil(seconds // dates.DAY)
        of_day = seconds % dates.DAY
        clock = (of_day // 3600, of_day // 60 % 60, of_day % 60, local_ms % 1000 * 1000)
        machine.RTC().datetime((year, month, day, 0) + clock)
        self._offset = 0
        self.mark()
        return True

    def mark(self) -> None:
        """Save the time if the saved one is ten minutes old (or lies in the future)."""
        self.uptime()
        if self.is_set() and abs(self.now() - self._marked) >= _MARK_SECONDS:
            self._marked = self.now()
            try:
                self._kv.set_i32("clock", self._marked)
                self._kv.commit()
            except OSError as e:  # tried again in ten minutes
                events.log("warning", "clock", "the time cannot be marked: %r" % e)
