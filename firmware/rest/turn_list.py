"""
Turn list: GET /api/v1/turns, what was said and what tools did, in pages.

Owns its parameters; which turns may be shown, and how, is decided by mind.offers.traces.
"""

from memory.errors import Rejected
from memory.turns.turn import ROLES
from micropython import const
from mind.offers import traces
from net import json_text

from . import answers, requests
from .answers import Problem

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from mcp.transport.http_messages import Answer
    from mind.mind import Mind

_ROOM = const(32768)  # characters of a page
_NAMES = ("q", "start_date", "end_date", "role", "limit", "cursor")


async def page(mind: "Mind", request: "Any") -> "Answer":
    """A page, newest first. Raises Problem, MemoryFault."""
    given = requests.query(request, _NAMES)
    role = requests.choice(given, "role", ROLES)
    start = traces.day(given.get("start_date", ""), "start_date")
    end = traces.day(given.get("end_date", ""), "end_date")
    traces.check_days(start, end)
    most = requests.limit(given)
    after = given.get("cursor", "")
    roles = () if role is None else (role,)
    asked = traces.Asked(given.get("q", ""), start, end, most, after, _ROOM, roles)
    try:
        found = await traces.search(mind, asked)
    except Rejected as e:
        if e.code == "bad_cursor":
            raise Problem(400, "bad_cursor")
        raise
    items = [json_text.dumps(traces.item(mind, turn)) for turn in found.turns]
    return answers.listed(items, found.more or None)
