"""
The `memory` tool: read, write, delete, complete_schedule, recall, trash, restore and history.

Owns what each action does with its arguments and how its result is worded. Its definition is in
tool_definitions.py, who may do what in access_scopes.py, the shapes of answers in
memory_answers.py, the sentences in firmware/words/messages.py.
"""

from collections import OrderedDict

from mcp.core.tool_result import ToolResult
from memory.errors import Broken, Refused, Rejected, Secret
from memory.records.kinds import PROFILE, WRITABLE
from memory.search.query import Query
from memory.search.trash_query import TrashQuery
from memory.text import dates

from firmware.words.messages import say

from . import access_scopes, memory_answers, tool_results, write_arguments
from .input_schemas import MAX_LIMIT
from .tool_results import MAX_CHARACTERS, error, ok, progress_of, truncated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp.core.call import Call
    from memory.records.codec import Record

    from .tool_context import ToolContext

_LIMIT = 10
_MAX_CONFLICTS = 4  # shown; the others are counted
# (argument of the tool, its name in the engine)
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


class MemoryTool:
    """
    The actions over one memory.engine.Memory.

    Wrong arguments are errors of the call (is_error); a full cap, a full disk or an unset clock
    are answers with `"status": "error"`.
    """

    def __init__(self, context: "ToolContext") -> None:
        self._context = context
        self._memory = context.memory
        self._clock = context.clock
        self._actions = {
            "read": self._read,
            "write": self._write,
            "delete": self._delete,
            "complete_schedule": self._complete,
            "recall": self._recall,
            "trash": self._trash,
            "restore": self._restore,
            "history": self._history,
        }

    async def call(self, arguments: dict, call: "Call") -> ToolResult:
        """Handler for the registry: arguments that fit the schema in, one JSON object out."""
        context = self._context
        context.interrupt()
        if context.problem is not None:
            return tool_results.result(error(say("no_memory", detail=context.problem)), call)
        given = write_arguments.given(arguments)
        given["source"] = call.channel
        given["client"] = call.caller
        given["progress"] = progress_of(call)
        given["budget"] = memory_answers.Budget(call.max_reply, call.version)
        action = given["action"]
        refused = access_scopes.refused_action("memory", action, call)
        if refused is not None:
            return refused
        if action == "write" and not context.privacy.remembers:
            return tool_results.result(error(say("paused")), call)
        try:
            # A change is finished even where the client cancels the call.
            call.steady = access_scopes.changes("memory", action)
            return tool_results.result(await self._actions[action](given), call)
        except Secret as e:  # well formed, and better not kept
            what = say("secret_%s" % e.details["what"])
            return tool_results.result(error(say("secret", what=what)), call)
        except Rejected as e:
            return tool_results.rejected(e, given.get("datetime", ""), call, _SHOWN)
        except Refused as e:
            return tool_results.result(error(say(e.code, **e.details)), call)
        except Broken as e:
            return tool_results.result(error(say("broken", detail=str(e))), call)

    # -- read and recall -----------------------------------------------------------------------

    async def _read(self, given: dict) -> "OrderedDict":
        now = self._clock.now()
        if "type" in given:
            return await self._read_list(given, now)
        found = memory_answers.core_memory(
            self._memory, self._context.pet, now, self._context.language, given["budget"]
        )
        message = say("read", stage=found["relationship"]["name"])
        if "more" in found:
            message += say("cut")
        if not self._context.privacy.remembers:
            message += say("is_paused")
        out = ok(message)
        out.update(found)
        return out

    async def _read_list(self, given: dict, now: int) -> "OrderedDict":
        kind = given["type"]
        if kind in PROFILE:
            known = memory_answers.profile(self._memory, True)
            value = OrderedDict([(kind, known[kind])] if kind in known else [])
            count = len(value)
            out = ok(say("read_list", kind=kind, total=count, count=count))
            out["profile"] = value
            if [1 for record in self._memory.each(kind) if record.suspect]:
                out["suspect"] = True
            return out
        if kind in memory_answers.UNLISTED:
            return await self._recall(given)  # all or most of them are archived
        name = memory_answers.list_of(kind)
        total = self._memory.count(kind)
        first, limit = given.get("offset", 0), given.get("limit", MAX_LIMIT)
        shapes = memory_answers.list_page(
            self._memory.each(kind), first, limit, now, given["budget"]
        )
        left = total - first - len(shapes)
        out = ok(say("read_list", kind=kind, total=total, count=len(shapes)))
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
        query.progress = given["progress"]
        records, total = await self._memory.recall(query)
        now = self._clock.now()
        shapes = memory_answers.recall_page(records, now, given["budget"])
        code = "recalled" if shapes else "recalled_none"
        message = say(code, total=total, count=len(shapes))
        if self._memory.archive_unavailable:
            message += say("unread_all")
        elif records.unread:
            message += say("unread", count=records.unread)
        out = ok(message)
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
        if "duration" in given:
            told = given["duration"]
            fields.update(write_arguments.duration(self._context.mind, told, kind or "fact"))
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
        talk = self._context.conversation()
        if talk is not None:
            talk.noted(change, by[0])
        for name in ("name", "keyword", "start_date", "end_date", "limit", "offset"):
            if name in given and (name != "name" or change.record.kind != "family"):
                change.ignored.append(name)
        code = "NOOP_write" if change.result == "NOOP" else change.result
        message = say(code, what=_words(change.record))
        if change.replaced is not None:
            old = memory_answers.unasked_text(change.replaced)
            message += say("replaced", old=truncated(old, MAX_CHARACTERS))
        elif change.result == "NOOP" and id is None and kind in ("moment", "event"):
            message += say("again")
        return self._changed(change, message)

    async def _delete(self, given: dict) -> "OrderedDict":
        names = ("content", "name", "relation", "keyword")
        content = ([given[name] for name in names if name in given] or [None])[0]
        change = await self._memory.delete(
            given.get("id"), given.get("type"), content, "model_delete", given["client"]
        )
        if change.record is None:
            return self._changed(change, say("NOOP_delete"))
        message = say("DELETED", what=_words(change.record))
        if len(change.removed) > 1:
            message += say("went_too", count=len(change.removed) - 1)
        return self._changed(change, message)

    async def _trash(self, given: dict) -> "OrderedDict":
        """What is in the trash, the newest told first."""
        limit, offset = given.get("limit", _LIMIT), given.get("offset", 0)
        query = TrashQuery(self._clock.now(), limit, offset)
        records, total = await self._memory.recall(query)
        shapes = memory_answers.trash_page(records, self._clock.now(), given["budget"])
        out = ok(say("trash" if total else "trash_none", total=total, count=len(shapes)))
        out["count"] = len(shapes)
        out["items"] = shapes
        out["more"] = max(0, total - offset - len(shapes))
        return out

    async def _restore(self, given: dict) -> "OrderedDict":
        if "id" not in given:
            raise Rejected("missing", "id is missing", field="id", allowed="id")
        change = await self._memory.restore(given["id"])
        return self._changed(change, say("restored", what=_words(change.record)))

    async def _history(self, given: dict) -> "OrderedDict":
        """What a record said before and says now, the newest first."""
        if "id" not in given:
            raise Rejected("missing", "id is missing", field="id", allowed="id")
        chain = await self._memory.history(given["id"])
        shapes = memory_answers.history_page(chain, self._clock.now(), given["budget"])
        out = ok(say("history", count=len(shapes)))
        out["count"] = len(shapes)
        out["items"] = shapes
        return out

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
        """The answer to a change. The change is durable, so it is acknowledged whatever fails."""
        record = change.record
        out = ok(message)
        out["result"] = change.result
        if record is not None:
            out["id"] = record.get("series") if change.next is not None else record.id
        try:
            self._add_details(out, change)
        except MemoryError:
            pass  # the client learns that it was done; details can be read
        return out

    def _add_details(self, out: "OrderedDict", change: "Any") -> None:
        record = change.record
        if record is not None and record.suspect and change.result != "DELETED":
            out["message"] += say("suspect")
            out["suspect"] = True
        if record is not None and record.kind == "schedule":
            out["datetime"] = record.get("when")
        for note in change.notes:
            out["message"] += say(note)
        if change.evicted:
            out["message"] += say("evicted", count=len(change.evicted))
            out["evicted"] = len(change.evicted)
        if change.archived:
            out["message"] += say("archived", count=len(change.archived))
            out["archived"] = len(change.archived)
            out["archived_ids"] = change.archived
        if change.ignored:
            names = [_SHOWN.get(name, name) for name in change.ignored]
            out["message"] += say("ignored", names=", ".join(names), kind=record.kind)
        if change.conflicts:
            shown = change.conflicts[:_MAX_CONFLICTS]
            most = MAX_CHARACTERS // 2
            texts = [(truncated(memory_answers.unasked_text(r), most), at) for r, at in shown]
            names = ["%s (%s)" % (text, dates.minute(at)) for text, at in texts]
            out["message"] += say("conflict", names=", ".join(names))
            out["conflicts"] = [_conflict(r, at) for r, at in shown]
            if len(change.conflicts) > len(shown):
                out["more"] = {"conflicts": len(change.conflicts) - len(shown)}
        if change.next is not None:
            out["next"] = memory_answers.shape(change.next, self._clock.now())


def _conflict(record: "Record", at: int) -> "OrderedDict":
    out = OrderedDict((("id", record.id), ("content", memory_answers.unasked_text(record))))
    out["datetime"] = dates.minute(at)
    out["duration_minutes"] = record.get("duration")
    return out


def _words(record: "Record") -> str:
    """A record in a few words, for a message."""
    if record.kind == "family":
        return (record.get("relation", "") + " " + record.content).strip()
    if record.kind in ("schedule", "event") and record.get("when"):
        return "%s %s" % (record.get("when"), record.content)
    return record.content
