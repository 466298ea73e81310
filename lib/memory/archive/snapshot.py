"""
The snapshot: a copy of hot memory as a file beside the log, for an NVS that was erased.

Owns `<root>/snapshot` (docs/FORMAT.md section 5). It is written at the end of a conversation that
changed something, in steps of one flash block, and read back when start-up has erased NVS or a
slot is damaged. `archive_recovery` then replays what the log says happened since.
"""

import json
import os
from binascii import crc32

from micropython import const

from memory.errors import CorruptRecord
from memory.log.lines import ID_START, LINE_BYTES, lines_forward
from memory.log.manifest import wrong
from memory.records.codec import encode, readable, to_line
from memory.records.ids import DELETION_MARK, epoch_and_counter, key_of

from .archive_recovery import ArchiveRecovery
from .hot_records import find_key, has_deletion_mark
from .record_lines import parse_line

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from memory.erase.erasure_journal import ErasureJournal
    from memory.hot.hot_store import HotStore
    from memory.interfaces import Steps
    from memory.log.log import Log
    from memory.records.codec import Line
    from memory.records.record import Record

    from .archive import Archive

FORMAT = 1
_BLOCK = const(4096)
_HEAD = const(256)  # bytes that hold the first line
_ENOENT = const(2)


def _line_of(text: bytes) -> "Line | None":
    """The line; None for the first and the last of a snapshot, and for a damaged one."""
    try:
        return parse_line(text)
    except CorruptRecord:
        return None


def _head_of(text: bytes) -> "dict | None":
    """The first line of a snapshot of this format; None for one of another program, or torn."""
    try:
        found = json.loads(text)
        sound = isinstance(found["segment"], int) and isinstance(found["taken"], str)
        return found if sound and found["format"] <= FORMAT and "seq" in found else None
    except (ValueError, KeyError, TypeError):
        return None


def _rev_of(found: "int | Record") -> int:
    return found if isinstance(found, int) else found.rev


class Check:
    """Whether the last of these lines has the CRC-32 of all before it."""

    def __init__(self) -> None:
        self._crc = 0
        self._last = b""

    def take(self, text: bytes) -> None:
        """The next line."""
        if self._last:
            self._crc = crc32(self._last + b"\n", self._crc)
        self._last = text

    def is_sound(self) -> bool:
        """After the last line."""
        try:
            return len(self._last) < _HEAD and json.loads(self._last)["crc"] == "%08x" % self._crc
        except (ValueError, KeyError, TypeError):
            return False


class Missing:
    """
    What hot memory lacks of a snapshot `taken` (time as text) when `begin` was the open segment:
    the revs by id. `lines` are those of the open segment that may say what became of it.
    """

    def __init__(self, begin: int, taken: str) -> None:
        self.begin = begin
        self.taken = taken
        self.ids: "dict[str, int | Record]" = {}
        self.lines: "list[Line]" = []
        self._begun: "set[str]" = set()  # what the lines make hot, which later ones may end

    def hear(self, line: "Line") -> None:
        """Take a line of the open segment, which nobody uses afterwards."""
        if line.next is not None:
            self._begun.add(line.next.id)
        if line.keep:
            self._begun.add(line.id)
        if line.next is not None or line.id in self.ids or line.id in self._begun:
            if not line.keep:
                line.record = None  # it has ended, whatever it was
            self.lines.append(line)


class Snapshot:
    """The snapshot of one store, whose archive is mounted at `root`."""

    def __init__(self, root: str, hot: "HotStore", log: "Log") -> None:
        self._path = root + "/snapshot"
        self._hot = hot
        self._log = log

    def exists(self) -> bool:
        """True where there is a snapshot, whatever its state."""
        try:
            os.stat(self._path)
        except OSError:
            return False
        return True

    # -- writing -------------------------------------------------------------------------------

    def save(self, taken: str, epoch: str) -> "Steps":
        """
        Write it, a block a step. `taken` is the time as text, `epoch` the store's. A change that
        is made meanwhile may be in it or not. Raises StoreFull or Broken; the old snapshot stays.
        """
        head = {"format": FORMAT, "taken": taken, "seq": self._hot.seq}
        head["segment"] = self._log.manifest.open
        head["epoch"] = epoch
        try:
            with open(self._path + ".new", "wb") as f:
                yield from self._write(f, json.dumps(head, separators=(",", ":")))
                yield False
            yield False
            os.rename(self._path + ".new", self._path)
        except OSError as e:
            raise wrong(e, "writing the snapshot")

    def _write(self, f: "Any", head: str) -> "Steps":
        count = crc = size = 0
        text = head
        for key in [None] + self._hot.keys():
            if key is not None:
                # It may be gone since the keys were listed, or not be a record.
                record = None
                if not key.startswith(DELETION_MARK):
                    record = readable(key, self._hot.get(key) or b"")
                if record is None:
                    continue
                text = to_line(record)
                count += 1
            line = text.encode() + b"\n"
            f.write(line)
            crc = crc32(line, crc)
            size += len(line)
            if size >= _BLOCK:
                size -= _BLOCK
                yield False
        f.write(b'{"count":%d,"crc":"%08x"}\n' % (count, crc))

    # -- reading -------------------------------------------------------------------------------

    def head(self) -> "dict | None":
        """The first line of a snapshot of this format, unchecked; None where there is none."""
        try:
            with open(self._path, "rb") as f:
                return _head_of(f.read(_HEAD).split(b"\n")[0])
        except OSError as e:
            if e.args[0] != _ENOENT:
                raise wrong(e, "reading the snapshot")
        return None

    def is_sound(self) -> bool:
        """True where the last line's CRC-32 is that of all before it."""
        check = Check()
        for text in lines_forward(self._chunks(), LINE_BYTES):
            check.take(text)
        return check.is_sound()

    def restore(self, archive: "Archive", complete: bool = False) -> "tuple[int, str] | None":
        """
        Put back the records that hot memory lacks and that were not deleted or archived since,
        from the snapshot and from later lines that say what is hot; then replay these lines. Where
        no snapshot checks and `complete` says that NVS was erased, all lines count as later.
        Records that `archive.erasure_journal` covers are not put back. Returns (records put back,
        when the snapshot was taken), or None where no snapshot checks.
        """
        head = self.head()
        if head is None or not self.is_sound():
            if not complete:
                return None
            head = None
        begin: int = 0 if head is None else head["segment"]
        lost: "dict[str, int | Record]" = {}
        for text in lines_forward(self._chunks(), LINE_BYTES) if head is not None else ():
            self._lost_line(text, lost, archive.erasure_journal)
        for text, _ in self._since(begin):
            self._take_later(lost, _line_of(text), archive.erasure_journal)
        self._put_back(lost, begin, head is not None, archive)
        return None if head is None else (len(lost), head["taken"])

    def compare(self, epoch: str, nameless: "str | None", archive: "Archive") -> "Missing | None":
        """
        What the snapshot and the sealed segments since have and hot memory lacks, in one pass
        each, before the open segment is taken over; None where that is nothing, or the snapshot
        does not check or is not of the store's own `epoch`. A snapshot that names no epoch counts
        as one of `nameless`. Raises Broken.
        """
        known = archive.hot_ids()
        chunks: "Any" = self._chunks()
        missing: "Missing | None" = None
        check = Check()
        try:
            for text in lines_forward(chunks, LINE_BYTES):
                check.take(text)
                if missing is None:
                    head = _head_of(text)
                    if head is None or head.get("epoch", nameless) != epoch:
                        return None
                    missing = Missing(head["segment"], head["taken"])
                    continue
                id = _id_in(text)
                if id and not known.has(*epoch_and_counter(id)):
                    self._lost_line(text, missing.ids, archive.erasure_journal)
        finally:
            chunks.close()
        if missing is None or not missing.ids or not check.is_sound():
            return None
        # Before the open segment is heard: its lines may end what these began.
        for text, _ in self._since(missing.begin, self._log.manifest.open):
            self._take_later(missing.ids, _line_of(text), archive.erasure_journal)
        return missing if missing.ids else None

    def refill(self, missing: "Missing", archive: "Archive") -> int:
        """
        Put back the records that `missing` names and that the log has not ended, then replay the
        lines since; how many. After the open segment was taken over, each line heard by `missing`.
        """
        for line in missing.lines:
            self._take_later(missing.ids, line, archive.erasure_journal)
        self._put_back(missing.ids, missing.begin, True, archive)
        return len(missing.ids)

    def _put(self, record: "Record") -> None:
        self._hot.put(key_of(record.kind, record.id), encode(record), False)

    def _put_back(
        self, lost: "dict[str, int | Record]", begin: int, use_snapshot: bool, archive: "Archive"
    ) -> None:
        if not lost:
            return
        for text in lines_forward(self._chunks(), LINE_BYTES) if use_snapshot else ():
            line = _line_of(text)
            if line is None or line.record is None:
                continue
            if lost.get(line.id) == line.rev:
                self._put(line.record)
        for found in lost.values():
            if not isinstance(found, int):
                self._put(found)
        recovery = ArchiveRecovery(self._hot, self._log, archive)
        for text, number in self._since(begin):
            recovery.replay(text, number)

    def _lost_line(
        self, text: bytes, lost: "dict[str, int | Record]", forgotten: "ErasureJournal | None"
    ) -> None:
        """Note the rev of a line of the snapshot whose record hot memory lacks."""
        line = _line_of(text)
        if line is None or line.record is None or self._is_known(line.id):
            return
        if forgotten is None or not forgotten.has(line.id, line.rev):
            lost[line.id] = line.rev

    def _take_later(
        self,
        lost: "dict[str, int | Record]",
        line: "Line | None",
        forgotten: "ErasureJournal | None",
    ) -> None:
        """What a later line of the log says of `lost`: the rev in the snapshot, or a record."""
        if line is None:
            return
        # Not put back only to be deleted again: that would be two writes at each start while a
        # slot does not check.
        if not line.keep and line.id in lost and line.rev >= _rev_of(lost[line.id]):
            del lost[line.id]
        for record in (line.record if line.keep else None, line.next):
            if record is None or (forgotten is not None and forgotten.covers(record)):
                continue
            known = lost.get(record.id)
            if not self._is_known(record.id) and (known is None or _rev_of(known) < record.rev):
                lost[record.id] = record

    def _since(self, segment: int, end: "int | None" = None) -> "Iterator[tuple[bytes, int]]":
        """(line, its segment) of the log from this segment on, and before `end`, oldest first."""
        for number in reversed(self._log.segments()):
            if number >= segment and (end is None or number < end):
                for text in lines_forward(self._log.chunks(number), LINE_BYTES):
                    yield text, number

    def _is_known(self, id: str) -> bool:
        """True where hot memory has this id, under any kind, or a mark of its deletion."""
        return find_key(self._hot, id) is not None or has_deletion_mark(self._hot, id)

    def _chunks(self) -> "Iterator[bytes]":
        chunks: "Iterator[bytes]" = self._log.raw(self._path, "reading the snapshot")
        return chunks


def _id_in(text: bytes) -> str:
    """The id at the beginning of a line, "" where there is none."""
    end = text.find(b'"', 7)
    if not text.startswith(ID_START) or not 10 < end < 26 or not text[10:end].isdigit():
        return ""
    return text[7:end].decode()
