"""
The simulated clock of the desk device: the time of UTC, which can start anywhere and run faster.

Owns the base that `machine.RTC` and `time` (sim/port) read and set. Like the clock of an ESP32 it
knows no zone and starts in the year 2000 when nobody has set it. Until start() is called it is the
host's clock.
"""

import utime  # MicroPython's own `time`: the one of that name is sim/port/time.py

_DAYS_TO_2000 = 10957

# The time is base_ms (since 1970) + the ticks since base_ticks, times speed.
_base_ms = utime.time_ns() // 1000000
_base_ticks: "int" = utime.ticks_ms()  # type: ignore[assignment]
speed: "float" = 1


def start(utc_ms: int, ticks: int, factor: float) -> None:
    """At `ticks` of utime.ticks_ms utc_ms() was `utc_ms`; run `factor` times as fast."""
    global _base_ms, _base_ticks, speed
    _base_ms, _base_ticks, speed = utc_ms, ticks, factor


def utc_ms() -> int:
    """Milliseconds since 1970-01-01."""
    passed = utime.ticks_diff(utime.ticks_ms(), _base_ticks)  # type: ignore[arg-type]
    return _base_ms + (passed if speed == 1 else int(passed * speed))


def set_utc_ms(value: int) -> None:
    """Set the clock; it goes on at the same speed."""
    global _base_ms, _base_ticks
    _base_ms, _base_ticks = value, utime.ticks_ms()  # type: ignore[assignment]


def split(seconds: int) -> "tuple[int, ...]":
    """(year, month, day, hour, minute, second, weekday, yearday) of seconds since 1970."""
    return utime.gmtime(seconds)[:8]


def join(year: int, month: int, day: int, hour: int, minute: int, second: int) -> int:
    """
    Seconds since 1970-01-01 of a date and time, values past their range carried over.

    Counts days in years that begin in March, so that the leap day is the last of its year
    (Gregorian calendar; 1461 days in 4 years, 146097 in 400).
    """
    year += (month - 1) // 12
    month = (month - 1) % 12 + 1
    if month < 3:
        year -= 1
        month += 12
    days = year * 365 + year // 4 - year // 100 + year // 400 + (month * 153 - 457) // 5 + day
    return ((days - 719469) * 24 + hour) * 3600 + minute * 60 + second


def seconds_to_2000() -> int:
    """Seconds from 1970-01-01 to 2000-01-01, where the ESP32 port starts to count."""
    return _DAYS_TO_2000 * 86400
