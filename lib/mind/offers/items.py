"""
Items: a memory as clients see it, the same in tools and REST.

Owns the members of an item, their order and their forms. Reads a record and the notebook; what the
record does not have and nobody can say is left out.
"""

from collections import OrderedDict

from memory.records import emotions
from memory.records.fields import rest_name
from memory.records.values import public
from memory.text import dates
from memory.text.folding import plain
from micropython import const

from .. import attachments
from ..scores.categories import category_of
from ..scores.scores import scores_of

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.records.record import Record

    from ..mind import Mind

# Fields that are shown as they are told, in this order.
_TOLD = (
    "relation", "closeness", "topic", "emotion_type", "emotion_intensity", "emotion_name",
    "confidence", "subject", "predicate", "tags", "evidence", "episode", "when", "due", "remind",
    "completed", "priority", "session", "goal", "outcome", "started", "ended", "actions",
    "entities", "tools", "name", "original_name", "mime", "size", "path", "url", "direction",
    "description", "transcription", "text", "memories",
)  # fmt: skip
_LIFE = (
    "retention", "decay", "expires", "valid_from", "valid_to", "supersedes", "superseded_by",
    "source", "client", "trashed_at", "purge_at", "reason", "by", "trashed_with",
)  # fmt: skip
_TIMES = (
    "due", "remind", "completed", "started", "ended", "expires", "trashed_at", "purge_at",
)  # fmt: skip


class Offered:
    """A memory that is given out: its record, where it ranks, how relevant it is, and why."""

    def __init__(self, record: "Record", rank: float, relevance: float, why: str) -> None:
        self.record = record
        self.rank = rank
        self.relevance = relevance
        self.why = why  # words, claim, time, kind, weight, core, profile


def item(mind: "Mind", record: "Record") -> "OrderedDict[str, Any]":
    """The JSON object of a memory."""
    out: "OrderedDict[str, Any]" = OrderedDict()
    out["id"] = record.id
    out["rev"] = record.rev
    out["kind"] = record.kind
    category = category_of(record.kind)
    if category is not None:
        out["category"] = category
    out["content"] = plain(record.content)
    if record.suspect:
        out["suspect"] = True
    out["importance"] = record.get("importance", mind.numbers["untold_importance"])
    out["weight"] = int(100 * mind.weigh(record) + 0.5) / 100
    for name, value in zip("eipj", scores_of(record, mind.numbers)):
        out[name] = value
    _add(out, mind, record, _TOLD)
    if emotions.name_of(record) is None:
        out.pop("emotion_name", None)
    if "confidence" not in out:
        out["confidence"] = mind.numbers["first_confidence"]
    uses, last = mind.notebook.uses(record.id)
    out["uses"] = uses
    if uses:
        out["last_used"] = dates.day_text(last * dates.DAY)
    out["created_at"] = iso(mind, record.created)
    out["updated_at"] = iso(mind, record.get("updated", record.created))
    if record.kind == attachments.KIND and record.get("expires") is None:
        end = attachments.ends(record, mind.numbers)
        if end is not None:
            out["expires_at"] = iso(mind, end)
    _add(out, mind, record, _LIFE)
    return out


def iso(mind: "Mind", local: int) -> str:
    """A local time as ISO 8601 with its zone."""
    ahead = (local - mind.clock.instant(local)) // 60
    sign = "-" if ahead < 0 else "+"
    return "%s%s%02d:%02d" % (dates.iso(local), sign, abs(ahead) // 60, abs(ahead) % 60)


def _add(out: "OrderedDict", mind: "Mind", record: "Record", names: "tuple[str, ...]") -> None:
    for name in names:
        value = record.get(name)
        if value is None or (name == "completed" and not value):
            continue
        if name == "when" and dates.has_time(value):
            value = iso(mind, dates.parse(value))
        out[rest_name(name)] = iso(mind, value) if name in _TIMES else public(name, value)


def shown(record: "Record", name: str) -> "Any":
    """The public value of a field."""
    return public(name, record.get(name))


def shown_content(record: "Record") -> str:
    """What a memory says: of a family member the relation too, of an attachment what is in it."""
    if record.kind == attachments.KIND:
        return attachments.line(record)
    words = plain(record.content)
    if record.kind == "family":
        words = (plain(record.get("relation", "")) + " " + words).strip()
    return words
