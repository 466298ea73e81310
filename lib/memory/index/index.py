"""
The index: which archived records have which terms, on flash, beside the log.

Owns `<root>/index` and the index files that it names (docs/FORMAT.md section 7): the main index in
files by range of terms, so that merging goes file by file, and at most two deltas after it. A
document is a line of the sealed segments, counted from 0 in their order. `index_builder` adds to
the index; `bm25`, `candidates` and `lookup` read it. All of it is derived from the log: it may be
deleted and built again with the same answers.
"""

import json
import os
from binascii import hexlify

from micropython import const

from memory.errors import CorruptRecord
from memory.log import checked_file
from memory.log.manifest import LINES, NUMBER, remove_left, wrong

from .index_file import BLOCK_BYTES, IndexFile

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator

FORMAT = 2
DOCUMENTS_MOST = 65000
FILE, FIRST, END = range(3)  # of a row of `main`: file, first term in hex, documents it covers
BEGIN = 1  # of a row of `deltas`: file, first document, end
_ENOENT = 2


class Index:
    """`docs` counts the documents indexed; `through` is the number of their last segment."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._block = bytearray(BLOCK_BYTES)
        self._held: "list" = [None, 0]
        self.later: "bytearray | None" = None
        # {number: (file, IndexFile)}. They stay open, since opening one reads 5 KB of directory.
        self._open: "dict[int, tuple]" = {}
        self._start()

    def _start(self) -> None:
        self.docs = 0
        self.through = 0
        self.main: "list[list]" = []
        self.deltas: "list[list]" = []
        self.next = 1  # number of the next file
        # Of uncompressed segments, by their number: see documents.Documents.
        self.marks: "dict[str, list]" = {}
        self._gone: "list[int]" = []  # files that are no longer in use and may still be there
        self.dropped = False  # True once flash has it no more; whoever reads it has to scan
        self.freed = 0  # bytes of files removed, less those written

    # -- the file that names the index files
    # ---------------------------------------------------------

    def open(self) -> bool:
        """
        Read what there is; False where it is missing, does not check or has another format, and
        then the index is empty. Removes what a power cut left. Raises Broken.
        """
        self.close()
        self._start()
        known = self._load()
        for number in self._gone:
            remove_left(self.path(number))
        self._gone = []
        number = self.next
        while remove_left(self.path(number)) | remove_left(self.path(number + 1)):
            number += 2
        return known

    def _load(self) -> bool:
        try:
            raw = checked_file.read(self._root + "/index")
        except OSError as e:
            if e.args[0] == _ENOENT:
                return False
            raise wrong(e, "reading the index")
        if raw is None:
            return False
        try:
            found = json.loads(raw)
            if found["format"] != FORMAT:
                return False
            self.docs = found["docs"]
            self.through = found["through"]
            self.main = found["main"]
            self.deltas = found["deltas"]
            self.next = found["next"]
            self.marks = found["marks"]
            self._gone = found["gone"]
        except (ValueError, KeyError, TypeError):
            self._start()
            return False
        return True

    def commit(self, gone: list) -> "Iterator[None]":
        """
        Write the present `docs`, `through`, `main`, `deltas` and `next` to flash; the files `gone`
        may be removed after that. A generator of steps. Raises StoreFull or Broken; until its last
        step, what flash had before stays valid.
        """
        found: "dict[str, object]" = {"docs": self.docs, "through": self.through}
        found.update({"main": self.main, "deltas": self.deltas, "marks": self.marks})
        yield from self._write(found, gone)
        self.later = None
        self._gone = self._gone + gone

    def _write(self, found: "dict[str, object]", gone: list) -> "Iterator[None]":
        found.update({"format": FORMAT, "next": self.next, "gone": self._gone + gone})
        raw = json.dumps(found).encode()
        try:
            yield from checked_file.replace(self._root + "/index", raw)
        except OSError as e:
            raise wrong(e, "writing the index")

    def remove(self) -> "Iterator[None]":
        """Remove the files that are no longer in use, one in a step. Raises Broken."""
        while self._gone:
            number = self._gone[0]
            if number in self._open:
                self._held[0] = None
                self._open.pop(number)[0].close()
            self.freed += self._size_of(number)
            yield
            remove_left(self.path(number))
            self._gone.pop(0)
            yield

    def discard(self, number: int) -> None:
        """Remove a file that was never in use, if it is there. Raises Broken."""
        if number in self._open:
            self._held[0] = None
            self._open.pop(number)[0].close()
        remove_left(self.path(number))

    def _size_of(self, number: int) -> int:
        try:
            size: int = os.stat(self.path(number))[6]
            return size
        except OSError:
            return 0  # it is gone already

    def covers(self, sealed: list) -> bool:
        """True where the documents are the lines of these rows of a manifest, up to `through`."""
        lines = last = 0
        for row in sealed:
            if row[NUMBER] <= self.through:
                lines += row[LINES]
                last = row[NUMBER]
        return lines == self.docs and last == self.through

    def drop(self) -> None:
        """
        Delete the complete index from flash. Nothing is read from this object any more: what was
        read from it stays true, and questions under way end with CorruptRecord. The store opens a
        new one. Raises StoreFull or Broken.
        """
        for _ in self.dropping():
            pass

    def dropping(self) -> "Iterator[None]":
        """As `drop`, in steps."""
        if self.dropped:
            return
        gone = [row[FILE] for row in self.main + self.deltas if row[FILE]]
        none: "dict[str, object]" = {"docs": 0, "through": 0}
        none.update({"main": [], "deltas": [], "marks": {}})
        yield from self._write(none, gone)
        self.dropped = True
        self._gone = self._gone + gone
        yield from self.remove()

    def path(self, number: int) -> str:
        """The path of an index file."""
        return "%s/life/%d.idx" % (self._root, number)

    # -- the index files -----------------------------------------------------------------------

    def file(self, number: int) -> IndexFile:
        """An index file, opened at its first use. Raises CorruptRecord or Broken."""
        if self.dropped:
            raise CorruptRecord("index", "the index was dropped meanwhile")
        known = self._open.get(number)
        if known is None:
            try:
                size = os.stat(self.path(number))[6]
                file = open(self.path(number), "rb")
                known = (file, IndexFile(file, size, self._block, self._held))
            except OSError as e:
                if e.args[0] == _ENOENT:
                    raise CorruptRecord("index", "a part of the index is missing")
                raise wrong(e, "opening the index")
            self._open[number] = known
        part: IndexFile = known[1]
        return part

    def close(self) -> None:
        """Close the index files."""
        self._held[0] = None
        for number in sorted(self._open):
            self._open.pop(number)[0].close()

    def release_tables(self) -> None:
        """Free the tables that a question has read into RAM; the files stay open."""
        for number in self._open:
            self._open[number][1].release_table()

    def files_for(self, term: bytes) -> "Iterator[tuple[int, IndexFile]]":
        """(first document, IndexFile) of the files that may have a term, ascending."""
        covered = 0
        number = None
        shown = hexlify(term).decode()
        for row in self.main:
            if row[FIRST] <= shown:
                number = row[FILE]
                covered = row[END]
        if number:
            yield 0, self.file(number)
        for row in self.deltas:
            if row[END] > covered:
                yield row[BEGIN], self.file(row[FILE])

    def files_spanning(self, low: bytes, high: bytes) -> "Iterator[tuple[int, IndexFile]]":
        """(first document, IndexFile) of the files that may have terms from `low` to `high`."""
        shown_low = hexlify(low).decode()
        shown_high = hexlify(high).decode()
        covered = self.docs
        for at, row in enumerate(self.main):
            above = self.main[at + 1][FIRST] if at + 1 < len(self.main) else None
            if row[FIRST] <= shown_high and (above is None or above > shown_low):
                covered = min(covered, row[END])
                if row[FILE]:
                    yield 0, self.file(row[FILE])
        for row in self.deltas:
            if not self.main or row[END] > covered:
                yield row[BEGIN], self.file(row[FILE])
