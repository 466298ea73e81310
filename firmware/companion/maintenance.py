"""
Maintenance: background jobs on the archive, while nobody uses the companion.

Owns when they run: 20 seconds after the last request or change, while nobody reads, a step at a
time. A request that comes meanwhile comes first: the job waits between two steps. After a failure
the next try waits longer each time. The jobs are in memory.upkeep.background_jobs.
"""

import asyncio
import gc
import time

from memory.errors import CorruptRecord, MemoryFault
from micropython import const

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory.engine import Memory
    from memory.upkeep.background import Background
    from mind.mind import Mind

    from firmware.system.clock import Stopwatch

_TICK_S = const(1)
_QUIET_S = const(20)  # since the last request
_STEPS_US = const(1000)  # after which steps are interrupted for other tasks
_RETRY_S = const(60)  # after the first failure; doubled with each further one
_MAX_RETRY_S = const(21600)
# A scrub writes each free block twice. With one an hour, erasing something every minute wears the
# flash out in five years, not in one; a few may follow each other, as when an owner clears up.
_SCRUB_EVERY_S = const(3600)
_SCRUBS_IN_A_ROW = const(4)


class Maintenance:
    """
    Runs the background jobs of an open engine. While `resting()` somebody talks with the device:
    pauses would be heard, so nothing is begun, nor garbage collected.
    """

    def __init__(
        self,
        memory: "Memory",
        stopwatch: "Stopwatch",
        mind: "Mind | None" = None,
        resting: "Callable[[], bool]" = bool,
    ) -> None:
        self._memory = memory
        self._mind = mind
        self._stopwatch = stopwatch
        self._resting = resting
        self._changes = 0
        self._quiet = 0  # seconds since the last request or change
        self._finished_at = 0  # memory.sealed when no job was due any more
        self._full = False  # the index had no room; packing may make some
        self._failures = 0  # in a row
        self._wait = 0  # seconds to the next try after a failure
        self._scrub_credit_s = _SCRUB_EVERY_S * _SCRUBS_IN_A_ROW

    def interrupt(self) -> None:
        """A request has come: the job that runs waits after its present step."""
        self._quiet = 0

    async def run(self) -> None:
        """Started by startup.py; ticks once a second until cancelled."""
        try:
            await self._load_notebook()
            while True:
                await self.tick()
                await asyncio.sleep(_TICK_S)
        finally:
            self._memory.release_background()

    async def tick(self) -> None:
        """Run the jobs that are due, if nobody uses the companion."""
        if self._is_due():
            await self._run_jobs()
        if self._mind is None or self._quiet < _QUIET_S:
            return
        if self._mind.is_unsaved(True):
            await self._save_notebook(self._mind)
        await self._learn_shapes(self._mind)

    async def _load_notebook(self) -> None:
        """Have the mind read what it keeps beside memory; until then it offers less."""
        if self._mind is None or self._mind.is_ready:
            return
        try:
            await self._mind.load()
        except (MemoryFault, MemoryError) as e:
            events.log("error", "mind", "the notebook is not read: %r" % e)

    async def _save_notebook(self, mind: "Mind") -> None:
        """Write how often memories were used. After a failure it waits for the next change."""
        try:
            await mind.save()
        except (MemoryFault, MemoryError) as e:
            mind.give_up_saving()
            events.log("warning", "idle", "the notebook is not written: %r" % e)

    async def _learn_shapes(self, mind: "Mind") -> None:
        """Have what memories tell known after a start, a memory at a time while all is quiet."""
        try:
            await mind.learn_shapes(lambda: self._quiet >= _QUIET_S and not self._resting())
        except (MemoryFault, MemoryError) as e:
            self._quiet = 0  # what RAM was short for is tried again when all is quiet for a while
            events.log("warning", "idle", "the notebook is not read again: %r" % e)

    def _is_quiet(self) -> bool:
        passed = self._stopwatch()
        self._quiet += passed
        self._wait -= min(self._wait, passed)
        most = _SCRUB_EVERY_S * _SCRUBS_IN_A_ROW
        self._scrub_credit_s = min(self._scrub_credit_s + passed, most)
        if self._resting() or self._changes != self._memory.changes:
            self._changes = self._memory.changes
            self._quiet = 0
        return self._quiet >= _QUIET_S

    def _is_due(self) -> bool:
        if not self._is_quiet() or self._memory.archive_unavailable:
            return False
        due = self._memory.sealed != self._finished_at or self._scrubs()
        return due and not self._wait

    def _scrubs(self) -> bool:
        """Whether the flash is to be scrubbed now: at most four times in a row, then each hour."""
        return self._memory.erasure_journal is not None and self._scrub_credit_s >= _SCRUB_EVERY_S

    async def _run_jobs(self) -> None:
        """Run jobs until none is due. A failure is logged and tried again later."""
        name = "background work"
        done: "list[str]" = []
        try:
            sealed = self._memory.sealed
            while await self._begin():
                name = self._background().name
                await self._run_job()
                self._full = False
                self._failures = 0
                if name == "scrub":
                    self._scrub_credit_s -= _SCRUB_EVERY_S
                done.append(name)
            self._finished_at = sealed
            if done:
                events.log("debug", "idle", "the archive is tidy: " + ", ".join(done))
        except (MemoryFault, MemoryError, OSError) as e:
            # Without the index recall is slower; without packing the archive fills up.
            self._full = name in ("index", "merge") and not isinstance(e, CorruptRecord)
            self._failed(name, e)
        finally:
            self._memory.release_background()
            if not self._resting():
                gc.collect()

    async def _run_job(self) -> None:
        """Run the job that was begun to its end; wait while the companion is used."""
        memory = self._memory
        while True:
            if not self._is_quiet():
                await asyncio.sleep(_TICK_S)
                continue
            async with memory.lock:
                held: "bool | None" = False
                while held or not memory.readers:
                    if not memory.readers:  # else the lock is kept until they are done
                        held = self._steps()
                    if held is None:
                        return
                    if not held:
                        break
                    await asyncio.sleep(0)
            await asyncio.sleep(0)

    def _background(self) -> "Background":
        """The driver of background jobs. Where the archive is not mounted no job is due."""
        return self._memory.background()  # type: ignore[return-value]

    async def _begin(self) -> bool:
        """Begin the next job once nobody talks; False where none is due."""
        while self._resting():
            await asyncio.sleep(_TICK_S)
        gc.collect()  # its tables take 8 KB in one block
        return self._background().begin(self._full, self._scrubs())

    def _steps(self) -> "bool | None":
        """Steps of the job for _STEPS_US; the result of the last one."""
        background = self._background()
        start = time.ticks_us()
        while True:
            held = background.step()
            if held is not False or time.ticks_diff(time.ticks_us(), start) > _STEPS_US:
                return held

    def _failed(self, name: str, e: Exception) -> None:
        self._wait = min(_RETRY_S << min(self._failures, 10), _MAX_RETRY_S)
        self._failures += 1
        if self._failures == 1:
            events.log("warning", "idle", "%s, again in %d s: %r" % (name, self._wait, e))
