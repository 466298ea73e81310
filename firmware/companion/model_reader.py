"""
Model reader: has the owner's model read what was said, and memory take in what it found.

Owns when it is asked: at most five times while a talk goes on, in its pauses, each time about what
the owner said since; once at its end about all of it. What is not marked as read is the queue:
failure, a power cut or no network leave it there, and it is asked again after 5, 30 and 300
seconds, then at night. An answer without memories is a success. How it is asked and what of an
answer is believed is in `mind.learning`. Without a model nothing is asked and nothing leaves.
"""

import asyncio

from llm.answers import json_object
from llm.errors import LlmError
from memory.errors import MemoryFault
from memory.extract.scan import is_cjk
from memory.text import dates
from micropython import const
from mind.learning import answers, taking_in
from mind.learning.request import READING, SESSION, request

from firmware.system import events

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from llm.interfaces import ChatModel
    from memory.turns.turn import Turn
    from mind.mind import Mind

    from firmware.system.clock import Clock, Stopwatch

    from .conversation import Conversation

OWNER = "owner"
READINGS = const(5)  # while a talk goes on
_ENOUGH = const(30)  # new characters of the owner; of Chinese each counts three
_PAUSE_S = const(6)  # in a talk, before it is read
_BACK_OFF_S = (5, 30, 300)
_NIGHT = const(3)  # o'clock
_UNKNOWN_NIGHT_S = const(6 * 3600)  # where no clock is set
_DAYS = const(3)  # that are looked back
_TURNS = const(200)  # of a session
_ANSWER = {READING: 600, SESSION: 1500}  # tokens at most


class ModelReader:
    """
    `conversation` gives the talk that there is or was; `paused` says whether to learn, and
    `talk_is_over` is called when a talk has ended and all of it is read.
    """

    def __init__(
        self,
        mind: "Mind",
        model: "ChatModel",
        clock: "Clock",
        stopwatch: "Stopwatch",
        conversation: "Callable[[], Conversation | None]",
        paused: "Callable[[], bool] | None" = None,
        talk_is_over: "Callable[[], None] | None" = None,
    ) -> None:
        self._mind = mind
        self._model = model
        self._clock = clock
        self._stopwatch = stopwatch
        self._conversation = conversation
        self._paused = paused
        self._talk_is_over = talk_is_over
        self._new = 0  # what the owner said since the last reading, as _ENOUGH counts
        self._quiet = 0  # seconds since somebody said something
        self._readings = 0  # in this talk
        self._talked = ""  # the session that was read while it went on
        self._is_due = True  # sessions may wait to be read
        self._is_started = False
        self._failures = 0  # in a row
        self._wait = 0  # seconds to the next try

    def hear(self, event: str, fields: "dict[str, Any]") -> None:
        """For events.subscribe, of `said`."""
        self._quiet = 0
        self._is_due = True
        if fields["role"] == OWNER:
            text = str(fields["text"])
            for at in range(len(text)):
                self._new += 3 if is_cjk(text[at : at + 1]) else 1

    async def run(self) -> None:
        """Started by startup.py; looks once a second until cancelled."""
        try:
            while True:
                await self.tick(self._stopwatch())
                await asyncio.sleep(1)
        finally:
            if self._talk_is_over is not None:
                self._talk_is_over()

    async def tick(self, passed: int) -> None:
        """Ask where something is due. Failures are logged and tried again later."""
        self._quiet += passed
        self._wait = max(0, self._wait - passed)
        if self._wait or (self._paused is not None and self._paused()):
            return
        try:
            if not self._is_started:
                left = await taking_in.resume(self._mind)
                self._is_started = True
                if left is not None:
                    _tell(left)
            if self._model.available():
                await self._look()
        except LlmError as e:
            self._failed(e.message)
        except (MemoryFault, MemoryError, ValueError) as e:
            self._failed("%r" % e)

    async def _look(self) -> None:
        talk = self._conversation()
        if talk is not None and talk.speaking:
            enough = self._new >= _ENOUGH and self._quiet >= _PAUSE_S
            if enough and self._readings < READINGS:
                await talk.write_turns()
                self._new = 0
                await self._read_new()
        elif self._is_due and (talk is None or talk.idle):
            self._is_due = await self._read_sessions()
            if not self._is_due:
                self._new = self._readings = 0
                self._talked = ""
                if self._talk_is_over is not None:
                    self._talk_is_over()

    async def _read_new(self) -> None:
        """Have what was said since the last reading of this talk read."""
        turns = await self._mind.memory.turns.unread(_TURNS)
        if not turns:
            return
        session = turns[0].session
        turns = [turn for turn in turns if turn.session == session]
        turns.reverse()
        self._readings += 1
        self._talked = session
        await self._ask(READING, turns)

    async def _read_sessions(self) -> bool:
        """Have the oldest session read that waits; True where there may be others."""
        memory = self._mind.memory
        unread = await memory.turns.unread(_TURNS)
        first = dates.day_text(self._clock.now() - _DAYS * dates.DAY)
        waiting = [turn.session for turn in unread if turn.day >= first]
        session = waiting[-1] if waiting else self._talked
        if not session:
            return False
        turns = await memory.turns.session(session, _TURNS)
        if turns:
            await self._ask(SESSION, turns)
            await memory.turns.mark(session, turns[0].index, turns[-1].index)
        if session == self._talked:
            self._talked = ""
        return bool([one for one in waiting if one != session])

    async def _ask(self, purpose: str, turns: "list[Turn]") -> None:
        """One request, and its answer taken in. Raises LlmError, MemoryFault."""
        mind = self._mind
        asked = await request(mind, purpose, turns)
        if asked is None:
            await mind.memory.turns.mark(turns[0].session, turns[0].index, turns[-1].index)
            return
        most = _ANSWER[purpose]
        reply: "Any" = await self._model.chat(
            asked.messages(), purpose, json_answer=True, max_tokens=most
        )
        answer = answers.checked(mind, asked, json_object(reply.text))
        for reason in answer.dropped:
            events.log("debug", "model", "not believed: %s" % reason)
        _tell(await taking_in.take_in(mind, asked, answer))
        self._failures = 0

    def _failed(self, why: str) -> None:
        """Wait longer each time; what was not read stays where it is."""
        if self._failures < len(_BACK_OFF_S):
            self._wait = _BACK_OFF_S[self._failures]
        elif self._clock.is_set():
            now = self._clock.now()
            self._wait = (_NIGHT * 3600 - now) % dates.DAY or dates.DAY
        else:
            self._wait = _UNKNOWN_NIGHT_S
        self._failures += 1
        self._is_due = True
        events.log("warning", "model", "read again in %d s: %s" % (self._wait, why))


def _tell(learned: "taking_in.Learned") -> None:
    events.log("info", "model", learned.words())
    if learned.added or learned.changed or learned.trashed:
        events.emit(
            "learned", added=learned.added, changed=learned.changed, trashed=learned.trashed
        )
