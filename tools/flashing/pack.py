"""
A version of the app as bytes: its manifest, and the one file on flash that holds it in a slot.

Runs on CPython. Owns both layouts (docs/FORMAT.md section 12); which files there are is
app_files.py's, who signs them tools/release.py's.
"""

import hashlib
import json
import re
import struct
import zlib
from binascii import crc32
from pathlib import PurePosixPath

LEVEL = 2  # of firmware/bootstrap/slots.py that it needs
_WINDOW = 12  # as slots.py has it
# How zlib may go about it: how much it puts into a block, and whether it takes short repetitions.
_WAYS = [
    (memory, way)
    for memory in range(9, 0, -1)
    for way in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED)
]
_MAGIC = b"pet\x01"
_VERSION = re.compile(rb'^VERSION = "(\d+\.\d+\.\d+)"$', re.MULTILINE)


def deflated(files: "list[tuple[str, bytes]]") -> "list[tuple[str, bytes]]":
    """
    Files as they are sent and kept: raw deflate, read through a window of 4 KB. Which of some ways
    is the shortest differs from file to file.
    """
    found = []
    for path, content in files:
        made = [_deflated(content, *way) for way in _WAYS]
        found.append((path, min(made, key=len)))
    return found


def _deflated(content: bytes, memory: int, way: int) -> bytes:
    made = zlib.compressobj(9, zlib.DEFLATED, -_WINDOW, memory, way)
    return made.compress(content) + made.flush()


def version_of(files: "list[tuple[str, bytes]]") -> str:
    """The version that `firmware/__init__.py` among these sources names."""
    found = _VERSION.search(dict(files)["firmware/__init__.py"])
    if found is None:
        raise ValueError("firmware/__init__.py has no VERSION like 1.2.3")
    return found[1].decode()


def manifest(
    version: str, files: "list[tuple[str, bytes]]", oldest: str = "0.0.0", boards: "tuple" = ()
) -> bytes:
    """
    What a version is made of, of deflated files: JSON, one file a line, in the order in which a
    slot looks them up.
    `oldest` is the oldest version that may be replaced by it, `boards` for which it is (all).
    """
    head = {"format": 1, "version": version, "from": oldest, "boards": list(boards)}
    head |= {"level": LEVEL, "files": []}
    lines = [
        json.dumps([path, len(content), hashlib.sha256(content).hexdigest()])
        for path, content in _in_order(files)
    ]
    return (json.dumps(head)[:-2] + "\n" + ",\n".join(lines) + "\n]}\n").encode()


def slot(files: "list[tuple[str, bytes]]") -> bytes:
    """The file of a slot that has these deflated files."""
    index, contents = b"", b""
    ordered = _in_order(files)
    parents = {str(p) for path, _ in files for p in PurePosixPath(path).parents} - {"."}
    folders = sorted(crc32(name.encode()) for name in parents)
    begin = 24 + 12 * len(files) + 4 * len(folders)
    for path, content in ordered:
        row = (crc32(path.encode()), begin + len(contents), len(content))
        index += struct.pack("<III", *row)
        contents += content
    index += struct.pack(f"<{len(folders)}I", *folders)
    sizes = (begin, len(files), len(folders), 0, 0)
    head = struct.pack("<IHHII", *sizes)
    crc = struct.pack("<I", crc32(head + index))
    return b"".join((_MAGIC, crc, head, index, contents))


def _in_order(files: "list[tuple[str, bytes]]") -> "list[tuple[str, bytes]]":
    """By the CRC-32 of the path; two paths of one cannot be told apart."""
    ordered = sorted(files, key=lambda file: crc32(file[0].encode()))
    keys = [crc32(path.encode()) for path, _ in ordered]
    if len(set(keys)) < len(keys):
        raise ValueError("two paths have the same CRC-32: rename one of the files")
    return ordered
