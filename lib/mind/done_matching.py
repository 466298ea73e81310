"""
Done matching: whether what the owner says is done (`todo_words.done_words`) names a todo.

Order and little words do not count (报告交了 is 交报告, "paid the rent" is "pay rent"): all that
one of the two says is in the other, in Chinese by characters, in English by words in their plain
form. So another number, name or verb is another thing. Pure.
"""

from memory.extract.scan import each, is_cjk
from memory.text.script import fold

from .rules import done_tables

_DIGITS = "0123456789"


def names(said: str, content: str) -> bool:
    """True where these words may be about a todo of this content."""
    one, other = _parts(said), _parts(content)
    shorter, longer = (one, other) if len(one) <= len(other) else (other, one)
    if not shorter or (len(shorter) == 1 and is_cjk(shorter[0])):
        return False
    for part in shorter:
        if part not in longer:
            return False
    return [part for part in one if part[:1] in _DIGITS] == [
        part for part in other if part[:1] in _DIGITS
    ]


def _parts(text: str) -> "list[str]":
    """Its characters and words, each once, without those that say little."""
    parts: "list[str]" = []
    word = ""
    for letter in fold(text) + " ":
        if not is_cjk(letter) and (letter.isalpha() or letter in _DIGITS):
            word += letter
            continue
        for part in (_plain(word), letter if is_cjk(letter) else ""):
            if part and part not in parts and part not in done_tables.LITTLE:
                parts.append(part)
        word = ""
    return sorted(parts)


def _plain(word: str) -> str:
    """A word as `call` for called: what is left of regular forms is the same for each of them."""
    for pair in each(done_tables.BASES_EN):
        past, _, base = pair.partition(">")
        if word == past:
            return base
    if word in done_tables.LITTLE_EN.split("|"):
        return ""
    for ending in ("ing", "ted", "ed", "es", "s", "e"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1:] == word[-2:-1]:  # submitted, planned
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word
