"""Log reading: takes what the log has of memories into the notebook, when the mind starts."""

import asyncio

from micropython import const

from .notebook.notebook import may_be_member

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .mind import Mind

_STEP = const(8)  # records after which others may run


async def read(mind: "Mind", since: int, was_saved: bool) -> None:
    """
    Take in the latest states of records in the segments after `since`, newest first. Where no
    notebook was saved, what weighs less than what it is full of is passed over.
    """
    memory = mind.memory
    if memory.log is None:
        return
    floor = -1.0
    memory.readers += 1
    try:
        for number, record in enumerate(memory.archive.scan(None, since)):
            if record is None:
                await asyncio.sleep(0)
                continue
            if number % _STEP == 0:
                await asyncio.sleep(0)
            notebook = mind.notebook  # a new one, where all was erased meanwhile
            is_known = notebook.members.find(record.id) >= 0
            if not was_saved and notebook.over() and not is_known:
                if not may_be_member(record) or mind.weigh(record) <= floor:
                    continue
            mind.add(record, True)
            if not was_saved and notebook.over() > 1:
                floor = max(floor, mind.drop_lightest())
    finally:
        memory.readers -= 1
