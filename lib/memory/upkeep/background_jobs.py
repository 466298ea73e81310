"""
Tidying: the archive's background work, in the order in which it is safe.

Sealed segments are indexed, deltas merged, segments packed, packs compacted. Says what is due and
does it in short steps, for whoever has idle time; a cut or an error leaves what was there. Import
it when there is something to do.
"""

from micropython import const

from memory.archive import compaction, packing
from memory.errors import CorruptRecord
from memory.index import index_builder
from memory.index.documents import Documents, goes_on, parsed
from memory.log.lines import lines_backward
from memory.log.log import PACKED
from memory.log.manifest import COUNTERS, LINES, NUMBER, is_pack

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.index.index import Index
    from memory.log.log import Log
    from memory.records.record import Record


def due(log: "Log", index: "Index", full: bool = False) -> str:
    """
    The work to be done next: `drop`, `merge`, `index`, `pack`, `compact`, or "" for none. With
    `full` none that takes room.
    """
    sealed = log.manifest.sealed
    if not index.covers(sealed):
        return "drop"
    if sealed and sealed[-1][NUMBER] > index.through and not full:
        return "merge" if index_builder.needs_merging(index) else "index"
    if len([row for row in sealed if not is_pack(row)]) >= PACKED:
        return "pack"
    if len(sealed) > 1 and is_pack(sealed[1]):
        return "compact" if compaction.due(log) else ""
    return ""


def work(name: str, log: "Log", index: "Any", keep_from: int = COUNTERS) -> "Any":
    """
    A piece of work as a generator of steps of at most one erase; where one gives True, nobody else
    may change the archive before the next. From the segment `keep_from` on a restore needs every
    line. `pack` and `compact` need no index. Raises StoreFull or Broken, and CorruptRecord after
    dropping an index that does not check.
    """
    if name == "drop":
        yield from index.dropping()
    elif name == "pack":
        log.free()  # measured once after a start, which is a step of its own
        yield
        yield from packing.pack(log, keep_from)
    elif name == "compact":
        log.free()
        yield
        yield from compaction.compact(log, keep_from)
    else:
        try:
            yield from index.remove()
            if name == "merge":
                yield from index_builder.merge(index)
            else:
                rows = [row for row in log.manifest.sealed if row[NUMBER] > index.through]
                yield from _add(log, index, rows[0][NUMBER])
        except CorruptRecord:
            yield from index.dropping()
            raise
    if index is None:
        return
    blocks = index.freed // log.block_bytes
    log.count_blocks(blocks)
    index.freed -= blocks * log.block_bytes  # what is less than a block counts next time


def steps(log: "Log", index: "Index", keep_from: int = COUNTERS) -> "Any":
    """All that is due, one piece of work after the other; nothing yields nothing."""
    while True:
        name = due(log, index)
        if not name:
            return
        yield from work(name, log, index, keep_from)


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
        yield from index_builder.add_segment(
            index, number, _as_many(log, number, documents), opened
        )
    except BaseException:
        index.marks.pop(str(number), None)
        raise


def _as_many(log: "Log", number: int, documents: "Any") -> "Any":
    """
    At least as many documents as the manifest says that there are: of a damaged segment there may
    be fewer or more, and the index would never cover the log. What is more the manifest learns.
    """
    row: "list" = log.row(number) or []
    count = 0
    for document in documents:
        count += 1
        yield document
    for _ in range(count, row[LINES]):
        yield [], False
    if count > row[LINES]:
        row[LINES] = count
        log.manifest.save()


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
