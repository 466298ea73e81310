"""
Unindexed ids: which ids have lines that the index does not have, so that looking for a record by
its id reads those lines only where there may be one of it.

Owns a bit for each id in the segments after the one that the index goes through, and how far they
were read: after an append no more than the new lines are. An id too many costs a look; where a
line does not tell its id, every id may be there.
"""

from micropython import const

from memory.log.lines import DROPPED, lines_forward
from memory.log.manifest import BYTES, is_pack
from memory.log.tail import PIECE
from memory.records.id_set import IdSet

from .superseded import id_of

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory.log.log import Log


class UnindexedIds:
    """Of one log. Several may `read` in turn, each a segment at a time."""

    def __init__(self, log: "Log") -> None:
        self._log = log
        self._since = -1
        self._ids = IdSet()
        self._place = (0, 0)  # (segment, bytes of it) that were read
        self._is_sure = True

    def read(self, since: int) -> "Iterator[None]":
        """Read the lines after segment `since`, but those read before. Raises Broken."""
        if since != self._since:
            self._since = since
            self._ids = IdSet()
            self._place = (since, 0)
            self._is_sure = True
        for number in reversed(self._log.segments()):
            if number <= since or number < self._place[0]:
                continue
            if self._since != since:
                return  # another task has begun anew
            if self._read(number):
                yield None

    def _read(self, number: int) -> bool:
        """True where there was something to read."""
        row = self._log.row(number)
        size = self._log.position[1] if row is None else row[BYTES]
        begin = self._place[1] if number == self._place[0] else 0
        if begin == size:
            self._place = (number, size)
            return False
        if row is not None and is_pack(row):
            chunks = self._log.chunks(number)
        else:
            chunks = self._pieces(number, begin if begin < size else 0, size)
        for text in lines_forward(chunks):
            found = None if text == DROPPED else id_of(text)
            if found is not None:
                self._ids.add(*found)
            elif text != DROPPED:
                self._is_sure = False
        self._place = (number, size)
        return True

    def _pieces(self, number: int, begin: int, size: int) -> "Iterator[bytes]":
        """These bytes of a plain segment, in the pieces that a scan reads, which may be in RAM."""
        at = begin // PIECE * PIECE
        while at < size:
            data = self._log.piece(number, at, min(at + PIECE, size))
            if not data:
                return
            yield data[begin - at :] if begin > at else data
            at += PIECE

    def may_have(self, since: int, epoch: bytes, counter: int) -> bool:
        """False where no line after segment `since` is of this id, and all have been read."""
        if since != self._since or self._place != self._log.position or not self._is_sure:
            return True
        return self._ids.has(epoch, counter)
