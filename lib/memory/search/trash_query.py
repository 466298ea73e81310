"""The query to the trash: which records are there, by why and when they went."""

from memory.index.documents import TRASHED
from memory.records.fields import REASONS
from memory.records.ids import is_older
from memory.text.line_filter import LineFilter

from .query import Query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory.records.record import Record


class TrashQuery(Query):
    """
    Asks for what is in the trash at `now` for one of the `reasons` (words of the field), `purged`:
    for what the trash has given up; `together`: what went there with this id; `after`: the id
    after which to go on.
    """

    by_sketch = False

    def __init__(
        self,
        now: int,
        limit: int,
        offset: int = 0,
        reasons: tuple = REASONS,
        purged: bool = False,
        together: "str | None" = None,
        after: "str | None" = None,
    ) -> None:
        super().__init__(None, None, None, None, limit, offset)
        self.any_kind = self.trashed = True
        self.either = [_constraint(reasons)]
        self.after = after
        self._now = now
        self._reasons = [REASONS.index(reason) for reason in reasons]
        self._purged = purged
        self._together = together
        self.only: "str | None" = None  # the one kind that is asked for
        self._filter = LineFilter([b'"trashed_at":'])

    def matches(self, record: "Record") -> bool:
        """As the class says."""
        if self.after is not None and not is_older(record.id, self.after):
            return False
        if self.only is not None and record.kind != self.only:
            return False
        if record.get("trashed_at") is None or record.get("reason") not in self._reasons:
            return False
        if self._together is not None and record.get("trashed_with") != self._together:
            return False
        return (record.get("purge_at", 0) <= self._now) == self._purged


def _constraint(reasons: tuple) -> tuple:
    """The constraint of `index/candidates.py` for records trashed for one of these reasons."""
    wanted = [TRASHED + bytes((48 + REASONS.index(reason),)) for reason in reasons]
    return min(wanted), max(wanted), lambda term: term in wanted, b""
