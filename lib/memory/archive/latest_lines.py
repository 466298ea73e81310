"""
The latest line of each record of the log, in the order of the log.

Takes two passes, since a line does not tell whether a later one follows: the segments that have
revisions are read backward first. RAM: one bit for each id and for each line of those segments.
Whether hot memory hides a line is for the caller to ask.
"""

from memory.log.lines import DROPPED, HEAD, LINE_BYTES, REV_1, lines_backward, lines_forward
from memory.log.manifest import NUMBER, REVISIONS
from memory.records.id_set import IdSet
from memory.records.ids import epoch_and_counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from memory.log.log import Log

DAMAGED = object()  # yielded in place of a line that does not parse


def lines(log: "Log", parsed: "Callable") -> "Any":
    """
    Yields the latest lines as they were appended, deletions too; DAMAGED for a damaged one, None
    where others may run. `parsed(text, number)` is called more than once for some.
    """
    revised = _Revised()
    yield from revised.survey(log, parsed)
    given = IdSet()
    for number in reversed(log.segments()):
        at = -1
        for text in lines_forward(log.chunks(number), LINE_BYTES):
            at += 1
            first = _is_first(text)
            if text == DROPPED or not (first or revised.is_last(number, at)):
                continue
            line = parsed(text, number)
            if line is None:
                yield DAMAGED
                continue
            name = epoch_and_counter(line.id)
            if not (first and revised.ids.has(*name)) and given.add(*name):
                yield line
        yield None


def _is_first(text: bytes) -> bool:
    """True for a line that has no earlier one of the same record."""
    return text.find(REV_1, 0, HEAD) >= 0


class _Revised:
    """
    Which records have more than one line, and which line is their last: a bit for each id, and one
    for each line of the segments that have revisions.
    """

    def __init__(self) -> None:
        self.ids = IdSet()
        self._last: "dict[int, tuple]" = {}  # segment: (lines, bits, the last line first)

    def survey(self, log: "Log", parsed: "Callable") -> "Any":
        """Read the segments that hold revisions, newest first. A generator of steps."""
        revising = [row[NUMBER] for row in log.manifest.sealed if row[REVISIONS]]
        if log.revisions:
            revising.append(log.manifest.open)
        for number in reversed(revising):
            bits = bytearray()
            count = 0
            for text in lines_backward(log.tail(number)):
                if count & 7 == 0:
                    bits.append(0)
                    yield
                if not _is_first(text) and text != DROPPED:
                    line = parsed(text, number)
                    if line is None or self.ids.add(*epoch_and_counter(line.id)):
                        bits[count >> 3] |= 1 << (count & 7)
                count += 1
            self._last[number] = (count, bits)

    def is_last(self, number: int, at: int) -> bool:
        """True where no later line supersedes the line with number `at` of this segment."""
        if number not in self._last:
            return True
        count, bits = self._last[number]
        at = count - 1 - at
        return bool(bits[at >> 3] >> (at & 7) & 1)
