"""
The parts of a stock MicroPython image, as micropython.org has it for an ESP32-S3.

Runs on CPython. Owns what such a file must be: from offset 0 a bootloader, at 0x8000 a partition
table, and the app where that table says. Reads; writes nothing.
"""

import struct
from pathlib import Path
from typing import NamedTuple

from esp_idf_defs.image_metadata import ChipId, ImageMetadata
from esp_idf_defs.partitions import InputError, PartitionTable

TABLE_AT = 0x8000
TABLE_SIZE = 0xC00

_APP = 0  # a partition's type
_OLDEST = (1, 26)  # of the .mpy files that are put beside it, and of the modules it has frozen
_OCTAL = b"Octal-SPIRAM"  # in the name that the variant for octal PSRAM gives itself
_FROZEN = b"\0firmware/app.py\0"  # in the names of modules that are frozen
_WEB = (b"<!doc", b"<html", b"\n<!do")


class ImageError(Exception):
    """The file is no stock image for this board; the message says why and what is."""


class StockImage(NamedTuple):
    """
    `version` as in v1.28.0; `octal` for a board with octal PSRAM; `frozen` where the companion is
    in it already (docs/BUILD.md).
    """

    bootloader: bytes
    app: bytes
    version: str
    octal: bool
    frozen: bool


def read(path: Path) -> StockImage:
    """The parts of the file. Raises ImageError."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ImageError(f"{path}: {error.strerror}") from error
    if content[:5].lower() in _WEB:
        raise ImageError(f"{path} is a web page, not the file itself: download it again")
    at = _app_offset(path, content)
    bootloader = _image(path, content[:TABLE_AT], "bootloader")[0]
    app, found = _image(path, content[at:], "app")
    if found.header.chip_id != ChipId.ESP32S3:
        raise ImageError(f"{path} is for {found.header.chip_id.chip_name}, not for an ESP32-S3")
    version = found.app_description.version if found.app_description else ""
    if b"micropython" not in app[:0x200].lower() and b"MicroPython" not in app:
        raise ImageError(f"{path} is no MicroPython")
    if _numbers(version) < _OLDEST:
        wanted = ".".join(map(str, _OLDEST))
        raise ImageError(f"{path} is MicroPython {version or 'of no version'}; {wanted} is needed")
    return StockImage(bootloader, app, version, _OCTAL in app, _FROZEN in app)


def _app_offset(path: Path, content: bytes) -> int:
    try:
        table = PartitionTable.from_binary(content[TABLE_AT : TABLE_AT + TABLE_SIZE])
    except InputError as error:
        raise ImageError(
            f"{path} is no whole image (bootloader, partition table, app): {error}. "
            "Take the .bin, not .app-bin, .uf2 or .elf"
        ) from error
    for row in table:
        if row.type == _APP:
            return row.offset
    raise ImageError(f"{path} has no app")


def _image(path: Path, content: bytes, what: str) -> "tuple[bytes, ImageMetadata]":
    """(the bytes of the one image that `content` begins with, what it says of itself)."""
    try:
        found = ImageMetadata.from_bytes(content)
    except (ValueError, IndexError, struct.error) as error:
        raise ImageError(f"{path}: its {what} is damaged, download it again: {error}") from error
    last = found.segments[-1]
    end = last.offset + last.length + 1
    end = end + 15 & ~15
    if found.header.hash_appended:
        end += 32
    return content[:end], found


def _numbers(version: str) -> "tuple[int, ...]":
    """(1, 28) of v1.28.0-preview.5; () of what is none."""
    parts = version.lstrip("v").split("-")[0].split(".")
    return tuple(int(part) for part in parts if part.isdecimal())
