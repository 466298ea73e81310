"""Eviction: chooses which records leave hot memory when a kind is at its cap (docs/DESIGN.md)."""

from micropython import const

from memory.errors import CapReached
from memory.records import kinds, schedules
from memory.records.ids import counter_of

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory.records.record import Record
    from memory.store import Store


def make_room(kind: str, memory: "Store", now: int) -> "list[Record]":
    """The records to archive so that one more of `kind` fits, maybe []. Raises CapReached."""
    if kind in kinds.PROFILE:
        return []
    if kind in kinds.DATED:
        if sum([memory.count(name) for name in kinds.DATED]) < kinds.EVENTS_CAP:
            return []
        return _over(memory.every(kinds.DATED), now)
    cap = kinds.row_of(kind).cap
    if memory.count(kind) < cap:
        return []
    if kind not in kinds.ROLLS:
        raise CapReached("cap", "there are already %d of %s" % (cap, kind), kind=kind, cap=cap)
    return oldest(kind, memory.each(kind), kinds.ROLLS[kind])


def _over(records: "Iterable[Record]", now: int) -> "list[Record]":
    evicted = [record for record in records if schedules.is_over(record, now)]
    if not evicted:
        text = "there are already %d events and schedules, none of them over" % kinds.EVENTS_CAP
        raise CapReached("cap", text, kind="event", cap=kinds.EVENTS_CAP)
    evicted.sort(key=lambda record: counter_of(record.id), reverse=True)
    return evicted


def oldest(kind: str, records: "Iterable[Record]", count: int) -> "list[Record]":
    """The `count` oldest of `records` (newest first), oldest first, without the pinned facts."""
    pinned = kinds.PINNED_FACTS if kind == "fact" else 0
    evicted: "list[Record]" = []
    for record in records:
        if pinned and record.get("importance", 0) >= kinds.PINNED_IMPORTANCE:
            pinned -= 1
            continue
        evicted.append(record)
        if len(evicted) > count:
            evicted.pop(0)
    evicted.reverse()
    return evicted
