"""
Zone: how far local time is ahead of UTC, with summer time.

Pure: no I/O and no clock; runs on CPython too. `from_text` reads what the setting `zone` may hold:
a name of the IANA database (zone_table.py), a TZ string of POSIX (IEEE 1003.1, chapter 8.3, with
the hours of -167 to 167 that RFC 9636 adds), or an offset. Times are seconds since 2000-01-01, of
UTC or of the wall clock, as in memory.text.dates.

At a change of the clock a local time can be missing or occur twice (docs/DESIGN.md section 6):

    missing        it is moved on by as much as the clock was: 02:30 becomes 03:30
    occurs twice   it is the first of the two
"""

from memory.text import dates
from micropython import const

from .zone_table import TABLE

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_DAY = const(86400)
_HOUR = const(3600)
_MAX_OFFSET_H = const(24)
_MAX_RULE_H = const(167)
_USUAL_TIME = const(7200)  # 02:00, where a rule gives no time
_LEAST_MINUTES = const(-720)  # of an offset that an owner gives
_MOST_MINUTES = const(840)
_MAX_BYTES = const(60)
_SATURDAY = const(6)  # 2000-01-01 was one; in a TZ string Sunday is 0
_ALWAYS = const(1 << 60)


def from_text(text: str) -> "Zone":
    """
    The zone of a name (`Europe/Berlin`), a TZ string (`CET-1CEST,M3.5.0,M10.5.0/3`) or an offset
    of -12:00 to +14:00 (`+08:00`). Raises ValueError for anything else, `UTC+8` and `GMT-5`
    included: in a TZ string they are west and east of Greenwich, while people mean the reverse.
    """
    if not 0 < len(text.encode()) <= _MAX_BYTES:
        raise ValueError("no zone")
    found = find(text)
    if found is not None:
        return parsed(found)
    if text[0] in "+-":
        return fixed(_minutes(text))
    if text[:3] in ("UTC", "GMT") and text[3:4] in ("+", "-"):
        raise ValueError("read in two ways")
    return parsed(text)


def find(name: str) -> "str | None":
    """The TZ string of a name like `Europe/Berlin` or `UTC`, None where there is no such name."""
    region, slash, city = name.partition("/")
    if not slash:
        region, city = "", name
    if not city or " " in name or city.endswith("/"):
        return None
    at = TABLE.find(" %s " % city)
    while at >= 0:
        line = TABLE.rfind("\n", 0, at) + 1
        end = TABLE.rfind("/ ", line, at + 1)  # of the word that goes before it
        before = TABLE[TABLE.rfind(" ", line, end) + 1 : end] if end >= 0 else ""
        if before == region and (end >= 0) == bool(slash):
            return TABLE[line : TABLE.find(" ", line)]
        at = TABLE.find(" %s " % city, at + 1)
    return None


def _minutes(text: str) -> int:
    """Minutes of `+08:00`."""
    if len(text) != 6 or text[3] != ":" or not (text[1:3] + text[4:]).isdigit():
        raise ValueError("no offset")
    size = int(text[1:3]) * 60 + int(text[4:])
    minutes = -size if text[0] == "-" else size
    if int(text[4:]) > 59 or not _LEAST_MINUTES <= minutes <= _MOST_MINUTES:
        raise ValueError("no offset")
    return minutes


def offset_text(minutes: int) -> str:
    """`+08:00` of minutes ahead of UTC, as `from_text` takes it."""
    sign, size = ("-", -minutes) if minutes < 0 else ("+", minutes)
    return "%s%02d:%02d" % (sign, size // 60, size % 60)


def fixed(minutes: int) -> "Zone":
    """A zone that is always so many minutes ahead of UTC."""
    return Zone(minutes * 60, minutes * 60, None, None)


def parsed(text: str) -> "Zone":
    """The zone of a TZ string of POSIX. Raises ValueError."""
    reader = _Reader(text)
    reader.name()
    standard = -reader.time(_MAX_OFFSET_H)
    if reader.ended():
        return Zone(standard, standard, None, None)
    reader.name()
    summer = standard + _HOUR if reader.next_is(",") else -reader.time(_MAX_OFFSET_H)
    reader.take(",")
    begins = reader.rule()
    reader.take(",")
    ends = reader.rule()
    if not reader.ended():
        raise ValueError("more than a zone")
    return Zone(standard, summer, begins, ends)


class Zone:
    """
    Local time is ahead of UTC by `standard` seconds, and by `summer` while summer time lasts.
    `begins(year)` is when it begins in a year, in seconds of the standard wall clock, `ends(year)`
    when it ends, in those of the summer wall clock; both are None where there is no summer time.
    """

    def __init__(
        self,
        standard: int,
        summer: int,
        begins: "Callable[[int], int] | None",
        ends: "Callable[[int], int] | None",
    ) -> None:
        self.standard = standard
        self._least = min(standard, summer)
        self._most = max(standard, summer)
        self._summer = summer
        self._begins = begins
        self._ends = ends
        # The offset that was asked for last, and from when until when it counts, in UTC.
        self._since = 0
        self._until = 0
        self._offset = standard

    def offset(self, utc: int) -> int:
        """Seconds by which local time is ahead at a time of UTC."""
        if not self._since <= utc < self._until:
            self._look_up(utc)
        return self._offset

    def local(self, utc: int) -> int:
        """What the wall clock shows at a time of UTC."""
        return utc + self.offset(utc)

    def utc(self, local: int) -> int:
        """
        The time of UTC at which the wall clock shows `local`: the first of two, and of a time that
        is missing the one at which a clock that nobody has moved would show it.
        """
        first = local - self._most
        if self.offset(first) == self._most:
            return first
        return local - self._least

    def _look_up(self, utc: int) -> None:
        """Find the offset at `utc`, and the changes before and after it."""
        self._since, self._until, self._offset = -_ALWAYS, _ALWAYS, self.standard
        if self._begins is None or self._ends is None:
            return
        year = dates.civil((utc + self.standard) // _DAY)[0]
        changes = []
        for one in (year - 1, year, year + 1):
            changes.append((self._ends(one) - self._summer, False))
            changes.append((self._begins(one) - self.standard, True))
        # Where one summer time ends as the next begins, it goes on: True comes after False.
        for at, is_summer in sorted(changes):
            if at > utc:
                self._until = at
                return
            self._since = at
            self._offset = self._summer if is_summer else self.standard


class _Reader:
    """Reads a TZ string from its beginning. All raise ValueError where it is none."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def ended(self) -> bool:
        return self._at == len(self._text)

    def next_is(self, character: str) -> bool:
        return self._text[self._at : self._at + 1] == character

    def take(self, character: str) -> None:
        if not self.next_is(character):
            raise ValueError("no zone")
        self._at += 1

    def _takes(self, character: str) -> bool:
        """Take a character that may be there; whether it was."""
        found = self.next_is(character)
        self._at += found
        return found

    def name(self) -> None:
        """Three letters or more, or a name in angle brackets; it is not kept."""
        quoted = self._takes("<")
        start = self._at
        while self._at < len(self._text) and _is_named(self._text[self._at], quoted):
            self._at += 1
        if self._at - start < 3:
            raise ValueError("no zone")
        if quoted:
            self.take(">")

    def number(self, least: int, most: int) -> int:
        start = self._at
        while self._at < len(self._text) and "0" <= self._text[self._at] <= "9":
            self._at += 1
        digits = self._text[start : self._at]
        if not 0 < len(digits) <= 3 or not least <= int(digits) <= most:
            raise ValueError("no zone")
        return int(digits)

    def time(self, most_h: int) -> int:
        """Seconds of `[+-]hh[:mm[:ss]]`."""
        sign = 1
        if self._takes("-"):
            sign = -1
        else:
            self._takes("+")
        seconds = self.number(0, most_h) * _HOUR
        if self._takes(":"):
            seconds += self.number(0, 59) * 60
            if self._takes(":"):
                seconds += self.number(0, 59)
        return sign * seconds

    def rule(self) -> "Callable[[int], int]":
        """When a change comes in a year: `Jn`, `n` or `Mm.w.d`, with `/time`."""
        if self._takes("M"):
            month = self.number(1, 12)
            self.take(".")
            week = self.number(1, 5)
            self.take(".")
            weekday = self.number(0, 6)
            time = self._rule_time()
            return lambda year: _weekday_of(year, month, week, weekday) * _DAY + time
        if self._takes("J"):
            number = self.number(1, 365)  # without leap days: J60 is always March 1
            time = self._rule_time()
            return lambda year: _day_without_leap(year, number) * _DAY + time
        count = self.number(0, 365)
        time = self._rule_time()
        return lambda year: (dates.days(year, 1, 1) + count) * _DAY + time

    def _rule_time(self) -> int:
        return self.time(_MAX_RULE_H) if self._takes("/") else _USUAL_TIME


def _is_named(character: str, quoted: bool) -> bool:
    if "a" <= character.lower() <= "z":
        return True
    return quoted and ("0" <= character <= "9" or character in "+-")


def _weekday_of(year: int, month: int, week: int, weekday: int) -> int:
    """Day number of the week-th (5: the last) such weekday of a month."""
    first = dates.days(year, month, 1)
    day = (weekday - (first + _SATURDAY)) % 7 + (week - 1) * 7
    while day >= dates.month_length(year, month):
        day -= 7
    return first + day


def _day_without_leap(year: int, number: int) -> int:
    after_february = number > 59 and dates.month_length(year, 2) == 29
    return dates.days(year, 1, 1) + number - 1 + after_february
