"""
Typed: what the owner types, as what the owner says.

Owns the reading of lines. Where a board has a console that nothing else reads, each line of it
wakes the device and is said to the cloud.
"""

import sys

from mcp.transport.stdio import PolledReader
from memory.text.folding import has_half
from micropython import const

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_LINE = const(1024)  # bytes; a longer one is left out


async def run(ways: "list[Any]") -> None:
    """Say what is typed to each of the clouds' ways in; ends with stdin."""

    async def say(text: str) -> None:
        for way in ways:
            await way.say(text)

    await read(PolledReader(sys.stdin.buffer), say)


async def read(reader: "Any", say: "Callable") -> None:
    """
    Call `await say(text)` with each line until the end of the stream; `reader` is an
    mcp.transport.stdio.PolledReader. Empty lines are passed over.
    """
    line = bytearray(_LINE)
    filled = 0
    too_long = False
    while True:
        got = await reader.readinto(memoryview(line)[filled : filled + 1])
        if not got and not filled:
            return
        filled += got
        ended = not got or line[filled - 1] == 10
        if ended:
            if not too_long:
                await _said(bytes(memoryview(line)[:filled]), say)
            filled = 0
            too_long = False
        elif filled == _LINE:
            filled = 0
            if not too_long:
                events.log("warning", "typed", "a line of more than %d bytes" % _LINE)
            too_long = True


async def _said(line: bytes, say: "Callable") -> None:
    try:
        text = line.decode().strip()
    except UnicodeError:
        text = ""
    if text and not has_half(text):
        await say(text)
