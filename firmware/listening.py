"""
Listening: the parts of the companion that take what is said to memory, started in their order.

Owns when there is a conversation, and that the owner's model reads it where one is set.
"""

import board
from micropython import const

from firmware.companion import extraction_queue
from firmware.companion.conversation import Conversation
from firmware.system import events
from firmware.system.clock import Stopwatch
from firmware.system.nvs import namespace
from firmware.system.supervisor import ALWAYS

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.engine import Memory

    from firmware.app import Companion


async def resume(companion: "Companion") -> None:
    """
    Write to memory what a power cut left of a conversation, then hear what the board plays at the
    start. Transports open after it, so that their clients find all of it in memory.
    """
    memory, speech = companion.memory, board.speech()
    if memory is None or companion.memory_problem is not None:
        return
    if speech is None and not extraction_queue.is_kept(namespace("talk")):
        return
    # Words that a power cut left were said to the cloud, where there is one.
    channel = "xiaozhi" if speech is None and companion.settings.get("cloud") else "hear"
    conversation = _conversation(companion, memory, channel)
    await conversation.start()
    if speech is not None:
        await conversation.play(speech)
    if not conversation.idle:
        _hold(companion, conversation)


async def listen(companion: "Companion", channel: str) -> None:
    """See that there is a conversation, where memory is open."""
    memory = companion.memory if companion.memory_problem is None else None
    if memory is not None and companion.conversation is None:
        conversation = _conversation(companion, memory, channel)
        await conversation.start()
        _hold(companion, conversation)


def _conversation(companion: "Companion", memory: "Memory", channel: str) -> Conversation:
    pet, privacy = companion.pet, companion.privacy
    return Conversation(
        memory, companion.clock, Stopwatch(), channel, pet, privacy, companion.mind
    )


def _hold(companion: "Companion", conversation: Conversation) -> None:
    companion.conversation = conversation
    companion.supervisor.start("conversation", "companion", ALWAYS, conversation.run)


def start_model_reader(companion: "Companion") -> None:
    """Have the owner's model read what is said; nothing where no server is set."""
    mind, model = companion.mind, companion.llm
    if mind is None or model is None:
        return
    from firmware.companion.model_reader import ModelReader  # with what it needs of lib/llm

    reader = ModelReader(
        mind,
        model,
        companion.clock,
        Stopwatch(),
        lambda: companion.conversation,
        lambda: not companion.privacy.remembers,
        None if companion.model_usage is None else companion.model_usage.save,
        lambda: companion.resting,
    )
    events.subscribe(reader.hear, "said")
    companion.supervisor.start("model reader", "companion", ALWAYS, reader.run)
