"""
Export: everything that memory holds, as lines of JSON or as a table.

Owns both forms (docs/FORMAT.md section 9): each live record once, in its latest state, first the
archive in the order of its log, then hot memory in the order of its keys. Streams: RAM holds one
piece of the output and a bit for each record of the archive. What comes back in is the business
of `importing`.
"""

import asyncio
import json

from micropython import const

from .archive import GONE, HEAD, REV_1, IdSet
from .log import LINE_BYTES, lines_backward, lines_forward
from .manifest import NUMBER, REVISIONS
from .records import FIELDS, counter_of, members, readable, to_line

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .archive import Archive
    from .hot import HotStore
    from .log import Log
    from .records import Record

NO_LINE = b"{}"  # stands where merging has dropped a line
_PIECE = const(4096)  # bytes that are written at once
_STEP = const(8)  # records between two moments for others

COLUMNS = ["id", "rev", "kind", "hot", "created", "approx"]
COLUMNS += [name for _, name, _ in FIELDS] + ["other"]
# What a spreadsheet takes for a formula when a cell begins with it; the wide ones too, in places.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_BOM = b"\xef\xbb\xbf"  # without it a spreadsheet takes the file for a code page of the country


class Exported:
    """What went out: `archived` and `hot` records, and `unread`: what this version cannot read."""

    def __init__(self) -> None:
        self.archived = 0
        self.hot = 0
        self.unread = 0


async def export(
    hot: "HotStore", archive: "Archive", log: "Log", write: "Callable", form: str
) -> Exported:
    """
    Give all records to `write(bytes)` in `form`, "jsonl" or "csv", a piece at a time. For holders
    of the store's lock: nothing may change meanwhile. Raises Broken, and what `write` raises.
    """
    done = Exported()
    line = line_of if form == "jsonl" else row_of
    piece = bytearray() if form == "jsonl" else bytearray(_BOM + row(COLUMNS))
    for found in everything(hot, archive, log, done):
        if found is None:
            await asyncio.sleep(0)
            continue
        piece.extend(line(*found))
        if len(piece) >= _PIECE:
            write(piece)
            piece = bytearray()
    write(piece)
    return done


def everything(hot: "HotStore", archive: "Archive", log: "Log", done: Exported) -> "Any":
    """Generator of (record, is hot), counted in `done`; None when others may run."""
    for record in _cold(archive, log, done):
        if record is not None:
            done.archived += 1
            yield record, False
            if done.archived % _STEP:
                continue
        yield None
    for key in hot.keys():
        if not key.startswith(GONE):
            record = readable(key, hot.get(key) or b"")
            if record is None:
                done.unread += 1
            else:
                done.hot += 1
                yield record, True
            if done.hot % _STEP == 0:
                yield None


# -- the archive -----------------------------------------------------------------------------


class _Revised:
    """
    Which records have more than one line, and which of them is the last: a bit for each id, and
    one for each line of the segments that hold such.
    """

    def __init__(self) -> None:
        self.ids = IdSet()
        self._last: "dict[int, tuple]" = {}  # segment: (lines, bits, the last line first)

    def survey(self, archive: "Archive", log: "Log") -> "Any":
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
                if not _is_first(text) and text != NO_LINE:
                    line = archive.parsed(text, number)
                    if line is None or self.ids.add(line.id[:3].encode(), counter_of(line.id)):
                        bits[count >> 3] |= 1 << (count & 7)
                count += 1
            self._last[number] = (count, bits)

    def is_last(self, number: int, at: int) -> bool:
        """True where no later line takes the place of the one at `at` of this segment."""
        if number not in self._last:
            return True
        count, bits = self._last[number]
        at = count - 1 - at
        return bool(bits[at >> 3] >> (at & 7) & 1)


def _is_first(text: bytes) -> bool:
    """True for a line that has no earlier one of the same record."""
    return text.find(REV_1, 0, HEAD) >= 0


def _cold(archive: "Archive", log: "Log", done: Exported) -> "Any":
    """The live records of the archive, the line appended first first; None now and then."""
    revised = _Revised()
    yield from revised.survey(archive, log)
    given = IdSet()
    for number in reversed(log.segments()):
        at = -1
        for text in lines_forward(log.chunks(number), LINE_BYTES):
            at += 1
            first = _is_first(text)
            if text == NO_LINE or not (first or revised.is_last(number, at)):
                continue
            line = archive.parsed(text, number)
            if line is None:
                done.unread += 1
                continue
            name = (line.id[:3].encode(), counter_of(line.id))
            if line.record is None or archive.hides(line) or (first and revised.ids.has(*name)):
                continue
            if given.add(*name):
                yield line.record
        yield None


# -- the two forms ---------------------------------------------------------------------------


def line_of(record: "Record", hot: bool) -> bytes:
    """A record as a line of JSON, with its newline."""
    return to_line(record, hot=hot).encode() + b"\n"


def row_of(record: "Record", hot: bool) -> bytes:
    """A record as a row of the table: an empty cell where it has no such field."""
    found = members(record)
    found["hot"] = hot
    cells = [found.pop(name, None) for name in COLUMNS[:-1]]
    # What is left are members that this version does not know.
    cells.append(json.dumps(found, separators=(",", ":")) if found else None)
    return row(cells)


def row(cells: list) -> bytes:
    """A row as RFC 4180 has it. A text that would be taken for a formula gets a ' before it."""
    out = []
    for cell in cells:
        if isinstance(cell, bool):
            cell = "true" if cell else ""
        elif isinstance(cell, str):
            cell = _quoted(cell)
        out.append("" if cell is None else str(cell))
    return ",".join(out).encode() + b"\r\n"


def _quoted(text: str) -> str:
    for mark in _FORMULA:
        if text.startswith(mark):
            text = "'" + text
    for mark in ('"', ",", "\r", "\n"):
        if text.find(mark) >= 0:
            return '"' + text.replace('"', '""') + '"'
    return text
