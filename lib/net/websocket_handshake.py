"""
WebSocket handshake: opens a connection as a client (RFC 6455 section 4).

Owns the request and the check of the answer, whose head is limited. On an ESP32 the look-up of a
name blocks the loop until the resolver answers or gives up.
"""

import asyncio
import os
from binascii import b2a_base64
from hashlib import sha1

from micropython import const

from . import tcp
from .url import URL, URLError
from .websocket import MAX_MESSAGE, WebSocket, hang_up

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_MAX_HEAD = const(4096)  # bytes of the answer to the handshake
_CONNECT_MS = const(10000)  # for connection, TLS and handshake
_ETIMEDOUT = const(110)
_PORTS = {"ws": 80, "wss": 443}
_MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Refused(Exception):
    """The handshake failed; `status` is that of HTTP, 0 where the answer was none."""

    def __init__(self, status: int, why: str):
        super().__init__(why)
        self.status = status
        self.why = why


async def connect(
    url: str,
    headers: "tuple" = (),
    max_message: int = MAX_MESSAGE,
    dial: "Callable | None" = None,
    limit_ms: int = _CONNECT_MS,
) -> WebSocket:
    """
    Open a connection to a ws:// or wss:// URL.

    headers   (name, value) pairs of text that go with the handshake
    dial      async def dial(host, port, secure) -> (reader, writer), in place of tcp.dial

    Raises ValueError for a malformed URL or header, OSError where no server is reached in time,
    Refused where the server does not accept the handshake. Redirects are not followed.
    """
    address = URL(url, _PORTS)
    if address.user or address.password:
        raise URLError("a user name, which a handshake has no place for")
    key = b2a_base64(os.urandom(16))[:-1]
    request = _request(address, key, headers)
    try:
        return await asyncio.wait_for_ms(
            _open(address, dial or _dial, request, key, max_message), limit_ms
        )
    except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
        raise OSError(_ETIMEDOUT)


async def _dial(host: str, port: int, secure: bool) -> "tuple":
    stream = (await tcp.dial(host, port, secure)).stream
    return stream, stream


async def _open(
    address: URL, dial: "Callable", request: bytes, key: bytes, most: int
) -> WebSocket:
    reader, writer = await dial(address.host, address.port, address.scheme == "wss")
    done = False
    try:
        writer.write(request)
        await writer.drain()
        _check(await _answer(reader), key)
        done = True
        return WebSocket(reader, writer, most)
    finally:
        if not done:
            await hang_up(writer)


def _request(address: URL, key: bytes, headers: "tuple") -> bytes:
    lines = [
        "GET %s HTTP/1.1" % address.target,
        "Host: " + address.authority,
        "Upgrade: websocket",
        # Exactly this word: some servers compare the complete value.
        "Connection: Upgrade",
        "Sec-WebSocket-Key: " + key.decode(),
        "Sec-WebSocket-Version: 13",
    ]
    for name, value in headers:
        lines.append("%s: %s" % (name, value))
    for line in lines:
        if "\r" in line or "\n" in line:
            raise ValueError("a header with a line end in it")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def _answer(reader: "Any") -> bytes:
    """
    The head of the answer, without its end. Each read asks for as many bytes as must still come
    at least, since a frame may follow.
    """
    head = b""
    piece = bytearray(4)
    missing = 4
    while missing:
        got = await reader.readinto(memoryview(piece)[:missing])
        if got == 0:
            raise Refused(0, "the server hung up")
        head += bytes(piece[: got or 0])
        if len(head) > _MAX_HEAD:
            raise Refused(0, "an answer of more than %d bytes" % _MAX_HEAD)
        missing = 4
        for end in (b"\r\n\r\n", b"\r\n\r", b"\r\n", b"\r"):
            if head.endswith(end):
                missing = 4 - len(end)
                break
    return head[:-4]


def _check(head: bytes, key: bytes) -> None:
    """Raise Refused unless the head of an answer accepts the handshake of `key`."""
    lines = head.split(b"\r\n")
    words = lines[0].split(b" ", 2)
    if not words[0].startswith(b"HTTP/1.") or len(words) < 2 or not words[1].isdigit():
        raise Refused(0, "the server does not speak HTTP")
    status = int(words[1])
    if status != 101:
        raise Refused(status, "HTTP status %d" % status)
    found: "dict[bytes, bytes]" = {}
    for line in lines[1:]:
        name, _, value = line.partition(b":")
        found[name.strip().lower()] = value.strip()
    if found.get(b"upgrade", b"").lower() != b"websocket":
        raise Refused(status, "no upgrade to websocket")
    tokens = found.get(b"connection", b"").lower().split(b",")
    if b"upgrade" not in [token.strip() for token in tokens]:
        raise Refused(status, "no upgrade of the connection")
    if found.get(b"sec-websocket-accept") != b2a_base64(sha1(key + _MAGIC).digest())[:-1]:
        raise Refused(status, "the handshake's key does not come back right")
    if b"sec-websocket-extensions" in found or b"sec-websocket-protocol" in found:
        raise Refused(status, "an extension or protocol that nobody asked for")
