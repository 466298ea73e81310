"""
Lookup: reads archived records by the index, newest first, by document, or by id.

A document of the index is a place in the log. Lookup reads its line, a block of a pack or a few
lines of a segment at a time, and skips records that are hot, were deleted or have a later line.
Lines that are not indexed yet are read by Archive.scan.
"""

from array import array

import micropython
from micropython import const

from memory.errors import CorruptRecord
from memory.log.lines import HEAD, ID_START, REV, TOO_LONG, lines_forward
from memory.log.manifest import BYTES, COUNTER, COUNTERS, LINES, NUMBER, is_pack
from memory.records.ids import counter_of, epoch_and_counter
from memory.records.line_sketch import sketch
from memory.text.line_filter import LineFilter
from memory.viper import ptr8

from . import candidates, lost_documents, postings
from .documents import MARK_LINES

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from memory.archive.archive import Archive
    from memory.log.log import Log
    from memory.records.id_set import IdSet
    from memory.records.record import Record
    from memory.search.query import Query

    from .candidates import Candidates
    from .index import Index

# A query with few candidates is counted exactly: at least so many units are read of it.
_UNITS_READ = const(4)
_FEW = const(128)  # as many as so many units may have
_FEW_OF_DAYS = const(32)  # without a keyword, where most candidates match
_WALKED = const(8)  # lines, from which on one walk over all is quicker than a look at each
_NEXT_LINE = b"\n" + ID_START
_EPOCH = const(3)  # characters of an id before its counter


def may_pass(line_filter: LineFilter, text: bytes) -> bool:
    """
    False where a line need not be parsed for what the filter looks for: it is spelled as ours are
    and does not pass. What revises a record need not be parsed either, other than in a scan: the
    index knows which line of a record is the latest.
    """
    at = text.find(REV, 0, HEAD)
    is_ours = text.startswith(ID_START) and at >= 0
    if not is_ours or not text[at + len(REV) : at + len(REV) + 1].isdigit():
        return True
    return line_filter.passes(text)


def _counter_in(text: bytes) -> int:
    """The id counter of a line; COUNTERS, which no id has, where it is spelled in another way."""
    if not text.startswith(ID_START):
        return COUNTERS
    begin = len(ID_START) + _EPOCH
    digits = text[begin : text.find(b'"', begin)]
    return int(digits) if digits.isdigit() else COUNTERS


class Reader:
    """Reads lines of indexed documents: a block of a pack or MARK_LINES lines at a time."""

    def __init__(self, log: "Log", index: "Index") -> None:
        self._log = log
        self._index = index
        self._lost = index.lost_bits()
        self._docs = index.docs
        self.rows: "list" = []  # (first document, row of the manifest), ascending
        first = 0
        for row in log.manifest.sealed:
            if row[NUMBER] <= index.through:
                self.rows.append((first, row))
                if self._lost is None:  # as most are, and there are many
                    first += row[LINES]
                else:
                    first = self._after(first, row[LINES])
        self._end = first  # the document behind the last
        self._unit = (-1, -1)
        self._data: "bytes | list" = b""
        self._lines = 0  # of the unit, that are in the data

    def _after(self, first: int, lines: int) -> int:
        """The document behind so many lines, of which the first is this or a later one."""
        if self._lost is None:
            return first + lines
        return lost_documents.after(self._lost, first, lines, self._docs)

    def members(self, first: int, end: int, bits: "bytearray | None") -> "Any":
        """Those documents that are in a set, ascending."""
        return range(first, end) if bits is None else candidates.members(bits, first, end)

    def numbers(self, first: int, docs: "Any") -> "list[int]":
        """The numbers of the lines of documents from a first one on."""
        if self._lost is None:
            return [doc - first for doc in docs]
        return [doc - first - postings.held(self._lost, first, doc) for doc in docs]

    def units(self, first: int, row: list) -> "Any":
        """(highest id counter, unit, first document, end) of a row's units, ascending."""
        if is_pack(row):
            pack = self._log.packs.get(row[NUMBER])
            if pack is None:
                return
            for unit in range(len(pack)):
                _, _, lines, _, counter = pack.row(unit)
                end = self._after(first, lines)
                yield counter, unit, first, end
                first = end
            return
        marks = self._index.marks.get(str(row[NUMBER]))
        end = self._after(first, row[LINES])
        if not marks:
            yield row[COUNTER], 0, first, end
            return
        for unit in range(len(marks) // 2):
            last = min(self._after(first, MARK_LINES), end)
            yield marks[2 * unit + 1], unit, first, last
            first = last

    def end_of(self, at: int) -> int:
        """The document behind the row with this number, 0 where its pack cannot be read."""
        row = self.rows[at][1]
        if is_pack(row) and self._log.packs.get(row[NUMBER]) is None:
            return 0
        return self.rows[at + 1][0] if at + 1 < len(self.rows) else self._end

    def units_of(self, first: int, row: list, bits: "bytearray | None") -> "Any":
        """`units`, those with documents of a set."""
        pack = self._log.packs.get(row[NUMBER]) if is_pack(row) else None
        if bits is None or pack is None or self._lost is not None:
            for counter, unit, begin, end in self.units(first, row):
                if bits is None or postings.held(bits, begin, end):
                    yield counter, unit, begin, end
            return
        place = array("H", (first, 0))
        while pack.next_with(bits, place):
            unit = place[1]
            _, _, lines, _, counter = pack.row(unit)
            yield counter, unit, place[0], place[0] + lines
            place[0] += lines
            place[1] = unit + 1

    def lines(self, row: list, unit: int, wanted: list) -> "Any":
        """The lines with these numbers, ascending, within a unit. Raises CorruptRecord, Broken."""
        data = self._unit_of(row, unit, wanted)
        if isinstance(data, list):
            for number in wanted:
                yield data[number] if number < len(data) else b""
            return
        at = number = 0
        for one in wanted:
            at = _line_at(data, len(data), at, one - number)
            if at < 0:
                return
            number = one
            end = data.find(b"\n", at)
            yield data[at:end] if end >= 0 else data[at:]

    def may_pass(self, row: list, unit: int, wanted: list, line_filter: LineFilter) -> bool:
        """False where, as one walk tells, none of many lines of ours passes. Raises as `lines`."""
        data = self._unit_of(row, unit, wanted) if len(wanted) >= _WALKED else []
        if isinstance(data, list) or not data.startswith(ID_START) or b"\\u" in data:
            return True
        is_ours = data.count(_NEXT_LINE) == data.count(b"\n") - data.endswith(b"\n")
        return not is_ours or line_filter.last(data, len(data)) >= 0

    def _unit_of(self, row: list, unit: int, wanted: list) -> "bytes | list":
        """What a unit holds, as far as these lines are wanted."""
        lines = wanted[-1] + 1 if wanted else 0
        if self._unit != (row[NUMBER], unit) or self._lines < lines:
            self._data = b""
            self._data = self._read(row, unit, lines)
            self._unit = (row[NUMBER], unit)
            self._lines = lines if is_pack(row) else MARK_LINES + row[LINES]
        return self._data

    def _read(self, row: list, unit: int, lines: int) -> "bytes | list":
        """What a unit holds, so many lines of it at least."""
        if is_pack(row):
            pack = self._log.packs.get(row[NUMBER])
            block: bytes = self._log.packs.read(row[NUMBER], unit, lines)
            if unit and pack is not None and not pack.row(unit - 1)[2]:
                block = TOO_LONG + block[block.find(b"\n") :]  # the end of a longer line
            return block
        marks = self._index.marks.get(str(row[NUMBER]))
        if not marks:
            return list(lines_forward(self._log.chunks(row[NUMBER])))
        end = marks[2 * unit + 2] if 2 * unit + 2 < len(marks) else row[BYTES]
        data = self._log.piece(row[NUMBER], marks[2 * unit], end, keeps=False)
        lines = min(MARK_LINES, row[LINES] - MARK_LINES * unit)
        if data.count(b"\n") != lines or not data.endswith(b"\n"):
            # Damaged since: the lines after it would be taken for others.
            raise CorruptRecord("index", "a segment is not as it was indexed")
        return data

    def place(self, doc: int) -> "tuple | None":
        """(row, unit, number of the line in it) of a document."""
        for first, row in reversed(self.rows):
            if first <= doc:
                pack = self._log.packs.get(row[NUMBER]) if is_pack(row) else None
                if pack is not None and self._lost is None:
                    unit, begin = pack.holding(doc - first)
                    return None if unit < 0 else (row, unit, doc - first - begin)
                for _, unit, begin, end in self.units(first, row):
                    if begin <= doc < end:
                        return row, unit, self.numbers(begin, [doc])[0]
                return None
        return None


class Lookup:
    """One question to the indexed part of the archive."""

    def __init__(self, log: "Log", archive: "Archive", index: "Index", decided: "IdSet") -> None:
        self._archive = archive
        self._index = index
        self._decided = decided  # ids decided by lines that are not indexed yet
        self._reader = Reader(log, index)
        self.remaining = 0  # candidates that were not read
        self.candidates: "Candidates | None" = None  # of the query of `newest`
        self._line_filter: "LineFilter | None" = None  # of the query
        self.matched: "list[int]" = []  # documents of the records that `newest` yielded

    def newest(self, query: "Query", closed: "Callable[[int], bool]") -> "Iterator[Record | None]":
        """
        Yields the records that match, roughly newest first, None where others may run, until
        `closed(counter)`; then `remaining` is how many more there may be.
        """
        self.candidates = candidates.Candidates(self._index, query)
        self._line_filter = query.line_filter()
        bits = self.candidates.bits
        yield None
        left = self._documents(bits)
        counts = left <= (_FEW if query.keyword or query.either else _FEW_OF_DAYS)
        read = 0
        for counter, row, unit, first, end in self._newest_units(bits):
            if (read >= _UNITS_READ or not counts) and closed(counter):
                self.remaining += left  # what follows has lower counters
                return
            read += 1
            left -= end - first if bits is None else postings.held(bits, first, end)
            yield from self._matching(query, row, unit, first, end, bits, closed, counts)
            yield None

    def _documents(self, bits: "bytearray | None") -> int:
        """How many documents of a set there are where the log can be read."""
        reader = self._reader
        found = 0
        for at, (first, _) in enumerate(reader.rows):
            end = reader.end_of(at)
            if end > first:
                found += end - first if bits is None else postings.held(bits, first, end)
        return found

    def _newest_units(self, bits: "bytearray | None") -> "Any":
        """The units with candidates, by their highest id counter, descending."""
        reader = self._reader
        waiting: "list[tuple]" = []
        rows = []
        for at, (first, row) in enumerate(reader.rows):
            if bits is None or postings.held(bits, first, max(first, reader.end_of(at))):
                rows.append((row[COUNTER], at))
        rows.sort()
        while rows:
            bound, at = rows.pop()
            while waiting and waiting[-1][0] >= bound:
                yield waiting.pop()
            first, row = reader.rows[at]
            for counter, unit, begin, end in reader.units_of(first, row, bits):
                waiting.append((counter, row, unit, begin, end))
            waiting.sort(key=lambda unit: unit[0])
        while waiting:
            yield waiting.pop()

    def _matching(
        self,
        query: "Query",
        row: list,
        unit: int,
        first: int,
        end: int,
        bits: "bytearray | None",
        closed: "Callable[[int], bool]",
        counts: bool,
    ) -> "Any":
        """
        The records of a unit that match, the last first; of those that are `closed` one more
        remains, where it `counts` only if it matches.
        """
        docs = self._reader.members(first, end, bits)
        wanted = self._reader.numbers(first, docs)
        line_filter = self._line_filter
        if line_filter is not None and not self._reader.may_pass(row, unit, wanted, line_filter):
            return
        lines = list(self._reader.lines(row, unit, wanted))
        for at in range(len(lines) - 1, -1, -1):
            doc, text = docs[at], lines[at]
            if line_filter is not None and not may_pass(line_filter, text):
                continue
            counter = _counter_in(text)
            if closed(counter):
                found = self._is_counted(query, doc, text, counter) if counts else True
                if found is not None:
                    self.remaining += found
                    if counts and found:
                        self.matched.append(doc)
                    continue
            record = self._alive(doc, text)
            if record is not None and query.matches(record):
                self.matched.append(doc)
                yield record

    def _is_counted(self, query: "Query", doc: int, text: bytes, counter: int) -> "bool | None":
        """Whether a line is alive and matches; None where only parsing it tells."""
        if not query.by_sketch or query.after is not None or counter == COUNTERS:
            return None
        begin = len(ID_START)
        epoch = text[begin : begin + _EPOCH]
        if not self._archive.shows(epoch, counter):
            return None
        if self._decided.has(epoch, counter):
            return False
        record = sketch(text)
        if record is None or not query.matches(record):
            return None if record is None else False
        return not candidates.later(self._index, epoch + b"%d" % counter, doc)

    def _alive(self, doc: int, text: bytes) -> "Record | None":
        """The record of a line, if this is its latest state and it is not hot."""
        line = self._archive.parsed(text) if text else None
        if line is None or line.record is None or self._archive.hides(line):
            return None
        if self._decided.has(*epoch_and_counter(line.id)):
            return None
        if candidates.later(self._index, line.id.encode(), doc):
            return None
        return line.record

    def at(self, doc: int) -> "Record | None":
        """The record of a document, None where it is not alive."""
        place = self._reader.place(doc)
        if place is None:
            return None
        row, unit, number = place
        for text in self._reader.lines(row, unit, [number]):
            return self._alive(doc, text)
        return None

    def by_id(self, id: str) -> "Iterator[Record | None]":
        """The record of an id, if it is indexed; before it None whenever others may run."""
        bits = candidates.of_id(self._index, id)
        yield None
        begins = ID_START + id.encode() + b'"'
        sought = counter_of(id)
        for first, row in self._reader.rows:
            if 0 < row[COUNTER] < sought:
                continue
            for counter, unit, begin, end in self._reader.units_of(first, row, bits):
                if 0 < counter < sought:
                    continue  # ids of its bucket, but none as high
                # Where no id is missing it is this one, and less of a block is inflated.
                likely = end - 1 - counter + sought
                for low, high in ((max(begin, likely), likely + 1), (begin, end)):
                    docs = self._reader.members(low, max(low, min(high, end)), bits)
                    lines = self._reader.lines(row, unit, self._reader.numbers(begin, docs))
                    for doc, text in zip(docs, lines):
                        if text.startswith(begins) or not text.startswith(ID_START):
                            record = self._alive(doc, text)
                            if record is not None and record.id == id:
                                yield record
                                return
                yield None


@micropython.viper
def _line_at(data: object, size: int, at: int, lines: int) -> int:
    """Where the line begins that is so many lines behind `at`; -1 where there are fewer."""
    text = ptr8(data)
    while lines > 0:
        while at < size and int(text[at]) != 10:
            at += 1
        if at >= size:
            return -1
        at += 1
        lines -= 1
    return at
