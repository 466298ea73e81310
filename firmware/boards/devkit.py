"""
Board: an ESP32-S3 development kit with 8 or 16 MB of flash, and PSRAM.

It has what every such kit has: the USB or serial console, on which MCP is spoken
(./tools/mcp_serial.sh) and mpremote works, and the button BOOT. firmware/boards/__init__.py says
what each name is for.
"""

import machine
import network
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "esp32-s3-devkit"
SETTINGS: "dict[str, object]" = {
    "event_style": "text",
    "access_point": (80, 53),
    "watchdog_s": 60,
}

LED_PIN = const(48)  # an addressable RGB LED; not every kit has one, so the setting `led` is off
_BOOT = const(0)  # low while it is held; held at power-on it starts the loader


def button() -> bool:
    """True while the owner holds BOOT."""
    return machine.Pin(_BOOT, machine.Pin.IN, machine.Pin.PULL_UP).value() == 0


def speech() -> "Iterator[tuple[str, str]] | None":
    """None: there is no microphone yet."""
    return None


def addresses() -> "list[str]":
    """The board's address in its network and its mDNS name."""
    radio = network.WLAN(network.STA_IF)
    if not radio.isconnected():
        return []
    return [radio.ifconfig()[0], network.hostname().lower() + ".local"]


def extend(registry: object, offers: list) -> None:
    """This board adds nothing."""
