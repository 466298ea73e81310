"""
Tidying: the archive's background work, in the order in which it is safe.

Sealed segments are indexed, deltas merged, segments packed. One generator of short steps for
whoever has idle time; a cut or an error leaves what was there. Import it when there is something
to do.
"""

from micropython import const

from . import indexing, packing
from .errors import CorruptRecord
from .log import lines_backward, lines_forward
from .manifest import LINES, NUMBER
from .ranking import FIELD
from .records import from_line
from .terms import day_terms, terms

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .index import Index
    from .log import Log
    from .records import Record

_TOGETHER = const(1800)  # seconds between two records of one conversation
_FIELDS = ("topic", "relation")
_LONGEST = const(15)


def steps(log: "Log", index: "Index") -> "Any":
    """
    Do what is due; nothing yields nothing. The index is open. Raises StoreFull or Broken, and
    CorruptRecord after dropping an index that does not check: the next run makes it anew.
    """
    if not matches(log, index):
        index.drop()
    try:
        for row in list(log.manifest.sealed):
            if row[NUMBER] > index.through:
                if indexing.needs_merging(index):
                    yield from indexing.merge(index)
                number = row[NUMBER]
                before, opened = _last(log, index.through)
                documents = _documents(log, number, before)
                yield from indexing.add_segment(index, number, documents, opened)
    except CorruptRecord:
        index.drop()
        raise
    if packing.due(log):
        yield from packing.pack(log)


def matches(log: "Log", index: "Index") -> bool:
    """True where the index is of this log: its documents are the lines up to where it goes."""
    lines = 0
    last = 0
    for row in log.manifest.sealed:
        if row[NUMBER] <= index.through:
            lines += row[LINES]
            last = row[NUMBER]
    return lines == index.docs and last == index.through


def _last(log: "Log", number: int) -> "tuple[Record | None, bool]":
    """(record, whether it goes on with the one before) of the last line of a segment."""
    found = []
    if number:
        for text in lines_backward(log.tail(number)):
            found.append(_record(text))
            if len(found) == 2:
                return found[0], _goes_on(found[1], found[0])
    return (found[0] if found else None), False


def _record(text: bytes) -> "Record | None":
    """The record of a line, if it has one."""
    try:
        return from_line(text).record
    except CorruptRecord:
        return None


def _goes_on(before: "Record | None", record: "Record | None") -> bool:
    """True where a record belongs to the conversation of the one before it."""
    if before is None or record is None:
        return False
    return 0 <= record.created - before.created <= _TOGETHER


def _documents(log: "Log", number: int, before: "Record | None") -> "Any":
    """(terms, goes on) of each line of a segment."""
    for text in lines_forward(log.chunks(number)):
        record = _record(text)
        yield terms_of(record) if record is not None else [], _goes_on(before, record)
        before = record


def terms_of(record: "Record") -> list:
    """The terms of a record: its words, its day, its date, and those of its fields as such."""
    found = terms(record.words()) + day_terms(record.created)
    if record.get("when"):
        found += terms(record.get("when"))
    for name in _FIELDS:
        for term in terms(record.get(name, "")):
            found.append((FIELD + term)[:_LONGEST])
    return found
