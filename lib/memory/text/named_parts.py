"""
Parts of a year that have names: seasons, quarters, holidays, and this very day of another year.

Owns which days `去年国庆`, `summer of 2024`, `大年初二`, `this time last year` mean; of which year
they are is found by `year_parts`. Pure; texts are bytes with a blank at both ends.
"""

from . import dates
from .named_days import SPRING
from .phrase_tables import ending, entry, meaning, standing
from .spoken_numbers import number_before, place
from .time_words import (
    DIGITS,
    EDGES,
    HOLIDAYS,
    IN_SEASON,
    NEW_YEAR_DAYS,
    ORDINAL,
    QUARTER,
    SAME_DAY,
    SEASONS,
    WIDE,
)
from .year_parts import MONTHS, months, settle, two


def by_same_day(raw: bytes, today: int, found: list) -> bytes:
    """去年今天, this time last year: around this day of a year that is said."""
    row = standing(SAME_DAY, raw)
    while row >= 0:
        word = entry(SAME_DAY, row)
        at = raw.find(word)
        _, month, day = dates.civil(today)
        around = int(meaning(SAME_DAY, row))
        part = (100 * month + day, -around, around)
        raw = settle(raw, at, at + len(word), part, today, found, False)
        row = standing(SAME_DAY, raw, row)
    return raw


def _by_quarter(raw: bytes, today: int, found: list) -> bytes:
    """第四季度."""
    at = raw.find(QUARTER)
    number, begin = number_before(raw, at) if at >= 0 else (0, 0)
    if not 1 <= number <= 4 or begin == at:
        return raw
    begin -= WIDE if raw[:begin].endswith(ORDINAL) else 0
    part = (MONTHS, 3 * number - 2, 3 * number)
    return settle(raw, begin, at + len(QUARTER), part, today, found)


def by_new_year(raw: bytes, today: int, found: list) -> bytes:
    """Note the days of 大年初二; the text without them."""
    row = standing(NEW_YEAR_DAYS, raw)
    if row >= 0:
        at = raw.find(entry(NEW_YEAR_DAYS, row))
        end = at + 4 * WIDE
        day = place(DIGITS, raw[end - WIDE : end])
        if day > 0:
            return settle(raw, at, end, (SPRING, day - 1, day - 1), today, found)
    return raw


def _by_holiday(raw: bytes, today: int, found: list) -> bytes:
    row = standing(HOLIDAYS, raw)
    while row >= 0:
        word = entry(HOLIDAYS, row)
        at = raw.find(word)
        end = at + len(word)
        if raw[end - 1 :].startswith(b" day "):
            end += 4
        part = tuple([int(one) for one in meaning(HOLIDAYS, row).split(b" ")])
        raw = settle(raw, at, end, part, today, found, not word.isdigit())
        row = standing(HOLIDAYS, raw, row)
    return raw


def _by_season(raw: bytes, today: int, found: list) -> bytes:
    row = standing(SEASONS, raw)
    while row >= 0:
        word = entry(SEASONS, row)
        at = raw.find(word)
        end = at + len(word)
        part = (MONTHS,) + two(SEASONS, row)
        if word.endswith(b"s ago "):
            count, begin = number_before(raw, at)
            if count:
                last = dates.civil(today)[0]  # the year of the last one that is over
                while months(last, part[1], part[2])[1] >= today:
                    last -= 1
                found.append(months(last + 1 - count, part[1], part[2]))
                raw = raw[:begin] + b" " + raw[end:]
        else:
            # `summer dress` is no time, nor is `fall asleep`.
            is_sure = word[:1] != b" " or ending(IN_SEASON, raw[: at + 1]) >= 0
            is_sure = is_sure or raw[end - 1 :].startswith(b" before last ")
            is_sure = is_sure or word.endswith(b" of the year ")
            is_sure = is_sure and ending(EDGES, word) < 0 and not word.endswith(b" half of ")
            raw = settle(raw, at, end, part, today, found, is_sure)
        row = standing(SEASONS, raw, row)
    return raw


def by_name(raw: bytes, today: int, found: list) -> bytes:
    """Note the days of what has a name; the text without it."""
    for step in (_by_quarter, _by_holiday, _by_season):
        raw = step(raw, today, found)
    return raw
