"""
Of days: what happened in the days that a question asks for and names nothing else of.

"What did I do yesterday" shares no word with what was told then. Owns which questions ask that,
and of which days an event or a moment is: its own date, what its text says, or when it was told.
What is over, suspect or in no notebook is left out.
"""

from memory.search.query import Query
from memory.text import dates
from memory.text.folding import fold
from memory.text.time_windows import windows
from micropython import const

from ..notebook.members import OVER, SUSPECT
from . import fitting
from .asked_parts import has_any

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

    from ..mind import Mind
    from .asked import Asked

_KINDS = ("event", "moment")
_DONE = "|了|过| did | have i | done |".encode()
_AHEAD = "|明天|后天|明年|下周|下个|下月|tomorrow|next |".encode()
_RELEVANCE = 0.75
_LEAST = 0.15  # that one of these days says of the rest of the question: 爬山 of 爬了香山
_TOLD_LATER = const(7)  # days after which it may still be told
_LOOKED_AT = const(20)


async def happened(mind: "Mind", asked: "Asked") -> "list[tuple]":
    """[(False, relevance, relevance, record, "time")], the newest first. Raises Broken."""
    if not (asked.asks and asked.is_own) or asked.kin or "a" in asked.types:
        return []
    today = mind.notebook.today()
    spans = windows(asked.low, today)
    if not spans:
        return []
    first, last = min([one[0] for one in spans]), max([one[1] for one in spans])
    if first > today or (last >= today and not has_any(_DONE, asked.core)):
        return []
    until = dates.day_text((last + _TOLD_LATER) * dates.DAY)
    query = Query(_KINDS, None, dates.day_text(first * dates.DAY), until, _LOOKED_AT)
    page, _ = await mind.memory.recall(query)
    members = mind.notebook.members
    found = []
    for record in page:
        row = members.find(record.id)
        if row < 0 or members.get(row).flags & (OVER | SUSPECT):
            continue
        if not [True for one in spans for day in _days_of(record) if _is_in(day, one)]:
            continue
        if asked.is_empty or fitting.relevance(asked, record, asked.family) >= _LEAST:
            found.append((False, _RELEVANCE, _RELEVANCE, record, "time"))
    return found


def _is_in(days: "tuple[int, int]", span: "tuple[int, int]") -> bool:
    return span[0] <= days[0] and days[1] <= span[1]


def _days_of(record: "Record") -> "list[tuple[int, int]]":
    """The spans of days that a memory is of; none for what is ahead, or of every year."""
    told = record.created // dates.DAY
    when = record.get("when")
    if when:
        day = dates.day_of(when)
        own = 0 if day is None else dates.parse_day(day)
        if own != told:  # an event that is told without a day has that of its telling
            return [(own, own)] if own else []
    text = fold(record.content)
    return [] if has_any(_AHEAD, text) else windows(text, told) or [(told, told)]
