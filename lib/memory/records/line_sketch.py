"""
Sketches of lines: of an archived line no more than what tells whether a search has found it.

Most of what a common word finds is only counted, and of that nothing is asked but its kind, its
day and its words: reading those takes a third of the time of a whole record, and makes no text.
What a line says in full is for `codec` to read.
"""

from micropython import const

from memory.text import dates
from memory.text.folding import folded

from .fields import REASONS
from .kinds import BY_NAME, MORE_TEXTS, TEXTS
from .line_scan import MEMBERS, find_members, spans
from .record import Record
from .short_form import MEMBER, TOPIC

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

# By their bytes, which MicroPython does not look for among all names.
_KINDS = {name.encode(): name for name in BY_NAME if name not in MORE_TEXTS}
_REASONS = {name.encode(): number for number, name in enumerate(REASONS)}
_SOUGHT = {name.encode(): name for name in TEXTS + ("when", "trashed_at", "reason")}
_SHORT = MEMBER.encode()
_FOUND = spans()  # of the line that is read


def sketch(text: bytes) -> "Record | None":
    """
    A record without id and with no other fields than Query.matches asks for; None where only
    parsing the line tells those, or it ends its record. Whether the rest parses is not looked at.
    """
    at = _FOUND
    count = find_members(text, len(text), at, MEMBERS)
    if count < 4 or text[at[8] : at[9]] != b"kind" or text[at[12] : at[13]] != b"created":
        return None
    kind = _KINDS.get(text[at[10] : at[11]])
    if kind is None:
        return None
    fields: "dict[str, Any]" = {}
    words = _read(text, count, fields)
    if words is None:
        return None
    try:
        if "when" in fields:
            fields["when"] = fields["when"].decode()
        record = Record("", kind, dates.parse_bytes(text[at[14] : at[15]]), fields)
    except ValueError:  # UnicodeError, too
        return None
    record.take_words(folded(b"\n".join([words[name] for name in TEXTS if name in words])))
    return record


def _read(text: bytes, count: int, fields: dict) -> "dict[str, bytes] | None":
    """The texts of so many members, the others go to `fields`; None where it takes a parse."""
    at = _FOUND
    words: "dict[str, bytes]" = {}
    for member in range(16, 4 * count, 4):
        name = text[at[member] : at[member + 1]]
        value = text[at[member + 2] : at[member + 3]]
        sought = _SOUGHT.get(name)
        if sought in TEXTS:
            words[sought] = value
        elif sought == "when":
            fields[sought] = value
        elif sought == "trashed_at":
            fields[sought] = 0
        elif sought == "reason" and value in _REASONS:
            fields[sought] = _REASONS[value]
        elif name == b"deleted_at" or sought is not None:
            return None
        elif name == _SHORT:
            parts = value.split(b"|")
            if len(parts) > TOPIC + 1 and parts[TOPIC]:
                words.setdefault("topic", parts[TOPIC])
    return words
