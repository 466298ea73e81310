"""
Offline brain: answers the owner without a model, in text, by rules and memory alone.

Owns the order in which an answer is looked for: what the owner's words have done by themselves
(owner commands, what was learned from them), what they ask to be done (plans, the pet), small
talk, what they ask for (time, plans, memory). What nobody has told it, it does not know, and says
so.
Nothing is made up: an answer is a sentence of firmware/words/offline.py or what memory has.
"""

from memory.errors import MemoryFault, Refused
from memory.text import dates
from memory.text.folding import plain
from micropython import const
from mind import owner_words, todo_words

from firmware.system import events
from firmware.words import messages
from firmware.words import offline as words

from . import offline_memory
from .offline_plans import Plans, line
from .offline_reading import Said

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from memory.changes.change import Change
    from memory.records.record import Record

    from .device import Device

_RECENT = const(5)  # of the owner's sentences, for questions that lean on them
_PLANS = ("schedule", "event", "todo")
_SMALL_TALK = ("hello", "bye", "thanks", "who")
_PET = ("feed", "play", "gift", "status")


class OfflineBrain:
    """Over one device; keeps the last sentences in RAM alone."""

    def __init__(self, device: "Device") -> None:
        self._device = device
        self._acted = ""  # what the owner's words have done to memory
        self._recent: "list[str]" = []
        self._language = ""  # of the last sentence that had one
        self._told_can = False  # what it can do was said
        events.subscribe(self._hear, "acted")

    def _hear(self, event: str, fields: dict) -> None:
        self._acted = fields["message"]

    @property
    def has_acted(self) -> bool:
        """True where the last sentence was for memory itself and has acted."""
        return self._acted != ""

    def texts(self) -> "list[str]":
        """The owner's sentences that are still known."""
        return self._recent

    def remove(self, unwanted: "Callable[[str], bool]") -> None:
        """Let go of those of which `unwanted(text)`."""
        self._recent = [one for one in self._recent if not unwanted(one)]

    async def listen(self, text: str) -> str:
        """
        Hear a sentence of the owner as every channel does; what was done because of it, in words,
        or "" where there was nothing to do.
        """
        said = Said(text)
        self._language = said.language or self._language or messages.language()
        self._acted = ""
        if self._device.mind is None:
            return ""
        taken = await self._device.conversation.take(text)
        if self._acted:
            return words.ended(self._language, self._acted)
        return self._learned(said, taken)

    async def answer(self, text: str, done: str = "") -> str:
        """The answer to a sentence; `done` is what `listen` has said of it."""
        said = Said(text)
        language = self._language = said.language or self._language or messages.language()
        try:
            answer = await self._answer(said, language, done)
        except Refused as e:
            answer = messages.say(e.code, **e.details)
        except MemoryFault as e:
            events.log("error", "agent", "no answer from memory: %s" % e)
            answer = words.say(language, "trouble")
        self._recent = self._recent[1 - _RECENT :] + [said.text]
        return words.ended(language, answer)

    async def _answer(self, said: Said, language: str, done: str) -> str:
        if done:
            return done
        if said.intent == "time":
            return self._time(language)
        if self._device.mind is None:
            if said.intent in _SMALL_TALK:
                return words.say(language, said.intent)
            return words.say(language, "no_memory")
        if said.intent == "hello":
            return self._greeting(language)
        if said.intent in _PET:
            return await self._pet(said.intent, language)
        if said.intent == "mine":
            return await self._mine(language)
        if said.intent == "can":
            return words.abilities(language)
        if said.intent:
            return words.say(language, said.intent)
        return await self._asked(said, language)

    # -- what was told ---------------------------------------------------------------------------

    def _learned(self, said: Said, taken: "Any") -> str:
        language = self._language
        groups: "dict[str, list[str]]" = {}
        for change in taken.changes:
            code, text = self._change(change, language)
            groups.setdefault(code, [])
            if text not in groups[code]:
                groups[code].append(text)
        parts = []
        for code in ("done", "learned", "planned", "known"):
            if code in groups:
                what = words.listed(language, groups[code])
                parts.append(words.say(language, code, what=what))
        clock = self._device.clock
        refused = todo_words.refused(said.text, clock.now()) if clock.is_set() else ""
        if refused:
            parts.append(words.say(language, "refused_" + refused))
        if not parts and taken.missed:
            return words.ended(language, words.say(language, "missed_all"))
        if not parts:
            is_plan = not clock.is_set() and todo_words.todos(said.text, 0) != []
            return words.ended(language, words.say(language, "clock_plan")) if is_plan else ""
        text = words.listed(language, parts)
        if taken.missed:
            text += words.say(language, "missed", count=taken.missed)
        if said.greets and not said.asks:
            text = words.ended(language, self._greeting(language)) + text
        return words.ended(language, text)

    def _change(self, change: "Change", language: str) -> "tuple[str, str]":
        record = change.record
        if record.kind in _PLANS:
            text = line(record, language)
            if record.get("completed") is not None:
                text = plain(record.content)
                if change.next is not None:
                    text += words.say(language, "done_next", next=change.next.get("when"))
                return "done", text
            if change.result == "NOOP":
                return "known", text
            at = record.get("remind")
            if at is not None:
                text = plain(record.content)
                text += words.say(language, "remind", when=dates.minute(at))
            elif record.kind == "todo" and record.get("due") is None:
                text += words.say(language, "no_time")
            return "planned", text
        text = offline_memory.sentence(record, language)
        return "known" if change.result == "NOOP" else "learned", text

    # -- what is asked to be done ----------------------------------------------------------------

    async def _pet(self, action: str, language: str) -> str:
        figures = await self._device.pet.act(action, language)
        mood = words.mood(language, figures["mood"]["name"])
        stage = figures["relationship"]["name"]
        return words.say(language, "pet_" + action, mood=mood, stage=stage)

    # -- what is asked for -----------------------------------------------------------------------

    def _greeting(self, language: str) -> str:
        mind = self._device.mind
        for record in () if mind is None else mind.memory.hot("name"):
            if not record.suspect:
                return words.say(language, "hello_name", name=plain(record.content))
        return words.say(language, "hello")

    def _time(self, language: str) -> str:
        clock = self._device.clock
        if not clock.is_set():
            return words.say(language, "clock")
        now = clock.now()
        day = dates.day_text(now)
        return words.say(
            language,
            "time",
            date=day,
            time=dates.minute(now)[11:],
            weekday=words.weekday(language, now // dates.DAY),
        )

    async def _mine(self, language: str) -> str:
        mind = self._device.mind
        found = await offline_memory.of_owner(mind, language)
        if not found:
            return words.say(language, "mine_none", can=words.abilities(language))
        what = words.listed(language, [offline_memory.sentence(one, language) for one in found])
        return words.say(language, "mine", what=what)

    async def _asked(self, said: Said, language: str) -> str:
        """Plans and memories; what is neither asked for nor told is only heard."""
        mind = self._device.mind
        plans = Plans(mind)
        now = self._device.clock.now()
        cancelled = said.cancelled(now)
        if cancelled:
            return await plans.cancel(cancelled, language, bool(said.spans(now)))
        moved, when = said.moved(now)
        of_day = bool(moved) and said.moves_day(now)
        answer = await plans.move(moved, when, language, of_day) if moved else ""
        if answer:
            return answer
        off = said.called_off(now)
        if off and len(plans.named(off)) == 1:
            return await plans.cancel(off, language, bool(said.spans(now)))
        right = owner_words.asked(said.text)
        if right is not None and right[0] == owner_words.CORRECT:
            return words.say(language, "correct_none")
        done = [] if said.asks else todo_words.done(said.text, now)
        closed = await plans.close(done[0], language) if done else ""
        if closed:
            return closed
        if said.asks_for_plans(now):
            return plans.listed(said, language)
        coming = plans.asked_for(said) if said.asks_when and said.asks else []
        if coming:
            mind.use([record.id for record in coming])
            return words.listed(language, [line(record, language) for record in coming])
        topic = said.topic()
        if not said.asks and not topic and not said.kind:
            return words.say(language, "heard")
        found = await self._remembered(said, topic)
        if found:
            return offline_memory.told(mind, found, language)
        return self._unknown(language)

    async def _remembered(self, said: Said, topic: str) -> "list[Record]":
        mind = self._device.mind
        found = offline_memory.of_kind(mind, said.kind) if said.kind else []
        if not found:
            found = await offline_memory.offered(mind, said.text, self._recent)
        if not found and said.rephrased():
            found = await offline_memory.offered(mind, said.rephrased(), self._recent)
        if not found:
            found = await offline_memory.beginning(mind, said.beginning())
        if not found and topic:
            found = await offline_memory.recalled(mind, topic)
        return found

    def _unknown(self, language: str) -> str:
        if self._told_can:
            return words.say(language, "unknown_again")
        self._told_can = True
        return words.say(language, "unknown", can=words.abilities(language))
