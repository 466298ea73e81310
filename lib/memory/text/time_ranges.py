"""
Time ranges: the words around times and between them, and the days that these make of them.

Owns `3月9号到11号`, `from Monday to Wednesday`, `since Sunday`, `春节前`, and the words that are
part of a time: 早上, last; and what of a span is nearest to the day that is meant. The times are
read elsewhere: each leaves its number in the text, a byte below 0x20, and a row [spans, words,
days after which such a time comes again or 0, {span: which of its days are meant, None for a span
of before that may be meant as well}]. Pure.
"""

from micropython import const

from . import dates
from . import time_words as w
from .phrase_tables import ending, entry, has, leading, meaning, standing
from .spoken_numbers import day_number, number_before, place

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_FAR = const(-10957)  # 1970-01-01: its seconds are a small int
_NEAR = const(30)  # days that are shortly before or after
_MOST = const(30)  # times of a text
WEEK = const(7)
MONTH = const(31)
YEAR = const(366)
_RINGS = const(3)  # spans around the days that are meant
# What the words around a time make of it, as `time_words` has them.
_SINCE, _AFTER, _BEFORE, _SOON, _JUST, _AROUND, _UNTIL = range(7)
_BEGIN, _END, _WEEK, _AROUND_WEEK, _NOT = range(7, 12)


def note(
    raw: bytes,
    begin: int,
    end: int,
    spans: list,
    found: list,
    again: int = 0,
    meant: "dict | None" = None,
) -> bytes:
    """The text with a time of it noted: a number in its place."""
    if not spans or len(found) == _MOST:
        return raw[:begin] + b" " + raw[end:]
    found.append([spans, raw[begin:end], again, meant or {}])
    return raw[:begin] + b" %c " % len(found) + raw[end:]


def nested(rows: list, spans: list) -> "list[list]":
    """
    Spans within each other: all that these rows may mean, then `spans`, then ever less of them
    around the days that are meant; the spans alone where they say no more.
    """
    meant: dict = {}
    rings = [spans]
    for row in rows:
        if row[0] and row[0][0] in row[3]:  # else the words around it have made another of it
            meant.update(row[3])
    before = [one for one in meant if meant[one] is None and one not in spans]
    if before:
        rings.insert(0, spans + before)
    for part in range(_RINGS):
        ring = [_around(one, meant.get(one) or one, part) for one in spans]
        if ring != rings[-1]:
            rings.append(ring)
    return rings


def _around(span: tuple, meant: tuple, part: int) -> tuple:
    """What of a span is around the days that are meant: the less, the higher `part` is."""
    off = max(meant[0] - span[0], span[1] - meant[1]) * 2 // 3
    step = 2
    while step * step <= off:
        step += 1
    off //= (1, step, off + 1)[part]
    return max(span[0], meant[0] - off), min(span[1], meant[1] + off)


def joined(raw: bytes, today: int, found: list, read: "Callable") -> bytes:
    """
    The text without the words that join times and stand around them; the spans of `found` are what
    is meant then. `read(words, today)` gives the spans of words.
    """
    is_between = standing(w.BETWEEN, raw) >= 0
    for number, row in enumerate(found):
        raw = _with_parts(raw, raw.find(b"%c" % (number + 1)), row, today)
    places = sorted([(raw.find(b"%c" % (one + 1)), one) for one in range(len(found))])
    last = -1
    row = []
    for _, number in places:
        at = raw.find(b"%c" % (number + 1))
        this = found[number]
        between = raw[last + 1 : at].strip(b" ") if row else b"."
        spans: list = []
        if has(w.TO, between) or (is_between and has(w.AND, between)):
            spans = _span(row, this, read)
        elif (not between or has(w.ON, between)) and this[2] and not row[2] and row[0]:
            spans = _inside(row[0][-1], this, read)
        if spans:
            this[0] = spans
            this[2] = 0
            row[0] = []
            raw = raw[:last] + b" " + raw[at:]
        else:
            raw = _begun_before(raw, at, this)
        raw = _ended_after(raw, raw.find(b"%c" % (number + 1)), this, is_between)
        raw = _with_words(raw, raw.find(b"%c" % (number + 1)), this, today)
        last = raw.find(b"%c" % (number + 1))
        row = this
    return raw


def _span(start: list, end: list, read: "Callable") -> list:
    """The spans from one time to another, the nearest such after it."""
    found = []
    for first, _ in start[0]:
        ends = list(end[0])
        if end[2]:
            ends += read(end[1], first + end[2])
        after = [one[1] for one in ends if one[1] >= first]
        if after and (first, min(after)) not in found:
            found.append((first, min(after)))
    if start[2] and not end[2]:  # 周一到昨天
        return found[-1:]
    return found


def _inside(whole: tuple, part: list, read: "Callable") -> list:
    """The spans of what comes again that lie within one: last week on monday."""
    spans = read(part[1], whole[1])
    return [one for one in spans if whole[0] <= one[0] <= one[1] <= whole[1]]


def _begun_before(raw: bytes, at: int, row: list) -> bytes:
    """The row from a number on that stands before it: 三到五月, 9-11 March, 2023到2025年."""
    head = raw[:at].rstrip(b" ")
    joint = ending(w.TO_BEFORE, head)
    if joint < 0:
        return raw
    head = head[: -len(entry(w.TO_BEFORE, joint))].rstrip(b" ")
    number, begin = number_before(head, len(head))
    number = number or day_number(head[begin:])
    starts = []
    for first, last in row[0]:
        year, month, day = dates.civil(first)
        start = first
        if first == last and number < day:
            start += number - day
        elif day == 1 and 27 < last - first < 31 and number < month:
            start = dates.days(year, number, 1) if number else first
        elif last - first > 360 and 1970 <= number < year:
            start = dates.days(number, 1, 1)
        if number and start < first:
            starts.append((start, last))
    if not starts:
        return raw
    row[0] = starts
    return raw[:begin] + b" " + raw[at:]


def _ended_after(raw: bytes, at: int, row: list, is_between: bool) -> bytes:
    """The row up to a number that stands after it: 3月9号到11号, March 9-11, 周一到五."""
    tail = raw[at + 1 :].lstrip(b" ")
    if is_between and tail.startswith(b"and "):
        tail = b"to " + tail[4:]
    joint = leading(w.TO_AFTER, tail)
    if joint < 0:
        return raw
    tail = tail[len(entry(w.TO_AFTER, joint)) :].lstrip(b" ")
    tail = tail[4:] if tail.startswith(b"the ") else tail
    end = 0
    while tail[end : end + 1] > b" ":
        end += 1 if tail[end] < 0x80 else w.WIDE
        if has(w.DAY_MARKS, tail[end - w.WIDE : end]):
            break
    ends = []
    for first, last in row[0]:
        stop = _end(tail[:end], first, last, row)
        if stop > first:
            ends.append((first, stop))
    if not ends:
        return raw
    row[0] = ends
    if row[2] == WEEK:
        end = w.WIDE
    row[2] = 0
    return raw[: at + 1] + b" " + tail[end:]


def _end(word: bytes, first: int, last: int, row: list) -> int:
    """The last day of a span up to what a word says of the same week, month or century, or 0."""
    if row[2] == WEEK:
        weekday = place(w.WEEKDAYS, word[: w.WIDE])
        return first + (min(weekday, 6) - (first + 5)) % 7 if 0 <= weekday < 8 else 0
    if last - first > 360:
        return dates.days(int(word), 12, 31) if word.isdigit() and len(word) == 4 else 0
    year, month, day = dates.civil(first)
    number = 0
    if has(w.DAY_MARKS, word[-w.WIDE :]):
        number, begin = number_before(word, len(word) - w.WIDE)
        number = 0 if begin else number
    elif row[1].strip(b" ")[-1] < 0x80 or row[1].strip(b" ").isdigit():
        number = day_number(word)
    is_day = first == last and day < number <= dates.month_length(year, month)
    return first + number - day if is_day else 0


def _with_parts(raw: bytes, at: int, row: list, today: int) -> bytes:
    """The text without the words that are part of a time: 早上, last."""
    tail = raw[at + 1 :].lstrip(b" ")
    word = leading(w.WITHIN, tail)
    while word >= 0 and not meaning(w.WITHIN, word):
        tail = tail[len(entry(w.WITHIN, word)) :].lstrip(b" ")
        word = leading(w.WITHIN, tail)
    head = raw[:at].rstrip(b" ") + b" "
    word = ending(w.LEADS, head)
    while word >= 0:
        how = meaning(w.LEADS, word)
        spans: list = row[0]
        if how:
            row[0] = []
        for first, last in spans if how else ():
            one = (first, min(last, today)) if how == b"0" else (max(first, today), last)
            row[0].append(one)
            if one[0] < one[1]:  # and not today
                row[3][one] = (first, one[1] - 1) if how == b"0" else (one[0] + 1, last)
        head = head[: -len(entry(w.LEADS, word))].rstrip(b" ") + b" "
        word = ending(w.LEADS, head)
    return head + raw[at : at + 1] + b" " + _without_hour(tail)


def _with_words(raw: bytes, at: int, row: list, today: int) -> bytes:
    """The row as the words around it make it, and the text without them: 以来, before."""
    head = raw[:at].rstrip(b" ") + b" "
    tail = raw[at + 1 :].lstrip(b" ")
    table = w.AROUND_AFTER
    word = leading(table, tail)
    how = meaning(table, word) if word >= 0 else b""
    if how:
        tail = tail[len(entry(table, word)) :]
    else:
        table = w.AROUND_BEFORE
        word = ending(table, head)
        how = meaning(table, word) if word >= 0 else b""
        if not how:
            return raw
        head = head[: -len(entry(table, word))].rstrip(b" ") + b" "
    mode, _, near = how.partition(b" ")
    has_been = standing(w.HAS_BEEN, raw) >= 0
    said = row[0]
    row[0] = _opened(said, int(mode), int(near or b"0"), today, has_been)
    row[2] = 0
    if int(mode) == _AROUND:
        row[3] = {one: row[3].get(whole) or whole for one, whole in zip(row[0], said)}
    elif int(mode) in (_AFTER, _SOON) and row[0]:
        row[3] = {row[0][0]: (row[0][0][0], row[0][0][0])}
    return head + raw[at : at + 1] + b" " + tail


def _without_hour(tail: bytes) -> bytes:
    """What follows a time, without the hour of the day: 昨晚八点."""
    left = tail.lstrip(b" ")
    at = left.find(w.HOUR)
    if 0 < at <= 3 * w.WIDE:
        hour, begin = number_before(left, at)
        if hour and not begin:
            left = left[at + w.WIDE :]
            row = leading(w.OF_HOUR, left)
            return left[len(entry(w.OF_HOUR, row)) :] if row >= 0 else left
    return tail


def _opened(spans: list, how: int, near: int, today: int, has_been: bool) -> list:
    """What since, after, before, soon after, shortly before, about or until some spans is."""
    if how == _AROUND:
        return [(first - near, last + near) for first, last in spans]
    if how == _NOT:
        return []
    if how == _BEGIN:
        return [(first, first + near - 1) for first, _ in spans]
    if how == _END:
        return [(last + 1 - near, last) for _, last in spans]
    if how == _WEEK:
        return [(first + near, first + near + 6) for first, _ in spans]
    if how == _AROUND_WEEK:
        mondays = [first - (first + 5) % 7 for first, _ in spans]
        return [(monday + near, monday + 6) for monday in mondays]
    begun = [one for one in spans if one[0] <= today] or spans
    first, last = begun[-1]
    if how == _SINCE:
        return [(first, today if first <= today else last)]
    if how in (_AFTER, _SOON):
        return [(last + 1, today if how == _AFTER and last < today else last + (near or _NEAR))]
    found = [(_FAR if how != _JUST else first - near, last if how == _UNTIL else first - 1)]
    for one, end in spans:
        if one > today + 1 and one > first and not has_been:
            begin = max(today, one - near) if near else today
            found.append((begin, end if how == _UNTIL else one - 1))
    return found
