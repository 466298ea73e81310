"""
The server without I/O: a message in, a reply out.

Owns the order of things in a session, the choice of an era for each message, and the promise that
every request gets exactly one reply, whatever happens inside. Reads and writes nothing: the
transports do, and hold one Session for each peer.
"""

from micropython import const

from . import jsonrpc, legacy
from .body import Body
from .errors import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    DefinitionError,
    ProtocolError,
)
from .tools import Call, Registry

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_PAGE_BYTES = const(8000)  # of tools in one reply to tools/list
_MAX_MESSAGE = const(8192)  # bytes; transports refuse longer ones before they read them whole


class Reply:
    """
    What goes back for one message of the peer.

    `content` is None where nothing does; `body` is all of it as bytes. `refused` means that the
    message as a whole was no good and nothing was done, for transports that have a status for it.
    """

    def __init__(self, content: "Body | bytes | None", refused: bool = False):
        self.content = Body([content]) if isinstance(content, bytes) else content
        self.refused = refused

    @property
    def body(self) -> "bytes | None":
        return None if self.content is None else self.content.joined()


class Server:
    """
    What is offered, shared by all sessions.

    info          {"name": .., "version": ..}, optionally title
    registry      the tools
    instructions  how to use this server, for the model; None for nothing
    log           def log(level: str, text: str), level "error", "warning" or "info": gets what
                  went wrong inside, of which the peer learns nothing
    page_bytes    JSON of the tools in one page of tools/list; a single larger tool is a page
    max_message   longest message in bytes

    Raises DefinitionError for an info without name and version.
    """

    def __init__(
        self,
        info: dict,
        registry: Registry,
        instructions: "str | None" = None,
        *,
        log: "Callable[[str, str], None]",
        page_bytes: int = _PAGE_BYTES,
        max_message: int = _MAX_MESSAGE,
    ):
        for member in ("name", "version"):
            if not isinstance(info.get(member), str):
                raise DefinitionError("the server's info has a %s" % member)
        self.info = info
        self.registry = registry
        self.instructions = instructions
        self.log = log
        self.page_bytes = page_bytes
        self.max_message = max_message
        self.capabilities: dict = {"tools": {}}
        self.legacy = legacy.Era()

    def era(self, value: object, declared: "str | None") -> legacy.Era:
        """
        The era that a message is spoken in, by the message itself and what came with it.

        There is one so far. A revision without a handshake says so in each request's `_meta` and
        header, and its methods, errors and results are another object like this one.
        """
        return self.legacy


class Session:
    """
    One peer's state: agreed version and name.

    channel     name of the way in, for handlers
    stateless   True: every message stands alone (HTTP without session ids); an initialize is
                answered and leaves nothing behind
    page_bytes  as in Server, for a channel with less room
    """

    def __init__(self, server: Server, channel: str, stateless: bool = False, page_bytes: int = 0):
        self.server = server
        self.channel = channel
        self.stateless = stateless
        self.page_bytes = page_bytes or server.page_bytes
        self.version: "str | None" = None  # None until the peer has said hello
        self.client: dict = {}

    def greet(self, version: str, client: dict) -> None:
        """Note what an initialize has agreed on. A second one begins anew (a host restarted)."""
        if not self.stateless:
            self.version = version
            self.client = client

    async def handle(self, message: "bytes | str") -> "bytes | None":
        """The reply to one message, or None where none is due."""
        return (await self.exchange(message)).body

    async def exchange(self, message: "bytes | str", declared: "str | None" = None) -> Reply:
        """
        As handle(), with what a transport needs besides.

        `declared` is the protocol version that the transport carried outside of the message.
        """
        try:
            return await self._exchange(message, declared)
        except MemoryError:
            # What failed is garbage by now, but there may be no room for words either.
            self.server.log("error", "out of memory")
            return Reply(_OUT_OF_MEMORY)

    async def _exchange(self, message: "bytes | str", declared: "str | None") -> Reply:
        try:
            value = jsonrpc.parse(message, self.server.max_message)
            era = self.server.era(value, declared)
            version = self.version
            if self.stateless:
                version = era.unstated if declared is None else declared
            if isinstance(value, list):
                return await self._batch(era, value, version)
            one = jsonrpc.message(value)
            if declared is not None and declared not in era.versions:
                _refuse_version(era, one, declared)
        except ProtocolError as error:
            return Reply(jsonrpc.error(error), True)
        return Reply(await self._answer(era, one, version))

    def refusal(self, why: str) -> Reply:
        """The reply to a message that was not read whole."""
        error = ProtocolError(INVALID_REQUEST, "Invalid request: " + why)
        return Reply(jsonrpc.error(error), True)

    async def _batch(self, era: legacy.Era, value: list, version: "str | None") -> Reply:
        if not era.batches(version):
            raise ProtocolError(INVALID_REQUEST, "Invalid request: one message at a time")
        replies = []
        for member in jsonrpc.batch(value):
            if isinstance(member, jsonrpc.Message) and member.method == "initialize":
                member = ProtocolError(
                    INVALID_REQUEST, "Invalid request: initialize stands alone", None, member.id
                )
            if isinstance(member, ProtocolError):
                replies.append(jsonrpc.error(member))
                continue
            reply = await self._answer(era, member, version)
            if reply is not None:
                replies.append(reply.joined() if isinstance(reply, Body) else reply)
        return Reply(jsonrpc.joined(replies) if replies else None)

    async def _answer(
        self, era: legacy.Era, message: jsonrpc.Message, version: "str | None"
    ) -> "Body | bytes | None":
        """The reply to one message. Catches everything: what escapes a handler ends here."""
        asked = message.kind == jsonrpc.REQUEST
        try:
            if asked:
                handler = _handler(era, message, version)
                call = Call(self.channel, version or "", self.client, message.id, message.params)
                return jsonrpc.result(message.id, await handler(self, message, call))
            # A response would answer a request of ours; none is sent yet.
            note = era.notifications.get(message.method)
            if note is not None:
                note(self, message)
        except ProtocolError as error:
            error.id = message.id
            return jsonrpc.error(error) if asked else None
        except Exception as error:  # noqa: BLE001  a handler's fault must cost one reply only
            self.server.log("error", _blame(message, error))
            return _internal_error(message.id) if asked else None
        return None


def _refuse_version(era: legacy.Era, message: jsonrpc.Message, declared: str) -> None:
    if message.method == "initialize":
        return  # it asks for a version itself
    if message.kind == jsonrpc.REQUEST and message.method not in era.requests:
        # Said first, whatever else is wrong: peers find out by it which revision to speak.
        raise _unknown_method(message)
    raise ProtocolError(
        INVALID_REQUEST,
        "Invalid request: protocol version %s is not spoken here" % declared[:32],
        {"supported": list(era.versions)},
        message.id,
    )


def _handler(era: legacy.Era, message: jsonrpc.Message, version: "str | None") -> "Callable":
    handler = era.requests.get(message.method)
    if handler is None:
        raise _unknown_method(message)
    if version is None and message.method not in era.before_hello:
        raise ProtocolError(INVALID_REQUEST, "Invalid request: initialize comes first")
    return handler


def _unknown_method(message: jsonrpc.Message) -> ProtocolError:
    text = "Method not found: %s" % message.method[:64]
    return ProtocolError(METHOD_NOT_FOUND, text, None, message.id)


def _internal_error(id: object) -> bytes:
    return jsonrpc.error(ProtocolError(INTERNAL_ERROR, "Internal error", None, id))


_OUT_OF_MEMORY = _internal_error(None)


def _blame(message: jsonrpc.Message, error: Exception) -> str:
    what = message.method
    if isinstance(message.params.get("name"), str):
        what += " " + message.params["name"][:64]
    return "%s failed: %s: %s" % (what, type(error).__name__, error)
