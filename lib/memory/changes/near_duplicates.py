"""
Near duplicates: whether two texts say the same thing in other words.

How much of two texts is equal does not decide it: 猫叫咪咪 and 猫叫花花 differ in one word, which
is the name. Instead a fixed list of changes that carry no meaning brings each text to a common
form (docs/decisions/nearness.md has the rules, `near_duplicates_zh` and `near_duplicates_en` the
list). Two texts are near when their forms are equal. Names, numbers, negations and colours are not
in the list, so they stay and make the forms differ: a near-duplicate may be missed, but a
differing fact is kept.

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
    """True where two texts say the same; 明天 and `yesterday` only do if `same_day`."""
    one, other = fold(one), fold(other)
    if _is_chinese(one) != _is_chinese(other):
        return False
    words = _words(one)
    form = words.form(one)
    if not form or form != words.form(other):
        return False
    return same_day or not (any_of(words.RELATIVE, one) or any_of(words.RELATIVE, other))


def form(text: str) -> str:
    """The common form of a folded text, which it has with all that say the same."""
    found: str = _words(text).form(text)
    return found


def is_relative(text: str) -> bool:
    """True for a text with words that mean another time on another day."""
    text = fold(text)
    return any_of(_words(text).RELATIVE, text)


def _words(text: str) -> "Any":
    return near_duplicates_zh if _is_chinese(text) else near_duplicates_en


def _is_chinese(text: str) -> bool:
    """True with a character from U+3000 on in it."""
    raw = text.encode()
    return len(raw) > 0 and max(raw) >= 0xE3
