"""
NVS: the keys and values of a partition as ESP-IDF lays it out (format version 2).

Written from the page format in the ESP-IDF documentation, sharing nothing with sim/port. Reads
what can be read and says what is wrong with the rest; repairs nothing. What a power cut leaves
and the chip mends when it starts is a note, no damage.
"""

import re
import struct
import zlib
from typing import NamedTuple

from .findings import DAMAGE, NOTE, Finding

Value = int | bytes | str

PAGE, ENTRY, ENTRIES = 4096, 32, 126
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
_BLANK = b"\xff" * ENTRY
_CUT_SHARE = 0.1  # erased bytes of a page, from which on it may be one that was being erased
# Where the name of a namespace is lost, one of its keys tells which it was.
_KEYS = {
    "mem": re.compile(r"s[0-9]{3}|committed|epoch|ids|journal"),
    "talk": re.compile(r"[cq][01]|done"),
    "cloud": re.compile(r"uuid|p[01]"),
    "sys": re.compile(r"boots|clock|mkfs"),
    "cfg": re.compile(r"token|language|http|cloud_token"),
}
_ADVICE = "what is lost comes back from the snapshot, if that has it"


class Item(NamedTuple):
    """An entry with its data. `order` is that in which items were written."""

    order: tuple[int, int, int]
    where: str
    namespace: int
    kind: int
    chunk: int
    key: str
    tail: bytes  # the last 8 bytes of its header
    data: bytes
    sound: bool = True  # False where the bytes of its data do not check


class Store:
    """
    `values` {(namespace, key): value}; `used` entries; `pages` states; `findings`; `spilled` the
    items of pages that do not check and of entries that were erased, for those who search there.
    """

    def __init__(self, data: bytes) -> None:
        self.values: dict[tuple[str, str], Value] = {}
        self.findings: list[Finding] = []
        self.pages: list[str] = []
        self.used = 0
        self.spilled: list[Item] = []
        self._items: list[Item] = []
        self._sequences: dict[int, int] = {}
        self._erased_share: dict[int, float] = {}  # of pages that do not check
        if len(data) % PAGE:
            data += b"\xff" * (PAGE - len(data) % PAGE)
        for number in range(len(data) // PAGE):
            self._read_page(number, data[number * PAGE : (number + 1) * PAGE])
        self._check_pages()
        self._collect()
        self._judge_torn()

    def _damage(self, where: str, what: str, advice: str = _ADVICE) -> None:
        self.findings.append(Finding(DAMAGE, where, what, advice))

    def _note(self, where: str, what: str) -> None:
        self.findings.append(Finding(NOTE, where, what, "the chip mends it when it starts"))

    # -- pages ---------------------------------------------------------------------------------

    def _read_page(self, number: int, page: bytes) -> None:
        where = f"nvs page {number}"
        if page.count(b"\xff") == PAGE:
            self.pages.append("empty")
            return
        state = _STATES.get(struct.unpack_from("<I", page)[0], "torn")
        sound = struct.unpack_from("<I", page, 28)[0] == _crc(page[4:28])
        if state in ("empty", "torn") or not sound or page[8] != 0xFE:
            self._spill(number, page, where, state, sound)
            return
        self.pages.append(state)
        self._sequences[number] = struct.unpack_from("<I", page, 4)[0]
        if state == "freeing":
            self._note(where, "its values are still being moved to another page")
        self._read_entries(number, page, where, state == "active")

    def _spill(self, number: int, page: bytes, where: str, state: str, sound: bool) -> None:
        """A page that does not count: what is in it is kept aside."""
        self.pages.append("torn")
        self._erased_share[number] = page.count(b"\xff") / PAGE
        self._find_items(number, page)
        if sound and page[8] != 0xFE:
            self._damage(where, "is of another format version of NVS", "")

    def _judge_torn(self) -> None:
        """A page that does not check was being erased if all that it has is elsewhere too."""
        live = {(item.namespace, item.key, item.chunk, item.data) for item in self._items}
        for number, state in enumerate(self.pages):
            if state != "torn":
                continue
            found = [item for item in self.spilled if item.order[1] == number]
            lost = [i for i in found if (i.namespace, i.key, i.chunk, i.data) not in live]
            if lost:
                keys = ", ".join(sorted({item.key for item in lost})[:8])
                self._damage(
                    f"nvs page {number}", f"does not check, so what it has does not count: {keys}"
                )
            elif found or self._erased_share[number] >= _CUT_SHARE:
                self._note(f"nvs page {number}", "does not check, and holds nothing of its own")
            else:
                self._damage(f"nvs page {number}", "does not check; what it held is lost")

    def _find_items(self, number: int, page: bytes) -> None:
        at = 0
        while at < ENTRIES:
            item = _item((0, number, at), f"nvs page {number} entry {at}", page, at)
            if isinstance(item, Item) and item.sound:
                self.spilled.append(item)
                at += _span(item)
            else:
                at += 1

    def _read_entries(self, number: int, page: bytes, where: str, active: bool) -> None:
        bits = int.from_bytes(page[32:64], "little")
        states = [bits >> 2 * at & 3 for at in range(ENTRIES)]
        if bits >> 2 * ENTRIES != 0b1111:
            self._damage(where, "has states of entries that do not exist")
        self.used += states.count(_WRITTEN)
        end = ENTRIES
        while end and states[end - 1] == _EMPTY:
            end -= 1
        if any(_entry(page, at) != _BLANK for at in range(end, ENTRIES)):
            self._note(where, "has data in entries that are marked empty")
        freeing = self.pages[number] == "freeing"
        sequence = -1 if freeing else self._sequences[number]
        at = 0
        while at < end:
            here = f"{where} entry {at}"
            if states[at] == _WRITTEN:
                at += self._read_item((sequence, number, at), here, page, states, active)
                continue
            if states[at] != _ERASED:
                self._note(here, "was being written or erased")
            at += self._read_erased(number, page, at, states)

    def _read_item(
        self, order: tuple[int, int, int], here: str, page: bytes, states: list[int], active: bool
    ) -> int:
        """Take the item at an entry marked written; how many entries it has."""
        item = _item(order, here, page, order[2])
        if not isinstance(item, Item):
            self._damage(here, item)
            return 1
        span = _span(item)
        if not item.sound:
            # The chip looks at these bytes when it is asked for them: a blob whose index was
            # never written is none. Where there is an index, that is told of the blob.
            tell = self._damage if item.kind == _STRING else self._note
            tell(here, f"{item.key}: the checksum of its bytes is wrong")
            return span
        if states[order[2] : order[2] + span] != [_WRITTEN] * span:
            self.spilled.append(item)
            self._note(here, f"{item.key}: was being written or erased")
            return span
        self._items.append(item)
        return span

    def _read_erased(self, number: int, page: bytes, at: int, states: list[int]) -> int:
        """Keep aside what an erased entry still says; how many entries that has."""
        where = f"nvs page {number} entry {at}"
        item = _item((0, number, at), where, page, at)
        if not isinstance(item, Item):
            return 1
        span = _span(item)
        if _WRITTEN in states[at : at + span]:
            self._note(where, f"{item.key}: was being erased")
        if item.sound:
            self.spilled.append(item)
        return span

    def _check_pages(self) -> None:
        if len(set(self._sequences.values())) != len(self._sequences):
            self._damage("nvs", f"two pages have one sequence number: {self._sequences}")
        active = [number for number, state in enumerate(self.pages) if state == "active"]
        if len(active) > 1:
            self._damage("nvs", f"more than one page is active: {active}")
        elif active and self._sequences[active[0]] != max(self._sequences.values()):
            self._damage("nvs", "the active page is not the newest")
        if self.pages and not {"empty", "torn"} & set(self.pages):
            self._damage(
                "nvs",
                "no page is free: the chip erases the whole partition when it starts",
                "do not start it; export, and build a fresh image",
            )

    # -- values --------------------------------------------------------------------------------

    def _collect(self) -> None:
        """The values of the items, the one written last of each name."""
        self._items.sort(key=lambda item: item.order)
        names: dict[int, str] = {}
        for item in self._items:
            if item.namespace == 0:
                names[item.tail[0]] = item.key
        self._guess_names(names)
        chunks: dict[tuple[int, str], dict[int, Item]] = {}
        heads: dict[tuple[int, str], Item] = {}
        for item in self._items:
            if item.namespace == 0:
                continue
            name = (item.namespace, item.key)
            if item.kind == _BLOB_DATA:
                if item.chunk in chunks.setdefault(name, {}):
                    self._note(item.where, f"{item.key}: an older copy of it is there too")
                chunks[name][item.chunk] = item
            else:
                if name in heads:
                    self._note(item.where, f"{item.key}: an older value of it is there too")
                heads[name] = item
        for name, item in heads.items():
            self._take(names, name, item, chunks.pop(name, {}))
        for (_, key), found in chunks.items():
            for item in found.values():
                self.spilled.append(item)
                self._note(item.where, f"{key}: a piece of a blob that has no index")

    def _guess_names(self, names: dict[int, str]) -> None:
        """Name the namespaces whose own entries are lost."""
        keys: dict[int, list[str]] = {}
        for item in self._items:
            if item.namespace and item.namespace not in names:
                keys.setdefault(item.namespace, []).append(item.key)
        for number, found in keys.items():
            guess = f"#{number}"
            for name, pattern in _KEYS.items():
                if name not in names.values() and any(map(pattern.fullmatch, found)):
                    guess = name
                    break
            names[number] = guess
            what = f"the name of namespace {number} is lost; by its keys it is taken for {guess}"
            self._damage("nvs", what, "")

    def _take(
        self,
        names: dict[int, str],
        name: tuple[int, str],
        item: Item,
        chunks: dict[int, Item],
    ) -> None:
        value = self._value(item, chunks)
        if value is not None:
            self.values[names[name[0]], item.key] = value

    def _value(self, item: Item, chunks: dict[int, Item]) -> "Value | None":
        if item.kind == _STRING:
            return item.data.rstrip(b"\0").decode("utf-8", "replace")
        if item.kind != _BLOB_INDEX:
            number: int = struct.unpack_from(_NUMBERS[item.kind], item.tail)[0]
            return number
        size, count, first = struct.unpack_from("<IBB", item.tail)
        pieces = [chunks.pop(number, None) for number in range(first, first + count)]
        for left in chunks.values():
            self.spilled.append(left)
            self._note(left.where, f"{left.key}: a piece of an older or newer value")
        data = b"".join(piece.data for piece in pieces if piece is not None)
        if None in pieces or len(data) != size:
            self.spilled += [piece for piece in pieces if piece is not None]
            self._damage(item.where, f"{item.key}: {len(data)} of its {size} bytes are there")
            return None
        return data


def _crc(data: bytes) -> int:
    return zlib.crc32(data, 0xFFFFFFFF)


def _entry(page: bytes, at: int) -> bytes:
    return page[64 + at * ENTRY : 96 + at * ENTRY]


def _span(item: Item) -> int:
    return 1 + (len(item.data) + ENTRY - 1) // ENTRY if item.kind in (_STRING, _BLOB_DATA) else 1


def _item(order: tuple[int, int, int], where: str, page: bytes, at: int) -> "Item | str":
    """The item that begins at an entry, or what is wrong with it."""
    head = _entry(page, at)
    if struct.unpack_from("<I", head, 4)[0] != _crc(head[:4] + head[8:]):
        return "its checksum is wrong"
    namespace, kind, span, chunk = head[:4]
    if head[23]:
        return "its key has no end"
    key = head[8:24].split(b"\0")[0].decode("utf-8", "replace")
    if kind in _NUMBERS or kind == _BLOB_INDEX:
        if span != 1 or chunk != 0xFF:
            return f"{key}: a number of {span} entries, chunk {chunk}"
        return Item(order, where, namespace, kind, chunk, key, head[24:], b"")
    if kind not in (_STRING, _BLOB_DATA):
        return f"{key}: of the unknown type 0x{kind:02x}"
    size, _, crc = struct.unpack_from("<HHI", head, 24)
    if span != 1 + (size + ENTRY - 1) // ENTRY or at + span > ENTRIES:
        return f"{key}: {size} bytes in {span} entries"
    begin = 96 + at * ENTRY
    data = page[begin : begin + size]
    sound = _crc(data) == crc
    return Item(order, where, namespace, kind, chunk, key, head[24:], data, sound)
