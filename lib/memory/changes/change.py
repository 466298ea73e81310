"""Change: the result of a call that changes memory."""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.records.record import Record

ADDED, UPDATED, DELETED, NOOP = "ADDED", "UPDATED", "DELETED", "NOOP"


class Change:
    """
    What a call did: `result`, the `record` (None for a deletion of nothing), ids `archived`,
    `conflicts` [(record, begin)], `next` record of a series, `replaced`: the superseded words as a
    record, `ignored`: names of fields that do not belong to the kind, `notes`: what else the
    advisor did (codes of sentences), ids `evicted` from what may be offered.
    """

    def __init__(self, result: str, record: "Record | None") -> None:
        self.result = result
        self.record: "Any" = record
        self.archived: "list[str]" = []
        self.conflicts: "list[tuple]" = []
        self.next: "Record | None" = None
        self.replaced: "Record | None" = None
        self.removed: "list[str]" = []  # ids of what was deleted
        self.ignored: "list[str]" = []
        self.notes: "list[str]" = []
        self.evicted: "list[str]" = []
