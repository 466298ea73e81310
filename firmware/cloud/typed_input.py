"""
Typed input: lines that the owner types at the console are said to the clouds.

Owns the reading of lines. Runs where the setting `typed` asks for it and nothing else reads the
console.
"""

import sys

from mcp.transport.stdio import PolledReader
from memory.text.folding import has_half
from micropython import const

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from .channels import Channel

_MAX_LINE = const(1024)  # bytes; a longer line is dropped
_NEWLINE = const(10)


async def run(channels: "list[Channel]") -> None:
    """Say each line to each channel; ends with stdin."""

    async def say(text: str) -> None:
        for channel in channels:
            await channel.say(text)

    await read(PolledReader(sys.stdin.buffer), say)


async def read(reader: PolledReader, say: "Callable") -> None:
    """Call `await say(text)` with each line that is not empty, until the end of the stream."""
    line = bytearray(_MAX_LINE)
    filled = 0
    too_long = False
    while True:
        got = await reader.readinto(memoryview(line)[filled : filled + 1])
        if not got and not filled:
            return
        filled += got
        ended = not got or line[filled - 1] == _NEWLINE
        if ended:
            if not too_long:
                await _say(bytes(memoryview(line)[:filled]), say)
            filled = 0
            too_long = False
        elif filled == _MAX_LINE:
            filled = 0
            if not too_long:
                events.log("warning", "typed", "a line of more than %d bytes" % _MAX_LINE)
            too_long = True


async def _say(line: bytes, say: "Callable") -> None:
    try:
        text = line.decode().strip()
    except UnicodeError:
        text = ""
    if text and not has_half(text):
        await say(text)
