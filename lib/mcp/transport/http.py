"""
MCP over HTTP: the Streamable HTTP transport; stateless.

Owns the endpoint and its connections. Issues no `Mcp-Session-Id`, sends no CORS header, prints
nothing (stdout may belong to another transport). An answer is one JSON body, or a stream of events
where a handler sends messages before its result.

    connection -> head, bounded and timed -> Host -> Origin -> path and method -> length -> key
               -> rate -> connection limiter -> types -> body, in the remaining time -> answer

Other paths are served by `pages`, which is injected, after the same checks; a route that was added
as open needs no key.
"""

import asyncio
import gc
import os
import time

from micropython import const
from net.pieces import Body
from net.tasks import stop, together

from mcp.core.call import SCOPES
from mcp.core.errors import DefinitionError
from mcp.core.server import Server, Session

from .connection_limiter import Connection, ConnectionLimiter
from .http_messages import Answer, Disconnected, Head, Inbound, Refusal
from .request_checks import BEARER, CHALLENGE, RETRY_AFTER, RequestChecks
from .sse import Events

_MAX_CONNECTIONS = const(6)  # authenticated, at once
_BACKLOG = const(16)  # not accepted yet; a client beyond them tries again after seconds
_HEAD_MS = const(3000)  # for a head to arrive, which is before a key was shown
_RECEIVE_MS = const(10000)  # for a complete request to arrive
_SEND_MS = const(10000)  # for a client to take its answer
_RATE = const(200)  # requests a second of a key
_FIRST_PORT = const(49152)  # of the range for private use
_PORTS_TRIED = const(20)
_ANY_ADDRESS = ("0.0.0.0", "::")  # no Host can be called so
_INSUFFICIENT = ', error="insufficient_scope", scope="%s"'  # RFC 6750, 3.1
_BUSY = const(
    b"HTTP/1.0 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n"
    b"Connection: close\r\n\r\n"
)

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any


class HTTPTransport:
    """
    An MCP endpoint at http://host:port/mcp.

    server           answers the messages
    token            the bearer token: a string, or keys as `access` has them, (name, scope,
                     SHA-256) each, or a callable that gives either at each request; a string
                     alone has all rights; None gives everyone all rights (tests on a loopback)
    allowed_hosts    names and addresses accepted as Host, in lower case, without port, besides
                     `host` and the loopback's: a collection, or a callable that gives one. Any
                     other Host is refused, so that no web page reaches us by a name of its own
                     (DNS rebinding)
    host, port       where to listen; port 0 picks a free one
    allowed_origins  web origins allowed besides our own, such as "http://localhost:6274"
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
        #: Serves all paths but MCP's: an http_routes.Pages. None: they are 404.
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
        self._limiter = ConnectionLimiter(max_connections)
        self._closed = asyncio.Event()

    async def start(self) -> int:
        """Listen; return the port. Raises OSError where the address is not available."""
        self._closed.clear()
        port = self._port
        tries = 1 if port else _PORTS_TRIED
        while True:
            if not self._port:
                # MicroPython cannot tell which port the system has picked, so pick one here.
                port = int.from_bytes(os.urandom(2), "little") % (65536 - _FIRST_PORT)
                port += _FIRST_PORT
            tries -= 1
            try:
                self._listener = await asyncio.start_server(
                    self._connected, self._host, port, _BACKLOG
                )
                self._port = port
                return port
            except OSError:
                if not tries:
                    raise

    async def serve(self) -> None:
        """
        Serve until close() is called or the task is cancelled; closed when it returns. Called
        again afterwards it listens again, on the same port. Raises what listening fails by.
        """
        try:
            if self._listener is None:
                gc.collect()  # closes the socket of a listener that has failed
                await self.start()
            await together([self._listening(), self._closed.wait()])
        finally:
            await self.close()

    async def _listening(self) -> None:
        """Raise what ends the accepting of connections, which asyncio has in a task of its own."""
        if self._listener is not None:
            await self._listener.wait_closed()

    async def close(self) -> None:
        """Stop listening, cancel the connections, wait for their end."""
        listener = self._listener
        self._listener = None
        try:
            if listener is not None:
                listener.close()
                await listener.wait_closed()
        except (asyncio.CancelledError, Exception):  # noqa: BLE001  serve() raises it
            pass
        finally:
            self._closed.set()
            await stop(self._tasks)

    # -- connections ---------------------------------------------------------------------------

    async def _connected(
        self, reader: "asyncio.StreamReader", writer: "asyncio.StreamWriter"
    ) -> None:
        """
        One connection; started by asyncio's server, ends with the answer, on close(), or when the
        connection limiter evicts it.
        """
        connection = Connection(_address(writer.get_extra_info("peername")))
        self._tasks.append(connection.task)
        link: "Any" = None
        try:
            self._limiter.add(connection)
            if self._tls is not None:
                # start_server would leave the socket open where TLS fails.
                link = writer.s  # type: ignore[attr-defined]
                reader = writer = self._secured(link)
            await self._converse(reader, writer, connection)
        except (OSError, Disconnected):
            pass  # the client is gone
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            self._log("info", "a client does not take its answer")
        except asyncio.CancelledError:
            if not connection.evicted:
                raise
            _answer_busy(writer)
        except Exception as error:  # noqa: BLE001  costs this connection and no other
            self._log("error", "http: %s: %s" % (type(error).__name__, error))
        finally:
            self._limiter.remove(connection)
            self._tasks = [one for one in self._tasks if one is not connection.task]
            writer.close()
            await writer.wait_closed()
            if link is not None:
                link.close()

    def _secured(self, link: "Any") -> "Any":
        """A stream of TLS over a socket; the first read does the handshake."""
        wrapped = self._tls.wrap_socket(link, server_side=True, do_handshake_on_connect=False)
        wrapped.setblocking(False)
        return asyncio.StreamReader(wrapped)

    async def _converse(
        self,
        reader: "asyncio.StreamReader",
        writer: "asyncio.StreamWriter",
        connection: Connection,
    ) -> None:
        inbound = Inbound(reader, self._head_ms)
        head = None
        try:
            head = await inbound.head()
            if head is None:
                return
            answer = await self._answer(
                _Request(head, inbound, writer, connection, self._session, self._send_ms)
            )
        except Refusal as refusal:
            if self._tls is not None and not inbound.heard:
                return  # without a TLS handshake there can be no answer
            answer = self._refused(head, refusal)
        except (OSError, Disconnected):
            raise  # the client is gone
        except Exception as error:  # noqa: BLE001  costs this request and no other
            self._log("error", "http: %s: %s" % (type(error).__name__, error))
            answer = self._refused(head, Refusal(500, "internal error"))
        if answer is not None:
            if head is not None and head.method == "HEAD":
                answer.is_head = True
            await asyncio.wait_for_ms(answer.write(writer), self._send_ms)
        self._limiter.answered(connection)
        await inbound.linger()

    def _refused(self, head: "Head | None", refusal: Refusal) -> Answer:
        if head is None or self.pages is None:
            return refusal.answer()
        answer: Answer = self.pages.refused(head.path, refusal)
        return answer

    async def _answer(self, request: "_Request") -> "Any":
        """
        The Answer to a request, or a microdot.Response; None where it was sent already. Raises
        Refusal.
        """
        head, peer = request.head, request.connection.peer
        self._checks.sender(head)
        page: "Any" = None
        if head.path != self._path:
            if self.pages is None:
                raise Refusal(404, "nothing is served at this path")
            page = self.pages.request(head, request.inbound, request.writer, peer)
        elif head.method != "POST":
            raise Refusal(405, "only POST", "Allow", "POST")
        if (head.length or 0) > self._max_body:
            raise Refusal(413, "a body of more than %d bytes" % self._max_body)
        if page is not None and page.g.needs is None:
            request.scope = "read"  # its connection counts as one of a key with that scope
        else:
            request.key, request.scope = self._checks.key(head, peer)
            self._checks.rate(request.key)
        if not self._limiter.authenticate(request.connection, request.scope):
            raise Refusal(503, "too many connections", RETRY_AFTER, "1")
        if page is not None:
            page.g.key, page.g.scope = request.key, request.scope
            _check_scope(page.g.needs, request.scope)
            if page.g.needs is not None:
                self._await_body(request)
            return await self.pages.answer(page)
        return await self._exchange(request)

    def _await_body(self, request: "_Request") -> None:
        head = request.head
        request.inbound.extend(self._receive_ms)
        if head.version != "1.0" and (head.get("Expect") or "").lower() == "100-continue":
            request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    async def _exchange(self, request: "_Request") -> "Answer | None":
        head = request.head
        # `request.sends`: whether the client takes events.
        takes_json, request.sends = self._checks.types(head)
        if head.length is None:
            raise Refusal(411, "no Content-Length")
        self._await_body(request)
        body = await request.inbound.body()
        try:
            version = head.get("MCP-Protocol-Version")
            reply = await self._session.exchange(body, version, request)
        finally:
            if request.events is not None:
                await request.events.unwatch()
        if reply.content is None and not reply.cancelled:
            return Answer(202)
        begun = request.events is not None and request.events.begun
        # A stream has status 200: an answer with another status is JSON, whatever is accepted.
        streams = reply.cancelled or (reply.status == 200 and not takes_json)
        if begun or (request.sends and streams):
            await request.stream().end(reply.content)
            return None
        # A cancelled request has no answer, so it ends with 202.
        answer = Answer(202) if reply.content is None else Answer(reply.status, reply.content)
        if reply.scope:
            answer.headers[CHALLENGE] = BEARER + _INSUFFICIENT % reply.scope
        return answer


class _Request:
    """
    A request and its client, an interfaces.Requester of the core. `events` is the stream that the
    answer may become.
    """

    key = ""
    scope = ""
    sends = False
    events: "Any" = None

    def __init__(
        self,
        head: Head,
        inbound: Inbound,
        writer: "asyncio.StreamWriter",
        connection: Connection,
        session: Session,
        send_ms: int,
    ):
        self.head = self.headers = head
        self.inbound = inbound
        self.writer = writer
        self.connection = connection
        self._session = session
        self._send_ms = send_ms

    @property
    def peer(self) -> tuple:
        """Address and key: a client with another key cannot cancel this request."""
        return self.connection.peer, self.key

    async def send(self, body: Body) -> bool:
        return await self.stream().send(body)

    async def watch(self, worker: "asyncio.Task") -> None:
        await self.stream().watch(worker)

    def stream(self) -> "Any":
        if self.events is None:
            self.events = Events(
                self.inbound.stream,
                self.writer,
                self._send_ms,
                lambda: self._session.disconnected(self),
                self._session.cancel_task,
            )
        return self.events


def _check_scope(needed: "str | None", scope: str) -> None:
    if needed is not None and SCOPES.index(scope) < SCOPES.index(needed):
        challenge = BEARER + _INSUFFICIENT % needed
        raise Refusal(403, "this needs a key of scope %s" % needed, CHALLENGE, challenge)


def _address(peername: "Any") -> object:
    """The address without its port, of a tuple, or of bytes (MicroPython for unix)."""
    return peername[0] if isinstance(peername, tuple) else peername and bytes(peername[4:8])


def _answer_busy(writer: "asyncio.StreamWriter") -> None:
    try:
        writer.write(_BUSY)  # as much as leaves at once
    except OSError:
        pass  # it is gone
