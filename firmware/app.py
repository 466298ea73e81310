"""
App: the companion while it runs.

Owns its parts, the supervisor of its tasks, and stops them in order: transports and channels
first, so that nothing new arrives, then all tasks, then what was said is written, memory last.
Whatever fails or hangs on the way, the next step follows. startup.py builds the parts.
"""

import asyncio
import os
from errno import ETIMEDOUT

from net.tasks import ended

from firmware.system import clock, events
from firmware.system.settings import Privacy
from firmware.system.supervisor import Supervisor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from llm.client import Client
    from mcp.core.call import Call
    from mcp.core.tool_result import ToolResult
    from memory.engine import Memory
    from mind.mind import Mind

    from firmware.agent.model_usage import ModelUsage
    from firmware.companion.conversation import Conversation
    from firmware.companion.delivery import Delivery
    from firmware.companion.maintenance import Maintenance
    from firmware.companion.pet import Pet
    from firmware.network.online import Online
    from firmware.system.device_services import DeviceServices
    from firmware.system.settings import Settings
    from firmware.voice.talk import Talk

_MARK_TIME_S = 600
_CLOSE_MS = 5000  # for a transport to close
_SAVE_MS = 30000  # for the conversation and memory to be written


def _task_failed(loop: "Any", context: dict) -> None:
    """Log an exception that nobody awaited, of a connection's task; the device goes on."""
    _report("task", context["message"], context["exception"])


def _report(module: str, what: str, error: BaseException) -> None:
    try:
        events.log("error", module, "%s: %r" % (what, error))
        events.trace(error)
    except (MemoryError, OSError):
        return  # RAM runs out, or stderr is gone: there is nowhere to say it


class Companion:
    """
    The running device: memory, MCP server, transports, tasks.

    privacy          what the owner lets be kept of a talk
    archive_problem  why there is no archive, in words, or None
    mount_turns      mounts the partition of the turns (boot.py), or None
    mind             mind.mind.Mind over it, where it is open
    memory_problem   why memory is not open, in words, or None
    memory_broken    True where that is flash that did not answer
    pet              companion.pet.Pet, where memory is open
    conversation     companion.conversation.Conversation, once there is one
    delivery         companion.delivery.Delivery, where memory is open
    supervisor       runs all tasks that live as long as the companion
    transports       (name, owner, restart policy, MCP transport or cloud channel); each has
                     `async def serve()`, which may be called again, and `async def close()`
    maintenance      companion.maintenance.Maintenance, once it runs
    device_services  watchdog, LED and prompt, where the settings ask for one
    online           network.online.Online, where the board is to join a network
    voice            voice.talk.Talk, where the board has ears, a mouth and Opus
    resting          True while somebody talks by it: background work waits
    """

    def __init__(self, settings: "Settings", archive_problem: "str | None") -> None:
        self.settings = settings
        self.privacy = Privacy(settings)
        self.clock = clock.of_owner(settings)
        self.archive_problem = archive_problem
        self.mount_turns: "Callable[[], str | None] | None" = None
        self.memory: "Memory | None" = None
        self.mind: "Mind | None" = None
        self.memory_problem: "str | None" = None
        self.memory_broken = False
        self.pet: "Pet | None" = None
        self.conversation: "Conversation | None" = None
        self.delivery: "Delivery | None" = None
        self.llm: "Client | None" = None  # None: no server is set
        self.model_usage: "ModelUsage | None" = None
        self.supervisor = Supervisor(os.urandom)
        self.transports: "list[tuple[str, str, str, Any]]" = []
        self.maintenance: "Maintenance | None" = None
        self.device_services: "DeviceServices | None" = None
        self.online: "Online | None" = None
        self.voice: "Talk | None" = None
        self.resting = False

    async def run(self, start: "Callable[[Companion], Coroutine]") -> None:
        """Start, serve until the last transport has ended or this is cancelled, stop in order."""
        asyncio.get_event_loop().set_exception_handler(_task_failed)
        try:
            await start(self)
            await self._serve()
        finally:
            await self._stop()

    def interrupt(self) -> None:
        """A request has come: maintenance of the archive waits."""
        if self.maintenance is not None:
            self.maintenance.interrupt()

    def told(self, name: str, arguments: dict, call: "Call", result: "ToolResult") -> None:
        """A tool has answered: it may belong to what is being said."""
        if self.conversation is not None:
            self.conversation.called(name, arguments, call, result)

    @property
    def setting_up(self) -> bool:
        """True while the owner is asked for the network."""
        return self.online is not None and self.online.setting_up

    @property
    def memory_trouble(self) -> "str | None":
        """
        "memory" where it is not open, "hot" where it takes no change, "archive" where that is
        away, None where all is well.
        """
        memory = self.memory
        if memory is None or self.memory_problem is not None:
            return "memory"
        if memory.hot_store.broken:
            return "hot"
        return "archive" if memory.archive_unavailable else None

    @property
    def restart_may_mend(self) -> bool:
        """
        True where flash did not answer. Foreign data, another format and a missing partition are
        the same after the next start.
        """
        trouble = self.memory_trouble
        if trouble == "archive":
            return self.archive_problem is None
        return trouble == "hot" or (trouble == "memory" and self.memory_broken)

    async def _serve(self) -> None:
        """Serve until the transport that was opened last has ended: stdio, where there is one."""
        serving = [
            self.supervisor.start(name, owner, policy, transport.serve)
            for name, owner, policy, transport in self.transports
        ]
        if serving:
            await serving[-1].ended.wait()
        else:
            await asyncio.Event().wait()

    async def mark_time(self) -> None:
        """Started by startup.py; marks the time every ten minutes; ends when cancelled."""
        while True:
            self.clock.mark()
            await asyncio.sleep(_MARK_TIME_S)

    async def _stop(self) -> None:
        """Stop in order, also where this is cancelled meanwhile; CancelledError then, at last."""
        self.supervisor.release()
        cancelled = False
        for name, _owner, _policy, transport in self.transports:
            cancelled = await _finish("close " + name, transport.close, _CLOSE_MS) or cancelled
        cancelled = await _finish("stop tasks", self.supervisor.stop, _SAVE_MS) or cancelled
        cancelled = await _finish("save", self.save, _SAVE_MS) or cancelled
        if self.memory is not None:
            self.memory.close()
        if cancelled:
            raise asyncio.CancelledError

    async def save(self) -> None:
        """
        End the conversation, which writes it, and write the notebook and a snapshot of memory; log
        failures.
        """
        if self.memory is None:
            return
        if self.conversation is not None:
            await _attempt("conversation", self.conversation.end)
        if self.mind is not None and self.mind.is_unsaved(True):
            await _attempt("notebook", self.mind.save)  # use counts are nowhere else
        if self.memory_problem is None and self.memory.unsaved():
            await _attempt("snapshot", self.memory.save)


async def _attempt(what: str, work: "Callable[[], Coroutine]") -> None:
    """Do a part of a stop; report what it raises."""
    try:
        await work()
    except Exception as e:  # noqa: BLE001  whatever it is, what comes after it must be done
        _report("stop", what, e)


async def _finish(what: str, work: "Callable[[], Coroutine]", limit_ms: int) -> bool:
    """
    Do a part of a stop, for `limit_ms` at most; report what it raises, or that it hangs. True
    where the caller was cancelled meanwhile; the part is done nevertheless.
    """
    task = asyncio.create_task(_attempt(what, work))
    cancelled = await ended([task], limit_ms)
    if not task.done():
        _report("stop", what, OSError(ETIMEDOUT))
        task.cancel()
    return cancelled
