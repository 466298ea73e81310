"""
Validation: checks a write against its kind and the field table; the values as they are stored, or
Rejected with what is allowed. What flash holds is not checked: `codec` reads it as it is.
"""

from micropython import const

from memory.errors import Rejected
from memory.text import dates
from memory.text.folding import has_half, is_number, plain, size

from . import emotions
from .fields import (
    CHOICE,
    DAY,
    EMOTIONS,
    FIRST_OPEN,
    INT,
    JSON,
    LIST,
    NUMBERS,
    TABLE,
    TEXT,
    TIME,
    bounds_of,
    described,
    row_of,
)
from .kinds import ALL_KINDS
from .kinds import row_of as row_of_kind
from .values import from_public, to_bytes

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .fields import Field
    from .record import Record

AGES = (0, 150)
TOLD_IMPORTANCE = (1, 5)  # as the tool tells it
IMPORTANCE_STEP = 20  # it is stored as 20 to 100
_STORED_IMPORTANCE = "importance_100"  # given as it is stored
REMOVED = object()  # given for a field that a correction is to take away
WHEN_SHAPES = "YYYY-MM-DD HH:MM"
DAY_SHAPES = "YYYY-MM-DD HH:MM / YYYY-MM-DD / MM-DD"
TODO_SHAPES = "YYYY-MM-DD HH:MM / YYYY-MM-DD"
# What people write where the field table counts seconds and days.
_SHAPES = {TIME: ("bad_time", "YYYY-MM-DDTHH:MM"), DAY: ("bad_day", "YYYY-MM-DD")}
_SHOWN_MOST = const(40)  # characters of a value that a message repeats
_SPELLED = {"age": '"%d" – "%d"' % AGES, "birthday": '"YYYY-MM-DD", "MM-DD"'}
_TODO_HOURS = {"due": 86340, "remind": 32400}  # seconds of a day, of a day alone


def clean_text(name: str, value: "object", cap: int, allowed: str = "") -> str:
    """
    The text, cleaned and stripped. Raises Rejected when empty, too long or no text, which tells
    what is `allowed`.
    """
    if not isinstance(value, str) or has_half(value):
        raise Rejected("not_text", "%s must be text" % name, field=name, allowed=allowed)
    value = plain(value).strip()
    # strip() with an argument goes by bytes in MicroPython and would cut into characters.
    while value.startswith("\u3000"):
        value = value[1:].strip()
    while value.endswith("\u3000"):
        value = value[:-1].strip()
    if not value:
        raise Rejected("empty", "%s is empty" % name, field=name)
    found = size(value)
    if found > cap:
        text = "%s has %d bytes of UTF-8; at most %d are allowed" % (name, found, cap)
        raise Rejected("too_long", text, field=name, size=found, cap=cap)
    return value


def clean_number(name: str, value: "object") -> int:
    """A whole number in its range. Raises Rejected."""
    return clean_within(name, value, TOLD_IMPORTANCE if name == "importance" else bounds_of(name))


def clean_within(name: str, value: "object", bounds: "tuple[int, int]") -> int:
    """A whole number within these bounds. Raises Rejected."""
    low, high = bounds
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        text = "%s must be a whole number from %d to %d" % (name, low, high)
        raise Rejected("out_of_range", text, field=name, low=low, high=high)
    return value


def _take_emotion(fields: dict, value: "object") -> None:
    fields["emotion_type"] = clean_emotion(value)
    if value in emotions.NAMES and value not in EMOTIONS:
        fields.setdefault("emotion_name", value)


def _take_emotion_name(fields: dict, value: "object") -> None:
    """A server's name, and which of the six it is, unless `emotion_type`, being later, says so."""
    if not isinstance(value, str) or value not in emotions.NAMES:
        names = ", ".join(sorted(emotions.NAMES))
        text = "emotion_name must be one of " + names
        raise Rejected("not_allowed", text, field="emotion_name", allowed=names)
    fields["emotion_name"] = value
    fields["emotion_type"] = emotions.number_of(value)


_EMOTION = {"emotion_type": _take_emotion, "emotion_name": _take_emotion_name}


def clean_emotion(value: "object") -> int:
    """
    Number of an emotion given as its word, as a XiaoZhi server's name or as its number. Raises
    Rejected.
    """
    found = emotions.number_of(value) if isinstance(value, str) else None
    if found is not None:
        return found
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(EMOTIONS):
        return value
    names = emotions.allowed()
    text = "emotion_type must be one of " + ", ".join(names)
    raise Rejected("not_allowed", text, field="emotion_type", allowed=names)


def clean_repeat(value: "object") -> int:
    """Number of a repeat given as its word. Raises Rejected."""
    if value not in dates.REPEATS:
        text = "repeat must be one of " + ", ".join(dates.REPEATS)
        raise Rejected("not_allowed", text, field="repeat", allowed=dates.REPEATS)
    return dates.REPEATS.index(value)


def clean_when(kind: str, value: "str") -> str:
    """A `when` in its stored spelling; a schedule's has hours and minutes. Raises Rejected."""
    shapes = WHEN_SHAPES if kind == "schedule" else DAY_SHAPES
    try:
        when = dates.normal_when(value)
    except (ValueError, AttributeError):
        when = ""
    if not when or (kind == "schedule" and not dates.has_time(when)):
        text = "datetime '%s' is not a real %s" % (value, shapes)
        raise Rejected("bad_when", text, field="datetime", value=str(value), allowed=shapes)
    return when


def clean_todo_time(name: str, value: "Any") -> int:
    """
    The minute at which a todo is due or reminded of, from text; a day alone is due at its last
    minute, and reminded of at 09:00. Raises Rejected.
    """
    try:
        when = dates.normal_when(value)
        at = dates.parse(when)
    except (ValueError, AttributeError):
        problem = "%s '%s' is not a real %s" % (name, value, TODO_SHAPES)
        raise Rejected("bad_time", problem, field=name, value=str(value), allowed=TODO_SHAPES)
    return at if dates.has_time(when) else at + _TODO_HOURS[name]


def clean_content(kind: str, value: "object") -> str:
    """A kind's content in its stored spelling. Raises Rejected."""
    if kind == "family" and value in (None, ""):
        return ""  # 妈妈, whose name was not told
    text = clean_text("content", value, row_of_kind(kind).content_cap, _SPELLED.get(kind, ""))
    if kind == "age":
        return _age(text)
    if kind == "birthday":
        try:
            when = dates.normal_when(text)
        except ValueError:
            when = ""
        if len(when) not in (5, 10):
            problem = "birthday '%s' is not YYYY-MM-DD or MM-DD" % text
            raise Rejected("bad_birthday", problem, field="content", value=text)
        return when
    return text


def _age(text: str) -> str:
    low, high = AGES
    digits = text[:-1].rstrip() if text.endswith("岁") else text
    if not is_number(digits) or len(digits) > 3 or not low <= int(digits) <= high:
        problem = "age must be a whole number from %d to %d" % (low, high)
        raise Rejected("bad_age", problem, field="content", low=low, high=high)
    return str(int(digits))


def clean_fields(kind: str, given: dict) -> "tuple[dict, list]":
    """
    (fields, ignored) of the optional values `given`: in stored form, and names that do not belong
    to this kind. None counts as absent, REMOVED is None in `fields`. Raises Rejected.
    """
    allowed = row_of_kind(kind).fields + ALL_KINDS
    fields: "dict[str, object]" = {}
    ignored = []
    for name in sorted(given):
        value = given[name]
        if value is None:
            continue
        if value is REMOVED and name in allowed:
            fields[name] = None
        elif name == "importance":
            fields[name] = clean_number(name, value) * IMPORTANCE_STEP
        elif name == _STORED_IMPORTANCE:
            fields["importance"] = clean_within("importance", value, bounds_of("importance"))
        elif name not in allowed:
            ignored.append(name)
        elif name in _EMOTION:
            _EMOTION[name](fields, value)
        elif name == "repeat":
            fields[name] = clean_repeat(value)
        elif name == "when":
            fields[name] = clean_when(kind, value)
        elif name in _TODO_HOURS:
            fields[name] = clean_todo_time(name, value)
        else:
            fields[name] = clean_value(row_of(name), value)
    _check_days(fields)
    if "emotion_type" in fields and fields["emotion_type"] is None:
        fields["emotion_name"] = None  # which says it, too
    return fields, ignored


def _check_days(fields: dict) -> None:
    begin, end = fields.get("valid_from"), fields.get("valid_to")
    if begin is not None and end is not None and end < begin:
        text = "valid_to must not be before valid_from"
        raise Rejected("bad_order", text, field="valid_to", first="valid_from")


def clean_value(row: "Field", value: "Any") -> "Any":
    """The stored form of a value as JSON has it, within the bounds of its field, or Rejected."""
    name, sort, bounds = row.name, row.sort, row.bounds
    if sort == INT:
        return clean_number(name, value)
    if sort == TEXT:
        return clean_text(name, value, bounds)
    if sort == LIST and isinstance(value, (list, tuple)) and len(value) <= bounds[0]:
        if not [True for one in value if not isinstance(one, str)]:
            return tuple([clean_text(name, one, bounds[1]) for one in value])
    if sort == CHOICE and value in bounds:
        return bounds.index(value)
    if sort not in (LIST, CHOICE):
        try:
            found = from_public(row, value)
            if sort != JSON or len(to_bytes(sort, found)) <= bounds:
                return found
        except (ValueError, TypeError, AttributeError):
            pass
    raise _outside(row, value)


def _outside(row: "Field", value: object = "") -> Rejected:
    name, sort, bounds = row.name, row.sort, row.bounds
    if sort == LIST:
        text = "%s must be a %s" % (name, described(row))
        return Rejected("bad_list", text, field=name, most=bounds[0], size=bounds[1])
    if sort in _SHAPES:
        code, allowed = _SHAPES[sort]
        text = "%s must be a time or day as %s" % (name, allowed)
        return Rejected(code, text, field=name, value=str(value)[:_SHOWN_MOST], allowed=allowed)
    allowed = ", ".join(bounds) if sort == CHOICE else described(row)
    text = "%s must be one of %s" if sort == CHOICE else "%s must be %s"
    return Rejected("not_allowed", text % (name, allowed), field=name, allowed=allowed)


def check_bounds(record: "Record", first: int = 1) -> None:
    """
    Raise Rejected for a field of the record, from number `first` on, that is out of the bounds of
    the field table. The bound of `content` depends on the kind and is not looked at; a choice may
    be a newer version's.
    """
    for name in sorted(record.fields):
        if NUMBERS[name] >= first:
            _check_bounds(TABLE[NUMBERS[name] - 1], record.fields[name])
    for name in sorted(record.other):
        if NUMBERS.get(name, 0) >= max(first, FIRST_OPEN) and row_of(name).sort != CHOICE:
            raise _outside(row_of(name))  # its value does not fit


def _check_bounds(row: "Field", value: "Any") -> None:
    sort, bounds = row.sort, row.bounds
    if sort == TEXT or sort == JSON:
        found = size(value) if sort == TEXT else len(to_bytes(sort, value))
        if bounds and found > bounds:
            text = "%s has %d bytes, at most %d are allowed" % (row.name, found, bounds)
            raise Rejected("too_long", text, field=row.name, size=found, cap=bounds)
    elif sort == LIST:
        if len(value) > bounds[0] or max([0] + [size(one) for one in value]) > bounds[1]:
            raise _outside(row)
    elif sort == INT:
        low, high = bounds
        if not low <= value <= high:
            text = "%s is not from %d to %d" % (row.name, low, high)
            raise Rejected("out_of_range", text, field=row.name, low=low, high=high)
