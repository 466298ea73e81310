"""
Corrected times: what has a date, moved by the time that is right: the 6th, 后天, at ten.

What is right may be a day, a time of it or both; what it leaves open stays as it was: the hour,
the half of the day, the month of "the 6th". Pure; `now` in local seconds.
"""

from memory.extract import words_en, words_zh
from memory.extract.date_phrases import AFTERNOON, MORNING, Marks, resolve
from memory.extract.scan import is_chinese
from memory.extract.time_phrases import read
from memory.text import dates
from memory.text.script import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SEASONS = (
    "|春天|夏天|秋天|冬天|春季|夏季|秋季|冬季|spring|summer|autumn|fall|winter|the spring"
    "|the summer|the autumn|the fall|the winter|"
)
_LAST_MINUTE = 86340  # of a day, where a day alone is due
_YEARLY = 5  # characters of MM-DD
_BEFORE = ("", "on ", "at ", "in ")  # what is read alone or behind one of these
_BEFORE_ZH = ("", "下午", "早上")  # 2点 is a time behind a part of the day


def when(text: str, now: int, clock: "int | None" = None) -> "Marks | None":
    """
    The marks of a text that is a time and nothing else; None for any other. A number alone is
    one where there is a `clock`, seconds of the day, that it can be instead of.
    """
    chinese = is_chinese(text)
    low = fold(text).strip()
    for before in _BEFORE_ZH if chinese else _BEFORE:
        if before == "at " and clock is None:
            continue
        said = before + low + ("" if chinese else " ")
        marks = Marks()
        places, end = read(said, now, marks, words_zh.WHEN if chinese else words_en.WHEN)
        left = [said[places[at] : places[at + 1]].strip() for at in range(0, len(places), 2)]
        if marks.seen and end == len(said) and not "".join(left):
            if chinese and before:
                marks.part = 0
            return marks
    return None


def stretch(text: str, now: int) -> "tuple[int, int] | None":
    """Where the one time of a text stands, without its preposition; None where none or two do."""
    chinese = is_chinese(text)
    low = fold(text) + ("" if chinese else " ")
    places, end = read(low, now, Marks(), words_zh.WHEN if chinese else words_en.WHEN)
    bounds = [0] + places + [min(end, len(text))]
    pairs = [(bounds[at], bounds[at + 1]) for at in range(0, len(bounds), 2)]
    found = [pair for pair in pairs if low[pair[0] : pair[1]].strip()]
    if len(found) != 1 or end < len(low):
        return None
    begin, end = found[0]
    if low[begin : begin + 3] in ("on ", "in ", "at "):
        begin += 3
    return begin, begin + len(text[begin:end].rstrip())


def delayed(kind: str, fields: dict, seconds: int, now: int) -> "dict | None":
    """The fields of a plan or todo so many seconds later; None where it has no such time."""
    name = "due" if kind == "todo" else "when"
    old = _text(fields.get(name))
    before = 0 if len(old) <= _YEARLY else dates.parse(old)
    is_day = not dates.has_time(old) or before % dates.DAY == _LAST_MINUTE
    if not before or before + seconds <= now or (is_day and seconds % dates.DAY):
        return None
    return _at(fields, name, dates.minute(before + seconds)[: len(old)], seconds)


def moved(kind: str, fields: dict, right: str, now: int) -> "dict | None":
    """The fields of a plan or todo at another time; None where `right` is none to come."""
    name = "due" if kind == "todo" else "when"
    old = _text(fields.get(name))
    if not old:
        return None
    before = 0 if len(old) == _YEARLY else dates.parse(old)
    clock = before % dates.DAY
    has_clock = dates.has_time(old) and clock != _LAST_MINUTE
    marks = when(right, now, clock if has_clock else None)
    if marks is None or (kind == "event" and not marks.dated()):
        return None
    if fields.get("repeat") in (1, dates.REPEATS[1]) and marks.dated():
        return None
    if marks.monthday is not None and marks.month is None and marks.months is None:
        marks.month = int(old[-5:-3]) if len(old) == _YEARLY else int(old[5:7])
    if len(old) == _YEARLY:
        if not marks.month or not marks.monthday:
            return None
        return _with(fields, name, "%02d-%02d" % (marks.month, marks.monthday))
    if not marks.dated():
        marks.day = before // dates.DAY
    if has_clock and marks.timed() and not marks.part and 0 < (marks.hour or 0) < 13:
        marks.part = AFTERNOON if clock >= 43200 else MORNING
    resolved = resolve(marks, now)
    if resolved is None or len(resolved[0]) < 10 or resolved[1]:
        return None
    new = resolved[0] if kind != "event" else resolved[0][:10]
    if kind != "event" and not dates.has_time(new):
        new += old[10:]
    return _at(fields, name, new, dates.parse(new) - before)


def _at(fields: dict, name: str, value: str, seconds: int) -> "dict[str, Any]":
    """The fields with another time, their `remind` as far from it as it was."""
    found = _with(fields, name, value)
    remind = _text(fields.get("remind"))
    if remind:
        found["remind"] = dates.minute(dates.parse(remind) + seconds)
    return found


def _with(fields: dict, name: str, value: str) -> "dict[str, Any]":
    found = dict(fields)
    found[name] = value
    return found


def _text(when: "int | str | None") -> str:
    return dates.minute(when) if isinstance(when, int) else when or ""
