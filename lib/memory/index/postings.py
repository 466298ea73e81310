"""
Postings: the documents that have a term, as bytes, and the loops that add up their weights.

Owns the bytes of postings and of the entries of an index block (docs/FORMAT.md section 7). A
document is a number from 0 to 65534. The viper functions check no bounds: `index_file` checks the
CRC of a block first, and callers pass offsets that are within their buffers.
"""

import micropython
from micropython import const

from memory.viper import ptr8, ptr16

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    pass

CELLS = 5  # of a cursor: next byte, end, document + 1 consumed last, weight, weight of a repeat
AT, END, DOC, WEIGHT, AGAIN = range(CELLS)
SLACK = 2  # bytes that must be readable after the last postings

_ONE = const(192)  # gaps below it are one byte
_WIDE = const(255)
_CELLS = const(5)


@micropython.viper
def count(buffer: object, at: int, end: int) -> int:
    """How many documents have the term."""
    src = ptr8(buffer)
    found = 0
    while at < end:
        gap = src[at]
        at += 1
        if gap:
            found += 1
            if gap >= _WIDE:
                at += 2
            elif gap >= _ONE:
                at += 1
    return found


@micropython.viper
def numbers(buffer: object, end: int, doc: int, out: object, at: int) -> int:
    """
    Write document + 1 of each posting to out[at :], repeated ones too; `doc` is what the first gap
    counts from. Returns where it stopped. `out` is an array "H" with room for all.
    """
    src = ptr8(buffer)
    to = ptr16(out)
    place = 0
    while place < end:
        gap = src[place]
        place += 1
        if gap >= _WIDE:
            gap = src[place] | src[place + 1] << 8
            place += 2
        elif gap >= _ONE:
            gap = ((gap - _ONE) << 8 | src[place]) + _ONE
            place += 1
        doc += gap
        to[at] = doc
        at += 1
    return at


@micropython.viper
def beginning(
    block: object, at: int, size: int, prefix: object, length: int, places: object, most: int
) -> int:
    """
    The terms among the entries block[at : size] that begin with a prefix: begin and end of their
    postings go to places[0 : 2 * most]. Returns how many there are, at most `most`; -1 where the
    entries break the format.
    """
    src = ptr8(block)
    wanted = ptr8(prefix)
    place = ptr16(places)
    same = 0  # bytes of the prefix that the term before begins with
    found = 0
    while at + 2 < size and found < most:
        head = src[at]
        shared = head >> 4
        suffix = at + 1
        at = suffix + (head & 15)
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
        if shared < same:
            same = shared
        if shared == same:
            end = shared + (head & 15)
            while same < length and same < end and wanted[same] == src[suffix + same - shared]:
                same += 1
        if same == length:
            place[2 * found] = at
            place[2 * found + 1] = at + stored
            found += 1
        at += stored
    return found


@micropython.viper
def add(buffer: object, cursors: object, many: int, base: int, limit: int, sums: object) -> object:
    """
    Move every cursor up to document `limit`, not included, adding its weights to the cells of
    `sums`, of which the first stands for document `base`.
    """
    src = ptr8(buffer)
    cell = ptr16(cursors)
    to = ptr16(sums)
    one = 0
    while one < many * _CELLS:
        at = cell[one]
        end = cell[one + 1]
        doc = cell[one + 2]
        weight = cell[one + 3]
        again = cell[one + 4]
        while at < end:
            gap = src[at]
            step = 1
            if gap >= _WIDE:
                gap = src[at + 1] | src[at + 2] << 8
                step = 3
            elif gap >= _ONE:
                gap = ((gap - _ONE) << 8 | src[at + 1]) + _ONE
                step = 2
            if doc + gap > limit:
                break
            doc += gap
            at += step
            if doc > base:
                to[doc - 1 - base] += weight
                if at < end and src[at] == 0:
                    to[doc - 1 - base] += again
            if at < end and src[at] == 0:
                at += 1
        cell[one] = at
        cell[one + 2] = doc
        one += _CELLS
    return None


@micropython.viper
def spread(sums: object, links: object, size: int, shares: object, out: object) -> object:
    """
    out[i] = sums[i], with shares of its neighbours in a talk, for i from 2 to size + 1; all three
    have size + 4 cells. links[i] & 1: i continues the talk of i - 1; & 2: it asks. `shares`, in
    32nds: that one that asks keeps of its own, then what one gets of the one before it, of that if
    it asks, of the one before that, of the one after it, of that if it asks itself, of the one
    after that; last what the first of a talk keeps of the sum.
    """
    cell = ptr16(sums)
    link = ptr8(links)
    share = ptr16(shares)
    to = ptr16(out)
    at = 2
    far = cell[0]
    near = cell[1]
    value = cell[2]
    soon = cell[3]
    while at < size + 2:
        late = cell[at + 2]
        total = 0
        if far | near | value | soon | late:
            total = value
            own = link[at]
            if own & 2:
                total = total * share[0] >> 5
            if own & 1:
                total += near * share[1 + (link[at - 1] >> 1)] >> 5
                if link[at - 1] & 1:
                    total += far * share[3] >> 5
            if link[at + 1] & 1:
                total += soon * share[4 + (own >> 1)] >> 5
                if link[at + 2] & 1:
                    total += late * share[6] >> 5
                if not own & 1:
                    total = total * share[7] >> 5
        to[at] = total
        far = near
        near = value
        value = soon
        soon = late
        at += 1
    return None


@micropython.viper
def scale(
    sums: object, at: int, end: int, base: int, planes: object, docs: int, factors: object
) -> object:
    """
    Multiply the cells from `at` to before `end` by factors[class] / 256; sums[0] is of document
    `base`. The class of document n is bit n of each of four sets one after the other, the lowest
    first, each of as many bytes as `docs` bits take.
    """
    cell = ptr16(sums)
    src = ptr8(planes)
    factor = ptr16(factors)
    stride = docs + 7 >> 3
    while at < end:
        doc = base + at
        if cell[at] and doc >= 0 and doc < docs:
            place = doc >> 3
            bit = doc & 7
            one = src[place] >> bit & 1
            one |= (src[place + stride] >> bit & 1) << 1
            one |= (src[place + 2 * stride] >> bit & 1) << 2
            one |= (src[place + 3 * stride] >> bit & 1) << 3
            cell[at] = cell[at] * factor[one] >> 8
        at += 1
    return None


@micropython.viper
def raised(
    cells: object, at: int, end: int, base: int, bits: object, docs: int, more: int
) -> object:
    """Add `more` to the cells from `at` to before `end` whose bit is set; cell 0 is of `base`."""
    cell = ptr16(cells)
    src = ptr8(bits)
    while at < end:
        doc = base + at
        if doc >= 0 and doc < docs and src[doc >> 3] >> (doc & 7) & 1:
            cell[at] = cell[at] + more
        at += 1
    return None


@micropython.viper
def above(sums: object, at: int, end: int, floor: int) -> int:
    """The first cell from `at` on that holds more than `floor`, or `end`."""
    cell = ptr16(sums)
    while at < end and cell[at] <= floor:
        at += 1
    return at


@micropython.viper
def mark(buffer: object, at: int, end: int, cell: object, bits: object, size: int) -> int:
    """
    Set the bit of every document, of `size` bits; cell[0] is the last document + 1. Returns where
    it stopped: at `end`, or before a gap that is incomplete or leads past the documents.
    """
    src = ptr8(buffer)
    to = ptr8(bits)
    state = ptr16(cell)
    doc = state[0]
    while at < end:
        gap = src[at]
        step = 1
        if gap >= _WIDE:
            step = 3
        elif gap >= _ONE:
            step = 2
        if at + step > end:
            break
        if step == 3:
            gap = src[at + 1] | src[at + 2] << 8
        elif step == 2:
            gap = ((gap - _ONE) << 8 | src[at + 1]) + _ONE
        if doc + gap > size:
            break
        at += step
        doc += gap
        if gap:
            to[(doc - 1) >> 3] |= 1 << ((doc - 1) & 7)
    state[0] = doc
    return at


@micropython.viper
def note(links: object, at: int, bits: object, many: int) -> object:
    """Set bit 1 of links[at + n] for each of the first `many` bits n that is set."""
    to = ptr8(links)
    src = ptr8(bits)
    bit = 0
    while bit < many:
        if src[bit >> 3] >> (bit & 7) & 1:
            to[at + bit] |= 2
        bit += 1
    return None


@micropython.viper
def meet(bits: object, others: object, size: int, flip: int) -> object:
    """Clear the bits that `others` lack, or with `flip` 255 those that they have; `size` bytes."""
    to = ptr8(bits)
    src = ptr8(others)
    at = 0
    while at < size:
        to[at] &= src[at] ^ flip
        at += 1
    return None


@micropython.viper
def held(bits: object, first: int, end: int) -> int:
    """How many bits are set from bit `first` to before bit `end`."""
    src = ptr8(bits)
    found = 0
    while first < end:
        if not first & 7 and not src[first >> 3]:
            first += 8
        else:
            found += src[first >> 3] >> (first & 7) & 1
            first += 1
    return found


@micropython.viper
def only(cells: object, at: int, end: int, bits: object, first: int, size: int) -> object:
    """Set cells[at : end] to 0 where the bit is not set; cell `at` stands for bit `first`."""
    cell = ptr16(cells)
    src = ptr8(bits)
    while at < end:
        if first >= size or not src[first >> 3] >> (first & 7) & 1:
            cell[at] = 0
        at += 1
        first += 1
    return None


@micropython.viper
def find(block: object, at: int, size: int, term: object, length: int, places: object) -> int:
    """
    Look for a term among the entries block[at : size]. Returns 1 where it is there: places[0 : 2]
    are begin and end of its postings; 0 where it is not; 2 where the entries break the format.
    """
    src = ptr8(block)
    wanted = ptr8(term)
    place = ptr16(places)
    same = 0  # bytes that the entry before shares with the term
    while at + 2 < size:
        head = src[at]
        shared = head >> 4
        suffix = at + 1
        at = suffix + (head & 15)
        stored = 0
        shift = 0
        while at < size and src[at] > 127 and shift < 14:
            stored |= (src[at] & 127) << shift
            shift += 7
            at += 1
        if at >= size:
            return 2
        stored |= (src[at] & 127) << shift
        at += 1
        if at + stored > size:
            return 2
        if shared < same:
            return 0  # passed it
        if shared == same:
            end = shared + (head & 15)
            while same < length and same < end and wanted[same] == src[suffix + same - shared]:
                same += 1
            if same == end and same == length:
                place[0] = at
                place[1] = at + stored
                return 1
            if same == length:
                return 0
            if same < end and src[suffix + same - shared] > wanted[same]:
                return 0
        at += stored
    return 0


@micropython.viper
def gaps(buffer: object, at: int, end: int) -> int:
    """How many documents there are, each as often as it stands there."""
    src = ptr8(buffer)
    found = 0
    while at < end:
        gap = src[at]
        at += 1
        found += 1
        if gap >= _WIDE:
            at += 2
        elif gap >= _ONE:
            at += 1
    return found
