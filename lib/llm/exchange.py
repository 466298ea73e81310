"""
Exchanges: one request and its answer, over a connection of its own.

Owns the way over HTTP: the head and the body that go, the status and the parts of the body that
come, and the names of what fails on the way. A redirect is not followed.
"""

from micropython import const
from net import trust
from net.failure_reasons import reason
from net.http_client import EndsEarly, HTTPError, PiecewiseAnswer
from net.tasks import together

from . import refusals, retry_after
from .content import Content, Enough, ErrorContent
from .errors import CutOff, LlmError, TooSlow, Unreachable

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from net.http_client import Response
    from net.tcp import Connection

    from .interfaces import Body, Dial, Reader, Taker
    from .limits import Watch
    from .servers import Server

_MOST = const(4194304)  # bytes of an answer, with all that is around its text


class Exchange:
    """Asks `server`, and has `reader` read the answer."""

    def __init__(
        self,
        server: "Server",
        reader: "Reader",
        watch: "Watch",
        now: "Callable[[], int | None] | None" = None,
        content: "Callable[[Any, Any, Any], Taker]" = Content,
    ):
        self._content = content
        self._server = server
        self._reader = reader
        self._watch = watch
        self._now = now

    async def run(self, dial: "Dial", target: str, body: "Body") -> None:
        """
        Return when the reader has all of the answer. Raises LlmError. Where the task is cancelled
        the connection is closed, too.
        """
        name = self._server.name
        try:
            await together([self._ask(dial, target, body), self._watch.run()])
        except TooSlow as e:
            if not self._reader.complete():
                raise TooSlow("%s: %s" % (name, e))
        except trust.Untrusted as e:
            untrusted = Unreachable("%s: %s" % (name, e))
            untrusted.retriable = False
            raise untrusted
        except EndsEarly:
            if not self._reader.complete():
                raise CutOff("%s: the connection ended before the answer" % name)
        except HTTPError as e:
            raise Unreachable("%s: %s" % (name, e))
        except OSError as e:
            raise Unreachable("%s: %s" % (name, reason(e)))

    async def _ask(self, dial: "Dial", target: str, body: "Body") -> None:
        where = self._server.where
        connection = await dial(where.host, where.port, where.scheme == "https")
        try:
            lost = None
            try:
                await connection.send(
                    _pieces(self._server.head(target, body.size, body.kind), body)
                )
            except OSError as e:
                lost = e  # a server may refuse a request before it has all of it
            answer = _Parts(connection, self._taker)
            try:
                await answer.read()
            except Enough:
                pass
            except OSError as e:
                if not answer.begun:
                    raise lost or e
                raise EndsEarly("the connection was lost amid the answer")
        finally:
            connection.close()

    def _taker(self, answer: "Response") -> "Taker":
        """What takes the body of an answer with this head. Raises LlmError."""
        status = answer.status
        if 300 <= status < 400:
            raise refusals.moved(self._server, answer)
        if status in (401, 403):
            raise refusals.by_status(self._server, status, ["", "", ""])
        if 200 <= status < 300:
            return self._content(self._server, self._reader, self._watch)
        wait = retry_after.seconds(answer.headers, self._now)
        return ErrorContent(self._server, status, wait)


def _pieces(head: bytes, body: "Body") -> "Iterator[bytes]":
    """The request. Raises LlmError where the body is not as long as its head says."""
    yield head
    left = body.size
    for piece in body.pieces():
        left -= len(piece)
        if left < 0:
            break
        yield piece
    if left:
        raise LlmError("messages", "others were sent than had been counted")


class _Parts(PiecewiseAnswer):
    """An answer whose body goes to what `choose` gives for its head, as it comes."""

    def __init__(
        self,
        connection: "Connection",
        choose: "Callable[[Response], Taker]",
    ):
        super().__init__(connection, _MOST)
        self._choose = choose
        self._taker: "Taker | None" = None

    @property
    def begun(self) -> bool:
        """Whether its head has come."""
        return self._taker is not None

    async def _body(self, answer: "Response") -> bytes:
        self._taker = self._choose(answer)
        self.take = self._taker.feed
        self.ready = self._taker.ready
        try:
            await super()._body(answer)
        except (EndsEarly, OSError):
            self._taker.finish()
            raise
        self._taker.finish()
        return b""
