"""
Clock times: `15:30`, `7.30pm`, 下午3点半, half past seven.

Owns what of a folded text is a time of day; one without its half of the day is both. Pure.
"""

from micropython import const

from memory.text.amounts import is_letter, number_at, numbers
from memory.text.phrase_tables import ending, entry, leading, meaning
from memory.text.spoken_numbers import digits_after

_WIDE = const(3)  # bytes of a character of Chinese
_BEFORE = (
    "|凌晨=0|清晨=0|早上=0|早晨=0|上午=0|中午=12|下午=12|傍晚=12|晚上=12|half past =30|".encode()
)
_NOON = b"|am=0| am=0|pm=12| pm=12|"
_HOUR = "点".encode()
_MINUTES = "|半=30|一刻=15|三刻=45|整=0|钟=0|".encode()


def clock_times(raw: bytes) -> "list[tuple]":
    """(minutes of the day, whether its half is known, where it begins and ends) of all times."""
    found = []
    for _, at, _ in numbers(raw):
        is_figure = raw[at] < 0x3A
        said: "tuple[float, int]" = digits_after(raw, at) if is_figure else number_at(raw, at)
        hour, end = int(said[0]), said[1]
        row = ending(_BEFORE, raw[:at])
        half = int(meaning(_BEFORE, row)) if row >= 0 else -1
        begin = at - len(entry(_BEFORE, row)) if row >= 0 else at
        minute, end, is_said = (half, end, True) if half > 12 else _minute(raw, end)
        half = -1 if half > 12 else half
        row = leading(_NOON, raw[end : end + _WIDE]) if half < 0 and hour <= 12 else -1
        if row >= 0 and not is_letter(raw, end + len(entry(_NOON, row))):
            half = int(meaning(_NOON, row))
            end += len(entry(_NOON, row))
            is_said = True
        if is_said and hour <= 24 and minute < 60 and raw[at - 1 : at] not in (b":", b"."):
            known = half >= 0 or hour > 12 or raw[at] == 0x30
            hour = hour % 12 + half if half >= 0 and hour <= 12 else hour
            found.append((hour * 60 + minute, known, begin, end))
    return found


def _minute(raw: bytes, end: int) -> "tuple[int, int, bool]":
    """(minute behind an hour, where it ends, whether that makes it a time)."""
    mark = raw[end : end + 1]
    if mark == b":" or mark == b".":
        minute, stop = digits_after(raw, end + 1)
        return (minute, stop, mark == b":") if stop == end + 3 else (0, end, False)
    if not raw.startswith(_HOUR, end):
        return 0, end, False
    end += _WIDE
    row = leading(_MINUTES, raw[end : end + 2 * _WIDE])
    if row >= 0:
        return int(meaning(_MINUTES, row)), end + len(entry(_MINUTES, row)), True
    said, stop = number_at(raw, end)
    return max(0, int(said)), stop, True
