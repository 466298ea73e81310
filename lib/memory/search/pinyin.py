"""
Pinyin: the letters of a keyword that may be Chinese as it is spoken, cut into syllables.

Knows spelling alone: tones by marks or digits, blanks, the u with two dots as v or, as people type
it, as u. Which characters are read so is in the table of words. Pure.
"""

from micropython import const

from memory.text.terms import runs, without_accents

_SYLLABLE_MOST = const(6)
_SYLLABLES_MOST = const(6)
_WAYS_OPEN_MOST = const(64)
_MARKED = (b"\xc7\x96", b"\xc7\x98", b"\xc7\x9a", b"\xc7\x9c", b"\xc3\xbc")  # u with two dots
# Vowels with a tone that are no Latin-1 or Latin Extended-A letters.
_TONES = ((b"\xc7\x8e", b"a"), (b"\xc7\x90", b"i"), (b"\xc7\x92", b"o"), (b"\xc7\x94", b"u"))
_U_TYPED = (b"nu", b"lu", b"nue", b"lue")


def letters_of(keyword: str) -> bytes:
    """The letters of a keyword without tones, marks and blanks; b"" for what is no pinyin."""
    raw = keyword.encode()
    for mark in _MARKED:
        raw = raw.replace(mark, b"v")
    for mark, letter in _TONES:
        raw = raw.replace(mark, letter)
    letters = b"".join([whole for _, whole, _ in parts(raw)])
    for digit in b"12345":
        letters = letters.replace(bytes((digit,)), b"")
    return letters if letters and min(letters) >= 0x61 and max(letters) <= 0x7A else b""


def parts(raw: bytes) -> list:
    """The runs of a text without accents, as `runs` gives them."""
    return [(cjk, without_accents(run), end) for cjk, run, end in runs(raw.decode())]


def with_dots(syllable: bytes) -> bytes:
    """The syllable that may be meant by one with a plain u: nv for nu; b"" for none."""
    return syllable.replace(b"u", b"v") if syllable in _U_TYPED else b""


def without_dots(syllables: "list[bytes]") -> "list[bytes]":
    """The syllables as they are typed with a plain u."""
    return [one.replace(b"v", b"u") for one in syllables]


def sign(syllable: bytes) -> int:
    """
    A byte that stands for a syllable as it is typed, in the rows `r` of the table of words: no two
    that one character may be read as have the same.
    """
    found = 0
    for letter in syllable.replace(b"v", b"u"):
        found = (11 * found + letter) & 0xFF
    return found


def begun(letter: bytes, syllables: bytes) -> "list[bytes]":
    """The syllables that begin with a letter."""
    found = []
    syllables = b" %s " % syllables
    at = syllables.find(b" " + letter)
    while at >= 0:
        end = syllables.find(b" ", at + 1)
        found.append(syllables[at + 1 : end])
        at = syllables.find(b" " + letter, end)
    return found


def ways(letters: bytes, syllables: bytes) -> list:
    """All ways to cut letters into syllables, the fewest syllables first."""
    open_ways: "list" = [([], 0)]
    found = []
    while open_ways and len(open_ways) < _WAYS_OPEN_MOST:
        way, at = open_ways.pop(0)
        if at == len(letters):
            found.append(way)
        elif len(way) < _SYLLABLES_MOST:
            for size in range(min(_SYLLABLE_MOST, len(letters) - at), 0, -1):
                one = letters[at : at + size]
                if b" " + one + b" " in syllables or with_dots(one):
                    open_ways.append((way + [one], at + size))
    return found
