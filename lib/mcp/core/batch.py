"""
Batches: several messages in one list, which only 2025-03-26 has.

Owns the limits of a batch and the form of its replies.
"""

import asyncio

from micropython import const

from . import jsonrpc
from .errors import ProtocolError, invalid_request
from .reply import Reply

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

_MAX_BATCH = const(32)  # messages; each may be answered with a whole page


async def exchange(
    value: list, answer: "Callable[[jsonrpc.Message], Coroutine[Any, Any, Reply]]"
) -> Reply:
    """
    The replies of `answer` to the members of a batch, worked on one after the other.

    Raises ProtocolError(-32600) for a batch that is empty or over 32 messages.
    """
    replies = []
    for member in members(value):
        if not isinstance(member, ProtocolError) and member.method == "initialize":
            if member.kind == jsonrpc.NOTIFICATION:
                continue
            member = invalid_request("initialize stands alone", member.id)
        if isinstance(member, ProtocolError):
            replies.append(jsonrpc.error(member))
            continue
        # A task of its own, so that it can be cancelled alone.
        reply = await asyncio.create_task(answer(member))
        if reply.body is not None:
            replies.append(reply.body)
    return Reply(b"[" + b",".join(replies) + b"]" if replies else None)


def members(value: list) -> list:
    """The members of a batch, each a Message or the ProtocolError it is to be answered with."""
    if not value:
        raise invalid_request("an empty batch")
    if len(value) > _MAX_BATCH:
        raise invalid_request("a batch of more than %d messages" % _MAX_BATCH)
    found: list = []
    for one in value:
        try:
            found.append(jsonrpc.message(one))
        except ProtocolError as error:
            found.append(error)
    return found
