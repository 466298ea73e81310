"""
Owner review: what was learned today, as it is told to the owner, a memory in a few words, and what
the owner's words have done, by the event `acted`.
"""

from memory.records.kinds import DATED, PROFILE
from memory.records.values import day_number
from memory.search.query import Query
from memory.text import dates
from micropython import const

from firmware.system import events
from firmware.words import acted, messages

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.engine import Memory
    from memory.records.record import Record

    from firmware.system.clock import Clock

_TOLD = const(8)  # memories of a review
_LOOKED_AT = const(40)  # records of today, of which some may not be told
_SHOWN = const(40)  # characters of one


async def review(memory: "Memory", clock: "Clock") -> "tuple[list[str], str]":
    """The ids of what was learned today, the newest first, and what is said of it."""
    now = clock.now()
    today = now // dates.DAY
    day = dates.day_text(now)
    page, total = await memory.recall(Query(start=day, end=day, limit=_LOOKED_AT))
    found = [one for one in page if _is_told(one, now) and one.created // dates.DAY == today]
    found += [  # these are corrected in their place
        one
        for one in memory.hot(*PROFILE)
        if one.get("updated", one.created) // dates.DAY == today
    ]
    found = [record for record in found if not record.suspect]
    found.sort(key=lambda record: -record.get("updated", record.created))
    is_more = len(found) > _TOLD or total > _LOOKED_AT
    found = found[:_TOLD]
    language = messages.language()
    if not found:
        return [], acted.say(language, "review_none")
    words = [_told(one) for one in found]
    text = ("; " if language == "en" else "；").join(words)
    text += acted.say(language, "more") if is_more else ""
    return [one.id for one in found], acted.say(language, "review", count=len(found), what=text)


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
