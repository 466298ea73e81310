"""Advice: asks the store's advisor, whose faults change nothing of what is told."""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record
    from memory.store import Store


def reclaimed(memory: "Store", record: "Record", changes: dict) -> "list[str]":
    """Have the advisor add what follows from the changes of a record; notes about it."""
    if memory.advisor is None:
        return []
    try:
        return memory.advisor.reclaim(record, changes)
    except Exception as e:  # noqa: BLE001  what is corrected is kept, whatever it claims
        memory.report("mind", "what a %s claims is not known: %r" % (record.kind, e))
        return []


async def corrected(memory: "Store", record: "Record") -> None:
    """Have the advisor do what follows from other words of a record, which are durable."""
    if memory.advisor is None:
        return
    try:
        await memory.advisor.corrected(record)
    except Exception as e:  # noqa: BLE001  whatever it is
        memory.report("mind", "what follows from a correction was not done: %r" % e)
