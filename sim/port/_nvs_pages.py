"""
The pages of an NVS partition: their order, taking a new one, freeing the emptiest.

Owns the lists of pages and the sequence counter. One page is always kept free, so that the live
items of another can be moved. Follows nvs_pagemanager.cpp of ESP-IDF v5.5.1, its order of writes
included; what is in the items is _nvs_store.py.
"""

from _esp_err import NVS_INVALID_STATE, NVS_NO_FREE_PAGES, NVS_NOT_ENOUGH_SPACE, esp_error
from _nvs_item import BLOB, BLOB_INDEX, ENTRIES, Item, Name
from _nvs_load import load_page
from _nvs_page import ACTIVE, CORRUPT, FREEING, FULL, UNINITIALIZED, Page

from sim.nor import NorFlash


class Pages:
    """All `count` pages from flash offset `base` on. Reading them repairs them."""

    def __init__(self, flash: NorFlash, base: int, count: int):
        self.count = count
        self.used: list = []  # in order of sequence; the last takes the writes
        self.free: list = []  # erased or corrupt, the next to use first
        self._sequence = 0
        for i in range(count):
            page = Page(flash, base + i * 4096)
            load_page(page)
            self._file(page)
        if not self.used:
            self._activate()
            return
        self._sequence = self.used[-1].sequence + 1
        self._drop_older_duplicate()
        self._finish_freeing()
        if not self.free:
            raise esp_error(NVS_NO_FREE_PAGES)

    def current(self) -> Page:
        return self.used[-1]

    def close_current(self) -> None:
        """Mark the page that takes writes full and take a new one, freeing a page if need be."""
        if self.used[-1].state != FULL:
            self.used[-1].set_state(FULL)
        self.request()

    def request(self) -> None:
        """
        A new current page.

        Raises OSError ESP_ERR_NVS_NOT_ENOUGH_SPACE if no page has an entry to win back.
        """
        if not self.free:
            raise esp_error(NVS_INVALID_STATE)
        if len(self.free) >= 2:
            self._activate()
            return
        victim = None
        most = 0
        for page in self.used:
            if ENTRIES - page.used > most:
                most = ENTRIES - page.used
                victim = page
        if victim is None:
            raise esp_error(NVS_NOT_ENOUGH_SPACE)
        self._activate()
        victim.set_state(FREEING)
        self._move(victim)

    def _file(self, page: Page) -> None:
        if not page.is_readable():
            self.free.append(page)
            return
        place = 0
        while place < len(self.used) and self.used[place].sequence <= page.sequence:
            place += 1
        self.used.insert(place, page)

    def _activate(self) -> None:
        if not self.free:
            raise esp_error(NVS_NOT_ENOUGH_SPACE)
        page = self.free[0]
        if page.state == CORRUPT:
            page.erase()
        self.free.pop(0)
        self.used.append(page)
        if page.state == UNINITIALIZED:
            page.sequence = self._sequence
        self._sequence += 1

    def _move(self, victim: Page) -> None:
        victim.copy_items(self.used[-1])
        victim.erase()
        self.used.remove(victim)
        self.free.append(victim)

    def _drop_older_duplicate(self) -> None:
        """A cut after a new item was written and before the old one was erased left both."""
        last = self.used[-1]
        item = Item()
        found = False
        for at in last.index.entries():
            item.load(last.flash, last.entry_at(at))
            found = True
        if not found:
            return
        name = Name(item.namespace, item.key())
        kind, chunk = item.kind, item.chunk
        if not self._erase_before(last, name, kind, chunk) and kind == BLOB_INDEX:
            self._erase_before(last, name, BLOB, chunk)

    def _erase_before(self, last: Page, name: Name, kind: int, chunk: int) -> bool:
        item = Item()
        for page in self.used:
            if page is last:
                return False
            if page.state != FREEING and page.erase_item(name, kind, item, chunk):
                return True
        return False

    def _finish_freeing(self) -> None:
        """A cut while items were moved: throw the half-made copy away and move them again."""
        for page in self.used:
            if page.state == FREEING:
                copy = self.used[-1]
                if copy.state == ACTIVE:
                    copy.erase()
                    self.used.remove(copy)
                    self.free.append(copy)
                self._activate()
                self._move(page)
                return
