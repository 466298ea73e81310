"""
Defaults: every setting with what it is where nobody decided, and what NVS has of it.

Owns how a setting is read from the NVS namespace `cfg`. What may be kept, and how, is in `rules`;
who decides when several do is in `settings`.
"""

from micropython import const

from . import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

VERSION = 1  # of what is kept, under `v`: that all of it was checked
_NOT_FOUND = const(-0x1102)
_TOO_LONG = const(-0x110C)  # for the buffer
TWIN = "'"  # ends the second key of a text
MAX_KEY = const(14)  # characters of a name in NVS, whose keys have 15: a text has two

# Every setting with what it is where nobody decided, of the type that it always has.
DEFAULTS = {
    "language": "zh",
    "owner": "",  # what the owner is called, until memory has taken it for the profile
    "http": False,
    "http_host": "127.0.0.1",  # 0.0.0.0: in every network that it is in
    "http_port": 8720,
    # Names and addresses it is called by, and web origins that are let in, between spaces.
    "allowed_hosts": "",
    "allowed_origins": "",
    "http_tls": False,  # served with the certificate that firmware/service/tls.py keeps
    "http_rate": 200,  # requests a second with one key, ten times that at once; 0: any
    "http_open": False,  # True: no token is asked for, on the loopback alone
    "stdio": False,
    "stdio_step": 1,  # bytes a read of stdin may ask for; 1 never waits, wherever it is
    "stdout_step": 256,  # bytes that stdout takes without waiting when it polls so
    # stdin and stdout are a serial line with tools/mcp_serial.py at the other end, and so many
    # seconds without a sign of it end the companion.
    "console": False,
    "console_quiet_s": 60,
    "event_style": "json",
    "repl": None,
    "typed": False,  # stdin is the owner's, who speaks to the cloud by typing
    "cloud": "",  # where to connect out: URLs between spaces (firmware/cloud/channels.py)
    "cloud_token": "",  # for the Authorization of a XiaoZhi server
    "cloud_stay": True,  # connected while nobody speaks, so that tools are in reach
    "cloud_reboot": False,  # whether a server may have the device start again
    "setup": "auto",  # the access point for the first set-up: without a network, "on", or "off"
    "update_url": "",  # of the folder where a release of the app is, "" for no updates
    "wifi": "",  # name of the network to be in, "" for none
    "wifi_key": "",  # its password, "" where it is open
    "zone_minutes": 480,  # local time is ahead of UTC by
    "time_server": "pool.ntp.org",
    "time_port": 123,
    "watchdog_s": 0,  # a loop that stands still for so long resets the chip; 0: never
    "log_kb": 8,  # of the log that is kept in RAM; 0: none is
    "led": False,  # the board's light shows how it is
    "aiorepl": False,  # a prompt beside the companion, where aiorepl is installed
    # Of a licensed device only: its serial number, and the key of its activation in hex digits.
    "serial_number": "",
    "licence_key": "",
}


def kept(kv: "Any", name: str) -> "Any":
    """What NVS has under the name of a setting, None where that is nothing."""
    default = DEFAULTS[name]
    if isinstance(default, (bool, int)):
        found = number(kv, name)
        return found if found is None else type(default)(found)
    value = text(kv, name[:MAX_KEY])
    if value is None:
        value = text(kv, name[:MAX_KEY] + TWIN)
    # A newer firmware may speak more.
    return None if name == "language" and value not in ("zh", "en") else value


def number(kv: "Any", key: str) -> "int | None":
    try:
        return kv.get_i32(key)
    except OSError as e:
        _lost(key, e)
        return None


def text(kv: "Any", key: str) -> "str | None":
    for size in (128, 1024):  # most are short
        buffer = bytearray(size)
        try:
            return buffer[: kv.get_blob(key, buffer)].decode()
        except (OSError, ValueError) as e:  # ValueError: MicroPython's UnicodeError
            if size == 1024 or _TOO_LONG not in e.args:
                _lost(key, e)
                break
    return None


def _lost(key: str, e: Exception) -> None:
    """Say so where there is something that cannot be read."""
    if _NOT_FOUND not in e.args:
        events.log("warning", "settings", "%s cannot be read, as if nobody had set it" % key)
