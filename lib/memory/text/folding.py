"""
Folding: makes two spellings of a word comparable.

Folds case and width, so that `ＡＢＣ`, `abc` and `ABC` are one keyword. MicroPython's own lower()
knows ASCII only; Latin-1, Greek and Cyrillic capitals are folded here.

All modules that read what people say slice strings or read them as bytes. They do not index or
iterate strings, nor make them by chr(): MicroPython interns each character taken in those ways and
never frees it, 36 KB of heap for two thousand.
"""

import re

import micropython

from memory.viper import ptr8

from .characters import cleaned

# Bytes of UTF-8 that all characters which `plain` drops or changes contain, and few others; for
# lead bytes that many characters have, with the bytes after them. No range crosses 0x80: `re` of
# MicroPython takes bytes for signed on some chips, and cannot take long patterns.
_ODD = re.compile(b"[\x01-\x08\x0b-\x1f\x7f\xc2\xcc\xcd\xd2\xd6\xd8-\xdb\xe0\xe1\xee\xf3\xf4]")
_ODD_AFTER = (
    (b"\xe2", re.compile(b"\xe2(\x80[\x80-\x8f\xa8-\xaf]|\x81[\x9f-\xaf]|\x83)")),
    (b"\xe3", re.compile(b"\xe3(\x80[\xaa-\xaf]|\x82[\x99\x9a]|\x85\xa4)")),
    (b"\xef", re.compile(b"\xef([\x80-\xa3\xb7\xb8]|\xbb\xbf|\xbe\xa0|\xbf[\xb0-\xbf])")),
    (b"\xbf", re.compile(b"\xbf[\xbe\xbf]")),
    (b"\xf0", re.compile(b"\xf0(\x9b\xb2|\x9d\x85)")),
)
_LAST_MOST = 512  # bytes of a text that is kept with what it became
HIDDEN = "***"  # what stands for a secret that somebody said

# First bytes, in UTF-8, of the characters that fold() changes beyond lower(). Text without them
# (nearly all English, and Chinese) is folded by `_lower` alone.
_LETTERS = (b"\xc3", b"\xce", b"\xcf", b"\xd0")


def _lower_letters(raw: bytearray, lead: bytes) -> None:
    """
    Lower, in place, the letters of two bytes that begin with `lead`: U+00C0 to U+00DE without ×,
    U+0391 to U+03A9 and final sigma, U+0400 to U+042F.
    """
    first = lead[0]
    at = raw.find(lead)
    while at >= 0:
        second = raw[at + 1]
        if first == 0xC3:
            if second <= 0x9E and second != 0x97:
                raw[at + 1] = second + 32
        elif first == 0xCF:
            if second == 0x82:
                raw[at + 1] = 0x83
        elif first == 0xD0 and second < 0x90:
            raw[at] = 0xD1
            raw[at + 1] = second + 16
        elif second <= 0xAF if first == 0xD0 else 0x91 <= second <= 0xA9 and second != 0xA2:
            if second < 0xA0:
                raw[at + 1] = second + 32
            else:
                raw[at] = first + 1
                raw[at + 1] = second - 32
        at = raw.find(lead, at + 2)


@micropython.viper
def _lower(text: object, size: int, out: object) -> int:
    """
    Copy UTF-8 to `out`, ASCII capitals in lower case, the characters of full width, U+FF01 to
    U+FF5E, as those of half width, and U+3000 as a blank; returns the bytes there.
    """
    src = ptr8(text)
    to = ptr8(out)
    at = 0
    end = 0
    while at < size:
        code = int(src[at])
        step = 1
        if code == 0xEF and at + 2 < size:
            wide = 0
            if src[at + 1] == 0xBC:
                wide = src[at + 2] - 0x60
            elif src[at + 1] == 0xBD:
                wide = src[at + 2] - 0x20
            if wide > 32 and wide < 127:
                code = wide
                step = 3
        elif code == 0xE3 and at + 2 < size and src[at + 1] == 0x80 and src[at + 2] == 0x80:
            code = 32
            step = 3
        if code >= 65 and code <= 90:
            code += 32
        to[end] = code
        end += 1
        at += step
    return end


@micropython.viper
def _is_folded(text: object, size: int) -> bool:
    """True for UTF-8 in which no byte begins what folding may change."""
    src = ptr8(text)
    at = 0
    while at < size:
        code = int(src[at])
        if code >= 65 and code <= 90:
            return False
        if code >= 0xC3:
            if code == 0xC3 or code == 0xCE or code == 0xCF or code == 0xD0 or code == 0xEF:
                return False
            if code == 0xE3 and at + 2 < size and src[at + 1] == 0x80 and src[at + 2] == 0x80:
                return False
        at += 1
    return True


def folded(raw: bytes) -> bytes:
    """Folded UTF-8 of UTF-8, as `fold`."""
    size = len(raw)
    if _is_folded(raw, size):
        return raw
    changed = None
    for lead in _LETTERS:
        if raw.find(lead) >= 0:
            if changed is None:
                changed = bytearray(raw)
            _lower_letters(changed, lead)
    out = bytearray(size)
    end = _lower(raw if changed is None else changed, size, out)
    return bytes(out if end == size else memoryview(out)[:end])


# The text that was changed last, and what it became: of what is written that is asked many times.
_last: "list[str]" = ["", ""]


def fold(text: str) -> str:
    """The text in lower case and half width; the same number of characters."""
    raw = text.encode()
    size = len(raw)
    if _is_folded(raw, size):
        return text
    if size == len(text):
        return text.lower()
    if text != _last[0]:
        found = folded(raw)
        if size > _LAST_MOST:
            return found.decode()
        _last[:] = (text, found.decode())
    return _last[1]


def plain(text: str) -> str:
    """The text without what cannot be seen or turns others around (docs/FORMAT.md section 10)."""
    raw = text.encode()
    if not _is_odd(raw):
        return text
    found = cleaned(raw)
    return text if found == raw else found.decode()


def _is_odd(raw: bytes) -> bool:
    if _ODD.search(raw) or raw.find(b"\0") >= 0:
        return True
    for lead, odd in _ODD_AFTER:
        if raw.find(lead) >= 0 and odd.search(raw):
            return True
    return False


def cut(text: str, most: int) -> str:
    """As many whole characters of it as have at most so many bytes of UTF-8."""
    raw = text.encode()
    if len(raw) <= most:
        return text
    while most and raw[most] & 0xC0 == 0x80:  # in the middle of a character
        most -= 1
    return raw[:most].decode()


def has_half(text: str) -> bool:
    """True where half a surrogate pair stands for a character, as in JSON: that is no UTF-8."""
    try:
        raw = text.encode()
    except ValueError:  # CPython does not encode them
        return True
    at = raw.find(b"\xed")  # the first byte of all surrogates, and of few others
    while at >= 0:
        if raw[at + 1] >= 0xA0:
            return True
        at = raw.find(b"\xed", at + 3)
    return False


def is_number(text: str) -> bool:
    """True for one or more of the digits 0 to 9, and nothing else."""
    for byte in text.encode():
        if not 48 <= byte <= 57:
            return False
    return text != ""


def size(text: str) -> int:
    """Length in bytes of UTF-8, the unit of every cap."""
    return len(text.encode())
