"""
MCP over a byte stream: one JSON message a line, in both directions.

Owns the framing, the tasks that work on messages, and the order of ending. Nothing but messages is
written. The streams are injected; PolledReader and PolledWriter make them of a pipe, a terminal, a
UART or a board's USB console.

At most `max_tasks` messages are worked on at the same time, so that a slow call does not delay a
ping. They start in the order of arrival; replies may come in another (JSON-RPC pairs them by id).
While all tasks are busy, a few requests are queued; notifications and answers to requests of ours
are still processed at once. With the queue full nothing more is read, and the peer waits.
"""

import asyncio
import select

from micropython import const
from net.pieces import Body, joined_pieces
from net.tasks import stop

from mcp.core.jsonrpc import REQUEST, is_id
from mcp.core.outgoing import LEVELS, log_notification
from mcp.core.server import Server, Session

_MAX_TASKS = const(4)
_MAX_QUEUED = const(8)  # requests, of the size of one longest message in all
_FIRST_BUFFER = const(256)  # bytes; doubled for longer lines, up to the server's max_message
_AT_ONCE = const(256)  # bytes read or written before other tasks get their turn
_JOINED = const(512)  # bytes of a message that are written at once, about
_FULL_PIPE_MS = const(5)  # pause before looking again whether the peer has read

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class StdioTransport:
    """
    One peer on one pair of streams.

    reader       async def readinto(buffer) -> int: 1 or more bytes, 0 at the end of the stream
    write        async def write(data: bytes): all of it; OSError when the peer is gone
    channel      what handlers see as call.channel
    page_bytes   as in Server, for a channel with smaller messages; 0 for the server's

    A line over the server's max_message is answered with -32600 and skipped; its bytes are
    dropped as they come, so the buffer never outgrows it.
    """

    # As an interfaces.Requester of the core.
    sends = True
    headers = None
    peer = None
    key = ""
    scope = "admin"  # the peer has started this program, or has the cable

    def __init__(
        self,
        server: Server,
        reader: "Any",
        write: "Callable",
        channel: str = "stdio",
        max_tasks: int = _MAX_TASKS,
        page_bytes: int = 0,
    ):
        self.session = Session(server, channel, page_bytes=page_bytes)
        self.session.scope = self.scope
        self.reader = reader
        self.write = write
        self.max_tasks = max_tasks
        self._tasks: "list[asyncio.Task]" = []
        self._queue: "list[bytes]" = []  # requests that wait for a task
        self._writing = False  # a message is being written
        self._ended = asyncio.Event()  # set whenever a task ends, or has written its message
        self._peer_is_gone = False

    async def serve(self) -> None:
        """
        Read and answer until the stream ends or the peer stops reading; then return.

        Messages already read are answered first. On cancel the work on them is cancelled too.
        Owns all tasks it starts; none is left when it returns.
        """
        try:
            await self._read()
            self.session.disconnected(self)
            while self._tasks:
                await self._one_ended()
        finally:
            tasks = self._tasks
            self._tasks = []
            self._queue = []
            await stop(tasks)
            self.session.initialized = False  # nobody is there who could be told

    async def close(self) -> None:
        """Cancel the work under way and wait for its end; who runs serve() cancels that."""
        await stop(self._tasks)

    async def _read(self) -> None:
        most = self.session.server.max_message + 2  # with the end of the line, CR LF for some
        line = bytearray(min(_FIRST_BUFFER, most))
        filled = 0
        skipping = False
        while not self._peer_is_gone:
            if filled == most:
                # No end of line in a whole buffer: the rest of this line is dropped.
                filled = 0
                skipping = True
            elif filled == len(line):
                try:
                    line += bytearray(min(filled, most - filled))
                except MemoryError:  # dropped, as a line over max_message is
                    filled = 0
                    skipping = True
            got = await self.reader.readinto(memoryview(line)[filled:])
            if not got:
                # The last line may lack its end.
                if skipping:
                    await self._refuse()
                elif filled:
                    await self._start(bytes(memoryview(line)[:filled]))
                return
            filled += got
            filled, skipping = await self._take_lines(line, filled, skipping)

    async def _take_lines(
        self, line: bytearray, filled: int, skipping: bool
    ) -> "tuple[int, bool]":
        """Start work on each complete line in the buffer; move the rest to its front."""
        start = 0
        while True:
            end = line.find(b"\n", start, filled)
            if end < 0:
                break
            if skipping:
                skipping = False
                await self._refuse()
            elif end > start:
                await self._start(bytes(memoryview(line)[start:end]))
            start = end + 1
        if start:
            line[: filled - start] = line[start:filled]
        return filled - start, skipping

    async def _start(self, message: bytes) -> None:
        """Answer `message` in a task of its own, as soon as one is free."""
        message = message.strip(b" \t\r")
        if not message:
            return
        if len(self._tasks) < self.max_tasks:
            self._tasks.append(asyncio.create_task(self._answer(message)))
            return
        if not await self._enqueue(message):
            await self._start(message)

    async def _enqueue(self, message: bytes) -> bool:
        """
        Process or queue a message that came while all tasks are busy; False where a task is free.

        A notification or an answer is processed at once: a task may be waiting for it.
        """
        await asyncio.sleep(0)  # let tasks begin: one may be what this message cancels
        session = self.session
        known = session.peek(message)
        if known is not None and known.kind != REQUEST:
            await session.exchange(message)
            if known.method == "notifications/cancelled":
                gone = known.params.get("requestId")
                if is_id(gone):  # a batch or malformed JSON has no id, and must be answered
                    self._queue = [one for one in self._queue if self._id(one) != gone]
            return True
        while self._queue and self._queue_is_full():
            if session.asks:
                # Tasks may wait for an answer in the next line, so reading goes on.
                await self.send(session.refusal("too many at once", message).content)
                return True
            await self._one_ended()
        if not self._tasks:
            return False
        self._queue.append(message)
        return True

    def _queue_is_full(self) -> bool:
        size = sum([len(one) for one in self._queue])
        return len(self._queue) == _MAX_QUEUED or size > self.session.server.max_message

    def _id(self, message: bytes) -> object:
        known = self.session.peek(message)
        return known and known.id

    async def _answer(self, message: bytes) -> None:
        """Started by _start. Ends with no message left to answer; on cancel without a reply."""
        try:
            while message:
                await self.send((await self.session.exchange(message, None, self)).content)
                message = self._queue.pop(0) if self._queue else b""
                self._ended.set()
        except Exception as error:  # noqa: BLE001  costs this message and no other
            what = "a message failed: %s: %s" % (type(error).__name__, error)
            self.session.server.log("error", what)
        finally:
            task = asyncio.current_task()
            self._tasks = [one for one in self._tasks if one is not task]
            self._ended.set()

    async def _one_ended(self) -> None:
        """Wait until a task ends or has written its message."""
        self._ended.clear()
        await self._ended.wait()

    async def _refuse(self) -> None:
        most = self.session.server.max_message
        await self.send(self.session.refusal("a line of more than %d bytes" % most).content)

    async def log(self, level: str, data: object, logger: "str | None" = None) -> bool:
        """
        Send a message to the client's log, outside of any request; level and data as in Call.log.
        False where it is not sent: the client has not ended its handshake, is gone, or wants no
        messages of this level; the stateless revision allows none.
        """
        session = self.session
        wanted = LEVELS.index(session.log_level)
        if not session.initialized or LEVELS.index(level) < wanted:
            return False
        return await self.send(log_notification(level, data, logger))

    async def send(self, body: "Body | None") -> bool:
        """Write a message, if there is one; False where the peer no longer reads."""
        if body is None:
            return True
        while self._writing:
            await self._one_ended()
        if self._peer_is_gone:
            return False
        self._writing = True
        try:
            for data in joined_pieces(Body(body.parts + [b"\n"]).pieces(), _JOINED):
                await self.write(data)
        except OSError as error:
            self._peer_is_gone = True
            self.session.server.log("warning", "the peer no longer reads: %s" % error)
        finally:
            self._writing = False
            self._ended.set()
        return not self._peer_is_gone


class PolledReader:
    """
    The reading side of a stream object such as sys.stdin.buffer.

    step  how many bytes one read asks for. With 1 no read blocks, whatever the stream: on a pipe
          without O_NONBLOCK, and on a board's console, MicroPython reads until it has as many as
          were asked for. More is right for a UART (timeout=0) and a non-blocking descriptor.
    """

    def __init__(self, stream: "Any", step: int = 1):
        self.stream = stream
        self._waiting = asyncio.StreamReader(stream)
        self._piece = bytearray(step)
        self.poll = select.poll()
        self.poll.register(stream, select.POLLIN)

    async def readinto(self, buffer: memoryview) -> int:
        """Wait for bytes and read those available; their number, 0 at the end."""
        piece = self._piece
        size = min(len(buffer), _AT_ONCE)
        if size < len(piece):
            piece = bytearray(size)
        read = self.stream.readinto
        got = None
        while got is None:  # the stream was readable and had nothing
            got = await self._waiting.readinto(piece)
        filled = 0
        # Byte by byte where step is 1: this loop allocates nothing and looks nothing up.
        ipoll = self.poll.ipoll
        last = size - len(piece)
        while got:
            if got == 1:
                buffer[filled] = piece[0]
            else:
                buffer[filled : filled + got] = memoryview(piece)[:got]
            filled += got
            if filled > last:
                break
            for _ in ipoll(0):
                got = read(piece)
                break
            else:
                break
        return filled


class PolledWriter:
    """
    The writing side of a stream object such as sys.stdout.buffer.

    step  how many bytes a stream that polls as writable takes without blocking, and how many are
          written before other tasks get their turn. A pipe takes 4,096 (PIPE_BUF).
    """

    def __init__(self, stream: "Any", step: int = _AT_ONCE):
        self.stream = stream
        self.step = step
        self.poll = select.poll()
        self.poll.register(stream, select.POLLOUT)

    async def write(self, data: bytes) -> None:
        """Write all of `data` without blocking in the stream."""
        view = memoryview(data)
        done = 0
        while True:
            while not self.poll.poll(0):
                await asyncio.sleep_ms(_FULL_PIPE_MS)
            done += self.stream.write(view[done : done + self.step]) or 0
            if done >= len(view):
                return
            await asyncio.sleep(0)
