"""
The symbols of a deflate block and their bits, packed lowest bit first.

Owns both alphabets (RFC 1951 section 3.2.5), here as one row of cells: literals, end of block and
lengths from 0 on, distances from DISTANCES on; and the run-length form in which the code lengths
of both are sent (section 3.2.7).

Both kinds of numbers grow in the same way: with x = length - 3 and k = 2, or x = distance - 1 and
k = 1, the lowest x of each symbol is one with k + 1 significant bits, so the number of extra bits
is the least e with x >> e < 2 << k, and the symbol is (e << k) + (x >> e). No table is needed.

`pen` holds what is between two calls: cells 0 and 1, bits that do not fill a byte yet and how many
they are; cell 2, bytes of the output buffer in use. The caller empties that.
"""

import micropython
from micropython import const

from memory.viper import ptr8, ptr16

DISTANCES = 288  # the first alphabet has as many symbols, two of them never used
SYMBOLS = 318
RUNS_SIZE = 318
PEN_SIZE = 3
SPARE = 16  # bytes that the output buffer must have left for what is put between two looks at it

_DISTANCES = const(288)
_LENGTHS = const(257)
_SPARE = const(16)
_HELD = const(0)
_COUNT = const(1)
_FILL = const(2)


@micropython.viper
def count_tokens(data: object, size: int, marks: object, counts: object) -> int:
    """Add up in `counts` the symbols of the block's tokens; how many extra bits follow them."""
    src = ptr8(data)
    mark = ptr8(marks)
    seen = ptr16(counts)
    total = 0
    at = 0
    while at < size:
        length = mark[at]
        if length == 0:
            seen[src[at]] += 1
            at += 1
        else:
            rest = length - 1
            extra = 0
            while rest >> extra > 7:
                extra += 1
            seen[_LENGTHS + (extra << 2) + (rest >> extra)] += 1
            total += extra
            rest = mark[at + 1] | mark[at + 2] << 8
            extra = 0
            while rest >> extra > 3:
                extra += 1
            seen[_DISTANCES + (extra << 1) + (rest >> extra)] += 1
            total += extra
            at += length + 2
    return total


@micropython.viper
def put_tokens(  # noqa: PLR0915  one loop: a call inside would cost more than what it does
    data: object,
    at: int,
    size: int,
    marks: object,
    codes: object,
    lengths: object,
    out: object,
    room: int,
    pen: object,
) -> int:
    """
    Put the tokens of the block from `at` on, until the block ends at `size` or fewer than SPARE
    bytes are left in `out`, which has `room`; returns where it stopped.
    """
    src = ptr8(data)
    mark = ptr8(marks)
    code = ptr16(codes)
    bits = ptr8(lengths)
    to = ptr8(out)
    cells = ptr16(pen)
    held = cells[_HELD]
    count = cells[_COUNT]
    fill = cells[_FILL]
    room -= _SPARE  # a token has at most 48 bits
    while at < size and fill <= room:
        length = mark[at]
        if length == 0:
            symbol = src[at]
            held |= code[symbol] << count
            count += bits[symbol]
            at += 1
        else:
            rest = length - 1
            extra = 0
            while rest >> extra > 7:
                extra += 1
            symbol = _LENGTHS + (extra << 2) + (rest >> extra)
            held |= code[symbol] << count
            count += bits[symbol]
            held |= (rest & ((1 << extra) - 1)) << count
            count += extra
            while count > 7:
                to[fill] = held & 255
                fill += 1
                held >>= 8
                count -= 8
            rest = mark[at + 1] | mark[at + 2] << 8
            at += length + 2
            extra = 0
            while rest >> extra > 3:
                extra += 1
            symbol = _DISTANCES + (extra << 1) + (rest >> extra)
            held |= code[symbol] << count
            count += bits[symbol]
            while count > 7:
                to[fill] = held & 255
                fill += 1
                held >>= 8
                count -= 8
            held |= (rest & ((1 << extra) - 1)) << count
            count += extra
        while count > 7:
            to[fill] = held & 255
            fill += 1
            held >>= 8
            count -= 8
    cells[_HELD] = held
    cells[_COUNT] = count
    cells[_FILL] = fill
    return at


@micropython.viper
def put(value: int, width: int, out: object, pen: object) -> object:
    """Put a value of `width` bits, at most 16. `out` has room for 3 bytes."""
    to = ptr8(out)
    cells = ptr16(pen)
    held = cells[_HELD] | value << cells[_COUNT]
    count = cells[_COUNT] + width
    fill = cells[_FILL]
    while count > 7:
        to[fill] = held & 255
        fill += 1
        held >>= 8
        count -= 8
    cells[_HELD] = held
    cells[_COUNT] = count
    cells[_FILL] = fill
    return None


@micropython.viper
def set_runs(lengths: object, literals: int, distances: int, runs: object, counts: object) -> int:
    """
    Say the code lengths of the first `literals` and `distances` symbols of the two alphabets in
    the 19 symbols of section 3.2.7, and add to `counts[0 : 19]` how often each occurs.

    `runs`, of RUNS_SIZE, takes symbol | extra bits << 5; returns how many.
    """
    bits = ptr8(lengths)
    out = ptr16(runs)
    seen = ptr16(counts)
    total = literals + distances
    gap = _DISTANCES - literals  # cells between the two
    filled = 0
    at = 0
    while at < total:
        length = bits[at if at < literals else at + gap]
        end = at + 1
        while end < total and bits[end if end < literals else end + gap] == length:
            end += 1
        repeats = 0  # 16 repeats what stands before it, zeros need nothing there
        while at < end:
            run = end - at
            symbol = length
            extra = 0
            if length == 0 and run > 10:
                symbol = 18
                if run > 138:
                    run = 138
                extra = run - 11
            elif length == 0 and run > 2:
                symbol = 17
                extra = run - 3
            elif repeats and run > 2:
                symbol = 16
                if run > 6:
                    run = 6
                extra = run - 3
            else:
                run = 1
            out[filled] = symbol | extra << 5
            filled += 1
            seen[symbol] += 1
            repeats = length
            at += run
    return filled
