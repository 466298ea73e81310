"""Lookalike letters: of other scripts, in circles or of mathematics, that look like ASCII."""

# Letters of two bytes that look like one of ASCII, after folding: Cyrillic, Greek.
_ALIKE = "аaеeоoрpсcуyхxіiѕsјjԁdһhԛqԝwкkмmтtвbнhαaεeοoρpτtυuνvιiκkηn"
_FANCY = (b"\xcc", b"\xcd", b"\xe2\x92", b"\xe2\x93", b"\xf0\x9d", b"\xf0\x9f")
_SETS = (
    (0x249C, 0x24B6), (0x24B6, 0x24EA), (0x1D400, 0x1D6A4), (0x1F110, 0x1F12A),
    (0x1F130, 0x1F14A), (0x1F150, 0x1F16A), (0x1F170, 0x1F18A), (0x1F1E6, 0x1F200),
)  # fmt: skip


def to_ascii(raw: bytes) -> bytes:
    """The text with lookalike letters replaced by those of ASCII."""
    for at in range(0, len(_ALIKE), 2):
        one = _ALIKE[at : at + 1].encode()
        if raw.find(one[:1]) >= 0:
            raw = raw.replace(one, _ALIKE[at + 1 : at + 2].encode())
    for lead in _FANCY:
        if raw.find(lead) >= 0:
            return _plain_letters(raw)
    return raw


def _plain_letters(raw: bytes) -> bytes:
    """Letters in circles, squares and of mathematics as those of ASCII; marks on letters go."""
    out = bytearray()
    at = 0
    while at < len(raw):
        first = raw[at]
        size = 1 if first < 0xC0 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
        code = first & 0x0F if size > 2 else first & 0x1F
        for byte in raw[at + 1 : at + size]:
            code = code << 6 | byte & 0x3F
        for begin, end in _SETS:
            if size > 1 and begin <= code < end:
                out.append(97 + (code - begin) % 26)
                break
        else:
            if size != 2 or not 0x300 <= code < 0x370:
                out.extend(raw[at : at + size])
        at += size
    return bytes(out)
