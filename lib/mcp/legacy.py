"""
The revisions with a handshake: 2024-11-05 to 2025-11-25 (https://modelcontextprotocol.io).

Owns what these revisions call and answer: the table of methods, which version is agreed on, which
may batch, and the order of things in a session. An era is an object with `exchange`; the server
picks one for each message.
"""

import asyncio
from collections import OrderedDict

from micropython import const

from . import jsonrpc
from .body import Reply
from .call import Call
from .errors import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, ProtocolError
from .jsonrpc import Message

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .server import Session

_OLDEST = "2024-11-05"
_UNSTATED = "2025-03-26"  # what a request over HTTP without a version header speaks
_BATCHING = "2025-03-26"  # the only revision with batches
_MAX_CLIENT_NAME = const(64)  # characters kept of what a client says of itself


class Era:
    """How the four revisions are spoken."""

    def __init__(self) -> None:
        self.versions = (_OLDEST, "2025-03-26", "2025-06-18", "2025-11-25")
        #: method -> async def (session, message, call) -> result; offers add theirs
        self.requests: "dict[str, Callable]" = {
            "initialize": _initialize,
            "ping": _ping,
            "logging/setLevel": _set_level,
            "tools/list": tools_list,
            "tools/call": _tools_call,
        }
        #: what a peer may ask before it has said hello
        self.before_hello = ("initialize", "ping")

    async def exchange(
        self, session: "Session", value: object, declared: "str | None", line: "Any"
    ) -> Reply:
        """The reply to a JSON value. Raises ProtocolError for what is no message or no batch."""
        version = session.version
        if session.stateless:
            version = _UNSTATED if declared is None else declared
        if isinstance(value, list):
            return await self._batch(session, value, version, line)
        message = jsonrpc.message(value)
        if declared is not None and declared not in self.versions:
            self._refuse_version(message, declared)
        return await self._answer(session, message, version, line)

    async def _answer(
        self, session: "Session", message: Message, version: "str | None", line: "Any"
    ) -> Reply:
        if message.kind == jsonrpc.REQUEST:
            call = Call(session.channel, version or "", session.client, message.id, message.params)
            call.capabilities = session.capabilities
            call.log_level = session.log_level
            return await session.work(message, call, self._handler(message, version), line)
        if message.kind == jsonrpc.RESPONSE:
            session.settle(message)
        elif message.method == "notifications/cancelled":
            session.cancel(message.params.get("requestId"), line and line.peer)
        # Any other notification is legal and without effect, as JSON-RPC has it.
        return Reply(None)

    def _handler(self, message: Message, version: "str | None") -> "Callable":
        """The handler of a request's method, or one that says why there is none."""
        handler = self.requests.get(message.method)
        if handler is None:
            return unknown_method
        if version is None and message.method not in self.before_hello:
            return _too_early
        return handler

    async def _batch(
        self, session: "Session", value: list, version: "str | None", line: "Any"
    ) -> Reply:
        if version != _BATCHING:
            raise ProtocolError(INVALID_REQUEST, "Invalid request: one message at a time")
        replies = []
        for member in jsonrpc.batch(value):
            if isinstance(member, Message) and member.method == "initialize":
                member = ProtocolError(
                    INVALID_REQUEST, "Invalid request: initialize stands alone", None, member.id
                )
            if isinstance(member, ProtocolError):
                replies.append(jsonrpc.error(member))
                continue
            # A task of its own, so that it can be cancelled alone.
            work = self._answer(session, member, version, line)
            body = (await asyncio.create_task(work)).body
            if body is not None:
                replies.append(body)
        return Reply(jsonrpc.joined(replies) if replies else None)

    def _refuse_version(self, message: Message, declared: str) -> None:
        if message.method == "initialize":
            return  # it asks for a version itself
        if message.kind == jsonrpc.REQUEST and message.method not in self.requests:
            # Said first, whatever else is wrong: peers find out by it which revision to speak.
            raise _unknown(message)
        raise ProtocolError(
            INVALID_REQUEST,
            "Invalid request: protocol version %s is not spoken here" % declared[:32],
            {"supported": list(self.versions)},
            message.id,
        )

    def agreed(self, asked: object) -> str:
        """
        The version to answer `asked` with: the same if we speak it, else our latest.

        A peer that names none (XiaoZhi servers do) gets the oldest, which promises least.
        """
        if asked is None:
            return _OLDEST
        if not isinstance(asked, str):
            raise ProtocolError(INVALID_PARAMS, "Invalid params: protocolVersion is a string")
        return asked if asked in self.versions else self.versions[-1]


async def _initialize(session: "Session", message: Message, call: Call) -> dict:
    params = message.params
    version = session.server.legacy.agreed(params.get("protocolVersion"))
    capabilities = params.get("capabilities")
    declared = capabilities if isinstance(capabilities, dict) else None
    session.greet(version, named(params.get("clientInfo")), declared)
    server = session.server
    info: "OrderedDict[str, object]" = OrderedDict()
    for member in ("name", "version", "title"):
        if member in server.info and (member != "title" or version >= "2025-06-18"):
            info[member] = server.info[member]
    found: "OrderedDict[str, object]" = OrderedDict()
    found["protocolVersion"] = version
    found["capabilities"] = server.capabilities
    found["serverInfo"] = info
    if server.instructions is not None:
        found["instructions"] = server.instructions
    return found


async def _ping(session: "Session", message: Message, call: Call) -> dict:
    return {}


async def _set_level(session: "Session", message: Message, call: Call) -> dict:
    from .outgoing import level

    wanted = level(message.params.get("level"))
    if not session.stateless:
        session.log_level = wanted
    return {}


async def tools_list(session: "Session", message: Message, call: Call) -> dict:
    cursor = message.params.get("cursor")
    tools, following = session.server.registry.page(cursor, session.page_bytes, call.version)
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


async def _tools_call(session: "Session", message: Message, call: Call) -> list:
    result: "Any" = await tools_call(session, message, call)
    return result.parts(call.version, session.plain)


async def unknown_method(session: "Session", message: Message, call: Call) -> dict:
    raise _unknown(message)


def _unknown(message: Message) -> ProtocolError:
    text = "Method not found: %s" % message.method[:64]
    return ProtocolError(METHOD_NOT_FOUND, text, None, message.id)


async def _too_early(session: "Session", message: Message, call: Call) -> dict:
    raise ProtocolError(INVALID_REQUEST, "Invalid request: initialize comes first")


def named(said: object) -> dict:
    """{"name": .., "version": ..} of a clientInfo, cut to a length that is safe to keep."""
    found = {}
    if isinstance(said, dict):
        for member in ("name", "version"):
            if isinstance(said.get(member), str):
                found[member] = said[member][:_MAX_CLIENT_NAME]
    return found
