"""
App: the composition root.

Owns the parts, the list of tasks, and stops them in order: the ways in first, so that nothing new
arrives, then what serves them, memory last. `starting` makes what is made once and goes out again;
every other module gets what it needs from these two and knows nobody above it.
"""

import asyncio
import gc

import board
from memory.errors import MemoryFault
from memory.unload import unload
from micropython import const

from . import events
from .clock import Clock, Stopwatch

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from memory.engine import Memory

_MARK_SECONDS = 600
_SMALL_HEAP = 450560  # bytes in all


def notify(event: str, **fields: object) -> None:
    """What memory says of itself, as events of the device."""
    if event == "recovered":
        fields.setdefault("lost_since", None)
    events.emit(event, **fields)


def reach(what: str) -> "Any":
    """What forgetting for good writes to beneath memory, as `flash.reach`."""
    from . import flash  # only forgetting for good wants it

    return flash.reach(what)


def log(level: str, text: str) -> None:
    """What the MCP server says of itself."""
    events.log(level, "mcp", text)


def _task_failed(loop: "Any", context: dict) -> None:
    """The last stop for an exception nobody awaited: logged, and the device goes on."""
    events.log("error", "task", "%s: %r" % (context["message"], context.get("exception")))
    events.trace(context["exception"])


class Companion:
    """
    The running device: memory, MCP server, ways in, tasks.

    memory_problem  why memory is not open, in words, or None
    conversation    what is said goes there, once there is one
    transports      the ways in; each has `async def serve()`, some `async def close()`
    """

    def __init__(self, archive_problem: "str | None") -> None:
        self._settings: "Any" = None
        events.use(self.settings.get("event_style"))
        self.clock = Clock()
        self.archive_problem = archive_problem
        gc.collect()
        self.small_heap = gc.mem_alloc() + gc.mem_free() < _SMALL_HEAP
        self.memory: "Memory | None" = None
        self.memory_problem: "str | None" = None
        self.conversation: "Any" = None
        self.transports: "list[Any]" = []
        self.living: "Any" = None  # living.Living, where the settings ask for it
        self._idle: "Any" = None
        self._tasks: "list[asyncio.Task]" = []

    async def run(self) -> None:
        """Start, serve until the ways in have ended or Ctrl-C, stop in order."""
        asyncio.get_event_loop().set_exception_handler(_task_failed)
        try:
            await self._start()
            self._start_scheduler()
            await self._serve()
        finally:
            await self._stop()

    async def _start(self) -> None:
        from . import starting

        await starting.start(self)
        unload(("firmware.starting", "firmware.opening"))  # they are not needed again
        if self.small_heap:  # nor are the settings, mostly
            self._settings = None
            unload("firmware.settings")
            gc.collect()

    @property
    def settings(self) -> "Any":
        """settings.Settings; a small heap has them when somebody asks."""
        if self._settings is None:
            from .settings import Settings

            self._settings = Settings(board.SETTINGS)
        return self._settings

    def spawn(self, coroutine: "Coroutine") -> None:
        """Run it until the companion stops."""
        self._tasks.append(asyncio.create_task(coroutine))

    def tidy(self) -> None:
        """
        Before a call: the archive's upkeep waits. Where the heap is small, the call then finds
        what is free in one piece; a board with PSRAM has no need of it, and collecting there
        takes long.
        """
        if self._idle is not None:
            self._idle.call()
        if self.small_heap:
            if self.memory is not None:
                self.memory.rest()
            gc.collect()

    async def _serve(self) -> None:
        """Serve until the last way in has ended: where there is stdio, that stdin closes."""
        serving = [asyncio.create_task(way.serve()) for way in self.transports]
        self._tasks = serving + self._tasks
        if serving:
            await serving[-1]  # stdio is opened last
        else:
            await asyncio.Event().wait()

    def _start_scheduler(self) -> None:
        """After `ready`: catching up may take a while, and a client need not wait for it."""
        from .idle import Idle
        from .scheduler import Scheduler

        if self.memory_problem is None:
            scheduler = Scheduler(self.memory, self.clock, Stopwatch())
            self.spawn(scheduler.run())
            self._idle = Idle(self.memory, Stopwatch(), self.small_heap)
            self.spawn(self._idle.run())
            if self.living is not None:
                self.living.must(scheduler, self._tasks[-2:])

    def spoken_to(self) -> "Any":
        """What hears the conversation, or None."""
        return self.conversation

    async def keep_time(self) -> None:
        """Started by `starting`; marks the time every ten minutes; ends when cancelled."""
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


async def main(archive_problem: "str | None") -> None:
    """Run the companion; `archive_problem` says in words why there is no archive, or is None."""
    await Companion(archive_problem).run()
