"""
Talk: one sentence of the owner at a time, and its answer.

Owns what happens around an answer: the owner's words are heard and remembered first, whoever
answers; the answer goes out in pieces, and to the chat history once it is whole. A new sentence
stops the answer to the last.
"""

import asyncio

from micropython import const

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .device import Device
    from .offline import OfflineBrain

_COMPANION = "companion"


class Talk:
    """
    With the offline brain, and `agent` (firmware.agent.agent.Agent) where there is a model.
    """

    def __init__(self, device: "Device", offline: "OfflineBrain", agent: "Any" = None) -> None:
        self._device = device
        self._offline = offline
        self.agent = agent
        self._answering: "asyncio.Task | None" = None
        self._steady = False  # memory is being written: not to be stopped now

    async def say(self, text: str, put: "Callable[[str], None]") -> None:
        """
        The owner says something; `put(piece)` is called with the answer as it comes. What is still
        being answered is stopped first.
        """
        await self.stop()
        task = asyncio.create_task(self._say(text, put))
        self._answering = task
        try:
            await task
        except asyncio.CancelledError:
            if not task.done():  # this was cancelled, not the answer alone
                task.cancel()
                raise

    async def stop(self) -> None:
        """Stop the answer that is under way, if there is one."""
        task = self._answering
        self._answering = None
        while task is not None and not task.done() and self._steady:
            await asyncio.sleep(0)
        if task is not None and not task.done():
            task.cancel()
            while not task.done():
                await asyncio.sleep(0)

    async def _say(self, text: str, put: "Callable[[str], None]") -> None:
        answer = ""
        tokens = 0
        try:
            self._steady = True
            if self.agent is not None and self.agent.awaits(text):
                put(await self.agent.confirm(text))
                return
            done = await self._offline.listen(text)
            self._steady = False
            has_acted = self._offline.has_acted
            if self.agent is not None and not has_acted:
                answer = await self._through_model(text, done, put)
                tokens = self.agent.tokens if answer else 0
            if not answer:
                self._steady = True
                answer = await self._offline.answer(text, done)
                put(answer)
                if self.agent is not None and not has_acted:
                    self.agent.noted(text, answer)
        except Exception as e:  # noqa: BLE001  whatever it is, the talk goes on
            events.log("error", "agent", "no answer: %r" % e)
            events.trace(e)
            return
        finally:
            self._steady = False
        conversation = self._device.conversation
        if answer and conversation is not None:
            conversation.hear(_COMPANION, answer, tokens)

    async def _through_model(self, text: str, done: str, put: "Callable[[str], None]") -> str:
        """The model's answer; "" where it gives none, and that is said once."""
        if self.agent.is_ready():
            try:
                answer: str = await self.agent.answer(text, done, put)
                return answer
            except Exception as e:  # noqa: BLE001  whatever it is, the offline brain answers
                events.log("error", "agent", "no answer through the model: %r" % e)
                events.trace(e)
        put(self.agent.notice())
        return ""
