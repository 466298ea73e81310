"""
App: the companion while it runs.

Owns the parts, the list of tasks, and stops them in order: the ways in first, so that nothing new
arrives, then what serves them, memory last. `startup` builds the parts and puts them in here.
"""

import asyncio

from memory.errors import MemoryFault
from micropython import const

from firmware.system import events
from firmware.system.clock import Clock

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from memory.engine import Memory

    from firmware.system.device_services import DeviceServices
    from firmware.system.settings import Settings

_MARK_SECONDS = 600


def _task_failed(loop: "Any", context: dict) -> None:
    """The last stop for an exception nobody awaited: logged, and the device goes on."""
    events.log("error", "task", "%s: %r" % (context["message"], context.get("exception")))
    events.trace(context["exception"])


class Companion:
    """
    The running device: memory, MCP server, ways in, tasks.

    archive_problem  why there is no archive, in words, or None
    memory_problem   why memory is not open, in words, or None
    conversation     what is said goes there, once there is one
    transports       the ways in; each has `async def serve()`, some `async def close()`
    idle             idle.Idle, the archive's upkeep, once it is started
    device_services  watchdog, LED and prompt, where the settings ask for one
    online           online.Online, where the board is to be in a network
    """

    def __init__(self, settings: "Settings", archive_problem: "str | None") -> None:
        self.settings = settings
        self.clock = Clock()
        self.archive_problem = archive_problem
        self.memory: "Memory | None" = None
        self.memory_problem: "str | None" = None
        self.conversation: "Any" = None
        self.transports: "list[Any]" = []
        self.idle: "Any" = None
        self.device_services: "DeviceServices | None" = None
        self.online: "Any" = None
        self._tasks: "list[asyncio.Task]" = []

    async def run(self, start: "Callable[[Companion], Coroutine]") -> None:
        """Start, serve until the ways in have ended or Ctrl-C, stop in order."""
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
        """Somebody calls: the archive's upkeep waits."""
        if self.idle is not None:
            self.idle.call()

    @property
    def setting_up(self) -> bool:
        """True while the owner is asked for the network."""
        return self.online is not None and self.online.setting_up

    async def _serve(self) -> None:
        """Serve until the last way in has ended: where there is stdio, that stdin closes."""
        serving = [asyncio.create_task(way.serve()) for way in self.transports]
        self._tasks = serving + self._tasks
        if serving:
            await serving[-1]  # stdio is opened last
        else:
            await asyncio.Event().wait()

    def spoken_to(self) -> "Any":
        """What hears the conversation, or None."""
        return self.conversation

    async def keep_time(self) -> None:
        """Started by `startup`; marks the time every ten minutes; ends when cancelled."""
        while True:
            self.clock.mark()
            await asyncio.sleep(_MARK_SECONDS)

    async def _stop(self) -> None:
        for way in self.transports:
            close = getattr(way, "close", None)
            if close is not None:
                await close()
        for task in self._tasks:
            task.cancel()
            try:
                await task
            except asyncio.CancelledError:
                pass
        await self.keep()
        if self.memory is not None:
            self.memory.close()

    async def keep(self) -> None:
        """The conversation is over, whoever ended it: write it, and a snapshot."""
        if self.memory is None:
            return
        if self.conversation is not None:
            await self.conversation.end()
        try:
            if self.memory_problem is None and self.memory.unsaved():
                await self.memory.save()
        except MemoryFault as e:
            events.log("error", "memory", "snapshot: %s" % e)
