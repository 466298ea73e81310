"""
Offline plans: schedules and todos in plain words, without a model.

Owns which of the owner's plans a question is about, and cancelling and closing one by its words:
the one that they name, or none. Every change is a call of the engine, as the tools make it.
"""

from memory.extract.date_phrases import resolve
from memory.records import marks, schedules
from memory.text import dates
from memory.text.folding import plain
from memory.text.script import fold
from micropython import const
from mind import done_matching
from mind.offers import fitting
from mind.offers.asked import Asked

from firmware.words import offline as words

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.extract.date_phrases import Marks
    from memory.records.record import Record
    from mind.mind import Mind

    from .offline_reading import Said

_KINDS = ("schedule", "event", "todo")
_SHOWN = const(5)
_FITS = 0.5  # relevance from which a plan is what a question asks for


class Plans:
    """The open schedules, dated events and todos of one memory."""

    def __init__(self, mind: "Mind") -> None:
        self._mind = mind
        self._memory = mind.memory

    def coming(self, spans: "list | tuple" = ()) -> "list[Record]":
        """
        What is still to come, soonest first, todos without a time last; with `spans`, (first,
        last) of days, what lies in one of them.
        """
        today = self._memory.clock.now() // dates.DAY * dates.DAY
        rows = []
        for record in self._memory.hot(*_KINDS):
            if record.suspect or not schedules.is_open(record) or not _is_dated(record):
                continue
            at = marks.time(record)
            is_over = at is not None and at < today and record.kind == "event"
            if is_over or (spans and not _is_within(at, spans)):
                continue
            rows.append((at is None, at or 0, record.id, record))
        rows.sort(key=lambda row: row[:3])
        return [row[3] for row in rows]

    def listed(self, said: "Said", language: str) -> str:
        """The answer to a question for the plans of a day, or for all."""
        now = self._memory.clock.now()
        spans = said.spans(now)
        found = self.coming(spans)
        if not found and spans:
            first, last = [dates.day_text(day * dates.DAY) for day in spans[0]]
            day = first if first == last else words.say(language, "days", first=first, last=last)
            return words.say(language, "plans_none_then", day=day)
        if not found:
            return words.say(language, "plans_none")
        shown = [line(record, language) for record in found[:_SHOWN]]
        text = words.say(language, "plans", what=words.listed(language, shown))
        if len(found) > _SHOWN:
            text += words.say(language, "plans_more", count=len(found) - _SHOWN)
        return text

    def asked_for(self, said: "Said") -> "list[Record]":
        """The plans of which a question asks when they are, soonest first."""
        now = self._memory.clock.now()
        found = self._alike(said.text, said.spans(now))
        content = said.when_of_what(now)
        if not found and content:
            found = self.named(content)
        return found

    def named(self, content: str, kinds: tuple = _KINDS) -> "list[Record]":
        """The plans that these words name."""
        found = []
        low = fold(content)
        for record in self.coming():
            if record.kind not in kinds:
                continue
            if fold(record.content) == low:
                return [record]
            if done_matching.names(low, fold(record.content)):
                found.append(record)
        return found or [one for one in self._alike(content) if one.kind in kinds]

    def _alike(self, content: str, spans: "list | tuple" = ()) -> "list[Record]":
        """The plans that fit these words best, in other words too."""
        asked = Asked(content)
        self._mind.widen(asked)
        rows = []
        for record in self.coming(spans):
            fits = fitting.relevance(asked, record, [])
            if fits >= _FITS:
                rows.append((fits, record))
        best = max([0.0] + [fits for fits, _ in rows])
        return [record for fits, record in rows if fits == best][:_SHOWN]

    async def cancel(self, content: str, language: str, of_day: bool = False) -> str:
        """
        Put the one plan that these words name to the trash; what is said of it. Of what comes
        again no single day, `of_day`, can go.
        """
        found = self.named(content)
        if not found:
            return words.say(language, "cancel_none")
        if len(found) > 1 or (of_day and found[0].get("repeat")):
            shown = [line(record, language) for record in found[:_SHOWN]]
            return words.say(language, "which", what=words.listed(language, shown))
        await self._memory.delete(found[0].id, reason="model_delete", by="owner")
        return words.say(language, "cancelled", what=line(found[0], language))

    async def move(self, content: str, said: "Marks", language: str, of_day: bool = False) -> str:
        """
        Have the one plan that these words name be when it is said now, on its day where only the
        clock was said and at its hour where only the day was; "" where none is named. Of what
        comes again no single day, `of_day`, can move. Raises Refused and Rejected as
        `Memory.correct`.
        """
        found = self.named(content)
        if len(found) > 1 or (of_day and found and found[0].get("repeat")):
            shown = [line(record, language) for record in found[:_SHOWN]]
            return words.say(language, "which", what=words.listed(language, shown))
        if not found:
            return ""
        record = found[0]
        before = marks.time(record)
        if before is not None and not said.dated():
            said.day = before // dates.DAY
        resolved = resolve(said, self._memory.clock.now())
        if resolved is None:
            return words.say(language, "too_late")
        when = resolved[0]
        if before is not None and not said.timed() and before % dates.DAY:
            when = "%s %s" % (when[:10], dates.minute(before)[11:])
        fields: "dict[str, Any]" = {"when": when}
        if record.kind == "todo":
            fields = {"due" if record.get("due") is not None else "remind": when}
        change = await self._memory.correct(record.id, record.kind, None, fields)
        return words.say(language, "moved", what=line(change.record, language))

    async def close(self, done: "tuple[str, int]", language: str) -> str:
        """
        Close the one event, or what was due of the one schedule, that these words name, done by
        this second; "" where none is. An event may be done before its day.
        """
        content, by = done
        is_now = by >= self._memory.clock.now()
        today = dates.day_text(by - 1)
        found = [
            one
            for one in self.named(content, ("schedule", "event"))
            if (is_now or one.created < by)
            and (one.kind == "event" or dates.day_text(schedules.begins(one)) <= today)
        ]
        if len(found) != 1:
            return ""
        change = await self._memory.complete(found[0].id)
        text = words.say(language, "done", what=plain(found[0].content))
        following = change.next
        if following is not None:
            text += words.say(language, "done_next", next=following.get("when"))
        return text


def line(record: "Record", language: str) -> str:
    """A plan with its time, and how often it comes."""
    what = plain(record.content)
    if record.kind != "todo":
        text = "%s %s" % (record.get("when"), what)
        often = record.get("repeat")
        return text + words.say(language, "repeat_%d" % often) if often else text
    at = marks.time(record)
    return what if at is None else "%s %s" % (dates.minute(at), what)


def _is_within(at: "int | None", spans: "list | tuple") -> bool:
    if at is None:
        return False
    return bool([1 for first, last in spans if first <= at // dates.DAY <= last])


def _is_dated(record: "Record") -> bool:
    """True for todos, and for what has a day of its own; what comes every year has none."""
    return record.kind == "todo" or len(record.get("when", "")) >= 10
