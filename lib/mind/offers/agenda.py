"""
Agenda: what a question of time is offered: what is planned or due on its days, what happened then,
when something is, and what is to be done.

"What's on tomorrow" shares no word with the dentist, "what did I do yesterday" none with what was
told then; `asked_times.Request` has read that. Owns of which time a record is: its own (`when`,
`due`), of a series the next one; an event or a moment without one is of the days of which its text
tells, or of that on which it was told. What is ahead is at hand and read from there. What is done,
over or ended by something told later is not offered for it; suspect ones never are.
"""

from memory.records import marks, schedules
from memory.records.record import holds
from memory.records.values import day_number
from memory.search.query import Query
from memory.text import dates
from memory.text.folding import fold
from memory.text.time_windows import windows
from micropython import const

from ..notebook.members import OVER, SUSPECT
from . import fitting
from .asked_parts import has_any
from .so_now import ending, read
from .tables import agenda_tables as a

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

    from ..mind import Mind
    from .asked import Asked
    from .asked_times import Request

_HAPPENED = ("event", "moment", "schedule")
_PLANNED = ("event", "schedule", "todo")
_TODOS = ("todo",)
_AHEAD = "|明天|后天|明年|下周|下个|下月|tomorrow|next |".encode()
_RELEVANCE = 0.75
_AS_GOOD = 0.95  # of the best: a meeting is not the conference that is asked for
_OF_ITS_DAY = 0.8  # of the threshold, for what is on the day that a question names
_LEAST = 0.15  # that what happened then says of the rest of the question: 爬山 of 爬了香山
_TOLD_LATER = const(7)  # days after which it may still be told
_LAST_MINUTE = const(1439)  # of a day: what is due on a day alone
_LOOKED_AT = const(20)  # of the days asked for, and of those after them


async def answered(
    mind: "Mind", request: "Request", rows: "list[tuple]", most: int
) -> "list[tuple]":
    """
    What a question of time is offered, as `offering` has rows, the earliest first, at most so
    many; `rows`, which answer by their words, where it asks for something else. Raises Broken.
    """
    found: "list[tuple]" = []
    if request.letters and not request.is_past:
        found = await _planned(mind, request, most)
    elif request.letters:
        found = await _happened(mind, request, None, most)
    elif request.asks_when():
        found = await _named(mind, request, most)
    rows = found or without_over(mind, request, rows)
    if rows or not request.spans or request.letters:
        return rows
    if not request.is_past and request.asked.asks and not request.asked.has_third:
        return await _named(mind, request, most)
    if request.is_past and request.asked.is_own and request.asked.asks:
        return await _happened(mind, request, _others(mind, request), most)
    return []


def without_over(mind: "Mind", request: "Request", rows: "list[tuple]") -> "list[tuple]":
    """These rows without what is done or over, where it is asked what is ahead."""
    if not request.is_ahead():
        return rows
    now = mind.clock.now()
    found = []
    for row in rows:
        record = row[3]
        is_over = not schedules.is_open(record)
        if record.kind == "event" and _has_own_day(record):
            is_over = _comes(record, now, 0) is None
        if not is_over:
            found.append(row)
    return found


def when_of(record: "Record") -> str:
    """The time that a record has of its own, as text; "" for none."""
    when: str = record.get("when", "")
    if record.kind == "todo":
        at = marks.time(record)
        return "" if at is None else dates.minute(at)
    is_own = record.kind == "schedule" or dates.yearly(when) is not None or _has_own_day(record)
    return when if is_own else ""


def _row(record: "Record", relevance: float, why: str) -> tuple:
    return False, relevance, relevance, record, why


# -- what is ahead -------------------------------------------------------------------------------


async def _planned(mind: "Mind", request: "Request", most: int) -> "list[tuple]":
    """All that is planned or due on the days asked for; of todos what has no time last."""
    spans = request.coming_days()
    is_of_todos = request.is_of_todos()
    if request.spans and not spans:
        return []
    kinds = _TODOS if is_of_todos else _PLANNED
    why = "time" if request.spans else "kind"
    timed, others = _coming(mind, kinds, spans, request.hours)
    if is_of_todos:
        if spans:  # what is late is still to be done today
            others = [one for one in others if one[0] and spans[0][0] <= mind.notebook.today()]
        timed += others
        timed.sort(key=lambda one: (not one[0], one[0], one[1]))
        return [_row(one[2], _RELEVANCE, why) for one in timed[:most]]
    if not spans or [True for first, last in spans if first != last]:
        # What comes again and again leaves first.
        timed.sort(key=lambda one: (bool(one[2].get("repeat")),) + one[:2])
    found: "list[tuple]" = []
    for one in timed:
        if len(found) < most and await _is_so(mind, one[2]):
            found.append(one)
    found.sort(key=lambda one: one[:2])
    return [_row(one[2], _RELEVANCE, why) for one in found]


async def _named(mind: "Mind", request: "Request", most: int) -> "list[tuple]":
    """What is ahead and says what is asked for."""
    timed, _ = _coming(mind, _PLANNED, request.coming_days(), request.hours)
    asked = _others(mind, request) if timed and request.is_other else request.asked
    if not timed or (asked.fits_nothing and not has_any(a.MEETING, request.rest)):
        return []
    threshold = mind.numbers["offer_threshold"] / 100
    threshold *= _OF_ITS_DAY if request.spans else 1.0
    found: "list[tuple]" = []
    for at, id, record in timed:
        relevance = fitting.relevance(asked, record, asked.family)
        if asked.fits_nothing or (relevance < threshold and has_any(a.MEETING, request.rest)):
            relevance = threshold if "会" in record.content else 0.0
        if relevance >= threshold and await _is_so(mind, record):
            found.append((relevance, at, id, record))
    best = max([one[0] for one in found]) if found else 0.0
    found = [one for one in found if one[0] >= _AS_GOOD * best]
    return [_row(record, relevance, "time") for relevance, _, _, record in found[:most]]


def _others(mind: "Mind", request: "Request") -> "Asked":
    """The question without the words of its time."""
    asked = read(mind, request.rest.strip() + "?")
    mind.widen(asked)
    return asked


def _coming(
    mind: "Mind",
    kinds: tuple,
    spans: "list[tuple[int, int]]",
    hours: "tuple[int, int] | None",
) -> "tuple[list[tuple], list[tuple]]":
    """
    ([(seconds, id, record)] of what is open and to come, of these days if any are given, the
    earliest first; the same of todos that are late, and of those without a time, with 0).
    """
    now = mind.clock.now()
    found: "list[tuple]" = []
    others: "list[tuple]" = []
    for record in mind.memory.every(kinds):
        if record.suspect or not schedules.is_open(record) or not _is_kept(record, now):
            continue
        at = _comes(record, now, 0)
        if record.kind == "todo" and at is None:
            others.append((marks.begins(record), record.id, record))
            continue
        for first, last in spans:
            at = _comes(record, now, first)
            if at is not None and first <= at // dates.DAY <= last:
                break
            at = None
        if at is not None and _is_within(record, at, hours):
            found.append((at, record.id, record))
    found.sort(key=lambda one: one[:2])
    return found, others


def _is_within(record: "Record", at: int, hours: "tuple[int, int] | None") -> bool:
    """False for what has a time of day and is not of these hours."""
    minute = at % dates.DAY // 60
    is_timed = minute < _LAST_MINUTE and (
        record.kind != "event" or dates.has_time(when_of(record))
    )
    return hours is None or not is_timed or hours[0] * 60 <= minute < hours[1] * 60


def _is_kept(record: "Record", now: int) -> bool:
    end = record.get("expires")
    return holds(record.fields, day_number(now)) and (end is None or end > now)


async def _is_so(mind: "Mind", record: "Record") -> bool:
    """False for what something told later says is over: the trip is cancelled."""
    return record.kind == "todo" or await ending(mind, record) is None


def _comes(record: "Record", now: int, first: int) -> "int | None":
    """When it is next, in seconds, from now and from a day on; None where it is over, or never."""
    if record.kind == "todo":
        at = marks.time(record)
        return at if at is not None and at // dates.DAY >= now // dates.DAY else None
    when = record.get("when")
    length = record.get("duration", schedules.DURATION) * 60
    if record.kind == "schedule":
        begin, repeat = dates.parse(when), record.get("repeat")
        if repeat:
            after = max(now - length, first * dates.DAY - 1)
            return dates.first_after(begin, repeat, record.get("day", 1), after)
        return begin if begin + length > now else None
    today = now // dates.DAY
    every = dates.yearly(when) if when else None
    if every is not None:
        return _yearly(every, max(today, first)) * dates.DAY
    if _has_own_day(record):
        begin = dates.parse(when)
        length = length if dates.has_time(when) else dates.DAY
        return begin if begin + length > now else None
    told = record.created // dates.DAY
    for day, last in windows(fold(record.content), told):
        if day == last and told < day and day >= today:
            return day * dates.DAY
    return None


def _yearly(month_day: str, day: int) -> int:
    """The first day from this one on that is of this month and day; 1 March for 29 February."""
    year = dates.civil(day)[0]
    month, of_month = int(month_day[:2]), int(month_day[3:])
    found = dates.days(year, month, of_month)
    return found if found >= day else dates.days(year + 1, month, of_month)


# -- what has been -------------------------------------------------------------------------------


async def _happened(
    mind: "Mind", request: "Request", asked: "Asked | None", most: int
) -> "list[tuple]":
    """What happened on the days asked for, the last so many; with `asked` what says that."""
    spans = request.past_days()
    first_asked = request.asked
    if not spans or first_asked.kin:
        return []
    if asked is not None and asked.is_empty:
        return []
    first, last = min([one[0] for one in spans]), max([one[1] for one in spans])
    page = await _of_days(mind, last + 1, last + _TOLD_LATER)
    page += await _of_days(mind, first, last)
    page += [one for one in mind.memory.every(_TODOS) if one.get("completed")]
    now = mind.clock.now()
    known: "list[str]" = []
    found = []
    for record in page:
        at = None if record.id in known else _was_at(record, spans, now)
        known.append(record.id)
        if at is None or not _is_within(record, at, request.hours if when_of(record) else None):
            continue
        if not _may_be_offered(mind, record):
            continue
        if asked is not None:
            said = fitting.relevance(asked, record, asked.family)
            if max(said, fitting.relevance(first_asked, record, asked.family)) < _LEAST:
                continue
        found.append((at, record.id, record))
    found.sort(key=lambda one: one[:2])
    return [_row(one[2], _RELEVANCE, "time") for one in found[-most:]]


def _may_be_offered(mind: "Mind", record: "Record") -> bool:
    if record.kind == "schedule":
        return not record.suspect
    row = mind.notebook.members.find(record.id)
    return row >= 0 and not mind.notebook.members.get(row).flags & (OVER | SUSPECT)


async def _of_days(mind: "Mind", first: int, last: int) -> "list[Record]":
    """What is told on these days or has one of them, of many the newest."""
    start, end = dates.day_text(first * dates.DAY), dates.day_text(last * dates.DAY)
    page, _ = await mind.memory.recall(Query(_HAPPENED, None, start, end, _LOOKED_AT))
    return list(page)


def _was_at(record: "Record", spans: "list[tuple[int, int]]", now: int) -> "int | None":
    """When it was, in seconds, where that is on these days and not to come."""
    at = record.created
    days = []
    if record.kind == "todo":
        at = record.get("completed")
    elif record.kind == "schedule" or _has_own_day(record):
        at = dates.parse(record.get("when"))
    elif dates.yearly(record.get("when", "")) is not None:
        return None
    else:
        text = fold(record.content)
        days = [] if has_any(_AHEAD, text) else windows(text, at // dates.DAY)
        if not days and has_any(_AHEAD, text):
            return None
    for day, end in days or [(at // dates.DAY, at // dates.DAY)]:
        if at <= now and [True for first, last in spans if first <= day and end <= last]:
            return at if not days else day * dates.DAY
    return None


def _has_own_day(record: "Record") -> bool:
    """False for an event of every year, and for one whose day is that of its telling alone."""
    when = record.get("when", "")
    day = dates.day_of(when)
    if day is None:
        return False
    return dates.has_time(when) or dates.parse_day(day) != record.created // dates.DAY
