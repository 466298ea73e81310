"""
One HTTP request in and one answer out, rationed.

Owns the limits on what a client can make us hold or wait for while it sends, what a request is,
and the form of an answer. Knows no tokens and no MCP.
"""

import asyncio
import time

from micropython import const

from . import jsonrpc
from .body import Body
from .errors import INVALID_REQUEST, ProtocolError

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_MAX_HEAD = const(4096)  # bytes of request line and headers
_MAX_LINE = const(2048)  # bytes of one line of it; microdot's own limit, told with a status
_JOINED = const(1024)  # bytes that leave together, about: they lie in one piece of RAM
_CHUNK = const(512)  # bytes asked of the socket at once
_LINGER_MS = const(1000)  # for what a refused client is still sending, all of it
_PAUSE_MS = const(200)  # of a refused client: it has stopped sending
_LINGER_BYTES = const(65536)

# Headers that must not come twice: they decide who is speaking, what, or how much.
_ONCE = (
    b"host",
    b"origin",
    b"authorization",
    b"content-length",
    b"content-type",
    b"mcp-protocol-version",
    b"mcp-method",
    b"mcp-name",
)
REASONS = {
    200: "OK",
    202: "Accepted",
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    406: "Not Acceptable",
    408: "Request Timeout",
    411: "Length Required",
    413: "Content Too Large",
    415: "Unsupported Media Type",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
    503: "Service Unavailable",
}


class Disconnected(Exception):
    """The client has closed its side before the end of its request."""


class Refusal(Exception):
    """A request goes no further: HTTP status, why, and a header that belongs to it."""

    def __init__(self, status: int, why: str, header: str = "", value: str = ""):
        super().__init__(why)
        self.status = status
        self.why = why
        self.header = header
        self.value = value

    def answer(self) -> "Answer":
        """What the client is told: the status, with a JSON-RPC error without id as the body."""
        error = ProtocolError(INVALID_REQUEST, "Invalid request: " + self.why)
        answer = Answer(self.status, jsonrpc.error(error))
        if self.header:
            answer.headers[self.header] = self.value
        return answer


class Answer:
    """A response that leaves in one write, a long one in several: joining it would copy it."""

    is_head = False  # True: the request was a HEAD, and nothing follows the head of the answer

    def __init__(self, status: int, body: "bytes | Body" = b""):
        self.status = status
        self.headers: "dict[str, str]" = {}
        self.content = Body([body]) if isinstance(body, bytes) else body
        if len(self.content):
            self.headers["Content-Type"] = "application/json"

    async def write(self, stream: "asyncio.StreamWriter") -> None:
        """Send it. Raises OSError when the client is gone."""
        lines = ["HTTP/1.0 %d %s" % (self.status, REASONS[self.status])]
        for name, value in self.headers.items():
            lines.append("%s: %s" % (name, value))
        lines.append("Content-Length: %d\r\nConnection: close\r\n\r\n" % len(self.content))
        head = "\r\n".join(lines).encode()
        if self.is_head:
            stream.write(head)
        elif len(self.content) < _JOINED:
            stream.write(head + self.content.joined())
        else:
            await write_pieces(stream, head, self.content.pieces())
        await stream.drain()


async def write_pieces(
    stream: "asyncio.StreamWriter", head: bytes, pieces: "Iterable[bytes]"
) -> None:
    """Send all of it, some pieces at a time. Raises OSError when the client is gone."""
    held = [head]
    size = len(head)
    for piece in pieces:
        if size + len(piece) > _JOINED:
            stream.write(b"".join(held))
            await stream.drain()
            held = []
            size = 0
        held.append(piece)
        size += len(piece)
    stream.write(b"".join(held))
    await stream.drain()


class Headers:
    """The headers of a request by their names, in any case; of one that came again, the last."""

    def __init__(self) -> None:
        self.values: "dict[str, str]" = {}  # by the name in lower case

    def get(self, name: str) -> "str | None":
        return self.values.get(name.lower())


class Request:
    """
    The head of a request. `path` is without the query; `peer` is who sends it, as asyncio tells.
    """

    events = json = False  # whether the client takes a stream of events, and plain JSON

    def __init__(self, line: str, peer: "Any") -> None:
        self.method, self.url, self.version = line.split()
        self.path = self.url.partition("?")[0]
        self.headers = Headers()
        self.peer = peer


class Inbound:
    """
    What a client sends.

    Owns the bytes received and not yet used. All of a request has to arrive within `limit_ms`.
    Methods raise Refusal, or Disconnected where the client stops half way.
    """

    def __init__(self, stream: "asyncio.StreamReader", limit_ms: int):
        self.stream = stream
        self._bytes = b""
        self._until = time.ticks_add(time.ticks_ms(), limit_ms)
        self._left = _MAX_HEAD
        self._seen: "list[bytes]" = []
        self._owed = _LINGER_BYTES  # of the body, not received yet; a guess until the head is read
        self.length: "int | None" = None  # Content-Length
        self.is_head = False  # the request is a HEAD

    async def head(self, peer: "Any") -> "Request | None":
        """The request but for its body; None where the client closes or sends empty lines."""
        line = (await self.readline()).strip()
        if not line:
            return None
        try:
            request = Request(line.decode(), peer)
            if not request.version.startswith("HTTP/"):
                raise Refusal(400, "not HTTP")
            self.is_head = request.method == "HEAD"
            while True:
                line = (await self.readline()).strip()
                if not line:
                    return request
                name, value = line.decode().split(":", 1)
                request.headers.values[name.strip().lower()] = value.strip()
        except ValueError:  # of the UTF-8, too
            raise Refusal(400, "not HTTP")

    async def readline(self) -> bytes:
        """The next line of the head; b"" if the client closes before the first."""
        end = self._bytes.find(b"\n") + 1
        while not end:
            if len(self._bytes) >= self._left:
                raise Refusal(431, "a head of more than %d bytes" % _MAX_HEAD)
            if len(self._bytes) > _MAX_LINE:
                raise Refusal(431, "a header of more than %d bytes" % _MAX_LINE)
            if not await self._receive():
                if self._left == _MAX_HEAD and not self._bytes:
                    return b""
                raise Disconnected()
            end = self._bytes.find(b"\n") + 1
        first = self._left == _MAX_HEAD
        self._left -= end
        if self._left < 0:
            raise Refusal(431, "a head of more than %d bytes" % _MAX_HEAD)
        if end > _MAX_LINE:
            raise Refusal(431, "a header of more than %d bytes" % _MAX_LINE)
        line = self._bytes[:end]
        self._bytes = self._bytes[end:]
        if first and not line.strip():
            return await self.readline()  # one that some send after a body (RFC 9112, 2.2)
        self._check(line)
        return line

    async def body(self) -> bytes:
        """The bytes after the head, as many as it announced."""
        size = self.length or 0
        while len(self._bytes) < size:
            if not await self._receive():
                raise Disconnected()
        # Where more has come than was announced (the next request, of a client that does not wait
        # for answers), still more may be under way.
        self._owed = _LINGER_BYTES if len(self._bytes) > size else 0
        return self._bytes[:size]

    async def linger(self) -> None:
        """
        Take and drop what is still coming: until a pause, for a second at most.

        Closing a connection with bytes unread resets it, and the client may never see our answer.
        """
        self._until = time.ticks_add(time.ticks_ms(), _LINGER_MS)
        try:
            while self._owed > len(self._bytes):
                self._owed -= len(self._bytes)
                self._bytes = b""
                if not await self._receive(_PAUSE_MS):
                    return
        except Refusal:
            return  # its time is over

    async def _receive(self, at_most_ms: "int | None" = None) -> int:
        left = max(time.ticks_diff(self._until, time.ticks_ms()), 0)
        if at_most_ms is not None:
            left = min(left, at_most_ms)
        try:
            more: bytes = await asyncio.wait_for_ms(self.stream.read(_CHUNK), left)
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            raise Refusal(408, "the request takes too long to arrive")
        self._bytes += more
        return len(more)

    def _check(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        name = name.strip().lower()
        value = value.strip()
        if name in _ONCE:
            if name in self._seen:
                raise Refusal(400, "a header twice: " + name.decode())
            self._seen.append(name)
        if name == b"content-length":
            if not value.isdigit() or len(value) > 9:
                raise Refusal(400, "Content-Length is no length")
            self.length = int(value)
        elif name == b"transfer-encoding":
            raise Refusal(411, "send the body in one piece, with Content-Length")
        elif not name:
            self._owed = min(self.length or 0, _LINGER_BYTES)  # end of the head
