"""
Memory restart: starts the device again where only that brings its memory back.

Owns when. After an operation of NVS has failed, ESP-IDF has its page out of use: the keys there
seem gone and the page takes no write, until the chip starts again. So nothing here opens memory
anew in place. The same restart looks for an archive that could not be read, but not for one that
is of another format or not there. The first comes a minute after the problem shows, the next ones
after 10, 20, 40 and 80 minutes; what five of them have not mended stays as it is, and the device
status says so. An hour without a problem forgets them. While the owner talks a restart waits.
`sys/mending` in NVS counts them; where NVS does not take that, each waits at least ten minutes
after the start.
"""

import asyncio

import machine
from micropython import const

from firmware.system import events
from firmware.system.nvs import namespace, read_number

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.app import Companion

_LOOK_S = const(10)
_FIRST_S = const(60)
_NEXT_S = const(600)
_MOST = const(5)
_WELL_S = const(3600)
_KEY = "mending"


class MemoryRestart:
    """`reset()` starts the device again; it does not return."""

    def __init__(
        self, companion: "Companion", reset: "Callable[[], object] | None" = None
    ) -> None:
        self._companion = companion
        self._reset = reset
        self._kv = namespace("sys")
        self._waited = self._well = 0  # seconds with a problem, and without one
        self._restarts = self._count()  # in a row; read now, while every page can be read

    async def run(self) -> None:
        """Started by startup.py; looks every ten seconds until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_S)
            await self.look(_LOOK_S)

    async def look(self, passed: int) -> None:
        """So many seconds have passed: restart the device where it is time for that."""
        if not self._companion.restart_may_mend:
            self._waited = 0
            self._well += passed
            if self._well >= _WELL_S:
                self._well = 0
                if self._restarts and self._keep(0):
                    self._restarts = 0
            return
        self._well = 0
        self._waited += passed
        count = self._restarts
        if count >= _MOST or self._waited < self._pause(count) or self._is_talking():
            return
        if not self._keep(count + 1) and self._companion.clock.uptime() < _NEXT_S:
            return
        events.log("warning", "memory", "the device starts again to mend its memory")
        try:
            await self._companion.save()
        finally:
            (self._reset or machine.reset)()

    def _pause(self, count: int) -> int:
        return _NEXT_S << count - 1 if count else _FIRST_S

    def _is_talking(self) -> bool:
        conversation = self._companion.conversation
        heard = conversation is not None and conversation.speaking
        return heard or self._companion.resting

    def _count(self) -> int:
        try:
            return read_number(self._kv, _KEY) or 0
        except OSError as e:
            events.log("error", "memory", "restarts cannot be counted: %r" % e)
            return 0

    def _keep(self, count: int) -> bool:
        """False where NVS does not take it."""
        try:
            self._kv.set_i32(_KEY, count)
            self._kv.commit()
        except OSError as e:
            events.log("warning", "memory", "restarts cannot be counted: %r" % e)
            return False
        return True
