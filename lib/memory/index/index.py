"""
The index: which archived records have which terms, on flash, beside the log.

Owns `<root>/index` and the index files that it names (docs/FORMAT.md section 7): the main index in
files by range of terms, so that merging goes file by file, and at most two deltas after it. A
document is a line of the sealed segments, counted from 0 in their order. Packing drops lines:
their documents keep their numbers until the next merge gives the others new ones (`numbering`).
`index_builder` adds to the index; `bm25`, `candidates` and `lookup` read it. All of it is derived
from the log: it may be deleted and built again with the same answers.
"""

import json
import os
from binascii import a2b_base64, b2a_base64, hexlify, unhexlify

from micropython import const

from memory.errors import CorruptRecord, MemoryFault
from memory.log import checked_file
from memory.log.manifest import CRC, LINES, NUMBER, remove_left, wrong

from . import postings
from .block_cache import BlockCache
from .index_file import BLOCK_BYTES, IndexFile
from .lengths import Lengths, talks
from .numbering import Numbering, SpreadOut

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory.interfaces import Steps

FORMAT = 4
# Of a row of `main`: file, first term in hex, documents it covers, and 1 where a merge that is not
# ended has left `left` out of the file already; its documents are numbered without them.
FILE, FIRST, END, MERGED = range(4)
BEGIN = 1  # of a row of `deltas`: file, first document, end
_ENOENT = 2


class Index:
    """
    `docs` counts the documents indexed, those included whose lines were dropped since; `through`
    is the number of their last segment.
    """

    def __init__(self, root: str) -> None:
        self._root = root
        self._block = bytearray(BLOCK_BYTES)
        self._held: "list" = [None, 0]
        self._cache = BlockCache()
        # What `candidates` and `field_terms` keep of all documents until they are others.
        self.later: "bytearray | None" = None
        self.deleted: "bytearray | None" = None
        self.fields: "bytearray | None" = None
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
        self.dropped = False  # True once nobody may read it any more, and has to scan
        self.stays = False  # True where it was dropped, and flash could not be told
        self.lost = b""  # postings of the documents whose lines were dropped
        # Those that a merge under way leaves out; it began with so many.
        self.left = b""
        # [number, checksum, what `lost` becomes] once the log has a pack with these; or None.
        self.pending: "list | None" = None
        self._packed = False  # True where it has
        self._lost_bits: "tuple" = (b"", 0, None)
        self._spread: "Numbering | None" = None
        self._lengths: "Lengths | None" = None
        self._talks: "bytearray | None" = None
        self._firsts: "tuple" = (None, [])  # `main`, and the first terms of its files
        self.freed = 0  # bytes of files removed, less those written
        self._sizes: "dict[int, int]" = {}  # of the files written since

    # -- the file that names the index files ------------------------------------------------

    def open(self) -> bool:
        """
        Read what there is; False where it is missing, does not check or has another format, and
        then the index is empty. Removes what a power cut left. Raises Broken.
        """
        self.close()
        self._start()
        known = self._load()
        try:
            self._remove_left()
        except MemoryFault:
            # A full flash takes no removal either, and must not keep a recall from its answer.
            # What is named as gone waits for `remove`, and a new file replaces one of its number.
            pass
        return known

    def _remove_left(self) -> None:
        while self._gone:
            remove_left(self.path(self._gone[-1]))
            self._gone.pop()
        number = self.next
        while remove_left(self.path(number)) | remove_left(self.path(number + 1)):
            number += 2

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
                self._retire(found)
                return False
            self.lost = a2b_base64(found["lost"])
            self.left = a2b_base64(found["left"])
            if found["pending"]:
                number, crc, lost = found["pending"]
                self.pending = [number, crc, a2b_base64(lost)]
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

    def _retire(self, found: dict) -> None:
        """Remove the files of an index of another format, once they are known to be that."""
        rows = found["main"] + found["deltas"]
        files = [row[FILE] for row in rows] + found["gone"]
        self._gone = [number for number in files if isinstance(number, int) and number]
        self.next = found["next"]

    def commit(self, gone: list, pending: "list | None" = None) -> "Steps":
        """
        Write the present `docs`, `through`, `main`, `deltas`, `next`, `lost` and `left` to flash,
        with `pending`; the files `gone` may be removed after that. A generator of steps. Raises
        StoreFull or Broken; until its last step, what flash had before stays valid.
        """
        if self.dropped:
            raise CorruptRecord("index", "the index was dropped meanwhile")
        self.forget()  # a recall may come before the last step
        lost = self.lost_now
        found: "dict[str, object]" = {"docs": self.docs, "through": self.through}
        found.update({"main": self.main, "deltas": self.deltas, "marks": self.marks})
        found.update({"lost": _shown(lost), "left": _shown(self.left), "pending": pending})
        if pending is not None:
            found["pending"] = pending[:2] + [_shown(pending[2])]
        yield from self._write(found, gone)
        self.lost = lost
        self.pending = pending
        self._packed = False
        self._spread = None
        self.forget()
        self._gone = self._gone + gone

    def _write(self, found: "dict[str, object]", gone: list) -> "Steps":
        found.update({"format": FORMAT, "next": self.next, "gone": self._gone + gone})
        raw = json.dumps(found).encode()
        try:
            yield from checked_file.replace(self._root + "/index", raw)
        except OSError as e:
            raise wrong(e, "writing the index")

    def remove(self) -> "Steps":
        """Remove the files that are no longer in use, one in a step. Raises Broken."""
        while self._gone:
            number = self._gone[0]
            if number in self._open:
                self._held[0] = None
                self._open.pop(number)[0].close()
            self.freed += self._size_of(number)
            self._sizes.pop(number, None)
            yield False
            remove_left(self.path(number))
            self._gone.pop(0)
            yield False

    def wrote(self, number: int, size: int) -> None:
        """Count a file that was written, perhaps over one that a failed attempt has left."""
        self.freed += self._sizes.pop(number, 0) - size
        self._sizes[number] = size

    def discard(self, number: int) -> None:
        """Remove a file that was never in use, if it is there. Raises Broken."""
        if number in self._open:
            self._held[0] = None
            self._open.pop(number)[0].close()
        remove_left(self.path(number))
        self.freed += self._sizes.pop(number, 0)

    def _size_of(self, number: int) -> int:
        try:
            size: int = os.stat(self.path(number))[6]
            return size
        except OSError:
            return 0  # it is gone already

    def covers(self, sealed: list) -> bool:
        """
        True where the documents are the lines of these rows of a manifest, up to `through`, and
        those that were dropped. Looks whether the pack that `pending` waits for is there.
        """
        pending = self.pending
        self._packed = False
        lines = last = 0
        for row in sealed:
            if row[NUMBER] <= self.through:
                lines += row[LINES]
                last = row[NUMBER]
            if pending is not None and [row[NUMBER], row[CRC]] == pending[:2]:
                self._packed = True
        lost = self.lost_now
        return lines + postings.count(lost, 0, len(lost)) == self.docs and last == self.through

    @property
    def lost_now(self) -> bytes:
        """Postings of the documents whose lines were dropped, as the log is now."""
        if self.pending is not None and self._packed:
            lost: bytes = self.pending[2]
            return lost
        return self.lost

    def lost_bits(self) -> "bytearray | None":
        """The documents whose lines were dropped, a bit each; None for none. Not to be changed."""
        lost = self.lost_now
        if not lost:
            return None
        if self._lost_bits[:2] != (lost, self.docs):
            self._lost_bits = (lost, self.docs, Numbering(lost, self.docs).bits)
        bits: bytearray = self._lost_bits[2]
        return bits

    def renumber(self, numbering: Numbering) -> None:
        """All files were merged without these documents: the others are numbered without them."""
        self.lost = bytes(numbering.without(self.lost_now))
        self.pending = None
        self.left = b""
        less = numbering.count
        self.docs -= less
        self.main = [[row[FILE], row[FIRST], row[END] - less] for row in self.main]
        self.deltas = [[row[FILE], row[BEGIN] - less, row[END] - less] for row in self.deltas]

    def drop(self) -> None:
        """
        Delete the complete index from flash. Nothing is read from this object any more: what was
        read from it stays true, and questions under way end with CorruptRecord. The store opens a
        new one. Where flash takes no change `stays` says so, since whoever asks gets his answer.
        """
        try:
            for _ in self.dropping():
                pass
        except MemoryFault:
            self.stays = not self.dropped
            self.dropped = True

    def start_over(self) -> None:
        """Be empty, whatever flash has: its files may be removed after the next commit."""
        gone, number = self._gone + self._files(), self.next
        self.close()
        self._start()
        self._gone, self.next = gone, number

    def _files(self) -> "list[int]":
        return [row[FILE] for row in self.main + self.deltas if row[FILE]]

    def dropping(self) -> "Steps":
        """As `drop`, in steps. Raises StoreFull or Broken."""
        if self.dropped:
            return
        gone = self._files()
        none: "dict[str, object]" = {"docs": 0, "through": 0}
        none.update({"main": [], "deltas": [], "marks": {}})
        none.update({"lost": "", "left": "", "pending": None})
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
                file = open(self.path(number), "rb")
                size = file.seek(0, 2)  # stat would read the directory once more
                known = (file, IndexFile(file, size, self._block, self._held, self._cache))
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

    def forget(self) -> None:
        """Read anew what is kept of all documents: they are others now."""
        self.later = None
        self.deleted = None
        self.fields = None
        self._lengths = None
        self._talks = None

    def lengths(self) -> Lengths:
        """The lengths of the documents, read at the first use after each change."""
        if self._lengths is None:
            self._lengths = Lengths(self)
        return self._lengths

    def talks(self, more: int) -> bytearray:
        """`lengths.talks`, read at the first use after each change; `more` is always the same."""
        if self._talks is None:
            self._talks = talks(self, more)
        return self._talks

    def _file_of(self, row: list) -> "IndexFile | SpreadOut":
        """The file of a row of `main`, as if no merge had begun."""
        file = self.file(row[FILE])
        if len(row) <= MERGED:
            return file
        if self._spread is None:
            self._spread = Numbering(self.left, self.docs)
        return SpreadOut(file, self._spread)

    def _first_terms(self) -> "list[bytes]":
        """The first terms of the files of `main`."""
        if self._firsts[0] is not self.main:
            self._firsts = (self.main, [unhexlify(row[FIRST]) for row in self.main])
        firsts: "list[bytes]" = self._firsts[1]
        return firsts

    def files_for(self, term: bytes) -> "Iterator[tuple[int, IndexFile | SpreadOut]]":
        """(first document, IndexFile) of the files that may have a term, ascending."""
        firsts = self._first_terms()
        low, high = 0, len(firsts)
        while low < high:
            middle = (low + high) >> 1
            if firsts[middle] > term:
                high = middle
            else:
                low = middle + 1
        found = self.main[low - 1] if low else None
        if found is not None and found[FILE]:
            yield 0, self._file_of(found)
        for row in self.deltas:
            if found is None or row[END] > found[END]:
                yield row[BEGIN], self.file(row[FILE])

    def files_spanning(
        self, low: bytes, high: bytes
    ) -> "Iterator[tuple[int, IndexFile | SpreadOut]]":
        """(first document, IndexFile) of the files that may have terms from `low` to `high`."""
        shown_low = hexlify(low).decode()
        shown_high = hexlify(high).decode()
        covered = self.docs
        for at, row in enumerate(self.main):
            above = self.main[at + 1][FIRST] if at + 1 < len(self.main) else None
            if row[FIRST] <= shown_high and (above is None or above > shown_low):
                covered = min(covered, row[END])
                if row[FILE]:
                    yield 0, self._file_of(row)
        for row in self.deltas:
            if not self.main or row[END] > covered:
                yield row[BEGIN], self.file(row[FILE])


def _shown(lost: bytes) -> str:
    """Postings in JSON."""
    return b2a_base64(lost).decode().strip() if lost else ""
