"""
Dates in text as terms: `8 May 2023`, `May 8, 2023`, `2023-05-08` and `2023年5月8日` are one day.

A day gives `2023-05-08` and its month `2023-05`; a month of a year alone gives that. Looks at
numbers, names of months and the characters between them; relative dates give none.
"""

from micropython import const

# One text, since a list of names would take 2 KB of RAM; the offset of a name tells its number.
_MONTHS = (
    b" january   february  march     april     may       june     "
    b" july      august    september october   november  december  "
)
_WIDTH = const(10)
_SHORT = const(3)
_BETWEEN = ("年".encode(), "月".encode())
_FIRST_YEAR = const(1900)
_LAST_YEAR = const(2099)


def _number(run: bytes) -> int:
    """The value of `8` or `8th`, else 0."""
    if len(run) > 2 and run[-2:] in (b"st", b"nd", b"rd", b"th"):
        run = run[:-2]
    if not 0 < len(run) <= 4 or min(run) < 48 or max(run) > 57:
        return 0
    return int(run)


def month_number(run: bytes) -> int:
    """The number of `may` or `september` or `sep`, else 0."""
    at = _MONTHS.find(b" " + run if len(run) == _SHORT else b" %s " % run)
    return at // _WIDTH + 1 if at % _WIDTH == 0 else 0


def names_of_month(month: int) -> "tuple[bytes, bytes]":
    """The name of a month, and that in three letters."""
    name = _MONTHS[_WIDTH * (month - 1) : _WIDTH * month].strip()
    return name, name[:_SHORT]


def _year(run: bytes) -> int:
    value = _number(run) if len(run) == 4 else 0
    return value if _FIRST_YEAR <= value <= _LAST_YEAR else 0


def day_number(run: bytes) -> int:
    """The day of a month that `3` or `3rd` is, else 0."""
    value = _number(run)
    return value if value <= 31 else 0


def _terms(year: int, month: int, day: int) -> list:
    of_month = b"%04d-%02d" % (year, month)
    return [of_month + b"-%02d" % day, of_month] if day else [of_month]


def _named(runs: list, at: int) -> list:
    """The terms of a date around the name of a month at runs[at]."""
    month = month_number(runs[at])
    before = day_number(runs[at - 1]) if at else 0
    following = [_number(run) for run in runs[at + 1 : at + 3]] + [0, 0]
    year = _year(runs[at + 1]) if following[0] else 0
    if year:
        return _terms(year, month, before)
    if 0 < following[0] <= 31 and following[1] and _year(runs[at + 2]):
        return _terms(following[1], month, following[0])
    return []


def _numbered(runs: list, at: int) -> list:
    """The terms of a date that begins with the year at runs[at]."""
    following = [run for run in runs[at + 1 : at + 5] if run not in _BETWEEN]
    month = _number(following[0]) if following else 0
    if not 0 < month <= 12 or len(following[0]) > 2:
        return []
    day = day_number(following[1]) if len(following) > 1 and len(following[1]) < 3 else 0
    return _terms(_year(runs[at]), month, day)


def date_terms(runs: list) -> list:
    """The terms of the dates among these runs of folded text (bytes), as `terms` cuts them."""
    found = []
    for at, run in enumerate(runs):
        first = run[0]
        if 49 <= first <= 50 and _year(run):
            found += _numbered(runs, at)
        elif 97 <= first <= 115 and month_number(run):
            found += _named(runs, at)
    return found
