"""
Archive: cold memory, and the moves that bring records there.

Joins the hot store and the log: what is appended first, what hot memory does next, and how a boot
finishes what a cut left between the two (docs/FORMAT.md section 4). Reads by scanning, newest
line first; the scan is exact and slow, and stays as the measure for any index.
"""

from struct import pack, unpack_from

from micropython import const

from memory.errors import ArchiveUnavailable, Broken, CorruptRecord, MemoryFault, StoreFull
from memory.index.lookup import Seeker
from memory.log.lines import DROPPED, HEAD, LINE_BYTES, REV_1, lines_backward, lines_forward
from memory.log.log import Entry
from memory.records.codec import deletion_line, encode, readable, to_line
from memory.records.id_set import IdSet
from memory.records.ids import DELETION_MARK, counter_of, key_of, mark_of, split_key
from memory.records.kinds import BY_NAME, DATED
from memory.records.record import Record
from memory.text.line_filter import LineFilter

from .record_lines import archived_form, entry_of, parse_line

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_UNREADABLE = const(0x3FFFFFFF)  # a rev above any that flash could have taken


class Archive:
    """
    `log` is None while the archive is not mounted: reads then find nothing there and moves raise
    ArchiveUnavailable. `notify(event, **fields)` hears `archived` and `recovered`.
    """

    def __init__(self, hot: "Any", log: "Any", notify: "Any") -> None:
        self._hot = hot
        self._log = log
        self._notify = notify
        self.damaged_lines = 0  # lines that did not parse, met since boot
        self._ids: "IdSet | None" = None  # of what was hot at so many changes of hot memory
        self._ids_since = 0
        self._told: "set[int]" = set()  # segments of which a damaged line was reported
        self.forgotten: "Any" = None  # a forgotten.Forgotten while there is something to hide
        # Key: rev of records whose lines are in the log although they could not be erased.
        self._owed: "dict[bytes, int]" = {}
        # The store's, where there may be an index.
        self.open_index: "Any" = lambda: None
        self.close_index: "Any" = lambda: None

    @property
    def unavailable(self) -> bool:
        return self._log is None

    # -- boot ----------------------------------------------------------------------------------

    def finish(self) -> int:
        """
        Do the hot half of the last group of lines if a cut kept it from being done; returns the
        highest id counter the open segment knows. Bounded by one segment; idempotent.
        """
        number = self._log.manifest.open
        known = 0

        def noted(text: bytes) -> Entry:
            nonlocal known
            line = self.parsed(text, number)
            if line is None:
                return Entry("", "", 0, True)
            self._redo(line)
            known = max(known, counter_of(line.id))
            return entry_of("", line.record, line.id, line.rev)

        self._log.take_over(noted)
        self._tell_gone()
        return known if self._log.manifest.epoch is not None else max(known, self._highest())

    def replay(self, text: bytes, number: int) -> None:
        """Do again what a line of this segment of the log says of a record that is hot."""
        line = self.parsed(text, number)
        if line is not None:
            self._redo(line)

    def _highest(self) -> int:
        """The highest id counter of the sealed segments, for a manifest that was made anew."""
        known = 0
        for number in self._log.segments()[1:]:
            for text in lines_forward(self._log.chunks(number), LINE_BYTES):
                line = self.parsed(text, number)
                if line is not None:
                    known = max(known, counter_of(line.id))
        return known

    def _tell_gone(self) -> None:
        """Give the log the deletions that it could not take when they were made (see `bury`)."""
        keys = self._hot.keys(DELETION_MARK)
        entries = []
        for key in keys:
            letter, rev, when = unpack_from("<BII", self._hot.get(key))
            kind, id = split_key(bytes((letter,)) + key[1:])
            entries.append(entry_of(deletion_line(id, kind, rev, when), None, id, rev))
        if keys:
            try:
                self._log.append(entries, spare=True)
            except StoreFull:
                return  # their marks go on hiding them
        for key in keys:
            self._hot.delete(key)

    def _redo(self, line: "Any") -> None:
        key = self.hot_key(line.kind, line.id)
        if key is not None:
            hot_rev = self._hot_rev(key)
            if line.keep:
                if hot_rev < line.rev:
                    self._hot.put(key, encode(line.record), False)
            elif hot_rev < line.rev or (line.record is not None and hot_rev == line.rev):
                self._hot.delete(key)
        if line.next is not None:
            key = self.hot_key(line.next.kind, line.next.id)
            if key is not None and self._hot_rev(key) < line.next.rev:
                self._hot.put(key, encode(line.next), False)

    def _hot_rev(self, key: bytes) -> int:
        """The rev of a hot record; above all others where it does not parse: it is left alone."""
        record = readable(key, self._hot.get(key) or b"")
        return _UNREADABLE if record is None else record.rev

    def parsed(self, text: bytes, number: int = 0) -> "Any":
        """
        The line; None where it was dropped, or is damaged: counted, and reported once for each
        segment.
        """
        if text == DROPPED:
            return None
        try:
            return parse_line(text)
        except CorruptRecord as e:
            self.damaged_lines += 1
            if number not in self._told:
                self._told.add(number)
                self._notify("recovered", what="line", segment=number, detail=str(e))
            return None

    def hot_key(self, kind: str, id: str) -> "bytes | None":
        """The key under which this id is hot, or None; a schedule is archived as an event."""
        for name in DATED if kind in DATED else (kind,):
            key = key_of(name, id)
            if self._hot.get(key) is not None:
                return key
        return None

    def hides(self, line: "Any") -> bool:
        """
        True for an archived line whose record is hot, deleted without the log knowing it, or
        forgotten.
        """
        record = line.record
        if self.forgotten is not None and record is not None and self.forgotten.covers(record):
            return True
        if self.hot_key(line.kind, line.id) is not None:
            return True
        return self._hot.get(mark_of(line.id)) is not None

    # -- changes -------------------------------------------------------------------------------

    def move(self, records: list, puts: list) -> list:
        """
        Append these hot records to the log and erase them from hot memory, together with the
        writes `puts` [(key, value)] as one batch; returns their ids. A schedule goes as an event.
        Raises ArchiveUnavailable, StoreFull or Broken with hot memory as it was. What fails after
        the append, for want of RAM too, appends nothing again when it is tried again.
        """
        if self._log is None:
            raise ArchiveUnavailable(
                "away", "the archive is not mounted, so nothing can move there"
            )
        ids = [record.id for record in records]
        keys = [key_of(record.kind, record.id) for record in records]
        entries = []
        owed = dict(self._owed)
        for key, record in zip(keys, records):
            if owed.get(key) != record.rev:
                owed[key] = record.rev
                entries.append(
                    entry_of(to_line(archived_form(record)), record, record.id, record.rev)
                )
        self._hot.check(puts, keys)
        if entries:
            self._log.append(entries)
        self._owed = owed
        try:
            self._hot.apply(puts, keys)
        except Exception:
            # Fuller than it counts, or no RAM: the move stands, the write does not. One by one
            # needs no room; what is not reached is owed.
            for key in keys:
                self._hot.delete(key)
                del owed[key]
            raise
        for key in keys:
            del owed[key]
        for kind in sorted({record.kind for record in records}):
            some = [record.id for record in records if record.kind == kind]
            self._notify("archived", kind=kind, count=len(some), ids=some)
        return ids

    def note(self, record: Record, **marks: object) -> None:
        """Append one line about a record that stays hot, or about what takes its place."""
        if self._log is not None:
            line = to_line(record, **marks)
            self._log.append([entry_of(line, record, record.id, record.rev)], spare=True)

    def note_and_put(self, puts: list, record: Record, **marks: object) -> None:
        """`note`, then the hot half `puts` of the same change; a boot does it if this cannot."""
        self._hot.check(puts, [])
        self.note(record, **marks)
        try:
            self._hot.apply(puts, [])
        except StoreFull as e:
            raise Broken("flash", "hot memory refused the second half of a change: %s" % e)

    def revise(self, record: Record) -> None:
        """
        Append the new state of an archived record. Raises ArchiveUnavailable, StoreFull, Broken.
        """
        if self._log is None:
            raise ArchiveUnavailable(
                "away", "the archive is not mounted, so nothing in it can change"
            )
        self.note(record)

    def bury(self, record: Record, hot: bool, now: int, also: "list | tuple" = ()) -> None:
        """
        Append the line that ends a record, and in one with it those that end the archived records
        `also`; then erase the hot one. Where no line can be appended a hot record leaves a mark in
        its place, of which the next boot makes the line: there may be an earlier one. Raises
        ArchiveUnavailable, StoreFull or Broken for an archived record.
        """
        ended = list(also) + [record]
        try:
            if self._log is None:
                raise ArchiveUnavailable("away", "the archive is not mounted")
            entries = []
            for one in ended:
                line = deletion_line(one.id, one.kind, one.rev + 1, now)
                entries.append(entry_of(line, None, one.id, one.rev + 1))
            self._log.append(entries, spare=True)
        except MemoryFault:
            if not hot:
                raise
            marks = []
            for one in ended:
                key = key_of(one.kind, one.id)
                marks.append((DELETION_MARK + key[1:], pack("<BII", key[0], one.rev + 1, now)))
            self._hot.apply(marks, [key])
            return
        if hot:
            self._hot.delete(key_of(record.kind, record.id))

    # -- reading -------------------------------------------------------------------------------

    @property
    def indexed(self) -> "Any":
        """The index where there is one of this log as it is, else None."""
        if self._log is None or not self._log.manifest.sealed:
            return None
        index = self.open_index()
        if index is None or not index.docs or not index.covers(self._log.manifest.sealed):
            return None
        return index

    def seeker(self, index: "Any", decided: IdSet) -> "Any":
        """A seek.Seeker over this log; `decided` comes from the scan of what is not indexed."""
        return Seeker(self._log, self, index, decided)

    def by_id(self, id: str) -> "Any":
        """Generator: None when others may run; at last, if it is archived, the record of an id."""
        index = self.indexed
        decided = self.hot_ids()
        since = 0 if index is None else index.through
        named = LineFilter([b'"id":"%s"' % id.encode()])
        for record in self.scan(named, since, decided):
            if record is None:
                yield None
            elif record.id == id:
                yield record
                return
        if index is not None and not decided.has(id[:3].encode(), counter_of(id)):
            try:
                yield from self.seeker(index, decided).by_id(id)
            except CorruptRecord:
                index.drop()
                yield from self.by_id(id)
            finally:
                index.rest()

    def holding(self, query: "Any") -> "Any":
        """
        Every archived record that matches a recall.Query; None when others may run. What holds
        the keyword inside a word alone is found if nothing else does.
        """
        index = self.indexed
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
                for record in self.seeker(index, decided).newest(query, lambda counter: False):
                    if record is not None:
                        found = True
                        decided.add(record.id[:3].encode(), counter_of(record.id))
                    yield record
                if found or not query.is_word():
                    return
        except CorruptRecord:
            index.drop()
            for record in self.scan(query.line_filter(), 0, decided):
                if record is None or query.matches(record):
                    yield record

    def hot_ids(self) -> IdSet:
        """The ids that are hot, for a scan to leave out."""
        if self._ids is None or self._ids_since != self._hot.changes:
            found = IdSet()
            for row in BY_NAME.values():
                for key in self._hot.keys(row.letter.encode()):
                    found.add(key[5:], int.from_bytes(key[1:5], "big"))
            self._ids = found
            self._ids_since = self._hot.changes
        return self._ids.copy()

    def scanned(self, since: int) -> int:
        """How many segments a scan reads."""
        if self._log is None:
            return 0
        return len([number for number in self._log.segments() if number > since])

    def scan(
        self,
        line_filter: "Any" = None,
        since: int = 0,
        decided: "IdSet | None" = None,
        unread: "list | None" = None,
    ) -> "Any":
        """
        Every archived record in its latest state, the line appended last first, none twice;
        records that are deleted or hot, or were hot at the start, are excluded. With `line_filter`
        only lines that pass it are parsed; with `since` only segments after that number are read.
        `decided` are ids to exclude; the ids of the lines read are added to it. Yields None now
        and then: a good moment to let others run. Lines appended after the start are not seen. A
        segment that cannot be read raises Broken; with `unread` its number is appended there and
        the scan continues: for searching, not for changing, since it may have held later states of
        records in earlier segments.
        """
        if self._log is None:
            return
        if decided is None:
            decided = self.hot_ids()
        for number in [number for number in self._log.segments() if number > since]:
            for text in self._backward(number, line_filter, unread):
                revises = text.find(REV_1, 0, HEAD) < 0
                if line_filter is not None and not revises and not line_filter.passes(text):
                    continue
                line = self.parsed(text, number)
                if line is None or not decided.add(line.id[:3].encode(), counter_of(line.id)):
                    continue
                if line.record is not None and not self.hides(line):
                    yield line.record
            yield None

    def _backward(self, number: int, line_filter: "Any", unread: "list | None") -> "Any":
        """The lines of a segment, newest first."""
        try:
            yield from lines_backward(self._log.tail(number), LINE_BYTES, line_filter)
        except Broken:
            if unread is None:
                raise
            unread.append(number)
