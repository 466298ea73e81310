"""Log reading: takes what the log has of memories into the notebook, when and after it starts."""

import asyncio

from memory.errors import MemoryFault
from micropython import const

from .notebook.notebook import may_be_member

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory.records.record import Record

    from .mind import Mind

_LAST_MOST = const(8)
_STEP = const(8)  # records after which others may run


async def read(mind: "Mind", since: int, was_saved: bool) -> "list[Record]":
    """
    Take in the latest states of records in the segments after `since`, newest first; those that
    were changed last. Where the notebook is full, what another store made (or all, where none
    was saved) is passed over if it weighs less than what left.
    """
    memory = mind.memory
    revised: "list[Record]" = []
    if memory.log is None:
        return revised
    floor = -1.0
    own = memory.ids.epoch if was_saved else ""
    memory.readers += 1
    try:
        for number, record in enumerate(memory.archive.scan(None, since)):
            if record is None:
                await asyncio.sleep(0)
                continue
            if number % _STEP == 0:
                await asyncio.sleep(0)
            note_revised(record, revised)
            notebook = mind.notebook  # a new one, where all was erased meanwhile
            is_known = notebook.members.find(record.id) >= 0
            is_own = bool(own) and record.id.startswith(own)
            if notebook.over() and not is_known and not is_own:
                if not may_be_member(record) or mind.weigh(record) <= floor:
                    continue
            mind.add(record, True)
            if notebook.over() > 1:
                floor = max(floor, notebook.drop_lightest(own))
    finally:
        memory.readers -= 1
    return revised


def note_revised(record: "Record", last: "list[Record]") -> None:
    """Have `last` be those of the records looked at that were changed last, in one second."""
    if record.rev == 1:
        return
    later = record.get("updated", 0) - last[0].get("updated", 0) if last else 1
    if later > 0:
        last.clear()
    if later >= 0 and len(last) < _LAST_MOST:
        last.append(record)


async def learn_shapes(
    mind: "Mind", may_go_on: "Callable[[], bool]"
) -> "tuple[bool, Exception | None]":
    """
    Read the members whose shapes are not known, while `may_go_on()`; lets others run after each.
    (whether all is known but what cannot be read, and then why that cannot, the last of it); what
    moved meanwhile may have been passed over, and is for the next call.
    """
    row = failed = 0
    problem: "Exception | None" = None
    while row < mind.notebook.members.count and may_go_on():
        members = mind.notebook.members
        id = members.get(row).id
        if members.shapes_of(row) is None:
            try:
                record = await mind.read(id)
                at = mind.notebook.members.find(id)  # rows move while it is read
                if record is not None and at >= 0:
                    mind.notebook.shape(at, record)
            except (MemoryFault, MemoryError) as e:
                failed += 1
                problem = e
            await asyncio.sleep(0)
        row += 1
    members = mind.notebook.members
    unknown = [True for at in range(members.count) if members.shapes_of(at) is None]
    is_done = row >= members.count and len(unknown) <= failed
    return is_done, problem if is_done else None
