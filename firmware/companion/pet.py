"""
Pet: mood and relationship as the `pet` tool and the answers about memory show them.

Owns the figures, and in RAM how far the emotions of a conversation have moved the mood; the rules
are in affection.py (coins and mood), mind.scores.emotions and relationship.py (stages).
"""

from collections import OrderedDict

from mind.scores import emotions

from . import affection, relationship

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memory.engine import Memory

    from firmware.system.clock import Clock

_KEPT_FROM = 5  # points: a mood that has moved less is not worth a write
_MAX_MOOD = 100


class Pet:
    """Over an open engine."""

    def __init__(self, memory: "Memory", clock: "Clock") -> None:
        self._memory = memory
        self._clock = clock
        self._moved = 0  # points that what was heard has moved the mood, and flash has not

    def mood(self) -> int:
        """0 to 100, with what was just heard."""
        kept = affection.mood(affection.state(self._memory), self._clock.now())
        return min(max(kept + self._moved, 0), _MAX_MOOD)

    def mood_name(self) -> str:
        """The fixed English word for it."""
        return affection.mood_name(self.mood())

    def feel(self, name: str) -> None:
        """Something was said in this emotion. Touches no flash."""
        mood = self.mood()
        self._moved += emotions.mood_after(mood, name, emotions.default_intensity(name)) - mood

    async def keep_mood(self) -> None:
        """
        Write a mood that has moved by five points; less stays in RAM. Raises StoreFull or Broken.
        """
        if abs(self._moved) >= _KEPT_FROM:
            moved = self._moved
            await affection.keep_mood(self._memory, self.mood())
            self._moved -= moved

    async def act(self, action: str, language: str) -> "OrderedDict[str, Any]":
        """Do an action of the `pet` tool; the figures of its answer. Raises Refused, Broken."""
        if action == "status":
            record = affection.state(self._memory)
        else:
            record = await affection.spend(self._memory, action)
        now = self._clock.now()
        coins = 0 if record is None else record.get("coins", 0)
        mood = self.mood()
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
