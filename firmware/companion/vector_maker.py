"""
Vector maker: has the owner's model turn memories into vectors while nobody uses the companion.

Owns when that is done: 20 seconds after the last change, not while the owner talks (`resting()`
says so of the voice), never while remembering is paused; after a failure it waits, longer each
time. What is made, and of what, is in `mind.vectors`.
"""

import asyncio

from llm.errors import LlmError
from memory.errors import MemoryFault
from micropython import const

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory.engine import Memory
    from mind.vectors.making import Making

    from firmware.system.clock import Stopwatch

    from .conversation import Conversation

_TICK_S = const(1)
_QUIET_S = const(20)  # since the last change
_RETRY_S = const(5)  # after the first failure; doubled with each further one
_MOST_RETRY_S = const(3600)


class VectorMaker:
    """`may_begin` says whether the notebook is read; the others are as ModelReader has them."""

    def __init__(
        self,
        making: "Making",
        memory: "Memory",
        stopwatch: "Stopwatch",
        may_begin: "Callable[[], bool]",
        conversation: "Callable[[], Conversation | None]",
        paused: "Callable[[], bool]",
        is_answering: "Callable[[], bool]",
        resting: "Callable[[], bool]" = bool,
    ) -> None:
        self._making = making
        self._memory = memory
        self._stopwatch = stopwatch
        self._may_begin = may_begin
        self._conversation = conversation
        self._paused = paused
        self._is_answering = is_answering
        self._resting = resting
        self._changes = memory.changes
        self._quiet = 0  # seconds since the last change
        self._failures = 0  # in a row
        self._wait = 0  # seconds to the next try

    async def run(self) -> None:
        """Started by firmware/meaning.py; looks once a second until cancelled."""
        while True:
            await self.tick(self._stopwatch())
            await asyncio.sleep(_TICK_S)

    async def tick(self, passed: int) -> None:
        """Take a step where one is due. A failure is logged and tried again later."""
        self._quiet += passed
        self._wait = max(0, self._wait - passed)
        if self._changes != self._memory.changes:
            self._changes = self._memory.changes
            self._quiet = 0
        if self._wait or self._resting() or not self._may_begin():
            return
        try:
            await self._making.load()
            if self._is_due() and await self._making.step():
                self._failures = 0
        except (LlmError, MemoryFault, MemoryError, ValueError, OSError) as e:
            self._wait = min(_RETRY_S << min(self._failures, 10), _MOST_RETRY_S)
            self._failures += 1
            events.log("debug", "embed", "vectors again in %d s: %r" % (self._wait, e))

    def _is_due(self) -> bool:
        if self._quiet < _QUIET_S or self._paused() or not self._is_answering():
            return False
        talk = self._conversation()
        return talk is None or talk.idle
