"""
Recovery: what a start does with the slots that a power cut has left.

Finishes the batch that was interrupted, then fills the tree of hot_store.py from the slots
(docs/FORMAT.md section 2, "Boot"). Bounded by the number of slots. Idempotent: after a power cut
in it, the next start begins again.
"""

from binascii import crc32
from struct import unpack_from

from micropython import const

from memory.errors import NewerFormat

from .slots import HEAD, JOURNAL_HEAD, JOURNALS, SLOTS, journal_key, slot_key

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .slots import Slots

FORMAT = 1


def begin(slots: "Slots") -> None:
    """Check the format and finish an interrupted batch. Raises NewerFormat, all left untouched."""
    found = slots.number("format")
    if found is not None and found > FORMAT:
        raise NewerFormat("format", "hot memory has format %d, this is %d" % (found, FORMAT))
    committed = slots.number("committed")
    if committed is not None and committed < 0:
        committed = None  # no batch has such a number
    if found is None and committed is None:
        slots.set_number("committed", 0)
        committed = 0
    if found is None:  # last: where it is, `committed` was
        slots.set_number("format", FORMAT)
    slots.committed = 0 if committed is None else committed
    if not _redo_journal(slots) and committed is None:
        _find_committed(slots)


def _find_committed(slots: "Slots") -> None:
    """
    Where `committed` is lost, take the highest batch of all slots: with 0 every record that a
    batch has written would count as interrupted, and be erased.
    """
    for slot in range(SLOTS):
        length = slots.load(slot_key(slot))
        if length is not None and slots.is_sound(length):
            slots.committed = max(slots.committed, unpack_from("<I", slots.buffer, 8)[0])
    if slots.committed:
        slots.report("committed", "the number of the last batch is lost; all batches count")
    slots.set_number("committed", slots.committed)


def _redo_journal(slots: "Slots") -> bool:
    """Finish the batch of a journal, or erase it where it is finished; True where one is sound."""
    found = False
    for number in range(JOURNALS):
        name = journal_key(number)
        length = slots.load(name)
        if length is None:
            continue
        data = bytes(memoryview(slots.buffer)[:length])
        sound = length >= JOURNAL_HEAD and length == JOURNAL_HEAD + data[8]
        if not sound or unpack_from("<I", data)[0] != crc32(data[4:]):
            slots.report("journal", "does not check; dropped")
        else:
            found = True
            _redo(slots, name, unpack_from("<I", data, 4)[0], data[JOURNAL_HEAD:])
        slots.erase(name)
    return found


def _redo(slots: "Slots", name: str, batch: int, doomed: bytes) -> None:
    if batch > slots.committed:
        slots.journal = name
        for slot in doomed:
            slots.erase(slot_key(slot))
        slots.commit(batch)


def rebuild(slots: "Slots", tree: "Any") -> None:
    """Fill an empty tree from the slots (see HotStore.rebuild). Raises Broken."""
    slots.reset()
    doomed = []
    for slot in range(SLOTS):
        length = slots.count(slot)
        if length is None:
            continue
        seq, batch, size = unpack_from("<IIB", slots.buffer, 4)
        slots.seq = max(slots.seq, seq)
        if batch > slots.committed:
            doomed.append((seq, slot))
            continue
        key = bytes(memoryview(slots.buffer)[HEAD : HEAD + size])
        value = bytes(memoryview(slots.buffer)[HEAD + size : length])
        older = tree.get(key)
        if older is not None:
            other = slots.seq_of(older[0])
            doomed.append((min(seq, other), slot if seq < other else older[0]))
            if seq < other:
                continue
        tree[key] = bytes([slot]) + value
    for _, slot in sorted(doomed):
        slots.free(slot)
