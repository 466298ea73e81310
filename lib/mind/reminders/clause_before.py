"""
Clause before: what the clause before a reminder says of it, that the reminder leaves open.

我周六要坐飞机，早上六点提醒我 is on that day, and of the flight. Pure; `now` in local seconds.
"""

from memory.extract.date_phrases import Marks, resolve
from memory.extract.scan import drop, look, skip
from memory.text.script import fold

from ..rules import reminder_times
from ..rules.reminder_times import split, topic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def behind_day(w: "Any", sentence: str, now: int) -> "tuple[str, str, Marks | None]":
    """
    (clause, the same as it is read, day) where a reminder at a time stands behind a clause that
    says on which day: 我周六要坐飞机，早上六点提醒我. What that plans is read where the reminder
    has no words of its own.
    """
    text = sentence.replace(",", "，")
    at = text.find("，")
    while at > 0:
        first, clause = sentence[:at], sentence[at + 1 :].strip()
        at = text.find("，", at + 1)
        spoken = reminder_times.readable(
            w, clause if w.CHINESE else reminder_times.opened(clause), now
        )
        marks, left, _ = split(w, spoken, len(spoken), now)
        low = fold(left)
        end, letter = look(w.TRIGGERS, low, skip(w.BEFORE_TRIGGER, low))
        if letter not in ("r", "c") or not marks.timed() or marks.dated():
            continue
        day = reminder_times.day_of(
            split(w, first if w.CHINESE else reminder_times.opened(first), 99, now)[0], now
        )
        if day is None:
            continue
        is_empty = drop(w.TAILS, low, len(low), end) == end and not low[end:].strip()
        planned = topic(first, now) if is_empty else ""
        if planned:
            return clause, clause.replace("叫我", "提醒我") + w.TOPIC % planned, day
        return clause, clause, day
    return sentence, sentence, None


def clauses(w: "Any", first: str, now: int) -> "list[tuple[str, Marks | None]]":
    """
    [(clause, the day that one before it says)] of what all of which one wants to be reminded of:
    周六去看电影，周日去爬山，都提醒我一下; the whole where not each of several has its time.
    """
    found: "list[tuple[str, Marks | None]]" = []
    day = None
    rest = first.replace(",", "，") if w.CHINESE else first.replace(", and ", " and ")
    while rest:
        clause, _, rest = rest.partition("，" if w.CHINESE else " and ")
        text = reminder_times.readable(
            w, clause if w.CHINESE else reminder_times.opened(clause), now
        )
        marks = split(w, text, len(text), now)[0]
        if not marks.seen or resolve(marks, now) is None or not topic(clause, now):
            return [(first, None)]
        found.append((clause, day))
        day = reminder_times.day_of(marks, now) or day
    return found if len(found) > 1 else [(first, None)] * bool(first)
