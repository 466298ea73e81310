"""
Rolling: which records leave hot memory when a kind is at its cap.

Pure choice over lists of records; `archive` does the moving (docs/DESIGN.md has the caps and why).
"""

from micropython import const

from . import schedules
from .errors import CapReached
from .kinds import BY_NAME, DATED, EVENTS_CAP, PINNED_FACTS, PINNED_IMPORTANCE, PROFILE, ROLLS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any


def make_room(kind: str, memory: "Any", now: int) -> list:
    """
    The records that go to the archive so that one more of `kind` fits; [] when there is room.

    `memory` has count(kind) and hot(*kinds), newest first. Raises CapReached where nothing may
    leave.
    """
    if kind in PROFILE:
        return []
    if kind in DATED:
        if sum([memory.count(name) for name in DATED]) < EVENTS_CAP:
            return []
        return _over(memory.hot(*DATED), now)
    cap = BY_NAME[kind].cap
    if memory.count(kind) < cap:
        return []
    if kind not in ROLLS:
        raise CapReached("cap", "there are already %d of %s" % (cap, kind), kind=kind, cap=cap)
    return oldest(kind, memory.hot(kind), ROLLS[kind])


def _over(records: list, now: int) -> list:
    leaving = [record for record in records if schedules.is_over(record, now)]
    if not leaving:
        text = "there are already %d events and schedules, none of them over" % EVENTS_CAP
        raise CapReached("cap", text, kind="event", cap=EVENTS_CAP)
    return leaving


def oldest(kind: str, records: list, count: int) -> list:
    """
    The `count` oldest of `records` (newest first), oldest first; facts of the highest importance,
    up to PINNED_FACTS of them, stay.
    """
    pinned = []
    if kind == "fact":
        weighty = [r for r in records if r.get("importance", 0) >= PINNED_IMPORTANCE]
        pinned = [record.id for record in weighty[:PINNED_FACTS]]
    leaving = [record for record in records if record.id not in pinned]
    leaving.reverse()
    return leaving[:count]
