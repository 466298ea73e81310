"""
Living: what looks after a device that is never switched off, where the settings ask for it.

Owns which of it runs: the watchdog, the light, the prompt beside the companion.
A desk device has none by itself.
"""

import board
from micropython import const

from . import events
from . import led as light
from .watchdog import Watchdog

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any


class Living:
    """Made at the start, in the loop; `companion` is app.Companion."""

    def __init__(self, companion: "Any") -> None:
        self._companion = companion
        self._watchdog: "Any" = None
        self._light: "Any" = None
        seconds = companion.settings.get("watchdog_s")
        # What is run at aiorepl's prompt holds the loop, in mpremote's raw mode even between two
        # keys; the two do not go together.
        if seconds and not companion.settings.get("aiorepl"):
            self._watchdog = Watchdog(seconds)
        led = light.of(board) if companion.settings.get("led") else None
        if led is not None:
            self._light = light.Light(companion, led)
            companion.spawn(self._light.run())

    def ready(self) -> None:
        """The start has come to its end."""
        settings = self._companion.settings
        if self._watchdog is not None:
            self._companion.spawn(self._watchdog.run())
        if self._light is not None:
            self._light.ready = True
        if settings.get("aiorepl"):
            if settings.get("stdio") or settings.get("typed"):
                events.log("warning", "aiorepl", "stdin is taken: no prompt beside the companion")
            else:
                self._companion.spawn(_prompt())

    def must(self, scheduler: "Any", tasks: "list[Any]") -> None:
        """`scheduler` is firmware.companion.scheduler.Scheduler; it lives in one of `tasks`."""
        if self._watchdog is not None:
            self._watchdog.must(scheduler, tasks)


async def _prompt() -> None:
    """aiorepl of micropython-lib, which the owner has installed; where not, the log says so."""
    import aiorepl  # not in MicroPython itself

    await aiorepl.task()
