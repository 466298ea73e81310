"""
Setting rules: which values a setting may have, and how they are written to NVS.

Owns the limits of every setting, the messages for values that break them, and writing to the NVS
namespace `cfg` with its version (key `v`). setting_defaults.py reads. Messages name a setting but
never show its value: some are secrets.
"""

from micropython import const
from mind.scores import settings as mind_settings

from . import events, zone
from .nvs import erase, put, put_number
from .setting_defaults import (
    DEFAULTS,
    MAX_KEY,
    OLD_ZONE,
    SECOND_KEY,
    VERSION,
    read,
    read_number,
    read_text,
)

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.interfaces import KeyValue

_MAX = const(128)  # bytes of a text that has no limit of its own
_LONG = const(1024)
_I32 = (-0x80000000, 0x7FFFFFFF)

# Numbers: (minimum, maximum).
_RANGES = {
    "http_port": (0, 65535),
    "http_rate": (0, 10000),
    "stdio_step": (1, 4096),
    "stdout_step": (1, 65536),
    "console_quiet_s": (1, 1000000000),
    "cloud_version": (1, 3),
    "volume": (0, 100),
    "follow_up_s": (0, 60),
    "watchdog_s": (0, 3600),
    "log_kb": (0, 256),
    "time_port": (1, 65535),
    "embed_ms": (50, 2000),  # at most ANSWER_S of memory.search.backends
    "embed_least": (0, 99),
    "llm_first_s": (1, 600),
    "llm_silence_s": (1, 600),
    "llm_whole_s": (5, 3600),
    "llm_price_in": (0, 1000000),
    "llm_price_out": (0, 1000000),
}
# Texts: the allowed values.
_CHOICES = {
    "language": ("zh", "en"),
    "event_style": ("json", "text", "quiet"),
    "setup": ("auto", "on", "off"),
    "say_form": ("opus", "pcm"),
}
_MODELS = ("llm", "hear", "say")  # what settings of servers of models begin with
# Texts: maximum bytes of UTF-8.
_BYTES = {
    "owner": 60,  # as the name in the profile
    "wifi": 32,
    "wifi_key": 64,
    "time_server": 120,
    "zone": 60,
    "mind": _LONG,
    "llm_key": _LONG,
    "llm_key_2": _LONG,
    "llm_key_3": _LONG,
    "hear_key": _LONG,
    "say_key": _LONG,
    "update_url": _LONG,
    "cloud": _LONG,
    "cloud_token": _LONG,
    "allowed_hosts": _LONG,
    "allowed_origins": _LONG,
}
_SCHEMES = ("ws", "wss", "endpoint+ws", "endpoint+wss", "mqtt", "mqtts", "http", "https")
_KEY_MIN = const(8)  # characters of a WPA password; 64 are a key in hex digits
_KEY_MAX = const(63)
_HEX = b"0123456789abcdefABCDEF"

# The messages, by code. The page of the set-up has its own for some.
_MESSAGES = {
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
    "model": "%s is none or the address of a server without a key, like https://host/v1",
    "model_path": "%s is a path like /chat/completions",
    "model_key": "%s has letters, digits and signs of ASCII, without spaces",
    "zone": "%s is a name like Asia/Shanghai or Europe/Berlin, an offset like +08:00, "
    "or a TZ string of POSIX like CET-1CEST,M3.5.0,M10.5.0/3",
    "host": "%s is one or more names or addresses of servers, with spaces between",
    "mind": "%s has names and numbers like notebook_max=400: %s",
    "listen": "%s is an IPv4 address: 127.0.0.1, 0.0.0.0 for all networks, or one of its own",
}


class SettingError(ValueError):
    """A value that a setting cannot have: `code` (a key of _MESSAGES) and the message's values."""

    def __init__(self, code: str, *values: object) -> None:
        super().__init__(_MESSAGES[code] % values)
        self.code = code
        self.values = values


def check(name: str, value: "Any") -> None:
    """Raises SettingError for a value that the setting cannot have."""
    if name not in DEFAULTS:
        raise SettingError("unknown", name, ", ".join(sorted(DEFAULTS)))
    default = DEFAULTS[name]
    if isinstance(default, bool):
        if value is not True and value is not False and value not in (0, 1):
            raise SettingError("yes_no", name)
    elif isinstance(default, int):
        least, most = _RANGES.get(name, _I32)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise SettingError("number", name, least, most)
    else:
        _check_text(name, value)


def _check_text(name: str, value: "Any") -> None:
    if not isinstance(value, str):
        raise SettingError("text", name)
    _check_mind(name, value)
    _check_model(name, value)
    data = value.encode()
    most = _BYTES.get(name, _MAX)
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            raise SettingError("choice", name, ", ".join(_CHOICES[name]))
    elif len(data) > most:
        raise SettingError("long", name, most)
    elif [byte for byte in data if byte < 0x20 or byte == 0x7F]:
        raise SettingError("control", name)
    elif name == "wifi_key" and not _is_key(data):
        raise SettingError("key", name)
    elif name == "update_url" and value and value.split("://")[0] not in ("http", "https"):
        raise SettingError("folder", name)
    elif name == "cloud" and [url for url in value.split(" ") if url and not _is_cloud_url(url)]:
        raise SettingError("url", name)
    elif name == "time_server" and not value.strip():
        raise SettingError("host", name)
    elif name == "zone" and not _is_zone(value):
        raise SettingError("zone", name)
    elif name == "http_host" and not _is_address(value):
        raise SettingError("listen", name)


def _check_mind(name: str, value: str) -> None:
    try:
        mind_settings.parse(value if name == "mind" else "")
    except ValueError as e:
        raise SettingError("mind", "mind", str(e))


def _check_model(name: str, value: str) -> None:
    """What goes into the head of a request to a model."""
    whose, _, what = name.partition("_")
    if whose not in _MODELS or not value or len(value.encode()) > _BYTES.get(name, _MAX):
        return
    printable = not [byte for byte in value.encode() if not 0x21 <= byte < 0x7F]
    if what[:3] == "url":
        scheme, mark, after = value.partition("://")
        authority = after.partition("/")[0]
        good = mark and scheme.lower() in ("http", "https") and authority and "@" not in authority
        if not (good and printable):
            raise SettingError("model", name)
    elif what[:4] == "path" and not (printable and value[0] == "/"):
        raise SettingError("model_path", name)
    elif what[:3] == "key" and not printable:
        raise SettingError("model_key", name)


def _is_key(data: bytes) -> bool:
    if len(data) > _KEY_MAX:
        return not data.strip(_HEX)
    return not data or len(data) >= _KEY_MIN


def _is_cloud_url(url: str) -> bool:
    scheme, mark, after = url.partition("://")
    host = after.partition("/")[0].rpartition("@")[2]
    printable = not [byte for byte in url.encode() if not 0x21 <= byte < 0x7F]
    return bool(mark and scheme.lower() in _SCHEMES and host and printable)


def _is_zone(text: str) -> bool:
    try:
        zone.from_text(text)
    except ValueError:
        return False
    return True


def _is_address(text: str) -> bool:
    parts = text.split(".")
    if len(parts) != 4:
        return False
    return not [one for one in parts if not one.isdigit() or len(one) > 3 or int(one) > 255]


def write(kv: "KeyValue", name: str, value: "Any") -> None:
    """Write a setting to the namespace `kv`. Raises SettingError, or OSError of NVS."""
    check(name, value)
    migrate(kv)
    if isinstance(DEFAULTS[name], (bool, int)):
        put_number(kv, name, int(value))
    else:
        _write_text(kv, name, value.encode())
    if name == "zone":
        erase(kv, OLD_ZONE)
    kv.commit()


def _write_text(kv: "KeyValue", name: str, value: bytes) -> None:
    """
    Write the one of its two keys that is free, then erase the other: overwriting a blob in place
    can lose both values. Where a power cut leaves both, setting_defaults.read takes the first,
    which is the old value or the complete new one.
    """
    key = name[:MAX_KEY]
    old = key if read_text(kv, key) is not None else key + SECOND_KEY
    new = key + SECOND_KEY if old == key else key
    put(kv, new, value)  # replaces what a power cut has left there
    erase(kv, old)


def remove(kv: "KeyValue", name: str) -> None:
    """Remove a setting from NVS: the board's value or the default counts again."""
    if isinstance(DEFAULTS[name], (bool, int)):
        erase(kv, name)
    else:
        erase(kv, name[:MAX_KEY] + SECOND_KEY)
        erase(kv, name[:MAX_KEY])
    if name == "zone":
        erase(kv, OLD_ZONE)
    kv.commit()


def migrate(kv: "KeyValue") -> None:
    """
    Bring the namespace to the present version. Before version 1 only the two texts with choices
    were checked: remove the values that are not allowed. What a newer firmware wrote stays as it
    is. Where flash fails this is logged and tried again at the next start.
    """
    if (read_number(kv, "v") or 0) >= VERSION:
        return
    try:
        for name in DEFAULTS:
            value = read(kv, name)
            try:
                if value is not None:
                    check(name, value)
            except SettingError as e:
                remove(kv, name)
                events.log("warning", "settings", "what was kept cannot be: " + e.args[0])
        put_number(kv, "v", VERSION)
    except OSError as e:
        events.log("warning", "settings", "what is kept could not be checked: %r" % e)
