"""
`network` of the desk device: a Wi-Fi radio among made-up networks.

As MicroPython for the ESP32 has it: status() and isconnected() are looked at, nothing calls back,
and joining takes its time. Networks are put into AIR by whoever simulates them, at the start by
the board's settings (`air`); without any the radio finds none. A desk device's own network is the
host's, whatever its radio does.

    AIR["home"] = "password"     a network and its key, "" for an open one
    del AIR["home"]              out of reach: who was connected is not any more
    MUTE.add("home")             its router gives nobody an address
    ADDRESS[0] = "127.0.0.2"     what a router gives from now on, to who joins or renews
    BEACONS                      what the access point is (ssid, security, key); None: off
"""

import time

import board

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STA_IF = 0
AP_IF = 1
AUTH_OPEN = 0
AUTH_WPA2_PSK = 3
STAT_BEACON_TIMEOUT = 200
STAT_NO_AP_FOUND = 201
STAT_WRONG_PASSWORD = 202
STAT_ASSOC_FAIL = 203
STAT_HANDSHAKE_TIMEOUT = 204
STAT_IDLE = 1000
STAT_CONNECTING = 1001
STAT_GOT_IP = 1010

AIR: "dict[str, str]" = dict(board.SETTINGS.get("air") or {})  # type: ignore[call-overload]
MUTE: "set[str]" = set()
ADDRESS = ["127.0.0.1"]
JOINING_MS = 300  # a real one takes one to five seconds

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
    """The radio as a station or as an access point; one of each, however often it is asked for."""

    def __new__(cls, interface: int = STA_IF) -> "Any":
        return (_station, _access_point)[interface]


class _Station:
    def __init__(self) -> None:
        self._active = False
        self._wanted: "tuple[str, str] | None" = None
        self._since: "Any" = 0

    def active(self, on: "bool | None" = None) -> "bool | None":
        """Whether it is on, or switch it; what was connected is not any more."""
        if on is None:
            return self._active
        if not on or not self._active:
            self._wanted = None
        self._active = bool(on)
        return None

    def connect(self, ssid: str, key: str = "") -> None:
        """Begin to join; raises OSError while the radio is off."""
        if not self._active:
            raise OSError("Wifi Not Started")
        self._wanted = (ssid, key)
        self._since = time.ticks_ms()

    def disconnect(self) -> None:
        self._wanted = None

    def config(self, name: str) -> str:
        """ssid: of the network that was asked for."""
        if name != "ssid":
            raise ValueError("unknown config param")
        return "" if self._wanted is None else self._wanted[0]

    def status(self, what: str = "") -> int:
        """One of STAT_; of "rssi" the dBm."""
        if what:
            if what != "rssi":
                raise ValueError("unknown status param")
            if not self.isconnected():
                raise OSError("Wifi Not Connected")
            return -50 - len(self.config("ssid"))
        if self._wanted is None:
            return STAT_IDLE
        if time.ticks_diff(time.ticks_ms(), self._since) < JOINING_MS:
            return STAT_CONNECTING
        name, key = self._wanted
        if name not in AIR:
            return STAT_NO_AP_FOUND
        if AIR[name] != key:
            return STAT_WRONG_PASSWORD
        return STAT_CONNECTING if name in MUTE else STAT_GOT_IP

    def isconnected(self) -> bool:
        return self.status() == STAT_GOT_IP

    def ifconfig(self) -> "tuple[str, str, str, str]":
        """Address, mask, gateway, name server."""
        if not self.isconnected():
            return _NOBODY
        return (ADDRESS[0], "255.0.0.0", "127.0.0.1", "127.0.0.1")

    def scan(self) -> "list[tuple[bytes, bytes, int, int, int, bool]]":
        """(name, address, channel, dBm, security, hidden) of each network. Raises OSError."""
        if not self._active:
            raise OSError("STA must be active")
        return [
            (name.encode(), bytes(6), 1, -50 - len(name), 3 if AIR[name] else 0, False)
            for name in sorted(AIR)
        ]


class _AccessPoint:
    def __init__(self) -> None:
        self._kept: "dict[str, Any]" = {"ssid": "ESP_000000", "security": AUTH_OPEN, "key": ""}
        self._active = False

    def config(self, **values: "Any") -> None:
        """ssid, security and key. Raises ValueError for anything else."""
        for name in values:
            if name not in self._kept:
                raise ValueError("unknown config param")
        self._kept.update(values)

    def active(self, on: "bool | None" = None) -> "bool | None":
        global BEACONS
        if on is None:
            return self._active
        if on and self._kept["security"] and len(self._kept["key"]) < 8:
            raise OSError("Wifi Unknown Error 0x300a")  # ESP_ERR_WIFI_PASSWORD
        self._active = bool(on)
        BEACONS = dict(self._kept) if on else None
        return None

    def ifconfig(self) -> "tuple[str, str, str, str]":
        """Its own address is that of the computer; on a chip it is 192.168.4.1."""
        return ("127.0.0.1", "255.0.0.0", "127.0.0.1", "127.0.0.1")


BEACONS: "dict[str, Any] | None" = None
_station = _Station()
_access_point = _AccessPoint()
