"""
Clock: the time, of UTC and of the owner's wall, and whether it is set.

The chip's clock is kept in UTC; local time is computed by the zone (zone.py). The owner's zone,
the setting `zone`, counts before the offset of an OTA service, and that before the default.
Owns keys of NVS namespace `sys`: `clock`, the last known local time. A device that starts without
the time goes on from there, so that what it writes sorts after what it has; `is_set` is then
False. `offset`, minutes ahead of UTC as a service said. `rtc`, 1 once the chip's clock is in UTC:
versions before kept it in local time. `unsure`, 1 where the time is a cloud's word alone.
"""

import time

import machine
from memory.text import dates
from micropython import const

from . import events, zone
from .nvs import namespace, read_number

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .settings import Settings
    from .zone import Zone

# The chip's clock starts at 2000-01-01; a time before this year was never set.
_FIRST_YEAR = const(2024)
_LAST_YEAR = const(2099)
_MS_TO_2000 = 946684800000  # from 1970
_MARK_SECONDS = const(600)
_FAR_SECONDS = const(300)  # more than a clock is wrong that NTP has set
_DEFAULT_ZONE = "Asia/Shanghai"


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


def of_owner(settings: "Settings") -> "Clock":
    """The clock with the zone that the owner or the board has set, if either has."""
    if not settings.chosen("zone"):
        return Clock()
    try:
        return Clock(zone.from_text(settings.get("zone")))
    except ValueError:  # a newer firmware, whose table has more names, has written it
        events.log("warning", "clock", "the setting zone is not known to this version")
        return Clock()


class Clock:
    """
    Times are seconds since 2000-01-01. `owners` is the zone that the owner has chosen; without one
    it is the offset that a service gave, or Asia/Shanghai.
    """

    def __init__(self, owners: "Zone | None" = None) -> None:
        self._kv = namespace("sys")
        self._passed = Stopwatch()
        self._up = 0
        self._floor = dates.days(_FIRST_YEAR, 1, 1) * dates.DAY
        self._is_owners = owners is not None
        self._given = self._number("offset")  # minutes, by a service
        self._zone = owners or self._other_zone()
        self._marked = self._number("clock") or 0
        self._ahead = 0  # of an unset clock, the local time
        if not self.is_set():
            self._ahead = max(0, self._marked - time.time())
        self._is_utc = bool(self._number("rtc"))
        # True where NTP or the owner has set it, or what ran before: no cloud's word alone.
        self.is_confirmed = self.is_set() and not self._number("unsure")
        if self.is_set() and not self._is_utc and machine.reset_cause() != machine.PWRON_RESET:
            self._set_chip(self._zone.utc(time.time()), 0)  # an older version has set it

    def _number(self, key: str) -> "int | None":
        try:
            return read_number(self._kv, key)
        except OSError as e:
            events.log("warning", "clock", "%s is lost: %r" % (key, e))
            return None

    def _other_zone(self) -> "Zone":
        """The zone where the owner has chosen none."""
        return zone.from_text(_DEFAULT_ZONE) if self._given is None else zone.fixed(self._given)

    def uptime(self) -> int:
        """Seconds since the start; call it every few days, before the ticks wrap around."""
        self._up += self._passed()
        return self._up

    def is_set(self) -> bool:
        """True once the time was set by the owner, a server or NTP since power-on."""
        return time.time() >= self._floor

    def utc(self) -> int:
        """The time of UTC; while it is not set, that of `now`."""
        return time.time() if self.is_set() else self._zone.utc(self.now())

    def now(self) -> int:
        """Local time; the last known one plus ticks while it is not set."""
        return self._zone.local(time.time()) if self.is_set() else time.time() + self._ahead

    def instant(self, local: int) -> int:
        """
        The time of UTC at which the wall clock shows `local`. What is missing when the clock goes
        forward is moved on by as much; what occurs twice is the first, and the second from when
        the clock was set back.
        """
        first = self._zone.utc(local)
        utc = self.utc()
        offset = self._zone.offset(utc)
        again = local - offset
        return again if first < utc and self._zone.offset(again) == offset else first

    def choose(self, owners: "Zone") -> None:
        """From now on the owner's zone is this one; the setting is kept by the caller."""
        self._is_owners = True
        self._zone = owners

    def set(
        self, utc_ms: int, offset_minutes: "int | None" = None, confirmed: bool = True
    ) -> bool:
        """
        Set the time: `utc_ms` are milliseconds since 1970. `offset_minutes` is a service's opinion
        of how far local time is ahead, which counts, and is kept, while the owner has not chosen a
        zone; not `confirmed`: it is a cloud's word alone, and what was confirmed stays so only
        where that moves it by a few minutes at most. Returns False and changes nothing for a time
        before 2024 or after 2099.
        """
        ms = utc_ms - _MS_TO_2000
        if not self._floor <= ms // 1000 < dates.days(_LAST_YEAR + 1, 1, 1) * dates.DAY:
            return False
        if offset_minutes is not None:
            self._take_offset(offset_minutes)
        is_near = abs(ms // 1000 - time.time()) <= _FAR_SECONDS
        self.is_confirmed = confirmed or (self.is_confirmed and is_near)
        self._set_chip(ms // 1000, ms % 1000)
        self._ahead = 0
        if bool(self._number("unsure")) == self.is_confirmed:
            self._keep("unsure", int(not self.is_confirmed))
        self.mark()
        return True

    def _take_offset(self, minutes: int) -> None:
        if self._is_owners or minutes == self._given:
            return
        self._given = minutes
        self._zone = self._other_zone()
        self._keep("offset", minutes)

    def _set_chip(self, utc: int, ms: int) -> None:
        year, month, day = dates.civil(utc // dates.DAY)
        of_day = utc % dates.DAY
        clock = (of_day // 3600, of_day // 60 % 60, of_day % 60, ms * 1000)
        machine.RTC().datetime((year, month, day, 0) + clock)

    def _keep(self, key: str, value: int) -> None:
        try:
            self._kv.set_i32(key, value)
            self._kv.commit()
        except OSError as e:  # `clock` is tried again in ten minutes, the others at the next time
            events.log("warning", "clock", "%s cannot be kept: %r" % (key, e))

    def mark(self) -> None:
        """Save the time if the saved one is ten minutes old (or lies in the future)."""
        self.uptime()
        if not self.is_set():
            return
        now = self.now()
        if abs(now - self._marked) >= _MARK_SECONDS:
            self._marked = now
            self._keep("clock", now)
        if not self._is_utc:
            self._is_utc = True
            self._keep("rtc", 1)
