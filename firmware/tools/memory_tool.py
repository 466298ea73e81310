"""
Tools: the `memory` tool, where MCP and memory meet.

Owns what each action does with its arguments; its definition is in `definitions`, the sentences
are in `messages`, the shapes of answers in `replies`. Lists of records come from lib/memory, which
knows nothing of MCP, and go to lib/mcp, which knows nothing of memory.
"""

from collections import OrderedDict

from mcp.core.tool_result import ToolResult
from memory.errors import Broken, MemoryFault, NoMatch, Refused, Rejected, Secret
from memory.records.kinds import PROFILE, WRITABLE
from memory.search.recall import Query
from memory.text import dates
from memory.text.folding import has_half, plain
from micropython import const

from firmware.words import messages
from firmware.words.messages import say

from . import memory_answers, tool_definitions

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_LIMIT = 10
_MAX_LIMIT = 50
_MAX_OFFSET = 20000
_LONG_WORDS = 300  # characters of a message where the whole would be too long
_LEAST_ROOM = 7300  # bytes of a message on a channel that has the least
_ECHO = 40  # characters of the caller's own words that a message repeats
_CONFLICTS = 4  # told of in full; the others are counted
# Arguments by their name in the engine.
_FIELDS = (
    ("relation", "relation"),
    ("closeness", "closeness"),
    ("topic", "topic"),
    ("emotion_type", "emotion_type"),
    ("emotion_intensity", "emotion_intensity"),
    ("importance", "importance"),
    ("priority", "priority"),
    ("repeat", "repeat"),
    ("datetime", "when"),
    ("duration_minutes", "duration"),
)
_SHOWN = {"when": "datetime", "duration": "duration_minutes"}


def register(
    registry: "Any",
    memory: "Any",
    clock: "Any",
    language: str,
    problem: "str | None" = None,
    interrupt: "Any" = None,
) -> None:
    """
    Add the memory tool to an mcp.features.tools.Registry. `problem` says why memory could not be
    opened; every call then answers with it. `interrupt()` is called before each call.
    """
    tool = MemoryTool(memory, clock, language, problem, interrupt)
    registry.put(tool_definitions.of("memory", tool.call, tool.invalid))


def telling(call: "Any") -> "Any":
    """What memory calls to tell how far it is, for `told`; None where nobody wants to know."""
    return None if call.progress_token is None else call.progress


class MemoryTool:
    """
    The five actions over one memory.engine.Memory. `language` is `zh` or `en`.

    Wrong arguments are errors of the call (is_error); a full cap, a full disk or an unset clock
    are answers with `"status": "error"`.
    """

    def __init__(
        self,
        memory: "Any",
        clock: "Any",
        language: str,
        problem: "str | None" = None,
        interrupt: "Any" = None,
    ) -> None:
        self._memory = memory
        self._interrupt = interrupt or (lambda: None)
        self._problem = problem
        self._clock = clock
        self._language = language
        messages.use(language)
        self._actions = {
            "read": self._read,
            "write": self._write,
            "delete": self._delete,
            "complete_schedule": self._complete,
            "recall": self._recall,
        }

    async def call(self, arguments: dict, call: "Any") -> ToolResult:
        """Handler for the registry: arguments that fit the schema in, one JSON object out."""
        self._interrupt()
        if self._problem is not None:
            return _result(_answer("error", say("no_memory", detail=self._problem)), call)
        given = _given(arguments)
        given["source"] = call.channel
        given["client"] = call.caller
        given["told"] = telling(call)
        given["budget"] = memory_answers.Budget(call.max_reply, call.version)
        changes = given["action"] not in ("read", "recall")
        if changes and not call.may("write"):
            message = say("scope", what=given["action"], needs="write", has=call.scope)
            return _result(_answer("error", message), call, is_error=True)
        try:
            # What changes memory goes to its end, whoever loses interest.
            call.steady = changes
            return _result(await self._actions[given["action"]](given), call)
        except Secret as e:  # the words are right, and it is better not to keep them
            what = say("secret_%s" % e.details["what"])
            return _result(_answer("error", say("secret", what=what)), call)
        except Rejected as e:
            return _result(self._rejected(e, given), call, is_error=True)
        except Refused as e:
            return _result(_answer("error", say(e.code, **e.details)), call)
        except Broken as e:
            return _result(_answer("error", say("broken", detail=str(e))), call)

    def invalid(self, problems: list) -> ToolResult:
        """The answer to arguments that the schema refuses."""
        parts = ["%s %s (%s)" % (path or "arguments", wrong, ok) for path, wrong, ok in problems]
        message = say("arguments", problems="; ".join(parts))
        return _result(_answer("error", message), None, is_error=True)

    def _rejected(self, e: MemoryFault, given: dict) -> "OrderedDict":
        details: "dict[str, Any]" = dict(e.details)
        details["when"] = given.get("datetime", "")
        for name in ("value", "when", "id"):
            if isinstance(details.get(name), str):
                details[name] = _cut(details[name], _ECHO)
        if "allowed" in details:
            allowed = details["allowed"]
            details["allowed"] = allowed if isinstance(allowed, str) else ", ".join(allowed)
        if "field" in details:
            details["field"] = _SHOWN.get(details["field"], details["field"])
        allowed = details.get("allowed")
        details["hint"] = " (%s)" % allowed if allowed else ""
        found = getattr(e, "candidates", [])
        found = [(id, kind, words or say("suspect_words")) for id, kind, words in found]
        names = ["%s %s" % (id, _cut(words, _ECHO // 2)) for id, _, words in found]
        details["names"] = ", ".join(names) or say("none")
        out = _answer("error", say(e.code, **details))
        if isinstance(e, NoMatch):
            out["candidates"] = [
                OrderedDict((("id", id), ("type", kind), ("content", _cut(words, _ECHO))))
                for id, kind, words in found
            ]
        return out

    # -- read and recall -----------------------------------------------------------------------

    async def _read(self, given: dict) -> "OrderedDict":
        now = self._clock.now()
        if "type" in given:
            return self._read_list(given, now)
        found = memory_answers.whole(self._memory, now, self._language, given["budget"])
        message = say("read", stage=found["relationship"]["name"])
        if "more" in found:
            message += say("cut")
        out = _answer("ok", message)
        out.update(found)
        return out

    def _read_list(self, given: dict, now: int) -> "OrderedDict":
        kind = given["type"]
        if kind in PROFILE:
            known = memory_answers.profile(self._memory, True)
            value = OrderedDict([(kind, known[kind])] if kind in known else [])
            count = len(value)
            out = _answer("ok", say("read_list", kind=kind, total=count, count=count))
            out["profile"] = value
            if [1 for record in self._memory.each(kind) if record.suspect]:
                out["suspect"] = True
            return out
        name = memory_answers.list_of(kind)
        total = self._memory.count(kind)
        first, limit = given.get("offset", 0), given.get("limit", _MAX_LIMIT)
        shapes = memory_answers.page(self._memory.each(kind), first, limit, now, given["budget"])
        left = total - first - len(shapes)
        message = say("read_list", kind=kind, total=total, count=len(shapes))
        out = _answer("ok", message)
        out["type"] = kind
        if kind in ("like", "dislike"):
            out["preferences"] = {name: shapes}
        else:
            out[name] = shapes
        out["count"] = len(shapes)
        if left > 0:
            out["more"] = {name: left}
        return out

    async def _recall(self, given: dict) -> "OrderedDict":
        kinds = (given["type"],) if "type" in given else None
        start = self._day(given, "start_date")
        end = self._day(given, "end_date")
        if start is not None and end is not None and start > end:
            raise Rejected("bad_range", "start_date is after end_date", start=start, end=end)
        offset = given.get("offset", 0)
        keyword = given.get("keyword") or given.get("content")
        limit = given.get("limit", _LIMIT)
        query = Query(kinds, keyword, start, end, limit, offset, memory_answers.MAX_BYTES, True)
        query.told = given["told"]
        records, total = await self._memory.recall(query)
        now = self._clock.now()
        shapes = memory_answers.fitting(records, now, given["budget"])
        code = "recalled" if shapes else "recalled_none"
        message = say(code, total=total, count=len(shapes))
        if self._memory.archive_unavailable:
            message += say("unread_all")
        elif records.unread:
            message += say("unread", count=records.unread)
        out = _answer("ok", message)
        if kinds:
            out["type"] = kinds[0]
        out["count"] = len(shapes)
        out["items"] = shapes
        left = total - offset - len(shapes)
        out["more"] = max(0, left)
        return out

    def _day(self, given: dict, name: str) -> "str | None":
        text = given.get(name)
        if text is None:
            return None
        try:
            return dates.day_text(dates.parse(text.strip()))
        except ValueError:
            raise Rejected("bad_day", "%s is not a date" % name, field=name, value=text)

    # -- changes -------------------------------------------------------------------------------

    async def _write(self, given: dict) -> "OrderedDict":
        fields = {inner: given.get(outer) for outer, inner in _FIELDS}
        id = given.get("id")
        kind = given.get("type")
        content = given.get("content")
        if kind == "family" or (kind is None and "name" in given):
            content = given.get("name", content)
        by = (given["source"], given["client"])
        if id is not None:
            change = await self._memory.correct(id, kind, content, fields, *by)
        elif kind is None:
            raise Rejected("missing", "type is missing", field="type", allowed=WRITABLE)
        else:
            force = given.get("force", False)
            if content is None and kind != "family":
                raise Rejected("missing", "content is missing", field="content")
            change = await self._memory.write(kind, content, fields, force, *by)
        for name in ("name", "keyword", "start_date", "end_date", "limit", "offset"):
            if name in given and (name != "name" or change.record.kind != "family"):
                change.ignored.append(name)
        code = "NOOP_write" if change.result == "NOOP" else change.result
        message = say(code, what=_words(change.record))
        if change.replaced is not None:
            message += say("replaced", old=_cut(memory_answers.words_of(change.replaced), _ECHO))
        elif change.result == "NOOP" and id is None and kind in ("moment", "event"):
            message += say("again")
        return self._changed(change, message)

    async def _delete(self, given: dict) -> "OrderedDict":
        names = ("content", "name", "relation", "keyword")
        content = ([given[name] for name in names if name in given] or [None])[0]
        change = await self._memory.delete(given.get("id"), given.get("type"), content)
        if change.record is None:
            return self._changed(change, say("NOOP_delete"))
        return self._changed(change, say("DELETED", what=_words(change.record)))

    async def _complete(self, given: dict) -> "OrderedDict":
        change = await self._memory.complete(given.get("id"), given.get("content"))
        what = _words(change.record)
        if change.result == "NOOP":
            return self._changed(change, say("NOOP_complete", what=what))
        if change.next is None:
            return self._changed(change, say("completed", what=what))
        message = say("completed_next", what=what, next=change.next.get("when"))
        return self._changed(change, message)

    def _changed(self, change: "Any", message: str) -> "OrderedDict":
        """What a change is answered with. It stands, so whatever fails here it is acknowledged."""
        record = change.record
        out = _answer("ok", message)
        out["result"] = change.result
        if record is not None:
            out["id"] = record.get("series") if change.next is not None else record.id
        try:
            self._add_details(out, change)
        except MemoryError:
            pass  # it is known that it was done; the rest can be read
        return out

    def _add_details(self, out: "OrderedDict", change: "Any") -> None:
        record = change.record
        if record is not None and record.suspect and change.result != "DELETED":
            out["message"] += say("suspect")
            out["suspect"] = True
        if record is not None and record.kind == "schedule":
            out["datetime"] = record.get("when")
        if change.archived:
            out["message"] += say("archived", count=len(change.archived))
            out["archived"] = len(change.archived)
        if change.ignored:
            names = [_SHOWN.get(name, name) for name in change.ignored]
            out["message"] += say("ignored", names=", ".join(names), kind=record.kind)
        if change.conflicts:
            told = change.conflicts[:_CONFLICTS]
            names = [
                "%s (%s)" % (_cut(memory_answers.words_of(r), _ECHO // 2), dates.minute(at))
                for r, at in told
            ]
            out["message"] += say("conflict", names=", ".join(names))
            out["conflicts"] = [_conflict(r, at) for r, at in told]
            if len(change.conflicts) > len(told):
                out["more"] = {"conflicts": len(change.conflicts) - len(told)}
        if change.next is not None:
            out["next"] = memory_answers.item(change.next, self._clock.now())


def _given(arguments: dict) -> dict:
    """What was said, by the rule for characters, and numbers as the engine has them."""
    given = {}
    for name in arguments:
        value = arguments[name]
        if isinstance(value, str) and not has_half(value):
            value = plain(value)
        elif isinstance(value, float):
            value = int(value)  # 3.0, which the schema takes for an integer
        if value not in ("", None):
            given[name] = value
    return given


def _cut(words: str, most: int) -> str:
    """The caller's own words, no longer than a message can bear."""
    return words if len(words) <= most else words[: most - 1] + "…"


def _result(answer: "OrderedDict", call: "Any", is_error: bool = False) -> ToolResult:
    """The last gate: whatever was said, an answer has its size. Without a `call` the least."""
    budget = memory_answers.Budget(_LEAST_ROOM, "9")
    if call is not None:
        budget = memory_answers.Budget(call.max_reply, call.version)
    pieces = memory_answers.pieces(answer)
    fits = True
    for piece in pieces:
        fits = budget.take(piece)
    if not fits:
        short = _answer(answer["status"], answer["message"][:_LONG_WORDS])
        for name in ("result", "id", "datetime", "archived"):
            if name in answer:
                short[name] = answer[name]
        pieces = memory_answers.pieces(short)
    return ToolResult(encoded=pieces, is_error=is_error)


def _answer(status: str, message: str) -> "OrderedDict":
    return OrderedDict((("status", status), ("message", message)))


def _conflict(record: "Any", at: int) -> "OrderedDict":
    out = OrderedDict((("id", record.id), ("content", memory_answers.words_of(record))))
    out["datetime"] = dates.minute(at)
    out["duration_minutes"] = record.get("duration")
    return out


def _words(record: "Any") -> str:
    """A record in a few words, for a message."""
    if record.kind == "family":
        return (record.get("relation", "") + " " + record.content).strip()
    if record.kind in ("schedule", "event") and record.get("when"):
        return "%s %s" % (record.get("when"), record.content)
    return record.content
