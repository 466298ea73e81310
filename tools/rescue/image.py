"""
Image: a dump of a chip, or of a part of one, cut into its partitions.

Owns where things lie: the binary partition table of ESP-IDF in the image itself, the tables of
this project where it has none, and what a lone file is. Reads the file once and never writes it.
What is in a partition is the business of `nvs` and `filesystem`.
"""

import fcntl
import os
import struct
import zlib
from pathlib import Path

from sim.partitions import TABLE_AT, TABLE_BYTES, has_table, parse_binary, parse_table

from .findings import DAMAGE, NOTE, Finding, Unusable

ROOT = Path(__file__).resolve().parent.parent.parent
NO_FILE = 66  # exit statuses, as ./tools/memory.sh has them
_SECTOR = 4096
_MAGIC = b"littlefs"
_MAGIC_AT = 8
_BIG, _SMALL = "partitions.csv", "partitions-8m.csv"
_SMALL_CHIP = 8 << 20
_MOST = 128 << 20
_TRIES = 5
_NVS_AT, _NVS_BYTES = 0x9000, 0xC000
_MEMORY_BYTES = 3 << 20


class Partition:
    """`data` is what the file has of it: all of it, or less where a dump was cut short."""

    def __init__(self, label: str, offset: int, size: int, data: bytes):
        self.label = label
        self.offset = offset
        self.size = size
        self.data = data


class Image:
    """
    `nvs`, `memory` and `turns`, each None where the file does not have it; `table` says where the
    layout is from, `alone` that the file is one partition and no chip; `size` in bytes.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.table = ""
        self.alone = False
        self.nvs: "Partition | None" = None
        self.memory: "Partition | None" = None
        self.turns: "Partition | None" = None
        self.findings: list[Finding] = []


def load(path: Path, partitions: "Path | None" = None, part: "str | None" = None) -> Image:
    """
    Read an image. `partitions` is a table that counts instead of any other; `part` says that the
    file is that partition alone. Raises Unusable.
    """
    findings: list[Finding] = []
    data = _read(path, findings)
    image = Image(len(data))
    image.findings = findings
    if not data:
        raise Unusable(1, f"{path} is empty")
    if part is None and partitions is None:
        part = _lone(data)
    if part is not None:
        image.alone = True
        image.table = f"{part} alone"
        whole = Partition(part, 0, len(data), data)
        if part == "nvs":
            image.nvs = whole
        else:
            image.memory = whole
        return image
    for label, _, _, offset, size in _rows(data, partitions, image):
        if label == "nvs":
            image.nvs = _cut_out(data, label, offset, size, image)
        elif label == "memory":
            image.memory = _cut_out(data, label, offset, size, image)
        elif label == "turns":
            image.turns = _cut_out(data, label, offset, size, image)
    return image


def _read(path: Path, findings: list[Finding]) -> bytes:
    """The bytes of the file. While a companion writes to it: as they are twice in a row."""
    try:
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size > _MOST:
                raise Unusable(1, f"{path} has more than {_MOST >> 20} MB: no chip of ours")
            data = file.read(_MOST)
            if _is_free(file.fileno()):
                return data
            findings.append(
                Finding(NOTE, str(path), "in use by a companion: read as it is at this moment")
            )
            for _ in range(_TRIES):
                file.seek(0)
                again = file.read(_MOST)
                if again == data:
                    return data
                data = again
    except OSError as error:
        raise Unusable(NO_FILE, f"{path}: {error.strerror}") from error
    raise Unusable(1, f"{path} changes while it is read: stop the companion that runs on it")


def _is_free(descriptor: int) -> bool:
    """False while a companion holds its lock on the chip's file (sim/launch.py)."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks
    return True


def _lone(data: bytes) -> "str | None":
    """The partition that the file is, by its size or its own marks; None for a chip."""
    if has_table(data) and len(data) > TABLE_AT + TABLE_BYTES:
        return None
    if len(data) == _NVS_BYTES:
        return "nvs"
    for block in (0, 1):
        at = block * _SECTOR + _MAGIC_AT
        if data[at : at + len(_MAGIC)] == _MAGIC:
            return "memory"
    if len(data) == _MEMORY_BYTES:
        return "memory"
    # On a chip the first stage of the firmware lies there, or nothing.
    return "nvs" if any(_is_nvs_page(data, at) for at in range(0, _NVS_AT, _SECTOR)) else None


def _is_nvs_page(data: bytes, at: int) -> bool:
    """True where a page of NVS with a sound header begins."""
    head = data[at : at + 32]
    if len(head) < 32 or head[8] != 0xFE:
        return False
    crc: int = struct.unpack_from("<I", head, 28)[0]
    return crc == zlib.crc32(head[4:28], 0xFFFFFFFF)


def _rows(data: bytes, partitions: "Path | None", image: Image) -> list[tuple]:
    """The rows of the table that counts. Raises Unusable."""
    if partitions is not None:
        image.table = str(partitions)
        return _from_file(partitions)
    own = _own_table(data, image.findings)
    if own and {"nvs", "memory"} <= {row[0] for row in own}:
        image.table = "the image's own table"
        return own
    if own:
        labels = ", ".join(row[0] for row in own)
        image.findings.append(
            Finding(
                DAMAGE,
                "partition table",
                f"names no nvs and memory, but {labels}: read as the boards of this project are",
                "if the board has another layout, give it with --partitions",
            )
        )
    name = _guess(data)
    image.table = name
    return _from_file(ROOT / name)


def _from_file(path: Path) -> list[tuple]:
    try:
        rows = parse_table(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Unusable(2, f"{path} is no partition table: {error}") from error
    if not {"nvs", "memory"} & {row[0] for row in rows}:
        raise Unusable(2, f"{path} names no partition nvs or memory")
    return rows


def _own_table(data: bytes, findings: list[Finding]) -> list[tuple]:
    """The rows of the binary table at 0x8000; none where there is none, or not enough of it."""
    try:
        return parse_binary(data[TABLE_AT : TABLE_AT + TABLE_BYTES])
    except ValueError as error:
        findings.append(
            Finding(
                DAMAGE,
                "partition table",
                f"{error}: read as the boards of this project are",
                "write it anew with the firmware",
            )
        )
        return []


def _guess(data: bytes) -> str:
    """The table of this project that fits: by what is at its places, else by the size."""
    for name in (_BIG, _SMALL):
        for label, _, _, offset, size in _from_file(ROOT / name):
            blocks = data[offset : offset + min(size, 2 * _SECTOR)]
            if label == "memory" and _MAGIC in (
                blocks[_MAGIC_AT : _MAGIC_AT + 8],
                blocks[_SECTOR + _MAGIC_AT : _SECTOR + _MAGIC_AT + 8],
            ):
                return name
    return _SMALL if len(data) <= _SMALL_CHIP else _BIG


def _cut_out(data: bytes, label: str, offset: int, size: int, image: Image) -> Partition:
    have = data[offset : offset + size]
    if len(have) < size:
        image.findings.append(
            Finding(
                DAMAGE,
                label,
                f"the file ends {(size - len(have)) // 1024} KB before the partition does",
                "read the chip again if you can",
            )
        )
    return Partition(label, offset, size, have)
