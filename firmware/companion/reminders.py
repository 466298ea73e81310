"""
Reminders: which occurrence is announced when, and what happens to those nobody completed.

Works on an open `engine.Memory` under its lock. Marks first, announces after: the mark is durable
before anybody hears of it, so an occurrence is announced at most once whatever power and clock do,
and stays in `read.upcoming` until it is completed or closed, so none is lost. How it is worded is
not decided here.
"""

from memory.records import schedules
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

AHEAD_MINUTES = 60


async def look(memory: "Any", ahead: int = AHEAD_MINUTES) -> list:
    """
    [(record, late)] of the occurrences to announce now, soonest first, each marked as announced.

    Occurrences whose successor falls due by then are closed as missed first: the series goes to
    its latest one, so a daily reminder never dies and four hundred missed days leave one open
    occurrence. Does nothing while the clock is not set. Raises StoreFull, Broken.
    """
    if not memory.clock.is_set():
        return []
    found = []
    async with memory.lock:
        now = memory.clock.now()
        memory.mark_due_announced(now)
        for record in memory.hot("schedule"):
            changed = schedules.caught_up(record, now, ahead * 60)
            if changed is not None:
                memory.replace(changed)
        for record in schedules.due_within(memory.hot("schedule"), now, ahead):
            if record.get("announced") is None:
                memory.replace(record.revised(now, announced=now))
                found.append((record, schedules.begins(record) < now))
    return found
