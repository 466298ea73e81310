"""
Upkeep: what moves to the archive with time, nightly and weekly.

Works on an open `engine.Memory` in small steps: each moves a few records under the memory's lock
and then lets others run. When to call it is decided by the firmware's scheduler; a run that is cut
is simply begun again, since what is due is read from the records themselves.
"""

import asyncio

from micropython import const

from memory.changes import eviction
from memory.records import schedules
from memory.records.ids import counter_of
from memory.records.kinds import ROLLS
from memory.text import dates

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_STEP = const(5)  # records a step: one append, one batch
_KEEP_DAYS = const(30)  # facts and moments stay at hand so long
_KEEP_COMPLETED = const(86400)  # completed one-offs stay a day


def _aged(memory: "Any", kind: str, now: int) -> list:
    """The facts or moments told more than 30 days ago, oldest first, pinned ones left out."""
    records = memory.hot(kind)
    movable = eviction.oldest(kind, records, len(records))
    return [r for r in movable if r.created + _KEEP_DAYS * dates.DAY <= now and not r.approx]


def _completed(memory: "Any", now: int) -> list:
    """Completed one-offs whose day at hand is over, oldest first."""
    before = now - _KEEP_COMPLETED
    found = [r for r in memory.each("schedule") if 0 <= r.get("completed", -1) <= before]
    found.reverse()
    return found


def _past(memory: "Any", now: int) -> list:
    """Events that have passed and one-offs forgotten for more than a day, oldest first."""
    records = memory.hot("event", "schedule")
    found = [r for r in records if schedules.is_open(r) and schedules.is_over(r, now)]
    found.reverse()
    return found


async def nightly(memory: "Any") -> int:
    """Archive what is older than 30 days, and completed one-offs; how many were moved."""
    moved = await _move(memory, _completed)
    for kind in sorted(ROLLS):
        moved += await _move(memory, lambda memory, now, kind=kind: _aged(memory, kind, now))
    return moved


async def weekly(memory: "Any") -> int:
    """Archive past events; how many were moved."""
    return await _move(memory, _past)


async def _move(memory: "Any", due: "Any") -> int:
    """
    Move what `due(memory, now)` lists, a step at a time. Raises ArchiveAway, StoreFull or Broken
    with what was not moved still hot.
    """
    moved = 0
    while True:
        async with memory.lock:
            records = due(memory, memory.clock.now())[:_STEP]
            if not records:
                return moved
            records.sort(key=lambda record: counter_of(record.id))
            moved += len(memory.archive(records))
        await asyncio.sleep(0)
