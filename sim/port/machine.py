"""
`machine` of the desk device: the clock, resets and identity of the chip.

Has what the firmware uses and the unix port lacks, with the ESP32 port's values; also I2S, in
_i2s.py, and pins, in _pin.py. Other buses and timers are not simulated and therefore not here.
"""

import _i2s
import _pin
from _i2s import I2S  # noqa: F401
from _pin import Pin  # noqa: F401
from micropython import const

from sim import clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PWRON_RESET = const(1)
HARD_RESET = const(2)
WDT_RESET = const(3)
DEEPSLEEP_RESET = const(4)
SOFT_RESET = const(5)

# Exit statuses by which the launcher knows that the device is to start again.
_STATUS_RESET = const(76)
_STATUS_SOFT_RESET = const(77)


class Reset(SystemExit):
    """The device starts again. No error: only the launcher should see it."""


class RTC:
    """The clock, which the firmware keeps in UTC. Unset it starts at 2000-01-01 and runs."""

    def datetime(self, value: "tuple[int, ...] | None" = None) -> "tuple[int, ...] | None":
        """
        Get or set (year, month, day, weekday, hour, minute, second, microsecond).

        The weekday (Monday is 0) is computed, whatever is given.
        """
        if value is None:
            now = clock.utc_ms()
            year, month, day, hour, minute, second, weekday, _ = clock.split(now // 1000)
            return (year, month, day, weekday, hour, minute, second, now % 1000 * 1000)
        year, month, day, _, hour, minute, second, subsecond = value
        seconds = clock.join(year, month, day, hour, minute, second)
        clock.set_utc_ms(seconds * 1000 + subsecond // 1000)
        return None

    init = datetime


class WDT:
    """
    The watchdog: resets the device that does not feed it for `timeout` ms (sim/guard.py). It never
    ends; made again, it takes the new timeout. Without a launcher that watches it does nothing.
    """

    _pipe: "Any" = None

    def __init__(self, id: int = 0, timeout: int = 5000) -> None:
        if id != 0 or timeout <= 0:
            raise ValueError("WDT timeout too short" if id == 0 else None)
        if WDT._pipe is None and _watched:
            WDT._pipe = open(_watched, "wb")
        self._timeout = timeout
        self.feed()

    def feed(self) -> None:
        """Restart the timeout."""
        if WDT._pipe is not None:
            WDT._pipe.write(b"%d\n" % self._timeout)


def reset() -> None:
    """Start again as the reset pin does. Does not return."""
    raise Reset(_STATUS_RESET)


def soft_reset() -> None:
    """Start the program again. Does not return."""
    raise Reset(_STATUS_SOFT_RESET)


def reset_cause() -> int:
    """Why the device started: PWRON_RESET, HARD_RESET, WDT_RESET or SOFT_RESET."""
    return _cause


def unique_id() -> bytes:
    """Six bytes like the factory's MAC address: the same for the same chip."""
    return _unique_id


_cause = PWRON_RESET
_unique_id = b"\x02desk\x00"  # a locally administered address, as no factory gave it out

_watched = 0


def start(
    cause: int,
    unique_id: bytes,
    watched: int = 0,
    sound: "dict[str, int] | None" = None,
    presses: "list[list[float]] | None" = None,
) -> None:
    """What the launcher knows of this start (called by sim/desk.py before boot.py runs)."""
    global _cause, _unique_id, _watched
    _cause, _unique_id, _watched = cause, unique_id, watched
    _i2s.start(sound)
    _pin.start(presses or [])


def watched() -> int:
    """The descriptor of the launcher's watchdog, 0 where it has none."""
    return _watched
