"""
Text: how two spellings are found to be the same word.

Folds case and width, so that `ＡＢＣ`, `abc` and `ABC` are one keyword. MicroPython's own lower()
knows ASCII only; the Latin-1, Greek and Cyrillic capitals are folded here. Pure; keeps nothing.
"""

from micropython import const

_FULL_FIRST = const(0xFF01)  # fullwidth ! .. ~ lie in one row, 0xFEE0 above ASCII
_FULL_LAST = const(0xFF5E)
_FULL_SHIFT = const(0xFEE0)

# First bytes, in UTF-8, of the characters that `_fold_letter` changes. Text without them
# (nearly all Chinese and English) is folded by lower() alone, at C speed.
_LEADS = (b"\xc3", b"\xce", b"\xcf", b"\xd0", b"\xef\xbc", b"\xef\xbd", b"\xe3\x80\x80")


def _fold_letter(code: int) -> int:
    if _FULL_FIRST <= code <= _FULL_LAST:
        code -= _FULL_SHIFT
        return code + 32 if 65 <= code <= 90 else code
    if code == 0x3000:  # the ideographic space
        return 32
    if 0xC0 <= code <= 0xDE and code != 0xD7:
        return code + 32
    if 0x391 <= code <= 0x3A9 or 0x410 <= code <= 0x42F:
        return code + 32
    if 0x400 <= code <= 0x40F:
        return code + 80
    if code == 0x3C2:  # final sigma
        return 0x3C3
    return code


def fold(text: str) -> str:
    """The text in lower case and half width; the same number of characters."""
    text = text.lower()
    raw = text.encode()
    for lead in _LEADS:
        if raw.find(lead) >= 0:
            return "".join([chr(_fold_letter(ord(letter))) for letter in text])
    return text


def has_half(text: str) -> bool:
    """
    True where half a surrogate pair, as `\\ud83d` in JSON makes it, stands for a character: such
    text is no UTF-8, and whoever reads it would stumble.
    """
    try:
        if text.encode().find(b"\xed") < 0:  # the first byte of all surrogates, and of few others
            return False
    except ValueError:  # CPython does not encode them
        return True
    for letter in text:
        if 0xD800 <= ord(letter) < 0xE000:
            return True
    return False


def size(text: str) -> int:
    """Length in bytes of UTF-8, the unit of every cap."""
    return len(text.encode())
