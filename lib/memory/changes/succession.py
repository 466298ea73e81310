"""
Succession: a new record takes the place of one that was true until now; both stay.

Owns how the two are written as one change. The old one gets `valid_to` and `superseded_by` and is
in the archive from then on, as history; the new one has `supersedes`. Which record a new one
succeeds is for the store's advisor to say (`interfaces.Advisor`). `engine` holds the lock.
"""

from micropython import const

from memory.records.codec import encode
from memory.records.ids import key_of
from memory.records.record import Record
from memory.records.values import day_number
from memory.search.record_matching import by_id

from . import eviction
from .change import ADDED, Change

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.engine import Memory


def last_day(old: Record, by: Record, now: int) -> int:
    """Until when a record was true: today, or since when its successor is, which is told later."""
    today = day_number(now)
    return int(max(min(today, by.get("valid_from", today)), old.get("valid_from", 0)))


def over(old: Record, by: Record, now: int) -> Record:
    """The state of a record that is history from now on; `by` is its successor."""
    return old.revised(now, valid_to=last_day(old, by, now), superseded_by=by.id)


def succeed(memory: "Memory", old: Record, is_hot: bool, record: Record, now: int) -> Change:
    """
    Add `record` as the successor of `old`. Raises ArchiveUnavailable, StoreFull or Broken, and
    then nothing has changed, or the next start finishes it.
    """
    record.fields["supersedes"] = old.id
    past = over(old, record, now)
    change = Change(ADDED, record)
    change.replaced = past
    evicted: "list[Record] | None" = []
    if not is_hot or old.kind != record.kind:
        evicted = eviction.make_room(record.kind, memory, now)
    puts = [(key_of(record.kind, record.id), encode(record))]
    if evicted is None:
        memory.archive.add(past, record)
        if is_hot:
            memory.hot_store.delete(key_of(old.kind, old.id))
        return change
    if is_hot:
        evicted = eviction.overflow(memory, puts, [old] + evicted)[1:]
        change.archived = memory.archive.replace(past, record, puts, evicted)
        return change
    # The new one first: a start after a cut finds that it is the last and finishes the change.
    evicted = eviction.overflow(memory, puts, evicted)
    if evicted:
        change.archived = memory.archive.move(evicted, puts)
    else:
        memory.hot_store.apply(puts, [])
    memory.archive.revise(past)
    return change


async def finish(memory: "Memory") -> "Record | None":
    """
    Do what a power cut prevented: where the newest hot record succeeds an archived one that does
    not know it, that one becomes history. Returns its state where there was something to do.
    Raises StoreFull or Broken.
    """
    newest = None
    for record in memory.at_hand():
        if newest is None or _age(record) > _age(newest):
            newest = record
    if newest is None or newest.get("supersedes") is None or memory.log is None:
        return None
    found = await by_id(memory.hot_store, memory.archive, newest.get("supersedes"))
    if found is None or found[1] or found[0].get("superseded_by") is not None:
        return None
    past = over(found[0], newest, newest.created)
    memory.archive.revise(past)
    return past


def _age(record: Record) -> int:
    return int(record.id[3:])
