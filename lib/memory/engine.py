"""
Engine: the memory as its users see it: write, correct, delete, complete, read, recall.

Turns the owner's words into changes. Each call holds the lock from its first look to its last
byte, and returns after the change is in flash. Which values are allowed is in
`records/validation`, how schedules advance in `records/schedules`, what secrets and instructions
look like in `guard`. What is already known in the same or in other words is found by
`changes/repetition`; existing records are corrected, deleted and completed by `changes/revision`.
The parts of the memory are in `store`.
"""

from micropython import const

from memory.changes import (
    advice,
    eviction,
    history,
    profile,
    repetition,
    revision,
    succession,
    todo_times,
    trash,
)
from memory.changes.change import ADDED, NOOP, UPDATED, Change
from memory.errors import ClockUnset, Rejected
from memory.exchange import Exchange
from memory.guard import screening
from memory.records import schedules, validation
from memory.records.codec import encode
from memory.records.ids import key_of
from memory.records.kinds import DATED, OPPOSITE, PROFILE
from memory.records.record import Record, another_of
from memory.text import dates
from memory.text.folding import folded

# Kinds of which a record with the same words may be in the archive, or a hot one says the same in
# other words. Of the profile there is one record each, and of a schedule more than words counts.
_PARAPHRASED = (
    "fact", "moment", "trait", "habit", "goal", "like", "dislike", "event", "family", "preference",
    "person", "rule", "skill", "lesson", "todo",
)  # fmt: skip
_CLIENT_MIN_SPARE = const(128)  # spare NVS entries below which names of clients are not kept
# Who wrote it and what was said: another origin alone is no change.
_ORIGIN = ("source", "client", "evidence")
_NOT_CONTENT = _ORIGIN + ("flags",)
# What a new record has where its writer gave nothing.
_DEFAULTS = {
    "family": (("closeness", 3),),
    "schedule": (("priority", 3), ("duration", schedules.DURATION)),
}


class Memory(Exchange):
    """The store, with the changes that words make. Constructed and opened like `Store`."""

    # -- writing -------------------------------------------------------------------------------

    async def write(
        self,
        kind: str,
        content: object,
        given: dict,
        force: bool = False,
        source: "str | None" = None,
        client: "str | None" = None,
    ) -> Change:
        """
        Record something. `given` holds the optional fields by name (`when` for a date;
        `importance` as the tool tells it, or `importance_100` from 0 to 100); `force`
        adds a moment or event although there is one with the same text; `source` is the channel
        that it came by, `client` the name of the program that wrote it. Raises Rejected, Refused
        or Broken, and then nothing was changed.
        """
        async with self.lock:
            now = self.clock.now()
            fields, ignored = validation.clean_fields(kind, given)
            fields["content"] = validation.clean_content(kind, content)
            if kind == "family" and "relation" not in fields:
                raise Rejected("missing", "a family member needs relation", field="relation")
            fields.update(self._origin(source, client))
            profile.name_owner(self, kind, fields)
            if kind in DATED:
                self.complete_dates(kind, fields, now)
            elif kind == "todo":
                todo_times.check(self.clock, fields)
            screening.screen(fields, None, kind)
            forced = force and kind in ("moment", "event")
            change = None if forced else await self._repeat(kind, fields, now)
            if change is None:
                change = await self._new(kind, fields, now)
            change.ignored = ignored
            if kind == "schedule":
                change.conflicts = self.conflicts(change.record)
            self._told(change)
            await self._advised(change, source)
            return change

    async def _advised(self, change: Change, source: "str | None") -> None:
        """Let the advisor do what follows. The change is durable, whatever becomes of that."""
        if self.advisor is None:
            return
        try:
            if change.result == NOOP:
                await self.advisor.told_again(change, source)
            else:
                await self.advisor.written(change)
        except Exception as e:  # noqa: BLE001  whatever it is
            self.report("mind", "what follows from %s was not done: %r" % (change.result, e))

    def _told(self, change: Change) -> Change:
        """The change, of which the search backends know now."""
        for id in change.removed:
            self.backends.remove(id)
        if change.result in (ADDED, UPDATED):
            self.backends.add(change.record)
            for other in (change.next, change.replaced):
                if other is not None:
                    self.backends.add(other)
        return change

    async def _new(self, kind: str, fields: dict, now: int) -> Change:
        """Add a record, as the successor of another where the advisor says so."""
        before = await self._predecessor(kind, fields, now)
        if before is None:
            return self._add(kind, fields, now)
        return succession.succeed(self, before[0], before[1], self._made(kind, fields, now), now)

    async def _predecessor(
        self, kind: str, fields: dict, now: int
    ) -> "tuple[Record, bool] | None":
        """(record, is hot) that a new one takes the place of; completes `fields` on the way."""
        if self.advisor is None:
            return None
        try:
            await self.advisor.complete(kind, fields, now)
            return await self.advisor.predecessor(kind, fields, now)
        except Exception as e:  # noqa: BLE001  what was told is kept, whatever is made of it
            self.report("mind", "a %s is kept without being judged: %r" % (kind, e))
            return None

    def _origin(self, source: "str | None", client: "str | None") -> dict:
        """Who writes; the channel alone where hot memory is nearly full (see `hot_overflow`)."""
        return screening.origin(source, client if self.spare > _CLIENT_MIN_SPARE else None)

    def conflicts(self, record: Record) -> list:
        """The schedules that overlap with one that is stored already, so this must not fail."""
        try:
            return schedules.conflicts(record, self.each("schedule"), self.clock.instant)
        except MemoryError:
            return []

    def complete_dates(self, kind: str, fields: dict, now: int) -> None:
        """
        Complete the dates of an event or schedule. Raises Rejected for wrong ones, ClockUnset.
        """
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
        elif self.clock.instant(begin) < self.clock.utc() - now % 60:
            text = "%s is in the past; it is now %s" % (fields["when"], dates.minute(now))
            raise Rejected("past", text, field="datetime", now=dates.minute(now))

    async def _repeat(self, kind: str, fields: dict, now: int) -> "Change | None":
        """The change where this is known already, in whatever words; None where it is new."""
        content = fields["content"]
        same = self._duplicate(kind, fields)
        if same is not None and kind == "fact" and same.created // dates.DAY != now // dates.DAY:
            if repetition.meant_another_day(self, same):  # 明天 was another day then
                same = None
        if same is not None:
            return self._merge(same, True, fields, now)
        if kind not in _PARAPHRASED:
            return None
        known = await repetition.known(self, kind, fields, now)
        if known is None and kind in OPPOSITE:
            found = await repetition.archived_copies(self, OPPOSITE[kind], fields)
            if found and not found[0].deleted:
                record = found[0].revised(now, **fields)
                record.kind = kind
                self.archive.revise(record)
                return Change(UPDATED, record)
        if known is None:
            return None
        record, hot, old = known
        if record.get("trashed_at") is not None:
            fields["content"] = content  # the words of today, although it is known
            if repetition.opposite(self, kind, fields) is not None:
                return None  # which is turned over
            if await self._predecessor(kind, dict(fields), now) is not None:
                return None  # it is true again after something else was: a new link
            screening.screen(fields, record)
            back = trash.restored(self, [record], **fields)
            back.result = ADDED if record.deleted else UPDATED
            return back
        if old is None:
            return self._merge(record, hot, fields, now)
        change = Change(UPDATED, record)
        change.replaced = old
        return change

    def _duplicate(self, kind: str, fields: dict) -> "Record | None":
        """The hot record with the same words."""
        if kind in PROFILE:
            records = self.hot(kind)
            return records[0] if records else None
        # Bytes: a str is looked up among all names.
        said = another_of(kind, fields), folded(fields["content"].encode())
        for record in self.each(kind):
            if kind == "family":
                same = record.content == fields["content"]
                unnamed = not record.content or not fields["content"]
                if record.get("relation") == fields["relation"] and (same or unnamed):
                    return record
            elif (record.another, record.folded_content()) == said and schedules.is_open(record):
                if kind == "schedule" and schedules.same_series(record, fields):
                    fields.pop("when")  # its open occurrence stays open
                    fields.pop("day", None)
                    return record
                if kind == "todo" and not todo_times.same(record, fields):
                    continue
                if kind not in DATED or record.get("when") == fields.get("when"):
                    return record
        return None

    def _merge(self, same: Record, hot: bool, fields: dict, now: int) -> Change:
        """Update the fields of a known record that differ from those given; NOOP for none."""
        changes = {}
        for name in fields:
            omitted = fields[name] == ""  # a family member whose name was not given again
            if name not in _NOT_CONTENT and not omitted and same.get(name) != fields[name]:
                changes[name] = fields[name]
        if same.kind == "todo":
            todo_times.correct(self.clock, same, changes)
        if not changes:
            return Change(NOOP, same)
        screening.screen(changes, same)
        for name in _ORIGIN:
            if name in fields:
                changes[name] = fields[name]
        record = same.revised(now, **changes)
        if same.kind in PROFILE and "content" in changes:
            return profile.replace_value(self, same, record, now)
        if hot:
            self.replace(record)
        else:
            self.archive.revise(record)
        return Change(UPDATED, record)

    def _add(self, kind: str, fields: dict, now: int) -> Change:
        """
        Add a record, or turn a dislike into a like and the other way round; evict at the cap.
        """
        moved = repetition.opposite(self, kind, fields)
        evicted = eviction.make_room(kind, self, now)
        if moved is not None:
            return self._turn_over(moved, kind, fields, now, evicted)
        record = self._made(kind, fields, now)
        change = Change(ADDED, record)
        puts = [(key_of(kind, record.id), encode(record))]
        if evicted is None:
            self.archive.add(record)
            return change
        if not self.archive_unavailable:
            evicted = eviction.overflow(self, puts, evicted)
        if evicted:
            change.archived = self.archive.move(evicted, puts)
        else:
            self.hot_store.apply(puts, [])
        return change

    def _made(self, kind: str, fields: dict, now: int) -> Record:
        """A new record with these fields, and the usual ones of its kind."""
        for name, value in _DEFAULTS.get(kind, ()):
            fields.setdefault(name, value)
        if kind == "todo":
            todo_times.complete(fields, now)
        for name in _NOT_CONTENT:
            if fields.get(name) is None:
                fields.pop(name, None)
        record = Record(self.ids.new(), kind, now, fields)
        record.approx = not self.clock.is_set()
        return record

    def _turn_over(
        self, moved: Record, kind: str, fields: dict, now: int, evicted: "list | None"
    ) -> Change:
        """A dislike becomes a like, or the other way round; what is `evicted` leaves for it."""
        screening.screen(fields, moved)
        record = moved.revised(now, **fields)
        record.kind = kind
        change = Change(UPDATED, record)
        if evicted:  # None: all of the new kind are core, and for once there is one more
            change.archived = self.archive.move(evicted, [])
        puts = [(key_of(kind, record.id), encode(record))]
        self.hot_store.apply(puts, [key_of(moved.kind, moved.id)])
        return change

    # -- correcting, deleting and completing (memory.changes.revision) --------------------------

    async def correct(
        self,
        id: str,
        kind: "str | None",
        content: object,
        given: dict,
        source: "str | None" = None,
        client: "str | None" = None,
        revs: "tuple[int, ...] | None" = None,
    ) -> Change:
        """
        Change the record `id`, hot or archived; `kind` is None or its own. Other fields stay.
        Raises NoMatch when there is no such record, Outdated where it has none of `revs`,
        Rejected, Refused, Broken.
        """
        async with self.lock:
            by = self._origin(source, client)
            return self._told(await revision.correct(self, id, kind, content, given, by, revs))

    async def delete(
        self,
        id: "str | list[str] | None" = None,
        kind: "str | None" = None,
        content: "str | None" = None,
        reason: str = "model_delete",
        by: "str | None" = None,
        revs: "tuple[int, ...] | None" = None,
    ) -> Change:
        """
        Put one record to the trash: by id, its exact content, or a part that only it has; or those
        of a list of ids, as one change. `by` names who asked. NOOP where there is none. Raises
        NoMatch (with candidates), Outdated where it has none of `revs`, StoreFull, Broken.
        """
        async with self.lock:
            deleted = await revision.delete(self, id, kind, content, reason, by, revs)
            return self._told(deleted)

    async def history(self, id: str) -> "list[Record]":
        """
        What a record says and said before, and what took its place, the newest first. Raises
        NoMatch where there is none, Rejected for what is no id, Broken.
        """
        return await history.chain(self, id)

    def put_state(self, record: Record, is_hot: bool) -> None:
        """
        Make the next state of a record durable where it is, and tell of it. For holders of the
        lock. Raises StoreFull, Broken, ArchiveUnavailable.
        """
        if is_hot:
            self.replace(record)
        else:
            self.archive.revise(record)
        self.backends.add(record)

    async def reword(self, known: "tuple[Record, bool]", content: str, evidence: tuple) -> None:
        """
        Give a record, which `record` gave, other words; the old ones stay as history. For holders
        of the lock. Raises StoreFull, Broken, ArchiveUnavailable.
        """
        record, is_hot = known
        fields = {"content": content, "evidence": evidence}
        new, old = repetition.reworded(self, record, is_hot, fields, self.clock.now())
        self.backends.add(new)
        self.backends.add(old)

    async def restore(self, id: str) -> Change:
        """Bring back what is in the trash, with what went with it. Raises as `trash.restore`."""
        async with self.lock:
            change = self._told(await trash.restore(self, id))
            await advice.came_back(self, change)
            return change

    async def complete(
        self, id: "str | None" = None, content: "str | None" = None, kind: str = "schedule"
    ) -> Change:
        """
        Close a todo, or an occurrence of a schedule; `kind` is of which the content is. A one-off
        stays hot, marked completed; a series advances to its next occurrence (`change.next`) and
        the closed one goes to the archive. Raises NoMatch (with the open ones as candidates),
        ClockUnset, StoreFull, Broken.
        """
        async with self.lock:
            return self._told(await revision.complete(self, id, content, kind))
