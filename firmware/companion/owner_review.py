"""
Owner review: what was learned on the days that the owner asks of, a memory in a few words, and
what the owner's words have done, by the event `acted`.
"""

from memory.records.kinds import DATED, PROFILE
from memory.records.values import day_number
from memory.search.query import Query
from memory.text import dates
from memory.text.script import fold
from memory.text.time_windows import windows
from micropython import const

from firmware.system import events
from firmware.words import acted, messages

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.engine import Memory
    from memory.records.record import Record

    from firmware.system.clock import Clock

_TOLD = const(8)  # memories of a review
_LOOKED_AT = const(40)  # records of those days, of which some may not be told
_SHOWN = const(40)  # characters of one


async def review(memory: "Memory", clock: "Clock", asked: str) -> "tuple[list[str], str]":
    """
    The ids of what was learned on the days that `asked` speaks of (昨天, this week), today where
    it speaks of none, the newest first; and what is said of it.
    """
    now = clock.now()
    first, last = _days(asked, now // dates.DAY)
    days = [dates.day_text(day * dates.DAY) for day in (first, last)]
    query = Query(start=days[0], end=days[1], limit=_LOOKED_AT)
    page, total = await memory.recall(query)
    found = [one for one in page if _is_told(one, now)]
    found = [one for one in found if first <= one.created // dates.DAY <= last]
    found += [  # these are corrected in their place
        one
        for one in memory.hot(*PROFILE)
        if first <= one.get("updated", one.created) // dates.DAY <= last
    ]
    found = [record for record in found if not record.suspect]
    found.sort(key=lambda record: -record.get("updated", record.created))
    is_more = len(found) > _TOLD or total > _LOOKED_AT
    found = found[:_TOLD]
    language = messages.language()
    if first == now // dates.DAY:
        code, of = "review", {}
    else:
        of = {"days": acted.days(language, *days)}
        code = "review_of"
    if not found:
        return [], acted.say(language, code + "_none", **of)
    words = [_told(one) for one in found]
    text = ("; " if language == "en" else "；").join(words)
    text += acted.say(language, "more") if is_more else ""
    text = acted.say(language, code, count=len(found), what=text, **of)
    return [one.id for one in found], text


def _days(asked: str, today: int) -> "tuple[int, int]":
    """The first and the last day that is asked of; of two weeks or Mondays the last that began."""
    spans = [one for one in windows(fold(asked), today) if one[0] <= today]
    first, last = max(spans) if spans else (today, today)
    return first, min(last, today)


def _is_told(record: "Record", now: int) -> bool:
    """True for what is not over: not in the trash, not history, and none of the profile."""
    gone = record.get("superseded_by") is not None or record.get("trashed_at") is not None
    today = day_number(now)
    return not gone and record.get("valid_to", today) >= today and record.kind not in PROFILE


def _told(record: "Record") -> str:
    """A memory in a few words; what was to be done may be."""
    what = worded(record.kind, record.content, record.fields)
    return what if record.get("completed") is None else say("done", what=what)


def worded(kind: str, content: str, fields: dict) -> str:
    """A memory in a few words, as it is said to its owner."""
    if len(content) > _SHOWN:
        content = content[: _SHOWN - 1] + "…"
    when = fields.get("when", fields.get("due", "")) if kind in DATED + ("todo",) else ""
    if not isinstance(when, str):  # of a record
        when = dates.minute(when)
    relation = fields.get("relation", "")
    return acted.memory(messages.language(), kind, content, relation, when)


def say(code: str, **details: object) -> str:
    """A sentence of `words.acted` in the language that is set."""
    return acted.say(messages.language(), code, **details)


def tell(what: str, ids: "list[str]", message: str) -> None:
    """What the owner's words have done to these memories."""
    events.emit("acted", what=what, ids=ids, message=message)
