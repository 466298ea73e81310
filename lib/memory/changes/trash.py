"""
Trash: records that were deleted or given up, with their words still there, until they are purged.

Owns how a record goes to the trash, comes back, and is found there. A trashed record is a line of
the archive with `trashed_at`, `purge_at`, `reason` and `by` (docs/FORMAT.md section 3); what went
together has the same `trashed_with`. Deleted ones are found by nothing else; those that were given
up are still found when asked for. Callers hold the memory's lock.
"""

from micropython import const

from memory.errors import MemoryFault, NoMatch
from memory.records import schedules
from memory.records.codec import encode
from memory.records.fields import REASONS
from memory.records.ids import key_of
from memory.records.kinds import BY_NAME, DATED, EVENTS_CAP, OPPOSITE, PROFILE
from memory.records.record import Record
from memory.records.values import day_number
from memory.search import record_matching
from memory.search.trash_query import TrashQuery
from memory.text import dates
from memory.text.folding import fold

from . import advice, eviction, history, repetition, succession
from .change import UPDATED, Change

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.engine import Memory
    from memory.store import Store

DAYS = 7  # in the trash
_MARKS = ("trashed_at", "purge_at", "reason", "by", "trashed_with")
_MOST = const(1000)  # records that went to the trash together


def trashed(
    memory: "Store", record: Record, reason: str, by: "str | None", together: str
) -> Record:
    """The state of a record that goes to the trash now."""
    now = memory.clock.now()
    return record.revised(
        now,
        trashed_at=now,
        purge_at=now + memory.trash_days * dates.DAY,
        reason=REASONS.index(reason),
        by=by,
        trashed_with=together,
    )


def put(memory: "Store", rows: list, reason: str, by: "str | None" = None) -> None:
    """
    Put records to the trash as one change; `rows` are (record, is hot), the one that the others
    go with first. Raises ArchiveUnavailable, StoreFull or Broken, and then nothing has changed;
    for a hot one without room in the archive its deletion alone is noted.
    """
    together = rows[0][0].id
    states = [(trashed(memory, record, reason, by, together), hot) for record, hot in rows]
    memory.archive.trash(states, memory.clock.now())


async def restore(memory: "Memory", id: str) -> Change:
    """
    Bring back a record from the trash, and what went there with it. It is hot again where it would
    be if it were told now and there is room; where something took its place meanwhile it is
    history. Several come back one after the other, it last: while it is in the trash, asking again
    brings back the rest. Raises NoMatch where it is not in the trash any more, CapReached where a
    todo of them has no room, and then nothing has changed, StoreFull, Broken.
    """
    found = await record_matching.by_id(memory.hot_store, memory.archive, id, True)
    record = None if found is None else found[0]
    # Without a time it is not in the trash; when that is over, it is not listed there either.
    if record is None or record.get("purge_at", 0) <= memory.clock.now():
        raise NoMatch("not_in_trash", "%s is not in the trash" % id, [], id=id)
    query = TrashQuery(memory.clock.now(), _MOST, together=record.get("trashed_with", id))
    page, _ = await memory.recall(query)
    left = {one.id: one for one in page}
    left.pop(id, None)
    rows = _with_words(record, left)
    groups = []
    for one in page:
        if one.id in left and one.get("superseded_by") is None:
            if fold(one.content) == fold(record.content):
                rows.append(left.pop(one.id))
            else:
                groups.append(_with_words(left.pop(one.id), left))
    groups = [[one] for one in left.values()] + groups  # what was before comes back first
    opened = [True for group in groups + [rows] if _is_open_todo(group[0])]
    eviction.check_todos(memory, len(opened))  # before the first is back: all of them or none
    change = Change(UPDATED, record)
    for group in groups + [rows]:
        change = await _restore(memory, group)
        memory.backends.add(change.record)
        await advice.back(memory, change.record)
    return change


def _with_words(record: Record, left: "dict[str, Record]") -> "list[Record]":
    """A record and those with its earlier words, which are taken out of `left`."""
    rows = [record]
    while rows[-1].get("supersedes") in left:
        rows.append(left.pop(rows[-1].get("supersedes")))
    return rows


async def _restore(memory: "Memory", rows: "list[Record]") -> Change:
    """Bring back a record, the first one, and its other words."""
    record = rows[0]
    other = None
    if record.get("superseded_by") is None:
        other = await _other(memory, record)
    if other is None:
        return restored(memory, rows)
    if record.kind in PROFILE and _is_said(memory, record):
        return restored(memory, rows, superseded_by=other)
    chain = await _chain(memory, other)
    by = [one for one in chain if _told(one) > record.created or one.told_after(record)]
    # What it said is over since the first of them was told.
    first = by[-1] if by else None
    day = day_number(memory.clock.now())
    if first is not None:
        day = succession.last_day(record, first, _told(first))
    change = restored(memory, rows, superseded_by=other, valid_to=day)
    if first is not None and first is chain[-1] and first.get("supersedes") is None:
        await _link(memory, first, record)
    return change


def _is_said(memory: "Memory", record: "Record") -> bool:
    """True where a hot record of its kind has the same words."""
    content = fold(record.content)
    return bool([1 for one in memory.each(record.kind) if fold(one.content) == content])


def _told(record: "Record") -> int:
    """When it was told what a record says; a field of the profile says another thing then."""
    if record.kind in PROFILE and record.get("supersedes") is not None:
        return int(record.get("updated", record.created))
    return record.created


async def _chain(memory: "Memory", id: str) -> "list[Record]":
    """What is true now and was before, the newest first; nothing where it cannot be read."""
    try:
        return await history.chain(memory, id)
    except MemoryFault as e:  # it comes back, whatever became of that
        memory.report("trash", "the history of %s is not read: %r" % (id, e))
        return []


async def _link(memory: "Memory", first: "Record", record: "Record") -> None:
    """Have the chain of what is true go on to a record that is history since it came back."""
    try:
        known = await record_matching.by_id(memory.hot_store, memory.archive, first.id)
        if known is not None:
            state = first.revised(memory.clock.now(), supersedes=record.id)
            state.fields["updated"] = first.get("updated", first.created)  # it says the same
            memory.put_state(state, known[1])
    except MemoryFault as e:  # it is back, whatever names it
        memory.report("trash", "the history of %s is not linked: %r" % (first.id, e))


async def _other(memory: "Memory", record: Record) -> "str | None":
    """The id of what is true instead, and was told later; None where nothing is known to be."""
    if record.kind in PROFILE:
        ids = [one.id for one in memory.each(record.kind)]
        return ids[0] if ids else None
    found = await _opposite(memory, record) if record.kind in OPPOSITE else None
    return await _successor(memory, record) if found is None else found.id


async def _opposite(memory: "Memory", record: "Record") -> "Record | None":
    """The dislike of what a like is of, and the other way round, hot or archived."""
    found = repetition.opposite(memory, record.kind, record.fields)
    if found is not None:
        return found
    try:
        kind = OPPOSITE[record.kind]
        copies = await repetition.archived_copies(memory, kind, record.fields)
    except MemoryError:  # too little RAM to search
        return None
    left = [one for one in copies if one.get("trashed_at") is None]
    return left[0] if left else None


async def _successor(memory: "Memory", record: Record) -> "str | None":
    """The id of what is true instead; None where nobody knows."""
    advisor = memory.advisor
    try:
        return None if advisor is None else await advisor.successor(record)
    except Exception as e:  # noqa: BLE001  it comes back, whatever else is true
        memory.report("mind", "a %s came back without being judged: %r" % (record.kind, e))
        return None


def restored(memory: "Memory", rows: "list[Record]", **changes: object) -> Change:
    """Write the states of these trashed records that are back; `changes` to the first of them."""
    now = memory.clock.now()
    back = [_back(one, now) for one in rows]
    record = back[0]
    for name, value in changes.items():
        if value is not None:
            record.fields[name] = value
    changed = {"p": record.get("p")}
    # By now there may be as many core memories as may be.
    advice.reclaimed(memory, record, changed)
    if changed["p"] is not None:
        record.fields["p"] = changed["p"]
    if _is_open_todo(record):
        return todo_back(memory, back, now)
    hot = len(back) == 1 and _has_room(memory, record)  # several are one group of the archive
    if record.kind in PROFILE and record.get("valid_to") is not None:
        _be_past(memory, record)
    if hot:
        memory.hot_store.put(key_of(record.kind, record.id), encode(record))
    else:
        memory.archive.add(*back)
    return Change(UPDATED, record)


def _be_past(memory: "Memory", record: Record) -> None:
    """Have what a field of the profile was be a fact, as such pasts are (`profile`)."""
    if memory.advisor is not None:
        past = memory.advisor.past_of(record, record.id, memory.clock.now())
        record.kind = past.kind
        for name in ("content", "subject", "predicate"):
            record.fields[name] = past.get(name)


def _is_open_todo(record: Record) -> bool:
    return record.kind == "todo" and schedules.is_open(record)


def todo_back(memory: "Memory", back: "list[Record]", now: int) -> Change:
    """
    Write an open todo, the first, from the archive: it is hot, or it would remind of nothing; its
    earlier words are not. Raises CapReached, StoreFull, Broken.
    """
    record = back[0]
    change = Change(UPDATED, record)
    evicted = eviction.make_room("todo", memory, now)
    if len(back) > 1:
        memory.archive.add(*back[1:])
    puts = [(key_of(record.kind, record.id), encode(record))]
    if evicted:
        change.archived = memory.archive.move(evicted, puts)
    else:
        memory.hot_store.apply(puts, [])
    return change


def _back(record: Record, now: int) -> Record:
    return record.revised(now, **dict.fromkeys(_MARKS))


def _has_room(memory: "Memory", record: Record) -> bool:
    """True where it is to be hot."""
    kind = record.kind
    if record.get("superseded_by") is not None or record.get("valid_to") is not None:
        return False
    if kind == "todo":
        return False  # it is done
    if kind in DATED:
        if kind == "event" or schedules.is_over(record, memory.clock.now()):
            return False
        return sum([memory.count(name) for name in DATED]) < EVENTS_CAP
    return kind in BY_NAME and memory.count(kind) < BY_NAME[kind].cap
