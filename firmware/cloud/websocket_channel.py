"""
A XiaoZhi server over WebSocket: the device's session on a connection of its own.

Owns when the connection is wanted. The protocol has none while nobody speaks, so a device is
woken: by words that are typed or, where the setting `cloud_stay` is on, by itself, at the start
and again after each loss, so that its tools stay within reach. What is said goes to the
conversation.
"""

import asyncio

import machine
from mcp.core.concurrent_calls import MessageChannel
from micropython import const
from net.reconnecting import Caller
from net.tasks import stop
from net.websocket import TEXT, Closed
from net.websocket_link import Link
from xiaozhi.session import XiaoZhi
from xiaozhi.state_table import IDLE, READY

from firmware.system import events

from .server_address import Place, identity
from .session_events import Ear

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from net.pieces import Body
    from net.websocket import WebSocket

    from .server_address import Parts

_WORDS = const(4)  # texts that wait for a connection
_LEAST_MS = const(1000)  # between two connections, however often it is woken


class SocketWay(Caller):
    """
    A way in to a ws:// or wss:// server; `token` is for its Authorization, "" for none.

    Raises ValueError for a URL that cannot be.
    """

    def __init__(self, url: str, token: str, parts: "Parts"):
        place = Place(url, identity(token, parts.rng))
        super().__init__(place.connect, place.told("xiaozhi"), parts.rng)
        self._stays = parts.settings.get("cloud_stay")
        channel = MessageChannel(parts.server, "xiaozhi", _log)
        self._ear = _Ear(self, parts, self._over)
        self._session = XiaoZhi(channel, self._ear, self._send, _log)
        self._link: "Link | None" = None
        self._words: "list[str]" = []  # said, and not yet handed to the session
        self._woken = asyncio.Event()

    async def say(self, text: str) -> None:
        """What the owner says, as text: it wakes the device."""
        if self._session.state != IDLE:
            await self._session.say(text)
            return
        self._words = self._words[1 - _WORDS :] + [text]
        self._woken.set()

    # -- Caller --------------------------------------------------------------------------------

    async def serve(self) -> None:
        """As Caller.serve(), beginning when somebody wakes it."""
        if not self._stays:
            await self._woken.wait()
        await super().serve()

    async def pause(self, wait_ms: int) -> None:
        """Until the next try is due, or somebody speaks."""
        self._woken.clear()
        await asyncio.sleep_ms(_LEAST_MS)
        if self._stays or self._words or self._session.waits:
            try:
                await asyncio.wait_for_ms(self._woken.wait(), wait_ms - _LEAST_MS)
            except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
                return
        else:
            await self._woken.wait()

    async def converse(self, socket: "WebSocket") -> Closed:
        """One session, from our hello to the end of the connection."""
        await self._session.renew()
        self._link = Link(socket, self._received, self._tick, _log)
        holding = asyncio.create_task(self._link.hold())
        try:
            await self._session.wake()
            while self._words:
                await self._session.say(self._words.pop(0))
            closed = await holding
        finally:
            await stop([holding])
            await self._session.lost("the connection is closed")
            self._link = None
            await self._ear.end_talk()
        if self._ear.reboot:
            machine.reset()
        return closed

    # -- between link and session --------------------------------------------------------------

    async def _send(self, frame: "Body") -> None:
        if self._link is None:
            raise OSError("no connection")
        await self._link.socket.send(TEXT, frame)

    async def _received(self, kind: int, data: bytes) -> None:
        if kind == TEXT:
            await self._session.text(data)
        else:
            await self._session.audio(data)

    async def _tick(self, passed_ms: int, alive: bool) -> None:
        if alive:
            self._session.alive()
        await self._session.tick(passed_ms)

    def _over(self, why: str) -> None:
        if self._link is not None:
            self._link.end(why)


class _Ear(Ear):
    """As Ear; over WebSocket an open session is what counts as connected."""

    def __init__(self, way: SocketWay, parts: "Parts", over: "Callable[[str], None]"):
        super().__init__(parts, over)
        self._way = way

    def changed(self, state: str) -> None:
        if state == READY:
            self._way.tell(True, "")


def _log(level: str, text: str) -> None:
    events.log(level, "cloud", text)
