"""
WebSocket channel: a XiaoZhi session on a WebSocket connection of its own.

Owns when the connection is wanted. The protocol keeps none open while nobody speaks, so words that
are typed open one; with the setting `cloud_stay` the channel connects at the start and again after
each loss, so that the cloud can call the device's tools. The times of retries are those of
lib/net/reconnecting.py and lib/net/backoff.py.
"""

import asyncio

import machine
from mcp.core.concurrent_calls import MessageChannel
from micropython import const
from net.reconnecting import ReconnectingClient
from net.tasks import stop
from net.websocket import TEXT, Closed
from net.websocket_link import Link
from xiaozhi import audio_frames
from xiaozhi.session import XiaoZhi
from xiaozhi.state_table import IDLE, READY

from firmware.system import events

from .endpoint_health import EndpointHealth
from .microphone_line import MicrophoneLine
from .server_address import ServerAddress, identity
from .session_events import SessionEvents

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from net.pieces import Body
    from net.websocket import WebSocket

    from .server_address import ChannelContext

_MAX_WORDS = const(4)  # texts that wait for a connection; the oldest are dropped
_MIN_PAUSE_MS = const(1000)  # between two connections


class WebSocketChannel(ReconnectingClient):
    """
    A ws:// or wss:// server; `token` for its Authorization, or "". `health` hears of failures and
    of sessions that were opened. Raises ValueError.
    """

    pause_ms = 0  # the server tells when the owner has finished

    def __init__(
        self,
        url: str,
        token: str,
        context: "ChannelContext",
        health: "EndpointHealth | None" = None,
        version: int = 1,
    ):
        address = ServerAddress(url, identity(token, context.rng, version))
        super().__init__(address.connect, address.reporter("xiaozhi"), context.rng)
        self._stays_connected = context.settings.get("cloud_stay")
        channel = MessageChannel(context.server, "xiaozhi", _log)
        self._conversation = context.conversation
        self._health = health or EndpointHealth()
        self._opened = False  # True once the session of the present connection is open
        self._events = _WebSocketEvents(self, context, self._over)
        voice = context.voice
        sink = voice.sink if voice is not None else None
        self._microphone = MicrophoneLine(voice.source) if voice is not None else None
        self._version = version
        self._session = XiaoZhi(
            channel, self._events, self._send, _log, "websocket", sink, self._send_audio, version
        )
        if voice is not None:
            voice.line = self
        self._link: "Link | None" = None
        self._words: "list[str]" = []  # said, and not yet handed to the session
        self._reminder = ""  # the same
        self._mode = ""  # of listening, the same
        self._woken = asyncio.Event()

    async def say(self, text: str) -> None:
        """What the owner says, as text; connects first where there is no connection."""
        if self._session.state != IDLE:
            await self._session.say(text)
            return
        self._words = self._words[1 - _MAX_WORDS :] + [text]
        self._woken.set()

    async def remind(self, text: str) -> bool:
        """
        Have the server's model say it; connects first where there is no connection. True once it
        speaks, False where it does not within a minute.
        """
        noticed = await self._events.confirmed(self._hand_over(text))
        self._reminder = ""
        if not noticed:
            await self._session.remind("")
        return noticed

    async def _hand_over(self, text: str) -> None:
        if self._session.state != IDLE:
            await self._session.remind(text)
            return
        self._reminder = text
        self._woken.set()

    async def wake(self) -> None:
        """The owner is about to speak: connect where there is no connection."""
        if self._link is not None:
            await self._session.wake()
        else:
            self._woken.set()

    async def listen(self, mode: str) -> None:
        """The owner speaks: connect where there is no connection, and listen."""
        if self._link is not None:
            await self._session.listen(mode)
        else:
            self._mode = mode
            self._woken.set()

    async def stop_listening(self) -> None:
        """The owner does not speak any more."""
        self._mode = ""
        await self._session.stop()

    async def abort(self) -> None:
        """The companion is to be silent, or to stop thinking."""
        await self._session.abort()

    @property
    def reachable(self) -> bool:
        """Whether there is a connection."""
        return self._link is not None

    @property
    def idle(self) -> bool:
        """True while nobody speaks and nothing waits to be said: the channel may be closed."""
        if self._words or self._reminder or self._mode or self._session.waits:
            return False
        if self._conversation is not None and self._conversation.speaking:
            return False
        # Without cloud_stay a session is open for a conversation only.
        return self._session.state == IDLE or (
            self._stays_connected and self._session.state == READY
        )

    def changed(self, state: str) -> None:
        """The session is in another state now."""
        if self._microphone is not None:
            self._microphone.changed(self._session, state)
        if state == READY and not self._opened:
            self._opened_now()

    def _opened_now(self) -> None:
        self._opened = True
        self._health.connected()
        self.report(True, "")

    # -- ReconnectingClient --------------------------------------------------------------------

    async def serve(self) -> None:
        """As ReconnectingClient.serve(); without `cloud_stay` it begins with the first words."""
        if not self._stays_connected:
            await self._woken.wait()
        await super().serve()

    async def pause(self, wait_ms: int) -> None:
        """Wait until the next try is due or somebody speaks."""
        is_awaited = self._mode and self._woken.is_set()  # the owner speaks already
        self._woken.clear()
        await asyncio.sleep_ms(_MIN_PAUSE_MS)
        if is_awaited:
            return
        waits = self._words or self._reminder or self._mode or self._session.waits
        if self._stays_connected or waits:
            try:
                await asyncio.wait_for_ms(self._woken.wait(), wait_ms - _MIN_PAUSE_MS)
            except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
                return
        else:
            await self._woken.wait()

    def failed(self, is_refused: bool) -> None:
        if is_refused:
            self._health.refused()
        else:
            self._health.failed()

    async def use(self, socket: "WebSocket") -> Closed:
        """One session, from the device's hello to the end of the connection."""
        self._opened = False
        await self._session.renew()
        self._link = Link(socket, self._received, self._tick, _log)
        holding = asyncio.create_task(self._link.run())
        try:
            await self._session.wake()
            while self._words:
                await self._session.say(self._words.pop(0))
            if self._reminder:
                await self._session.remind(self._reminder)
            if self._mode:
                mode, self._mode = self._mode, ""
                await self._session.listen(mode)
            closed = await holding
        finally:
            try:
                await stop([holding])
            finally:
                self._link = None
                await self._session.lost("the connection is closed")
                if self._microphone is not None:
                    await self._microphone.close()
                await self._events.end_conversation()
        if self._events.reboot:
            machine.reset()
        if not self._opened:  # some servers refuse a token by closing without a hello
            self._health.failed()
        return closed

    # -- between link and session --------------------------------------------------------------

    async def _send(self, frame: "Body") -> None:
        if self._link is None:
            raise OSError("no connection")
        await self._link.socket.send(TEXT, frame)

    async def _send_audio(self, packet: "bytes | memoryview", timestamp: int) -> None:
        if self._link is None:
            raise OSError("no connection")
        head = audio_frames.header(self._version, len(packet), timestamp)
        await self._link.socket.send_small(head, packet)

    async def _received(self, kind: int, data: "bytes | memoryview") -> None:
        if kind == TEXT:
            await self._session.text(bytes(data))
            return
        packet = audio_frames.packet(self._version, data)
        if packet is not None:
            self._session.audio(packet)

    async def _tick(self, passed_ms: int, alive: bool) -> None:
        if alive:
            self._session.alive()
        await self._session.tick(passed_ms)

    def _over(self, why: str) -> None:
        if self._link is not None:
            self._link.end(why)


class _WebSocketEvents(SessionEvents):
    """Reports the channel as connected when its session is open."""

    def __init__(
        self, channel: WebSocketChannel, context: "ChannelContext", over: "Callable[[str], None]"
    ):
        super().__init__(context, over)
        self._channel = channel

    def changed(self, state: str) -> None:
        super().changed(state)
        self._channel.changed(state)


def _log(level: str, text: str) -> None:
    events.log(level, "cloud", text)
