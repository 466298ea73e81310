"""
Hot store: ordered keys and values that survive any power cut, on NVS blobs.

Owns the slots, the journal and `committed` of its NVS namespace, and a btree over RAM that is
rebuilt from the slots at every boot (docs/FORMAT.md section 2 has the bytes and the reasons).
Knows nothing of records, clocks or the archive.

Rules of this file:
- a blob key that holds a sole copy is never written again; a slot is erased before it is reused;
- what counts was read back: NVS does not look at what worn flash has made of a write;
- memory (the tree) changes only after flash has;
- the tree is never iterated across anything else: lists are made at once.
"""

import io
from binascii import crc32
from struct import pack, pack_into, unpack_from

import btree
from micropython import const

from memory.errors import Broken, StoreFull

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_HEAD = const(13)  # crc 4, seq 4, mark 4, key length 1
_SLOTS = const(256)
_MAX_SLOT = const(700)  # largest slot blob; a record at its byte caps is under 500
_JOURNAL_HEAD = const(9)
_TRIES = const(130)  # to write something: a page of worn bits is passed over entry by entry
_FAIL = const(1)  # of a blob in pieces
_NOT_FOUND = const(-0x1102)
_NOT_ENOUGH_SPACE = const(-0x1105)
_INVALID_LENGTH = const(-0x110C)
_NO_ROOM = bytearray(1)
_KEEPS_NOTHING = "NVS does not keep what is written to it"
# The C module corrupts itself where key and value together take half a page less 24 bytes: with 4
# KB pages that is 2,024 bytes, which no slot can hold. The cache takes the whole tree, so that the
# stream, one contiguous block of the collected heap, stays empty.
_PAGE = const(4096)
_CACHE = const(65536)

JOURNALS = const(44)  # keys of the journal; all but the first are for worn flash

# Entries of 32 bytes in a 48 KB partition, one of its 12 pages always in reserve; and what is not
# ours to use: radio calibration (about 70), settings, token, namespaces, the journal; and talk:
# the queue of `pending` (22), its counter, the namespace, the share of the chat ring (chat.SHARE).
ENTRIES = 1386
TALK = 36
RESERVED = 100 + TALK
LIMIT_PERCENT = 85


def entries_of(size: int) -> int:
    """NVS entries of a blob of `size` bytes: index, chunk header, data."""
    return 2 + (size + 31) // 32


def journal_key(number: int) -> str:
    """One of the keys that the journal may have."""
    return "journal%d" % number if number else "journal"


class HotStore:
    """
    Keys (bytes, at most 64) to values (bytes), ordered by key.

    `kv` is an NVS namespace (set_i32, get_i32, set_blob, get_blob, erase_key, commit), used by
    nobody else. `report(what, detail)` is called for damage found at boot. A key's value in the
    tree is its slot's number and its value.
    """

    def __init__(self, kv: "Any", report: "Any" = None, entries: int = ENTRIES) -> None:
        self._kv = kv
        self._report = report or (lambda what, detail: None)
        self.limit = entries * LIMIT_PERCENT // 100 - RESERVED
        self._buffer = bytearray(_MAX_SLOT)
        self._cost = bytearray(_SLOTS)  # NVS entries of each slot's blob; 0: the slot is free
        self._next_slot = 0
        self.entries = 0  # NVS entries that slots use now
        self.seq = 0  # of the slot written last
        self.changes = 0  # writes and deletions since the start
        self.damaged = 0  # slots that do not check
        self._committed = 0
        self._tree: "Any" = None  # a btree once open
        self._broken = False  # True once flash refused a repair: only a boot can tell what holds
        # def relieve(entries, keys): called before a write is refused for want of so many entries;
        # may put shorter values under other keys than these.
        self.relieve: "Any" = None
        self._worn = False  # True once that was reported
        self._journal = ""  # key of the one written last

    # -- opening -------------------------------------------------------------------------------

    def open(self) -> None:
        """
        Recover and build the tree; nothing else may be called before. Raises NewerFormat,
        with everything left untouched, when a newer version wrote this memory.
        """
        from . import recovery  # for the start alone

        recovery.begin(self)
        self.rebuild()

    def rebuild(self) -> None:
        """
        Drop the tree and build it from the slots again; it answers as before. Erases what no batch
        committed, and all but the newest slot of each key, lowest seq first.
        """
        from . import recovery

        self.close()
        self._tree = btree.open(io.BytesIO(), pagesize=_PAGE, cachesize=_CACHE)
        recovery.rebuild(self)

    def _is_sound(self, length: int) -> bool:
        """Whether the slot blob in the buffer checks."""
        view = memoryview(self._buffer)[:length]
        shaped = _HEAD < length <= _MAX_SLOT and length >= _HEAD + view[12]
        return shaped and unpack_from("<I", view)[0] == crc32(view[4:])

    def _seq_of(self, slot: int) -> int:
        self._load("s%03d" % slot)
        return unpack_from("<I", self._buffer, 4)[0]

    def flag(self, name: str) -> int:
        """A small number kept beside the slots, 0 where there is none."""
        return self._i32(name) or 0

    def set_flag(self, name: str, value: int) -> None:
        """Keep a small number beside the slots. Raises StoreFull or Broken."""
        self._set_i32(name, value)

    def close(self) -> None:
        """Free the tree (its RAM is not the collector's on a chip)."""
        if self._tree is not None:
            self._tree.close()
            self._tree = None

    # -- reading -------------------------------------------------------------------------------

    @property
    def spare(self) -> int:
        """NVS entries that slots may still take; none below 0 where they have passed the limit."""
        return max(0, self.limit - self.entries)

    def get(self, key: bytes) -> "bytes | None":
        """The value of a key, or None."""
        value = self._tree.get(key)
        return None if value is None else value[1:]

    def keys(self, prefix: bytes = b"") -> list:
        """The keys with this prefix, in order, as a list made at once."""
        if prefix:
            return list(self._tree.keys(prefix, prefix + b"\xff"))
        return list(self._tree.keys())

    def dump(self) -> None:
        """Print slot, key and value of everything, for a person at the REPL."""
        for key in self.keys():
            value = self._tree.get(key)
            print("s%03d" % value[0], key, self.get(key))  # noqa: T201  asked for
        print("%d of %d entries" % (self.entries, self.limit))  # noqa: T201

    def healing(self) -> "Any":
        """
        Compare every slot with what RAM has of it, and write anew what does not check: NVS moves
        what it holds, and does not look at what worn flash makes of that either. A generator with
        a step for each slot, for holders of the lock. Raises StoreFull or Broken.
        """
        for key in self.keys():
            value = self._tree.get(key)
            if value is not None and not self._broken:
                length = self._load("s%03d" % value[0])
                if length is None or not self._is_sound(length):
                    self._report("slot", "s%03d was lost to worn flash; written anew" % value[0])
                    self._free(value[0])
                    self._plant(key, self._write(key, value[1:], 0), value[1:])
                yield

    # -- changing ------------------------------------------------------------------------------

    def check(self, puts: list, deletes: list) -> None:
        """Raise StoreFull, or Broken, if `apply` with these arguments would; changes nothing."""
        self._ready()
        keys = [key for key, _ in puts] + deletes
        self._room(puts, deletes, [v[0] for v in map(self._tree.get, keys) if v is not None])

    def put(self, key: bytes, value: bytes, limited: bool = True) -> None:
        """
        Make the value durable under the key. Raises StoreFull with nothing changed; not for
        passing the limit when `limited` is False, as when a boot finishes what was begun.
        """
        self._ready()
        old = self._tree.get(key)
        if limited:
            self._room([(key, value)], [], b"" if old is None else old[:1])
        else:
            self._cost_of([(key, value)])
        slot = self._write(key, value, 0)
        try:
            self._plant(key, slot, value)
        except MemoryError:
            self._free(slot)  # or a boot would find it newer than the one that counts
            raise
        if old is not None:
            self._after_commit(self._free, old[0])

    def _after_commit(self, step: "Any", argument: "Any") -> None:
        """
        A step after what makes a change count: where flash fails in it, the change stands and a
        boot does what is left. Until then nothing more is changed.
        """
        if not self._broken:
            try:
                step(argument)
            except Broken as e:
                self._broken = True
                self._report("flash", "nothing can be changed before a restart: %s" % e)

    def _plant(self, key: bytes, slot: int, value: "bytes | memoryview") -> None:
        """The key's slot and value, into the tree."""
        self._tree[key] = bytes([slot]) + value

    def delete(self, key: bytes) -> bool:
        """Erase a key; False if it is not there."""
        self._ready()
        old = self._tree.get(key)
        if old is None:
            return False
        self._free(old[0])
        del self._tree[key]
        return True

    def apply(self, puts: list, deletes: list) -> None:
        """
        A batch, all or nothing: `puts` lists (key, value), `deletes` keys; no key twice. Keys
        to delete that are absent are passed over. Raises StoreFull with nothing changed.
        """
        if not deletes and len(puts) == 1:
            return self.put(puts[0][0], puts[0][1])
        self._ready()
        gone = [key for key in deletes if self._tree.get(key) is not None]
        if not puts and len(gone) <= 1:
            for key in gone:
                self.delete(key)
            return
        doomed = self._slots_of([key for key, _ in puts] + gone)
        self._room(puts, gone, doomed)
        batch = self._committed + 1
        written = self._stage(puts, batch, doomed)
        self._broken = True  # until the steps after the commit are done
        for key in gone:
            del self._tree[key]
        for (key, value), slot in zip(puts, written):
            self._plant(key, slot, value)
        self._broken = False
        self._finish(batch, doomed)

    def _finish(self, batch: int, doomed: bytes) -> None:
        """Steps 3 to 5. Raises StoreFull, all taken back, where NVS cannot count the batch."""
        for slot in doomed:
            self._after_commit(self._free, slot)
        if self._broken:
            return
        try:
            self._after_commit(self._count_batch, batch)
        except StoreFull:
            self.rebuild()
            raise
        self._after_commit(self._erase, self._journal)

    def _count_batch(self, batch: int) -> None:
        """
        Step 4. In a partition without a free entry it takes the journal's: then nothing was erased
        for this batch (that would have made room), so a cut between takes all of it back.
        """
        try:
            self._set_i32("committed", batch)
        except StoreFull:
            self._erase(self._journal)
            try:
                self._set_i32("committed", batch)
            except Broken as e:
                raise StoreFull("nvs", str(e))
        self._committed = batch

    def _slots_of(self, keys: list) -> bytes:
        """Slots that hold these keys now, lowest seq first."""
        found = []
        for key in keys:
            value = self._tree.get(key)
            if value is not None:
                found.append((self._seq_of(value[0]), value[0]))
        return bytes([slot for _, slot in sorted(found)])

    def _stage(self, puts: list, batch: int, doomed: bytes) -> list:
        """Steps 1 and 2: the new slots, then the journal. Takes them back if NVS refuses them."""
        written = []
        try:
            for key, value in puts:
                written.append(self._write(key, value, batch))
            body = pack("<IB", batch, len(doomed)) + doomed
            self._set_journal(pack("<I", crc32(body)) + body)
        except (StoreFull, Broken, MemoryError):
            if not self._broken:  # else a boot will do it
                for slot in written:
                    self._free(slot)
            raise
        return written

    def _ready(self) -> None:
        if self._broken:
            raise Broken("flash", "flash failed in the middle of a change; restart to recover")

    def _room(self, puts: list, deletes: list, doomed: "bytes | list") -> None:
        """Refuse before anything is written what would pass the limit afterwards."""
        more = self._cost_of(puts)
        for slot in doomed:
            more -= self._cost[slot]
        over = self.entries + more - self.limit
        if over > 0 and more > 0 and self.relieve is not None:
            self.relieve(over, [key for key, _ in puts] + deletes)
            over = self.entries + more - self.limit
        if over > 0 and more > 0:
            raise StoreFull("hot", "hot memory is full: %d of %d" % (self.entries, self.limit))

    def _cost_of(self, puts: list) -> int:
        """NVS entries that these puts take. Raises StoreFull for what no slot can hold."""
        total = 0
        for key, value in puts:
            size = _HEAD + len(key) + len(value)
            if size > _MAX_SLOT:
                raise StoreFull("slot", "a record of %d bytes; at most %d" % (size, _MAX_SLOT))
            total += entries_of(size)
        return total

    # -- slots ---------------------------------------------------------------------------------

    def _write(self, key: bytes, value: bytes, mark: int) -> int:
        """Write a free slot; its number. Raises StoreFull or Broken with nothing written."""
        size = _HEAD + len(key) + len(value)
        blob = bytearray(size)
        pack_into("<IIB", blob, 4, self.seq + 1, mark, len(key))
        blob[_HEAD : _HEAD + len(key)] = key
        blob[_HEAD + len(key) :] = value
        pack_into("<I", blob, 0, crc32(memoryview(blob)[4:]))
        for _ in range(_TRIES):
            slot = self._cost.find(b"\0", self._next_slot)
            if slot < 0:
                slot = self._cost.find(b"\0")
            if slot < 0:
                if self._worn:
                    break
                raise StoreFull("slots", "all %d slots are in use" % _SLOTS)
            self._next_slot = slot + 1 if slot + 1 < _SLOTS else 0
            if self._set_blob("s%03d" % slot, blob):
                self.seq += 1
                self.changes += 1
                self._cost[slot] = entries_of(size)
                self.entries += self._cost[slot]
                return slot
            self._cost[slot] = 1  # out of use until a restart
            self.entries += 1
        raise Broken("nvs", _KEEPS_NOTHING)

    def _set_journal(self, blob: bytes) -> None:
        """Raises StoreFull or Broken with none written."""
        for number in range(JOURNALS):
            self._journal = journal_key(number)
            if self._set_blob(self._journal, blob):
                return
        raise Broken("nvs", _KEEPS_NOTHING)

    def _free(self, slot: int) -> None:
        self._erase("s%03d" % slot)
        self.changes += 1
        self.entries -= self._cost[slot]
        self._cost[slot] = 0

    # -- the key-value store -------------------------------------------------------------------

    def _load(self, key: str) -> "int | None":
        """
        Length of a blob, now in the buffer; None where absent, _MAX_SLOT + 1 where too long or
        in pieces.
        """
        try:
            return self._kv.get_blob(key, self._buffer)
        except OSError as e:
            code = e.args[0]
            if code == _NOT_FOUND and not self._is_named(key):
                return None
            if code in (_NOT_FOUND, _FAIL, _INVALID_LENGTH):
                return _MAX_SLOT + 1
            raise Broken("nvs", "reading %s failed: %r" % (key, e))

    def _is_named(self, key: str) -> bool:
        """
        True where NVS has the name of a blob that it did not find: its bytes did not check, and
        are gone.
        """
        try:
            self._kv.get_blob(key, _NO_ROOM)
        except OSError as e:
            return e.args[0] != _NOT_FOUND
        return True

    def _i32(self, key: str) -> "int | None":
        try:
            return self._kv.get_i32(key)
        except OSError as e:
            if e.args[0] == _NOT_FOUND:
                return None
            raise Broken("nvs", "reading %s failed: %r" % (key, e))

    def _set_i32(self, key: str, value: int) -> None:
        for _ in range(_TRIES):
            try:
                self._kv.set_i32(key, value)
                self._kv.commit()
            except OSError as e:
                if e.args[0] != _NOT_FOUND:  # of the old value, which NVS had lost
                    raise self._refused(e, key)
            if self._i32(key) == value:
                return
            self._tell_worn()
        raise Broken("nvs", _KEEPS_NOTHING)

    def _set_blob(self, key: str, data: "bytes | bytearray") -> bool:
        """
        Write a blob under a fresh key; False where it does not read as it was written. Of that
        nothing is left, but the key is not fresh: NVS may have lost the head of the blob and not
        its bytes, and a start that finds two of them takes neither. Raises StoreFull or Broken.
        """
        try:
            self._kv.set_blob(key, data)
            self._kv.commit()
        except OSError as e:
            error = self._refused(e, key)
            self._broken = not isinstance(error, StoreFull)
            raise error
        length = self._load(key)
        if length == len(data) and memoryview(self._buffer)[:length] == data:
            return True
        self._erase(key)
        self._tell_worn()
        return False

    def _refused(self, e: OSError, key: str) -> "Broken | StoreFull":
        if e.args[0] == _NOT_ENOUGH_SPACE:
            return StoreFull("nvs", "the NVS partition has no room")
        return Broken("nvs", "writing %s failed: %r" % (key, e))

    def _tell_worn(self) -> None:
        if not self._worn:
            self._worn = True
            self._report("nvs", "flash is worn in places; written again in another")

    def _erase(self, key: str) -> None:
        try:
            self._kv.erase_key(key)
            self._kv.commit()
        except OSError as e:
            if e.args[0] != _NOT_FOUND:
                self._broken = True
                raise Broken("nvs", "erasing %s failed: %r" % (key, e))
