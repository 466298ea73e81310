"""
Accents: Latin letters without them, so that `cafe` and `café` are one word.

Owns the letters of Latin-1 and Latin Extended-A and the marks that stand as characters of their
own (U+0300 to U+036F). Works on folded UTF-8; the result is never longer. Pure.
"""

import micropython

from memory.viper import ptr8

# U+00DF to U+017F without their accents; a blank stands for what is no letter.
_PLAIN = (
    b"s"
    b"aaaaaaaceeeeiiiidnooooo ouuuuyty"
    b"aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrr"
    b"ssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs"
)


def bare(raw: bytes) -> bytes:
    """Folded UTF-8 without accents; the same where there are none."""
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
