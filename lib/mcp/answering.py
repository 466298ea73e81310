"""
Answering: several messages of one peer worked on side by side, for channels made of messages.

Owns the tasks and how many there may be. Reads nothing and frames nothing: the channel brings
messages and is given replies. A slow call so holds up neither a ping nor another call.
"""

import asyncio

from micropython import const

from .body import Body
from .server import stop

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from .server import Session

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
        self, session: "Session", send: "Callable", log: "Callable", max_tasks: int = _MAX_TASKS
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
