"""
Owner commands: sentences of the owner that act on memory at once (`mind.owner_words` reads them).

Owns the trail of a conversation (owner_trail.py): the last things that the owner said, the
messages of the chat history and the turns that belong to each, and what was learned from it, by
the extractor or by the cloud's model. With it 别记这个 takes back the last turn,
忘掉刚才说的 puts what the last three taught to the trash, and 不对，是… corrects what
was learned last. 忘掉我住在北京 puts to the trash what says so, 跟老张的会取消了 the plan, and
你今天记住了什么 looks into memory. No record is erased from flash; written turns are.

Each is told back by the event `acted {what, ids, message}`, once it is durable. What flash does
not take is tried again at the conversation's end. What was said more than ten minutes ago, or
before a restart, is not "just now".
"""

import asyncio

from memory.errors import MemoryFault
from memory.records.kinds import DATED
from micropython import const
from mind import heard
from mind.corrections import corrected
from mind.learning import plan_changes
from mind.learning.unlearning import saying
from mind.owner_words import (
    CANCEL,
    CORRECT,
    DENIED,
    FORGET,
    FORGET_LAST,
    KEEP_NOT,
    acting,
    is_one,
    may_be_before,
)
from mind.rules.denials import is_likely, is_meant
from mind.rules.forget_clauses import order
from mind.todo_words import todos

from firmware.system import events
from firmware.words import acted

from .extraction_queue import Item
from .owner_review import review, say, tell, worded
from .owner_trail import Learned, Removal, Turn

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from memory.changes.change import Change
    from memory.engine import Memory
    from mind.rules.forget_clauses import Order

    from firmware.system.clock import Clock

    from .chat_history import ChatHistory
    from .extraction_queue import ExtractionQueue
    from .transcript import Transcript

_TURNS = const(8)  # that the trail has
_FORGOTTEN = const(3)  # turns that 忘掉刚才说的 is about
_RECENT_S = const(600)
_LEARNED = const(16)  # of a turn
_NAMES = const(64)  # turns of the transcript that belong to one: companions say much
_DATED = DATED + ("todo",)


class OwnerCommands:
    """
    Over an open engine and the parts of a conversation. `flush` writes the queue to memory, for
    holders of `lock`, under which queue and memory belong together.
    """

    def __init__(
        self,
        memory: "Memory",
        clock: "Clock",
        chat: "ChatHistory",
        queue: "ExtractionQueue",
        transcript: "Transcript",
        flush: "Callable[[], Coroutine]",
    ) -> None:
        self.lock = asyncio.Lock()
        self._memory = memory
        self._clock = clock
        self._chat = chat
        self._queue = queue
        self._transcript = transcript
        self._flush = flush
        self._turns: "list[Turn]" = []
        self._undone: "list[Removal]" = []
        self._acting = 0

    @property
    def idle(self) -> bool:
        """True while nothing is being done or waits to be done again."""
        return not self._acting and not self._undone

    # -- the trail -----------------------------------------------------------------------------

    def begin(self, text: str) -> Turn:
        """The owner has said something."""
        turn = Turn(text, self._clock.now())
        self._turns = self._turns[1 - _TURNS :] + [turn]
        return turn

    def said(self, mark: "int | None", name: "tuple[str, int] | None") -> None:
        """A message went to the chat history, a turn to the transcript, or both."""
        if self._turns:
            turn = self._turns[-1]
            if mark is not None:
                turn.marks = turn.marks[-_LEARNED:] + [mark]
            if name is not None:
                turn.names = turn.names[1 - _NAMES :] + [name]

    @property
    def is_off_record(self) -> bool:
        """True where what is answered now belongs to what the owner wants not to be kept."""
        return bool(self._turns) and self._turns[-1].is_off_record

    def found(self, turn: Turn, before: "list[Item]") -> None:
        """The extractor has read a turn; `before` is what waited before."""
        for item in self._queue.items():
            if not [True for one in before if one is item]:
                self._add(turn, Learned(item.kind, item.content, item.fields, item, ""))

    def written(self, kind: str, content: str, fields: dict, change: "Change | None") -> None:
        """An item of the queue was written to memory."""
        for turn in self._turns:
            for one in turn.learned:
                if one.item is not None and one.kind == kind and one.content == content:
                    if one.fields == fields:
                        one.item = None
                        is_new = change is not None and change.result != "NOOP"
                        one.id = change.record.id if is_new and change is not None else ""
                        return  # the same again later is another item

    def noted(self, change: "Change") -> None:
        """The model that the owner talks to has written to memory."""
        record = change.record
        if change.result not in ("ADDED", "UPDATED") or not self._recent(None):
            return
        fields = {
            name: record.get(name) for name in ("relation", "when", "due") if record.get(name)
        }
        self._add(self._turns[-1], Learned(record.kind, record.content, fields, None, record.id))

    def remove(self, unwanted: "Callable[[str], bool]") -> None:
        """Let go of the turns with a text of which `unwanted(text)`."""
        kept = []
        for turn in self._turns:
            texts = [turn.text] + [one.content for one in turn.learned]
            if not [True for text in texts if unwanted(text)]:
                kept.append(turn)
        self._turns = kept

    def _add(self, turn: Turn, learned: Learned) -> None:
        turn.learned = turn.learned[1 - _LEARNED :] + [learned]

    def _recent(self, before: "Turn | None") -> "list[Turn]":
        """The turns of just now before this one, the last first."""
        now = self._clock.now()
        found = []
        for turn in reversed(self._turns):
            if before is not None:
                if turn is before:
                    before = None
            elif 0 <= now - turn.at <= _RECENT_S:
                found.append(turn)
        return found

    def _last(self, before: Turn) -> "Turn | None":
        """What was said last before a turn; of words for memory alone what they were for."""
        for one in self._recent(before)[:1]:
            return one.about if one.about is not None and not one.learned else one
        return None

    # -- acting --------------------------------------------------------------------------------

    async def act(self, turn: Turn, now: "int | None") -> bool:
        """
        Do what a turn's words ask for; False where they ask for nothing, or correct nothing that
        was learned: then the extractor reads them. Raises MemoryError.
        """
        found = acting(turn.text)
        if found is not None and found[0] == KEEP_NOT and todos(found[1], now or 0):
            return False  # it has to be kept until it is done
        wanted = order(turn.text) if found is None else None
        plan = plan_changes.asked(turn.text, now) if found is None and now is not None else None
        if found is None and plan is None and (wanted is None or not wanted.acts):
            return False
        self._acting += 1
        try:
            async with self.lock:
                if plan is not None:
                    return await self._change(plan, now or 0)
                if wanted is not None:
                    return await self._forget(wanted, now)
                what, right = found or ("", "")
                turn.about = self._last(turn)
                if what in (CORRECT, DENIED):
                    return await self._correct(turn, right, now)
                if what == CANCEL and (turn.about is None or not turn.about.plans):
                    return False
                if what == KEEP_NOT:
                    own = right and (not may_be_before(turn.text) or heard.read(right, now or 0))
                    await self._keep_not([] if own else self._recent(turn)[:1], turn)
                elif what in (CANCEL, FORGET_LAST):
                    await self._forget_last(turn, what == CANCEL)
                else:
                    await self._flush()
                    tell(what, *await review(self._memory, self._clock, turn.text))
        finally:
            self._acting -= 1
        return True

    async def finish(self) -> None:
        """Try again to remove what flash has not let go."""
        async with self.lock:
            waiting, self._undone = self._undone, []
            for removal in waiting:
                await self._remove(removal, True)

    async def _keep_not(self, before: "list[Turn]", turn: Turn) -> None:
        turn.is_off_record = True
        turns = before + [turn]
        removal = Removal(KEEP_NOT)
        for one in turns:
            removal.ids += [learned.id for learned in one.learned if learned.id]
            removal.marks += one.marks
            removal.names += one.names
            removal.items += [known.item for known in one.learned if known.item is not None]
        removal.alone = len(turns) < 2
        # The turn of this sentence stays: what is answered to it is not kept either.
        self._turns = [one for one in self._turns if one is turn or one not in turns]
        turn.text = ""
        turn.marks = []
        turn.names = []
        turn.learned = []
        await self._remove(removal)

    async def _forget_last(self, turn: Turn, plans_alone: bool) -> None:
        await self._flush()  # what is in memory can be restored
        removal = Removal(FORGET_LAST)
        turns = self._recent(turn)[:_FORGOTTEN]
        if plans_alone or is_one(turn.text):
            turns = [turn.about] if turn.about is not None else []
        for one in turns:
            gone = one.plans if plans_alone else one.learned
            removal.ids += [learned.id for learned in gone if learned.id]
            removal.items += [known.item for known in gone if known.item is not None]
            one.learned = [known for known in one.learned if known not in gone]
        await self._remove(removal)

    async def _forget(self, wanted: "Order", now: "int | None") -> bool:
        """
        Put to the trash what says what is to be forgotten; False where there may be more to do:
        what was said behind it, or where it is about a plan.
        """
        await self._flush()
        found = await saying(self._memory, wanted.clause, now or 0)
        if found:
            removal = Removal(FORGET)
            removal.ids = [one.id for one in found]
            removal.about = worded(found[0].kind, found[0].content, found[0].fields)
            await self._remove(removal)
        elif wanted.sure:
            tell(FORGET, [], say("forget_unknown"))
        return (wanted.sure or found != []) and not wanted.rest

    async def _change(self, plan: "plan_changes.Asked", now: int) -> bool:
        """Cancel or move the one plan that is named; False where none is."""
        await self._flush()
        try:
            one = await plan_changes.change(self._memory, plan, now)
        except MemoryFault as e:
            _log("warning", "a plan is not changed: %r" % e)
            return False
        if one is not None:
            words = worded(one.kind, one.content, one.fields)
            what = FORGET if plan.what == plan_changes.CANCELLED else CORRECT
            tell(what, [one.id], acted.say(plan.language, plan.what, what=words))
        return one is not None

    async def _remove(self, removal: Removal, again: bool = False) -> None:
        """Have it go, and tell; what does not go now waits for `finish`."""
        is_done = self._queue.drop(removal.items)
        try:
            if removal.ids:
                ids = removal.ids
                change = await self._memory.delete(ids, reason="model_delete", by="owner")
                removal.gone += [id for id in ids if id in change.removed]
                removal.ids = []
        except (MemoryFault, MemoryError) as e:
            is_done = False
            _log("warning", "%s not deleted yet: %r" % (" ".join(removal.ids), e))
        if removal.marks:
            try:
                self._chat.drop(removal.marks)
                removal.marks = []
            except (OSError, MemoryError) as e:
                is_done = False
                _log("warning", "what was said is still in the chat history: %r" % e)
        if removal.names:
            try:
                await self._transcript.drop(removal.names)
                removal.names = []
            except (MemoryFault, MemoryError) as e:
                is_done = False
                _log("warning", "what was said is still among the turns: %r" % e)
        if is_done:
            self._tell(removal)
            return
        self._undone.append(removal)
        if not again:
            left = len(removal.ids) or 1
            tell(removal.what, removal.gone, say("later", count=left))

    def _tell(self, removal: Removal) -> None:
        count = len(removal.gone) + len(removal.items)
        code = removal.what
        if code == KEEP_NOT and removal.alone:
            code = "keep_not_this"
        elif code == FORGET_LAST and not count:
            code = "forget_none"
        tell(removal.what, removal.gone, say(code, count=count, what=removal.about))

    # -- correcting ----------------------------------------------------------------------------

    async def _correct(self, turn: Turn, right: str, now: "int | None") -> bool:
        """
        Correct what was learned from what was said last, or what these words name, if they can be
        about it; False for nothing that was learned, or where they say something of themselves.
        """
        likely, others = [], []
        for one in self._recent(turn):
            for known in reversed(one.learned):
                if not known.id and known.item is None:
                    continue
                if not is_meant(turn.text, one.text, known.content):
                    continue
                found = corrected(
                    known.kind, known.content, known.fields, one.text, right, now or 0
                )
                if found is None or (now is None and found.kind in _DATED):
                    continue
                row = (one, known, found)
                if is_likely(known.content, turn.text, right):
                    likely.append(row)
                elif one is turn.about:
                    others.append(row)
        rows = likely + others
        for one, known, found in rows:
            plans = [row[1:] for row in rows if row[0] is one and row[1].is_one_with(known)]
            before = known.content
            if await self._put_right(plans, known, found):
                one.text = one.text.replace(before, found.content)
                what = worded(found.kind, found.content, found.fields)
                ids = [each.id for each, _ in plans if each.id]
                tell(CORRECT, ids, say("correct", what=what))
                return True
        # A value alone says nothing of the owner: "No, it's Tim" is no introduction then.
        is_known = [True for one in self._recent(turn) if one.learned] != []
        return is_known and not heard.read(right, now or 0)

    async def _put_right(self, plans: "list[tuple]", known: Learned, found: "Any") -> bool:
        """A plan on several days on all of them; False where nobody said which one moves."""
        if len(plans) > 1 and [1 for one, to in plans if one.day != str(to.fields["when"])[:10]]:
            return False
        if not await self._replace(known, found):
            return False
        for one, to in plans:
            if one is not known:
                await self._replace(one, to)
        return True

    async def _replace(self, known: Learned, found: "Any") -> bool:
        """Put what is right in the place of what was learned; False where that is not possible."""
        item = known.item
        if item is not None:
            if not [True for one in self._queue.items() if one is item]:
                return False
            known.item = Item(found.kind, found.content, found.fields)
            if not self._queue.exchange(item, known.item):
                _log("warning", "a correction is not saved yet")
        else:
            try:
                await self._memory.correct(known.id, known.kind, found.content, found.fields)
            except MemoryFault as e:
                _log("warning", "%s is not corrected: %r" % (known.id, e))
                return False
        known.content = found.content
        known.fields = found.fields
        return True


def _log(level: str, text: str) -> None:
    events.log(level, "conversation", text)
