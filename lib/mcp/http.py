"""
MCP over HTTP: the Streamable HTTP transport; stateless.

Owns the endpoint, who may use it, and its connections. Issues no `Mcp-Session-Id`, sends no CORS
header, prints nothing (stdout may belong to another transport). An answer is plain JSON, or a
stream of events where a handler speaks before it has a result.

    connection -> head, bounded and timed -> Host -> Origin -> method and path -> length
               -> token -> type -> body, in what is left of the time -> answer

Other paths answer from `app`, a microdot application that is made when somebody adds a route to
it (`pages`): who serves MCP alone has no use for the 24 KB that microdot takes.
"""

import asyncio
import os

from micropython import const

from .errors import DefinitionError
from .http_io import Answer, Disconnected, Inbound, Refusal, Request
from .server import Server, Session, stop

_MAX_CONNECTIONS = const(6)
_BACKLOG = const(16)  # that wait to be let in; one too many waits for seconds to be tried again
_RECEIVE_MS = const(10000)  # for a whole request to arrive
_SEND_MS = const(10000)  # for a client to take its answer
_FIRST_PORT = const(49152)  # of the range for private use
_PORTS_TRIED = const(20)
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")  # names that nobody else can have
_JSON = ("application/json", "application/*", "*/*")
_EVENTS = "text/event-stream"

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any

    from .body import Body


class HTTPTransport:
    """
    An MCP endpoint at http://host:port/mcp; routes of other paths may be added to `app`.

    server           what is offered
    token            the bearer token: a string, or a callable that gives it at each request; None
                     lets everyone in (tests on a loopback)
    allowed_hosts    names and addresses we may be called by, in lower case, without port, besides
                     `host` and the loopback's: a collection, or a callable that gives one. Any
                     other Host is refused, which is what keeps web pages from reaching us by a
                     name of their own (DNS rebinding)
    host, port       where to listen; port 0 picks a free one
    allowed_origins  web origins let in besides our own, such as "http://localhost:6274"
    path             of the endpoint

    The limits at the top of this file are defaults of the keyword arguments. Raises
    DefinitionError for an empty token.
    """

    def __init__(
        self,
        server: Server,
        token: "str | Callable[[], str] | None",
        allowed_hosts: "Collection[str] | Callable[[], Collection[str]]" = (),
        host: str = "127.0.0.1",
        port: int = 0,
        allowed_origins: "Collection[str]" = (),
        path: str = "/mcp",
        *,
        receive_ms: int = _RECEIVE_MS,
        send_ms: int = _SEND_MS,
        max_connections: int = _MAX_CONNECTIONS,
    ):
        if token == "":
            raise DefinitionError("an empty token would let everyone in")
        self._path = path
        self._pages: "Any" = None
        self._session = Session(server, "http", stateless=True)
        self._log = server.log
        self._max_body = server.max_message
        self._token = token
        self._allowed_hosts = allowed_hosts
        self._allowed_origins = allowed_origins
        self._host = host
        self._port = port
        self._receive_ms = receive_ms
        self._send_ms = send_ms
        self._max_connections = max_connections
        self._listener: "asyncio.Server | None" = None
        self._tasks: "list[asyncio.Task]" = []
        self._served = 0  # connections that are answered; who is only seen out does not count
        self._closed = asyncio.Event()

    @property
    def app(self) -> "Any":
        """The microdot application for all paths but MCP's; microdot is loaded with it."""
        if self._pages is None:
            from .pages import Pages

            self._pages = Pages(self._max_body)
        return self._pages.app

    async def start(self) -> int:
        """Listen; return the port. Raises OSError where the address cannot be had."""
        self._closed.clear()
        port = self._port
        tries = 1 if port else _PORTS_TRIED
        while True:
            if not self._port:
                # MicroPython cannot tell which port the system picked, so it is picked here.
                port = int.from_bytes(os.urandom(2), "little") % (65536 - _FIRST_PORT)
                port += _FIRST_PORT
            tries -= 1
            try:
                self._listener = await asyncio.start_server(
                    self._connected, self._host, port, _BACKLOG
                )
                return port
            except OSError:
                if not tries:
                    raise

    async def serve(self) -> None:
        """Serve until close() is called or the task is cancelled; closed when it returns."""
        try:
            await self._closed.wait()
        finally:
            await self.close()

    async def close(self) -> None:
        """Stop listening, cancel the connections there are, wait for their end."""
        listener = self._listener
        self._listener = None
        if listener is not None:
            listener.close()
            await listener.wait_closed()
        await stop(self._tasks)
        self._closed.set()

    async def _connected(
        self, reader: "asyncio.StreamReader", writer: "asyncio.StreamWriter"
    ) -> None:
        """One connection; started by asyncio's server, ends with the answer or on close()."""
        task: "Any" = asyncio.current_task()
        self._tasks.append(task)
        try:
            await self._converse(reader, writer)
        except (OSError, Disconnected):
            pass  # the client is gone, and nobody is left to tell
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            self._log("info", "a client does not take its answer")
        except Exception as error:  # noqa: BLE001  costs this connection and no other
            self._log("error", "http: %s: %s" % (type(error).__name__, error))
        finally:
            self._tasks = [one for one in self._tasks if one is not task]
            writer.close()
            await writer.wait_closed()

    async def _converse(
        self, reader: "asyncio.StreamReader", writer: "asyncio.StreamWriter"
    ) -> None:
        if len(self._tasks) > 2 * self._max_connections:
            return  # not even room to say so
        inbound = Inbound(reader, self._receive_ms)
        answer: "Any"
        self._served += 1
        try:
            try:
                answer = await self._answer(inbound, writer)
            except Refusal as refusal:
                answer = refusal.answer()
            except (OSError, Disconnected):
                raise  # there is nobody to answer
            except Exception as error:  # noqa: BLE001  costs this request and no other
                self._log("error", "http: %s: %s" % (type(error).__name__, error))
                answer = Refusal(500, "internal error").answer()
            if answer is None:
                return
            answer.is_head = inbound.is_head
            await asyncio.wait_for_ms(answer.write(writer), self._send_ms)
        finally:
            self._served -= 1
        await inbound.linger()

    async def _answer(self, inbound: Inbound, writer: "asyncio.StreamWriter") -> "Any":
        """
        The Answer to the request that comes in, or a microdot.Response; None where none came, or
        the answer is out. Raises Refusal.
        """
        if self._served > self._max_connections:
            raise Refusal(503, "too many connections", "Retry-After", "1")
        request = await inbound.head(writer.get_extra_info("peername"))
        if request is None:
            return None
        self._check_sender(request)
        if (inbound.length or 0) > self._max_body:
            raise Refusal(413, "a body of more than %d bytes" % self._max_body)
        if request.path == self._path:
            if request.method != "POST":
                raise Refusal(405, "only POST", "Allow", "POST")
            return await self._exchange(request, inbound, writer)
        if self._pages is not None:
            return await self._pages.answer(request, inbound, writer)
        raise Refusal(404, "nothing is served at this path")

    def _check_sender(self, request: Request) -> None:
        host = request.headers.get("Host")
        if not host:
            raise Refusal(400, "no Host")
        allowed = self._allowed_hosts
        if callable(allowed):
            allowed = allowed()
        name = _without_port(host)
        if name not in _LOOPBACK and name != self._host and name not in allowed:
            raise Refusal(403, "this Host is not served here")
        origin = request.headers.get("Origin")
        # Programs that are no browsers send none. With the Host known to be ours, an origin that
        # repeats it is our own page.
        if origin is None or origin in ("http://" + host, "https://" + host):
            return
        if origin not in self._allowed_origins:
            raise Refusal(403, "this Origin is not welcome")

    async def _exchange(
        self, request: Request, inbound: Inbound, writer: "asyncio.StreamWriter"
    ) -> "Answer | None":
        """The answer to a POST of MCP's path; None where it is out already. Raises Refusal."""
        self._check_token(request.headers.get("Authorization") or "")
        self._check_types(request)
        if inbound.length is None:
            raise Refusal(411, "no Content-Length")
        if request.headers.get("Expect"):
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = await inbound.body()
        line = _Line(request, inbound, writer, self._session, self._send_ms)
        try:
            version = request.headers.get("MCP-Protocol-Version")
            reply = await self._session.exchange(body, version, line)
        finally:
            if line.events is not None:
                await line.events.unwatch()
        if reply.content is None and not reply.cancelled:
            return Answer(202)
        begun = line.events is not None and line.events.begun
        # A stream is a 200: what is refused says so by its status, in JSON, whoever takes what.
        streams = reply.cancelled or (reply.status == 200 and not request.json)
        if begun or (line.sends and streams):
            await line.stream().end(reply.content)
            return None
        # Cancelled by a message of its own: this one has no answer, and ends as cleanly as it can.
        return Answer(202) if reply.content is None else Answer(reply.status, reply.content)

    def _check_token(self, authorization: str) -> None:
        token = self._token() if callable(self._token) else self._token
        if token is None:
            return
        scheme, _, given = authorization.partition(" ")
        if scheme.lower() != "bearer" or not same_secret(given.strip().encode(), token.encode()):
            raise Refusal(
                401, "a bearer token is needed", "WWW-Authenticate", 'Bearer realm="mcp"'
            )

    def _check_types(self, request: Request) -> None:
        # A page of another site cannot send this type without asking first, and gets no answer.
        if _media_type(request.headers.get("Content-Type") or "") != "application/json":
            raise Refusal(415, "Content-Type must be application/json")
        accept = request.headers.get("Accept") or "*/*"
        types = [_media_type(one) for one in accept.split(",")]
        # Events only for who names them: whoever takes anything may not know what they are.
        request.events = _EVENTS in types
        request.json = any(one in _JSON for one in types)
        if not request.json and not request.events:
            raise Refusal(406, "answers are application/json or text/event-stream")


class _Line:
    """
    The way back to one client while its request is worked on; see Session.exchange. `events` is
    the stream that the answer may become: most never do, and do not load what that takes.
    """

    def __init__(
        self,
        request: Request,
        inbound: Inbound,
        writer: "asyncio.StreamWriter",
        session: Session,
        send_ms: int,
    ):
        self.headers = request.headers
        self.sends = request.events
        self.events: "Any" = None
        peer = request.peer
        # The address without its port: in a tuple, or in bytes (MicroPython for unix).
        self.peer = peer[0] if isinstance(peer, tuple) else peer and bytes(peer[4:])
        self._parts = (
            inbound.stream,
            writer,
            send_ms,
            self._lost,
            session.leave,
        )
        self._session = session

    async def send(self, body: "Body") -> bool:
        return await self.stream().send(body)

    async def watch(self, worker: "asyncio.Task") -> None:
        await self.stream().watch(worker)

    def stream(self) -> "Any":
        if self.events is None:
            from .sse import Events

            self.events = Events(*self._parts)
        return self.events

    def _lost(self) -> None:
        self._session.lose(self)


def same_secret(given: bytes, secret: bytes) -> bool:
    """Whether they are equal, in a time that depends on the length of `given` alone."""
    if not secret:
        return False
    differs = len(given) ^ len(secret)
    size = len(secret)
    for at in range(len(given)):
        differs |= given[at] ^ secret[at % size]
    return differs == 0


def _without_port(host: str) -> str:
    end = host.find("]") + 1 if host.startswith("[") else host.find(":")
    return (host[:end] if end > 0 else host).lower()


def _media_type(value: str) -> str:
    """A media type without its parameters; "" for one that is refused (q=0)."""
    kind, _, parameters = value.lower().partition(";")
    refused = parameters.replace(" ", "") in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return "" if refused else kind.strip()
