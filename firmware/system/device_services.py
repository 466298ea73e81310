"""
Device services: the watchdog, the LED and the prompt beside the companion.

Owns which of them run, by the settings `watchdog_s`, `led` and `aiorepl`.
"""

import board

from . import events, led
from .supervisor import ALWAYS, NEVER, ON_FAILURE
from .watchdog import Watchdog

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import Task

    from firmware.app import Companion
    from firmware.companion.scheduler import Scheduler


class DeviceServices:
    """Made by startup.py first of all, while the loop runs."""

    def __init__(self, companion: "Companion") -> None:
        self._companion = companion
        self._watchdog: "Watchdog | None" = None
        self._led: "led.StatusLED | None" = None
        seconds = companion.settings.get("watchdog_s")
        # aiorepl blocks the loop while it runs what is typed, in mpremote's raw mode even between
        # two keys, and the watchdog would reset the chip. So only one of the two runs.
        if seconds and not companion.settings.get("aiorepl"):
            self._watchdog = Watchdog(seconds)
        show = led.of_board(board) if companion.settings.get("led") else None
        if show is not None:
            self._led = led.StatusLED(companion, show)
            companion.supervisor.start("led", "system", ALWAYS, self._led.run)

    def ready(self) -> None:
        """Called by startup.py before the event `ready`."""
        settings = self._companion.settings
        start = self._companion.supervisor.start
        if self._watchdog is not None:
            start("watchdog", "system", ON_FAILURE, self._watchdog.run)
        if self._led is not None:
            self._led.ready = True
        if settings.get("aiorepl"):
            if settings.get("stdio") or settings.get("typed"):
                events.log("warning", "aiorepl", "stdin is taken: no prompt beside the companion")
            else:
                start("aiorepl", "system", NEVER, _prompt)

    def watch(self, scheduler: "Scheduler", tasks: "list[Task]") -> None:
        """Have the watchdog, where it runs, watch the scheduler and tasks that must not end."""
        if self._watchdog is not None:
            self._watchdog.watch(scheduler, tasks)


async def _prompt() -> None:
    """Run aiorepl of micropython-lib; where the owner has not installed it, that is logged."""
    import aiorepl

    await aiorepl.task()
