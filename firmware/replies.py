"""
Replies: the JSON objects that the memory tool answers with, and how they fit their budget.

Owns the public shape of records and lists (docs/PROTOCOL.md) and the order in which a long answer is
cut. Reads memory, changes nothing.
"""

import json
from collections import OrderedDict

from memory import dates, relationship, schedules
from memory.kinds import PROFILE

MAX_BYTES = 6000  # of UTF-8 JSON text; small enough for any channel and any model's patience
_ROOM_FOR_MORE = 200  # kept for `more` and a longer message
UPCOMING_MINUTES = 60
_WEEK = 7 * dates.DAY

# Kinds by the name of their list in `read`.
LISTS = (
    ("family", "family"),
    ("facts", "fact"),
    ("traits", "trait"),
    ("habits", "habit"),
    ("moments", "moment"),
    ("goals", "goal"),
    ("events", "event"),
    ("schedules", "schedule"),
    ("likes", "like"),
    ("dislikes", "dislike"),
)
# What gives way first when it does not all fit; profile and upcoming never, schedules only beyond
# the next seven days.
_CUT_ORDER = ("moments", "habits", "traits", "events", "goals", "dislikes", "likes", "family")
_CUT_LAST = ("schedules", "facts")

_IMPORTANCE_STEP = 20


def json_size(value: "object") -> int:
    """Bytes of UTF-8 that a value takes as JSON."""
    return len(json.dumps(value, separators=(",", ":")).encode())


def item(record: "object", now: int) -> "OrderedDict":
    """A record as `read` and its lists show it."""
    out = OrderedDict()
    out["id"] = record.id
    if record.kind == "family":
        out["relation"] = record.get("relation")
        out["name"] = record.content
        out["closeness"] = record.get("closeness")
        return out
    out["content"] = record.content
    if record.get("when") is not None:
        out["datetime"] = record.get("when")
    if record.kind == "schedule":
        _schedule(out, record, now)
    elif record.get("priority") is not None:
        out["priority"] = record.get("priority")
    for name in ("topic", "emotion_type", "emotion_intensity"):
        if record.get(name) is not None:
            out[name] = shown(record, name)
    if record.get("importance") is not None:
        out["importance"] = shown(record, "importance")
    if record.kind in ("fact", "moment"):
        out["date"] = dates.day_text(record.created)
    return out


def _schedule(out: "OrderedDict", record: "object", now: int) -> None:
    out["repeat"] = dates.REPEATS[record.get("repeat", 0)]
    out["priority"] = record.get("priority")
    out["duration_minutes"] = record.get("duration")
    out["announced"] = record.get("announced") is not None
    out["completed"] = not schedules.is_open(record)
    if schedules.is_open(record) and schedules.begins(record) < now:
        out["late"] = True


def shown(record: "object", name: str) -> "object":
    """A field as people have it: importance 1 to 5, emotions as words."""
    from memory.records import public

    value = record.get(name)
    if name == "importance":
        return max(1, (value + _IMPORTANCE_STEP - 1) // _IMPORTANCE_STEP)
    return public(name, value)


def profile(memory: "object") -> "OrderedDict":
    """The profile's values: strings, age an integer; what is not known is absent."""
    out = OrderedDict()
    for kind in PROFILE:
        for record in memory.hot(kind):
            out[kind] = int(record.content) if kind == "age" else record.content
    return out


def upcoming(memory: "object", now: int) -> list:
    """Open schedules due within the hour, or overdue; soonest first."""
    due = schedules.due_within(memory.hot("schedule"), now, UPCOMING_MINUTES)
    found = []
    for record in due:
        shape = item(record, now)
        shape["late"] = schedules.begins(record) < now
        found.append(shape)
    return found


def whole(memory: "object", now: int, language: str) -> "OrderedDict":
    """The answer to `read`, without status and message, cut to its budget."""
    out = OrderedDict()
    out["profile"] = profile(memory)
    lists = {}
    for name, kind in LISTS:
        lists[name] = [item(record, now) for record in memory.hot(kind)]
    out["preferences"] = OrderedDict((("likes", lists["likes"]), ("dislikes", lists["dislikes"])))
    for name, _ in LISTS[:8]:
        out[name] = lists[name]
    out["upcoming"] = upcoming(memory, now)
    coins = memory.coins()
    stage, label, manner = relationship.describe(coins, language)
    out["total_coins_spent"] = coins
    out["relationship"] = OrderedDict((("stage", stage), ("name", label), ("manner", manner)))
    out["counts"] = {name: len(lists[name]) for name, _ in LISTS}
    more = _cut(out, lists, now)
    if more:
        out["more"] = more
    return out


def _cut(out: "OrderedDict", lists: dict, now: int) -> dict:
    """Take the oldest items off the lists, in the fixed order, until it all fits."""
    over = json_size(out) + _ROOM_FOR_MORE - MAX_BYTES
    more = {}
    for name in _CUT_ORDER + _CUT_LAST:
        held = lists[name]
        if name == "schedules":
            over -= _cut_later(held, now, over, more)
        while over > 0 and held and name != "schedules":
            over -= json_size(held.pop()) + 1
            more[name] = more.get(name, 0) + 1
    # Sixteen long schedules all due at once: those shown as upcoming need not be shown twice.
    soon = [shape["id"] for shape in out["upcoming"]]
    held = lists["schedules"]
    at = len(held) - 1
    while over > 0 and at >= 0:
        if held[at]["id"] in soon:
            over -= json_size(held.pop(at)) + 1
            more["schedules"] = more.get("schedules", 0) + 1
        at -= 1
    return more


def _cut_later(held: list, now: int, over: int, more: dict) -> int:
    """Drop schedules beyond the next seven days, the farthest first; bytes saved."""
    saved = 0
    while saved < over:
        later = [s for s in held if dates.parse(s["datetime"]) > now + _WEEK or s["completed"]]
        if not later:
            break
        farthest = max(later, key=lambda s: (s["completed"], s["datetime"]))
        saved += json_size(farthest) + 1
        held.remove(farthest)
        more["schedules"] = more.get("schedules", 0) + 1
    return saved


def fitting(items: list, room: int) -> int:
    """How many items from the front fit into `room` bytes; at least one, where there is any."""
    taken = 0
    for shape in items:
        room -= json_size(shape) + 1
        if room < 0 and taken:
            break
        taken += 1
    return taken


def recalled(record: "object", now: int) -> "OrderedDict":
    """A record as `recall` shows it."""
    out = OrderedDict()
    out["id"] = record.id
    out["timestamp"] = dates.iso(record.created)
    out["type"] = record.kind
    shape = item(record, now)
    if record.kind == "family":
        out["content"] = (record.get("relation") + " " + record.content).strip()
    for name in shape:
        if name not in ("id", "date"):
            out[name] = shape[name]
    if record.kind == "event" and record.get("completed") is not None:
        out["completed"] = dates.minute(record.get("completed"))
    out["match"] = "exact"
    return out
