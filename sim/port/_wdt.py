"""machine.WDT of the desk device; loaded for who wants one, the heap being the device's."""

import machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class WDT:
    """
    The watchdog: resets the device that does not feed it for `timeout` ms (sim/guard.py). It never
    ends; made again, it takes the new timeout. Without a launcher that watches it does nothing.
    """

    _pipe: "Any" = None

    def __init__(self, id: int = 0, timeout: int = 5000) -> None:
        if id != 0 or timeout <= 0:
            raise ValueError("WDT timeout too short" if id == 0 else None)
        watched = machine.watched()  # type: ignore[attr-defined]
        if WDT._pipe is None and watched:
            WDT._pipe = open(watched, "wb")
        self._timeout = timeout
        self.feed()

    def feed(self) -> None:
        """Not before `timeout` ms from now."""
        if WDT._pipe is not None:
            WDT._pipe.write(b"%d\n" % self._timeout)
