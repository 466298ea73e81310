"""
Own talk: puts the companion's own agent together, which talks with the owner without a cloud.

Hands the agent what it needs of other rooms; startup.py calls it where a setting asks for a way to
talk.
"""

import sys

from mcp.transport.stdio import PolledReader, PolledWriter

from firmware.agent.chat import Chat
from firmware.agent.device import Device
from firmware.agent.offline import OfflineBrain
from firmware.agent.talk import Talk
from firmware.system.supervisor import ON_FAILURE
from firmware.words import messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from firmware.agent.agent import Agent
    from firmware.app import Companion


def create(companion: "Companion", registry: "Any") -> Talk:
    """The talk with the owner of this companion, whose tools are in the registry."""
    conversation = companion.conversation
    device = Device(companion.mind, companion.clock, companion.pet, conversation)
    offline = OfflineBrain(device)
    if conversation is not None:
        conversation.others.append(offline)
    agent = _agent(companion, device, registry) if companion.llm is not None else None
    if agent is not None and conversation is not None:
        conversation.others.append(agent.history)
    return Talk(device, offline, agent)


def _agent(companion: "Companion", device: Device, registry: "Any") -> "Agent":
    """What talks through the model of the owner's choice; loaded where there is one alone."""
    from mind.scores import settings as mind_settings

    from firmware.agent.agent import Agent
    from firmware.agent.history import History
    from firmware.agent.own_tools import OwnTools
    from firmware.agent.prompt import Prompt
    from firmware.tools.owner_code import OwnerCode

    mind, client = companion.mind, companion.llm

    def scratchpad() -> str:
        return "" if mind is None else mind.scratchpad.trusted(messages.language())

    numbers = mind_settings.numbers() if mind is None else mind.numbers
    return Agent(
        client,  # type: ignore[arg-type]
        Prompt(device, numbers, scratchpad),
        OwnTools(registry, mind, int(numbers["tool_chars"])),
        History(int(numbers["talk_chars"]), keeping(mind, companion.privacy)),
        OwnerCode(),
        int(numbers["tool_rounds"]),
    )


def keeping(mind: "Any", privacy: "Any") -> "Callable":
    """The hook before a talk is shortened: what goes becomes episodes, unless that is paused."""
    from mind import episodes

    async def compressing(messages: "list[dict]", summary: "str | None" = None) -> str:
        said = []
        if mind is None or not privacy.keeps_turns:
            return ""
        for at in range(0, len(messages), episodes.MESSAGES_MOST):
            part = [
                {"role": one["role"], "content": one["content"][: episodes.TEXT_MOST]}
                for one in messages[at : at + episodes.MESSAGES_MOST]
            ]
            found = await episodes.compressing(mind, part, summary)
            if not found.change.record.suspect:
                said.append(str(found.change.record.content))
        return "\n".join(said)

    return compressing


def open_chat(companion: "Companion", talk: Talk) -> None:
    """Have the owner talk by typing at the console."""
    settings = companion.settings
    writer = PolledWriter(sys.stdout.buffer, settings.get("stdout_step"))
    reader = PolledReader(sys.stdin.buffer)
    waits = settings.get("chat_waits")
    tap = None if companion.voice is None else companion.voice.tapped
    chat = Chat(talk, reader, writer.write, waits, tap)
    if companion.delivery is not None:
        companion.delivery.add(chat)
    companion.transports.append(("chat", "agent", ON_FAILURE, chat))
