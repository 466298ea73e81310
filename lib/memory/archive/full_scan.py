"""
The full scan: every line of the archive or of its newest segments, from the newest to the oldest.

Owns how lines tell of each other which is the latest of a record where nothing else knows it. It
is slow and exact: what the index and `unindexed_lines` answer is measured by it.
"""

from micropython import const

from memory.errors import Broken
from memory.log.lines import HEAD, LINE_BYTES, REV_1, lines_backward
from memory.records.ids import epoch_and_counter

from .superseded import id_of_plain, id_within

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memory.log.log import Log
    from memory.records.id_set import IdSet
    from memory.records.record import Record
    from memory.text.line_filter import LineFilter

    from .archive import Archive


def scan(
    archive: "Archive",
    log: "Log",
    line_filter: "LineFilter | None",
    since: int,
    decided: "IdSet",
    unread: "list | None",
) -> "Iterator[Record | None]":
    """As Archive.scan, which see."""

    def passed_over(chunk: bytes, begin: int, end: int) -> bool:
        known = id_within(chunk, begin, end)
        if known is None:
            return False
        decided.add(*known)  # a later state, which is not asked for
        return True

    for number in log.segments(since):
        for text in _backward(log, number, line_filter, unread, passed_over):
            if line_filter is not None and not line_filter.passes(text):
                if text.find(REV_1, 0, HEAD) >= 0:
                    continue
                known = id_of_plain(text)
                if known is not None:  # as `passed_over`
                    decided.add(*known)
                    continue
            line = archive.parsed(text, number)
            if line is None or not decided.add(*epoch_and_counter(line.id)):
                continue
            if line.record is not None and not archive.hides(line):
                yield line.record
        yield None


def _backward(
    log: "Log",
    number: int,
    line_filter: "LineFilter | None",
    unread: "list | None",
    passed_over: "Callable[[bytes, int, int], bool]",
) -> "Iterator[bytes]":
    """The lines of a segment, newest first."""
    try:
        yield from lines_backward(log.tail(number), LINE_BYTES, line_filter, passed_over)
    except Broken:
        if unread is None:
            raise
        unread.append(number)
