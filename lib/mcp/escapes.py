"""
Escapes of characters in JSON: \\uXXXX, alone or as a surrogate pair.

Owns what they stand for, where MicroPython's parser gets it wrong; loaded by the first of them.
"""

from .jsontext import bad, unexpected


def unicode_end(data: bytes, at: int, pairs: "list[tuple[int, int]]") -> int:
    """Position after the escape (or pair of escapes) that begins with the backslash at `at`."""
    unit = _hex4(data, at + 2)
    if not 0xD800 <= unit <= 0xDFFF:
        return at + 6
    if unit < 0xDC00 and data[at + 6 : at + 8] == b"\\u":
        low = _hex4(data, at + 8)
        if 0xDC00 <= low <= 0xDFFF:
            pairs.append((at, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)))
            return at + 12
    raise bad("half a surrogate pair at byte %d" % at)


def _hex4(data: bytes, at: int) -> int:
    digits = data[at : at + 4]
    for c in digits:
        if c not in b"0123456789abcdefABCDEF":
            digits = b""
            break
    if len(digits) < 4:
        raise unexpected(at)
    return int(digits, 16)


def joined(data: bytes, pairs: "list[tuple[int, int]]") -> bytes:
    """`data` with each pair of escapes (12 bytes) as the character that it stands for."""
    pieces = []
    done = 0
    for at, code in pairs:
        pieces.append(data[done:at])
        pieces.append(_utf8(code))
        done = at + 12
    pieces.append(data[done:])
    return b"".join(pieces)


def _utf8(code: int) -> bytes:
    """A character above U+FFFF. Not by chr(): MicroPython keeps what that returns for ever."""
    rest = (code >> 12 & 63, code >> 6 & 63, code & 63)
    return bytes((0xF0 | code >> 18, 0x80 | rest[0], 0x80 | rest[1], 0x80 | rest[2]))
