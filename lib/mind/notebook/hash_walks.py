"""
Hash walks: one pass over the hashes of all members of the notebook, and what is added up of it.

Owns the loops and their room in RAM, one for all passes; what is sought, and what it weighs, is
`word_hashes.py`. Pure.
"""

from array import array

import micropython
from memory.viper import ptr8, ptr16
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

TERMS_MOST = 40  # of a member
_HITS_MOST = const(2048)  # a shared term of a row each; what is beyond them is left out
# Of one pass, which is over before the next begins: new ones took half of its time.
_BITS = bytearray(8192)  # a bit for each hash that is sought, none between passes
_HITS = array("H", bytes(4 * _HITS_MOST))
_CHAINS = const(256)  # of the hashes that are sought, by their lower byte
_MOST = 30000.0  # of all weights of `rated` together, as whole numbers
_ROW_BITS = const(13)  # beside the 15 of a sum: 28, and a chip's small numbers have 30
_ROW_MASK = const(8191)


def rated(
    hits: "array[int]", size: int, weights: "list[float]", bits: "list[int]", members: int
) -> "Iterator[tuple]":
    """
    (score, row, bits) of the rows that have a hit of `matched`, the best first: the sum of the
    weights of the hashes that it has, and their bits. Each is made when it is asked for: of
    hundreds of rows a few are looked at.
    """
    scale = _MOST / max(1.0, sum(weights))
    parts = array("H", bytes(2 * members))
    for one in _best(hits, size, weights, scale, array("H", bits), parts, bytes(members)):
        row = one & _ROW_MASK
        yield (one >> _ROW_BITS) / scale, row, parts[row]


def rows_of(
    hits: "array[int]", size: int, weights: "list[float]", left_out: "bytes | bytearray"
) -> "list[int]":
    """The rows of `rated`, the best first; `left_out` has a byte for each, 1 where it is not."""
    scale = _MOST / max(1.0, sum(weights))
    none = array("H", bytes(2 * len(weights)))
    parts = array("H", bytes(2 * len(left_out)))
    best = _best(hits, size, weights, scale, none, parts, left_out)
    return [one & _ROW_MASK for one in best]


def _best(
    hits: "array[int]",
    size: int,
    weights: "list[float]",
    scale: float,
    bits: "array[int]",
    parts: "array[int]",
    left_out: "bytes | bytearray",
) -> "list[int]":
    """
    The score and the row of each that has a hit, as one number, the best first; to `parts` its
    bits. Numbers are sorted five times as fast as tuples.
    """
    members = len(parts)
    steps = array("H", [int(one * scale) or 1 if one else 1 for one in weights])
    sums = array("H", bytes(2 * members))
    rows = array("H", bytes(2 * min(size, members)))
    many = _rate(hits, size, steps, bits, sums, parts, rows, left_out)
    numbers = bytearray(4 * many)
    _number(rows, many, sums, numbers)
    return sorted(array("I", numbers), reverse=True)


def matched(hashes: "array[int]", pieces: "list[Any]", members: int) -> "tuple":
    """
    (how many, row and number of the hash of each, how many rows have each hash); the rows and
    numbers are those of the next pass after it. Where there is no room for all hits, the hashes
    that most rows have tell least: they have none.
    """
    counts = array("H", bytes(2 * max(1, len(hashes))))
    size, hits = _walked(hashes, hashes, pieces, members, counts)
    if sum(counts) > _HITS_MOST:
        left = _HITS_MOST
        for most in sorted(counts):
            left -= most
            if left < 0:
                break
        rare = [one for at, one in enumerate(hashes) if counts[at] < most]
        size, hits = _walked(rare, hashes, pieces, members, array("H", counts))
    return size, hits, counts


def _walked(
    sought: "Any", hashes: "array[int]", pieces: "list[Any]", members: int, counts: "array[int]"
) -> "tuple":
    """(how many hits, the hits) of some of the hashes; adds to `counts`."""
    sought = array("H", sought)
    _mark(sought, len(sought), _BITS)
    chains = array("H", bytes(2 * (_CHAINS + len(hashes))))
    _chain(hashes, len(hashes), chains)
    begin = size = 0
    for piece in pieces:
        rows = min(members - begin, len(piece) // TERMS_MOST)
        place = array("H", (begin, size, _HITS_MOST))
        size = _hits(piece, rows, _BITS, hashes, chains, _HITS, place, counts)
        begin += rows
    _clear(sought, len(sought), _BITS)
    return size, _HITS


@micropython.viper
def _mark(hashes: object, count: int, bits: object) -> object:
    """Set the bit of each of these hashes."""
    words = ptr16(hashes)
    out = ptr8(bits)
    at = 0
    while at < count:
        one = int(words[at])
        out[one >> 3] = int(out[one >> 3]) | 1 << (one & 7)
        at += 1
    return None


@micropython.viper
def _clear(hashes: object, count: int, bits: object) -> object:
    """Clear what `_mark` set."""
    words = ptr16(hashes)
    out = ptr8(bits)
    at = 0
    while at < count:
        out[int(words[at]) >> 3] = 0
        at += 1
    return None


@micropython.viper
def _chain(hashes: object, count: int, chains: object) -> object:
    """
    Chain the numbers of the hashes that have one lower byte: chains[byte] is the first number + 1,
    chains[256 + number] the next one + 1, 0 after the last; `chains` has zeros.
    """
    words = ptr16(hashes)
    out = ptr16(chains)
    at = count - 1
    while at >= 0:
        low = int(words[at]) & 255
        out[256 + at] = int(out[low])
        out[low] = at + 1
        at -= 1
    return None


@micropython.viper
def _hits(
    piece: object,
    rows: int,
    sought: object,
    asked: object,
    chains: object,
    hits: object,
    place: object,
    counts: object,
) -> int:
    """
    Append (row, number of the term) for each term sought that a row has, from place[1] on, at most
    place[2]; rows are counted from place[0]. Returns how many there are then.
    """
    words = ptr16(piece)
    bits = ptr8(sought)
    wanted = ptr16(asked)
    chain = ptr16(chains)
    out = ptr16(hits)
    many = ptr16(counts)
    where = ptr16(place)
    begin = int(where[0])
    size = int(where[1])
    most = int(where[2])
    row = 0
    while row < rows:
        at = row * 40
        end = at + 40
        while at < end:
            one = int(words[at])
            at += 1
            if one == 0:
                at = end
            elif int(bits[one >> 3]) & (1 << (one & 7)):
                n = int(chain[one & 255]) - 1
                while n >= 0:
                    if int(wanted[n]) == one:
                        many[n] = int(many[n]) + 1
                        if size < most:
                            out[2 * size] = begin + row
                            out[2 * size + 1] = n
                            size += 1
                    n = int(chain[256 + n]) - 1
        row += 1
    return size


@micropython.viper
def _rate(
    hits: object,
    size: int,
    weights: object,
    bits: object,
    sums: object,
    parts: object,
    rows: object,
    left_out: object,
) -> int:
    """
    Add up weights and bits of each row that has a hit and is not left out; these rows, and how
    many there are.
    """
    pairs = ptr16(hits)
    given = ptr16(weights)
    told = ptr16(bits)
    score = ptr16(sums)
    said = ptr16(parts)
    out = ptr16(rows)
    skipped = ptr8(left_out)
    many = 0
    at = 0
    while at < size:
        row = int(pairs[2 * at])
        n = int(pairs[2 * at + 1])
        if int(skipped[row]) == 0:
            if int(score[row]) == 0:
                out[many] = row
                many += 1
            score[row] = int(score[row]) + int(given[n])
            said[row] = int(said[row]) | int(told[n])
        at += 1
    return many


@micropython.viper
def _number(rows: object, many: int, sums: object, numbers: object) -> object:
    """The score and the row of each as a number of 32 bits, the row in the lower 13."""
    row = ptr16(rows)
    score = ptr16(sums)
    out = ptr8(numbers)
    at = 0
    while at < many:
        one = int(row[at])
        total = int(score[one])
        out[4 * at] = one & 255
        out[4 * at + 1] = (one >> 8 | total << 5) & 255
        out[4 * at + 2] = total >> 3 & 255
        out[4 * at + 3] = total >> 11
        at += 1
    return None
