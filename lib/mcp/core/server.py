"""
The server without I/O: a message in, a reply out.

Owns the choice of an era for each message, the requests under way and how they are cancelled, and
the promise that every request gets exactly one reply, whatever happens inside. Reads and writes
nothing: the transports do, and hold one Session for each peer.
"""

import asyncio

from micropython import const

from mcp.features.tools import Registry

from . import handshake_revisions, jsonrpc, outgoing, stateless_revision
from .errors import INTERNAL_ERROR, INVALID_REQUEST, DefinitionError, ProtocolError
from .reply import Reply

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection
    from typing import Any

    from .call import Call

# Ready made: there may be no room to make it.
_OUT_OF_MEMORY = const(
    b'{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal error"}}'
)
_PAGE_BYTES = const(8000)  # of tools in one reply to tools/list
_MAX_MESSAGE = const(8192)  # bytes; transports refuse longer ones before they read them whole


class Server:
    """
    What is offered, shared by all sessions.

    info          {"name": .., "version": ..}, optionally title
    registry      the tools
    instructions  how to use this server, for the model; None for nothing
    log           def log(level: str, text: str), level "error", "warning" or "info": gets what
                  went wrong inside, of which the peer learns nothing
    page_bytes    JSON of the items in one page of a list; a single larger item is a page
    max_message   longest message in bytes
    offers        what there is besides tools (resources, prompts, completion), each an object
                  with `capability`, a (name, dict) for the client, and `requests`, {method: async
                  def handler(session, message, call) -> dict}, the bare result, in every era

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
        offers: "Collection[Any]" = (),
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
        self.offers = offers
        # Whoever handles a call may log to the client, so this is always there.
        self.capabilities: dict = {"tools": {}, "logging": {}}
        self.legacy = handshake_revisions.Era()
        for offer in offers:
            name, options = offer.capability
            self.capabilities[name] = options
            self.legacy.requests.update(offer.requests)
        self.modern = stateless_revision.Era(self)

    def era(self, value: object, declared: "str | None") -> "Any":
        """The era that a message is spoken in, by the message itself and what came with it."""
        return self.modern if _is_modern(value, declared) else self.legacy


class Session:
    """
    One peer's state: agreed version, name, and the requests under way in both directions.

    channel     name of the way in, for handlers
    stateless   True: every message stands alone (HTTP without session ids); an initialize is
                answered and leaves nothing behind
    page_bytes  as in Server, for a channel with less room
    plain       no result is ever an error: for peers that drop the text of one
    room        most bytes that an encoded reply may have here, for handlers; 0 for no limit

    `scope` is what peers may do whose line says nothing of it (call.SCOPES); a transport that
    knows better sets it.
    """

    scope = "write"

    def __init__(
        self,
        server: Server,
        channel: str,
        stateless: bool = False,
        page_bytes: int = 0,
        plain: bool = False,
        room: int = 0,
    ):
        self.server = server
        self.channel = channel
        self.stateless = stateless
        self.page_bytes = page_bytes or server.page_bytes
        self.plain = plain
        self.room = room
        self.version: "str | None" = None  # None until the peer has said hello
        self.client: dict = {}
        self.capabilities: dict = {}
        self.log_level = "info"
        self.asks: "list[Any]" = []  # questions to the peer; see outgoing.py
        self._works: "list[_Work]" = []

    def greet(self, version: str, client: dict, capabilities: "dict | None" = None) -> None:
        """Note what an initialize has agreed on. A second one begins anew (a host restarted)."""
        if not self.stateless:
            self.version = version
            self.client = client
            self.capabilities = capabilities or {}
            self.log_level = "info"

    async def handle(self, message: "bytes | str") -> "bytes | None":
        """The reply to one message, or None where none is due."""
        return (await self.exchange(message)).body

    async def exchange(
        self, message: "bytes | str", declared: "str | None" = None, line: "Any" = None
    ) -> Reply:
        """
        As handle(), with what a transport needs besides.

        declared  the protocol version that the transport carried outside of the message
        line      the way back to the sender while its request is worked on, if there is one:
                  `sends` says whether it carries messages before the reply, by `async def
                  send(body: Body) -> bool` (False: the peer is gone); `headers` are those of HTTP
                  (with get(name)) or None; `peer` is who sent it as far as can be told, or None;
                  with headers also `async def watch(task)`: cancel it when the peer leaves;
                  `scope` is what the sender may do, `key` the name of the key it has shown

        The task that runs this is the one that a cancellation of the request cancels.
        """
        try:
            value = jsonrpc.parse(message, self.server.max_message)
            era = self.server.era(value, declared)
            return await era.exchange(self, value, declared, line)
        except ProtocolError as error:
            return Reply(jsonrpc.error(error), True)
        except MemoryError:
            # What failed is garbage by now, but there may be no room for words either.
            self.server.log("error", "out of memory")
            return Reply(_OUT_OF_MEMORY)

    def peek(self, message: bytes) -> "jsonrpc.Message | None":
        """What kind of message it is, without doing anything for it; None if it is none."""
        try:
            return jsonrpc.message(jsonrpc.parse(message, self.server.max_message))
        except ProtocolError:
            return None

    def refusal(self, why: str, message: "bytes | None" = None) -> Reply:
        """The reply to a message that was not read whole, or is not to be worked on."""
        known = self.peek(message) if message else None
        error = ProtocolError(INVALID_REQUEST, "Invalid request: " + why, None, known and known.id)
        return Reply(jsonrpc.error(error), True)

    async def work(
        self, message: jsonrpc.Message, call: "Call", answer: "Awaitable", line: "Any" = None
    ) -> Reply:
        """
        The reply to one request, with the result that `answer` gives. Catches everything: what
        escapes a handler ends here.
        """
        entry = _Work(message.id, line and line.peer, call)
        self._works.append(entry)
        call.session = self
        call.work = entry
        call.scope = self.scope if line is None else line.scope
        call.key = "" if line is None else line.key
        if line is not None and line.sends:
            call.line = line
        if self.room:
            call.room = self.room
        try:
            result = await answer
            if entry.cancelled:  # and the handler would not have it
                return Reply(None, cancelled=True)
            return Reply(jsonrpc.result(message.id, result))
        except asyncio.CancelledError:
            if not entry.cancelled:
                raise  # not the peer's wish: the transport ends
            return Reply(None, cancelled=True)
        except ProtocolError as error:
            error.id = message.id
            reply = Reply(jsonrpc.error(error), code=error.code)
            if error.scope:
                reply.scope = error.scope
                reply.status = 403
            return reply
        except Exception as error:  # noqa: BLE001  a handler's fault must cost one reply only
            self.server.log("error", _blame(message, error))
            fault = ProtocolError(INTERNAL_ERROR, "Internal error", None, message.id)
            return Reply(jsonrpc.error(fault), code=INTERNAL_ERROR)
        finally:
            call.line = None
            self._works = [one for one in self._works if one is not entry]

    def cancel(self, id: object, peer: object = None) -> None:
        """
        Stop the work on the peer's request of that id; unknown ones are ignored, as MCP has it.

        Where peers share a session (HTTP), two of them may use the same id at the same time: then
        nothing is stopped.
        """
        found = [
            one
            for one in self._works
            if one.id == id and one.peer == peer and jsonrpc.is_id(id)  # True is no 1
        ]
        if len(found) == 1:
            found[0].stop()

    def settle(self, message: jsonrpc.Message) -> None:
        """Take the peer's answer to a question of ours."""
        outgoing.settle(self.asks, message)

    def leave(self, task: "asyncio.Task") -> None:
        """The peer whose request that task works on is gone, and wants no reply."""
        for one in self._works:
            if one.task is task:
                one.stop()

    def lose(self, line: "Any") -> None:
        """The peer of that line is gone: what was asked of it has no answer."""
        for ask in self.asks:
            if ask.line is line:
                ask.answered.set()


class _Work:
    """A request under way: whose, and the task that works on it."""

    cancelled = False
    sending = False  # a message goes out, which must not end half way

    def __init__(self, id: object, peer: object, call: "Call"):
        self.id = id
        self.peer = peer
        self.call = call
        self.task: "Any" = asyncio.current_task()

    def stop(self) -> None:
        """Cancel it, or at least its reply; see Call.steady."""
        self.cancelled = True
        busy = self.sending or self.call.steady
        if not busy and self.task is not asyncio.current_task():
            self.task.cancel()


def _is_modern(value: object, declared: "str | None") -> bool:
    """
    Whether a message is of 2026-07-28 or later: its `_meta` has a version, its header or its
    method is of such a one. An `initialize` is not, unless it says so itself.
    """
    later = declared is not None and handshake_revisions.LATEST < declared < "3"  # a date
    if not isinstance(value, dict):
        return later
    params = value.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    if isinstance(meta, dict) and "io.modelcontextprotocol/protocolVersion" in meta:
        return True
    method = value.get("method")
    return method == "server/discover" or (later and method != "initialize")


def _blame(message: jsonrpc.Message, error: Exception) -> str:
    what = message.method
    if isinstance(message.params.get("name"), str):
        what += " " + message.params["name"][:64]
    return "%s failed: %s: %s" % (what, type(error).__name__, error)
