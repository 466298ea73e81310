"""Members that the answers of all tools have: `status` and `message` (docs/PROTOCOL.md)."""

from collections import OrderedDict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp.core.call import Call


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
