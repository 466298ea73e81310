"""
Reminders: which occurrence of a schedule is told when, and what happens to missed ones.

Works on an open engine. Each occurrence is told within the hour before it and again at its minute
(the marks of memory.records.schedules). Announced is written before the reminder is told to
anybody and delivered when somebody has noticed it, so it is told once for each mark; only a power
cut in between repeats it. It stays in `read.upcoming` until it is completed or closed. Who is told
is in delivery.py, the wording in firmware/words/reminders.py.
"""

from memory.archive import damage_repair
from memory.errors import Broken, MemoryFault
from memory.records import schedules
from memory.text import dates
from memory.text.folding import plain

from firmware.system import events
from firmware.words import reminders as words
from firmware.words.messages import say

from . import relationship

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory.engine import Memory
    from memory.records.record import Record

AHEAD_MINUTES = 60


async def mark_due(memory: "Memory", ahead: int = AHEAD_MINUTES) -> "list[tuple[Record, str]]":
    """
    [(record, mark)] of the occurrences to announce now, soonest first, each marked as announced.

    Occurrences whose successor is due within `ahead` minutes are closed as missed first: the
    series goes to its latest occurrence, so a daily reminder continues, and four hundred missed
    days leave one open occurrence. A full hot memory has room for the marks: they may pass its
    limit. Does nothing while the clock is not set. Raises StoreFull, Broken where nothing can be
    marked; what could be marked before is returned.
    """
    if not memory.clock.is_set():
        return []
    due: "list[tuple[Record, str]]" = []
    async with memory.lock:
        now = memory.clock.now()
        try:
            damage_repair.mark_due_announced(memory, now)
        except Broken as e:  # what is to come is told all the same
            events.log("error", "reminders", "a restore cannot be looked for: %s" % e)
        for record in memory.hot("schedule"):
            changed = schedules.caught_up(record, memory.clock, ahead * 60)
            if changed is not None:
                memory.replace(changed, False)
        for record in schedules.due_within(memory.hot("schedule"), memory.clock, ahead):
            mark = schedules.to_announce(record, memory.clock)
            if mark is None:
                continue
            try:
                memory.replace(schedules.announced(record, mark, now), False)
            except MemoryFault:
                if not due:
                    raise
                break  # the next look marks the others, or raises
            due.append((record, mark))
    return due


def next_minute(memory: "Memory", since: int) -> "int | None":
    """
    When the next occurrence after `since` begins that is to be told at its minute, or None; times
    of UTC.
    """
    coming = [
        memory.clock.instant(schedules.begins(record))
        for record in memory.hot("schedule")
        if schedules.is_open(record) and not schedules.announced_at_minute(record)
    ]
    return min([begin for begin in coming if begin > since], default=None)


def undelivered(memory: "Memory") -> "list[tuple[Record, str]]":
    """[(record, mark)] of what was announced and noticed by nobody yet, soonest first."""
    rows = [(record, schedules.to_deliver(record)) for record in memory.hot("schedule")]
    found = [(record, mark) for record, mark in rows if mark is not None]
    found.sort(key=lambda row: (schedules.begins(row[0]), row[0].id))
    return found


async def mark_delivered(memory: "Memory", id: str, when: str, mark: str) -> None:
    """Mark an occurrence as delivered, unless it is over meanwhile. Raises StoreFull, Broken."""
    async with memory.lock:
        for record in memory.hot("schedule"):
            same = record.id == id and record.get("when") == when
            if same and schedules.to_deliver(record) == mark:
                marked = schedules.delivered(record, mark, memory.clock.now())
                memory.replace(marked, False)


def fields(memory: "Memory", record: "Record", mark: str, late: bool) -> dict:
    """
    What is told: id, content, due, mark, priority, late, message, and suspect where the record
    reads like an instruction, whose words are left out. `late`: later than it should have been.
    """
    now = memory.clock.now()
    told = {
        "id": record.id,
        "content": say("suspect_words") if record.suspect else plain(record.content),
        "due": record.get("when"),
        "mark": mark,
        "priority": record.get("priority"),
        "late": late,
    }
    stage = relationship.stage(memory.coins())
    passed = schedules.is_late(record, memory.clock)
    time = "passed" if passed else "now" if mark == schedules.DUE else "coming"
    priority = record.get("priority", 3)
    told["message"] = words.wording(told["content"], _when(record, now), priority, time, stage)
    if record.suspect:
        told["suspect"] = True
    return told


def _when(record: "Record", now: int) -> str:
    """The time alone if it is today, else the date too."""
    text: str = record.get("when")
    return text[11:] if text[:10] == dates.day_text(now) else text
