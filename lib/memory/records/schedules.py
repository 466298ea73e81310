"""
Schedules: which occurrence comes next, and which ones collide. What was told of one is in
marks.py.

Callers pass `now`, or a clock (memory.interfaces) where it matters how long something lasts: over
a change of the clock that is another figure than the difference of what the wall clock shows.
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
_YEARLY = const(5)  # characters of MM-DD
# The changes that make an occurrence one of which nothing was told.
NOT_TOLD = {"announced": None, "delivered": None, "due_announced": None, "due_delivered": None}


def begins(record: Record) -> int:
    """Seconds at which the record's open occurrence begins."""
    return dates.parse(record.get("when"))


def is_dated(record: Record) -> bool:
    """True for what has a day of its own; an event on one of every year, MM-DD, has none."""
    return len(record.get("when", "")) > _YEARLY


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
    if not is_dated(record):
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
