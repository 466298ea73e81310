"""
Named days: the date of a holiday that is named instead of a date.

Holidays in Chinese and English, as numbered in `WHEN` of a language: a number of 100 and more is
month and day, where 13 is the first lunar month and 14 the twelfth, before Spring Festival; the
date of a lower one is computed for each year. Holidays of the lunar calendar
are in a table (computed with a Chinese calendar) from 2020 to 2045; beyond it there is no date.
Pure.
"""

from . import dates

SPRING, EVE, LANTERN, DRAGON, QIXI, AUTUMN, DOUBLE_NINTH = 1, 2, 3, 4, 5, 6, 7
MOTHERS, FATHERS, THANKSGIVING, TOMBS, MONTH_END, NEXT_END = 8, 9, 10, 11, 12, 13
EASTER, GOOD_FRIDAY, EASTER_MONDAY = 14, 15, 16
LABOR, MEMORIAL, KING, PRESIDENTS = 17, 18, 19, 20  # the second a week after it
_NTH = {
    MOTHERS: (5, 6, 2), FATHERS: (6, 6, 3), THANKSGIVING: (11, 3, 4), LABOR: (9, 0, 1),
    MEMORIAL: (6, 0, 1), KING: (1, 0, 3), PRESIDENTS: (2, 0, 3),
}  # fmt: skip
_FIRST = 2020
# For each year: Spring Festival, Dragon Boat, Qixi, Mid-Autumn, Double Ninth; month and day.
_MOON = (
    "01250625082510011025021206140814092110140201060308040910100401220622082209291023"
    "02100610081009171011"
    "01290531082910061029021706190819092510180206060908080915100801260528082610031026"
    "02130616081609221016020306050805091210050123062408241001102402110612081209191012"
    "01310601080109081001021906200820092710200208061008100916100901280530082810041027"
    "02150618081709241017020406070807091310070124052708261002102602120614081409201014"
    "02010603080309101003012206220822092810220210061108110917101101300531073110051029"
    "02170619081909251018"
)
# A bit for each year: set where the month before its Spring Festival has 30 days, not 29.
_LONG_TWELFTH = 0x3C7E41B
FIRST_MONTH, TWELFTH_MONTH = 1300, 1400  # and the day of that lunar month
_COLUMN = (0, 0, 0, 0, 1, 2, 3, 4)  # of _MOON, by the kinds up to DOUBLE_NINTH
_AFTER = (0, 0, -1, 14, 0, 0, 0, 0)  # days from that day


def named_day(value: int, today: int, year: "int | None") -> "int | None":
    """Day number of a holiday: the next from `today` on, or that of `year`; None if not known."""
    this, month, _ = dates.civil(today)
    if value in (MONTH_END, NEXT_END):
        this, month = (this, month + value - MONTH_END) if month < 12 else (this + 1, 1)
        return dates.days(this, month, dates.month_length(this, month))
    for candidate in (this, this + 1) if year is None else (year,):
        day = _day_of(value, candidate)
        if day is not None and (day >= today or year is not None):
            return day
    return None


def _day_of(value: int, year: int) -> "int | None":
    if value > FIRST_MONTH:
        spring = _day_of(SPRING, year)
        if spring is None or value < TWELFTH_MONTH:
            return None if spring is None else spring + value - FIRST_MONTH - 1
        length = 29 + (_LONG_TWELFTH >> (year - _FIRST) & 1)
        return (
            spring - length + value - TWELFTH_MONTH - 1
            if value - TWELFTH_MONTH <= length
            else None
        )
    if value >= 100:
        return dates.days(year, value // 100, value % 100)
    if value <= DOUBLE_NINTH:
        at = ((year - _FIRST) * 5 + _COLUMN[value]) * 4
        if not 0 <= at < len(_MOON):
            return None
        day = dates.days(year, int(_MOON[at : at + 2]), int(_MOON[at + 2 : at + 4]))
        return day + _AFTER[value]
    if value in _NTH:
        return _nth(year, *_NTH[value])
    if value >= EASTER:
        return _easter(year) + (0, -2, 1)[value - EASTER]
    # Pure Brightness: the rule of thumb for the solar term, which holds for this century.
    short = year % 100
    return dates.days(year, 4, (short * 2422 + 48100) // 10000 - short // 4)


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


# By the lunar month the named day that stands in it, and which of its days that is.
_LUNAR = ((0, 0), (1, 1), (0, 0), (0, 0), (0, 0), (4, 5), (0, 0), (5, 7), (6, 15), (7, 9))


def lunar_day(month: int, day: int, today: int) -> "int | None":
    """The next such day of the lunar calendar; None where it is not known."""
    kind, known = _LUNAR[month] if month < 10 else _LUNAR[0]
    found = named_day(kind, today - day + known, None) if kind and day < 30 else None
    return None if found is None else found + day - known
