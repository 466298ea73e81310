"""
Night: what fades, expires or was never used leaves the notebook, at three in the morning.

Owns the walk over the members, a few a step, and the guard that keeps one night from emptying the
memory: where more than a quarter, and more than 20, would leave, nothing does, and it says so.
What leaves goes to the trash with its reason; when it is due is in `scores/durations`. The caller
decides when, and that the clock is known to be right; its `step` may also end the night. After a
power cut the same call does the rest, since what is due is read from the records.
"""

from memory.changes import trash
from memory.erase import purge
from memory.records.fields import RETENTIONS
from memory.search.trash_query import TrashQuery
from memory.text import dates
from memory.upkeep.retention import next_step
from micropython import const

from . import attachments
from .notebook.members import EXPIRES
from .scores import durations

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from memory.records.record import Record

    from .mind import Mind

_PURGED_MOST = const(50)  # records erased in one night
_STEP = const(4)  # members after which others may run


class Tidied:
    """What a night did: ids `moved` to the trash by reason, `demoted` ones; or `stopped`."""

    def __init__(self) -> None:
        self.moved: "dict[str, list[str]]" = {}
        self.demoted: "list[str]" = []
        self.purged: "list[str]" = []
        self.looked_at = 0
        self.stopped = 0  # how many would have left

    def words(self) -> str:
        """For the log."""
        if self.stopped:
            return "%d of %d memories would leave in one night: none did" % (
                self.stopped, self.looked_at
            )  # fmt: skip
        parts = ["%d %s" % (len(self.moved[name]), name) for name in sorted(self.moved)]
        parts += ["%d erased" % len(self.purged)] if self.purged else []
        return "out of the notebook or the trash: " + ", ".join(parts)


async def tidy(mind: "Mind", step: "Callable[[], Awaitable[None]]" = next_step) -> Tidied:
    """Do what is due. Raises ArchiveUnavailable, StoreFull, Broken."""
    done = Tidied()
    await _purge(mind, done, step)
    left = await attachments.leave(mind, step)
    if left:
        done.moved["expired"] = left
    due = await _due(mind, done, step)
    leaving = [row for row in due if row[1] != "demoted"]
    if durations.is_too_much(len(leaving), done.looked_at, mind.numbers):
        done.stopped = len(leaving)
        return done
    for id, what, expires in due:
        async with mind.memory.lock:
            known = await mind.memory.record(id)
            if known is None:
                continue
            if what == "demoted":
                _demote(mind, known, expires)
                done.demoted.append(id)
            else:
                trash.put(mind.memory, [known], what)
                mind.notebook.remove(id)
                done.moved.setdefault(what, []).append(id)
        await step()
    return done


async def _purge(mind: "Mind", done: Tidied, step: "Callable[[], Awaitable[None]]") -> None:
    """
    Erase what the owner deleted and the trash has given up, and attachments past their time; with
    the setting `after_trash=delete` what left the notebook too. What a model deleted is never
    erased.
    """
    reasons = ("user_delete",)
    if mind.numbers["after_trash"] == "delete":
        reasons = ("user_delete", "evicted", "faded", "expired", "unused")  # type: ignore[assignment]
    query = TrashQuery(mind.clock.now(), _PURGED_MOST, 0, reasons, True)
    page, _ = await mind.memory.recall(query)
    query = TrashQuery(mind.clock.now(), _PURGED_MOST, 0, ("expired",), True)
    query.only = attachments.KIND
    past, _ = await mind.memory.recall(query)
    known = [record.id for record in page]
    for record in list(page) + [record for record in past if record.id not in known]:
        await purge.purge(mind.memory, record.id)
        done.purged.append(record.id)
        await step()


async def _due(mind: "Mind", done: Tidied, step: "Callable[[], Awaitable[None]]") -> list:
    """[(id, reason or "demoted", when it ends)] of the members, all of which are looked at."""
    notebook = mind.notebook
    now = mind.clock.now()
    today = notebook.today()
    unused = int(mind.numbers["unused_days"])
    found = []
    ids = [notebook.members.get(row).id for row in range(notebook.members.count)]
    for number, id in enumerate(ids):
        if number % _STEP == 0:
            await step()
        row = notebook.members.find(id)
        if row < 0:
            continue
        done.looked_at += 1
        member = notebook.members.get(row)
        may_end = member.flags & EXPIRES or member.retention != RETENTIONS.index("permanent")
        if not may_end and today - member.last < unused:
            continue
        record = await mind.read(id)
        if record is None:
            continue
        what = durations.due(
            record, member.uses, _last_used(record, member.last), now, mind.numbers
        )
        if isinstance(what, tuple):
            found.append((id, "demoted", what[1]))
        elif what is not None:
            found.append((id, what, 0))
    return found


def _last_used(record: "Record", day: int) -> int:
    """When a memory was used last, as a local time; when it was told where it never was."""
    return max(record.created, day * dates.DAY)


def _demote(mind: "Mind", known: "tuple[Record, bool]", expires: int) -> None:
    changes = {"retention": RETENTIONS.index("transient"), "expires": expires}
    mind.memory.put_state(known[0].revised(mind.clock.now(), **changes), known[1])
