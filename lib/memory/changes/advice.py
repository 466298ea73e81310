"""Advice: asks the store's advisor, whose faults change nothing of what is told."""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
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
    if memory.advisor is None:
        return
    try:
        await memory.advisor.corrected(record, before)
    except Exception as e:  # noqa: BLE001  whatever it is
        memory.report("mind", "what follows from a correction was not done: %r" % e)


async def going(memory: "Store", record: "Record") -> "list[tuple[Record, bool]]":
    """(record, is hot) of what goes to the trash with a record."""
    if memory.derived is None or record.deleted:
        return []
    try:
        return await memory.derived.going(record)
    except Exception as e:  # noqa: BLE001  it goes alone
        memory.report("mind", "what is made of a %s is not known: %r" % (record.kind, e))
        return []


async def gone(memory: "Store", records: "list[Record]") -> None:
    """Have what was made of these records, which are in the trash, be as without them."""
    if memory.derived is None:
        return
    try:
        await memory.derived.gone(records)
    except Exception as e:  # noqa: BLE001  the next start tries again
        memory.report("mind", "what follows from a deletion was not done: %r" % e)


async def back(memory: "Store", record: "Record") -> None:
    """Have what follows from a record be so again, which came back from the trash."""
    if memory.derived is None:
        return
    try:
        await memory.derived.back(record)
    except Exception as e:  # noqa: BLE001  the next start tries again
        memory.report("mind", "what follows from a restore was not done: %r" % e)


async def came_back(memory: "Store", change: "Change") -> None:
    """Have the advisor do what follows from what is back from the trash, which is durable."""
    if memory.advisor is None:
        return
    try:
        await memory.advisor.came_back(change)
    except Exception as e:  # noqa: BLE001  whatever it is
        memory.report("mind", "what follows from a restore was not done: %r" % e)
