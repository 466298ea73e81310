"""
Requests: the JSON that is asked with, in pieces that are never joined.

Owns what a request holds and in which form. Its length is found by making the pieces once before
they are sent: servers that read no chunked body are as common as those that do
(docs/decisions/llm-client.md).
"""

from micropython import const
from net import json_text

from . import utf8

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .interfaces import Message, Messages

_SLICE = const(256)  # characters that are quoted at a time

# Members that a server may not know: left out where it says so (servers.py).
OPTIONAL = ("stream_options", "response_format", "user", "encoding_format")
_OLD_LIMIT = "max_tokens"
_NEW_LIMIT = "max_completion_tokens"


def again(messages: "Messages") -> "Messages":
    """
    Messages that can be gone through more than once: a list, or another object that begins anew,
    or a function that gives one. What can be gone through only once is put in a list.
    """
    if not callable(messages) and iter(messages) is messages:
        return list(messages)
    return messages


class ChatBody:
    """Of a chat completion. `lacks` has the members that the server does not know."""

    kind = "application/json"

    def __init__(
        self,
        model: str,
        messages: "Messages",
        purpose: str,
        tools: "list[dict] | None",
        json_answer: bool,
        max_tokens: "int | None",
        lacks: "set[str]",
    ):
        self._model = model
        self._messages = messages
        self._tools = tools
        members: "list[tuple[str, Any]]" = [("stream_options", {"include_usage": True})]
        members.append(("user", "xiaozhi-pet:" + purpose))
        if json_answer:
            members.append(("response_format", {"type": "json_object"}))
        if max_tokens:
            limit = _NEW_LIMIT if _OLD_LIMIT in lacks else _OLD_LIMIT
            members.append((limit, max_tokens))
        self._members = [member for member in members if member[0] not in lacks]
        self.characters = 0  # of messages and tools, as they were given
        self.size = 0
        for piece in self.pieces():
            self.size += len(piece)
        self._counted = True

    _counted = False

    def pieces(self) -> "Iterator[bytes]":
        """The bytes as they leave."""
        yield b'{"stream":true,"model":' + _quoted(self._model) + b',"messages":['
        messages = self._messages() if callable(self._messages) else self._messages
        mark = b""
        for message in messages:
            yield mark
            yield from self._message(message)
            mark = b","
        yield b"]"
        if self._tools:
            mark = b',"tools":['
            for tool in self._tools:
                yield mark
                made = json_text.dumps({"type": "function", "function": _function(tool)})
                self._count(len(made))
                yield made
                mark = b","
            yield b"]"
        for name, value in self._members:
            yield b',"%s":' % name.encode() + json_text.dumps(value)
        yield b"}"

    def _message(self, message: "Message") -> "Iterator[bytes]":
        yield b'{"role":' + _quoted(message["role"])
        content = message.get("content")
        if content is None:
            yield b',"content":null'
        else:
            self._count(len(content))
            yield b',"content":"'
            yield from _string(content)
            yield b'"'
        if message.get("tool_call_id"):
            yield b',"tool_call_id":' + _quoted(message["tool_call_id"])
        mark = b',"tool_calls":['
        for call in message.get("tool_calls") or ():
            id_, name, arguments = _call(call)
            self._count(len(name) + len(arguments))
            yield mark + b'{"id":%s,"type":"function","function":{"name":%s,"arguments":"' % (
                _quoted(id_),
                _quoted(name),
            )
            yield from _string(arguments)
            yield b'"}}'
            mark = b","
        yield b"]}" if mark == b"," else b"}"

    def _count(self, characters: int) -> None:
        if not self._counted:
            self.characters += characters


class EmbedBody:
    """Of vectors for texts."""

    kind = "application/json"

    def __init__(self, model: str, texts: "list[str]", purpose: str, lacks: "set[str]"):
        self._model = model
        self._texts = texts
        self._members = [
            member
            for member in (("encoding_format", "base64"), ("user", "xiaozhi-pet:" + purpose))
            if member[0] not in lacks
        ]
        self.characters = sum(map(len, texts))
        self.size = 0
        for piece in self.pieces():
            self.size += len(piece)

    def pieces(self) -> "Iterator[bytes]":
        """The bytes as they leave."""
        yield b'{"model":' + _quoted(self._model) + b',"input":['
        mark = b'"'
        for text in self._texts:
            yield mark
            yield from _string(text)
            mark = b'","'
        yield b'"]'
        for name, value in self._members:
            yield b',"%s":' % name.encode() + _quoted(value)
        yield b"}"


def _function(tool: "dict[str, Any]") -> "dict[str, Any]":
    parameters = tool.get("parameters") or {"type": "object", "properties": {}}
    return {
        "name": tool["name"],
        "description": tool.get("description", ""),
        "parameters": parameters,
    }


def _call(call: "Any") -> "tuple[str, str, str]":
    """Id, name and arguments of a call: a ToolCall, or as OpenAI writes them."""
    if isinstance(call, dict):
        function = call.get("function", call)
        return call["id"], function["name"], function["arguments"]
    return call.id, call.name, call.arguments


def _string(text: str) -> "Iterator[bytes]":
    """The inside of a JSON string."""
    for at in range(0, len(text), _SLICE):
        yield _quoted(text[at : at + _SLICE])[1:-1]


def _quoted(text: str) -> bytes:
    """A JSON string; what is no Unicode in it is replaced."""
    try:
        return json_text.dumps(text)
    except json_text.EncodeError:
        return json_text.dumps(utf8.text(text.encode()))
