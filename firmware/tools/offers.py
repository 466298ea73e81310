"""
Offers: what the server offers beside tools: resources, prompts and their completion.

Owns that each request first interrupts the archive's upkeep. What they say is in `reading` and
`prompting`.
"""

from mcp.features.completion import Completion

from . import memory_resources, owner_prompt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def made(memory: "Any", clock: "Any", language: str, interrupt: "Callable[[], None]") -> list:
    """The offers of `mcp.core.server.Server`; `interrupt()` is called before each request."""
    resources = memory_resources.made(memory, clock, language)
    prompts = owner_prompt.made(memory, clock, language)
    found: "list[Any]" = [resources, prompts, Completion(prompts, resources)]
    for offer in found:
        for method in list(offer.requests):
            offer.requests[method] = _interrupting(offer.requests[method], interrupt)
    return found


def _interrupting(handler: "Callable", interrupt: "Callable[[], None]") -> "Callable":
    async def answer(session: "Any", message: "Any", call: "Any") -> "Any":
        interrupt()
        return await handler(session, message, call)

    return answer
