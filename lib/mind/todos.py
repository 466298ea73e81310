"""
Todos: what the owner has to do, told in time, and crossed off when it is done.

A todo is a record of kind `todo`: hot, 16 at most. `memory.changes.todo_times` has the rules of
its times, `memory.records.marks` what was told of it; whoever tells people asks there. A completed
one gives its place to the next todo at once, and goes to the archive in the night after a day.
Names are ids or words: of the open ones exactly these words, else the one that contains them.
"""

from memory.changes import near_duplicates
from memory.changes.change import NOOP, Change
from memory.errors import NoMatch
from memory.records import marks, schedules
from memory.search import record_matching
from memory.text import dates
from memory.text.script import fold

from . import done_matching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory.engine import Memory
    from memory.records.record import Record

KIND = "todo"


class Todos:
    """The todos of one memory. Each call is durable when it returns, or has changed nothing."""

    def __init__(self, memory: "Memory") -> None:
        self.memory = memory

    def items(self, with_completed: bool = True) -> "list[Record]":
        """The open ones, soonest first, those without a time last; then the completed ones."""
        records = self.memory.hot(KIND)
        open_ones = [record for record in records if schedules.is_open(record)]
        open_ones.sort(key=lambda one: (marks.time(one) is None, marks.begins(one), one.id))
        done = [record for record in records if not schedules.is_open(record)]
        done.sort(key=lambda one: -one.get("completed"))
        return open_ones + (done if with_completed else [])

    async def add(
        self,
        content: str,
        due: "int | str | None" = None,
        remind: "int | str | None" = None,
        source: "str | None" = None,
        client: "str | None" = None,
        evidence: "tuple[str, ...]" = (),
    ) -> Change:
        """
        A new todo; UPDATED or NOOP where these words are on the list for that time already. Times
        are local seconds, or text (`records.validation.TODO_SHAPES`). Raises Rejected for times
        that are over, CapReached with 16 open ones, ClockUnset for times without a clock,
        StoreFull, Broken. `evidence` are the turns that it was said in.
        """
        given = _times(due, remind)
        if evidence:
            given["evidence"] = evidence
        return await self.memory.write(KIND, content, given, source=source, client=client)

    async def correct(
        self,
        id: str,
        content: "str | None" = None,
        due: "int | str | None" = None,
        remind: "int | str | None" = None,
        source: "str | None" = None,
        client: "str | None" = None,
    ) -> Change:
        """Other words or times; what was told is told again where its time moves."""
        given = _times(due, remind)
        return await self.memory.correct(id, KIND, content, given, source, client)

    async def complete(self, id: "str | None" = None, content: "str | None" = None) -> Change:
        """Cross one off; NOOP for one that was. Raises NoMatch, Rejected, StoreFull, Broken."""
        if id is not None:
            self._check_kind(id)
        return await self.memory.complete(id, content, KIND)

    async def delete(
        self,
        id: "str | None" = None,
        content: "str | None" = None,
        reason: str = "model_delete",
        by: "str | None" = None,
    ) -> Change:
        """Put one to the trash. Raises as `complete`."""
        if id is None:
            id = record_matching.open_by_content(self.memory.hot(KIND), content, KIND).id
        return await self.memory.delete(id, KIND, None, reason, by)

    def _check_kind(self, id: str) -> None:
        """Raise NoMatch for a schedule, which `memory` completes."""
        for record in self.memory.every(("schedule", "event")):
            if record.id == id:
                raise NoMatch("no_todo", "%s is no todo" % id, [], value=id)

    def planned(self, content: str, due: "int | str | None") -> "Record | None":
        """The open schedule of that time that says the same; it reminds already."""
        when = dates.minute(due) if isinstance(due, int) else due
        for record in self.memory.every(("schedule",)):
            if schedules.is_open(record) and record.get("when") == when:
                if fold(record.content) == fold(content):
                    return record
                if near_duplicates.near(fold(content), record.content, False):
                    return record
        return None

    async def done(self, words: str, by: str = "") -> "Change | None":
        """
        Complete the one open todo that these words of the owner name, or each of those that they
        say at once, else what was due of the one schedule that they name; None where none does,
        or several otherwise (`done_matching`), or where it was made after this was done, `by` a
        minute. Raises StoreFull, Broken.
        """
        said = fold(words)
        found = []
        for record in self.items(False) + self._begun(by):
            if len(by) > 1 and dates.minute(record.created) > by:
                continue
            content = fold(record.content)
            if said == content:
                found = [record]
                break
            if done_matching.names(words, content):
                found.append(record)
        if [True for one in found if one.kind == KIND]:  # a plan of that name is another thing
            found = [one for one in found if one.kind == KIND]
        is_each = done_matching.each_of(said, [one.content for one in found])
        if not found or (len(found) > 1 and not is_each):
            return None
        for record in found:
            change = await self.memory.complete(record.id, None, KIND)
        return None if change.result == NOOP else change

    def _begun(self, by: str) -> "list[Record]":
        """The open schedules that have begun, or do so on the day on which something was done."""
        day = (dates.parse(by) if len(by) > 1 else self.memory.clock.now()) // dates.DAY
        records = self.memory.hot("schedule")
        records = [one for one in records if not one.suspect and schedules.is_open(one)]
        return [one for one in records if schedules.begins(one) // dates.DAY <= day]


def _times(due: "int | str | None", remind: "int | str | None") -> dict:
    given = {}
    for name, at in (("due", due), ("remind", remind)):
        if at is not None:
            given[name] = dates.minute(at) if isinstance(at, int) else at
    return given
