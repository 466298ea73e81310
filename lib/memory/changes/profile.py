"""
Profile: a field gets another value, and what it was is kept as a record of its own.

Owns how both are written as one line of the log; how the past is worded is for the store's advisor
to say. Without one, or without an archive, the value is replaced. `engine` holds the lock.
"""

from micropython import const

from memory.records import validation
from memory.records.codec import encode
from memory.records.ids import key_of
from memory.records.record import another_of
from memory.text.folding import fold

from . import succession
from .change import UPDATED, Change

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.engine import Memory
    from memory.records.record import Record


def replace_value(memory: "Memory", same: "Record", record: "Record", now: int) -> Change:
    """Make `record` the state of the field in the place of `same`. Raises StoreFull, Broken."""
    change = Change(UPDATED, record)
    if memory.advisor is None or memory.archive_unavailable:
        memory.replace(record)
        return change
    # Of the value before, where nobody told others.
    for name in ("valid_from", "valid_to", "evidence", "confidence"):
        if record.get(name) == same.get(name):
            record.fields.pop(name, None)
    past = memory.advisor.past_of(same, memory.ids.new(), now)
    past.fields["valid_to"] = succession.last_day(same, record, now)
    if same.get("supersedes") is not None:
        past.fields["supersedes"] = same.get("supersedes")
    record.fields["supersedes"] = past.id  # so that `history` has them all
    puts = [(key_of(record.kind, record.id), encode(record))]
    memory.archive.append_and_put(puts, past, next=record)
    change.replaced = past
    return change


def name_owner(memory: "Memory", kind: str, fields: dict) -> None:
    """Have a taste be the owner's where its subject is their own name, or a part of it."""
    of = fold(another_of(kind, fields)).strip()
    for record in memory.each("name") if of else ():
        name = fold(record.content).strip()
        is_given = len(of) > 1 and (name.endswith(of) or of in name.split(" "))
        if of == name or is_given:
            fields["subject"] = "用户"


def told_by(record: "Record") -> dict:
    """What a value of the profile has that a memory says: which one, and who told it."""
    return {
        "evidence": (record.id,),
        "source": record.get("source"),
        "client": record.get("client"),
    }


def set_value(memory: "Memory", kind: str, content: str, said_by: "Record") -> None:
    """
    Give a field that has a value another one, which a memory says: who wrote that has told it. For
    holders of the lock. Raises Rejected, StoreFull, Broken.
    """
    now = memory.clock.now()
    content = validation.clean_content(kind, content)
    for same in memory.hot(kind):
        if same.content != content:
            record = same.revised(now, content=content, **told_by(said_by))
            change = replace_value(memory, same, record, now)
            memory.backends.add(record)
            if change.replaced is not None:
                memory.backends.add(change.replaced)
