"""
`network` of the desk device: a Wi-Fi radio among made-up networks.

As MicroPython for the ESP32 has it: status() and isconnected() are looked at, nothing calls back,
and joining takes its time. Networks are put into AIR by whoever simulates them; without any the
radio finds none. A desk device's own network is the host's, whatever its radio does.

    AIR["home"] = "password"     a network and its key, "" for an open one
    del AIR["home"]              out of reach: who was connected is not any more
"""

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STA_IF = 0
AP_IF = 1
STAT_BEACON_TIMEOUT = 200
STAT_NO_AP_FOUND = 201
STAT_WRONG_PASSWORD = 202
STAT_ASSOC_FAIL = 203
STAT_HANDSHAKE_TIMEOUT = 204
STAT_IDLE = 1000
STAT_CONNECTING = 1001
STAT_GOT_IP = 1010

AIR: "dict[str, str]" = {}
JOINING_MS = 300  # a real one takes one to five seconds

_ADDRESS = ("127.0.0.1", "255.0.0.0", "127.0.0.1", "127.0.0.1")
_NOBODY = ("0.0.0.0", "0.0.0.0", "0.0.0.0", "0.0.0.0")
_names = ["mpy-esp32s3"]


def hostname(name: "str | None" = None) -> "str | None":
    """The device's name in the network, or a new one."""
    if name is None:
        return _names[-1]
    if not 0 < len(name) <= 32:
        raise ValueError
    _names[:] = [name]
    return None


class WLAN:
    """The radio's station; there is one, however often it is asked for."""

    _active = False
    _wanted: "tuple[str, str] | None" = None
    _since: "Any" = 0

    def __init__(self, interface: int = STA_IF) -> None:
        if interface != STA_IF:
            raise ValueError("the desk device has no access point")

    def active(self, on: "bool | None" = None) -> "bool | None":
        """Whether it is on, or switch it; what was connected is not any more."""
        if on is None:
            return WLAN._active
        WLAN._active = bool(on)
        WLAN._wanted = None
        return None

    def connect(self, ssid: str, key: str = "") -> None:
        """Begin to join; raises OSError while the radio is off."""
        if not WLAN._active:
            raise OSError("Wifi Not Started")
        WLAN._wanted = (ssid, key)
        WLAN._since = time.ticks_ms()

    def disconnect(self) -> None:
        WLAN._wanted = None

    def status(self) -> int:
        """One of STAT_."""
        if WLAN._wanted is None:
            return STAT_IDLE
        if time.ticks_diff(time.ticks_ms(), WLAN._since) < JOINING_MS:
            return STAT_CONNECTING
        name, key = WLAN._wanted
        if name not in AIR:
            return STAT_NO_AP_FOUND
        return STAT_GOT_IP if AIR[name] == key else STAT_WRONG_PASSWORD

    def isconnected(self) -> bool:
        return self.status() == STAT_GOT_IP

    def ifconfig(self) -> "tuple[str, str, str, str]":
        """Address, mask, gateway, name server."""
        return _ADDRESS if self.isconnected() else _NOBODY

    def scan(self) -> "list[tuple[bytes, bytes, int, int, int, bool]]":
        """(name, address, channel, dBm, security, hidden) of each network."""
        return [(name.encode(), bytes(6), 1, -50, 3 if AIR[name] else 0, False) for name in AIR]
