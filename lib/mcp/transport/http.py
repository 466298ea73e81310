"""
MCP over HTTP: the Streamable HTTP transport; stateless.

Owns the endpoint, who may use it, and its connections. Issues no `Mcp-Session-Id`, sends no CORS
header, prints nothing (stdout may belong to another transport). An answer is plain JSON, or a
stream of events where a handler speaks before it has a result.

    connection -> head, bounded and timed -> Host -> Origin -> path and method -> length
               -> key -> a place -> type -> body, in what is left of the time -> answer

What is served beside the endpoint is handed in as `pages`.
"""

import asyncio
import os
import time

from micropython import const
from net.tasks import stop

from mcp.core.errors import DefinitionError
from mcp.core.server import Server, Session

from .connection_limiter import Door, Visit
from .http_messages import Answer, Disconnected, Inbound, Refusal
from .request_checks import BEARER, CHALLENGE, RETRY_AFTER, RequestChecks
from .sse import Events

_MAX_CONNECTIONS = const(6)  # at once that have shown a key
_BACKLOG = const(16)  # that wait to be let in; one too many waits for seconds to be tried again
_HEAD_MS = const(3000)  # for a head to arrive; nobody has shown a key so far
_RECEIVE_MS = const(10000)  # for a whole request to arrive
_SEND_MS = const(10000)  # for a client to take its answer
_RATE = const(200)  # requests a second of a key
_FIRST_PORT = const(49152)  # of the range for private use
_PORTS_TRIED = const(20)
_ANY_ADDRESS = ("0.0.0.0", "::")  # are nobody's name
_LACKING = ', error="insufficient_scope", scope="%s"'  # RFC 6750, 3.1
_SENT_AWAY = const(
    b"HTTP/1.0 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n"
    b"Connection: close\r\n\r\n"
)

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any

    from net.pieces import Body

    from .http_messages import Head


class HTTPTransport:
    """
    An MCP endpoint at http://host:port/mcp.

    server           what is offered
    token            the bearer token: a string, or keys as `access` has them, (name, scope,
                     SHA-256) each, or a callable that gives either at each request; a string
                     alone has all rights; None lets everyone do all (tests on a loopback)
    allowed_hosts    names and addresses we may be called by, in lower case, without port, besides
                     `host` and the loopback's: a collection, or a callable that gives one. Any
                     other Host is refused, which is what keeps web pages from reaching us by a
                     name of their own (DNS rebinding)
    host, port       where to listen; port 0 picks a free one
    allowed_origins  web origins let in besides our own, such as "http://localhost:6274"
    path             of the endpoint
    rate             requests a second that one key may make, ten times that at once; 0: any number
    tls              an ssl.SSLContext with a certificate: HTTPS is served, and nothing else

    The limits at the top of this file are defaults of the keyword arguments. Raises
    DefinitionError for an empty token.
    """

    def __init__(
        self,
        server: Server,
        token: "str | Collection | Callable[[], str | Collection] | None",
        allowed_hosts: "Collection[str] | Callable[[], Collection[str]]" = (),
        host: str = "127.0.0.1",
        port: int = 0,
        allowed_origins: "Collection[str]" = (),
        path: str = "/mcp",
        *,
        head_ms: int = _HEAD_MS,
        receive_ms: int = _RECEIVE_MS,
        send_ms: int = _SEND_MS,
        max_connections: int = _MAX_CONNECTIONS,
        rate: int = _RATE,
        tls: "Any" = None,
        ticks: "Callable[[], Any] | None" = None,
    ):
        if token == "":
            raise DefinitionError("an empty token would let everyone in")
        self._session = Session(server, "http", stateless=True)
        self._log = server.log
        self._max_body = server.max_message
        name = "" if host in _ANY_ADDRESS else host.lower()
        self._checks = RequestChecks(
            token, allowed_hosts, name, allowed_origins, rate, ticks or time.ticks_ms
        )
        #: What is served at all paths but MCP's, such as http_routes.Pages; None for nothing.
        self.pages: "Any" = None
        self._host = host
        self._port = port
        self._path = path
        self._head_ms = min(head_ms, receive_ms)
        self._receive_ms = receive_ms
        self._send_ms = send_ms
        self._tls = tls
        self._listener: "asyncio.Server | None" = None
        self._tasks: "list[asyncio.Task]" = []
        self._door = Door(max_connections)
        self._closed = asyncio.Event()

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

    # -- connections ---------------------------------------------------------------------------

    async def _connected(
        self, reader: "asyncio.StreamReader", writer: "asyncio.StreamWriter"
    ) -> None:
        """
        One connection; started by asyncio's server, ends with the answer, on close(), or when its
        place is needed for another.
        """
        visit = Visit(_address(writer.get_extra_info("peername")))
        self._tasks.append(visit.task)
        link: "Any" = None
        try:
            self._door.come(visit)
            if self._tls is not None:
                # Not by start_server: what fails within TLS leaves its socket open.
                link = writer.s  # type: ignore[attr-defined]
                reader = writer = self._secured(link)
            await self._converse(reader, writer, visit)
        except (OSError, Disconnected):
            pass  # the client is gone, and nobody is left to tell
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            self._log("info", "a client does not take its answer")
        except asyncio.CancelledError:
            if not visit.sent_away:
                raise
            _say_busy(writer)
        except Exception as error:  # noqa: BLE001  costs this connection and no other
            self._log("error", "http: %s: %s" % (type(error).__name__, error))
        finally:
            self._door.leave(visit)
            self._tasks = [one for one in self._tasks if one is not visit.task]
            writer.close()
            await writer.wait_closed()
            if link is not None:
                link.close()

    def _secured(self, link: "Any") -> "Any":
        """TLS on a socket, as a stream both ways; its handshake comes with the first read."""
        wrapped = self._tls.wrap_socket(link, server_side=True, do_handshake_on_connect=False)
        wrapped.setblocking(False)
        return asyncio.StreamReader(wrapped)

    async def _converse(
        self, reader: "asyncio.StreamReader", writer: "asyncio.StreamWriter", visit: Visit
    ) -> None:
        inbound = Inbound(reader, self._head_ms)
        head = None
        try:
            head = await inbound.head()
            if head is None:
                return
            answer = await self._answer(_Line(head, inbound, writer, visit, self))
        except Refusal as refusal:
            if self._tls is not None and not inbound.heard:
                return  # nothing can be said before a handshake
            answer = refusal.answer()
        except (OSError, Disconnected):
            raise  # there is nobody to answer
        except Exception as error:  # noqa: BLE001  costs this request and no other
            self._log("error", "http: %s: %s" % (type(error).__name__, error))
            answer = Refusal(500, "internal error").answer()
        if answer is not None:
            if head is not None and head.method == "HEAD":
                answer.is_head = True
            await asyncio.wait_for_ms(answer.write(writer), self._send_ms)
        self._door.answered(visit)
        await inbound.linger()

    async def _answer(self, line: "_Line") -> "Any":
        """
        The Answer to a request, or a microdot.Response; None where it has left already. Raises
        Refusal.
        """
        self._checks.sender(line.head)
        if line.head.path != self._path:
            return await self._page(line)
        if line.head.method != "POST":
            raise Refusal(405, "only POST", "Allow", "POST")
        if (line.head.length or 0) > self._max_body:
            raise Refusal(413, "a body of more than %d bytes" % self._max_body)
        line.key, line.scope = self._checks.key(line.head, line.visit.peer)
        self._checks.rate(line.key)
        if not self._door.admit(line.visit, line.scope):
            raise Refusal(503, "too many connections", RETRY_AFTER, "1")
        return await self._exchange(line)

    async def _page(self, line: "_Line") -> "Any":
        """What `pages` answers. Pages take places, but never the one that is kept."""
        if self.pages is None:
            raise Refusal(404, "nothing is served at this path")
        if (line.head.length or 0) > self._max_body:
            raise Refusal(413, "a body of more than %d bytes" % self._max_body)
        if not self._door.admit(line.visit, "read"):
            raise Refusal(503, "too many connections", RETRY_AFTER, "1")
        return await self.pages.answer(line.head, line.inbound, line.writer, line.visit.peer)

    async def _exchange(self, line: "_Line") -> "Answer | None":
        head = line.head
        # `line.sends` says whether the client takes events.
        takes_json, line.sends = self._checks.types(head)
        if head.length is None:
            raise Refusal(411, "no Content-Length")
        line.inbound.extend(self._receive_ms)
        if head.version != "1.0" and (head.get("Expect") or "").lower() == "100-continue":
            line.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = await line.inbound.body()
        try:
            version = head.get("MCP-Protocol-Version")
            reply = await self._session.exchange(body, version, line)
        finally:
            if line.events is not None:
                await line.events.unwatch()
        if reply.content is None and not reply.cancelled:
            return Answer(202)
        begun = line.events is not None and line.events.begun
        # A stream is a 200: what is refused says so by its status, in JSON, whoever takes what.
        streams = reply.cancelled or (reply.status == 200 and not takes_json)
        if begun or (line.sends and streams):
            await line.stream().end(reply.content)
            return None
        # Cancelled by a message of its own: this one has no answer, and ends as cleanly as it can.
        answer = Answer(202) if reply.content is None else Answer(reply.status, reply.content)
        if reply.scope:
            answer.headers[CHALLENGE] = BEARER + _LACKING % reply.scope
        return answer


class _Line:
    """
    A request, and the way back to its client while it is worked on; see Session.exchange. `events`
    is the stream that the answer may become.
    """

    key = ""
    scope = ""
    sends = False
    events: "Any" = None

    def __init__(
        self,
        head: "Head",
        inbound: Inbound,
        writer: "asyncio.StreamWriter",
        visit: Visit,
        transport: HTTPTransport,
    ):
        self.head = head
        self.inbound = inbound
        self.writer = writer
        self.visit = visit
        self._transport = transport

    @property
    def headers(self) -> "Head":
        return self.head

    @property
    def peer(self) -> tuple:
        """With the key, so that who has another one cancels nothing."""
        return self.visit.peer, self.key

    async def send(self, body: "Body") -> bool:
        return await self.stream().send(body)

    async def watch(self, worker: "asyncio.Task") -> None:
        await self.stream().watch(worker)

    def stream(self) -> "Any":
        if self.events is None:
            transport = self._transport
            self.events = Events(
                self.inbound.stream,
                self.writer,
                transport._send_ms,
                self._lost,
                transport._session.leave,
            )
        return self.events

    def _lost(self) -> None:
        self._transport._session.lose(self)


def _address(peername: "Any") -> object:
    """Of a peer, without its port: from a tuple, or from bytes (MicroPython for unix)."""
    return peername[0] if isinstance(peername, tuple) else peername and bytes(peername[4:8])


def _say_busy(writer: "asyncio.StreamWriter") -> None:
    try:
        writer.write(_SENT_AWAY)  # as much as leaves at once
    except OSError:
        pass  # it has left by itself
