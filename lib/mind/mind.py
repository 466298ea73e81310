"""
Mind: what matters of what is remembered; the one object that tools, REST and the agent are handed.

It advises the store while something is written (`memory.interfaces.Advisor`): what a memory
weighs, what it claims of whom, what it takes the place of, what leaves the notebook for it. It
hears of every change as a search backend that is never asked. Finding and offering, and the
text for a prompt, are in `offers`. Everything here works without a model.
"""

import asyncio

from memory.log.checked_file import exists
from memory.records.fields import RETENTIONS
from memory.records.kinds import PROFILE
from memory.records.record import Record, another_of, holds
from memory.records.values import day_number
from memory.text import dates
from micropython import const

from . import answer_file, log_reading, successors, write_effects
from .derived import Derived
from .notebook import notebook_file
from .notebook.notebook import Notebook, may_be_member
from .predicates import NOW, claim, claims_of, relatives_of
from .profile_past import past_fact
from .scores import durations, scores
from .scores.categories import is_semantic
from .scores.settings import numbers as all_numbers
from .scratchpad import Scratchpad

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from memory.changes.change import Change
    from memory.engine import Memory
    from memory.interfaces import Clock

    from .offers.asked import Asked
    from .reranking.reranker import Reranker

_SPEECH = ("hear", "xiaozhi")  # channels of the owner's own words
_SETTLE_S = const(5)  # that an offer waits for the start to be done
_SAVE_AFTER = const(64)  # changes that are not left to the log alone


class Mind:
    """
    `kept` are the settings of the mind that were changed. Until `load` is done nothing is evicted,
    offers know less, and what a write ends waits for it.
    """

    name = "notebook"

    def __init__(self, memory: "Memory", clock: "Clock", kept: "dict | None" = None) -> None:
        self.memory = memory
        self.clock = clock
        self.numbers: "dict[str, Any]" = all_numbers(kept)
        self.reranker: "Reranker | None" = None  # judges what is offered, where there are weights
        self.notebook = Notebook(clock, self.numbers, claims_of, relatives_of, self._shapes)
        self.scratchpad = Scratchpad(memory, clock)
        self.derived = Derived(self)
        self.is_ready = False
        self._is_new = False  # it is made from a memory that had none
        self._early: "list[str]" = []  # written before it is ready
        self._loaded: "asyncio.Event | None" = None  # while it is being loaded
        self.used = False  # something was given out since the last save
        self.language = "zh"  # of what it words itself
        self.has: "dict[str, bool]" = {}  # by kind, as far as that was looked for
        self._claim: "Any" = None  # of the record that is being written
        self._full_of_core = False
        self._renewed = -1  # the day on which `renew` looked last
        self._is_shaped = False  # the shapes of all members are known
        self._is_claimed = False  # whoever writes it has said what it claims
        memory.advisor = self
        memory.derived = self.derived
        memory.trash_days = int(self.numbers["trash_days"])
        memory.backends.register(self)

    # -- as a search backend: told of changes, never asked --------------------------------------

    def available(self) -> bool:
        """False: the words answer."""
        return False

    async def candidates(self, question: str, limit: int) -> "list[tuple[str, float]]":
        """Nothing."""
        return []

    def add(self, record: Record, keep_use: bool = False) -> None:
        """Note a state, a use of today but with `keep_use`; what may not be offered leaves."""
        if not keep_use:
            self.scratchpad.note_completed(record)
        self.has[record.kind] = True
        is_wording = record.get("superseded_by") is not None and record.get("valid_to") is None
        if not may_be_member(record) or is_wording:
            self.notebook.remove(record.id)
            return
        number = self.notebook.members.find(record.id) if keep_use else -1
        used = (self.notebook.today(), 0) if self._is_new and keep_use else None
        if number >= 0:
            member = self.notebook.members.get(number)
            used = (member.last, member.uses)
        self.notebook.put(record, used)
        if self.is_ready and self.notebook.over() > 1:  # an import: it goes to no trash
            self.notebook.drop_imported(self.memory.ids.epoch)

    def remove(self, id: str) -> None:
        """Let go of a record that was deleted."""
        self.notebook.remove(id)
        self.scratchpad.remove(id)

    def erase(self, id: str) -> None:
        """As `remove`, before it is erased from flash; so is the file that has its hashes."""
        self.notebook.erase(id)
        self.used = True
        answer_file.remove(self.memory)
        self.scratchpad.forget()
        if self.memory.log is not None and exists(self.memory.root + notebook_file.NAME):
            notebook_file.remove(self.memory.root)

    def clear(self) -> None:
        """As `erase`, of everything."""
        self.notebook = Notebook(self.clock, self.numbers, claims_of, relatives_of, self._shapes)
        if self.memory.log is not None:
            notebook_file.remove(self.memory.root)
        answer_file.remove(self.memory)
        self.scratchpad.forget()

    # -- as the advisor of the store -------------------------------------------------------------

    def weigh(self, record: Record) -> float:
        """What a record weighs today, 0 to 1."""
        number = self.notebook.members.find(record.id)
        if number >= 0:
            return self.notebook.weight_of(self.notebook.members.get(number))
        e, i, p, j = scores.scores_of(record, self.numbers)
        days = max(0, self.notebook.today() - record.created // dates.DAY)
        return scores.weight(e, i, p, j, days, 0, self.numbers)

    async def complete(self, kind: str, fields: dict, now: int) -> None:
        """Add what a new memory claims, how long it is kept, and whether it is core."""
        self._claim = None
        self._full_of_core = False
        self._is_claimed = None not in (fields.get("subject"), fields.get("predicate"))
        if not is_semantic(kind) or kind in PROFILE:
            return
        content = fields["content"]
        found = None if kind == "todo" else claim(content, kind)  # a todo is not so yet
        if found is None and kind == "fact":
            found = await successors.returned(self, content)
            self._is_claimed = self._is_claimed or found is not None
        if found is not None and kind not in ("like", "dislike"):
            self._claim = found
            if found.state == NOW:  # what was, or is no more, answers nobody who asks what is
                fields.setdefault("subject", found.subject)
                fields.setdefault("predicate", found.predicate)
        retention, seconds, decay = durations.by_kind(kind, content, self.numbers)
        if fields.get("retention") is None and retention != "permanent":
            fields["retention"] = RETENTIONS.index(retention)
            if seconds is not None:
                fields["expires"] = now + seconds
            if decay:
                fields.setdefault("decay", decay)
        p = fields.get("p")
        if p is None:
            p = scores.p_of(kind, content, self.numbers)
            if p >= scores.FULL:
                fields["p"] = p
        if p >= scores.FULL and not self.notebook.has_room_for_core():
            fields["p"] = scores.FULL - 1
            self._full_of_core = True

    async def predecessor(self, kind: str, fields: dict, now: int) -> "tuple[Record, bool] | None":
        """The memory that was true until this one: of the same predicate, with another value."""
        if kind == "todo" or kind in PROFILE or kind in ("like", "dislike"):
            return None
        if another_of(kind, fields):
            return None  # what somebody else likes ends nothing of the owner
        if not holds(fields, day_number(now)):
            return None  # told of what was, or will be: what is so now stays
        return await successors.predecessor(self, kind, fields, self._is_claimed)

    async def written(self, change: "Change") -> None:
        """Patch the core memory that a new one goes against; evict what is over the cap."""
        self.scratchpad.note_written(change)
        if self._full_of_core:
            change.notes.append("core_full")
            self._full_of_core = False
        if change.record is not None and not self.is_ready:
            self._early.append(change.record.id)
        if change.record is not None:
            await write_effects.align_profile(self, change.record, self._claim)
            is_told = change.result == "ADDED" or change.replaced is not None
            if is_told and await write_effects.patch_core(self, change.record):
                change.notes.append("patched")
        if self.is_ready and not self.memory.archive_unavailable:
            change.evicted.extend(await write_effects.evict(self))

    async def successor(self, record: Record) -> "str | None":
        """The memory that is true now and says otherwise than one that comes back."""
        return await successors.successor(self, record)

    def reclaim(self, record: Record, changes: dict) -> "list[str]":
        """
        What corrected words claim, in place of what the old ones did, but not of what a writer
        told; and where there are as many core memories as may be, no other becomes one.
        """
        if record.kind in PROFILE or not is_semantic(record.kind):
            return []
        if "content" in changes:
            successors.reclaim(record, changes)
        p = changes.get("p", record.get("p"))
        if p is None:  # as the words have it
            p = scores.p_of(record.kind, changes.get("content", record.content), self.numbers)
        if p < scores.FULL or self.notebook.has_room_for_core():
            return []
        number = self.notebook.members.find(record.id)
        if number >= 0 and self.notebook.members.p(number) >= scores.FULL:
            return []
        changes["p"] = scores.FULL - 1
        return ["core_full"]

    async def came_back(self, change: "Change") -> None:
        """What is restored stays for today, and the lightest of the others leaves for it."""
        if change.record is not None and self.is_ready and not self.memory.archive_unavailable:
            self.notebook.hold(change.record.id)
            change.evicted.extend(await write_effects.evict(self))

    async def corrected(self, record: Record, before: Record) -> None:
        """What corrected words say takes the place of what others say."""
        await write_effects.end_others(self, record)
        await self.derived.corrected(record, before)

    async def told_again(self, change: "Change", source: "str | None") -> None:
        """What the owner says again is surer, and of the profile theirs alone."""
        await write_effects.confirm(self, change, source in _SPEECH)

    def past_of(self, record: Record, id: str, now: int) -> Record:
        """What a field of the profile was until now, as a fact."""
        return past_fact(record, id, day_number(now), self.language)

    # -- for what offers and finds ---------------------------------------------------------------

    def widen(self, asked: "Asked") -> None:
        """Give a question other words for its own."""
        if self.memory.expander is not None:
            asked.widen(self.memory.expander)

    async def read(self, id: str) -> "Record | None":
        """A member's record; None where it is there no more, and then it is no member either."""
        while True:
            texts = self.notebook.texts  # a new one, where all was erased meanwhile
            record = texts.get(id)
            if record is not None:
                return record
            drops = texts.drops
            known = await self.memory.record(id)
            if known is None:
                self.notebook.remove(id)
                return None
            if texts is self.notebook.texts and texts.drops == drops:
                return texts.put(known[0])

    async def unexpired(self, id: str) -> "Record | None":
        """As `read`; None also where it has expired and waits for the night."""
        record = self.notebook.texts.get(id) or await self.read(id)
        end = None if record is None else record.get("expires")
        return record if end is None or end > self.clock.now() else None

    async def renew(self) -> None:
        """On a new day, look at the memories that are true from it on, or until the day before."""
        members, today = self.notebook.members, self.notebook.today()
        if self._renewed == today:
            return
        self._renewed = today
        for id in [members.get(row).id for row in members.dated()]:
            record = await self.read(id)
            row = members.find(id)
            if record is not None and row >= 0:
                known = members.get(row)
                self.notebook.put(record, (known.last, known.uses))

    async def learn_names(self) -> None:
        """Read the names of relatives again, where a memory that tells one has changed."""
        notebook = self.notebook  # a new one, where all was erased meanwhile
        if notebook.names is not None:
            return
        drops = notebook.texts.drops
        found: "list[tuple]" = []
        for id in notebook.naming():
            record = await self.read(id)
            if record is not None:
                found += [one for one in relatives_of(record) if one not in found]
        if drops == notebook.texts.drops:  # else what changed meanwhile is read the next time
            notebook.names = found

    def _shapes(self, record: Record) -> "bytes | None":
        """What sorts of things a memory tells; None without weights, whose words show them."""
        return None if self.reranker is None else self.reranker.shapes_of(record)

    async def learn_shapes(self, may_go_on: "Callable[[], bool]") -> None:
        """As `log_reading.learn_shapes`, once after a start. Raises why some cannot be read."""
        if not self._is_shaped and self.reranker is not None and self.reranker.is_ready():
            self._is_shaped, problem = await log_reading.learn_shapes(self, may_go_on)
            if problem is not None:
                raise problem

    def use(self, ids: "list[str]") -> None:
        """Count what was really given out to a prompt or a person who asked for an offer."""
        for id in ids:
            number = self.notebook.members.find(id)
            if number >= 0:
                self.notebook.members.use(number, self.notebook.today())
                self.used = True

    # -- start and save --------------------------------------------------------------------------

    async def load(self) -> None:
        """
        Make the notebook from its file and from what the log has after it; without a file from
        all of memory. Lets others run between its steps.
        """
        self._loaded = asyncio.Event()
        try:
            await self._load()
        finally:
            self._loaded.set()
            self._loaded = None

    async def _load(self) -> None:
        memory = self.memory
        saved = None if memory.log is None else notebook_file.load(memory.root)
        since = 0
        self._is_new = saved is None
        if saved is not None:
            since = saved.segment - 1
            self.notebook.restore(saved.members)
        revised: "list[Record]" = []  # the hot records that were changed last
        for record in list(memory.at_hand()):
            self.add(record, True)
            log_reading.note_revised(record, revised)
            await asyncio.sleep(0)
        revised += await log_reading.read(self, since, saved is not None)
        await write_effects.finish(self, saved is not None, revised, self._early)
        own = "" if saved is None else memory.ids.epoch
        while self.notebook.over() and self.notebook.drop_imported(own) >= 0:
            pass
        self.scratchpad.load()
        self._is_new = False
        self.is_ready = True

    async def settle(self) -> None:
        """Wait while it is being loaded, a few seconds at most: before that offers know less."""
        if self._loaded is not None:
            try:
                await asyncio.wait_for(self._loaded.wait(), _SETTLE_S)
            except asyncio.TimeoutError:  # noqa: UP041  MicroPython's own
                pass  # what is known is offered

    def is_unsaved(self, after_talk: bool = False) -> bool:
        """True where the file should be written: much has changed, or after a talk anything."""
        if self.memory.log is None or not self.is_ready:
            return False
        changed = self.notebook.changed + self.scratchpad.is_changed
        return changed >= _SAVE_AFTER or (after_talk and (self.used or changed > 0))

    def give_up_saving(self) -> None:
        """Flash failed: the next change tries again."""
        self.notebook.changed = 0
        self.used = self.scratchpad.is_changed = False

    async def save(self) -> None:
        """Write the file. Raises StoreFull or Broken."""
        memory = self.memory
        if memory.log is None:
            return
        async with memory.lock:
            self.scratchpad.save()
            segment = memory.log.manifest.open
            for _ in notebook_file.save(memory.root, self.notebook.members, segment):
                await asyncio.sleep(0)
            self.notebook.changed = 0
            self.used = False
