"""
Which board this is: an ESP32-S3 development kit with 8 or 16 MB of flash, and PSRAM.

./tools/flash.sh puts this file on the board as `board.py`, where firmware/system/settings.py and
firmware/app.py read it. It has what every such kit has: the USB or serial console, on which MCP is
spoken (./tools/mcp_serial.sh) and mpremote works, and the button BOOT.
"""

import machine
import network
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "esp32-s3-devkit"
# `access_point`: it has Wi-Fi, with which the first set-up is done (ports of its page and of DNS).
SETTINGS: "dict[str, object]" = {
    "event_style": "text",
    "access_point": (80, 53),
    "watchdog_s": 60,
}

LED_PIN = const(48)  # an addressable RGB LED; not every kit has one, so the setting `led` is off
_BOOT = const(0)  # to ground while it is held; held at power-on it is the loader's


def button() -> bool:
    """True while the owner holds BOOT."""
    return machine.Pin(_BOOT, machine.Pin.IN, machine.Pin.PULL_UP).value() == 0


def speech() -> "Iterator[tuple[str, str]] | None":
    """Nobody speaks at the start: there is no microphone yet."""
    return None


def addresses() -> "list[str]":
    """What the board is called in the network that it is in: its address, and its mDNS name."""
    radio = network.WLAN(network.STA_IF)
    if not radio.isconnected():
        return []
    return [radio.ifconfig()[0], network.hostname().lower() + ".local"]


def extend(registry: object, offers: list) -> None:
    """This board adds nothing to the firmware's tools and offers."""
