"""What the agent is handed of its device; startup.py fills it in."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Device:
    """
    mind          mind.mind.Mind, None where memory could not be opened
    clock         the owner's clock
    pet           firmware.companion.pet.Pet
    conversation  firmware.companion.conversation.Conversation, None without memory
    """

    def __init__(self, mind: "Any", clock: "Any", pet: "Any", conversation: "Any") -> None:
        self.mind = mind
        self.clock = clock
        self.pet = pet
        self.conversation = conversation
