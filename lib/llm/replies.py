"""
Replies of a model: put together from the parts in which they come.

Owns what is read of a chat completion, of a stream of its chunks, and of the errors that servers
tell in either. Text goes to whoever asked as it comes; no more of it than asked is kept.
"""

from micropython import const

from .errors import Truncated
from .json_stream import Shape

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_CONTENT = const(1)
_FINISH = const(2)
_PROMPT_TOKENS = const(3)
_COMPLETION_TOKENS = const(4)
_CALL = const(5)
_CALL_INDEX = const(6)
_CALL_ID = const(7)
_CALL_NAME = const(8)
_CALL_ARGUMENTS = const(9)
_ERROR_MESSAGE = const(10)  # the first of three, as they are in ErrorReader.error
_ERROR_CODE = const(11)
_ERROR_TYPE = const(12)

_MAX_CALLS = const(16)
_MAX_ARGUMENTS = const(4096)  # characters of the arguments of one call
_MAX_NAME = const(128)  # characters of ids, names, reasons
_MAX_MESSAGE = const(300)  # of a server's error
_PART = const(1024)  # bytes of text that are kept in one piece

_MESSAGE = Shape(
    members={
        "content": Shape(_CONTENT, items=Shape(members={"text": Shape(_CONTENT)})),
        "tool_calls": Shape(
            items=Shape(
                opened=_CALL,
                members={
                    "index": Shape(_CALL_INDEX),
                    "id": Shape(_CALL_ID),
                    "function": Shape(
                        members={"name": Shape(_CALL_NAME), "arguments": Shape(_CALL_ARGUMENTS)}
                    ),
                },
            )
        ),
    }
)
ERROR = {
    "error": Shape(
        _ERROR_MESSAGE,
        members={
            "message": Shape(_ERROR_MESSAGE),
            "code": Shape(_ERROR_CODE),
            "type": Shape(_ERROR_TYPE),
        },
    ),
    "message": Shape(_ERROR_MESSAGE),  # where there is no `error` around it
    "detail": Shape(_ERROR_MESSAGE),
}
USAGE = Shape(
    members={
        "prompt_tokens": Shape(_PROMPT_TOKENS),
        "completion_tokens": Shape(_COMPLETION_TOKENS),
    }
)
SHAPE = Shape(
    members={
        "choices": Shape(
            items=Shape(
                members={
                    "delta": _MESSAGE,
                    "message": _MESSAGE,
                    "finish_reason": Shape(_FINISH),
                }
            )
        ),
        "usage": USAGE,
        "error": ERROR["error"],
    }
)
ERROR_SHAPE = Shape(members=ERROR)


class ToolCall:
    """A call that the model asks for; `arguments` is its JSON as the model wrote it."""

    def __init__(self, id_: str, name: str, arguments: str):
        self.id = id_
        self.name = name
        self.arguments = arguments


class Reply:
    """What a model answered; tokens are 0 where the server does not count them."""

    def __init__(self) -> None:
        self.text = ""
        self.tool_calls: "list[ToolCall]" = []
        self.finish = ""  # stop, length, tool_calls ..
        self.prompt_tokens = 0
        self.completion_tokens = 0
        self.server = ""  # the name of the one that answered
        self.prompt_chars = 0


class _PendingCall:
    """A call of which parts still come."""

    def __init__(self) -> None:
        self.index = -1
        self.id = ""
        self.name = ""
        self.arguments: "list[str]" = []
        self.size = 0

    def add(self, piece: str) -> None:
        self.size += len(piece)
        if self.size > _MAX_ARGUMENTS:
            raise Truncated("a tool call of more than %d characters" % _MAX_ARGUMENTS)
        self.arguments.append(piece)
        if len(self.arguments) > 16:
            self.arguments = ["".join(self.arguments)]


class ErrorReader:
    """What a server says of an error, and the tokens that it counts."""

    shape = ERROR_SHAPE

    def __init__(self) -> None:
        self.error = ["", "", ""]  # message, code, type
        self.tokens = [0, 0]  # of the prompt, of the answer
        self._words = ""  # a short string that comes in parts

    def complete(self) -> bool:
        """Whether nothing has to follow."""
        return True

    def told_end(self) -> None:
        """The server has said that nothing more comes."""

    def opened(self, code: int) -> None:
        """An object has begun."""

    def closed(self, code: int) -> None:
        """An object has ended."""

    def text(self, code: int, piece: str, last: bool) -> None:
        """A piece of a string."""
        most = _MAX_MESSAGE if code == _ERROR_MESSAGE else _MAX_NAME
        self._words += piece[: max(0, most - len(self._words))]
        if last:
            words, self._words = self._words, ""
            self._short(code, words)

    def value(self, code: int, value: "float | bool | None") -> None:
        """A number, true, false or null."""
        if value is None or value is True or value is False:
            return
        if code in (_PROMPT_TOKENS, _COMPLETION_TOKENS):
            self.tokens[code - _PROMPT_TOKENS] = int(value)
        elif _ERROR_MESSAGE <= code <= _ERROR_TYPE:
            self.error[code - _ERROR_MESSAGE] = str(value)

    def _short(self, code: int, words: str) -> None:
        if _ERROR_MESSAGE <= code <= _ERROR_TYPE:
            self.error[code - _ERROR_MESSAGE] = words


class ReplyReader(ErrorReader):
    """Makes a Reply; `on_text` is given each piece of text, of which `keep` characters stay."""

    shape = SHAPE

    def __init__(self, keep: int, on_text: "Callable[[str], object] | None" = None):
        super().__init__()
        self.finish = ""
        self.characters = 0  # of text that came
        self.spoken = False  # whether on_text was given something
        self.calls: "list[_PendingCall]" = []
        self._keep = keep
        self._on_text = on_text
        self._kept: "list[bytes]" = []
        self._part = bytearray(_PART)
        self._used = 0  # of it
        self._call = _PendingCall()

    @property
    def cut(self) -> bool:
        """Whether there was more text than is kept."""
        return self.characters > self._keep

    def complete(self) -> bool:
        """Whether the model has said that it ended."""
        return bool(self.finish)

    def told_end(self) -> None:
        self.finish = self.finish or "stop"  # there are servers that give no reason

    def reply(self) -> Reply:
        """All of it; once."""
        made = Reply()
        self._kept.append(bytes(memoryview(self._part)[: self._used]))
        self._part = bytearray()
        kept = b"".join(self._kept)
        self._kept = []
        made.text = kept.decode()
        for number, call in enumerate(self.calls):
            name = call.id or "call_%d" % (number + 1)
            made.tool_calls.append(ToolCall(name, call.name, "".join(call.arguments) or "{}"))
        made.finish = self.finish
        made.prompt_tokens, made.completion_tokens = self.tokens
        return made

    def text(self, code: int, piece: str, last: bool) -> None:
        if code == _CONTENT:
            if piece:
                self._add(piece)
        elif code == _CALL_ARGUMENTS:
            self._call.add(piece)
        else:
            super().text(code, piece, last)

    def value(self, code: int, value: "float | bool | None") -> None:
        if code == _CALL_INDEX and isinstance(value, int):
            self._call.index = value
        else:
            super().value(code, value)

    def opened(self, code: int) -> None:
        self._call = _PendingCall()

    def closed(self, code: int) -> None:
        """A part of a tool call is there: add it to the one it belongs to."""
        part = self._call
        found = self._found(part)
        if found is None:
            if len(self.calls) == _MAX_CALLS:
                raise Truncated("more than %d tool calls" % _MAX_CALLS)
            self.calls.append(part)
            return
        found.id = found.id or part.id
        found.name = found.name or part.name
        for piece in part.arguments:
            found.add(piece)

    def _found(self, part: _PendingCall) -> "_PendingCall | None":
        """
        The call that a part goes on with. Servers that send calls whole leave the index out, or
        give all of them the same.
        """
        for call in reversed(self.calls):
            if part.index >= 0 and call.index != part.index:
                continue
            whole = part.index < 0 or (part.id and part.id != call.id)
            return None if part.name and whole else call
        return None

    def _short(self, code: int, words: str) -> None:
        if code == _FINISH:
            self.finish = words or self.finish
        elif code == _CALL_ID:
            self._call.id = words
        elif code == _CALL_NAME:
            self._call.name = words
        else:
            super()._short(code, words)

    def _add(self, piece: str) -> None:
        if self._on_text is not None:
            self.spoken = True
            self._on_text(piece)
        left = self._keep - self.characters
        self.characters += len(piece)
        if left > 0:
            self._hold((piece if len(piece) <= left else piece[:left]).encode())

    def _hold(self, data: bytes) -> None:
        """Keep text in pieces of one size: thousands of small ones would take far more."""
        at = 0
        while at < len(data):
            count = min(len(data) - at, _PART - self._used)
            self._part[self._used : self._used + count] = data[at : at + count]
            self._used += count
            at += count
            if self._used == _PART:
                self._kept.append(bytes(self._part))
                self._used = 0
