"""
Marks: what was told of an open schedule or todo, and what is to be told of it now.

Each is told twice: a schedule within the hour before its occurrence (mark AHEAD) and at its minute
(mark DUE), a todo at its `remind` and at its `due`; where those are one minute, once. A mark is
first announced, which begins the attempts, and then delivered, when a person has noticed it.
Firmware up to 0.1.0 knew no `delivered` and left it out: what it has announced counts as
delivered.
"""

from micropython import const

from memory.text import dates

from . import schedules
from .record import Record

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.interfaces import Clock

_MINUTE = 60
_NOBODY = 0  # in `delivered` and `due_delivered`: announced, and nobody has noticed it yet

AHEAD = "ahead"
DUE = "due"
KINDS = ("schedule", "todo")  # of which something is told
_TOLD_AHEAD = ("announced", "delivered")
_TOLD_DUE = ("due_announced", "due_delivered")


def time(record: Record) -> "int | None":
    """
    Local seconds that the record is about: where its occurrence begins, where a todo is due, or
    of one without that its `remind`; None for a todo without times, and for a day of every year.
    """
    if record.kind != "todo":
        return schedules.begins(record) if schedules.is_dated(record) else None
    due: "int | None" = record.get("due")
    return record.get("remind") if due is None else due


def moment(record: Record, mark: str) -> str:
    """The minute that names a mark: of a todo the one at which it is told."""
    at = time(record)
    if record.kind == "todo" and mark == AHEAD:
        at = record.get("remind", at)
    return "" if at is None else dates.minute(at)


def begins(record: Record) -> int:
    """`time`, for sorting: what has none is first."""
    at = time(record)
    return 0 if at is None else at


def _left(at: "int | None", clock: "Clock") -> "int | None":
    """Seconds until a local time, negative once it has passed."""
    return None if at is None else clock.instant(at) - clock.utc()


def _is_reached(at: "int | None", clock: "Clock", minutes: int = 0) -> bool:
    left = _left(at, clock)
    return left is not None and left <= minutes * _MINUTE


def due_within(records: list, clock: "Clock", minutes: int) -> list:
    """
    The open ones that begin or are due within these minutes or before now, and the todos of which
    `remind` has passed; soonest first.
    """

    def is_near(record: Record) -> bool:
        if _is_reached(time(record), clock, minutes):
            return True
        return record.kind == "todo" and _is_reached(record.get("remind"), clock)

    found = [record for record in records if schedules.is_open(record) and is_near(record)]
    return sorted(found, key=lambda record: (begins(record), record.id))


def to_announce(record: Record, clock: "Clock") -> "str | None":
    """
    AHEAD or DUE: what is to be announced of one that `due_within` has given. At its minute and
    later this is DUE alone. None where that was announced.
    """
    if record.kind == "todo":
        if not _is_reached(record.get("due"), clock):
            reached = _is_reached(record.get("remind"), clock)
            return AHEAD if reached and record.get("announced") is None else None
        return DUE if not announced_at_minute(record) else None
    if not _is_reached(time(record), clock):
        return AHEAD if record.get("announced") is None else None
    if announced_at_minute(record):
        return None
    by_former = record.get("announced") is not None and record.get("delivered") is None
    return None if by_former and is_late(record, clock) else DUE


def to_come(record: Record) -> "list[int]":
    """The local times at which something of it is still to be announced to the minute."""
    if not schedules.is_open(record):
        return []
    if record.kind != "todo":
        return [] if announced_at_minute(record) else [schedules.begins(record)]
    found = [] if announced_at_minute(record) else [record.get("due")]
    if record.get("announced") is None:
        found.append(record.get("remind"))
    return [at for at in found if at is not None]


def announced_at_minute(record: Record) -> bool:
    """
    True where the open occurrence has the mark DUE. A mark from before it is of an earlier one:
    firmware up to 0.1.0 does not take it away when a series goes on.
    """
    at = record.get("due_announced")
    return at is not None and (record.kind == "todo" or at >= schedules.begins(record))


def is_late(record: Record, clock: "Clock", mark: str = DUE) -> bool:
    """True when the minute at which it is told is over: of a schedule that of its occurrence."""
    at = time(record)
    if record.kind == "todo" and mark == AHEAD:
        at = record.get("remind", at)
    left = _left(at, clock)
    return left is not None and left <= -_MINUTE


def announced(record: Record, mark: str, now: int) -> Record:
    """The record with this mark announced now, and noticed by nobody yet."""
    changes = {}
    if mark == DUE:
        changes = {"due_announced": now, "due_delivered": _NOBODY}
    if record.get("announced") is None:
        changes["announced"] = now
        changes["delivered"] = _NOBODY
    return record.revised(now, **changes)


def to_deliver(record: Record) -> "str | None":
    """The mark that was announced and not delivered; DUE takes the place of AHEAD."""
    if not schedules.is_open(record):
        return None
    if announced_at_minute(record):
        return DUE if record.get("due_delivered") == _NOBODY else None
    return AHEAD if record.get("delivered") == _NOBODY else None


def delivered(record: Record, mark: str, now: int) -> Record:
    """The record with this mark delivered now. Who was told at the minute needs no other."""
    changes = {"due_delivered": now} if mark == DUE else {}
    if record.get("delivered") == _NOBODY:
        changes["delivered"] = now
    return record.revised(now, **changes)


def restored(record: Record, clock: "Clock") -> Record:
    """
    One that `due_within` no minutes has given, after a restore, with nothing left to announce.
    What had been told of it is told no more; of what had not, its mark is to be delivered.
    """
    now = clock.now()
    if announced_at_minute(record):
        return record
    told = record.get("announced") is not None and record.get("delivered") != _NOBODY
    if record.kind == "todo" and not _is_reached(record.get("due"), clock):
        return record if record.get("announced") is not None else announced(record, AHEAD, now)
    made = announced(record, DUE, now)
    return made.revised(now, due_delivered=now) if told else made


def moved(record: Record, changes: dict) -> dict:
    """What a todo of which these times change was told and is to be told again: to be set."""
    names: "tuple[str, ...]" = ()
    if "remind" in changes and changes["remind"] != record.get("remind"):
        names += _TOLD_AHEAD
    if "due" in changes and changes["due"] != record.get("due"):
        names += _TOLD_DUE
    return dict.fromkeys(names)


def to_complete(records: list) -> "Record | None":
    """Of several that answer to one name: the latest announced, else the coming one."""
    announced = [record for record in records if record.get("announced") is not None]
    if announced:
        return max(announced, key=begins)
    return min(records, key=begins) if records else None
