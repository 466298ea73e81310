"""
Call extract: what a turn keeps of a tool that was called.

Owns how much of arguments and result that is, and which tools leave nothing but their name: what
`forget` is told is to be gone, and what was found among the turns is there already.
"""

import json

from memory.text.folding import cut
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from mcp.core.tool_result import ToolResult

_BYTES = const(900)  # of arguments, and of a result: with its names and quotes about 1,000
_TEXT = const(300)  # bytes of one text in them
_MEMBERS = const(16)
_DEPTH = const(4)  # of lists and objects in each other
_JSON_MOST = const(10000)  # bytes of a result that is looked into
_SECRETIVE = ("forget",)
_FOUND_HERE = ("search_conversation_traces",)


def extract(name: str, arguments: dict, result: "ToolResult") -> "dict[str, Any]":
    """The members of a turn: `calls`, `results`, and `cut` where something was left out."""
    shown = _Extract()
    told: "dict[str, Any]" = {"name": name}
    answer: "Any" = {"status": "error" if result.is_error else "ok"}
    if name not in _SECRETIVE:
        told["arguments"] = shown.of(arguments)
        answer = _answer(result)
        if name in _FOUND_HERE and isinstance(answer, dict):
            answer.pop("items", None)
        shown.left = _BYTES
        answer = shown.of(answer)
    fields: "dict[str, Any]" = {"calls": [told], "results": [answer]}
    if shown.is_cut:
        fields["cut"] = True
    return fields


def _answer(result: "ToolResult") -> "Any":
    """The result as a JSON value."""
    if result.structured is not None:
        return result.structured
    if result.encoded is None:
        return result.text or ""
    if sum([len(piece) for piece in result.encoded]) > _JSON_MOST:
        return {"status": "error" if result.is_error else "ok"}
    found = json.loads(b"".join(result.encoded))
    return found


class _Extract:
    """A copy of JSON values that stops where there is no room left."""

    def __init__(self) -> None:
        self.left = _BYTES
        self.is_cut = False

    def of(self, value: "Any", depth: int = 0) -> "Any":
        if isinstance(value, bytes):  # an item that is JSON already
            value = json.loads(value)
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, (dict, list, tuple)):
            if depth >= _DEPTH:
                self.is_cut = True
                return None
            return (
                self._object(value, depth) if isinstance(value, dict) else self._list(value, depth)
            )
        self.left -= 8
        return value

    def _text(self, value: str) -> str:
        found = cut(value, max(0, min(_TEXT, self.left)))
        self.is_cut = self.is_cut or len(found) < len(value)
        self.left -= len(found.encode()) + 3
        return found

    def _object(self, value: dict, depth: int) -> dict:
        found: "dict[str, Any]" = {}
        for name in value:
            if self.left <= 0 or len(found) >= _MEMBERS:
                self.is_cut = True
                break
            self.left -= len(str(name).encode()) + 4
            found[name] = self.of(value[name], depth + 1)
        return found

    def _list(self, value: "list | tuple", depth: int) -> list:
        found: "list[Any]" = []
        for one in value:
            if self.left <= 0 or len(found) >= _MEMBERS:
                self.is_cut = True
                break
            found.append(self.of(one, depth + 1))
        return found
