"""
Time windows: the days that a question speaks of, `昨天`, `上周三`, `去年国庆`, `three days ago`.

Owns the phrases in Chinese and English and the days that they mean. What lies within a window is
for the ranking to lift; nothing is left out because of one. A phrase that may be past or to come
(`周三`, `春节`, `3月5号`) gives both days. Times of day are not looked at. Pure; `today` is a day
number as in `dates`. Works on bytes: MicroPython would look each piece of a str up.
"""

from micropython import const

from . import dates
from .named_days import named_day
from .phrase_tables import ending, entry, leading, meaning, standing
from .time_words import (
    BEFORE,
    DAY_NUMBER,
    DAYS,
    DIGITS,
    ENGLISH_DAYS,
    ENGLISH_MONTHS,
    HOLIDAYS,
    MONTH,
    NUMBERS,
    OF,
    RELATIVE,
    SEASONS,
    WEEKDAYS,
    WEEKS,
    WHICH,
    WIDE,
    YEAR,
    YEARS,
)

_MOST = const(4)  # windows of a question
_MAY = const(4)  # also a verb
_SOON = const(120)  # days ahead up to which a holiday that is named may be the next one
_FIRST_YEAR = const(1990)
_LAST_YEAR = const(2099)


def windows(text: str, today: int) -> "list[tuple[int, int]]":
    """[(first, last)] of the days that a folded text speaks of, at most 4; [] for none."""
    raw = b" " + text.encode() + b" "
    for mark in (b"'", "’".encode()):
        raw = raw.replace(mark, b"")
    for mark in (b"?", b".", b",", b"!", b";", b":", b'"'):
        raw = raw.replace(mark, b" ")
    found: "list[tuple[int, int]]" = []
    for step in (_by_day, _by_count, _by_week, _by_year, _by_month, _by_season, _by_holiday):
        raw = step(raw, today, found)
    return found[:_MOST]


def _cut(raw: bytes, at: int, size: int) -> bytes:
    """The text without a phrase, so that no part of it is read again."""
    return raw[:at] + b" " + raw[at + size :]


def _by_day(raw: bytes, today: int, found: list) -> bytes:
    row = standing(DAYS, raw)
    while row >= 0:
        first, last = _two(DAYS, row)
        found.append((today + first, today + last))
        word = entry(DAYS, row)
        raw = _cut(raw, raw.find(word), len(word))
        row = standing(DAYS, raw, row)
    return raw


def _two(table: bytes, row: int) -> "tuple[int, int]":
    """The two numbers that a phrase means."""
    first, last = meaning(table, row).split(b" ")
    return int(first), int(last)


def _number_before(raw: bytes, end: int) -> "tuple[int, int]":
    """(number, where it begins) of what stands right before `end`; (0, end) for none."""
    begin = end
    while begin and 0x30 <= raw[begin - 1] <= 0x39:
        begin -= 1
    if begin < end:
        return (int(raw[begin:end]) if end - begin < 5 else 0), begin
    value, begin = _chinese_before(raw, end)
    if value:
        return value, begin
    word = raw[raw.rfind(b" ", 0, end) + 1 : end]
    if word in NUMBERS:
        return max(NUMBERS.index(word), 1), end - len(word)
    return {b"few": 3, b"couple": 2, b"of": 2}.get(word, 0), end - len(word)


def _chinese_before(raw: bytes, end: int) -> "tuple[int, int]":
    """The same for 三, 两, 十二, 二十."""
    begin = end
    value = 0
    unit = 1
    while begin >= WIDE:
        letter = raw[begin - WIDE : begin]
        digit = 2 if letter == "两".encode() else _place(DIGITS, letter)
        if digit < 0:
            break
        if digit == 10:
            value += 10
            unit = 10
        elif unit == 10:
            value += 10 * (digit - 1)
            unit = 100
        else:
            value += digit
        begin -= WIDE
    return value, begin


def _place(letters: bytes, letter: bytes) -> int:
    """Which of the characters it is, or -1."""
    at = letters.find(letter) if len(letter) == WIDE else -1
    return at // WIDE if at >= 0 and at % WIDE == 0 else -1


def _by_count(raw: bytes, today: int, found: list) -> bytes:
    row = 0
    while True:
        row = standing(BEFORE, raw, row)
        if row < 0:
            return raw
        days, off = _two(BEFORE, row)
        word = entry(BEFORE, row)
        at = raw.find(word)
        count, begin = _number_before(raw, at)
        if 0 < count * days < 40000:
            day = today - count * days
            found.append((day - off, day + off))
            raw = _cut(raw, begin, at + len(word) - begin)


def _weekday(day: int) -> int:
    """0 Monday .. 6 Sunday; 2000-01-01 was a Saturday."""
    return (day + 5) % 7


def _week(today: int, count: int, day: int) -> "tuple[int, int]":
    """A day of the week, 0 to 6, 8 for the weekend, -1 for all, of this week and so many on."""
    monday = today - _weekday(today) + 7 * count
    if day < 0:
        return monday, monday + 6
    return (monday + 5, monday + 6) if day == 8 else (monday + day, monday + day)


def _both(today: int, day: int, found: list) -> None:
    """The last and the next such day."""
    first, last = _week(today, 0, day)
    found.append((first, last) if first <= today else (first - 7, last - 7))
    found.append((first, last) if last >= today else (first + 7, last + 7))


def _by_week(raw: bytes, today: int, found: list) -> bytes:
    for unit in WEEKS:
        at = raw.find(unit)
        while at >= 0:
            end = at + len(unit)
            day = _place(WEEKDAYS, raw[end : end + WIDE])
            day = 6 if day == 7 else day
            begin, count = _which(raw, at)
            if begin < at:
                found.append(_week(today, count, day))
            elif day >= 0:
                _both(today, day, found)
            if begin < at or day >= 0:
                end += WIDE if day >= 0 else 0
                raw = _cut(raw, begin, end - begin)
                end = begin
            at = raw.find(unit, end)
    return _by_english_week(raw, today, found)


def _which(raw: bytes, end: int) -> "tuple[int, int]":
    """(begin, how many on) of 上个, 这, 下下 before a unit; (end, 0) for none."""
    row = ending(WHICH, raw[:end])
    if row < 0:
        return end, 0
    return end - len(entry(WHICH, row)), int(meaning(WHICH, row))


def _by_english_week(raw: bytes, today: int, found: list) -> bytes:
    for word, count in RELATIVE:
        for unit, day in ((b"week ", -1), (b"weekend ", 8)):
            at = raw.find(word + unit)
            if at >= 0:
                found.append(_week(today, count, day))
                raw = _cut(raw, at, len(word + unit))
    for number, name in enumerate(ENGLISH_DAYS.split()):
        at = raw.find(b" " + name + b" ")
        if at < 0:
            continue
        both: "list[tuple[int, int]]" = []
        _both(today, number, both)
        before = raw[: at + 1]
        if before.endswith(b" last "):
            day = both[0][0] - (7 if both[0][0] == today else 0)
            both = [(day, day)]
        elif before.endswith(b" next "):
            day = both[1][0] + (7 if both[1][0] == today else 0)
            both = [(day, day)]
        found += both
        raw = _cut(raw, at, len(name) + 2)
    return raw


def _months(year: int, first: int, last: int) -> "tuple[int, int]":
    """The days of months, counted from January of a year; 13 is the next January."""
    end_year, end = year + (last - 1) // 12, (last - 1) % 12 + 1
    begin = dates.days(year + (first - 1) // 12, (first - 1) % 12 + 1, 1)
    return begin, dates.days(end_year, end, dates.month_length(end_year, end))


def _by_year(raw: bytes, today: int, found: list) -> bytes:
    this = dates.civil(today)[0]
    row = standing(YEARS, raw)
    while row >= 0:
        word = entry(YEARS, row)
        at = raw.find(word)
        raw = _of_year(raw, at, at + len(word), this + int(meaning(YEARS, row)), found)
        row = standing(YEARS, raw, row)
    for at in range(1, len(raw) - 4):
        if raw[at] in b"12" and raw[at : at + 4].isdigit() and not raw[at - 1 : at].isdigit():
            year = int(raw[at : at + 4])
            after = raw[at + 4 : at + 4 + WIDE] == YEAR or raw[at - 3 : at] == b"in "
            if after and _FIRST_YEAR <= year <= _LAST_YEAR:
                end = at + 4 + (WIDE if raw[at + 4 : at + 4 + WIDE] == YEAR else 0)
                return _of_year(raw, at, end, year, found)
    return raw


def _of_year(raw: bytes, begin: int, end: int, year: int, found: list) -> bytes:
    """A season, a month, or a holiday that follows a year, or all of it."""
    rest = raw[end:]
    if rest.startswith(OF):
        rest = rest[WIDE:]
    row = leading(SEASONS, rest)
    if row >= 0:
        first, last = _two(SEASONS, row)
        found.append(_months(year, first, last))
        return raw[:begin] + b" " + rest[len(entry(SEASONS, row)) :]
    # Words of English are written with a blank before them in the table.
    lead = rest if rest[:1] > b"\x7f" else b" " + rest
    for words, kind, before, after in HOLIDAYS:
        row = leading(words, lead)
        if row >= 0:
            day = named_day(kind, 0, year)
            if day is not None:
                found.append((day + before, day + after))
            return raw[:begin] + b" " + lead[len(entry(words, row)) :]
    at = rest.find(MONTH)
    month, start = _number_before(rest, at) if at > 0 else (0, 0)
    if start == 0 and 1 <= month <= 12:
        found.append(_day_or_month(rest, at + WIDE, year, month))
        rest = rest[at + WIDE :]
    else:
        found.append(_months(year, 1, 12))
    return raw[:begin] + b" " + rest


def _day_or_month(raw: bytes, at: int, year: int, month: int) -> "tuple[int, int]":
    """The day `5号` that stands at `at`, or the whole month."""
    for mark in DAY_NUMBER:
        end = raw.find(mark, at)
        if at < end <= at + 3 * WIDE:
            day, begin = _number_before(raw, end)
            if begin == at and 1 <= day <= dates.month_length(year, month):
                number = dates.days(year, month, day)
                return number, number
    return _months(year, month, month)


def _by_month(raw: bytes, today: int, found: list) -> bytes:
    year, this, _ = dates.civil(today)
    at = raw.find(MONTH)
    while at >= 0:
        begin, count = _which(raw, at)
        month, start = _number_before(raw, at)
        if begin < at:
            found.append(_months(year - 1, this + count + 12, this + count + 12))
        elif 1 <= month <= 12 and start < at and not raw[:start].endswith(YEAR):
            _around(raw, at + WIDE, today, month, found)
        at = raw.find(MONTH, at + WIDE)
    for word, count in RELATIVE:
        if raw.find(word + b"month ") >= 0:
            found.append(_months(year - 1, this + count + 12, this + count + 12))
    for number, name in enumerate(ENGLISH_MONTHS):
        at = raw.find(b" " + name + b" ")
        if at < 0:
            continue
        before, after = raw[: at + 1], raw[at + len(name) + 2 :]
        day = after[: after.find(b" ") if after.find(b" ") >= 0 else len(after)]
        for suffix in (b"st", b"nd", b"rd", b"th"):
            day = day[:-2] if day.endswith(suffix) else day
        if not day.isdigit():
            before = before.rstrip()
            count, start = _number_before(before, len(before))
            day = before[start:] if before[start:].isdigit() else b""
        if day.isdigit() and len(day) < 3:
            _around(day + DAY_NUMBER[0], 0, today, number + 1, found)
        elif number != _MAY or before[-4:].strip() in (b"in", b"last"):
            _around(b"", 0, today, number + 1, found)
    return raw


def _around(raw: bytes, at: int, today: int, month: int, found: list) -> None:
    """The last such day or month, and of a day the next one too."""
    year = dates.civil(today)[0]
    spans = [_day_or_month(raw, at, one, month) for one in (year - 1, year, year + 1)]
    past = [span for span in spans if span[0] <= today]
    found.append(past[-1])
    if spans[0][0] == spans[0][1]:
        found += [span for span in spans if span[0] > today][:1]


def _by_season(raw: bytes, today: int, found: list) -> bytes:
    year = dates.civil(today)[0]
    row = 0
    while True:
        row = standing(SEASONS, raw, row)
        if row < 0:
            return raw
        first, last = _two(SEASONS, row)
        word = entry(SEASONS, row)
        at = raw.find(word)
        spans = [_months(one, first, last) for one in (year - 1, year, year + 1)]
        spans.insert(0, _months(year - 2, first, last))
        past = [span for span in spans if span[0] <= today]
        before = raw[: at + 1]
        if before.endswith(b" last ") and past[-1][1] >= today:
            past.pop()
        if before.endswith(b" next "):
            past = [span for span in spans if span[0] > today][:1]
        found.append(past[-1])
        raw = _cut(raw, at, len(word))


def _by_holiday(raw: bytes, today: int, found: list) -> bytes:
    year = dates.civil(today)[0]
    for words, kind, before, after in HOLIDAYS:
        row = standing(words, raw)
        if row >= 0:
            days = [named_day(kind, 0, one) for one in (year - 1, year, year + 1)]
            known = [day for day in days if day is not None]
            past = [day for day in known if day + before <= today]
            ahead = [day for day in known if today < day + before <= today + _SOON]
            found += [(day + before, day + after) for day in past[-1:] + ahead[:1]]
            word = entry(words, row)
            raw = _cut(raw, raw.find(word), len(word))
    return raw
