"""
Chat: the owner talks with the companion by typing at the console (`./tools/sim.sh --chat`).

Owns the prompt, the lines that are read and the order in which answers are written. Runs where the
setting `chat` asks for it, and nothing else reads the console then; ends with stdin. A line that
is typed while an answer comes stops that; with `chat_waits`, for scripts, it waits. An empty line
is a tap of the button, where there is a voice.
"""

import asyncio

from memory.text.folding import has_half
from micropython import const
from net.lines import Lines

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from .talk import Talk

_PROMPT = "> "
_WAITING_MAX = const(32768)  # characters that wait to be written; an answer has fewer


class Chat:
    """
    A transport and a sink of reminders. `reader` and `write` are those of the console, bytes;
    `waits` is the setting.
    """

    name = "chat"

    def __init__(
        self,
        talk: "Talk",
        reader: "Any",
        write: "Callable[[bytes], Coroutine]",
        waits: bool,
        tap: "Callable[[], None] | None" = None,
    ) -> None:
        self._talk = talk
        self._lines = Lines(reader, lambda text: events.log("warning", "chat", text), tap)
        self._write = write
        self._waits = waits
        self._pieces: "list[str]" = []
        self._size = 0
        self._more = asyncio.Event()
        self._answering: "asyncio.Task | None" = None

    # -- as a transport --------------------------------------------------------------------------

    async def serve(self) -> None:
        """Answer line after line until stdin ends; what is being answered then is finished."""
        writing = asyncio.create_task(self._pump())
        try:
            self._put(_PROMPT)
            while True:
                text = await self._lines.next()
                if text is None:
                    break
                if has_half(text):
                    continue
                await self._settle(self._waits)
                self._answering = asyncio.create_task(self._answer(text))
                if self._waits:
                    await self._settle(True)
            await self._settle(True)
            self._put("\n")
            while self._pieces:
                await asyncio.sleep_ms(1)
        finally:
            writing.cancel()

    async def close(self) -> None:
        """Stop what is being answered."""
        await self._settle(False)

    async def _settle(self, finish: bool) -> None:
        """Have the answer that is under way come to its end, or stop it."""
        task = self._answering
        self._answering = None
        if task is None or task.done():
            return
        if not finish:
            await self._talk.stop()
        await task

    async def _answer(self, text: str) -> None:
        await self._talk.say(text, self._put)
        self._put("\n" + _PROMPT)

    # -- as a sink -------------------------------------------------------------------------------

    async def offer(self, reminder: dict) -> bool:
        """Write a reminder; who talks here has noticed it."""
        self._put("\n! %s\n%s" % (reminder["message"], _PROMPT))
        return True

    async def tell(self, acted: dict) -> None:
        """What the owner's words have done is in the answer already."""

    # -- writing ---------------------------------------------------------------------------------

    def _put(self, text: str) -> None:
        """Have a piece written soon; never waits."""
        if self._size + len(text) > _WAITING_MAX:
            return
        self._size += len(text)
        self._pieces.append(text)
        self._more.set()

    async def _pump(self) -> None:
        while True:
            await self._more.wait()
            self._more.clear()
            while self._pieces:
                await self._write(self._pieces[0].encode())
                self._size -= len(self._pieces.pop(0))
