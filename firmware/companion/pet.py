"""
Pet: mood and relationship as the `pet` tool and the answers about memory show them.

Owns the figures; the rules are in affection.py (coins and mood) and relationship.py (stages).
"""

from collections import OrderedDict

from . import affection, relationship

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memory.engine import Memory

    from firmware.system.clock import Clock


class Pet:
    """Over an open engine."""

    def __init__(self, memory: "Memory", clock: "Clock") -> None:
        self._memory = memory
        self._clock = clock

    async def act(self, action: str, language: str) -> "OrderedDict[str, Any]":
        """Do an action of the `pet` tool; the figures of its answer. Raises Refused, Broken."""
        if action == "status":
            record = affection.state(self._memory)
        else:
            record = await affection.spend(self._memory, action)
        now = self._clock.now()
        coins = 0 if record is None else record.get("coins", 0)
        mood = affection.mood(record, now)
        out: "OrderedDict[str, Any]" = OrderedDict()
        out["mood"] = OrderedDict((("value", mood), ("name", affection.mood_name(mood))))
        out["total_coins_spent"] = coins
        out["spent_today"] = affection.spent_today(record, now)
        out["daily_cap"] = affection.DAILY_CAP
        out["relationship"] = self.relationship(language)
        missing = relationship.to_next(coins)
        if missing is not None:
            out["coins_to_next_stage"] = missing
        return out

    def relationship(self, language: str) -> "OrderedDict[str, str]":
        """stage (a fixed English word), name and manner of speaking, in `zh` or `en`."""
        stage, name, manner = relationship.describe(self._memory.coins(), language)
        return OrderedDict((("stage", stage), ("name", name), ("manner", manner)))
