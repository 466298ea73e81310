"""The query of a list that is read page by page: which records there are, the newest first."""

from micropython import const

from memory.records.ids import counter_of
from memory.text.line_filter import LineFilter

from .query import Query

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

_ID_START = b'{"id":"'  # as our own lines begin
_COUNTER_AT = const(10)
_DIGITS = const(10)  # of a counter, at most


class ListQuery(Query):
    """
    Asks for records of these `kinds` (names; None for all that `listed` has) whose texts contain
    the folded `words`, wherever in a word they begin: what the index and a scan find is the same,
    however far a page is. `after` is the id after which to go on, None for the first page: a page
    holds what is older than it, so that nothing comes twice or is passed over while memory
    changes. Raises Rejected for a kind that is not known.
    """

    by_letters = True

    def __init__(
        self,
        listed: tuple,
        kinds: "tuple | None",
        words: str,
        limit: int,
        after: "str | None",
        room: int,
    ) -> None:
        super().__init__(kinds, words, limit=limit, room=room)
        self._listed = listed
        self.anywhere = True
        self.after = after

    def line_filter(self) -> "LineFilter | None":
        """Rejects lines that cannot match, those of records that are newer than `after` too."""
        own = super().line_filter()
        return own if self.after is None else _NotNewer(self.after, own)

    def is_word(self) -> bool:
        """False: the words are looked for inside words at once."""
        return False

    def fits(self, record: "Record") -> bool:
        """As Query, of the kinds listed."""
        return record.kind in self._listed and super().fits(record)


class _NotNewer(LineFilter):
    """Of the lines that pass `own`, those that may be of a record up to the id `after`."""

    def __init__(self, after: str, own: "LineFilter | None") -> None:
        super().__init__([])
        self._counter = counter_of(after)
        self._own = own

    def passes(self, text: bytes) -> bool:
        """False for a line of a newer record, as our own lines are spelled."""
        if text.startswith(_ID_START):
            end = text.find(b'"', _COUNTER_AT, _COUNTER_AT + _DIGITS + 1)
            digits = text[_COUNTER_AT:end] if end > 0 else b""
            if digits.isdigit() and int(digits) > self._counter:
                return False
        return self._own is None or self._own.passes(text)

    def last(self, chunk: bytes, end: int) -> int:
        """The last offset before `end` at which a line may pass."""
        return end - 1 if self._own is None else self._own.last(chunk, end)
