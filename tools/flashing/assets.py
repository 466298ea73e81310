"""
The bytes of a board's `assets` partition: read-only files that the app seeks in.

Runs on CPython. Owns the layout (docs/FORMAT.md section 13), which firmware/system/assets.py
reads. There are two: `words` (section 13.1), which tools/words.py makes, and `answers` (section
13.2), which tools/answers.py makes.
"""

import hashlib
import struct
from binascii import crc32
from pathlib import Path

# (name, content) of each.
ASSETS: "tuple[tuple[str, bytes], ...]" = (
    ("answers", Path(__file__).with_name("answers.bin").read_bytes()),
    ("words", Path(__file__).with_name("words.bin").read_bytes()),
)

_MAGIC = b"ast\x01"
_NAME_BYTES = 24
_ALIGNED = 4096


class TooLarge(Exception):
    """The assets do not fit into the partition."""


def image(files: "tuple[tuple[str, bytes], ...]", size: int) -> bytes:
    """The partition's bytes, as many as are used. Raises TooLarge, ValueError for a bad name."""
    ordered = sorted(files)
    if len({name for name, _ in ordered}) < len(ordered):
        raise ValueError("two assets have the same name")
    rows, contents = b"", b""
    begin = 12 + (_NAME_BYTES + 40) * len(ordered)
    begin += -begin % _ALIGNED
    for name, content in ordered:
        named = name.encode("ascii")
        if not 0 < len(named) <= _NAME_BYTES:
            raise ValueError(f"{name}: an asset's name has 1 to {_NAME_BYTES} ASCII characters")
        rows += named.ljust(_NAME_BYTES, b"\0")
        rows += struct.pack("<II", begin + len(contents), len(content))
        rows += hashlib.sha256(content).digest()
        contents += content
    counted = struct.pack("<I", len(ordered)) + rows
    head = _MAGIC + struct.pack("<I", crc32(counted)) + counted
    whole = head.ljust(begin, b"\xff") + contents if contents else head
    if len(whole) > size:
        raise TooLarge(f"the assets have {len(whole)} bytes, their partition {size}")
    return whole
