"""
The weighted filter: decides by a line's bytes whether the texts in it weigh enough together.

Like `line_filter`, for a ranking: of lines that share a word or two with a question most are far
from the page, and telling so takes no parsing. What the texts weigh is for the ranking to say.
"""

from array import array

import micropython
from micropython import const

from memory.viper import ptr8, ptr16

from .line_filter import longest_piece

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable

_BUCKETS = const(1024)  # a power of two
_WEIGHT_MOST = const(65535)


def weighted_filter(texts: "Iterable[tuple[bytes, int]]", least: int) -> "WeightedFilter | None":
    """
    A filter for lines in which these folded texts, (text, weight) each, weigh at least `least`
    together; None where any line may, since it is not to be told which of the texts are in it.
    """
    weights: "dict[bytes, int]" = {}
    is_wide = 0
    for text, weight in texts:
        # One or two characters, as most terms are, are their own piece.
        piece = text if _is_plain(text) else longest_piece(text)
        if len(piece) < 2:
            least -= weight  # it may be in any line
        else:
            weight += weights.get(piece, 0)
            weights[piece] = min(weight, _WEIGHT_MOST)
            least -= weight - weights[piece]
            if piece[0] < 0x80:
                is_wide = 1
    return WeightedFilter(weights, is_wide, least) if least > 0 else None


def _is_plain(text: bytes) -> bool:
    """True for one or two common characters of Chinese."""
    size = len(text)
    if size == 3:
        return 0xE4 <= text[0] <= 0xE9
    return size == 6 and 0xE4 <= text[0] <= 0xE9 and 0xE4 <= text[3] <= 0xE9


class WeightedFilter:
    """As LineFilter. `weights` are of the pieces to look for, each of which counts once a line."""

    looks_at_words = True

    def __init__(self, weights: "dict[bytes, int]", is_wide: int, least: int) -> None:
        self._is_wide = is_wide
        self._least = least
        self._seen = bytearray(len(weights) or 1)
        buckets: "dict[int, list]" = {}
        for number, piece in enumerate(weights):
            cut = piece[:255].lower()
            at = (cut[0] << 6 ^ cut[1]) & _BUCKETS - 1
            weight = weights[piece]
            head = bytes((len(cut), weight & 255, weight >> 8, number & 255, number >> 8))
            buckets.setdefault(at, []).append(head + cut)
        # Where in `_pieces` the pieces begin that begin with two such bytes, + 1; a 0 ends them.
        self._starts = array("H", bytes(2 * _BUCKETS))
        pieces: "list[bytes]" = []
        size = 0
        for at, some in buckets.items():
            self._starts[at] = size + 1
            pieces += some
            pieces.append(b"\0")
            size += sum([len(one) for one in some]) + 1
        self._pieces = b"".join(pieces)

    def passes(self, text: bytes) -> bool:
        """True for a text, a line or the words of a record, in which the pieces weigh enough."""
        return self._heavy(text, len(text), 0) >= 0

    def last(self, chunk: bytes, end: int) -> int:
        """An offset before `end` in the last line in which they do; -1 for none."""
        return self._heavy(chunk, min(end, len(chunk)), 1)

    def _heavy(self, text: bytes, end: int, by_line: int) -> int:
        seen = self._seen
        size = len(seen) << 2 | by_line << 1 | self._is_wide
        return int(_heavy(text, end, self._starts, self._pieces, seen, size, self._least))


@micropython.viper
def _heavy(  # noqa: C901, PLR0915  one loop
    text: object, end: int, starts: object, pieces: object, seen: object, how: int, least: int
) -> int:
    """
    `WeightedFilter.last`: `how` is the size of `seen` times 4, and 2 where a new line begins to
    count anew, and 1 where letters are looked for, which may be wide or have accents.
    """
    src = ptr8(text)
    start = ptr16(starts)
    want = ptr8(pieces)
    counted = ptr8(seen)
    many = how >> 2
    at = end - 1
    after = 0  # the byte behind
    total = 0
    found = -1
    while at >= 0 and found < 0:
        first = src[at]
        if first >= 0x41 and first <= 0x5A:
            first += 32
        elif first == 0x0A and how & 2 != 0 and total != 0:
            total = 0
            piece = 0
            while piece < many:
                counted[piece] = 0
                piece += 1
        elif first == 0xEF and how & 1 != 0 and at + 2 < end and (src[at + 1] | 1) == 0xBD:
            byte = src[at + 2] - 0x60  # a letter of full width, as line_filter has it
            if src[at + 1] == 0xBD:
                byte += 0x40
            if byte >= 0x61 or (byte >= 0x41 and byte <= 0x5A) or (byte >= 0x30 and byte <= 0x39):
                found = at
        elif first >= 0xC3 and first <= 0xCD and how & 1 != 0:
            found = at  # a letter with an accent, which its term has not
        piece = start[(first << 6 ^ after) & 1023]
        if piece:
            piece -= 1
            while want[piece]:
                length = want[piece]
                number = want[piece + 3] | want[piece + 4] << 8
                if at + length <= end and counted[number] == 0:
                    look = 0
                    while look < length:
                        byte = src[at + look]
                        if byte >= 0x41 and byte <= 0x5A:
                            byte += 32
                        if byte != want[piece + 5 + look]:
                            break
                        look += 1
                    if look == length:
                        counted[number] = 1
                        total += want[piece + 1] | want[piece + 2] << 8
                        if total >= least:
                            found = at
                piece += 5 + length
        after = first
        at -= 1
    piece = 0
    while piece < many:
        counted[piece] = 0
        piece += 1
    return found
