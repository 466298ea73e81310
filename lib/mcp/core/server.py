"""
The server without I/O: a message in, a reply out.

Owns the choice of the protocol revision for each message, the requests under way, their
cancellation, and that every request gets exactly one reply, whatever its handler does. The
transports read and write, and hold one Session for each peer. The tools and other features are
handed in: nothing here imports them.
"""

import asyncio

from micropython import const

from . import handshake_revisions, jsonrpc, stateless_revision
from .errors import INTERNAL_ERROR, DefinitionError, ProtocolError, invalid_request
from .reply import Reply

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection
    from typing import Any

    from .call import Call
    from .interfaces import Feature, Log, Requester, ToolRegistry

# Made in advance: there may be no memory to make it.
_OUT_OF_MEMORY = const(
    b'{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal error"}}'
)
_PAGE_BYTES = const(8000)  # of tools in one reply to tools/list
_MAX_MESSAGE = const(8192)  # bytes; transports refuse longer ones before they read them whole


class Server:
    """
    The tools and other features, shared by all sessions.

    info          {"name": .., "version": ..}, optionally title
    registry      the tools, such as features.tools.Registry
    instructions  how to use this server, for the model: a text, or def instructions(names) -> str,
                  which is given the names of the tools that the peer may call; None for nothing
    log           def log(level: str, text: str), level "error", "warning" or "info": gets what
                  went wrong inside, of which the peer learns nothing
    page_bytes    JSON of the items in one page of a list; a single larger item is a page
    max_message   longest message in bytes
    features      what there is besides tools: Resources, Prompts, Completion. Each is an object
                  with `capability`, a (name, dict) for the client, and `requests`, {method: async
                  def handler(session, message, call) -> dict}, the bare result, which the
                  protocol revision completes

    Raises DefinitionError for an info without name and version.
    """

    def __init__(
        self,
        info: dict,
        registry: "ToolRegistry",
        instructions: "str | Callable[[list[str]], str] | None" = None,
        *,
        log: "Log",
        page_bytes: int = _PAGE_BYTES,
        max_message: int = _MAX_MESSAGE,
        features: "Collection[Feature]" = (),
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
        self.features = features
        # Whoever handles a call may log to the client, so this is always there.
        self.capabilities: dict = {"tools": {}, "logging": {}}
        self.handshake_revisions = handshake_revisions.HandshakeRevisions()
        for feature in features:
            name, options = feature.capability
            self.capabilities[name] = options
            self.handshake_revisions.requests.update(feature.requests)
        self.stateless_revision = stateless_revision.StatelessRevision(self)

    def instructions_for(self, call: "Call") -> "str | None":
        """The instructions for the peer of a call."""
        instructions = self.instructions
        return instructions(self.registry.names(call)) if callable(instructions) else instructions


class Session:
    """
    One peer's state: agreed version, name, and the requests under way in both directions.

    channel     what handlers see as call.channel
    stateless   True: every message stands alone (HTTP without session ids); an initialize is
                answered and leaves nothing behind
    page_bytes  as in Server, for a channel with smaller messages
    no_errors   no result is ever an error: for peers that drop the text of one
    max_reply   most bytes that an encoded reply may have here, for handlers; 0 for no limit

    `scope` is what the peer of a message without a requester may do (call.SCOPES); a transport
    that knows better sets it.
    """

    scope = "write"

    def __init__(
        self,
        server: Server,
        channel: str,
        stateless: bool = False,
        page_bytes: int = 0,
        no_errors: bool = False,
        max_reply: int = 0,
    ):
        self.server = server
        self.channel = channel
        self.stateless = stateless
        self.page_bytes = page_bytes or server.page_bytes
        self.no_errors = no_errors
        self.max_reply = max_reply
        self.version: "str | None" = None  # None before an initialize
        self.client: dict = {}
        self.capabilities: dict = {}
        self.log_level = "info"
        self.level_asked = False  # whether the peer has named a level
        self.initialized = False  # the peer has said that it takes messages at any time
        #: def (): called when `initialized` becomes true; it may not wait
        self.on_initialized: "Callable[[], None] | None" = None
        self.asks: "list[Any]" = []  # questions to the peer; see outgoing.py
        self._works: "list[_Work]" = []

    def agree(self, version: str, client: dict, capabilities: "dict | None" = None) -> None:
        """Keep what an initialize has agreed on. A second one begins anew (a host restarted)."""
        if not self.stateless:
            self.version = version
            self.client = client
            self.capabilities = capabilities or {}
            self.log_level = "info"
            self.level_asked = False
            self.initialized = False

    def begin(self) -> None:
        """The peer has ended its handshake (`notifications/initialized`)."""
        if self.version is not None and not self.initialized:
            self.initialized = True
            if self.on_initialized is not None:
                self.on_initialized()

    async def handle(self, message: "bytes | str") -> "bytes | None":
        """The reply to one message, or None where none is due."""
        return (await self.exchange(message)).body

    async def exchange(
        self,
        message: "bytes | str",
        declared: "str | None" = None,
        requester: "Requester | None" = None,
    ) -> Reply:
        """
        As handle(), with what a transport needs besides.

        declared   the protocol version that the transport carried outside of the message
        requester  who sent it, and the way to them before the reply, if there is one

        The task that runs this is the one that a cancellation of the request cancels.
        """
        try:
            value = jsonrpc.parse(message, self.server.max_message)
            if _is_stateless_revision(value, declared):
                revision = self.server.stateless_revision
                return await revision.exchange(self, value, declared, requester)
            return await self.server.handshake_revisions.exchange(self, value, declared, requester)
        except ProtocolError as error:
            return Reply(jsonrpc.error(error), True)
        except MemoryError:
            # What was allocated is garbage by now, but there may be no memory for a message.
            self.server.log("error", "out of memory")
            return Reply(_OUT_OF_MEMORY)

    def peek(self, message: bytes) -> "jsonrpc.Message | None":
        """The message, parsed and not acted on; None where it is none."""
        try:
            return jsonrpc.message(jsonrpc.parse(message, self.server.max_message))
        except ProtocolError:
            return None

    def refusal(self, why: str, message: "bytes | None" = None) -> Reply:
        """The error reply to a message that was not read completely, or is not to be worked on."""
        known = self.peek(message) if message else None
        error = invalid_request(why, known and known.id)
        return Reply(jsonrpc.error(error), True)

    async def work(
        self,
        message: jsonrpc.Message,
        call: "Call",
        answer: "Awaitable",
        requester: "Requester | None" = None,
    ) -> Reply:
        """
        The reply to one request, with the result that `answer` gives. Whatever a handler raises
        becomes an error reply here; a cancellation that the peer has not asked for passes.
        """
        entry = _Work(message.id, requester and requester.peer, call)
        self._works.append(entry)
        call.session = self
        call.work = entry
        call.scope = self.scope if requester is None else requester.scope
        call.key = "" if requester is None else requester.key
        if requester is not None and requester.sends:
            call.requester = requester
        if self.max_reply:
            call.max_reply = self.max_reply
        try:
            result = await answer
            if entry.cancelled:  # and the handler has ended all the same
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
            call.requester = None
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

    def take_answer(self, message: jsonrpc.Message) -> None:
        """Hand the peer's answer to the request of ours that waits for it, if one does."""
        for ask in self.asks:
            if ask.id == message.id and not ask.answered.is_set():
                ask.answer = message.params
                ask.answered.set()

    def cancel_task(self, task: "asyncio.Task") -> None:
        """Stop the work of that task: the peer that asked for it has closed the connection."""
        for one in self._works:
            if one.task is task:
                one.stop()

    def disconnected(self, requester: "Requester") -> None:
        """The peer is gone: end the waits for its answers."""
        for ask in self.asks:
            if ask.requester is requester:
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


def _is_stateless_revision(value: object, declared: "str | None") -> bool:
    """
    Whether a message is of 2026-07-28 or later: its `_meta` has a version, or its header or its
    method is of such a revision. An `initialize` is of one only if its own `_meta` says so.
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
