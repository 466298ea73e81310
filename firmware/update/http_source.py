"""
HTTP source: reads the files of an update from a folder at an http or https URL.

Uses the parser of net/http_client.py, but hands the body on in pieces. Nothing of it is trusted:
manifest.py and installer.py check it.
"""

import asyncio

from net.failure_reasons import reason
from net.http_client import Answer, HTTPError, url
from net.tcp import dial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from net.http_client import Response

_FILE_S = 60  # for one file


class Folder:
    """The folder at an http or https URL. Raises net.url.URLError for a malformed one."""

    def __init__(self, text: str, seconds: int = _FILE_S) -> None:
        self._where = url(text)
        self._folder = self._where.path.rstrip("/") + "/"
        self._seconds = seconds

    async def get(self, name: str, take: "Callable[[memoryview], object]", most: int) -> None:
        """
        Give `take` the pieces of a file, each valid until it returns. Raises OSError with a
        message where there is no such file, it has more than `most` bytes, or the answer is not
        complete in time.
        """
        try:
            await asyncio.wait_for(self._exchange(name, take, most), self._seconds)
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            raise OSError("no whole answer within %d s" % self._seconds)
        except HTTPError as e:
            raise OSError(str(e))
        except OSError as e:
            raise OSError("connection: %s" % reason(e))

    async def _exchange(
        self, name: str, take: "Callable[[memoryview], object]", most: int
    ) -> None:
        where = self._where
        connection = await dial(where.host, where.port, where.scheme == "https")
        try:
            head = "GET %s%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
            await connection.send(((head % (self._folder, name, where.authority)).encode(),))
            answer = _Pieces(connection, most)
            answer.take = take
            await answer.read()
        finally:
            connection.close()


class _Pieces(Answer):
    """An answer whose body goes to `take`."""

    take: "Callable[[memoryview], object]"
    _received = 0  # bytes of the body

    async def _body(self, answer: "Response") -> bytes:
        if answer.status != 200:
            raise HTTPError("status %d" % answer.status)
        return await super()._body(answer)

    def _number(self, text: str, base: int, had: int = 0) -> int:
        number = super()._number(text, base, self._received)
        self._received += number
        return number

    async def _exactly(self, size: int) -> bytearray:
        while size:
            if not await self._more():
                raise HTTPError("the answer ends too early")
            size -= self._hand_on(size)
        return bytearray()

    async def _to_the_end(self) -> bytes:
        while await self._more():
            self._received += self._end - self._begin
            if self._received > self._max:
                raise HTTPError("a body of more than %d bytes" % self._max)
            self._hand_on(self._max)
        return b""

    def _hand_on(self, most: int) -> int:
        count = min(most, self._end - self._begin)
        self.take(memoryview(self._buffer)[self._begin : self._begin + count])
        self._begin += count
        return count
