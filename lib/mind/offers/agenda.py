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
from memory.search.query import Query, is_about
from memory.text import dates
from memory.text.folding import fold
from memory.text.time_windows import windows
from micropython import const

from ..notebook.members import OVER, SUSPECT
from . import fitting
from .asked_claims import read
from .asked_parts import has_any
from .so_now import ending

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
_LOOKED_AT = const(20)  # of the days asked for, and of those after them
_LAST_MINUTE = "23:59"  # of what is due on a day alone
_YEARLY = const(5)  # characters of a day of every year


async def answered(
    mind: "Mind", request: "Request", rows: "list[tuple]", most: int
) -> "list[tuple]":
    """
    What a question of time is offered, as `offering` has rows, the earliest first, at most so
    many; `rows`, which answer by their words, where it asks for something else. Raises Broken.
    """
    found: "list[tuple]" = []
    asked = request.asked
    is_list = bool(request.letters)
    if is_list or request.asks_when():
        if not request.is_past:
            found = await _planned(mind, request, None if is_list else asked, most)
        elif not asked.kin:
            found = await _happened(mind, request, None, most)
    rows = found or without_over(mind, request, rows)
    if rows or is_list or not request.spans or not asked.asks:
        return rows
    if not request.is_past and not asked.has_third:
        return await _planned(mind, request, asked, most)
    if request.is_past and asked.is_own and not asked.kin:
        return await _happened(mind, request, asked, most)
    return []


def without_over(mind: "Mind", request: "Request", rows: "list[tuple]") -> "list[tuple]":
    """These rows without what is done or over, where it is asked what is ahead."""
    if not request.is_ahead():
        return rows
    found = []
    for row in rows:
        record = row[3]
        is_on = record.kind != "event" or not when_of(record)
        if schedules.is_open(record) and (is_on or _comes(record, mind.clock.now(), 0)):
            found.append(row)
    return found


def when_of(record: "Record") -> str:
    """
    The time that a record has of its own, as text; "" for none: an event that was told without a
    day has that of its telling.
    """
    if record.kind == "todo":
        at = marks.time(record)
        return "" if at is None else dates.minute(at)
    when: str = record.get("when", "")
    return "" if record.kind == "event" and when == dates.day_text(record.created) else when


def is_on(record: "Record", spans: "list[tuple[int, int]]") -> bool:
    """
    True for what may be or have been on one of these days: what has a time of its own is of that,
    another event or moment of any on which it was told or of which it tells, a fact of none.
    """
    at = record.get("completed")
    if record.kind != "todo" or at is None:
        when = when_of(record)
        if not when or record.kind != "todo":
            return is_about(record, spans) if when else record.kind in _HAPPENED
        at = dates.parse(when)
    return bool([True for first, last in spans if first <= at // dates.DAY <= last])


def _rows(found: "list[tuple]", why: str) -> "list[tuple]":
    return [(False, relevance, relevance, record, why) for _, _, record, relevance in found]


def _others(mind: "Mind", request: "Request") -> "Asked":
    """The question without the words of its time."""
    asked = read(mind, request.rest.strip() + "?")
    mind.widen(asked)
    return asked


def _may_be_offered(mind: "Mind", record: "Record") -> bool:
    end = record.get("expires")
    if record.kind == "schedule" or (end is not None and end <= mind.clock.now()):
        return not record.suspect and end is None
    row = mind.notebook.members.find(record.id)
    return row >= 0 and not mind.notebook.members.flags(row) & (OVER | SUSPECT)


def _is_within(when: str, hours: "list[int]") -> bool:
    """False for what has a time of day and is not of these hours."""
    if not hours or not dates.has_time(when) or when.endswith(_LAST_MINUTE):
        return True
    return hours[0] <= int(when[11:13]) < hours[1]


# -- what is ahead -------------------------------------------------------------------------------


async def _planned(
    mind: "Mind", request: "Request", asked: "Asked | None", most: int
) -> "list[tuple]":
    """
    What is planned or due on the days asked for, or at all; with `asked` what says that. Of todos
    alone what is late comes first and what has no time last.
    """
    spans = request.coming_days()
    is_of_todos = asked is None and request.is_of_todos()
    found = _coming(mind, request, spans, is_of_todos)
    if asked is not None and found:
        found = _saying(mind, request, asked, found)
    elif not is_of_todos and (not spans or [True for one in spans if one[0] != one[1]]):
        # What comes again and again leaves first.
        found.sort(key=lambda one: (bool(one[2].get("repeat")),) + one[:2])
    given: "list[tuple]" = []
    for one in found:
        is_todo = one[2].kind == "todo"
        if len(given) < most and (is_todo or await ending(mind, one[2]) is None):
            given.append(one)  # and not what something told later says is over
    if not is_of_todos:
        given.sort(key=lambda one: one[:2])
    return _rows(given, "time" if spans or asked is not None else "kind")


def _saying(
    mind: "Mind", request: "Request", asked: "Asked", coming: "list[tuple]"
) -> "list[tuple]":
    """What of `coming` says best what is asked for."""
    threshold = mind.numbers["offer_threshold"] / 100
    if request.spans:
        asked = _others(mind, request)
        threshold *= _OF_ITS_DAY
    if asked.fits_nothing:
        return []
    found = []
    for at, id, record, _ in coming:
        relevance = fitting.relevance(asked, record, asked.family)
        if relevance >= threshold:
            found.append((at, id, record, relevance))
            threshold = max(threshold, _AS_GOOD * relevance)
    return [one for one in found if one[3] >= threshold]


def _coming(
    mind: "Mind", request: "Request", spans: "list[tuple[int, int]]", is_of_todos: bool
) -> "list[tuple]":
    """
    [(seconds, id, record, relevance)] of what is open and to come, of these days if any are given,
    the earliest first. Of todos also what is late, on this day or none, and what has no time.
    """
    now, today = mind.clock.now(), mind.notebook.today()
    found: "list[tuple]" = []
    others: "list[tuple]" = []
    if request.spans and not spans:
        return []
    for record in mind.memory.every(_TODOS if is_of_todos else _PLANNED):
        when = when_of(record)
        if not schedules.is_open(record) or not _may_be_offered(mind, record):
            continue
        at = _comes(record, now, 0)
        for first, last in spans:
            at = _comes(record, now, first) or 0
            if first <= at // dates.DAY <= last:
                break
            is_late = is_of_todos and when and first == today and at == 0
            at = dates.parse(when) if is_late else None
        if at is not None and _is_within(when, request.hours):
            found.append((at, record.id, record, _RELEVANCE))
        elif is_of_todos and not spans:
            at = dates.parse(when) if when else 0
            (found if when else others).append((at, record.id, record, _RELEVANCE))
    found.sort(key=lambda one: one[:2])
    others.sort(key=lambda one: one[:2])
    return found + others


def _comes(record: "Record", now: int, first: int) -> "int | None":
    """When it is next, in seconds, from now and from a day on; None where it is over, or never."""
    when = when_of(record)
    if not when:
        return None
    if len(when) == _YEARLY:
        first = max(now // dates.DAY, first)
        year, month, day = dates.civil(first)[0], int(when[:2]), int(when[3:])
        at = dates.days(year, month, day)
        return (at if at >= first else dates.days(year + 1, month, day)) * dates.DAY
    at = dates.parse(when)
    end = dates.parse(when[:10]) + dates.DAY
    if record.kind != "todo" and dates.has_time(when):
        end = at + record.get("duration", schedules.DURATION) * 60
    repeat = record.get("repeat")
    if repeat:
        after = max(now - end + at, first * dates.DAY - 1)
        return dates.first_after(at, repeat, record.get("day", 1), after)
    return at if end > now else None


# -- what has been -------------------------------------------------------------------------------


async def _happened(
    mind: "Mind", request: "Request", asked: "Asked | None", most: int
) -> "list[tuple]":
    """
    What happened on the days asked for, the last so many, or those nearest to what is meant; with
    `asked` what says that.
    """
    today = mind.notebook.today()
    spans = [(one, min(last, today)) for one, last in request.spans if one <= today]
    other = None if asked is None else _others(mind, request)
    if not spans or (other is not None and other.is_empty):
        return []
    inner = request.rings[request.rings.index(request.spans) + 1 :]
    pages = [spans] + inner
    last = max([one[1] for one in spans])
    pages.append([(last + 1, last + _TOLD_LATER)])
    page = [one for one in mind.memory.every(_TODOS) if one.get("completed")]
    for some in reversed(pages):  # of many the newest
        ends = min([one[0] for one in some]), max([one[1] for one in some])
        days = [dates.day_text(one * dates.DAY) for one in ends]
        told, _ = await mind.memory.recall(Query(_HAPPENED, None, days[0], days[1], _LOOKED_AT))
        page += list(told)
    known: "list[str]" = []
    found = []
    for record in page:
        at = None if record.id in known else _was_at(record, spans, mind.clock.now())
        known.append(record.id)
        if at is None or not _may_be_offered(mind, record):
            continue
        is_said = asked is None or other is None or _is_said(record, (asked, other))
        if is_said and _is_within(when_of(record), request.hours):
            found.append((at, record.id, record, _RELEVANCE))
    found.sort(key=lambda one: one[:2])
    if not inner:
        return _rows(found[-most:], "time")
    found.sort(key=lambda one: (-_nearness(one[0] // dates.DAY, inner),) + one[:2])
    return _rows(found[:most], "time")


def _nearness(day: int, rings: "list[list[tuple[int, int]]]") -> int:
    """On how many of these days within each other it is."""
    return len([1 for ring in rings if [1 for first, last in ring if first <= day <= last]])


def _is_said(record: "Record", questions: tuple) -> bool:
    return max([fitting.relevance(one, record, one.family) for one in questions]) >= _LEAST


def _was_at(record: "Record", spans: "list[tuple[int, int]]", now: int) -> "int | None":
    """When it was, in seconds, where that is on these days and not to come."""
    at: int = record.get("completed", record.created)
    when = "" if record.kind == "todo" else when_of(record)
    text = fold(record.content)
    if len(when) == _YEARLY or (not when and has_any(_AHEAD, text)):
        return None
    if when:
        at = dates.parse(when)
    days = [] if when or record.kind == "todo" else windows(text, at // dates.DAY)
    for day, end in days or [(at // dates.DAY, at // dates.DAY)]:
        if at <= now and [True for first, last in spans if first <= day and end <= last]:
            return at if day <= at // dates.DAY <= end else day * dates.DAY
    return None
