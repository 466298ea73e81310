"""The query of a list that is read page by page: which records there are, the newest first."""

from .query import Query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory.records.record import Record


class ListQuery(Query):
    """
    Asks for records of these `kinds` (names; None for all that `listed` has) whose texts contain
    the folded `words`, wherever in a word they begin: what the index and a scan find is the same,
    however far a page is. `after` is the id after which to go on, None for the first page: a page
    holds what is older than it, so that nothing comes twice or is passed over while memory
    changes. Raises Rejected for a kind that is not known.
    """

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

    def is_word(self) -> bool:
        """False: the words are looked for inside words at once."""
        return False

    def fits(self, record: "Record") -> bool:
        """As Query, of the kinds listed."""
        return record.kind in self._listed and super().fits(record)
