"""Matching: lists of phrases, and where they stand in folded UTF-8."""

import re

_LETTER = re.compile(b"[a-z0-9]")


def phrases(text: str) -> "list[bytes]":
    """The phrases of a text, in which `_` stands for the blank within one."""
    return [one.replace("_", " ").encode() for one in text.split()]


def has_latin(raw: bytes) -> bool:
    """Whether there is a letter or a digit of ASCII."""
    return _LETTER.search(raw) is not None


def is_whole(before: bytes, after: bytes) -> bool:
    """Whether what stands between these two ends in no other word of Latin letters."""
    return not _LETTER.search(before[-1:]) and not _LETTER.search(after[:1])


def has_any(raw: bytes, wanted: "list[bytes]") -> bool:
    """Whether one of the phrases is in it: whole where it is Latin, else anywhere."""
    for phrase in wanted:
        latin = _LETTER.search(phrase[:1]) is not None
        at = raw.find(phrase)
        while at >= 0:
            end = at + len(phrase)
            if not latin or is_whole(raw[max(at - 1, 0) : at], raw[end : end + 1]):
                return True
            at = raw.find(phrase, at + 1)
    return False
