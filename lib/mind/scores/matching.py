"""Matching: phrases of a table, and where they stand in folded UTF-8."""

import re

from memory.text.phrase_tables import entry, standing

_LETTER = re.compile(b"[a-z0-9]")


def has_latin(raw: bytes) -> bool:
    """Whether there is a letter or a digit of ASCII."""
    return _LETTER.search(raw) is not None


def is_whole(before: bytes, after: bytes) -> bool:
    """Whether what stands between these two ends in no other word of Latin letters."""
    return not _LETTER.search(before[-1:]) and not _LETTER.search(after[:1])


def has_any(raw: bytes, wanted: bytes) -> bool:
    """Whether it has a phrase of a table: whole where that is Latin, else anywhere."""
    row = standing(wanted, raw)
    while row >= 0:
        phrase = entry(wanted, row)
        latin = _LETTER.search(phrase[:1]) is not None
        at = raw.find(phrase)
        while at >= 0:
            end = at + len(phrase)
            if not latin or is_whole(raw[max(at - 1, 0) : at], raw[end : end + 1]):
                return True
            at = raw.find(phrase, at + 1)
        row = standing(wanted, raw, row)
    return False
