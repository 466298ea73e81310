"""
Weighing: what the terms of a question count before it is known which documents have them together.

Owns what is a question, how rarity becomes weight, which pairs of characters say little, how
several questions in one are made to count alike, and which terms of an answer are worth looking
for. Pure; what is looked up, and where, is `bm25.py`.
"""

from math import log

from micropython import const

from memory.text.terms import is_cjk, singles, terms

# A term weighs its rarity: log(1 + (N - n + 0.5) / (n + 0.5)), n of N documents have it, to this
# power: what is rare says more than it does by itself.
_SHARPER = 1.3
# Of several questions in one, one with many rare words would take the whole page: each is brought
# this far, from 0 to 1, towards the mean of all. docs/decisions/ranking.md
_EVENED = 0.35
# Of a pair with a character that stands in every other sentence, beside a pair without.
_THIN = 0.6
_QUESTION = const(6)  # terms that make a question; fewer are a keyword
_STEM = const(3)  # bytes that a word and its stem share
_EVERYWHERE = "的了是在我你他她有和就也都很不这那一个们吗呢吧啊".encode()


def rarity(found: int, docs: int) -> float:
    """The weight of a term that `found` of `docs` documents have."""
    found = min(found, docs)
    weight: float = log(1 + (docs - found + 0.5) / (found + 0.5)) ** _SHARPER
    return weight


def evened(totals: "list[float]") -> "list[float]":
    """
    By what the terms of each question are multiplied, of those whose terms weigh as much together.
    """
    if len(totals) < 2 or min(totals) <= 0:
        return [1.0] * len(totals)
    mean = sum(totals) / len(totals)
    return [(mean / total) ** _EVENED for total in totals]


def fullness(letters: "list[bytes]") -> float:
    """What a pair of these characters weighs of its rarity."""
    return _THIN if _stands_everywhere(letters) else 1.0


def tells(term: bytes) -> bool:
    """False for numbers, terms of fields, and pairs with a character that stands everywhere."""
    if term[0] < 0x61 or len(term) < 3:
        return False
    if not is_cjk(term):
        return True
    letters = singles(term)
    return len(letters) > 1 and not _stands_everywhere(letters)


def beginning_of(term: bytes) -> bytes:
    """What every word with this stem begins with: the i of dai is the y of day."""
    return term[:-1] if len(term) <= _STEM and term.endswith(b"i") else term[:_STEM]


def is_keyword(text: str) -> bool:
    """True for a text of few terms; of many it is a question, with the words that only ask."""
    said = [term for term in terms(text) if not is_cjk(term) or len(singles(term)) > 1]
    return len(set(said)) < _QUESTION


def _stands_everywhere(letters: "list[bytes]") -> bool:
    """Whether one of these characters does."""
    for one in letters:
        if one in _EVERYWHERE:
            return True
    return False
