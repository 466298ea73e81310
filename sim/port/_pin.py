"""
`machine.Pin` of the desk device: one button, at pin 0, which --press holds and taps.

The seconds of --press count from the event `ready`. Other pins can be named, as in the wiring of
a microphone, and read what was written to them.
"""

import time

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_BUTTON = const(0)

_presses: "list[list[int]]" = []  # [from, to] each, in ms
_ready: "Any" = None  # ticks of it; None before


def start(presses: "list[list[float]]") -> None:
    """When the button is held, in seconds after `ready`."""
    _presses[:] = [[round(1000 * moment) for moment in press] for press in presses]
    if presses:
        from firmware.system import events  # that of the program that runs on the desk

        events.subscribe(_hear, "ready")


def _hear(event: str, fields: dict) -> None:
    global _ready
    _ready = time.ticks_ms()


def _is_held() -> bool:
    if _ready is None:
        return False
    passed = time.ticks_diff(time.ticks_ms(), _ready)
    for press in _presses:  # without garbage, which would be that of each look
        if press[0] <= passed < press[1]:
            return True
    return False


class Pin:
    """A pin that is no button keeps the level that is written to it."""

    IN = const(1)
    OUT = const(3)
    PULL_UP = const(2)
    PULL_DOWN = const(1)

    def __init__(self, id: int, mode: int = -1, pull: int = -1, *, value: "int | None" = None):
        self._id = id
        self._level = (1 if pull == 2 else 0) if value is None else value

    def value(self, level: "int | None" = None) -> "int | None":
        """The level; or set it."""
        if level is not None:
            self._level = level
            return None
        if self._id == _BUTTON and self._level and _presses:
            return 0 if _is_held() else 1
        return self._level
