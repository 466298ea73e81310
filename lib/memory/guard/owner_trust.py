"""Owner trust: lifts the flag of a record. Only the owner's tools call this, never a model."""

from micropython import const

from memory.records.record import SUSPECT, TRUSTED

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record
    from memory.store import Store


async def trust(memory: "Store", id: str) -> "Record | None":
    """Mark a record as trusted; its new state or None. Raises Rejected, StoreFull, Broken."""
    async with memory.lock:
        found = await memory.record(id)
        if found is None:
            return None
        flags = found[0].get("flags", 0) & ~SUSPECT | TRUSTED
        record = found[0].revised(memory.clock.now(), flags=flags)
        if found[1]:
            memory.replace(record)
        else:
            memory.archive.revise(record)
        memory.backends.add(record)
        return record
