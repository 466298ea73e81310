"""
SNTP: asks a server in the network for the time (RFC 4330).

Owns one question and its answer. It waits with asyncio, measures how long the answer took, and
refuses a reply that does not belong to the question. MicroPython's own ntptime blocks for up to a
second and sets the clock itself.
"""

import asyncio
import errno
import select
import socket
import struct
import time

from micropython import const
from net.tcp import look_up

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

_PORT = const(123)
_SIZE = const(48)
_WAIT_MS = const(2000)
_POLL_MS = const(10)
_CLIENT = const(0x23)  # version 4, mode 3
_SERVER = const(4)
_UNSYNCHRONISED = const(3)  # leap indicator
_MAX_STRATUM = const(15)
_TO_1970 = 2208988800  # seconds from 1900-01-01
_ERA = 1 << 32  # seconds in an era of NTP; the second begins in February 2036


async def ask(
    host: str, rng: "Callable[[int], bytes]", port: int = _PORT, wait_ms: int = _WAIT_MS
) -> int:
    """
    Milliseconds since 1970, UTC: the server's time plus half of the round trip. Skips messages
    that are no answer; raises OSError where no answer comes in `wait_ms`. Blocks while the name is
    looked up.
    """
    row = look_up(host, port, socket.SOCK_DGRAM)[0]
    sock = socket.socket(row[0], row[1], row[2])
    try:
        sock.setblocking(False)
        nonce = rng(8)  # sent in place of our own time; the answer repeats it
        sock.sendto(bytes((_CLIENT,)) + bytes(39) + nonce, row[-1])
        asked = time.ticks_ms()
        poller = select.poll()
        poller.register(sock, select.POLLIN)
        while time.ticks_diff(time.ticks_ms(), asked) < wait_ms:
            for _ in poller.poll(0):
                answer = sock.recv(_SIZE + 20)  # 20 more: an authenticated one is longer
                took_ms = time.ticks_diff(time.ticks_ms(), asked)
                utc_ms = read(answer, nonce)
                if utc_ms is not None:
                    return utc_ms + took_ms // 2
            await asyncio.sleep_ms(_POLL_MS)
    finally:
        sock.close()
    raise OSError(errno.ETIMEDOUT)


def read(answer: bytes, nonce: bytes) -> "int | None":
    """Milliseconds since 1970 from the answer to the question with `nonce`; None for any other."""
    if len(answer) < _SIZE or answer[24:32] != nonce:
        return None
    if answer[0] & 7 != _SERVER or answer[0] >> 6 == _UNSYNCHRONISED:
        return None
    seconds, fraction = struct.unpack(">II", answer[40:48])
    if not 1 <= answer[1] <= _MAX_STRATUM or not seconds:
        return None  # stratum 0: the server asks not to be asked again; 0 seconds: it has no time
    if seconds < _TO_1970:
        seconds += _ERA
    return (seconds - _TO_1970) * 1000 + (fraction * 1000 >> 32)
