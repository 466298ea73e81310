"""
Relationship: five stages by coins spent, and how the companion speaks in each.

A table of stages by total coins spent. What spends coins is in affection.py.
"""

# First coin of the stage, its name and manner, Chinese and English.
_STAGES = (
    (0, "stranger", "陌生期", "客气，称呼“主人”或“您”，不开玩笑",
     "polite and reserved; no jokes, no pet names"),
    (21, "acquaintance", "熟悉期", "自然，称呼“你”，偶尔撒娇",
     "natural and friendly; now and then a little playful"),
    (51, "friend", "亲密期", "轻松随意，可以开玩笑，主动关心",
     "relaxed; jokes, asks how things went"),
    (101, "close_friend", "深厚期", "信任依赖，会说自己的心情",
     "trusting; speaks of its own moods"),
    (201, "soulmate", "灵魂伴侣", "毫无拘束，用你们之间的默契和旧事",
     "wholly at ease; shared jokes and old stories"),
)  # fmt: skip


def stage(coins: int) -> int:
    """0 to 4 for a number of coins spent."""
    found = 0
    for at, row in enumerate(_STAGES):
        if coins >= row[0]:
            found = at
    return found


def to_next(coins: int) -> "int | None":
    """Coins to the next stage; None in the last one."""
    for row in _STAGES:
        if row[0] > coins:
            return row[0] - coins
    return None


def describe(coins: int, language: str) -> "tuple[str, str, str]":
    """(stage, name, manner) in `zh` or `en`; the stage is a fixed English word."""
    row = _STAGES[stage(coins)]
    return row[1:4] if language == "zh" else (row[1], row[1].replace("_", " "), row[4])
