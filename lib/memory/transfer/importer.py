"""
Importing: the lines of an export, merged into a store.

Owns which of two states of a record counts (the higher rev; of equals the one that is here) and
where a record goes. Archived ones are appended in groups, hot ones written one by one; after a
cut what was taken is whole, and the same import again takes the rest. Import it when it is asked
for.
"""

import asyncio
import gc

from micropython import const

from memory.archive import packing
from memory.archive.hot_records import find_key, has_deletion_mark, rev_at
from memory.archive.record_lines import archived_form, entry_of, parse_line
from memory.errors import CorruptRecord, MemoryFault, Rejected, StoreFull
from memory.guard import prompt_injection, screening, secrets
from memory.log.lines import DROPPED, LINE_BYTES, lines_forward
from memory.log.manifest import NUMBER
from memory.records import validation
from memory.records.codec import encode, to_line
from memory.records.ids import counter_of, key_of
from memory.records.kinds import BY_NAME, DATED, EVENTS_CAP, IMPORTED, PROFILE, ROLLS, TEXT_CAPS
from memory.records.record import SUSPECT, TRUSTED
from memory.text.folding import plain, size
from memory.upkeep import background_jobs

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from memory.archive.archive import Archive
    from memory.hot.hot_store import HotStore
    from memory.hot.ids import Ids
    from memory.log.log import Log
    from memory.records.codec import Line
    from memory.records.record import Record

_GROUP = const(4096)  # bytes of lines that are appended together: a close costs an erase
_STEP = const(8)  # lines between two moments for others
_MANY = const(255)  # changes of a record, from which on they are looked up
_IDS = const(512)  # of a page of revs
_FAR = const(0x3FFFFFFF)  # no device counts its ids up to here; those above would end ours


class Revs:
    """
    How often each id has changed: half a byte each, a byte where one of 512 neighbours has changed
    15 times. _MANY stands for so many or more, 0 for no such id.
    """

    def __init__(self) -> None:
        self._pages: "dict[bytes, bytearray]" = {}

    def get(self, id: str) -> int:
        """The highest rev that `raise_to` was told."""
        page = self._pages.get(_page_of(id))
        if page is None:
            return 0
        at = counter_of(id) & _IDS - 1
        return page[at] if len(page) == _IDS else page[at >> 1] >> 4 * (at & 1) & 15

    def raise_to(self, id: str, rev: int) -> None:
        """Remember a rev (at least 1) of an id."""
        rev = min(max(rev, 1), _MANY)
        if rev <= self.get(id):
            return
        name = _page_of(id)
        page = self._pages.get(name)
        if page is None:
            page = self._pages[name] = bytearray(_IDS // 2)
        if rev > 15 and len(page) < _IDS:
            halves = page
            page = self._pages[name] = bytearray(_IDS)
            for at in range(_IDS):
                page[at] = halves[at >> 1] >> 4 * (at & 1) & 15
        at = counter_of(id) & _IDS - 1
        if len(page) == _IDS:
            page[at] = rev
        else:
            shift = 4 * (at & 1)
            page[at >> 1] = page[at >> 1] & (240 >> shift) | rev << shift


def _page_of(id: str) -> bytes:
    return id[:3].encode() + (counter_of(id) // _IDS).to_bytes(3, "big")


async def import_lines(
    hot: "HotStore",
    archive: "Archive",
    log: "Log",
    ids: "Ids",
    chunks: "Iterable",
    refuse: "Callable",
    note: "Callable | None" = None,
) -> "Import":
    """
    Take the lines in `chunks` (pieces of bytes). `refuse(number, why)` hears of each line of which
    nothing was taken, `note(number, what)` of those that were taken and look like a secret (what
    as in `secrets.detect`): what the owner has in a file is the owner's. For holders of the store's
    lock. Whatever ends it early, what the counts tell by then is durable.
    """
    taking = Import(hot, archive, log, ids)
    taking.note = note or taking.note
    try:
        await taking.take(chunks, refuse)
    except MemoryFault as e:
        taking.stopped = e
    return taking


class Import:
    """
    `added`, `updated`, `left` (here already, or newer here) and `refused` lines so far, and
    `archived`: of those taken the ones that were hot and found no room there. `stopped` is the
    error that kept the rest from being taken, or None.
    """

    def __init__(self, hot: "HotStore", archive: "Archive", log: "Log", ids: "Ids") -> None:
        self._hot = hot
        self._archive = archive
        self._log = log
        self._ids = ids
        self._revs = Revs()
        self._group: "list[Any]" = []  # entries on their way into the log
        self._group_bytes = 0
        self._group_new = 0
        self.added = self.updated = self.left = self.refused = self.archived = 0
        self.stopped: "MemoryFault | None" = None
        #: def note(number, what): hears of lines that were taken and look like a secret
        self.note: "Callable" = lambda number, what: None

    async def take(self, chunks: "Iterable", refuse: "Callable") -> None:
        """As `import_lines`. Raises StoreFull or Broken."""
        await self._survey()
        for number, text in numbered(chunks):
            try:
                await self._take_line(number, text)
            except (CorruptRecord, Rejected) as e:
                self.refused += 1
                refuse(number, e)
            if self._group_bytes >= _GROUP:
                await self._append()
            if number % _STEP == 0:
                await asyncio.sleep(0)
        await self._append()

    async def _survey(self) -> None:
        """Learn what the log has: of every id its highest rev, deleted or not."""
        steps = 0
        for number in self._log.segments():
            for text in lines_forward(self._log.chunks(number), LINE_BYTES):
                line = None if text == DROPPED else self._archive.parsed(text, number)
                if line is not None:
                    self._revs.raise_to(line.id, line.rev)
                steps += 1
                if steps % _STEP == 0:
                    await asyncio.sleep(0)

    async def _take_line(self, number: int, text: bytes) -> None:
        line = line_of(text)
        record: "Any" = line.record
        _clean(record)
        what = _judge(record)
        key = find_key(self._hot, line.id)
        logged = self._revs.get(line.id)
        if logged == _MANY and line.rev >= _MANY:
            await self._append()
            logged = self._logged_rev(line.id)
        known = max(logged, rev_at(self._hot, key))
        if known >= line.rev or has_deletion_mark(self._hot, line.id):
            self.left += 1
            return
        if key is not None:
            self._replace(key, record)
        elif not line.hot or (logged and _may_rest(record)):
            self._enter(record, known)
        else:
            self._add_hot(record, known)
        self._ids.past(counter_of(line.id))
        if what:
            self.note(number, what)

    # -- what is here --------------------------------------------------------------------------

    def _logged_rev(self, id: str) -> int:
        """The highest rev of an id in the log, by reading all of it."""
        found = 0
        needle = b'"id":"%s"' % id.encode()
        for number in self._log.segments():
            for text in lines_forward(self._log.chunks(number), LINE_BYTES):
                line = self._archive.parsed(text) if text.find(needle) >= 0 else None
                if line is not None and line.id == id:
                    found = max(found, line.rev)
        return found

    # -- where it goes -------------------------------------------------------------------------

    def _replace(self, key: bytes, record: "Record") -> None:
        """A newer state of what is hot here: it stays hot."""
        new = key_of(record.kind, record.id)
        check_hot(record)
        if new != key:
            self._check_cap(record.kind, key[:1].decode())
        try:
            self._hot.apply([(new, encode(record))], [] if new == key else [key])
        except StoreFull as e:
            raise Rejected(e.code, str(e))
        self.updated += 1

    def _add_hot(self, record: "Record", known: int) -> None:
        """A record that was hot there: hot here where there is room, else archived."""
        try:
            check_hot(record)
            self._check_cap(record.kind, "")
            try:
                self._hot.put(key_of(record.kind, record.id), encode(record))
            except StoreFull as e:
                raise Rejected(e.code, str(e))
        except Rejected:
            if not _may_rest(record):
                raise
            self._enter(archived_form(record), known)
            self.archived += 1
            return
        if known:
            self.updated += 1
        else:
            self.added += 1

    def _check_cap(self, kind: str, instead: str) -> None:
        """Raise Rejected where a kind has as many as it may; `instead`: letter of what leaves."""
        kinds = DATED if kind in DATED else (kind,)
        letters = [BY_NAME[name].letter for name in kinds]
        count = sum([len(self._hot.keys(letter.encode())) for letter in letters])
        cap = EVENTS_CAP if kind in DATED else BY_NAME[kind].cap
        if count >= cap and instead not in letters:
            text = "there are %d of %s here already, the most" % (cap, kind)
            raise Rejected("cap", text, kind=kind, cap=cap)

    def _enter(self, record: "Record", known: int) -> None:
        """Into the archive, with the next group."""
        check_cold(record)
        entry = entry_of(to_line(record), record, record.id, record.rev)
        self._revs.raise_to(record.id, record.rev)
        self._group.append(entry)
        self._group_bytes += len(entry.text)
        self._group_new += 0 if known else 1

    async def _append(self) -> None:
        if not self._group:
            return
        self._log.append(self._group)
        self.added += self._group_new
        self.updated += len(self._group) - self._group_new
        self._group = []
        self._group_bytes = self._group_new = 0
        await self._pack()

    async def _pack(self) -> None:
        """
        Three years as they are written do not fit on the chip: pack what is due. An index that is
        there is kept in step, since it could not be told what has become of its lines; one that
        is not is made by and by.
        """
        if not packing.due(self._log):
            return
        for row in self._log.manifest.sealed:  # 3 KB each while they are open
            self._log.packs.close(row[NUMBER])
        gc.collect()  # its tables want 8 KB in one piece
        index = self._archive.open_index()
        if index is None or not index.docs:
            work = packing.pack(self._log)
        else:
            work = background_jobs.steps(self._log, index, 0)
        for _ in work:
            await asyncio.sleep(0)


# -- lines -------------------------------------------------------------------------------------


def numbered(chunks: "Iterable") -> "Any":
    """
    (number, line) of the lines in pieces of bytes, counted from 1; empty ones count and are left
    out. Of a line with more than LINE_BYTES its beginning is given.
    """
    carry = b""
    number = 0
    for chunk in chunks:
        parts = (carry + bytes(chunk)).split(b"\n")
        carry = parts.pop()
        for part in parts:
            number += 1
            if part.strip():
                yield number, part
        if len(carry) > LINE_BYTES:
            carry = carry[: LINE_BYTES + 1]
    if carry.strip():
        yield number + 1, carry


def line_of(text: bytes) -> "Line":
    """The line, with its record. Raises CorruptRecord for what no export holds."""
    text = text.strip()
    if text.startswith(b"\xef\xbb\xbf"):  # an editor has been here
        text = text[3:]
    if len(text) > LINE_BYTES:
        raise CorruptRecord("line", "longer than %d bytes" % LINE_BYTES)
    try:
        line = parse_line(text)
    except CorruptRecord as e:
        raise CorruptRecord("line", "no memory as an export has it (%s)" % e)
    if line.record is None:
        raise CorruptRecord("line", "no record but the end of one")
    if counter_of(line.id) > _FAR:
        raise CorruptRecord("line", "an id that was never given")
    if line.rev < 1:
        raise CorruptRecord("line", "a record that was never written")
    return line


def _clean(record: "Record") -> None:
    """
    The texts by the rule for characters, and who wrote them as it is kept: what the file says, or
    that it came by a file.
    """
    by = screening.origin(record.get("source"), record.get("client"))
    if not by and record.kind != "affection":
        by = screening.origin(IMPORTED, record.get("client"))
    for name in ("source", "client"):
        record.fields.pop(name, None)
        if by.get(name) is not None:
            record.fields[name] = by[name]
    for name in ("content", "topic", "relation"):
        if name in record.fields:
            record.fields[name] = plain(record.fields[name])


def _judge(record: "Record") -> str:
    """Mark what reads like an instruction; what it looks like if that is a secret, else ""."""
    flags = record.get("flags", 0)
    if not flags & (SUSPECT | TRUSTED) and prompt_injection.is_injection(record.words()):
        record.fields["flags"] = flags | SUSPECT
    return secrets.detect(record.words())


def _may_rest(record: "Record") -> bool:
    """True for what may lie in the archive: not an open schedule, which would never remind."""
    if record.kind == "schedule":
        return record.get("completed") is not None
    return record.kind in ROLLS or record.kind == "event"


def check_cold(record: "Record") -> None:
    """Raise Rejected for what recall could not show."""
    if record.kind == "family" and not record.get("relation"):
        raise Rejected("missing", "a family member needs relation", field="relation")


def check_hot(record: "Record") -> None:
    """Raise Rejected for what the rules of its kind would not have let in."""
    kind = record.kind
    check_cold(record)
    if kind in PROFILE and validation.clean_content(kind, record.content) != record.content:
        raise Rejected("not_allowed", "%s in another spelling" % kind, field="content")
    caps = dict(TEXT_CAPS)
    caps["content"] = BY_NAME[kind].content_cap
    for name in caps:
        found = size(record.get(name, ""))
        if found > caps[name]:
            text = "%s has %d bytes, at most %d are allowed" % (name, found, caps[name])
            raise Rejected("too_long", text, field=name, size=found, cap=caps[name])
    for name in validation.RANGES:
        low, high = validation.RANGES[name]
        if name == "importance":
            low, high = 0, high * validation.IMPORTANCE_STEP
        if not low <= record.get(name, low) <= high:
            raise Rejected("out_of_range", "%s is not from %d to %d" % (name, low, high))
    if kind == "schedule" or (kind == "event" and record.get("when") is not None):
        if validation.clean_when(kind, record.get("when")) != record.get("when"):
            raise Rejected("bad_when", "a date in another spelling", field="when")
    if record.get("repeat", 0) > 3 or not 1 <= record.get("day", 1) <= 31:
        raise Rejected("out_of_range", "it repeats in a way that is not known here")
