"""
Order: which of two states of a record counts where they were made by different stores.

A state is named by the store that made it and its rev; the field `seen` names those of other
stores that it followed (docs/FORMAT.md section 16). Everything here follows from the two states
and the id of this store alone, so that every store decides the same.
"""

from binascii import crc32

from memory.archive.record_lines import archived_form
from memory.hot.ids import epoch_text
from memory.records.codec import to_line
from memory.records.ids import counter_of
from memory.records.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_EPOCHS = 46656
# Fields that a store may add or lose without changing what the record says.
_ASIDE = ("source", "client", "flags")


def store_of(record: Record, own: str) -> str:
    """The store that made this state; `own` is this one."""
    found: str = record.get("store", own)
    return found


def has_seen(record: Record, store: str, rev: int, own: str) -> bool:
    """True where this state is, or followed, the state `rev` of `store`. Revs rise on that way."""
    if store_of(record, own) == store:
        return record.rev >= rev
    if record.rev <= rev:
        return False
    for one in record.get("seen", ()):
        if one.startswith(store) and one[len(store) : len(store) + 1] == ":":
            return one[len(store) + 1 :].isdigit() and int(one[len(store) + 1 :]) >= rev
    return False


def plain_form(record: Record, own: str) -> Record:
    """What the record says, in the form that it has in every store."""
    copy = archived_form(record)
    plain = Record(copy.id, copy.kind, copy.created, dict(copy.fields), copy.rev)
    plain.approx, plain.unknown, plain.other = copy.approx, copy.unknown, copy.other
    plain.fields["store"] = store_of(record, own)
    for name in _ASIDE:
        plain.fields.pop(name, None)
    return plain


def _rank(record: Record, own: str) -> "tuple[Any, ...]":
    updated = record.get("updated", record.created)
    line = to_line(plain_form(record, own)).encode()
    return record.deleted, record.rev, updated, store_of(record, own), line


def compare(record: Record, present: Record, own: str) -> "tuple[bool, Record | None]":
    """
    (True where `record` takes the place of `present`, the state that loses and was not seen by
    the other or None).
    """
    if has_seen(present, store_of(record, own), record.rev, own):
        return False, None
    if has_seen(record, store_of(present, own), present.rev, own):
        return True, None
    new, old = _rank(record, own), _rank(present, own)
    return new > old, present if new > old else record


def history_of(loser: Record, own: str) -> Record:
    """
    A state that lost, as a superseded record of its own. Its id follows from what it says, so that
    all stores give it the same one.
    """
    line = to_line(plain_form(loser, own)).encode()
    id = epoch_text(crc32(line) % _EPOCHS) + str(counter_of(loser.id))
    copy = archived_form(loser)
    made = Record(id, copy.kind, copy.created, dict(copy.fields))
    made.approx, made.unknown, made.other = copy.approx, copy.unknown, copy.other
    made.fields["store"] = store_of(loser, own)
    made.fields["superseded_by"] = loser.id
    made.fields.pop("seen", None)
    return made
