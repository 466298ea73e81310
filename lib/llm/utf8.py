"""
UTF-8 that comes in parts, and what is none: text always comes of it.

A byte that belongs to no character becomes U+FFFD, as browsers do it: one broken character of a
model is no reason to lose its answer.
"""

from net.json_text import DecodeError, check_utf8

_REPLACEMENT = b"\xef\xbf\xbd"


def whole_characters(data: "bytearray | bytes") -> int:
    """How many of the bytes are before a character that is cut by the end."""
    size = len(data)
    for back in range(1, min(4, size + 1)):
        byte = data[size - back]
        if byte & 0xC0 != 0x80:
            need = 4 if byte >= 0xF0 else 3 if byte >= 0xE0 else 2 if byte >= 0xC0 else 1
            return size - back if need > back else size
    return size


def text(data: "bytearray | bytes") -> str:
    """The bytes as text."""
    try:
        check_utf8(data)  # type: ignore[arg-type]  # a bytearray is all the same to it
    except DecodeError:
        return _repaired(bytes(data))
    return data.decode()


def _repaired(data: bytes) -> str:
    out = []
    at = 0
    while at < len(data):
        byte = data[at]
        size = 4 if byte >= 0xF0 else 3 if byte >= 0xE0 else 2 if byte >= 0xC0 else 1
        one = data[at : at + size]
        try:
            check_utf8(one)
        except DecodeError:
            one = _REPLACEMENT
            size = 1
        out.append(one)
        at += size
    return b"".join(out).decode()


def encoded(code: int) -> bytes:
    """A code point as bytes. Not by chr(): MicroPython keeps what that returns for ever."""
    if code < 0x80:
        return bytes((code,))
    if code < 0x800:
        return bytes((0xC0 | code >> 6, 0x80 | code & 63))
    if code < 0x10000:
        return bytes((0xE0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63))
    return bytes(
        (0xF0 | code >> 18, 0x80 | code >> 12 & 63, 0x80 | code >> 6 & 63, 0x80 | code & 63)
    )
