"""
One HTTP request in and one answer out, within limits.

Owns the limits on size and time while a client sends, the syntax of a head, and the form of an
answer. Knows no tokens and no MCP.

A head is parsed strictly (RFC 9112): where two programs could read it differently it is refused,
so that no proxy understands it otherwise than we do.
"""

import asyncio
import time

from micropython import const
from net.pieces import Body, joined_pieces

from mcp.core import jsonrpc
from mcp.core.errors import invalid_request

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable

_MAX_HEAD = const(4096)  # bytes of request line and headers
_MAX_LINE = const(2048)  # bytes of one line of it
_MAX_LINES = const(64)  # headers
_JOINED = const(1024)  # bytes that leave together, about: they lie in one piece of RAM
_CHUNK = const(512)  # bytes asked of the socket at once
_LINGER_MS = const(1000)  # for all that a client is still sending after its answer
_PAUSE_MS = const(200)  # without any byte: it has stopped sending
_LINGER_BYTES = const(65536)
_MAX_DIGITS = const(9)  # of a length

# Headers that must not come twice.
_ONCE = const(
    " host origin authorization content-length content-type mcp-protocol-version mcp-method"
    " mcp-name transfer-encoding "
)
_TOKEN = (
    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_!#$%&'*+.^`|~"  # RFC 9110
)
_REASONS = const(
    "200 OK|201 Created|202 Accepted|204 No Content|304 Not Modified|400 Bad Request"
    "|401 Unauthorized|403 Forbidden|404 Not Found|405 Method Not Allowed|406 Not Acceptable"
    "|408 Request Timeout|409 Conflict|411 Length Required|412 Precondition Failed"
    "|413 Content Too Large|415 Unsupported Media Type|422 Unprocessable Content"
    "|428 Precondition Required|429 Too Many Requests|431 Request Header Fields Too Large"
    "|500 Internal Server Error|503 Service Unavailable|505 HTTP Version Not Supported"
    "|507 Insufficient Storage|"
)


_BODILESS = (204, 304)


class Disconnected(Exception):
    """The client has closed its side before its request was complete."""


class Refusal(Exception):
    """A request is refused: HTTP status, why, and a header that belongs to it."""

    def __init__(self, status: int, why: str, header: str = "", value: str = ""):
        super().__init__(why)
        self.status = status
        self.why = why
        self.header = header
        self.value = value

    def answer(self) -> "Answer":
        """The answer: the status, with a JSON-RPC error without id as the body."""
        error = invalid_request(self.why)
        answer = Answer(self.status, jsonrpc.error(error))
        if self.header:
            answer.headers[self.header] = self.value
        return answer


def reason(status: int) -> str:
    """A status with its words, as a status line has them."""
    at = _REASONS.find("%d " % status)
    return _REASONS[at : _REASONS.find("|", at)]


class Answer:
    """A response. A short one leaves in one write; a long one in several, without a copy."""

    def __init__(self, status: int, body: "bytes | Body" = b""):
        self.status = status
        self.content = Body([body]) if isinstance(body, bytes) else body
        self.headers: "dict[str, str]" = {}
        self.is_head = False  # the client asks for the headers alone
        if len(self.content):
            self.headers["Content-Type"] = "application/json"

    async def write(self, stream: "asyncio.StreamWriter") -> None:
        """Send it. Raises OSError when the client is gone."""
        lines = ["HTTP/1.0 " + reason(self.status)]
        for name, value in self.headers.items():
            lines.append("%s: %s" % (name, value))
        if self.status not in _BODILESS:
            lines.append("Content-Length: %d" % len(self.content))
        lines.append("Connection: close\r\n\r\n")
        head = "\r\n".join(lines).encode()
        if self.is_head:
            stream.write(head)
        elif len(self.content) < _JOINED:
            stream.write(head + self.content.joined())
        else:
            await write_pieces(stream, Body([head] + self.content.parts).pieces())
        await stream.drain()


async def write_pieces(stream: "asyncio.StreamWriter", pieces: "Iterable[bytes]") -> None:
    """Send all of it, some pieces at a time. Raises OSError when the client is gone."""
    for data in joined_pieces(pieces, _JOINED):
        stream.write(data)
        await stream.drain()


class Head:
    """
    A request without its body. `target` is the path with its query, as it came; `length` the
    announced bytes of the body, None where none were.
    """

    length: "int | None" = None

    def __init__(self, method: str, target: str, version: str):
        self.method = method
        self.target = target
        self.path = target.partition("?")[0]
        self.version = version
        self._headers: "dict[str, str]" = {}

    def get(self, name: str, default: "str | None" = None) -> "str | None":
        """A header by its name in any case; of one that came again, all values with commas."""
        return self._headers.get(name.lower(), default)

    def items(self) -> "Iterable[tuple[str, str]]":
        return self._headers.items()

    def add(self, line: bytes) -> None:
        """A header as it came, without the end of its line. Raises Refusal."""
        name, colon, value = line.partition(b":")
        if not colon or not name or name.strip(_TOKEN):
            # A space before the colon, or at the start of the line, is refused with the rest.
            raise Refusal(400, "not a header")
        key = name.decode().lower()
        text = _text(value.strip(b" \t"))
        if key in self._headers:
            if " %s " % key in _ONCE:
                raise Refusal(400, "a header twice: " + key)
            text = "%s, %s" % (self._headers[key], text)
        self._headers[key] = text

    def measure(self) -> None:
        """Set the length of the body. Raises Refusal where it is ambiguous."""
        length = self.get("content-length")
        if self.get("transfer-encoding") is not None:
            if length is not None:
                raise Refusal(400, "either Content-Length or Transfer-Encoding")
            raise Refusal(411, "send the body in one piece, with Content-Length")
        if length is not None:
            if length.encode().strip(b"0123456789") or not 0 < len(length) <= _MAX_DIGITS:
                raise Refusal(400, "Content-Length is no length")
            self.length = int(length)


class Inbound:
    """
    A request as it arrives. Owns the bytes received and not yet used.

    The head has to arrive within `head_ms`, the body within the limit of extend(). Methods raise
    Refusal, or Disconnected where the client closes its side amid the request. `heard`: whether
    any byte came.
    """

    heard = False

    def __init__(self, stream: "asyncio.StreamReader", head_ms: int):
        self.stream = stream
        self._begun = time.ticks_ms()
        self._until = time.ticks_add(self._begun, head_ms)
        self._bytes = b""
        self._left = _MAX_HEAD
        self._size = 0  # of the body
        self._owed = _LINGER_BYTES  # of the body, not received yet; a guess until the head is read

    async def head(self) -> "Head | None":
        """The head of a request, None where none came."""
        line = await self._line()
        if not line:
            line = await self._line()  # one that some send after a body (RFC 9112, 2.2)
        if not line:
            return None
        found = _request_line(line)
        for _ in range(_MAX_LINES):
            line = await self._line()
            if not line:
                break
            found.add(line)
        else:
            raise Refusal(431, "more than %d headers" % _MAX_LINES)
        found.measure()
        self._size = found.length or 0
        self._owed = min(self._size, _LINGER_BYTES)
        return found

    def extend(self, limit_ms: int) -> None:
        """Give the complete request `limit_ms` from its beginning."""
        self._until = time.ticks_add(self._begun, limit_ms)

    async def body(self) -> bytes:
        """The bytes after the head, as many as it announced."""
        size = self._size
        while len(self._bytes) < size:
            if not await self._receive():
                raise Disconnected()
        # More bytes than were announced (the next request of a client that does not wait for
        # answers): still more may be under way.
        self._owed = _LINGER_BYTES if len(self._bytes) > size else 0
        return self._bytes[:size]

    async def linger(self) -> None:
        """
        Read and drop what the client still sends: until a pause, for a second at most. Closing a
        connection with unread bytes resets it, and the client may lose our answer.
        """
        self._until = time.ticks_add(time.ticks_ms(), _LINGER_MS)
        try:
            while self._owed > len(self._bytes):
                self._owed -= len(self._bytes)
                self._bytes = b""
                if not await self._receive(_PAUSE_MS):
                    return
        except Refusal:
            return  # out of time

    async def _line(self) -> bytes:
        """The next line of the head without its end; b"" also if the client sends nothing."""
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
        self._left -= end
        if self._left < 0:
            raise Refusal(431, "a head of more than %d bytes" % _MAX_HEAD)
        if end > _MAX_LINE:
            raise Refusal(431, "a header of more than %d bytes" % _MAX_LINE)
        line = self._bytes[: end - 2]
        if self._bytes[:end] != line + b"\r\n":
            raise Refusal(400, "a line ends with CR LF")
        self._bytes = self._bytes[end:]
        return line

    async def _receive(self, at_most_ms: "int | None" = None) -> int:
        left = max(time.ticks_diff(self._until, time.ticks_ms()), 0)
        if at_most_ms is not None:
            left = min(left, at_most_ms)
        try:
            more: bytes = await asyncio.wait_for_ms(self.stream.read(_CHUNK), left)
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            raise Refusal(408, "the request takes too long to arrive")
        if more:
            self.heard = True
            self._bytes += more
        return len(more)


def _request_line(line: bytes) -> Head:
    """The parsed request line. Raises Refusal."""
    words = line.split(b" ")
    if len(words) != 3 or not words[0] or words[0].strip(_TOKEN):
        raise Refusal(400, "not HTTP")
    method, target, version = words
    if version not in (b"HTTP/1.1", b"HTTP/1.0"):
        one_of_them = version[:5] == b"HTTP/" and version[5:6].isdigit()
        raise Refusal(505 if one_of_them else 400, "only HTTP/1.1 and HTTP/1.0")
    if not target.startswith(b"/") or [c for c in target if not 0x21 <= c < 0x7F or c == 0x23]:
        raise Refusal(400, "not a path")
    return Head(method.decode(), target.decode(), version[5:].decode())


def _text(value: bytes) -> str:
    """The value of a header. Raises Refusal for control characters and invalid UTF-8."""
    if [c for c in value if (c < 0x20 and c != 0x09) or c == 0x7F]:
        raise Refusal(400, "a control character in a header")
    try:
        return value.decode()
    except ValueError:  # MicroPython's UnicodeError
        raise Refusal(400, "a header is not UTF-8")
