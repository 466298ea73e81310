"""
HTTP client: one request and its answer on a connection of its own, within limits.

Owns the part of HTTP/1.1 that this needs: a body by Content-Length, in chunks, or up to the end of
the connection. Redirects are returned, not followed. docs/decisions/http-client.md has the
alternatives.
"""

import asyncio

from micropython import const

from .failure_reasons import reason
from .tcp import Connection, dial
from .url import URL

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable

_PORTS = {"http": 80, "https": 443}
_MAX_LINE = const(1024)
_MAX_HEAD = const(8192)
_CHUNK = const(512)
_TOTAL_S = const(20)  # for the complete exchange


class HTTPError(Exception):
    """No usable answer; the text says why, without secrets."""


class EndsEarly(HTTPError):
    """The connection ended before the answer did."""


class Response:
    """`status`, `headers` (names in lower case; of equal ones the last), `body`."""

    def __init__(self, status: int):
        self.status = status
        self.headers: "dict[str, str]" = {}
        self.body = b""


def url(text: str) -> URL:
    """The URL of a service over HTTP. Raises net.url.URLError."""
    return URL(text, _PORTS)


async def post(
    where: URL,
    headers: "Iterable[tuple[str, str]]",
    body: bytes,
    max_body: int,
    seconds: int = _TOTAL_S,
) -> Response:
    """
    POST a body and read the answer. Raises HTTPError when there is none within so many seconds,
    when it is no HTTP, or when its body has more than `max_body` bytes.
    """
    try:
        return await asyncio.wait_for(_exchange(where, headers, body, max_body), seconds)
    except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
        raise HTTPError("no whole answer within %d s" % seconds)
    except OSError as e:
        raise HTTPError("connection: %s" % reason(e))


async def _exchange(
    where: URL, headers: "Iterable[tuple[str, str]]", body: bytes, max_body: int
) -> Response:
    connection = await dial(where.host, where.port, where.scheme == "https")
    try:
        head = ["POST %s HTTP/1.1" % where.target, "Host: " + where.authority]
        head += ["%s: %s" % pair for pair in headers]
        head.append("Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body))
        await connection.send(("\r\n".join(head).encode(), body))
        return await Answer(connection, max_body).read()
    finally:
        connection.close()


class Answer:
    """Reads one answer from a connection; holds at most its body and 512 bytes more."""

    def __init__(self, connection: Connection, max_body: int):
        self._connection = connection
        self._max = max_body
        self._buffer = bytearray(_CHUNK)
        self._begin = self._end = 0  # of the bytes read and not yet used

    async def read(self) -> Response:
        answer = Response(100)
        left = _MAX_HEAD
        while answer.status < 200:  # 100 Continue and the like are followed by the real one
            answer = Response(_status(await self._read_line()))
            while True:
                text = await self._read_line()
                if not text:
                    break
                left -= len(text)
                if left < 0:
                    raise HTTPError("more than %d bytes of headers" % _MAX_HEAD)
                name, mark, value = text.partition(":")
                if not mark:
                    raise HTTPError("a header without a colon")
                answer.headers[name.lower()] = value.strip()
        if answer.status not in (204, 304):
            answer.body = await self._body(answer)
        return answer

    async def _body(self, answer: Response) -> bytes:
        headers = answer.headers
        encoding = headers.get("content-encoding", "identity").lower()
        if encoding != "identity":
            raise HTTPError("a body in %s, which was not asked for" % encoding[:20])
        coding = headers.get("transfer-encoding", "").lower()
        if coding == "chunked":
            return await self._chunks()
        if coding:
            raise HTTPError("a body coded as %s" % coding[:20])
        length = headers.get("content-length")
        if length is None:
            return await self._to_the_end()
        return bytes(await self._exactly(self._number(length, 10)))

    def _number(self, text: str, base: int, had: int = 0) -> int:
        """A length that is one and fits. Raises HTTPError."""
        digits = b"0123456789abcdef"[:base]
        for byte in text.lower().encode():
            if byte not in digits:
                text = ""
        if not 0 < len(text) < 10:
            raise HTTPError("a length that is none")
        number = int(text, base)
        if had + number > self._max:
            raise HTTPError("a body of more than %d bytes" % self._max)
        return number

    async def _chunks(self) -> bytes:
        body = b""
        while True:
            text = await self._read_line()
            size = self._number(text.partition(";")[0].strip(), 16, len(body))
            if not size:
                return body  # what follows are headers nobody asks for
            body += await self._exactly(size)
            if await self._read_line():
                raise HTTPError("a chunk that does not end where it says")

    async def _to_the_end(self) -> bytes:
        body = b""
        while await self._more():
            if len(body) + self._end - self._begin > self._max:
                raise HTTPError("a body of more than %d bytes" % self._max)
            body += self._buffer[self._begin : self._end]
            self._begin = self._end
        return body

    async def _exactly(self, size: int) -> bytearray:
        out = bytearray(size)
        had = min(size, self._end - self._begin)
        out[:had] = self._buffer[self._begin : self._begin + had]
        self._begin += had
        await self._connection.read_full(memoryview(out)[had:])
        return out

    async def _read_line(self) -> str:
        """A line without its end, at most 1 KB of it. Raises HTTPError."""
        text = b""
        while True:
            end = self._buffer.find(b"\n", self._begin, self._end)
            stop = self._end if end < 0 else end
            text += self._buffer[self._begin : stop]
            self._begin = stop if end < 0 else stop + 1
            if len(text) > _MAX_LINE:
                raise HTTPError("a line of more than %d bytes" % _MAX_LINE)
            if end >= 0:
                return _text(text)
            if not await self._more():
                raise EndsEarly("the answer ends too early")

    async def _more(self) -> bool:
        """Have something in the buffer; False at the end of the connection."""
        if self._begin == self._end:
            self._begin, self._end = 0, 0
            self._end = await self._connection.read_some(self._buffer)
        return self._end > self._begin


class PiecewiseAnswer(Answer):
    """
    An answer whose body goes to `take(buffer, begin, end)` as it comes, and is not kept. The
    buffer is written over when `take` has returned. `ready`, if there is one, is awaited before
    more is read.
    """

    def __init__(
        self,
        connection: Connection,
        max_body: int,
        take: "Callable[[bytearray, int, int], object] | None" = None,
    ):
        super().__init__(connection, max_body)
        self.take = take
        self.ready: "Callable[[], Coroutine] | None" = None
        self._received = 0  # bytes of the body

    def _number(self, text: str, base: int, had: int = 0) -> int:
        number = super()._number(text, base, self._received)
        self._received += number
        return number

    async def _exactly(self, size: int) -> bytearray:
        while size:
            if self.ready is not None:
                await self.ready()
            if not await self._more():
                raise EndsEarly("the answer ends too early")
            size -= self._hand_on(size)
        return bytearray()

    async def _to_the_end(self) -> bytes:
        while await self._more():
            self._received += self._end - self._begin
            if self._received > self._max:
                raise HTTPError("a body of more than %d bytes" % self._max)
            self._hand_on(self._max)
            if self.ready is not None:
                await self.ready()
        return b""

    def _hand_on(self, most: int) -> int:
        begin = self._begin
        count = min(most, self._end - begin)
        self._begin += count
        if self.take is not None:
            self.take(self._buffer, begin, begin + count)
        return count


def _text(line: bytes) -> str:
    try:
        return line.rstrip(b"\r").decode()
    except UnicodeError:
        raise HTTPError("a head that is no text")


def _status(line: str) -> int:
    parts = line.split(" ", 2)
    right = len(parts) > 1 and parts[0].startswith("HTTP/1.") and len(parts[1]) == 3
    if not right or not parts[1].isdigit():
        raise HTTPError("what answers does not speak HTTP")
    return int(parts[1])
