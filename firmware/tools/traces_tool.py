"""
The tool `search_conversation_traces`: what was said, and what tools did, word by word.

Owns its arguments and its answer; which turns may be shown is decided by mind.offers.traces. Its
definition is in tool_definitions.py.
"""

from mcp.core.tool_result import ToolResult
from memory.errors import Rejected
from mind.offers import traces

from firmware.words.messages import say

from . import tool_results
from .memory_answers import Budget, encoded, pieces
from .tool_results import ok

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp.core.call import Call

    from .tool_context import ToolContext

_LIMIT = 10
_ROOM_AROUND = 400  # bytes beside the items


async def answer(arguments: dict, call: "Call", context: "ToolContext") -> ToolResult:
    """The answer to arguments that fit the schema. Raises ArchiveUnavailable, Broken."""
    try:
        start = traces.day(arguments.get("start_date", ""), "start_date")
        end = traces.day(arguments.get("end_date", ""), "end_date")
        traces.check_days(start, end)
    except Rejected as e:
        return tool_results.rejected(e, "", call)
    mind = context.mind
    limit = int(arguments.get("limit", _LIMIT))
    found = await traces.search(
        mind, traces.Asked(arguments.get("keyword", ""), start, end, limit)
    )
    budget = Budget(call.max_reply, call.version)
    budget.reserve(_ROOM_AROUND)
    items: "list[bytes]" = []
    for turn in found.turns:
        piece = encoded(traces.item(mind, turn))
        if not budget.take(piece, 1) and items:
            break
        items.append(piece)
    message = say("traced" if items else "traced_none", count=len(items))
    if len(items) < len(found.turns) or found.more:
        message += say("traced_more")
    if found.left_out:
        message += say("traced_out", count=found.left_out)
    if not context.privacy.keeps_turns:
        message += say("no_turns")
    out = ok(message)
    out["items"] = items
    return ToolResult(encoded=pieces(out))
