"""
Cloud sink: has a XiaoZhi server's model say reminders to the owner.

Owns what the model is asked. The channel opens a session where there is none; a reminder counts as
noticed once the server begins to speak (session_events.py).
"""

from firmware.words import reminders

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
