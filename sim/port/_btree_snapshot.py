"""
The form in which sim/port/btree.py keeps a tree in a stream: one checked snapshot.

Owns these bytes and nothing else. They start at offset 0 and take the place of Berkeley DB's
pages, which this form does not resemble: each of the two modules refuses the other's file.

    +---------+-------------+--------+---------+--------------------------------------------+
    | magic 4 | page size 4 | size 4 | crc32 4 | `size` bytes of records in ascending order |
    +---------+-------------+--------+---------+--------------------------------------------+
    record: key length 1, value length 4, key, value; numbers are little endian

crc32 covers the records, then page size and size. The page size is the one the tree was made
with, which the C module keeps too. Bytes after the records are left from a longer snapshot and
mean nothing. A snapshot is written in place: a power cut in save() costs the file, as with C.
"""

import io
from binascii import crc32
from struct import pack, unpack

from micropython import const

_MAGIC = b"XPB\x01"  # the last byte is the version
_HEAD = const(16)
_RECORD_HEAD = const(5)
_CHUNK = const(256)  # bytes held at once while the checksum is verified
_EINVAL = const(22)


def load(stream: "io.BytesIO", max_key: int) -> "tuple[list[bytes], list[bytes], int]":
    """
    Read the snapshot that begins where the stream stands: keys, values, page size (0 if new).

    Raises OSError(22) for anything but a whole snapshot, or if the stream is not at offset 0.
    """
    keys: list[bytes] = []
    values: list[bytes] = []
    head = stream.read(_HEAD)
    if not head:
        if stream.seek(0, 2):
            raise OSError(_EINVAL)
        return keys, values, 0
    if len(head) != _HEAD or head[:4] != _MAGIC:
        raise OSError(_EINVAL)
    _, page, left, crc = unpack("<4sIII", head)
    if crc32(head[4:12], _read_crc(stream, left)) != crc:
        raise OSError(_EINVAL)
    stream.seek(_HEAD)
    while left:
        if left < _RECORD_HEAD:
            raise OSError(_EINVAL)
        key_size, value_size = unpack("<BI", stream.read(_RECORD_HEAD))
        left -= _RECORD_HEAD + key_size + value_size
        if left < 0 or key_size > max_key:
            raise OSError(_EINVAL)
        key = stream.read(key_size)
        if keys and key <= keys[-1]:
            raise OSError(_EINVAL)
        keys.append(key)
        values.append(stream.read(value_size))
    return keys, values, page


def save(stream: "io.BytesIO", keys: "list[bytes]", values: "list[bytes]", page: int) -> bool:
    """Write and flush a snapshot; False if the stream took only a part, OSError if it failed."""
    size = crc = 0
    for at in range(len(keys)):
        for piece in _record(keys[at], values[at]):
            size += len(piece)
            crc = crc32(piece, crc)
    numbers = pack("<II", page, size)
    head = _MAGIC + numbers + pack("<I", crc32(numbers, crc))
    stream.seek(0)
    if stream.write(head) != len(head):
        return False
    for at in range(len(keys)):
        for piece in _record(keys[at], values[at]):
            if stream.write(piece) != len(piece):
                return False
    stream.flush()
    return True


def _record(key: bytes, value: bytes) -> "tuple[bytes, bytes, bytes]":
    return pack("<BI", len(key), len(value)), key, value


def _read_crc(stream: "io.BytesIO", left: int) -> int:
    """Return the checksum of the next `left` bytes; OSError(22) if there are fewer."""
    crc = 0
    while left:
        data = stream.read(min(left, _CHUNK))
        if not data:
            raise OSError(_EINVAL)
        crc = crc32(data, crc)
        left -= len(data)
    return crc
