"""
Spoken numbers: `3`, `三`, `十二`, `three`, and years: `2024`, `二零二四`.

Owns numbers up to some dozens as people say them in phrases of time; knows nothing of what is
counted. Works on bytes: MicroPython would look each piece of a str up. Pure.
"""

from micropython import const

from . import time_words as w
from .phrase_tables import ending, entry, meaning

_FIRST_YEAR = const(1990)
_LAST_YEAR = const(2099)


def place(letters: bytes, letter: bytes) -> int:
    """Which of the characters it is, or -1."""
    at = letters.find(letter) if len(letter) == w.WIDE else -1
    return at // w.WIDE if at >= 0 and at % w.WIDE == 0 else -1


def digits_before(raw: bytes, end: int) -> "tuple[int, int]":
    """(number of at most four digits or 0, where its digits begin)."""
    begin = end
    while begin and 0x30 <= raw[begin - 1] <= 0x39:
        begin -= 1
    return (int(raw[begin:end]) if 0 < end - begin < 5 else 0), begin


def digits_after(raw: bytes, begin: int) -> "tuple[int, int]":
    """The same of those at `begin`, and where they end."""
    end = begin
    while end < len(raw) and 0x30 <= raw[end] <= 0x39:
        end += 1
    return (int(raw[begin:end]) if 0 < end - begin < 5 else 0), end


def day_number(word: bytes) -> int:
    """1 to 31 for `28` and `28th`, else 0."""
    if word in w.ORDINALS:
        return w.ORDINALS.index(word) + 1
    day, end = digits_after(word, 0)
    ends = word[end:] in (b"", b"st", b"nd", b"rd", b"th")
    return day if ends and end < 3 and day <= 31 else 0


def number_before(raw: bytes, end: int) -> "tuple[int, int]":
    """(number, where it begins) of what stands right before `end`; (0, end) for none."""
    value, begin = digits_before(raw, end)
    if begin == end:
        value, begin = _chinese_before(raw, end)
    if begin < end:
        return value, begin
    word = raw[raw.rfind(b" ", 0, end) + 1 : end]
    if word in w.NUMBERS:
        return max(w.NUMBERS.index(word), 1), end - len(word)
    return {b"few": 3, b"couple": 2, b"of": 2}.get(word, 0), end - len(word)


def range_before(raw: bytes, end: int) -> "tuple[int, int, int]":
    """(least, most, where it begins) of a number, 几, 三四, 一多, two or three; 0 for none."""
    head = raw[:end]
    row = ending(w.VAGUE, head)
    if row >= 0:
        few, many = meaning(w.VAGUE, row).split(b" ")
        return int(few), int(many), end - len(entry(w.VAGUE, row))
    if head.endswith(w.MORE):
        least, begin = number_before(raw, end - w.WIDE)
        return least, least + (least + 1) // 2, begin
    most = place(w.DIGITS, raw[end - w.WIDE : end])
    least = _digit(raw[end - 2 * w.WIDE : end - w.WIDE])
    if 0 < least < most < 10 and _digit(raw[end - 3 * w.WIDE : end - 2 * w.WIDE]) < 0:  # 三四
        return least, most, end - 2 * w.WIDE
    most, begin = number_before(raw, end)
    row = ending(w.OR, raw[:begin])
    if row >= 0:
        least, start = number_before(raw, begin - len(entry(w.OR, row)))
        if 0 < least < most:
            return least, most, start
    return most, most, begin


def _digit(letter: bytes) -> int:
    return 2 if letter == "两".encode() else place(w.DIGITS, letter)


def _chinese_before(raw: bytes, end: int) -> "tuple[int, int]":
    """The same for 三, 两, 十二, 二十."""
    begin = end
    value = 0
    unit = 1
    while begin >= w.WIDE:
        letter = raw[begin - w.WIDE : begin]
        digit = _digit(letter)
        if digit < 0:
            break
        if digit == 10:
            value += 10
            unit = 10
        elif unit == 10:
            value += 10 * (digit - 1)
            unit = 100
        elif begin == end:
            value = digit
        else:
            return 0, begin  # 三四
        begin -= w.WIDE
    return value, begin


def year_before(raw: bytes, end: int) -> "tuple[int, int]":
    """(year, where it begins) of `2024`, `二零二四年`, `24年` that end here; (0, end) for none."""
    last = end - w.WIDE if raw[:end].endswith(w.YEAR) else end
    year, begin = digits_before(raw, last)
    if begin == last:
        while begin >= w.WIDE and last - begin < 4 * w.WIDE:
            digit = place(w.DIGITS, raw[begin - w.WIDE : begin])
            if not 0 <= digit < 10:
                break
            begin -= w.WIDE
        for at in range(begin, last, w.WIDE):
            year = year * 10 + place(w.DIGITS, raw[at : at + w.WIDE])
    if last < end and last - begin in (2, 2 * w.WIDE) and year:
        year += 2000 if year < 40 else 1900
    return (year, begin) if _FIRST_YEAR <= year <= _LAST_YEAR else (0, end)
