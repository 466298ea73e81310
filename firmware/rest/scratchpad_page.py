"""
Scratchpad page: GET and PUT /api/v1/pages/scratchpad, the page that its owner reads and edits.

Owns its members; what may stand on it is decided by mind.scratchpad.
"""

from collections import OrderedDict

from micropython import const
from mind.offers.items import iso

from firmware.words.rest import may_be

from . import answers, fields, requests
from .answers import Problem

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from mcp.transport.http_messages import Answer
    from mind.mind import Mind

_MEMBERS = ("text", "updated_at")


def show(mind: "Mind", language: str) -> "Answer":
    """The page; `updated_at` is null where nothing ever stood on it."""
    page = mind.scratchpad
    shown = OrderedDict((("text", page.text(language)), ("updated_at", _updated(mind))))
    return answers.answer(200, shown)


async def put(mind: "Mind", language: str, request: "Any") -> "Answer":
    """
    Replace the page; with `updated_at` only where it is still the one of that time, with null
    where nothing ever stood on it. Raises Problem, MemoryFault, and what `requests.body` does.
    """
    body = await requests.body(request)
    for name in sorted(body):
        if name not in _MEMBERS:
            raise Problem(400, "no_member", name=name[:40], allowed=may_be(_MEMBERS))
    since = None
    if "updated_at" in body:
        since = _since(mind, body["updated_at"])
    await mind.scratchpad.put(body.get("text"), since)
    return show(mind, language)


def _since(mind: "Mind", told: object) -> int:
    """The time that a client tells as that of its page: 0 for null."""
    if told is None:
        return 0
    if told == _updated(mind):  # of an hour that the clock was set back by, too
        return int(mind.scratchpad.parts["updated"])
    return fields.local("updated_at", told, mind.clock)


def _updated(mind: "Mind") -> "str | None":
    at = mind.scratchpad.parts["updated"]
    return iso(mind, at) if at else None
