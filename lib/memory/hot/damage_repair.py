"""
Mending: what a start does about hot memory that is not all there.

NVS was erased (it has no epoch): everything comes back from the snapshot. Or single records have
gone without a word, since NVS drops what does not check: the snapshot knows them, and the log does
not know of their end. What cannot be read today is tried again at the next starts, and until then
the snapshot is not replaced. Loaded for the start alone; works for `store`, which is being opened.
"""

from micropython import const

from memory.errors import MemoryFault

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_STARTS = const(3)  # at which it is tried
_FLAG = "restore"  # beside the slots: how often it has failed


def mend(store: "Any", epoch: "str | None") -> None:
    """`epoch` is the manifest's. Raises nothing that the archive could be blamed for."""
    failed = store._hot.flag(_FLAG)
    lost = store._ids.lost() and (epoch is not None or store._has_snapshot())
    try:
        if lost or failed:
            _restore(store)
        else:
            _refill(store, epoch)
    except MemoryFault as e:
        again = (lost or failed) and failed + 1 < _STARTS
        text = "what hot memory lacks cannot be taken from the snapshot: %s" % e
        store._damage("snapshot", text + "; tried again at the next start" if again else text)
        store.restoring = again
        if lost or failed:
            store._hot.set_flag(_FLAG, failed + 1 if again else 0)
        return
    if failed:
        store._hot.set_flag(_FLAG, 0)


def _restore(store: "Any") -> None:
    """
    Put back all that NVS has lost. A cut in between begins it anew, since the epoch is drawn
    afterwards.
    """
    empty = not store._hot.keys()
    found = store._snapshot().restore(store._archive, store._ids.lost())
    if store._ids.lost():
        store._hot.set_flag("restored", 1)
    if found is not None and found[0]:
        _tell(store, found)
    elif empty:
        lost = store._log.last_day
        store._notify("recovered", what="hot memory was empty", lost_since=lost)
    else:
        store._damage("epoch", "NVS had lost it; a new one is drawn, nothing else is missing")


def _refill(store: "Any", epoch: "str | None") -> None:
    """Put back single records that have gone."""
    own = store._ids.kept()
    if own is not None:
        nameless = epoch if store._hot.damaged else None
        found = store._snapshot().refill(own, nameless, store._archive)
        if found[0]:
            _tell(store, found)


def _tell(store: "Any", found: tuple) -> None:
    what = "hot memory, %d records from the snapshot" % found[0]
    store._notify("recovered", what=what, lost_since=found[1])
