"""
Likely successors: which member that was told later may have ended what another one says.

By the hashes of their words and by their shapes (`mind.reranking.pair_features`), without reading
any text: who was told of a new home was told of the old one in some of the same words, and both
tell a place. A guess by weights that labelled lives gave, for `mind.reranking`. Pure.
"""

import math
from array import array

import micropython
from memory.viper import ptr8, ptr16
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_SHAPE_BYTES = const(8)  # of a row
_WHOLE = const(32767)  # the weights of all words of a member together
_ENOUGH = 4.0  # words that one member alone has: more shared ones say no more
_NONE = const(-32768)


def likely_successors(
    members: "Any", asked: "list[tuple[int, array[int]]]"
) -> "list[tuple[int, int]]":
    """
    [(row, score)] of what likeliest ended what each of these (row, weights) of `members` says, as
    `Shared.likeliest`.
    """
    found = []
    for (number, weights), one in zip(asked, shared(members, [row for row, _ in asked])):
        counter = members.counter(number)
        told = array("H", (members.created(number), counter >> 16, counter & 0xFFFF))
        found.append(one.likeliest(told, weights, members.rows, members.shapes))
    return found


def shared(members: "Any", numbers: "list[int]") -> "list[Shared]":
    """What all members share with each of these rows: one look for all, which takes time."""
    rows = [members.hashes(number) for number in numbers]
    hashes = array("H", {one for row in rows for one in row if one})
    size, hits, rarities = members.matched(hashes)
    places = {one: at for at, one in enumerate(hashes)}
    found = []
    for row in rows:
        own = {places[one] for one in row if one}
        found.append(Shared(own, rarities, hits, size, members.count))
    return found


class Shared:
    """
    What each member shares of some words: `own` are their places among `rarities` and `hits`.
    `sums` and `tops` are by rows: how much of all, the rarest, in parts of _WHOLE.
    """

    def __init__(
        self, own: "set[int]", rarities: "list[float]", hits: "Any", size: int, members: int
    ) -> None:
        whole = max(1.0, sum([rarities[at] for at in own]))
        given = array("H", bytes(2 * len(rarities)))
        for at in own:
            given[at] = int(rarities[at] * _WHOLE / whole)
        self.sums = array("H", bytes(2 * members))
        self.tops = array("H", bytes(2 * members))
        _sum_hits(hits, size, given, self.sums, self.tops)
        # Words that one member alone has, as many as say that.
        alone = whole / math.log(1 + (members - 0.5) / 1.5)
        # From a share of the whole to one of what is enough, and of the rarest there can be.
        scales = [min(65535, int(1024 * one)) for one in (alone / _ENOUGH, alone)]
        self.scales = array("H", scales)

    def likeliest(
        self,
        told: "array[int]",
        weights: "array[int]",
        rows: "list[bytearray]",
        shapes: "list[bytearray]",
    ) -> "tuple[int, int]":
        """
        (row, score) of the member told later that likeliest ended it, (-1, 0) for none; `told` are
        its day and the upper and lower half of the counter of its id. `weights` are 64 of shapes,
        of the share of the words, of how much that is, of the rarest of them, and what is added.
        """
        best = array("h", (_NONE, -1))
        begin = 0
        members = len(self.sums)
        for number, piece in enumerate(rows):
            many = min(members - begin, len(shapes[number]) // _SHAPE_BYTES)
            place = array("H", (begin, many))
            given = (piece, shapes[number], place, self.sums, self.tops)
            _likeliest(*given, told, weights, self.scales, best)
            begin += many
        return (best[1], best[0]) if best[1] >= 0 else (-1, 0)


@micropython.viper
def _sum_hits(hits: object, size: int, weights: object, sums: object, tops: object) -> object:
    """Add to each row the weights of its terms, as `_hits` gives them, and note the highest."""
    pairs = ptr16(hits)
    given = ptr16(weights)
    out = ptr16(sums)
    highest = ptr16(tops)
    at = 0
    while at < size:
        row = int(pairs[2 * at])
        weight = int(given[int(pairs[2 * at + 1])])
        total = int(out[row]) + weight
        out[row] = total if total < 32767 else 32767
        if weight > int(highest[row]):
            highest[row] = weight
        at += 1
    return None


@micropython.viper
def _likeliest(
    rows: object,
    shapes: object,
    place: object,
    sums: object,
    tops: object,
    told: object,
    weights: object,
    scales: object,
    best: object,
) -> object:
    """
    Look at the rows of a piece, place[1] from number place[0] on; best[0] is the highest score,
    best[1] the row that has it.
    """
    said = ptr8(rows)
    bits = ptr8(shapes)
    share = ptr16(sums)
    rarest = ptr16(tops)
    own = ptr16(told)
    found = ptr16(best)
    begin = int(ptr16(place)[0])
    count = int(ptr16(place)[1])
    row = 0
    while row < count:
        total = int(share[begin + row])
        at = row * 24
        later = (int(said[at + 12]) | int(said[at + 13]) << 8) - int(own[0])  # the day
        if later == 0:  # else the counter of the id
            later = (int(said[at + 2]) | int(said[at + 3]) << 8) - int(own[1])
        if later == 0:
            later = (int(said[at]) | int(said[at + 1]) << 8) - int(own[2])
        # What is suspect, or not true yet, has ended nothing (`members.SUSPECT`, the flags' byte).
        suspect = int(said[at + 22]) & 2
        if total and later > 0 and suspect == 0 and int(bits[row * 8 + 7]) & 1:
            points = int(_points(shapes, row * 8, weights, scales, total, rarest[begin + row]))
            high = int(found[0])
            if points > (high if high < 32768 else high - 65536):
                found[0] = points
                found[1] = begin + row
        row += 1
    return None


@micropython.viper
def _points(
    shapes: object, at: int, weights: object, scales: object, share: int, rarest: int
) -> int:
    """The score of the shapes there, of its share of the words and the rarest shared one."""
    bits = ptr8(shapes)
    given = ptr16(weights)
    scale = ptr16(scales)
    points = int(given[67])
    if points > 32767:
        points -= 65536
    n = 0
    while n < 64:
        one = int(bits[at + (n >> 3)])
        if one == 0:
            n += 8
        else:
            if one >> (n & 7) & 1:
                weight = int(given[n])
                points += weight if weight < 32768 else weight - 65536
            n += 1
    n = 64
    while n < 67:
        value = share
        if n == 65:
            value = share * int(scale[0]) >> 10
        if n == 66:
            value = rarest * int(scale[1]) >> 10
        if value > 32767:
            value = 32767
        weight = int(given[n])
        points += (weight if weight < 32768 else weight - 65536) * value >> 15
        n += 1
    if points > 32000:
        points = 32000
    if points < -32000:
        points = -32000
    return points
