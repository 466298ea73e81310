"""
Cloud sink: has a XiaoZhi server's model say reminders, and reviews of the day, to the owner.

Owns what the model is asked. The channel opens a session where there is none; a reminder counts as
noticed once the server begins to speak (session_events.py).
"""

from mind.owner_words import REVIEW

from firmware.words import acted as words
from firmware.words import messages, reminders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .channels import Channel


class CloudSink:
    """A companion.delivery.Sink over one channel."""

    name = "cloud"

    def __init__(self, channel: "Channel"):
        self._channel = channel

    async def offer(self, reminder: dict) -> bool:
        """True once the server speaks."""
        return await self._channel.remind(reminders.request(reminder["message"]))

    async def tell(self, acted: dict) -> None:
        """
        Have a review said, once the model has answered what it was asked. Of what else the owner's
        words have done the model speaks itself: it has heard them.
        """
        if acted["what"] == REVIEW:
            await self._channel.remind(words.request(messages.language(), acted["message"]))
