"""
Reminders: which occurrence of a schedule and which todo is told when, and what happens to missed
ones.

Works on an open engine. Each occurrence is told within the hour before it and again at its minute,
a todo at its `remind` and at its `due` (memory.records.marks). Announced is written before the
reminder is told to anybody and delivered when somebody has noticed it, so it is told once for each
mark; only a power cut in between repeats it. It stays in `read.upcoming` until it is completed or
closed. Who is told is in delivery.py, the wording in firmware/words/reminders.py.
"""

from memory.archive import damage_repair
from memory.errors import Broken, MemoryFault
from memory.records import marks, schedules
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
            damage_repair.mark_due_announced(memory)
        except Broken as e:  # what is to come is told all the same
            events.log("error", "reminders", "a restore cannot be looked for: %s" % e)
        for record in memory.hot("schedule"):
            changed = schedules.caught_up(record, memory.clock, ahead * 60)
            if changed is not None:
                memory.replace(changed, False)
        for record in marks.due_within(memory.hot(*marks.KINDS), memory.clock, ahead):
            mark = marks.to_announce(record, memory.clock)
            if mark is None:
                continue
            try:
                memory.replace(marks.announced(record, mark, now), False)
            except MemoryFault:
                if not due:
                    raise
                break  # the next look marks the others, or raises
            due.append((record, mark))
    return due


def next_minute(memory: "Memory", since: int) -> "int | None":
    """
    The next minute after `since` at which an occurrence or a todo is to be told, or None; times of
    UTC.
    """
    coming = []
    for record in memory.hot(*marks.KINDS):
        coming += [memory.clock.instant(at) for at in marks.to_come(record)]
    return min([begin for begin in coming if begin > since], default=None)


def is_overdue(memory: "Memory") -> bool:
    """True where what is due by now is still to be announced."""
    near = marks.due_within(memory.hot(*marks.KINDS), memory.clock, 0)
    return [1 for one in near if marks.to_announce(one, memory.clock) is not None] != []


def undelivered(memory: "Memory") -> "list[tuple[Record, str]]":
    """[(record, mark)] of what was announced and noticed by nobody yet, soonest first."""
    rows = [(record, marks.to_deliver(record)) for record in memory.hot(*marks.KINDS)]
    found = [(record, mark) for record, mark in rows if mark is not None]
    found.sort(key=lambda row: (marks.begins(row[0]), row[0].id))
    return found


async def mark_delivered(memory: "Memory", id: str, when: str, mark: str) -> None:
    """
    Mark what has this `key` as delivered, unless it is over meanwhile. Raises StoreFull, Broken.
    """
    async with memory.lock:
        for record in memory.hot(*marks.KINDS):
            if key(record, mark) == (id, when, mark) and marks.to_deliver(record) == mark:
                marked = marks.delivered(record, mark, memory.clock.now())
                memory.replace(marked, False)


def key(record: "Record", mark: str) -> "tuple[str, str, str]":
    """(id, minute, mark): what tells this telling from all others."""
    return record.id, marks.moment(record, mark), mark


def key_of(told: dict) -> "tuple[str, str, str]":
    """The key of what `fields` gave."""
    when = told["remind"] if told["mark"] == marks.AHEAD and "remind" in told else told["due"]
    return told["id"], when, told["mark"]


def fields(memory: "Memory", record: "Record", mark: str, late: bool) -> dict:
    """
    What is told: id, content, due, mark, priority, late, message, `remind` of a todo, and suspect
    where the record reads like an instruction, whose words are left out. `late`: later than it
    should have been.
    """
    now = memory.clock.now()
    told = {
        "id": record.id,
        "content": say("suspect_words") if record.suspect else plain(record.content),
        "due": marks.moment(record, marks.DUE),
        "mark": mark,
        "priority": record.get("priority", 3),
        "late": late,
    }
    is_todo = record.kind == "todo"
    if is_todo and record.get("remind") is not None:
        told["remind"] = marks.moment(record, marks.AHEAD)
    stage = relationship.stage(memory.coins())
    passed = marks.is_late(record, memory.clock)
    time = "passed" if passed else "now" if mark == marks.DUE else "coming"
    when = _when(told["due"], now)
    if is_todo:
        when = when if record.get("due") is not None else ""
        told["message"] = words.of_todo(told["content"], when, told["priority"], time, stage)
    else:
        told["message"] = words.wording(told["content"], when, told["priority"], time, stage)
    if record.suspect:
        told["suspect"] = True
    return told


def _when(text: str, now: int) -> str:
    """The time alone if it is today, else the date too."""
    return text[11:] if text[:10] == dates.day_text(now) else text
