"""
Others: the tools beside `memory`.

Owns how they are called. What they do is in `pet`, `statistics`, `forget` and `status`; what a
list of tools shows of them is in `definitions`.
"""

from collections import OrderedDict

from mcp.core.tool_result import ToolResult
from memory.errors import MemoryFault, Refused

from firmware.words.messages import say

from . import forget_tool, pet_tool, statistics_tool, status_tool, tool_definitions
from .memory_tool import telling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def register(
    registry: "Any",
    memory: "Any",
    clock: "Any",
    language: str,
    interrupt: "Any" = None,
    talk: "Any" = None,
) -> None:
    """
    Add the tools to an mcp.features.tools.Registry. `interrupt()` is called before each call,
    `talk()` gives the running conversation or None.
    """
    interrupt = interrupt or (lambda: None)
    counted: "list[Any]" = []  # what statistics need not count again
    confirming: "list[Any]" = []  # the question that waits for the owner, from the first one on

    async def call_pet(arguments: dict, call: "Any") -> ToolResult:
        if arguments["action"] != "status" and not call.may("write"):
            message = say("scope", what=arguments["action"], needs="write", has=call.scope)
            return ToolResult(structured=_error(message), is_error=True)
        call.steady = True
        interrupt()
        return await _answered(pet_tool.answer(arguments["action"], memory, clock, language))

    async def call_statistics(arguments: dict, call: "Any") -> ToolResult:
        interrupt()
        return await _answered(statistics_tool.answer(memory, counted, telling(call)))

    async def call_forget(arguments: dict, call: "Any") -> ToolResult:
        call.steady = True
        interrupt()
        said = None if talk is None else talk()
        return await _answered(
            forget_tool.answer(arguments, call, memory, language, confirming, said)
        )

    registry.put(tool_definitions.of("pet", call_pet))
    registry.put(tool_definitions.of("memory_statistics", call_statistics))
    forgetting = tool_definitions.of("forget", call_forget)
    forgetting.scope = "write"
    registry.put(forgetting)


def register_status(registry: "Any", companion: "Any") -> None:
    """Add what the device says of itself, also where there is no memory (app.Companion)."""

    async def call_status(arguments: dict, call: "Any") -> ToolResult:
        companion.interrupt()
        return await _answered(status_tool.answer(companion))

    registry.put(tool_definitions.of("self.get_device_status", call_status))


async def _answered(answer: "Any") -> ToolResult:
    """The result of a tool, or its error in words."""
    try:
        found = await answer
        return found if isinstance(found, ToolResult) else ToolResult(structured=found)
    except Refused as e:
        return ToolResult(structured=_error(say(e.code, **e.details)))
    except MemoryFault as e:
        return ToolResult(structured=_error(say("broken", detail=str(e))))


def _error(message: str) -> "OrderedDict":
    return OrderedDict((("status", "error"), ("message", message)))
