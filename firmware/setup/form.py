"""
Form: turns what the page of the set-up sends into settings.

Owns the decoding and which fields are required. Pure: reads and writes no flash. Which values a
setting may have is system/setting_rules.py's.
"""

from firmware.system import setting_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.system.settings import Settings

_HEX = b"0123456789abcdefABCDEF"
# The choices "another network" and "another zone": the fields `other` and `place` have which.
TYPED = "+"
_CODES = {
    "key": "not_key",
    "url": "not_url",
    "zone": "not_zone",
}  # of setting_rules -> of words/setup.py
_FIELDS = {"wifi": "network", "wifi_key": "key", "cloud": "url"}


def fields(body: bytes) -> "dict[str, str]":
    """Names and values of a form in UTF-8, the first of a repeated name. Raises ValueError."""
    found: "dict[str, str]" = {}
    for pair in body.split(b"&"):
        name, _, value = pair.partition(b"=")
        key = _decoded(name)
        if key not in found:
            found[key] = _decoded(value)
    return found


def _decoded(text: bytes) -> str:
    parts = text.replace(b"+", b" ").split(b"%")
    out = bytearray(parts[0])
    for part in parts[1:]:
        if len(part) < 2 or part[:2].strip(_HEX):
            raise ValueError("% without two hex digits")
        out.append(int(part[:2], 16))
        out += part[2:]
    return out.decode()


def settings(
    form: "dict[str, str]", networks: "list[tuple[str, bool]]", before: "Settings"
) -> "tuple[dict[str, Any], list[tuple[str, str, tuple]]]":
    """
    Returns (settings by name, errors); an error is (field, code of words/setup.py, values).
    `networks` are (name, whether it is open) of the scan, `before` the present settings.
    """
    made: "dict[str, Any]" = {}
    wrong: "list[tuple[str, str, tuple]]" = []
    _network(form, networks, before, made, wrong)
    owner = form.get("owner", "").strip()
    if owner:  # none: the name in memory stays
        made["owner"] = owner
    made["language"] = form.get("language", "")
    zone = form.get("zone", "")
    made["zone"] = form.get("place", "").strip() if zone == TYPED else zone
    _channel(form, before, made, wrong)
    for name in sorted(made):
        try:
            setting_rules.check(name, made[name])
        except setting_rules.SettingError as e:
            field = _FIELDS.get(name, name)
            if field not in [row[0] for row in wrong]:
                wrong.append((field, _CODES.get(e.code, e.code), e.values[1:]))
    return made, wrong


def _network(form: dict, networks: list, before: "Settings", made: dict, wrong: list) -> None:
    name = form.get("network", "")
    if name == TYPED:
        name = form.get("other", "")
    key = form.get("key", "")
    if not name:
        wrong.append(("network", "need_network", ()))
    elif not key and name == before.get("wifi"):
        key = before.get("wifi_key")
    elif not key and (name, False) in networks and (name, True) not in networks:
        wrong.append(("key", "need_key", ()))
    elif [byte for byte in form.get("key", "").encode() if not 32 <= byte < 127]:
        wrong.append(("key", "odd_key", ()))  # WPA2 has none with others
    made["wifi"], made["wifi_key"] = name, key


def channel(cloud: str) -> str:
    """The choice of the page that the setting `cloud` stands for, "" for none."""
    if not cloud:
        return ""
    return "endpoint" if cloud.startswith("endpoint+") else "xiaozhi"


def _channel(form: "dict[str, str]", before: "Settings", made: dict, wrong: list) -> None:
    """
    Set what the device connects to. Without TLS is allowed too, for a server of the owner's. If no
    address is given the present one stays: it may hold a token, so the page never shows it.
    """
    chosen, url = form.get("channel", ""), form.get("url", "").strip()
    starts = {"xiaozhi": ("http://", "https://"), "endpoint": ("ws://", "wss://"), "lan": ()}
    if chosen not in starts:
        wrong.append(("channel", "choice", ("xiaozhi, endpoint, lan",)))
    elif chosen == "lan":
        made["cloud"], made["http"], made["http_host"] = "", True, "0.0.0.0"
    elif not url and channel(before.get("cloud")) == chosen:
        made["cloud"] = before.get("cloud")
    elif not url:
        wrong.append(("url", "need_url", ()))
    elif not url.lower().startswith(starts[chosen]):
        wrong.append(("url", "ota_url" if chosen == "xiaozhi" else "ws_url", ()))
    elif " " in url:
        wrong.append(("url", "not_url", ()))
    else:
        made["cloud"] = "endpoint+" + url if chosen == "endpoint" else url
