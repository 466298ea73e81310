"""
Text: how two spellings are found to be the same word.

Folds case and width, so that `ＡＢＣ`, `abc` and `ABC` are one keyword. MicroPython's own lower()
knows ASCII only; the Latin-1, Greek and Cyrillic capitals are folded here. Pure; keeps nothing.

Rule of all modules that read what people say: a string is neither indexed, nor iterated, nor made
by chr(); only sliced, or read as bytes. MicroPython interns each character taken in those ways and
never gives it back: 36 KB of heap for two thousand.
"""

# First bytes, in UTF-8, of the characters that fold() changes beyond lower(). Text without them
# (nearly all English, and Chinese without marks) is folded by lower() alone, at C speed.
_LETTERS = (b"\xc3", b"\xce", b"\xcf", b"\xd0")
_WIDE = b"\xef"
_WIDE_SPACE = b"\xe3\x80\x80"


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


def _narrow(raw: bytes, lead: bytes) -> bytes:
    """The characters of full width that begin with `lead`, U+FF01 to U+FF5E, in half width."""
    pieces = raw.split(lead)
    for at in range(1, len(pieces)):
        piece = pieces[at]
        code = piece[0] - (0x60 if lead[1] == 0xBC else 0x20)
        if 32 < code < 127:
            if 65 <= code <= 90:
                code += 32
            pieces[at] = bytes((code,)) + piece[1:]
        else:
            pieces[at] = lead + piece
    return b"".join(pieces)


def fold(text: str) -> str:
    """The text in lower case and half width; the same number of characters."""
    text = text.lower()
    raw = text.encode()
    size = len(raw)
    if size == len(text):
        return text
    changed = None
    for lead in _LETTERS:
        if raw.find(lead) >= 0:
            if changed is None:
                changed = bytearray(raw)
            _lower_letters(changed, lead)
    if changed is not None:
        raw = bytes(changed)
    if raw.find(_WIDE) >= 0:
        raw = _narrow(_narrow(raw, b"\xef\xbc"), b"\xef\xbd")
    if raw.find(_WIDE_SPACE) >= 0:
        raw = raw.replace(_WIDE_SPACE, b" ")
    return text if changed is None and len(raw) == size else raw.decode()


def has_half(text: str) -> bool:
    """
    True where half a surrogate pair, as `\\ud83d` in JSON makes it, stands for a character: such
    text is no UTF-8, and whoever reads it would stumble.
    """
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
