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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.app import Companion


def create(companion: "Companion") -> Talk:
    """The talk with the owner of this companion."""
    device = Device(companion.mind, companion.clock, companion.pet, companion.conversation)
    return Talk(device, OfflineBrain(device))


def open_chat(companion: "Companion") -> None:
    """Have the owner talk by typing at the console."""
    settings = companion.settings
    writer = PolledWriter(sys.stdout.buffer, settings.get("stdout_step"))
    reader = PolledReader(sys.stdin.buffer)
    chat = Chat(create(companion), reader, writer.write, settings.get("chat_waits"))
    if companion.delivery is not None:
        companion.delivery.add(chat)
    companion.transports.append(("chat", "agent", ON_FAILURE, chat))
