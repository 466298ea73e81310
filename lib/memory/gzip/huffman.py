"""Huffman codes of limited length, for the alphabets of RFC 1951, on the caller's buffers."""

from array import array

import micropython
from micropython import const

from memory.viper import ptr8, ptr16

SCRATCH_SIZE = 2048  # cells that `set_lengths` and `set_codes` need

# In `scratch`: symbols in order of their counts, weights of the tree's inner nodes, then their
# parents and later depths; how many leaves lie at each depth.
_ORDER = const(0)
_WEIGHTS = const(512)
_PARENTS = const(1024)
_LEAVES = const(1536)


def set_lengths(
    counts: array, first: int, size: int, longest: int, lengths: bytearray, scratch: array
) -> None:
    """
    Choose `lengths[first : first + size]`, in bits, for symbols that occur `counts[...]` times; 0
    for those that do not.

    No length is over `longest`, at most 15. At least two symbols get a length, so that the code is
    complete whatever the counts. The counts' sum is below 65536, `size` at most 512 and at most
    2 ** longest, `scratch` of SCRATCH_SIZE.
    """
    used = _set_order(counts, first, size, lengths, scratch)
    if used < 2:
        only = scratch[_ORDER] if used else 0
        lengths[first + only] = 1
        lengths[first + (1 if only == 0 else 0)] = 1
        return
    _grow(counts, first, used, scratch)
    _limit(used, longest, scratch)
    _hand_out(first, used, longest, lengths, scratch)


@micropython.viper
def _set_order(counts: object, first: int, size: int, lengths: object, scratch: object) -> int:
    """Sort the symbols that occur by their counts, rarest first; how many there are."""
    seen = ptr16(counts)
    bits = ptr8(lengths)
    order = ptr16(scratch)
    used = 0
    symbol = 0
    while symbol < size:
        bits[first + symbol] = 0
        if seen[first + symbol]:
            order[used] = symbol
            used += 1
        symbol += 1
    gap = used >> 1  # Shell's sort
    while gap:
        at = gap
        while at < used:
            symbol = order[at]
            count = seen[first + symbol]
            to = at
            while to >= gap and seen[first + order[to - gap]] > count:
                order[to] = order[to - gap]
                to -= gap
            order[to] = symbol
            at += 1
        gap >>= 1
    return used


@micropython.viper
def _grow(counts: object, first: int, used: int, scratch: object) -> object:
    """
    Build Huffman's tree without limit, and count the leaves at each depth.

    Leaves and inner nodes both come in ascending order of weight, so the two lightest are always
    found at the head of two queues.
    """
    seen = ptr16(counts)
    cells = ptr16(scratch)
    leaf = 0
    inner = 0
    node = 0
    while node < used - 1:
        weight = 0
        child = 0
        while child < 2:
            if leaf < used and (
                inner == node or seen[first + cells[_ORDER + leaf]] <= cells[_WEIGHTS + inner]
            ):
                weight += seen[first + cells[_ORDER + leaf]]
                leaf += 1
            else:
                weight += cells[_WEIGHTS + inner]
                cells[_PARENTS + inner] = node
                inner += 1
            child += 1
        cells[_WEIGHTS + node] = weight
        node += 1
    depth = 0
    while depth <= used:
        cells[_LEAVES + depth] = 0
        depth += 1
    # From the root down: a node moves the leaf counted in its place one level down, as two.
    node = used - 2
    cells[_LEAVES] = 1
    cells[_PARENTS + node] = 0
    while node >= 0:
        if node < used - 2:
            cells[_PARENTS + node] = cells[_PARENTS + cells[_PARENTS + node]] + 1
        depth = cells[_PARENTS + node]
        cells[_LEAVES + depth] -= 1
        cells[_LEAVES + depth + 1] += 2
        node -= 1
    return None


@micropython.viper
def _limit(used: int, longest: int, scratch: object) -> object:
    """
    Bring the leaves below `longest` up to it, and make room for them.

    What they take too much there, counted in leaves of that depth, is given back one at a time:
    one of them goes beside the deepest leaf that is higher, which moves down a level. There are
    enough of both: the surplus is less than the leaves brought up, and if all leaves were at
    `longest` they would be at most 2 ** longest, and there would be no surplus.
    """
    cells = ptr16(scratch)
    depth = longest + 1
    while depth <= used:
        cells[_LEAVES + longest] += cells[_LEAVES + depth]
        depth += 1
    surplus = 0 - (1 << longest)
    depth = 1
    while depth <= longest:
        if depth <= used:
            surplus += cells[_LEAVES + depth] << (longest - depth)
        depth += 1
    while surplus > 0:
        depth = longest - 1
        while cells[_LEAVES + depth] == 0:
            depth -= 1
        cells[_LEAVES + depth] -= 1
        cells[_LEAVES + depth + 1] += 2
        cells[_LEAVES + longest] -= 1
        surplus -= 1
    return None


@micropython.viper
def _hand_out(first: int, used: int, longest: int, lengths: object, scratch: object) -> object:
    """Give the deepest leaves to the rarest symbols."""
    cells = ptr16(scratch)
    bits = ptr8(lengths)
    depth = longest
    if depth > used:
        depth = used
    at = 0
    while at < used:
        left = cells[_LEAVES + depth]
        while left:
            bits[first + cells[_ORDER + at]] = depth
            at += 1
            left -= 1
        depth -= 1
    return None


@micropython.viper
def set_codes(lengths: object, first: int, size: int, codes: object, scratch: object) -> object:
    """
    The canonical codes (RFC 1951 section 3.2.2) into `codes`; `scratch` has at least 32 cells.
    """
    bits = ptr8(lengths)
    out = ptr16(codes)
    cells = ptr16(scratch)  # 0 .. 15: how many have this length; 16 .. 31: next code of a length
    at = 0
    while at < 16:
        cells[at] = 0
        at += 1
    at = first
    while at < first + size:
        cells[bits[at]] += 1
        at += 1
    cells[0] = 0
    code = 0
    at = 1
    while at < 16:
        code = (code + cells[at - 1]) << 1
        cells[16 + at] = code
        at += 1
    at = first
    while at < first + size:
        length = bits[at]
        if length:
            code = cells[16 + length]
            cells[16 + length] = code + 1
            turned = 0
            while length:
                turned = turned << 1 | (code & 1)
                code >>= 1
                length -= 1
            out[at] = turned
        at += 1
    return None


@micropython.viper
def cost(counts: object, size: int, lengths: object) -> int:
    """Bits that the symbols take with these lengths, without their extra bits."""
    seen = ptr16(counts)
    bits = ptr8(lengths)
    total = 0
    at = 0
    while at < size:
        total += seen[at] * bits[at]
        at += 1
    return total
