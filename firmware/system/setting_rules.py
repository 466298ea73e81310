"""
Rules: what a setting may be, and how it is kept.

Owns the limits of every setting, the words for what passes them, and writing to the NVS namespace
`cfg`, with the version of what is there (key `v`). Reading is in `defaults`. What is kept is never
said here, only the names: some are secrets.
"""

from memory.hot.verified_write import erase, put, put_number
from micropython import const

from . import events
from .setting_defaults import DEFAULTS, MAX_KEY, TWIN, VERSION, kept, number, text

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_MOST = const(128)  # bytes of a text that has no limit of its own
_LONG = const(1024)
_I32 = (-0x80000000, 0x7FFFFFFF)

# Numbers: (least, most).
_RANGES = {
    "http_port": (0, 65535),
    "http_rate": (0, 10000),
    "stdio_step": (1, 4096),
    "stdout_step": (1, 65536),
    "console_quiet_s": (1, 1000000000),
    "zone_minutes": (-720, 840),
    "watchdog_s": (0, 3600),
    "log_kb": (0, 256),
    "time_port": (1, 65535),
}
# Texts: what there is to choose from.
_CHOICES = {
    "language": ("zh", "en"),
    "event_style": ("json", "text"),
    "setup": ("auto", "on", "off"),
}
# Texts: most bytes of UTF-8.
_BYTES = {
    "owner": 60,  # as the name in the profile
    "wifi": 32,
    "wifi_key": 64,
    "time_server": 120,
    "update_url": _LONG,
    "cloud": _LONG,
    "cloud_token": _LONG,
    "allowed_hosts": _LONG,
    "allowed_origins": _LONG,
}
_WAYS = ("ws", "wss", "endpoint+ws", "endpoint+wss", "mqtt", "mqtts", "http", "https")
_KEY_LEAST = const(8)  # characters of a WPA password; 64 are a key in hex digits
_KEY_MOST = const(63)
_HEX = b"0123456789abcdefABCDEF"

# The words for each kind of wrong, for whoever keeps a setting in English.
_WORDS = {
    "unknown": "no setting %s; there are %s",
    "yes_no": "%s is True or False",
    "number": "%s is a number from %d to %d",
    "text": "%s is a text",
    "choice": "%s is one of %s",
    "long": "%s has more than %d bytes",
    "control": "%s has a control character",
    "key": "%s has 8 to 63 characters, or none for an open network",
    "url": "%s is none or more URLs between spaces, like wss://host/path",
    "folder": "%s is none or one URL, like https://host/folder/",
    "host": "%s is the name or address of a server",
    "listen": "%s is an IPv4 address: 127.0.0.1, 0.0.0.0 for all networks, or one of its own",
}


class Wrong(ValueError):
    """What is wrong with a setting: `code` (a key of _WORDS) with the values of its words."""

    def __init__(self, code: str, *values: object) -> None:
        super().__init__(_WORDS[code] % values)
        self.code = code
        self.values = values


def check(name: str, value: "Any") -> None:
    """Raises Wrong for what a setting cannot be."""
    if name not in DEFAULTS:
        raise Wrong("unknown", name, ", ".join(sorted(DEFAULTS)))
    default = DEFAULTS[name]
    if isinstance(default, bool):
        if value is not True and value is not False and value not in (0, 1):
            raise Wrong("yes_no", name)
    elif isinstance(default, int):
        least, most = _RANGES.get(name, _I32)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise Wrong("number", name, least, most)
    else:
        _check_text(name, value)


def _check_text(name: str, value: "Any") -> None:
    if not isinstance(value, str):
        raise Wrong("text", name)
    data = value.encode()
    most = _BYTES.get(name, _MOST)
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            raise Wrong("choice", name, ", ".join(_CHOICES[name]))
    elif len(data) > most:
        raise Wrong("long", name, most)
    elif [byte for byte in data if byte < 0x20 or byte == 0x7F]:
        raise Wrong("control", name)
    elif name == "wifi_key" and not _is_key(data):
        raise Wrong("key", name)
    elif name == "update_url" and value and value.split("://")[0] not in ("http", "https"):
        raise Wrong("folder", name)
    elif name == "cloud" and [url for url in value.split(" ") if url and not _is_way(url)]:
        raise Wrong("url", name)
    elif name == "time_server" and (not value or " " in value):
        raise Wrong("host", name)
    elif name == "http_host" and not _is_address(value):
        raise Wrong("listen", name)


def _is_key(data: bytes) -> bool:
    if len(data) > _KEY_MOST:
        return not data.strip(_HEX)
    return not data or len(data) >= _KEY_LEAST


def _is_way(url: str) -> bool:
    scheme, mark, rest = url.partition("://")
    host = rest.partition("/")[0].rpartition("@")[2]
    plain = not [byte for byte in url.encode() if not 0x21 <= byte < 0x7F]
    return bool(mark and scheme.lower() in _WAYS and host and plain)


def _is_address(text: str) -> bool:
    parts = text.split(".")
    if len(parts) != 4:
        return False
    return not [one for one in parts if not one.isdigit() or len(one) > 3 or int(one) > 255]


def keep(kv: "Any", name: str, value: "Any") -> None:
    """Keep a setting in the namespace `kv`. Raises Wrong, and OSError where flash fails."""
    check(name, value)
    migrate(kv)
    if isinstance(DEFAULTS[name], (bool, int)):
        put_number(kv, name, int(value))
    else:
        _keep_text(kv, name, value.encode())
    kv.commit()


def _keep_text(kv: "Any", name: str, value: bytes) -> None:
    """
    Under the one of its two keys that is free, since overwriting a blob in place can lose both
    values; then the other is erased. Where a cut has left both, the first counts: it is the
    old one, or the whole new one.
    """
    key = name[:MAX_KEY]
    old = key if text(kv, key) is not None else key + TWIN
    new = key + TWIN if old == key else key
    put(kv, new, value)  # over what a cut has left
    erase(kv, old)


def forget(kv: "Any", name: str) -> None:
    """From now on it is what the board or nobody decides."""
    if isinstance(DEFAULTS[name], (bool, int)):
        erase(kv, name)
    else:
        erase(kv, name[:MAX_KEY] + TWIN)
        erase(kv, name[:MAX_KEY])
    kv.commit()


def migrate(kv: "Any") -> None:
    """
    Bring what is kept to the present version. Before version 1 nothing but the two texts with
    choices was checked: what is not allowed goes, and is as if nobody had decided. Of a newer
    firmware's nothing is touched. Never raises: a flash that fails says so, and it is tried again.
    """
    if (number(kv, "v") or 0) >= VERSION:
        return
    try:
        for name in DEFAULTS:
            value = kept(kv, name)
            try:
                if value is not None:
                    check(name, value)
            except Wrong as e:
                forget(kv, name)
                events.log("warning", "settings", "what was kept cannot be: " + e.args[0])
        put_number(kv, "v", VERSION)
    except OSError as e:
        events.log("warning", "settings", "what is kept could not be checked: %r" % e)
