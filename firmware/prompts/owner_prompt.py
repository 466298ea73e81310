"""
Owner prompt: the MCP prompt that tells a model about the owner, within a number of bytes.

Owns what goes into it and in which order. What the owner has said stands in one JSON object,
between two sentences that say that it is data and not instructions.
"""

import json

from mcp.features.prompts import Argument, Prompts, invalid
from memory.records import schedules
from memory.records.kinds import WRITABLE
from memory.text import dates
from memory.text.folding import plain
from micropython import const

from firmware.tools import memory_answers
from firmware.words.resources import Words

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp.core.call import Call
    from memory.records.codec import Record

    from firmware.tools.tool_context import ToolContext

_MIN_BYTES = const(600)  # the sentences around the data take 400
_MAX_BYTES = const(6000)
_DEFAULT_BYTES = const(2000)
_ROOM_FOR_MORE = const(24)  # `,"left_out":1234` at the end
LANGUAGES = ("zh", "en")


class OwnerPrompt:
    """What the prompt says of one memory.engine.Memory; see `create`."""

    def __init__(self, context: "ToolContext") -> None:
        self._memory = context.memory
        self._clock = context.clock
        self._pet = context.pet
        self._language = context.language

    def add_to(self, prompts: Prompts) -> None:
        say = Words(self._language).say
        limits = {"low": _MIN_BYTES, "high": _MAX_BYTES, "usual": _DEFAULT_BYTES}
        arguments = [
            Argument("budget", say("budget", **limits), False, say("budget_title"), _budgets),
            Argument("language", say("language"), False, say("language_title"), languages),
        ]
        prompts.add("about_owner", self.about_owner, say("owner"), arguments, say("owner_title"))

    async def about_owner(self, arguments: dict, call: "Call") -> str:
        """The text: at most `budget` bytes of UTF-8."""
        language = arguments.get("language") or self._language
        if language not in LANGUAGES:
            raise invalid("language", language, ", ".join(LANGUAGES))
        budget = self._budget(arguments.get("budget") or str(_DEFAULT_BYTES))
        say = Words(language).say
        before, after = say("before"), say("after")
        room = budget - len(before.encode()) - len(after.encode()) - 2
        return "%s\n%s\n%s" % (before, self._data(room, language), after)

    def _budget(self, text: str) -> int:
        if text.isdigit() and len(text) < 6 and _MIN_BYTES <= int(text) <= _MAX_BYTES:
            return int(text)
        limits = {"low": _MIN_BYTES, "high": _MAX_BYTES}
        allowed = Words(self._language).say("budget_allowed", **limits)
        raise invalid("budget", text, allowed)

    def _data(self, room: int, language: str) -> str:
        """One JSON object of at most `room` bytes: members, in this order, while they fit."""
        members = _Members(room - _ROOM_FOR_MORE)
        now = self._clock.now()
        memory = self._memory
        profile = memory_answers.profile(memory)
        for name in profile:
            members.add(name, profile[name])
        relationship = self._pet.relationship(language)
        members.add("relationship", relationship["name"] + ", " + relationship["manner"])
        due = memory_answers.upcoming(memory)
        members.add_list("upcoming", [_dated(record) for record in memory_answers.unflagged(due)])
        known = [record.id for record in due]
        for name, kind in memory_answers.LISTS:
            records = memory_answers.unflagged(memory.each(kind))
            texts = (_text(one, now) for one in records if one.id not in known)
            members.add_list(name, texts)
        members.excluded += sum([record.suspect for record in memory.every(WRITABLE)])
        return members.text()


class _Members:
    """JSON of an object that takes members while there is room, and counts the others."""

    def __init__(self, room: int) -> None:
        self._room = room - 2  # the braces
        self._members: "list[str]" = []
        self.excluded = 0

    def add(self, name: str, value: object) -> None:
        self._take("%s:%s" % (json.dumps(name), json.dumps(value)))

    def add_list(self, name: str, texts: "Iterable[str | None]") -> None:
        """A list under `name` of the texts that fit; None are skipped."""
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
                self.excluded += 1
            else:
                items.append(item)
        if items:
            self._take(begin + ",".join(items) + "]")

    def _take(self, member: str) -> None:
        size = len(member.encode()) + 1
        if size > self._room:
            self.excluded += 1
            return
        self._room -= size
        self._members.append(member)

    def text(self) -> str:
        if self.excluded:
            self._members.append('"left_out":%d' % self.excluded)
        return "{" + ",".join(self._members) + "}"


def _text(record: "Record", now: int) -> "str | None":
    """The text of a record; None for an event or schedule that is over."""
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


def _dated(record: "Record") -> str:
    return ("%s %s" % (record.get("when") or "", plain(record.content))).strip()


async def _budgets(value: str, others: dict, call: "Call") -> list:
    return [str(size) for size in (_DEFAULT_BYTES, _MIN_BYTES, 1000, 4000, _MAX_BYTES)]


async def languages(value: str, others: dict, call: "Call") -> list:
    return list(LANGUAGES)
