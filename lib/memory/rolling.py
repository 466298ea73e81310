"""
Rolling: which records leave hot memory when a kind is at its cap.

Pure choice over lists of records; `archive` does the moving (docs/DESIGN.md has the caps and why).
"""

from . import schedules
from .errors import CapReached
from .kinds import BY_NAME, DATED, EVENTS_CAP, PINNED_FACTS, PINNED_IMPORTANCE, PROFILE, ROLLS


def make_room(kind: str, hot: "object", now: int) -> list:
    """
    The records that go to the archive so that one more of `kind` fits; [] when there is room.

    `hot(*kinds)` lists hot records, newest first. Raises CapReached where nothing may leave.
    """
    if kind in DATED:
        return _over(hot(*DATED), now)
    if kind in PROFILE:
        return []
    records = hot(kind)
    cap = BY_NAME[kind].cap
    if len(records) < cap:
        return []
    if kind not in ROLLS:
        raise CapReached("cap", "there are already %d of %s" % (cap, kind), kind=kind, cap=cap)
    return oldest(kind, records, ROLLS[kind])


def _over(records: list, now: int) -> list:
    if len(records) < EVENTS_CAP:
        return []
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
