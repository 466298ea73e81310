"""
Assets: read-only files of the `assets` partition, read by seeking, each checked by its hash.

Written with the app by tools/flash.sh (docs/FORMAT.md section 13). A board with 8 MB of flash has
no such partition.
"""

from binascii import crc32
from hashlib import sha256
from struct import unpack_from

import esp32
from memory.search.word_table import DamagedTable, WordTable
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.interfaces import BlockDevice

_MAGIC = b"ast\x01"
_HEAD = const(12)
_NAME = const(24)
_ROW = const(64)
_MOST = const(256)  # assets
_PIECE = const(1024)
_BLOCK = const(4096)
_WORDS, _ANSWERS = "words", "answers"


class AssetError(Exception):
    """The partition's head, or an asset, does not check; the message says which."""


def partition() -> "BlockDevice | None":
    """The partition, or None where the table has none."""
    found = esp32.Partition.find(esp32.Partition.TYPE_DATA, label="assets")
    return found[0] if found else None


def open_words() -> "WordTable | None":
    """The table of other words, None where the board has none. Raises DamagedTable."""
    return _table(_WORDS)


def open_answers() -> "WordTable | None":
    """The weights by which a memory answers a question; as `open_words`."""
    return _table(_ANSWERS)


def _table(name: str) -> "WordTable | None":
    try:
        found = Assets(partition())
    except (AssetError, OSError, ValueError) as e:
        raise DamagedTable(str(e)) from None
    if name not in found.names():
        return None
    return WordTable(lambda at, buffer: found.readinto(name, at, buffer))


class Assets:
    """The files of a partition (`partition`, or None: then there are none). Raises AssetError."""

    def __init__(self, device: "BlockDevice | None") -> None:
        self._device = device
        self._rows: "dict[str, tuple[int, int, bytes]]" = {}  # name: (offset, size, SHA-256)
        if device is not None:
            self._read_head()

    def _read_head(self) -> None:
        head = bytearray(_HEAD)
        self._read(0, head)
        if head.count(b"\xff") == _HEAD:
            return  # erased: none were ever written
        crc, count = unpack_from("<II", head, 4)
        if head[:4] != _MAGIC or count > _MOST:
            raise AssetError("the partition has no assets of this version")
        rows = bytearray(count * _ROW)
        self._read(_HEAD, rows)
        if crc32(rows, crc32(head[8:])) != crc:
            raise AssetError("the list of the assets does not check")
        for at in range(0, len(rows), _ROW):
            offset, size = unpack_from("<II", rows, at + _NAME)
            name = bytes(rows[at : at + _NAME]).rstrip(b"\0").decode()
            self._rows[name] = (offset, size, bytes(rows[at + _NAME + 8 : at + _ROW]))

    def names(self) -> "list[str]":
        """Of all assets."""
        return sorted(self._rows)

    def size(self, name: str) -> int:
        """Bytes of an asset. Raises KeyError."""
        return self._rows[name][1]

    def readinto(self, name: str, at: int, buffer: bytearray) -> int:
        """Fill `buffer` from there on; how many bytes there were. Raises KeyError, OSError."""
        offset, size, _ = self._rows[name]
        count = max(0, min(len(buffer), size - at))
        if count:
            self._read(offset + at, memoryview(buffer)[:count])
        return count

    def check(self, name: str) -> None:
        """Read all of an asset; AssetError where its hash is another. Raises KeyError, OSError."""
        buffer = bytearray(_PIECE)
        hashed = sha256()
        at = 0
        while True:
            count = self.readinto(name, at, buffer)
            if not count:
                break
            hashed.update(memoryview(buffer)[:count])
            at += count
        if hashed.digest() != self._rows[name][2]:
            raise AssetError("the asset %s does not check" % name)

    def _read(self, at: int, buffer: "bytearray | memoryview") -> None:
        """Read across blocks."""
        done = 0
        view = memoryview(buffer)
        while done < len(buffer):
            block, within = divmod(at + done, _BLOCK)
            count = min(_BLOCK - within, len(buffer) - done)
            self._device.readblocks(block, view[done : done + count], within)  # type: ignore
            done += count
