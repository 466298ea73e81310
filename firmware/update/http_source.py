"""
HTTP source: reads the files of an update from a folder at an http or https URL.

Uses the parser of net/http_client.py, but hands the body on in pieces. Nothing of it is trusted:
manifest.py and installer.py check it.
"""

import asyncio

from net.failure_reasons import reason
from net.http_client import HTTPError, PiecewiseAnswer, url
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

            def take_part(buffer: bytearray, begin: int, end: int) -> None:
                take(memoryview(buffer)[begin:end])

            await _File(connection, most, take_part).read()
        finally:
            connection.close()


class _File(PiecewiseAnswer):
    """The answer that has a file."""

    async def _body(self, answer: "Response") -> bytes:
        if answer.status != 200:
            raise HTTPError("status %d" % answer.status)
        return await super()._body(answer)
