"""
The `todo` tool: add, list, complete and delete.

Owns what each action does with its arguments and how its result is worded. The todos are in
lib/mind/todos.py; the definition is in tool_definitions.py, who may do what in access_scopes.py,
the sentences in firmware/words/messages.py.
"""

from collections import OrderedDict

from memory.errors import Broken, CapReached, NoMatch, Refused, Rejected, Secret
from memory.records import schedules
from memory.text import dates
from memory.text.folding import plain
from mind.todos import KIND, Todos

from firmware.words.messages import say

from . import access_scopes, memory_answers, tool_results, write_arguments
from .tool_results import error, ok, truncated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp.core.call import Call
    from mcp.core.tool_result import ToolResult
    from memory.changes.change import Change
    from memory.records.record import Record

    from .tool_context import ToolContext

_SHOWN = 20  # characters of a todo that a message names
_ROOM = 900  # bytes of an answer around its items


class TodoTool:
    """The actions over the todos of one memory; errors as those of the tool `memory`."""

    def __init__(self, context: "ToolContext") -> None:
        self._context = context
        self._todos = Todos(context.memory)
        self._actions = {
            "add": self._add,
            "list": self._list,
            "complete": self._complete,
            "delete": self._delete,
        }

    async def call(self, arguments: dict, call: "Call") -> "ToolResult":
        """Handler for the registry: arguments that fit the schema in, one JSON object out."""
        self._context.interrupt()
        given = write_arguments.given(arguments)
        action = given["action"]
        refused = access_scopes.refused_action(KIND, action, call)
        if refused is not None:
            return refused
        if action == "add" and not self._context.privacy.remembers:
            return tool_results.result(error(say("paused")), call)
        try:
            # A change is finished even where the client cancels the call.
            call.steady = access_scopes.changes(KIND, action)
            answer = await self._actions[action](given, call)
        except Secret as e:  # well formed, and better not kept
            what = say("secret_%s" % e.details["what"])
            answer = error(say("secret", what=what))
        except Rejected as e:
            return tool_results.rejected(e, given.get("due", ""), call)
        except CapReached as e:
            answer = self._full(e, call)
        except Refused as e:
            answer = error(say(e.code, **e.details))
        except Broken as e:
            answer = error(say("broken", detail=str(e)))
        return tool_results.result(answer, call)

    async def _add(self, given: dict, call: "Call") -> "OrderedDict":
        words, due, remind = given.get("content"), given.get("due"), given.get("remind")
        if "id" in given:
            change = await self._todos.correct(
                given["id"], words, due, remind, call.channel, call.caller
            )
        elif words is None:
            raise Rejected("missing", "content is missing", field="content")
        else:
            change = await self._todos.add(words, due, remind, call.channel, call.caller)
        code = "NOOP_write" if change.result == "NOOP" else change.result
        out = self._changed(code, change)
        at = change.record.get("remind")
        is_to_come = schedules.is_open(change.record) and change.record.get("announced") is None
        if at is not None and is_to_come:
            out["message"] += say("todo_remind", when=dates.minute(at))
        if change.record.suspect:
            out["message"] += say("suspect")
        if change.archived:
            out["message"] += say("archived", count=len(change.archived))
        return out

    async def _list(self, given: dict, call: "Call") -> "OrderedDict":
        items = self._todos.items()
        count = len([record for record in items if schedules.is_open(record)])
        out = ok(say("todo_list", count=count) if count else say("todo_none"))
        out["items"] = _page(items, call)
        return out

    async def _complete(self, given: dict, call: "Call") -> "OrderedDict":
        change = await self._todos.complete(given.get("id"), given.get("content"))
        return self._changed("NOOP_complete" if change.result == "NOOP" else "completed", change)

    async def _delete(self, given: dict, call: "Call") -> "OrderedDict":
        change = await self._todos.delete(
            given.get("id"), given.get("content"), "model_delete", call.caller
        )
        if change.record is None:
            raise NoMatch("no_id", "there is no todo of this id", [], id=given["id"])
        return self._changed("DELETED", change)

    def _changed(self, code: str, change: "Change") -> "OrderedDict":
        record = change.record
        out = ok(say(code, what=_words(record)))
        out["id"] = record.id
        out["items"] = [item(record)]
        return out

    def _full(self, e: CapReached, call: "Call") -> "OrderedDict":
        """Refused with the list of what is open."""
        items = self._todos.items(False)
        names = ["%s %s" % (one.id, truncated(_content(one), _SHOWN)) for one in items]
        out = error(say("todo_cap", names=", ".join(names), **e.details))
        out["items"] = _page(items, call)
        return out


def _page(records: "list[Record]", call: "Call") -> "list[bytes]":
    """JSON of as many as fit; all of the usual length do on every channel."""
    budget = memory_answers.Budget(call.max_reply, call.version)
    budget.reserve(_ROOM)
    shapes: "list[bytes]" = []
    for record in records:
        piece = memory_answers.encoded(item(record))
        if not budget.take(piece, 1):
            break
        shapes.append(piece)
    return shapes


def item(record: "Record") -> "OrderedDict[str, Any]":
    """A todo as the tool shows it; times to the minute, as they are on the owner's clock."""
    out: "OrderedDict[str, Any]" = OrderedDict((("id", record.id), ("content", _content(record))))
    for name in ("due", "remind"):
        if record.get(name) is not None:
            out[name] = dates.minute(record.get(name))
    if record.suspect:
        out["suspect"] = True
    out["completed"] = not schedules.is_open(record)
    return out


def _content(record: "Record") -> str:
    """Its words; of one that reads like an instruction only that there is one."""
    return say("suspect_words") if record.suspect else plain(record.content)


def _words(record: "Record") -> str:
    due = record.get("due")
    return _content(record) if due is None else "%s %s" % (dates.minute(due), _content(record))
