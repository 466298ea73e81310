"""
The archive: cold records as lines of the log, and the changes that move records there.

A change appends its lines to the log first and changes hot memory after that; what a power cut
left between the two is done at start-up by `archive_recovery`. Reads by scanning, newest line
first: exact, slow, and the measure for the index, whose answers `index/lookup.py` reads.
"""

from struct import pack

from micropython import const

from memory.errors import ArchiveUnavailable, Broken, CorruptRecord, MemoryFault, StoreFull
from memory.index.lookup import Lookup
from memory.log.lines import DROPPED, id_member
from memory.records.codec import archive_line
from memory.records.ids import DELETION_MARK, epoch_and_counter, key_of, mark_of
from memory.records.kinds import DATED
from memory.text.line_filter import LineFilter

from . import full_scan
from .hot_records import find_key, has_deletion_mark, ids_of
from .hot_words import HotWords
from .record_lines import archived_form, entry_of, parse_line
from .unindexed_lines import UnindexedLines

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from memory.erase.erasure_journal import ErasureJournal
    from memory.hot.hot_store import HotStore
    from memory.index.index import Index
    from memory.interfaces import Notify
    from memory.log.log import Log
    from memory.records.codec import Line
    from memory.records.id_set import IdSet
    from memory.records.record import Record
    from memory.search.query import Query


class Archive:
    """
    `log` is None while the archive is not mounted: reads then find nothing and changes raise
    ArchiveUnavailable. `notify` is called for `archived` and `recovered`.
    """

    def __init__(self, hot: "HotStore", log: "Log | None", notify: "Notify") -> None:
        self._hot = hot
        self._log = log
        self._notify = notify
        self.hot_words = HotWords(hot)
        self.unindexed = None if log is None else UnindexedLines(log)
        self.damaged_lines = 0  # lines met since the start that did not parse
        self._hot_ids: "IdSet | None" = None  # as they were at `_hot_ids_changes`
        self._hot_ids_changes = 0
        self._reported: "set[int]" = set()  # segments of which a damaged line was reported
        self.erasure_journal: "ErasureJournal | None" = None  # while there is something to hide
        # {key: rev} of records whose lines are in the log although hot memory still has them.
        self._appended: "dict[bytes, int]" = {}
        # Set by the store: who is told of records that came to say something else, or were
        # imported, and of ends.
        self.changed: "Callable[[Record], None]" = lambda record: None
        self.removed: "Callable[[str], None]" = lambda id: None
        # Set by the store, which owns the index.
        self.open_index: "Callable[[], Index | None]" = lambda: None
        self.close_index: "Callable[[], None]" = lambda: None

    @property
    def unavailable(self) -> bool:
        """True while the archive is not mounted."""
        return self._log is None

    def parsed(self, text: bytes, number: int = 0) -> "Line | None":
        """The line of segment `number`, None where dropped, or damaged, which is counted."""
        if text == DROPPED:
            return None
        try:
            return parse_line(text)
        except CorruptRecord as e:
            self.damaged_lines += 1
            if number not in self._reported:
                self._reported.add(number)
                self._notify("recovered", what="line", segment=number, detail=str(e))
            return None

    def hides(self, line: "Line") -> bool:
        """True for an archived line whose record is hot, deleted without one, or being erased."""
        record = line.record
        if (
            self.erasure_journal is not None
            and record is not None
            and self.erasure_journal.covers(record)
        ):
            return True
        if DELETION_MARK[0] in self._hot.letters() and has_deletion_mark(self._hot, line.id):
            return True
        if not self._known_hot_ids().has(*epoch_and_counter(line.id)):
            return False
        kinds = DATED if line.kind in DATED else (line.kind,)  # a schedule is archived as an event
        return find_key(self._hot, line.id, kinds) is not None

    def shows(self, epoch: bytes, counter: int) -> bool:
        """True where `hides` is sure to be False for each line of this id."""
        if self.erasure_journal is not None or DELETION_MARK[0] in self._hot.letters():
            return False
        return not self._known_hot_ids().has(epoch, counter)

    def latest_record(self, number: int, text: bytes, decided: "IdSet") -> "Record | None":
        """
        The record of a line that UnindexedLines gave, None where it shows none; its id is decided
        then. Raises CorruptRecord where it does not parse.
        """
        line = self.parsed(text, number)
        if line is None:
            self.unindexed.distrust()  # type: ignore[union-attr]
            raise CorruptRecord("line", "the latest line of a record does not parse")
        decided.add(*epoch_and_counter(line.id))
        return None if line.record is None or self.hides(line) else line.record

    # -- changes -------------------------------------------------------------------------------

    def move(self, records: list, puts: list) -> list:
        """
        Append these hot records to the log, then remove them from hot memory and write `puts`
        [(key, value)] there as one batch; returns their ids. A schedule becomes an event. Raises
        ArchiveUnavailable, StoreFull or Broken with hot memory as it was. Where the batch fails
        after the append, for lack of RAM too, another attempt does not append the lines again.
        """
        if self._log is None:
            raise ArchiveUnavailable(
                "away", "the archive is not mounted, so nothing can move there"
            )
        keys = [key_of(record.kind, record.id) for record in records]
        entries = []
        appended = dict(self._appended)
        for key, record in zip(keys, records):
            if appended.get(key) != record.rev:
                appended[key] = record.rev
                entries.append(
                    entry_of(archive_line(archived_form(record)), record, record.id, record.rev)
                )
        self._hot.check(puts, keys)
        if entries:
            self._log.append(entries)
        self._appended = appended
        try:
            self._hot.apply(puts, keys)
        except Exception:
            # Hot memory is fuller than it counted, or there is no RAM. The move stands, `puts` are
            # not written. Deleting one by one needs no room.
            for key in keys:
                self._hot.delete(key)
                del appended[key]
            raise
        for key in keys:
            del appended[key]
        for record in records:
            if record.kind == "schedule":  # the others say what they said
                self.changed(archived_form(record))
        for kind in sorted({record.kind for record in records}):
            some = [record.id for record in records if record.kind == kind]
            self._notify("archived", kind=kind, count=len(some), ids=some)
        return [record.id for record in records]

    def append(self, record: "Record", **marks: object) -> None:
        """Append one line about a record that stays hot, or about its successor."""
        if self._log is not None:
            line = archive_line(record, **marks)
            self._log.append([entry_of(line, record, record.id, record.rev)], spare=True)

    def append_and_put(self, puts: list, record: "Record", **marks: object) -> None:
        """`append`, then write `puts` to hot memory; after a power cut the next start does it."""
        self._hot.check(puts, [])
        self.append(record, **marks)
        try:
            self._hot.apply(puts, [])
        except StoreFull as e:
            raise Broken("flash", "hot memory refused the second half of a change: %s" % e)

    def add(self, *records: "Record") -> None:
        """
        Append states of records that are not hot, as one group. Raises ArchiveUnavailable,
        StoreFull or Broken.
        """
        if self._log is None:
            text = "the archive is not mounted, so nothing can be kept there"
            raise ArchiveUnavailable("away", text)
        self._log.append([entry_of(archive_line(one), one, one.id, one.rev) for one in records])

    def replace(self, past: "Record", record: "Record", puts: list, evicted: list) -> list:
        """
        Archive the last state of a hot record together with what is `evicted`, and write `puts` to
        hot memory, which are `record`, its successor; the ids of those evicted. After a power cut
        between the two the next start does the rest. Raises as `move`.
        """
        if self._log is None:
            raise ArchiveUnavailable(
                "away", "the archive is not mounted, so nothing can move there"
            )
        keys = [key_of(one.kind, one.id) for one in [past] + evicted]
        self._hot.check(puts, keys)
        line = archive_line(past, next=record)
        entries = [entry_of(line, past, past.id, past.rev)]
        entries += [
            entry_of(archive_line(archived_form(one)), one, one.id, one.rev) for one in evicted
        ]
        self._log.append(entries)
        try:
            self._hot.apply(puts, keys)
        except StoreFull as e:
            raise Broken("flash", "hot memory refused the second half of a change: %s" % e)
        return [one.id for one in evicted]

    def revise(self, record: "Record") -> None:
        """Append an archived record's new state. Raises ArchiveUnavailable, StoreFull, Broken."""
        if self._log is None:
            raise ArchiveUnavailable(
                "away", "the archive is not mounted, so nothing in it can change"
            )
        self.append(record)

    def trash(self, rows: list, now: int) -> None:
        """
        Append the lines of trashed records as one group, then remove the hot ones of them; `rows`
        are (record in its trashed state, is hot). Without room deletion marks take the place of
        what is hot, until the next start. Raises ArchiveUnavailable, StoreFull or Broken where
        none is hot.
        """
        keys = [key_of(record.kind, record.id) for record, hot in rows if hot]
        try:
            if self._log is None:
                raise ArchiveUnavailable("away", "the archive is not mounted")
            entries = []
            for one, _ in rows:
                entries.append(entry_of(archive_line(one), one, one.id, one.rev))
            self._log.append(entries, spare=True)
        except MemoryFault:
            if not keys:
                raise
            marks = []
            for one, _ in rows:
                letter = key_of(one.kind, one.id)[0]
                marks.append((mark_of(one.id), pack("<BII", letter, one.rev, now)))
            self._hot.apply(marks, keys)
            return
        if keys:
            self._hot.apply([], keys)

    # -- reading -------------------------------------------------------------------------------

    @property
    def usable_index(self) -> "Index | None":
        """The index, if there is one that belongs to this log as it is."""
        if self._log is None or not self._log.manifest.sealed:
            return None
        index = self.open_index()
        if index is None or not index.docs or not index.covers(self._log.manifest.sealed):
            return None
        return index

    def lookup(self, index: "Index", decided: "IdSet") -> Lookup:
        """A Lookup in this log; `decided` are ids from the scan of the lines not indexed."""
        return Lookup(self._log, self, index, decided)  # type: ignore[arg-type]

    def by_id(self, id: str) -> "Iterator[Record | None]":
        """The record of an id, if it is archived; before it None whenever others may run."""
        if self.unindexed is None:
            return
        index = self.usable_index
        for _ in self.unindexed.read(0 if index is None else index.through):
            yield None
            index = self.usable_index
        since = 0 if index is None else index.through
        decided = self._known_hot_ids()  # asked, and changed by none
        if self.unindexed.may_have(since, *epoch_and_counter(id)):
            decided = decided.copy()
            for record in self.scan(LineFilter([id_member(id)]), since, decided):
                if record is None:
                    yield None
                elif record.id == id:
                    yield record
                    return
        if index is not None and not decided.has(*epoch_and_counter(id)):
            try:
                yield from self.lookup(index, decided).by_id(id)
            except CorruptRecord:
                index.drop()
                yield from self.by_id(id)

    def matching(self, query: "Query") -> "Iterator[Record | None]":
        """
        Every archived record that matches a query, else inside words; None where others may run.
        """
        index = self.usable_index
        decided = self.hot_ids()
        found = False
        for record in self.scan(
            query.line_filter(), 0 if index is None else index.through, decided
        ):
            if record is None or query.matches(record):
                found = found or record is not None
                yield record
        if index is None:
            return
        try:
            for inside in (False, True):
                query.inside = inside
                for record in self.lookup(index, decided).newest(query, lambda counter: False):
                    if record is not None:
                        found = True
                        decided.add(*epoch_and_counter(record.id))
                    yield record
                if found or not query.is_word():
                    return
        except CorruptRecord:
            index.drop()
            for record in self.scan(query.line_filter(), 0, decided):
                if record is None or query.matches(record):
                    yield record

    def hot_ids(self) -> "IdSet":
        """The ids that are hot, for a scan to exclude; a copy of its own."""
        return self._known_hot_ids().copy()

    def _known_hot_ids(self) -> "IdSet":
        if self._hot_ids is None or self._hot_ids_changes != self._hot.changes:
            self._hot_ids = ids_of(self._hot)
            self._hot_ids_changes = self._hot.changes
        return self._hot_ids

    def segments_after(self, since: int) -> int:
        """How many segments a scan reads."""
        if self._log is None:
            return 0
        return len(self._log.segments(since))

    def scan(
        self,
        line_filter: "LineFilter | None" = None,
        since: int = 0,
        decided: "IdSet | None" = None,
        unread: "list | None" = None,
    ) -> "Iterator[Record | None]":
        """
        Every archived record in its latest state, newest line first, without deleted and hot ones;
        None where others may run. Only lines that pass `line_filter`, only segments after `since`;
        lines appended meanwhile are not seen. Ids in `decided` are excluded, those read are added.
        A segment that cannot be read raises Broken; with `unread` its number goes there: for
        searching only, since it may have had later states of earlier records.
        """
        log = self._log
        if log is None:
            return
        if decided is None:
            decided = self.hot_ids()

        if line_filter is not None and since:
            unindexed: "Any" = self.unindexed
            if (yield from unindexed.knows_latest(since)):
                try:
                    for row in unindexed.passing(line_filter, since, decided):
                        record = None
                        if row is not None:
                            record = self.latest_record(row[0], row[1], decided)
                        if record is not None or row is None:
                            yield record
                    return
                except CorruptRecord:
                    pass  # an earlier line of it may be what is so: each is looked at
        yield from full_scan.scan(self, log, line_filter, since, decided, unread)
