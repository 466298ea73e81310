"""
The revisions with a handshake: 2024-11-05 to 2025-11-25 (https://modelcontextprotocol.io).

Owns the methods of these revisions, the agreement on a version, which version has batches, and
that `initialize` comes first. The server picks this or `stateless_revision` for each message.
"""

from collections import OrderedDict

from micropython import const
from net.json_text import ordered

from . import batch, jsonrpc, outgoing
from .call import Call
from .errors import (
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    ProtocolError,
    invalid_params,
    invalid_request,
)
from .input_required import ask
from .jsonrpc import Message
from .reply import Reply
from .tool_result import ToolResult

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from .interfaces import Requester
    from .server import Session

LATEST = "2025-11-25"
_UNSTATED = const("2025-03-26")  # what a request over HTTP without a version header speaks
_OLDEST = const("2024-11-05")
_BATCHING = const("2025-03-26")  # the only revision with batches
_MAX_CLIENT_NAME = const(64)  # characters kept of what a client says of itself


class HandshakeRevisions:
    """Answers messages of the four revisions."""

    def __init__(self) -> None:
        self.versions = ("2024-11-05", "2025-03-26", "2025-06-18", LATEST)
        #: method -> async def (session, message, call) -> result; features add theirs
        self.requests: "dict[str, Callable]" = {
            "initialize": initialize,
            "ping": ping,
            "logging/setLevel": set_level,
            "tools/list": tools_list,
            "tools/call": tools_call,
        }

    async def exchange(
        self,
        session: "Session",
        value: object,
        declared: "str | None",
        requester: "Requester | None",
    ) -> Reply:
        """The reply to a JSON value. Raises ProtocolError for what is no message or no batch."""
        version = session.version
        if session.stateless:
            version = _UNSTATED if declared is None else declared
        if isinstance(value, list):
            if version != _BATCHING:
                raise invalid_request("one message at a time")
            return await batch.exchange(
                value, lambda one: self._answer(session, one, version, requester)
            )
        message = jsonrpc.message(value)
        if declared is not None and declared not in self.versions:
            _refuse_version(self, message, declared)
        return await self._answer(session, message, version, requester)

    async def _answer(
        self,
        session: "Session",
        message: Message,
        version: "str | None",
        requester: "Requester | None",
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
            return await session.work(
                message, call, _work(session, message, call, handler), requester
            )
        if message.kind == jsonrpc.RESPONSE:
            session.take_answer(message)
        elif message.method == "notifications/cancelled":
            session.cancel(message.params.get("requestId"), requester and requester.peer)
        elif message.method == "notifications/initialized":
            session.begin()
        # Any other notification is legal and without effect, as JSON-RPC has it.
        return Reply(None)


async def _work(
    session: "Session", message: Message, call: Call, handler: "Callable"
) -> "dict | list":
    """The handler's result in the form of these revisions."""
    result = await handler(session, message, call)
    if isinstance(result, ToolResult):
        return result.parts(call.version, session.no_errors)
    if isinstance(result, dict):
        return result
    await ask(result, call)  # it is an InputRequired
    return await _work(session, message, call, handler)


async def initialize(session: "Session", message: Message, call: Call) -> dict:
    """The session keeps what is agreed on."""
    params = message.params
    server = session.server
    version = _agreed(params.get("protocolVersion"), server.handshake_revisions.versions)
    declared = params.get("capabilities")
    session.agree(
        version,
        client_info(params.get("clientInfo")),
        declared if isinstance(declared, dict) else None,
    )
    members = ("name", "version", "title") if version >= "2025-06-18" else ("name", "version")
    return ordered(
        ("protocolVersion", version),
        ("capabilities", server.capabilities),
        ("serverInfo", OrderedDict([(m, server.info[m]) for m in members if m in server.info])),
        ("instructions", server.instructions_for(call)),
    )


async def ping(session: "Session", message: Message, call: Call) -> dict:
    return {}


async def set_level(session: "Session", message: Message, call: Call) -> dict:
    return outgoing.set_level(session, message.params)


async def tools_list(session: "Session", message: Message, call: Call) -> dict:
    cursor = message.params.get("cursor")
    tools, following = session.server.registry.page(cursor, session.page_bytes, call.version, call)
    return ordered(("tools", tools), ("nextCursor", following))


async def tools_call(session: "Session", message: Message, call: Call) -> object:
    """The ToolResult or InputRequired of the tool; each revision gives it its own form."""
    name = message.params.get("name")
    arguments = message.params.get("arguments")
    if not isinstance(name, str):
        raise invalid_params("name is a string")
    if arguments is None:
        arguments = {}
    if not isinstance(arguments, dict):
        raise invalid_params("arguments is an object")
    return await session.server.registry.call(name, arguments, call)


async def unknown_method(session: "Session", message: Message, call: Call) -> dict:
    raise ProtocolError(METHOD_NOT_FOUND, "Method not found: %s" % message.method[:64])


async def _too_early(session: "Session", message: Message, call: Call) -> dict:
    raise invalid_request("initialize comes first")


def _agreed(asked: object, versions: "tuple[str, ...]") -> str:
    """
    The version to answer `asked` with: the same if we speak it, else our latest.

    A peer that names none (XiaoZhi servers do) gets the oldest, which promises least.
    """
    if asked is None:
        return _OLDEST
    if not isinstance(asked, str):
        raise invalid_params("protocolVersion is a string")
    return asked if asked in versions else LATEST


def client_info(given: object) -> dict:
    """{"name": .., "version": ..} of a clientInfo, each truncated to 64 characters."""
    found = {}
    if isinstance(given, dict):
        for member in ("name", "version"):
            if isinstance(given.get(member), str):
                found[member] = given[member][:_MAX_CLIENT_NAME]
    return found


def _refuse_version(revisions: HandshakeRevisions, message: Message, declared: str) -> None:
    """Raise ProtocolError for a header with an unknown version, except on `initialize`."""
    if message.method == "initialize":
        return  # it asks for a version itself
    if message.kind == jsonrpc.REQUEST and message.method not in revisions.requests:
        # This error comes first: by it clients find out which revision a server speaks.
        text = "Method not found: %s" % message.method[:64]
        raise ProtocolError(METHOD_NOT_FOUND, text, None, message.id)
    raise ProtocolError(
        INVALID_REQUEST,
        "Invalid request: protocol version %s is not spoken here" % declared[:32],
        {"supported": list(revisions.versions)},
        message.id,
    )
