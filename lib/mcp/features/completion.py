"""
Completion: suggestions for the value of an argument.

Answers completion/complete for the arguments of prompts and the variables of resource templates,
whose features know the functions that complete them. A feature of `core.server.Server`.
"""

from micropython import const
from net.json_text import ordered

from mcp.core.errors import ResultError, invalid_params

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from mcp.core.call import Call
    from mcp.core.jsonrpc import Message
    from mcp.core.server import Session

_MOST = const(100)  # values in one answer, as MCP has it
_MAX_VALUE = const(256)  # characters of what is to be completed


class Completion:
    """
    Completes for `prompts` (a Prompts) and `resources` (a Resources); either may be None.

    A function that completes is  async def complete(value: str, others: dict[str, str], call)
    -> list of str, the likeliest first: those that `value` may become, or all there are. Only
    those that begin with `value` are sent, in any case of A to Z. `others` are the arguments
    chosen so far.
    """

    def __init__(self, prompts: "Any" = None, resources: "Any" = None):
        self._completed = {"ref/prompt": prompts, "ref/resource": resources}
        self.capability: "tuple[str, dict]" = ("completions", {})
        self.requests = {"completion/complete": self._complete}

    async def _complete(self, session: "Session", message: "Message", call: "Call") -> dict:
        ref = message.params.get("ref")
        kinds = [kind for kind in sorted(self._completed) if self._completed[kind] is not None]
        if not isinstance(ref, dict) or ref.get("type") not in kinds:
            raise invalid_params("ref has a type, allowed: " + ", ".join(kinds))
        argument = message.params.get("argument")
        if not isinstance(argument, dict):
            raise invalid_params("argument is an object with name and value")
        name, value = argument.get("name"), argument.get("value")
        if not isinstance(name, str) or not isinstance(value, str):
            raise invalid_params("argument has a name and a value, both strings")
        if len(value) > _MAX_VALUE:
            raise invalid_params("a value has at most %d characters" % _MAX_VALUE)
        others = _others(message.params.get("context"))
        feature = self._completed[ref["type"]]
        call.need(feature.scope, message.method)
        complete = feature.completer(ref, name)
        found = [] if complete is None else await complete(value, others, call)
        return {"completion": _shaped(found, value)}


def _others(context: object) -> "dict[str, str]":
    """The arguments chosen so far. Raises ProtocolError(-32602)."""
    given = context.get("arguments") if isinstance(context, dict) else None
    if (context is not None and not isinstance(context, dict)) or (
        given is not None and not isinstance(given, dict)
    ):
        raise invalid_params("context is an object, and its arguments too")
    for value in (given or {}).values():
        if not isinstance(value, str):
            raise invalid_params("context.arguments has strings only")
    return given or {}


def _shaped(found: object, value: str) -> dict:
    if not isinstance(found, list) or [True for one in found if not isinstance(one, str)]:
        raise ResultError("a completion is a list of strings")
    begin = value.lower()
    values = [one for one in found if one.lower().startswith(begin)]
    more = len(values) > _MOST
    return ordered(("values", values[:_MOST]), ("total", len(values)), ("hasMore", more))
