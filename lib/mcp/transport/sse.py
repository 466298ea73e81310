"""
The answer to a POST as a stream of events, and the watch for a client that closes its side.

`http` decides when an answer becomes a stream. Requests of 2026-07-28 are watched too: closing the
connection cancels them.
"""

import asyncio

from micropython import const
from net.tasks import stop

from .http_messages import write_pieces

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from net.pieces import Body

_HEAD = (
    b"HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n"
    b"X-Accel-Buffering: no\r\nConnection: close\r\n\r\n"
)
_ROUNDS = 3  # of the loop, after which bytes (or an end) that were there have been read
_IGNORED = const(65536)  # bytes after the request that are read before the watch ends


class Events:
    """
    The answer to one POST as a stream of events.

    send_ms  for the client to take one of them
    lost     def lost(): called when the client is gone
    leave    def leave(task): called then for the worker that watch() was given

    `begun`: the head was sent, so the answer is this stream.
    """

    def __init__(
        self,
        reader: "asyncio.StreamReader",
        writer: "asyncio.StreamWriter",
        send_ms: int,
        lost: "Callable[[], None]",
        leave: "Callable[[asyncio.Task], None]",
    ):
        self.begun = False
        self._reader = reader
        self._writer = writer
        self._send_ms = send_ms
        self._on_lost = lost
        self._leave = leave
        self._gone = False
        self._watch: "Watch | None" = None
        self._worker: "asyncio.Task | None" = None

    async def send(self, body: "Body") -> bool:
        """A message before the reply. False where the client is gone."""
        if not self.begun:
            await self.watch(None)
        await self._write(body)
        return not self._gone

    async def end(self, reply: "Body | None") -> None:
        """The reply as the last event, or none at all."""
        await self._write(reply)

    async def watch(self, worker: "asyncio.Task | None") -> None:
        """Watch from now on whether the client closes its side; `worker` is cancelled then."""
        self._worker = worker or self._worker
        if self._watch is None:
            self._watch = Watch(self._reader, self._lost, self._send_ms // 5)
            await self._watch.start()

    async def unwatch(self) -> None:
        """Stop watching, before end(): a client that closes now misses the answer only."""
        self._worker = None
        if self._watch is not None:
            await self._watch.stop()

    async def _write(self, body: "Body | None") -> None:
        if self._gone:
            return
        head = b"" if self.begun else _HEAD
        self.begun = True
        pieces = (head,) if body is None else _event(head, body)
        try:
            await asyncio.wait_for_ms(write_pieces(self._writer, pieces), self._send_ms)
        except (OSError, asyncio.TimeoutError):  # noqa: UP041  MicroPython has no other
            self._lost()

    def _lost(self) -> None:
        self._gone = True
        self._on_lost()
        if self._worker is not None:
            self._leave(self._worker)


def _event(head: bytes, body: "Body") -> "Iterator[bytes]":
    yield head + b"event: message\ndata: "
    yield from body.pieces()
    yield b"\n\n"


class Watch:
    """
    Watches whether the client closes its side; then calls `closed()`, once.

    A client that has closed it before start() returns may still want the answer: some close it
    when they have sent all. They get `grace_ms`.
    """

    def __init__(
        self, reader: "asyncio.StreamReader", closed: "Callable[[], None]", grace_ms: int
    ):
        self._reader = reader
        self._closed = closed
        self._grace_ms = grace_ms
        self._armed = False
        self._task: "asyncio.Task | None" = None

    async def start(self) -> None:
        """Begin; stop() must follow."""
        self._task = asyncio.create_task(self._look())
        for _ in range(_ROUNDS):
            await asyncio.sleep(0)
        self._armed = True

    async def stop(self) -> None:
        """
        Stop watching. Not while a task waits to write on the same stream: MicroPython removes
        both waits of a stream together.
        """
        task = self._task
        self._task = None
        if task is not None:
            await stop([task])

    async def _look(self) -> None:
        """Started by start(); ends when the client closes its side, or cancelled by stop()."""
        left = _IGNORED
        try:
            while left > 0:
                got: bytes = await self._reader.read(256)
                if not got:
                    break
                left -= len(got)
            else:
                return
        except OSError:
            pass  # a reset closes it too
        if not self._armed:
            await asyncio.sleep_ms(self._grace_ms)
        self._closed()
