"""
Console: the board's serial console as a line that MCP is spoken on (tools/mcp_serial.py).

Owns what goes over that line beside messages (docs/PROTOCOL.md has it as a table): control bytes,
which JSON never contains. The chip has room for 260 bytes of input and loses the rest, so the
other side sends only what was granted; each side says once a second that it is there.
"""

import asyncio
import sys

from micropython import const

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_END = b"\x04"
_GRANT = b"\x06"
_HERE = b"\x16"
_GRANTED = const(64)  # bytes that one _GRANT lets come
_AHEAD = const(3)  # grants at the start: what may be on its way
_BEAT_MS = const(1000)


class Console:
    """
    Reader and writer of a StdioTransport in one.

    reader, writer  PolledReader and PolledWriter of stdin and stdout
    silence_ms      so long without a byte and the other side is taken for gone: the input ends
    """

    def __init__(self, reader: "Any", writer: "Any", silence_ms: int):
        self._reader = reader
        self._writer = writer
        self._silence_ms = silence_ms
        self._piece = bytearray(_GRANTED)
        self._taken = -_AHEAD * _GRANTED  # bytes since the last grant
        self._ended = False

    async def beat(self) -> None:
        """Say that we are here until cancelled; another task than the one that reads."""
        while True:
            sys.stdout.buffer.write(_HERE)
            await asyncio.sleep_ms(_BEAT_MS)

    async def readinto(self, buffer: memoryview) -> int:
        """Message bytes that have come, at least one; 0 at the end or where nobody is there."""
        self._grant()
        piece = self._piece
        size = min(len(buffer), len(piece))
        while not self._ended:
            try:
                got = await asyncio.wait_for_ms(
                    self._reader.readinto(memoryview(piece)[:size]), self._silence_ms
                )
            except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
                got = 0
            end = piece.find(_END, 0, got)
            self._ended = not got or end >= 0
            came = bytes(memoryview(piece)[: end if end >= 0 else got])
            said = came.replace(_HERE, b"")
            if said:
                buffer[: len(said)] = said
                self._taken += len(said)
                return len(said)
        return 0

    async def write(self, data: bytes) -> None:
        """As PolledWriter; events wait until the line that was begun is whole."""
        events.hold()
        await self._writer.write(data)
        if data[-1:] == b"\n":
            events.release()

    def _grant(self) -> None:
        while self._taken < 0:  # at the start
            self._taken += _GRANTED
            sys.stdout.buffer.write(_GRANT)
        while self._taken >= _GRANTED:
            self._taken -= _GRANTED
            sys.stdout.buffer.write(_GRANT)
