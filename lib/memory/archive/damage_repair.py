"""
Damage repair: at a start, puts back into hot memory what NVS has lost.

If NVS was erased, which shows by its missing epoch, all records of the snapshot and of the log
since are put back. If single slots no longer check, NVS has dropped them without notice: then the
records that the snapshot has and the log has not ended are put back. If the snapshot cannot be
read, the next starts try again, and until then it is not replaced.
"""

from micropython import const

from memory.errors import MemoryFault
from memory.records import marks

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.codec import Line
    from memory.store import Store

    from .snapshot import Missing

_STARTS = const(3)  # that try
# Numbers that are kept beside the slots.
_FLAG = "restore"  # how many starts have failed
_RESTORED = "restored"  # 1 until the marks of what was due in the meantime are set


class Repair:
    """
    The repair of a store that is being opened; `epoch` is the manifest's. It looks for what is
    missing when it is made, before the open segment is taken over; `hear` is then given the lines
    of that segment, so that a start reads it once.
    """

    def __init__(self, store: "Store", epoch: "str | None") -> None:
        self._store = store
        hot, snapshot = store.hot_store, store.snapshot()
        self._lost = store.ids.lost() and (epoch is not None or snapshot.exists())
        self._failed = hot.number(_FLAG) or 0  # starts
        if self._failed and not self._lost and not snapshot.exists():
            self._failed = 0
        self._missing: "Missing | None" = None
        self._fault: "MemoryFault | None" = None
        if not store.ids.lost() and not self._failed:
            try:
                nameless = epoch if hot.damaged else None
                own = store.ids.kept() or ""
                self._missing = snapshot.compare(own, nameless, store.archive)
            except MemoryFault as e:
                self._fault = e

    def hear(self, line: "Line") -> None:
        """A line of the open segment."""
        if self._missing is not None:
            self._missing.hear(line)

    def finish(self) -> bool:
        """
        Put back what is missing. True where the snapshot still has what hot memory lacks. Raises
        nothing that the archive could be blamed for.
        """
        store, whole = self._store, self._lost or self._failed
        try:
            if self._fault is not None:
                raise self._fault
            if whole:
                _restore(store)
            elif self._missing is not None:
                count = store.snapshot().refill(self._missing, store.archive)
                if count:
                    _report(store, count, self._missing.taken)
        except MemoryFault as e:
            again = whole and self._failed + 1 < _STARTS
            text = "what hot memory lacks cannot be taken from the snapshot: %s" % e
            store.report("snapshot", text + "; tried again at the next start" if again else text)
            if whole:
                store.hot_store.set_number(_FLAG, self._failed + 1 if again else 0)
            return bool(again)
        if self._failed:
            store.hot_store.set_number(_FLAG, 0)
        return False


def _restore(store: "Store") -> None:
    """Put back all that NVS has lost; after a power cut in it the next start begins again."""
    hot, ids = store.hot_store, store.ids
    was_empty = not hot.keys()
    result = store.snapshot().restore(store.archive, ids.lost())
    if ids.lost():
        hot.set_number(_RESTORED, 1)
    if result is not None and result[0]:
        _report(store, *result)
    elif was_empty:
        lost_since = None if store.log is None else store.log.last_day
        store.notify("recovered", what="hot memory was empty", lost_since=lost_since)
    else:
        store.report("epoch", "NVS had lost it; a new one is drawn, nothing else is missing")


def _report(store: "Store", count: int, taken: str) -> None:
    what = "hot memory, %d records from the snapshot" % count
    store.notify("recovered", what=what, lost_since=taken)


def mark_due_announced(store: "Store") -> None:
    """
    After a restore, what was due by now is not announced; what was delivered to nobody remains to
    be delivered. For holders of the lock.
    """
    if not store.hot_store.number(_RESTORED):
        return
    for record in marks.due_within(store.hot(*marks.KINDS), store.clock, 0):
        marked = marks.restored(record, store.clock)
        if marked is not record:
            store.replace(marked, False)
    store.hot_store.set_number(_RESTORED, 0)
