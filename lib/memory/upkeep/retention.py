"""
Retention: moves to the archive what has been in hot memory long enough, nightly and weekly, and
removes the turns that are older than 30 days.

Works on an open `engine.Memory` in small steps: each moves a few records under the memory's lock
and then lets others run by the caller's `step`, which may also end the job. The caller decides
when. After a power cut the same call moves what is left, since what is due is read from the
records themselves.
"""

import asyncio

from micropython import const

from memory.changes import eviction
from memory.errors import MemoryFault
from memory.records import marks, schedules
from memory.records.ids import counter_of
from memory.records.kinds import ROLLS
from memory.text import dates

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from memory.records.codec import Record
    from memory.store import Store

_STEP = const(5)  # records a step: one append, one batch
_KEEP_DAYS = const(30)  # facts and moments stay hot so long
_KEEP_COMPLETED = const(86400)  # seconds that completed one-offs stay hot


async def next_step() -> None:
    """Let others run."""
    await asyncio.sleep(0)


def _aged(memory: "Store", kind: str, now: int) -> "list[Record]":
    """The facts or moments recorded more than 30 days ago, oldest first, without pinned ones."""
    records = memory.hot(kind)
    movable = eviction.oldest(kind, records, len(records))
    return [r for r in movable if r.created + _KEEP_DAYS * dates.DAY <= now and not r.approx]


def _completed(memory: "Store", now: int) -> "list[Record]":
    """One-offs and todos that were completed more than a day ago, oldest first."""
    before = now - _KEEP_COMPLETED
    due = [r for r in memory.hot(*marks.KINDS) if 0 <= r.get("completed", -1) <= before]
    due.reverse()
    return due


def _past(memory: "Store", now: int) -> "list[Record]":
    """Events that have passed and one-offs that were left open for over a day, oldest first."""
    records = memory.hot("event", "schedule")
    due = [r for r in records if schedules.is_open(r) and schedules.is_over(r, now)]
    due.reverse()
    return due


async def nightly(memory: "Store", step: "Callable[[], Awaitable[None]]" = next_step) -> int:
    """
    Archive what is older than 30 days, completed one-offs and todos; how many were moved. Turns
    that are older than 30 days go for good. For a clock that is known to be right.
    """
    moved = await _move(memory, _completed, step)
    for kind in sorted(ROLLS):

        def due(memory: "Store", now: int, kind: str = kind) -> "list[Record]":
            return _aged(memory, kind, now)

        moved += await _move(memory, due, step)
    try:
        await memory.turns.retire()
    except MemoryFault as e:  # memory is kept without its turns too; the next night tries again
        memory.report("turns", str(e))
    return moved


async def weekly(memory: "Store", step: "Callable[[], Awaitable[None]]" = next_step) -> int:
    """Archive past events; how many were moved."""
    return await _move(memory, _past, step)


async def _move(
    memory: "Store",
    due: "Callable[[Store, int], list[Record]]",
    step: "Callable[[], Awaitable[None]]",
) -> int:
    """Move what `due` lists, a step at a time. Raises ArchiveUnavailable, StoreFull, Broken."""
    moved = 0
    while True:
        async with memory.lock:
            records = due(memory, memory.clock.now())[:_STEP]
            if not records:
                return moved
            records.sort(key=lambda record: counter_of(record.id))
            moved += len(memory.move_to_archive(records))
        await step()
