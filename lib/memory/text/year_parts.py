"""
Parts of a year that a question names: dates and months.

Owns which days `the 14th of January`, `上个月十四号` mean, and of which year a part is that is
read here or in `named_parts`. Without a year it is the last one that has begun; of a day or a
holiday that comes soon the next one too, unless the question tells what has been. Pure; texts are
bytes with a blank at both ends.
"""

from micropython import const

from . import dates
from . import time_words as w
from .named_days import named_day
from .phrase_tables import ending, entry, has, leading, meaning, standing
from .spoken_numbers import day_number, digits_after, number_before, place, year_before
from .time_ranges import MONTH, YEAR, note

_SOON = const(120)  # days ahead up to which a day that is named may be the next one
MONTHS = const(0)  # kind of a part, (kind, first month, last month); other kinds: `named_days`
DATE = const(-1)  # (kind, month, day)
_EDGE = const(-2)  # of the first third of months; -3 and -4 of the others
_MONTHS = (MONTHS, _EDGE, _EDGE - 1, _EDGE - 2)
_NEAR = const(10)  # days after a day: with more of them all are meant
_MARCH = const(2)
_MAY = const(4)


def two(table: bytes, row: int) -> "tuple[int, int]":
    """The two numbers that a phrase means."""
    first, last = meaning(table, row).split(b" ")
    return int(first), int(last)


def which(raw: bytes, end: int) -> "tuple[int, int]":
    """(begin, how many on) of 上个, 这, 下下 before a unit; (end, 0) for none."""
    row = ending(w.WHICH, raw[:end])
    if row < 0:
        return end, 0
    return end - len(entry(w.WHICH, row)), int(meaning(w.WHICH, row))


def months(year: int, first: int, last: int) -> "tuple[int, int]":
    """The days of months, counted from January of a year; 13 is the next January."""
    end_year, end = year + (last - 1) // 12, (last - 1) % 12 + 1
    begin = dates.days(year + (first - 1) // 12, (first - 1) % 12 + 1, 1)
    return begin, dates.days(end_year, end, dates.month_length(end_year, end))


def third_of(span: "tuple[int, int]", edge: int) -> "tuple[int, int]":
    """The first, second or last third of some days, 0 to 2; all of them for -1."""
    first, last = span
    if edge < 0:
        return span
    size = (last - first) // 3
    return first + edge * size, (last if edge == 2 else first + edge * size + size)


def edge_of(raw: bytes, begin: int, end: int) -> "tuple[int, int, int]":
    """(0 to 2 for the third that is said of months there or -1, where both begin, and end)."""
    row = ending(w.EDGES, raw[: begin + 1])
    if row >= 0:
        return int(meaning(w.EDGES, row)), begin + 1 - len(entry(w.EDGES, row)), end
    row = leading(w.EDGES_ZH, raw[end:]) if raw[:end].endswith(w.MONTH) else -1
    if row < 0:
        return -1, begin, end
    word = entry(w.EDGES_ZH, row)
    end += len(word) if word.endswith(w.TEN_DAYS) else w.WIDE
    return int(meaning(w.EDGES_ZH, row)), begin, end


def span_of(part: "tuple[int, int, int]", year: int) -> list:
    """[(first, last)] of a part in a year; [] where that has none."""
    kind, first, last = part
    if kind == MONTHS:
        return [months(year, first, last)]
    if kind <= _EDGE:
        return [third_of(months(year, first, last), _EDGE - kind)]
    if kind == DATE:
        if not (1 <= first <= 12 and 1 <= last <= dates.month_length(year, first)):
            return []
        day: "int | None" = dates.days(year, first, last)
        first = last = 0
    else:
        day = named_day(kind, 0, year)
    return [] if day is None else [(day + first, day + last)]


def _year_said_before(raw: bytes, begin: int, today: int) -> "tuple[int, int]":
    """(year, where it begins) of what stands before a part; (0, begin) for none."""
    this = dates.civil(today)[0]
    head = raw[:begin].rstrip(b" ")
    if raw[begin : begin + w.WIDE] == w.YEAR:  # 去年底, 24年底
        whole = head + w.YEAR
        if ending(w.YEARS, whole) >= 0 or year_before(whole, len(whole))[0]:
            head = whole
    row = ending(w.JOINTS, head + b" ")
    if row >= 0:
        head = head[: 1 - len(entry(w.JOINTS, row))]
    while head.endswith((w.OF, w.ORDINAL)):  # 去年的夏天, 去年第一季度
        head = head[: -w.WIDE]
    for lead in (head, head + b" "):
        row = ending(w.YEARS, lead)
        if row >= 0:
            return this + int(meaning(w.YEARS, row)), len(lead) - len(entry(w.YEARS, row))
        row = ending(w.BEFORE, lead)
        if row >= 0 and meaning(w.BEFORE, row).startswith(b"365 "):
            count, start = number_before(lead, len(lead) - len(entry(w.BEFORE, row)))
            if count:
                return this - count, start
    year, start = year_before(head, len(head))
    return (year, start) if year else (0, begin)


def _year_said_after(raw: bytes, end: int, today: int) -> "tuple[int, int]":
    """(year, where it ends) of what stands after a part in English; (0, end) for none."""
    this = dates.civil(today)[0]
    tail = b" " + raw[end:].lstrip(b" ")
    row = leading(w.JOINTS, tail)
    if row >= 0:
        tail = tail[len(entry(w.JOINTS, row)) - 1 :]
    row = leading(w.YEARS, tail)
    if row >= 0:
        return this + int(meaning(w.YEARS, row)), len(raw) - len(tail) + len(entry(w.YEARS, row))
    year, stop = digits_after(tail, 1)
    if stop == 5 and year_before(tail, stop)[0]:
        return year, len(raw) - len(tail) + stop
    for ago in (b" years ago ", b" year ago "):
        at = tail.find(ago)
        count, begin = number_before(tail, at) if at > 0 else (0, 0)
        if count and begin == 1:
            return this - count, len(raw) - len(tail) + at + len(ago)
    return 0, end


def _year_apart(raw: bytes, today: int) -> "tuple[int, bytes]":
    """(year that is said elsewhere: my halloween costume last year, the text without it)."""
    row = standing(w.YEARS, raw)
    if row < 0:
        return 0, raw
    word = entry(w.YEARS, row)
    blank = raw.replace(word, b" " * len(word), 1)
    return dates.civil(today)[0] + int(meaning(w.YEARS, row)), blank


def nearest(raw: bytes, begin: int, end: int, part: tuple, today: int) -> list:
    """The spans of a part that no year is said of."""
    year = dates.civil(today)[0]
    spans: "list[tuple[int, int]]" = []
    for one in range(year - 3, year + 2):
        spans += span_of(part, one)
    begun = [span for span in spans if span[0] <= today]
    over = [span for span in begun if span[1] < today]
    ahead = [span for span in spans if span[0] > today][:1]
    before = raw[:begin] + b" "
    if (b" " + raw[end:]).startswith(b" before last "):
        return over[-2:-1]
    if before.endswith(b" last "):
        return over[-1:]
    if before.endswith(b" next "):
        return ahead
    if before.endswith(b" this ") and part[0] == MONTHS:
        return begun[-1:] if begun[-1][1] >= today else span_of(part, year)
    if part[0] == MONTHS or (ahead and ahead[0][0] > today + _SOON):
        ahead = []
    elif ahead and standing(w.HAS_BEEN, raw) >= 0:
        ahead = []
    return begun[-1:] + ahead


def _in_year(raw: bytes, part: tuple, year: int, today: int) -> list:
    """The spans of a part of a year that is said; of a winter this year also the one of now."""
    spans = span_of(part, year)
    if part[2] > 12 and part[0] == MONTHS and year == dates.civil(today)[0]:
        before = span_of(part, year - 1)
        if before[0][1] >= today or standing(w.HAS_BEEN, raw) >= 0:
            return before
    return spans


def settle(
    raw: bytes, begin: int, end: int, part: tuple, today: int, found: list, is_sure: bool = True
) -> bytes:
    """Note the days of a part that stands there; the text without it, as far as it was read."""
    if part[0] == MONTHS:
        edge, begin, end = edge_of(raw, begin, end)
        if edge >= 0:
            part = (_EDGE - edge,) + part[1:]
    year, start = _year_said_before(raw, begin, today)
    if not year:
        year, stop = _year_said_after(raw, end, today)
        end = stop if year else end
        start = begin
    if not year and part[0] > MONTHS:
        year, raw = _year_apart(raw, today)
    if year:
        spans = _in_year(raw, part, year, today)
        return note(raw, start, end, spans, found, 0, _meant(part, spans))
    if is_sure:
        spans = nearest(raw, begin, end, part, today)
        meant = _meant(part, spans)
        if spans and part[0] not in _MONTHS and ending(w.LAST, raw[:begin] + b" ") < 0:
            off = part[1] if part[0] > MONTHS else 0
            for one in span_of(part, dates.civil(spans[0][0] - off)[0] - 1):
                meant[one] = None  # of the last one nothing may be known
        return note(raw, start, end, spans, found, YEAR, meant)
    return raw


def _meant(part: tuple, spans: list) -> dict:
    """The day itself of the days around one that is named, as `time_ranges` has it."""
    if part[0] > MONTHS and part[1] <= 0 <= part[2] < _NEAR:
        return {one: (one[0] - part[1], one[0] - part[1]) for one in spans}
    return {one: one for one in spans}


def by_date(raw: bytes, today: int, found: list) -> bytes:
    """Note the days of dates and months; the text without them."""
    for step in (_by_month, _by_english_month, _by_ordinal, _by_day_number):
        raw = step(raw, today, found)
    return raw


def _day_after(raw: bytes, at: int) -> "tuple[int, int]":
    """(day, where it ends) of the `5号` that stands at `at`; (0, at) for none."""
    for mark in w.DAY_NUMBER:
        end = raw.find(mark, at)
        if at < end <= at + 3 * w.WIDE:
            day, begin = number_before(raw, end)
            if begin == at and 1 <= day <= 31:
                return day, end + w.WIDE
    # 3月11, and 三月十一 where nothing is counted.
    day, end = digits_after(raw, at)
    if end == at:
        while day >= 0 and end < at + 3 * w.WIDE:
            end += w.WIDE
            day = place(w.DIGITS, raw[end - w.WIDE : end])
        end -= w.WIDE if day < 0 else 0
        day, begin = number_before(raw, end)
        if begin > at or raw[end : end + 1] not in b" -" or end == at:
            return 0, at
    elif leading(w.COUNTED, raw[end:]) >= 0:
        return 0, at
    return (day, end) if 1 <= day <= 31 else (0, at)


def _begun(raw: bytes, spans: list, today: int) -> list:
    """The last of some spans that has begun, and the next, unless what has been is asked for."""
    begun = [span for span in spans if span[0] <= today]
    is_over = standing(w.HAS_BEEN, raw) >= 0
    return begun[-1:] + ([] if is_over else spans[len(begun) : len(begun) + 1])


def _of_month(today: int, count: int, day: int) -> list:
    """[(first, last)] of the month so many on, or of a day of it."""
    year, month, _ = dates.civil(today)
    first, last = months(year - 1, month + count + 12, month + count + 12)
    if not day:
        return [(first, last)]
    return [(first + day - 1, first + day - 1)] if first + day - 1 <= last else []


def _by_month(raw: bytes, today: int, found: list) -> bytes:
    at = raw.find(w.MONTH)
    while at >= 0:
        day, end = _day_after(raw, at + w.WIDE)
        begin, count = which(raw, at)
        month, start = number_before(raw, at)
        if begin < at:
            edge, begin, end = edge_of(raw, begin, end)
            spans = [third_of(one, edge) for one in _of_month(today, count, day)]
            raw = note(raw, begin, end, spans, found)
            at = begin
        elif 1 <= month <= 12 and start < at:
            part = (DATE, month, day) if day else (MONTHS, month, month)
            size = len(raw) - end
            raw = settle(raw, start, end, part, today, found)
            at = len(raw) - size
        else:
            at += w.WIDE
            edge, _, end = edge_of(raw, at - w.WIDE, at)
            # 一个月中 is no time.
            if edge >= 0 and (edge != 1 or raw[: at - w.WIDE].endswith(b" ")):
                spans = [third_of(_of_month(today, one, 0)[0], edge) for one in range(-1, 2)]
                raw = note(raw, at - w.WIDE, end, _begun(raw, spans, today), found)
        at = raw.find(w.MONTH, at)
    return raw


def _by_english_month(raw: bytes, today: int, found: list) -> bytes:
    for number, name in enumerate(w.ENGLISH_MONTHS):
        at = raw.find(b" " + name[:3])
        while at >= 0:
            end = raw.find(b" ", at + 1)
            word = raw[at + 1 : end]
            if word in (name, name[:3], b"sept") and name.startswith(word):
                is_sure = word == name and number not in (_MARCH, _MAY)
                size = len(raw) - end
                raw = _at_month(raw, at, end, number + 1, today, found, is_sure)
                end = max(len(raw) - size, at)
            at = raw.find(b" " + name[:3], end)
    return raw


def _at_month(
    raw: bytes, at: int, end: int, month: int, today: int, found: list, is_sure: bool
) -> bytes:
    end += 4 if raw[end:].startswith(b" the ") else 0
    stop = raw.find(b" ", end + 1)
    day = day_number(raw[end + 1 : stop]) if stop > 0 else 0
    if day:
        return settle(raw, at, stop, (DATE, month, day), today, found)
    head = raw[:at]
    if head.endswith(b" of"):
        head = head[:-3]
    begin = head.rfind(b" ")
    day = day_number(head[begin + 1 :])
    if day:
        return settle(raw, begin, end, (DATE, month, day), today, found)
    row = ending(w.IN_MONTH, raw[: at + 1])
    may_be = row >= 0 and not (month == _MAY + 1 and has(w.NO_MAY, entry(w.IN_MONTH, row)))
    return settle(raw, at, end, (MONTHS, month, month), today, found, is_sure or may_be)


def _by_ordinal(raw: bytes, today: int, found: list) -> bytes:
    """On the 28th; the 28th of last month."""
    at = raw.find(b" the ")
    while at >= 0:
        end = raw.find(b" ", at + 5)
        word = raw[at + 5 : end]
        day = day_number(word) if not word.isdigit() else 0
        rest = raw[end:]
        if day:
            for words, count in ((b" of last month ", -1), (b" of this month ", 0)):
                if rest.startswith(words):
                    end += len(words) - 1
                    return note(raw, at + 1, end, _of_month(today, count, day), found)
            after = rest.lstrip(b" ")
            after = after[: after.find(b" ")] if after else b""
            if raw[:at].endswith(b" on") and (not after or has(w.AFTER_DAY, after)):
                return note(raw, at - 2, end, _of_months(raw, today, day), found, MONTH)
        at = raw.find(b" the ", at + 1)
    return raw


def _of_months(raw: bytes, today: int, day: int) -> list:
    """The last such day of a month, and the next."""
    spans: list = []
    for count in range(-3, 3):
        spans += _of_month(today, count, day)
    return _begun(raw, spans, today)


def _by_day_number(raw: bytes, today: int, found: list) -> bytes:
    """20号, 20号那天: of no month, and no number of a house."""
    mark = w.DAY_NUMBER[0]
    at = raw.find(mark)
    while at >= 0:
        day, begin = number_before(raw, at)
        end = at + w.WIDE
        if 1 <= day <= 31 and (raw[begin - 1] == 0x20 or ending(w.IN_YEAR, raw[:begin]) >= 0):
            if raw[end : end + 1] == b" " or leading(w.AFTER_NUMBER, raw[end:]) >= 0:
                return note(raw, begin, end, _of_months(raw, today, day), found, MONTH)
        at = raw.find(mark, end)
    return raw
