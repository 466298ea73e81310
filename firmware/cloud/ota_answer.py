"""
OTA answer: parsed, checked and bounded. Knows neither network nor flash.

Every section may be missing. A malformed section counts as missing, and `problems` names it
without its content: websocket and mqtt have passwords.
"""

from memory.text.folding import has_half
from micropython import const
from net import json_text

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

MAX_BODY = 8192

_MAX_SHOWN = const(120)  # characters of a sentence of the service that are logged
_DAY_MINUTES = const(1440)
_LONGEST_TIME = const(15)  # digits of a time in ms, at most
_OF_NUMBERS = b"+-.0123456789Ee"

# Members that are kept: (name, most bytes of text) or (name, least number, largest number). The
# first of each section is required.
_WEBSOCKET = (("url", 256), ("token", 512), ("version", 1, 3))
_MQTT = (
    ("endpoint", 128),
    ("client_id", 128),
    ("username", 256),
    ("password", 128),
    ("publish_topic", 128),
    ("subscribe_topic", 120),  # umqtt.simple before 1.8 has one byte for the length around it
    ("keepalive", 10, 65535),
)
ENDPOINTS = (("websocket", _WEBSOCKET), ("mqtt", _MQTT))


class ServiceError(Exception):
    """The service does not answer what was asked; the text says why."""


class Answer:
    """
    endpoints      {"websocket": {..}, "mqtt": {..}}: where to connect
    activation  {"code", "message", "challenge"} of a device that is not bound yet, or None
    firmware    {"version", "url", "force"}, or None
    time        (milliseconds since 1970 UTC, minutes to be added for local time or None), or None
    problems    a sentence for each malformed section
    """

    def __init__(self) -> None:
        self.endpoints: "dict[str, dict]" = {}
        self.activation: "dict | None" = None
        self.firmware: "dict | None" = None
        self.time: "tuple[int, int | None] | None" = None
        self.problems: "list[str]" = []


def parse(body: bytes) -> Answer:
    """
    Read an answer of at most MAX_BODY bytes.

    Raises ServiceError for what is no JSON object, for the service's own error forms, and where
    there is neither an endpoint nor an activation.
    """
    try:
        answered = json_text.loads(body)
    except json_text.JSONError:
        raise ServiceError("the answer is no JSON")
    if not isinstance(answered, dict):
        raise ServiceError("the answer is no JSON object")
    if answered.get("error") or answered.get("success") is False:
        why = answered.get("error") or answered.get("message")
        raise ServiceError("the service refuses: %s" % shown(why))
    answer = Answer()
    for name, members in ENDPOINTS:
        if answered.get(name) is not None:
            endpoint = section(answered[name], members)
            if endpoint is None:
                answer.problems.append("section %s is not as it should be" % name)
            else:
                answer.endpoints[name] = endpoint
    answer.activation = _activation(answered.get("activation"))
    answer.firmware = _firmware(answered.get("firmware"))
    answer.time = _time(answered.get("server_time"), body)
    if not answer.endpoints and answer.activation is None:
        raise ServiceError("the answer has no usable section websocket or mqtt")
    return answer


def section(value: "Any", members: "tuple") -> "dict | None":
    """The known members of a section; None where one is wrong or the first one is missing."""
    if not isinstance(value, dict):
        return None
    found: "dict[str, Any]" = {}
    for member in members:
        name = member[0]
        one = value.get(name)
        if one is None or one == "":
            continue
        if len(member) == 2:
            if not _is_text(one, member[1]):
                return None
            found[name] = one
        elif isinstance(one, int) and not isinstance(one, bool):
            if member[1] <= one <= member[2]:
                found[name] = one
    return found if members[0][0] in found else None


def _is_text(value: "Any", most: int) -> bool:
    """Text that fits and may stand in a header: without control characters."""
    if not isinstance(value, str) or has_half(value):
        return False
    data = value.encode()
    return 0 < len(data) <= most and min(data) >= 0x20 and 0x7F not in data


def _activation(value: "Any") -> "dict | None":
    if not isinstance(value, dict) or not _is_text(value.get("code"), 32):
        return None
    challenge = value.get("challenge")
    return {
        "code": value["code"],
        "message": shown(value.get("message")),
        "challenge": challenge if _is_text(challenge, 256) else None,
    }


def _firmware(value: "Any") -> "dict | None":
    if not isinstance(value, dict) or not _is_text(value.get("version"), 32):
        return None
    url = value.get("url")
    return {
        "version": value["version"],
        "url": url if _is_text(url, 512) else "",
        "force": value.get("force") == 1,
    }


def _time(value: "Any", body: bytes) -> "tuple[int, int | None] | None":
    if not isinstance(value, dict):
        return None
    ms, offset = value.get("timestamp"), value.get("timezone_offset")
    if isinstance(ms, float):
        ms = _whole(body)
    if not isinstance(ms, int) or isinstance(ms, bool):
        return None
    if isinstance(offset, float):
        offset = int(offset)
    if not isinstance(offset, int) or isinstance(offset, bool):
        offset = None
    elif not -_DAY_MINUTES < offset < _DAY_MINUTES:
        offset = None
    return ms, offset


def _whole(body: bytes) -> "int | None":
    """The integer part of `timestamp` from its text: a board's float has 24 bits, a minute off."""
    at = body.find(b'"timestamp"', max(0, body.find(b'"server_time"')))
    text = body[at + 11 : at + 60].strip()[1:].strip()
    end = 0
    while text[end : end + 1] in _OF_NUMBERS and end < len(text):
        end += 1
    number, _, power = text[:end].lower().partition(b"e")
    whole, _, rest = number.partition(b".")
    power = power[1:] if power[:1] == b"+" else power
    if not whole.isdigit() or (power and not power.isdigit()) or len(power) > 2:
        return None
    endpoints = int(power or b"0")
    if endpoints > _LONGEST_TIME:
        return None
    return int(whole + (rest + b"0" * endpoints)[:endpoints])


def shown(value: "Any") -> str:
    """A sentence of the service as it may be logged: one line, truncated to 120 characters."""
    if not isinstance(value, str) or has_half(value):
        return ""
    return value[:_MAX_SHOWN].replace("\r", " ").replace("\n", " ")


def is_newer(version: str, than: str) -> bool:
    """Compare dotted numbers, 1.10 after 1.9; a missing part, or one that is no number, is 0."""
    mine, theirs = _numbers(than), _numbers(version)
    for at in range(max(len(mine), len(theirs))):
        one = mine[at] if at < len(mine) else 0
        other = theirs[at] if at < len(theirs) else 0
        if one != other:
            return other > one
    return False


def _numbers(version: str) -> "list[int]":
    numbers = []
    for part in version.split("."):
        number = 0
        for byte in part.encode()[:9]:
            if not 0x30 <= byte <= 0x39:
                break
            number = number * 10 + byte - 0x30
        numbers.append(number)
    return numbers
