"""
Manifest: the one file that names all others of the archive.

Owns `<root>/manifest` and its replacement by write, close, rename (docs/FORMAT.md section 4).
Knows what segments exist, not what is in them.
"""

import json
import os
from binascii import crc32

from .errors import Broken, NewerFormat, StoreFull

FORMAT = 2  # 1 knew no packs
_ENOENT = 2
_ENOSPC = 28
_ENAMETOOLONG = 36  # what LittleFS says where a new file finds no room for its name

# A sealed segment: number, bytes, lines, lines that revise earlier ones, first and last day of
# creation (text, "" where it has none), highest id counter, CRC-32 of the file.
# A pack has a ninth: the number of its first segment; its own is that of its last.
NUMBER, BYTES, LINES, REVISIONS, FIRST, LAST, COUNTER, CRC = range(8)


def is_pack(row: list) -> bool:
    """True for several segments in one gzip file, False for one as it was written."""
    return len(row) > 8


def wrong(e: OSError, doing: str) -> "Broken | StoreFull":
    """What an OSError of the file system means to the caller."""
    if e.args[0] in (_ENOSPC, _ENAMETOOLONG):
        return StoreFull("archive", "the archive is full")
    return Broken("archive", "%s failed: %r" % (doing, e))


class Manifest:
    """`epoch` (text or None), `counter`, `open` (number of the open segment), `sealed` (rows)."""

    def __init__(self, root: str) -> None:
        self._path = root + "/manifest"
        self.epoch: "str | None" = None
        self.counter = 0
        self.open = 1
        self.sealed: "list[list]" = []
        self.untidy = False  # files that packing has replaced may be left

    def load(self) -> bool:
        """
        Read the file; False where it is missing or does not check. Raises NewerFormat for a
        higher format number, Broken when flash cannot be read.
        """
        try:
            with open(self._path, "rb") as f:
                raw = f.read()
        except OSError as e:
            if e.args[0] == _ENOENT:
                return False
            raise wrong(e, "reading the manifest")
        end = raw.find(b"\n")
        if end < 0 or raw[end + 1 :].strip() != b"%08x" % crc32(raw[:end]):
            return False
        try:
            found = json.loads(raw[:end])
            if found["format"] > FORMAT:
                number = found["format"]
                raise NewerFormat("format", "the archive has format %d" % number)
            stream = found["streams"]["life"]
            self.open = stream["open"]
            self.sealed = stream["sealed"]
            self.epoch = found["epoch"]
            self.counter = found["counter"]
            self.untidy = bool(found.get("untidy", False))
        except (ValueError, KeyError, TypeError):
            return False
        return True

    def save(self) -> None:
        """Replace the file; the rename commits. Raises StoreFull or Broken, the old one stays."""
        life = {"open": self.open, "sealed": self.sealed}
        number = FORMAT if [row for row in self.sealed if is_pack(row)] else 1
        found: "dict[str, object]" = {"format": number, "streams": {"life": life}}
        found.update({"epoch": self.epoch, "counter": self.counter})
        if self.untidy:
            found["untidy"] = True
        raw = json.dumps(found, separators=(",", ":")).encode()
        try:
            with open(self._path + ".new", "wb") as f:
                f.write(raw)
                f.write(b"\n%08x\n" % crc32(raw))
            os.rename(self._path + ".new", self._path)
        except OSError as e:
            raise wrong(e, "writing the manifest")

    def interrupted(self) -> bool:
        """True when a replacement was cut before its rename."""
        try:
            os.stat(self._path + ".new")
        except OSError:
            return False
        return True
