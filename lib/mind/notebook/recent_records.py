"""
Recent records: the members that were read last, so that a talk about one thing reads it once.

Owns at most 128 records in RAM. Who changes a member says so (`drop`). Pure.
"""

from memory.recent import Recent
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

_MOST = const(64)


class RecentRecords:
    """By id; what was not asked for since it was read leaves first."""

    def __init__(self) -> None:
        self._records = Recent(_MOST)
        self.drops = 0  # what was read before the last one may be outdated

    def get(self, id: str) -> "Record | None":
        """The record, None where it has to be read."""
        found: "Record | None" = self._records.get(id)
        return found

    def put(self, record: "Record") -> "Record":
        """Keep a record that was read; it is returned."""
        self._records.put(record.id, record)
        return record

    def drop(self, id: str) -> None:
        """Forget a record that has changed."""
        self._records.drop(id)
        self.drops += 1
