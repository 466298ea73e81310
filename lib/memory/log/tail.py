"""Tail: the chunks of a plain segment from its end."""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

PIECE = 4096  # bytes of a segment that a scan holds, while an answer is in the making


class Tail:
    """Each chunk is read when it is popped: a scan holds one. `log` is the log.Log."""

    def __init__(self, log: "Any", number: int, size: int) -> None:
        self._log = log
        self._number = number
        self._end = size
        self.begin = size  # where in the segment the chunk begins that was popped last

    def __len__(self) -> int:
        return (self._end + PIECE - 1) // PIECE

    def pop(self) -> bytes:
        start = (self._end - 1) // PIECE * PIECE
        chunk: bytes = self._log.piece(self._number, start, self._end)
        self._end = self.begin = start
        return chunk
