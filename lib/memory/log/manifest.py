"""Manifest: owns `<root>/manifest`, which names all other files (docs/FORMAT.md section 4)."""

import json
import os

from micropython import const

from memory.errors import Broken, NewerFormat, StoreFull

from . import checked_file

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.interfaces import Steps

FORMAT = 4  # 1 knew no packs, 2 no id counters in them, 3 checked a block by its lines
COUNTERS = const(0x7FFFFF00)  # ids count to below this: NVS keeps the next one as an i32
_MOST = const(49152)  # bytes; a full 8 MB chip without packs needs 25 KB
_LENGTHS = (8, 9, 11, 12)  # of rows
_ENOENT = 2
_ENOSPC = 28
_ENAMETOOLONG = 36  # what LittleFS says where a new file finds no room for its name

# A sealed segment: number, bytes, lines, lines that revise earlier ones, first and last day of
# creation (text, "" where it has none), highest id counter, CRC-32 of the file.
# A highest counter of 0 may also mean that nobody knows.
NUMBER, BYTES, LINES, REVISIONS, FIRST, LAST, COUNTER, CRC = range(8)
# A pack goes on with the number of its first segment; its own is that of its last. Since format 3
# also with the number of the last segment in which lines that end some of its own were looked for,
# and with 1 where its file is the second one of its number, else 0. Since format 4 with 1, which
# says that its blocks are checked as they are packed.
FIRST_SEGMENT, CHECKED_UP_TO, SECOND_FILE, PACKED_CHECKS = range(8, 12)


def is_pack(row: list) -> bool:
    """True for several segments in one gzip file, False for one as it was written."""
    return len(row) > FIRST_SEGMENT


def first_of(row: list) -> int:
    """The number of the first segment in it."""
    number: int = row[FIRST_SEGMENT] if is_pack(row) else row[NUMBER]
    return number


def _format(sealed: list) -> int:
    """The lowest format number that has such rows."""
    longest = max([0] + [len(row) for row in sealed])
    if longest > CHECKED_UP_TO:
        return FORMAT if longest > PACKED_CHECKS else 3
    return 2 if longest > FIRST_SEGMENT else 1


def wrong(e: OSError, doing: str) -> "Broken | StoreFull":
    """What an OSError of the file system means to the caller."""
    if e.args[0] in (_ENOSPC, _ENAMETOOLONG):
        return StoreFull("archive", "the archive is full")
    return Broken("archive", "%s failed: %r" % (doing, e))


def remove_left(path: str) -> bool:
    """Remove what a power cut may have left; False where there is nothing. Raises Broken."""
    try:
        os.remove(path)
    except OSError as e:
        if e.args[0] == _ENOENT:
            return False
        raise wrong(e, "removing " + path)
    return True


def _is_count(value: object, below: int = COUNTERS) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < below


def _sound(open_: int, sealed: object, epoch: object, counter: object) -> bool:
    """True where these are what their names say: a CRC does not tell who has written a file."""
    if not isinstance(sealed, list) or not _is_count(open_) or not _is_count(counter):
        return False
    if epoch is not None and not (isinstance(epoch, str) and len(epoch) == 3):
        return False
    last = 0
    for row in sealed:
        if not isinstance(row, list) or len(row) not in _LENGTHS:
            return False
        for at, value in enumerate(row):
            if at in (FIRST, LAST, CRC):
                if not isinstance(value, str):
                    return False
            elif not _is_count(value):
                return False
        if not last < first_of(row) <= row[NUMBER]:
            return False
        if max([0] + row[SECOND_FILE:]) > 1:
            return False
        last = row[NUMBER]
    return last < open_


class Manifest:
    """
    `epoch` (text or None), `counter`, and of the stream of this name `open` (number of the open
    segment) and `sealed` (rows).
    """

    def __init__(self, root: str, stream: str = "life") -> None:
        self._path = root + "/manifest"
        self._stream = stream
        self.epoch: "str | None" = None
        self.store: "str | None" = None  # id of this store among others, 32 hex digits
        self.counter = 0
        self.open = 1
        self.sealed: "list[list]" = []
        self.untidy = False  # files that packing has replaced may be left

    def load(self) -> bool:
        """Read the file; False where it is missing or damaged. Raises NewerFormat, Broken."""
        try:
            raw = checked_file.read(self._path, _MOST)
        except OSError as e:
            if e.args[0] == _ENOENT:
                return False
            raise wrong(e, "reading the manifest")
        if raw is None:
            return False
        if raw.count(b"[") + raw.count(b"{") > len(raw) // 16 + 8:
            return False  # more lists than rows of such a length: parsing them takes RAM
        try:
            found = json.loads(raw)
            if found["format"] > FORMAT:
                number = found["format"]
                raise NewerFormat("format", "the archive has format %d" % number)
            stream = found["streams"][self._stream]
            if not _sound(stream["open"], stream["sealed"], found["epoch"], found["counter"]):
                return False
            self.open = stream["open"]
            self.sealed = stream["sealed"]
            self.epoch = found["epoch"]
            self.counter = found["counter"]
            store = found.get("store")
            self.store = store if isinstance(store, str) and len(store) == 32 else None
            self.untidy = bool(found.get("untidy", False))
        except (ValueError, KeyError, TypeError, AttributeError):
            return False
        return True

    def save(self) -> None:
        """Replace the file; the rename commits. Raises StoreFull or Broken, the old one stays."""
        for _ in self.saving():
            pass

    def saving(self) -> "Steps":
        """
        As `save`, in steps; nobody may change the manifest between them, which they tell by True.
        It ends with the rename: who waited after it would hold rows that flash has already.
        """
        stream = {"open": self.open, "sealed": self.sealed}
        found: "dict[str, object]" = {"format": _format(self.sealed)}
        found.update({"streams": {self._stream: stream}})
        found.update({"epoch": self.epoch, "counter": self.counter})
        if self.store is not None:
            found["store"] = self.store
        if self.untidy:
            found["untidy"] = True
        raw = json.dumps(found, separators=(",", ":")).encode()
        try:
            yield from checked_file.replace(self._path, raw, True)
        except OSError as e:
            raise wrong(e, "writing the manifest")

    def interrupted(self) -> bool:
        """True when a replacement was cut before its rename."""
        return checked_file.exists(self._path + ".new")
