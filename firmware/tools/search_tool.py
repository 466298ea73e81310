"""
The tool `search_memory`: what a model asks the mind for by itself.

Owns its arguments and its answer; what is found, and why, is decided by mind.offers.finding. Its
definition is in tool_definitions.py.
"""

from mcp.core.tool_result import ToolResult
from memory.records.kinds import SEARCHED
from memory.text.folding import fold
from mind.offers import finding
from mind.scores.categories import CATEGORIES

from firmware.words.messages import say

from .memory_answers import Budget, encoded, pieces
from .tool_results import error, ok

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp.core.call import Call
    from mind.mind import Mind

TYPES = tuple(SEARCHED) + tuple([name for name in CATEGORIES if name not in SEARCHED])
_ROOM_AROUND = 400  # bytes beside the items


async def answer(arguments: dict, call: "Call", mind: "Mind") -> ToolResult:
    """The answer to arguments that fit the schema. Raises Rejected, Broken."""
    query = arguments["query"].strip()
    if not fold(query).strip():  # nor a full-width blank
        message = say("arguments", problems="query: " + say("empty_query"))
        return ToolResult(structured=error(message), is_error=True)
    limit = int(arguments.get("limit", finding.LIMIT))
    types = tuple(arguments.get("types") or ())
    recent = tuple(arguments.get("recent") or ())
    if [True for name in types if name not in TYPES]:
        message = say("not_allowed", field="types", allowed=", ".join(TYPES))
        return ToolResult(structured=error(message), is_error=True)
    rows = await finding.search(mind, query, limit, types or None, recent)
    budget = Budget(call.max_reply, call.version)
    budget.reserve(_ROOM_AROUND)
    items: "list[bytes]" = []
    for row in rows:
        piece = encoded(finding.answer_item(mind, row))
        if not budget.take(piece, 1) and items:
            break
        items.append(piece)
    out = ok(say("searched" if items else "searched_none", count=len(items)))
    out["items"] = items
    return ToolResult(encoded=pieces(out))
