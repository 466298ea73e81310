"""
Others: the tools beside `memory`, as a list of tools shows them.

Owns their names, descriptions and hints. What they do is in `pet` and `statistics`, which are
loaded for a call and go out of the heap again after it: a full store leaves little of that.
"""

from collections import OrderedDict

from mcp.tools import ToolResult
from memory.errors import MemoryFault, Refused
from memory.unload import unload

from .messages import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LATE = (
    "firmware.pet",
    "firmware.statistics",
    "memory.affection",
    "memory.statistics",
    "memory.latest",
)
_PET = """\
伙伴的心情和关系。status 看心情、关系阶段、已花金币；
主人要喂它、陪它玩、送它礼物时用 feed、play、gift，会花金币，每天有上限。
How the companion is: status, or spend the owner's coins on it with feed, play or gift when the
owner asks to; there is a cap for each day.
"""
_STATISTICS = """\
记忆的统计：一共记得多少、每种各多少（手边、归档）、最早和最近的日期、还剩多少空间。
主人问“你记得多少事”“从什么时候开始记的”“快满了吗”时用；要找内容用 memory 的 recall。
How much is remembered: counts for each type (at hand, archived), first and last day, room left.
Call it when the owner asks how much or since when you remember, or whether memory is full.
"""


def _pet_schema() -> dict:
    actions = ["status", "feed", "play", "gift"]
    words = "feed 2, play 3, gift 10 coins"
    return {
        "type": "object",
        "properties": {"action": {"type": "string", "enum": actions, "description": words}},
        "required": ["action"],
        "additionalProperties": False,
    }


def _no_arguments() -> dict:
    return {"type": "object", "additionalProperties": False}


def register(
    registry: "Any", memory: "Any", clock: "Any", language: str, tidy: "Any" = None
) -> None:
    """Add the tools to an mcp.tools.Registry. `tidy()` is called before each call."""
    tidy = tidy or (lambda: None)
    counted: "list[Any]" = []  # what statistics need not count again

    async def pet(arguments: dict, call: "Any") -> ToolResult:
        tidy()
        from . import pet

        return await _answered(pet.answer(arguments["action"], memory, clock, language))

    async def statistics(arguments: dict, call: "Any") -> ToolResult:
        tidy()
        from . import statistics

        return await _answered(statistics.answer(memory, counted))

    hints = {"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False}
    registry.add("pet", pet, _PET, _pet_schema, title="伙伴 / Pet", annotations=hints)
    title = "记忆统计 / Memory statistics"
    hints = {"readOnlyHint": True, "openWorldHint": False}
    name = "memory_statistics"
    registry.add(name, statistics, _STATISTICS, _no_arguments, title=title, annotations=hints)


async def _answered(answer: "Any") -> ToolResult:
    """The result of a tool, or its error in words; then its module may go."""
    try:
        return ToolResult(structured=await answer)
    except Refused as e:
        return ToolResult(structured=_error(say(e.code, **e.details)))
    except MemoryFault as e:
        return ToolResult(structured=_error(say("broken", detail=str(e))))
    finally:
        for module in _LATE:
            unload(module)


def _error(message: str) -> "OrderedDict":
    return OrderedDict((("status", "error"), ("message", message)))
