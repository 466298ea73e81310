"""
Conversation: takes what is said to memory.

Every message goes to the chat history and to the transcript, the owner's words to the rules that
read them (mind.heard), and what those find to the extraction queue. At the end of the conversation
(`end`, or 60 s of silence) the transcript becomes turns and the queue records, the chat history is
written, and a snapshot is taken. A todo of the next hour is written at once: it may be due before
the talk is over. Speech never waits for any of it: `hear` only keeps a message; `run` reads and
writes, as does `play` between two messages.
"""

import asyncio

from memory.changes.change import NOOP, Change
from memory.errors import MemoryFault
from memory.guard.secrets import masked
from memory.text import dates
from memory.text.folding import has_half, plain
from micropython import const
from mind import feelings, heard
from mind.learning import in_hand
from mind.learning.heard_changes import heard_changes
from mind.todos import KIND, Todos
from mind.write_effects import against_cores

from firmware.system import events
from firmware.system.nvs import namespace
from firmware.system.settings import Privacy

from .chat_history import OWNER, ChatHistory
from .extraction_queue import ExtractionQueue, Item
from .owner_commands import OwnerCommands
from .transcript import Transcript

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from mcp.core.call import Call
    from mcp.core.tool_result import ToolResult
    from memory.changes.change import Change
    from memory.engine import Memory
    from mind.mind import Mind

    from firmware.system.clock import Clock, Stopwatch

    from .pet import Pet

OWN_CHANNEL = "agent"  # of the tools that the companion's own agent calls
_SILENCE_S = const(60)  # that ends a conversation
_SOON_S = const(3600)  # a todo that is due or told within so long is written at once
_RETRY_S = const(600)  # between two tries to write what could not be written
_MAX_UNREAD = const(32)  # messages that wait for the extractor
_MAX_CHARACTERS = const(400)  # of a message that the extractor reads


class Taken:
    """What came of what was said: what memory did, and how much of it could not be written."""

    def __init__(self, changes: "list[Change]", missed: int) -> None:
        self.changes = changes
        self.missed = missed


class Conversation:
    """
    Over an open engine. `channel` is the source of what becomes a record; the mood of `pet`
    follows what is heard, and `mind` knows what may be over since. While `privacy` does not
    remember, words may act and nothing is kept of them.
    """

    def __init__(
        self,
        memory: "Memory",
        clock: "Clock",
        stopwatch: "Stopwatch",
        channel: str,
        pet: "Pet | None" = None,
        privacy: "Privacy | None" = None,
        mind: "Mind | None" = None,
    ) -> None:
        self._memory = memory
        self._mind = mind
        self._clock = clock
        self._stopwatch = stopwatch
        self.channel = channel
        kv = namespace("talk")
        self._chat = ChatHistory(kv, events.emit)
        self._queue = ExtractionQueue(kv, events.emit, self._extract)
        self._privacy = privacy or Privacy()
        self._transcript = Transcript(memory, clock, self._privacy)
        if mind is not None:
            self._transcript.dropped = mind.scratchpad.unhear
        self._commands = OwnerCommands(
            memory, clock, self._chat, self._queue, self._transcript, self._write_queue
        )
        self._pet = pet
        # (text, seconds or None, turn, its name or None) of the owner, oldest first
        self._unread: "list[tuple]" = []
        self._silence: "int | None" = None  # seconds since the last message; None: nobody speaks
        self._waited = 0  # seconds since a try to write failed
        self._stuck: "Any" = None  # state of memory when it last refused something
        self._unsaved_chat = False  # True while messages wait to be written
        self._spoken = asyncio.Event()
        # What else keeps words of a conversation: objects with `texts` and `remove`.
        self.others: "list[Any]" = []
        self._ending = asyncio.Lock()
        self._reading = asyncio.Lock()

    # -- speech --------------------------------------------------------------------------------

    def hear(self, role: str, text: str, tokens: int = 0) -> None:
        """OWNER or COMPANION said something, for `tokens` of a model. No flash, never fails."""
        text = "" if has_half(text) else self._without_secrets(plain(text).strip())
        if not text:
            return
        known = self._clock.is_set()
        now = self._clock.now()
        self._silence = 0
        turn = self._commands.begin(text[:_MAX_CHARACTERS]) if role == OWNER else None
        is_kept = self._privacy.remembers
        name = None
        if is_kept and (turn is not None or not self._commands.is_off_record):
            name = self._transcript.heard(role, text, tokens)
            self._commands.said(self._chat.hear(role, text, now, not known), name)
            self._unsaved_chat = True
        if turn is not None:
            if len(self._unread) >= _MAX_UNREAD:
                self._unread.pop(0)
                self._log("warning", "no heap to read what is said; the oldest is left out")
            turn.is_kept = is_kept
            self._unread.append((text[:_MAX_CHARACTERS], now if known else None, turn, name))
        self._spoken.set()
        events.emit("said", role=role, text=text)

    def feel(self, emotion: str) -> None:
        """The companion's face shows an emotion, by its name. Touches no flash, never fails."""
        if self._pet is not None:
            self._pet.feel(emotion)

    def noted(self, change: "Change", channel: "str | None") -> None:
        """A tool has written to memory; over our channel it learned that from what was said."""
        if channel in (self.channel, OWN_CHANNEL):
            self._commands.noted(change)

    def called(self, name: str, arguments: dict, call: "Call", result: "ToolResult") -> None:
        """A tool has answered a call; one over our channel belongs to what is being said."""
        is_ours = call.channel in (self.channel, OWN_CHANNEL)
        if not is_ours or not self.speaking or self._commands.is_off_record:
            return
        try:
            self._commands.said(None, self._transcript.called(name, arguments, result))
        except (MemoryError, ValueError) as e:
            self._log("warning", "a call of %s is not kept: %r" % (name, e))

    def texts(self) -> "Iterator[str]":
        """All texts that are kept: chat history, turns, unread messages, extraction queue."""
        for message in self._chat.messages():
            yield message.text
        for one in self._unread:
            yield one[0]
        yield from self._queue.texts()
        for other in self.others:
            yield from other.texts()
        yield from self._transcript.texts()

    def remove(self, unwanted: "Callable[[str], bool]") -> None:
        """Remove every text of which `unwanted(text)` is true. Raises OSError."""
        self._unread = [one for one in self._unread if not unwanted(one[0])]
        self._commands.remove(unwanted)
        self._transcript.remove(unwanted)
        self._queue.remove(unwanted)
        for other in self.others:
            other.remove(unwanted)
        self._chat.remove(unwanted)

    def _extract(self, text: str, now: int) -> list:
        """What is in an utterance; who of the family is known by name may be its subject."""
        names = [record.content for record in self._memory.each("family")]
        return heard.read(text, now, names)

    def _without_secrets(self, text: str) -> str:
        """The text with passwords and other secrets masked; "" where RAM runs out."""
        try:
            return masked(text)
        except MemoryError:
            self._log("warning", "no heap to look for secrets in what is said; it is left out")
            return ""

    async def take(self, text: str) -> "Taken":
        """
        The owner has said something to the companion itself: hear it, read it and write what was
        found to memory at once, so that the answer can say what came of it.
        """
        async with self._reading:
            self.hear(OWNER, text)
            written = await self._read_all()
            waiting = [item for item in self._queue.items() if "done" not in item.fields]
            changes = await self._flush()
            left = self._queue.items()
            missed = len([True for item in waiting if [True for one in left if one is item]])
            learned = [one for one in changes if one.record.get("completed") is None]
            return Taken(written + changes, max(missed, len(waiting) - len(learned)))

    async def play(self, speech: "Iterable[tuple[str, str]]") -> None:
        """A complete conversation of (role, text), to its end."""
        for role, text in speech:
            self.hear(role, text)
            await self._catch_up()
        await self.end()

    async def end(self) -> None:
        """
        The conversation is over: read what is unread, write the turns, then the extraction queue
        to memory, then the chat history, then a snapshot. What cannot be written is logged, kept
        and tried again.
        """
        async with self._ending:
            self._silence = None
            self._waited = 0
            await self._catch_up()
            await self._transcript.end()
            await self._flush()
            await self._commands.finish()
            self._save_chat()
            try:
                if self._pet is not None:
                    await self._pet.keep_mood()
                if self._memory.unsaved():
                    await self._memory.save()
            except (MemoryFault, MemoryError) as e:
                self._log("error", "mood or snapshot: %r" % e)

    async def write_turns(self) -> None:
        """Have all that was said in flash, so that it can be read by a model."""
        async with self._ending:
            await self._transcript.write_all()

    @property
    def speaking(self) -> bool:
        """True from the first message until the silence that ends the conversation."""
        return self._silence is not None

    @property
    def idle(self) -> bool:
        """True while nobody speaks and nothing is left to be read or written."""
        left = self._unread or len(self._queue) or self._unsaved_chat
        is_done = self._commands.idle and self._transcript.idle
        return self._silence is None and not left and is_done

    # -- time ----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Before anybody speaks: write to memory what a power cut left of a conversation."""
        self._queue.open()
        await self._flush()

    async def run(self) -> None:
        """Started by startup.py; ticks once a second while not idle."""
        while True:
            if self.idle:
                self._spoken.clear()
                await self._spoken.wait()
                self._stopwatch()
            await self.tick(self._stopwatch())
            await asyncio.sleep(1)

    async def tick(self, passed: int) -> None:
        """Read new messages; end the conversation after silence; try failed writes again."""
        if self._silence is not None:
            self._silence += passed
            if self._silence >= _SILENCE_S:
                await self.end()
            else:
                await self._catch_up()
        elif not self.idle:
            self._waited += passed
            if self._waited >= _RETRY_S:
                await self.end()

    # -- reading -------------------------------------------------------------------------------

    async def _catch_up(self) -> None:
        """Have the extractor read the unread messages, and the turns written where many wait."""
        await self._transcript.write()
        async with self._reading:
            await self._read_all()

    async def _read_all(self) -> "list[Change]":
        """Read what is unread; what came of that which could not wait to be written."""
        changes: "list[Change]" = []
        while self._unread:
            if self._queue.full:
                changes += await self._flush()
            # Where it is full still, memory takes nothing now, and the messages wait.
            if self._queue.full or not await self._read():
                break
            first = self._queue.first_time()
            if first and first <= dates.minute(self._clock.now() + _SOON_S):
                changes += await self._flush()
            await asyncio.sleep(0)
        return changes

    async def _read(self) -> bool:
        """
        Read the oldest message, or do what it asks for; False where RAM runs out: it is read
        later.
        """
        text, now, turn, name = one = self._unread.pop(0)
        try:
            if not await self._commands.act(turn, now) and turn.is_kept:
                before = self._queue.items()
                evidence = "" if name is None else "%s/%d" % name
                self._queue.hear(text, now, evidence)
                try:
                    await self._hear_changes(text, evidence, before)
                finally:  # what was queued is of this turn, whatever else fails
                    self._commands.found(turn, before)
                feeling = feelings.heard(text)
                if feeling is not None:
                    self.feel(feeling)
        except MemoryError as e:
            self._log("warning", "read later, no heap now: %r" % e)
            self._unread.insert(0, one)
            return False
        except Exception as e:  # noqa: BLE001  whatever it is, the conversation goes on
            self._log("error", "not read: %r" % e)
        return True

    async def _hear_changes(self, text: str, evidence: str, before: "list[Item]") -> None:
        """Queue what is said to be over, or against a core memory; `before` is what waited."""
        if self._mind is None:
            return
        in_hand.note(self._mind, text, evidence)
        items = [one for one in self._queue.items() if "done" not in one.fields]
        found = [one for one in items if not [True for other in before if other is one]]
        waiting = [(one.kind, one.content) for one in before if "done" not in one.fields]
        made = [(one.kind, one.content) for one in found]
        changes = await heard_changes(self._mind, text, waiting, made)
        for said in changes:
            self._queue.drop([one for one in found if one.kind == "fact" and one.content in said])
        changes += await against_cores(self._mind, text, changes + [one[1] for one in made])
        for sentence in changes:
            self._queue.add(Item("fact", sentence, {}, evidence))

    # -- writing -------------------------------------------------------------------------------

    async def _flush(self) -> "list[Change]":
        """Write the queue to memory; what came of it."""
        async with self._commands.lock:
            return await self._write_queue()

    async def _write_queue(self) -> "list[Change]":
        """Offer the queue to memory, unless memory is as it was when it last refused."""
        if not len(self._queue):
            return []
        state = (self._memory.changes, self._clock.is_set())
        if self._stuck == state:
            return []
        changes: "list[Change]" = await self._queue.flush(self._write)
        self._stuck = None
        if len(self._queue):
            self._stuck = (self._memory.changes, self._clock.is_set())
        return changes

    async def _write(self, kind: str, content: str, fields: dict) -> "Any":
        if kind == KIND:
            change = await self._write_todo(content, fields)
        else:
            change = await self._memory.write(kind, content, fields, source=self.channel)
        if "done" not in fields:  # what is crossed off was not learned
            found = {name: fields[name] for name in fields if name != "evidence"}
            self._commands.written(kind, content, found, change)
        return change

    async def _write_todo(self, content: str, fields: dict) -> "Change | None":
        """Add what was asked for, or complete what is done. What became due since is due now."""
        todos = Todos(self._memory)
        if "done" in fields:
            return await todos.done(content, str(fields["done"]))
        now = dates.minute(self._clock.now())
        due, remind = fields.get("due"), fields.get("remind")
        planned = todos.planned(content, due)
        if planned is not None:
            return Change(NOOP, planned)
        due = now if due is not None and due < now else due
        remind = due if remind is not None and remind < now else remind
        evidence = fields.get("evidence", ())
        return await todos.add(content, due, remind, self.channel, evidence=evidence)

    def _save_chat(self) -> None:
        try:
            self._chat.save(self._memory.spare)
            self._unsaved_chat = False
        except (OSError, MemoryError) as e:
            self._log("error", "the chat is not written yet: %r" % e)

    def _log(self, level: str, text: str) -> None:
        events.log(level, "conversation", text)
