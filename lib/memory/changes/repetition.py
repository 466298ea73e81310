"""
Repetition: finds what is written again in other words, or is in the archive already.

If a hot record says the same in other words (`near_duplicates` decides), the new words supersede
its old ones. Those go to the archive as a record of their own, marked with the id of the record
that superseded them (docs/FORMAT.md section 4). `engine` and `revision` call these functions, and
`engine` holds the lock.
"""

import asyncio

import micropython
from micropython import const

from memory.errors import Broken
from memory.guard import screening
from memory.log.manifest import is_pack
from memory.records import schedules
from memory.records.codec import encode
from memory.records.ids import key_of
from memory.records.kinds import DATED, OPPOSITE
from memory.records.record import Record, another_of
from memory.search.query import Query
from memory.search.record_matching import by_id
from memory.text import dates
from memory.text.folding import fold, folded
from memory.text.line_filter import line_filter
from memory.viper import ptr8

from . import near_duplicates, todo_times

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.engine import Memory
    from memory.store import Store

_TIMED = DATED + ("todo",)  # what is over may come again
_OWNER = "主人".encode()
_EARLIER_MOST = 16  # superseded wordings of one record that are followed back
_SEGMENTS = 4  # uncompressed ones that a write scans for the same words
_ENDS = ("。", ".", "!", "…", "~", ";", ",")
_MATCHES = 20  # records that contain the words and are compared


async def known(
    memory: "Memory", kind: str, fields: dict, now: int
) -> "tuple[Record, bool, Record | None] | None":
    """
    (record, is hot, None) where a record has these words already, which `fields` then lose, or
    has them and is in the trash;
    (record, True, old) where these words have superseded the old ones of a record; else None.
    """
    words = fold(fields["content"])
    same = None
    if not memory.archive_unavailable and kind != "family":
        same = _paraphrased(memory, kind, fields, words)
    if same is not None:
        for old in await _superseded(memory, same):
            if fold(old.content) == words:  # its earlier words: the later ones stay
                fields.pop("content")
                return same, True, None
        record, old = _supersede(memory, same, fields, now)
        return record, True, old
    if kind == "todo":
        return None  # what was done before, or taken back, is to be done again
    try:
        copies = await archived_copies(memory, kind, fields)
    except MemoryError:  # too little RAM to search: rather stored twice than not
        copies = []
    for record in [one for one in copies if not one.deleted]:
        same_date = kind not in DATED or record.get("when") == fields.get("when")
        if same_date and not (kind == "fact" and meant_another_day(memory, record)):
            if kind != "family" or not fields["content"]:
                fields.pop("content")
            return record, False, None
    for record in [one for one in copies if one.deleted]:
        if kind not in DATED or record.get("when") == fields.get("when"):
            return record, False, None
    return None


def opposite(memory: "Store", kind: str, fields: dict) -> "Record | None":
    """The hot dislike of what a like is of, and the other way round."""
    if kind not in OPPOSITE:
        return None
    words = folded(fields["content"].encode())
    of = another_of(kind, fields)
    for record in memory.each(OPPOSITE[kind]):
        if record.folded_content() == words and record.another == of:
            return record
    return None


def meant_another_day(memory: "Memory", record: Record) -> bool:
    """True for words that meant another time when they were recorded: 明天, `yesterday`."""
    return not _is_of_today(memory, record) and near_duplicates.is_relative(record.content)


def _is_of_today(memory: "Memory", record: Record) -> bool:
    return not record.approx and record.created // dates.DAY == _today(memory)


def _today(memory: "Memory") -> "int | None":
    """The number of this day; None, which no record is of, where the clock is not set."""
    return memory.clock.now() // dates.DAY if memory.clock.is_set() else None


def _paraphrased(memory: "Memory", kind: str, fields: dict, words: str) -> "Record | None":
    """The hot record that says the same; no moment of another day or event of another date."""
    raw = words.encode()
    this_day = _today(memory)
    of = another_of(kind, fields)
    for record in memory.each(kind):
        if record.another != of:
            continue
        today = not record.approx and record.created // dates.DAY == this_day
        if kind == "moment" and not today:
            continue
        if kind in _TIMED and (
            record.get("when") != fields.get("when") or not schedules.is_open(record)
        ):
            continue
        if kind == "todo" and not todo_times.same(record, fields):
            continue
        if may_be_near(raw, record.folded_content()):
            if near_duplicates.near(words, record.content, today):
                return record
    return None


def may_be_near(one: bytes, other: bytes) -> bool:
    """A cheap test: `other` has two fifths of the folded UTF-8 `one`, and the same digits."""
    begin = len(_OWNER) if one.startswith(_OWNER) else 0
    count = (len(one) - begin) // 3
    if _contained(one, begin, len(one), other, len(other)) * 5 < count * 2:
        return False
    digits = [bytes([byte for byte in text if 48 <= byte <= 57]) for text in (one, other)]
    return digits[0] == digits[1] or b"" in digits


@micropython.viper
def _contained(one: object, begin: int, size: int, other: object, length: int) -> int:
    """How many of the pieces of three bytes that a text has from `begin` on are in another."""
    raw = ptr8(one)
    within = ptr8(other)
    found = 0
    while begin + 2 < size:
        look = 0
        while look + 2 < length:
            if within[look] == raw[begin] and within[look + 1] == raw[begin + 1]:
                if within[look + 2] == raw[begin + 2]:
                    found += 1
                    look = length
            look += 1
        begin += 3
    return found


def reworded(
    memory: "Memory", record: Record, is_hot: bool, fields: dict, now: int
) -> "tuple[Record, Record]":
    """`_supersede`, for archived records too."""
    if is_hot:
        return _supersede(memory, record, fields, now)
    old = _old_words(memory, record)
    new = record.revised(now, supersedes=old.id, **fields)
    memory.archive.add(old, new)
    return new, old


def _supersede(
    memory: "Memory", record: Record, fields: dict, now: int
) -> "tuple[Record, Record]":
    """
    Give the record the words of `fields`: (new state, old words as a record of the archive). One
    line of the log holds both. The higher of the two importances stays.
    """
    old = _old_words(memory, record)
    importance = record.get("importance", 0)
    if fields.get("importance", importance) < importance:
        fields.pop("importance")
    if record.kind == "todo":
        todo_times.correct(memory.clock, record, fields)
    screening.screen(fields, record)
    record = record.revised(now, supersedes=old.id, **fields)
    puts = [(key_of(record.kind, record.id), encode(record))]
    memory.archive.append_and_put(puts, old, next=record)
    return record, old


def _old_words(memory: "Memory", record: Record) -> Record:
    """The present words of a record as a superseded record of its own."""
    id = memory.new_id()
    old = Record(id, record.kind, record.created, dict(record.fields))
    old.fields["superseded_by"] = record.id
    old.approx = record.approx
    old.unknown = record.unknown
    old.other = record.other
    return old


def _unended(text: str) -> str:
    """A text, folded, without the marks that end it; a question mark says something."""
    low = fold(text).strip()
    while low[:-1] and low.endswith(_ENDS):
        low = low[:-1].strip()
    return low


async def archived_copies(
    memory: "Memory", kind: str, fields: dict, everywhere: bool = False
) -> "list[Record]":
    """
    The archived records of this kind with the words of `fields`, whatever mark ends them, newest
    first, no superseded ones, but those in the trash too; of a family member the relation counts
    as well. Where there are packs the index is searched, else the uncompressed segments are
    scanned, by a write only the newest ones. If part of the archive cannot be read, a write goes
    on as if there were none, so the record is stored twice; a caller who looks `everywhere` gets
    Broken.
    """
    if memory.log is None:
        return []
    words = _unended(fields["content"])
    content = words or fields.get("relation", "")
    relation = fields.get("relation") if kind == "family" else None
    of = another_of(kind, fields)

    def is_copy(record: "Record") -> bool:
        if (record.kind, record.another) != (kind, of) or record.get("superseded_by") is not None:
            return False
        if relation is not None and fold(record.get("relation", "")) != fold(relation):
            return False
        return _unended(record.content) == words or (relation is not None and not record.content)

    sealed = memory.log.manifest.sealed
    packs = [row for row in sealed if is_pack(row)]
    if packs:
        query = Query((kind,), content, limit=_MATCHES)
        query.trashed = True
        matches, _ = await memory.recall(query)
        if matches.unread:
            if everywhere:
                raise Broken("archive", "a part of the archive cannot be read")
            return []
        return [
            one
            for one in matches
            if memory.hot_store.get(key_of(one.kind, one.id)) is None and is_copy(one)
        ]
    lines = line_filter([fold(content)])
    same: "list[Record]" = []
    left = 0 if everywhere else min(_SEGMENTS, 1 + len(sealed) - len(packs))
    unread: "list[int]" = []
    for record in memory.archive.scan(lines, 0, None, None if everywhere else unread):
        if record is None:
            left -= 1
            if not left:
                break
            await asyncio.sleep(0)
        elif is_copy(record):
            same.append(record)
    return [] if unread else same


async def deleted_with(memory: "Memory", record: Record, by_words: bool) -> "list[Record]":
    """The archived records that must be deleted with this one, so that it does not come back."""
    earlier = await _superseded(memory, record)
    if by_words:
        earlier += await archived_copies(memory, record.kind, record.fields, True)
    return [one for one in earlier if not one.deleted]


async def _superseded(memory: "Memory", record: Record) -> "list[Record]":
    """The archived records with the earlier words of this one, the latest first."""
    earlier: "list[Record]" = []
    id = record.get("supersedes")
    while id is not None and len(earlier) < _EARLIER_MOST:
        one = await by_id(memory.hot_store, memory.archive, id)
        if one is None or one[1] or one[0].get("valid_to") is not None:
            break  # what was true until then was another thing
        earlier.append(one[0])
        id = one[0].get("supersedes")
    return earlier
