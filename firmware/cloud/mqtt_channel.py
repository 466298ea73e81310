"""
MQTT channel: a XiaoZhi cloud over MQTT and UDP.

Owns what mqtt:// URLs mean, when a session begins and when its conversation is written. The
connection is in mqtt_session.py, the session's callbacks are in session_events.py.
"""

import asyncio

import machine
from micropython import const
from net.tasks import together
from net.url import URL, unquoted
from xiaozhi.state_table import IDLE, READY

from firmware.system.identity import device_id

from .endpoint_health import EndpointHealth
from .microphone_line import MicrophoneLine
from .mqtt_session import MQTTSession
from .session_events import SessionEvents

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .server_address import ChannelContext

_PORTS = {"mqtt": 1883, "mqtts": 8883}
_MAX_KEEPALIVE = const(65535)
_SETTLED_S = const(5)  # after a connection is up: the cloud asks for the device's tools first


def broker_of(url: str) -> "dict[str, Any]":
    """
    Section mqtt of the OTA answer, from a URL: mqtt://user:password@host:port/publish-topic, with
    client_id, subscribe_topic and keepalive in the query. Raises ValueError.
    """
    parsed = URL(url, _PORTS)
    host = "[%s]" % parsed.host if ":" in parsed.host else parsed.host
    broker: "dict[str, Any]" = {"endpoint": "%s:%d" % (host, parsed.port)}
    broker["tls"] = parsed.scheme == "mqtts"
    given = {
        "username": parsed.user,
        "password": parsed.password,
        "publish_topic": unquoted(parsed.path[1:]),
        "client_id": parsed.query("client_id"),
        "subscribe_topic": parsed.query("subscribe_topic"),
    }
    for name in given:
        if given[name]:
            broker[name] = given[name]
    keepalive = parsed.query("keepalive")
    if keepalive:
        if not keepalive.isdigit() or not 0 < int(keepalive) <= _MAX_KEEPALIVE:
            raise ValueError("keepalive is a number of seconds up to %d" % _MAX_KEEPALIVE)
        broker["keepalive"] = int(keepalive)
    return broker


def default_client_id() -> str:
    """The client ID where the OTA service names none."""
    # Gateways read the MAC from it. With a third part, the UUID, they would require a login.
    return "GID_default@@@" + device_id().replace(":", "_")


class MQTTChannel:
    """
    The channel over a broker (section mqtt of the OTA answer). Where another channel can be tried
    instead (`has_alternative`), serve() raises mqtt_session.Unreachable. `health` hears of
    connections and failures. Raises ValueError for an endpoint that cannot be.
    """

    pause_ms = 0  # the server tells when the owner has finished

    def __init__(
        self,
        broker: "dict[str, Any]",
        context: "ChannelContext",
        has_alternative: bool = False,
        health: "EndpointHealth | None" = None,
    ):
        self._stays_connected = context.settings.get("cloud_stay")
        self._over = asyncio.Event()  # a session has ended
        voice = context.voice
        self._microphone = MicrophoneLine(voice.source) if voice is not None else None
        self._events = _MQTTEvents(self, context, lambda why: self._over.set())
        self._conversation = context.conversation
        self._session = MQTTSession(
            context.server,
            self._events,
            broker,
            default_client_id(),
            sink=voice.sink if voice is not None else None,
            has_alternative=has_alternative,
            health=health,
        )
        self.say = self._session.say
        self.wake = self._session.wake
        self.listen = self._session.listen
        self.stop_listening = self._session.stop_listening
        self.abort = self._session.session.abort
        if voice is not None:
            voice.line = self

    def changed(self, state: str) -> None:
        """The session is in another state now."""
        if self._microphone is not None:
            self._microphone.changed(self._session.session, state)

    async def remind(self, text: str) -> bool:
        """As WebSocketChannel.remind."""
        noticed = await self._events.confirmed(self._session.remind(text))
        if not noticed:
            await self._session.remind("")
        return noticed

    @property
    def reachable(self) -> bool:
        """Whether there is a connection."""
        return self._session.up.is_set()

    @property
    def idle(self) -> bool:
        """True while nobody speaks: the channel may be closed."""
        if self._conversation is not None and self._conversation.speaking:
            return False
        state = self._session.session.state
        return state == IDLE or (self._stays_connected and state == READY)

    async def serve(self) -> None:
        """
        Keep the connection up until close(). Raises Unreachable, and what one of its tasks fails
        by: who runs it runs it again.
        """
        work = [self._session.serve(), self._end_conversations()]
        if self._stays_connected:
            work.append(self._stay())
        await together(work)

    async def close(self) -> None:
        """End the session and the connection with a goodbye each."""
        await self._session.close()
        if self._microphone is not None:
            await self._microphone.close()

    async def _stay(self) -> None:
        """With the setting `cloud_stay`: begin a session on each new connection."""
        session = self._session
        while True:
            await session.up.wait()
            await asyncio.sleep(_SETTLED_S)
            if session.up.is_set() and session.session.state == IDLE:
                await session.wake()
            await session.down.wait()

    async def _end_conversations(self) -> None:
        """Have the conversation written at the end of each session."""
        while True:
            await self._over.wait()
            self._over.clear()
            await self._events.end_conversation()
            if self._events.reboot:
                await self._session.close()
                machine.reset()


class _MQTTEvents(SessionEvents):
    """Tells the channel of each state too."""

    def __init__(
        self, channel: MQTTChannel, context: "ChannelContext", over: "Callable[[str], None]"
    ):
        super().__init__(context, over)
        self._channel = channel

    def changed(self, state: str) -> None:
        super().changed(state)
        self._channel.changed(state)
