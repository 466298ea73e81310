"""Cancel several tasks and wait for their end."""

import asyncio


async def stop(tasks: "list[asyncio.Task]") -> None:
    """Cancel tasks, the one that runs this apart, and wait for their end."""
    me = asyncio.current_task()
    tasks = [task for task in tasks if task is not me]
    for task in tasks:
        task.cancel()
    for task in tasks:
        try:
            await task
        except asyncio.CancelledError:
            pass
