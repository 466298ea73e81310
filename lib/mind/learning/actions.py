"""
Actions: what tools did in a talk, as its episode keeps it. Pure.

Of tools that keep memory no words: what they wrote is a record of its own, and may be deleted; an
episode has which action it was, on what type, and the id that came of it.
"""

from memory.text import dates
from micropython import const

from ..episodes import action, fitted

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.turns.turn import Turn

_OF_MEMORY = (
    "memory", "todo", "attachment", "remember", "forget", "search_memory",
    "search_conversation_traces", "memory_statistics",
)  # fmt: skip
_TOLD = ("action", "type", "types", "id", "due", "remind", "repeat", "when", "limit")
_ANSWERED = ("status", "result", "id")  # of these tools


def of_turns(turns: "list[Turn]") -> "list[dict]":
    """The last actions of these turns, oldest first."""
    found: "list[dict]" = []
    for turn in turns:
        if turn.role != "tool":
            continue
        calls, results = turn.fields.get("calls", ()), turn.fields.get("results", ())
        for at in range(len(calls)):
            done = _action(calls[at], results[at] if at < len(results) else None)
            if done is not None:
                if not turn.fields.get("approx"):
                    done["at"] = dates.iso(turn.at)
                found.append(done)
    return fitted(found)


def _action(call: "Any", result: "Any") -> "dict[str, Any] | None":
    if not isinstance(call, dict) or not isinstance(call.get("name"), str):
        return None
    told = call.get("arguments")
    if call["name"] in _OF_MEMORY:
        told, result = _members(told, _TOLD), _members(result, _ANSWERED)
    return action(call["name"], told, result)


def _members(value: "Any", names: "tuple") -> "dict[str, Any]":
    return {one: value[one] for one in names if one in value} if isinstance(value, dict) else {}
