"""
MQTT: umqtt.simple, taken off its socket.

Owns framing, limits and time; umqtt.simple (frozen in stock firmware) makes and reads the packets.
Left alone, it blocks the loop in the look-up of a name, in connecting and in the rest of every
frame. Here it is given whole frames and only fills a list: a call of it never waits. Uses what
versions 1.3.4 to 1.8.0 have in common (docs/decisions/mqtt.md). QoS 0; no will, no session.
"""

import asyncio
import errno
import time

from micropython import const
from umqtt import simple

from .pieces import Body
from .tcp import Line, dial
from .url import URL

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MAX_PAYLOAD = const(8192)  # bytes of a message that is taken in; gateways send no more
_MAX_TOPIC = const(512)
_MAX_OTHER = const(64)  # bytes of a frame that is no PUBLISH
_SKIPPED = const(512)  # bytes of what is too long that are held at a time
_CONNACK_S = const(10)
_SECURE_PORT = const(8883)

_PUBLISH = const(0x30)
_SUBACK = const(0x90)
_PINGRESP = const(0xD0)
# First bytes that servers begin a packet with, a PUBLISH apart, whose flags say more.
_FROM_SERVERS = (0x20, 0x40, 0x50, 0x62, 0x70, 0x90, 0xB0, 0xD0)
_REFUSALS = ("", "protocol version", "client id", "server unavailable", "login", "not allowed")


class Refused(Exception):
    """The broker does not take this device; args are its code (1 to 5) and that in words."""


class _Dry(Exception):
    """umqtt wants to read what is not there yet."""


class _Wire:
    """Stands for umqtt's socket, and for the module it takes one from: two lists, no network."""

    def __init__(self) -> None:
        self.sent: "list[Any]" = []  # what umqtt has written: bytes, or the Body of a message
        self.given: "list[bytes]" = []  # what it may read, cut as it reads

    def write(self, data: "Any", size: "int | None" = None) -> None:
        if isinstance(data, bytearray):  # umqtt's own buffer, used again at once
            data = bytes(data if size is None else data[:size])
        self.sent.append(data)

    def read(self, size: int) -> bytes:
        if not self.given:
            raise _Dry
        return self.given.pop(0)

    def socket(self) -> "_Wire":
        return self

    def getaddrinfo(self, *where: object) -> "list[tuple]":
        return [(None,)]

    def connect(self, address: object) -> None:
        """Connected is what lies under it."""

    def setblocking(self, flag: bool) -> None:
        """It never blocks."""

    settimeout = setblocking

    def close(self) -> None:
        """What lies under it is closed by its owner."""


class MQTT:
    """
    One connection to a broker, from `connect` to the first OSError. Several tasks may publish;
    one reads. `log(level, text)`.
    """

    def __init__(self, place: dict, log: "Callable"):
        """
        `place` is section mqtt of the OTA answer with a client_id. Its endpoint is `host:port`;
        8883, which is also the port where none is told, means TLS, unless `tls` says so or not.
        Raises net.url.URLError.
        """
        where = URL("mqtt://" + place["endpoint"], {"mqtt": _SECURE_PORT})
        self._host = where.host
        self._port = where.port
        self._tls = place.get("tls", where.port == _SECURE_PORT)
        self._log = log
        self._wire = _Wire()
        user, password = place.get("username", ""), place.get("password", "")
        # Bytes: umqtt counts the characters of a str, and sends its bytes.
        self._client = simple.MQTTClient(
            place["client_id"].encode(),
            where.host,
            user=user.encode() or None,
            password=password.encode(),
            keepalive=place.get("keepalive", 0),
        )
        self._client.set_callback(self._came)
        self._message: "bytes | None" = None
        self._line: "Line | None" = None
        self._sending = asyncio.Lock()
        self.heard_ms: "Any" = 0  # ticks_ms when the broker was last heard
        self.sent_ms: "Any" = 0  # and when something was last sent
        self.amid = False  # True while the rest of a frame is missing
        self.skipped = 0  # messages left out: too long, or of QoS 2

    async def connect(self) -> None:
        """
        Dial, and be let in. Raises OSError where nobody answers as a broker does, within 10 s an
        address and 10 s more; Refused where the broker says no.
        """
        self._line = await dial(self._host, self._port, self._tls)
        admitted = False
        try:
            # umqtt's connect is one call from its socket to the broker's answer: it is made once
            # for what it writes, and again, when the answer is there, for what it makes of it.
            await self._send(self._connect)
            try:
                first: "Any" = await asyncio.wait_for(self._frame(), _CONNACK_S)
            except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
                raise OSError(errno.ETIMEDOUT)
            if first is None or first[:2] != [b"\x20", b"\x02"]:
                raise _violation("no CONNACK")
            self._wire.given = [first[0] + first[1] + first[2]]
            try:
                self._connect()
            except simple.MQTTException as e:
                code = e.args[0]
                raise Refused(code, _REFUSALS[code] if code < 6 else "for its own reason")
            self._wire.sent = []
            admitted = True
        finally:  # cancelled, too
            if not admitted:
                self.close()

    def _connect(self) -> None:
        used = simple.socket  # type: ignore[attr-defined]
        simple.socket = self._wire  # type: ignore[attr-defined]
        try:
            self._client.connect()
        finally:
            simple.socket = used  # type: ignore[attr-defined]

    async def publish(self, topic: bytes, message: Body) -> None:
        """Send a message. Raises OSError, also where the broker takes nothing for 10 s."""
        await self._send(self._client.publish, topic, message)

    async def subscribe(self, topic: bytes) -> None:
        """Ask for a topic; a refusal is logged when it comes. Raises OSError."""
        await self._send(self._client.subscribe, topic)

    async def ping(self) -> None:
        """Ask for a sign of life. Raises OSError."""
        await self._send(self._client.ping)

    async def _send(self, call: "Callable", *args: object) -> None:
        """Send what a call of umqtt writes until it wants an answer."""
        async with self._sending:
            self._wire.sent = []
            self._wire.given = []
            try:
                call(*args)
            except _Dry:  # the answer is a frame like any other
                pass
            await self._send_written()

    async def _send_written(self) -> None:
        written, self._wire.sent = self._wire.sent, []
        await self._open_line().send(_pieces(written))
        self.sent_ms = time.ticks_ms()

    async def receive(self) -> bytes:
        """The next message, whatever its topic. Raises OSError when the connection has ended."""
        while True:
            frame = await self._frame()
            if frame is None:
                continue
            kind = frame[0][0] & 0xF0
            if kind == _SUBACK and frame[-1][-1:] == b"\x80":
                self._log("warning", "the broker refuses the subscription")
            elif kind in (_PUBLISH, _PINGRESP):
                async with self._sending:  # umqtt may write an acknowledgement
                    self._wire.given = frame
                    self._client.wait_msg()
                    if self._wire.sent:
                        await self._send_written()
                message, self._message = self._message, None
                if message is not None:
                    return message

    def _came(self, topic: bytes, message: bytes) -> None:
        self._message = message

    # -- frames --------------------------------------------------------------------------------

    async def _frame(self) -> "list[bytes] | None":
        """
        The next frame, cut into the pieces that umqtt reads; None for one that was left out.
        Raises OSError, also for what is no MQTT.
        """
        first = await self._exactly(1)
        self.amid = True
        kind = first[0] & 0xF0
        if kind != _PUBLISH and first[0] not in _FROM_SERVERS:
            raise _violation("a packet that begins with %d" % first[0])
        pieces = [first]
        size = shift = 0
        more = True
        while more:
            if shift > 21:
                raise _violation("a length of more than 4 bytes")
            pieces.append(await self._exactly(1))
            byte = pieces[-1][0]
            size |= (byte & 0x7F) << shift
            shift += 7
            more = byte & 0x80 != 0
        if kind == _PINGRESP and size:
            raise _violation("a PINGRESP of %d bytes" % size)
        whole = True
        if kind == _PUBLISH:
            whole = await self._publication(pieces, size)
        elif size > _MAX_OTHER:
            whole = await self._skip(size)
        elif size:
            pieces.append(await self._exactly(size))
        self.amid = False
        return pieces if whole else None

    async def _publication(self, pieces: "list[bytes]", size: int) -> bool:
        quality = pieces[0][0] >> 1 & 3
        numbered = 2 if quality else 0
        if size < 2 or quality == 3:
            raise _violation("a PUBLISH that is none")
        pieces.append(await self._exactly(2))
        topic = pieces[-1][0] << 8 | pieces[-1][1]
        size -= 2
        if topic + numbered > size:
            raise _violation("a topic longer than its packet")
        payload = size - topic - numbered
        if topic > _MAX_TOPIC or payload > MAX_PAYLOAD or quality == 2:
            self._log("warning", "a message of %d bytes is left out" % payload)
            return await self._skip(size)
        pieces.append(await self._exactly(topic))
        if numbered:
            pieces.append(await self._exactly(2))
        try:
            buffer = bytearray(payload)
        except MemoryError:
            self._log("error", "out of memory, a message of %d bytes is left out" % payload)
            return await self._skip(payload)
        await self._fill(buffer)
        pieces.append(bytes(buffer))
        return True

    async def _skip(self, size: int) -> bool:
        """Read what is not wanted and forget it."""
        self.skipped += 1
        buffer = bytearray(min(size, _SKIPPED))
        while size:
            part = memoryview(buffer)[: min(size, _SKIPPED)]
            await self._fill(part)
            size -= len(part)
        return False

    async def _exactly(self, size: int) -> bytes:
        buffer = bytearray(size)
        await self._fill(buffer)
        return bytes(buffer)

    async def _fill(self, buffer: "bytearray | memoryview") -> None:
        rest = memoryview(buffer)
        while len(rest):
            count = await self._open_line().some(rest)
            if not count:
                raise OSError(errno.ECONNRESET)
            rest = rest[count:]
            self.heard_ms = time.ticks_ms()

    def _open_line(self) -> Line:
        if self._line is None:
            raise OSError(errno.ENOTCONN)
        return self._line

    # -- the end -------------------------------------------------------------------------------

    async def leave(self) -> None:
        """Say goodbye to the broker, if it still listens, and close."""
        try:
            await self._send(self._client.disconnect)
        except OSError:
            pass  # gone already: nothing is lost
        self.close()

    def close(self) -> None:
        """Close; whoever reads or sends gets an OSError or is to be cancelled."""
        if self._line is not None:
            self._line.close()
            self._line = None


def _pieces(written: "list[Any]") -> "Any":
    for item in written:
        if isinstance(item, Body):
            yield from item.pieces()
        else:
            yield item


def _violation(what: str) -> OSError:
    return OSError(errno.EINVAL, "not MQTT: " + what)
