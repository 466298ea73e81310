"""
Session events: what a session with a XiaoZhi server reports, over whichever connection.

Passes words to the conversation, does commands where a setting allows them, and has the
conversation written at its end. When a session ends and what becomes of its connection is decided
by websocket_channel.py and mqtt_channel.py.
"""

import asyncio

from micropython import const
from xiaozhi.callbacks import SessionCallbacks

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from .server_address import ChannelContext

_REMINDER_S = const(60)  # from a reminder to the server's speech: hello, and a model's answer


class SessionEvents(SessionCallbacks):
    """`over(why)` is called at a session's end, and, with `reboot` set, to start again."""

    def __init__(self, context: "ChannelContext", over: "Callable[[str], None]"):
        self.reboot = False
        self._conversation = context.conversation
        self._may_reboot = context.settings.get("cloud_reboot")
        self._over = over
        self._voice = context.voice
        self._settled = asyncio.Event()  # a reminder was said, or the session is over
        self._reminded = False

    async def confirmed(self, handing_over: "Coroutine") -> bool:
        """
        Run `handing_over`, which gives a reminder to the channel. True once the server speaks;
        False where the session ends before, or nothing comes for a minute.
        """
        self._reminded = False
        self._settled.clear()
        await handing_over
        try:
            await asyncio.wait_for(self._settled.wait(), _REMINDER_S)
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            return False
        return self._reminded

    async def end_conversation(self) -> None:
        """Have it written; what cannot be written now, the conversation tries again itself."""
        if self._conversation is not None and not self._conversation.idle:
            try:
                await self._conversation.end()
            except MemoryError as e:
                events.log("warning", "cloud", "the conversation is written later: %r" % e)

    def heard(self, role: str, text: str) -> None:
        if self._conversation is not None:
            self._conversation.hear(role, text)

    def felt(self, emotion: str) -> None:
        if self._conversation is not None:
            self._conversation.feel(emotion)

    def changed(self, state: str) -> None:
        events.emit("state", what="session", now=state)
        if self._voice is not None:
            self._voice.changed(state)

    def reminded(self) -> None:
        self._reminded = True
        self._settled.set()

    def ended(self, why: str) -> None:
        self._settled.set()
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
