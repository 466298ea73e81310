"""
Prompting: the prompt that tells a model about the owner, within a number of bytes.

Owns what goes into it and in which order. What the owner has said stands in one JSON object,
between two sentences that say what it is: data, and no instructions to whoever reads it.
"""

import json

from mcp.features.prompts import Argument, Prompts, invalid
from memory.records import schedules
from memory.records.kinds import WRITABLE
from memory.text import dates
from memory.text.folding import plain
from micropython import const

from firmware.companion import relationship
from firmware.words.resources import Words

from . import memory_answers

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_LEAST = const(600)  # bytes; the sentences around the data take 400
_MOST = const(6000)
_USUAL = const(2000)
_ROOM_FOR_MORE = const(24)  # `,"left_out":1234` at the end
_LANGUAGES = ("zh", "en")


class Prompting:
    """What the prompt says of one memory.engine.Memory; see `made`."""

    def __init__(self, memory: "Any", clock: "Any", language: str) -> None:
        self._memory = memory
        self._clock = clock
        self._language = language

    def add_to(self, prompts: Prompts) -> None:
        say = Words(self._language).say
        limits = {"low": _LEAST, "high": _MOST, "usual": _USUAL}
        arguments = [
            Argument("budget", say("budget", **limits), False, say("budget_title"), _budgets),
            Argument("language", say("language"), False, say("language_title"), _languages),
        ]
        prompts.add("about_owner", self.about_owner, say("owner"), arguments, say("owner_title"))

    async def about_owner(self, arguments: dict, call: "Any") -> str:
        """The text: at most `budget` bytes of UTF-8."""
        language = arguments.get("language") or self._language
        if language not in _LANGUAGES:
            raise invalid("language", language, ", ".join(_LANGUAGES))
        budget = self._budget(arguments.get("budget") or str(_USUAL))
        say = Words(language).say
        before, after = say("before"), say("after")
        room = budget - len(before.encode()) - len(after.encode()) - 2
        return "%s\n%s\n%s" % (before, self._data(room, language), after)

    def _budget(self, text: str) -> int:
        if text.isdigit() and len(text) < 6 and _LEAST <= int(text) <= _MOST:
            return int(text)
        allowed = Words(self._language).say("budget_allowed", low=_LEAST, high=_MOST)
        raise invalid("budget", text, allowed)

    def _data(self, room: int, language: str) -> str:
        """One JSON object of at most `room` bytes: members as long as they fit, in this order."""
        filled = _Filled(room - _ROOM_FOR_MORE)
        now = self._clock.now()
        memory = self._memory
        profile = memory_answers.profile(memory)
        for name in profile:
            filled.one(name, profile[name])
        _, stage, manner = relationship.describe(memory.coins(), language)
        filled.one("relationship", stage + ", " + manner)
        due = schedules.due_within(memory.hot("schedule"), now, memory_answers.UPCOMING_MINUTES)
        filled.many("upcoming", [_dated(record) for record in memory_answers.offered(due)])
        known = [record.id for record in due]
        for name, kind in memory_answers.LISTS:
            records = memory_answers.offered(memory.each(kind))
            filled.many(name, (_words(one, now) for one in records if one.id not in known))
        filled.leave_out(sum([record.suspect for record in memory.every(WRITABLE)]))
        return filled.text()


class _Filled:
    """JSON of an object that takes members as long as there is room."""

    def __init__(self, room: int) -> None:
        self._room = room - 2  # the braces
        self._members: "list[str]" = []
        self._left_out = 0

    def one(self, name: str, value: object) -> None:
        self._take("%s:%s" % (json.dumps(name), json.dumps(value)))

    def many(self, name: str, texts: "Any") -> None:
        """A list under `name`, of as many of these texts as fit; None are passed over."""
        begin = json.dumps(name) + ":["
        room = self._room - len(begin) - 2
        items = []
        for text in texts:
            if text is None:
                continue
            item = json.dumps(text)
            room -= len(item.encode()) + 1
            if room < 0:
                room = 0
                self._left_out += 1
            else:
                items.append(item)
        if items:
            self._take(begin + ",".join(items) + "]")

    def _take(self, member: str) -> None:
        size = len(member.encode()) + 1
        if size > self._room:
            self._left_out += 1
            return
        self._room -= size
        self._members.append(member)

    def leave_out(self, count: int) -> None:
        self._left_out += count

    def text(self) -> str:
        if self._left_out:
            self._members.append('"left_out":%d' % self._left_out)
        return "{" + ",".join(self._members) + "}"


def _words(record: "Any", now: int) -> "str | None":
    """A record in its own words; None for what is over."""
    if record.kind == "family":
        return plain(record.get("relation", "") + " " + record.content).strip()
    if record.kind in ("event", "schedule"):
        if not schedules.is_open(record) or (
            record.kind == "event" and schedules.is_over(record, now)
        ):
            return None
        return _dated(record)
    if record.kind in ("fact", "moment"):
        return "%s %s" % (dates.day_text(record.created), plain(record.content))
    return plain(record.content)


def _dated(record: "Any") -> str:
    return ("%s %s" % (record.get("when") or "", plain(record.content))).strip()


async def _budgets(value: str, others: dict, call: "Any") -> list:
    return [str(size) for size in (_USUAL, _LEAST, 1000, 4000, _MOST)]


async def _languages(value: str, others: dict, call: "Any") -> list:
    return list(_LANGUAGES)


def made(memory: "Any", clock: "Any", language: str) -> Prompts:
    """The prompts over one memory.engine.Memory, for `mcp.core.server.Server`."""
    prompts = Prompts()
    Prompting(memory, clock, language).add_to(prompts)
    return prompts
