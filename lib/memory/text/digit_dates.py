"""
Dates in digits: `2026-01-28`, `28.1.2026`, `26/1/28`, `1/28`, `20260128`, `2026-01`.

Owns what of numbers and the marks between them is a date, and what is more likely a fraction, a
version, a score or the number of a house. Pure; texts are bytes with a blank at both ends.
"""

from . import dates
from . import time_words as w
from .phrase_tables import ending, has, leading
from .spoken_numbers import digits_after, digits_before
from .time_ranges import YEAR, note
from .year_parts import DATE, months, nearest, span_of

_ALONE = b" 0123456789-/.\x01"


def by_digits(raw: bytes, today: int, found: list) -> bytes:
    """The text with its dates in digits noted."""
    for mark in (b"-", b"/", b"."):
        at = raw.find(mark)
        while at > 0:
            _, begin = digits_before(raw, at)
            parts = []
            end = begin
            while True:
                _, stop = digits_after(raw, end)
                parts.append(raw[end:stop])
                end = stop
                if raw[end : end + 1] != mark or not raw[end + 1 : end + 2].isdigit():
                    break
                end += 1
            at = max(at, end - 1)
            if len(parts) > 1 and begin < at and _is_apart(raw, begin, end):
                spans, again = _meant(parts, mark, raw, begin, end, today)
                if spans:
                    raw = note(raw, begin, end, spans, found, again)
                    at = begin
            at = raw.find(mark, at + 1)
    at = raw.find(b"20")
    while at > 0:
        _, end = digits_after(raw, at)
        if end == at + 8 and _is_apart(raw, at, end):
            part = (DATE, int(raw[at + 4 : at + 6]), int(raw[at + 6 : end]))
            spans = span_of(part, int(raw[at : at + 4]))
            if spans:
                raw = note(raw, at, end, spans, found)
        at = raw.find(b"20", at + 1)
    return raw


def _is_apart(raw: bytes, begin: int, end: int) -> bool:
    """False where it is part of a longer number, of a name or of 月9-11日."""
    before, after = raw[begin - 1], raw[end]
    if raw[:begin].endswith(w.MONTH):
        return False
    if before == 0x2D and raw[: begin - 1].endswith(b"\x01 "):
        before = 0x20
    return (before == 0x20 or before > 0x7E) and (after in b" -" or after > 0x7E)


def _year(part: bytes) -> int:
    year = int(part)
    return year if 1990 <= year <= 2099 else 0


def _meant(
    parts: list, mark: bytes, raw: bytes, begin: int, end: int, today: int
) -> "tuple[list, int]":
    """(the spans of a date in these numbers, after how many days it comes again)."""
    sizes = [len(one) for one in parts]
    if not min(sizes) or max(sizes) > 4 or len(parts) > 3:
        return [], 0
    numbers = [int(one) for one in parts]
    left, right = numbers[:2]
    if len(parts) == 3:
        year = numbers[2]
        if sizes[0] == 4:
            return span_of((DATE, right, year), _year(parts[0])), 0
        this = dates.civil(today)[0] - 2000
        if sizes[2] < 4 and -6 < left - this < 3:
            return span_of((DATE, right, year), 2000 + left), 0
        year += 2000 if sizes[2] < 3 and -6 < year - this < 3 else 0
        if left > 12 or mark == b".":  # 16/01/2026
            left, right = right, left
        return (span_of((DATE, left, right), year) if 1990 <= year <= 2099 else []), 0
    is_alone = not raw.strip(_ALONE)
    if sizes[0] == 4:
        year = _year(parts[0])
        if not year or (mark == b"." and not is_alone):
            return [], 0
        if sizes[1] == 4 and mark == b"-" and left < right == _year(parts[1]):
            return [(months(left, 1, 1)[0], months(right, 12, 12)[1])], 0
        return ([months(year, right, right)] if sizes[1] < 3 and 1 <= right <= 12 else []), 0
    is_day = ending(w.ON_DAY, raw[:begin]) >= 0 or leading(w.DAY_TAILS, raw[end:]) >= 0
    if not is_day:
        # 1/2 is half of something, 3.5 is how much.
        is_span = raw[end : end + 1] == b"-" or raw[begin - 1 : begin] == b"-"
        is_day = sizes[1] == 2 or (mark == b"/" and left > right) or is_span
        is_day = is_day and is_alone and not has(w.NO_DATES, raw[begin:end])
        is_day = is_day or (mark == b"/" and left <= 12 < right)
    if not is_day or max(sizes) > 2:
        return [], 0
    if left > 12:
        left, right = right, left
    return nearest(raw, begin, end, (DATE, left, right), today), YEAR
