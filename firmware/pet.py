"""
Pet: the `pet` tool, how the companion is and what it may be given.

Owns the tool's schema and answers; the rules are in lib/memory/affection.py. Only coins move the
relationship, never words.
"""

from collections import OrderedDict

from mcp.tools import ToolResult
from memory.errors import MemoryFault, Refused
from micropython import const

from .messages import say

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

DESCRIPTION = """\
伙伴的心情和关系。status 看心情、关系阶段、已花金币；
主人要喂它、陪它玩、送它礼物时用 feed、play、gift，会花金币，每天有上限。
How the companion is: status, or spend the owner's coins on it with feed, play or gift when the
owner asks to; there is a cap for each day.
"""
_SCHEMA = OrderedDict(
    (
        ("type", "object"),
        (
            "properties",
            {
                "action": {
                    "type": "string",
                    "enum": ["status", "feed", "play", "gift"],
                    "description": "feed 2, play 3, gift 10 coins",
                }
            },
        ),
        ("required", ["action"]),
        ("additionalProperties", False),
    )
)
_ANNOTATIONS = {"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False}


def register(registry: "Any", memory: "Any", clock: "Any", language: str) -> None:
    """Add the pet tool to an mcp.tools.Registry."""

    async def call(arguments: dict, call: "Any") -> ToolResult:
        try:
            return ToolResult(structured=await _call(arguments["action"], memory, clock, language))
        except Refused as e:
            return ToolResult(structured=_error(say(e.code, **e.details)))
        except MemoryFault as e:
            return ToolResult(structured=_error(say("broken", detail=str(e))))

    registry.add("pet", call, DESCRIPTION, _SCHEMA, title="伙伴 / Pet", annotations=_ANNOTATIONS)


async def _call(action: str, memory: "Any", clock: "Any", language: str) -> "OrderedDict":
    # Loaded when it is first wanted: a heap of 384 KB has little to spare.
    from memory import affection, relationship

    if action == "status":
        record = affection.state(memory)
    else:
        record = await affection.spend(memory, action)
    now = clock.now()
    coins = 0 if record is None else record.get("coins", 0)
    stage, name, manner = relationship.describe(coins, language)
    value = affection.mood(record, now)
    mood = affection.mood_name(value)
    message = say("pet_" + action, mood=say("mood_" + mood), stage=name)
    out: "OrderedDict[str, Any]" = OrderedDict((("status", "ok"), ("message", message)))
    out["mood"] = OrderedDict((("value", value), ("name", mood)))
    out["total_coins_spent"] = coins
    out["spent_today"] = affection.spent_today(record, now)
    out["daily_cap"] = affection.DAILY_CAP
    out["relationship"] = OrderedDict((("stage", stage), ("name", name), ("manner", manner)))
    missing = relationship.to_next(coins)
    if missing is not None:
        out["coins_to_next_stage"] = missing
    return out


def _error(message: str) -> "OrderedDict":
    return OrderedDict((("status", "error"), ("message", message)))
