"""
Named days: the date of a holiday, a solar term or a lunar day that is named instead of a date.

`WHEN` of a language and `time_words.HOLIDAYS` number them: from LUNAR on it is month and day of
the lunar calendar (LUNAR + 101 is the first of the first month), SOLAR_TERM to SOLAR_TERM + 23 are
the solar terms from 小寒 on, from 100 on it is month and day; what is lower is computed for each
year. The lunar calendar is known from 2000 to 2056, solar terms from 2001 to 2099; beyond that
there is no date. 冬至 of 2021 and 雨水 of 2026 come out a day late. Pure.
"""

from . import dates

SPRING, EVE, LANTERN, DRAGON, QIXI, AUTUMN, DOUBLE_NINTH = 1, 2, 3, 4, 5, 6, 7
MOTHERS, FATHERS, THANKSGIVING, TOMBS, MONTH_END, NEXT_END = 8, 9, 10, 11, 12, 13
EASTER, GOOD_FRIDAY, EASTER_MONDAY = 14, 15, 16
LABOR, MEMORIAL, KING, PRESIDENTS = 17, 18, 19, 20  # the second a week after it
SOLAR_TERM = 40
LUNAR = 2000
_NTH = {
    MOTHERS: (5, 6, 2), FATHERS: (6, 6, 3), THANKSGIVING: (11, 3, 4), LABOR: (9, 0, 1),
    MEMORIAL: (6, 0, 1), KING: (1, 0, 3), PRESIDENTS: (2, 0, 3),
}  # fmt: skip
# Kinds up to DOUBLE_NINTH: month and day of the lunar calendar, and days from there.
_LUNAR_DAYS = (
    (0, 0, 0), (1, 1, 0), (1, 1, -1), (1, 15, 0), (5, 5, 0), (7, 7, 0), (8, 15, 0), (9, 9, 0),
)  # fmt: skip
_FIRST = 2000
# Six digits a year, which two calendars agree on: days from January 20 to the first day (from bit
# 17 on), the leap month (from 13 on), and a bit for each month that has 30 days, not 29.
_YEARS = (
    "20069308952b2e052b180a5b04555a28056a12fb553a0ba4240b490cba93320a951c052d068aad2a0ab5"
    "1735aa3c05d2260da510dd4a360d4a200c950a952e2e0556180ab50455b22a06d212cea538072522064b"
    "0cac97300cab1c055a066ad62c0b691777523c0b52260b2510da4b340a4b1e04ab08a55b2e05ad180b6a"
    "045b522a0d9214fd25380d25220a550cb4ad3204b61a05b5066daa2c0ec9191e923c0e92260d2610ca56"
    "340a57"
)
_LONGEST = 30
# Thousandths of a day of the month in 2000 on which a term comes; .2422 later each year.
_TERMS = (
    5390, 20117, 3875, 18726, 5632, 20644, 4812, 20097, 5519, 21066, 5675, 21371,
    7129, 22831, 7519, 23129, 7644, 23042, 8316, 23453, 7453, 22359, 7179, 21937,
)  # fmt: skip
_CLEAR = 6  # 清明 among them


def named_day(value: int, today: int, year: "int | None") -> "int | None":
    """Day number of a holiday: the next from `today` on, or that of `year`; None if not known."""
    this, month, _ = dates.civil(today)
    if value in (MONTH_END, NEXT_END):
        month += value - MONTH_END
        this, month = (this, month) if month < 13 else (this + 1, 1)
        return dates.days(this, month, dates.month_length(this, month))
    for candidate in (this - 1, this, this + 1) if year is None else (year,):
        day = _day_of(value, candidate)
        if day is not None and (day >= today or year is not None):
            return day
    return None


def _day_of(value: int, year: int) -> "int | None":
    if value > LUNAR:
        month = (value - LUNAR) // 100
        return lunar_date(
            year - (month == 12), month, value % 100
        )  # 腊月 is before Spring Festival
    if value >= 100:
        return dates.days(year, value // 100, value % 100)
    if value <= DOUBLE_NINTH:
        month, day, after = _LUNAR_DAYS[value]
        found = lunar_date(year, month, day)
        return None if found is None else found + after
    if value in _NTH:
        return _nth(year, *_NTH[value])
    if EASTER <= value <= EASTER_MONDAY:
        return _easter(year) + (0, -2, 1)[value - EASTER]
    return _solar_term(_CLEAR if value == TOMBS else value - SOLAR_TERM, year)


def lunar_date(year: int, month: int, day: int, is_leap: bool = False) -> "int | None":
    """Day number of a day of the lunar calendar; None where it is not known or there is none."""
    digits = _YEARS[6 * (year - _FIRST) : 6 * (year - _FIRST + 1)] if year >= _FIRST else ""
    if not digits or not 1 <= month <= 12:
        return None
    packed = int(digits, 16)
    leap = packed >> 13 & 15
    if is_leap and leap != month:
        return None
    before = month - 1 + (is_leap or 0 < leap < month)  # months of that year
    found = dates.days(year, 1, 20) + (packed >> 17)
    for at in range(before):
        found += 29 + (packed >> at & 1)
    return found + day - 1 if 1 <= day <= 29 + (packed >> before & 1) else None


def _solar_term(term: int, year: int) -> "int | None":
    short = year - 2000
    if not 1 <= short <= 99:
        return None
    leaps = (short - (term < 4)) // 4  # those of January and February are before a leap day
    return dates.days(year, term // 2 + 1, (short * 2422 + _TERMS[term] * 10) // 10000 - leaps)


def _easter(year: int) -> int:
    """The Sunday after the full moon of spring as the church has it, from 1900 to 2199."""
    golden = year % 19
    moon = (19 * golden + 24) % 30
    if moon == 29 or (moon == 28 and golden > 10):
        moon -= 1
    moon += dates.days(year, 3, 21)
    return moon + 7 - (moon + 6) % 7


def _nth(year: int, month: int, weekday: int, count: int) -> int:
    """The count-th such weekday of a month; Monday is 0."""
    first = dates.days(year, month, 1)
    return first + (weekday - (first + 5)) % 7 + 7 * (count - 1)


def lunar_day(month: int, day: int, today: int, is_leap: bool = False) -> "int | None":
    """The next such day of the lunar calendar, of the next year that has it; None for none."""
    if month == 12 and day == _LONGEST:  # 腊月三十, also where that month has 29
        return named_day(EVE, today, None)
    this = dates.civil(today)[0]
    for year in range(this - 1, this + (1 if day < _LONGEST and not is_leap else 20) + 1):
        found = lunar_date(year, month, day, is_leap)
        if found is not None and found >= today:
            return found
    return None
