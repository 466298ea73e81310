"""
What the OTA service answers: taken apart, checked, bounded. Pure; knows no network and no flash.

Every section may be missing. A section that is not as it should be counts as missing, and
`problems` says so without showing what was in it: websocket and mqtt hold passwords.
"""

from memory.text.folding import has_half
from micropython import const
from net import json_text

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

MAX_BODY = 8192

_MAX_SAID = const(120)  # characters of a sentence of the service's that are shown
_DAY_MINUTES = const(1440)
_LONGEST_TIME = const(15)  # digits of a time in ms, at most
_OF_NUMBERS = b"+-.0123456789Ee"

# Members that are kept: name, then bytes of text at most, or the least and largest number. The
# first of each must be there.
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
PLACES = (("websocket", _WEBSOCKET), ("mqtt", _MQTT))


class ServiceError(Exception):
    """The service has not told what was asked; the text says why."""


class Answer:
    """
    places      {"websocket": {..}, "mqtt": {..}}: where to connect, what of it was told
    activation  {"code", "message", "challenge"} of a device that nobody has bound yet, or None
    firmware    {"version", "url", "force"}, or None
    time        (milliseconds since 1970 UTC, minutes to be added for local time or None), or None
    problems    a sentence for each section that was left out
    """

    def __init__(self) -> None:
        self.places: "dict[str, dict]" = {}
        self.activation: "dict | None" = None
        self.firmware: "dict | None" = None
        self.time: "tuple[int, int | None] | None" = None
        self.problems: "list[str]" = []


def parse(body: bytes) -> Answer:
    """
    Read an answer of at most MAX_BODY bytes.

    Raises ServiceError for what is no JSON object, for the service's own error forms, and where
    there is neither a place to connect to nor an activation.
    """
    try:
        told = json_text.loads(body)
    except json_text.JSONError:
        raise ServiceError("the answer is no JSON")
    if not isinstance(told, dict):
        raise ServiceError("the answer is no JSON object")
    if told.get("error") or told.get("success") is False:
        said = told.get("error") or told.get("message")
        raise ServiceError("the service refuses: %s" % shown(said))
    answer = Answer()
    for name, members in PLACES:
        if told.get(name) is not None:
            place = section(told[name], members)
            if place is None:
                answer.problems.append("section %s is not as it should be" % name)
            else:
                answer.places[name] = place
    answer.activation = _activation(told.get("activation"))
    answer.firmware = _firmware(told.get("firmware"))
    answer.time = _time(told.get("server_time"), body)
    if not answer.places and answer.activation is None:
        raise ServiceError("the answer has no usable section websocket or mqtt")
    return answer


def section(value: "Any", members: "tuple") -> "dict | None":
    """The known members of a place, or None where one is wrong or the first one is missing."""
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
    """
    The whole part of `timestamp` as it is written, 1.772359200500E12 too. A board's float has 24
    bits: it would be off by up to a minute.
    """
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
    places = int(power or b"0")
    if places > _LONGEST_TIME:
        return None
    return int(whole + (rest + b"0" * places)[:places])


def shown(value: "Any") -> str:
    """A sentence of the service's as it may be logged: in one line, cut to 120 characters."""
    if not isinstance(value, str) or has_half(value):
        return ""
    return value[:_MAX_SAID].replace("\r", " ").replace("\n", " ")


def is_newer(version: str, than: str) -> bool:
    """Compare dotted numbers, 1.10 after 1.9; what is missing or no number is 0."""
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
