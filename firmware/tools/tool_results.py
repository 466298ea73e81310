"""
Tool results: what the tools' arguments and answers have in common (docs/PROTOCOL.md).

Every answer has `status` and `message`. One that is too long for its channel is reduced to that
and to what identifies the change.
"""

from collections import OrderedDict

from mcp.core.tool_result import ToolResult
from memory.errors import NoMatch

from firmware.words.messages import say

from . import memory_answers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp.core.call import Call
    from memory.errors import MemoryFault

_MAX_MESSAGE = 300  # characters, where the answer would be too long
_SHORTEST_CHANNEL = 7300  # bytes of a message on the channel that has the least
MAX_CHARACTERS = 40  # of the caller's own text that a message repeats


def ok(message: str) -> "OrderedDict[str, Any]":
    """The begin of an answer to a call that was done."""
    return OrderedDict((("status", "ok"), ("message", message)))


def error(message: str) -> "OrderedDict[str, Any]":
    """The begin of an answer to a call that was not done."""
    return OrderedDict((("status", "error"), ("message", message)))


def progress_of(call: "Call") -> "Callable | None":
    """What reports progress to the client, or None where the client did not ask for it."""
    return None if call.progress_token is None else call.progress  # type: ignore[attr-defined]


def truncated(text: str, most: int) -> str:
    """The caller's own text with at most `most` characters, for a message."""
    return text if len(text) <= most else text[: most - 1] + "…"


def result(answer: "OrderedDict", call: "Call | None", is_error: bool = False) -> ToolResult:
    """
    An answer as a result. One that is too long for the channel is reduced to its message and what
    identifies the change. Without a `call` the channel with the shortest messages is assumed.
    """
    budget = memory_answers.Budget(_SHORTEST_CHANNEL, "9")
    if call is not None:
        budget = memory_answers.Budget(call.max_reply, call.version)
    pieces = memory_answers.pieces(answer)
    fits = True
    for piece in pieces:
        fits = budget.take(piece)
    if not fits:
        short = ok(answer["message"][:_MAX_MESSAGE])
        short["status"] = answer["status"]
        for name in ("result", "id", "datetime", "archived"):
            if name in answer:
                short[name] = answer[name]
        pieces = memory_answers.pieces(short)
    return ToolResult(encoded=pieces, is_error=is_error)


def invalid(problems: list) -> ToolResult:
    """The answer to arguments that the schema refuses."""
    parts = ["%s %s (%s)" % (path or "arguments", wrong, ok) for path, wrong, ok in problems]
    message = say("arguments", problems="; ".join(parts))
    return result(error(message), None, is_error=True)


def rejected(e: "MemoryFault", when: str, call: "Call", shown: "dict | None" = None) -> ToolResult:
    """The answer to `Rejected`; `when` is the date of the call, `shown` the names of fields."""
    details: "dict[str, Any]" = dict(e.details)
    details["when"] = when
    for name in ("value", "when", "id"):
        if isinstance(details.get(name), str):
            details[name] = truncated(details[name], MAX_CHARACTERS)
    if "allowed" in details:
        allowed = details["allowed"]
        details["allowed"] = allowed if isinstance(allowed, str) else ", ".join(allowed)
    if "field" in details:
        details["field"] = (shown or {}).get(details["field"], details["field"])
    allowed = details.get("allowed")
    details["hint"] = " (%s)" % allowed if allowed else ""
    found = getattr(e, "candidates", [])
    found = [(id, kind, words or say("suspect_words")) for id, kind, words in found]
    names = ["%s %s" % (id, truncated(words, MAX_CHARACTERS // 2)) for id, _, words in found]
    details["names"] = ", ".join(names) or say("none")
    out = error(say(e.code, **details))
    if isinstance(e, NoMatch):
        rows = [(id, kind, truncated(words, MAX_CHARACTERS)) for id, kind, words in found]
        out["candidates"] = [OrderedDict(zip(("id", "type", "content"), row)) for row in rows]
    return result(out, call, is_error=True)
