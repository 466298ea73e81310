"""
Answers: what REST sends, JSON in UTF-8, and errors as {"error": {"code", "message"}}.

Owns which status a fault of memory, and a refusal of the transport, has, and how both are worded.
"""

from collections import OrderedDict

from mcp.transport.http_messages import Answer
from memory.errors import (
    ArchiveUnavailable,
    CapReached,
    ClockUnset,
    NoMatch,
    Outdated,
    Rejected,
    Secret,
    StoreFull,
)
from micropython import const
from net import json_text
from net.pieces import Body

from firmware.words import messages
from firmware.words.rest import say
from firmware.words.rest import why as reason

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from mcp.transport.http_messages import Refusal
    from memory.errors import MemoryFault

_MAX_CHARACTERS = const(40)  # of the caller's own text that a message repeats
# Fields by the names that REST has for them.
_SHOWN = {"datetime": "when", "duration": "duration_minutes", "expires": "expires_at"}
# Statuses of the transport, with the code of each.
_REFUSED = {
    401: "unauthorized",
    403: "forbidden",
    404: "no_path",
    405: "method",
    408: "timeout",
    411: "length",
    413: "too_large",
    415: "type",
    429: "rate",
    500: "internal",
    503: "busy",
}
_CHALLENGE = "WWW-Authenticate"


class Problem(Exception):
    """A request that is refused: its status, the code of a sentence, and what stands in that."""

    def __init__(self, status: int, code: str, **details: object) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.details = details

    def answer(self) -> Answer:
        """As the client gets it."""
        return error(self.status, self.code, say(self.code, **self.details))


def answer(status: int, value: object) -> Answer:
    """A JSON value."""
    return Answer(status, json_text.dumps(value))


def listed(items: "list[bytes]", follows: "str | None") -> Answer:
    """A page of items that are JSON already: they leave piece by piece."""
    parts: "list[Any]" = [b'{"items":[']
    for number, item in enumerate(items):
        parts.append(b"," + item if number else item)
    parts.append(b'],"next":' + json_text.dumps(follows) + b"}")
    return Answer(200, Body(parts))


def error(status: int, code: str, message: str) -> Answer:
    """The answer to what was not done."""
    said = OrderedDict((("code", code), ("message", message)))
    return answer(status, {"error": said})


def of_fault(fault: "MemoryFault") -> Answer:
    """The answer where memory refuses or fails."""
    status = 500
    for kind, found in (
        (Secret, 422),
        (NoMatch, 404),
        (Rejected, 400),
        (Outdated, 412),
        (CapReached, 409),
        (StoreFull, 507),
        (ClockUnset, 503),
        (ArchiveUnavailable, 503),
    ):
        if isinstance(fault, kind):
            status = found
            break
    if status == 500:
        return error(status, "broken", messages.say("broken", detail=str(fault)))
    details: "dict[str, Any]" = dict(fault.details)
    if status == 422:
        details = {"what": messages.say("secret_%s" % details["what"])}
    for name in ("value", "id", "when"):
        text = details.get(name, "")
        if isinstance(text, str):
            details[name] = text[:_MAX_CHARACTERS]
    allowed = details.get("allowed", "")
    details["allowed"] = allowed if isinstance(allowed, str) else ", ".join(allowed)
    details["hint"] = " (%s)" % details["allowed"] if allowed else ""
    details["field"] = _SHOWN.get(details.get("field", ""), details.get("field", ""))
    return error(status, fault.code, say(fault.code, **details))


def of_refusal(refusal: "Refusal", max_body: int) -> Answer:
    """The answer to what the transport has refused, or what no route takes."""
    code = _REFUSED.get(refusal.status, "bad_request")
    why: object = refusal.why
    if code == "bad_request":
        why = reason(refusal.why)
    needs = ""
    if refusal.status == 403 and refusal.header == _CHALLENGE:
        code = "scope"
        needs = refusal.value.rpartition('scope="')[2].strip('"')
    elif refusal.status == 405:
        why = refusal.value
    elif refusal.status == 413:
        why = max_body
    found = error(refusal.status, code, say(code, why=why, needs=needs))
    if refusal.header:
        found.headers[refusal.header] = refusal.value
    return found
