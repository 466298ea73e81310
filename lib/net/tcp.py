"""
Dialling out: a TCP connection, with TLS where it is asked for, that the loop never waits for.

Owns connecting, reading and writing within time limits. asyncio's own open_connection takes the
first address only, gives a connection that was refused for an open one, and leaves the socket open
when it is cancelled. The one thing here that blocks is the look-up of a name (getaddrinfo, and not
that of a number); docs/decisions/mqtt.md has what was measured.
"""

import asyncio
import errno
import select
import socket
import ssl

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_CONNECT_MS = const(10000)  # for one address
_POLL_MS = const(10)  # between two looks at a connection that is being made
_MAX_ADDRESSES = const(3)
_WRITE_S = const(10)  # for the other side to take a piece
_JOINED = const(1024)  # bytes that leave together, about


def look_up(host: str, port: int, kind: int) -> "list[tuple]":
    """getaddrinfo's rows, one at least. Blocks while it asks. Raises OSError."""
    rows = socket.getaddrinfo(host, port, 0, kind)
    if not rows:
        raise OSError(errno.EHOSTUNREACH)
    return rows


async def dial(host: str, port: int, tls: bool = False) -> "Line":
    """A line to the first of the host's addresses that answers. Raises OSError if none does."""
    failure = OSError(errno.EHOSTUNREACH)
    for row in look_up(host, port, socket.SOCK_STREAM)[:_MAX_ADDRESSES]:
        sock = socket.socket(row[0], row[1], row[2])
        made = None
        try:
            await _connected(sock, row[-1])
            made = Line(_secured(sock, host) if tls else sock)
            return made
        except OSError as e:
            failure = e
        finally:  # cancelled, too
            if made is None:
                sock.close()
    raise failure


async def _connected(sock: "Any", address: "Any") -> None:
    sock.setblocking(False)
    try:
        sock.connect(address)
    except OSError as e:
        if e.errno != errno.EINPROGRESS:
            raise
    poller = select.poll()
    poller.register(sock, select.POLLOUT)
    for _ in range(_CONNECT_MS // _POLL_MS):
        for found in poller.poll(0):
            if found[1] & (select.POLLERR | select.POLLHUP):
                raise OSError(errno.ECONNREFUSED)
            return
        await asyncio.sleep_ms(_POLL_MS)
    raise OSError(errno.ETIMEDOUT)


def _secured(sock: "Any", host: str) -> "Any":
    """
    TLS over a connection; the handshake goes on with what is first written and read. Stock
    firmware brings no list of authorities, so that the certificate is not checked.
    """
    context: "Any" = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.verify_mode = ssl.CERT_NONE
    made = context.wrap_socket(sock, server_hostname=host, do_handshake_on_connect=False)
    made.setblocking(False)
    return made


class Line:
    """
    A connection. Its methods raise OSError once it is of no more use: ECONNRESET where the other
    side has closed it, ETIMEDOUT where it does not take what is sent.
    """

    def __init__(self, sock: "Any"):
        self._sock = sock
        self.stream = asyncio.StreamReader(sock)  # for who brings a framing of its own

    async def fill(self, buffer: "bytearray | memoryview") -> None:
        """Read until the buffer is full."""
        rest = memoryview(buffer)
        while len(rest):
            count = await self.stream.readinto(rest)
            if count == 0:
                raise OSError(errno.ECONNRESET)
            if count is not None:
                rest = rest[count:]

    async def some(self, buffer: "bytearray | memoryview") -> int:
        """Read what is there into the buffer, once something is; the count, 0 at the end."""
        while True:
            count = await self.stream.readinto(buffer)
            if count is not None:
                return count

    async def send(self, pieces: "Iterable[bytes]") -> None:
        """Write all pieces, small ones together."""
        waiting: "list[bytes]" = []
        size = 0
        for piece in pieces:
            waiting.append(piece)
            size += len(piece)
            if size >= _JOINED:
                await self._write(b"".join(waiting))
                waiting.clear()
                size = 0
        if size:
            await self._write(b"".join(waiting))

    async def _write(self, data: bytes) -> None:
        self.stream.write(data)  # type: ignore[attr-defined]
        try:
            await asyncio.wait_for(self.stream.drain(), _WRITE_S)  # type: ignore[attr-defined]
        except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
            raise OSError(errno.ETIMEDOUT)

    def close(self) -> None:
        """Close it, whatever is under way; may be called again."""
        self._sock.close()
