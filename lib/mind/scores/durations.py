"""
Durations: how long a memory is kept, and what is due.

A model tells a duration by a word; where nobody has told one, it goes by the kind. What is short
or transient fades; what has a time of its end expires; what nobody needs is unused. Core memories
and those that were told to be permanent do none of this, and what has a successor or lies in the
trash is history. Owns the rule of each, not when they run: `due` is for a clock that is sure.

Where a record has no retention, nobody has told one: then only its own `expires` and `unused`
count. So a default of permanent is not written.
"""

from memory.errors import Rejected
from memory.records.fields import RETENTIONS
from memory.records.kinds import PROFILE
from memory.text import dates
from micropython import const

from . import categories, scores
from .task_words import is_about_task

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.records.record import Record

_DAY = const(86400)
_HOUR = const(3600)

# What may be told: its retention, and the days that it means, or the setting that has the time.
_WORDS = {
    "permanent": ("permanent", 0, ""),
    "30d": ("long", 30, ""),
    "7d": ("short", 7, ""),
    "24h": ("transient", 1, ""),
    "session": ("transient", 0, "session_hours"),
    "transient": ("transient", 0, "transient_days"),
    "short": ("short", 0, "short_days"),
    "long": ("long", 0, "long_days"),
}
WORDS = ("permanent", "30d", "7d", "24h", "session", "transient", "short", "long")
_TRANSIENT, _SHORT, _, _PERMANENT = range(4)  # places in RETENTIONS


def told(word: "Any", kind: str, numbers: "dict[str, Any]") -> "tuple[str, int | None, int]":
    """
    (retention, seconds that it lives or None, decay in thousandths a day) of a duration that was
    told of a memory of this kind. Those of a `session` begin with its end. Raises Rejected.
    """
    row = _WORDS.get(word) if isinstance(word, str) else None
    if row is None:
        allowed = ", ".join(WORDS)
        text = "duration must be one of %s" % allowed
        raise Rejected("not_allowed", text, field="duration", value=str(word), allowed=allowed)
    retention, days, setting = row
    if retention == "permanent":
        return retention, None, 0
    seconds = _seconds(setting, numbers) if setting else days * _DAY
    return retention, seconds, categories.default_decay(kind, numbers)


def told_fields(word: "Any", kind: str, now: int, numbers: "dict[str, Any]") -> "dict[str, Any]":
    """The fields of a memory that say what was told of its duration. Raises Rejected."""
    retention, seconds, decay = told(word, kind, numbers)
    fields: "dict[str, Any]" = {"retention": retention}
    if seconds is not None:
        fields["expires"] = dates.iso(now + seconds)
    if decay:
        fields["decay"] = decay
    return fields


def by_kind(kind: str, content: str, numbers: "dict[str, Any]") -> "tuple[str, int | None, int]":
    """The same where nobody has told a duration. Permanent stands for no `retention` at all."""
    row = categories.row_of(kind)
    decay = categories.default_decay(kind, numbers)
    if kind == "rule" and is_about_task(content):
        return "transient", _seconds("task_hours", numbers), decay
    if row is None or row.duration == "permanent":
        return "permanent", None, decay
    return row.duration, _seconds("lesson_days", numbers), decay


def faded_to(record: "Record", days: float, numbers: "dict[str, Any]") -> float:
    """What is left of its importance so many days after it was last used, 0 to 100."""
    kept = 1 - _decay(record, numbers) / 1000
    left: float = _importance(record, numbers) * kept ** max(days, 0)
    return left


def ends(record: "Record", last_used: "int | None", numbers: "dict[str, Any]") -> "int | None":
    """
    When it expires; None where it does not. A retention without a time ends so long after it was
    told, or after its last use where nobody knows when that was.
    """
    retention = record.get("retention", _PERMANENT)
    expires: "int | None" = record.get("expires")
    if expires is not None or retention >= _PERMANENT:
        return expires
    told_at = last_used if record.approx else record.get("updated", record.created)
    if told_at is None:
        return None
    found: int = told_at + _seconds(RETENTIONS[retention] + "_days", numbers)
    return found


def due(
    record: "Record", uses: int, last_used: "int | None", now: int, numbers: "dict[str, Any]"
) -> "tuple[str, int] | str | None":
    """
    What is due for a member of the notebook: the reason why it goes to the trash (`expired`,
    `faded`, `unused`), ("transient", the time of its end) where it has faded, or None.
    """
    if record.get("superseded_by") is not None or record.get("trashed_at") is not None:
        return None
    retention = record.get("retention")
    if (retention is not None and retention >= _PERMANENT) or scores.is_core(record, numbers):
        return None
    expires = ends(record, last_used, numbers)
    if expires is not None and expires <= now:
        return "expired"
    if not categories.is_semantic(record.kind):
        return None
    since = _last_touched(record, last_used)
    if since is None or now - since < _DAY:
        return None
    days = (now - since) / _DAY
    if retention in (_TRANSIENT, _SHORT):
        found = _fading(record, uses, days, expires, now, numbers)
        if found is not None:
            return found
    return "unused" if _is_unused(record, days, now, numbers) else None


def is_too_much(removed: int, looked_at: int, numbers: "dict[str, Any]") -> bool:
    """
    Whether a step that would remove so many of what it looks at has to stop: more than a quarter,
    and more than 20. A few may always go, or a small memory could never be cleaned.
    """
    share: int = numbers["guard_share"] * looked_at
    return removed * 100 > share and removed > numbers["guard_count"]


def _fading(
    record: "Record",
    uses: int,
    days: float,
    expires: "int | None",
    now: int,
    numbers: "dict[str, Any]",
) -> "tuple[str, int] | str | None":
    left = faded_to(record, days, numbers)
    if not _decay(record, numbers) or left >= numbers["fade_demote"]:
        return None
    if left < numbers["fade_trash"] and uses < numbers["fade_uses"]:
        return "faded"
    end = now + _seconds("demoted_hours", numbers)
    if expires is not None and expires <= end:
        if record.get("retention") == _TRANSIENT:
            return None  # it has its day already: another one each night would never end
        end = expires
    return "transient", end


def _is_unused(record: "Record", days: float, now: int, numbers: "dict[str, Any]") -> bool:
    if days < numbers["unused_days"] or record.kind in PROFILE:
        return False
    if record.kind == "todo" and record.get("completed") is None:
        return False
    if _importance(record, numbers) >= numbers["unused_importance"]:
        return False
    return not _is_to_come(record.get("when", ""), now)


def _is_to_come(when: str, now: int) -> bool:
    """True for a day that has not passed, and for one of every year."""
    if not when:
        return False
    day = dates.day_of(when)
    return day is None or dates.parse_day(day) >= now // _DAY


def _last_touched(record: "Record", last_used: "int | None") -> "int | None":
    """When it was told, changed or used; None where only a clock that was not set knows."""
    if record.approx:
        return last_used
    return max(last_used or 0, record.created, record.get("updated", 0))


def _decay(record: "Record", numbers: "dict[str, Any]") -> int:
    found: int = record.get("decay", categories.default_decay(record.kind, numbers))
    return found


def _importance(record: "Record", numbers: "dict[str, Any]") -> int:
    found: int = record.get("importance", numbers["untold_importance"])
    return found


def _seconds(name: str, numbers: "dict[str, Any]") -> int:
    """A setting in hours or days, in seconds."""
    found: int = numbers[name] * (_HOUR if name.endswith("_hours") else _DAY)
    return found
