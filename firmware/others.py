"""
Others: the tools beside `memory`.

Owns how they are called. What they do is in `pet`, `statistics` and `forget`, which are loaded
for a call and go out of the heap again after it: a full store leaves little of that. What a list
of tools shows of them is in `definitions`.
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
    "firmware.forget",
    "firmware.words_forget",
    "firmware.confirming",
    "firmware.flash",
    "firmware.status",
    "firmware.starts",
    "firmware.crash",
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
    talk: "Any" = None,
) -> None:
    """
    Add the tools to an mcp.tools.Registry. `tidy()` is called before each call, `talk()` gives the
    running conversation or None. On a `small` heap their definitions are loaded whenever they are
    needed, and let go again.
    """
    tidy = tidy or (lambda: None)
    counted: "list[Any]" = []  # what statistics need not count again
    confirming: "list[Any]" = []  # the question that waits for the owner, from the first one on

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

    async def forget(arguments: dict, call: "Any") -> ToolResult:
        call.steady = True
        tidy()
        from . import forget

        said = None if talk is None else talk()
        return await _answered(forget.answer(arguments, call, memory, language, confirming, said))

    registry.put(LateTool("pet", pet, small))
    registry.put(LateTool("memory_statistics", statistics, small))
    forgetting = LateTool("forget", forget, small)
    forgetting.scope = "write"
    registry.put(forgetting)


def register_status(registry: "Any", companion: "Any") -> None:
    """Add what the device says of itself, also where there is no memory (app.Companion)."""

    async def status(arguments: dict, call: "Any") -> ToolResult:
        companion.tidy()
        from . import status

        return await _answered(status.answer(companion))

    registry.put(LateTool("self.get_device_status", status, companion.small_heap))


async def _answered(answer: "Any") -> ToolResult:
    """The result of a tool, or its error in words; then its module may go."""
    try:
        found = await answer
        return found if isinstance(found, ToolResult) else ToolResult(structured=found)
    except Refused as e:
        return ToolResult(structured=_error(say(e.code, **e.details)))
    except MemoryFault as e:
        return ToolResult(structured=_error(say("broken", detail=str(e))))
    finally:
        for module in _LATE:
            unload(module)


def _error(message: str) -> "OrderedDict":
    return OrderedDict((("status", "error"), ("message", message)))
