"""
Damage repair: at a start, puts back into hot memory what NVS has lost.

If NVS was erased, which shows by its missing epoch, all records of the snapshot and of the log
since are put back. If single slots no longer check, NVS has dropped them without notice: then the
records that the snapshot has and the log has not ended are put back. If the snapshot cannot be
read, the next starts try again, and until then it is not replaced.
"""

from micropython import const

from memory.errors import MemoryFault
from memory.records import schedules

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.store import Store

_STARTS = const(3)  # that try
# Numbers that are kept beside the slots.
_FLAG = "restore"  # how many starts have failed
_RESTORED = "restored"  # 1 until the marks of what was due in the meantime are set


def repair(store: "Store", epoch: "str | None") -> bool:
    """
    Repair hot memory of a store that is being opened; `epoch` is the manifest's. True where the
    snapshot still has what hot memory lacks. Raises nothing that the archive could be blamed for.
    """
    hot = store.hot_store
    failed = hot.number(_FLAG) or 0
    lost = store.ids.lost() and (epoch is not None or store.snapshot().exists())
    try:
        if lost or failed:
            _restore(store)
        else:
            _refill(store, epoch)
    except MemoryFault as e:
        again = (lost or failed) and failed + 1 < _STARTS
        text = "what hot memory lacks cannot be taken from the snapshot: %s" % e
        store.report("snapshot", text + "; tried again at the next start" if again else text)
        if lost or failed:
            hot.set_number(_FLAG, failed + 1 if again else 0)
        return bool(again)
    if failed:
        hot.set_number(_FLAG, 0)
    return False


def _restore(store: "Store") -> None:
    """Put back all that NVS has lost; after a power cut in it the next start begins again."""
    hot, ids = store.hot_store, store.ids
    was_empty = not hot.keys()
    result = store.snapshot().restore(store.archive, ids.lost())
    if ids.lost():
        hot.set_number(_RESTORED, 1)
    if result is not None and result[0]:
        _report(store, result)
    elif was_empty:
        lost_since = None if store.log is None else store.log.last_day
        store.notify("recovered", what="hot memory was empty", lost_since=lost_since)
    else:
        store.report("epoch", "NVS had lost it; a new one is drawn, nothing else is missing")


def _refill(store: "Store", epoch: "str | None") -> None:
    """Put back single records that NVS has dropped."""
    own = store.ids.kept()
    if own is not None:
        nameless = epoch if store.hot_store.damaged else None
        result = store.snapshot().refill(own, nameless, store.archive)
        if result[0]:
            _report(store, result)


def _report(store: "Store", result: tuple) -> None:
    what = "hot memory, %d records from the snapshot" % result[0]
    store.notify("recovered", what=what, lost_since=result[1])


def mark_due_announced(store: "Store", now: int) -> None:
    """
    After a restore, what was due by now is not announced; what was delivered to nobody remains to
    be delivered. For holders of the lock.
    """
    if not store.hot_store.number(_RESTORED):
        return
    for record in schedules.due_within(store.hot("schedule"), store.clock, 0):
        marked = schedules.restored(record, now)
        if marked is not record:
            store.replace(marked)
    store.hot_store.set_number(_RESTORED, 0)
