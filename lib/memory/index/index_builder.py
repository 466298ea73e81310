"""
The index builder: adds sealed segments to the index and merges its files, in short steps. Before
Index.commit a power cut leaves only files that the next start removes.
"""

from binascii import hexlify, unhexlify

from micropython import const

from memory.errors import StoreFull
from memory.log.manifest import wrong

from .documents import GROUP_END, GROUP_START
from .index import BEGIN, END, FILE, FIRST, Index
from .index_writer import IndexFileWriter, Run
from .merging import DONE, MORE, Merging
from .numbering import DOCUMENTS_MOST, Numbering
from .postings import count, gaps
from .term_buffer import TermBuffer

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.interfaces import Steps

DELTA_DOCS = 768  # a delta with so many is not added to
RANGE_BYTES = 131072  # of a file of the main index, about
_DELTAS = const(2)
_ARENA = const(24576)  # bytes of terms: those of a segment, so that a delta is written once for it
_LONGEST = const(17)  # bytes of a term in the buffer
_PIECE = const(2048)  # bytes written in one step
_POSTINGS_MOST = const(65536)  # bytes
_LOST_MOST = const(8192)  # documents; with more a merge gives the others new numbers
_NEARLY = const(4096)  # as many numbers may be left for that


def add_segment(index: Index, number: int, documents: "Any", arena: int = _ARENA) -> "Steps":
    """
    Index the next sealed segment. `documents` gives (terms, continues) for each of its lines: the
    terms of its record, or none, and whether it continues the group of the line before it. Raises
    StoreFull or Broken, and what `documents` raises.
    """
    growth = _Growth(index, arena)
    opened = _occurrences(index, GROUP_START) > _occurrences(index, GROUP_END)
    try:
        yield from growth.take(documents, opened)
        yield from growth.commit(number)
    except StoreFull:
        growth.abandon()
        raise


def _occurrences(index: Index, term: bytes) -> int:
    """How often documents have a term that marks the beginning or end of groups."""
    found = 0
    for _, file in index.files_for(term):
        data = file.lookup(term, _POSTINGS_MOST)
        found += 0 if data is None else gaps(data, 0, len(data))
    return found


class _Growth:
    """The last delta and a new segment, being written into a new delta."""

    def __init__(self, index: Index, arena: int) -> None:
        self._index = index
        self._buffer = TermBuffer(arena)
        self._begin = index.docs  # document of the segment's first line
        self._base = 0  # lines before those in the buffer
        self._lines = 0
        self._turn = 0  # which of two files the next spill writes to, reading the other
        self._row: "list" = []  # of the delta as it is now, which may not be committed
        self._gone: "list[int]" = []
        row = index.deltas[-1] if index.deltas else None
        if row is not None and row[END] - row[BEGIN] < DELTA_DOCS:
            if row[END] > max([0] + [main[END] for main in index.main]):
                self._row = row

    def take(self, documents: "Any", opened: bool) -> "Steps":
        """Index them all; see add_segment."""
        lines = 0
        for terms, continues in documents:
            if continues != opened:
                terms = terms + [GROUP_START if continues else GROUP_END]
                opened = continues
            yield from self._add(lines, terms)
            lines += 1
            yield False
        if lines:
            yield from self._spill()
        yield False

    def abandon(self) -> None:
        """Remove what was written and will not be committed: there is no room."""
        for number in (self._index.next, self._index.next + 1):
            self._index.discard(number)

    def _add(self, line: int, terms: list) -> "Steps":
        if self._begin + line >= DOCUMENTS_MOST:
            raise StoreFull("index", "the index has no numbers left")
        self._lines = line + 1
        if self._buffer.add(line - self._base, terms):
            return
        self._lines = line
        yield from self._spill()
        self._base = line
        self._lines = line + 1
        if self._buffer.add(0, terms):
            return
        # Longer than any record of ours may be, but a line all the same.
        own, self._buffer = self._buffer, TermBuffer(_LONGEST * len(terms))
        self._buffer.add(0, terms)
        yield False
        yield from self._spill()
        self._buffer = own
        self._base = line + 1

    def _spill(self) -> "Steps":
        """Merge the delta and the buffer into a new file."""
        index = self._index
        buffer = self._buffer
        yield from buffer.sort()
        first = self._begin + self._base
        begin = first
        before = None
        if self._row:
            begin = self._row[BEGIN]
            before = Run(index.file(self._row[FILE]).blocks())
        number = index.next + self._turn
        self._turn ^= 1
        index.discard(number)  # a failed attempt may have left it
        writer = _Output(index, number)
        try:
            yield False
            merging = Merging(begin, before, [(first, buffer.entries())])
            while merging.step(writer.entries) != DONE:
                yield from writer.flush()
            yield from writer.finish()
        finally:
            writer.close()
        if self._row and self._row[FILE] >= index.next:
            # It was never committed; kept until the commit, such files would fill the chip.
            index.discard(self._row[FILE])
            yield False
        elif self._row:
            self._gone.append(self._row[FILE])
        self._row = [number, begin, self._begin + self._lines]
        buffer.clear()

    def commit(self, number: int) -> "Steps":
        """Commit: the segment with this number is indexed."""
        index = self._index
        lines = self._lines
        before = (index.docs, index.through, index.deltas, index.next)
        index.docs = self._begin + lines
        index.through = number
        if lines:
            index.next = self._row[FILE] + 1
            kept = [row for row in before[2] if row[BEGIN] != self._row[BEGIN]]
            index.deltas = kept + [self._row]
        try:
            yield from index.commit(self._gone)
        except BaseException:
            index.docs, index.through, index.deltas, index.next = before
            index.forget()
            raise
        yield False
        yield from index.remove()


class _Output:
    """An index file being written, a piece at a time. Raises StoreFull or Broken."""

    def __init__(self, index: Index, number: int) -> None:
        self._index = index
        self._number = number
        self._waiting: "list" = []
        #: What takes the entries.
        self.entries = IndexFileWriter(self._waiting.append)
        try:
            self._file = open(index.path(number), "wb")
        except OSError as e:
            raise wrong(e, "writing the index")

    def flush(self) -> "Steps":
        """Write the blocks that are complete; at least one step."""
        try:
            while self._waiting:
                data = memoryview(self._waiting.pop(0))
                for at in range(0, len(data), _PIECE):
                    self._file.write(data[at : at + _PIECE])
                    yield False
        except OSError as e:
            raise wrong(e, "writing the index")
        yield False

    def finish(self) -> "Steps":
        """Write the remaining blocks and close."""
        size = self.entries.finish()
        yield from self.flush()
        try:
            self._file.close()
        except OSError as e:
            raise wrong(e, "writing the index")
        self._index.wrote(self._number, size)
        yield False

    def close(self) -> None:
        """Close the file. An incomplete one is written over, or removed at the next start."""
        try:
            self._file.close()
        except OSError as e:
            raise wrong(e, "closing the index")


def needs_merging(index: Index) -> bool:
    """True where there are as many deltas as there may be, and the last is full."""
    deltas = index.deltas
    full = bool(deltas) and deltas[-1][END] - deltas[-1][BEGIN] >= DELTA_DOCS
    lost = index.lost_now
    scarce = index.docs > DOCUMENTS_MOST - min(_NEARLY, DOCUMENTS_MOST // 2)
    if deltas and lost and (scarce or count(lost, 0, len(lost)) > _LOST_MOST):
        return True
    return (full and len(deltas) >= _DELTAS) or _is_behind(index)


def _is_behind(index: Index) -> bool:
    """True where a merge was begun and not ended: its files cover different numbers of lines."""
    ends = [row[END] for row in index.main]
    return bool(ends) and min(ends) < max(ends)


def merge(index: Index) -> "Steps":
    """
    Bring the deltas into the main index, file by file, without documents that are lost: after the
    last file the others have new numbers. Raises StoreFull, Broken.
    """
    end = index.docs
    if not index.main:
        index.main = [[0, "", 0]]
    if _is_behind(index):
        end = max([row[END] for row in index.main])
    else:
        index.left = index.lost_now
    numbering = Numbering(index.left, index.docs) if index.left else None
    yield False
    at = 0
    # The last commit ends it: there are new numbers then.
    while at < len(index.main) and (numbering is None or index.left):
        if index.main[at][END] < end:
            yield from _merge_range(index, at, end, numbering)
        at += 1


def _merge_range(index: Index, at: int, end: int, numbering: "Numbering | None") -> "Steps":
    row = index.main[at]
    merging, most = _sources(index, at, end, numbering)
    yield False
    gone = [row[FILE]] if row[FILE] else []
    rows: "list" = []
    number = index.next
    writer = None
    found = MORE
    try:
        while found != DONE:
            if writer is None:
                writer = _Output(index, number)
                yield False
            found = merging.step(writer.entries, most)
            yield from writer.flush()
            if found == MORE:
                continue
            if writer.entries.total:
                yield from writer.finish()
                begins = hexlify(writer.entries.first).decode() if rows else row[FIRST]
                rows.append([number, begins, end])
                number += 1
            else:  # all that was left is lost
                writer.close()
                index.discard(number)
            writer = None
    finally:
        if writer is not None:
            writer.close()
    if not rows:
        rows = [[0, row[FIRST], end]]
    if numbering is not None:
        rows = [made + [1] for made in rows]
    yield False
    yield from _commit_range(index, at, rows, number, gone, numbering)


def _sources(
    index: Index, at: int, end: int, numbering: "Numbering | None"
) -> "tuple[Merging, int]":
    """What a file of the main index and the deltas have of its range; the most bytes of a file."""
    row = index.main[at]
    limit = unhexlify(index.main[at + 1][FIRST] if at + 1 < len(index.main) else "")
    first = unhexlify(row[FIRST])
    run = None
    others: "list" = []
    expected = deltas = 0  # bytes of the deltas, for all files together
    if row[FILE]:
        main = index.file(row[FILE])
        expected = main.size
        if numbering is None:
            run = Run(main.blocks())
        else:
            others.append((0, main.entries()))
    for delta in index.deltas:
        if delta[END] > row[END] and delta[END] <= end:
            file = index.file(delta[FILE])
            deltas += file.size
            others.append((delta[BEGIN], _below(file.entries(first), limit)))
    # Equal files where one would be too large, or the last one would be small.
    expected += deltas // len(index.main)
    most = RANGE_BYTES if expected <= RANGE_BYTES else expected // (expected // RANGE_BYTES + 1)
    return Merging(0, run, others, numbering), most


def _below(entries: "Any", limit: bytes) -> "Any":
    """The entries whose terms stand before `limit`, all where it is empty."""
    for entry in entries:
        if entry is not None and limit and entry[0] >= limit:
            return
        yield entry


def _commit_range(
    index: Index, at: int, rows: list, number: int, gone: list, numbering: "Numbering | None"
) -> "Steps":
    before = (index.main, index.deltas, index.next, index.docs, index.left)
    was_lost = (index.lost, index.pending)
    index.main = before[0][:at] + rows + before[0][at + 1 :]
    index.next = number
    covered = min([row[END] for row in index.main])
    index.deltas = [row for row in before[1] if row[END] > covered]
    gone = gone + [row[FILE] for row in before[1] if row[END] <= covered]
    if numbering is not None and not _is_behind(index):
        index.renumber(numbering)
    try:
        yield from index.commit(gone)
    except BaseException:
        index.main, index.deltas, index.next, index.docs, index.left = before
        index.lost, index.pending = was_lost
        index.forget()
        raise
    yield False
    yield from index.remove()
