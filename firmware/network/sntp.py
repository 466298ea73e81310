"""
SNTP: what time it is, asked of a server in the network (RFC 4330).

Owns one question and its answer. MicroPython's own ntptime waits for up to a second with
everything else standing still, and sets a clock of its own; this one waits with asyncio, measures
how long the answer took, refuses one that is none, and gives the time to whoever asked.
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
_MOST_STRATUM = const(15)
_TO_1970 = 2208988800  # seconds from 1900-01-01
_ERA = 1 << 32  # seconds in an era of NTP; the second begins in February 2036


async def ask(
    host: str, rng: "Callable[[int], bytes]", port: int = _PORT, wait_ms: int = _WAIT_MS
) -> int:
    """
    Milliseconds since 1970, UTC, as the server says, half of the way there and back added. Raises
    OSError where no answer comes in `wait_ms`; what is none is passed over. Blocks while it looks
    the name up.
    """
    row = look_up(host, port, socket.SOCK_DGRAM)[0]
    sock = socket.socket(row[0], row[1], row[2])
    try:
        sock.setblocking(False)
        nonce = rng(8)  # stands for our time, which is nobody's business; the answer repeats it
        sock.sendto(bytes((_CLIENT,)) + bytes(39) + nonce, row[-1])
        asked = time.ticks_ms()
        poller = select.poll()
        poller.register(sock, select.POLLIN)
        while time.ticks_diff(time.ticks_ms(), asked) < wait_ms:
            for _ in poller.poll(0):
                answer = sock.recv(_SIZE + 20)  # longer with a key; none is asked for
                took_ms = time.ticks_diff(time.ticks_ms(), asked)
                told = read(answer, nonce)
                if told is not None:
                    return told + took_ms // 2
            await asyncio.sleep_ms(_POLL_MS)
    finally:
        sock.close()
    raise OSError(errno.ETIMEDOUT)


def read(answer: bytes, nonce: bytes) -> "int | None":
    """Milliseconds since 1970 of a server's answer to the question with `nonce`, else None."""
    if len(answer) < _SIZE or answer[24:32] != nonce:
        return None
    if answer[0] & 7 != _SERVER or answer[0] >> 6 == _UNSYNCHRONISED:
        return None
    seconds, fraction = struct.unpack(">II", answer[40:48])
    if not 1 <= answer[1] <= _MOST_STRATUM or not seconds:
        return None  # 0 is "do not ask me again", or no time at all
    if seconds < _TO_1970:
        seconds += _ERA
    return (seconds - _TO_1970) * 1000 + (fraction * 1000 >> 32)
