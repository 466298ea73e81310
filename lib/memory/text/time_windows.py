"""
Time windows: the days that a question speaks of, `昨天`, `上周三`, `去年国庆`, `three days ago`.

Owns the phrases in Chinese and English and the days that they mean; parts of a year are read by
`year_parts` and `named_parts`. Traditional script is read as simplified. What lies within a
window is for the ranking to lift; nothing is left out because of one. A phrase that may be past
or soon to come (`周三`, `春节`, `3月5号`) gives both days. Times of day are not looked at. Pure;
`today` is a day number as in `dates`. Works on bytes: MicroPython would look each piece of a str
up.
"""

from micropython import const

from . import dates
from . import time_words as w
from .named_parts import by_name, by_new_year, by_same_day
from .phrase_tables import ending, entry, meaning, padded, replaced, standing
from .spoken_numbers import digits_after, number_before, place, range_before, year_before
from .terms import terms
from .year_parts import by_date, edge_of, months, third_of, two, which

_MOST = const(4)  # windows of a question
_WEEKEND = const(8)


def windows(text: str, today: int) -> "list[tuple[int, int]]":
    """[(first, last)] of the days that a folded text speaks of, at most 4; [] for none."""
    return _read(text, today)[0]


def reading(text: str, today: int) -> "tuple[list[tuple[int, int]], list[bytes]]":
    """
    (as `windows`, the terms of the text that are in no other words than those of times, but the
    numbers of years, which a record may have in its date).
    """
    found, whole, rest = _read(text, today)
    if not found:
        return [], []
    others = terms(rest.decode())
    of_times = [one for one in terms(whole.decode()) if one not in others]
    return found, [one for one in of_times if not (one.isdigit() and len(one) == 4)]


def _read(text: str, today: int) -> "tuple[list[tuple[int, int]], bytes, bytes]":
    """(as `windows`, the text as it is read, what of it is no time)."""
    raw = b" " + text.encode() + b" "
    for mark in (b"'", "’".encode()):
        raw = raw.replace(mark, b"")
    raw = padded(raw, b'?.,!;:"')
    for at in range(0, len(w.SIMPLIFIED) if len(raw) > len(text) + 2 else 0, 2 * w.WIDE):
        old = w.SIMPLIFIED[at : at + w.WIDE]
        if old in raw:
            raw = raw.replace(old, w.SIMPLIFIED[at + w.WIDE : at + 2 * w.WIDE])
    whole = raw = replaced(w.MORE_BEFORE, raw.decode()).encode()
    found: "list[tuple[int, int]]" = []
    for step in (
        _by_span, by_same_day, _by_day_ago, _by_day, _by_week, by_new_year, by_date, by_name,
        _by_count, _by_year, _by_months,
    ):  # fmt: skip
        raw = step(raw, today, found)
    return found[:_MOST], whole, raw


def _cut(raw: bytes, at: int, size: int) -> bytes:
    """The text without a phrase, so that no part of it is read again."""
    return raw[:at] + b" " + raw[at + size :]


def _by_span(raw: bytes, today: int, found: list) -> bytes:
    """最近一个月, 前几周, the last three days, the past week: so many days up to now."""
    row = standing(w.UNITS, raw)
    while row >= 0:
        word = entry(w.UNITS, row)
        at = raw.find(word)
        _, most, begin = range_before(raw, at)
        head = raw[:begin] if most else raw[: at + 1]
        lead = ending(w.UP_TO_NOW, head)
        if lead >= 0:
            days = int(meaning(w.UNITS, row))
            least, shortest = two(w.UP_TO_NOW, lead)
            if most >= least and days >= shortest and most * days < 40000:
                found.append((today - days * (most or 1), today))
                begin = len(head) - len(entry(w.UP_TO_NOW, lead))
                raw = _cut(raw, begin, at + len(word) - begin)
        row = standing(w.UNITS, raw, row)
    return raw


def _by_day_ago(raw: bytes, today: int, found: list) -> bytes:
    """A week ago yesterday, two weeks ago today."""
    for word, shift in ((b"yesterday ", -1), (b"today ", 0)):
        at = raw.find(b" ago " + word) + 5
        row = ending(w.BEFORE, raw[:at]) if at > 4 else -1
        if row >= 0:
            days, _ = two(w.BEFORE, row)
            count, begin = number_before(raw, at - len(entry(w.BEFORE, row)))
            if 0 < count * days < 40000:
                day = today + shift - count * days
                found.append((day, day))
                raw = _cut(raw, begin, at + len(word) - begin)
    return raw


def _by_day(raw: bytes, today: int, found: list) -> bytes:
    row = standing(w.DAYS, raw)
    while row >= 0:
        first, last = two(w.DAYS, row)
        found.append((today + first, today + last))
        word = entry(w.DAYS, row)
        raw = _cut(raw, raw.find(word), len(word))
        row = standing(w.DAYS, raw, row)
    return raw


def _by_count(raw: bytes, today: int, found: list) -> bytes:
    for table, sign in ((w.BEFORE, -1), (w.AHEAD, 1), (w.IN_TIME, 1)):
        row = standing(table, raw)
        while row >= 0:
            days, off = two(table, row)
            word = entry(table, row)
            at = raw.find(word)
            least, most, begin = range_before(raw, at)
            if table is w.IN_TIME and not raw[:begin].endswith(b" in "):
                most = 0
            if 0 < most * days < 40000:
                ends = sorted((sign * least * days, sign * most * days))
                found.append((today + ends[0] - off, today + ends[1] + off))
                raw = _cut(raw, begin, at + len(word) - begin)
            row = standing(table, raw, row)
    return raw


def _weekday(day: int) -> int:
    """0 Monday .. 6 Sunday; 2000-01-01 was a Saturday."""
    return (day + 5) % 7


def _week(today: int, count: int, day: int) -> "tuple[int, int]":
    """A day of the week, 0 to 6, 8 for the weekend, -1 for all, of this week and so many on."""
    monday = today - _weekday(today) + 7 * count
    if day < 0:
        return monday, monday + 6
    return (monday + 5, monday + 6) if day == _WEEKEND else (monday + day, monday + day)


def _both(today: int, day: int, found: list) -> None:
    """The last and the next such day."""
    first, last = _week(today, 0, day)
    found.append((first, last) if first <= today else (first - 7, last - 7))
    found.append((first, last) if last >= today else (first + 7, last + 7))


def _by_week(raw: bytes, today: int, found: list) -> bytes:
    for unit in w.WEEKS:
        at = raw.rfind(unit)
        while at >= 0:
            end = at + len(unit)
            day = place(w.WEEKDAYS, raw[end : end + w.WIDE])
            day = 6 if day == 7 else day
            begin, count = which(raw, at)
            if begin == at and day >= 0:
                begin, count = _week_before(raw, at)
            if begin < at:
                found.append(_week(today, count, day))
            elif day >= 0:
                _both(today, day, found)
            if begin < at or day >= 0:
                end += w.WIDE if day >= 0 else 0
                raw = _cut(raw, begin, end - begin)
            at = raw.rfind(unit, 0, begin)
    return _by_english_week(raw, today, found)


def _week_before(raw: bytes, at: int) -> "tuple[int, int]":
    """(begin, how many on) of 上周的 before a day of the week; (at, 0) for none."""
    end = at - w.WIDE if raw[:at].endswith(w.OF) else at
    for unit in w.WEEKS:
        if raw[:end].endswith(unit):
            begin, count = which(raw, end - len(unit))
            if begin < end - len(unit):
                return begin, count
    return at, 0


def _by_english_week(raw: bytes, today: int, found: list) -> bytes:
    for number, name in enumerate(w.ENGLISH_DAYS):
        at = raw.find(b" " + name)
        if at >= 0 and ending(w.NO_WEEKDAY, raw[:at]) < 0:
            raw = _at_weekday(raw, at, at + 1 + len(name), today, number, found)
    for word in (b"week ", b"weekend "):
        day = _WEEKEND if word == b"weekend " else -1
        at = raw.find(b" " + word + b"before last ")
        if at >= 0:
            found.append(_week(today, -2, day))
            raw = _cut(raw, at, len(word) + 13)
        for relative, count in w.RELATIVE:
            at = raw.find(relative + word)
            if at >= 0:
                found.append(_week(today, count, day))
                raw = _cut(raw, at, len(relative + word))
    row = standing(w.WEEKENDS, raw)
    if row >= 0:
        both: "list[tuple[int, int]]" = []
        _both(today, _WEEKEND, both)
        found.append(both[0])
        raw = _cut(raw, raw.find(entry(w.WEEKENDS, row)), len(entry(w.WEEKENDS, row)))
    return raw


def _at_weekday(raw: bytes, at: int, end: int, today: int, number: int, found: list) -> bytes:
    both: "list[tuple[int, int]]" = []
    _both(today, number, both)
    last = both[0][0] - (7 if both[0][0] == today else 0)
    before, after = raw[: at + 1], raw[end:]
    if after.startswith(b"s ago "):
        count, begin = number_before(raw, at)
        if count:
            last -= 7 * (count - 1)
            found.append((last, last))
            return _cut(raw, begin, end + 6 - begin)
    if not after.startswith(b" "):
        return raw
    if after.startswith(b" of "):
        after = after[3:]
    for relative, count in w.RELATIVE:
        if after.startswith(relative + b"week "):
            found.append(_week(today, count, number))
            return raw[:at] + b" " + after[len(relative) + 5 :]
    if after.startswith(b" before last "):
        both = [(last - 7, last - 7)]
    elif before.endswith(b" last "):
        # Yesterday and the day before have names of their own: who says last Wednesday on a
        # Thursday may mean that of the week before as well.
        both = [(day, day) for day in (last, last - 7)[: 2 if today - last < 3 else 1]]
    elif before.endswith(b" next "):
        day = both[1][0] + (7 if both[1][0] == today else 0)
        both = [(day, day)]
    found += both
    return raw[:at] + b" " + raw[end:]


def _by_year(raw: bytes, today: int, found: list) -> bytes:
    this = dates.civil(today)[0]
    row = standing(w.YEARS, raw)
    while row >= 0:
        word = entry(w.YEARS, row)
        year = this + int(meaning(w.YEARS, row))
        found.append(months(year, 1, 12))
        raw = _cut(raw, raw.find(word), len(word))
        row = standing(w.YEARS, raw, row)
    at = raw.find(w.YEAR)
    while at >= 0:
        year, begin = year_before(raw, at + w.WIDE)
        if year:
            found.append(months(year, 1, 12))
            raw = _cut(raw, begin, at + w.WIDE - begin)
            at = begin - w.WIDE
        at = raw.find(w.YEAR, at + w.WIDE)
    at = raw.find(b" in ")
    while at >= 0:
        year, end = digits_after(raw, at + 4)
        if end == at + 8 and year_before(raw, end)[0]:
            found.append(months(year, 1, 12))
            raw = _cut(raw, at, end - at)
        at = raw.find(b" in ", at + 1)
    return raw


def _by_months(raw: bytes, today: int, found: list) -> bytes:
    """Last month, last quarter, 上季度."""
    year, month, _ = dates.civil(today)
    quarter = (month - 1) // 3 * 3 + 13
    at = raw.find(w.QUARTER)
    if at >= 0:
        begin, count = which(raw, at)
        if begin < at:
            found.append(months(year - 1, quarter + 3 * count, quarter + 3 * count + 2))
            raw = _cut(raw, begin, at + len(w.QUARTER) - begin)
    steps = [(word + b"month ", word + b"quarter ", count) for word, count in w.RELATIVE]
    steps.append((b" month before last ", b" quarter before last ", -2))
    for one, three, count in steps:
        at = raw.find(one)
        if at >= 0:
            span = months(year - 1, month + 12 + count, month + 12 + count)
            edge, begin, _ = edge_of(raw, at, at)
            found.append(third_of(span, edge))
            raw = _cut(raw, begin, at + len(one) - begin)
        at = raw.find(three)
        if at >= 0:
            found.append(months(year - 1, quarter + 3 * count, quarter + 3 * count + 2))
            raw = _cut(raw, at, len(three))
    return raw
