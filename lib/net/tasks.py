"""
Groups of tasks: cancel them and wait for their end, run several that belong together.

Nothing here awaits a task that runs: MicroPython passes a cancellation on to the task that is
awaited, so who waits would not learn that it was cancelled itself. What a task ends by goes to the
event loop's exception handler, as of every task that nobody awaits.
"""

import asyncio
import time
from errno import ETIMEDOUT

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Coroutine

_LIMIT_MS = const(5000)  # for a cancelled task to end
_AT_ONCE = const(16)  # turns of the loop, after which is looked less often
_LOOK_MS = const(5)


async def stop(tasks: "list[asyncio.Task]", limit_ms: int = _LIMIT_MS) -> None:
    """
    Cancel tasks, the one that runs this apart, and wait for their end. A task that does not end
    within `limit_ms` is reported to the loop's exception handler and left. Raises CancelledError,
    after all of it, where the caller was cancelled meanwhile.
    """
    me = asyncio.current_task()
    left = [task for task in tasks if task is not me and not task.done()]
    for task in left:
        task.cancel()
    cancelled = await ended(left, limit_ms)
    for task in left:
        if not task.done():
            error = OSError(ETIMEDOUT)
            context = {"message": "a task does not end", "exception": error, "future": task}
            asyncio.get_event_loop().call_exception_handler(context)
    if cancelled:
        raise asyncio.CancelledError


async def ended(tasks: "list[asyncio.Task]", limit_ms: int) -> bool:
    """
    Wait until all have ended, at most `limit_ms`, also where the caller is cancelled meanwhile:
    True then.
    """
    cancelled = False
    begun = time.ticks_ms()
    turns = 0
    while [task for task in tasks if not task.done()]:
        if time.ticks_diff(time.ticks_ms(), begun) >= limit_ms:
            break
        turns += 1
        try:
            await asyncio.sleep_ms(0 if turns < _AT_ONCE else _LOOK_MS)
        except asyncio.CancelledError:
            cancelled = True
    return cancelled


async def together(coroutines: "list[Coroutine]") -> None:
    """
    Run all as tasks until the first ends; then cancel the others and raise what the first ended
    by. All have ended when this returns or is cancelled.
    """
    over = asyncio.Event()
    tasks = [asyncio.create_task(_until(over, coroutine)) for coroutine in coroutines]
    try:
        await over.wait()
        for task in tasks:
            if task.done():
                await task  # which raises what it has ended by
    finally:
        await stop(tasks)


async def _until(over: asyncio.Event, coroutine: "Coroutine") -> None:
    try:
        await coroutine
    finally:
        over.set()
