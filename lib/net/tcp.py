"""
TCP client connections, with or without TLS, that do not block the loop.

Owns connecting, reading and writing within time limits. asyncio's own open_connection tries the
first address only, returns a refused connection as an open one, and leaves the socket open when it
is cancelled. Only the look-up of a name blocks (getaddrinfo, except for numeric addresses);
docs/decisions/mqtt.md has the measurements.
"""

import asyncio
import errno
import select
import socket

from micropython import const

from . import trust
from .pieces import joined_pieces

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_CONNECT_MS = const(10000)  # for one address, and for its handshake of TLS
_POLL_MS = const(10)  # between two polls of a socket that connects
_MAX_ADDRESSES = const(3)
_WRITE_S = const(10)  # for the other side to take a piece
_JOINED = const(1024)  # bytes that are written at once, about


def look_up(host: str, port: int, kind: int) -> "list[tuple]":
    """getaddrinfo's rows, at least one. Blocks during the query. Raises OSError."""
    rows = socket.getaddrinfo(host, port, 0, kind)
    if not rows:
        raise OSError(errno.EHOSTUNREACH)
    return rows


async def dial(host: str, port: int, tls: bool = False) -> "Connection":
    """
    Connect to the first of the host's addresses that answers. With TLS the server's certificate
    has been checked (trust.py). Raises OSError if none answers, Untrusted for a certificate.
    """
    check = now = None
    if tls:
        check = trust.current()
        now = await check.ready()
    failure = OSError(errno.EHOSTUNREACH)
    for row in look_up(host, port, socket.SOCK_STREAM)[:_MAX_ADDRESSES]:
        try:
            while True:
                try:
                    return await _open(row, host, check, now)
                except trust.RootAdded:
                    pass  # dialled again with the root, of which there are only so many
        except trust.Untrusted:
            raise
        except OSError as e:
            failure = e
    raise failure


async def _open(
    row: tuple, host: str, check: "trust.Trust | None", now: "str | None"
) -> "Connection":
    sock: "Any" = socket.socket(row[0], row[1], row[2])
    made = None
    try:
        await _connected(sock, row[-1])
        secure = sock
        if check is not None:
            try:
                secure = await asyncio.wait_for_ms(check.secure(sock, host, now), _CONNECT_MS)
            except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
                raise OSError(errno.ETIMEDOUT)
        made = Connection(secure, sock)
        return made
    finally:  # cancelled, too
        if made is None:
            sock.close()


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


class Connection:
    """
    Its methods raise OSError when the connection has ended: ECONNRESET where the other side has
    closed it, ETIMEDOUT where it does not read what is sent.
    """

    def __init__(self, sock: "Any", below: "Any"):
        """`sock` is the socket, or TLS over the socket `below`."""
        self._sock = sock
        self._below = below
        self.stream = asyncio.StreamReader(sock)  # for users with a framing of their own

    async def read_full(self, buffer: "bytearray | memoryview") -> None:
        """Read until the buffer is full."""
        tail = memoryview(buffer)
        while len(tail):
            count = await self.stream.readinto(tail)
            if count == 0:
                raise OSError(errno.ECONNRESET)
            if count is not None:
                tail = tail[count:]

    async def read_some(self, buffer: "bytearray | memoryview") -> int:
        """Wait for bytes and read those available into the buffer; their count, 0 at the end."""
        while True:
            count = await self.stream.readinto(buffer)
            if count is not None:
                return count

    async def send(self, pieces: "Iterable[bytes]") -> None:
        """Write all pieces, small ones together."""
        stream: "Any" = self.stream
        for data in joined_pieces(pieces, _JOINED):
            stream.write(data)
            try:
                await asyncio.wait_for(stream.drain(), _WRITE_S)
            except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
                raise OSError(errno.ETIMEDOUT)

    def close(self) -> None:
        """Close it, even amid a read or write; may be called again."""
        self._sock.close()
        self._below.close()  # TLS whose handshake has failed does not do it
