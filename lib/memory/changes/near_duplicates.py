"""
Nearness: whether two texts say the same thing in other words.

Not by how much of them is alike: 猫叫咪咪 and 猫叫花花 are alike and differ in all that matters.
By what differs: a text is brought to a common form by a fixed list of changes that carry no
meaning (docs/decisions/nearness.md has its rules, `near_zh` and `near_en` the list), and two texts
are near when their forms are equal. Whatever the list does not know, a name, a number, a negation,
a colour, stays and tells them apart: a near-duplicate may be missed, a differing fact is kept.

Pure.
"""

from micropython import const

from memory.text.folding import fold

from . import near_duplicates_en, near_duplicates_zh
from .near_duplicates_text import any_of

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any


def near(one: str, other: str, same_day: bool) -> bool:
    """
    True where two texts say the same. `same_day` tells that they were told on one day: 明天 and
    `yesterday` mean the same only then.
    """
    one, other = fold(one), fold(other)
    if _is_chinese(one) != _is_chinese(other):
        return False
    words = _words(one)
    found = words.form(one)
    if not found or found != words.form(other):
        return False
    return same_day or not (any_of(words.RELATIVE, one) or any_of(words.RELATIVE, other))


def of_its_day(text: str) -> bool:
    """True for a text with words that mean another time on another day."""
    text = fold(text)
    return any_of(_words(text).RELATIVE, text)


def _words(text: str) -> "Any":
    return near_duplicates_zh if _is_chinese(text) else near_duplicates_en


def _is_chinese(text: str) -> bool:
    """True with a character from U+3000 on in it."""
    raw = text.encode()
    return len(raw) > 0 and max(raw) >= 0xE3
