"""
Scores: how much a memory weighs, and where it ranks in an offer.

    weight = (p, j, e and i by their shares) x c
    c      = floor + (1 - floor) x exp(-days / (30 x (1 + ln(1 + uses)))); 1 where p is 100
    rank   = relevance, recency, weight and access by their shares, x favour, at most 1
    recency = exp(-rate x days), access = ln(1 + uses) / 5, at most 1

e, i, p and j are emotion, information, persistence and judgement, 0 to 100 as records have them.
All other numbers are settings (settings.py); shares count by their part of all four, so any four
give 0 to 1. Owns both formulas, and what a record scores where not all four were told. Floats of a
board have 24 bits: its results agree with those of a desk to six digits.
"""

import math

from micropython import const

from . import categories, emotions
from .lasting_words import is_lasting

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.records.record import Record

FULL = 100  # of p: a core memory
# What a step of intensity, 1 to 5, is in e: negative emotions weigh more than others.
_NEGATIVE_STEP = const(20)
_POSITIVE_STEP = const(15)


def weight(
    e: int, i: int, p: int, j: int, days: float, uses: int, numbers: "dict[str, Any]"
) -> float:
    """What a memory weighs, 0 to 1, so many days after it was told."""
    of_p, of_j = numbers["weight_p"], numbers["weight_j"]
    of_e, of_i = numbers["weight_e"], numbers["weight_i"]
    whole = (of_p * p + of_j * j + of_e * e + of_i * i) / (100 * (of_p + of_j + of_e + of_i))
    if p >= FULL:
        return whole
    floor = numbers["weight_floor"] / 100
    slowness = numbers["weight_days"] * (1 + math.log(1 + uses))
    return whole * (floor + (1 - floor) * math.exp(-max(days, 0) / slowness))


def rank(
    relevance: float,
    days: float,
    weight: float,
    uses: int,
    favoured: bool,
    numbers: "dict[str, Any]",
) -> float:
    """
    Where a memory of this relevance and weight, each 0 to 1, ranks: 0 to 1. `days` since it was
    told, changed or used, whatever was last.
    """
    of_relevance, of_recency = numbers["rank_relevance"], numbers["rank_recency"]
    of_weight, of_access = numbers["rank_weight"], numbers["rank_access"]
    recency = math.exp(-max(days, 0) * numbers["recency_rate"] / 1000)
    access = min(1, math.log(1 + uses) * 10 / numbers["access_full"])
    found = of_relevance * relevance + of_recency * recency
    found += of_weight * weight + of_access * access
    found /= of_relevance + of_recency + of_weight + of_access
    if favoured:
        found = found * numbers["favour"] / 100
    return min(1.0, found)


def scores_of(record: "Record", numbers: "dict[str, Any]") -> "tuple[int, int, int, int]":
    """
    (e, i, p, j) of a record, 0 to 100. What was told counts. Else e, i and j are the importance,
    and e what was felt, where something was; p is 100 for what must never be forgotten, else that
    of the kind. A p that was told counts in any case: so is what came after the last core memory
    that there is room for.
    """
    importance = record.get("importance", numbers["untold_importance"])
    p = record.get("p")
    if p is None:
        p = p_of(record.kind, record.content, numbers)
    e = record.get("e")
    if e is None:
        e = _felt(record, importance)
    return e, record.get("i", importance), p, record.get("j", importance)


def p_of(kind: str, text: str, numbers: "dict[str, Any]") -> int:
    """How lasting a memory of these words is, 0 to 100, where nobody has said."""
    if categories.is_semantic(kind) and is_lasting(text):
        return FULL
    return categories.default_p(kind, numbers)


def is_core(record: "Record", numbers: "dict[str, Any]") -> bool:
    """Whether it is among those that never have to leave."""
    return scores_of(record, numbers)[2] >= FULL


def _felt(record: "Record", importance: int) -> int:
    """The emotion in a record; where none was told, or a neutral one, the importance."""
    felt = emotions.of_record(record)
    if felt is None or felt[0] == "neutral":
        return importance
    return felt[1] * (_NEGATIVE_STEP if emotions.is_negative(felt[0]) else _POSITIVE_STEP)
