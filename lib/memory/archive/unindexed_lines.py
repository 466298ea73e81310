"""
Unindexed lines: what is known of the lines that the index does not have, so that a recall looks at
no more of them than its keyword is in, and looking for an id reads them only where there may be
one of it.

Owns, for the segments after the one that the index goes through, a bit for each id, the place of
the latest line of each id that has several, and how far they were read: after an append no more
than the new lines are. An id too many costs a look. Where a line does not tell its id, every id
may be there; where one is not spelled as ours are, or too many ids have several, it is not known
which lines are the latest, and Archive.scan looks at all of them.
"""

from micropython import const

from memory.errors import Broken
from memory.log.lines import DROPPED, ID_START, LINE_BYTES, lines_forward, lines_passing
from memory.log.manifest import BYTES, NUMBER, is_pack
from memory.log.tail import PIECE
from memory.records.id_set import IdSet

from .superseded import id_of, id_of_plain, revises

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from memory.log.log import Log
    from memory.text.line_filter import LineFilter

_PLACES_MOST = const(256)  # ids with several lines, of 80 bytes each
_NEXT = b'"next":{'


class UnindexedLines:
    """Of one log. Several may `read` in turn, each a segment at a time."""

    def __init__(self, log: "Log") -> None:
        self._log = log
        self._begin(-1)

    def _begin(self, since: int) -> None:
        self._since = since
        self._ids = IdSet()
        self._revised = IdSet()  # of lines that have an earlier one
        self._place = (max(0, since), 0)  # (segment, bytes of it) that were read
        self._is_sure = True  # of the ids
        # {(epoch, counter): (segment, first byte)} of the latest line of ids with several; None
        # where it is not known.
        self._places: "dict[tuple[bytes, int], tuple[int, int]] | None" = {}

    def read(self, since: int) -> "Iterator[None]":
        """Read the lines after segment `since`, but those read before. Raises Broken."""
        if since != self._since:
            self._begin(since)
        for number in reversed(self._log.segments(since)):
            if number < self._place[0]:
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
        at = begin = begin if begin < size else 0
        if row is not None and is_pack(row):
            self._places = None
            chunks = self._log.chunks(number)
        else:
            chunks = self._pieces(number, begin, size)
        for text in lines_forward(chunks, LINE_BYTES):
            if text != DROPPED:
                self._add(text, (number, at))
            at += len(text) + 1
        if at != size:  # half a line, or an empty one: the places are wrong
            self._places = None
        self._place = (number, size)
        return True

    def _add(self, text: bytes, place: "tuple[int, int]") -> None:
        plain = id_of_plain(text)
        found = plain or id_of(text)
        if found is not None and revises(text):
            self._revised.add(*found)
        if found is None:
            self._is_sure = False
            self._places = None
        elif not self._ids.add(*found) and self._places is not None:
            self._places[found] = place
            if len(self._places) > _PLACES_MOST:
                self._places = None
        if plain is None and not (text.startswith(ID_START) and text.find(_NEXT) >= 0):
            self._places = None  # in another spelling, where a filter does not find its words

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

    def knows_latest(self, since: int) -> "Generator[None, None, bool]":
        """Read what is new; False where it is not known then which lines are the latest."""
        try:
            yield from self.read(since)
        except Broken:
            return False  # whoever scans tells it, or passes over what cannot be read
        if since != self._since or self._place != self._log.position:
            return False
        for row in reversed(self._log.manifest.sealed):
            if row[NUMBER] <= since:
                break
            if is_pack(row):
                self._places = None  # of segments that are packed now
        return self._places is not None

    def passing(
        self, line_filter: "LineFilter", since: int, decided: "IdSet"
    ) -> "Iterator[tuple[int, bytes] | None]":
        """
        (segment, line) of the latest lines after segment `since` that the filter lets pass, newest
        first, None whenever others may run: call it where `knows_latest`, and see `distrust`. Ids
        in `decided` are left out; add to it each line's that parses. At the end it has those of
        all lines that revise an earlier one, too. What is appended meanwhile is not seen. Raises
        Broken.
        """
        log = self._log
        revised = self._revised.copy()
        places = dict(self._places or {})
        for number in log.segments(since):
            for at, text in lines_passing(log.tail(number), line_filter):
                found = id_of_plain(text) or id_of(text)
                if found is None or places.get(found, (number, at)) != (number, at):
                    continue
                if not decided.has(*found):
                    yield number, text
            yield None
        decided.join(revised)

    def distrust(self) -> None:
        """A line has an id and does not parse: from now on a full scan says what is so."""
        self._places = None
