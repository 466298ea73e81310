"""
The items of an NVS partition by namespace and key: numbers, and blobs in chunks.

Owns the namespaces and the steps in which values are replaced, as nvs_storage.cpp of ESP-IDF
v5.5.1 takes them: the new value first, the old one after it. A blob is BLOB_DATA items (chunks)
and a BLOB_INDEX behind them; its version (first chunk 0x00 or 0x80) changes with every write.
Pages are _nvs_pages.py; the Python API is esp32.py.
"""

from struct import pack, unpack_from

from _esp_err import (
    FAIL,
    NVS_INVALID_HANDLE,
    NVS_INVALID_LENGTH,
    NVS_NOT_ENOUGH_SPACE,
    NVS_NOT_FOUND,
    NVS_VALUE_TOO_LONG,
    esp_error,
)
from _nvs_check import drop_broken_indexes, drop_orphans
from _nvs_item import (
    ALL_KINDS,
    ANY,
    BLOB,
    BLOB_DATA,
    BLOB_INDEX,
    CHUNK_MAX,
    ENTRY,
    I32,
    U8,
    Item,
    Name,
)
from _nvs_page import ACTIVE, FULL, Page
from _nvs_pages import Pages
from micropython import const

from sim.nor import NorFlash

_VERSION_0 = const(0x00)
_VERSION_1 = const(0x80)  # chunks 0x80..0xFE
_CHUNKS_MAX = const(127)
_NAMESPACES_MAX = const(254)


class Store:
    """
    The store on `count` pages from flash offset `base` on. Making one is nvs_flash_init.

    Raises OSError ESP_ERR_NVS_NO_FREE_PAGES or ESP_ERR_NVS_NEW_VERSION_FOUND if it cannot.
    """

    def __init__(self, flash: NorFlash, base: int, count: int):
        self._item = Item()  # what _find found, at entry _at of its page
        self._at = 0
        self._pages = Pages(flash, base, count)
        self._namespaces: dict = {}  # name, 15 characters at most -> number
        self._numbers: set = set()
        self._load_namespaces()
        drop_broken_indexes(self._pages.used)
        drop_orphans(self._pages.used)
        self.open = True  # False once the chip has started again

    def pages(self) -> "list[Page]":
        """All pages, in use or free."""
        return self._pages.used + self._pages.free

    def namespace(self, text: str) -> int:
        """Number of a namespace, made if it is new."""
        name = Name(0, text)
        number = self._namespaces.get(name.key)
        if number is None:
            number = 1
            while number in self._numbers:
                number += 1
            if number > _NAMESPACES_MAX:
                raise esp_error(NVS_NOT_ENOUGH_SPACE)
            self._set_number(name, U8, bytes((number,)))
            self._namespaces[name.key] = number
            self._numbers.add(number)
        return number

    def set_i32(self, namespace: int, key: str, value: int) -> None:
        self._set_number(self._name(namespace, key), I32, pack("<i", value))

    def get_i32(self, namespace: int, key: str) -> int:
        self._must_find(self._name(namespace, key), I32)
        return unpack_from("<i", self._item.raw, 24)[0]

    def set_blob(self, namespace: int, key: str, data: bytes) -> None:
        name = self._name(namespace, key)
        view = memoryview(data)
        version = _VERSION_0
        old = self._found(self._find(name, BLOB_INDEX))
        if old:
            if self._blob_equals(name, view):
                return
            version = _VERSION_0 if old[2] == _VERSION_1 else _VERSION_1
        else:
            old = self._found(self._find_any_kind(name, BLOB_INDEX))
        self._write_blob(name, view, version)
        if old:
            self._erase_old(name, old)

    def get_blob(self, namespace: int, key: str, buf: bytearray) -> int:
        """
        Blob into the start of `buf`; its size. Raises OSError ESP_ERR_NVS_INVALID_LENGTH if `buf`
        is smaller, ESP_ERR_NVS_NOT_FOUND.
        """
        name = self._name(namespace, key)
        item = self._item
        if self._find(name, BLOB):  # as version 1 of the format wrote them
            size = item.data_size()
        else:
            self._must_find(name, BLOB_INDEX)
            size = item.blob_size()
        if len(buf) < size:
            raise esp_error(NVS_INVALID_LENGTH)
        view = memoryview(buf)[:size]
        if self._find(name, BLOB_INDEX):
            self._read_chunks(name, view)
        elif not self._must_find(name, BLOB).read_data(self._at, item, view):
            raise esp_error(NVS_NOT_FOUND)
        return size

    def erase_key(self, namespace: int, key: str) -> None:
        name = self._name(namespace, key)
        page = self._must_find(name, ANY)
        if self._item.kind == BLOB_DATA or self._item.kind == BLOB_INDEX:
            self._erase_blob(name, ANY)
        else:
            page.erase_item(name, ANY, self._item)

    def _name(self, namespace: int, key: str) -> Name:
        if not self.open:
            raise esp_error(NVS_INVALID_HANDLE)
        return Name(namespace, key)

    def _find(self, name: Name, kind: int, chunk: int = ANY, version: int = ANY) -> "Page | None":
        """The page that holds the item, which is in self._item then."""
        tag = name.tag
        for page in self._pages.used:
            if tag in page.index.nodes:  # most pages know nothing of it
                at = page.find(name, kind, self._item, chunk, version)
                if at >= 0:
                    self._at = at
                    return page
        return None

    def _must_find(self, name: Name, kind: int) -> Page:
        page = self._find(name, kind)
        if page is None:
            raise esp_error(NVS_NOT_FOUND)
        return page

    def _find_any_kind(self, name: Name, sought: int) -> "Page | None":
        """A value of another kind than `sought`, which was looked for already."""
        if self._find(name, ANY) is None:
            return None  # spares ten searches in the usual case
        for kind in ALL_KINDS:
            if kind != sought:
                page = self._find(name, kind)
                if page is not None:
                    return page
        return None

    def _set_number(self, name: Name, kind: int, value: bytes) -> None:
        old = self._found(self._find(name, kind))
        if not old:
            old = self._found(self._find_any_kind(name, kind))
        elif self._item.raw[24 : 24 + len(value)] == value:
            return
        value = value + b"\xff" * (8 - len(value))
        if not self._pages.current().write_item(name, kind, value):
            self._pages.close_current()
            if not self._pages.current().write_item(name, kind, value):
                raise esp_error(NVS_NOT_ENOUGH_SPACE)
        if old:
            self._erase_old(name, old)

    def _found(self, page: "Page | None") -> "tuple | None":
        """What is needed to erase the item in self._item later: page, kind, version, sequence."""
        if page is None:
            return None
        return (page, self._item.kind, self._item.raw[29], page.sequence)

    def _erase_old(self, name: Name, old: tuple) -> None:
        page, kind, version, sequence = old
        if kind == BLOB_INDEX:
            self._erase_blob(name, version)
            return
        if page.state not in (ACTIVE, FULL) or page.sequence != sequence:
            page = self._must_find(name, kind)  # it was moved to make room
        if not page.erase_item(name, kind, self._item):
            raise esp_error(NVS_NOT_FOUND)

    def _write_blob(self, name: Name, data: memoryview, version: int) -> None:
        pages = self._pages
        if len(data) > min(pages.count - 1, _CHUNKS_MAX) * CHUNK_MAX:
            raise esp_error(NVS_VALUE_TOO_LONG)
        room = pages.current().tailroom()
        while (room < len(data) or room == 0) and room < CHUNK_MAX // 10:
            pages.close_current()  # too little is left to begin here
            before = room
            room = pages.current().tailroom()
            if room == before:
                raise esp_error(NVS_NOT_ENOUGH_SPACE)
        written: list = []
        try:
            self._write_chunks(name, data, version, written)
        except OSError:
            # As nvs_storage.cpp does it: chunks are counted without the version, so that of a
            # version 0x80 nothing is cleaned up, and the old blob may lose a chunk.
            for chunk in range(len(written)):
                written[chunk].erase_item(name, BLOB_DATA, self._item, chunk)
            raise

    def _write_chunks(self, name: Name, data: memoryview, version: int, written: list) -> None:
        """Chunks as large as the pages have room, then the index. Fills `written` with pages."""
        pages = self._pages
        done = 0
        while True:
            page = pages.current()
            room = page.tailroom()
            if not room:
                raise esp_error(NVS_NOT_ENOUGH_SPACE)
            size = min(len(data) - done, room)
            if not page.write_item(
                name, BLOB_DATA, data[done : done + size], version + len(written)
            ):
                raise esp_error(NVS_NOT_ENOUGH_SPACE)
            written.append(page)
            done += size
            if done < len(data) or room - size < ENTRY:
                pages.close_current()
            if done == len(data):
                break
        index = pack("<IBBH", len(data), len(written), version, 0xFFFF)
        if not pages.current().write_item(name, BLOB_INDEX, index):
            raise esp_error(NVS_NOT_ENOUGH_SPACE)

    def _read_chunks(self, name: Name, view: memoryview) -> None:
        """The blob whose index is in self._item into `view`, which is as long as expected."""
        item = self._item
        count, version = item.raw[28], item.raw[29]
        if item.blob_size() != len(view):
            raise esp_error(FAIL)
        done = 0
        for chunk in range(version, version + count):
            page = self._find(name, BLOB_DATA, chunk)
            if page is None or item.data_size() > len(view) - done:
                code = NVS_NOT_FOUND if page is None else NVS_INVALID_LENGTH
                self._erase_blob(name, ANY)
                raise esp_error(FAIL if done < len(view) else code)
            end = done + item.data_size()
            if not page.read_data(self._at, item, view[done:end]):
                raise esp_error(NVS_NOT_FOUND)
            done = end
        if done != len(view):
            raise esp_error(FAIL)

    def _blob_equals(self, name: Name, data: memoryview) -> bool:
        """Whether the blob whose index is in self._item holds `data`."""
        item = self._item
        if item.blob_size() != len(data):
            return False
        count, version = item.raw[28], item.raw[29]
        done = 0
        for chunk in range(version, version + count):
            page = self._find(name, BLOB_DATA, chunk)
            if page is None:
                return False
            end = done + item.data_size()
            if end > len(data) or not page.equals(self._at, item, data[done:end]):
                return False
            done = end
        return done == len(data)

    def _erase_blob(self, name: Name, version: int) -> None:
        """Index first, then the chunks of `version`, ANY all."""
        page = self._find(name, BLOB_INDEX, ANY, version)
        if page is None:
            raise esp_error(NVS_NOT_FOUND)
        page.erase_item(name, BLOB_INDEX, self._item, ANY, version)
        if version == ANY:
            page = self._find(name, BLOB_INDEX)
            if page is not None:
                page.erase_item(name, BLOB_INDEX, self._item)
        low = _VERSION_1 if version == _VERSION_1 else _VERSION_0
        high = _VERSION_1 if version == _VERSION_0 else ANY
        for page in self._pages.used:
            at = page.find(name, BLOB_DATA, self._item)
            while at >= 0:
                end = at + self._item.span
                if low <= self._item.chunk < high:
                    page.erase_entry(at)
                at = page.find(name, BLOB_DATA, self._item, ANY, ANY, end)

    def _load_namespaces(self) -> None:
        item = self._item
        for page in self._pages.used:
            for at in page.index.entries():
                item.load(page.flash, page.entry_at(at))
                if item.namespace == 0 and item.kind == U8:
                    self._numbers.add(item.raw[24])
                    self._namespaces.setdefault(item.key(), item.raw[24])
