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
        self._kept: "dict[tuple[int, int], tuple[int, bytes]]" = {}  # (end, bytes) by the others
        self._order: "list[tuple[int, int]]" = []  # the oldest first
        self._turn = 0

    def get(self, name: "tuple[int, int, int]") -> "bytes | None":
        known = self._kept.get(name[:2])
        return known[1] if known is not None and known[0] == name[2] else None

    def put(self, name: "tuple[int, int, int]", data: bytes) -> None:
        """Keep a piece; one that began there and ended earlier has grown to it."""
        place = name[:2]
        order = self._order
        if place in self._kept:
            order.remove(place)
        elif len(order) >= self._most:
            self._turn += 1
            del self._kept[order.pop(-1 if self._turn % _OLDEST else 0)]
        order.append(place)
        self._kept[place] = (name[2], data)

    def forget(self, number: int) -> None:
        """Drop the pieces of a segment."""
        self._order = [place for place in self._order if place[0] != number]
        self._kept = {place: self._kept[place] for place in self._order}
