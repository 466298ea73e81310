"""What the companion's tools, resources and prompts are handed; startup.py fills it in."""

from firmware.system.settings import Privacy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from memory.engine import Memory

    from firmware.companion.pet import Pet
    from firmware.system.clock import Clock


def _nothing() -> None:
    """Neither background work to interrupt nor a conversation that is running."""


class ToolContext:
    """
    memory        the engine; where it could not be opened `problem` says why
    language      `zh` or `en`
    interrupt     called before each request: background work on the archive waits
    conversation  returns the running firmware.companion.conversation.Conversation, or None
    mind          mind.mind.Mind over the memory, None where that could not be opened
    privacy       firmware.system.settings.Privacy: what the owner lets be kept
    """

    def __init__(
        self,
        memory: "Memory",
        clock: "Clock",
        language: str,
        pet: "Pet",
        problem: "str | None" = None,
        interrupt: "Callable[[], None]" = _nothing,
        conversation: "Callable[[], Any]" = _nothing,
        mind: "Any" = None,
        privacy: "Privacy | None" = None,
    ) -> None:
        self.memory = memory
        self.clock = clock
        self.language = language
        self.pet = pet
        self.problem = problem
        self.interrupt = interrupt
        self.conversation = conversation
        self.mind = mind
        self.privacy = privacy or Privacy()
