"""
LED: shows on the board's LED what the companion is doing.

Owns the states, their colours, and the task that looks twice a second which state it is and calls
the board when it has changed. A board with an LED defines `led(state)`, or `LED_PIN` for an
addressable LED as on development kits.

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

    from firmware.app import Companion

    Show = Callable[[str], None]

_POLL_MS = const(500)
# Red, green, blue; dim, since it is on all night.
COLOURS = {
    "starting": (6, 6, 6),
    "online": (0, 3, 0),
    "offline": (6, 3, 0),
    "set-up": (0, 0, 12),
    "talking": (0, 8, 8),
    "error": (12, 0, 0),
    "safe": (8, 0, 8),
}


class StatusLED:
    """Shows the state of `companion` by calling `board_show(state)`; `ready` is set at `ready`."""

    def __init__(self, companion: "Companion", board_show: "Show") -> None:
        self._companion = companion
        self._board_show = board_show
        self._shown = ""
        self.ready = False
        self._show("starting")

    async def run(self) -> None:
        """Started by device_services.py; ends when cancelled."""
        while True:
            self._show(self._state())
            await asyncio.sleep_ms(_POLL_MS)

    def _show(self, state: str) -> None:
        if state != self._shown:
            self._shown = state
            show(self._board_show, state)

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
        """Connected to the network, or none is set."""
        if not self._companion.settings.get("wifi"):
            return True
        return bool(network.WLAN(network.STA_IF).isconnected())


def of_board(board: object) -> "Show | None":
    """The function that shows a state on the LED of the module `board`; None where it has none."""
    pin: "int | None" = getattr(board, "LED_PIN", None)
    if pin is not None:
        return lambda state: show_on_pixel(pin, state)
    return getattr(board, "led", None)


def show(board_show: "Show", state: str) -> None:
    """Show a state; only log what the board's code raises, a missing module for instance."""
    try:
        board_show(state)
    except Exception as e:  # noqa: BLE001  code of the board's
        events.log("warning", "light", "%s cannot be shown: %r" % (state, e))


def show_on_pixel(pin: int, state: str) -> None:
    """Show a state on the addressable LED at this pin."""
    import neopixel  # not in every MicroPython

    pixels = neopixel.NeoPixel(machine.Pin(pin, machine.Pin.OUT), 1)
    pixels[0] = COLOURS[state]
    pixels.write()
