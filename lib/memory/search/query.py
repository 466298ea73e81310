"""The query: what recall is asked for, and whether a record matches it."""

from micropython import const

from memory.records.kinds import WRITABLE, row_of
from memory.text import dates
from memory.text.folding import fold
from memory.text.line_filter import line_filter
from memory.text.terms import runs

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.interfaces import Progress
    from memory.records.record import Record
    from memory.text.line_filter import LineFilter

_ROOM = const(16384)


class Query:
    """
    A question to memory: `kinds` (names; None for all that the owner can write), `keyword` (text
    or None), `start` and `end` (days as `YYYY-MM-DD`, inclusive, or None), `limit`, `offset`, and
    `room`: bytes after which a page is full although `limit` is not reached. A dated record
    matches by the day on which it was created and by its own date. With `ranked`, records that
    answer the keyword without containing it follow those that contain it. Raises Rejected for a
    kind that is not known.
    """

    def __init__(
        self,
        kinds: "tuple | None" = None,
        keyword: "str | None" = None,
        start: "str | None" = None,
        end: "str | None" = None,
        limit: int = 10,
        offset: int = 0,
        room: int = _ROOM,
        ranked: bool = False,
    ) -> None:
        self.room = room
        self.ranked = ranked
        # async def progress(done, total): called while segments are scanned
        self.progress: "Progress | None" = None
        self.inside = False  # True: the keyword is one word, to be searched for inside words
        self.text = keyword or ""
        self.kinds = kinds or WRITABLE
        for kind in self.kinds:
            row_of(kind)  # or it is Rejected
        self.any_kind = False  # True: those of newer versions too, and affection
        self.keyword = fold(keyword.strip()) if keyword else ""
        self.start = start
        self.end = end
        self.limit = limit
        self.offset = offset

    def matches(self, record: "Record") -> bool:
        """True when the record is of a wanted kind, in range, and contains the keyword."""
        if not self.fits(record):
            return False
        return not self.keyword or self.keyword in fold(record.words())

    def fits(self, record: "Record") -> bool:
        """True when the record is of a wanted kind and in range."""
        if not self.any_kind and record.kind not in self.kinds:
            return False
        if self.start is None and self.end is None:
            return True
        if self._in_range(dates.day_text(record.created)):
            return True
        day = dates.day_of(record.get("when", ""))
        return day is not None and self._in_range(day)

    def is_word(self) -> bool:
        """True where the keyword is one word of letters and digits."""
        if not self.keyword:
            return False
        found = runs(self.keyword)
        return len(found) == 1 and not found[0][0] and found[0][1] == self.keyword.encode()

    def _in_range(self, day: str) -> bool:
        return (self.start is None or day >= self.start) and (self.end is None or day <= self.end)

    def line_filter(self, near: "list | tuple" = ()) -> "LineFilter | None":
        """
        Rejects lines that cannot match and have no folded text `near`; None if none can be told.
        """
        return line_filter([self.keyword] + list(near)) if self.keyword else None
