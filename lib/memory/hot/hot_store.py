"""
Hot store: ordered keys and values that survive any power cut, on NVS blobs.

Owns a btree in RAM of all keys and values, and changes it in batches that are all or nothing. A
start builds it again from the blobs (recovery.py); slots.py writes and erases them. Knows nothing
of records, clocks or the archive. docs/FORMAT.md section 2 has the bytes and the reasons.

- The tree changes only after flash has.
- Nobody changes the tree while it is iterated: lists of keys are made at once.
"""

import io

import btree
from micropython import const

from memory.errors import Broken, StoreFull

from . import recovery
from .slots import Slots, slot_key

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from memory.interfaces import KeyValue, Steps

# The C module corrupts itself where key and value together take half a page less 24 bytes: with 4
# KB pages that is 2,024 bytes, which no slot can hold. The cache takes the whole tree, so that the
# stream, one contiguous block of the collected heap, stays empty.
_PAGE = const(4096)
_CACHE = const(65536)

# NVS entries of 32 bytes in a 48 KB partition, one of its 12 pages always in reserve; and those
# that are not for records: radio calibration (about 70), settings, token, namespaces, the journal;
# and CONVERSATION: the extraction queue (22), its counter, the namespace, chat_history.SHARE.
ENTRIES = 1386
CONVERSATION = 36
RESERVED = 100 + CONVERSATION
LIMIT_PERCENT = 85


class HotStore:
    """
    Keys (bytes, at most 64) to values (bytes), ordered by key. A value of the tree is the number
    of the slot (1 byte), then the value of the key. `kv` and `report` as in Slots.
    """

    def __init__(
        self,
        kv: "KeyValue",
        report: "Callable[[str, str], None] | None" = None,
        entries: int = ENTRIES,
    ) -> None:
        self._slots = Slots(kv, report)
        self.limit = entries * LIMIT_PERCENT // 100 - RESERVED
        self._tree: "Any" = None  # a btree once open
        self._decoded: "dict[bytes, Any]" = {}  # by key, what `decoded` has made of the value
        self._keys: "dict[bytes, list]" = {}  # by prefix, until a key comes or goes
        self._letters: "bytes | None" = None  # None: not known
        # Called as relieve(entries, keys, only_asked) before a write is refused for want of so
        # many entries: puts shorter values under other keys than these, or with `only_asked`
        # changes nothing. True where that frees so many.
        self.relieve: "Callable[[int, list, bool], bool] | None" = None

    # -- opening -------------------------------------------------------------------------------

    def open(self) -> None:
        """Recover and build the tree first. Raises NewerFormat with all left untouched."""
        recovery.begin(self._slots)
        self.rebuild()

    def rebuild(self) -> None:
        """
        Drop the tree and build it from the slots again; it answers as before. Erases what no batch
        committed, and all but the newest slot of each key, lowest sequence number first.
        """
        self.close()
        self._letters = None
        self._decoded = {}
        self._keys = {}
        self._tree = btree.open(io.BytesIO(), pagesize=_PAGE, cachesize=_CACHE)
        recovery.rebuild(self._slots, self._tree)

    def number(self, name: str) -> "int | None":
        """A number kept beside the slots, also before `open`; None where absent. Raises Broken."""
        return self._slots.number(name)

    def set_number(self, name: str, value: int) -> None:
        """Keep a number beside the slots, also before `open`. Raises StoreFull or Broken."""
        self._slots.set_number(name, value)

    def close(self) -> None:
        """Free the tree (its RAM is not the collector's on a chip)."""
        if self._tree is not None:
            self._tree.close()
            self._tree = None

    # -- reading -------------------------------------------------------------------------------

    @property
    def entries(self) -> int:
        """NVS entries that slots use now."""
        return self._slots.entries

    @property
    def changes(self) -> int:
        """Writes and deletions since the start."""
        return self._slots.changes

    @property
    def seq(self) -> int:
        """The sequence number of the slot written last."""
        return self._slots.seq

    @property
    def broken(self) -> bool:
        """True once flash failed in the middle of a change: nothing is changed until a restart."""
        return self._slots.broken

    @property
    def damaged(self) -> int:
        """Slots that the start found damaged."""
        return self._slots.damaged

    @property
    def spare(self) -> int:
        """NVS entries that slots may still take; 0 where they have passed the limit."""
        return max(0, self.limit - self.entries)

    def get(self, key: bytes) -> "bytes | None":
        """The value of a key, or None."""
        value = self._tree.get(key)
        return None if value is None else value[1:]

    def decoded(self, key: bytes, decode: "Callable[[bytes, bytes], Any]") -> "Any":
        """decode(key, value), made once until the key changes, so always by the same; or None."""
        known = self._decoded
        if key not in known:
            value = self.get(key)
            if value is None:
                return None
            known[key] = decode(key, value)
        return known[key]

    def keys(self, prefix: bytes = b"") -> list:
        """The keys with this prefix, in order, as a list of the caller's own."""
        return list(self._known_keys(prefix))

    def count(self, prefix: bytes) -> int:
        """How many keys have this prefix."""
        return len(self._known_keys(prefix))

    def _known_keys(self, prefix: bytes) -> list:
        """The keys with this prefix: a walk through the tree takes longer than what it is for."""
        if prefix not in self._keys:
            if prefix:
                self._keys[prefix] = list(self._tree.keys(prefix, prefix + b"\xff"))
            else:
                self._keys[prefix] = list(self._tree.keys())
        return self._keys[prefix]

    def _forget_keys(self, key: bytes) -> None:
        """Drop the lists that a key belongs to, which comes or goes."""
        if self._letters is not None and (key in self._tree or key[:1] not in self._letters):
            self._letters = None
        for prefix in [one for one in self._keys if key.startswith(one)]:
            self._keys.pop(prefix)

    def letters(self) -> bytes:
        """The first bytes of all keys, each once, in order."""
        if self._letters is None:
            self._letters = b"".join(sorted({key[:1] for key in self._known_keys(b"")}))
        return self._letters

    def dump(self) -> None:
        """Print slot, key and value of everything, for a person at the REPL."""
        for key in self.keys():
            value = self._tree.get(key)
            print(slot_key(value[0]), key, self.get(key))  # noqa: T201  asked for
        print("%d of %d entries" % (self.entries, self.limit))  # noqa: T201

    def healing(self) -> "Steps":
        """
        Write every slot that worn flash has damaged anew from RAM; NVS does not check what it
        moves. A step for each slot, for holders of the lock. Raises StoreFull or Broken.
        """
        for key in self.keys():
            value = self._tree.get(key)
            if value is not None and not self._slots.broken:
                length = self._slots.load(slot_key(value[0]))
                if length is None or not self._slots.is_sound(length):
                    detail = "s%03d was lost to worn flash; written anew" % value[0]
                    self._slots.report("slot", detail)
                    self._slots.free(value[0])
                    self._plant(key, self._slots.write(key, value[1:], 0), value[1:])
                yield False

    # -- changing ------------------------------------------------------------------------------

    def check(self, puts: list, deletes: list) -> None:
        """Raise StoreFull, or Broken, if `apply` with these arguments would; changes nothing."""
        self._ready()
        keys = [key for key, _ in puts] + deletes
        doomed = [v[0] for v in map(self._tree.get, keys) if v is not None]
        self._room(puts, deletes, doomed, True)

    def put(self, key: bytes, value: bytes, limited: bool = True) -> None:
        """
        Make the value durable under the key. Raises StoreFull with nothing changed, but not for
        passing the limit when `limited` is False: a start finishes what was begun.
        """
        self._ready()
        old = self._tree.get(key)
        if limited:
            self._room([(key, value)], [], b"" if old is None else old[:1])
        else:
            self._slots.entries_for([(key, value)])
        slot = self._slots.write(key, value, 0)
        try:
            self._plant(key, slot, value)
        except MemoryError:
            self._slots.free(slot)  # or the next start would take it for the newer one
            raise
        if old is not None:
            self._after_commit(self._slots.free, old[0])

    def _after_commit(self, step: "Any", argument: "Any") -> None:
        """
        Do a step that follows the commit. Where flash fails in it, the change stands, the next
        start does the remaining steps, and until then nothing more is changed.
        """
        if not self._slots.broken:
            try:
                step(argument)
            except Broken as e:
                self._slots.broken = True
                self._slots.report("flash", "nothing can be changed before a restart: %s" % e)

    def _plant(self, key: bytes, slot: int, value: "bytes | memoryview") -> None:
        """Put a key's slot and value into the tree."""
        self._decoded.pop(key, None)
        if key not in self._tree:
            self._forget_keys(key)
        self._tree[key] = bytes([slot]) + value

    def delete(self, key: bytes) -> bool:
        """Erase a key; False if it is not there."""
        self._ready()
        old = self._tree.get(key)
        if old is None:
            return False
        self._end(old[0])
        self._uproot(key)
        return True

    def _uproot(self, key: bytes) -> None:
        """Remove a key from the tree."""
        self._decoded.pop(key, None)
        self._forget_keys(key)
        del self._tree[key]

    def _end(self, slot: int) -> None:
        """Erase a slot that nothing replaces. Raises Broken where that is not certain."""
        if not self._slots.free(slot):
            self._slots.broken = True
            raise Broken("flash", "s%03d is out of reach; restart to recover" % slot)

    def apply(self, puts: list, deletes: list) -> None:
        """
        Apply a batch, all or nothing: `puts` lists (key, value), `deletes` keys; no key twice.
        Absent keys to delete are skipped. Raises StoreFull with nothing changed.
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
        batch = self._slots.committed + 1
        written = self._stage(puts, batch, doomed)
        self._slots.broken = True  # until the steps after the commit are done
        for key in gone:
            self._uproot(key)
        for (key, value), slot in zip(puts, written):
            self._plant(key, slot, value)
        self._slots.broken = False
        self._finish(batch, doomed)

    def _finish(self, batch: int, doomed: bytes) -> None:
        """Erase what the batch replaces, count it, erase the journal. Raises StoreFull, undone."""
        for slot in doomed:
            self._after_commit(self._end, slot)
        if self._slots.broken:
            return
        try:
            self._after_commit(self._slots.commit, batch)
        except StoreFull:
            self.rebuild()
            raise
        self._after_commit(self._slots.erase, self._slots.journal)

    def _slots_of(self, keys: list) -> bytes:
        """Slots that hold these keys now, lowest sequence number first."""
        found = []
        for key in keys:
            value = self._tree.get(key)
            if value is not None:
                found.append((self._slots.seq_of(value[0]), value[0]))
        return bytes([slot for _, slot in sorted(found)])

    def _stage(self, puts: list, batch: int, doomed: bytes) -> list:
        """Write the slots of a batch, then the journal, which commits it; their numbers."""
        written = []
        try:
            for key, value in puts:
                written.append(self._slots.write(key, value, batch))
            self._slots.write_journal(batch, doomed)
        except (StoreFull, Broken, MemoryError):
            if not self._slots.broken:  # else the next start does it
                for slot in written:
                    self._slots.free(slot)
            raise
        return written

    def _ready(self) -> None:
        if self._slots.broken:
            raise Broken("flash", "flash failed in the middle of a change; restart to recover")

    def _room(
        self, puts: list, deletes: list, doomed: "bytes | list", only_asked: bool = False
    ) -> None:
        """
        Make room, or with `only_asked` change nothing; StoreFull for what would pass the limit.
        """
        more = self._slots.entries_for(puts)
        for slot in doomed:
            more -= self._slots.cost(slot)
        over = self.entries + more - self.limit
        if over > 0 and more > 0 and self.relieve is not None:
            if self.relieve(over, [key for key, _ in puts] + deletes, only_asked) and only_asked:
                return
            over = self.entries + more - self.limit
        if over > 0 and more > 0:
            raise StoreFull("hot", "hot memory is full: %d of %d" % (self.entries, self.limit))
