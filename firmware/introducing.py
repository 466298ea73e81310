"""
Introducing: the owner's name, as the set-up was told it, becomes the one that memory has.

Owns that hand-over. The setting `owner` is gone after it, so that the owner's name is in one place
alone, where it can be corrected and forgotten. Loaded at a start that finds the setting.
"""

from memory.errors import Broken, MemoryFault

from . import events, rules
from .namespace import namespace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory.engine import Memory


async def introduce(memory: "Memory", owner: str) -> None:
    """Write the profile's name. Where flash fails it is tried again at the next start."""
    try:
        await memory.write("name", owner, {}, source="setup")
    except Broken as e:
        events.log("error", "setup", "the owner's name is not remembered yet: %s" % e)
        return
    except MemoryFault as e:
        events.log("warning", "setup", "the owner's name cannot be remembered: %s" % e)
    try:
        rules.forget(namespace("cfg"), "owner")
    except OSError as e:
        events.log("error", "setup", "the owner's name stays in the settings: %r" % e)
