"""
`time` of the desk device: MicroPython's own ticks, and the date of the simulated clock.

As on the ESP32 port, time() counts from 2000-01-01, time_ns() from 1970, localtime() is gmtime(),
and all follow machine.RTC. Delays and ticks are real time here; a run with --speed puts
sim/speed/time.py in front of this one.
"""

from utime import (  # noqa: F401  what the device has and the host does no differently
    sleep,
    sleep_ms,
    sleep_us,
    ticks_add,
    ticks_cpu,
    ticks_diff,
    ticks_ms,
    ticks_us,
)

from sim import clock

_EPOCH = clock.seconds_to_2000()


def time() -> int:
    """Seconds since 2000-01-01."""
    return clock.utc_ms() // 1000 - _EPOCH


def time_ns() -> int:
    """Nanoseconds since 1970-01-01."""
    return clock.utc_ms() * 1000000


def gmtime(seconds: "int | None" = None) -> "tuple[int, ...]":
    """(year, month, day, hour, minute, second, weekday, yearday); now without an argument."""
    return clock.split(_EPOCH + (time() if seconds is None else int(seconds)))


localtime = gmtime


def mktime(date: "tuple[int, ...]") -> int:
    """Seconds since 2000-01-01 of what gmtime() gives."""
    return clock.join(*date[:6]) - _EPOCH
