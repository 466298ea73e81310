"""
Replies: the JSON objects that the memory tool answers with, and how they fit their budget.

Owns the public shape of records and lists (docs/PROTOCOL.md) and the order in which a long answer
is cut. Reads memory, changes nothing.
"""

import json
from collections import OrderedDict

from memory.records import schedules
from memory.records.codec import public
from memory.records.kinds import PROFILE, WRITABLE
from memory.text import dates
from memory.text.folding import plain
from micropython import const

from firmware.companion import relationship
from firmware.words.messages import say

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

MAX_BYTES = 6000  # of UTF-8 JSON text; small enough for any channel and any model's patience
_ROOM_FOR_MORE = const(450)  # kept for status, message and `more`
_ROOM_FOR_REST = const(400)  # the same beside a single list
_AROUND = const(300)  # kept on a channel with little room for what is around the text
_TWICE = "2025-06-18"  # the protocol version from which a result has its JSON twice
UPCOMING_MINUTES = 60
_WEEK = 7 * dates.DAY

# Kinds by the name of their list in `read`, in the order in which an answer is filled: what comes
# last is cut first. Before all of them come the profile, what is upcoming, and the next seven
# days.
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

_IMPORTANCE_STEP = 20


class Budget:
    """
    What an answer may still take: MAX_BYTES of text and, on a channel whose whole message may have
    `room` bytes (0: any number), what is left there. In the message quotes and backslashes of the
    text are escaped, and in some versions of the protocol its JSON comes again as it is.
    """

    def __init__(self, room: int = 0, version: str = "") -> None:
        self._text = MAX_BYTES
        self._wire = room - _AROUND if room else 4 * MAX_BYTES
        self._twice = version >= _TWICE

    def take(self, piece: bytes, more: int = 0) -> bool:
        """
        Whether it still fits with so many bytes around it; it counts from now on. After one that
        did not fit nothing does.
        """
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
        """Keep so many bytes of text, some of them quotes."""
        self._text -= size
        self._wire -= size + size // 4 + (size if self._twice else 0)


def list_of(kind: str) -> str:
    """Name of the list that a kind is in."""
    return [name for name, of in LISTS if of == kind].pop()


def encoded(value: "Any") -> bytes:
    """JSON of a value, in which bytes have no place, without spaces."""
    return json.dumps(value, separators=(",", ":")).encode()


def pieces(value: "Any") -> "list[bytes]":
    """
    The same in pieces, so that a long answer is never in memory in one. A record is put into its
    final form when it is looked at, which takes a fifth of what it takes as objects.
    """
    found: "list[bytes]" = []
    _encode(value, found)
    return found


def _encode(value: "Any", found: "list[bytes]") -> None:
    if isinstance(value, bytes):
        found.append(value)
    elif isinstance(value, (dict, list)):
        named = isinstance(value, dict)
        mark = b"{" if named else b"["
        for one in value:
            found.append(mark)
            mark = b","
            if named:
                found.append(json.dumps(one).encode() + b":")
            _encode(value[one] if named else one, found)
        if not value:
            found.append(mark)
        found.append(b"}" if named else b"]")
    else:
        found.append(json.dumps(value).encode())


def item(record: "Any", now: int) -> "OrderedDict":
    """A record as `read` and its lists show it."""
    out = OrderedDict()
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
    if record.kind == "schedule":
        _schedule(out, record, now)
    elif record.get("priority") is not None:
        out["priority"] = record.get("priority")
    if record.get("topic") is not None:
        out["topic"] = plain(record.get("topic"))
    for name in ("emotion_type", "emotion_intensity"):
        if record.get(name) is not None:
            out[name] = shown(record, name)
    if record.get("importance") is not None:
        out["importance"] = shown(record, "importance")
    if record.kind in ("fact", "moment"):
        out["date"] = dates.day_text(record.created)
    if record.get("superseded_by") is not None:
        out["superseded_by"] = record.get("superseded_by")
    return out


def _schedule(out: "OrderedDict", record: "Any", now: int) -> None:
    out["repeat"] = dates.REPEATS[record.get("repeat", 0)]
    out["priority"] = record.get("priority")
    out["duration_minutes"] = record.get("duration")
    out["announced"] = record.get("announced") is not None
    out["completed"] = not schedules.is_open(record)
    if schedules.is_open(record) and schedules.begins(record) < now:
        out["late"] = True


def shown(record: "Any", name: str) -> "Any":
    """A field as people have it: importance 1 to 5, emotions as words."""
    value = record.get(name)
    if name == "importance":
        return max(1, (value + _IMPORTANCE_STEP - 1) // _IMPORTANCE_STEP)
    return public(name, value)


def profile(memory: "Any", asked: bool = False) -> "OrderedDict":
    """
    The profile's values: strings, age an integer. What is not known is absent, and what reads like
    an instruction too, unless it is `asked` for.
    """
    out = OrderedDict()
    for kind in PROFILE:
        for record in memory.each(kind):
            if asked or not record.suspect:
                out[kind] = int(record.content) if kind == "age" else plain(record.content)
    return out


def offered(records: "Any") -> "Any":
    """Those of the records that may be shown to who has not asked for them."""
    for record in records:
        if not record.suspect:
            yield record


def words_of(record: "Any") -> str:
    """What a record says, for who has not asked for it."""
    return say("suspect_words") if record.suspect else plain(record.content)


def _upcoming(memory: "Any", now: int) -> list:
    """Open schedules due within the hour, or overdue; soonest first."""
    return schedules.due_within(memory.hot("schedule"), now, UPCOMING_MINUTES)


def _waiting(record: "Any", now: int) -> "OrderedDict":
    """A schedule as `upcoming` shows it."""
    shape = item(record, now)
    shape["content"] = words_of(record)
    if record.suspect:
        shape.pop("topic", None)
    shape["late"] = schedules.begins(record) < now
    return shape


def whole(memory: "Any", now: int, language: str, budget: Budget) -> "OrderedDict":
    """
    The answer to `read`, without status and message, for `encoded`. Records become JSON one by one
    and only while they fit, so the heap holds one answer and never the whole store.
    """
    out: "OrderedDict[str, Any]" = OrderedDict((("profile", profile(memory)),))
    out["preferences"] = OrderedDict()
    lists: "dict[str, list]" = {}
    for name, _ in LISTS:
        lists[name] = []
        (out["preferences"] if name in _PREFERENCES else out)[name] = lists[name]
    out["upcoming"] = []
    coins = memory.coins()
    stage, label, manner = relationship.describe(coins, language)
    out["total_coins_spent"] = coins
    out["relationship"] = OrderedDict((("stage", stage), ("name", label), ("manner", manner)))
    out["counts"] = OrderedDict([(name, memory.count(kind)) for name, kind in LISTS])
    suspects = sum([record.suspect for record in memory.every(WRITABLE)])
    if suspects:
        out["suspects"] = suspects
    budget.reserve(_ROOM_FOR_MORE)
    for piece in pieces(out):
        budget.take(piece)
    due = _upcoming(memory, now)
    _fill(out["upcoming"], due, budget, now, _waiting)
    hidden = len(due) - len(out["upcoming"])
    week, later = _by_week(memory, now)
    _fill(lists["schedules"], offered(week), budget, now)
    for name, kind in LISTS:
        records = later if kind == "schedule" else memory.each(kind)
        _fill(lists[name], offered(records), budget, now)
    more = OrderedDict((("upcoming", hidden),)) if hidden else OrderedDict()
    for name, _ in LISTS:
        left = out["counts"][name] - len(lists[name])
        if left:
            more[name] = left
    if more:
        out["more"] = more
    return out


def _by_week(memory: "Any", now: int) -> "tuple[list, list]":
    """The schedules of the next seven days, and the others, soonest first; completed ones last."""
    week: "list" = []
    later: "list" = []
    rows = [(not schedules.is_open(r), schedules.begins(r), r.id) for r in memory.each("schedule")]
    found = {record.id: record for record in memory.each("schedule")}
    for done, begin, id in sorted(rows):
        (later if done or begin > now + _WEEK else week).append(found[id])
    return week, later


def _fill(shapes: list, records: "Any", budget: Budget, now: int, shaped: "Any" = None) -> None:
    """Append the records' JSON while it fits."""
    for record in records:
        shape = encoded((shaped or item)(record, now))
        if not budget.take(shape, 1):
            return
        shapes.append(shape)


def page(records: "Any", first: int, limit: int, now: int, budget: Budget) -> list:
    """JSON of `limit` records from the `first` on; as many as fit, but one at least."""
    budget.reserve(_ROOM_FOR_REST)
    shapes: "list" = []
    for at, record in enumerate(records):
        if at < first:
            continue
        shape = encoded(item(record, now))
        if len(shapes) == limit or (not budget.take(shape, 1) and shapes):
            break
        shapes.append(shape)
    return shapes


def fitting(page: "Any", now: int, budget: Budget) -> list:
    """JSON of the records of a recall.Page from the front, as many as fit, one at least."""
    budget.reserve(_ROOM_FOR_REST)
    shapes: "list" = []
    for at, record in enumerate(page):
        shape = encoded(recalled(record, now, at < page.exact))
        if not budget.take(shape, 1) and shapes:
            break
        shapes.append(shape)
    return shapes


def recalled(record: "Any", now: int, exact: bool) -> "OrderedDict":
    """A record as `recall` shows it; `exact` where it holds what was asked for."""
    out = OrderedDict()
    out["id"] = record.id
    out["timestamp"] = dates.iso(record.created)
    out["type"] = record.kind
    shape = item(record, now)
    if record.kind == "family":
        out["content"] = plain(record.get("relation") + " " + record.content).strip()
    for name in shape:
        if name not in ("id", "date"):
            out[name] = shape[name]
    if record.kind == "event" and record.get("completed") is not None:
        out["completed"] = dates.minute(record.get("completed"))
    for name in ("source", "client"):
        if record.get(name) is not None:
            out[name] = record.get(name)
    out["match"] = "exact" if exact else "ranked"
    return out
