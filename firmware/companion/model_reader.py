"""
Model reader: has the owner's model read what was said, and memory take in what it found.

Owns when it is asked: at most five times while a talk goes on, in its pauses, each time about what
the owner said since; once at its end about all of it. What is not marked as read is the queue:
failure, a power cut or no network leave it there, and it is asked again after 5, 30 and 300
seconds, then at night. A talk to which the model gives no answer that can be read waits for the
night alone: those after it are read meanwhile. At night, too, the beginning of a talk is read that
had no room in the call at its end. An answer without memories is a success. How it is asked and
what of an answer is believed is in `mind.learning`. Without a model nothing is asked and nothing
leaves.
"""

import asyncio

from llm.answers import json_object
from llm.errors import LlmError, NotJson, Refused, Truncated
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
_START_S = const(10)  # that it waits for the mind to have read what it knows
_THINKS = const(4)  # times as many for a model whose answer was cut: thoughts count as answer


class ModelReader:
    """
    `conversation` gives the talk that there is or was; `paused` says whether to learn, and
    `talk_is_over` is called when a talk has ended and all of it is read. While `resting()`
    somebody talks by voice: nothing is asked, and what was answered is taken in afterwards.
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
        resting: "Callable[[], bool]" = bool,
    ) -> None:
        self._mind = mind
        self._model = model
        self._clock = clock
        self._stopwatch = stopwatch
        self._conversation = conversation
        self._paused = paused
        self._talk_is_over = talk_is_over
        self._resting = resting
        self._new = 0  # what the owner said since the last reading, as _ENOUGH counts
        self._quiet = 0  # seconds since somebody said something
        self._readings = 0  # in this talk
        self._talked = ""  # the session that was read while it went on
        self._is_due = True  # sessions may wait to be read
        self._is_started = False
        self._age = 0  # seconds, up to _START_S
        self._asked = ""  # the session about whose end the model is asked, or was in vain
        self._put_off: "list[str]" = []  # sessions that, or whose rest, wait for the night
        self._to_night = 0  # seconds until then; 0 where nothing waits for it
        self._is_night = False  # what was put off is being read
        self._room = 1  # times _ANSWER
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
        self._pass_night(passed)
        self._age = min(self._age + passed, _START_S)
        if not self._mind.is_ready and self._age < _START_S:
            return  # what was left of a talk before a power cut is read with what is known
        if self._wait or self._resting() or (self._paused is not None and self._paused()):
            return
        try:
            if not self._is_started:
                left = await taking_in.resume(self._mind)
                self._is_started = True
                if left is not None:
                    _tell(left)
            if self._model.available():
                await self._look()
        except (NotJson, Refused, Truncated) as e:
            if isinstance(e, Truncated):
                self._room = _THINKS
            self._failed(e.message, True)
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
                self._is_night = False
                self._new = self._readings = 0
                self._talked = ""
                if self._talk_is_over is not None:
                    self._talk_is_over()

    async def _read_new(self) -> None:
        """Have what was said since the last reading of this talk read."""
        turns = await self._unread()
        if not turns:
            return
        session = turns[0].session
        turns = [turn for turn in turns if turn.session == session]
        turns.reverse()
        self._readings += 1
        self._talked = session
        await self._ask(READING, turns)

    async def _unread(self) -> "list[Turn]":
        """The turns of the last days that nobody has read, newest first."""
        first = dates.day_text(max(0, self._clock.now() - _DAYS * dates.DAY))
        return await self._mind.memory.turns.unread(_TURNS, first=first)

    async def _read_sessions(self) -> bool:
        """
        Have the end of the oldest session read that waits; True where others may. What the owner
        said before it and nobody has read waits for the night: a talk has one call at its end.
        """
        memory = self._mind.memory
        unread = [turn for turn in await self._unread() if turn.session not in self._put_off]
        session = unread[-1].session if unread else self._talked
        if not session:
            return False
        turns = await memory.turns.session(session, _TURNS)
        mine = [turn for turn in unread if turn.session == session]
        if session != self._talked:
            turns = [turn for turn in turns if turn.index <= mine[0].index] or mine[::-1]
        if not turns:  # all of them were taken back
            self._talked = ""
            return bool(unread)
        self._asked = session
        asked = await self._ask(SESSION, turns)
        self._asked = ""
        if asked is None:
            return True
        rest = [turn for turn in mine if turn.index < asked and turn.role == OWNER]
        first = asked if rest else turns[0].index
        await memory.turns.mark(session, first, turns[-1].index)
        if rest and not self._is_night:
            self._wait_for_night(session)
        if session == self._talked:
            self._talked = ""
        return bool(unread)

    async def _ask(self, purpose: str, turns: "list[Turn]") -> "int | None":
        """
        One request, and its answer taken in: the index of the first turn that was read. None where
        something was erased meanwhile, so that it is to be asked again. Raises LlmError,
        MemoryFault.
        """
        mind = self._mind
        asked = await request(mind, purpose, turns)
        if asked is None:
            await mind.memory.turns.mark(turns[0].session, turns[0].index, turns[-1].index)
            return turns[0].index
        most = _ANSWER[purpose] * self._room
        reply: "Any" = await self._model.chat(
            asked.messages(), purpose, json_answer=True, max_tokens=most
        )
        while self._resting():
            await asyncio.sleep(1)
        said = {} if answers.says_nothing(reply.text) else json_object(reply.text)
        answer = answers.checked(mind, asked, said)
        for reason in answer.dropped:
            events.log("debug", "model", "not believed: %s" % reason)
        learned = await taking_in.take_in(mind, asked, answer)
        self._failures = 0
        if learned is None:
            events.log("info", "model", "something was erased meanwhile: it is asked again")
            return None
        _tell(learned)
        return asked.first

    def _seconds_to_night(self) -> int:
        if not self._clock.is_set():
            return _UNKNOWN_NIGHT_S
        left: int = (_NIGHT * 3600 - self._clock.now()) % dates.DAY
        return left or dates.DAY

    def _pass_night(self, passed: int) -> None:
        """At night what was put off waits no more."""
        if self._to_night:
            self._to_night = max(0, self._to_night - passed)
            if not self._to_night:
                self._put_off = []
                self._is_night = self._is_due = True

    def _wait_for_night(self, session: str) -> None:
        self._put_off.append(session)
        self._to_night = self._to_night or self._seconds_to_night()

    def _failed(self, why: str, by_answer: bool = False) -> None:
        """
        Wait longer each time; what was not read stays where it is. Where the server is there, and
        it is its answer that is none (`by_answer`), others than this talk need not wait.
        """
        tried = self._failures
        self._wait = _BACK_OFF_S[min(tried, len(_BACK_OFF_S) - 1)]
        if tried >= len(_BACK_OFF_S) and not by_answer:
            self._wait = self._seconds_to_night()
        if self._asked and by_answer and (self._is_night or tried >= len(_BACK_OFF_S)):
            self._wait_for_night(self._asked)
            if self._talked == self._asked:
                self._talked = ""
        self._asked = ""
        self._failures += 1
        self._is_due = True
        events.log("warning", "model", "read again in %d s: %s" % (self._wait, why))


def _tell(learned: "taking_in.Learned") -> None:
    events.log("info", "model", learned.words())
    if learned.added or learned.changed or learned.trashed:
        events.emit(
            "learned", added=learned.added, changed=learned.changed, trashed=learned.trashed
        )
