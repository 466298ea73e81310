"""Revision: corrects, deletes and completes records, for `engine`, which documents the calls."""

from micropython import const

from memory.errors import ArchiveUnavailable, ClockUnset, Outdated, Rejected
from memory.guard import screening
from memory.records import schedules, validation
from memory.records.codec import encode
from memory.records.ids import key_of
from memory.records.kinds import DATED, PROFILE
from memory.records.record import Record
from memory.search import record_matching

from . import advice, profile, repetition, todo_times, trash
from .change import DELETED, NOOP, UPDATED, Change

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.engine import Memory

_CLAIM = ("subject", "predicate")


async def correct(
    memory: "Memory",
    id: str,
    kind: "str | None",
    content: object,
    given: dict,
    by: dict,
    revs: "tuple[int, ...] | None" = None,
) -> Change:
    """`engine.Memory.correct`; `by` is the `screening.origin` of the writer."""
    now = memory.clock.now()
    record, hot = await _named(memory, id)
    _check_rev(record, revs)
    if kind is not None and kind != record.kind:
        text = "%s is a %s, not a %s" % (id, record.kind, kind)
        raise Rejected("other_kind", text, field="type", id=id, kind=record.kind)
    fields, ignored = validation.clean_fields(record.kind, given)
    if content is not None:
        fields["content"] = validation.clean_content(record.kind, content)
    profile.name_owner(memory, record.kind, fields)
    _check_end(record, fields)
    _move_dates(memory, record, fields, now)
    is_back = False
    if record.kind == "todo":
        todo_times.correct(memory.clock, record, fields)
        is_back = _reopened(record, hot, fields, given.get("completed") is validation.REMOVED)
    changes = {}
    is_reworded = fields.get("content", record.content) != record.content
    for name in fields:
        # Told with other words, what they claim counts even where it is as it was.
        if record.get(name) != fields[name] or (is_reworded and name in _CLAIM):
            changes[name] = fields[name]
    change = Change(NOOP, record)
    if changes or is_back:
        screening.screen(changes, record)
        notes = advice.reclaimed(memory, record, changes)
        changes.update(by)
        change = Change(UPDATED, record.revised(now, **changes))
        change.notes.extend(notes)
        if is_back:
            change.archived = trash.todo_back(memory, [change.record], now).archived
        elif hot:
            memory.replace(change.record)
        else:
            memory.archive.revise(change.record)
        if is_reworded:
            await advice.corrected(memory, change.record, record)
    change.ignored = ignored
    if hot and record.kind == "schedule":
        change.conflicts = memory.conflicts(change.record)
    return change


def _reopened(record: Record, hot: bool, fields: dict, is_asked: bool) -> bool:
    """
    Have a todo done again where that is asked for, or it is given another time; True where it
    comes back from the archive for it, since only what is hot is told of.
    """
    if not (is_asked or fields.get("due") or fields.get("remind")):
        return False
    if record.get("superseded_by") is not None:
        text = "%s has other words by now" % record.id
        raise Rejected("reworded", text, id=record.id, later=record.get("superseded_by"))
    if not schedules.is_open(record):
        fields["completed"] = None
    return not hot


def _check_end(record: Record, fields: dict) -> None:
    """Raise Rejected where the end of what another took the place of is to be taken away."""
    if fields.get("valid_to", 0) is not None or record.get("valid_to") is None:
        return
    later = record.get("superseded_by")
    if later is not None:
        text = "%s is over since %s is so" % (record.id, later)
        raise Rejected("ended", text, field="valid_to", id=record.id, later=later)


def _move_dates(memory: "Memory", record: Record, fields: dict, now: int) -> None:
    """Check a corrected date or repeat like a new one; a new date is announced again."""
    for name, kept in (("when", record.get("when")), ("repeat", record.get("repeat", 0))):
        if fields.get(name) == kept:  # returned unchanged by the caller
            fields.pop(name, None)
    if record.kind != "schedule" or not ("when" in fields or "repeat" in fields):
        return
    merged = {"when": fields.get("when", record.get("when"))}
    merged["repeat"] = fields.get("repeat", record.get("repeat", 0))
    memory.complete_dates("schedule", merged, now)
    fields["when"] = merged["when"]
    fields["repeat"] = merged.get("repeat")
    fields["day"] = merged.get("day")
    if fields["when"] != record.get("when"):
        fields.update(schedules.NOT_TOLD)
        fields["completed"] = None  # it is to come again


async def _named(memory: "Memory", id: str) -> "tuple[Record, bool]":
    """(record, is hot) of an id. Raises NoMatch."""
    found = await record_matching.by_id(memory.hot_store, memory.archive, id)
    if found is None:
        _check_archive(memory, None)
        raise record_matching.no_record(id)
    return found


def _check_rev(record: Record, revs: "tuple[int, ...] | None") -> None:
    """Raise Outdated where a record has none of these revs, if any are given."""
    if revs is not None and record.rev not in revs:
        text = "%s has the rev %d by now" % (record.id, record.rev)
        raise Outdated("outdated", text, id=record.id, rev=record.rev)


def _check_archive(memory: "Memory", kind: "str | None") -> None:
    """Raise ArchiveUnavailable where a record that is not hot may be in the archive."""
    if memory.archive.unavailable and kind not in PROFILE:
        raise ArchiveUnavailable("away", "not in hot memory, and the archive is not mounted")


async def delete(
    memory: "Memory",
    id: "str | list[str] | None",
    kind: "str | None",
    content: "str | None",
    reason: str,
    by: "str | None",
    revs: "tuple[int, ...] | None" = None,
) -> Change:
    """`engine.Memory.delete`."""
    if isinstance(id, list):
        return await _delete_all(memory, id, reason, by)
    found = await record_matching.find(memory, id, kind, content)
    if found is None:
        _check_archive(memory, kind)
        return Change(NOOP, None)
    record, is_hot = found
    _check_rev(record, revs)
    if kind is not None and kind != record.kind:
        if not (kind in DATED and record.kind in DATED):
            text = "%s is a %s, not a %s" % (record.id, record.kind, kind)
            raise Rejected("other_kind", text, field="type", id=record.id, kind=record.kind)
    also: "list[Record]" = []
    by_words = id is None and is_hot and record.kind not in PROFILE
    if by_words or record.get("supersedes") is not None:
        also = await repetition.deleted_with(memory, record, by_words)
    rows = [(one, False) for one in also]
    _add_rows(rows, await advice.going(memory, record), record)
    trash.put(memory, [(record, is_hot)] + rows, reason, by)
    change = Change(DELETED, record)
    change.removed = [one.id for one, _ in rows] + [record.id]
    await advice.gone(memory, [record])
    return change


def _add_rows(
    rows: "list[tuple[Record, bool]]",
    others: "list[tuple[Record, bool]]",
    but: "Record | None" = None,
) -> None:
    """Add (record, is hot) of those that are not there, other than of `but`."""
    known = [one.id for one, _ in rows] + ([] if but is None else [but.id])
    for row in others:
        if row[0].id not in known:
            known.append(row[0].id)
            rows.append(row)


async def _delete_all(memory: "Memory", ids: "list[str]", reason: str, by: "str | None") -> Change:
    """Put records to the trash as one change, which one `restore` undoes."""
    rows: "list[tuple[Record, bool]]" = []
    for id in ids:
        found = await record_matching.by_id(memory.hot_store, memory.archive, id)
        if found is None:
            _check_archive(memory, None)
            continue
        earlier = await repetition.deleted_with(memory, found[0], False)
        _add_rows(rows, [found] + [(one, False) for one in earlier])
        _add_rows(rows, await advice.going(memory, found[0]))
    if not rows:
        return Change(NOOP, None)
    trash.put(memory, rows, reason, by)
    change = Change(DELETED, rows[0][0])
    change.removed = [one.id for one, _ in rows]
    await advice.gone(memory, [one for one, _ in rows])
    return change


async def complete(memory: "Memory", id: "str | None", content: "str | None", kind: str) -> Change:
    """`engine.Memory.complete`."""
    if not memory.clock.is_set():
        raise ClockUnset("clock", "the clock is not set, so nothing can be completed")
    now = memory.clock.now()
    record, hot = await _to_complete(memory, id, content, kind)
    if not schedules.is_open(record):
        return Change(NOOP, record)
    if record.get("repeat") and hot:
        return _close_occurrence(memory, record, now)
    done = record.revised(now, completed=now)
    if hot:
        puts = [(key_of(done.kind, done.id), encode(done))]
        memory.archive.append_and_put(puts, done, keep=True)
    else:
        memory.archive.revise(done)
    return Change(UPDATED, done)


async def _to_complete(
    memory: "Memory", id: "str | None", content: "str | None", kind: str
) -> "tuple[Record, bool]":
    if id is None:
        return record_matching.open_by_content(memory.hot(kind), content, kind), True
    record, is_hot = await _named(memory, id)
    if record.kind not in DATED + ("todo",):
        text = "%s is a %s, not a schedule" % (id, record.kind)
        raise Rejected("other_kind", text, field="id", id=id, kind=record.kind)
    return record, is_hot


def _close_occurrence(memory: "Memory", series: Record, now: int) -> Change:
    after = schedules.advanced(series, now)
    fields = {"when": series.get("when"), "completed": now, "series": series.id}
    for name in ("content", "priority", "importance", "topic", "source", "client", "flags"):
        if series.get(name) is not None:
            fields[name] = series.get(name)
    puts = [(key_of(after.kind, after.id), encode(after))]
    closed = Record(memory.ids.new(), "event", now, fields)
    if memory.archive.unavailable:  # it waits in hot memory, as an event that is over
        memory.hot_store.apply(puts + [(key_of("event", closed.id), encode(closed))], [])
    else:
        memory.archive.append_and_put(puts, closed, next=after)
    change = Change(UPDATED, closed)
    change.next = after
    return change
