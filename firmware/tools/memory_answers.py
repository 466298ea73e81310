"""
Memory answers: the JSON objects that show memory, and how they fit their budget.

Owns the public shape of records and lists (docs/PROTOCOL.md) and the order in which a long answer
is filled. memory_tool.py and firmware/prompts use them. Reads memory, changes nothing.
"""

import io
import json
from collections import OrderedDict

from memory.records import emotions, marks, schedules
from memory.records.fields import rest_name
from memory.records.kinds import PROFILE, WRITABLE
from memory.records.values import public
from memory.text import dates
from memory.text.folding import plain
from micropython import const

from firmware.words.messages import say

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from memory.engine import Memory
    from memory.records.codec import Record
    from memory.search.recall import Page

    from firmware.companion.pet import Pet

MAX_BYTES = 6000  # of UTF-8 JSON text: fits every channel and the context of small models
_ROOM_FOR_MORE = const(450)  # bytes reserved for status, message and `more`
_ROOM_AROUND_LIST = const(400)  # bytes reserved for what is beside a single list
_ROOM_AROUND_TEXT = const(300)  # bytes of a short message that are around the text
_FLAT_MOST = const(16)  # members of an object that is one piece of JSON
_TWICE = "2025-06-18"  # the protocol revision from which a result has its JSON twice
UPCOMING_MINUTES = 60
_WEEK = 7 * dates.DAY

# (name of the list in `read`, kind), in the order in which an answer is filled, so that the last
# are the first to be shortened. The profile, upcoming schedules and those of the next seven days
# come before all of them.
LISTS = (
    ("facts", "fact"),
    ("schedules", "schedule"),
    ("family", "family"),
    ("likes", "like"),
    ("dislikes", "dislike"),
    ("goals", "goal"),
    ("events", "event"),
    ("traits", "trait"),
    ("habits", "habit"),
    ("moments", "moment"),
)
_PREFERENCES = ("likes", "dislikes")
_LISTED = [kind for _, kind in LISTS]
UNLISTED = [kind for kind in WRITABLE if kind not in _LISTED and kind not in PROFILE]
_IMPORTANCE_STEP = 20


class Budget:
    """
    How many bytes an answer may still take: MAX_BYTES of text and, on a channel whose complete
    message may have `room` bytes (0: no limit), what that leaves. In the message, quotes and
    backslashes of the text are escaped, and from the revision _TWICE on its JSON comes again
    unescaped.
    """

    def __init__(self, room: int = 0, version: str = "") -> None:
        self._text = MAX_BYTES
        self._wire = room - _ROOM_AROUND_TEXT if room else 4 * MAX_BYTES
        self._twice = version >= _TWICE

    def take(self, piece: bytes, more: int = 0) -> bool:
        """Count `piece` with `more` bytes around it; whether it and all before it fit."""
        size = len(piece) + more
        self._text -= size
        self._wire -= size + piece.count(b'"') + piece.count(b"\\")
        if self._twice:
            self._wire -= size
        fits = self._text >= 0 and self._wire >= 0
        if not fits:
            self._text = -1
        return fits

    def reserve(self, size: int) -> None:
        """Count so many bytes of text, some of them quotes, for what is added later."""
        self._text -= size
        self._wire -= size + size // 4 + (size if self._twice else 0)


def list_of(kind: str) -> str:
    """The name of the list that a kind is in."""
    return [name for name, of in LISTS if of == kind].pop()


def encoded(value: "Any") -> bytes:
    """Compact JSON of a value without bytes in it."""
    out = io.BytesIO()  # no str, which is looked up among all names
    json.dump(value, out, separators=(",", ":"))  # type: ignore[call-overload]
    return out.getvalue()


def pieces(value: "Any") -> "list[bytes]":
    """Compact JSON in pieces, so that no large block is needed; bytes in it are JSON already."""
    found: "list[bytes]" = []
    _encode(value, found)
    return found


def _encode(value: "Any", found: "list[bytes]") -> None:
    if isinstance(value, bytes):
        found.append(value)
    elif not isinstance(value, (dict, list)) or _is_flat(value):
        found.append(encoded(value))
    else:
        named = isinstance(value, dict)
        mark = b"{" if named else b"["
        for one in value:
            found.append(mark)
            mark = b","
            if named:
                found.append(json.dumps(one).encode() + b":")
            _encode(value[one] if named else one, found)
        found.append(b"}" if named else b"]")


def _is_flat(value: "Any") -> bool:
    """True for few members that are neither lists nor objects, nor JSON: they make one piece."""
    inside = value.values() if isinstance(value, dict) else value
    few = len(value) <= _FLAT_MOST
    return few and not [True for one in inside if isinstance(one, (bytes, dict, list))]


def shape(record: "Record", now: int) -> "OrderedDict[str, Any]":
    """A record as `read` and its lists show it."""
    out: "OrderedDict[str, Any]" = OrderedDict()
    out["id"] = record.id
    if record.suspect:
        out["suspect"] = True
    if record.kind == "family":
        out["relation"] = plain(record.get("relation"))
        out["name"] = plain(record.content)
        out["closeness"] = record.get("closeness")
        return out
    out["content"] = plain(record.content)
    if record.get("when") is not None:
        out["datetime"] = record.get("when")
    if record.kind in marks.KINDS:
        (_todo if record.kind == "todo" else _schedule)(out, record, now)
    elif record.get("priority") is not None:
        out["priority"] = record.get("priority")
    _details(out, record)
    if record.kind in ("fact", "moment"):
        out["date"] = dates.day_text(record.created)
    if record.get("superseded_by") is not None:
        out["superseded_by"] = record.get("superseded_by")
    return out


def _details(out: "OrderedDict", record: "Record") -> None:
    for name, text in (("topic", record.get("topic")), ("subject", record.another)):
        if text:
            out[name] = plain(text)
    for name in ("emotion_type", "emotion_intensity", "importance"):
        if record.get(name) is not None:
            out[name] = shown(record, name)
    felt = emotions.name_of(record)
    if felt is not None:
        out["emotion_name"] = plain(felt)


def _schedule(out: "OrderedDict", record: "Record", now: int) -> None:
    out["repeat"] = dates.REPEATS[record.get("repeat", 0)]
    out["priority"] = record.get("priority")
    out["duration_minutes"] = record.get("duration")
    out["announced"] = record.get("announced") is not None
    out["completed"] = not schedules.is_open(record)
    if schedules.is_open(record) and schedules.begins(record) < now:
        out["late"] = True


def _todo(out: "OrderedDict", record: "Record", now: int) -> None:
    for name in ("due", "remind"):
        if record.get(name) is not None:
            out[name] = dates.minute(record.get(name))
    out["announced"] = record.get("announced") is not None
    out["completed"] = not schedules.is_open(record)
    at = marks.time(record)
    if schedules.is_open(record) and at is not None and at < now:
        out["late"] = True


def shown(record: "Record", name: str) -> "Any":
    """The public value of a field: importance 1 to 5, emotions as words."""
    value = record.get(name)
    if name == "importance":
        return max(1, (value + _IMPORTANCE_STEP - 1) // _IMPORTANCE_STEP)
    return public(name, value)


def profile(memory: "Memory", asked: bool = False) -> "OrderedDict[str, Any]":
    """The profile's known values; flagged ones (prompt injection) only where `asked` for."""
    out: "OrderedDict[str, Any]" = OrderedDict()
    for kind in PROFILE:
        for record in memory.each(kind):
            if asked or not record.suspect:
                out[kind] = int(record.content) if kind == "age" else plain(record.content)
    return out


def unflagged(records: "Iterable[Record]") -> "Iterator[Record]":
    """The records that may be shown without being asked for; what others like is not."""
    return filter(lambda record: not (record.suspect or record.another), records)


def unasked_text(record: "Record") -> str:
    """The content to show where the record was not asked for: of a flagged one a notice."""
    return say("suspect_words") if record.suspect else plain(record.content)


def upcoming(memory: "Memory") -> "list[Record]":
    """Open schedules and todos due within the hour, overdue or reminded of; soonest first."""
    return marks.due_within(memory.hot(*marks.KINDS), memory.clock, UPCOMING_MINUTES)


def _upcoming_shape(record: "Record", now: int) -> "OrderedDict[str, Any]":
    out = shape(record, now)
    if record.kind == "todo":
        out["type"] = record.kind
    out["content"] = unasked_text(record)
    if record.suspect:
        out.pop("topic", None)
    out["late"] = marks.begins(record) < now
    return out


def core_memory(
    memory: "Memory", pet: "Pet", now: int, language: str, budget: Budget
) -> "OrderedDict[str, Any]":
    """
    The answer to `read`, without status and message, for `pieces`. Records become JSON one by one
    and only while they fit, so the heap holds one answer and never the whole store.
    """
    out: "OrderedDict[str, Any]" = OrderedDict((("profile", profile(memory)),))
    out["preferences"] = OrderedDict()
    lists: "dict[str, list]" = {}
    for name, _ in LISTS:
        lists[name] = []
        (out["preferences"] if name in _PREFERENCES else out)[name] = lists[name]
    out["upcoming"] = []
    out["total_coins_spent"] = memory.coins()
    out["relationship"] = pet.relationship(language)
    out["counts"] = OrderedDict([(name, memory.count(kind)) for name, kind in LISTS])
    flagged = sum([record.suspect for record in memory.every(WRITABLE)])
    if flagged:
        out["suspects"] = flagged
    budget.reserve(_ROOM_FOR_MORE)
    for piece in pieces(out):
        budget.take(piece)
    due = upcoming(memory)
    _fill(out["upcoming"], due, budget, now, _upcoming_shape)
    hidden = len(due) - len(out["upcoming"])
    week, later = _by_week(memory, now)
    _fill(lists["schedules"], unflagged(week), budget, now)
    for name, kind in LISTS:
        records = later if kind == "schedule" else memory.each(kind)
        _fill(lists[name], unflagged(records), budget, now)
    more = OrderedDict((("upcoming", hidden),)) if hidden else OrderedDict()
    for name, _ in LISTS:
        left = out["counts"][name] - len(lists[name])
        if left:
            more[name] = left
    if more:
        out["more"] = more
    return out


def _by_week(memory: "Memory", now: int) -> "tuple[list, list]":
    """The schedules of the next seven days, and the others; soonest first, completed ones last."""
    week: "list" = []
    later: "list" = []
    rows = [(not schedules.is_open(r), schedules.begins(r), r.id) for r in memory.each("schedule")]
    found = {record.id: record for record in memory.each("schedule")}
    for done, begin, id in sorted(rows):
        (later if done or begin > now + _WEEK else week).append(found[id])
    return week, later


def _fill(
    shapes: list,
    records: "Iterable[Record]",
    budget: Budget,
    now: int,
    shaped: "Callable[[Record, int], OrderedDict]" = shape,
) -> None:
    """Append the records' JSON while it fits."""
    for record in records:
        piece = encoded(shaped(record, now))
        if not budget.take(piece, 1):
            return
        shapes.append(piece)


def list_page(
    records: "Iterable[Record]", first: int, limit: int, now: int, budget: Budget
) -> "list[bytes]":
    """JSON of `limit` records from the `first` on; as many as fit, but one at least."""
    budget.reserve(_ROOM_AROUND_LIST)
    shapes: "list[bytes]" = []
    for at, record in enumerate(records):
        if at < first:
            continue
        piece = encoded(shape(record, now))
        if len(shapes) == limit or (not budget.take(piece, 1) and shapes):
            break
        shapes.append(piece)
    return shapes


def recall_page(page: "Page", now: int, budget: Budget) -> "list[bytes]":
    """JSON of the records that a recall has matched; as many as fit, but one at least."""
    budget.reserve(_ROOM_AROUND_LIST)
    shapes: "list[bytes]" = []
    for at, record in enumerate(page):
        shown = recall_shape(record, now, None if at < page.exact else page.how(at))
        if at >= page.exact:
            shown["score"] = page.score(at)
        piece = encoded(shown)
        if not budget.take(piece, 1) and shapes:
            break
        shapes.append(piece)
    return shapes


def _page_of(
    records: "Iterable[Record]", budget: Budget, shaped: "Callable[[Record], OrderedDict]"
) -> "list[bytes]":
    """JSON of as many records as fit, but one at least."""
    budget.reserve(_ROOM_AROUND_LIST)
    shapes: "list[bytes]" = []
    for record in records:
        piece = encoded(shaped(record))
        if not budget.take(piece, 1) and shapes:
            break
        shapes.append(piece)
    return shapes


def trash_page(records: "Iterable[Record]", now: int, budget: Budget) -> "list[bytes]":
    """JSON of what is in the trash: why, since when and until when."""

    def shaped(record: "Record") -> "OrderedDict[str, Any]":
        out = recall_shape(record, now)
        out.pop("match")
        for name in ("reason", "trashed_at", "purge_at"):
            out[rest_name(name)] = public(name, record.get(name))
        return out

    return _page_of(records, budget, shaped)


def history_page(chain: "Iterable[Record]", now: int, budget: Budget) -> "list[bytes]":
    """JSON of the states of one thing, with the days on which they were true."""

    def shaped(record: "Record") -> "OrderedDict[str, Any]":
        out = recall_shape(record, now)
        out.pop("match")
        for name in ("valid_from", "valid_to"):
            if record.get(name) is not None:
                out[name] = public(name, record.get(name))
        return out

    return _page_of(chain, budget, shaped)


def recall_shape(record: "Record", now: int, how: "str | None" = None) -> "OrderedDict[str, Any]":
    """A record as `recall` shows it; `how` it was found, None where it contains the keyword."""
    out: "OrderedDict[str, Any]" = OrderedDict()
    out["id"] = record.id
    out["timestamp"] = dates.iso(record.created)
    out["type"] = record.kind
    listed = shape(record, now)
    if record.kind == "family":
        out["content"] = plain(record.get("relation") + " " + record.content).strip()
    for name in listed:
        if name not in ("id", "date"):
            out[name] = listed[name]
    if record.kind == "event" and record.get("completed") is not None:
        out["completed"] = dates.minute(record.get("completed"))
    for name in ("source", "client"):
        if record.get(name) is not None:
            out[name] = record.get(name)
    out["match"] = "exact" if how is None else "ranked"
    if how is not None:
        out["matched"] = how
    return out
