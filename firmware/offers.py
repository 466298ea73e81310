"""
Offers: resources, prompts and their completion, put together for a request.

Owns how they are made of what `late` knows; what they say is in `reading` and `prompting`. On a
small heap all of it goes out again after each request.
"""

from memory.unload import unload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LATE = (
    __name__,
    "firmware.reading",
    "firmware.prompting",
    "firmware.words_offers",
    "memory.told",
    "mcp.resources",
    "mcp.templates",
    "mcp.prompts",
    "mcp.completion",
)


async def answer(name: str, world: dict, session: "Any", message: "Any", call: "Any") -> "Any":
    """The answer of the offer with this name to a request."""
    world["tidy"]()
    try:
        return await _offer(name, world).requests[message.method](session, message, call)
    finally:
        if world["small"]:
            unload(_LATE)


def _offer(name: str, world: dict) -> "Any":
    """An offer, with what `world["more"]`, of (name, def add(offer)), adds to it."""
    found = world["made"].get(name)
    if found is None:
        found = _made(name, world)
        for of, add in world["more"]:
            if of == name:
                add(found)
        if not world["small"]:
            world["made"][name] = found
    return found


def _made(name: str, world: dict) -> "Any":
    if name == "completions":
        from mcp.completion import Completion

        return Completion(_offer("prompts", world), _offer("resources", world))
    if name == "prompts":
        from . import prompting

        return prompting.made(world["memory"], world["clock"], world["language"])
    from . import reading

    return reading.made(world["memory"], world["clock"], world["language"], world["small"])
