"""
Recovery: what a start finds in the slots, and what it makes of it.

The first half of hot.HotStore.open, and the tree built from the slots (docs/FORMAT.md section 2,
"Boot"). Needed at a start alone, so it is let go of afterwards. Bounded by the number of slots;
idempotent: a cut in it is answered by the next start.
"""

from binascii import crc32
from struct import unpack_from

from micropython import const

from memory.errors import NewerFormat

from .hot_store import JOURNALS, entries_of, journal_key

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .hot_store import HotStore

FORMAT = 1
_SLOTS = const(256)
_HEAD = const(13)
_JOURNAL_HEAD = const(9)


def begin(hot: "HotStore") -> None:
    """
    Look at the format and finish the batch that a cut interrupted. Raises NewerFormat, with
    everything left untouched.
    """
    found = hot._i32("format")
    if found is not None and found > FORMAT:
        raise NewerFormat("format", "hot memory has format %d, this is %d" % (found, FORMAT))
    committed = hot._i32("committed")
    if committed is not None and committed < 0:
        committed = None  # no batch has such a number
    if found is None and committed is None:
        hot._set_i32("committed", 0)
        committed = 0
    if found is None:  # last: where it is, `committed` was
        hot._set_i32("format", FORMAT)
    hot._committed = 0 if committed is None else committed
    if not _redo_journal(hot) and committed is None:
        _find_committed(hot)


def _find_committed(hot: "HotStore") -> None:
    """
    The number is lost. Without it no mark would count, and every record that a batch has written
    would be taken for what a cut left; so all of them count.
    """
    for slot in range(_SLOTS):
        length = hot._load("s%03d" % slot)
        if length is not None and hot._is_sound(length):
            hot._committed = max(hot._committed, unpack_from("<I", hot._buffer, 8)[0])
    if hot._committed:
        hot._report("committed", "the number of the last batch is lost; all batches count")
    hot._set_i32("committed", hot._committed)


def _redo_journal(hot: "HotStore") -> bool:
    """Finish, or forget, the batch that a cut interrupted; True where there was one."""
    found = False
    for number in range(JOURNALS):
        name = journal_key(number)
        length = hot._load(name)
        if length is None:
            continue
        data = bytes(memoryview(hot._buffer)[:length])
        sound = length >= _JOURNAL_HEAD and length == _JOURNAL_HEAD + data[8]
        if not sound or unpack_from("<I", data)[0] != crc32(data[4:]):
            hot._report("journal", "does not check; dropped")
        else:
            found = True
            _redo(hot, name, unpack_from("<I", data, 4)[0], data[_JOURNAL_HEAD:])
        hot._erase(name)
    return found


def _redo(hot: "HotStore", name: str, batch: int, slots: bytes) -> None:
    if batch > hot._committed:
        hot._journal = name
        for slot in slots:
            hot._erase("s%03d" % slot)
        hot._count_batch(batch)


def rebuild(hot: "HotStore") -> None:
    """Fill the empty tree from the slots; see HotStore.rebuild."""
    hot._cost = bytearray(_SLOTS)
    hot.entries = hot.damaged = 0
    doomed = []
    for slot in range(_SLOTS):
        length = _load_slot(hot, slot)
        if length is None:
            continue
        seq, mark, size = unpack_from("<IIB", hot._buffer, 4)
        hot.seq = max(hot.seq, seq)
        if mark > hot._committed:
            doomed.append((seq, slot))
            continue
        key = bytes(memoryview(hot._buffer)[_HEAD : _HEAD + size])
        value = bytes(memoryview(hot._buffer)[_HEAD + size : length])
        older = hot._tree.get(key)
        if older is not None:
            other = hot._seq_of(older[0])
            doomed.append((min(seq, other), slot if seq < other else older[0]))
            if seq < other:
                continue
        hot._plant(key, slot, value)
    for _, slot in sorted(doomed):
        hot._free(slot)


def _load_slot(hot: "HotStore", slot: int) -> "int | None":
    """Length of a slot's blob, now in the buffer; None where free or damaged."""
    length = hot._load("s%03d" % slot)
    if length is None:
        return None
    hot._cost[slot] = entries_of(length)
    hot.entries += hot._cost[slot]
    if not hot._is_sound(length):
        hot.damaged += 1
        hot._report("slot", "s%03d does not check; left as it is" % slot)
        return None
    return length
