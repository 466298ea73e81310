"""
Clock times: `15:30`, `7.30pm`, 下午3点半, half past seven.

Owns what of a folded text is a time of day. One that may be before or after noon is both. Pure.
"""

from micropython import const

from memory.text.amounts import is_letter, number_at
from memory.text.phrase_tables import entry, leading, meaning
from memory.text.spoken_numbers import digits_after

_WIDE = const(3)  # bytes of a character of Chinese
_NOON = const(12)
_DAY = const(24)
_OF_DAY = "|凌晨=0|清晨=0|早上=0|早晨=0|上午=0|中午=12|下午=12|傍晚=12|晚上=12|夜里=12|".encode()
_BESIDE_HOUR = b"|half past =30|quarter past =15|quarter to =-15|a quarter to =-15|"
_HOUR = "点".encode()
_MINUTES = "|半=30|一刻=15|三刻=45|整=0|钟=0|".encode()
_MINUTE = "分".encode()
_LONGEST = const(14)


def same(one: "tuple", other: "tuple") -> bool:
    """True where two times, (minutes of the day, whether it is known which half), may be one."""
    if one[1] and other[1]:
        return bool(one[0] == other[0])
    return bool(one[0] % 720 == other[0] % 720)


def clock_at(raw: bytes, at: int) -> "tuple[int, bool, int]":
    """(minutes of the day, whether it is known which half of it, where it ends); 0 for none."""
    begin = at
    half = -1
    row = leading(_OF_DAY, raw[at : at + 2 * _WIDE])
    if row >= 0:
        half = int(meaning(_OF_DAY, row))
        at += 2 * _WIDE
    row = leading(_BESIDE_HOUR, raw[at : at + _LONGEST])
    if row >= 0:
        hour, end = number_at(raw, at + len(entry(_BESIDE_HOUR, row)))
        minute = int(meaning(_BESIDE_HOUR, row))
        return (int(hour) * 60 + minute, False, end) if 0 < hour <= _NOON else (0, False, 0)
    is_figure = raw[at : at + 1].isdigit()
    found: "tuple[float, int]" = digits_after(raw, at) if is_figure else number_at(raw, at)
    hour, end = found
    minute, end, is_said = _minute(raw, end)
    if end == at or hour != int(hour) or not 0 <= hour <= _DAY or minute > 59:
        return 0, False, 0
    after = end + (raw[end : end + 1] == b" ")
    for word, noon in ((b"am", 0), (b"pm", _NOON)):
        if half < 0 and raw.startswith(word, after) and not is_letter(raw, after + 2):
            half = noon
            end = after + 2
            is_said = hour <= _NOON
    if not is_said or (raw[at] < 0x80 and raw[end : end + 1].isdigit()):
        return 0, False, 0
    is_sure = half >= 0 or hour > _NOON or raw[at : at + 1] == b"0"
    if half >= 0 and hour <= _NOON:
        hour = hour % _NOON + half
    return int(hour) * 60 + minute, is_sure, end if end > begin else 0


def _minute(raw: bytes, end: int) -> "tuple[int, int, bool]":
    """(minute behind an hour, where it ends, whether that says that it is a time)."""
    mark = raw[end : end + 1]
    if mark in (b":", b".") and mark:
        minute, stop = digits_after(raw, end + 1)
        return (minute, stop, mark == b":") if stop == end + 3 else (0, end, False)
    if raw.startswith(b" o'clock", end):
        return 0, end + 8, True
    if not raw.startswith(_HOUR, end):
        return 0, end, False
    end += _WIDE
    row = leading(_MINUTES, raw[end : end + 2 * _WIDE])
    if row >= 0:
        return int(meaning(_MINUTES, row)), end + len(entry(_MINUTES, row)), True
    said, stop = number_at(raw, end)
    if stop > end and said == int(said):
        stop += _WIDE if raw.startswith(_MINUTE, stop) else 0
        return int(said), stop, True
    return 0, end, True


def clock_times(raw: bytes) -> "list[tuple[int, bool]]":
    """(minutes of the day, whether it is known which half) of all times of a folded text."""
    found = []
    at = 0
    while at < len(raw):
        minutes, is_sure, end = clock_at(raw, at)
        if end:
            found.append((minutes, is_sure))
            at = end
            continue
        is_run = raw[at : at + 1].isdigit() or is_letter(raw, at)
        at += 1
        while is_run and (raw[at : at + 1].isdigit() or is_letter(raw, at)):
            at += 1
        while at < len(raw) and raw[at] & 0xC0 == 0x80:
            at += 1
    return found
