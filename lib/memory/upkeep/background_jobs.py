"""Background jobs: index, merge, pack, compact, in this order; a power cut leaves what was."""

from micropython import const

from memory.archive import compaction, packing
from memory.archive.record_lines import parsed_line
from memory.errors import CorruptRecord
from memory.index import index_builder
from memory.index.documents import Documents
from memory.log.lines import lines_backward
from memory.log.log import PACKED
from memory.log.manifest import COUNTERS, LINES, NUMBER, is_pack

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from memory.index.index import Index
    from memory.interfaces import Steps
    from memory.log.log import Log
    from memory.records.record import Record


def due(log: "Log", index: "Index", full: bool = False) -> str:
    """The next of `drop`, `merge`, `index`, `pack`, `compact`, ""; no index work if `full`."""
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


def work(name: str, log: "Log", index: "Index", keep_from: int = COUNTERS) -> "Steps":
    """
    A job as a generator of steps of at most one erase. Where a step yields True, nobody else may
    change the archive before the next. A restore needs every line of the segments from
    `keep_from` on. Raises StoreFull or Broken, and CorruptRecord after dropping an index that does
    not check.
    """
    if name == "drop":
        yield from index.dropping()
    elif name == "pack":
        log.free()  # the first call after a start measures, which is a step of its own
        yield False
        yield from packing.pack(log, keep_from, index)
    elif name == "compact":
        log.free()
        yield False
        yield from compaction.compact(log, keep_from, index)
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
    blocks = index.freed // log.block_bytes
    log.count_blocks(blocks)
    index.freed -= blocks * log.block_bytes  # the remainder counts next time


def steps(log: "Log", index: "Index", keep_from: int = COUNTERS) -> "Steps":
    """
    All jobs that are due, one after the other. An index that was dropped is opened again, so
    nobody else may read meanwhile.
    """
    while True:
        if index.dropped:
            index.open()
        name = due(log, index)
        if not name:
            return
        yield from work(name, log, index, keep_from)


def _add(log: "Log", index: "Index", number: int) -> "Steps":
    """Index the next segment."""
    documents = Documents(log, number, parsed_line, _last(log, index.through))
    plain = [str(row[NUMBER]) for row in log.manifest.sealed if not is_pack(row)]
    for known in list(index.marks):
        if known not in plain:
            del index.marks[known]
    index.marks[str(number)] = documents.marks
    try:
        yield from index_builder.add_segment(index, number, _as_many(log, number, documents))
    except BaseException:
        index.marks.pop(str(number), None)
        raise


def _as_many(log: "Log", number: int, documents: "Iterable") -> "Any":
    """
    The documents of a segment, with empty ones up to the manifest's count: the index must cover
    the log. If a damaged segment has more, the count is raised.
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


def _last(log: "Log", number: int) -> "Record | None":
    """The record of the last line of a segment."""
    if number:
        for text in lines_backward(log.tail(number)):
            line = parsed_line(text)
            return None if line is None else line.record
    return None
