"""
Reading an NVS page after a reset: what its header says, which entries a power cut left torn.

Repairs by the rules of Page::load and mLoadEntryTable (nvs_page.cpp, ESP-IDF v5.5.1), the one
that can lose a blob included: see _drop_older_duplicate. Works on one page; pages with one another
are compared in _nvs_pages.py.
"""

from struct import unpack_from

from _esp_err import NVS_NEW_VERSION_FOUND, esp_error
from _nvs_item import ANY, BLOB_DATA, ENTRIES, Item, Name, checksum, key_tag
from _nvs_page import (
    ACTIVE,
    CORRUPT,
    EMPTY,
    ERASED,
    FREEING,
    FULL,
    NOWHERE,
    TABLE_AT,
    UNINITIALIZED,
    VERSION,
    WRITTEN,
    Page,
)
from micropython import const

_DATA_KINDS = b"\x21\x41\x42"  # items with data entries behind them
_STRIDE = const(256)
_ALL_SET = b"\xff" * _STRIDE


def load_page(page: Page) -> None:
    """
    Fill `page` from flash and repair it.

    Raises OSError ESP_ERR_NVS_NEW_VERSION_FOUND if the page is of another format version.
    """
    header = bytearray(32)
    page.forget()
    page.flash.read(page.base, header)
    state, sequence, version = unpack_from("<IIB", header)
    if state == UNINITIALIZED:
        if not _is_erased(page):
            page.state = CORRUPT
        return
    page.state = CORRUPT
    if unpack_from("<I", header, 28)[0] != checksum(memoryview(header)[4:28]):
        return
    if version < VERSION:
        raise esp_error(NVS_NEW_VERSION_FOUND)
    page.sequence = sequence
    if state not in (ACTIVE, FULL, FREEING):
        return
    page.state = state
    page.flash.read(page.base + TABLE_AT, page.table)
    _count_entries(page)
    if state == ACTIVE:
        _skip_torn_entries(page)
        _load_active(page, Item())
    else:
        _load_closed(page, Item())


def _is_erased(page: Page) -> bool:
    buf = bytearray(_STRIDE)
    for offset in range(0, 4096, _STRIDE):
        page.flash.read(page.base + offset, buf)
        if buf != _ALL_SET:
            return False
    return True


def _count_entries(page: Page) -> None:
    for at in range(ENTRIES):
        state = page.entry_state(at)
        if state == WRITTEN:
            if page.first == NOWHERE:
                page.first = at
            page.used += 1
        elif state == EMPTY and page.next == NOWHERE and page.state == ACTIVE:
            page.next = at


def _skip_torn_entries(page: Page) -> None:
    """Entries behind the last one marked written that are not blank lost their state word."""
    word = bytearray(4)
    while page.next < ENTRIES:
        page.flash.read(page.entry_at(page.next), word)
        if word == b"\xff\xff\xff\xff":
            return
        if page.entry_state(page.next) == WRITTEN:
            page.used -= 1
        page.mark(page.next, page.next + 1, ERASED)
        page.next += 1


def _load_active(page: Page, item: Item) -> None:
    """Index the items, erase the torn ones and the older of two with one name and chunk."""
    last = NOWHERE
    end = min(page.next, ENTRIES)
    at = 0
    while at < end:
        here = at
        at += 1
        state = page.entry_state(here)
        if state != WRITTEN:
            last = NOWHERE
            if state != ERASED:
                page.erase_entry(here)
            continue
        last = here
        item.load(page.flash, page.entry_at(here))
        if not item.is_sound(here):
            page.erase_entry(here)
            continue
        tag = key_tag(item.namespace, item.key())
        page.index.add(tag, item.chunk, here)
        twin = page.index.entry(page.index.seek(tag + bytes((item.chunk,))))
        if item.kind in _DATA_KINDS:
            at = here + item.span
            if not _is_whole(page, here, at):
                last = NOWHERE
                page.erase_entry(here)
                continue
        if twin < here:
            page.erase_entry(twin)
    if last != NOWHERE:
        _drop_older_duplicate(page, item, last)


def _drop_older_duplicate(page: Page, item: Item, last: int) -> None:
    """
    Erase the item that the last one on the page replaces.

    As on the chip this asks for any chunk: if the last item is the data of a new version of a
    blob whose index was not written yet, it finds and erases the data of the valid old version.
    """
    name = Name(item.namespace, item.key())
    kind = item.kind
    if kind == BLOB_DATA:
        twin = page.find(name, BLOB_DATA, Item())
    else:
        twin = page.find(name, kind, Item(), ANY)
    if 0 <= twin < last:
        page.erase_entry(twin)


def _load_closed(page: Page, item: Item) -> None:
    """The same for a page that takes no more writes: no duplicates to look for."""
    at = page.first
    while at < ENTRIES:
        here = at
        at += 1
        if page.entry_state(here) != WRITTEN:
            continue
        item.load(page.flash, page.entry_at(here))
        if not item.is_sound(here):
            page.erase_entry(here)
            continue
        page.index.add(key_tag(item.namespace, item.key()), item.chunk, here)
        if item.kind in _DATA_KINDS:
            at = here + item.span
            if not _is_whole(page, here, at):
                page.erase_entry(here)


def _is_whole(page: Page, begin: int, end: int) -> bool:
    for at in range(begin, end):
        if page.entry_state(at) != WRITTEN:
            return False
    return True
