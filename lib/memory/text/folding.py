"""
Folding: makes two spellings of a word comparable.

Folds case and width, so that `ＡＢＣ`, `abc` and `ABC` are one keyword. MicroPython's own lower()
knows ASCII only; Latin-1, Greek and Cyrillic capitals are folded here.

All modules that read what people say slice strings or read them as bytes. They do not index or
iterate strings, nor make them by chr(): MicroPython interns each character taken in those ways and
never frees it, 36 KB of heap for two thousand.
"""

import micropython

from memory.viper import ptr8

from .characters import cleaned

# By the first byte of a character in UTF-8: 1 where `plain` drops or changes many of those that
# begin so, or all, 2 where it does with a few, which the bytes after it tell.
_SORTS = bytearray(256)
for _first, _end in (
    (0x00, 0x09), (0x0B, 0x20), (0x7F, 0x80), (0xC2, 0xC3), (0xCC, 0xCE), (0xD2, 0xD3),
    (0xD6, 0xD7), (0xD8, 0xDC), (0xE0, 0xE2), (0xEE, 0xEF), (0xF3, 0xF5),
):  # fmt: skip
    for _byte in range(_first, _end):
        _SORTS[_byte] = 1
for _byte in (0xBF, 0xE2, 0xE3, 0xEF, 0xF0):
    _SORTS[_byte] = 2
# U+00DF to U+017F without their accents; a blank stands for what is no letter.
_PLAIN = (
    b"s"
    b"aaaaaaaceeeeiiiidnooooo ouuuuyty"
    b"aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrr"
    b"ssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"
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
    if not _is_odd(raw, len(raw), _SORTS):
        return text
    found = cleaned(raw)
    return text if found == raw else found.decode()


@micropython.viper
def _is_odd(text: object, size: int, sorts: object) -> bool:  # noqa: C901  one loop
    """True for UTF-8 with a character that `plain` drops or changes, or one that looks like it."""
    src = ptr8(text)
    known = ptr8(sorts)
    at = 0
    while at < size:
        lead = int(src[at])
        sort = int(known[lead])
        if sort == 1:
            return True
        if sort and at + 1 < size:
            low = int(src[at + 1])
            both = 0
            if at + 2 < size:
                both = low << 8 | int(src[at + 2])
            if lead == 0xE2:
                if low == 0x83 or (both >= 0x8080 and both <= 0x808F):
                    return True
                if (both >= 0x80A8 and both <= 0x80AF) or (both >= 0x819F and both <= 0x81AF):
                    return True
            elif lead == 0xE3:
                if (both >= 0x80AA and both <= 0x80AF) or both == 0x8299 or both == 0x829A:
                    return True
                if both == 0x85A4:
                    return True
            elif lead == 0xEF:
                if low <= 0xA3 or low == 0xB7 or low == 0xB8 or both == 0xBBBF or both == 0xBEA0:
                    return True
                if both >= 0xBFB0 and both <= 0xBFBF:
                    return True
            elif lead == 0xBF:
                if low == 0xBE or low == 0xBF:
                    return True
            elif both == 0x9BB2 or both == 0x9D85:
                return True
        at += 1
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


def bare(raw: bytes) -> bytes:
    """Folded UTF-8 without accents, never longer; the same where there are none."""
    size = len(raw)
    if not _has_accent(raw, size):
        return raw
    out = bytearray(size)
    return bytes(memoryview(out)[: _strip(raw, size, out, _PLAIN)])


@micropython.viper
def _has_accent(text: object, size: int) -> bool:
    src = ptr8(text)
    at = 0
    while at < size:
        lead = int(src[at])
        if lead >= 0xC3 and lead <= 0xCD and (lead <= 0xC5 or lead >= 0xCC):
            return True
        at += 1
    return False


@micropython.viper
def _strip(text: object, size: int, out: object, letters: object) -> int:
    """Copy UTF-8 to `out`, letters as `letters` has them, no marks; returns the bytes there."""
    src = ptr8(text)
    to = ptr8(out)
    plain = ptr8(letters)
    at = 0
    end = 0
    while at < size:
        lead = int(src[at])
        if lead >= 0xC3 and lead <= 0xCD and at + 1 < size:
            code = (lead & 0x1F) << 6 | (int(src[at + 1]) & 0x3F)
            if code >= 0xDF and code <= 0x17F:
                to[end] = plain[code - 0xDF]
                end += 1
                at += 2
                continue
            if code >= 0x300 and code < 0x370:
                at += 2
                continue
        to[end] = lead
        end += 1
        at += 1
    return end
