"""
Serial console: MCP over the board's console (tools/mcp_serial.py is the other side).

Owns the control bytes between messages (a table in docs/PROTOCOL.md), which JSON never contains.
The chip buffers 260 bytes of input and loses more, so the other side sends only what was granted;
each side sends a sign of life once a second.
"""

import asyncio
import sys

from micropython import const

from firmware.system import event_lines

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from mcp.transport.stdio import PolledReader, PolledWriter

_END = b"\x04"
_GRANT = b"\x06"
_ALIVE = b"\x16"
_GRANTED = const(64)  # bytes that one _GRANT lets come
_FIRST_GRANTS = const(3)  # at the start
_BEAT_MS = const(1000)


class Console:
    """
    Reader and writer of a StdioTransport in one.

    reader, writer  PolledReader and PolledWriter of stdin and stdout
    silence_ms      without a byte, after which the other side counts as gone: the input ends
    """

    def __init__(self, reader: "PolledReader", writer: "PolledWriter", silence_ms: int):
        self._reader = reader
        self._writer = writer
        self._silence_ms = silence_ms
        self._piece = bytearray(_GRANTED)
        self._ungranted = -_FIRST_GRANTS * _GRANTED  # bytes received since the last grant
        self._ended = False

    async def beat(self) -> None:
        """Send signs of life until cancelled; a task of its own."""
        while True:
            sys.stdout.buffer.write(_ALIVE)
            await asyncio.sleep_ms(_BEAT_MS)

    async def readinto(self, buffer: memoryview) -> int:
        """At least one byte of messages; 0 at the end or where the other side is gone."""
        self._grant()
        piece = self._piece
        size = min(len(buffer), len(piece))
        while not self._ended:
            try:
                got: int = await asyncio.wait_for_ms(
                    self._reader.readinto(memoryview(piece)[:size]), self._silence_ms
                )
            except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
                got = 0
            end = piece.find(_END, 0, got)
            self._ended = not got or end >= 0
            received = bytes(memoryview(piece)[: end if end >= 0 else got])
            data = received.replace(_ALIVE, b"")
            if data:
                buffer[: len(data)] = data
                self._ungranted += len(data)
                return len(data)
        return 0

    async def write(self, data: bytes) -> None:
        """As PolledWriter; lines of events wait until the message that was begun is complete."""
        event_lines.hold()
        await self._writer.write(data)
        if data[-1:] == b"\n":
            event_lines.release()

    def _grant(self) -> None:
        while self._ungranted < 0:  # at the start
            self._ungranted += _GRANTED
            sys.stdout.buffer.write(_GRANT)
        while self._ungranted >= _GRANTED:
            self._ungranted -= _GRANTED
            sys.stdout.buffer.write(_GRANT)
