"""
Later likeness: whether something told later is likely of the same as a member of the notebook.

By the hashes of their words alone, without reading any text: who was told of a new home was told
of the old one in some of the same words. A guess for `mind.reranking`. Pure.
"""

from array import array

import micropython
from memory.viper import ptr16
from micropython import const

from .word_hashes import TERMS_MOST, matched, rarity

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_STEPS = const(1000)  # a weight is a whole number of these


def later_likeness(
    hashes: "array[int]", pieces: "list[Any]", members: int, own: int, created: "Callable"
) -> float:
    """How much of a row (`own`) the likest created later has, 0 to 1; `created(row)` says when."""
    size, hits, counts = matched(hashes, pieces, members)
    rarities = [rarity(members, counts[at]) for at in range(len(hashes))]
    scale = _STEPS * TERMS_MOST / max(1.0, sum(rarities))
    sums = array("H", bytes(2 * members))
    weights = array("H", [int(one * scale) for one in rarities])
    _sum_hits(hits, size, weights, sums)
    sums[own] = 0  # it has all of them, though not all hits are counted where many share them
    told = created(own)
    best = _highest(sums, members)
    while sums[best]:
        if created(best) > told:
            return min(1.0, sums[best] / sum(weights))
        sums[best] = 0
        best = _highest(sums, members)
    return 0.0


@micropython.viper
def _sum_hits(hits: object, size: int, weights: object, sums: object) -> object:
    """Add to each row the weights of its terms, as `_hits` gives them."""
    pairs = ptr16(hits)
    given = ptr16(weights)
    out = ptr16(sums)
    at = 0
    while at < size:
        row = int(pairs[2 * at])
        out[row] = int(out[row]) + int(given[int(pairs[2 * at + 1])])
        at += 1
    return None


@micropython.viper
def _highest(sums: object, count: int) -> int:
    """Where the highest of so many numbers is, the first of equal ones."""
    numbers = ptr16(sums)
    best = 0
    at = 1
    while at < count:
        if int(numbers[at]) > int(numbers[best]):
            best = at
        at += 1
    return best
