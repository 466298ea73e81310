"""
Idle: the archive's upkeep, while nobody wants anything of the companion.

Owns when it is done: some seconds after the last call or change, with nobody reading, a step at a
time; and what follows when it fails: later again, and later still. A call that comes meanwhile
comes first: the work waits between two steps. What is done is in memory.upkeep.background_jobs.
"""

import asyncio
import gc
import time

from memory.errors import CorruptRecord, MemoryFault
from micropython import const

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_LOOK_S = const(1)
_QUIET_S = const(20)  # since the last call
_GAP_US = const(1000)  # further steps are made until so much time has passed
_RETRY_S = const(60)  # after the first failure; doubled with each further one
_RETRY_MOST_S = const(21600)
# A scrub writes each free block twice: whoever has something forgotten every minute wears them out
# in five years and not in one. A few may follow each other, as when an owner clears up.
_SCRUB_GAP_S = const(3600)
_SCRUBS_AT_ONCE = const(4)


class Maintenance:
    """`memory` is the engine, `stopwatch` the firmware's Stopwatch."""

    def __init__(self, memory: "Any", stopwatch: "Any") -> None:
        self._memory = memory
        self._stopwatch = stopwatch
        self._changes = 0
        self._quiet = 0  # seconds since the last call or change
        self._tidied = 0  # memory.sealed when nothing was left to be done
        self._full = False  # True: the index found no room; packing may make some
        self._failures = 0  # in a row
        self._wait = 0  # seconds to the next try after a failure
        self._scrub_credit_s = _SCRUB_GAP_S * _SCRUBS_AT_ONCE

    def interrupt(self) -> None:
        """Somebody wants something: what is under way waits after its present step."""
        self._quiet = 0

    async def run(self) -> None:
        """Started by the app; looks once a second until cancelled."""
        try:
            while True:
                await self.look()
                await asyncio.sleep(_LOOK_S)
        finally:
            self._memory.release_background()

    async def look(self) -> None:
        """Do what is due, if nobody wants anything."""
        if self._is_due():
            await self._tidy()

    def _is_quiet(self) -> bool:
        passed = self._stopwatch()
        self._quiet += passed
        self._wait -= min(self._wait, passed)
        most = _SCRUB_GAP_S * _SCRUBS_AT_ONCE
        self._scrub_credit_s = min(self._scrub_credit_s + passed, most)
        if self._changes != self._memory.changes:
            self._changes = self._memory.changes
            self._quiet = 0
        return self._quiet >= _QUIET_S

    def _is_due(self) -> bool:
        if not self._is_quiet() or self._memory.archive_unavailable:
            return False
        due = self._memory.sealed != self._tidied or self._scrubs()
        return due and not self._wait

    def _scrubs(self) -> bool:
        """True where the flash is to be cleaned, and not too often: four times, then each hour."""
        return self._memory.forgotten is not None and self._scrub_credit_s >= _SCRUB_GAP_S

    async def _tidy(self) -> None:
        """Do what is due until somebody calls. Whatever fails is told and tried again later."""
        name = "background work"
        done: "list[str]" = []
        try:
            sealed = self._memory.sealed
            while self._begin():
                name = self._memory.background().name
                await self._work()
                self._full = False
                self._failures = 0
                if name == "scrub":
                    self._scrub_credit_s -= _SCRUB_GAP_S
                done.append(name)
            self._tidied = sealed
            if done:
                events.log("debug", "idle", "the archive is tidy: " + ", ".join(done))
        except (MemoryFault, MemoryError, OSError) as e:
            # Without the index recall is slower; without packing the archive fills up.
            self._full = name in ("index", "merge") and not isinstance(e, CorruptRecord)
            self._failed(name, e)
        finally:
            self._memory.release_background()
            gc.collect()

    async def _work(self) -> None:
        """Do the work that was begun, to its end."""
        memory = self._memory
        while True:
            if not self._is_quiet():
                await asyncio.sleep(_LOOK_S)
                continue
            async with memory.lock:
                while not memory.readers:
                    held = self._steps()
                    if held is None:
                        return
                    if not held:
                        break
                    await asyncio.sleep(0)
            await asyncio.sleep(0)

    def _begin(self) -> bool:
        """Begin the next piece of work; False where none is due."""
        gc.collect()  # its tables want 8 KB in one piece
        begun: bool = self._memory.background().begin(self._full, self._scrubs())
        return begun

    def _steps(self) -> "bool | None":
        """As many steps as fit in a moment; what the last of them gave."""
        background = self._memory.background()
        start = time.ticks_us()
        while True:
            held = background.step()
            if held is not False or time.ticks_diff(time.ticks_us(), start) > _GAP_US:
                return held

    def _failed(self, name: str, e: "Any") -> None:
        self._wait = min(_RETRY_S << min(self._failures, 10), _RETRY_MOST_S)
        self._failures += 1
        if self._failures == 1:
            events.log("warning", "idle", "%s, again in %d s: %r" % (name, self._wait, e))
