"""
Board: the reference board, an ESP32-S3-DevKitC-1 with a module N16R8 or one of its many copies: 16
MB of flash, 8 MB of octal PSRAM, the button BOOT and one RGB LED.

Pins 33 to 37 belong to the octal PSRAM. firmware/boards/__init__.py says what each name is for.
"""

import machine
import network
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "esp32-s3-n16r8"
SETTINGS: "dict[str, object]" = {
    "event_style": "text",
    "access_point": (80, 53),
    "watchdog_s": 60,
    "led": True,
    "voice": True,
}

LED_PIN = const(48)  # an addressable RGB LED; on version 1.1 of the kit it is at 38
# Microphone INMP441, amplifier MAX98357A, as the original's "bread-compact-wifi" is wired.
_MIC_WS, _MIC_SCK, _MIC_SD = const(4), const(5), const(6)
_AMP_SD, _AMP_SCK, _AMP_WS = const(7), const(15), const(16)
_BOOT = const(0)  # low while it is held; held at power-on it starts the loader


def button() -> bool:
    """True while the owner holds BOOT."""
    return machine.Pin(_BOOT, machine.Pin.IN, machine.Pin.PULL_UP).value() == 0


def microphone(rate: int, ibuf: int) -> machine.I2S:
    """An INMP441, L/R at GND: 24 bits in 32. What is not wired up hears nothing."""
    return machine.I2S(
        0,
        sck=machine.Pin(_MIC_SCK),
        ws=machine.Pin(_MIC_WS),
        sd=machine.Pin(_MIC_SD),
        mode=machine.I2S.RX,
        bits=32,
        format=machine.I2S.MONO,
        rate=rate,
        ibuf=ibuf,
    )


def speaker(rate: int, ibuf: int) -> machine.I2S:
    """A MAX98357A."""
    return machine.I2S(
        1,
        sck=machine.Pin(_AMP_SCK),
        ws=machine.Pin(_AMP_WS),
        sd=machine.Pin(_AMP_SD),
        mode=machine.I2S.TX,
        bits=16,
        format=machine.I2S.MONO,
        rate=rate,
        ibuf=ibuf,
    )


def speech() -> "Iterator[tuple[str, str]] | None":
    """None: what is said comes by the microphone."""
    return None


def addresses() -> "list[str]":
    """The board's address in its network and its mDNS name."""
    radio = network.WLAN(network.STA_IF)
    if not radio.isconnected():
        return []
    return [radio.ifconfig()[0], network.hostname().lower() + ".local"]


def extend(registry: object, offers: list) -> None:
    """This board adds nothing."""
