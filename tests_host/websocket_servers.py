"""
Servers for a WebSocket client: some to get on with, some to leave in the way that RFC 6455 wants.

A Case is one server and what the client must have seen at the end. The client echoes each message
and reports what it got (see websocket_clients.py). Servers that keep the RFC are `websockets`;
those that break it write their bytes themselves. Used by test_websocket.py for the device's own
client and by websocket_trial.py for those of others.
"""

import asyncio
import base64
import hashlib
import struct
from collections.abc import Awaitable, Callable
from typing import Any
from zlib import crc32

import websockets
from websockets.asyncio.server import ServerConnection

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
_MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
LIMIT_S = 20
CHINESE = "生日快乐 🎂"


class Wrong(Exception):
    """The client did something that it must not, or not what it must."""


class Raw:
    """One connection of a server that makes its frames by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.reader = reader
        self.writer = writer
        self.head: dict[str, str] = {}

    async def request(self) -> str:
        """Read the handshake; the value that accepts it."""
        data = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        for line in data.split("\r\n")[1:-2]:
            name, _, value = line.partition(":")
            self.head[name.strip().lower()] = value.strip()
        key = self.head["sec-websocket-key"].encode()
        return base64.b64encode(hashlib.sha1(key + _MAGIC).digest()).decode()

    def answer(self, accept: str) -> bytes:
        return (
            "HTTP/1.1 101 Switching Protocols\r\nupgrade: WebSocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Accept: {accept}\r\n\r\n"
        ).encode()

    async def accept(self, more: bytes = b"") -> None:
        await self.send(self.answer(await self.request()) + more)

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def frame(self) -> tuple[int, bytes]:
        """The client's next frame, which has to be whole, masked and in its shortest form."""
        first, second = await self.reader.readexactly(2)
        size = second & 127
        if not second & 128:
            raise Wrong("a frame without a mask")
        if first & 0x70:
            raise Wrong("a reserved bit")
        if size == 126:
            (size,) = struct.unpack(">H", await self.reader.readexactly(2))
        elif size == 127:
            (size,) = struct.unpack(">Q", await self.reader.readexactly(8))
        mask = await self.reader.readexactly(4)
        data = await self.reader.readexactly(size)
        return first & 15, bytes(byte ^ mask[at & 3] for at, byte in enumerate(data))

    async def expect(self, opcode: int, data: bytes) -> None:
        got = await self.frame()
        if got != (opcode, data):
            raise Wrong(f"opcode {got[0]}, {len(got[1])} bytes {got[1][:20]!r}")

    async def expect_close(self, *codes: int) -> None:
        """A close frame with one of these codes, then the end of the stream after ours."""
        opcode, data = await self.frame()
        code = struct.unpack(">H", data[:2])[0] if len(data) > 1 else 1005
        if opcode != CLOSE or code not in codes:
            raise Wrong(f"opcode {opcode} with code {code} instead of a close with {codes}")
        try:
            self.writer.write(frame(CLOSE, data[:2]))
            self.writer.write_eof()
        except OSError:
            return  # gone already, its word was said

    async def expect_end(self) -> None:
        try:
            rest = await self.reader.read()
        except ConnectionError:
            return  # left with our last words unread, which is its right
        if rest:
            raise Wrong(f"{len(rest)} bytes more: {rest[:20]!r}")


def frame(opcode: int, data: bytes = b"", final: bool = True, bits: int = 0) -> bytes:
    head = bytes([(0x80 if final else 0) | bits | opcode])
    if len(data) < 126:
        return head + bytes([len(data)]) + data
    if len(data) < 65536:
        return head + b"\x7e" + struct.pack(">H", len(data)) + data
    return head + b"\x7f" + struct.pack(">Q", len(data)) + data


def close(code: int, reason: str = "") -> bytes:
    return frame(CLOSE, struct.pack(">H", code) + reason.encode())


def message(data: str | bytes) -> list:
    """What the client reports of a message."""
    kind = "text" if isinstance(data, str) else "binary"
    raw = data.encode() if isinstance(data, str) else data
    return [kind, len(raw), crc32(raw)]


class Case:
    """
    One server: a coroutine function of a Raw, or of a ServerConnection of `websockets`.

    got   messages that the client must report, None where that does not matter
    end   what it must report of the end: "closed CODE", "refused STATUS" or "gone"
    """

    def __init__(
        self,
        name: str,
        serve: Callable[..., Awaitable[None]],
        got: "list | None",
        end: str,
        strict: bool = True,
        tls: bool = False,
    ):
        self.name = name
        self.serve = serve
        self.got = None if got is None else [message(one) for one in got]
        self.end = end
        self.strict = strict  # an error of the peer, which lenient clients let pass
        self.tls = tls


CASES: list[Case] = []


def case(
    name: str, end: str, *got: str | bytes, any_messages: bool = False, tls: bool = False
) -> Callable:
    def add(serve: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        CASES.append(Case(name, serve, None if any_messages else list(got), end, tls=tls))
        return serve

    return add


# -- servers that keep the rules: `websockets` ---------------------------------------------------

LENGTHS = (0, 1, 125, 126, 127, 4096, 65535, 65536, 70001)
_TEXTS = (CHINESE, "", "x" * 126)
_BLOBS = tuple(bytes(at * 7 & 255 for at in range(size)) for size in LENGTHS)


async def _echoed(connection: ServerConnection, *data: str | bytes) -> None:
    for one in data:
        await connection.send(one)
        if await connection.recv() != one:
            raise Wrong(f"another echo of {len(one)}")


@case("text and binary of every form of length", "closed 1000", *_TEXTS, *_BLOBS)
async def _(connection: ServerConnection) -> None:
    await _echoed(connection, *_TEXTS, *_BLOBS)


@case("fragments", "closed 1000", CHINESE * 3, b"abc" * 99)
async def _(connection: ServerConnection) -> None:
    await connection.send([CHINESE] * 3)
    await connection.send([b"abc"] * 99)
    if await connection.recv() != CHINESE * 3 or await connection.recv() != b"abc" * 99:
        raise Wrong("another echo")


@case("pings of `websockets`", "closed 1000", "after")
async def _(connection: ServerConnection) -> None:
    for data in (b"", b"abcd", b"x" * 125):
        await asyncio.wait_for(await connection.ping(data), 5)
    await _echoed(connection, "after")


@case("close code and reason", "closed 4004", "one")
async def _(connection: ServerConnection) -> None:
    await _echoed(connection, "one")
    await connection.close(4004, "Internal server error 出错")


@case("TLS", "closed 1000", *_TEXTS, *_BLOBS[:8], tls=True)
async def _(connection: ServerConnection) -> None:
    await _echoed(connection, *_TEXTS, *_BLOBS[:8])


# -- servers of bytes, within the rules ----------------------------------------------------------


@case("handshake as servers compare it", "closed 1000", any_messages=True)
async def _(peer: Raw) -> None:
    await peer.accept()
    wanted = {
        "connection": "Upgrade",  # xinnan's server compares the whole value, lower-cased
        "upgrade": "websocket",
        "sec-websocket-version": "13",
        "device-id": "02:00:00:00:00:01",
    }
    for name, value in wanted.items():
        if peer.head.get(name, "").lower() != value.lower():
            raise Wrong(f"{name}: {peer.head.get(name)!r}")
    if len(base64.b64decode(peer.head["sec-websocket-key"])) != 16:
        raise Wrong("a key of another length")
    await peer.send(close(1000))
    await peer.expect_close(1000)


@case("a message in the packet of the handshake", "closed 1000", CHINESE)
async def _(peer: Raw) -> None:
    await peer.accept(frame(TEXT, CHINESE.encode()))
    await peer.expect(TEXT, CHINESE.encode())
    await peer.send(close(1000))
    await peer.expect_close(1000)


@case("a server that sends byte by byte", "closed 1001", CHINESE, b"slow")
async def _(peer: Raw) -> None:
    answer = peer.answer(await peer.request())
    data = frame(TEXT, CHINESE.encode()) + frame(BINARY, b"slow") + close(1001, "away")
    for at in range(len(answer + data)):
        await peer.send((answer + data)[at : at + 1])
        await asyncio.sleep(0)
    await peer.expect(TEXT, CHINESE.encode())
    await peer.expect(BINARY, b"slow")
    await peer.expect_close(1001)


@case("control frames between fragments", "closed 1000", CHINESE, any_messages=False)
async def _(peer: Raw) -> None:
    await peer.accept()
    data = CHINESE.encode()  # cut amid a character
    await peer.send(frame(TEXT, data[:2], False) + frame(PING, b"now") + frame(0, b"", False))
    await peer.expect(PONG, b"now")
    await peer.send(frame(PONG, b"unasked") + frame(0, data[2:5], False) + frame(PING, b""))
    await peer.expect(PONG, b"")
    await peer.send(frame(0, data[5:]))
    await peer.expect(TEXT, data)
    await peer.send(close(1000))
    await peer.expect_close(1000)


@case("a close frame without a code", "closed 1005")
async def _(peer: Raw) -> None:
    await peer.accept()
    await peer.send(frame(CLOSE))
    await peer.expect_close(1000, 1005)


@case("abrupt end", "gone", "one")
async def _(peer: Raw) -> None:
    await peer.accept(frame(TEXT, b"one"))
    await peer.expect(TEXT, b"one")
    peer.writer.transport.abort()


@case("end amid a frame", "gone")
async def _(peer: Raw) -> None:
    await peer.accept(frame(TEXT, b"whole")[:-2])
    peer.writer.close()


@case("a peer that does not read for a while", "closed 1000", any_messages=True)
async def _(peer: Raw) -> None:
    """The client's echo waits, its loop must not: its report says how long another task waited."""
    await peer.accept()
    big = b"y" * 60000
    for _ in range(40):
        peer.writer.write(frame(BINARY, big))
    await asyncio.sleep(2)
    for _ in range(40):
        await peer.expect(BINARY, big)
    await peer.send(close(1000))
    await peer.expect_close(1000)


# -- servers that refuse -------------------------------------------------------------------------


def _refusing(status: str, more: str = "") -> Callable[[Raw], Awaitable[None]]:
    async def serve(peer: Raw) -> None:
        await peer.request()
        await peer.send(f"HTTP/1.1 {status}\r\n{more}Content-Length: 2\r\n\r\nno".encode())
        await peer.expect_end()

    return serve


for _status in (
    "401 Unauthorized",
    "200 OK",
    "302 Found",
    "404 Not Found",
    "503 Service Unavailable",
):
    case(f"HTTP {_status}", f"refused {_status[:3]}")(_refusing(_status))


def _answering(*lines: str) -> Callable[[Raw], Awaitable[None]]:
    async def serve(peer: Raw) -> None:
        accept = await peer.request()
        head = "\r\n".join(["HTTP/1.1 101 Switching Protocols", *lines]).replace("ACCEPT", accept)
        await peer.send(head.encode() + b"\r\n\r\n")
        await peer.expect_end()

    return serve


_UP = ("Upgrade: websocket", "Connection: Upgrade")
case("a wrong accept", "refused 101")(_answering(*_UP, "Sec-WebSocket-Accept: AAAA"))
case("no accept", "refused 101")(_answering(*_UP))
case("no upgrade", "refused 101")(_answering(_UP[1], "Sec-WebSocket-Accept: ACCEPT"))
case("an extension unasked for", "refused 101")(
    _answering(
        *_UP, "Sec-WebSocket-Accept: ACCEPT", "Sec-WebSocket-Extensions: permessage-deflate"
    )
)


@case("no HTTP at all", "refused 0")
async def _(peer: Raw) -> None:
    await peer.request()
    await peer.send(b"SSH-2.0-OpenSSH_9.2\r\n\r\n")
    await peer.expect_end()


@case("an endless head", "refused 0")
async def _(peer: Raw) -> None:
    await peer.request()
    await peer.send(b"HTTP/1.1 101 Switching Protocols\r\n")
    try:
        for _ in range(30000):
            await peer.send(b"X-More: " + b"x" * 1000 + b"\r\n")
    except OSError:
        return
    raise Wrong("thirty megabytes of head were taken")


@case("a hang-up in the handshake", "refused 0")
async def _(peer: Raw) -> None:
    await peer.request()
    peer.writer.close()


# -- servers that break the rules: the client must end the connection with the code for it --------


def _breaking(name: str, data: bytes, code: int, *got: str | bytes) -> None:
    async def serve(peer: Raw) -> None:
        await peer.accept(data)
        for one in got:
            raw = one.encode() if isinstance(one, str) else one
            await peer.expect(TEXT if isinstance(one, str) else BINARY, raw)
        await peer.expect_close(code)
        await peer.expect_end()

    case(name, f"closed {code}", *got)(serve)


_mask = b"\x81\x85\x01\x02\x03\x04" + bytes(a ^ b for a, b in zip(b"hello", b"\1\2\3\4\1"))
_breaking("a masked frame", _mask, 1002)
_breaking("a reserved bit", frame(TEXT, b"x", bits=0x40), 1002)
_breaking("opcode 3", frame(3, b"x"), 1002)
_breaking("opcode 11", frame(11, b""), 1002)
_breaking("a ping in fragments", frame(PING, b"x", False), 1002)
_breaking("a ping of 126 bytes", frame(PING, b"x" * 126), 1002)
_breaking("a continuation of nothing", frame(TEXT, b"ok") + frame(0, b"x"), 1002, "ok")
_breaking("a message amid another", frame(TEXT, b"a", False) + frame(TEXT, b"b"), 1002)
_breaking("a length in two bytes too many", b"\x82\x7e\x00\x7d" + b"x" * 125, 1002)
_breaking("a length in eight bytes too many", b"\x82\x7f" + struct.pack(">Q", 126), 1002)
_breaking("a length with its highest bit", b"\x82\x7f" + b"\xff" * 8, 1002)
_breaking("a close frame of one byte", frame(CLOSE, b"\x03"), 1002)
for _code in (0, 999, 1004, 1005, 1006, 1015, 2999, 5000):
    _breaking(f"close code {_code}", close(_code), 1002)
_breaking("a close reason that is not UTF-8", frame(CLOSE, b"\x03\xe8\xff\xfe"), 1007)
_breaking("text that is not UTF-8", frame(TEXT, b"\xff\xfe"), 1007)
_breaking("text that ends amid a character", frame(TEXT, "好".encode()[:2]), 1007)
_breaking(
    "an overlong form across fragments", frame(TEXT, b"a\xc0", False) + frame(0, b"\xaf"), 1007
)
_breaking("half of a surrogate pair", frame(TEXT, b"\xed\xa0\x80"), 1007)
_breaking("a message of a terabyte", b"\x82\x7f" + struct.pack(">Q", 1 << 40), 1009)
_breaking("a message over the limit", frame(TEXT, b"x" * 200001)[:70000], 1009)
_breaking(
    "fragments without an end",
    frame(BINARY, b"x" * 65000, False) + frame(0, b"x" * 65000, False) * 3,
    1009,
)


# -- running them --------------------------------------------------------------------------------


class Server:
    """The server of one case, for one connection, and what it found wrong."""

    def __init__(self, one: Case, tls: Any = None):
        self.case = one
        self.wrong: "str | None" = "the client never came"
        self._tls = tls if one.tls else None
        self._done = asyncio.Event()
        self._server: Any = None

    async def __aenter__(self) -> "Server":
        hint = next(iter(self.case.serve.__annotations__.values()))
        if hint is Raw:
            self._server = await asyncio.start_server(self._raw, "127.0.0.1", 0)
            sockets = self._server.sockets
        else:
            self._server = await websockets.serve(
                self._ruled, "127.0.0.1", 0, ssl=self._tls, compression=None, ping_interval=None
            )
            sockets = self._server.sockets
        self.port = sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    @property
    def url(self) -> str:
        return f"{'wss' if self._tls else 'ws'}://127.0.0.1:{self.port}/path?token=a.b"

    async def finished(self) -> None:
        await asyncio.wait_for(self._done.wait(), LIMIT_S)

    async def _raw(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer = Raw(reader, writer)
        await self._run(peer)
        try:
            writer.close()
            await writer.wait_closed()
        except OSError:
            return  # the client was faster

    async def _ruled(self, connection: ServerConnection) -> None:
        await self._run(connection)

    async def _run(self, peer: Any) -> None:
        try:
            await asyncio.wait_for(self.case.serve(peer), LIMIT_S)
            self.wrong = None
        except asyncio.IncompleteReadError as error:
            self.wrong = f"the client left after {len(error.partial)} bytes more"
        except TimeoutError:
            self.wrong = "the client did not answer in time"
        except (Wrong, OSError, websockets.WebSocketException) as error:
            self.wrong = f"{type(error).__name__}: {error}"
        finally:
            self._done.set()
