"""
Retelling: what comes of telling what is known in other words, or what the archive knows.

New words take the place of the old ones (`nearness` says when), which go to the archive as a
record of their own, marked with the id of what took their place (docs/FORMAT.md section 4).
`engine` and `revising` call these functions, and `engine` holds the lock.
"""

import asyncio
import json

from micropython import const

from memory.errors import Broken
from memory.guard import screening
from memory.log.manifest import is_pack
from memory.records import schedules
from memory.records.codec import encode
from memory.records.ids import key_of
from memory.records.kinds import DATED, ROLLS
from memory.records.record import Record
from memory.search.recall import Query
from memory.search.record_matching import by_id
from memory.text import dates
from memory.text.folding import fold
from memory.text.line_filter import LineFilter

from . import near_duplicates

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_EARLIER = 16  # wordings of one record that are followed back
_SEGMENTS = 4  # plain ones that a write looks through for a twin
_ALIKE = 20  # records with these words within theirs that are looked at


async def known(memory: "Any", kind: str, fields: dict, now: int) -> "tuple | None":
    """
    (record, is hot, None) where what is told anew is known in these words, and `fields` lose them;
    (record, True, old) where other words for it have taken the place of the old ones; or None.
    """
    words = fold(fields["content"])
    twin = None
    if not memory.archive_unavailable:
        twin = _retold(memory, kind, fields, words)
    if twin is not None:
        for old in await _earlier(memory, twin):
            if fold(old.content) == words:  # said so before: the later words stay
                fields.pop("content")
                return twin, True, None
        record, old = _supersede(memory, twin, fields, now)
        return record, True, old
    if kind not in DATED and kind not in ROLLS:
        return None
    try:
        found = await memory.twin_in_archive(kind, fields["content"])
    except MemoryError:  # no room to look: better kept twice than not
        found = []
    for record in found:
        same = record.get("when") == fields.get("when") if kind in DATED else True
        if same and not (kind == "fact" and await of_its_day(memory, record)):
            fields.pop("content")
            return record, False, None
    return None


async def of_its_day(memory: "Any", record: Record) -> bool:
    """True for words that meant another time when they were told: 明天, `yesterday`."""
    return not _told_today(memory, record) and near_duplicates.of_its_day(record.content)


def _told_today(memory: "Any", record: Record) -> bool:
    sure = memory.clock.is_set() and not record.approx
    return sure and record.created // dates.DAY == memory.clock.now() // dates.DAY


def _retold(memory: "Any", kind: str, fields: dict, words: str) -> "Record | None":
    """
    The hot record that says the same in other words. Moments are told apart by their day, events
    by their date.
    """
    for record in memory.each(kind):
        today = _told_today(memory, record)
        if kind == "moment" and not today:
            continue
        if kind in DATED and (
            record.get("when") != fields.get("when") or not schedules.is_open(record)
        ):
            continue
        if alike(words, fold(record.content)):
            if near_duplicates.near(words, record.content, today):
                return record
    return None


def alike(one: str, other: str) -> bool:
    """
    True where two fifths of one folded text stand in the other, and of the numbers in digits all:
    a cheap look before the real one.
    """
    raw, within = one.encode(), other.encode()
    begin = len("主人".encode()) if one.startswith("主人") else 0
    found = count = 0
    for at in range(begin, len(raw) - 2, 3):
        count += 1
        found += within.find(raw[at : at + 3]) >= 0
    if found * 5 < count * 2:
        return False
    digits = [bytes([byte for byte in text if 48 <= byte <= 57]) for text in (raw, within)]
    return digits[0] == digits[1] or b"" in digits


def _supersede(memory: "Any", record: Record, fields: dict, now: int) -> "tuple[Record, Record]":
    """
    The record with the words of `fields`, and its old ones as they are in the archive. One line
    says both, so no cut leaves half of it. Of two importances the higher counts.
    """
    id = memory.new_id()
    old = Record(id, record.kind, record.created, dict(record.fields))
    old.fields["superseded_by"] = record.id
    old.approx = record.approx
    old.unknown = record.unknown
    old.other = record.other
    importance = record.get("importance", 0)
    if fields.get("importance", importance) < importance:
        fields.pop("importance")
    screening.judge(fields, record)
    record = record.revised(now, supersedes=id, **fields)
    puts = [(key_of(record.kind, record.id), encode(record))]
    memory.archive.note_and_put(puts, old, next=record)
    return record, old


async def in_archive(memory: "Any", kind: str, content: str, everywhere: bool) -> list:
    """
    The archived records of this kind with these words, newest first. Where there are packs the
    index is asked, else the plain segments are scanned, by a write the newest ones only. Where a
    part cannot be read a write goes on as if there were none: what is told twice is kept twice.
    Who looks `everywhere` gets Broken.
    """
    words = fold(content)
    sealed = memory.log.manifest.sealed
    packed = [row for row in sealed if is_pack(row)]
    if packed:
        found, _ = await memory.recall(Query((kind,), content, limit=_ALIKE))
        if found.unread:
            if everywhere:
                raise Broken("archive", "a part of the archive cannot be read")
            return []
        keys = [key_of(record.kind, record.id) for record in found]
        cold = [memory.hot_store.get(key) is None for key in keys]
        return [one for one, is_cold in zip(found, cold) if is_cold and fold(one.content) == words]
    told = LineFilter([json.dumps(content)[1:-1].encode()])
    same: "list[Record]" = []
    left = 0 if everywhere else min(_SEGMENTS, 1 + len(sealed) - len(packed))
    unread: "list[int]" = []
    for record in memory.archive.scan(told, 0, None, None if everywhere else unread):
        if record is None:
            left -= 1
            if not left:
                break
            await asyncio.sleep(0)
        elif record.kind == kind and fold(record.content) == words:
            same.append(record)
    return [] if unread else same


async def also(memory: "Any", record: Record, by_words: bool) -> list:
    """What must not come back from the archive when this record is forgotten."""
    found = await _earlier(memory, record)
    if by_words:
        found += await memory.twin_in_archive(record.kind, record.content, True)
    return found


async def _earlier(memory: "Any", record: Record) -> list:
    """The archived records with the earlier words of this one, the latest first."""
    found: "list[Record]" = []
    id = record.get("supersedes")
    if id is None:
        return found
    while id is not None and len(found) < _EARLIER:
        one = await by_id(memory.hot_store, memory.archive, id)
        if one is None or one[1]:
            break
        found.append(one[0])
        id = one[0].get("supersedes")
    return found
