"""
Script: what is written in traditional characters, as rules read it.

The words that rules know are written in simplified script. A text in traditional (我養了一隻貓)
is read in its simplified form, of as many characters, so that what was found in it can be cut from
what was written. Nothing is stored so. Only the characters of those words are known
(`script_table`). Pure.
"""

import micropython

from memory.viper import ptr8

from . import folding
from .script_table import PAIRS

_WIDE = 3  # bytes of a character
_PAIR = 6  # and of two


def simplified(text: str) -> str:
    """The text in simplified script; the same where nothing differs."""
    raw = text.encode()
    if len(raw) == len(text):
        return text
    out = bytearray(raw)
    if not _simplify(out, len(out), PAIRS, len(PAIRS) // _PAIR):
        return text
    return bytes(out).decode().replace("著", "着").replace("乾", "干")  # both of both scripts


def fold(text: str) -> str:
    """As `folding.fold`, in simplified script: as rules compare texts."""
    return folding.fold(simplified(text))


def as_written(part: str, simple: str, text: str) -> str:
    """
    A piece of the simplified form of a text, or what was put together of its characters, as the
    text has it.
    """
    if simple is text:
        return part
    at = simple.find(part)
    if at >= 0:
        return text[at : at + len(part)]
    read, written, found = simple.encode(), text.encode(), part.encode()
    for at in range(len(read)):
        if read[at] >= 0xE0 and read[at : at + _WIDE] != written[at : at + _WIDE]:
            found = found.replace(read[at : at + _WIDE], written[at : at + _WIDE])
    return found.decode()


@micropython.viper
def _simplify(text: object, size: int, pairs: object, count: int) -> int:
    """Replace, in place, what is in `pairs` by what stands behind it; returns how many."""
    raw = ptr8(text)
    table = ptr8(pairs)
    found = 0
    at = 0
    while at + 2 < size:
        first = int(raw[at])
        if first < 0xE4 or first > 0xE9:
            at += 1
            continue
        sought = first << 16 | int(raw[at + 1]) << 8 | int(raw[at + 2])
        low = 0
        high = count
        while low < high:
            middle = (low + high) >> 1
            row = middle * 6
            value = int(table[row]) << 16 | int(table[row + 1]) << 8 | int(table[row + 2])
            if value < sought:
                low = middle + 1
            elif value > sought:
                high = middle
            else:
                raw[at] = int(table[row + 3])
                raw[at + 1] = int(table[row + 4])
                raw[at + 2] = int(table[row + 5])
                found += 1
                low = high
        at += 3
    return found
