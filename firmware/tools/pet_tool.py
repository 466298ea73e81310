"""
The `pet` tool: how the companion is and what it may be given.

Owns the tool's answer; its definition is in tool_definitions.py, the rules are in
firmware/companion/affection.py. Only coins move the relationship, never words.
"""

from firmware.words.messages import say

from .tool_results import ok

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import OrderedDict
    from typing import Any

    from firmware.companion.pet import Pet


async def answer(action: str, pet: "Pet", language: str) -> "OrderedDict[str, Any]":
    """The answer to `status`, or to what is given. Raises Refused, Broken."""
    figures = await pet.act(action, language)
    mood = say("mood_" + figures["mood"]["name"])
    out = ok(say("pet_" + action, mood=mood, stage=figures["relationship"]["name"]))
    out.update(figures)
    return out
