"""
Engine: the memory as its users see it: write, correct, delete, complete, read, recall.

The one place where the owner's words become changes: each runs under one lock from its first look
to its last byte, and returns after it is in flash. What may be written is in `rules`, how
schedules move in `schedules`, what is known in other words in `retelling`, what becomes of what is
there in `revising`, what is there in `store`.
"""

from micropython import const

from memory.changes import eviction, repetition, revision
from memory.changes.change import ADDED, NOOP, UPDATED, Change
from memory.errors import ClockUnset, Rejected
from memory.guard import screening
from memory.records import schedules, validation
from memory.records.codec import encode
from memory.records.ids import key_of
from memory.records.kinds import DATED, PROFILE
from memory.records.record import Record
from memory.store import Store
from memory.text import dates
from memory.text.folding import fold

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_OPPOSITE = {"like": "dislike", "dislike": "like"}
# Kinds of which the same may be told in other words. The others have one record of a sort (the
# profile), or are told apart by more than words (family, schedule).
_RETOLD = ("fact", "moment", "trait", "habit", "goal", "like", "dislike", "event")
_AMPLE = const(128)  # NVS entries, below which names of clients take no room any more
_ORIGIN = ("source", "client")  # who says so; that alone is no change
_UNSAID = _ORIGIN + ("flags",)
# What a new record has where nothing was said.
_DEFAULTS = {
    "family": (("closeness", 3),),
    "schedule": (("priority", 3), ("duration", schedules.DURATION)),
}


class Memory(Store):
    """The store with the changes that words make. Built and opened as `Store` says."""

    # -- writing -------------------------------------------------------------------------------

    async def write(
        self,
        kind: str,
        content: "Any",
        given: dict,
        force: bool = False,
        source: "str | None" = None,
        client: "str | None" = None,
    ) -> Change:
        """
        Remember something. `given` holds the optional fields by name (`when` for a date); `force`
        keeps a moment or event although the same text is there; `source` is the channel it came
        by, `client` what wrote it there. Raises Rejected, Refused or Broken, and then nothing was
        changed.
        """
        async with self.lock:
            now = self.clock.now()
            fields, ignored = validation.clean_fields(kind, given)
            fields["content"] = validation.clean_content(kind, content)
            if kind == "family" and "relation" not in fields:
                raise Rejected("missing", "a family member needs relation", field="relation")
            fields.update(self._origin(source, client))
            if kind in DATED:
                self.complete_dates(kind, fields, now)
            screening.judge(fields)
            forced = force and kind in ("moment", "event")
            change = None if forced else await self._tell_again(kind, fields, now)
            if change is None:
                change = self._add(kind, fields, now)
            change.ignored = ignored
            if kind == "schedule":
                change.conflicts = self.conflicts(change.record)
            return change

    def _origin(self, source: "str | None", client: "str | None") -> dict:
        """Who writes; where hot memory is nearly full the channel alone (see `relief`)."""
        return screening.origin(source, client if self.spare > _AMPLE else None)

    def conflicts(self, record: Record) -> list:
        """What it overlaps with. The record is kept already: this must not fail."""
        try:
            return schedules.conflicts(record, self.each("schedule"))
        except MemoryError:
            return []

    def complete_dates(self, kind: str, fields: dict, now: int) -> None:
        """Defaults of what has a date; refuses what the clock cannot judge."""
        if kind == "event":
            if "when" not in fields and self.clock.is_set():
                fields["when"] = dates.day_text(now)
            return
        if "when" not in fields:
            shapes = validation.WHEN_SHAPES
            text = "a schedule needs datetime, as " + shapes
            raise Rejected("missing", text, field="datetime", allowed=shapes)
        if not self.clock.is_set():
            raise ClockUnset("clock", "the clock is not set, so nothing can be scheduled")
        begin = dates.parse(fields["when"])
        repeat = fields.pop("repeat", 0)
        if repeat:
            fields["repeat"] = repeat
            if repeat == 3:
                fields["day"] = dates.month_day(begin)
            begin = dates.first_after(begin, repeat, fields.get("day", 1), now)
            fields["when"] = dates.minute(begin)
        elif begin < now - now % 60:
            text = "%s is in the past; it is now %s" % (fields["when"], dates.minute(now))
            raise Rejected("past", text, field="datetime", now=dates.minute(now))

    async def _tell_again(self, kind: str, fields: dict, now: int) -> "Change | None":
        """What comes of telling what is known already, in whatever words; None for what is new."""
        twin = self._twin(kind, fields)
        if twin is not None and kind == "fact" and twin.created // dates.DAY != now // dates.DAY:
            if await repetition.of_its_day(self, twin):  # 明天 was another day then
                twin = None
        if twin is not None:
            return self._merge(twin, True, fields, now)
        if kind not in _RETOLD:
            return None
        found = await repetition.known(self, kind, fields, now)
        if found is None:
            return None
        record, hot, old = found
        if old is None:
            return self._merge(record, hot, fields, now)
        change = Change(UPDATED, record)
        change.replaced = old
        return change

    def _twin(self, kind: str, fields: dict) -> "Record | None":
        """The hot record that says the same thing already."""
        if kind in PROFILE:
            found = self.hot(kind)
            return found[0] if found else None
        said = fold(fields["content"])
        for record in self.each(kind):
            if kind == "family":
                same = record.content == fields["content"]
                unnamed = not record.content or not fields["content"]
                if record.get("relation") == fields["relation"] and (same or unnamed):
                    return record
            elif fold(record.content) == said and schedules.is_open(record):
                if kind == "schedule" and schedules.same_series(record, fields):
                    fields.pop("when")  # its open occurrence stays open
                    fields.pop("day", None)
                    return record
                if kind not in DATED or record.get("when") == fields.get("when"):
                    return record
        return None

    async def twin_in_archive(
        self, kind: str, content: str, everywhere: bool = False
    ) -> "list[Record]":
        """
        Archived records of this kind with these words, newest first; `everywhere`, or only where
        it is soon looked.
        """
        if self.archive.unavailable:
            return []
        return await repetition.in_archive(self, kind, content, everywhere)

    def _merge(self, twin: Record, hot: bool, fields: dict, now: int) -> Change:
        """The same thing said again: a change of what differs, or nothing."""
        changes = {}
        for name in fields:
            unsaid = fields[name] == ""  # a family member whose name was not given again
            if name not in _UNSAID and not unsaid and twin.get(name) != fields[name]:
                changes[name] = fields[name]
        if not changes:
            return Change(NOOP, twin)
        screening.judge(changes, twin)
        for name in _ORIGIN:
            if name in fields:
                changes[name] = fields[name]
        record = twin.revised(now, **changes)
        if hot:
            self.replace(record)
        else:
            self.archive.revise(record)
        return Change(UPDATED, record)

    def _add(self, kind: str, fields: dict, now: int) -> Change:
        """A new record, or a like that was a dislike, moved over; makes room first if it must."""
        moved = None
        if kind in _OPPOSITE:
            for record in self.each(_OPPOSITE[kind]):
                if fold(record.content) == fold(fields["content"]):
                    moved = record
        leaving = eviction.make_room(kind, self, now)
        if moved is not None:
            screening.judge(fields, moved)
            record = moved.revised(now, **fields)
            record.kind = kind
            puts = [(key_of(kind, record.id), encode(record))]
            self.hot_store.apply(puts, [key_of(moved.kind, moved.id)])
            return Change(UPDATED, record)
        for name, value in _DEFAULTS.get(kind, ()):
            fields.setdefault(name, value)
        for name in _UNSAID:
            if fields.get(name) is None:
                fields.pop(name, None)
        record = Record(self.ids.new(), kind, now, fields)
        record.approx = not self.clock.is_set()
        change = Change(ADDED, record)
        puts = [(key_of(kind, record.id), encode(record))]
        if leaving:
            change.archived = self.archive.move(leaving, puts)
        else:
            self.hot_store.apply(puts, [])
        return change

    # -- correcting, deleting and completing (memory.changes.revision) --------------------------

    async def correct(
        self,
        id: str,
        kind: "str | None",
        content: "Any",
        given: dict,
        source: "str | None" = None,
        client: "str | None" = None,
    ) -> Change:
        """
        Change the record `id`, hot or archived; `kind` None or its own. What is not given stays.
        Raises NoMatch when there is no such record, Rejected, Refused, Broken.
        """
        async with self.lock:
            by = self._origin(source, client)
            return await revision.correct(self, id, kind, content, given, by)

    async def delete(
        self, id: "str | None" = None, kind: "str | None" = None, content: "str | None" = None
    ) -> Change:
        """
        Forget one record: by id, else by its exact content, else by a part that only it has; hot
        or archived. What is not there is NOOP. Raises NoMatch (with candidates), StoreFull,
        Broken.
        """
        async with self.lock:
            return await revision.delete(self, id, kind, content)

    async def complete(self, id: "str | None" = None, content: "str | None" = None) -> Change:
        """
        Close an occurrence of a schedule. A one-off stays hot, marked completed; of a series the
        next occurrence opens (`change.next`) and the closed one goes to the archive. Raises
        NoMatch (with the open schedules as candidates), ClockUnset, StoreFull, Broken.
        """
        async with self.lock:
            return await revision.complete(self, id, content)
