"""
Lead times: how far ahead of a plan somebody wants to be reminded of it.

周六中午吃饭，提前一小时提醒我; 下周五考试，前一天晚上八点提醒我复习; "remind me two hours before
my flight on Friday at 6 pm". A plan without a time of the day has days before it, and no hours.
Pure; `now` in local seconds.
"""

from memory.extract.date_phrases import Marks, resolve
from memory.extract.extractor import extract
from memory.extract.scan import cut, drop, entry, head, skip, trimmed
from memory.text import dates
from memory.text.script import fold

from ..rules import reminder_times
from ..rules.reminder_times import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Lead = tuple[int, int, int | None]  # days, seconds, and the clock that was said, or None

_LAST_MINUTE = 86340
_MORNING = 32400
_EVENING = 72000
_BEFORE_ZH = ("提前", "前面", "前", "头")
_OPEN_ZH = "|在|请|麻烦|你|"
_NIGHTS = "|the night|the evening|an evening|"
_MINE = "|the |my |our |a |an |"
_QUOTES = "| |"


def ahead(w: "Any", sentence: str, now: int) -> "tuple[str, dict] | None":
    """
    (clause, the todo) of a sentence that asks to be reminded ahead of its plan, or of what is done
    then, 提醒我出门; clause holds no more. `refused` where the plan has no time or that is over.
    """
    low = fold(sentence).rstrip(" .!")
    if not w.CHINESE:
        return _before_thing(w, sentence, now) or _behind_plan(w, sentence, low, now)
    for sign in _BEFORE_ZH:
        at = low.rfind(sign)
        if at > 0:
            return _behind_plan(w, sentence, low, now, sign)
    return None


def _behind_plan(
    w: "Any", sentence: str, low: str, now: int, sign: str = ""
) -> "tuple[str, dict] | None":
    sign = sign or w.REMINDED_AHEAD
    at = low.rfind(sign)
    begin = at + len(sign)
    end = cut(w.BEFOREHAND, low, begin)
    stop = end - (not w.CHINESE)  # with the space before it
    stop += head(w.BEFOREHAND, low, stop)
    words = low[stop:]
    if at <= 0 or end == len(low):
        return None
    if not w.CHINESE and drop(w.BEFOREHAND, low, len(low)) > end:
        if not words.startswith(" to "):
            return None
        stop += 4
    lead = _lead(w, low[begin:end].strip(), now)
    first = skip(_OPEN_ZH, low) if w.CHINESE else 0
    plan = sentence[first : drop(w.BEFORE_AHEAD, low, at, first + 1)].rstrip(" ,")
    plans = [one for one in extract(plan, now) if one.kind in ("schedule", "event")]
    if lead is None or len(plans) != 1 or "repeat" in plans[0].fields:
        return None
    when = str(plans[0].fields["when"])
    deed = sentence[stop : drop(w.TAILS, low, len(low), stop)].strip() if words else ""
    found = _made(plans[0].content, when, lead, deed, now)
    is_apart = deed or len(when) < 9 or "refused" in found
    return (sentence[first + len(plan) :].strip(" ,") if is_apart else sentence), found


def _before_thing(w: "Any", sentence: str, now: int) -> "tuple[str, dict] | None":
    """Remind me, or me to pack, two hours before my flight on Friday at 6 pm, or that to pack."""
    text = reminder_times.opened(sentence.rstrip(" .!"))
    low = fold(text)
    begin = skip(w.BEFORE_TRIGGER, low)
    at = low.find(" before ")
    if not low[begin:].startswith(w.REMINDED_AHEAD) or at < 0 or len(low) != len(text):
        return None
    begin += len(w.REMINDED_AHEAD)
    lead, start = None, begin
    while lead is None and start < at:
        lead = _lead(w, low[start:at], now)
        start = start if lead is not None else low.find(" ", start) + 1 or at
    deed = text[begin:start].strip()
    if lead is None or (deed and not deed.startswith("to ")):
        return None
    thing = reminder_times.readable(w, text[at + 8 :], now)
    marks, _, places = split(w, thing, len(thing), now)
    resolved = resolve(marks, now)
    if resolved is None or len(resolved[0]) < 10 or resolved[1] or not places or places[0] > 0:
        return None  # of a time itself: before April 2nd
    pieces = [thing[places[one] : places[one + 1]] for one in range(0, len(places), 2)]
    if len(pieces) > 1 and pieces[-1].startswith("to "):
        deed = pieces.pop()
    name = "".join(pieces).strip()
    name = name[head(_MINE, fold(name)) :]
    return (sentence, _made(name, resolved[0], lead, deed[3:].strip(), now)) if name else None


def _lead(w: "Any", said: str, now: int) -> "Lead | None":
    """Of 一天, 一天晚上八点, "two hours", "the night"; None where it is no length."""
    if entry(_NIGHTS, said):
        return 1, 0, _EVENING
    spans = ["in %s " % said.replace("the ", "a ")]
    if w.CHINESE:
        spans = [said[:at] + "后" + said[at:] for at in range(1, len(said) + 1)]
    for span in spans:
        marks, left, _ = split(w, span, len(span), now)
        resolved = resolve(marks, now)
        if trimmed(left, _QUOTES) or resolved is None or resolved[1]:
            continue
        if marks.at is not None:
            return 0, marks.at - now, None
        days = 0 if marks.day is None else marks.day - now // dates.DAY
        if days > 0:
            return days, 0, _clock(marks, resolved[0], now)
    return None


def _clock(marks: Marks, when: str, now: int) -> "int | None":
    at = dates.parse(when)
    if dates.has_time(when):
        return at % dates.DAY
    return reminder_times.in_part(marks, at, now) % dates.DAY if marks.part else None


def _made(name: str, when: str, lead: "Lead", deed: str, now: int) -> dict:
    """The todo of a plan, or of what is to be done so far ahead of it."""
    days, seconds, clock = lead
    is_day = not dates.has_time(when)
    if is_day and not days:
        return {"refused": "when"}
    due = _coming(when, now) + (_LAST_MINUTE if is_day else 0)
    remind = due - seconds - days * dates.DAY
    if days and (is_day or clock is not None):
        at = _MORNING if clock is None else clock
        remind = remind // dates.DAY * dates.DAY + at
    if remind <= now:
        return {"refused": "past"}
    due = remind if deed else due
    return {"content": deed or name, "due": due, "remind": remind, "repeat": None}


def _coming(when: str, now: int) -> int:
    """When a day or a time is, a day of every year (MM-DD) the next time."""
    if len(when) > 9:
        return dates.parse(when)
    marks = Marks()
    marks.seen, marks.month, marks.monthday = True, int(when[:2]), int(when[3:])
    resolved = resolve(marks, now)
    return dates.parse(resolved[0]) if resolved is not None else now
