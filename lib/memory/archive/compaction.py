"""
Compaction: old packs lose the lines that others have outlived since, and small ones are joined.

Says which pack is worth a look and when; the rewriting is done by `packing`. A look reads the
whole archive once, so there is one after each packing at most, and none where too little was
revised since the last.
"""

from micropython import const

from memory.log.log import Log
from memory.log.manifest import BYTES, LINES, NUMBER, REVISIONS, SOUGHT, TWIN, is_pack

from .packing import PACK_BYTES, rewrite
from .superseded import Outlived

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

LEAST = 64  # lines revised since, below which no pack is looked at
_SHARE = const(8)  # one of so many lines may be outlived: a pack is looked at; is: written anew


def _sought(row: list) -> int:
    """The last segment in which lines that outlive those of a pack were looked for."""
    number: int = row[SOUGHT] if len(row) > SOUGHT else 0
    return number


def _choice(log: Log) -> list:
    """The neighbouring packs to look at, oldest first; an empty list when none is due."""
    sealed = log.manifest.sealed
    packs = [row for row in sealed if is_pack(row)]
    newest = packs.pop() if packs else []  # it is packed again while it is small
    for at in range(1, len(packs)):
        if packs[at - 1][BYTES] + packs[at][BYTES] <= PACK_BYTES:
            return packs[at - 1 : at + 1]
    packs.sort(key=_sought)
    if not packs or _sought(packs[-1]) >= newest[NUMBER]:
        return []  # one was looked at since the last packing
    for row in packs:
        revised = sum([other[REVISIONS] for other in sealed if other[NUMBER] > _sought(row)])
        if revised >= LEAST and revised * _SHARE >= row[LINES]:
            return [row]
    return []


def due(log: Log) -> bool:
    """True when there is a pack to look at."""
    return bool(_choice(log))


def compact(log: Log, keep_from: int) -> "Any":
    """
    Look at one pack, or join two; steps as those of `packing.pack`. Raises StoreFull or Broken,
    and then what counted before still does.
    """
    rows = _choice(log)
    outlived = Outlived(log, rows, keep_from)
    yield from outlived.find()
    worth = len(rows) > 1 or outlived.dropped * _SHARE >= outlived.lines > 0
    if worth and not outlived.damaged:
        yield from rewrite(log, rows, outlived)
        return
    # In the manifest alone: nothing happens to the pack before as many lines were revised again.
    for row in rows:
        row[SOUGHT:] = [outlived.through, row[TWIN] if len(row) > TWIN else 0]
    yield from log.manifest.saving()
