"""
Scan: look up the words at a position of a text in tables.

A table is one string with its entries between bars, "|今天|明天|" or "|today |tomorrow |" (words
of English end with their space). It takes a fifth of the heap of a tuple of strings, and is
searched at C speed. In a keyed table an entry is followed by a colon and its meaning,
"|明天:D10|". Also reads numbers written in characters. Pure; keeps nothing.

Rule of all modules of this folder: a string is never indexed nor iterated, only sliced.
MicroPython interns each character taken by index or iteration for ever: 25 KB for a thousand. Each
new string is also looked for among all interned ones, which takes 25 times as long as a piece of
bytes does: tables and texts are walked in machine code, as UTF-8 that ends in a zero.
"""

import micropython
from micropython import const

from ..viper import ptr8

_REACH_WORDS = const(26)  # characters of the longest entry in English, and in Chinese
_REACH_SIGNS = const(7)
_EMPTY = ("", "|")
_NO_ADVERBS = (
    "|family |early |lovely |elderly |lonely |italy |friendly |belly |jelly |daily |weekly "
    "|monthly |supply |"
)
_BAR = const(0x7C)
_COLON = const(0x3A)
_BLANK = const(0x20)
_SIZES = const(31)  # what `_head` has of the length of an entry, which is 26 at most
_SIZE_BITS = const(5)
_DIGITS = "零一二三四五六七八九0123456789〇两十百"
_TWO, _TEN, _HUNDRED = const(21), const(22), const(23)  # places of 两, 十 and 百 there


@micropython.viper
def entry(table: object, text: object) -> bool:
    """True where the whole text is an entry of the table."""
    words = ptr8(table)
    said = ptr8(text)
    bar = 0
    while words[bar]:
        if words[bar] == _BAR:
            step = bar + 1
            here = 0
            while said[here] and words[step] == said[here]:
                here += 1
                step += 1
            if said[here] == 0 and words[step] == _BAR:
                return True
        bar += 1
    return False


def head(table: str, text: str, at: int = 0, keyed: str = "|") -> int:
    """Length of the longest entry that stands at `at`; 0 where none does."""
    return _head(table, text, at, _COLON if keyed == ":" else _BAR) & _SIZES


def look(table: str, text: str, at: int) -> "tuple[int, str]":
    """(end, meaning) of the longest entry of a keyed table at `at`; (at, "") where none stands."""
    found = _head(table, text, at, _COLON)
    if not found:
        return at, ""
    begin = found >> _SIZE_BITS
    return at + (found & _SIZES), table[begin : table.find("|", begin)]


def frames(table: str, text: str, at: int) -> bool:
    """True where a frame begins at `at` and one of the words that close it follows: 跟香菜有仇."""
    end, closing = look(table, text, at)
    return end > at and (closing[1:] == "" or has("|" + closing[1:].replace("/", "|") + "|", text))


def known_as(table: str, whole: str) -> str:
    """The meaning of this very entry of a keyed table; "" where it has none."""
    end, meaning = look(table, whole, 0)
    return meaning if end == len(whole) else ""


def skip(table: str, text: str, at: int = 0) -> int:
    """Where the entries end that stand at `at` one after the other."""
    size = head(table, text, at)
    while size:
        at += size
        size = head(table, text, at)
    return at


def adverbs(table: str, text: str, at: int) -> int:
    """As `skip`, past any adverb of English, too: severely."""
    end = skip(table, text, at)
    stop = text.find("ly ", end) + 3
    while (
        stop > end + 5
        and text.find(" ", end) == stop - 1
        and not entry(_NO_ADVERBS, text[end:stop])
    ):
        end = skip(table, text, stop)
        stop = text.find("ly ", end) + 3
    return end


def drop(table: str, text: str, end: int, at: int = 0) -> int:
    """Where the text up to `end`, not before `at`, ends without the entries it ends with."""
    size = _tail(table, text, at, end)
    while size:
        end -= size
        size = _tail(table, text, at, end)
    return end


def each(table: str) -> "list[str]":
    """The entries of a table."""
    return table[1:-1].split("|")


def flags(table: str, text: str) -> str:
    """The meanings of all entries of a keyed table that stand in the text, each letter once."""
    found = ""
    told = 0  # what stands before it means nothing: people who
    at, words = 0, not is_chinese(text)
    while 0 <= at < len(text):
        if words or at == 0 or text[at : at + 1] > "\x7f" or text[at - 1 : at] == " ":
            end, letters = look(table, text, at)
            if letters and at >= told:
                if letters == ".":
                    told = end
                for letter in letters:
                    if letter not in found:
                        found += letter
        at = text.find(" ", at) + 1 or -1 if words else at + 1
    return found


def has(table: str, text: str, at: int = 0) -> bool:
    """True where any entry of the table stands anywhere from `at` on; of an empty table, too."""
    return table in _EMPTY or _first(table, text, at, False) >= 0


def cut(table: str, text: str, at: int) -> int:
    """
    Where the first entry of the table begins from `at` on, its space not counted, else the end.
    """
    if table in _EMPTY:
        return min(at, len(text))
    found = _first(table, text, at, True)
    return len(text) if found < 0 else found


def number(text: str, at: int) -> "tuple[int, int]":
    """(value, end) of a number at `at`: 25, 二十五, 一百零三, 一九九八; (-1, at) for none."""
    total, digit, end = 0, -1, at
    while True:
        value = _place(_DIGITS, text, end)
        if 0 <= value <= _TWO:
            digit = max(digit, 0) * 10 + (2 if value == _TWO else value % 10)
            if digit > 99999:
                return -1, at
        elif value == _TEN:
            total += 10 if digit < 1 else digit * 10
            digit = -1
        elif value == _HUNDRED and digit > 0:
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
    marks = table.encode()[1:-1].split(b"|")
    raw, before = text.encode(), b""
    while before != raw:
        before = raw
        for mark in marks:
            raw = raw[len(mark) :] if raw.startswith(mark) else raw
            raw = raw[: -len(mark)] if raw.endswith(mark) else raw
    return raw.decode()


@micropython.viper
def _head(table: object, text: object, at: int, mark: int) -> int:  # noqa: C901  one loop
    """
    The longest entry, up to `mark`, that stands at a character of a text: its length, and in the
    bits above that the character of the table behind its mark; 0 for none. Of letters it ends with
    a space or with the text.
    """
    words = ptr8(table)
    said = ptr8(text)
    begin = 0
    while at > 0 and said[begin]:
        begin += 1
        while said[begin] & 0xC0 == 0x80:
            begin += 1
        at -= 1
    first = int(said[begin])
    if at or first == 0:
        return 0
    is_word = first > 0x21 and first < 0x7F
    best = 0
    place = 0
    bar = 0
    while words[bar]:
        if words[bar] == _BAR and words[bar + 1] == first:
            step = bar + 1
            here = begin
            size = 0
            while said[here] and words[step] == said[here]:
                here += 1
                step += 1
                while said[here] & 0xC0 == 0x80 and words[step] == said[here]:
                    here += 1
                    step += 1
                size += 1
                if words[step] == mark and size > best and said[here] & 0xC0 != 0x80:
                    if is_word:
                        whole = size == _REACH_WORDS or said[here] == 0
                        if size <= _REACH_WORDS and (whole or said[here - 1] == _BLANK):
                            best = size
                            place = step
                    elif size <= _REACH_SIGNS:
                        best = size
                        place = step
        bar += 1
    if best == 0:
        return 0
    count = 0
    bar = 0
    while bar <= place:
        if words[bar] & 0xC0 != 0x80:
            count += 1
        bar += 1
    return best | count << _SIZE_BITS


@micropython.viper
def _tail(table: object, text: object, begin: int, end: int) -> int:  # noqa: C901  one loop
    """
    The length in characters of the longest entry that the text from `begin` to `end` ends with, 0
    for none; it does not begin within a word of Latin letters.
    """
    words = ptr8(table)
    said = ptr8(text)
    low = 0
    high = 0
    at = 0
    while at < end and said[high]:
        if at < begin:
            low = high + 1
            while said[low] & 0xC0 == 0x80:
                low += 1
        high += 1
        while said[high] & 0xC0 == 0x80:
            high += 1
        at += 1
    if at <= begin:
        return 0
    reach = _REACH_WORDS if said[high - 1] == _BLANK else _REACH_SIGNS
    last = int(said[high - 1])
    best = 0
    bar = 1
    while words[bar - 1] and words[bar]:
        if words[bar] == _BAR and words[bar - 1] == last:
            step = bar
            here = high
            size = 0
            while here > low and step > 0 and words[step - 1] == said[here - 1] and size < reach:
                here -= 1
                step -= 1
                if said[here] & 0xC0 != 0x80:
                    size += 1
                    if step > 0 and words[step - 1] == _BAR and size > best:
                        within = 0
                        if here > low and said[here] >= 0x61 and said[here] <= 0x7A:
                            if said[here - 1] >= 0x61 and said[here - 1] <= 0x7A:
                                within = 1
                        if within == 0:
                            best = size
        bar += 1
    return best


@micropython.viper
def _first(  # noqa: C901, PLR0915  one loop
    table: object, text: object, at: int, cuts: bool
) -> int:
    """
    The character at or behind `at` where an entry stands in a text: any entry, or, where it
    `cuts`, the first that does, which then may begin with a space before it; -1 for none.
    """
    words = ptr8(table)
    said = ptr8(text)
    begin = 0
    before = 0
    while at > 0 and said[begin]:
        before = begin
        begin += 1
        while said[begin] & 0xC0 == 0x80:
            begin += 1
        at -= 1
    if at:
        return -1
    end = begin
    while said[end]:
        end += 1
    best = -1
    bar = 1
    while words[bar - 1] and words[bar]:
        stop = bar
        while words[stop] and words[stop] != _BAR:
            stop += 1
        if words[stop] == 0:
            bar = stop
        else:
            size = stop - bar
            first = int(words[bar])
            here = begin
            spaced = cuts and first == _BLANK
            if spaced:
                here = before
            until = end - size
            while here <= until:
                if said[here] == first or size == 0:
                    step = 1
                    while step < size and said[here + step] == words[bar + step]:
                        step += 1
                    if step >= size:
                        best = here
                        if spaced:
                            best += 1
                        end = best
                        until = -1
                        if not cuts:
                            return 0
                here += 1
            bar = stop + 1
    if best < 0:
        return -1
    count = 0
    here = 0
    while here < best:
        if said[here] & 0xC0 != 0x80:
            count += 1
        here += 1
    return count


@micropython.viper
def _place(letters: object, text: object, at: int) -> int:
    """Which of some letters stands at a character of a text, counted from 0; -1 for none."""
    known = ptr8(letters)
    said = ptr8(text)
    begin = 0
    while at > 0 and said[begin]:
        begin += 1
        while said[begin] & 0xC0 == 0x80:
            begin += 1
        at -= 1
    if at or said[begin] == 0:
        return -1
    here = 0
    place = 0
    while known[here]:
        step = 0
        while known[here + step] == said[begin + step] and known[here + step]:
            step += 1
            if said[begin + step] & 0xC0 != 0x80:
                return place
        here += 1
        while known[here] & 0xC0 == 0x80:
            here += 1
        place += 1
    return -1


@micropython.viper
def is_chinese(text: object) -> bool:
    """True where a Chinese character stands anywhere in a text."""
    said = ptr8(text)
    at = 0
    while said[at]:
        lead = int(said[at])
        at += 1
        if lead >= 0xE4 and lead <= 0xE9:
            return True
        if lead == 0xE3 and said[at] >= 0x90:
            return True
    return False
