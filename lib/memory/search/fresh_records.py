"""
Fresh records: what a recall reads without the index, the hot records and the lines that are not
indexed yet.

Owns one reading of those lines for all phases of a recall: what may matter to one of them is kept.
Where that is too much, or nothing tells what may matter, each phase reads them again. What matches
is for the phases to say.
"""

from micropython import const

from memory.archive.hot_records import record_at
from memory.errors import CorruptRecord
from memory.records.ids import DELETION_MARK
from memory.records.kinds import letter_of
from memory.text.folding import bare
from memory.text.line_filter import line_filter

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from memory.archive.archive import Archive
    from memory.hot.hot_store import HotStore
    from memory.records.id_set import IdSet
    from memory.records.record import Record
    from memory.text.line_filter import LineFilter

    from .query import Query

_KEPT_MOST = const(100)  # records, or lines, of 300 bytes and more each
_BYTES_MOST = const(49152)  # of those lines


class FreshRecords:
    """
    `since`: the lines of later segments are not indexed. What may matter to a later phase holds
    one of the folded texts `pieces` or one of the `spellings`; with neither there is no later
    phase. Numbers of segments that cannot be read go to `unread`; without it that raises Broken.
    """

    def __init__(
        self,
        hot: "HotStore",
        archive: "Archive",
        query: "Query",
        since: int,
        pieces: "list[str]",
        spellings: list,
        unread: "list | None",
    ) -> None:
        self._hot = hot
        self._archive = archive
        self._query = query
        self._since = since
        self._pieces = pieces
        self._sought = [piece.encode() for piece in pieces]
        self._spellings = spellings
        self._unread = unread
        self.decided = archive.hot_ids()  # ids that hot memory or lines read have decided
        # Records, or (segment, line) of those not parsed yet; None: they are to be read.
        self._kept: "list[Any] | None" = None
        self._was_read = False

    def each(self, own: "LineFilter | None", every_hot: bool = False) -> "Iterator[Record | None]":
        """
        The records of wanted kinds and days, and at least those of them that pass the filter
        `own`, of hot ones all with `every_hot`; None where others may run. What passes `own` may
        matter; without it there is no telling.
        """
        yield from self._hot_ones(None if every_hot else own)
        if self._kept is not None and own is not None:
            yield from self._of_kept(own)
        elif self._was_read:
            yield from self._lines(own, self._archive.hot_ids())
        else:
            yield from self._first_reading(own)

    def forget(self) -> None:
        """Read the lines again from now on: what follows may need others."""
        self._kept = None

    def _hot_ones(self, own: "LineFilter | None") -> "Iterator[Record]":
        query = self._query
        if own is not None and own.looks_at_words and not query.windows:
            found = self._archive.hot_words.passing(own)
            if found is not None:
                for one in found:
                    if query.fits(one):
                        yield one
                return
        if query.any_kind:
            keys = [key for key in self._hot.keys() if not key.startswith(DELETION_MARK)]
        elif len(query.kinds) == 1:
            keys = self._hot.keys(letter_of(query.kinds[0]).encode())
        else:
            wanted = bytes([ord(letter_of(kind)) for kind in query.kinds])
            keys = [key for key in self._hot.keys() if key and key[0] in wanted]
        for key in keys:
            record = record_at(self._hot, key)
            if record is not None and query.fits(record):
                yield record

    def _lines(self, own: "LineFilter | None", decided: "IdSet") -> "Iterator[Record | None]":
        for record in self._archive.scan(own, self._since, decided, self._unread):
            if record is None or self._query.fits(record):
                yield record

    def _first_reading(self, own: "LineFilter | None") -> "Iterator[Record | None]":
        self._was_read = True
        kept: "list | None" = None
        wide = own
        if self._pieces or self._spellings:
            kept = []
            wide = line_filter(self._pieces, self._spellings + self._query.day_filters())
        unindexed: "Any" = self._archive.unindexed
        if wide is not None and self._since and (yield from unindexed.knows_latest(self._since)):
            yield from self._latest(own, wide, kept)
            return
        own = wide
        for record in self._lines(own, self.decided):
            if kept is not None and record is not None and self._may_matter(record):
                kept.append(record)
                if len(kept) > _KEPT_MOST:
                    kept = None
            yield record
        self._kept = kept

    def _latest(
        self, own: "LineFilter | None", wide: "LineFilter", kept: "list | None"
    ) -> "Iterator[Record | None]":
        """The first reading where it is known which lines are the latest: few are parsed."""
        unindexed: "Any" = self._archive.unindexed
        size = 0
        try:
            for row in unindexed.passing(wide, self._since, self.decided):
                if row is None:
                    yield None
                    continue
                one = row
                if own is None or own.passes(row[1]):
                    one = self._record(*row)
                    if one is None:
                        continue
                    yield one
                size += len(row[1])
                if kept is not None and len(kept) < _KEPT_MOST and size < _BYTES_MOST:
                    kept.append(one)
                else:
                    kept = None
            self._kept = kept
        except CorruptRecord:  # an earlier line of it may be what is so: each is looked at
            yield from self._lines(own, self.decided)

    def _of_kept(self, own: "LineFilter") -> "Iterator[Record | None]":
        kept: "Any" = self._kept
        for at, one in enumerate(kept):
            if isinstance(one, tuple):
                if not own.passes(one[1]):
                    continue
                try:
                    one = kept[at] = self._record(*one)
                except CorruptRecord:  # told; the next recall looks at each line
                    one = kept[at] = None
            if one is not None:
                yield one

    def _record(self, number: int, text: bytes) -> "Record | None":
        record = self._archive.latest_record(number, text, self.decided)
        return record if record is not None and self._query.fits(record) else None

    def _may_matter(self, record: "Record") -> bool:
        words = record.folded_words()
        plain = bare(words)
        for piece in self._sought:
            if piece in words or piece in plain:
                return True
        if self._query.is_of_its_time(record):
            return True
        for one in self._spellings:
            if one.found_in(words):
                return True
        return False
