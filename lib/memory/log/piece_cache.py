"""
Piece cache: the pieces of plain segments that stay in RAM.

Owns which of them do. Each recall reads the lines that are not indexed from the newest to the
oldest, and those are often more pieces than there is room for: where the oldest made room, each
would be gone when it is wanted again. So the newest makes room, and now and then the oldest, for
what nobody asks for any more. What is in a segment is for `log` to say.
"""

from micropython import const

_OLDEST = const(4)  # of so many pieces one makes the oldest go


class PieceCache:
    """At most `most` pieces, of 4 KB each at most, each by (segment, first byte, end)."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: "list[tuple[tuple[int, int, int], bytes]]" = []
        self._turn = 0

    def get(self, name: "tuple[int, int, int]") -> "bytes | None":
        for known, data in self._kept:
            if known == name:
                return data
        return None

    def put(self, name: "tuple[int, int, int]", data: bytes) -> None:
        """Keep a piece; one that began there and ended earlier has grown to it."""
        kept = [one for one in self._kept if one[0][:2] != name[:2]]
        if len(kept) >= self._most:
            self._turn += 1
            kept.pop(-1 if self._turn % _OLDEST else 0)
        kept.append((name, data))
        self._kept = kept

    def forget(self, number: int) -> None:
        """Drop the pieces of a segment."""
        self._kept = [one for one in self._kept if one[0][0] != number]
