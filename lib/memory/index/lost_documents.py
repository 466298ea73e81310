"""
Lost documents: the loops over sets of documents whose lines were dropped, and over postings that
are written without them. The viper functions check no bounds but those of documents; see
`numbering`, which calls them, and docs/FORMAT.md section 7.
"""

import micropython
from micropython import const

from memory.viper import ptr8, ptr16

_ONE = const(192)  # gaps below it are one byte
_TWO = const(16320)  # gaps below it are two
_WIDE = const(255)


@micropython.viper
def after(bits: object, at: int, count: int, size: int) -> int:
    """The bit behind the next `count` that are not set, from bit `at` on; `size` at most."""
    src = ptr8(bits)
    while count > 0 and at < size:
        if not at & 7 and count >= 8 and at + 8 <= size and not src[at >> 3]:
            at += 8
            count -= 8
        else:
            count -= 1 - (src[at >> 3] >> (at & 7) & 1)
            at += 1
    return at


@micropython.viper
def rank(bits: object, size: int, ranks: object) -> object:
    """ranks[i] = how many bits are set before bit 8 * i, for `size` bytes and the end."""
    src = ptr8(bits)
    to = ptr16(ranks)
    found = 0
    at = 0
    while at < size:
        to[at] = found
        byte = src[at]
        while byte:
            found += byte & 1
            byte >>= 1
        at += 1
    to[at] = found
    return None


@micropython.viper
def unset(bits: object, size: int, out: object) -> object:
    """The numbers of the bits that are not set, of `size`, ascending, into 16-bit cells."""
    src = ptr8(bits)
    to = ptr16(out)
    found = 0
    at = 0
    while at < size:
        if not src[at >> 3] >> (at & 7) & 1:
            to[found] = at
            found += 1
        at += 1
    return None


@micropython.viper
def of_bits(bits: object, size: int, out: object) -> int:
    """Write the set ones of `size` bits as postings; returns their bytes, at most 3 for a bit."""
    src = ptr8(bits)
    to = ptr8(out)
    length = 0
    doc = 0
    at = 0
    while at < size:
        if src[at >> 3] >> (at & 7) & 1:
            gap = at + 1 - doc
            doc = at + 1
            if gap >= _TWO:
                to[length] = _WIDE
                to[length + 1] = gap & 255
                to[length + 2] = gap >> 8
                length += 3
            elif gap >= _ONE:
                to[length] = _ONE + ((gap - _ONE) >> 8)
                to[length + 1] = (gap - _ONE) & 255
                length += 2
            else:
                to[length] = gap
                length += 1
        at += 1
    return length


@micropython.viper
def without(  # noqa: PLR0915  a viper function calls no other in a loop
    buffer: object, length: int, bits: object, ranks: object, size: object, out: object
) -> int:
    """
    Write postings of documents that are numbered anew, those with set bits left out; returns their
    bytes, never more than before, or -1 where a document is not one of `size`. `size` is two
    16-bit cells: documents before, and after if documents left out move to the next one that is
    not, else 0; then such a document may stand there repeatedly, and none past the end.
    """
    src = ptr8(buffer)
    gone = ptr8(bits)
    before = ptr16(ranks)
    sizes = ptr16(size)
    to = ptr8(out)
    most = sizes[0]
    moves = sizes[1]
    at = 0
    doc = 0
    last = 0
    count = 0
    skipped = 0
    while at < length:
        gap = src[at]
        at += 1
        if gap == 0:
            if not skipped:
                to[count] = 0
                count += 1
            continue
        if gap >= _WIDE:
            gap = src[at] | src[at + 1] << 8
            at += 2
        elif gap >= _ONE:
            gap = ((gap - _ONE) << 8 | src[at]) + _ONE
            at += 1
        doc += gap
        if doc > most or at > length:
            return -1
        byte = gone[(doc - 1) >> 3]
        bit = (doc - 1) & 7
        skipped = byte >> bit & 1
        if skipped and not moves:
            continue
        now = doc - before[(doc - 1) >> 3]
        byte &= (1 << bit) - 1
        while byte:
            now -= byte & 1
            byte >>= 1
        skipped = 0
        if moves and now > moves:
            skipped = 1
            continue
        gap = now - last
        last = now
        if gap >= _TWO:
            to[count] = _WIDE
            to[count + 1] = gap & 255
            to[count + 2] = gap >> 8
            count += 3
        elif gap >= _ONE:
            to[count] = _ONE + ((gap - _ONE) >> 8)
            to[count + 1] = (gap - _ONE) & 255
            count += 2
        else:
            to[count] = gap
            count += 1
    return count


@micropython.viper
def spread_out(buffer: object, length: int, numbers: object, many: int, out: object) -> int:
    """
    Undo `without`: write postings of documents that are numbered numbers[0 : many] (16 bits each);
    returns their bytes, at most 3 times as many, or -1 where a document is not one of `many`.
    """
    src = ptr8(buffer)
    names = ptr16(numbers)
    to = ptr8(out)
    at = 0
    doc = 0
    last = 0
    count = 0
    while at < length:
        gap = src[at]
        at += 1
        if gap == 0:
            to[count] = 0
            count += 1
            continue
        if gap >= _WIDE:
            gap = src[at] | src[at + 1] << 8
            at += 2
        elif gap >= _ONE:
            gap = ((gap - _ONE) << 8 | src[at]) + _ONE
            at += 1
        doc += gap
        if doc > many or at > length:
            return -1
        now = names[doc - 1] + 1
        gap = now - last
        last = now
        if gap >= _TWO:
            to[count] = _WIDE
            to[count + 1] = gap & 255
            to[count + 2] = gap >> 8
            count += 3
        elif gap >= _ONE:
            to[count] = _ONE + ((gap - _ONE) >> 8)
            to[count + 1] = (gap - _ONE) & 255
            count += 2
        else:
            to[count] = gap
            count += 1
    return count
