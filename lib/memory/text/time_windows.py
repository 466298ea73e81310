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
from .digit_dates import by_digits
from .named_parts import by_name, by_new_year, by_same_day
from .phrase_tables import ending, entry, leading, meaning, padded, replaced, standing
from .script import simplified
from .spoken_numbers import digits_after, number_before, place, range_before, year_before
from .terms import terms
from .time_ranges import WEEK, joined, nested, note
from .year_parts import by_date, edge_of, months, third_of, two, which

_MOST = const(4)  # windows of a question
_TIMES = const(30)  # times of a text, as `time_ranges` notes them
_WEEKEND = const(8)
_LONG_AGO = const(-10)  # days: of what is so far off the middle is meant


def windows(text: str, today: int) -> "list[tuple[int, int]]":
    """[(first, last)] of the days that a folded text speaks of, at most 4; [] for none."""
    return _read(text, today)[0]


def reading(text: str, today: int) -> "tuple[list[tuple[int, int]], list[bytes], str, list]":
    """
    (as `windows`, the terms of the text that are in no other words than those of times, the text
    without these words, the same days as `time_ranges.nested` has them).
    """
    found, plain, raw, rings = _read(text, today)
    if not found:
        return [], [], text, []
    rest = replaced(w.ASKING, raw.decode())
    others = terms(rest)
    pairs = zip(terms(text), terms(plain.decode()))
    return found, [said for said, one in pairs if one not in others], rest, rings


def apart(text: str, today: int) -> "tuple[list[tuple[int, int]], str, list]":
    """
    (as `windows`, the text without the words of times, and signs of English for blanks, the days
    as `reading` has them).
    """
    found, _, rest, rings = _read(text, today)
    for number in range(1, _TIMES + 1):  # which stand for times
        rest = rest.replace(b"%c " % number, b"")
    return found, rest.decode(), rings


def _read(text: str, today: int) -> "tuple[list[tuple[int, int]], bytes, bytes, list]":
    """(as `windows`, the text in simplified characters, what of it is no time, as `nested`)."""
    raw = plain = simplified(text).replace("〇", "零").encode()
    raw = raw.replace("’".encode(), b"'").replace(b" '2", b" 202").replace(b"'", b"")
    raw = padded(raw, b'?,!;:"()')
    while raw.find(b". ") >= 0:
        raw = raw.replace(b". ", b" ")
    raw = replaced(w.RESPELLED, raw.decode()).encode()
    found: "list[list]" = []
    raw = by_digits(raw, today, found)
    raw = _apart(raw)
    raw = _steps(raw, today, found)
    if not found:
        return [], plain, raw, []
    raw = joined(raw, today, found, _spans_of)
    spans: "list[tuple[int, int]]" = []
    for row in found:
        for one in row[0]:
            if one not in spans and one[0] <= one[1]:
                spans.append(one)
    del spans[_MOST:]
    return spans, plain, raw.replace(b" - ", b"-"), nested(found, spans)


def _steps(raw: bytes, today: int, found: list) -> bytes:
    for step in (
        _by_span, by_same_day, _by_day_ago, _by_day, _by_week, by_new_year, by_date, by_name,
        _by_count, _by_year, _by_months,
    ):  # fmt: skip
        raw = step(raw, today, found)
    return raw


def _spans_of(words: bytes, today: int) -> list:
    """The spans that the words of one time have on another day."""
    found: "list[list]" = []
    raw = by_digits(b" " + words.strip(b" ") + b" ", today, found)
    _steps(raw, today, found)
    return found[0][0] if found else []


def _apart(raw: bytes) -> bytes:
    """The text with blanks for dots, and with blanks about the dashes between numbers and days."""
    raw = raw.replace(b".", b" ")
    at = raw.find(b"-", 1)
    while at > 0:
        if (
            raw[at - 1 : at].isdigit()
            or raw[at + 1 : at + 2].isdigit()
            or (raw[at + 1 : at + 4] in w.HEADS)
        ):
            raw = raw[:at] + b" - " + raw[at + 1 :]
            at += 2
        at = raw.find(b"-", at + 1)
    return raw


def _by_span(raw: bytes, today: int, found: list) -> bytes:
    """So many days up to now or from now: 最近一个月, the past week, the next three days."""
    row = standing(w.UNITS, raw)
    while row >= 0:
        word = entry(w.UNITS, row)
        at = raw.find(word)
        _, most, begin = range_before(raw, at)
        head = raw[:begin] if most else raw[: at + 1]
        for table, sign in ((w.UP_TO_NOW, -1), (w.FROM_NOW, 1)):
            lead = ending(table, head)
            if lead < 0:
                continue
            days = int(meaning(w.UNITS, row))
            least, shortest = two(table, lead)
            if most >= least and days >= shortest and most * days < 40000:
                first, last = sorted((today, today + sign * days * (most or 1)))
                begin = len(head) - len(entry(table, lead))
                raw = note(raw, begin, at + len(word), [(first, last)], found)
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
                raw = note(raw, begin, at + len(word), [(day, day)], found)
    return raw


def _by_day(raw: bytes, today: int, found: list) -> bytes:
    row = standing(w.DAYS, raw)
    while row >= 0:
        first, last = two(w.DAYS, row)
        word = entry(w.DAYS, row)
        at = raw.find(word)
        span = (today + first, today + last)
        middle = today + (first + last) // 2
        meant = {span: (middle, middle)} if last <= _LONG_AGO else None
        raw = note(raw, at, at + len(word), [span], found, 0, meant)
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
            if 0 < most * max(days, 1) < 40000:
                span = _counted(today, sign * least, sign * most, days, off)
                ends = sorted((today + sign * least * days, today + sign * most * days))
                meant = {span: tuple(ends)} if days else None
                raw = note(raw, begin, at + len(word), [span], found, 0, meant)
            row = standing(table, raw, row)
    return raw


def _counted(today: int, least: int, most: int, days: int, off: int) -> "tuple[int, int]":
    """The days so many off; of no days each, so many parts of a day, of which it has `off`."""
    if not days:
        return today + (most // off if most <= -off else 0), today - -least // off
    least, most = min(least, most), max(least, most)
    first, last = today + least * days - off, today + most * days + off
    if days == 365 and most < 0:  # some years ago: of those years, too
        this = dates.civil(today)[0]
        first = min(first, months(this + least, 1, 1)[0])
        if most < -1:
            last = max(last, months(this + most, 12, 12)[1])
    return first, last


def _weekday(day: int) -> int:
    """0 Monday .. 6 Sunday; 2000-01-01 was a Saturday."""
    return (day + 5) % 7


def _week(today: int, count: int, day: int) -> "tuple[int, int]":
    """A day of the week, 0 to 6, 8 for the weekend, -1 for all, of this week and so many on."""
    monday = today - _weekday(today) + 7 * count
    if day < 0:
        return monday, monday + 6
    return (monday + 5, monday + 6) if day == _WEEKEND else (monday + day, monday + day)


def _both(today: int, day: int) -> list:
    """The last and the next such day."""
    first, last = _week(today, 0, day)
    before = (first, last) if first <= today else (first - 7, last - 7)
    return [before, (first, last) if last >= today else (first + 7, last + 7)]


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
            end += w.WIDE if day >= 0 else 0
            if begin < at:
                raw = note(raw, begin, end, [_week(today, count, day)], found)
            elif day >= 0 and ending(w.EVERY, raw[:at]) < 0:
                raw = note(raw, begin, end, _both(today, day), found, WEEK)
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
        at = raw.find(b" " + name[:3])
        while at >= 0:
            end = raw.find(b" ", at + 1)
            word = raw[at + 1 : end]
            is_said = word in (name, name + b"s")
            if word in w.SHORT_DAYS and name.startswith(word):
                is_said = ending(w.LAST, raw[: at + 1]) >= 0
            if is_said and ending(w.NO_WEEKDAY, raw[:at]) < 0:
                size = len(raw) - end
                raw = _at_weekday(raw, at, end, today, number, found)
                end = max(at + 1, len(raw) - size)
            at = raw.find(b" " + name[:3], end)
    for word in (b"week ", b"weekend "):
        day = _WEEKEND if word == b"weekend " else -1
        at = raw.find(b" " + word + b"before last ")
        if at >= 0:
            raw = note(raw, at, at + len(word) + 13, [_week(today, -2, day)], found)
        for relative, count in w.RELATIVE:
            at = raw.find(relative + word)
            end = at + len(relative + word)
            if at >= 0 and not raw[end:].startswith(b"of "):  # last week of january
                raw = note(raw, at, end, [_week(today, count, day)], found)
    row = standing(w.WEEKENDS, raw)
    if row >= 0:
        word = entry(w.WEEKENDS, row)
        at = raw.find(word)
        both = _both(today, _WEEKEND)
        raw = note(raw, at, at + len(word), [both[word.startswith(b" for")]], found)
    return raw


def _at_weekday(raw: bytes, at: int, end: int, today: int, number: int, found: list) -> bytes:
    both = _both(today, number)
    again = 0
    last = both[0][0] - (7 if both[0][0] == today else 0)
    before, after = raw[: at + 1], raw[end:]
    if raw[:end].endswith(b"days"):
        count, begin = number_before(raw, at)
        if count and after.startswith(b" ago "):
            last -= 7 * (count - 1)
            return note(raw, begin, end + 5, [(last, last)], found)
        return raw
    if after.startswith(b" of "):
        after = after[3:]
    for relative, count in w.RELATIVE:
        if after.startswith(relative + b"week "):
            end = len(raw) - len(after) + len(relative) + 5
            return note(raw, at, end, [_week(today, count, number)], found)
    if after.startswith(b" before last "):
        both = [(last - 7, last - 7)]
        end += 12
    elif before.endswith(b" last "):
        # Yesterday and the day before have names of their own: who says last Wednesday on a
        # Thursday may mean that of the week before as well.
        both = [(day, day) for day in (last, last - 7)[: 2 if today - last < 3 else 1]]
    elif before.endswith(b" next "):
        # As for the last one: said on a Thursday next Friday may be that of the week after.
        following = both[1][0] + (7 if both[1][0] == today else 0)
        near = following - today < 3
        both = [(day, day) for day in (following, following + 7)[: 2 if near else 1]]
    else:
        again = WEEK
    return note(raw, at, end, both, found, again)


def _by_year(raw: bytes, today: int, found: list) -> bytes:
    this = dates.civil(today)[0]
    row = standing(w.YEARS, raw)
    while row >= 0:
        word = entry(w.YEARS, row)
        year = this + int(meaning(w.YEARS, row))
        at = raw.find(word)
        raw = note(raw, at, at + len(word), [months(year, 1, 12)], found)
        row = standing(w.YEARS, raw, row)
    at = raw.find(w.YEAR)
    while at >= 0:
        year, begin = year_before(raw, at + w.WIDE)
        if at - begin == 2:  # 住了23年 is how long
            is_apart = raw[begin - 1 : begin] == b" " or ending(w.IN_YEAR, raw[:begin]) >= 0
            year = year if is_apart and leading(w.NO_YEAR, raw[at + w.WIDE :]) < 0 else 0
        if year:
            raw = note(raw, begin, at + w.WIDE, [months(year, 1, 12)], found)
            at = begin
        at = raw.find(w.YEAR, at + w.WIDE)
    row = standing(w.YEAR_LEADS, raw)
    while row >= 0:
        at = raw.find(entry(w.YEAR_LEADS, row)) + len(entry(w.YEAR_LEADS, row))
        year, end = digits_after(raw, at)
        if end == at + 4 and raw[end] not in b"-/" and year_before(raw, end)[0]:
            raw = note(raw, at, end, [months(year, 1, 12)], found)
        row = standing(w.YEAR_LEADS, raw, row)
    return raw


def _by_months(raw: bytes, today: int, found: list) -> bytes:
    """Last month, last quarter, 上季度."""
    year, month, _ = dates.civil(today)
    quarter = (month - 1) // 3 * 3 + 13
    at = raw.find(w.QUARTER)
    if at >= 0:
        begin, count = which(raw, at)
        if begin < at:
            span = months(year - 1, quarter + 3 * count, quarter + 3 * count + 2)
            raw = note(raw, begin, at + len(w.QUARTER), [span], found)
    steps = [(word + b"month ", word + b"quarter ", count) for word, count in w.RELATIVE]
    steps.append((b" month before last ", b" quarter before last ", -2))
    for one, three, count in steps:
        at = raw.find(one)
        if at >= 0:
            span = months(year - 1, month + 12 + count, month + 12 + count)
            edge, begin, _ = edge_of(raw, at, at)
            raw = note(raw, begin, at + len(one), [third_of(span, edge)], found)
        at = raw.find(three)
        if at >= 0:
            span = months(year - 1, quarter + 3 * count, quarter + 3 * count + 2)
            raw = note(raw, at, at + len(three), [span], found)
    return raw
