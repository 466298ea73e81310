"""
Entries: the loops over the terms of an index block, and over the table that says in which block
a term may be (docs/FORMAT.md section 7).

As in `postings`, the viper functions check no bounds of their buffers: `index_file` checks the CRC
of a block first.
"""

import micropython
from micropython import const

from memory.viper import ptr8, ptr16

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

# A row of the table: the first bytes of the first term, padded with zeros, and the offset.
ROW = const(11)
KEY = const(8)
TERM_BYTES = 32  # of the buffer for a term, more than any bytes can make it
LENGTH, BEGIN, END = range(3)  # of what is told of an entry: bytes of the term, its postings


@micropython.viper
def next_with(
    block: object, at: int, size: int, piece: object, length: int, term: object, cells: object
) -> int:
    """
    Look among the entries block[at : size] for the next term that contains a piece, which may be
    empty. Returns where the entry after it begins, 0 for none, -1 where the entries break the
    format. `term` takes the term and must come back with it: the next one shares its beginning.
    `cells`, an array "H", takes LENGTH, BEGIN and END.
    """
    src = ptr8(block)
    wanted = ptr8(piece)
    to = ptr8(term)
    cell = ptr16(cells)
    while at + 2 < size:
        head = int(src[at])
        suffix = at + 1
        shared = head >> 4
        more = head & 15
        at = suffix + more
        stored = 0
        shift = 0
        while at < size and src[at] > 127 and shift < 14:
            stored |= (src[at] & 127) << shift
            shift += 7
            at += 1
        if at >= size:
            return -1
        stored |= (src[at] & 127) << shift
        at += 1
        if at + stored > size:
            return -1
        look = 0
        while look < more:
            to[shared + look] = src[suffix + look]
            look += 1
        begin = 0
        while begin + length <= shared + more:
            look = 0
            while look < length and to[begin + look] == wanted[look]:
                look += 1
            if look == length:
                cell[0] = shared + more
                cell[1] = at
                cell[2] = at + stored
                return at + stored
            begin += 1
        at += stored
    return 0


@micropython.viper
def block_of(table: object, blocks: int, key: object, length: int) -> int:
    """
    The first of the blocks that begins with a key of this length, cut and padded as in the table;
    else the last one that begins before it, or 0.
    """
    src = ptr8(table)
    wanted = ptr8(key)
    size = length if length < KEY else KEY
    low = 0
    high = blocks
    same = 0  # True where the block `high` begins with the key
    while low < high:
        middle = (low + high) >> 1
        row = middle * ROW
        look = 0
        while look < size and src[row + look] == wanted[look]:
            look += 1
        if look < size:
            order = int(src[row + look]) - int(wanted[look])
        else:
            while look < KEY and src[row + look] == 0:
                look += 1
            order = 0 if look == KEY else 1
        if order < 0:
            low = middle + 1
        else:
            high = middle
            same = 1 if order == 0 else 0
    if same and length <= KEY:
        return low
    return low - 1 if low else 0


@micropython.viper
def block_after(table: object, blocks: int, number: int, key: object, length: int) -> int:
    """The first block from `number` on that begins behind all terms with a key of this length."""
    src = ptr8(table)
    wanted = ptr8(key)
    size = length if length < KEY else KEY
    while number < blocks:
        row = number * ROW
        look = 0
        while look < size and src[row + look] == wanted[look]:
            look += 1
        if look < size and src[row + look] > wanted[look]:
            return number
        number += 1
    return number


@micropython.viper
def is_rising(table: object, rows: int, least: int) -> int:
    """1 where each offset of the table is at least so many bytes behind the one before; else 0."""
    src = ptr8(table)
    at = KEY
    before = 0 - least
    while rows > 0:
        offset = src[at] | src[at + 1] << 8 | src[at + 2] << 16
        if offset < before + least:
            return 0
        before = offset
        at += ROW
        rows -= 1
    return 1


@micropython.viper
def offset_in(table: object, number: int) -> int:
    """The offset in a row of the table."""
    src = ptr8(table)
    at = number * ROW + KEY
    return src[at] | src[at + 1] << 8 | src[at + 2] << 16


def split(data: bytes) -> "Any":
    """(term, postings) of the entries. Raises ValueError where they break the format."""
    at = 0
    term = b""
    end = len(data)
    while at < end:
        head = data[at]
        at += 1
        term = term[: head >> 4] + data[at : at + (head & 15)]
        at += head & 15
        size = shift = 0
        while at < end and data[at] > 127 and shift < 21:
            size |= (data[at] & 127) << shift
            shift += 7
            at += 1
        if at >= end or end - at <= (size | data[at] << shift):
            raise ValueError("entry")
        size |= data[at] << shift
        at += 1
        yield term, data[at : at + size]
        at += size
