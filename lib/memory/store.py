"""
Store: what the memory is made of, how it opens, and what can be read of it.

Composition of hot store, log, archive, ids and snapshot. Recovers at boot what a cut or an erased
NVS left; reads one record at a time. The changes that the owner's words make are in `engine`,
those that time makes in `upkeep` and `reminders`; all of them hold `lock`.
"""

import asyncio
import os

from micropython import const

from memory.archive import hot_overflow, record_days
from memory.archive.archive import Archive
from memory.archive.snapshot import Snapshot
from memory.archive.statistics import Statistics
from memory.erase import erasure
from memory.errors import ArchiveAway, MemoryFault
from memory.hot import damage_repair
from memory.hot.hot_store import HotStore
from memory.hot.ids import Ids
from memory.index.index import Index
from memory.log.log import Log
from memory.log.manifest import COUNTERS
from memory.records import schedules
from memory.records.codec import encode, readable
from memory.records.ids import DELETION_MARK, counter_of, key_of
from memory.records.kinds import BY_NAME
from memory.records.record import Record
from memory.search import recall, record_matching
from memory.text import dates
from memory.transfer.exporter import export
from memory.transfer.importer import take_in
from memory.upkeep.background import Background

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.search.recall import Page, Query


_SLOTS_A_STEP = const(8)


class Store:
    """
    `kv` is the NVS namespace of hot memory; `root` the directory of the mounted archive, or None
    while there is none; `clock` has now() (local seconds since 2000) and is_set(); `rng(n)` gives
    n random bytes; `notify(event, **fields)` hears `archived`, `recovered`, `storage`.
    """

    def __init__(
        self,
        kv: "Any",
        root: "str | None",
        clock: "Any",
        rng: "Any",
        notify: "Any" = None,
    ) -> None:
        self._notify = notify or (lambda event, **fields: None)
        self.clock = clock
        self._kv = kv
        self._rng = rng
        self._root = root or ""
        # Set before `open`: gives the namespace of what is said for "talk", and for "partitions"
        # the raw block devices (esp32.Partition) of NVS and of the archive. Without it nothing is
        # cleaned there.
        self.reach: "Any" = None
        self.forgets = 0  # how often something was forgotten for good since the start
        # Held by whoever changes something, from the first look to the last byte.
        self.lock = asyncio.Lock()
        self._assemble()

    def _assemble(self) -> None:
        """Make the parts, nothing read yet."""
        # What was forgotten for good and is still to be cleaned up (forgotten.Forgotten), or None.
        self.forgotten: "Any" = None
        self._hot = HotStore(self._kv, self._damage)
        self._hot.relieve = self._relieve
        self._log = Log(self._root, self._notify) if self._root else None
        # Recalls and exports that are between two of their steps: background work, which replaces
        # files, waits until there are none.
        self.readers = 0
        self._index: "Any" = None
        self._background: "Any" = None
        self._indexed = False  # True once an index was seen
        self._archive = Archive(self._hot, self._log, self._notify)
        self._archive.open_index = self._index_to_ask
        self._archive.close_index = self.close_index
        self._ids = Ids(self._kv, self._rng)
        self._saved = -1  # hot.changes when the last snapshot was begun
        self.restoring = False  # True while the snapshot has what hot memory lacks

    def _relieve(self, entries: int, busy: list) -> None:
        hot_overflow.relieve(self._hot, entries, busy)

    def _damage(self, what: str, detail: str) -> None:
        self._notify("recovered", what=what, detail=detail)

    def open(self) -> None:
        """
        Recover whatever a power cut left; call once, before anything else. Raises NewerFormat when
        a newer version wrote hot memory. An archive that cannot be read, be it foreign or more
        than RAM holds, is left alone and reported.
        """
        epoch: "str | None" = None
        counter = 0
        if self._log is not None:
            try:
                os.stat(self._root + "/wiping")
            except OSError:
                pass  # nothing was forgotten that is still to be cleaned up
            else:
                epoch, counter = erasure.take_up(self)
        wiped = epoch
        self._hot.open()
        if self._log is not None:
            try:
                self._log.open()
                epoch = self._log.manifest.epoch
                counter = max(counter, self._log.manifest.counter, self._archive.finish())
                # A manifest that was damaged names no epoch either.
                if self._has_snapshot() or (epoch and self._ids.lost()):
                    self._mend(epoch)
            except Exception as e:  # noqa: BLE001  whatever lies there: the device starts
                self._log = None
                self._archive = Archive(self._hot, None, self._notify)
                self._notify("recovered", what="archive", detail=str(e) or repr(e))
        for key in self._hot.keys():
            number = int.from_bytes(key[1:5], "big")
            counter = max(counter, number if number < COUNTERS else 0)  # or it was never given
            if (
                not key.startswith(DELETION_MARK)
                and readable(key, self._hot.get(key) or b"") is None
            ):
                self._damage("record", "%r does not parse; left as it is" % key)
        self._ids.open(epoch or wiped, counter)
        if epoch != self._ids.epoch:
            self._name_epoch(counter)
        if self.forgotten is not None:
            erasure.go_on(self, wiped is not None)

    def _has_snapshot(self) -> bool:
        try:
            os.stat(self._root + "/snapshot")
        except OSError:
            return False
        return True

    def _mend(self, epoch: "str | None") -> None:
        damage_repair.mend(self, epoch)

    def quieten(self, now: int) -> None:
        """After a restore, what was due by now counts as announced. For holders of the lock."""
        if not self._hot.flag("restored"):
            return
        for record in schedules.due_within(self.hot("schedule"), now, 0):
            if record.get("announced") is None:
                self.replace(record.revised(now, announced=now))
        self._hot.set_flag("restored", 0)

    @property
    def changes(self) -> int:
        """Rises with every change of hot memory."""
        return self._hot.changes

    @property
    def spare(self) -> int:
        """NVS entries that no record at hand uses, up to the limit."""
        return self._hot.spare

    def unsaved(self) -> bool:
        """True where hot memory has changed since the last snapshot."""
        if self._log is None or self.restoring or self._hot.changes == self._saved:
            return False
        if self._saved < 0 and not self._hot.changes:
            head = self._snapshot().head()
            if head is not None and head["seq"] == self._hot.seq:
                self._saved = 0
                return False
        return True

    async def save(self) -> None:
        """
        Look after the slots, then write a snapshot, a block at a time. Raises StoreFull or Broken,
        the old one stays.
        """
        await self._heal()
        if self._log is not None and not self.restoring:
            changes = self._hot.changes
            steps = self._snapshot().save(dates.iso(self.clock.now()), self._ids.epoch)
            try:
                for _ in steps:
                    await asyncio.sleep(0)
            finally:
                steps.close()  # and with it its file, where this was cancelled
            self._saved = changes

    async def _heal(self) -> None:
        """What worn flash has made of slots is made good from RAM, before it is needed."""
        try:
            async with self.lock:
                for number, _ in enumerate(self._hot.healing()):
                    if number % _SLOTS_A_STEP == 0:
                        await asyncio.sleep(0)
        except MemoryFault as e:  # the snapshot is made from RAM all the same
            self._damage("slot", str(e))

    def _snapshot(self) -> Snapshot:
        return Snapshot(self._root, self._hot, self._log)

    def _name_epoch(self, counter: int) -> None:
        if self._log is not None:
            manifest = self._log.manifest
            manifest.epoch = self._ids.epoch
            manifest.counter = max(manifest.counter, counter)
            try:
                manifest.save()
            except MemoryFault as e:  # named at the next sealing; NVS has it already
                self._notify("recovered", what="manifest", detail=str(e))

    @property
    def index(self) -> "Any":
        """The index of the archive, opened at its first use; None while the archive is away."""
        if self._index is None and self._log is not None:
            index = Index(self._root)
            index.open()
            self._index = index
        return self._index

    def _index_to_ask(self) -> "Any":
        """The index if there is one on flash."""
        if self._index is None and not self._indexed:
            try:
                os.stat(self._root + "/index")
            except OSError:
                return None
        self._indexed = True
        return self.index

    def background(self) -> "Any":
        """
        What drives the background work (background.Background, the same until it is released);
        None while the archive is away.
        """
        if self._background is None and self._log is not None:
            self._background = Background(self, self._hot, self._log, self._root)
        return self._background

    def release_background(self) -> None:
        """Let go of background work that is under way, and of the RAM that it takes."""
        if self._background is not None:
            self._background.abandon()
            self._background = None
            self.close_index()

    @property
    def sealed(self) -> int:
        """Rises with every segment sealed: then there may be background work."""
        return 0 if self._log is None else self._log.manifest.open

    def close_index(self) -> None:
        """
        Let go of the index and what it holds open; the next use opens it again.
        Background work that is under way ends.
        """
        if self._background is not None:
            self._background.abandon()
        self.close_index_files()

    def close_index_files(self) -> None:
        """As `close_index`, for background work."""
        if self._index is not None:
            self._index.close()
            self._index = None
        if self._log is not None:
            self._log.close_files()

    def close(self) -> None:
        """Give back what the collector cannot; the flash needs no goodbye."""
        self.close_index()
        self._hot.close()

    def reopen(self) -> None:
        """Drop what RAM holds and open again what flash holds. For holders of the lock."""
        self.release_background()
        self.close()
        self._assemble()
        self.open()

    @property
    def archive_away(self) -> bool:
        return self._archive.away

    def dump(self) -> None:
        """Print hot memory, for a person at the REPL."""
        for record in self.every(tuple(BY_NAME)):
            print(record.kind, record.id, "rev", record.rev, record.fields)  # noqa: T201  is asked for

    # -- reading -------------------------------------------------------------------------------

    def each(self, kind: str) -> "Any":
        """
        The hot records of a kind, newest first, decoded one at a time. Do not wait or write
        between two of them.
        """
        keys = self._hot.keys(BY_NAME[kind].letter.encode())
        while keys:
            key = keys.pop()
            record = readable(key, self._hot.get(key) or b"")
            if record is not None:
                yield record

    def every(self, kinds: tuple) -> "Any":
        """`each` of these kinds, one after the other."""
        for kind in kinds:
            yield from self.each(kind)

    def hot(self, *kinds: str) -> list:
        """The hot records of these few kinds as one list, newest first."""
        found = list(self.every(kinds))
        found.sort(key=lambda record: counter_of(record.id), reverse=True)
        return found

    def count(self, kind: str) -> int:
        """How many records of a kind are hot."""
        return len(self._hot.keys(BY_NAME[kind].letter.encode()))

    def new_id(self) -> str:
        """An id that was never given before."""
        return self._ids.new()

    def replace(self, record: Record) -> None:
        """Make the new state of a hot record durable. For holders of the lock."""
        self._hot.put(key_of(record.kind, record.id), encode(record))

    def archive(self, records: list) -> list:
        """Move hot records to the archive; their ids. For holders of the lock."""
        return self._archive.move(records, [])

    def coins(self) -> int:
        """Coins spent so far."""
        found = self.hot("affection")
        return found[0].get("coins", 0) if found else 0

    async def recall(self, query: "Query") -> "tuple[Page, int]":
        """(records, total) of `recall.find` over hot and cold memory."""
        self.readers += 1
        try:
            return await recall.find(self._hot, self._archive, query)
        finally:
            self.readers -= 1

    async def record(self, id: str) -> "tuple[Record, bool] | None":
        """(record, is hot) of an id, or None. Raises Rejected for what is no id, Broken."""
        self.readers += 1
        try:
            return await record_matching.by_id(self._hot, self._archive, id)
        finally:
            self.readers -= 1

    def told(self) -> "list[tuple[str, str]]":
        """Spans of days on which something was told (told.spans)."""
        return record_days.spans(self, self._log)

    def statistics(self, counted: "list | None" = None) -> "Any":
        """The figures of this store (statistics.Statistics, which says what `counted` is)."""
        return Statistics(self, self._hot, self._log, [] if counted is None else counted)

    # -- everything, out and in ----------------------------------------------------------------

    async def export(self, write: "Any", form: str = "jsonl") -> "Any":
        """`export.export`; changes wait until it is done. Raises ArchiveAway, Broken."""
        return await self._alone(export, write, form)

    async def take_in(self, chunks: "Any", refuse: "Any", note: "Any" = None) -> "Any":
        """`importing.take_in`; changes wait until it is done. Raises ArchiveAway."""
        return await self._alone(take_in, self._ids, chunks, refuse, note)

    async def _alone(self, what: "Any", *arguments: "Any") -> "Any":
        if self._log is None:
            raise ArchiveAway("away", "the archive is not mounted")
        async with self.lock:
            self.readers += 1
            try:
                return await what(self._hot, self._archive, self._log, *arguments)
            finally:
                self.readers -= 1
