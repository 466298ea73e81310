"""
Settings: what the owner, the board, or nobody decided, in that order of weight... typed.

Owns the NVS namespace `cfg`. A setting is looked up in NVS, then in what the board says (the desk
device's command line), then here. The command line of a desk device wins over NVS for the ways in
which it is reached, since who typed it sits before it.
"""

from micropython import const

from .namespace import erase, namespace

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_NOT_FOUND = -0x1102
_MAX_TEXT = 128
_MAX_LONG = 1024
_TWIN = "'"  # ends the second key of a text
_LONG = ("cloud", "cloud_token", "allowed_hosts", "allowed_origins")
_MAX_KEY = 14  # characters of a name in NVS, whose keys have 15: a text has two

# name: (default, who wins: the board or NVS)
_KNOWN = {
    "language": ("zh", "nvs"),
    "http": (True, "board"),
    "http_host": ("127.0.0.1", "nvs"),  # 0.0.0.0: in every network that it is in
    "http_port": (8720, "board"),
    # Names and addresses it is called by, and web origins that are let in, between spaces.
    "allowed_hosts": ("", "nvs"),
    "allowed_origins": ("", "nvs"),
    "http_tls": (False, "nvs"),  # served with the certificate that firmware/tls.py keeps
    "http_rate": (200, "nvs"),  # requests a second with one key, ten times that at once; 0: any
    "http_open": (False, "board"),  # True: no token is asked for, on the loopback alone
    "stdio": (False, "board"),
    "stdio_step": (1, "board"),  # bytes a read of stdin may ask for; 1 never waits, wherever it is
    "stdout_step": (256, "board"),  # bytes that stdout takes without waiting when it polls so
    # stdin and stdout are a serial line with tools/mcp_serial.py at the other end, and so many
    # seconds without a sign of it end the companion.
    "console": (False, "board"),
    "console_quiet_s": (60, "board"),
    "event_style": ("json", "board"),
    "repl": (None, "board"),
    "typed": (False, "board"),  # stdin is the owner's, who speaks to the cloud by typing
    "cloud": ("", "board"),  # where to connect out: URLs between spaces (firmware/cloud.py)
    "cloud_token": ("", "nvs"),  # for the Authorization of a XiaoZhi server
    "cloud_stay": (True, "nvs"),  # connected while nobody speaks, so that tools are in reach
    "cloud_reboot": (False, "nvs"),  # whether a server may have the device start again
    "wifi": ("", "nvs"),  # name of the network to be in, "" for none
    "wifi_key": ("", "nvs"),  # its password, "" where it is open
    "zone_minutes": (480, "nvs"),  # local time is ahead of UTC by
    "time_server": ("pool.ntp.org", "nvs"),
    "time_port": (123, "nvs"),
    # Of a licensed device only: its serial number, and the key of its activation in hex digits.
    "serial_number": ("", "nvs"),
    "licence_key": ("", "nvs"),
}
_ALLOWED = {"language": ("zh", "en"), "event_style": ("json", "text")}


class Settings:
    """Reads and keeps settings; `board` is a dict of what the board decides."""

    def __init__(self, board: dict) -> None:
        self._kv = namespace("cfg")
        self._board = board

    def get(self, name: str) -> "Any":
        """The value of a known setting, of its default's type."""
        default, winner = _KNOWN[name]
        kept = self._kept(name, default)
        if name in self._board and (winner == "board" or kept is None):
            return self._board[name]
        return default if kept is None else kept

    def _kept(self, name: str, default: "Any") -> "Any":
        try:
            if isinstance(default, (bool, int)):
                return type(default)(self._kv.get_i32(name))
        except OSError as e:
            if e.args[0] != _NOT_FOUND:
                raise
            return None
        value = self._text(name, name[:_MAX_KEY])
        if value is None:
            value = self._text(name, name[:_MAX_KEY] + _TWIN)
        if value is None:
            return None
        allowed = _ALLOWED.get(name)
        return value if allowed is None or value in allowed else None

    def _text(self, name: str, key: str) -> "str | None":
        buffer = bytearray(_MAX_LONG if name in _LONG else _MAX_TEXT)
        try:
            return buffer[: self._kv.get_blob(key, buffer)].decode()
        except OSError as e:
            if e.args[0] != _NOT_FOUND:
                raise
            return None

    def set(self, name: str, value: "Any") -> None:
        """Keep a setting. Raises ValueError for a name or value that is not known."""
        if name not in _KNOWN:
            raise ValueError("no setting %s; there are %s" % (name, ", ".join(sorted(_KNOWN))))
        default = _KNOWN[name][0]
        if isinstance(default, (bool, int)):
            self._kv.set_i32(name, int(value))
        else:
            if name in _ALLOWED and value not in _ALLOWED[name]:
                raise ValueError("%s is one of %s" % (name, ", ".join(_ALLOWED[name])))
            self._keep_text(name, value.encode())
        self._kv.commit()

    def _keep_text(self, name: str, value: bytes) -> None:
        """
        Under the one of its two keys that is free, since overwriting a blob in place can lose both
        values; then the other is erased. Where a cut has left both, the first counts: it is the
        old one, or the whole new one.
        """
        key = name[:_MAX_KEY]
        old = key if self._text(name, key) is not None else key + _TWIN
        new = key + _TWIN if old == key else key
        erase(self._kv, new)  # what a cut has left
        self._kv.set_blob(new, value)
        self._kv.commit()
        erase(self._kv, old)
