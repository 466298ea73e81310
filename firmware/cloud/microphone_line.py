"""
Microphone line: takes packets of the microphone to the session of a channel while it listens.

Owns the order: `listen stop` goes out behind the last packet of what was said. What is said before
a session is open waits in the source (firmware/voice).
"""

import asyncio

from micropython import const
from net.tasks import stop
from xiaozhi.state_table import LISTENING

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Protocol

    from xiaozhi.callbacks import AudioSink, AudioSource
    from xiaozhi.session import XiaoZhi

    class Voice(Protocol):
        """
        The device's ears and mouth: firmware.voice.talk.Talk.

        line   the channel that it talks over, which a channel sets to itself
        """

        line: "Any"

        @property
        def sink(self) -> AudioSink:
            """Where the server's audio goes."""

        @property
        def source(self) -> AudioSource:
            """Where that of the microphone comes from."""

        def changed(self, state: str) -> None:
            """The session is in another state now."""


class MicrophoneLine:
    """One task at a time, while the session listens."""

    def __init__(self, source: "AudioSource"):
        self._source = source
        self._session: "XiaoZhi | None" = None
        self._task: "asyncio.Task | None" = None

    def changed(self, session: "XiaoZhi", state: str) -> None:
        """The session is in another state now."""
        self._session = session
        if state != LISTENING:
            self._source.wake()
        elif self._task is None or self._task.done():
            self._task = asyncio.create_task(self._send(session))

    async def close(self) -> None:
        """End the task; only where the connection is over, since a frame may be half sent."""
        if self._task is not None:
            await stop([self._task])
            self._task = None

    async def _send(self, session: "XiaoZhi") -> None:
        """The task: until the session does not listen any more, or what was said is over."""
        source = self._source
        while session.state == LISTENING:
            packet = source.take()
            if packet is not None:
                await session.speak(packet)
            elif source.ended:
                await session.stop()
            else:
                await source.wait()
