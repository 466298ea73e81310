"""
What a line does with a message while all its tasks are busy.

Owns the requests that are held until a task is free, and that what is no request has its effect at
once: the end of a request, or the answer to a question, is what a task may be waiting for. Loaded
by the first message that finds no task.
"""

import asyncio

from micropython import const

from .jsonrpc import REQUEST, is_id

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .server import Session
    from .stdio import StdioTransport

_MAX_HELD = const(8)  # requests; of one longest message in all


async def hold(line: "StdioTransport", message: bytes) -> bool:
    """Deal with `message`; False where a task has become free for it meanwhile."""
    await asyncio.sleep(0)  # the tasks of the lines before begin: one may be what this cancels
    session = line.session
    known = session.peek(message)
    if known is not None and known.kind != REQUEST:
        await session.exchange(message)
        if known.method == "notifications/cancelled":
            gone = known.params.get("requestId")
            if is_id(gone):  # what has none itself (a batch, what is no JSON) is owed a reply
                line.held = [one for one in line.held if _id(session, one) != gone]
        return True
    while line.held and _is_full(line):
        if session.asks:
            # What they wait for may be the next line, so reading has to go on.
            await line.send(session.refusal("too many at once", message).content)
            return True
        await line.one_ended()
    if not line.tasks:
        return False
    line.held.append(message)
    return True


def _is_full(line: "StdioTransport") -> bool:
    size = sum([len(one) for one in line.held])
    return len(line.held) == _MAX_HELD or size > line.session.server.max_message


def _id(session: "Session", message: bytes) -> object:
    known = session.peek(message)
    return known and known.id
