"""
Registration: the list of the tools that the companion's MCP server offers.

Puts tools into the server's registry. Handlers are in memory_tool.py, todo_tool.py, pet_tool.py,
statistics_tool.py, forget_tool.py, status_tool.py and update_tool.py; what a list of tools shows
is in tool_definitions.py, which scope a call needs in access_scopes.py. Resources and prompts are
those of firmware/prompts.
"""

from mcp.core.tool_result import ToolResult
from memory.errors import MemoryFault, Refused

from firmware.words import messages
from firmware.words.messages import say

from . import (
    access_scopes,
    attachment_tool,
    forget_tool,
    pet_tool,
    remember_tool,
    search_tool,
    statistics_tool,
    status_tool,
    tool_definitions,
    tool_results,
    traces_tool,
)
from .memory_tool import MemoryTool
from .owner_code import OwnerCode
from .todo_tool import TodoTool
from .tool_results import error, progress_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Coroutine

    from mcp.core.call import Call
    from mcp.features.tools import Registry

    from firmware.app import Companion

    from .tool_context import ToolContext


def register_tools(registry: "Registry", context: "ToolContext") -> None:
    """Add the tools about memory; where memory could not be opened `memory` alone, to say why."""
    messages.use(context.language)
    tool = MemoryTool(context)
    registry.put(tool_definitions.of("memory", tool.call, tool_results.invalid))
    if context.problem is not None:
        return
    memory, language = context.memory, context.language
    counted: list = []  # what statistics need not count again
    code = OwnerCode()

    async def call_pet(arguments: dict, call: "Call") -> ToolResult:
        refused = access_scopes.refused_action("pet", arguments["action"], call)
        if refused is not None:
            return refused
        call.steady = True
        context.interrupt()
        return await _answered(pet_tool.answer(arguments["action"], context.pet, language))

    async def call_statistics(arguments: dict, call: "Call") -> ToolResult:
        context.interrupt()
        progress, privacy = progress_of(call), context.privacy
        return await _answered(statistics_tool.answer(memory, counted, progress, privacy))

    async def call_forget(arguments: dict, call: "Call") -> ToolResult:
        call.steady = True
        context.interrupt()
        return await _answered(forget_tool.answer(arguments, call, context, code))

    registry.put(tool_definitions.of("pet", call_pet))
    registry.put(tool_definitions.of("memory_statistics", call_statistics))
    registry.put(tool_definitions.of("forget", call_forget))


def register_mind(registry: "Registry", context: "ToolContext") -> None:
    """Add the tools of the mind, behind all others: a list that is cut short lacks these."""
    if context.problem is not None or context.mind is None:
        return

    async def call_search(arguments: dict, call: "Call") -> ToolResult:
        context.interrupt()
        return await _answered(search_tool.answer(arguments, call, context.mind))

    registry.put(tool_definitions.of("search_memory", call_search))

    async def call_traces(arguments: dict, call: "Call") -> ToolResult:
        context.interrupt()
        return await _answered(traces_tool.answer(arguments, call, context))

    async def call_remember(arguments: dict, call: "Call") -> ToolResult:
        call.steady = True
        context.interrupt()
        return await _answered(remember_tool.answer(arguments, call, context))

    async def call_attachment(arguments: dict, call: "Call") -> ToolResult:
        context.interrupt()
        return await _answered(attachment_tool.answer(arguments, call, context))

    todo = TodoTool(context)
    registry.put(tool_definitions.of("todo", todo.call, tool_results.invalid))
    name = "search_conversation_traces"
    registry.put(tool_definitions.of(name, call_traces, tool_results.invalid))
    registry.put(tool_definitions.of("remember", call_remember, tool_results.invalid))
    registry.put(tool_definitions.of("attachment", call_attachment, tool_results.invalid))


def register_status(registry: "Registry", device: "Companion") -> None:
    """Add what the device says of itself, also where memory could not be opened."""

    async def call_status(arguments: dict, call: "Call") -> ToolResult:
        if not call.may("read"):
            return ToolResult(structured=status_tool.time_alone(device))
        device.interrupt()
        return await _answered(status_tool.answer(device))

    registry.put(tool_definitions.of("self.get_device_status", call_status))


async def _answered(answer: "Coroutine") -> ToolResult:
    """The result of a tool; where memory refuses or fails, the error in words."""
    try:
        found = await answer
        return found if isinstance(found, ToolResult) else ToolResult(structured=found)
    except Refused as e:
        return ToolResult(structured=error(say(e.code, **e.details)))
    except MemoryFault as e:
        return ToolResult(structured=error(say("broken", detail=str(e))))
