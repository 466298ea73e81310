"""
Eviction: which records leave hot memory when a kind is at its cap.

It only chooses; `archive/archive.py` moves them (docs/DESIGN.md has the caps and why).
"""

from micropython import const

from memory.errors import CapReached
from memory.records import schedules
from memory.records.ids import counter_of
from memory.records.kinds import (
    BY_NAME,
    DATED,
    EVENTS_CAP,
    PINNED_FACTS,
    PINNED_IMPORTANCE,
    PROFILE,
    ROLLS,
)

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory.records.record import Record
    from memory.store import Store


def make_room(kind: str, memory: "Store", now: int) -> "list[Record]":
    """
    The records to move to the archive so that one more of `kind` fits; [] when there is room.
    Raises CapReached where no record may be evicted.
    """
    if kind in PROFILE:
        return []
    if kind in DATED:
        if sum([memory.count(name) for name in DATED]) < EVENTS_CAP:
            return []
        return _over(memory.every(DATED), now)
    cap = BY_NAME[kind].cap
    if memory.count(kind) < cap:
        return []
    if kind not in ROLLS:
        raise CapReached("cap", "there are already %d of %s" % (cap, kind), kind=kind, cap=cap)
    return oldest(kind, memory.each(kind), ROLLS[kind])


def _over(records: "Iterable[Record]", now: int) -> "list[Record]":
    evicted = [record for record in records if schedules.is_over(record, now)]
    if not evicted:
        text = "there are already %d events and schedules, none of them over" % EVENTS_CAP
        raise CapReached("cap", text, kind="event", cap=EVENTS_CAP)
    evicted.sort(key=lambda record: counter_of(record.id), reverse=True)
    return evicted


def oldest(kind: str, records: "Iterable[Record]", count: int) -> "list[Record]":
    """
    The `count` oldest of `records` (newest first), oldest first; facts of the highest importance,
    up to PINNED_FACTS of them, stay.
    """
    pinned = PINNED_FACTS if kind == "fact" else 0
    evicted: "list[Record]" = []
    for record in records:
        if pinned and record.get("importance", 0) >= PINNED_IMPORTANCE:
            pinned -= 1
            continue
        evicted.append(record)
        if len(evicted) > count:
            evicted.pop(0)
    evicted.reverse()
    return evicted
