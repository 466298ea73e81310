"""
Tidying: the archive's background work, in the order in which it is safe.

Sealed segments are indexed, deltas merged, segments packed. One generator of short steps for
whoever has idle time; a cut or an error leaves what was there. Import it when there is something
to do.
"""

from micropython import const

from . import indexing, packing
from .documents import Documents, goes_on, parsed
from .errors import CorruptRecord
from .log import lines_backward
from .manifest import LINES, NUMBER, is_pack

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .index import Index
    from .log import Log
    from .records import Record


def steps(log: "Log", index: "Index") -> "Any":
    """
    Do what is due; nothing yields nothing. The index is open. Raises StoreFull or Broken, and
    CorruptRecord after dropping an index that does not check: the next run makes it anew.
    """
    if not index.covers(log.manifest.sealed):
        index.drop()
    try:
        for row in list(log.manifest.sealed):
            if row[NUMBER] > index.through:
                if indexing.needs_merging(index):
                    yield from indexing.merge(index)
                yield from _add(log, index, row[NUMBER])
    except CorruptRecord:
        index.drop()
        raise
    if packing.due(log):
        yield from packing.pack(log)


def _add(log: "Log", index: "Index", number: int) -> "Any":
    """Index the next segment."""
    before, opened = _last(log, index.through)
    documents = Documents(log, number, before)
    plain = [str(row[NUMBER]) for row in log.manifest.sealed if not is_pack(row)]
    for known in list(index.marks):
        if known not in plain:
            del index.marks[known]
    index.marks[str(number)] = documents.marks
    try:
        yield from indexing.add_segment(index, number, _as_many(log, number, documents), opened)
    except BaseException:
        index.marks.pop(str(number), None)
        raise


def _as_many(log: "Log", number: int, documents: "Any") -> "Any":
    """
    As many documents as the manifest says that there are: of a damaged segment there may be fewer
    or more, and the index would never cover the log.
    """
    row = log.row(number)
    left = 0 if row is None else row[LINES]
    for document in documents:
        if left:
            left -= 1
            yield document
    for _ in range(left):
        yield [], False


def _last(log: "Log", number: int) -> "tuple[Record | None, bool]":
    """(record, whether it goes on with the one before) of the last line of a segment."""
    found = []
    if number:
        for text in lines_backward(log.tail(number)):
            line = parsed(text)
            found.append(None if line is None else line.record)
            if len(found) == 2:
                return found[0], goes_on(found[1], found[0])
    return (found[0] if found else None), False
