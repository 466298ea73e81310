"""
Where the members of a line lie: the scan of the usual lines, in machine code.

Finds the members of a flat JSON object as this memory spells it, without blanks and without
escapes. Makes no record (`codec` does) and does not look at what a value says; any other line is
for a reader of JSON.
"""

from array import array

import micropython
from micropython import const

from memory.viper import ptr8, ptr16

MEMBERS = const(40)  # in one line; one with more is left to JSON
_DIGITS = const(9)  # a number of so many is below 2**32, and below 2**30 on the way


def spans() -> array:
    """Room for what `find_members` finds."""
    return array("H", bytes(2 * 4 * MEMBERS))


@micropython.viper
def find_members(line: object, size: int, found: object, most: int) -> int:  # noqa: C901  one loop
    """
    How many members a line of `size` bytes has, -1 where JSON has to read it. `found` gets four
    numbers for each: where the name begins and ends, where the value does. A string's value lies
    between its quotes; others are a number of a few digits or `true`.
    """
    text = ptr8(line)
    to = ptr16(found)
    if size < 2 or size > 65535 or text[0] != 0x7B or text[size - 1] != 0x7D:
        return -1
    at = 1
    count = 0
    while count < most:
        if text[at] != 0x22:
            return -1
        at += 1
        begin = at
        while at < size and text[at] != 0x22 and text[at] != 0x5C and text[at] >= 0x20:
            at += 1
        if at + 2 >= size or text[at] != 0x22 or text[at + 1] != 0x3A:
            return -1
        to[4 * count] = begin
        to[4 * count + 1] = at
        at += 2
        begin = at
        end = at
        if text[at] == 0x22:
            at += 1
            begin = at
            while at < size and text[at] != 0x22 and text[at] != 0x5C and text[at] >= 0x20:
                at += 1
            if at + 1 >= size or text[at] != 0x22:
                return -1
            end = at
            at += 1
        elif text[at] == 0x74:
            if at + 4 >= size or text[at + 1] != 0x72 or text[at + 2] != 0x75:
                return -1
            if text[at + 3] != 0x65:
                return -1
            at += 4
            end = at
        else:
            while text[at] >= 0x30 and text[at] <= 0x39:  # a brace or a comma ends it
                at += 1
            end = at
            if end == begin or end - begin > _DIGITS or (text[begin] == 0x30 and end - begin > 1):
                return -1
        to[4 * count + 2] = begin
        to[4 * count + 3] = end
        count += 1
        if at == size - 1:
            return count
        if text[at] != 0x2C:
            return -1
        at += 1
    return -1
