"""
Retry-After: how long a server wants to be left alone (RFC 9110, section 10.2.3).

It is a number of seconds or a date. The date is compared with the server's own `Date`, so the
device's clock need not be set.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"
_MOST_S = const(86400)


def seconds(headers: "dict[str, str]", now: "Callable[[], int | None] | None") -> "int | None":
    """
    Seconds to wait by an answer's headers (names in lower case), at most a day; None where it says
    nothing that can be read. `now` gives the seconds since 1970, or None where nobody knows.
    """
    milliseconds = headers.get("retry-after-ms", "")
    if milliseconds.isdigit() and len(milliseconds) < 10:
        return min((int(milliseconds) + 999) // 1000, _MOST_S)
    text = headers.get("retry-after", "").strip()
    whole = text.partition(".")[0]
    if whole.isdigit():
        if len(whole) > 9:
            return _MOST_S
        return min(int(whole) + (1 if whole != text else 0), _MOST_S)
    until = _unix(text)
    begin = _unix(headers.get("date", ""))
    if begin is None and now is not None:
        begin = now()
    if until is None or begin is None:
        return None
    return min(max(until - begin, 0), _MOST_S)


def _unix(text: str) -> "int | None":
    """Seconds since 1970 of a date like `Sun, 06 Nov 1994 08:49:37 GMT`, None for another text."""
    parts = text.split(" ")
    if len(parts) != 6 or parts[5] != "GMT":
        return None
    month = _MONTHS.find(parts[2])
    clock = parts[4].split(":")
    digits = parts[1] + parts[3] + "".join(clock)
    if len(parts[2]) != 3 or month < 0 or month % 3 or len(clock) != 3 or len(digits) > 12:
        return None
    if not digits.isdigit():
        return None
    year, number = int(parts[3]), month // 3 + 1
    # Days since 1970 of the Gregorian calendar, with years that begin in March.
    if number < 3:
        year -= 1
    of_year = (153 * ((number + 9) % 12) + 2) // 5 + int(parts[1]) - 1
    days = year * 365 + year // 4 - year // 100 + year // 400 + of_year - 719468
    return days * 86400 + int(clock[0]) * 3600 + int(clock[1]) * 60 + int(clock[2])
