"""
Where an update comes from over HTTP: the address of a folder, and files in it, piece by piece.

Reads as http_client.py does, and hands on what comes instead of holding it. Nothing of it is
trusted: that is update_manifest.py's.
"""

import asyncio

from micropython import const
from net.failure_reasons import reason
from net.http_client import Answer, HTTPError, url
from net.tcp import dial

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from net.http_client import Response

_FILE_S = 60  # for one file, whatever the other side does


class Folder:
    """The folder at an http or https URL. Raises net.url.URLError for what is none."""

    def __init__(self, text: str, seconds: int = _FILE_S) -> None:
        self._where = url(text)
        self._folder = self._where.path.rstrip("/") + "/"
        self._seconds = seconds

    async def get(self, name: str, take: "Callable[[memoryview], object]", most: int) -> None:
        """
        Give `take` a file, at most so many bytes of it, in pieces that are good until it returns.
        Raises OSError, in words, where there is no such file or no whole answer in time.
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
        line = await dial(where.host, where.port, where.scheme == "https")
        try:
            head = "GET %s%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
            await line.send(((head % (self._folder, name, where.authority)).encode(),))
            answer = _Pieces(line, most)
            answer.take = take
            await answer.read()
        finally:
            line.close()


class _Pieces(Answer):
    """An answer whose body goes to `take`."""

    take: "Callable[[memoryview], object]"
    _had = 0

    async def _body(self, answer: "Response") -> bytes:
        if answer.status != 200:
            raise HTTPError("status %d" % answer.status)
        return await super()._body(answer)

    def _number(self, text: str, base: int, had: int = 0) -> int:
        number = super()._number(text, base, self._had)
        self._had += number
        return number

    async def _exactly(self, size: int) -> bytearray:
        while size:
            if not await self._more():
                raise HTTPError("the answer ends too early")
            size -= self._hand_on(size)
        return bytearray()

    async def _to_the_end(self) -> bytes:
        while await self._more():
            self._had += self._end - self._begin
            if self._had > self._max:
                raise HTTPError("a body of more than %d bytes" % self._max)
            self._hand_on(self._max)
        return b""

    def _hand_on(self, most: int) -> int:
        count = min(most, self._end - self._begin)
        self.take(memoryview(self._buffer)[self._begin : self._begin + count])
        self._begin += count
        return count
