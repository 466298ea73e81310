"""
Actions: what tools did in a talk, as its episode keeps it. Pure.

Of tools that keep memory only which action it was: what they wrote is a record of its own, and may
be deleted. What reads like an instruction is left out alone, so that the episode is still offered.
"""

import json

from memory.guard.prompt_injection import is_injection
from memory.guard.secrets import masked
from memory.text.folding import cut, plain
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.turns.turn import Turn

_MOST = const(8)
_TEXT = const(120)  # bytes of one text
_BYTES = const(1500)  # of all
_OF_MEMORY = (
    "memory", "todo", "attachment", "remember", "forget", "search_memory",
    "search_conversation_traces", "memory_statistics",
)  # fmt: skip


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
                found.append(done)
    found = found[-_MOST:]
    while found and len(json.dumps(found).encode()) > _BYTES:
        found.pop(0)
    return found


def _action(call: "Any", result: "Any") -> "dict[str, Any] | None":
    if not isinstance(call, dict) or not isinstance(call.get("name"), str) or not call["name"]:
        return None
    name = cut(plain(call["name"]), 60)
    action: "dict[str, Any]" = {"tool": name}
    told = call.get("arguments")
    if name in _OF_MEMORY:
        told = told.get("action") if isinstance(told, dict) else None
        answer = None
    else:
        answer = result.get("message") if isinstance(result, dict) else result
    for member, value in (("params", told), ("result", answer)):
        if value:
            action[member] = _short(value)
    if isinstance(result, dict) and isinstance(result.get("status"), str):
        action["success"] = result["status"] == "ok"
    texts = " ".join([str(action[one]) for one in ("tool", "params", "result") if one in action])
    return None if is_injection(texts) else action


def _short(value: "Any") -> str:
    return cut(masked(plain(value if isinstance(value, str) else json.dumps(value))), _TEXT)
