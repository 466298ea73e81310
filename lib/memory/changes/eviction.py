"""
Rolling: which records leave hot memory when a kind is at its cap.

Pure choice over records, of which it holds those that leave: all of a kind as objects would be a
third of a small heap; `archive` does the moving (docs/DESIGN.md has the caps and why).
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
    from typing import Any


def make_room(kind: str, memory: "Any", now: int) -> list:
    """
    The records that go to the archive so that one more of `kind` fits; [] when there is room.

    `memory` has count(kind), each(kind), newest first, and every(kinds). Raises CapReached where
    nothing may leave.
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


def _over(records: "Iterable", now: int) -> list:
    leaving = [record for record in records if schedules.is_over(record, now)]
    if not leaving:
        text = "there are already %d events and schedules, none of them over" % EVENTS_CAP
        raise CapReached("cap", text, kind="event", cap=EVENTS_CAP)
    leaving.sort(key=lambda record: counter_of(record.id), reverse=True)
    return leaving


def oldest(kind: str, records: "Iterable", count: int) -> list:
    """
    The `count` oldest of `records` (newest first), oldest first; facts of the highest importance,
    up to PINNED_FACTS of them, stay.
    """
    pinned = PINNED_FACTS if kind == "fact" else 0
    leaving: list = []
    for record in records:
        if pinned and record.get("importance", 0) >= PINNED_IMPORTANCE:
            pinned -= 1
            continue
        leaving.append(record)
        if len(leaving) > count:
            leaving.pop(0)
    leaving.reverse()
    return leaving
