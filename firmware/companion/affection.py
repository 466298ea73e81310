"""
Affection: coins spent on the companion, and the mood they leave.

Works on an open engine under its lock; owns the one record of kind `affection`. Prices are fixed
and a day has a cap, or one call could reach the last stage. Mood rises with what is given, follows
what is heard, and sinks with time; it is computed when it is asked for, so passing time writes
nothing.
"""

from memory.errors import Refused
from memory.records.record import Record
from memory.text import dates
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.engine import Memory

# What can be given: its price in coins, and how much it lifts the mood.
PRICES = {"feed": (2, 6), "play": (3, 8), "gift": (10, 15)}
DAILY_CAP = 20
_MOOD_START = const(50)
_MAX_MOOD = const(100)
_SINKS_TO = const(20)
_SINKS_SECONDS = const(7200)  # one point every two hours
# The lowest mood of each name.
MOODS = ((0, "lonely"), (35, "calm"), (60, "happy"), (85, "delighted"))


def state(memory: "Memory") -> "Record | None":
    """The record, or None while nothing was ever given."""
    found = memory.hot("affection")
    return found[0] if found else None


def mood(record: "Record | None", now: int) -> int:
    """0 to 100 at this time. A clock that went back changes nothing."""
    if record is None:
        return _MOOD_START
    kept = record.get("mood", _MOOD_START)
    passed = max(0, now - record.get("updated", record.created))
    return max(min(kept, _SINKS_TO), kept - passed // _SINKS_SECONDS)


def mood_name(value: int) -> str:
    """The fixed English word for a mood."""
    return [name for least, name in MOODS if value >= least][-1]


def spent_today(record: "Record | None", now: int) -> int:
    """Coins spent today; while the clock is behind the last day with coins, those of that day."""
    if record is None or now // dates.DAY > record.get("spent_day", 0):
        return 0
    return record.get("spent", 0)


async def spend(memory: "Memory", what: str) -> Record:
    """
    Give something of PRICES; the new state, durable. Raises Refused where it would pass the day's
    cap, StoreFull or Broken; nothing is changed then.
    """
    price, lift = PRICES[what]
    async with memory.lock:
        now = memory.clock.now()
        before = state(memory)
        spent = spent_today(before, now)
        if spent + price > DAILY_CAP:
            text = "%d of %d coins are spent today; %s costs %d" % (spent, DAILY_CAP, what, price)
            raise Refused("daily_cap", text, spent=spent, cap=DAILY_CAP, price=price)
        changes = {
            "mood": min(_MAX_MOOD, mood(before, now) + lift),
            "spent": spent + price,
            "spent_day": max(
                now // dates.DAY, 0 if before is None else before.get("spent_day", 0)
            ),
        }
        if before is None:
            changes["coins"] = price
            after = Record(memory.new_id(), "affection", now, changes)
            after.approx = not memory.clock.is_set()
        else:
            after = before.revised(now, coins=before.get("coins", 0) + price, **changes)
        memory.replace(after)
        return after


async def keep_mood(memory: "Memory", value: int) -> None:
    """Keep a mood from now on. Raises StoreFull or Broken; nothing is changed then."""
    async with memory.lock:
        now = memory.clock.now()
        before = state(memory)
        if before is not None:
            memory.replace(before.revised(now, mood=value))
            return
        record = Record(memory.new_id(), "affection", now, {"coins": 0, "mood": value})
        record.approx = not memory.clock.is_set()
        memory.replace(record)
