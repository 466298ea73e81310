"""
Typed input: lines that the owner types at the console are said to the clouds, and an empty one
is a tap of the button.

Runs where the setting `typed` asks for it and nothing else reads the console.
"""

import sys

from mcp.transport.stdio import PolledReader
from memory.text.folding import has_half
from micropython import const
from net.lines import Lines

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from .channels import Channel


async def run(channels: "list[Channel]", tap: "Callable[[], None] | None") -> None:
    """Say each line to each channel, call `tap()` for an empty one; ends with stdin."""

    async def say(text: str) -> None:
        for channel in channels:
            await channel.say(text)

    await read(PolledReader(sys.stdin.buffer), say, tap)


async def read(
    reader: PolledReader, say: "Callable", tap: "Callable[[], None] | None" = None
) -> None:
    """Call `await say(text)` with each line that is not empty, until the end of the stream."""
    lines = Lines(reader, lambda text: events.log("warning", "typed", text), tap)
    while True:
        text = await lines.next()
        if text is None:
            return
        if not has_half(text):
            await say(text)
