"""Schedules: which occurrence comes next, and which ones collide. Callers pass `now`."""

from micropython import const

from memory.text import dates

from .record import Record

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable

DURATION = 60  # minutes, where the owner gave none
_MINUTE = 60


def begins(record: Record) -> int:
    """Seconds at which the record's open occurrence begins."""
    return dates.parse(record.get("when"))


def is_open(record: Record) -> bool:
    """True while it is not completed."""
    return record.get("completed") is None


def advanced(record: Record, now: int) -> Record:
    """The series after its open occurrence was completed: the first one later than `now`."""
    repeat, day = record.get("repeat"), record.get("day", 1)
    after = dates.following(begins(record), repeat, day)
    after = dates.first_after(after, repeat, day, now)
    return record.revised(now, when=dates.minute(after), announced=None)


def caught_up(record: Record, now: int, ahead: int) -> "Record | None":
    """
    A series of which another occurrence falls due within `ahead` seconds: the open one is closed
    as missed, the latest due opens. None where nothing was missed.
    """
    repeat, day = record.get("repeat"), record.get("day", 1)
    if not repeat or not is_open(record):
        return None
    if dates.following(begins(record), repeat, day) > now + ahead:
        return None
    latest, skipped = dates.last_by(begins(record), repeat, day, now + ahead)
    missed = record.get("missed", 0) + skipped
    return record.revised(now, when=dates.minute(latest), announced=None, missed=missed)


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


def _collides(at: int, minutes: int, other: Record) -> "int | None":
    """Begin of the occurrence of `other` that overlaps `minutes` from `at`, or None."""
    for begin in near(other, at):
        length = other.get("duration", DURATION) * _MINUTE
        if at < begin + length and begin < at + minutes * _MINUTE:
            return begin
    return None


def conflicts(record: Record, others: "Iterable[Record]") -> list:
    """
    [(other, begin)] of the open schedules whose duration overlaps that of the record, at its own
    next occurrence or at theirs. A conflict is for telling; it never blocks.
    """
    found = []
    minutes = record.get("duration", DURATION)
    for other in others:
        if other.id == record.id or not is_open(other):
            continue
        begin = _collides(begins(record), minutes, other)
        if begin is None:
            theirs = begins(other)
            if _collides(theirs, other.get("duration", DURATION), record) is not None:
                begin = theirs
        if begin is not None:
            found.append((other, begin))
    return found


def due_within(records: list, now: int, minutes: int) -> list:
    """The open schedules that begin within these minutes or have begun already, soonest first."""
    until = now + minutes * _MINUTE
    found = [record for record in records if is_open(record) and begins(record) <= until]
    return sorted(found, key=lambda record: (begins(record), record.id))


def to_complete(records: list) -> "Record | None":
    """Of several that answer to one name: the latest announced, else the coming one."""
    announced = [record for record in records if record.get("announced") is not None]
    if announced:
        return max(announced, key=begins)
    return min(records, key=begins) if records else None
