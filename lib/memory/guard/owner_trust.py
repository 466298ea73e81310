"""
Trusting: what the owner says of a record that reads like an instruction.

Nothing that a model can call comes here: the owner's own tools load it (./tools/memory.sh trust).
"""

from memory.records.record import TRUSTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory.records.record import Record
    from memory.store import Store


async def trust(memory: "Store", id: str) -> "Record | None":
    """
    Have a record offered however it reads. The record as it is now, or None where there is none.
    Raises Rejected for what is no id, StoreFull, Broken.
    """
    async with memory.lock:
        found = await memory.record(id)
        if found is None:
            return None
        record = found[0].revised(memory.clock.now(), flags=TRUSTED)
        if found[1]:
            memory.replace(record)
        else:
            memory.archive.revise(record)
        return record
