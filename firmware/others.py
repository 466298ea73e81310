"""
Others: the tools beside `memory`.

Owns how they are called. What they do is in `pet` and `statistics`, which are loaded for a call
and go out of the heap again after it: a full store leaves little of that. What a list of tools
shows of them is in `definitions`.
"""

from collections import OrderedDict

from mcp.tools import ToolResult
from memory.errors import MemoryFault, Refused
from memory.unload import unload

from .messages import say
from .tools import LateTool, telling

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


def register(
    registry: "Any",
    memory: "Any",
    clock: "Any",
    language: str,
    tidy: "Any" = None,
    small: bool = False,
) -> None:
    """
    Add the tools to an mcp.tools.Registry. `tidy()` is called before each call. On a `small` heap
    their definitions are loaded whenever they are needed, and let go again.
    """
    tidy = tidy or (lambda: None)
    counted: "list[Any]" = []  # what statistics need not count again

    async def pet(arguments: dict, call: "Any") -> ToolResult:
        if arguments["action"] != "status" and not call.may("write"):
            message = say("scope", what=arguments["action"], needs="write", has=call.scope)
            return ToolResult(structured=_error(message), is_error=True)
        call.steady = True
        tidy()
        from . import pet

        return await _answered(pet.answer(arguments["action"], memory, clock, language))

    async def statistics(arguments: dict, call: "Any") -> ToolResult:
        tidy()
        from . import statistics

        return await _answered(statistics.answer(memory, counted, telling(call)))

    registry.put(LateTool("pet", pet, small))
    registry.put(LateTool("memory_statistics", statistics, small))


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
