"""
Parts of a year that have names: seasons, quarters, holidays, and this very day of another year.

Owns which days `去年国庆`, `summer of 2024`, `大年初二`, `this time last year` mean; of which year
they are is found by `year_parts`. Pure; texts are bytes with a blank at both ends.
"""

from . import dates
from . import time_words as w
from .named_days import SPRING
from .phrase_tables import ending, entry, leading, meaning, standing
from .spoken_numbers import number_before, place
from .time_ranges import note
from .year_parts import MONTHS, months, settle, two


def by_same_day(raw: bytes, today: int, found: list) -> bytes:
    """Note what 去年今天 and this time last year mean; the text without it."""
    return _by_table(w.SAME_DAY, raw, today, found)


def by_new_year(raw: bytes, today: int, found: list) -> bytes:
    """Note the days of 大年初二; the text without them."""
    row = standing(w.NEW_YEAR_DAYS, raw)
    if row >= 0:
        at = raw.find(entry(w.NEW_YEAR_DAYS, row))
        end = at + 4 * w.WIDE
        day = place(w.DIGITS, raw[end - w.WIDE : end])
        if day > 0:
            return settle(raw, at, end, (SPRING, day - 1, day - 1), today, found)
    return raw


def _by_holiday(raw: bytes, today: int, found: list) -> bytes:
    return _by_table(w.HOLIDAYS, raw, today, found)


def _by_table(table: bytes, raw: bytes, today: int, found: list) -> bytes:
    row = standing(table, raw)
    while row >= 0:
        word = entry(table, row)
        at = raw.find(word)
        end = at + len(word)
        if raw[end - 1 :].startswith(b" day "):
            end += 4
        kind, before, after = [int(one) for one in meaning(table, row).split(b" ")]
        is_other = leading(w.COUNTED, raw[end:]) >= 0 and word.endswith(w.ELEVEN)
        if is_other or (word.isdigit() and not _is_sale(raw, at, end)):  # 去年十一个人, 618块
            row = standing(table, raw, row)
            continue
        is_sure = bool(kind) and word != w.YEAR + w.ELEVEN
        if not kind:  # this day, of a year that is said
            _, month, day = dates.civil(today)
            kind = 100 * month + day
        raw = settle(raw, at, end, (kind, before, after), today, found, is_sure)
        row = standing(table, raw, row)
    return raw


def _is_sale(raw: bytes, at: int, end: int) -> bool:
    """True for the 618 of 618买了什么, which is no number of what is counted."""
    is_apart = raw[at - 1] == 0x20 or raw[:at].endswith(w.YEAR)
    return is_apart and leading(w.OF_SALE, raw[end:]) >= 0


def _by_season(raw: bytes, today: int, found: list) -> bytes:
    row = standing(w.SEASONS, raw)
    while row >= 0:
        word = entry(w.SEASONS, row)
        at = raw.find(word)
        end = at + len(word)
        part = (MONTHS,) + two(w.SEASONS, row)
        if word.endswith(b"s ago "):
            count, begin = number_before(raw, at)
            if count:
                last = dates.civil(today)[0]  # the year of the last one that is over
                while months(last, part[1], part[2])[1] >= today:
                    last -= 1
                span = months(last + 1 - count, part[1], part[2])
                raw = note(raw, begin, end, [span], found)
        else:
            # `summer dress` is no time, nor is `fall asleep`.
            is_sure = word[:1] != b" " or ending(w.IN_SEASON, raw[: at + 1]) >= 0
            is_sure = is_sure or raw[end - 1 :].startswith(b" before last ")
            is_sure = is_sure or word.endswith(b" of the year ")
            is_sure = is_sure and ending(w.EDGES, word) < 0 and not word.endswith(b" half of ")
            raw = settle(raw, at, end, part, today, found, is_sure)
        row = standing(w.SEASONS, raw, row)
    return raw


def by_name(raw: bytes, today: int, found: list) -> bytes:
    """Note the days of what has a name; the text without it."""
    for step in (_by_holiday, _by_season):
        raw = step(raw, today, found)
    return raw
