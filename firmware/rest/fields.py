"""
Fields: from the members of a JSON object to what memory is told, by kind.

Owns which members a kind takes, under the names of the field table for REST, and that importance
is told from 0 to 100, scores perhaps with a fraction, and times with their zone. Values are
checked by memory itself.
"""

from memory.changes.todo_times import NAMES
from memory.records.fields import TIME, rest_name, row_of
from memory.records.kinds import ALL_KINDS
from memory.records.kinds import row_of as row_of_kind
from memory.records.validation import REMOVED
from memory.text import dates
from micropython import const
from mind import attachments
from mind.scores.categories import CATEGORIES, TABLE, category_of

from firmware.words.rest import may_be

from .answers import Problem

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.interfaces import Clock

KINDS = tuple([row.kind for row in TABLE])
_NAMING = ("kind", "category", "content")
_SCORES = ("importance", "e", "i", "p", "j", "confidence")
_DAY_CHARACTERS = const(10)


def kind_of(body: "dict[str, Any]", fixed: "str | None") -> str:
    """The kind that a new memory is to have; `fixed` is that of the path, where it says one."""
    kind, category = body.get("kind"), body.get("category")
    if kind is not None and kind not in KINDS:
        raise Problem(400, "bad_value", name="kind", allowed=", ".join(KINDS))
    if category is not None and category not in CATEGORIES:
        raise Problem(400, "bad_value", name="category", allowed=", ".join(CATEGORIES))
    # Each category is also the name of its plainest kind.
    found: "str | None" = kind or category or fixed
    if found is None:
        raise Problem(400, "kind_missing", allowed=", ".join(KINDS))
    if fixed is not None and found != fixed:
        raise Problem(400, "bad_value", name="kind", allowed=fixed)
    check_category(body, found)
    return found


def check_category(body: "dict[str, Any]", kind: str) -> None:
    """Raise Problem where a body names a category that is not that of this kind."""
    if body.get("category") not in (None, category_of(kind)):
        raise Problem(400, "other_category", kind=kind, category=category_of(kind))


def taken_completed(body: "dict[str, Any]") -> "bool | None":
    """Take `completed` out of a body: true crosses a todo off, false or null opens it again."""
    if "completed" not in body:
        return None
    completed = body.pop("completed")
    if completed is not None and not isinstance(completed, bool):
        raise Problem(400, "bad_value", name="completed", allowed="true, false, null")
    return completed is True


def check_stays(body: "dict[str, Any]", kind: str) -> None:
    """Raise Problem where a change is to take away what every memory has."""
    for name in _NAMING:
        if name in body and body[name] is None:
            allowed = ", ".join(sorted(_names(kind)))
            raise Problem(400, "no_null", name=name, allowed=allowed)


def _names(kind: str) -> "dict[str, str]":
    """The optional fields of a kind, by the names that they have here."""
    return {rest_name(name): name for name in row_of_kind(kind).fields + ALL_KINDS}


def given(body: "dict[str, Any]", kind: str, clock: "Clock", removes: bool) -> "dict[str, Any]":
    """
    The optional fields that a body has, as `Memory.write` takes them; null counts as absent, or,
    where it `removes`, takes the field away.
    """
    names = _names(kind)
    found: "dict[str, Any]" = {}
    for shown in sorted(body):
        if shown in _NAMING:
            continue
        name = names.get(shown)
        if name is None:
            naming = _NAMING[:1] if kind == attachments.KIND else _NAMING
            allowed = may_be(naming + tuple(sorted(names)))
            raise Problem(400, "no_member", name=shown[:40], allowed=allowed)
        value = _rounded(body[shown]) if name in _SCORES else body[shown]
        if value is None:
            value = REMOVED if removes else None
        elif name == "importance":
            name = "importance_100"
        elif name in NAMES and isinstance(value, str) and len(value) == _DAY_CHARACTERS:
            pass  # a day alone: memory knows until when that is
        elif row_of(name).sort == TIME or _has_zone(name, value):
            at = local(shown, value, clock)
            value = dates.iso(at)
            if name == "expires" and clock.is_set() and clock.instant(at) <= clock.utc():
                now = dates.iso(clock.now())
                raise Problem(400, "past_moment", name=shown, value=value, now=now)
        found[name] = value
    return found


def _rounded(score: "Any") -> "Any":
    """
    A score without its fraction. Memory refuses what stays: no number from 0 to 100, and what may
    be meant as a share of one, 0.7.
    """
    if isinstance(score, float) and (score == 0 or 1 <= score <= 100):
        return int(score + 0.5)
    return score


def of_attachment(body: "dict[str, Any]", clock: "Clock", removes: bool) -> "dict[str, Any]":
    """`given` for an attachment, which is called what it says: nobody tells its content."""
    for name in _NAMING:
        if name in body and (name != "kind" or body[name] != attachments.KIND):
            names = _NAMING[:1] + tuple(sorted(_names(attachments.KIND)))
            raise Problem(400, "no_member", name=name, allowed=may_be(names))
    return given(body, attachments.KIND, clock, removes)


def _has_zone(name: str, value: object) -> bool:
    """True for a `when` that is told with its zone; days have none, and memory reads the rest."""
    if name != "when" or not isinstance(value, str):
        return False
    text, ahead = _split_zone(value)
    return ahead is not None and len(text) > _DAY_CHARACTERS


def local(shown: str, value: object, clock: "Clock") -> int:
    """Local seconds of a time that may have a zone."""
    if not isinstance(value, str):
        raise Problem(400, "bad_moment", name=shown)
    text, ahead = _split_zone(value)
    try:
        seconds = dates.parse(text)
    except ValueError:
        raise Problem(400, "bad_moment", name=shown)
    if ahead is None:
        return seconds
    utc = seconds - ahead
    found = utc
    for _ in range(2):  # the zone's offset is that of the moment itself
        found = utc + found - clock.instant(found)
    return max(found, 0)


def _split_zone(text: str) -> "tuple[str, int | None]":
    """(the time without its zone, the seconds by which that is ahead of UTC, None without one)."""
    if text.endswith("Z"):
        return text[:-1], 0
    raw = text.encode()
    if len(raw) < 22 or raw[-6] not in b"+-" or raw[-3] != 58:
        return text, None
    digits = raw[-5:-3] + raw[-2:]
    if not digits.isdigit() or int(digits[:2]) > 14 or int(digits[2:]) > 59:
        return text, None
    ahead = int(digits[:2]) * 3600 + int(digits[2:]) * 60
    return text[:-6], -ahead if raw[-6] == 45 else ahead
