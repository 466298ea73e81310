"""
Keyword parts: of which texts a record has one, where it may answer a keyword.

Owns what of a keyword is looked for in bytes before a record is read. Pure.
"""

from micropython import const

from memory.index.weighing import fullness, tells
from memory.text.asking import weighted
from memory.text.folding import bare
from memory.text.terms import runs, singles, whole_word, without_accents

from .query import Query

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.interfaces import Expander

_SHORT = const(60)  # characters of a text that is looked through for parts of longer words
_STEM = const(3)  # letters of a word that its stem begins with


def has_one(parts: "list[bytes]", text: bytes) -> bool:
    """True for a text with one of the parts, none of letters inside a word: not ate in mates."""
    for part in parts:
        at = text.find(part)
        while at >= 0:
            if part[0] > 0x7F or not text[:at][-1:].isalpha():
                return True
            at = text.find(part, at + 1)
    return False


def own_parts(beside: str) -> "list[bytes]":
    """What a record has of the text beside a time where it is found by that."""
    found: "list[bytes]" = []
    for said, _ in weighted(beside):
        for is_cjk, run, _ in runs(said):
            if is_cjk:
                letters = singles(run)
                pairs = [letters[at - 1] + letters[at] for at in range(1, len(letters))]
                found += [one for one in pairs if tells(one)] or [
                    one for one in letters if fullness([one]) == 1
                ]
            elif whole_word(run):
                found.append(run[:_STEM])
    return found


def parts_of(keyword: str) -> list:
    """
    Texts of which every record that shares a term with a folded keyword contains one, where both
    are without accents.
    """
    found = []
    for is_cjk, run, _ in runs(keyword):
        if is_cjk:
            letters = [letter.decode() for letter in singles(run)]
            pairs = [letters[at - 1] + letters[at] for at in range(1, len(letters))]
            found += pairs or letters
        elif whole_word(run):
            found.append(without_accents(run).decode()[:_STEM])
    known: "set[str]" = set()
    different = []
    for part in found:
        if part not in known:
            known.add(part)
            different.append(part)
    return different


def inner_parts(text: str, expander: "Expander") -> "list[bytes]":
    """
    The pairs of characters of a folded text that stand in it only as parts of a longer word that
    is another, and these characters: 朋友 of 女朋友.
    """
    found: "list[bytes]" = []
    for is_cjk, run, _ in runs(text) if len(text) <= _SHORT else ():
        letters = singles(run) if is_cjk else []
        for at in range(len(letters) - 1):
            pair = b"".join(letters[at : at + 2])
            if expander.has(run, pair.decode()):
                continue
            longer = letters[at - 1 : at + 2], letters[at : at + 3]
            words = [b"".join(some).decode() for some in longer if len(some) > 2]
            if [True for word in words if expander.named_by(word)]:
                found += [pair] + letters[at : at + 2]
    return found


def letters_of(keyword: str) -> list:
    """The CJK characters of a folded keyword."""
    found: "list[str]" = []
    for is_cjk, run, _ in runs(keyword):
        if is_cjk:
            found += [letter.decode() for letter in singles(run)]
    return found


def all_parts(query: Query) -> list:
    """`parts_of` of the keyword and of the other words for it."""
    found = parts_of(query.keyword)
    for row in query.also:
        found += [part for part in parts_of(row[0].decode()) if part not in found]
    return found


def pieces_of(query: Query) -> list:
    """Folded texts of which one is in every record that a phase of this query may look for."""
    if not query.keyword:
        return []
    found = []
    for said in (query.keyword, query.core):
        for one in (said, bare(said.encode()).decode()):
            if one and one not in found:
                found.append(one)
    if query.ranked and (query.also or query.windows or not is_pair(query.keyword)):
        found += all_parts(query)
    return found


def has_digit(keyword: str) -> bool:
    """True where a keyword may be a date in words, which texts need not contain."""
    for byte in keyword.encode():
        if 0x30 <= byte <= 0x39:
            return True
    return False


def is_pair(keyword: str) -> bool:
    """True for one or two CJK characters: a record that answers these contains them."""
    raw = keyword.encode()
    return len(raw) <= 6 and min(raw) > 0x7F and len(keyword) <= 2 and raw[0] >= 0xE2
