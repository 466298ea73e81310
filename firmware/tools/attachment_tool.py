"""
The tool `attachment`: a host tells of a picture, a recording or a file, and finds it again.

Owns its arguments and its answers; what is kept is decided by mind.attachments, what is found by
mind.offers.finding. Its definition is in tool_definitions.py. What is in an answer is data: what
reads like an instruction is not given out.
"""

from memory.errors import NoMatch, Rejected, Secret
from memory.records.ids import is_id
from mind import attachments
from mind.attachments import KIND
from mind.offers import finding

from firmware.words.messages import say

from . import access_scopes, tool_results, write_arguments
from .memory_answers import Budget, encoded
from .tool_results import MAX_CHARACTERS, error, ok, truncated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import OrderedDict
    from typing import Any

    from mcp.core.call import Call
    from mcp.core.tool_result import ToolResult
    from memory.records.record import Record

    from .tool_context import ToolContext

_ROOM_AROUND = 400  # bytes beside the items
_FINDING = ("id", "query", "limit")


async def answer(arguments: dict, call: "Call", context: "ToolContext") -> "ToolResult":
    """The answer to arguments that fit the schema. Raises Refused, Broken."""
    given = write_arguments.given(arguments)
    action = given.pop("action")
    refused = access_scopes.refused_action(KIND, action, call)
    if refused is not None:
        return refused
    try:
        if action == "find":
            return tool_results.result(await _found(given, call, context), call)
        if not context.privacy.remembers:
            return tool_results.result(error(say("paused")), call)
        call.steady = True  # a change is finished even where the client cancels the call
        return tool_results.result(await _kept(given, call, context), call)
    except Secret as e:  # well formed, and better not kept
        what = say("secret_%s" % e.details["what"])
        return tool_results.result(error(say("secret", what=what)), call)
    except NoMatch as e:
        return tool_results.result(error(say("no_attachment", id=e.details["id"])), call, True)
    except Rejected as e:
        return tool_results.rejected(e, "", call)


async def _kept(given: dict, call: "Call", context: "ToolContext") -> "OrderedDict":
    duration = given.pop("duration", None)
    told = {name: given[name] for name in attachments.TOLD if name in given}
    mind, channel, client = context.mind, call.channel, call.caller
    if "id" in given:
        change = await attachments.describe(mind, given["id"], told, channel, client, duration)
    else:
        change = await attachments.add(mind, told, channel, client, duration)
    record = change.record
    code = "attachment_known" if change.result == "NOOP" else "attachment_kept"
    what = say("suspect_words") if record.suspect else record.content
    out = ok(say(code, what=truncated(what, MAX_CHARACTERS)))
    if record.suspect:
        out["message"] += say("suspect")
    out["id"] = record.id
    return out


async def _found(given: dict, call: "Call", context: "ToolContext") -> "OrderedDict":
    unknown = sorted([name for name in given if name not in _FINDING])
    if unknown:
        allowed = ", ".join(_FINDING)
        raise Rejected("not_allowed", "find has none", field=unknown[0], allowed=allowed)
    mind = context.mind
    limit = int(given.get("limit", finding.LIMIT))
    if "id" in given:
        rows = [await _one(given["id"], context)]
    elif given.get("query", "").strip():
        found = await finding.search(mind, given["query"].strip(), limit, (KIND,))
        rows = [row.record for row in found]
    else:
        rows = await attachments.latest(mind, limit)
    budget = Budget(call.max_reply, call.version)
    budget.reserve(_ROOM_AROUND)
    items: "list[Any]" = []
    for record in rows:
        piece = encoded(attachments.shown(record, "id" in given))
        if not budget.take(piece, 1) and items:
            break
        items.append(piece)
    out = ok(say("attachments" if items else "attachments_none", count=len(items)))
    out["items"] = items
    return out


async def _one(id: str, context: "ToolContext") -> "Record":
    """The attachment of an id, if it may be given out. Raises NoMatch."""
    known = await context.memory.record(id) if is_id(id) else None
    if known is None or known[0].kind != KIND or known[0].suspect:
        raise NoMatch("no_id", "there is no attachment %s" % id[:40], [], id=id[:40])
    record: "Record" = known[0]
    return record
