"""
Exporter: writes all records as lines of JSON or as a table.

Owns both forms (docs/FORMAT.md section 9): each live record once, in its latest state, first the
archive in the order of its log, then hot memory in the order of its keys. RAM holds one piece of
the output and a bit for each record of the archive. `importer` reads the lines of JSON.
"""

import asyncio
import json

from micropython import const

from memory.archive import latest_lines
from memory.records.codec import Line, deletion_line, members, readable, to_line
from memory.records.fields import TABLE
from memory.records.ids import DELETION_MARK
from memory.records.kinds import IMPORTED

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from memory.archive.archive import Archive
    from memory.hot.hot_store import HotStore
    from memory.hot.ids import Ids
    from memory.log.log import Log
    from memory.records.record import Record

_PIECE = const(4096)  # bytes that are written at once
_STEP = const(8)  # records after which others may run

COLUMNS = ["id", "rev", "kind", "hot", "created", "approx"]
COLUMNS += [row.name for row in TABLE if row.name != "flags"] + ["suspect", "trusted", "other"]
# A spreadsheet takes a cell that begins with one of these for a formula; some take the wide ones.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_BOM = b"\xef\xbb\xbf"  # without it a spreadsheet decodes the file by the local code page


class Exported:
    """Counts of exported records, `archived` and `hot`, and `unread` ones that do not parse."""

    def __init__(self) -> None:
        self.archived = 0
        self.hot = 0
        self.unread = 0


async def export(
    hot: "HotStore",
    archive: "Archive",
    log: "Log",
    ids: "Ids",
    write: "Callable",
    form: str,
) -> Exported:
    """
    Give all records to `write(bytes)` in `form`, a piece at a time: "jsonl"; "csv"; or "stores",
    lines for other stores, each with the one that made it, and deletions. For holders of the
    store's lock: nothing may change meanwhile. Raises StoreFull, Broken, and what `write` raises.
    """
    done = Exported()
    line = row_of if form == "csv" else line_of
    piece = bytearray(_BOM + row(COLUMNS)) if form == "csv" else bytearray()
    own = ids.store(log.manifest) if form == "stores" else None
    for found in everything(hot, archive, log, done, own is not None):
        if found is None:
            await asyncio.sleep(0)
            continue
        if found[1] is None:
            piece.extend(_end_of(found[0], own))
            continue
        if own is not None:
            found[0].fields.setdefault("store", own)
        if found[0].get("source") == IMPORTED:
            found[0].fields.pop("source")  # so that an imported record is exported as it was
        piece.extend(line(*found))
        if len(piece) >= _PIECE:
            write(piece)
            piece = bytearray()
    write(piece)
    return done


def _end_of(line: "Line", own: "str | None") -> bytes:
    """A deletion as a line for other stores."""
    store = line.store or own
    text = deletion_line(line.id, line.kind, line.rev, line.deleted_at, store, line.words_hash)
    return text.encode() + b"\n"


def everything(
    hot: "HotStore", archive: "Archive", log: "Log", done: Exported, ends: bool = False
) -> "Any":
    """
    Generator of (record, is hot), counted in `done`, and with `ends` of (deletion, None); None
    where others may run. Deletions that wait in hot memory for the log are not among them.
    """
    for record in _cold(archive, log, done, ends):
        if isinstance(record, Line):
            yield record, None
        elif record is not None:
            done.archived += 1
            yield record, False
            if done.archived % _STEP:
                continue
        yield None
    for key in hot.keys():
        if not key.startswith(DELETION_MARK):
            record = readable(key, hot.get(key) or b"")
            if record is None:
                done.unread += 1
            else:
                done.hot += 1
                yield record, True
            if done.hot % _STEP == 0:
                yield None


def _cold(archive: "Archive", log: "Log", done: Exported, ends: bool) -> "Any":
    """
    The live records of the archive, oldest line first, with `ends` deletions as Line; None where
    others may run.
    """
    for line in latest_lines.lines(log, archive.parsed):
        if line is None:
            yield None
        elif line is latest_lines.DAMAGED:
            done.unread += 1
        elif line.record is not None and not archive.hides(line):
            yield line.record
        elif line.record is None and ends and not archive.hides(line):
            yield line


# -- the two forms ---------------------------------------------------------------------------


def line_of(record: "Record", hot: bool) -> bytes:
    """A record as a line of JSON, with its newline."""
    return to_line(record, hot=hot).encode() + b"\n"


def row_of(record: "Record", hot: bool) -> bytes:
    """A record as a row of the table: an empty cell where it has no such field."""
    found = members(record)
    found["hot"] = hot
    cells = [found.pop(name, None) for name in COLUMNS[:-1]]
    # The remaining members are those that this version does not know.
    cells.append(json.dumps(found, separators=(",", ":")) if found else None)
    return row(cells)


def row(cells: list) -> bytes:
    """A row by RFC 4180. A text that would be taken for a formula gets a ' before it."""
    out = []
    for cell in cells:
        if isinstance(cell, bool):
            cell = "true" if cell else ""
        elif isinstance(cell, (list, dict)):
            cell = json.dumps(cell, separators=(",", ":"))
        if isinstance(cell, str):
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
