"""
Spoken line: the voice of a device (firmware/voice) talks over it with the companion's own agent,
where no XiaoZhi server is wanted.

Owns one turn at a time: what was said is collected until its end, written down by a server,
answered by the agent, and the answer said sentence by sentence while the rest of it still comes.
It says reminders too. Servers are asked through what it is handed; where one fails the voice hears
that the line is closed, which sounds a tone, and the next press tries again.
"""

import asyncio

from llm.errors import LlmError
from micropython import const
from net.tasks import ended, stop
from xiaozhi.state_table import IDLE, LISTENING, READY

from firmware.system import events

from .sentences import Sentences, spoken

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any, Protocol

    from .talk import Talk

    class Voice(Protocol):
        """firmware.voice.talk.Talk, as firmware/cloud has it, and what else is used of it here."""

        line: "Any"

        @property
        def sink(self) -> "Any": ...
        @property
        def source(self) -> "Any": ...
        def changed(self, state: str) -> None: ...
        def end(self) -> None: ...
        @property
        def is_free(self) -> bool: ...
        @property
        def waiting(self) -> int: ...


PACKET_MS = const(60)
RATE = const(16000)
_MOST_PACKETS = const(1000)  # of what is said at once: a minute
_LEAST_PACKETS = const(4)  # less is a slip of the finger
_AHEAD = const(24)  # packets that wait in the loudspeaker
_SPARE = const(8)  # that wait here besides, before more is read from the server
_POLL_MS = const(40)
_REMINDER_MS = const(60000)  # at most, to say it


class SpokenLine:
    """
    hear       async def hear(packets) -> str: what was said in these packets of Opus
    say        async def say(text, take, room): take(packet) is called as room() allows
    available  def available() -> bool: servers may be asked now

    A line of firmware.voice.talk, and a companion.delivery.Sink.
    """

    name = "voice"
    pause_ms = 900  # of silence after speech, which ends what was said

    def __init__(
        self,
        voice: "Voice",
        talk: "Talk",
        hear: "Callable[[list[bytes]], Coroutine]",
        say: "Callable[[str, Callable, Callable], Coroutine]",
        available: "Callable[[], bool]",
    ) -> None:
        self._voice = voice
        self._talk = talk
        self._hear = hear
        self._say = say
        self._available = available
        self._turn: "asyncio.Task | None" = None
        self._number = 0  # of the packet that is played next
        self._begun = False  # something was said in this turn
        voice.line = self
        voice.changed(READY)

    # -- as a line -------------------------------------------------------------------------------

    @property
    def reachable(self) -> bool:
        """Whether servers may be asked now."""
        return bool(self._available())

    async def wake(self) -> None:
        """The owner is about to speak."""
        self._voice.changed(READY if self._available() else IDLE)

    async def listen(self, mode: str) -> None:
        """The owner speaks: until the voice says that it was all."""
        await self._stop()
        if not self._available():
            self._voice.changed(IDLE)
            return
        self._turn = asyncio.create_task(self._take_turn())

    async def stop_listening(self) -> None:
        """The owner has thought better of it."""
        await self._stop()
        self._voice.changed(READY)

    async def abort(self) -> None:
        """The companion is to be silent, or to stop thinking."""
        await self._stop()

    async def _stop(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            await stop([turn])
        await self._talk.stop()

    # -- a turn ----------------------------------------------------------------------------------

    async def _take_turn(self) -> None:
        """The task of a turn. What fails is logged; the voice hears that the line is closed."""
        voice = self._voice
        self._begun = False
        voice.changed(LISTENING)
        try:
            packets = await self._collected()
            voice.changed(READY)
            text = await self._hear(packets) if len(packets) >= _LEAST_PACKETS else ""
            if not text:
                events.log("debug", "voice", "nothing was understood")
                voice.end()
                return
            await self._answer(text)
        except LlmError as e:
            self._failed(e)
        except Exception as e:  # noqa: BLE001  whatever it is, the next press tries again
            events.log("error", "voice", "no answer: %r" % e)
            events.trace(e)
            self._close()

    async def _collected(self) -> "list[bytes]":
        """What the microphone gives until it is over."""
        source = self._voice.source
        packets: "list[bytes]" = []
        while len(packets) < _MOST_PACKETS:
            packet = source.take()
            if packet is not None:
                packets.append(bytes(packet))
            elif source.ended:
                break
            else:
                await source.wait()
        return packets

    async def _answer(self, text: str) -> None:
        """Say the agent's answer while it comes. Raises LlmError."""
        sentences = Sentences()
        waiting: "list[str]" = []
        news = asyncio.Event()
        over = [False]

        def put(piece: str) -> None:
            waiting.extend(sentences.feed(piece))
            news.set()

        async def think() -> None:
            try:
                await self._talk.say(text, put)
            finally:
                waiting.extend(sentences.end())
                over[0] = True
                news.set()

        thinking = asyncio.create_task(think())
        try:
            while waiting or not over[0]:
                if waiting:
                    await self._say_one(waiting.pop(0))
                else:
                    news.clear()
                    await news.wait()
            await thinking
        finally:
            if not thinking.done():
                await self._talk.stop()
                await stop([thinking])
            if self._begun:
                self._voice.sink.finish()
        if not self._begun:
            self._voice.end()

    async def _say_one(self, text: str) -> None:
        """Say a sentence, to the last packet that the loudspeaker takes. Raises LlmError."""
        ahead: "list[bytes]" = []

        async def room() -> None:
            await self._play(ahead, _SPARE)

        await self._say(text, lambda packet: ahead.append(bytes(packet)), room)
        await self._play(ahead, 0)

    async def _play(self, ahead: "list[bytes]", most: int) -> None:
        """Give the loudspeaker what it has room for, until at most so many are left."""
        sink = self._voice.sink
        while ahead:
            while ahead and self._voice.waiting < _AHEAD:
                if not self._begun:
                    self._begun = True
                    sink.begin()
                sink.play(ahead.pop(0), self._number)
                self._number += 1
            if len(ahead) <= most:
                return
            await asyncio.sleep_ms(_POLL_MS)

    def _failed(self, e: LlmError) -> None:
        events.log("warning", "voice", "no answer: %s" % e)
        self._close()

    def _close(self) -> None:
        if not self._begun:
            self._voice.changed(IDLE)

    # -- as a sink of reminders ------------------------------------------------------------------

    async def offer(self, reminder: dict) -> bool:
        """Say it where nobody talks; True once it is with the loudspeaker."""
        if not self._voice.is_free:
            return False
        if not self._available():
            self._voice.changed(IDLE)  # then it rings
            return False
        self._begun = False
        self._turn = task = asyncio.create_task(self._remind(reminder["message"]))
        if await ended([task], _REMINDER_MS):
            await stop([task])
            raise asyncio.CancelledError
        return self._begun  # who silences it has noticed it

    async def _remind(self, text: str) -> None:
        try:
            said = spoken(text)
            if said:
                await self._say_one(said)
        except LlmError as e:
            self._failed(e)
        finally:
            if self._begun:
                self._voice.sink.finish()

    async def tell(self, acted: dict) -> None:
        """What the owner's words have done is in the answer already."""
