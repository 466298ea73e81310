"""
Compaction: removes lines from old packs that were superseded since, and joins small packs.

It decides which pack to examine and when; `packing` rewrites it. Examining one reads the complete
archive once, so at most one is examined after each packing, and none where too few records were
revised since the last time.
"""

from micropython import const

from memory.log.log import Log
from memory.log.manifest import (
    BYTES,
    CHECKED_UP_TO,
    LINES,
    NUMBER,
    REVISIONS,
    SECOND_FILE,
    is_pack,
)

from .packing import PACK_BYTES, rewrite
from .superseded import Superseded

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.index.index import Index
    from memory.interfaces import Steps

LEAST = 64  # lines revised since; with fewer no pack is examined
_SHARE = const(8)  # a pack is examined if one line in 8 may be superseded, rewritten if it is


def _sought(row: list) -> int:
    """The last segment that was searched for lines that supersede those of a pack."""
    number: int = row[CHECKED_UP_TO] if len(row) > CHECKED_UP_TO else 0
    return number


def _choice(log: Log) -> list:
    """The neighbouring packs to examine, oldest first; an empty list when none is due."""
    sealed = log.manifest.sealed
    packs = [row for row in sealed if is_pack(row)]
    newest = packs.pop() if packs else []  # it is packed again while it is small
    for at in range(1, len(packs)):
        if packs[at - 1][BYTES] + packs[at][BYTES] <= PACK_BYTES:
            return packs[at - 1 : at + 1]
    packs.sort(key=_sought)
    if not packs or _sought(packs[-1]) >= newest[NUMBER]:
        return []  # one was examined since the last packing
    for row in packs:
        revised = sum([other[REVISIONS] for other in sealed if other[NUMBER] > _sought(row)])
        if revised >= LEAST and revised * _SHARE >= row[LINES]:
            return [row]
    return []


def due(log: Log) -> bool:
    """True when there is a pack to examine."""
    return bool(_choice(log))


def compact(log: Log, keep_from: int, index: "Index | None" = None) -> "Steps":
    """Examine one pack or join two, in steps like `packing.pack`. Raises StoreFull, Broken."""
    rows = _choice(log)
    superseded = Superseded(log, rows, keep_from)
    yield from superseded.find()
    worth = len(rows) > 1 or superseded.dropped * _SHARE >= superseded.lines > 0
    if worth and not superseded.damaged:
        yield from rewrite(log, rows, superseded, index)
        return
    # Note it in the manifest: the pack is not examined before as many lines were revised again.
    for row in rows:
        row[CHECKED_UP_TO:] = [superseded.through] + (row[SECOND_FILE:] or [0])
    yield from log.manifest.saving()
