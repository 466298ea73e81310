"""
Todo times: when a todo is due, when to remind of it, and what becomes of both in a correction.

`due` and `remind` are local seconds (docs/FORMAT.md section 3). Who gave no `remind` is reminded
an hour before it is due, at 09:00 of the day of what is due at the end of one, and when it is due
where that is less than an hour away. Words of the owner, tools and REST come here alike. What was
told of a todo (`records/marks.py`) is told again where its time moves.
"""

from micropython import const

from memory.errors import ClockUnset, Rejected
from memory.records import marks
from memory.records.record import Record
from memory.text import dates

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.interfaces import Clock

_HOUR = const(3600)
_LAST_MINUTE = const(86340)  # seconds of a day: due on a day alone
_MORNING = const(32400)
NAMES = ("due", "remind")


def check(clock: "Clock", fields: dict) -> None:
    """
    Raise Rejected for a time of `fields` in the past or a `remind` after `due`, ClockUnset for any
    while the time is not known.
    """
    now = clock.now()
    for name in NAMES:
        at = fields.get(name)
        if at is None:
            continue
        if not clock.is_set():
            raise ClockUnset("clock", "the clock is not set, so nothing can be due")
        if clock.instant(at) < clock.utc() - now % 60:
            text = "%s %s is in the past; it is now %s" % (
                name,
                dates.minute(at),
                dates.minute(now),
            )
            raise Rejected(
                "past_time", text, field=name, value=dates.minute(at), now=dates.minute(now)
            )
    _check_order(fields.get("due"), fields.get("remind"))


def _check_order(due: "int | None", remind: "int | None") -> None:
    if due is not None and remind is not None and remind > due:
        last = dates.minute(due)
        text = "remind %s is later than due %s" % (dates.minute(remind), last)
        raise Rejected("remind_late", text, field="remind", value=dates.minute(remind), due=last)


def usual_remind(due: int, now: int) -> int:
    """When to remind of what is due then, where nobody said."""
    for at in (_ahead(due), due - _HOUR):
        if at > now:
            return at
    return due


def _ahead(due: int) -> int:
    is_day = due % dates.DAY == _LAST_MINUTE
    return due - _LAST_MINUTE + _MORNING if is_day else due - _HOUR


def complete(fields: dict, now: int) -> None:
    """Add `remind` to the fields of a new todo."""
    due = fields.get("due")
    if due is not None and fields.get("remind") is None:
        fields["remind"] = usual_remind(due, now)


def same(record: Record, fields: dict) -> bool:
    """True where a todo with these fields is this one: not one that is due another time."""
    due, other = record.get("due"), fields.get("due")
    return due is None or other is None or due == other


def correct(clock: "Clock", record: Record, changes: dict) -> None:
    """
    Complete `changes` of a todo, in which a time is what it is to be. Where `due` moves and
    `remind` is not told, it stays as long before, or when one is usually reminded. Raises as
    `check` does.
    """
    for name in NAMES:
        if name in changes and changes[name] == record.get(name):
            changes.pop(name)
    if "due" not in changes and "remind" not in changes:
        return
    check(clock, {name: changes[name] for name in NAMES if name in changes})
    now = clock.now()
    due, before = changes.get("due"), record.get("due")
    remind = record.get("remind")
    if due is not None and "remind" not in changes:
        if remind is None or (before is None and remind > due):
            changes["remind"] = usual_remind(due, now)
        elif before is not None and remind == _ahead(before):
            changes["remind"] = usual_remind(due, now)
        elif before is not None:
            at = due - (before - remind)
            changes["remind"] = at if at > now else due
    _check_order(changes.get("due", before), changes.get("remind", remind))
    changes.update(marks.moved(record, changes))
