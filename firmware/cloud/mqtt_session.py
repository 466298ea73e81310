"""
MQTT session: a XiaoZhi session over MQTT and UDP, on a connection that stays open while idle.

Owns the connection: it is made, kept alive, given up when it is dead, and retried after _RETRY_S.
Its messages go to lib/xiaozhi/session.py, whose hello opens the audio socket (udp_audio.py). MQTT
packets are in lib/net/mqtt.py. docs/PROTOCOL.md section 6.5.
"""

import asyncio
import os
import socket
import time

from mcp.core.concurrent_calls import MessageChannel
from micropython import const
from net import mqtt
from net.failure_reasons import reason
from net.pieces import Body
from net.tasks import stop
from net.tcp import look_up
from xiaozhi.callbacks import AudioSink, SessionCallbacks
from xiaozhi.session import XiaoZhi
from xiaozhi.state_table import LISTENING

from firmware.system import events

from .endpoint_health import EndpointHealth
from .udp_audio import AudioChannel, AudioPackets, octets

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp.core.server import Server

_KEEPALIVE_S = const(240)
_ANSWER_MS = const(20000)  # for the broker to answer a ping, or to send the rest of a packet
_RETRY_S = const(60)  # after a connection was lost or could not be made
_JITTER_S = const(10)  # added by chance at most: after a restart of the broker all devices return
_PUBLISH_TOPIC = "device-server"
_BEHIND_MS = const(500)  # at most, for `listen start` to be there before the first packet
_LOST_MS = const(100)  # after a fault of ours in the audio
_CIPHER = "aes-128-ctr"
# 60 ms of nothing, as a whole packet of Opus (RFC 6716, 3.1: a frame of no bytes).
_SILENCE = b"\x58"


class Unreachable(Exception):
    """The broker cannot be connected to; the text says why."""


class MQTTSession:
    """
    `broker` is section mqtt of the OTA answer, `client_id` the name to use where it has none.
    `host` and `sink` are those of the session; `health` hears of connections and failures. Where
    another channel can be tried instead (`has_alternative`), serve() gives up when the first
    connection fails, when the broker refuses the device, and when it has been away for long.
    """

    def __init__(
        self,
        server: "Server",
        host: SessionCallbacks,
        broker: "dict[str, Any]",
        client_id: str,
        sink: "AudioSink | None" = None,
        has_alternative: bool = False,
        health: "EndpointHealth | None" = None,
    ):
        self._broker = _completed(broker, client_id)
        self._health = health or EndpointHealth()
        self._topic = self._broker.get("publish_topic", _PUBLISH_TOPIC).encode()
        subscribe = self._broker.get("subscribe_topic", "null")  # some services send it as text
        self._subscribe = b"" if subscribe == "null" else subscribe.encode()
        self._has_alternative = has_alternative
        self._client: "mqtt.MQTT | None" = None
        self.up = asyncio.Event()  # connected
        self.down = asyncio.Event()  # not connected, after having been
        self._broken = asyncio.Event()  # the present connection is lost
        self._why = ""
        self._wanted = asyncio.Event()  # by who speaks: connect now
        self._words: "list[str | None]" = []  # said before there is a connection; None: a wake
        self._reminder = ""  # waits for a connection
        self._mode = ""  # of listening, likewise
        self._was_up = False
        self._ended = False
        self._speaks = sink is not None
        self._audio: "AudioChannel | None" = None
        self._audio_task: "asyncio.Task | None" = None
        self._behind = False  # the next packet must not overtake what was published
        mcp = MessageChannel(server, "xiaozhi")
        callbacks = _AudioEvents(self, host)
        self.session = XiaoZhi(
            mcp, callbacks, self._send, server.log, "udp", sink, self._send_audio
        )

    # -- what the owner does -------------------------------------------------------------------

    async def serve(self) -> None:
        """Stay connected until close(). Raises Unreachable (see the class), net.url.URLError."""
        while not self._ended:
            self._wanted.clear()
            try:
                await self._connection()
            except (Unreachable, ValueError):
                raise
            except Exception as e:  # noqa: BLE001  whatever it is, connect again
                self._log("error", "a fault of ours: %s: %s" % (type(e).__name__, e))
            if not self._ended:
                await self._pause()

    async def wake(self) -> None:
        """Begin a session; connect first where there is no connection."""
        await self._begin(None)

    async def say(self, text: str) -> None:
        """What the owner says, as text."""
        await self._begin(text)

    async def remind(self, text: str) -> None:
        """Have the server's model say it ("": cancel it); connect where there is no connection."""
        self._reminder = text if self._client is None else ""
        if self._client is not None:
            await self.session.remind(text)
        elif text:
            self._wanted.set()

    async def listen(self, mode: str) -> None:
        """The owner speaks; connect where there is no connection."""
        if self._client is not None:
            await self.session.listen(mode)
        else:
            self._mode = mode
            self._wanted.set()

    async def stop_listening(self) -> None:
        """The owner does not speak any more."""
        self._mode = ""
        await self.session.stop()

    async def _begin(self, words: "str | None") -> None:
        if self._client is None:
            self._words = [words]
            self._wanted.set()
        elif words is None:
            await self.session.wake()
        else:
            await self.session.say(words)

    async def close(self) -> None:
        """End the session and the connection with a goodbye each, and serve()."""
        self._ended = True
        await self.session.close("the device is switched off")
        if self._client is not None:
            await self._client.disconnect()
        self._break("")
        self._wanted.set()

    # -- the connection ------------------------------------------------------------------------

    async def _connection(self) -> None:
        """One connection from beginning to end. Raises Unreachable."""
        client = mqtt.MQTT(self._broker, self._log)
        try:
            await client.connect()
            if self._subscribe:
                await client.subscribe(self._subscribe)
        except (OSError, mqtt.Refused) as e:
            client.close()
            self._log("warning", "no line to the broker: %s" % reason(e))
            if isinstance(e, mqtt.Refused):
                self._health.refused()
            else:
                self._health.failed()
            if self._has_alternative and (self._health.doubtful or not self._was_up):
                raise Unreachable(reason(e))
            return
        if self._ended:  # close() was called meanwhile, and found no connection to end
            await client.disconnect()
            return
        self._was_up = True
        self._health.connected()
        self._log("info", "connected to the broker")
        events.emit("state", what="broker", now="up")
        self._broken.clear()
        self._client = client
        self.down.clear()
        self.up.set()
        tasks = [asyncio.create_task(work(client)) for work in (self._read, self._keep_alive)]
        try:
            await self._greet()
            await self._broken.wait()
        finally:
            self._client = None
            self.up.clear()
            self.down.set()
            try:
                await stop(tasks)
            finally:
                client.close()
                self.hang_up()
                await self.session.lost(self._why)
        if not self._ended:
            self._log("warning", "the line to the broker broke: %s" % self._why)

    async def _greet(self) -> None:
        await self.session.renew()
        said, self._words = self._words, []
        for words in said:
            await self._begin(words)
        if self._reminder:
            await self.remind(self._reminder)
        if self._mode:
            mode, self._mode = self._mode, ""
            await self.session.listen(mode)

    async def _read(self, client: "mqtt.MQTT") -> None:
        """A task of each connection: give what comes to the session."""
        try:
            while True:
                try:
                    await self.session.text(await client.receive())
                except MemoryError:
                    if client.amid_frame:  # the rest of it could not be told from the next one
                        raise
                    self._log("error", "out of memory, a message is lost")
        except OSError as e:
            self._break(reason(e))
        finally:
            self._break("a fault of ours")

    async def _keep_alive(self, client: "mqtt.MQTT") -> None:
        """A task of each connection: tick the session, ping in time, give up a dead connection."""
        last: "Any" = time.ticks_ms()
        pinged = last
        waiting = False  # for the answer to a ping
        quiet_ms = self._broker["keepalive"] * 750  # three quarters of the keepalive
        try:
            while True:
                await asyncio.sleep(1)
                now = time.ticks_ms()
                await self.session.tick(time.ticks_diff(now, last))
                last = now
                waiting = waiting and time.ticks_diff(client.heard_ms, pinged) < 0
                silent_ms = time.ticks_diff(now, client.heard_ms)
                if waiting and time.ticks_diff(now, pinged) >= _ANSWER_MS:
                    self._break("a ping was not answered")
                elif client.amid_frame and silent_ms >= _ANSWER_MS:
                    self._break("the rest of a packet did not come")
                elif not waiting and time.ticks_diff(now, client.sent_ms) >= quiet_ms:
                    await client.ping()
                    pinged, waiting = client.sent_ms, True
        except OSError as e:
            self._break(reason(e))
        finally:
            self._break("a fault of ours")

    def _break(self, why: str) -> None:
        """The connection is lost: the task of serve() clears up."""
        if not self._broken.is_set():
            self._why = why
            self._broken.set()

    async def _pause(self) -> None:
        """Wait before the next try, unless somebody speaks or has spoken since the loss."""
        try:
            seconds = _RETRY_S + os.urandom(1)[0] * _JITTER_S // 256
            await asyncio.wait_for(self._wanted.wait(), seconds)
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            self._words = []  # what was said before is stale by now

    async def _send(self, frame: Body) -> None:
        """How the session sends. Raises OSError."""
        if self._client is None:
            raise OSError("no line to the broker")
        try:
            await self._client.publish(self._topic, frame)
        except OSError as e:
            self._break(reason(e))
            raise

    # -- audio ---------------------------------------------------------------------------------

    def open_audio(self, hello: dict) -> "str | None":
        """Open the UDP socket that the server's hello names; why that cannot be, or None."""
        self.hang_up()
        udp = hello.get("udp")
        if not isinstance(udp, dict):
            return "a hello without udp"
        server, port = udp.get("server"), udp.get("port")
        key, nonce = octets(udp.get("key")), octets(udp.get("nonce"))
        if key is None or nonce is None or udp.get("encryption", _CIPHER) != _CIPHER:
            return "a key, nonce or encryption that is none of ours"
        if not isinstance(server, str) or not isinstance(port, int) or not 0 < port < 65536:
            return "no address for the audio"
        try:
            row = look_up(server, port, socket.SOCK_DGRAM)[0]
            packets = AudioPackets(key, nonce)
            self._audio = AudioChannel(row[0], row[-1], packets, self.session.audio)
        except OSError as e:
            return "no way to the address for the audio: %s" % reason(e)
        self._audio_task = asyncio.create_task(self._hear(self._audio))
        if self._speaks:
            # Gateways know where to send audio once some has come, and the companion may be the
            # first to speak: a reminder.
            self.speak(_SILENCE, 0)
        return None

    async def _hear(self, audio: "AudioChannel") -> None:
        """A task of each session: receive its audio. What fails costs a packet."""
        while self._audio is audio:
            try:
                await audio.run()
                return
            except Exception as e:  # noqa: BLE001  whatever it is, the session goes on
                self._log("error", "a packet of audio is lost: %r" % e)
                await asyncio.sleep_ms(_LOST_MS)

    def changed(self, state: str) -> None:
        """The session is in another state now."""
        self._behind = state == LISTENING

    def speak(self, payload: "bytes | memoryview", timestamp: int) -> None:
        """One packet from the microphone; lost where no session is open."""
        if self._audio is not None:
            self._audio.send(payload, timestamp)

    async def _send_audio(self, packet: "bytes | memoryview", timestamp: int) -> None:
        if self._behind and self._client is not None:
            self._behind = False
            await self._client.reached(_BEHIND_MS)
        self.speak(packet, timestamp)

    def hang_up(self) -> None:
        """Close the audio, if it is open."""
        if self._audio is not None:
            packets = self._audio.packets
            counts = (packets.taken, packets.lost, packets.refused)
            self._log("info", "audio: %d packets, %d lost, %d refused" % counts)
            self._audio.close()
            self._audio = None
        if self._audio_task is not None:
            self._audio_task.cancel()
            self._audio_task = None

    def _log(self, level: str, text: str) -> None:
        events.log(level, "mqtt", text)


class _AudioEvents(SessionCallbacks):
    """Passes every callback on to `host`, and opens and closes the audio."""

    def __init__(self, session: MQTTSession, host: SessionCallbacks):
        self._session = session
        self.heard = host.heard  # type: ignore[method-assign]
        self.reminded = host.reminded  # type: ignore[method-assign]
        self.felt = host.felt  # type: ignore[method-assign]
        self.warned = host.warned  # type: ignore[method-assign]
        self.commanded = host.commanded  # type: ignore[method-assign]
        self._host = host

    def changed(self, state: str) -> None:
        self._session.changed(state)
        self._host.changed(state)

    def ended(self, why: str) -> None:
        self._session.hang_up()
        self._host.ended(why)

    async def opened(self, hello: dict) -> "str | None":
        return self._session.open_audio(hello) or await self._host.opened(hello)


async def try_broker(
    broker: "dict[str, Any]", client_id: str, log: "Callable", health: EndpointHealth
) -> bool:
    """Connect and disconnect; True where the broker takes the device. Raises ValueError."""
    client = mqtt.MQTT(_completed(broker, client_id), log)
    try:
        await client.connect()
        await client.disconnect()
    except mqtt.Refused:
        health.refused()
        return False
    except OSError:
        health.failed()
        return False
    finally:
        client.close()
    health.connected()
    return True


def _completed(broker: "dict[str, Any]", client_id: str) -> "dict[str, Any]":
    """A copy, with what the service may leave out."""
    broker = dict(broker)
    broker.setdefault("client_id", client_id)
    broker.setdefault("keepalive", _KEEPALIVE_S)
    return broker
