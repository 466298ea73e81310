"""
App: the companion while it runs.

Owns its parts and its tasks, and stops them in order: transports and channels first, so that
nothing new arrives, then the tasks that serve them, memory last. startup.py builds the parts.
"""

import asyncio

from memory.errors import MemoryFault

from firmware.system import events
from firmware.system.clock import Clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from memory.engine import Memory

    from firmware.companion.conversation import Conversation
    from firmware.companion.maintenance import Maintenance
    from firmware.network.online import Online
    from firmware.system.device_services import DeviceServices
    from firmware.system.settings import Settings

_MARK_TIME_S = 600


def _task_failed(loop: "Any", context: dict) -> None:
    """Log an exception that nobody awaited; the device goes on."""
    events.log("error", "task", "%s: %r" % (context["message"], context.get("exception")))
    events.trace(context["exception"])


class Companion:
    """
    The running device: memory, MCP server, transports, tasks.

    archive_problem  why there is no archive, in words, or None
    memory_problem   why memory is not open, in words, or None
    conversation     companion.conversation.Conversation, once there is one
    transports       MCP transports and cloud channels; each has `async def serve()`, some
                     `async def close()`
    maintenance      companion.maintenance.Maintenance, once it runs
    device_services  watchdog, LED and prompt, where the settings ask for one
    online           network.online.Online, where the board is to join a network
    """

    def __init__(self, settings: "Settings", archive_problem: "str | None") -> None:
        self.settings = settings
        self.clock = Clock()
        self.archive_problem = archive_problem
        self.memory: "Memory | None" = None
        self.memory_problem: "str | None" = None
        self.conversation: "Conversation | None" = None
        self.transports: "list[Any]" = []
        self.maintenance: "Maintenance | None" = None
        self.device_services: "DeviceServices | None" = None
        self.online: "Online | None" = None
        self._tasks: "list[asyncio.Task]" = []

    async def run(self, start: "Callable[[Companion], Coroutine]") -> None:
        """Start, serve until the last transport has ended or Ctrl-C, stop in order."""
        asyncio.get_event_loop().set_exception_handler(_task_failed)
        try:
            await start(self)
            await self._serve()
        finally:
            await self._stop()

    def spawn(self, coroutine: "Coroutine") -> "asyncio.Task":
        """Run it until the companion stops."""
        task = asyncio.create_task(coroutine)
        self._tasks.append(task)
        return task

    def interrupt(self) -> None:
        """A request has come: maintenance of the archive waits."""
        if self.maintenance is not None:
            self.maintenance.interrupt()

    @property
    def setting_up(self) -> bool:
        """True while the owner is asked for the network."""
        return self.online is not None and self.online.setting_up

    async def _serve(self) -> None:
        """Serve until the transport that was opened last has ended: stdio, where there is one."""
        serving = [asyncio.create_task(transport.serve()) for transport in self.transports]
        self._tasks = serving + self._tasks
        if serving:
            await serving[-1]
        else:
            await asyncio.Event().wait()

    async def mark_time(self) -> None:
        """Started by startup.py; marks the time every ten minutes; ends when cancelled."""
        while True:
            self.clock.mark()
            await asyncio.sleep(_MARK_TIME_S)

    async def _stop(self) -> None:
        for transport in self.transports:
            close = getattr(transport, "close", None)
            if close is not None:
                await close()
        for task in self._tasks:
            task.cancel()
            try:
                await task
            except asyncio.CancelledError:
                pass
        await self.save()
        if self.memory is not None:
            self.memory.close()

    async def save(self) -> None:
        """End the conversation, which writes it, and write a snapshot of memory."""
        if self.memory is None:
            return
        if self.conversation is not None:
            await self.conversation.end()
        try:
            if self.memory_problem is None and self.memory.unsaved():
                await self.memory.save()
        except MemoryFault as e:
            events.log("error", "memory", "snapshot: %s" % e)
