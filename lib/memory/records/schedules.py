"""
Schedules: which occurrence comes next, which ones collide, and what was told of an occurrence.
Callers pass `now`, or a clock (memory.interfaces) where it matters how long something lasts: over
a change of the clock that is another figure than the difference of what the wall clock shows.

An occurrence is told twice, within the hour before it (mark AHEAD) and at its minute (mark DUE).
Each mark is first announced, which begins the attempts, and then delivered, when a person has
noticed it. Firmware up to 0.1.0 knew no `delivered` and left it out: what it has announced counts
as delivered.
"""

from micropython import const

from memory.text import dates

from .record import Record

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memory.interfaces import Clock

DURATION = 60  # minutes, where the owner gave none
_MINUTE = 60
_NOBODY = 0  # in `delivered` and `due_delivered`: announced, and nobody has noticed it yet

AHEAD = "ahead"
DUE = "due"
# The changes that make an occurrence one of which nothing was told.
NOT_TOLD = {"announced": None, "delivered": None, "due_announced": None, "due_delivered": None}


def begins(record: Record) -> int:
    """Seconds at which the record's open occurrence begins."""
    return dates.parse(record.get("when"))


def left(record: Record, clock: "Clock") -> int:
    """Seconds until the record's open occurrence begins, negative once it has begun."""
    return clock.instant(begins(record)) - clock.utc()


def is_open(record: Record) -> bool:
    """True while it is not completed."""
    return record.get("completed") is None


def advanced(record: Record, now: int) -> Record:
    """The series after its open occurrence was completed: the first one later than `now`."""
    repeat, day = record.get("repeat"), record.get("day", 1)
    after = dates.following(begins(record), repeat, day)
    after = dates.first_after(after, repeat, day, now)
    return record.revised(now, when=dates.minute(after), **NOT_TOLD)


def caught_up(record: Record, clock: "Clock", ahead: int) -> "Record | None":
    """
    A series of which another occurrence falls due within `ahead` seconds: the open one is closed
    as missed, the latest due opens. None where nothing was missed.
    """
    repeat, day = record.get("repeat"), record.get("day", 1)
    if not repeat or not is_open(record):
        return None
    limit = clock.utc() + ahead
    if clock.instant(dates.following(begins(record), repeat, day)) > limit:
        return None
    now = clock.now()
    by = now + ahead + dates.DAY  # no clock is moved by more
    latest, skipped = dates.last_by(begins(record), repeat, day, by)
    while clock.instant(latest) > limit:
        latest, skipped = dates.last_by(begins(record), repeat, day, latest - 1)
    missed = record.get("missed", 0) + skipped
    return record.revised(now, when=dates.minute(latest), missed=missed, **NOT_TOLD)


def same_series(record: Record, fields: dict) -> bool:
    """True where `fields`, those of a new schedule, say again when this series comes."""
    repeat = record.get("repeat")
    if not repeat or fields.get("repeat") != repeat:
        return False
    apart = dates.parse(fields["when"]) - begins(record)
    if repeat == 3:
        return apart == 0 or (apart % dates.DAY == 0 and record.get("day") == fields["day"])
    return apart % (dates.DAY if repeat == 1 else 7 * dates.DAY) == 0


def is_over(record: Record, now: int) -> bool:
    """
    True for what may leave hot memory when room is needed: dated events that have passed, one-offs
    that are completed or were due more than a day ago. What comes back is never over.
    """
    when = record.get("when")
    if record.kind == "schedule":
        late = begins(record) + dates.DAY <= now
        return not record.get("repeat") and (late or not is_open(record))
    if when is None:
        return True
    if len(when) == 5:
        return False
    return dates.parse(when[:10]) + dates.DAY <= now


def near(record: Record, at: int) -> list:
    """The occurrences of a schedule around a time: the last one begun by then, and the next."""
    first, repeat, day = begins(record), record.get("repeat"), record.get("day", 1)
    if not repeat or first > at:
        return [first]
    last, _ = dates.last_by(first, repeat, day, at)
    return [last, dates.following(last, repeat, day)]


def _collides(
    at: int, minutes: int, other: Record, instant: "Callable[[int], int]"
) -> "int | None":
    """Begin of the occurrence of `other` that overlaps `minutes` from `at`, or None."""
    for begin in near(other, at):
        length = other.get("duration", DURATION) * _MINUTE
        later = instant(begin) - instant(at)
        if -length < later < minutes * _MINUTE:
            return begin
    return None


def conflicts(record: Record, others: "Iterable[Record]", instant: "Callable[[int], int]") -> list:
    """
    [(other, begin)] of the open schedules whose duration overlaps that of the record, at its own
    next occurrence or at theirs; `instant` is that of a clock. A conflict is for telling; it never
    blocks.
    """
    found = []
    minutes = record.get("duration", DURATION)
    for other in others:
        if other.id == record.id or not is_open(other):
            continue
        begin = _collides(begins(record), minutes, other, instant)
        if begin is None:
            theirs = begins(other)
            length = other.get("duration", DURATION)
            if _collides(theirs, length, record, instant) is not None:
                begin = theirs
        if begin is not None:
            found.append((other, begin))
    return found


def due_within(records: list, clock: "Clock", minutes: int) -> list:
    """The open schedules that begin within these minutes or have begun already, soonest first."""
    most = minutes * _MINUTE
    found = [record for record in records if is_open(record) and left(record, clock) <= most]
    return sorted(found, key=lambda record: (begins(record), record.id))


def to_announce(record: Record, clock: "Clock") -> "str | None":
    """
    AHEAD or DUE: what is to be announced of an occurrence that is open and near or begun. At its
    minute and later this is DUE alone. None where that was announced.
    """
    if left(record, clock) > 0:
        return AHEAD if record.get("announced") is None else None
    if announced_at_minute(record):
        return None
    by_former = record.get("announced") is not None and record.get("delivered") is None
    return None if by_former and is_late(record, clock) else DUE


def announced_at_minute(record: Record) -> bool:
    """
    True where the open occurrence has the mark DUE. A mark from before it is of an earlier one:
    firmware up to 0.1.0 does not take it away when a series goes on.
    """
    at = record.get("due_announced")
    return at is not None and at >= begins(record)


def is_late(record: Record, clock: "Clock") -> bool:
    """True when the minute of its open occurrence is over."""
    return left(record, clock) <= -_MINUTE


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
    if not is_open(record):
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


def restored(record: Record, now: int) -> Record:
    """
    A begun occurrence after a restore, with nothing left to announce. What had been told of it is
    told no more; of what had not, DUE is to be delivered.
    """
    if announced_at_minute(record):
        return record
    told = record.get("announced") is not None and record.get("delivered") != _NOBODY
    made = announced(record, DUE, now)
    return made.revised(now, due_delivered=now) if told else made


def to_complete(records: list) -> "Record | None":
    """Of several that answer to one name: the latest announced, else the coming one."""
    announced = [record for record in records if record.get("announced") is not None]
    if announced:
        return max(announced, key=begins)
    return min(records, key=begins) if records else None
