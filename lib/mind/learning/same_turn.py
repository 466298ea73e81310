"""
Same turn: whether what a model found says the same as what rules have read there.

Two texts about one sentence of the owner need not be compared as strictly as two of different days
(memory.changes.near_duplicates): where both have the same words that say something, in whatever
order, one is the other put again. Negations, numbers, names and whoever acts say something. Pure.
"""

from memory.changes import near_duplicates
from memory.text.phrase_tables import has
from memory.text.script import fold

# Characters and words that a sentence about its owner may have or not have.
_EMPTY = (
    "|的|了|着|是|在|有|养|叫|做|作|名|字|为|和|与|也|都|很|正|the|am|is|are|was|be|been|has|have|had"
    "|a|an|of|to|in|on|at|for|with|that|called|named|name|and|currently|there|who|which|"
).encode()
_ONE = "个只条位家名"  # after 一
_LATELY = "最近"


def says_the_same(found: str, known: str) -> bool:
    """True where the words that say something are the same in both."""
    wanted = _telling(found)
    return len(wanted) > 0 and wanted == _telling(known)


def _telling(text: str) -> "set[bytes]":
    """The characters of Chinese and the words of others that say something."""
    text = text.replace(_LATELY, "")
    for unit in _ONE:
        text = text.replace("一" + unit, "")
    words = set()
    word = b""
    for letter in near_duplicates.form(fold(text)) + " ":
        raw = letter.encode()
        if len(raw) == 2 or raw.isalpha() or raw.isdigit():
            word += raw
            continue
        words.add(word)
        words.add(raw if len(raw) > 2 else b"")
        word = b""
    return {word for word in words if word and not has(_EMPTY, word)}
