"""
Light: what the board's LED shows of the companion.

Owns the states, their colours, and the task that looks how things are twice a second and says so
to the board where that has changed. A board that has a light offers `led(state)`, or `LED_PIN`
where it is an addressable LED, as on development kits.

    starting  online  offline  set-up  talking  error  safe
"""

import asyncio

import machine
import network
from micropython import const

from . import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_LOOK_MS = const(500)
# Red, green, blue: dim, since it is on all night.
COLOURS = {
    "starting": (6, 6, 6),
    "online": (0, 3, 0),
    "offline": (6, 3, 0),
    "set-up": (0, 0, 12),
    "talking": (0, 8, 8),
    "error": (12, 0, 0),
    "safe": (8, 0, 8),
}


class Light:
    """`companion` is app.Companion, `led` the board's."""

    def __init__(self, companion: "Any", led: "Callable[[str], None]") -> None:
        self._companion = companion
        self._led = led
        self._shown = ""
        self.ready = False
        self._show("starting")

    async def run(self) -> None:
        """Started by the app; ends when cancelled."""
        while True:
            self._show(self._state())
            await asyncio.sleep_ms(_LOOK_MS)

    def _show(self, state: str) -> None:
        if state != self._shown:
            self._shown = state
            show(self._led, state)

    def _state(self) -> str:
        companion = self._companion
        if companion.memory_problem is not None or companion.archive_problem is not None:
            return "error"
        if companion.setting_up:
            return "set-up"
        if not self.ready:
            return "starting"
        talk = companion.conversation
        if talk is not None and talk.speaking:
            return "talking"
        return "online" if self._is_online() else "offline"

    def _is_online(self) -> bool:
        """Without a network in the settings there is none to miss."""
        if not self._companion.settings.get("wifi"):
            return True
        found: bool = network.WLAN(network.STA_IF).isconnected()
        return found


def of(board: "Any") -> "Callable[[str], None] | None":
    """What shows a state on the light of this board; None where it has none."""
    if hasattr(board, "LED_PIN"):
        return lambda state: pixel(board.LED_PIN, state)
    found: "Callable[[str], None] | None" = getattr(board, "led", None)
    return found


def show(led: "Callable[[str], None]", state: str) -> None:
    """
    Show a state; what goes wrong is logged, be it a pin that is none or a module that this
    MicroPython lacks: without a light all else works.
    """
    try:
        led(state)
    except Exception as e:  # noqa: BLE001  code of the board's
        events.log("warning", "light", "%s cannot be shown: %r" % (state, e))


def pixel(pin: int, state: str) -> None:
    """Show a state on the addressable LED at this pin."""
    import neopixel  # not in every MicroPython

    one = neopixel.NeoPixel(machine.Pin(pin, machine.Pin.OUT), 1)
    one[0] = COLOURS[state]
    one.write()
