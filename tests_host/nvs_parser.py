"""
An independent reader of ESP-IDF NVS partition images (format version 2), for tests.

Written from the page format in the ESP-IDF documentation, sharing nothing with sim/port. Reads
and judges: what the format does not allow raises ImageError. Repairs nothing.
"""

import struct
import zlib

_PAGE, _ENTRY, _COUNT = 4096, 32, 126
_STATES = {0xFFFFFFFF: "empty", 0xFFFFFFFE: "active", 0xFFFFFFFC: "full", 0xFFFFFFF8: "freeing"}
_NUMBERS = {
    0x01: "<B",
    0x11: "<b",
    0x02: "<H",
    0x12: "<h",
    0x04: "<I",
    0x14: "<i",
    0x08: "<Q",
    0x18: "<q",
}
_STRING, _BLOB_DATA, _BLOB_INDEX = 0x21, 0x42, 0x48
_EMPTY, _WRITTEN, _ERASED = 0b11, 0b10, 0b00


class ImageError(Exception):
    """The image is not what a store that was stopped between two calls leaves."""


class Item:
    """A live item: where it is, its header fields and its data."""

    def __init__(self, where: str, header: bytes, data: bytes):
        self.where = where
        self.namespace, self.kind, self.span, self.chunk = header[:4]
        self.key = header[8:24].split(b"\0")[0].decode()
        self.value = header[24:32]
        self.data = data


class Image:
    """
    A parsed partition: `values` {(namespace, key): int | bytes | str}, `used` entries, `pages`
    states in the order of the partition.

    torn: pages that a cut in an erase or in a header left may be there; they count as free.
    """

    def __init__(self, image: bytes, torn: bool = False):
        if not image or len(image) % _PAGE:
            raise ImageError(f"{len(image)} bytes are no whole pages")
        self.pages: list[str] = []
        self.used = 0
        self._torn = torn
        self._sequences: dict[int, int] = {}
        items: list[Item] = []
        for number in range(len(image) // _PAGE):
            items += self._page(number, image[number * _PAGE : (number + 1) * _PAGE])
        self._check_pages()
        self.values = _values(items)

    def _page(self, number: int, page: bytes) -> list[Item]:
        state = _STATES.get(struct.unpack_from("<I", page)[0], "torn")
        if state == "empty" and page.count(b"\xff") != _PAGE:
            state = "torn"
        if state not in ("empty", "torn") and not _header_is_sound(page):
            state = "torn"
        if state == "torn" and not self._torn:
            raise ImageError(f"page {number}: bad header {page[:32].hex()}")
        self.pages.append(state)
        if state in ("empty", "torn"):
            return []
        if state == "freeing":
            raise ImageError(f"page {number}: its items are still being moved")
        if page[8] != 0xFE or page[9:28] != b"\xff" * 19:
            raise ImageError(f"page {number}: not of format version 2")
        self._sequences[number] = struct.unpack_from("<I", page, 4)[0]
        return self._items(number, page)

    def _items(self, number: int, page: bytes) -> list[Item]:
        bits = int.from_bytes(page[32:64], "little")
        states = [bits >> 2 * at & 3 for at in range(_COUNT)]
        if bits >> 2 * _COUNT != 0b1111:
            raise ImageError(f"page {number}: states of entries that do not exist")
        entries = [page[64 + at * _ENTRY : 96 + at * _ENTRY] for at in range(_COUNT)]
        self.used += states.count(_WRITTEN)
        blank_from = _COUNT
        while blank_from and states[blank_from - 1] == _EMPTY:
            blank_from -= 1
        if any(entry.count(b"\xff") != _ENTRY for entry in entries[blank_from:]):
            raise ImageError(f"page {number}: data in entries marked empty")
        items = []
        at = 0
        while at < blank_from:
            if states[at] == _WRITTEN:
                item = _item(f"page {number} entry {at}", entries[at:], states[at:])
                items.append(item)
                at += item.span
            elif states[at] == _ERASED:
                at += 1
            else:
                raise ImageError(f"page {number} entry {at}: state {states[at]:02b}")
        return items

    def _check_pages(self) -> None:
        if len(set(self._sequences.values())) != len(self._sequences):
            raise ImageError(f"sequence numbers repeat: {self._sequences}")
        active = [number for number, state in enumerate(self.pages) if state == "active"]
        if len(active) > 1:
            raise ImageError(f"more than one active page: {self.pages}")
        if active and self._sequences[active[0]] != max(self._sequences.values()):
            raise ImageError("the active page is not the newest")
        if not {"empty", "torn"} & set(self.pages):
            raise ImageError("no page is free")


def _crc(data: bytes) -> int:
    return zlib.crc32(data, 0xFFFFFFFF)


def _header_is_sound(page: bytes) -> bool:
    return struct.unpack_from("<I", page, 28)[0] == _crc(page[4:28])


def _item(where: str, entries: list[bytes], states: list[int]) -> Item:
    header = entries[0]
    if struct.unpack_from("<I", header, 4)[0] != _crc(header[:4] + header[8:]):
        raise ImageError(f"{where}: checksum of {header.hex()}")
    kind, span = header[1], header[2]
    if not 1 <= span <= len(entries) or states[:span] != [_WRITTEN] * span:
        raise ImageError(f"{where}: its {span} entries are not all written")
    if header[23]:
        raise ImageError(f"{where}: the key has no end")
    if kind in _NUMBERS or kind == _BLOB_INDEX:
        if span != 1 or header[3] != 0xFF:
            raise ImageError(f"{where}: a number of {span} entries, chunk {header[3]}")
        return Item(where, header, b"")
    if kind not in (_STRING, _BLOB_DATA):
        raise ImageError(f"{where}: type 0x{kind:02x}")
    size, unused, crc = struct.unpack_from("<HHI", header, 24)
    data = b"".join(entries[1:span])
    if unused != 0xFFFF or span != 1 + (size + _ENTRY - 1) // _ENTRY:
        raise ImageError(f"{where}: {size} bytes in {span} entries")
    if _crc(data[:size]) != crc or data[size:].count(b"\xff") != len(data) - size:
        raise ImageError(f"{where}: checksum or padding of the data")
    return Item(where, header, data[:size])


def _values(items: list[Item]) -> dict[tuple[str, str], "int | bytes | str"]:
    names = {item.value[0]: item.key for item in items if item.namespace == 0}
    if len(set(names.values())) != len(names) or not {0, 255}.isdisjoint(names):
        raise ImageError(f"namespaces {names}")
    values: dict[tuple[str, str], int | bytes | str] = {}
    chunks: dict[tuple[str, str], dict[int, bytes]] = {}
    for item in items:
        if item.namespace and item.namespace not in names:
            raise ImageError(f"{item.where}: namespace {item.namespace} has no name")
        if item.kind == _BLOB_DATA:
            of_key = chunks.setdefault((names[item.namespace], item.key), {})
            if item.chunk in of_key:
                raise ImageError(f"{item.where}: chunk {item.chunk} is there twice")
            of_key[item.chunk] = item.data
    for item in items:
        if item.namespace and item.kind != _BLOB_DATA:
            name = (names[item.namespace], item.key)
            if name in values:
                raise ImageError(f"{item.where}: {name} is there twice")
            values[name] = _value(item, chunks.pop(name, {}))
    if chunks:
        raise ImageError(f"chunks without an index: {sorted(chunks)}")
    return values


def _value(item: Item, chunks: dict[int, bytes]) -> "int | bytes | str":
    if item.kind == _BLOB_INDEX:
        size, count, first, unused = struct.unpack("<IBBH", item.value)
        if unused != 0xFFFF or first not in (0x00, 0x80):
            raise ImageError(f"{item.where}: blob index {item.value.hex()}")
        if sorted(chunks) != list(range(first, first + count)):
            raise ImageError(f"{item.where}: chunks {sorted(chunks)}, index {item.value.hex()}")
        data = b"".join(chunks[number] for number in sorted(chunks))
        if len(data) != size:
            raise ImageError(f"{item.where}: {len(data)} bytes, index says {size}")
        return data
    if chunks:
        raise ImageError(f"{item.where}: chunks of a key that is no blob")
    if item.kind == _STRING:
        return item.data.rstrip(b"\0").decode()
    number: int = struct.unpack_from(_NUMBERS[item.kind], item.value)[0]
    return number
