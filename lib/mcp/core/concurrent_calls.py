"""
Concurrent calls: several messages of one peer worked on at the same time.

Owns the tasks and their number, so that a slow call delays neither a ping nor another call, and
MCP as a part of another protocol's session. Reads and frames nothing: whoever uses it brings
messages and sends the replies.
"""

import asyncio

from micropython import const
from net.pieces import Body
from net.tasks import stop

from . import jsonrpc
from .errors import invalid_request
from .server import Server, Session

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_MAX_TASKS = const(4)
_TOO_LONG = (
    b',"error":{"code":-32603,"message":"The answer is too long for this channel; ask for less"}}'
)


class ConcurrentCalls:
    """
    session  answers the messages
    send     async def send(content: Body, label): one reply; `label` is what start() was given.
             An OSError of it means that the peer is gone: the reply is lost
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
        Answer `message` in a task of its own. While all tasks are busy this waits for the end of
        one; the caller then reads nothing, so the peer waits too.
        """
        while len(self._tasks) >= self._max_tasks:
            self._ended.clear()
            await self._ended.wait()
        self._tasks.append(asyncio.create_task(self._answer(message, label)))

    async def close(self) -> None:
        """Cancel the calls under way and wait for their end; they get no reply."""
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
        except Exception as error:  # noqa: BLE001  costs this call and no other
            self._log("error", "a call failed: %s: %s" % (type(error).__name__, error))
        finally:
            task = asyncio.current_task()
            self._tasks = [one for one in self._tasks if one is not task]
            self._ended.set()


def fitting(content: Body, most: int) -> Body:
    """`content`, or an error reply in its place where it has more than `most` bytes."""
    if len(content) <= most:
        return content
    begin = content.parts[0]  # as jsonrpc.result makes it; in an id quotes are escaped
    return Body([begin[: begin.rfind(b',"result":')] + _TOO_LONG])


class MessageChannel:
    """
    MCP as a part of another protocol's session. The peer may have sent its initialize on an
    earlier connection, so none is waited for. `name` is what handlers see as call.channel.
    """

    def __init__(self, server: Server, name: str, log: "Callable | None" = None):
        self.max_message = server.max_message
        self._server = server
        self._name = name
        self._log = log or server.log
        self._calls: "ConcurrentCalls | None" = None

    def open(self, send: "Callable", max_reply: int, page_bytes: int) -> None:
        """
        A connection begins; close() comes before the next open().

        send        async def send(content: Body, label): one reply, as in ConcurrentCalls
        max_reply   most bytes that a reply may have, for handlers
        page_bytes  of the tools in one page of them
        """
        session = Session(self._server, self._name, False, page_bytes, True, max_reply)
        session.agree("2024-11-05", {})
        self._calls = ConcurrentCalls(session, send, self._log)

    async def start(self, message: bytes, label: object = None) -> None:
        """Answer a message of the peer; see ConcurrentCalls.start."""
        if self._calls is not None:
            await self._calls.start(message, label)

    async def close(self) -> None:
        """Cancel the calls under way and wait for their end."""
        if self._calls is not None:
            await self._calls.close()

    def refusal(self, why: str, id: object) -> Body:
        """The error reply to a message that is not worked on."""
        known = id if jsonrpc.is_id(id) else None
        error = invalid_request(why, known)
        return Body([jsonrpc.error(error)])

    def fitting(self, content: Body, most: int) -> Body:
        """See fitting()."""
        return fitting(content, most)
