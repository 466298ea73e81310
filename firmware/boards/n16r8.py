"""
Which board this is: the reference board, an ESP32-S3-DevKitC-1 with a module N16R8 or one of its
many copies: 16 MB of flash, 8 MB of octal PSRAM, the button BOOT and one RGB LED.

./tools/flash.sh puts this file on the board as `board.py`, where firmware/system/settings.py and
firmware/app.py read it. The octal PSRAM takes the pins 33 to 37: leave them alone.
"""

import machine
import network
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "esp32-s3-n16r8"
# `access_point`: it has Wi-Fi, with which the first set-up is done (ports of its page and of DNS).
SETTINGS: "dict[str, object]" = {
    "event_style": "text",
    "access_point": (80, 53),
    "watchdog_s": 60,
    "led": True,
}

LED_PIN = const(48)  # an addressable RGB LED; on version 1.1 of the kit it is at 38
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
