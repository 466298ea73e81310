"""
NVS check: removes, after a reset, blobs that a power cut left incomplete.

Two passes, as in Storage::init of nvs_storage.cpp (ESP-IDF v5.5.1): an index whose chunks are
not all there goes first, then every chunk that no index counts as its own.
"""

from _nvs_item import ANY, BLOB_DATA, BLOB_INDEX, Item, Name
from _nvs_page import WRITTEN
from micropython import const

_VERSION_1 = const(0x80)


def drop_broken_indexes(pages: list) -> None:
    """Erase each blob index that does not agree with the chunks of its version."""
    index = Item()
    for page in pages:
        for at in page.index.entries():
            index.load(page.flash, page.entry_at(at))
            if index.kind == BLOB_INDEX and not _is_complete(pages, index):
                page.erase_entry(at)


def drop_orphans(pages: list) -> None:
    """Erase each chunk that has no index."""
    data = Item()
    for page in pages:
        for at in page.index.entries():
            if page.entry_state(at) != WRITTEN:
                continue
            data.load(page.flash, page.entry_at(at))
            if data.kind == BLOB_DATA and not _has_index(pages, data):
                name = Name(data.namespace, data.key())
                page.erase_item(name, BLOB_DATA, Item(), data.chunk)


def _is_complete(pages: list, index: Item) -> bool:
    name = Name(index.namespace, index.key())
    low = index.raw[29]
    high = ANY if low else _VERSION_1
    size = count = 0
    item = Item()
    for page in pages:
        for at in page.index.entries(name.tag):
            item.load(page.flash, page.entry_at(at))
            if item.kind == BLOB_DATA and low <= item.chunk < high and item.is_named(name):
                size += item.data_size()
                count += 1
    return size == index.blob_size() and count == index.raw[28]


def _has_index(pages: list, data: Item) -> bool:
    name = Name(data.namespace, data.key())
    item = Item()
    for page in pages:
        for at in page.index.entries(name.tag):
            item.load(page.flash, page.entry_at(at))
            if item.kind == BLOB_INDEX and item.is_named(name):
                if item.raw[29] <= data.chunk < item.raw[29] + item.raw[28]:
                    return True
    return False
