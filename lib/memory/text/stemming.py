"""
Stemming of English words by M. F. Porter, "An algorithm for suffix stripping" (1980).

Words are bytes: for each str that is made, MicroPython looks whether it has that name already.
Pure.
"""

import micropython

from ..viper import ptr8
from .phrase_tables import ending, entry, meaning

# Step 2 (stem of measure > 0), the longest ending first among those that end alike: what stands
# instead of it.
_STEP2 = (
    b"|ational=ate|tional=tion|enci=ence|anci=ance|izer=ize|bli=ble|alli=al|entli=ent|eli=e"
    b"|ousli=ous|ization=ize|ation=ate|ator=ate|alism=al|iveness=ive|fulness=ful|ousness=ous"
    b"|aliti=al|iviti=ive|biliti=ble|logi=log|"
)
_STEP3 = b"|icate=ic|ative=|alize=al|iciti=ic|ical=ic|ful=|ness=|"
# Step 4 (measure > 1); `ion` only after s or t.
_STEP4 = b"|ement|ance|ence|able|ible|ment|ant|ent|ion|ism|ate|iti|ous|ive|ize|al|er|ic|ou|"


@micropython.viper
def _shape(word: object, size: int) -> int:
    """
    How often consonants follow vowels in word[:size], times 8; y is a vowel after a consonant.
    Added are 1 where it has a vowel, 2 where it ends with a consonant, 4 where it ends consonant,
    vowel, consonant, the last not w, x or y.
    """
    letters = ptr8(word)
    measure = 0
    has_vowel = 0
    was = 2  # 1 after a vowel, 0 after a consonant, 2 at the beginning
    before = 2  # the same of the letter before that
    at = 0
    third = 2
    while at < size:
        one = int(letters[at])
        vowel = 0
        if one == 0x61 or one == 0x65 or one == 0x69 or one == 0x6F or one == 0x75:
            vowel = 1
        elif one == 0x79 and was == 0:
            vowel = 1
        if vowel == 0 and was == 1:
            measure += 8
        has_vowel |= vowel
        third = before
        before = was
        was = vowel
        at += 1
    found = measure + has_vowel
    if was == 0:
        found += 2
        last = int(letters[size - 1])
        if before == 1 and third == 0 and last != 0x77 and last != 0x78 and last != 0x79:
            found += 4
    return found


def _measure(word: bytes, size: int) -> int:
    """How often consonants follow vowels in the first letters of a word."""
    found: int = _shape(word, size)
    return found >> 3


def _without_plural(word: bytes) -> bytes:
    """Of a word that ends with s."""
    if word.endswith((b"sses", b"ies")):
        return word[:-2]
    return word if word.endswith(b"ss") else word[:-1]


def _without_tense(word: bytes) -> bytes:
    size = len(word)
    if word.endswith(b"eed"):
        return word[:-1] if _measure(word, size - 3) > 0 else word
    if word.endswith(b"ed"):
        size -= 2
    elif word.endswith(b"ing"):
        size -= 3
    else:
        return word
    shape = _shape(word, size)
    if not shape & 1:
        return word
    stem = word[:size]
    last = stem[-2:]
    if last == b"at" or last == b"bl" or last == b"iz":
        return stem + b"e"
    if size > 1 and last[0] == last[1] and shape & 2:
        return stem if last[1:] in b"lsz" else stem[:-1]
    return stem + b"e" if shape >> 3 == 1 and shape & 4 else stem


def _replaced(word: bytes, rules: bytes) -> bytes:
    """The word after the one of these rules whose ending it has, if what stays has a measure."""
    at = ending(rules, word)
    if at < 0:
        return word
    size = len(word) - len(entry(rules, at))
    return word[:size] + meaning(rules, at) if _measure(word, size) > 0 else word


def _without_ending(word: bytes) -> bytes:
    at = ending(_STEP4, word)
    if at < 0:
        return word
    end = entry(_STEP4, at)
    size = len(word) - len(end)
    if _measure(word, size) > 1 and (end != b"ion" or word[size - 1 : size] in b"st"):
        return word[:size]
    return word


def stem(word: bytes) -> bytes:
    """The stem of a word of a-z; words of one or two letters stay."""
    if len(word) < 3:
        return word
    if word[-1] == 0x73:  # s
        word = _without_plural(word)
    if word[-1:] in b"dg":
        word = _without_tense(word)
    if word.endswith(b"y") and _shape(word, len(word) - 1) & 1:
        word = word[:-1] + b"i"
    word = _without_ending(_replaced(_replaced(word, _STEP2), _STEP3))
    if word.endswith(b"e"):
        shape = _shape(word, len(word) - 1)
        if shape >> 3 > 1 or (shape >> 3 == 1 and not shape & 4):
            word = word[:-1]
    if word.endswith(b"ll") and _measure(word, len(word)) > 1:
        word = word[:-1]
    return word
