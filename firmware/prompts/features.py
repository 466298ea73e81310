"""
Features: what the companion's MCP server offers besides tools, put together over one memory.

Resources are in memory_resources.py, prompts in owner_prompt.py and context_prompt.py. Each
request interrupts the background work on the archive first.
"""

from mcp.features.completion import Completion
from mcp.features.prompts import Prompts

from . import memory_resources
from .context_prompt import ContextPrompt
from .owner_prompt import OwnerPrompt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp.core.call import Call

    from firmware.tools.tool_context import ToolContext


def resources_and_prompts(context: "ToolContext") -> list:
    """For mcp.core.server.Server: resources, prompts, their completion."""
    resources = memory_resources.create(context)
    prompts = _prompts(context)
    found: "list[Any]" = [resources, prompts, Completion(prompts, resources)]
    for feature in found:
        for method in list(feature.requests):
            feature.requests[method] = _interrupting(feature.requests[method], context.interrupt)
    return found


def _prompts(context: "ToolContext") -> Prompts:
    prompts = Prompts()
    OwnerPrompt(context).add_to(prompts)
    if context.mind is not None:
        ContextPrompt(context).add_to(prompts)
    return prompts


def _interrupting(handler: "Callable", interrupt: "Callable[[], None]") -> "Callable":
    async def answer(session: "Any", message: "Any", call: "Call") -> "Any":
        interrupt()
        return await handler(session, message, call)

    return answer
