"""
What a session with a XiaoZhi server tells, whatever it runs over: words go to the conversation,
commands are done where a setting allows them.

Owns the end of what was said too. When a session ends, and what becomes of its connection, is the
way's affair (cloud_socket.py, cloud_mqtt.py).
"""

from micropython import const
from xiaozhi.callbacks import Host

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from .server_address import Parts


class Ear(Host):
    """
    `over(why)` is called when a session is over, or when the device is to start again: then
    `reboot` is set.
    """

    def __init__(self, parts: "Parts", over: "Callable[[str], None]"):
        self.reboot = False
        self._talk = parts.talk
        self._may_reboot = parts.settings.get("cloud_reboot")
        self._over = over

    async def end_talk(self) -> None:
        """Have what was said written; what cannot be now, the conversation tries again itself."""
        if self._talk is not None and not self._talk.idle:
            try:
                await self._talk.end()
            except MemoryError as e:
                events.log("warning", "cloud", "the conversation is written later: %r" % e)

    def heard(self, role: str, text: str) -> None:
        if self._talk is not None:
            self._talk.hear(role, text)

    def ended(self, why: str) -> None:
        self._over(why)

    def commanded(self, command: str) -> None:
        if command == "reboot" and self._may_reboot:
            events.log("warning", "cloud", "the server has the device start again")
            self.reboot = True
            self._over("restart")
        else:
            events.log("warning", "cloud", "not done, since no setting allows it: " + command)

    def warned(self, status: str, message: str, emotion: str) -> None:
        events.log("warning", "cloud", "the server says: %s %s" % (status, message))
