"""Statistics: how many live records memory has, by kind and place, since when, how full it is."""

import asyncio
import json
from collections import OrderedDict

from micropython import const

from memory.errors import CorruptRecord
from memory.log.manifest import BYTES
from memory.records.codec import readable
from memory.records.fields import GIVEN_UP, REASONS
from memory.records.id_set import IdSet
from memory.records.ids import DELETION_MARK, epoch_and_counter, is_id, parts_of_key
from memory.records.kinds import BY_NAME, SEARCHED, kind_in
from memory.text import dates

from . import latest_lines
from .record_lines import parse_line

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from memory.hot.hot_store import HotStore
    from memory.interfaces import Progress
    from memory.log.log import Log
    from memory.store import Store

_STEP = const(8)  # lines read before others may run
_REPORT = const(64)  # lines between two calls of `progress`
_TRIES = const(3)  # scans; if a change comes in between each time, changes have to wait
_NONE = (0, "", "")
_NESTS = const(8)  # a line with more lists and objects than ours have is checked first


class Statistics:
    """
    The figures of one open store. `log` may be None; `counted` is empty or the list that an
    earlier Statistics of this store has filled: the counts of its archive.
    """

    def __init__(
        self, memory: "Store", hot: "HotStore", log: "Log | None", counted: "list[Any]"
    ) -> None:
        self._memory = memory
        self._hot = hot
        self._log = log
        self._counted = counted  # what _read_archive gave
        # async def progress(done, total): called while lines are read
        self.progress: "Progress | None" = None

    async def figures(self) -> "OrderedDict":
        """All figures (docs/PROTOCOL.md); the archive is read if it has changed. Raises Broken."""
        if not self._counted or self._counted[0] != self._position():
            self._counted[:] = await self._read_archive()
        self._memory.turns.space()  # opens them, so that `storage` has their figures
        return self._shape()

    def _position(self) -> tuple:
        """Changes whenever lines were appended, files replaced or records erased."""
        if self._log is None:
            return ()
        rows = self._log.manifest.sealed
        size = sum([row[BYTES] for row in rows])
        return self._memory.erasures, self._log.position, len(rows), size

    # -- counting ------------------------------------------------------------------------------

    async def _read_archive(self) -> list:
        """[position, {kind: [count, first day, last day]}, deleted, unread] of the archive."""
        for _ in range(_TRIES):
            before = self._position()
            found = await self._scan()
            if self._position() == before:  # no change came in between
                return [before] + found
        async with self._memory.lock:
            return [self._position()] + await self._scan()

    async def _scan(self) -> list:
        """Count the lines of the log that are live and not hidden by hot memory."""
        tallies: "dict[str, list]" = {}
        deleted = unread = count = 0
        if self._log is None:
            return [tallies, deleted, unread]
        hidden = IdSet()
        for key in self._hot.keys():
            hidden.add(*parts_of_key(key))
        forgotten = self._memory.erasure_journal
        self._memory.readers += 1
        lines = self._log.lines
        try:
            for line in latest_lines.lines(self._log, _counted_line):
                count += 1
                if line is None or count % _STEP == 0:
                    await asyncio.sleep(0)
                if self.progress is not None and count % _REPORT == 0:
                    await self.progress(min(count, lines), lines)
                if line is latest_lines.DAMAGED:
                    unread += 1
                elif line is None or (forgotten is not None and forgotten.covers(line)):
                    continue
                elif not hidden.has(*epoch_and_counter(line.id)):
                    if line.day is None:
                        deleted += 1
                    elif line.kind in SEARCHED:
                        _count(tallies, line.kind, line.day)
                    elif line.kind not in BY_NAME:
                        unread += 1
        finally:
            self._memory.readers -= 1
        return [tallies, deleted, unread]

    def _hot_figures(self) -> "tuple[dict, int, int]":
        """({kind: [count, first day, last day]}, deleted, unread) of hot memory."""
        found: "dict[str, list]" = {}
        deleted = unread = 0
        for key in self._hot.keys():
            if key.startswith(DELETION_MARK):
                deleted += 1
                continue
            record = readable(key, self._hot.get(key) or b"")
            if record is None:
                unread += 1
            elif record.kind in SEARCHED:
                day = "" if record.approx else dates.day_text(record.created)
                _count(found, record.kind, day)
            elif record.kind not in BY_NAME:
                unread += 1
        return found, deleted, unread

    # -- the answer ----------------------------------------------------------------------------

    def _shape(self) -> "OrderedDict":
        _, cold, cold_deleted, cold_unread = self._counted
        hot, deleted, unread = self._hot_figures()
        kinds = []
        for kind in SEARCHED:
            if kind in hot or kind in cold:
                one: "OrderedDict[str, Any]" = OrderedDict((("type", kind),))
                one["at_hand"] = hot.get(kind, _NONE)[0]
                one["archived"] = cold.get(kind, _NONE)[0]
                _days(one, [hot.get(kind, _NONE), cold.get(kind, _NONE)])
                kinds.append(one)
        out: "OrderedDict[str, Any]" = OrderedDict((("total", 0),))
        out["at_hand"] = sum([one["at_hand"] for one in kinds])
        out["archived"] = sum([one["archived"] for one in kinds])
        out["total"] = out["at_hand"] + out["archived"]
        _days(out, list(hot.values()) + list(cold.values()))
        out["deleted"] = cold_deleted + deleted
        if cold_unread or unread:
            out["unreadable"] = cold_unread + unread
        out["types"] = kinds
        out["storage"] = self.storage()
        return out

    def storage(self) -> "OrderedDict":
        """
        How full hot memory, the archive and, if they were opened since the start, the turns are,
        without reading flash.
        """
        hot = self._hot
        out: "OrderedDict[str, Any]" = OrderedDict()
        percent = 100 * hot.entries // hot.limit
        out["at_hand"] = _ordered(entries=hot.entries, most=hot.limit, used_percent=percent)
        if self._log is not None:
            blocks, free, size = self._log.space()
            archive = _ordered(used_bytes=(blocks - free) * size, free_bytes=free * size)
            archive["used_percent"] = 100 * (blocks - free) // blocks
            archive["segments"] = len(self._log.segments())
            out["archive"] = archive
        turns = self._memory.turns.space() if self._memory.turns.is_open else None
        if turns is not None:
            out["turns"] = _ordered(**turns)
        return out


def _ordered(**fields: object) -> "OrderedDict":
    return OrderedDict([(name, fields[name]) for name in sorted(fields)])


def _count(tallies: "dict[str, list]", kind: str, day: str) -> None:
    """Count one more of a kind, created on this day; "" for an unknown day."""
    tally = tallies.get(kind)
    if tally is None:
        tally = tallies[kind] = [0, "", ""]
    tally[0] += 1
    if day:
        tally[1] = min(tally[1], day) if tally[1] else day
        tally[2] = max(tally[2], day)


def _days(out: "OrderedDict", tallies: list) -> None:
    """Add the `first` and `last` day of several tallies, if they have any."""
    days = [tally[1] for tally in tallies if tally[1]]
    if days:
        out["first"] = min(days)
        out["last"] = max([tally[2] for tally in tallies])


# -- lines -----------------------------------------------------------------------------------


_DELETED = REASONS[:GIVEN_UP]


class _CountedLine:
    """What is counted of a line: `day` of creation, "" if unknown, None for a deletion."""

    def __init__(self, id: str, kind: str, day: "str | None", found: dict) -> None:
        self.id = id
        self.kind = kind
        self.day = day
        self.get = found.get
        self.rev = found.get("rev", 0)


def _counted_line(text: bytes, number: int) -> "_CountedLine | None":
    """The line, None where damaged. Not checking its fields saves four fifths of the work."""
    try:
        if text.count(b"[") + text.count(b"{") > _NESTS:
            parse_line(text)
        found = json.loads(text)
        id, kind = found["id"], found["kind"]
        if not is_id(id):
            return None
        kind = kind_in(kind)
        if "deleted_at" in found or ("trashed_at" in found and found.get("reason") in _DELETED):
            return _CountedLine(id, kind, None, found)
        return _CountedLine(id, kind, "" if found.get("approx") else _day(found["created"]), found)
    except (CorruptRecord, ValueError, KeyError, TypeError, AttributeError):
        return None


def _day(created: str) -> str:
    """The day in a time as lines have it. Raises ValueError for anything else."""
    if len(created) != 19 or created[4:5] != "-" or created[7:8] != "-" or created[10:11] != "T":
        raise ValueError("no time")
    return created[:10]
