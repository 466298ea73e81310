"""
Snapshot: hot memory as a file of the archive, for the day NVS is empty.

Owns `<root>/snapshot` (docs/FORMAT.md section 5): written at the end of a conversation that
changed something, in steps of one flash block; read back when start-up has erased NVS or a slot is
damaged. Knows the hot store and the log, and asks `archive` to replay what the log says happened
since.
"""

import json
import os
from binascii import crc32

from micropython import const

from memory.errors import CorruptRecord
from memory.log.lines import LINE_BYTES, lines_forward
from memory.log.manifest import wrong
from memory.records.codec import encode, readable, to_line
from memory.records.ids import DELETION_MARK, counter_of, key_of
from memory.records.kinds import BY_NAME

from .record_lines import parse_line

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

FORMAT = 1
_BLOCK = const(4096)
_HEAD = const(256)  # bytes that hold the first line
_ENOENT = const(2)
_LETTERS = "".join([row.letter for row in BY_NAME.values()])


def _line_of(text: bytes) -> "Any":
    """The line, or None: the first or last of a snapshot, or damaged."""
    try:
        return parse_line(text)
    except CorruptRecord:
        return None


def _rev_of(found: "Any") -> int:
    rev: int = found if isinstance(found, int) else found.rev
    return rev


class Snapshot:
    """`hot` and `log` as in `engine`; the log is mounted."""

    def __init__(self, root: str, hot: "Any", log: "Any") -> None:
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

    def save(self, taken: str, epoch: str) -> "Any":
        """
        Write it; a generator that yields after each block. `taken` is the time, as text, `epoch`
        that of the store, which tells it from another device's. What changes meanwhile is in it or
        not; what leaves hot memory meanwhile is in the log. Raises StoreFull or Broken, the old
        one stays.
        """
        head = {"format": FORMAT, "taken": taken, "seq": self._hot.seq}
        head["segment"] = self._log.manifest.open
        head["epoch"] = epoch
        try:
            with open(self._path + ".new", "wb") as f:
                yield from self._write(f, json.dumps(head, separators=(",", ":")))
                yield
            yield
            os.rename(self._path + ".new", self._path)
        except OSError as e:
            raise wrong(e, "writing the snapshot")

    def _write(self, f: "Any", head: str) -> "Any":
        count = crc = size = 0
        text = head
        for key in [None] + self._hot.keys():
            if key is not None:
                # It may have gone since the keys were listed, or not be a record.
                record = None
                if chr(key[0]) in _LETTERS:
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
                yield
        f.write(b'{"count":%d,"crc":"%08x"}\n' % (count, crc))

    # -- reading -------------------------------------------------------------------------------

    def head(self) -> "dict | None":
        """The first line of a snapshot of this format, unchecked; None where there is none."""
        try:
            with open(self._path, "rb") as f:
                found = json.loads(f.read(_HEAD).split(b"\n")[0])
            sound = isinstance(found["segment"], int) and isinstance(found["taken"], str)
            return found if sound and found["format"] <= FORMAT and "seq" in found else None
        except OSError as e:
            if e.args[0] != _ENOENT:
                raise wrong(e, "reading the snapshot")
        except (ValueError, KeyError, TypeError):
            pass  # foreign or torn: as good as none
        return None

    def sound(self) -> bool:
        """True where the last line's CRC-32 is that of all before it."""
        crc = 0
        last = b""
        for text in lines_forward(self._chunks(), LINE_BYTES):
            if last:
                crc = crc32(last + b"\n", crc)
            last = text
        try:
            return len(last) < _HEAD and json.loads(last)["crc"] == "%08x" % crc
        except (ValueError, KeyError, TypeError):
            return False

    def restore(self, archive: "Any", whole: bool = False) -> "tuple[int, str] | None":
        """
        Put back what hot memory lacks and nothing has ended since, be it of the snapshot or of a
        line since that says what is hot; then let `archive.replay(text, segment)` see these
        lines. Where no snapshot checks, and `whole` says that NVS was erased, all lines are since.
        (records put back, when the snapshot was taken), or None where none checks. What is in
        `archive.forgotten` (forgotten.Forgotten) stays out.
        """
        head = self.head()
        if head is None or not self.sound():
            if not whole:
                return None
            head = None
        begin: int = 0 if head is None else head["segment"]
        lost = self._lost(head is not None, begin, archive.forgotten)
        if lost:
            for text in lines_forward(self._chunks(), LINE_BYTES) if head is not None else ():
                line = _line_of(text)
                if line is not None and lost.get(line.id) == line.rev:
                    self._put(line.record)
            for found in lost.values():
                if not isinstance(found, int):
                    self._put(found)
            for text, number in self._since(begin):
                archive.replay(text, number)
        return None if head is None else (len(lost), head["taken"])

    def refill(self, epoch: str, nameless: "str | None", archive: "Any") -> "tuple[int, str]":
        """
        As `restore`, where hot memory lacks something; (0, "") where not. `epoch` is the store's
        own; a snapshot that names none is taken for one of epoch `nameless`.
        """
        head = self.head()
        if head is not None and head.get("epoch", nameless) == epoch:
            known = archive.hot_ids()
            for text in lines_forward(self._chunks(), LINE_BYTES):
                id = _id_in(text)
                if id and not known.has(id[:3].encode(), counter_of(id)):
                    return self.restore(archive) or (0, "")
        return 0, ""

    def _put(self, record: "Any") -> None:
        self._hot.put(key_of(record.kind, record.id), encode(record), False)

    def _lost(self, told: bool, begin: int, forgotten: "Any") -> "dict[str, Any]":
        """
        What is to be put back, by id: the rev of a record of the snapshot (if `told`), or the
        record itself as a line of the log has it.
        """
        lost: "dict[str, Any]" = {}
        for text in lines_forward(self._chunks(), LINE_BYTES) if told else ():
            line = _line_of(text)
            if line is None or line.record is None or self._known(line.id):
                continue
            if forgotten is None or not forgotten.has(line.id):
                lost[line.id] = line.rev
        for text, _ in self._since(begin):
            line = _line_of(text)
            if line is None:
                continue
            # Put back and ended again it would be written twice at each start where a slot does
            # not check.
            if not line.keep and line.id in lost and line.rev >= _rev_of(lost[line.id]):
                del lost[line.id]
            for record in (line.record if line.keep else None, line.next):
                if record is None or (forgotten is not None and forgotten.covers(record)):
                    continue
                known = lost.get(record.id)
                if not self._known(record.id) and (known is None or _rev_of(known) < record.rev):
                    lost[record.id] = record
        return lost

    def _since(self, segment: int) -> "Any":
        """(line, number of its segment) of the log from there on, oldest first."""
        for number in reversed(self._log.segments()):
            if number >= segment:
                for text in lines_forward(self._log.chunks(number), LINE_BYTES):
                    yield text, number

    def _known(self, id: str) -> bool:
        """
        True where hot memory has this id, under any kind (a like may have become a dislike since),
        or knows of its end.
        """
        at = key_of("fact", id)[1:]
        for letter in _LETTERS + DELETION_MARK.decode():
            if self._hot.get(letter.encode() + at) is not None:
                return True
        return False

    def _chunks(self) -> "Any":
        try:
            with open(self._path, "rb") as f:
                while True:
                    chunk = f.read(_BLOCK)
                    if not chunk:
                        return
                    yield chunk
        except OSError as e:
            if e.args[0] != _ENOENT:
                raise wrong(e, "reading the snapshot")


def _id_in(text: bytes) -> str:
    """The id that a line begins with, "" for none of ours."""
    end = text.find(b'"', 7)
    if not text.startswith(b'{"id":"') or not 10 < end < 26 or not text[10:end].isdigit():
        return ""
    return text[7:end].decode()
