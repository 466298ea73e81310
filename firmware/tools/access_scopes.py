"""
Access scopes: who may read, write and delete, by the scope of the key that a client has shown.

Owns which scope each tool and each of its actions needs. The scopes are `guest`, `read`, `write`
and `admin`, each with the rights of those before it (mcp.core.call); which key has which scope is
kept by firmware/service/keys.py. A guest may talk and see the time: nothing of memory is for them.
"""

from mcp.core.tool_result import ToolResult

from firmware.words.messages import say

from .tool_results import error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mcp.core.call import Call

# The scope that a key needs to see a tool in the list and to call it at all.
TO_CALL = {
    "memory": "read",
    "search_memory": "read",
    "search_conversation_traces": "read",
    "todo": "read",
    "remember": "write",
    "attachment": "read",
    "pet": "read",
    "memory_statistics": "read",
    "self.get_device_status": "guest",  # of the device itself they are told the time alone
    "forget": "write",
    "update": "admin",
}
# Actions that change nothing; every other action of these tools needs `write`.
_READING = {
    "memory": ("read", "recall", "trash", "history"),
    "todo": ("list",),
    "attachment": ("find",),
    "pet": ("status",),
}


def changes(tool: str, action: str) -> bool:
    """Whether an action of a tool in `_READING` changes something; deleting does."""
    return action not in _READING[tool]


def refused_action(tool: str, action: str, call: "Call") -> "ToolResult | None":
    """The answer to an action of these tools that this key may not do, else None."""
    return _refused(action, "write", call) if changes(tool, action) else None


def refused_forget_everything(call: "Call") -> "ToolResult | None":
    """
    The answer to a key that may not erase everything, else None. Keys get passed around; on other
    channels than HTTP the owner's confirmation is enough.
    """
    return _refused("everything", "admin", call) if call.channel == "http" else None


def _refused(what: str, needs: str, call: "Call") -> "ToolResult | None":
    if call.may(needs):
        return None
    message = say("scope", what=what, needs=needs, has=call.scope)
    return ToolResult(structured=error(message), is_error=True)
