"""
Terms: the words under which a text is found.

Text is folded and cut into runs. A run of Chinese, Japanese or Korean gives its pairs of
neighbouring characters and, as the end-of-run mark, its last character alone: so every character
begins a term, and one character is found as a prefix. A run of letters and digits is one word:
Latin ones lose their accents, common English words are left out, the others are stemmed. Pure;
keeps nothing. Terms are bytes of UTF-8, at most 15 long.
"""

from micropython import const

from .dates import day_text
from .stem import stem
from .term_dates import date_terms
from .text import fold

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_LONGEST = const(15)
_NONE = const(0)  # classes of characters: neither letter nor digit,
_WORD = const(1)  # part of a word,
_CJK = const(2)  # a word's worth by itself,
_INSIDE = const(3)  # nothing, wherever it stands

# English words that stand in nearly every sentence or ask for something; what an apostrophe
# leaves behind is among them.
STOP = frozenset(
    b"a an the is are was were be been being am do does did done to of in on at for with and"
    b" or but if so as by from about into up out off over than then that this these those"
    b" there here it its i me my you your he him his she her they them their we us our what"
    b" when where who whom whose how why which would could will can should may might must"
    b" shall have has had not no s t m d ll re ve don didn doesn isn wasn aren weren haven"
    b" hasn couldn wouldn just also very too some any".split()
)

# U+00DF to U+017F without their accents; a blank stands for what is no letter.
_PLAIN = (
    "s"
    "aaaaaaaceeeeiiiidnooooo ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrr"
    "ssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"
)


def _class(code: int) -> int:
    """What a folded character above ASCII is part of."""
    if code < 0x300:
        return _WORD if code >= 0xDF and code != 0xF7 else _NONE
    if code < 0x370:  # combining accents
        return _INSIDE
    if code < 0x2000:
        return _WORD
    if code < 0x3040:
        return _CJK if code == 0x3005 else _NONE  # the mark that repeats a character
    if code <= 0x9FFF:
        return _CJK if code != 0x30FB else _NONE
    if 0xAC00 <= code <= 0xD7A3 or 0xF900 <= code <= 0xFAFF or code >= 0x1F300:
        return _CJK  # Hangul, compatibility forms; emoji and rare characters
    return _WORD if code < 0xAC00 else _NONE


def _word(letters: str) -> bytes:
    """The term of a word, or b"" for one that is left out."""
    raw = letters.encode()
    if len(raw) != len(letters):
        letters = "".join([_plain(letter) for letter in letters])
        raw = letters.encode()
    if raw in STOP:
        return b""
    if len(raw) == len(letters) and not (raw[0] < 58 or raw[-1] < 58):
        raw = stem(letters).encode()
    return raw if len(raw) <= _LONGEST else _cut(raw)


def _cut(raw: bytes) -> bytes:
    """The first characters of a long word."""
    end = _LONGEST
    while raw[end] & 0xC0 == 0x80:
        end -= 1
    return raw[:end]


def _plain(letter: str) -> str:
    code = ord(letter)
    return _PLAIN[code - 0xDF] if 0xDF <= code <= 0x17F else letter


def _runs(text: str) -> "Any":
    """The runs of folded text, as (class, text), in order."""
    kind = _NONE
    begin = 0
    for at, letter in enumerate(text):
        if "a" <= letter <= "z" or "0" <= letter <= "9":
            now = _WORD
        else:
            code = ord(letter)
            now = _NONE if code < 0x80 else _class(code)
        if now != kind and now != _INSIDE:
            if kind != _NONE:
                yield kind, text[begin:at]
            kind = now
            begin = at
    if kind != _NONE:
        yield kind, text[begin:]


def terms(text: str) -> list:
    """
    The terms of a text (bytes), in the order in which they stand there, with repetitions; after
    them those of the dates in it.
    """
    found = []
    runs = []
    for kind, run in _runs(fold(text)):
        if kind == _CJK:
            letters = [letter.encode() for letter in run if _class(ord(letter)) == _CJK]
            found += [letters[at - 1] + letters[at] for at in range(1, len(letters))]
            found.append(letters[-1])
        else:
            if len(run.encode()) != len(run):
                run = "".join([letter for letter in run if _class(ord(letter)) != _INSIDE])
            word = _word(run)
            if word:
                found.append(word)
        runs.append(run)
    return found + date_terms(runs)


def is_cjk(term: bytes) -> bool:
    """True for a term of Chinese, Japanese or Korean, False for a word."""
    return _class(ord(term.decode()[0])) == _CJK if term[0] > 0xE1 else False


def singles(term: bytes) -> list:
    """The characters of a CJK term, each as bytes: the prefixes that find it alone."""
    return [letter.encode() for letter in term.decode()]


def day_terms(seconds: int) -> list:
    """The terms of a day in local time, as `date_terms` has them: the day and its month."""
    day = day_text(seconds).encode()
    return [day, day[:7]]
