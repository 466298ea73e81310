"""
Checked file: JSON in one line, then its CRC-32 in a second one (docs/FORMAT.md section 4).

Such a file is replaced as a whole: written beside itself, closed, and renamed, so that a power cut
leaves the old file or the new one. The manifest, the index and the erasure journal are such files.
What the JSON says, and what an OSError means to their callers, is left to them.
"""

import os
from binascii import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def read(path: str, most: int = 0) -> "bytes | None":
    """The JSON of a file, not parsed; None if damaged or over `most` bytes. Raises OSError."""
    with open(path, "rb") as f:
        if most and f.seek(0, 2) > most:
            return None
        f.seek(0)
        raw = f.read()
    end = raw.find(b"\n")
    if end < 0 or raw[end + 1 :].strip() != b"%08x" % crc32(raw[:end]):
        return None
    return raw[:end]


def exists(path: str) -> bool:
    """Whether there is such a file or folder."""
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def replace(path: str, data: bytes, step: object = None) -> "Iterator[Any]":
    """
    Replace a file by this JSON, in steps that give `step`; the rename commits. Raises OSError.
    """
    with open(path + ".new", "wb") as f:
        yield step
        f.write(data)
        f.write(b"\n%08x\n" % crc32(data))
        yield step
    yield step
    os.rename(path + ".new", path)
