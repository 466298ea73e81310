"""
For device-side tests: a board's file system with two slots, on a chip in RAM.

`slot_file` writes the layout of docs/FORMAT.md section 12 on its own, so that what the firmware
and the host write is held against a third.
"""

import hashlib
import json
import os
import struct
import sys
from binascii import crc32, hexlify

import vfs
from esp32 import Partition

from sim import chip

ROOT = "/board/"
AT, BLOCKS = 0x1000, 48
TABLE = [("vfs", 1, 0x81, AT, BLOCKS * 4096)]


class _Blocks:
    """
    The partition, until the chip is switched off: the collector closes files that a cut has left
    open, and what they would write must not come onto the next chip.
    """

    def __init__(self):
        self._partition = Partition("vfs")
        self._flash = chip.flash()

    def readblocks(self, block, buf, offset=0):
        return self._partition.readblocks(block, buf, offset) if self._on() else -5

    def writeblocks(self, block, buf, offset=0):
        return self._partition.writeblocks(block, buf, offset) if self._on() else -5

    def ioctl(self, op, arg):
        return self._partition.ioctl(op, arg) if self._on() or op in (4, 5) else -5

    def _on(self):
        return self._flash is chip.flash()


def mount():
    """The file system of the chip that is powered on, at ROOT; made where there is none."""
    unmount()
    partition = _Blocks()
    block = bytearray(16)
    partition.readblocks(0, block, 0)
    if block == b"\xff" * 16:
        vfs.VfsLfs2.mkfs(partition)
    vfs.mount(vfs.VfsLfs2(partition), ROOT[:-1])


def unmount():
    """As the chip was switched off."""
    for place in ("/app", ROOT[:-1]):
        try:
            vfs.umount(place)
        except OSError:
            pass
    sys.path[:] = [path for path in sys.path if not path.startswith("/app")]


def put(name, data):
    with open(ROOT + name, "wb") as f:
        f.write(data)


def content(name):
    with open(ROOT + name, "rb") as f:
        return f.read()


def there():
    return sorted(os.listdir(ROOT))


def digest(data):
    return hexlify(hashlib.sha256(data).digest()).decode()


def manifest(version, files, **more):
    """Bytes of a manifest of {path: content}; `more` takes the place of what it would say."""
    rows = [[p, len(files[p]), digest(files[p])] for p in in_order(files)]
    head = {"format": 1, "version": version, "from": "0.0.0", "boards": [], "level": 1}
    head.update(more)
    text = json.dumps(head)[:-1] + ', "files": [\n'
    return (text + ",\n".join([json.dumps(row) for row in rows]) + "\n]}\n").encode()


def in_order(files):
    return sorted(files, key=lambda path: crc32(path.encode()))


def stored(content):
    """What a slot has of a file: raw deflate, here of plain blocks."""
    rows = [content[at : at + 60000] for at in range(0, len(content), 60000)] or [b""]
    return b"".join(
        [
            struct.pack("<BHH", at == len(rows) - 1, len(row), len(row) ^ 0xFFFF) + row
            for at, row in enumerate(rows)
        ]
    )


def slot_file(version, files, keeps_manifest=True):
    """Bytes of a slot that holds {path: content}; versions before kept its manifest there."""
    files = {path: stored(files[path]) for path in files}
    described = manifest(version, files) if keeps_manifest else b""
    folders = set()
    for path in files:
        while "/" in path:
            path = path.rpartition("/")[0]
            folders.add(crc32(path.encode()))
    begin = 24 + 12 * len(files) + 4 * len(folders) + len(described)
    index = data = b""
    for path in in_order(files):
        at = begin + len(data)
        index += struct.pack("<III", crc32(path.encode()), at, len(files[path]))
        data += files[path]
    for folder in sorted(folders):
        index += struct.pack("<I", folder)
    head = struct.pack("<IHHII", begin, len(files), len(folders), len(described), 0)
    crc = struct.pack("<I", crc32(index, crc32(head)))
    return b"pet\x01" + crc + head + index + described + data
