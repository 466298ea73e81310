"""
The revisions with a handshake: 2024-11-05 to 2025-11-25 (https://modelcontextprotocol.io).

Owns what these revisions call and answer: the table of methods, which version is agreed on, and
which may batch. An era is one object with the members of `Era`; the server picks one for each
message, so that a revision without a handshake becomes another object beside this one.
"""

from collections import OrderedDict

from micropython import const

from .errors import INVALID_PARAMS, ProtocolError
from .jsonrpc import Message
from .tools import Call

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .server import Session

_OLDEST = "2024-11-05"
_UNSTATED = "2025-03-26"  # what a request over HTTP without a version header speaks
_BATCHING = "2025-03-26"  # the only revision with batches
_MAX_CLIENT_NAME = const(64)  # characters kept of what a client says of itself


class Era:
    """How the four revisions are spoken."""

    def __init__(self) -> None:
        self.versions = (_OLDEST, "2025-03-26", "2025-06-18", "2025-11-25")
        self.unstated = _UNSTATED
        #: method -> async def (session, message, call) -> result; later features add theirs
        self.requests = {
            "initialize": _initialize,
            "ping": _ping,
            "tools/list": _tools_list,
            "tools/call": _tools_call,
        }
        #: method -> def (session, message); what is not here is ignored, as JSON-RPC has it
        self.notifications = {
            "notifications/initialized": _noted,
            "notifications/cancelled": _noted,
        }
        #: what a peer may ask before it has said hello
        self.before_hello = ("initialize", "ping")

    def batches(self, version: "str | None") -> bool:
        """Whether a list of messages is legal in that version."""
        return version == _BATCHING

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
    version = session.server.legacy.agreed(message.params.get("protocolVersion"))
    session.greet(version, _client(message.params.get("clientInfo")))
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


async def _tools_list(session: "Session", message: Message, call: Call) -> dict:
    cursor = message.params.get("cursor")
    tools, following = session.server.registry.page(cursor, session.page_bytes, call.version)
    found: "OrderedDict[str, object]" = OrderedDict()
    found["tools"] = tools
    if following is not None:
        found["nextCursor"] = following
    return found


async def _tools_call(session: "Session", message: Message, call: Call) -> "list":
    name = message.params.get("name")
    arguments = message.params.get("arguments")
    if not isinstance(name, str):
        raise ProtocolError(INVALID_PARAMS, "Invalid params: name is a string")
    if arguments is None:
        arguments = {}
    if not isinstance(arguments, dict):
        raise ProtocolError(INVALID_PARAMS, "Invalid params: arguments is an object")
    result = await session.server.registry.call(name, arguments, call)
    return result.parts(call.version)


def _noted(session: "Session", message: Message) -> None:
    """Legal and without effect: calls are not stopped half way (yet)."""


def _client(said: object) -> dict:
    """{"name": .., "version": ..} of a clientInfo, cut to a length that is safe to keep."""
    found = {}
    if isinstance(said, dict):
        for member in ("name", "version"):
            if isinstance(said.get(member), str):
                found[member] = said[member][:_MAX_CLIENT_NAME]
    return found
