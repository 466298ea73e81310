"""
The line filter: decides by a line's bytes whether it is worth parsing.

It rejects a line only where none of the texts can be in it once both are folded (`folding`). A
line that passes may still not match. For each text it looks for the longest piece that is spelled
in one way: Chinese as it is, letters and digits in either case and width.
"""

import micropython

from memory.viper import ptr8

_OTHER, _EXACT, _FOLDED = range(3)


def line_filter(texts: "list[str]", others: "list | tuple" = ()) -> "LineFilter | None":
    """
    A filter for lines that hold one of these folded texts, or what one of `others` finds by a
    `last` like that of the filter; None where any line may.
    """
    exact: "list[bytes]" = []
    folded: "list[bytes]" = []
    for text in texts:
        sort, piece = _longest(text.encode())
        if sort == _OTHER:
            return None
        (exact if sort == _EXACT else folded).append(piece)
    return LineFilter(exact, folded, others)


class LineFilter:
    """
    `exact` pieces are in a line as they are, `folded` ones in any case and width; `others` are
    those of `line_filter`.
    """

    def __init__(
        self,
        exact: "list[bytes]",
        folded: "list[bytes] | tuple" = (),
        others: "list | tuple" = (),
    ) -> None:
        self._exact = exact
        self._folded = folded
        self._others = others

    def passes(self, text: bytes) -> bool:
        """False where none of the texts can be in a line or in the bytes of a hot record."""
        return self.last(text, len(text)) >= 0

    def last(self, chunk: bytes, end: int) -> int:
        """The last offset before `end` at which one of the texts may begin, or -1."""
        found = -1
        for piece in self._exact:
            found = max(found, chunk.rfind(piece, 0, end))
        for piece in self._folded:
            found = max(found, _last(chunk, end, piece, len(piece)))
        for other in self._others:
            found = max(found, other.last(chunk, end))
        return found


def _longest(raw: bytes) -> "tuple[int, bytes]":
    """(how it is spelled, the piece to look for): Chinese before letters, since it is rarer."""
    best = (_OTHER, b"")
    at = 0
    while at < len(raw):
        sort = _character(raw, at)[0]
        begin = at
        while at < len(raw) and _character(raw, at)[0] == sort:
            at += _character(raw, at)[1]
        if sort == _OTHER:
            continue
        if best[0] == _OTHER or (sort == best[0] and at - begin > len(best[1])):
            best = (sort, raw[begin:at])
        elif sort == _EXACT and best[0] == _FOLDED:
            best = (sort, raw[begin:at])
    return best


def _character(raw: bytes, at: int) -> "tuple[int, int]":
    """(how it is spelled, size in bytes) of a character of a folded text."""
    byte = raw[at]
    if byte < 0x80:
        return (_FOLDED if 0x61 <= byte <= 0x7A or 0x30 <= byte <= 0x39 else _OTHER), 1
    if byte < 0xE0:
        return _OTHER, 2
    if byte >= 0xF0:
        return _OTHER, 4
    # U+2E80 to U+FEFF: folding makes none of them, and changes none but U+3000.
    low = byte < 0xE2 or (byte == 0xE2 and raw[at + 1] < 0xBA)
    high = byte == 0xEF and raw[at + 1] > 0xBB
    return (_OTHER if low or high else _EXACT), 3


@micropython.viper
def _last(text: object, end: int, piece: object, length: int) -> int:
    """
    The last offset before `end` of a piece of lower case ASCII letters and digits, in either case;
    or that of any letter or digit of full width, if it is later.
    """
    src = ptr8(text)
    want = ptr8(piece)
    first = want[0]
    at = end - 1
    while at >= 0:
        byte = src[at]
        if byte == first or byte + 32 == first:
            look = 0
            if at + length <= end:
                while look < length:
                    byte = src[at + look]
                    if byte >= 0x41 and byte <= 0x5A:
                        byte += 32
                    if byte != want[look]:
                        break
                    look += 1
            if look == length:
                return at
        elif byte == 0xEF and at + 2 < end and (src[at + 1] == 0xBC or src[at + 1] == 0xBD):
            # U+FF01 to U+FF5E as ASCII: 0x60 less, 0x20 less in the second half.
            byte = src[at + 2] - 0x60
            if src[at + 1] == 0xBD:
                byte += 0x40
            if byte >= 0x61 or (byte >= 0x41 and byte <= 0x5A) or (byte >= 0x30 and byte <= 0x39):
                return at
        at -= 1
    return -1
