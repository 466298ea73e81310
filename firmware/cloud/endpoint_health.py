"""
Endpoint health: whether an address or a token that the OTA service gave still works.

Owns when it counts as doubtful: at once where the server refuses the device, else when nothing has
connected for _LONG_MS and _TRIES tries. ota_channel.py then asks the service again.
"""

import time

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_LONG_MS = const(300000)
_TRIES = const(3)


class EndpointHealth:
    """
    Of one endpoint. `on_doubt()` is called when it becomes doubtful, `ticks()` gives milliseconds
    as time.ticks_ms. Ticks start anew after some days: of two failures so far apart the second may
    count as the first, and the doubt comes later.
    """

    def __init__(
        self,
        on_doubt: "Callable[[], None] | None" = None,
        ticks: "Callable[[], Any]" = time.ticks_ms,
    ):
        self.doubtful = False
        self._on_doubt = on_doubt
        self._ticks = ticks
        self._failures = 0  # since it last connected
        self._first_ms: "Any" = 0  # ticks at the first of them

    def connected(self) -> None:
        """The server has taken the device."""
        self._failures = 0
        self.doubtful = False

    def failed(self) -> None:
        """A try has failed: nobody answered, or no session was opened."""
        now = self._ticks()
        if not self._failures or time.ticks_diff(now, self._first_ms) < 0:
            self._first_ms = now
        self._failures += 1
        if self._failures >= _TRIES and time.ticks_diff(now, self._first_ms) >= _LONG_MS:
            self._doubt()

    def refused(self) -> None:
        """The server answers, and does not take the device."""
        self._failures += 1
        self._doubt()

    def _doubt(self) -> None:
        if not self.doubtful:
            self.doubtful = True
            if self._on_doubt is not None:
                self._on_doubt()
