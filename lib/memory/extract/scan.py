"""
Scan: look up the words at a position of a text in tables.

A table is one string with its entries between bars, "|今天|明天|" or "|today |tomorrow |" (words
of English end with their space). It takes a fifth of the heap of a tuple of strings, and is
searched at C speed. In a keyed table an entry is followed by a colon and its meaning,
"|明天:D10|". Also reads numbers written in characters. Pure; keeps nothing.

Rule of all modules of this folder: a string is never indexed nor iterated, only sliced.
MicroPython interns each character taken by index or iteration for ever: 25 KB for a thousand.
"""

from micropython import const

_REACH_WORDS = const(26)  # characters of the longest entry in English, and in Chinese
_REACH_SIGNS = const(7)
_DIGITS = "零一二三四五六七八九0123456789〇两"


def entry(table: str, text: str) -> bool:
    """True where the whole text is an entry of the table."""
    return "|" + text + "|" in table


def head(table: str, text: str, at: int = 0, keyed: str = "|") -> int:
    """Length of the longest entry that stands at `at`; 0 where none does."""
    words = "!" < text[at : at + 1] < "\x7f"
    if table.find("|" + text[at : at + (2 if words else 1)]) < 0:
        return 0  # most places: nothing begins like this
    piece = text[at : at + (_REACH_WORDS if words else _REACH_SIGNS)]
    while piece:
        if "|" + piece + keyed in table:
            return len(piece)
        piece = piece[: piece.rfind(" ", 0, len(piece) - 1) + 1] if words else piece[:-1]
    return 0


def look(table: str, text: str, at: int) -> "tuple[int, str]":
    """(end, meaning) of the longest entry of a keyed table at `at`; (at, "") where none stands."""
    size = head(table, text, at, ":")
    if not size:
        return at, ""
    begin = table.find("|" + text[at : at + size] + ":") + size + 2
    return at + size, table[begin : table.find("|", begin)]


def skip(table: str, text: str, at: int = 0) -> int:
    """Where the entries end that stand at `at` one after the other."""
    size = head(table, text, at)
    while size:
        at += size
        size = head(table, text, at)
    return at


def drop(table: str, text: str, end: int, at: int = 0) -> int:
    """Where the text up to `end`, not before `at`, ends without the entries it ends with."""
    while True:
        reach = _REACH_WORDS if text[end - 1 : end] == " " else _REACH_SIGNS
        begin = max(at, end - reach)
        while begin < end and (
            "|" + text[begin:end] + "|" not in table or _within(text, begin, at)
        ):
            begin += 1
        if begin == end:
            return end
        end = begin


def _within(text: str, begin: int, at: int) -> bool:
    """True in the middle of a word of Latin letters."""
    return (
        begin > at
        and "a" <= text[begin : begin + 1] <= "z"
        and "a" <= text[begin - 1 : begin] <= "z"
    )


def each(table: str) -> "list[str]":
    """The entries of a table."""
    return table[1:-1].split("|")


def flags(table: str, text: str) -> str:
    """The meanings of all entries of a keyed table that stand in the text, each letter once."""
    found = ""
    for at in range(len(text)):
        if at == 0 or text[at : at + 1] > "\x7f" or text[at - 1 : at] == " ":
            for letter in look(table, text, at)[1]:
                if letter not in found:
                    found += letter
    return found


def has(table: str, text: str, at: int = 0) -> bool:
    """True where any entry of the table stands anywhere from `at` on."""
    for one in each(table):
        if text.find(one, at) >= 0:
            return True
    return False


def cut(table: str, text: str, at: int) -> int:
    """
    Where the first entry of the table begins from `at` on, its space not counted, else the end.
    """
    end = len(text)
    for one in each(table):
        found = text.find(one, max(at - 1, 0) if one[:1] == " " else at, end)
        if found >= 0:
            end = found + 1 if one[:1] == " " else found
    return end


def number(text: str, at: int) -> "tuple[int, int]":
    """(value, end) of a number at `at`: 25, 二十五, 一百零三, 一九九八; (-1, at) for none."""
    total, digit, end = 0, -1, at
    while end < len(text):
        letter = text[end : end + 1]
        value = _DIGITS.find(letter)
        if value >= 0:
            digit = max(digit, 0) * 10 + (2 if value == 21 else value % 10)
            if digit > 99999:
                return -1, at
        elif letter == "十":
            total += 10 if digit < 0 else digit * 10
            digit = -1
        elif letter == "百" and digit > 0:
            total += digit * 100
            digit = -1
        else:
            break
        end += 1
    return (total + max(digit, 0), end) if end > at else (-1, at)


def is_cjk(letter: str) -> bool:
    """True for a Chinese character."""
    return "\u3400" <= letter <= "\u9fff"


def trimmed(text: str, table: str) -> str:
    """
    The text without the entries of a table at either end. MicroPython's str.strip goes by bytes,
    and may cut a character that shares one with those to be stripped: 对 begins as ， does.
    """
    marks = each(table)
    left = True
    while left:
        left = False
        for mark in marks:
            if text.startswith(mark):
                text = text[len(mark) :]
                left = True
            if text.endswith(mark):
                text = text[: -len(mark)]
                left = True
    return text
