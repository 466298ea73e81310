"""
The tool `remember`: a host hands over what goes from its context, before it is shortened.

Owns its arguments and its answer; what is made of it is decided by mind.episodes. Its definition
is in tool_definitions.py.
"""

from memory.errors import NoMatch, Rejected, Secret
from mind import episodes

from firmware.words.messages import say

from . import tool_results
from .tool_results import MAX_CHARACTERS, error, ok, truncated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import OrderedDict

    from mcp.core.call import Call
    from mcp.core.tool_result import ToolResult

    from .tool_context import ToolContext

_UNNAMED = "host"  # a client without a name makes claims too


async def answer(arguments: dict, call: "Call", context: "ToolContext") -> "ToolResult":
    """The answer to arguments that fit the schema. Raises Refused, Broken."""
    if not context.privacy.remembers:
        return tool_results.result(error(say("paused")), call)
    try:
        return tool_results.result(await _kept(arguments, call, context), call)
    except Secret as e:  # well formed, and better not kept
        what = say("secret_%s" % e.details["what"])
        return tool_results.result(error(say("secret", what=what)), call)
    except NoMatch as e:
        return tool_results.result(error(say("no_episode", id=e.details["id"])), call, True)
    except Rejected as e:
        return tool_results.rejected(e, "", call)


async def _kept(arguments: dict, call: "Call", context: "ToolContext") -> "OrderedDict":
    mind, client = context.mind, call.caller or _UNNAMED
    summary = arguments.get("summary")
    if "id" in arguments:
        if not summary or arguments.get("messages"):
            raise Rejected("missing", "id needs a summary", field="summary")
        change = await episodes.fill(mind, arguments["id"], summary, client)
        learned = 0
    else:
        messages = arguments.get("messages", [])
        found = await episodes.compressing(mind, messages, summary, client)
        change, learned = found.change, len(found.learned)
    what = truncated(change.record.content, MAX_CHARACTERS)
    code = "remembered_known" if change.result == "NOOP" else "remembered"
    out = ok(say(code, what=what, count=learned))
    out["id"] = change.record.id
    out["learned"] = learned
    return out
