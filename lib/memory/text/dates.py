"""
Dates: local time as the owner says it, and as flash keeps it.

Time here is local wall-clock time, an int of seconds since 2000-01-01T00:00:00 (the epoch of the
ESP32 port; below 2^30 until 2034, so it stays a small int on the chip). A `when` is text in one of
three forms: `YYYY-MM-DD HH:MM`, `YYYY-MM-DD`, or `MM-DD` for every year. Callers pass the time.

Day arithmetic follows Howard Hinnant's "chrono-compatible low-level date algorithms".
"""

import micropython
from micropython import const

from memory.viper import ptr8

from .folding import is_number

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_DAY = const(86400)
_DAYS_TO_2000 = const(730425)  # from 0000-03-01 to 2000-01-01
_FIRST_YEAR = const(1900)  # birthdays
_LAST_YEAR = const(2135)
_YEARLY = const(5)  # characters of `MM-DD`
_LAST_ACCEPTED = "2099"  # later years are rejected, so that no series runs past _LAST_YEAR

DAY = 86400
FIRST_DAY, LAST_DAY = "1900-01-01", "2199-12-31"  # of a range that is open
REPEATS = ("none", "daily", "weekly", "monthly")


def days(year: int, month: int, day: int) -> int:
    """Days from 2000-01-01 to this date of the Gregorian calendar; negative before it."""
    if month <= 2:
        year -= 1
    era = year // 400
    of_era = year - era * 400
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - _DAYS_TO_2000


def civil(day_number: int) -> "tuple[int, int, int]":
    """(year, month, day) of a day number; the inverse of `days`."""
    z = day_number + _DAYS_TO_2000
    era = z // 146097
    of_era = z - era * 146097
    year = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    shifted = (5 * of_year + 2) // 153
    day = of_year - (153 * shifted + 2) // 5 + 1
    month = shifted + (3 if shifted < 10 else -9)
    return year + era * 400 + (1 if month <= 2 else 0), month, day


def month_length(year: int, month: int) -> int:
    """Days in a month."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


# The day that was written last, and its text: those that are shown together are often of one.
_last: "list[Any]" = [None, ""]


def iso(seconds: int) -> str:
    """`YYYY-MM-DDTHH:MM:SS` of a time."""
    of_day = seconds % _DAY
    clock = (of_day // 3600, of_day // 60 % 60, of_day % 60)
    return "%sT%02d:%02d:%02d" % ((day_text(seconds),) + clock)


def minute(seconds: int) -> str:
    """`YYYY-MM-DD HH:MM` of a time."""
    of_day = seconds % _DAY
    return "%s %02d:%02d" % (day_text(seconds), of_day // 3600, of_day // 60 % 60)


def day_text(seconds: int) -> str:
    """`YYYY-MM-DD` of a time."""
    day = seconds // _DAY
    if day != _last[0]:
        _last[:] = (day, "%04d-%02d-%02d" % civil(day))
    text: str = _last[1]
    return text


def _number(text: str, low: int, high: int) -> int:
    if not is_number(text):
        raise ValueError("not a number: " + text)
    value = int(text)
    if not low <= value <= high:
        raise ValueError("out of range: " + text)
    return value


def parse_day(text: str) -> int:
    """Day number of `YYYY-MM-DD`. Raises ValueError for anything else, 02-30 included."""
    raw = text.encode()
    if len(raw) != 10:
        raise ValueError("not a date: " + text)
    return _day(raw)


def parse(text: str) -> int:
    """Seconds of `YYYY-MM-DDTHH:MM[:SS]` (a space serves for the T) or of a day's start."""
    return parse_bytes(text.encode())


# The following read bytes: they run for each line that is read, and MicroPython searches all
# interned strings for each new piece of text.


def parse_bytes(raw: bytes) -> int:
    """`parse` for text in UTF-8. Raises ValueError."""
    size = len(raw)
    if size == 10:
        return _day(raw) * _DAY
    if size not in (16, 19) or raw[10] not in b"T ":
        raise ValueError("not a date and time")
    of_day = _time(raw, size)
    if of_day < 0:
        raise ValueError("not a time: %r" % raw[11:])
    return _day(raw) * _DAY + of_day


def _day(raw: bytes) -> int:
    """The day number of the date that at least ten bytes begin with. Raises ValueError."""
    date = _date(raw)
    year, month, day = date >> 9, date >> 5 & 15, date & 31
    if not _FIRST_YEAR <= year <= _LAST_YEAR or day > month_length(year, month):
        raise ValueError("not a date, or out of range: %r" % raw[:10])
    return days(year, month, day)


@micropython.viper
def _date(text: object) -> int:
    """
    Year, month and day of `YYYY-MM-DD`, 9 and 5 bits to the left; -1 where ten bytes are no date.
    """
    raw = ptr8(text)
    at = 0
    while at < 10:
        if at == 4 or at == 7:
            if raw[at] != 0x2D:
                return -1
        elif raw[at] < 0x30 or raw[at] > 0x39:
            return -1
        at += 1
    year = (raw[0] - 48) * 1000 + (raw[1] - 48) * 100 + (raw[2] - 48) * 10 + raw[3] - 48
    month = (raw[5] - 48) * 10 + raw[6] - 48
    day = (raw[8] - 48) * 10 + raw[9] - 48
    if month < 1 or month > 12 or day < 1 or day > 31:
        return -1
    return year << 9 | month << 5 | day


@micropython.viper
def _time(text: object, size: int) -> int:
    """Seconds of the day of `HH:MM` or `HH:MM:SS` from byte 11 up to `size`; -1 for no time."""
    raw = ptr8(text)
    total = 0
    at = 11
    while at < size:
        if at > 11 and raw[at - 1] != 0x3A:
            return -1
        if raw[at] < 0x30 or raw[at] > 0x39 or raw[at + 1] < 0x30 or raw[at + 1] > 0x39:
            return -1
        part = (raw[at] - 48) * 10 + raw[at + 1] - 48
        if part > 59 or (at == 11 and part > 23):
            return -1
        total = total * 60 + part
        at += 3
    return total if size == 19 else total * 60


def day_of(when: str) -> "str | None":
    """The day `YYYY-MM-DD` that a `when` begins with; None for every year's, and for no date."""
    day = when[:10]
    try:
        parse_day(day)
    except ValueError:
        return None
    return day


def yearly(when: str) -> "str | None":
    """The `MM-DD` of a `when` that is every year's; None for any other."""
    return when if len(when) == _YEARLY and when[2] == "-" else None


def of_years(start: str, end: str) -> "list[tuple[str, str]]":
    """The days `MM-DD` that lie between two `YYYY-MM-DD`, both included, as (first, last)."""
    years = int(end[:4]) - int(start[:4])
    first, last = start[5:], end[5:]
    if start > end:
        return []
    if years > 1 or (years == 1 and first <= last):
        return [("01-01", "12-31")]
    return [(first, last)] if not years else [("01-01", last), (first, "12-31")]


def normal_when(text: str) -> str:
    """
    A `when` in its one spelling. Seconds are dropped; `/` and `.` serve as separators of a date.

    Raises ValueError where it has none of the three forms or is no real date.
    """
    text = text.strip().replace("/", "-").replace(".", "-")
    parts = text.split("-")
    if len(parts) == 2 and len(text) == 5:
        month = _number(parts[0], 1, 12)
        _number(parts[1], 1, month_length(2000, month))
        return text
    when = text if len(text) == 10 else minute(parse(text))
    parse_day(when[:10])
    if when[:4] > _LAST_ACCEPTED:
        raise ValueError("too far away: " + text)
    return when


def has_time(when: str) -> bool:
    """True for a `when` with hours and minutes."""
    return len(when) == 16


def month_day(seconds: int) -> int:
    """Day of the month of a time."""
    return civil(seconds // _DAY)[2]


def following(seconds: int, repeat: int, day: int) -> int:
    """
    The occurrence after the one at `seconds`.

    `repeat` counts in REPEATS (1 daily, 2 weekly, 3 monthly); `day` is the day of the month a
    monthly one began with: the 31st becomes the last day of a short month and comes back after it.
    """
    if repeat == 1:
        return seconds + _DAY
    if repeat == 2:
        return seconds + 7 * _DAY
    year, month, _ = civil(seconds // _DAY)
    year, month = (year + 1, 1) if month == 12 else (year, month + 1)
    return days(year, month, min(day, month_length(year, month))) * _DAY + seconds % _DAY


def last_by(seconds: int, repeat: int, day: int, now: int) -> "tuple[int, int]":
    """(the last occurrence not later than `now`, how many after the one at `seconds`)."""
    if repeat in (1, 2):
        step = _DAY if repeat == 1 else 7 * _DAY
        count = (now - seconds) // step
        return seconds + count * step, count
    count = 0
    while True:
        after = following(seconds, repeat, day)
        if after > now:
            return seconds, count
        seconds = after
        count += 1


def first_after(seconds: int, repeat: int, day: int, now: int) -> int:
    """The first occurrence of a series later than `now`, not before `seconds` itself."""
    if repeat in (1, 2) and seconds <= now:
        step = _DAY if repeat == 1 else 7 * _DAY
        return seconds + ((now - seconds) // step + 1) * step
    while seconds <= now:
        seconds = following(seconds, repeat, day)
    return seconds
