"""
The line filter: decides by a line's bytes whether it is worth parsing.

It rejects a line only where none of the texts can be in it once both are folded (`folding`). A
line that passes may still not match. For each text it looks for the longest piece that is spelled
in one way: Chinese as it is, letters and digits in either case and width. Where it looks for
letters, a line with an accent passes: how a word is spelled without it is not for bytes to tell.
"""

import micropython
from micropython import const

from memory.viper import ptr8

_OTHER, _EXACT, _FOLDED = range(3)
_CREATED = b'"created":"'
_DAY_BYTES = const(10)
_BEGINS = const(1024)  # a power of two


def line_filter(texts: "list[str]", others: "list | tuple" = ()) -> "LineFilter | None":
    """
    A filter for lines that hold one of these folded texts, or what one of `others` finds, which
    have `last` and `passes` like the filter, and `filter` where they are a LineFilter of pieces;
    None where any line may.
    """
    exact: "list[bytes]" = []
    folded: "list[bytes]" = []
    more: "list" = []
    for other in others:
        if other.filter is None:
            more.append(other)
        else:
            exact += other.filter.exact
            folded += other.filter.folded
    for text in texts:
        sort, piece = _longest(text.encode())
        if sort == _OTHER:
            return None
        (exact if sort == _EXACT else folded).append(piece)
    found = LineFilter(exact, folded, more)
    found.looks_at_words = not [one for one in others if not one.looks_at_words]
    return found


class LineFilter:
    """
    `exact` pieces are in a line in one width, `folded` ones in any; `others` are those of
    `line_filter`.
    """

    filter: "LineFilter | None" = None  # of one that is among the `others` of another
    looks_at_words = False  # True where it looks at nothing else of a line

    def __init__(
        self,
        exact: "list[bytes]",
        folded: "list[bytes] | tuple" = (),
        others: "list | tuple" = (),
    ) -> None:
        self.exact = exact
        self.folded = folded
        self._others = others
        self._finders: "list | None" = None  # made at first use: of many only the pieces are
        # Where each of them found something last in `_chunk`: lines are cut off its end one by
        # one, and most of those places still hold then.
        self._chunk = b""
        self._until = 0
        self._places: "list[int]" = []

    def passes(self, text: bytes) -> bool:
        """False where none of the texts can be in a line or in the bytes of a hot record."""
        for finder in self._made():
            if finder.passes(text):
                return True
        return False

    def _made(self) -> list:
        """The finders of all pieces, and of the others."""
        if self._finders is None:
            self._finders = list(self._others)
            if self.exact or self.folded:
                self._finders.append(_Pieces(self.exact, self.folded))
        return self._finders

    def last(self, chunk: bytes, end: int) -> int:
        """The last offset before `end` at which one of the texts may begin, or -1."""
        places = self._places
        finders = self._made()
        if chunk is not self._chunk or end > self._until:
            self._chunk = chunk
            places = self._places = [end] * len(finders)
        self._until = end
        found = -1
        for at, finder in enumerate(finders):
            if places[at] >= end:
                places[at] = finder.last(chunk, end)
            found = max(found, places[at])
        return found


class _Pieces:
    """Pieces of texts, all of which one walk over a text looks for, in any case."""

    def __init__(self, exact: "list[bytes]", folded: "list[bytes] | tuple") -> None:
        self._is_wide = 1 if folded else 0
        self._begins = bytearray(_BEGINS)  # 1 where two bytes with this hash may begin a piece
        self._pieces = b""  # each behind a byte with its length
        for piece in list(exact) + list(folded):
            cut = piece[:255].lower()
            for second in cut[1:2] or range(256):
                self._begins[(cut[0] << 6 ^ second) & (_BEGINS - 1)] = 1
            self._pieces += bytes((len(cut),)) + cut

    def passes(self, text: bytes) -> bool:
        """True for a text with one of them."""
        return self.last(text, len(text)) >= 0

    def last(self, text: bytes, end: int) -> int:
        """
        The last offset before `end` of a piece, a letter of full width or an accent; -1 for none.
        """
        pieces = self._pieces
        end = min(end, len(text))
        return int(_last_of(text, end, self._begins, pieces, len(pieces), self._is_wide))


class DayFilter(LineFilter):
    """
    As LineFilter, for lines of records that were created on a day from `start` to `end`
    (YYYY-MM-DD, None: open), or that name a date of their own.
    """

    def __init__(self, start: "str | None", end: "str | None") -> None:
        super().__init__([])
        self._start = b"" if start is None else start.encode()
        self._end = b"\xff" if end is None else end.encode()

    def passes(self, text: bytes) -> bool:
        """False where the record of a line has no day in range. In another spelling: True."""
        at = text.find(_CREATED)
        if at < 0 or text.find(b"\\u") >= 0:
            return True
        at += len(_CREATED)
        if self._start <= text[at : at + _DAY_BYTES] <= self._end:
            return True
        return text.find(b'"when"') >= 0 or text.find(b'"next"') >= 0

    def last(self, chunk: bytes, end: int) -> int:
        """Any line before `end` may pass."""
        return end - 1


def _longest(raw: bytes) -> "tuple[int, bytes]":
    """(how it is spelled, the piece to look for): Chinese before letters, since it is rarer."""
    if raw.isalpha() and raw.islower():  # ASCII, as most are
        return _FOLDED, raw
    exact = folded = b""
    at = 0
    size = len(raw)
    while at < size:
        begin = at
        while at < size and _is_exact(raw, at):
            at += 3
        if at - begin > len(exact):
            exact = raw[begin:at]
        begin = at
        while at < size and (0x61 <= raw[at] <= 0x7A or 0x30 <= raw[at] <= 0x39):
            at += 1
        if at - begin > len(folded):
            folded = raw[begin:at]
        while (
            at < size
            and not _is_exact(raw, at)
            and not (0x61 <= raw[at] <= 0x7A or 0x30 <= raw[at] <= 0x39)
        ):
            byte = raw[at]
            at += 1 if byte < 0x80 else 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
    if exact:
        return _EXACT, exact
    return (_FOLDED, folded) if folded else (_OTHER, b"")


def longest_piece(raw: bytes) -> bytes:
    """A piece of a folded text that every line has which holds it; b"" where none can be told."""
    return _longest(raw)[1]


def _is_exact(raw: bytes, at: int) -> bool:
    """
    True for a character of a folded text from U+2E80 to U+FEFF: folding makes none of them, and
    changes none but U+3000.
    """
    byte = raw[at]
    if 0xE4 <= byte <= 0xED:  # most
        return True
    if byte < 0xE2 or byte >= 0xF0:
        return False
    low = byte == 0xE2 and raw[at + 1] < 0xBA
    high = byte == 0xEF and raw[at + 1] > 0xBB
    return not (low or high)


@micropython.viper
def _last_of(  # noqa: C901  one loop
    text: object, end: int, begins: object, pieces: object, size: int, wide: int
) -> int:
    """
    `_Pieces.last`: `pieces` has `size` bytes, `wide` is 0 where no letter may be wide or have an
    accent.
    """
    src = ptr8(text)
    marks = ptr8(begins)
    want = ptr8(pieces)
    at = end - 1
    after = 0  # the byte behind
    while at >= 0:
        first = src[at]
        if first >= 0x41 and first <= 0x5A:
            first += 32
        elif first == 0xEF and wide != 0 and at + 2 < end and (src[at + 1] | 1) == 0xBD:
            # U+FF01 to U+FF5E as ASCII: 0x60 less, 0x20 less in the second half.
            byte = src[at + 2] - 0x60
            if src[at + 1] == 0xBD:
                byte += 0x40
            if byte >= 0x61 or (byte >= 0x41 and byte <= 0x5A) or (byte >= 0x30 and byte <= 0x39):
                return at
        elif first >= 0xC3 and first <= 0xCD and wide != 0 and (first <= 0xC5 or first >= 0xCC):
            return at
        if marks[(first << 6 ^ after) & 1023]:
            piece = 0
            while piece < size:
                length = want[piece]
                look = 0
                if at + length <= end:
                    while look < length:
                        byte = src[at + look]
                        if byte >= 0x41 and byte <= 0x5A:
                            byte += 32
                        if byte != want[piece + 1 + look]:
                            break
                        look += 1
                    if look == length:
                        return at
                piece += length + 1
        after = first
        at -= 1
    return -1
