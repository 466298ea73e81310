"""
The 32-byte entry that starts an item on an NVS page: fields, checksums, consistency.

    0  namespace   1  type   2  span (entries, this one included)   3  chunk index
    4  CRC32 of bytes 0-3 and 8-31      8  key, 16 bytes, NUL padded
    24 value of a number | size 2, 0xFFFF, CRC32 of the data | size 4, chunks, first chunk, 0xFFFF

Source: the page format in the ESP-IDF documentation of NVS, and nvs_types.cpp of v5.5.1.
Owns one buffer an Item; where entries are on flash is not its business.
"""

from binascii import crc32
from struct import pack_into, unpack_from

from micropython import const

from sim.nor import NorFlash

ENTRY = const(32)  # bytes of an entry
ENTRIES = const(126)  # entries of a page
CHUNK_MAX = const(4000)  # bytes in one chunk of a blob: (ENTRIES - 1) * ENTRY
U8 = const(0x01)
I32 = const(0x14)
BLOB = const(0x41)  # format version 1, read and replaced but never written
BLOB_DATA = const(0x42)
BLOB_INDEX = const(0x48)
ANY = const(0xFF)  # any type, any chunk, any version, any namespace

_NUMBERS = b"\x01\x11\x02\x12\x04\x14\x08\x18"  # U8 I8 U16 I16 U32 I32 U64 I64
_SIZED = b"\x21\x41\x42"  # SZ BLOB BLOB_DATA: data entries follow
_BLOB_MAX = const(508000)  # 127 chunks
_UNSET = b"\xff" * 8

# Every type a key can have, in the order in which set looks for one to replace.
ALL_KINDS = b"\x01\x02\x04\x08\x11\x12\x14\x18\x21\x48\x41"


def checksum(data: bytes) -> int:
    """CRC32 as ESP-IDF seeds it."""
    return crc32(data, 0xFFFFFFFF)


def key_tag(namespace: int, key: bytes) -> bytes:
    """Three bytes that tell most keys apart: the search key of a page's index."""
    crc = crc32(key, crc32(bytes((namespace,)), 0xFFFFFFFF))
    return bytes((crc & 0xFF, crc >> 8 & 0xFF, crc >> 16 & 0xFF))


class Name:
    """A key as the store handles it: namespace, 16 NUL-padded bytes, tag, and if it was short."""

    def __init__(self, namespace: int, text: "str | bytes"):
        raw = text.encode() if isinstance(text, str) else bytes(text)
        raw = raw.split(b"\0", 1)[0]  # C strings end there
        self.fits = len(raw) <= 15  # a longer one is looked up by its start and never written
        raw = raw[:15]
        self.namespace = namespace
        self.key = raw + bytes(16 - len(raw))
        self.tag = key_tag(namespace, self.key)


class Item:
    """One entry in RAM. `namespace`, `kind`, `span` and `chunk` follow `raw` after load()."""

    def __init__(self):
        self.raw = bytearray(ENTRY)
        view = memoryview(self.raw)
        self._head = view[:4]
        self._body = view[8:]
        self.namespace = self.kind = self.span = self.chunk = 0

    def load(self, flash: NorFlash, offset: int) -> None:
        raw = self.raw
        flash.read(offset, raw)
        self.namespace = raw[0]
        self.kind = raw[1]
        self.span = raw[2]
        self.chunk = raw[3]

    def fill(self, name: Name, kind: int, span: int, chunk: int) -> None:
        """Start a new entry; its value is all ones until set, its checksum missing."""
        head = (name.namespace, kind, span, chunk, 0, name.key, _UNSET)
        pack_into("<BBBBI16s8s", self.raw, 0, *head)

    def seal(self) -> None:
        pack_into("<I", self.raw, 4, self._crc())

    def key(self) -> bytes:
        return bytes(self.raw[8:24])

    def is_named(self, name: Name) -> bool:
        return self.raw[0] == name.namespace and self.raw[8:24] == name.key

    def data_size(self) -> int:
        """Bytes in the data entries of a sized item."""
        return unpack_from("<H", self.raw, 24)[0]

    def data_crc(self) -> int:
        return unpack_from("<I", self.raw, 28)[0]

    def blob_size(self) -> int:
        """Bytes of the whole blob of a BLOB_INDEX."""
        return unpack_from("<I", self.raw, 24)[0]

    def is_sound(self, at: int) -> bool:
        """Whether checksum, type, span and sizes agree for an entry at index `at` of its page."""
        if unpack_from("<I", self.raw, 4)[0] != self._crc():
            return False
        if self.kind in _NUMBERS:
            return self.span == 1
        if self.kind == BLOB_INDEX:
            return self.span == 1 and self.chunk == ANY and self.blob_size() <= _BLOB_MAX
        if self.kind not in _SIZED or (self.kind == BLOB_DATA and self.chunk == ANY):
            return False
        entries = 1 + (self.data_size() + ENTRY - 1) // ENTRY
        return self.span == entries and at + entries <= ENTRIES

    def _crc(self) -> int:
        return crc32(self._body, crc32(self._head, 0xFFFFFFFF))
