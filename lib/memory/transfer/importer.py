"""
Importer: merges the lines of an export into a store.

Decides which of two states of a record counts (the higher rev; of equal ones the one that is here;
where the file names the stores that made them, as `order` says) and where a record goes.
Archived records are appended in groups, hot ones written one by one.
After a power cut the same import again adds what is missing. `import_checks` parses and checks the
lines.
"""

import asyncio

from micropython import const

from memory.archive.hot_records import find_key, has_deletion_mark, rev_at
from memory.archive.record_lines import archived_form, entry_of
from memory.errors import CorruptRecord, MemoryFault, Rejected, StoreFull
from memory.log.lines import DROPPED, LINE_BYTES, id_member, lines_forward
from memory.records.codec import archive_line, deletion_line, encode, readable
from memory.records.ids import counter_of, key_of

from . import import_checks, import_packing, order
from .known_revisions import MANY, KnownRevisions
from .known_states import KnownStates
from .tombstones import Tombstones

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable
    from typing import Any

    from memory.archive.archive import Archive
    from memory.hot.hot_store import HotStore
    from memory.hot.ids import Ids
    from memory.log.log import Entry, Log
    from memory.records.codec import Line
    from memory.records.record import Record

_GROUP = const(4096)  # bytes of lines that are appended together: closing a file costs an erase
_STEP = const(8)  # lines after which others may run


async def import_lines(
    hot: "HotStore",
    archive: "Archive",
    log: "Log",
    ids: "Ids",
    alone: "Callable[[], Awaitable]",
    chunks: "Iterable",
    refuse: "Callable",
    note: "Callable | None" = None,
) -> "Import":
    """
    Import the lines in `chunks` (pieces of bytes). `refuse(number, why)` is called for each line
    that is not imported, `note(number, what)` for each that is and looks like a secret (`what` as
    in `secrets.detect`), since the owner's file may have those. `alone()` waits until nobody else
    reads: files are replaced only then. For holders of the store's lock. Whatever ends it early,
    what is counted by then is durable.
    """
    work = Import(hot, archive, log, ids, alone)
    work.note = note or work.note
    try:
        await work.run(chunks, refuse)
    except MemoryFault as e:
        work.stopped = e
    return work


class Import:
    """
    Counts of lines: `added`, `updated`, `left` (known already, or newer here), `refused`,
    `archived`: the imported records that were hot in the file and for which hot memory has no
    room, and `deleted`: records that another store has deleted. `stopped` is the error that ended
    the import early, or None.
    """

    def __init__(
        self,
        hot: "HotStore",
        archive: "Archive",
        log: "Log",
        ids: "Ids",
        alone: "Callable[[], Awaitable]",
    ) -> None:
        self._hot = hot
        self._alone = alone
        self._archive = archive
        self._log = log
        self._ids = ids
        self._known = KnownRevisions()
        self._states = KnownStates()
        self._tombstones = Tombstones(archive)
        self._group: "list[Entry]" = []  # to be appended to the log together
        self._group_bytes = 0
        self._group_new = 0
        self._group_ends = 0
        self._group_records: "list[Record]" = []
        self.added = self.updated = self.left = self.refused = self.archived = self.deleted = 0
        self.stopped: "MemoryFault | None" = None
        #: def note(number, what): called for imported lines that look like a secret
        self.note: "Callable" = lambda number, what: None

    async def run(self, chunks: "Iterable", refuse: "Callable") -> None:
        """As `import_lines`. Raises StoreFull or Broken."""
        await self._survey()
        for number, text in import_checks.numbered(chunks):
            try:
                await self._take_line(number, text)
            except (CorruptRecord, Rejected) as e:
                self.refused += 1
                refuse(number, e)
            if self._group_bytes >= _GROUP:
                await self._append()
            if number % _STEP == 0:
                await asyncio.sleep(0)
        await self._append()

    async def _survey(self) -> None:
        """Read from the log the state of every id that counts, deleted or not."""
        steps = 0
        for number in self._log.segments():
            for text in lines_forward(self._log.chunks(number), LINE_BYTES):
                line = None if text == DROPPED else self._archive.parsed(text, number)
                if line is not None:
                    self._tombstones.note(line)
                    self._learn(line.id, line.rev, line.record, line.store, line.keep)
                steps += 1
                if steps % _STEP == 0:
                    await asyncio.sleep(0)

    async def _take_line(self, number: int, text: bytes) -> None:
        line = import_checks.line_of(text)
        record: "Any" = line.record
        if record is None:
            await self._take_deletion(line)
            return
        store = record.get("store")
        if store is not None and store == self._own:
            record.fields.pop("store")  # it is made here, as what names no store
        import_checks.clean(record)
        what = import_checks.screen(record)
        key = find_key(self._hot, line.id)
        logged = self._known.get(line.id)
        if logged == MANY and line.rev >= MANY:
            await self._append()
            latest = self._latest(line.id)
            logged = 0 if latest is None else latest.rev
        known = max(logged, rev_at(self._hot, key))
        if has_deletion_mark(self._hot, line.id):
            counts = False
        elif store is None or not known:
            counts = known < line.rev and (not known or await self._follow(record, key))
        else:
            counts = await self._counts(record, key)
        if counts and not known and key is None:
            counts = not self._tombstones.cover(record)
        if not counts:
            self.left += 1
            return
        if key is not None and "trashed_at" in record.fields:
            await self._append()
            entry = entry_of(archive_line(record), record, record.id, record.rev)
            self._log.append([entry], spare=True)
            self._hot.delete(key)
            self._learn(record.id, record.rev, record, None)
            self._archive.removed(record.id)
            self.deleted += 1
        elif key is not None:
            self._replace(key, record)
        elif not line.hot or (logged and import_checks.may_be_archived(record, "cap")):
            self._add_archived(record, known)
        else:
            self._add_hot(record, known)
        self._ids.past(counter_of(line.id))
        if what:
            self.note(number, what)

    # -- what is known here --------------------------------------------------------------------

    def _learn(
        self, id: str, rev: int, record: "Record | None", store: "str | None", keep: bool = False
    ) -> None:
        """A line of the log: a record, or its end, which `store` has made."""
        if rev < self._known.get(id):
            return
        self._known.raise_to(id, rev)
        if record is not None:
            store = record.get("store")
            keep = keep or (store is None and "seen" in record.fields)
        if keep or rev >= MANY:
            self._states.forget(id)
        else:
            self._states.put(id, store, record is None)

    def _state_of(self, id: str, key: "bytes | None") -> "tuple[str, int, bool] | None":
        """
        (store, rev, whether it is the end) of a known record that is not hot; None where that must
        be read.
        """
        found = self._states.get(id)
        rev = self._known.get(id)
        if (
            key is not None
            or not rev
            or found is None
            or self._archive.erasure_journal is not None
        ):
            return None
        return found[0] or self._own, rev, found[1]

    def _latest(self, id: str) -> "Line | None":
        """The line of an id that counts, found by reading all of the log."""
        latest: "Line | None" = None
        needle = id_member(id)
        for number in reversed(self._log.segments()):
            for text in lines_forward(self._log.chunks(number), LINE_BYTES):
                line = self._archive.parsed(text) if text.find(needle) >= 0 else None
                if line is not None and line.id == id and (not latest or latest.rev <= line.rev):
                    latest = line
        return latest

    # -- states of other stores ----------------------------------------------------------------

    @property
    def _own(self) -> str:
        """The id of this store."""
        return self._ids.store(self._log.manifest)

    async def _present(self, id: str, key: "bytes | None") -> "Record | None":
        """The state of a record here, or None where it is deleted."""
        if key is not None:
            return readable(key, self._hot.get(key) or b"")
        await self._append()
        for record in self._archive.by_id(id):
            if record is not None:
                return record
            await asyncio.sleep(0)
        return None

    async def _counts(self, record: "Record", key: "bytes | None") -> bool:
        """
        True where this state of a known record takes the place of the one here. The one of them
        that loses is kept as superseded, unless the other followed it.
        """
        state = self._state_of(record.id, key)
        if state is not None:  # most often the same: nothing is read for it
            store, rev, ended = state
            if not ended and store == order.store_of(record, self._own):
                return record.rev > rev
            if ended or order.has_seen(record, store, rev, self._own):
                return not ended
        present = await self._present(record.id, key)
        if present is None:
            return False
        counts, loser = order.compare(record, present, self._own)
        if present.deleted or record.deleted:  # which keeps nothing of what had not seen it
            loser = None
        if counts:  # what would be refused takes the place of nothing
            (import_checks.check_archived if key is None else import_checks.check_hot)(record)
        if loser is not None:
            history = order.history_of(loser, self._own)
            if history.get("store") == self._own:
                history.fields.pop("store")
            if not self._known.get(history.id) and find_key(self._hot, history.id) is None:
                self._add_archived(history, 0)
                if key is not None:
                    await self._append()  # before the state in hot memory is gone
        return counts

    async def _follow(self, record: "Record", key: "bytes | None") -> bool:
        """
        Make a state that names no store one that was made here, after the one that is here. False
        where that is the end.
        """
        state = self._state_of(record.id, key)
        if state is not None and (state[2] or state[0] == self._own):
            return not state[2]
        present = await self._present(record.id, key)
        if present is None or (present.deleted and not record.deleted):
            return False
        seen = present.seen_by_next()
        if seen:
            record.fields["seen"] = seen
        return True

    async def _take_deletion(self, line: "Line") -> None:
        """Delete a record that another store has deleted, whatever its state here."""
        id, own = line.id, self._own
        store = line.store or own
        key = find_key(self._hot, id)
        known = self._known.get(id) or key is not None
        state = self._state_of(id, key)
        ended = has_deletion_mark(self._hot, id) or (state is not None and state[2])
        present = await self._present(id, key) if known and not ended else None
        if ended or (known and (present is None or present.deleted)):
            self.left += 1
            return
        rev = line.rev if present is None else max(line.rev, present.rev + 1)
        maker = None if store == own else store
        text = deletion_line(id, line.kind, rev, line.deleted_at, maker, line.words_hash)
        entry = entry_of(text, None, id, rev)
        if key is None:
            self._group.append(entry)
            self._group_bytes += len(text)
            self._group_ends += 1
        else:
            await self._append()
            self._log.append([entry], spare=True)
            self._hot.delete(key)
            self.deleted += 1
        self._tombstones.note(line)
        self._learn(id, rev, None, maker)
        self._ids.past(counter_of(id))
        self._archive.removed(id)

    # -- where it goes -------------------------------------------------------------------------

    def _replace(self, key: bytes, record: "Record") -> None:
        """Store a newer state of a record that is hot here, which stays hot."""
        new = key_of(record.kind, record.id)
        import_checks.check_hot(record)
        if new != key:
            import_checks.check_cap(self._hot, record.kind, key[:1].decode())
        try:
            self._hot.apply([(new, encode(record))], [] if new == key else [key])
        except StoreFull as e:
            raise Rejected(e.code, str(e))
        self._archive.changed(record)
        self.updated += 1

    def _add_hot(self, record: "Record", known: int) -> None:
        """Add a record that was hot in the file: hot where there is room, else archived."""
        try:
            import_checks.check_hot(record)
            import_checks.check_cap(self._hot, record.kind, "")
            try:
                self._hot.put(key_of(record.kind, record.id), encode(record))
            except StoreFull as e:
                raise Rejected(e.code, str(e))
        except Rejected as e:
            if not import_checks.may_be_archived(record, e.code):
                raise
            self._add_archived(archived_form(record), known)
            self.archived += 1
            return
        self._archive.changed(record)
        self.updated += bool(known)
        self.added += not known

    def _add_archived(self, record: "Record", known: int) -> None:
        """Add a record to the archive, with the next group."""
        import_checks.check_archived(record)
        entry = entry_of(archive_line(record), record, record.id, record.rev)
        self._learn(record.id, record.rev, record, None)
        self._group.append(entry)
        self._group_records.append(record)
        self._group_bytes += len(entry.text)
        self._group_new += 0 if known else 1
        self._group_ends += 1 if known and record.deleted else 0

    async def _append(self) -> None:
        if not self._group:
            return
        self._log.append(self._group)
        self.added += self._group_new
        self.deleted += self._group_ends
        self.updated += len(self._group) - self._group_new - self._group_ends
        for record in self._group_records:
            self._archive.changed(record)
        self._group = []
        self._group_records = []
        self._group_bytes = self._group_new = self._group_ends = 0
        await import_packing.pack(self._log, self._archive, self._alone)
