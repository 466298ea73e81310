"""
Phrase tables: which phrases of a table stand in a text, without taking the table apart.

A table is UTF-8 with its entries between bars, none of them empty: "|今天|明天|".encode(). What an
entry means may follow it after `=`, as in |明天=1|. A list of the same phrases takes ten times the
heap, and MicroPython goes through it more slowly. An entry is known by where it begins in its
table. Texts are UTF-8 too. Pure; keeps nothing.
"""

import micropython
from micropython import const

from ..viper import ptr8

_BAR = const(0x7C)
_MARK = const(0x3D)  # `=`
# 1 where two bytes with this hash stand in the text that is looked at, zeros between calls.
_PAIRS = bytearray(1024)


def standing(table: bytes, raw: bytes, after: int = 0) -> int:
    """Where the next entry begins that the text has anywhere; -1 for none after this one."""
    return _standing(table, len(table), raw, len(raw), after, _PAIRS)


def leading(table: bytes, raw: bytes, after: int = 0) -> int:
    """The same of those that the text begins with."""
    return _at_end(table, len(table), raw, len(raw), after, False)


def ending(table: bytes, raw: bytes, after: int = 0) -> int:
    """The same of those that the text ends with."""
    return _at_end(table, len(table), raw, len(raw), after, True)


def entry(table: bytes, at: int) -> bytes:
    """The phrase that begins at this place of a table."""
    end = table.find(b"|", at)
    mark = table.find(b"=", at, end)
    return table[at : mark if mark >= 0 else end]


def meaning(table: bytes, at: int) -> bytes:
    """What the phrase that begins at this place means; empty where nothing is said."""
    end = table.find(b"|", at)
    mark = table.find(b"=", at, end)
    return table[mark + 1 : end] if mark >= 0 else b""


def replaced(table: bytes, text: str) -> str:
    """The text with what each phrase means in its place, in the order of the table."""
    raw = text.encode()
    at = standing(table, raw)
    if at < 0:
        return text
    while at >= 0:
        raw = raw.replace(entry(table, at), meaning(table, at))
        at = standing(table, raw, at)
    return raw.decode()


def has(table: bytes, whole: bytes) -> bool:
    """Whether this is an entry of a table without meanings."""
    return b"|" not in whole and b"|" + whole + b"|" in table


def padded(raw: bytes, marks: bytes, wide: bool = True) -> bytes:
    """
    The words of a text between blanks, one between two, with `marks` for blanks too; not `wide`,
    without all that is no ASCII. Of no words one blank.
    """
    out = bytearray(len(raw) + 2)
    return bytes(out[: _pad(raw, len(raw), marks, len(marks), out, wide)])


@micropython.viper
def _pad(raw: object, size: int, marks: object, count: int, out: object, wide: bool) -> int:
    text = ptr8(raw)
    signs = ptr8(marks)
    to = ptr8(out)
    to[0] = 0x20
    end = 1
    at = 0
    while at < size:
        one = int(text[at])
        if one < 0x40:  # all marks are
            n = 0
            while n < count:
                if int(signs[n]) == one:
                    one = 0x20
                n += 1
        elif one > 0x7F and not wide:
            one = 0x20
        if one > 0x20:
            to[end] = one
            end += 1
        elif int(to[end - 1]) != 0x20:
            to[end] = 0x20
            end += 1
        at += 1
    if int(to[end - 1]) != 0x20:
        to[end] = 0x20
        end += 1
    return end


@micropython.viper
def _standing(table: object, last: int, raw: object, size: int, at: int, pairs: object) -> int:
    entries = ptr8(table)
    text = ptr8(raw)
    known = ptr8(pairs)
    last -= 1  # the bar that ends the table
    place = 1
    while place < size:
        known[(text[place - 1] << 6 ^ text[place]) & 1023] = 1
        place += 1
    found = -1
    while at < last and found < 0:
        while entries[at] != _BAR:
            at += 1
        at += 1
        if at > last:
            break
        end = at + 1
        while entries[end] != _BAR and entries[end] != _MARK:
            end += 1
        if end - at > 1 and known[(entries[at] << 6 ^ entries[at + 1]) & 1023] == 0:
            at = end
            continue
        until = size - (end - at)
        first = entries[at]
        place = 0
        while place <= until:
            if text[place] == first:
                look = at + 1
                to = place + 1
                while look < end and text[to] == entries[look]:
                    look += 1
                    to += 1
                if look == end:
                    found = at
                    break
            place += 1
    place = 1
    while place < size:
        known[(text[place - 1] << 6 ^ text[place]) & 1023] = 0
        place += 1
    return found


@micropython.viper
def _at_end(table: object, last: int, raw: object, size: int, at: int, is_last: bool) -> int:
    entries = ptr8(table)
    text = ptr8(raw)
    last -= 1
    while at < last:
        while entries[at] != _BAR:
            at += 1
        at += 1
        if at > last:
            return -1
        end = at
        while entries[end] != _BAR and entries[end] != _MARK:
            end += 1
        place = 0
        if is_last:
            place = size - (end - at)
        look = at
        if place >= 0 and end - at <= size:
            while look < end and text[place] == entries[look]:
                look += 1
                place += 1
            if look == end:
                return at
    return -1
