"""Eviction: chooses which records leave hot memory when a kind is at its cap (docs/DESIGN.md)."""

from micropython import const

from memory.errors import CapReached, StoreFull
from memory.records import kinds, schedules
from memory.records.ids import counter_of, key_of

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memory.records.record import Record
    from memory.store import Store


# Kinds whose records may leave for others where NVS is full, whatever their caps.
_MAY_LEAVE = ("family", "like", "dislike", "fact", "trait", "habit", "moment", "goal")


def make_room(kind: str, memory: "Store", now: int) -> "list[Record] | None":
    """
    The records to archive so that one more of `kind` fits, maybe []; None where the new one is to
    be archived itself. Raises CapReached where nothing of the kind may leave.
    """
    if kind in kinds.PROFILE:
        return []
    if kind in kinds.DATED:
        if sum([memory.count(name) for name in kinds.DATED]) < kinds.EVENTS_CAP:
            return []
        return _over(memory.every(kinds.DATED), now)
    cap = kinds.row_of(kind).cap
    if memory.count(kind) < cap:
        return []
    if not cap:
        return None
    if kind == "todo":
        done = [record for record in memory.each(kind) if not schedules.is_open(record)]
        if done:
            return sorted(done, key=lambda record: counter_of(record.id))
        raise _full(kind, cap)
    if kind in kinds.ROLLS:
        return oldest(kind, memory.each(kind), kinds.ROLLS[kind])
    return lightest(memory.each(kind), memory.weigh)


def check_todos(memory: "Store", more: int) -> None:
    """Raise CapReached where `more` open todos find no room, though all done ones left."""
    cap = kinds.row_of("todo").cap
    opened = [True for record in memory.each("todo") if schedules.is_open(record)]
    if more and len(opened) + more > cap:
        raise _full("todo", cap)


def _full(kind: str, cap: int) -> CapReached:
    return CapReached("cap", "there are already %d of %s" % (cap, kind), kind=kind, cap=cap)


def is_core(record: "Record") -> bool:
    """True for what must never be given up: docs/DESIGN.md, "The mind"."""
    core: bool = record.get("p", 0) >= kinds.CORE
    return core


def lightest(
    records: "Iterable[Record]", weigh: "Callable[[Record], float]"
) -> "list[Record] | None":
    """The one of least weight, the oldest of several, as a list; None where all are core."""
    found = None
    for record in records:
        if is_core(record):
            continue
        row = (weigh(record), counter_of(record.id), record)
        if found is None or row[:2] < found[:2]:
            found = row
    return None if found is None else [found[2]]


def overflow(memory: "Store", puts: list, evicted: "list[Record]") -> "list[Record]":
    """
    `evicted`, and where NVS has no room for `puts` so many more of the lightest records that it
    has. Raises StoreFull where that is not enough.
    """
    leaving = list(evicted)
    lighter: "list[Record] | None" = None
    while True:
        try:
            memory.hot_store.check(puts, [key_of(one.kind, one.id) for one in leaving])
            return leaving
        except StoreFull:
            if lighter is None:
                lighter = [one for one in memory.every(_MAY_LEAVE) if not is_core(one)]
                lighter = [one for one in lighter if one not in leaving]
                lighter.sort(key=lambda one: (memory.weigh(one), counter_of(one.id)))
            if not lighter:
                raise
            leaving.append(lighter.pop(0))


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
        if pinned and (record.get("importance", 0) >= kinds.PINNED_IMPORTANCE or is_core(record)):
            pinned -= 1
            continue
        evicted.append(record)
        if len(evicted) > count:
            evicted.pop(0)
    evicted.reverse()
    return evicted
