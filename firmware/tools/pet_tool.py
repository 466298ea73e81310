"""
Pet: the `pet` tool, how the companion is and what it may be given.

Owns the tool's answers; its definition is in `others`, the rules are in
firmware/companion/affection.py. Only coins move the relationship, never words.
"""

from collections import OrderedDict

from micropython import const

from firmware.companion import affection, relationship
from firmware.words.messages import say

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any


async def answer(action: str, memory: "Any", clock: "Any", language: str) -> "OrderedDict":
    """The answer to `status`, or to what is given. Raises Refused, Broken."""
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
