"""
Store: the parts of the memory put together, how they open, and what can be read of them.

`open` recovers what a power cut or an erased NVS left. Changes that the owner's words make are in
`engine`, those that time makes in `upkeep/retention`; whoever changes something holds `lock`, from
the first look to the last byte.
"""

import asyncio

from micropython import const

from memory.archive import damage_repair, hot_overflow, record_days
from memory.archive.archive import Archive
from memory.archive.archive_recovery import ArchiveRecovery
from memory.archive.hot_records import every_record, give_letters, look_over, record_at
from memory.archive.snapshot import Snapshot
from memory.archive.statistics import Statistics
from memory.erase import erasure
from memory.errors import MemoryFault
from memory.hot.hot_store import HotStore
from memory.hot.ids import Ids
from memory.index.index import Index
from memory.log.checked_file import exists
from memory.log.log import Log
from memory.records.codec import encode
from memory.records.ids import counter_of, key_of
from memory.records.kinds import row_of
from memory.records.record import Record
from memory.search import record_matching
from memory.search.backends import Backends
from memory.text import dates
from memory.turns.turns import Turns
from memory.upkeep.background import Background

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from memory.erase.erasure_journal import ErasureJournal
    from memory.interfaces import (
        Advisor,
        BlockDevice,
        Clock,
        Derived,
        KeyValue,
        Notify,
        Random,
        SavedConversation,
    )
    from memory.search.recall import Expander, Page, Query

_SLOTS_A_STEP = const(8)


def _silent(event: str, **fields: object) -> None:
    """The Notify of a store that was given none."""


class Store:
    """
    `kv` is the NVS namespace of hot memory; `root` the directory of the mounted archive, or None
    while there is none. `notify` is told of `archived`, `recovered`, `storage` and `scrubbed`.

    The parts are there to be read by the other modules of this library, and by tools that look
    into a damaged chip: `hot_store`, `archive`, `ids`, and `log`, which is None while the archive
    is not mounted or cannot be read. They are replaced by `reopen`.
    """

    def __init__(
        self,
        kv: "KeyValue",
        root: "str | None",
        clock: "Clock",
        rng: "Random",
        notify: "Notify | None" = None,
        backends: tuple = (),
    ) -> None:
        self.notify: "Notify" = notify or _silent
        self.clock = clock
        self.kv = kv
        self.root = root or ""
        self._rng = rng
        # Set before `open`, both or neither: the texts of conversations that flash holds, and what
        # gives the block devices of NVS and of the archive. Erasure cleans only these there.
        self.saved_conversation: "SavedConversation | None" = None
        self.partitions: "Callable[[], list[BlockDevice]] | None" = None
        # Mounts the turns' own partition and returns where, None if there is none. Raises OSError.
        self.mount_turns: "Callable[[], str | None] | None" = None
        self.expander: "Expander | None" = None  # other words for a recall's
        self.backends = Backends(self, backends)  # that answer a recall; more may be registered
        self.advisor: "Advisor | None" = None
        self.derived: "Derived | None" = None  # what was made of memories
        self.trash_days = 7  # until what is in the trash is given up
        self.erasures = 0  # count since the start
        self.lock = asyncio.Lock()
        self._free_ram = 0  # as it was told; 0 where nobody did
        self._create_parts()

    def _create_parts(self) -> None:
        """The parts as they are before anything is read."""
        # What was erased and is not yet overwritten on flash, or None.
        self.erasure_journal: "ErasureJournal | None" = None
        self.hot_store = HotStore(self.kv, self.report)
        self.hot_store.relieve = lambda *asked: hot_overflow.relieve(self.hot_store, *asked)
        self.log = Log(self.root, self.notify) if self.root else None
        self.use_ram(self._free_ram)
        # Recalls and exports that are between two of their steps: background work, which replaces
        # files, waits until there are none.
        self.readers = 0
        self._index: "Index | None" = None
        self._background: "Background | None" = None
        self._index_seen = False  # on flash
        self.archive = Archive(self.hot_store, self.log, self.notify)
        self.archive.open_index = self._index_on_flash
        self.archive.close_index = self.close_index
        self.archive.changed = self.backends.add
        self.archive.removed = self.backends.remove
        self.ids = Ids(self.hot_store, self._rng)
        self.turns = Turns(self)  # what was said in conversations; opened at its first use
        self._saved = -1  # hot_store.changes when the last snapshot was begun
        self._restoring = False  # True while the snapshot has what hot memory lacks

    def report(self, what: str, detail: str) -> None:
        """Notify that something was found damaged, and what became of it."""
        self.notify("recovered", what=what, detail=detail)

    def open(self) -> None:
        """
        Recover what a power cut left; call once, first. Raises NewerFormat for hot memory of a
        newer version. An archive that cannot be read is left alone and reported.
        """
        wiped: "str | None" = None
        counter = 0
        if self.log is not None and exists(self.root + "/wiping"):
            wiped, counter = erasure.resume_before_open(self)
        self.hot_store.open()
        give_letters(self.hot_store, self.report)
        epoch = wiped
        if self.log is not None:
            try:
                self.log.open()
                epoch = self.log.manifest.epoch
                repair = damage_repair.Repair(self, epoch)
                recovery = ArchiveRecovery(self.hot_store, self.log, self.archive)
                counter = max(counter, self.log.manifest.counter, recovery.finish(repair.hear))
                self._restoring = repair.finish()
            except Exception as e:  # noqa: BLE001  whatever lies there: the device starts
                self.give_up_archive(str(e) or repr(e))
        counter = max(counter, look_over(self.hot_store, self.report))
        self.ids.open(epoch or wiped, counter)
        if epoch != self.ids.epoch:
            self._name_epoch(counter)
        if self.erasure_journal is not None:
            erasure.resume_after_open(self, self.erasure_journal, wiped is not None)

    def give_up_archive(self, why: str) -> None:
        """Go on with hot memory alone until the next start; the archive's files stay."""
        self.log = None
        self.archive = Archive(self.hot_store, None, self.notify)
        self.report("archive", why)

    def _name_epoch(self, counter: int) -> None:
        """Write the epoch that was drawn into the manifest."""
        if self.log is not None:
            manifest = self.log.manifest
            manifest.epoch = self.ids.epoch
            manifest.counter = max(manifest.counter, counter)
            try:
                manifest.save()
            except MemoryFault as e:  # named at the next sealing; NVS has it already
                self.report("manifest", str(e))

    # -- the snapshot --------------------------------------------------------------------------

    @property
    def changes(self) -> int:
        """Rises with every change of hot memory."""
        return self.hot_store.changes

    @property
    def spare(self) -> int:
        """NVS entries that no record at hand uses, up to the limit."""
        return self.hot_store.spare

    def unsaved(self) -> bool:
        """True where hot memory has changed since the last snapshot."""
        if self.log is None or self._restoring or self.hot_store.changes == self._saved:
            return False
        if self._saved < 0 and not self.hot_store.changes:
            head = self.snapshot().head()
            if head is not None and head["seq"] == self.hot_store.seq:
                self._saved = 0
                return False
        return True

    async def save(self) -> None:
        """Look after the slots, then write a snapshot. Raises StoreFull or Broken."""
        await self._repair_slots()
        if self.log is not None and not self._restoring:
            steps = self.snapshot_steps()
            try:
                for _ in steps:
                    await asyncio.sleep(0)
            finally:
                steps.close()  # and with it its file, where this was cancelled

    async def _repair_slots(self) -> None:
        """Write anew from RAM the slots that worn flash has damaged, before they are needed."""
        try:
            async with self.lock:
                for number, _ in enumerate(self.hot_store.healing()):
                    if number % _SLOTS_A_STEP == 0:
                        await asyncio.sleep(0)
        except MemoryFault as e:  # the snapshot is made from RAM all the same
            self.report("slot", str(e))

    def snapshot(self) -> Snapshot:
        """The snapshot of hot memory; only while the archive is mounted."""
        return Snapshot(self.root, self.hot_store, self.log)  # type: ignore[arg-type]

    def snapshot_steps(self) -> "Generator[bool, None, None]":
        """A generator that writes a snapshot, a block a step. Raises StoreFull or Broken."""
        changes = self.hot_store.changes
        yield from self.snapshot().save(dates.iso(self.clock.now()), self.ids.epoch)
        self._saved = changes

    # -- index and background work -------------------------------------------------------------

    @property
    def index(self) -> "Index | None":
        """
        The index of the archive, opened at its first use and again after it was dropped; None
        without an archive.
        """
        known = self._index
        if self.log is not None and (known is None or known.dropped):
            index = Index(self.root)
            index.open()
            if known is not None and known.stays:
                index.start_over()
            index.freed = 0 if known is None else known.freed
            self._index = index
        return self._index

    def _index_on_flash(self) -> "Index | None":
        """The index if there is one on flash."""
        if self._index is None and not self._index_seen and not exists(self.root + "/index"):
            return None
        self._index_seen = True
        return self.index

    def background(self) -> "Background | None":
        """What drives background work, the same until it is released; None without an archive."""
        if self._background is None and self.log is not None:
            self._background = Background(self, self.hot_store, self.log, self.root)
        return self._background

    def release_background(self) -> None:
        """Abandon background work that is under way, and free the RAM that it takes."""
        if self._background is not None:
            self._background.abandon()
            self._background = None
            self.close_index()

    @property
    def sealed(self) -> int:
        """Rises with every segment sealed: then there may be background work."""
        return 0 if self.log is None else self.log.manifest.open

    def close_index(self) -> None:
        """Close the index and its files until its next use; abandon background work."""
        if self._background is not None:
            self._background.abandon()
        self.close_index_files()

    def close_index_files(self) -> None:
        """As `close_index`, for background work itself."""
        if self._index is not None:
            self._index.close()
            self._index = None
        if self.log is not None:
            self.log.close_files()

    def close(self) -> None:
        """Free what the collector cannot. Nothing has to be written: flash has it all."""
        self.close_index()
        self.turns.close()
        self.hot_store.close()

    def use_ram(self, free: int) -> None:
        """Before it is opened: so many bytes of RAM are free, a part of which may be used."""
        self._free_ram = free
        if free and self.log is not None:
            self.log.use_ram(free)

    def reopen(self) -> None:
        """Replace the parts by new ones, opened from flash. For holders of the lock."""
        self.release_background()
        self.close()
        self._create_parts()
        self.open()

    @property
    def archive_unavailable(self) -> bool:
        return self.archive.unavailable

    def dump(self) -> None:
        """Print hot memory, for a person at the REPL."""
        for record in self.at_hand():
            print(record.kind, record.id, "rev", record.rev, record.fields)  # noqa: T201  asked for

    # -- reading -------------------------------------------------------------------------------

    def each(self, kind: str) -> "Iterator[Record]":
        """The hot records of a kind, newest first. Do not wait or write between two of them."""
        keys = self.hot_store.keys(row_of(kind).letter.encode())
        while keys:
            key = keys.pop()
            record = record_at(self.hot_store, key)
            if record is not None:
                yield record

    def every(self, kinds: tuple) -> "Iterator[Record]":
        """`each` of these kinds, one after the other."""
        for kind in kinds:
            yield from self.each(kind)

    def weigh(self, record: Record) -> float:
        """How much a record counts where one must leave hot memory."""
        if self.advisor is not None:
            try:
                return self.advisor.weigh(record)
            except Exception as e:  # noqa: BLE001  then what was told of it counts
                self.report("mind", "a %s is not weighed: %r" % (record.kind, e))
        return record.importance()

    def at_hand(self) -> "Iterator[Record]":
        """All hot records, of kinds that only a newer version knows too."""
        return every_record(self.hot_store)

    def hot(self, *kinds: str) -> "list[Record]":
        """The hot records of these few kinds as one list, newest first."""
        return sorted(self.every(kinds), key=lambda one: counter_of(one.id), reverse=True)

    def count(self, kind: str) -> int:
        """How many records of a kind are hot."""
        return self.hot_store.count(row_of(kind).letter.encode())

    def new_id(self) -> str:
        """An id that was never given before."""
        return self.ids.new()

    def replace(self, record: Record, limited: bool = True) -> None:
        """Make a hot record's state durable; not `limited`: a mark. For holders of the lock."""
        self.hot_store.put(key_of(record.kind, record.id), encode(record), limited)

    def move_to_archive(self, records: list) -> list:
        """Move hot records to the archive; their ids. For holders of the lock."""
        return self.archive.move(records, [])

    def coins(self) -> int:
        """Coins spent so far."""
        found = self.hot("affection")
        return found[0].get("coins", 0) if found else 0

    async def recall(self, query: "Query") -> "tuple[Page, int]":
        """(records, total) of `Backends.find` over hot and cold memory."""
        if query.ranked and self.clock.is_set():
            query.look_at_times(self.clock.now() // dates.DAY)
        self.readers += 1
        try:
            return await self.backends.find(query)
        finally:
            self.readers -= 1

    async def record(self, id: str) -> "tuple[Record, bool] | None":
        """(record, is hot) of an id, or None. Raises Rejected for what is no id, Broken."""
        self.readers += 1
        try:
            return await record_matching.by_id(self.hot_store, self.archive, id)
        finally:
            self.readers -= 1

    def recorded_days(self) -> "list[tuple[str, str]]":
        """Spans of days on which something was recorded, as `record_days.spans`."""
        return record_days.spans(self, self.log)

    def statistics(self, counted: "list | None" = None) -> Statistics:
        """The figures of this store; Statistics says what `counted` is."""
        return Statistics(self, self.hot_store, self.log, [] if counted is None else counted)
