"""
Reminders: which occurrence of a schedule is announced when, and what happens to missed ones.

Works on an open engine, under its lock. The mark is written before the reminder is announced, so
an occurrence is announced at most once whatever power and clock do; it stays in `read.upcoming`
until it is completed or closed, so none is lost. The wording is in firmware/words/reminders.py.
"""

from memory.archive import damage_repair
from memory.records import schedules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory.engine import Memory
    from memory.records.record import Record

AHEAD_MINUTES = 60


async def mark_due(memory: "Memory", ahead: int = AHEAD_MINUTES) -> "list[tuple[Record, bool]]":
    """
    [(record, late)] of the occurrences to announce now, soonest first, each marked as announced.

    Occurrences whose successor is due within `ahead` minutes are closed as missed first: the
    series goes to its latest occurrence, so a daily reminder continues, and four hundred missed
    days leave one open occurrence. Does nothing while the clock is not set. Raises StoreFull,
    Broken.
    """
    if not memory.clock.is_set():
        return []
    due = []
    async with memory.lock:
        now = memory.clock.now()
        damage_repair.mark_due_announced(memory, now)
        for record in memory.hot("schedule"):
            changed = schedules.caught_up(record, now, ahead * 60)
            if changed is not None:
                memory.replace(changed)
        for record in schedules.due_within(memory.hot("schedule"), now, ahead):
            if record.get("announced") is None:
                memory.replace(record.revised(now, announced=now))
                due.append((record, schedules.begins(record) < now))
    return due
