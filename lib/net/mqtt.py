"""
MQTT client: umqtt.simple on a fake socket, so that it does not block the loop.

Owns framing, limits and time; umqtt.simple (frozen in stock firmware) makes and parses the
packets. On a real socket it would block the loop in the look-up of a name, in connecting and amid
a frame. Here it reads complete frames from a list and writes to a list. Uses what versions 1.3.4
to 1.8.0 have in common (docs/decisions/mqtt.md). QoS 0; no will, no session.
"""

import asyncio
import errno
import time

from micropython import const
from umqtt import simple

from .pieces import Body
from .tcp import Connection, dial
from .url import URL

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MAX_PAYLOAD = const(8192)  # bytes of a message; gateways send no more
_MAX_TOPIC = const(512)
_MAX_OTHER = const(64)  # bytes of a frame other than PUBLISH
_SKIPPED = const(512)  # bytes of a skipped frame that are read at once
_CONNACK_S = const(10)
_SECURE_PORT = const(8883)

_PUBLISH = const(0x30)
_SUBACK = const(0x90)
_PINGRESP = const(0xD0)
_LOOK_MS = const(10)  # from one look for its answer to the next
# First bytes that servers begin a packet with, a PUBLISH apart, whose flags say more.
_FROM_SERVERS = (0x20, 0x40, 0x50, 0x62, 0x70, 0x90, 0xB0, 0xD0)
_REFUSALS = ("", "protocol version", "client id", "server unavailable", "login", "not allowed")


class Refused(Exception):
    """The broker does not take this device; args are its code (1 to 5) and that in words."""


class _NothingToRead(Exception):
    """umqtt reads an answer that has not come yet."""


class _FakeSocket:
    """In place of umqtt's socket, and of the module `socket`: two lists, no network."""

    def __init__(self) -> None:
        self.sent: "list[Any]" = []  # written by umqtt: bytes, or the Body of a message
        self.given: "list[bytes]" = []  # for umqtt to read, in the pieces that it asks for

    def write(self, data: "Any", size: "int | None" = None) -> None:
        if isinstance(data, bytearray):  # umqtt's own buffer, used again at once
            data = bytes(data if size is None else data[:size])
        self.sent.append(data)

    def read(self, size: int) -> bytes:
        if not self.given:
            raise _NothingToRead
        return self.given.pop(0)

    def socket(self) -> "_FakeSocket":
        return self

    def getaddrinfo(self, *where: object) -> "list[tuple]":
        return [(None,)]

    def connect(self, address: object) -> None:
        """MQTT.connect() has connected."""

    def setblocking(self, flag: bool) -> None:
        """Nothing here blocks."""

    settimeout = setblocking

    def close(self) -> None:
        """MQTT.close() closes the connection."""


class MQTT:
    """
    One connection to a broker, from `connect` to the first OSError. Several tasks may publish;
    one reads. `log(level, text)`.
    """

    def __init__(self, broker: dict, log: "Callable"):
        """
        `broker` is section mqtt of the OTA answer with a client_id. Its endpoint is `host:port`;
        8883, which is the default port, means TLS, unless there is a `tls`.
        Raises net.url.URLError.
        """
        where = URL("mqtt://" + broker["endpoint"], {"mqtt": _SECURE_PORT})
        self._host = where.host
        self._port = where.port
        self._tls = broker.get("tls", where.port == _SECURE_PORT)
        self._log = log
        self._fake = _FakeSocket()
        user, password = broker.get("username", ""), broker.get("password", "")
        # Bytes: umqtt counts the characters of a str, and sends its bytes.
        self._client = simple.MQTTClient(
            broker["client_id"].encode(),
            where.host,
            user=user.encode() or None,
            password=password.encode(),
            keepalive=broker.get("keepalive", 0),
        )
        self._client.set_callback(self._on_message)
        self._message: "bytes | None" = None
        self._connection: "Connection | None" = None
        self._sending = asyncio.Lock()
        self._pongs = 0  # answers to pings
        self.heard_ms: "Any" = 0  # ticks_ms when the broker was last heard
        self.sent_ms: "Any" = 0  # and when something was last sent
        self.amid_frame = False  # True while a frame is only partly received
        self.skipped = 0  # messages skipped: too long, or of QoS 2

    async def connect(self) -> None:
        """
        Connect and log in. Raises OSError where no broker answers within 10 s for each address
        and 10 s more, Refused where the broker refuses.
        """
        self._connection = await dial(self._host, self._port, self._tls)
        admitted = False
        try:
            # umqtt's connect writes, then reads the broker's answer, in one call. So it is called
            # once for what it writes, and again, when the answer is here, to parse that.
            await self._send(self._connect)
            try:
                first: "Any" = await asyncio.wait_for(self._frame(), _CONNACK_S)
            except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
                raise OSError(errno.ETIMEDOUT)
            if first is None or first[:2] != [b"\x20", b"\x02"]:
                raise _violation("no CONNACK")
            self._fake.given = [first[0] + first[1] + first[2]]
            try:
                self._connect()
            except simple.MQTTException as e:
                code = e.args[0]
                raise Refused(code, _REFUSALS[code] if code < 6 else "for its own reason")
            self._fake.sent = []
            admitted = True
        finally:  # cancelled, too
            if not admitted:
                self.close()

    def _connect(self) -> None:
        used = simple.socket  # type: ignore[attr-defined]
        simple.socket = self._fake  # type: ignore[attr-defined]
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

    async def reached(self, most_ms: int) -> None:
        """
        Wait until the broker has what was sent, as the answer to a ping tells that is sent behind
        it: QoS 0 has no other. `most_ms` at most. Raises OSError.
        """
        before = self._pongs
        await self.ping()
        for _ in range(most_ms // _LOOK_MS):
            if self._pongs != before:
                return
            await asyncio.sleep_ms(_LOOK_MS)

    async def _send(self, call: "Callable", *args: object) -> None:
        """Send what a call of umqtt writes until it reads an answer."""
        async with self._sending:
            self._fake.sent = []
            self._fake.given = []
            try:
                call(*args)
            except _NothingToRead:  # receive() handles the answer
                pass
            await self._send_written()

    async def _send_written(self) -> None:
        written, self._fake.sent = self._fake.sent, []
        await self._connected().send(_pieces(written))
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
                self._pongs += kind == _PINGRESP
                async with self._sending:  # umqtt may write an acknowledgement
                    self._fake.given = frame
                    self._client.wait_msg()
                    if self._fake.sent:
                        await self._send_written()
                message, self._message = self._message, None
                if message is not None:
                    return message

    def _on_message(self, topic: bytes, message: bytes) -> None:
        self._message = message

    # -- frames --------------------------------------------------------------------------------

    async def _frame(self) -> "list[bytes] | None":
        """
        The next frame, in the pieces that umqtt reads; None for one that was skipped. Raises
        OSError, also for a malformed frame.
        """
        first = await self._exactly(1)
        self.amid_frame = True
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
        complete = True
        if kind == _PUBLISH:
            complete = await self._publication(pieces, size)
        elif size > _MAX_OTHER:
            complete = await self._skip(size)
        elif size:
            pieces.append(await self._exactly(size))
        self.amid_frame = False
        return pieces if complete else None

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
        """Read and drop so many bytes; False, as the frame is not complete."""
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
        tail = memoryview(buffer)
        while len(tail):
            count = await self._connected().read_some(tail)
            if not count:
                raise OSError(errno.ECONNRESET)
            tail = tail[count:]
            self.heard_ms = time.ticks_ms()

    def _connected(self) -> Connection:
        if self._connection is None:
            raise OSError(errno.ENOTCONN)
        return self._connection

    # -- the end -------------------------------------------------------------------------------

    async def disconnect(self) -> None:
        """Send DISCONNECT, if the connection still works, and close."""
        try:
            await self._send(self._client.disconnect)
        except OSError:
            pass  # it is gone already
        self.close()

    def close(self) -> None:
        """Close; a task that reads or sends gets an OSError, or its owner cancels it."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _pieces(written: "list[Any]") -> "Any":
    for item in written:
        if isinstance(item, Body):
            yield from item.pieces()
        else:
            yield item


def _violation(what: str) -> OSError:
    return OSError(errno.EINVAL, "not MQTT: " + what)
