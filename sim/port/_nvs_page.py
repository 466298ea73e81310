"""
One page (a 4 KB sector) of an ESP-IDF NVS partition: find, write, read and erase its items.

    0 header: state 4, sequence 4, version 1, 0xFF x 19, CRC32 of bytes 4-27     32 bytes
    32 state of each entry, 2 bits: 3 empty, 2 written, 0 erased                 32 bytes
    64 126 entries of 32 bytes

Owns the page's state in RAM: a copy of the entry states, the counts, an index of its live items.
Every entry and every word of states is a program operation of its own, in the order of
nvs_page.cpp (ESP-IDF v5.5.1), since the power may fail between any two.
What happens between pages is _nvs_pages.py; loading a page is _nvs_load.py.
"""

from struct import pack_into

from _esp_err import FAIL, NVS_INVALID_STATE, NVS_KEY_TOO_LONG, esp_error
from _nvs_index import NODE, ItemIndex
from _nvs_item import (
    ANY,
    BLOB,
    BLOB_DATA,
    BLOB_INDEX,
    CHUNK_MAX,
    ENTRIES,
    ENTRY,
    Item,
    Name,
    checksum,
    key_tag,
)
from micropython import const

from sim.nor import NorFlash

# Page states. Each clears one more bit of the one before it.
UNINITIALIZED = const(0xFFFFFFFF)  # erased
ACTIVE = const(0xFFFFFFFE)  # takes writes; the last in sequence
FULL = const(0xFFFFFFFC)
FREEING = const(0xFFFFFFF8)  # its live items are being moved to the last page
CORRUPT = const(0xFFFFFFF0)  # only in RAM: found unreadable, erased before its next use
INVALID = const(0)  # only in RAM: the chip reported an error here; out of use until a restart

# Entry states.
EMPTY = const(3)
WRITTEN = const(2)
ERASED = const(0)

TABLE_AT = const(32)
ENTRIES_AT = const(64)
VERSION = const(0xFE)  # format version 2
NOWHERE = const(0xFFFF)  # for `first` and `next`: no such entry

_work = Item()  # the entry being written, moved or erased; never kept across calls


class Page:
    """The page at flash offset `base`. Not usable before _nvs_load.load_page has read it."""

    def __init__(self, flash: NorFlash, base: int):
        self.flash = flash
        self.base = base
        self.table = bytearray(32)
        self._table_view = memoryview(self.table)
        self.index = ItemIndex()
        self.forget()
        self.state = CORRUPT
        self.sequence = 0

    def forget(self) -> None:
        """Empty in RAM, as after an erase."""
        self.state = UNINITIALIZED
        self.first = NOWHERE  # first written entry
        self.next = NOWHERE  # where the next entry goes; NOWHERE or ENTRIES: no room
        self.used = 0  # written entries
        self.index.clear()

    def is_readable(self) -> bool:
        return self.state not in (UNINITIALIZED, CORRUPT, INVALID)

    def entry_at(self, at: int) -> int:
        """Flash offset of entry `at`."""
        return self.base + ENTRIES_AT + at * ENTRY

    def entry_state(self, at: int) -> int:
        return self.table[at >> 2] >> ((at & 3) << 1) & 3

    def tailroom(self) -> int:
        """Bytes of blob data that fit behind an item entry."""
        if self.state == UNINITIALIZED:
            return CHUNK_MAX
        if self.state == FULL or self.next >= ENTRIES - 1:
            return 0
        return (ENTRIES - 1 - self.next) * ENTRY

    def find(
        self,
        name: Name,
        kind: int,
        item: Item,
        chunk: int = ANY,
        version: int = ANY,
        start: int = 0,
    ) -> int:
        """
        Entry of the first live item of `name` that is a `kind`, now in `item`; -1 if none.

        chunk: which BLOB_DATA, ANY the first from entry `start` on; version: which BLOB_INDEX (its
        first chunk). An item of another kind under the same name hides what is behind it, as it
        does in nvs_page.cpp.
        """
        if not self.is_readable():
            return -1
        index = self.index
        any_chunk = kind == BLOB_DATA and chunk == ANY
        node = index.seek(name.tag if any_chunk else name.tag + bytes((chunk,)))
        while node >= 0:
            at = index.entry(node)
            if at >= start:
                item.load(self.flash, self.entry_at(at))
                if not item.is_sound(at):
                    self.erase_entry(at)  # its node goes too, the next one moves here
                    node -= NODE
                elif item.is_named(name):
                    verdict = _matches(item, kind, chunk, version)
                    if verdict >= 0:
                        return at if verdict else -1
            node = index.seek(name.tag, node + NODE)
        return -1

    def write_item(self, name: Name, kind: int, value: bytes, chunk: int = ANY) -> bool:
        """
        Write an item; False if the page has no room for it.

        value: 8 bytes of a number or blob index, or the data of a BLOB_DATA.
        Raises OSError ESP_ERR_NVS_KEY_TOO_LONG.
        """
        if self.state == UNINITIALIZED:
            self._initialize()
        if self.state == FULL:
            return False
        if self.state != ACTIVE:
            raise esp_error(NVS_INVALID_STATE)
        if not name.fits:
            raise esp_error(NVS_KEY_TOO_LONG)
        size = len(value) if kind == BLOB_DATA else 0
        span = 1 + (size + ENTRY - 1) // ENTRY
        if self.next + span > ENTRIES:
            return False
        self.index.add(name.tag, chunk, self.next)
        _work.fill(name, kind, span, chunk)
        if kind == BLOB_DATA:
            pack_into("<HHI", _work.raw, 24, size, 0xFFFF, checksum(value))
        else:
            _work.raw[24:32] = value
        _work.seal()
        self._write_entry(_work.raw)
        if size:
            self._write_data(memoryview(value))
        return True

    def read_data(self, at: int, item: Item, buf: memoryview) -> bool:
        """Data of the sized `item` at entry `at` into `buf`; if its CRC fails erased and False."""
        self.flash.read(self.entry_at(at + 1), buf)
        if checksum(buf) == item.data_crc():
            return True
        self.erase_entry(at)
        return False

    def equals(self, at: int, item: Item, data: memoryview) -> bool:
        """Whether the sized `item` at entry `at` holds exactly `data`."""
        if checksum(data) != item.data_crc():
            return False
        offset = self.entry_at(at + 1)
        for done in range(0, len(data), ENTRY):
            part = data[done : done + ENTRY]
            self.flash.read(offset + done, _work.raw)
            if _work.raw[: len(part)] != part:
                return False
        return True

    def erase_item(
        self, name: Name, kind: int, item: Item, chunk: int = ANY, version: int = ANY
    ) -> bool:
        """Erase what find() finds; False if nothing. `item` is overwritten."""
        at = self.find(name, kind, item, chunk, version)
        if at < 0:
            return False
        self.erase_entry(at)
        return True

    def erase_entry(self, at: int) -> None:
        """Erase the item at entry `at` with its data, or that one entry if it is no sound item."""
        span = 1
        if self.entry_state(at) == WRITTEN:
            self.index.drop(at)
            _work.load(self.flash, self.entry_at(at))
            if _work.is_sound(at):
                span = _work.span
            for i in range(at, at + span):
                if self.entry_state(i) == WRITTEN:
                    self.used -= 1
        self.mark(at, at + span, ERASED)
        if at == self.first:
            self._find_first(at + span)
        if at + span > self.next:
            self.next = at + span

    def copy_items(self, other: "Page") -> None:
        """Write all live items to `other`, entry by entry."""
        if self.first == NOWHERE:
            return
        if other.state == UNINITIALIZED:
            other._initialize()
        at = self.first
        while at < ENTRIES:
            if self.entry_state(at) != WRITTEN:
                at += 1
                continue
            _work.load(self.flash, self.entry_at(at))
            end = at + _work.span
            other.index.add(key_tag(_work.namespace, _work.key()), _work.chunk, other.next)
            other._write_entry(_work.raw)
            if end > ENTRIES:
                raise esp_error(FAIL)
            for i in range(at + 1, end):
                self.flash.read(self.entry_at(i), _work.raw)
                other._write_entry(_work.raw)
            at = end

    def erase(self) -> None:
        self.flash.erase(self.base)
        self.forget()

    def set_state(self, state: int) -> None:
        """ACTIVE to FULL, or either to FREEING. Raises OSError ESP_ERR_NVS_INVALID_STATE."""
        if self.state != ACTIVE and not (state == FREEING and self.state == FULL):
            raise esp_error(NVS_INVALID_STATE)
        word = bytearray(4)
        pack_into("<I", word, 0, state)
        self._program(self.base, word)
        self.state = state

    def mark(self, begin: int, end: int, state: int) -> None:
        """Set the state of entries begin..end-1: a write for each word of 16, last word first."""
        table = self.table
        for i in range(begin, end):
            shift = (i & 3) << 1
            table[i >> 2] = table[i >> 2] & ~(3 << shift) | state << shift
        word = (end - 1) >> 4
        while word >= begin >> 4:
            at = word << 2
            self._program(self.base + TABLE_AT + at, self._table_view[at : at + 4])
            word -= 1

    def _program(self, offset: int, data: "bytes | bytearray | memoryview") -> None:
        """
        As ESP-IDF writes NVS: without looking at what is there. After a cut in the middle of a
        repair it writes over entries that only seem blank, and the item does not survive a reset.
        """
        self.flash.program(offset, data, False)

    def _initialize(self) -> None:
        header = bytearray(b"\xff" * ENTRY)
        pack_into("<IIB", header, 0, ACTIVE, self.sequence, VERSION)
        pack_into("<I", header, 28, checksum(memoryview(header)[4:28]))
        self.state = ACTIVE
        self._program(self.base, header)
        self.next = 0
        for i in range(32):
            self.table[i] = 0xFF

    def _write_entry(self, raw: bytes) -> None:
        at = self.next
        self._program(self.entry_at(at), raw)
        self.mark(at, at + 1, WRITTEN)
        if self.first == NOWHERE:
            self.first = at
        self.used += 1
        self.next = at + 1

    def _write_data(self, data: memoryview) -> None:
        """The whole entries in one piece, then the tail filled up with 0xFF."""
        whole = len(data) // ENTRY
        if whole:
            self._program(self.entry_at(self.next), data[: whole * ENTRY])
            self.mark(self.next, self.next + whole, WRITTEN)
            self.used += whole
            self.next += whole
        tail = data[whole * ENTRY :]
        if len(tail):
            _work.raw[: len(tail)] = tail
            for i in range(len(tail), ENTRY):
                _work.raw[i] = 0xFF
            self._write_entry(_work.raw)

    def _find_first(self, start: int) -> None:
        self.first = NOWHERE
        for i in range(start, min(self.next, ENTRIES)):
            if self.entry_state(i) == WRITTEN:
                self.first = i
                return


def _matches(item: Item, kind: int, chunk: int, version: int) -> int:
    """1: the item sought. 0: another kind, the search ends here. -1: look further."""
    if kind == BLOB_DATA:
        if item.kind != BLOB_DATA:
            return -1 if chunk == ANY or item.chunk != chunk else 0
        return 1 if chunk == ANY or item.chunk == chunk else -1
    if kind == BLOB and item.kind == BLOB_DATA:
        return -1
    if kind == BLOB_INDEX:
        if item.chunk != ANY:
            return -1
        if version != ANY and item.raw[29] != version:
            return -1
    return 1 if kind == ANY or item.kind == kind else 0
