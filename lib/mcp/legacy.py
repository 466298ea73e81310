"""
The revisions with a handshake: 2024-11-05 to 2025-11-25 (https://modelcontextprotocol.io).

Owns what these revisions call and answer: the table of methods, which version is agreed on, which
may batch, and the order of things in a session. An era is an object with `exchange`; the server
picks one for each message.
"""

from collections import OrderedDict

from micropython import const

from . import jsonrpc
from .body import Reply
from .call import Call
from .errors import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, ProtocolError
from .jsonrpc import Message
from .tools import ToolResult

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .server import Session

LATEST = "2025-11-25"
_UNSTATED = const("2025-03-26")  # what a request over HTTP without a version header speaks
_BATCHING = const("2025-03-26")  # the only revision with batches


class Era:
    """How the four revisions are spoken."""

    def __init__(self) -> None:
        self.versions = ("2024-11-05", "2025-03-26", "2025-06-18", LATEST)
        #: method -> async def (session, message, call) -> result; offers add theirs
        self.requests: "dict[str, Callable]" = {
            "initialize": initialize,
            "ping": ping,
            "logging/setLevel": set_level,
            "tools/list": tools_list,
            "tools/call": tools_call,
        }

    async def exchange(
        self, session: "Session", value: object, declared: "str | None", line: "Any"
    ) -> Reply:
        """The reply to a JSON value. Raises ProtocolError for what is no message or no batch."""
        version = session.version
        if session.stateless:
            version = _UNSTATED if declared is None else declared
        if isinstance(value, list):
            if version != _BATCHING:
                raise ProtocolError(INVALID_REQUEST, "Invalid request: one message at a time")
            from . import batch

            return await batch.exchange(
                value, lambda one: self._answer(session, one, version, line)
            )
        message = jsonrpc.message(value)
        if declared is not None and declared not in self.versions:
            from .unspoken import refuse

            refuse(self, message, declared)
        return await self._answer(session, message, version, line)

    async def _answer(
        self, session: "Session", message: Message, version: "str | None", line: "Any"
    ) -> Reply:
        if message.kind == jsonrpc.REQUEST:
            call = Call(session.channel, version or "", session.client, message.id, message.params)
            if session.capabilities:
                call.capabilities = session.capabilities
            call.log_level = session.log_level
            handler = self.requests.get(message.method, unknown_method)
            if version is None and message.method in self.requests:
                if message.method not in ("initialize", "ping"):
                    handler = _too_early
            return await session.work(message, call, _work(session, message, call, handler), line)
        if message.kind == jsonrpc.RESPONSE:
            session.settle(message)
        elif message.method == "notifications/cancelled":
            session.cancel(message.params.get("requestId"), line and line.peer)
        # Any other notification is legal and without effect, as JSON-RPC has it.
        return Reply(None)


async def _work(
    session: "Session", message: Message, call: Call, handler: "Callable"
) -> "dict | list":
    """The handler's result in the form of these revisions."""
    result = await handler(session, message, call)
    if isinstance(result, ToolResult):
        return result.parts(call.version, session.plain)
    if isinstance(result, dict):
        return result
    from .inputs import ask  # an InputRequired

    await ask(result, call)
    return await _work(session, message, call, handler)


async def initialize(session: "Session", message: Message, call: Call) -> dict:
    from . import forget, hello  # once a session, so it does not stay

    found = hello.answer(session, message.params)
    forget("hello")
    return found


async def ping(session: "Session", message: Message, call: Call) -> dict:
    return {}


async def set_level(session: "Session", message: Message, call: Call) -> dict:
    from . import outgoing

    return outgoing.set_level(session, message.params)


async def tools_list(session: "Session", message: Message, call: Call) -> dict:
    cursor = message.params.get("cursor")
    tools, following = session.server.registry.page(cursor, session.page_bytes, call.version, call)
    found: "OrderedDict[str, object]" = OrderedDict()
    found["tools"] = tools
    if following is not None:
        found["nextCursor"] = following
    return found


async def tools_call(session: "Session", message: Message, call: Call) -> object:
    """The ToolResult or InputRequired of the tool. Every era has its own form for them."""
    name = message.params.get("name")
    arguments = message.params.get("arguments")
    if not isinstance(name, str):
        raise ProtocolError(INVALID_PARAMS, "Invalid params: name is a string")
    if arguments is None:
        arguments = {}
    if not isinstance(arguments, dict):
        raise ProtocolError(INVALID_PARAMS, "Invalid params: arguments is an object")
    return await session.server.registry.call(name, arguments, call)


async def unknown_method(session: "Session", message: Message, call: Call) -> dict:
    raise ProtocolError(METHOD_NOT_FOUND, "Method not found: %s" % message.method[:64])


async def _too_early(session: "Session", message: Message, call: Call) -> dict:
    raise ProtocolError(INVALID_REQUEST, "Invalid request: initialize comes first")
