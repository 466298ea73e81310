"""
Recent records: the members that were read last, so that a talk about one thing reads it once.

Owns at most 32 records in RAM. Who changes a member says so (`drop`). Pure.
"""

from collections import OrderedDict

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

_MOST = const(32)


class RecentRecords:
    """By id, the one read first leaves first."""

    def __init__(self) -> None:
        self._records: "OrderedDict[str, Record]" = OrderedDict()
        self.drops = 0  # what was read before the last one may be outdated

    def get(self, id: str) -> "Record | None":
        """The record, None where it has to be read."""
        return self._records.get(id)

    def put(self, record: "Record") -> "Record":
        """Keep a record that was read; it is returned."""
        if record.id not in self._records and len(self._records) >= _MOST:
            self._records.pop(next(iter(self._records)))
        self._records[record.id] = record
        return record

    def drop(self, id: str) -> None:
        """Forget a record that has changed."""
        self._records.pop(id, None)
        self.drops += 1
