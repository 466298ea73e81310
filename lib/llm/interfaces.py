"""
What the parts of this library, and whoever uses it, hand each other.

Read by type checkers only: on a device this module is empty.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Coroutine, Iterable, Iterator
    from typing import Any, Protocol

    from net.tcp import Connection

    from .json_stream import Shape
    from .replies import Reply
    from .servers import Server

    Message = dict[str, Any]
    Messages = Iterable[Message] | Callable[[], Iterable[Message]]

    class Dial(Protocol):
        """net.tcp.dial."""

        async def __call__(self, host: str, port: int, tls: bool) -> Connection: ...

    class EventSink(Protocol):
        """Takes the data of server-sent events."""

        def take(self, data: bytearray, begin: int, end: int) -> None: ...
        def next_line(self) -> None: ...
        def end_event(self) -> None: ...

    class ValueSink(Protocol):
        """Takes the values of a JSON text that are asked for, by their codes."""

        def opened(self, code: int) -> None: ...
        def closed(self, code: int) -> None: ...
        def text(self, code: int, piece: str, last: bool) -> None: ...
        def value(self, code: int, value: float | bool | None) -> None: ...

    class Reader(ValueSink, Protocol):
        """Makes an answer from the values of its JSON."""

        shape: Shape
        error: list[str]  # message, code and type of an error that the server tells
        tokens: list[int]  # of the prompt, of the answer

        def complete(self) -> bool: ...
        def told_end(self) -> None: ...

    class Body(Protocol):
        """The body of a request; `kind` is its media type."""

        kind: str
        size: int
        characters: int

        def pieces(self) -> Iterator[bytes]: ...

    class Taker(Protocol):
        """Takes the body of an answer; `ready`, if there is one, is awaited before more comes."""

        @property
        def ready(self) -> Callable[[], Coroutine] | None: ...

        def feed(self, data: bytearray, begin: int, end: int) -> None: ...
        def finish(self) -> None: ...

    class Job(Protocol):
        """What is asked of one server after the other, until one answers."""

        @property
        def spoken(self) -> bool: ...  # something was handed on: no other try is made
        @property
        def content(self) -> Callable[[Any, Any, Any], Taker]: ...  # of server, reader, watch

        def target(self, server: Server) -> str: ...
        def body(self, server: Server) -> Body: ...
        def sent(self, server: Server) -> set[str]: ...
        def reader(self) -> Reader: ...
        def check(self, reader: Any) -> None: ...

    class ChatModel(Protocol):
        """What the rest of the firmware uses: llm.client.Client, and stand-ins of tests."""

        usage: dict[str, list[int]]

        def available(self) -> bool: ...

        async def chat(
            self,
            messages: Messages,
            purpose: str,
            tools: list[dict] | None = None,
            json_answer: bool = False,
            max_tokens: int | None = None,
            on_text: Callable[[str], object] | None = None,
            keep: int = 16384,
        ) -> Reply: ...

        async def embed(
            self, texts: Iterable[str], purpose: str = "embed"
        ) -> list[array[float]]: ...
