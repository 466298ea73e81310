"""
Advice: asks the store's advisor, and what was made of memories, whose faults change nothing of
what is told.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.records.record import Record
    from memory.store import Store

    from .change import Change


def reclaimed(memory: "Store", record: "Record", changes: dict) -> "list[str]":
    """Have the advisor add what follows from the changes of a record; notes about it."""
    if memory.advisor is None:
        return []
    try:
        return memory.advisor.reclaim(record, changes)
    except Exception as e:  # noqa: BLE001  what is corrected is kept, whatever it claims
        memory.report("mind", "what a %s claims is not known: %r" % (record.kind, e))
        return []


async def corrected(memory: "Store", record: "Record", before: "Record") -> None:
    """Have the advisor do what follows from other words of a record, which are durable."""
    if memory.advisor is not None:
        await _done(memory, "a correction", memory.advisor.corrected, record, before)


async def going(memory: "Store", record: "Record") -> "list[tuple[Record, bool]]":
    """(record, is hot) of what goes to the trash with a record; nothing where that fails."""
    if memory.derived is None or record.deleted:
        return []
    return await _done(memory, "a deletion", memory.derived.going, record) or []


async def gone(memory: "Store", records: "list[Record]") -> None:
    """Have what was made of these records, which are in the trash, be as without them."""
    if memory.derived is not None:
        await _done(memory, "a deletion", memory.derived.gone, records)


async def back(memory: "Store", record: "Record") -> None:
    """Have what follows from a record be so again, which came back from the trash."""
    if memory.derived is not None:
        await _done(memory, "a restore", memory.derived.back, record)


async def came_back(memory: "Store", change: "Change") -> None:
    """Have the advisor do what follows from what is back from the trash, which is durable."""
    if memory.advisor is not None:
        await _done(memory, "a restore", memory.advisor.came_back, change)


async def _done(memory: "Store", what: str, work: "Any", *given: "Any") -> "Any":
    """What the work gives; None, and told, where it fails."""
    try:
        return await work(*given)
    except Exception as e:  # noqa: BLE001  what was asked for is done, and the next start tries again
        memory.report("mind", "what follows from %s was not done: %r" % (what, e))
        return None
