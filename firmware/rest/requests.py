"""
Requests: the query, the body and the preconditions of a REST request, checked.

What is wrong raises answers.Problem, which names what is allowed.
"""

from memory.records.ids import is_id
from micropython import const
from net import json_text

from firmware.words.rest import may_be, why

from .answers import Problem

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_JSON = ("application/json", "application/merge-patch+json")
_HEX = b"0123456789abcdefABCDEF"
_REV_DIGITS = const(10)
LIMIT, _LIMIT_MOST = 20, 100


def query(request: "Any", allowed: "tuple[str, ...]") -> "dict[str, str]":
    """The parameters by name; empty ones are left out. None but those allowed may be there."""
    found: "dict[str, str]" = {}
    seen = []
    for part in (request.query_string or "").split("&"):
        if not part:
            continue
        name, _, raw = part.partition("=")
        if name not in allowed:
            raise Problem(400, "no_parameter", name=name[:40], allowed=may_be(allowed))
        if name in seen:
            raise Problem(400, "twice", name=name)
        seen.append(name)
        value = _decoded(name, raw.encode())
        if value:
            found[name] = value
    return found


def _decoded(name: str, raw: bytes) -> str:
    parts = raw.replace(b"+", b" ").split(b"%")
    out = parts[0]
    for part in parts[1:]:
        if len(part) < 2 or part[:2].strip(_HEX):
            raise Problem(400, "bad_query", name=name)
        out += bytes((int(part[:2], 16),)) + part[2:]
    try:
        json_text.check_utf8(out)
    except json_text.DecodeError:
        raise Problem(400, "bad_query", name=name)
    return out.decode()


def number(given: "dict[str, str]", name: str, usual: int, low: int, high: int) -> int:
    """A parameter that is a whole number."""
    text = given.get(name)
    if text is None:
        return usual
    digits = text.encode()
    if digits.strip(b"0123456789") or len(digits) > 6 or not low <= int(text) <= high:
        raise Problem(400, "bad_number", name=name, low=low, high=high)
    return int(text)


def choice(given: "dict[str, str]", name: str, allowed: "tuple[str, ...]") -> "str | None":
    """A parameter that is one of these words."""
    value = given.get(name)
    if value is not None and value not in allowed:
        raise Problem(400, "bad_value", name=name, allowed=", ".join(allowed))
    return value


def limit(given: "dict[str, str]") -> int:
    """How many items a page has."""
    return number(given, "limit", LIMIT, 1, _LIMIT_MOST)


def cursor(given: "dict[str, str]") -> "str | None":
    """The id after which a list goes on, None at its beginning."""
    value = given.get("cursor")
    if value is not None and not is_id(value):
        raise Problem(400, "bad_cursor")
    return value


async def body(request: "Any") -> "dict[str, Any]":
    """The JSON object in the body. Raises Problem, Refusal, Disconnected."""
    if request.headers.get("Content-Length") is None:
        raise Problem(411, "length")
    kind = (request.headers.get("Content-Type") or "").partition(";")[0].strip().lower()
    if kind not in _JSON:
        raise Problem(415, "type")
    data = await request.g.inbound.body()
    try:
        found = json_text.loads(data)
    except json_text.JSONError as e:
        raise Problem(400, "bad_json", why=why(str(e)))
    if not isinstance(found, dict):
        raise Problem(400, "bad_json", why=why("another value"))
    return found


async def no_body(request: "Any") -> None:
    """As `body`, of what needs none: one that comes is an object without members."""
    if request.headers.get("Content-Length") in (None, "0"):
        return
    for name in await body(request):
        raise Problem(400, "no_member", name=name[:40], allowed=may_be(()))


def revs(request: "Any", name: str) -> "tuple[int, ...] | None":
    """
    The revs that a header with ETags names: None without the header, and () where it names none
    that there can be. `*` is (-1,): any. Weak ones count in If-None-Match alone.
    """
    text = request.headers.get(name)
    if text is None:
        return None
    if text.strip() == "*":
        return (-1,)
    found = []
    for tag in text.split(","):
        tag = tag.strip()
        is_weak = tag.startswith("W/")
        if is_weak:
            tag = tag[2:]
        if len(tag) < 2 or tag[0] != '"' or tag.find('"', 1) != len(tag) - 1:
            raise Problem(400, "bad_match")
        digits = tag[1:-1].encode()
        right = 0 < len(digits) <= _REV_DIGITS and not digits.strip(b"0123456789")
        if right and (not is_weak or name == "If-None-Match"):
            found.append(int(tag[1:-1]))
    return tuple(found)
