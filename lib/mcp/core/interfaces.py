"""
Types of what the core is handed: the tools, other features, and the requester of a message.

Costs nothing at run time: no interpreter of the device loads what is in here.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any, Protocol

    from net.pieces import Body

    from .call import Call
    from .input_required import InputRequired
    from .jsonrpc import Message
    from .server import Session
    from .tool_result import ToolResult

    # def log(level: str, text: str), level "error", "warning" or "info"
    Log = Callable[[str, str], None]
    # async def handler(session, message, call) -> the bare result
    Handler = Callable[[Session, Message, Call], Awaitable[object]]

    class ToolRegistry(Protocol):
        """The tools of a server, such as features.tools.Registry."""

        def page(
            self, cursor: "str | None", page_bytes: int, version: str, call: "Call | None" = None
        ) -> "tuple[list, str | None]": ...

        def names(self, call: "Call | None" = None) -> "list[str]": ...

        async def call(
            self, name: object, arguments: dict, call: "Call"
        ) -> "ToolResult | InputRequired": ...

    class Feature(Protocol):
        """
        What a server has besides tools, such as features.resources.Resources: the capability
        that clients are told, (name, options), and the methods that it answers.
        """

        capability: "tuple[str, dict]"
        requests: "dict[str, Callable]"

    class Requester(Protocol):
        """
        Who sent a message, and how it is reached while the message is worked on.

        sends    whether send() can carry messages before the reply
        headers  those of HTTP, with get(name), or None. With headers there is also
                 `async def watch(task)`: cancel that task when the peer closes the connection
        peer     who sent it as far as can be told, or None
        key      name of the key that it has shown; "" where it has none of its own
        scope    what it may do: one of call.SCOPES
        """

        sends: bool
        headers: "Any"
        key: str
        scope: str

        @property
        def peer(self) -> object: ...

        async def send(self, body: "Body") -> bool:
            """Send a message; False where the peer is gone."""
