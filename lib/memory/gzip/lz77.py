"""
LZ77: finds what a block repeats of itself.

Owns the match search, one hot loop, and the form in which it leaves what it found. `marks` has one
byte for each byte of the block; at a position where a token begins it holds

    0                           a literal: the byte itself
    length - 2, distance - 1    a match of 3 to 257 bytes; the distance is in the next two bytes,
                                low byte first

and what lies between tokens means nothing. Knows nothing of symbols and codes.
"""

from array import array

import micropython
from micropython import const

from memory.viper import ptr8, ptr16

HASH_SIZE = 1024
STATE_SIZE = 4

_HASH_MASK = const(1023)
_LONGEST = const(257)  # one less than the format has, so that length - 2 fits a byte
# Earlier places looked at for one match. 16 would save a fifth of the time of a block and cost 2 %
# of its size, 4096 save 0.3 %.
_DEPTH = const(64)
_GOOD = const(32)  # a match so long is good: look at a quarter of the places for a better one
_NICE = const(128)  # so long is long enough

# Cells of `state`: where the search stands; length (0: none) and distance of the match that begins
# one byte before and is kept back, lest a longer one begin here; 1 while that byte has no token.
_AT = const(0)
_LENGTH = const(1)
_DISTANCE = const(2)
_WAITING = const(3)


def clear(cells: array) -> None:
    """Set all to 0."""
    _clear(cells, len(cells))


@micropython.viper
def _clear(buffer: object, size: int) -> object:
    cells = ptr16(buffer)
    at = 0
    while at < size:
        cells[at] = 0
        at += 1
    return None


@micropython.viper
def search(  # noqa: C901, PLR0915  one loop: a call inside would cost more than what it does
    data: object,
    size: int,
    until: int,
    window: int,
    marks: object,
    head: object,
    chain: object,
    state: object,
) -> int:
    """
    Find the tokens of the block `data`, of `size` bytes, from where the last call stopped to about
    `until`; returns where it stopped, which is `size` at the end of the block.

    `window` is a power of 2, `size` at most 32768. `data` and `marks` hold at least `size` bytes,
    `chain` `window` cells, `head` HASH_SIZE and `state` STATE_SIZE; the last two are cleared
    before the first call of a block.
    """
    src = ptr8(data)
    out = ptr8(marks)
    first = ptr16(head)  # by hash of three bytes: where they last began, plus 1; 0: nowhere
    before = ptr16(chain)  # by position modulo window: the same for the time before
    cells = ptr16(state)
    mask = window - 1
    last = size - 3  # where the last match may begin
    at = cells[_AT]
    length = cells[_LENGTH]
    distance = cells[_DISTANCE]
    waiting = cells[_WAITING]
    while at < until:
        best = length
        best_distance = 0
        if at <= last:
            slot = (src[at] << 5 ^ src[at + 1] << 3 ^ src[at + 2] * 9) & _HASH_MASK
            place = first[slot]
            first[slot] = at + 1
            before[at & mask] = place
            if best < 2:
                best = 2
            longest = size - at
            if longest > _LONGEST:
                longest = _LONGEST
            depth = _DEPTH
            if best >= _GOOD:
                depth = _DEPTH >> 2
            if best >= _NICE or best >= longest:
                depth = 0
            while depth and place:
                there = place - 1
                if at - there > window:
                    break
                # The byte that would make it longer decides most cases.
                if src[there + best] == src[at + best]:
                    same = 0
                    while same < longest and src[there + same] == src[at + same]:
                        same += 1
                    if same > best:
                        best = same
                        best_distance = at - there
                        if best >= _NICE or best == longest:
                            break
                if at - there == window:
                    break  # its cell of the chain now belongs to the byte at `at`
                place = before[there & mask]
                depth -= 1
        if length and best_distance == 0:
            # Nothing longer begins here: the match kept back it is, from the byte before.
            end = at - 1 + length
            out[at - 1] = length - 2
            out[at] = (distance - 1) & 255
            out[at + 1] = (distance - 1) >> 8
            at += 1
            while at < end:
                if at <= last:
                    slot = (src[at] << 5 ^ src[at + 1] << 3 ^ src[at + 2] * 9) & _HASH_MASK
                    before[at & mask] = first[slot]
                    first[slot] = at + 1
                at += 1
            length = 0
            waiting = 0
        else:
            if waiting:
                out[at - 1] = 0
            waiting = 1
            length = 0
            if best_distance:
                length = best
                distance = best_distance
            at += 1
    if at == size and waiting:
        out[at - 1] = 0
        waiting = 0
    cells[_AT] = at
    cells[_LENGTH] = length
    cells[_DISTANCE] = distance
    cells[_WAITING] = waiting
    return at
