"""
XiaoZhi over MQTT and UDP: the standing line to a cloud that may call at any time.

Owns the connection's life: made and made again, kept alive, its messages given to the session
(lib/xiaozhi/session.py), whose hello opens the audio socket. What a session does is in there, what
MQTT looks like in mqtt.py, audio packets in xiaozhi_udp.py. docs/PROTOCOL.md section 6.5.
"""

import asyncio
import os
import socket
import time
from binascii import unhexlify

from mcp.core.concurrent_calls import MessageChannel
from micropython import const
from net import mqtt
from net.failure_reasons import reason
from net.pieces import Body
from net.tcp import look_up
from xiaozhi.callbacks import Codec, Host
from xiaozhi.session import XiaoZhi

from firmware.system import events

from .udp_audio import AudioChannel, AudioPackets

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from mcp.core.server import Server

_KEEPALIVE_S = const(240)
_ANSWER_MS = const(20000)  # for the broker to answer a ping, or to go on with a packet
_AGAIN_S = const(60)  # after the line broke, and up to 10 s more: brokers restart for all at once
_JITTER_S = const(10)
_PUBLISH_TOPIC = "device-server"
_CIPHER = "aes-128-ctr"


class Unreachable(Exception):
    """The line could not be made; the text says why."""


class MQTTChannel:
    """
    `place` is section mqtt of the OTA answer, `client_id` what to be called where it names none.
    `host` and `codec` are those of the session. Where there is somebody `else_where` to turn to,
    serve() gives up when the first connection fails, or when the broker refuses the device.
    """

    def __init__(
        self,
        server: "Server",
        host: Host,
        place: "dict[str, Any]",
        client_id: str,
        codec: "Codec | None" = None,
        else_where: bool = False,
    ):
        self._place = dict(place)
        self._place.setdefault("client_id", client_id)
        self._place.setdefault("keepalive", _KEEPALIVE_S)
        self._topic = self._place.get("publish_topic", _PUBLISH_TOPIC).encode()
        subscribe = self._place.get("subscribe_topic", "null")  # some services spell it out
        self._subscribe = b"" if subscribe == "null" else subscribe.encode()
        self._else_where = else_where
        self._line: "mqtt.MQTT | None" = None
        self.up = asyncio.Event()  # there is a line
        self.down = asyncio.Event()  # there is none
        self._broken = asyncio.Event()  # the line that there is has come to its end
        self._why = ""
        self._wanted = asyncio.Event()  # somebody speaks: the next connection is due now
        self._speech: "list[str | None]" = []  # what it was, None for a mere wake
        self._was_up = False
        self._ended = False
        self._audio: "AudioChannel | None" = None
        self._audio_task: "asyncio.Task | None" = None
        mcp = MessageChannel(server, "xiaozhi")
        ears = _Ears(self, host)
        self.session = XiaoZhi(mcp, ears, self._send, server.log, "udp", codec)

    # -- what the owner does -------------------------------------------------------------------

    async def serve(self) -> None:
        """Keep the line up until close(). Raises Unreachable (see the class), net.url.URLError."""
        while not self._ended:
            self._wanted.clear()
            try:
                await self._connection()
            except (Unreachable, ValueError):
                raise
            except Exception as e:  # noqa: BLE001  whatever it is, the line is tried again
                self._log("error", "a fault of ours: %s: %s" % (type(e).__name__, e))
            if not self._ended:
                await self._pause()

    async def wake(self) -> None:
        """Begin a session, over a new line if there is none."""
        await self._begin(None)

    async def say(self, text: str) -> None:
        """What the owner says, as text."""
        await self._begin(text)

    async def _begin(self, words: "str | None") -> None:
        if self._line is None:
            self._speech = [words]
            self._wanted.set()
        elif words is None:
            await self.session.wake()
        else:
            await self.session.say(words)

    async def close(self) -> None:
        """End the session with a goodbye, the line with another, and serve()."""
        self._ended = True
        await self.session.close("the device is switched off")
        if self._line is not None:
            await self._line.leave()
        self._break("")
        self._wanted.set()

    # -- the line ------------------------------------------------------------------------------

    async def _connection(self) -> None:
        """One connection from beginning to end. Raises Unreachable."""
        line = mqtt.MQTT(self._place, self._log)
        try:
            await line.connect()
            if self._subscribe:
                await line.subscribe(self._subscribe)
        except (OSError, mqtt.Refused) as e:
            line.close()
            self._log("warning", "no line to the broker: %s" % reason(e))
            if self._else_where and (isinstance(e, mqtt.Refused) or not self._was_up):
                raise Unreachable(reason(e))
            return
        self._was_up = True
        self._log("info", "connected to the broker")
        self._broken.clear()
        self._line = line
        self.down.clear()
        self.up.set()
        tasks = [asyncio.create_task(work(line)) for work in (self._read, self._mind)]
        try:
            await self._greet()
            await self._broken.wait()
        finally:
            self._line = None
            self.up.clear()
            self.down.set()
            for task in tasks:
                await stopped(task)
            line.close()
            await self.session.lost(self._why)
            self.hang_up()
        if not self._ended:
            self._log("warning", "the line to the broker broke: %s" % self._why)

    async def _greet(self) -> None:
        await self.session.renew()
        speech, self._speech = self._speech, []
        for words in speech:
            await self._begin(words)

    async def _read(self, line: "mqtt.MQTT") -> None:
        """Started with a connection, cancelled with it: what comes goes to the session."""
        try:
            while True:
                try:
                    await self.session.text(await line.receive())
                except MemoryError:
                    if line.amid:  # what follows could not be told from the rest of it
                        raise
                    self._log("error", "out of memory, a message is lost")
        except OSError as e:
            self._break(reason(e))
        finally:
            self._break("a fault of ours")

    async def _mind(self, line: "mqtt.MQTT") -> None:
        """
        Started with a connection, cancelled with it: once a second the session learns of time, a
        ping goes out when it is due, and a line that is dead is given up.
        """
        last: "Any" = time.ticks_ms()
        pinged = last
        waiting = False  # for the answer to a ping
        quiet_ms = self._place["keepalive"] * 750  # three quarters of what was promised
        try:
            while True:
                await asyncio.sleep(1)
                now = time.ticks_ms()
                await self.session.tick(time.ticks_diff(now, last))
                last = now
                waiting = waiting and time.ticks_diff(line.heard_ms, pinged) < 0
                silent_ms = time.ticks_diff(now, line.heard_ms)
                if waiting and time.ticks_diff(now, pinged) >= _ANSWER_MS:
                    self._break("a ping was not answered")
                elif line.amid and silent_ms >= _ANSWER_MS:
                    self._break("the rest of a packet did not come")
                elif not waiting and time.ticks_diff(now, line.sent_ms) >= quiet_ms:
                    await line.ping()
                    pinged, waiting = line.sent_ms, True
        except OSError as e:
            self._break(reason(e))
        finally:
            self._break("a fault of ours")

    def _break(self, why: str) -> None:
        """The line has come to its end: the task of serve() clears up."""
        if not self._broken.is_set():
            self._why = why
            self._broken.set()

    async def _pause(self) -> None:
        """Wait before the next try, unless somebody speaks or has spoken since the line broke."""
        try:
            seconds = _AGAIN_S + os.urandom(1)[0] * _JITTER_S // 256
            await asyncio.wait_for(self._wanted.wait(), seconds)
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            self._speech = []  # what was said before is stale by now

    async def _send(self, frame: Body) -> None:
        """How the session sends. Raises OSError."""
        if self._line is None:
            raise OSError("no line to the broker")
        try:
            await self._line.publish(self._topic, frame)
        except OSError as e:
            self._break(reason(e))
            raise

    # -- audio ---------------------------------------------------------------------------------

    def open_audio(self, hello: dict) -> "str | None":
        """Open the socket that the server's hello tells of; why that cannot be, or None."""
        self.hang_up()
        told = hello.get("udp")
        if not isinstance(told, dict):
            return "a hello without udp"
        server, port = told.get("server"), told.get("port")
        key, nonce = _octets(told.get("key")), _octets(told.get("nonce"))
        if key is None or nonce is None or told.get("encryption", _CIPHER) != _CIPHER:
            return "a key, nonce or encryption that is none of ours"
        if not isinstance(server, str) or not isinstance(port, int) or not 0 < port < 65536:
            return "no address for the audio"
        try:
            row = look_up(server, port, socket.SOCK_DGRAM)[0]
            packets = AudioPackets(key, nonce)
            self._audio = AudioChannel(row[0], row[-1], packets, self.session.audio)
        except OSError as e:
            return "no way to the address for the audio: %s" % reason(e)
        self._audio_task = asyncio.create_task(self._audio.run())
        return None

    def speak(self, payload: bytes, timestamp: int) -> None:
        """One packet from the microphone; lost where no session is open."""
        if self._audio is not None:
            self._audio.send(payload, timestamp)

    def hang_up(self) -> None:
        """Close the audio, if it is open."""
        if self._audio is not None:
            packets = self._audio.packets
            said = (packets.taken, packets.lost, packets.refused)
            self._log("info", "audio: %d packets, %d lost, %d refused" % said)
            self._audio.close()
            self._audio = None
        if self._audio_task is not None:
            self._audio_task.cancel()
            self._audio_task = None

    def _log(self, level: str, text: str) -> None:
        events.log(level, "mqtt", text)


class _Ears(Host):
    """Passes everything on to the owner's host, and opens and closes the audio."""

    def __init__(self, channel: MQTTChannel, host: Host):
        self._channel = channel
        self.heard = host.heard  # type: ignore[method-assign]
        self.changed = host.changed  # type: ignore[method-assign]
        self.felt = host.felt  # type: ignore[method-assign]
        self.warned = host.warned  # type: ignore[method-assign]
        self.commanded = host.commanded  # type: ignore[method-assign]
        self._host = host

    def ended(self, why: str) -> None:
        self._channel.hang_up()
        self._host.ended(why)

    async def opened(self, hello: dict) -> "str | None":
        return self._channel.open_audio(hello) or await self._host.opened(hello)


async def stopped(task: "asyncio.Task") -> None:
    """Cancel a task of the line's, and wait for its end."""
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass
    except Exception as e:  # noqa: BLE001  supervised here: the line is made anew whatever it was
        events.log("error", "mqtt", "a task of the line failed: %r" % e)


def _octets(value: object) -> "bytes | None":
    """16 bytes of 32 hex digits, None for anything else."""
    if not isinstance(value, str) or len(value) != 32:
        return None
    try:
        return unhexlify(value)
    except ValueError:
        return None
