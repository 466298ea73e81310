"""
Characters: removes from a text what cannot be seen.

The rule of docs/FORMAT.md section 10 for the few texts that `folding.plain` cannot return as they
are: controls, marks of direction, characters without width, selectors, tags, private use, long
runs of combining marks. Reads and writes UTF-8 as bytes, since MicroPython interns single
characters and never frees them. The result is valid UTF-8, never longer, and stays the same a
second time.
"""

from micropython import const

_ZWNJ = const(0x200C)
_ZWJ = const(0x200D)
_KEYCAP = const(0x20E3)
_FLAG = const(0x1F3F4)  # a black flag; with tags behind it that of a part of a country
_SPACE = const(0x20)
_LINE = const(0x0A)
_RETURN = const(0x0D)
_MARKS = const(4)  # combining marks in a row that are kept: more than any writing needs

# Ranges of code points, (first, last) each.
_DROPPED = (
    (0x00, 0x08), (0x0E, 0x1F), (0x7F, 0x84), (0x86, 0x9F), (0xAD, 0xAD), (0x034F, 0x034F),
    (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200B),
    (0x200E, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xE000, 0xF8FF),
    (0xFDD0, 0xFDEF), (0xFE00, 0xFE0D), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFC),
    (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE001F), (0xE0080, 0x10FFFF),
)  # fmt: skip
_LINE_ENDS = ((0x0A, 0x0D), (0x85, 0x85), (0x2028, 0x2029))
_SPACES = (
    (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x202F, 0x202F), (0x205F, 0x205F),
)  # fmt: skip
# Marks over, under or in the character before them.
_COMBINING = (
    (0x0300, 0x036F), (0x0483, 0x0489), (0x0591, 0x05BD), (0x0610, 0x061A), (0x064B, 0x065F),
    (0x06D6, 0x06DC), (0x06DF, 0x06E4), (0x0E31, 0x0E31), (0x0E34, 0x0E3A), (0x0E47, 0x0E4E),
    (0x0EB4, 0x0EBC), (0x0EC8, 0x0ECD), (0x0F71, 0x0F7E), (0x0F80, 0x0F84), (0x0F8D, 0x0FBC),
    (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0x302A, 0x302F), (0x3099, 0x309A),
    (0xFE20, 0xFE2F),
)  # fmt: skip
# What may be an emoji: a selector after it says whether in colours, and a joiner joins two.
_EMOJI = (
    (0xA9, 0xA9), (0xAE, 0xAE), (0x203C, 0x203C), (0x2049, 0x2049), (0x2122, 0x2122),
    (0x2139, 0x2139), (0x2190, 0x21FF), (0x2300, 0x23FF), (0x24C2, 0x24C2), (0x25A0, 0x27BF),
    (0x2900, 0x297F), (0x2B00, 0x2BFF), (0x3030, 0x3030), (0x303D, 0x303D), (0x3297, 0x3297),
    (0x3299, 0x3299), (0x1F000, 0x1FAFF),
)  # fmt: skip
# Arabic, Syriac and the scripts of India, where joiners decide which letters join.
_JOINING = ((0x0600, 0x08FF), (0x0900, 0x0DFF))
# The flags of England, Scotland and Wales, as the tags behind a black flag spell them.
_PLACES = (b"gbeng", b"gbsct", b"gbwls")


def _in(ranges: tuple, code: int) -> bool:
    for first, last in ranges:
        if code <= last:
            return code >= first
    return False


def _is_tag(code: int) -> bool:
    return 0xE0020 <= code <= 0xE007F


def _codes(raw: bytes) -> list:
    """The code points of UTF-8, without those that are dropped everywhere."""
    codes = []
    at = 0
    while at < len(raw):
        first = raw[at]
        more = 0 if first < 0x80 else 1 if first < 0xE0 else 2 if first < 0xF0 else 3
        code = first if not more else first & (0x3F >> more)
        for byte in raw[at + 1 : at + 1 + more]:
            code = code << 6 | byte & 0x3F
        at += 1 + more
        if code & 0xFFFE != 0xFFFE and not _in(_DROPPED, code):
            codes.append(code)
    return codes


def _put(out: bytearray, code: int) -> None:
    if code < 0x80:
        out.append(code)
    elif code < 0x800:
        out.extend(bytes((0xC0 | code >> 6, 0x80 | code & 0x3F)))
    elif code < 0x10000:
        out.extend(bytes((0xE0 | code >> 12, 0x80 | code >> 6 & 0x3F, 0x80 | code & 0x3F)))
    else:
        out.append(0xF0 | code >> 18)
        out.extend(bytes((0x80 | code >> 12 & 0x3F, 0x80 | code >> 6 & 0x3F, 0x80 | code & 0x3F)))


def cleaned(raw: bytes) -> bytes:
    """The text, as UTF-8, by the rule."""
    codes = _codes(raw)
    out = bytearray()
    before = marks = 0  # the character kept last, and how many marks it is the last of
    tags = 0  # of a flag, that are kept from here on
    for at, code in enumerate(codes):
        if _is_tag(code):
            if not tags and before == _FLAG:
                tags = _of_flag(codes, at)
            tags -= 1
            kept = code if tags >= 0 else -1
            tags = max(tags, 0)
        else:
            kept = _kept(code, before, codes[at + 1] if at + 1 < len(codes) else 0)
        if _in(_COMBINING, kept):
            marks += 1
        elif kept >= 0 and kept != _ZWJ and kept != _ZWNJ:
            marks = 0
        if kept >= 0 and marks <= _MARKS:
            _put(out, kept)
            before = kept
    return bytes(out)


def _kept(code: int, before: int, after: int) -> int:
    """The character that is kept for `code` between these two, -1 for none."""
    if _in(_LINE_ENDS, code):
        return -1 if code == _RETURN and after == _LINE else _LINE
    if _in(_SPACES, code):
        return _SPACE
    if code == _ZWJ or code == _ZWNJ:
        return code if _joins(code, before, after) else -1
    if 0xFE0E <= code <= 0xFE0F:
        selects = _in(_EMOJI, before) or (_is_key(before) and after == _KEYCAP)
        return code if selects else -1
    return code


def _of_flag(codes: list, at: int) -> int:
    """How many tags from here on spell a flag, its end tag included; 0 if they spell none."""
    if at + 5 < len(codes) and codes[at + 5] == 0xE007F:
        spelled = [code - 0xE0000 for code in codes[at : at + 5]]
        if min(spelled) >= 0x20 and max(spelled) < 0x7F and bytes(spelled) in _PLACES:
            return 6
    return 0


def _joins(code: int, before: int, after: int) -> bool:
    """True where a joiner or non-joiner has an effect."""
    if _in(_JOINING, before) and _in(_JOINING, after):
        return True
    if code == _ZWNJ:
        return False
    # A selector for colours may be between an emoji and the joiner.
    return (_in(_EMOJI, before) or before == 0xFE0F) and _in(_EMOJI, after)


def _is_key(code: int) -> bool:
    return 0x30 <= code <= 0x39 or code == 0x23 or code == 0x2A
