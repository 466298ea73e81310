"""
Limits of a request: until the first token, between two, and for all of it.

The watch runs beside the exchange (net.tasks.together) and ends it by its own end: no read is
awaited with a limit of its own, which MicroPython's asyncio does not bear well over TLS.
"""

import asyncio
import time

from micropython import const

from .errors import TooSlow

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_AFTER_END_MS = const(3000)  # for what may follow the end that the model told: the usage


class Limits:
    """Milliseconds."""

    def __init__(self, first: int = 20000, silence: int = 15000, whole: int = 120000):
        self.first = first
        self.silence = silence
        self.whole = whole


class Watch:
    """One request's; `begun` is the tick at which the whole began, with earlier tries."""

    def __init__(
        self, limits: Limits, begun: int, ticks: "Callable[[], Any]" = time.ticks_ms
    ) -> None:
        self._limits = limits
        self._ticks = ticks
        self._whole = begun
        self._since = ticks()
        self._heard = False
        self._ending = False

    def heard(self, ending: bool) -> None:
        """Something of the answer has come; `ending`: the model has said that it is all."""
        self._since = self._ticks()
        self._heard = True
        self._ending = ending

    async def run(self) -> None:
        """Raises TooSlow when a limit is reached; ends in no other way."""
        while True:
            now = self._ticks()
            limits = self._limits
            left = limits.whole - time.ticks_diff(now, self._whole)
            if left <= 0:
                raise TooSlow("no whole answer within %d s" % _seconds(limits.whole))
            most = limits.silence if self._heard else limits.first
            if self._ending:
                most = min(most, _AFTER_END_MS)
            silent = most - time.ticks_diff(now, self._since)
            if silent <= 0:
                what = "nothing more for %d s" if self._heard else "no first token within %d s"
                raise TooSlow("the answer is too slow: " + what % _seconds(most))
            await asyncio.sleep_ms(min(left, silent))


def _seconds(milliseconds: int) -> int:
    return (milliseconds + 999) // 1000
