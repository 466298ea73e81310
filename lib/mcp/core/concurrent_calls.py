"""
Answering: several messages of one peer worked on side by side, for channels made of messages.

Owns the tasks and how many there may be, and MCP as a part of another protocol's session. Reads
nothing and frames nothing: the channel brings messages and is given replies. A slow call so holds
up neither a ping nor another call.
"""

import asyncio

from micropython import const
from net.pieces import Body
from net.tasks import stop

from . import jsonrpc
from .errors import INVALID_REQUEST, ProtocolError
from .server import Session

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from .server import Server

_MAX_TASKS = const(4)
_TOO_LONG = (
    b',"error":{"code":-32603,"message":"The answer is too long for this channel; ask for less"}}'
)


class Answering:
    """
    session  answers the messages
    send     async def send(content: Body, label): one reply; `label` is what start() was given.
             What it raises as OSError means that nobody is there any more: the reply is lost
    """

    def __init__(
        self, session: Session, send: "Callable", log: "Callable", max_tasks: int = _MAX_TASKS
    ):
        self.session = session
        self._send = send
        self._log = log
        self._max_tasks = max_tasks
        self._tasks: "list[asyncio.Task]" = []
        self._ended = asyncio.Event()  # set whenever a task ends

    async def start(self, message: bytes, label: object = None) -> None:
        """
        Answer `message` in a task of its own. With all tasks busy this waits for the end of one,
        and so does the peer, since its channel is not read meanwhile.
        """
        while len(self._tasks) >= self._max_tasks:
            self._ended.clear()
            await self._ended.wait()
        self._tasks.append(asyncio.create_task(self._answer(message, label)))

    async def close(self) -> None:
        """Cancel what is under way and wait for its end; nobody is left to be answered."""
        await stop(self._tasks)

    async def _answer(self, message: bytes, label: object) -> None:
        """Started by start(). Ends with the reply sent; on cancel without one."""
        try:
            content = (await self.session.exchange(message)).content
            if content is not None:
                await self._send(content, label)
        except OSError as error:
            self._log("info", "a reply is lost with its channel: %r" % error)
        except MemoryError:
            self._log("error", "out of memory, a reply is lost")
        finally:
            task = asyncio.current_task()
            self._tasks = [one for one in self._tasks if one is not task]
            self._ended.set()


def fitting(content: Body, most: int) -> Body:
    """`content`, or in its place the error that it has more than `most` bytes."""
    if len(content) <= most:
        return content
    begin = content.parts[0]  # as jsonrpc.result makes it; in an id quotes are escaped
    return Body([begin[: begin.rfind(b',"result":')] + _TOO_LONG])


class MessageChannel:
    """
    MCP on a channel made of messages, whose peer may go on where an earlier connection has begun,
    without an initialize. `name` is what handlers of tools see as call.channel.
    """

    def __init__(self, server: "Server", name: str, log: "Callable | None" = None):
        self.max_message = server.max_message
        self._server = server
        self._name = name
        self._log = log or server.log
        self._answering: "Answering | None" = None

    def open(self, send: "Callable", room: int, page_bytes: int) -> None:
        """
        A peer of which nothing is known yet. close() comes before the next one.

        send        async def send(content: Body, label): one reply, as in Answering
        room        most bytes that a reply may have, for handlers
        page_bytes  of the tools in one page of them
        """
        session = Session(self._server, self._name, False, page_bytes, True, room)
        session.greet("2024-11-05", {})
        self._answering = Answering(session, send, self._log)

    async def start(self, message: bytes, label: object = None) -> None:
        """Answer a message of the peer; see Answering.start."""
        if self._answering is not None:
            await self._answering.start(message, label)

    async def close(self) -> None:
        """Stop the calls that are under way and wait for their end."""
        if self._answering is not None:
            await self._answering.close()

    def refusal(self, why: str, id: object) -> Body:
        """The reply to a message that is not to be worked on."""
        known = id if jsonrpc.is_id(id) else None
        error = ProtocolError(INVALID_REQUEST, "Invalid request: " + why, None, known)
        return Body([jsonrpc.error(error)])

    def fitting(self, content: Body, most: int) -> Body:
        """`content`, or in its place the error that it has more than `most` bytes."""
        return fitting(content, most)
