"""
Slots: the NVS blobs of hot memory, and how they are written, read back and erased.

Owns the keys of its NVS namespace: the numbered slots, the journal, and the numbers beside them
(docs/FORMAT.md section 2 has the bytes and the reasons). hot_store.py says which key is in which
slot, recovery.py reads the slots at a start.

- A blob key that holds a sole copy is never written again; a slot is erased before it is reused.
- Every write is read back, since NVS does not check what worn flash made of it.
"""

from binascii import crc32
from struct import pack, pack_into, unpack_from

from micropython import const

from memory.errors import Broken, StoreFull

from .nvs_errors import INVALID_LENGTH, NOT_ENOUGH_SPACE, NOT_FOUND

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory.interfaces import KeyValue

SLOTS = const(256)
HEAD = const(13)  # of a slot: crc 4, seq 4, batch 4, key length 1
MAX_SLOT = const(700)  # bytes of the largest blob; a record at its byte caps is under 500
JOURNALS = const(44)  # keys of the journal; all but the first are for worn flash
JOURNAL_HEAD = const(9)  # crc 4, batch 4, number of slots 1
_TRIES = const(130)  # to write something: a page of worn bits is passed over entry by entry
_FAIL = const(1)  # code for a blob of which NVS finds some chunks only
_NO_ROOM = bytearray(1)
_KEEPS_NOTHING = "NVS does not keep what is written to it"


def entries_of(size: int) -> int:
    """NVS entries of a blob of `size` bytes: index, chunk header, data."""
    return 2 + (size + 31) // 32


def slot_size(key: bytes, value: bytes) -> int:
    """Bytes of the slot that holds them."""
    return HEAD + len(key) + len(value)


def slot_key(slot: int) -> str:
    """The NVS key of a slot."""
    return "s%03d" % slot


def journal_key(number: int) -> str:
    """One of the keys that the journal may have."""
    return "journal%d" % number if number else "journal"


class Slots:
    """`kv` is an NVS namespace that nobody else writes; `report(what, detail)` hears of damage."""

    def __init__(self, kv: "KeyValue", report: "Callable[[str, str], None] | None") -> None:
        self._kv = kv
        self.report = report or (lambda what, detail: None)
        self.buffer = bytearray(MAX_SLOT)  # holds the blob that `load` has read
        self._cost = bytearray(SLOTS)  # NVS entries of each slot's blob; 0: the slot is free
        self._next_slot = 0
        self.entries = 0  # NVS entries that slots use now
        self.seq = 0  # of the slot written last
        self.changes = 0  # writes and deletions since the start
        self.damaged = 0  # slots that a start found damaged
        self.committed = 0  # the last batch that counts
        self.journal = ""  # key of the journal written last
        self.broken = False  # True once flash refused a repair: only a restart can tell what holds
        self._worn = False  # True once that was reported

    # -- slots ---------------------------------------------------------------------------------

    def reset(self) -> None:
        """Count all slots as free, before a start counts each with `count`."""
        self._cost = bytearray(SLOTS)
        self.entries = self.damaged = 0

    def count(self, slot: int) -> "int | None":
        """Read a slot and count its NVS entries; length of its blob, None if free or damaged."""
        length = self.load(slot_key(slot))
        if length is None:
            return None
        self._cost[slot] = entries_of(length)
        self.entries += self._cost[slot]
        if not self.is_sound(length):
            self.damaged += 1
            self.report("slot", "s%03d does not check; left as it is" % slot)
            return None
        return length

    def cost(self, slot: int) -> int:
        """NVS entries of a slot's blob."""
        return self._cost[slot]

    def is_sound(self, length: int) -> bool:
        """Whether the blob in the buffer has the shape and the checksum of a slot."""
        view = memoryview(self.buffer)[:length]
        shaped = HEAD < length <= MAX_SLOT and length >= HEAD + view[12]
        return shaped and unpack_from("<I", view)[0] == crc32(view[4:])

    def seq_of(self, slot: int) -> int:
        """The sequence number of a slot; reads it into the buffer."""
        self.load(slot_key(slot))
        return unpack_from("<I", self.buffer, 4)[0]

    def entries_for(self, puts: list) -> int:
        """NVS entries that these puts take. Raises StoreFull for what no slot can hold."""
        total = 0
        for key, value in puts:
            size = slot_size(key, value)
            if size > MAX_SLOT:
                raise StoreFull("slot", "a record of %d bytes; at most %d" % (size, MAX_SLOT))
            total += entries_of(size)
        return total

    def write(self, key: bytes, value: bytes, batch: int) -> int:
        """Write a free slot for `batch` (0: none); its number. Raises StoreFull, Broken."""
        size = slot_size(key, value)
        blob = bytearray(size)
        pack_into("<IIB", blob, 4, self.seq + 1, batch, len(key))
        blob[HEAD : HEAD + len(key)] = key
        blob[HEAD + len(key) :] = value
        pack_into("<I", blob, 0, crc32(memoryview(blob)[4:]))
        for _ in range(_TRIES):
            slot = self._cost.find(b"\0", self._next_slot)
            if slot < 0:
                slot = self._cost.find(b"\0")
            if slot < 0:
                if self._worn:
                    break
                raise StoreFull("slots", "all %d slots are in use" % SLOTS)
            self._next_slot = slot + 1 if slot + 1 < SLOTS else 0
            if self._set_blob(slot_key(slot), blob):
                self.seq += 1
                self.changes += 1
                self._cost[slot] = entries_of(size)
                self.entries += self._cost[slot]
                return slot
            self._cost[slot] = 1  # out of use until a restart
            self.entries += 1
        raise Broken("nvs", _KEEPS_NOTHING)

    def free(self, slot: int) -> bool:
        """
        Erase a slot. False where NVS does not find it: worn flash has lost it, or its page is out
        of use since an operation there failed, and then it is back after a restart. Raises Broken.
        """
        found = self.erase(slot_key(slot))
        self.changes += 1
        self.entries -= self._cost[slot]
        self._cost[slot] = 0
        return found

    # -- batches -------------------------------------------------------------------------------

    def write_journal(self, batch: int, doomed: bytes) -> None:
        """Which slots a batch replaces. Raises StoreFull or Broken with nothing written."""
        body = pack("<IB", batch, len(doomed)) + doomed
        blob = pack("<I", crc32(body)) + body
        for number in range(JOURNALS):
            self.journal = journal_key(number)
            if self._set_blob(self.journal, blob):
                return
        raise Broken("nvs", _KEEPS_NOTHING)

    def commit(self, batch: int) -> None:
        """
        Count a batch as committed. In a full partition the number takes the entry of the journal:
        nothing was erased then, so a power cut takes all back. Raises StoreFull or Broken.
        """
        try:
            self.set_number("committed", batch)
        except StoreFull:
            self.erase(self.journal)
            try:
                self.set_number("committed", batch)
            except Broken as e:
                raise StoreFull("nvs", str(e))
        self.committed = batch

    # -- NVS -----------------------------------------------------------------------------------

    def load(self, key: str) -> "int | None":
        """Length of a blob, now in the buffer; None for none, MAX_SLOT + 1 where damaged."""
        try:
            return self._kv.get_blob(key, self.buffer)
        except OSError as e:
            code = e.args[0]
            if code == NOT_FOUND and not self._is_named(key):
                return None
            if code in (NOT_FOUND, _FAIL, INVALID_LENGTH):
                return MAX_SLOT + 1
            raise Broken("nvs", "reading %s failed: %r" % (key, e))

    def _is_named(self, key: str) -> bool:
        """True where NVS has the key of a blob whose bytes it has dropped as damaged."""
        try:
            self._kv.get_blob(key, _NO_ROOM)
        except OSError as e:
            return e.args[0] != NOT_FOUND
        return True

    def number(self, key: str) -> "int | None":
        """A number kept beside the slots, None where absent. Raises Broken."""
        try:
            return self._kv.get_i32(key)
        except OSError as e:
            if e.args[0] == NOT_FOUND:
                return None
            raise Broken("nvs", "reading %s failed: %r" % (key, e))

    def set_number(self, key: str, value: int) -> None:
        """Keep a number beside the slots. Raises StoreFull or Broken."""
        for _ in range(_TRIES):
            try:
                self._kv.set_i32(key, value)
                self._kv.commit()
            except OSError as e:
                if e.args[0] != NOT_FOUND:  # of the old value, which NVS had lost
                    raise self._refused(e, key)
            if self.number(key) == value:
                return
            self._tell_worn()
        raise Broken("nvs", _KEEPS_NOTHING)

    def _set_blob(self, key: str, data: "bytes | bytearray") -> bool:
        """
        Write a blob under a key not used since the start. False where it does not read back as it
        was written; it is erased, but the key must not be used again: NVS may have lost the index
        entry of the blob and not its data, and a start that finds two data chunks takes neither.
        Raises StoreFull or Broken.
        """
        try:
            self._kv.set_blob(key, data)
            self._kv.commit()
        except OSError as e:
            raise self._refused(e, key)
        length = self.load(key)
        if length == len(data) and memoryview(self.buffer)[:length] == data:
            return True
        self.erase(key)
        self._tell_worn()
        return False

    def _refused(self, e: OSError, key: str) -> "Broken | StoreFull":
        if e.args[0] == NOT_ENOUGH_SPACE:
            return StoreFull("nvs", "the NVS partition has no room")
        self.broken = True
        return Broken("nvs", "writing %s failed: %r" % (key, e))

    def _tell_worn(self) -> None:
        if not self._worn:
            self._worn = True
            self.report("nvs", "flash is worn in places; written again in another")

    def erase(self, key: str) -> bool:
        """Erase a blob, be it there or not; False where it is not. Raises Broken."""
        try:
            self._kv.erase_key(key)
            self._kv.commit()
        except OSError as e:
            if e.args[0] != NOT_FOUND:
                self.broken = True
                raise Broken("nvs", "erasing %s failed: %r" % (key, e))
            return False
        return True
