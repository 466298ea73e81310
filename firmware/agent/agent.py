"""
Agent: the companion's own talk through a model of its owner's choice.

Owns the rounds of one answer: prompt, history and the owner's words go out, text comes back piece
by piece, tools run in between, a bounded number of times. What would destroy something waits for
the code that the device shows its owner. Where the model fails, the offline brain answers instead,
and that is said once. Nothing leaves the device but through the client that it is handed.
"""

import asyncio

from llm.errors import LlmError
from micropython import const
from mind.owner_words import KEEP_NOT

from firmware.system import events
from firmware.words import agent as words
from firmware.words import messages

from . import framing
from .history import COMPANION, OWNER, History

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from llm.interfaces import ChatModel
    from llm.replies import Reply

    from .own_tools import OwnTools, Pending
    from .prompt import Prompt

PURPOSE = "chat"
_ROUND_CALLS = const(4)  # tool calls of one reply that are run
_RIGHT = const(0)  # of the codes
_WRONG = const(1)
_DIGITS = "0123456789"


class Agent:
    """
    client   lib/llm's, or what stands for it
    codes    firmware.tools.owner_code.OwnerCode: `show(what, words)` and `check(what, code)`
    rounds   how often tools may run for one answer
    """

    def __init__(
        self,
        client: "ChatModel",
        prompt: "Prompt",
        tools: "OwnTools",
        history: History,
        codes: "Any",
        rounds: int,
    ) -> None:
        self._client = client
        self._prompt = prompt
        self._tools = tools
        self.history = history
        self._codes = codes
        self._rounds = rounds
        self._pending: "Pending | None" = None
        self._told = False  # that the model cannot be reached
        self.tokens = 0  # of the last answer, prompts and all; 0 where the server counts none
        events.subscribe(self._hear, "acted")

    def _hear(self, event: str, fields: dict) -> None:
        """What the owner wants off the record is not sent again either."""
        if fields["what"] == KEEP_NOT:
            self.history.take_back()

    def is_ready(self) -> bool:
        """True where there is a server that may be asked now."""
        return self._client.available()

    def notice(self) -> str:
        """What is said once of a model that cannot be reached."""
        if self._told:
            return ""
        self._told = True
        return words.say(messages.language(), "offline") + "\n"

    # -- the owner's word ------------------------------------------------------------------------

    def awaits(self, text: str) -> bool:
        """True where this is the code that a call waits for; all else takes the call back."""
        if self._pending is None:
            return False
        bare = text.replace(" ", "").replace("-", "")
        is_code = len(bare) == 6 and not bare.strip(_DIGITS)
        if not is_code:
            self._pending = None
        return is_code

    async def confirm(self, code: str) -> str:
        """The owner has typed a code: run the call that waits, if it is the right one."""
        language = messages.language()
        pending = self._pending
        if pending is None:
            return words.say(language, "expired")
        verdict = self._codes.check(pending.what, code)
        if verdict == _WRONG:
            return words.say(language, "wrong", left=self._codes.tries_left)
        self._pending = None
        if verdict != _RIGHT:
            return words.say(language, "expired")
        outcome = await self._tools.confirmed(pending)
        answer = words.say(language, "confirmed", message=outcome.message)
        self.history.add(COMPANION, answer)
        if pending.tool.name == "forget":
            self.history.clear()
        return answer

    # -- an answer -------------------------------------------------------------------------------

    async def answer(self, text: str, done: str, put: "Callable[[str], None]") -> str:
        """
        The model's answer, given to `put` as it comes; "" where the model fails or says nothing.
        `done` is what the device has done for these words already.
        """
        language = messages.language()
        self.tokens = 0
        said = _Said(put)
        recent = self.history.recent()
        try:
            await self.history.shorten(words.say(language, "summary"))
            prompt = await self._prompt.text(text, recent, done)
            request = [{"role": "system", "content": prompt}] + self.history.messages()
            request.append({"role": OWNER, "content": framing.spoken(text)})
            await self._talk(request, said, language)
        except asyncio.CancelledError:
            if said.text:  # what was stopped was said as far as it came
                self.noted(text, said.text + words.say(language, "stopped"))
            raise
        except LlmError as e:
            events.log("warning", "agent", "the model gives no answer: %s" % e)
            put(("\n" if said.text else "") + self.notice())
            return ""
        if not said.text.strip():
            events.log("warning", "agent", "the model says nothing")
            return ""
        self.noted(text, said.text)
        self._told = False
        return said.text

    def noted(self, text: str, answer: str) -> None:
        """Both were said, whoever has answered."""
        self.history.add(OWNER, text)
        self.history.add(COMPANION, answer)

    async def _talk(self, request: "list[dict]", said: "_Said", language: str) -> None:
        for number in range(self._rounds + 1):
            tools = self._tools.definitions() if number < self._rounds else None
            said.begin()
            reply = await self._client.chat(request, PURPOSE, tools, on_text=said.put)
            self._prompt.measured(reply.prompt_chars, reply.prompt_tokens)
            self.tokens += reply.prompt_tokens + reply.completion_tokens
            if not reply.tool_calls or tools is None:
                break
            asks = await self._run(reply, request, language)
            if asks is not None:
                said.add(self._ask(asks, language))
                return
        if number and not said.text.strip():
            said.add(words.say(language, "rounds"))

    async def _run(self, reply: "Reply", request: "list[dict]", language: str) -> "Pending | None":
        """Run what the model asks for, into the request; the call that the owner must allow."""
        request.append({"role": COMPANION, "content": reply.text, "tool_calls": reply.tool_calls})
        asks: "Pending | None" = None
        for number, call in enumerate(reply.tool_calls):
            if number >= _ROUND_CALLS or asks is not None:
                code = "waiting" if asks is not None else "too_many"
                text = framing.framed("tool", words.say(language, code))
            else:
                outcome = await self._tools.call(call.name, call.arguments)
                text, asks = outcome.text, outcome.asks
            request.append({"role": "tool", "tool_call_id": call.id, "content": text})
        return asks

    def _ask(self, pending: "Pending", language: str) -> str:
        """Show the owner a code for a call; what is said of it."""
        wait = self._codes.show(pending.what, pending.words)
        if wait:
            return words.say(language, "often", seconds=wait)
        self._pending = pending
        return words.say(language, "confirm", what=pending.words)


class _Said:
    """What was said so far, with a blank line's worth between what comes from several rounds."""

    def __init__(self, put: "Callable[[str], None]") -> None:
        self._put = put
        self.text = ""
        self._starts = True

    def begin(self) -> None:
        """Another round."""
        self._starts = True

    def put(self, piece: str) -> None:
        """A piece of the model's text has come."""
        if self._starts and self.text and not self.text.endswith("\n"):
            piece = "\n" + piece
        self._starts = False
        self.text += piece
        self._put(piece)

    def add(self, sentence: str) -> None:
        """A sentence of the device."""
        self.begin()
        self.put(sentence)
