"""
Recall: finding things again by keyword, by date, or the newest first.

Reads hot and cold memory alike. What holds the whole keyword comes first, newest told first (by
the counter in the id; dates only filter); where there is room left, what answers to it best
(`ranked`) follows. The archive is read through its index as far as that goes, else by scanning:
slow and exact, the measure for the other. RAM grows with `offset + limit` small ints and `limit`
records in their stored form, not with the archive.
"""

import asyncio
from array import array

from micropython import const

from memory.errors import Broken, CorruptRecord
from memory.records.codec import decode, encode, readable
from memory.records.ids import counter_of, key_of
from memory.records.kinds import BY_NAME, WRITABLE
from memory.text import dates
from memory.text.folding import fold
from memory.text.line_filter import line_filter
from memory.text.terms import runs, singles, whole_word

from . import ranked_search

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_ROOM = const(16384)
_NEAR = const(40)  # records that have a part of a keyword, kept from the one scan to the ranking
_STEM = const(3)  # letters of a word that its stem begins with


class Query:
    """
    What is asked for: `kinds` (names), `keyword` (text or None), `start` and `end` (days as
    `YYYY-MM-DD`, inclusive, or None), `limit`, `offset`, and `room`: bytes after which a page is
    full although `limit` is not reached. A dated record answers to the day it was told and to its
    own date. With `ranked`, what answers to the keyword without holding it follows.
    """

    def __init__(
        self,
        kinds: "tuple | None" = None,
        keyword: "str | None" = None,
        start: "str | None" = None,
        end: "str | None" = None,
        limit: int = 10,
        offset: int = 0,
        room: int = _ROOM,
        ranked: bool = False,
    ) -> None:
        self.room = room
        self.ranked = ranked
        #: async def told(done, total), of segments, called while they are scanned
        self.told: "Any" = None
        self.inside = False  # True: the keyword, one word, begins no word; it may be inside one
        self.text = keyword or ""
        self.kinds = kinds or WRITABLE
        self.keyword = fold(keyword.strip()) if keyword else ""
        self.start = start
        self.end = end
        self.limit = limit
        self.offset = offset

    def matches(self, record: "Any") -> bool:
        """True when the record is of a wanted kind, in range, and holds the keyword."""
        if not self.fits(record):
            return False
        return not self.keyword or self.keyword in fold(record.words())

    def fits(self, record: "Any") -> bool:
        """True when the record is of a wanted kind and in range."""
        if record.kind not in self.kinds:
            return False
        if self.start is None and self.end is None:
            return True
        if self._in_range(dates.day_text(record.created)):
            return True
        when = record.get("when")
        return when is not None and len(when) >= 10 and self._in_range(when[:10])

    def is_word(self) -> bool:
        """True where the keyword is one word of letters and digits."""
        if not self.keyword:
            return False
        cut = runs(self.keyword)
        return len(cut) == 1 and not cut[0][0] and cut[0][1] == self.keyword.encode()

    def _in_range(self, day: str) -> bool:
        return (self.start is None or day >= self.start) and (self.end is None or day <= self.end)

    def line_filter(self, near: "list | tuple" = ()) -> "Any":
        """
        What passes over lines that cannot match, nor hold one of the folded texts `near`; None
        where each must be parsed to tell.
        """
        return line_filter([self.keyword] + list(near)) if self.keyword else None


class _Newest:
    """
    The records of the `size` highest counters seen, fewer if those of the highest already fill
    `room` bytes, and how many were seen in all.
    """

    def __init__(self, size: int, room: int) -> None:
        self._size = size
        self._room = room
        self.seen = 0
        self.kept: "list[bytes]" = []  # as _packed makes them, ascending by counter
        self._counters: "list[int]" = []  # theirs

    def add(self, counter: int, record: "Any") -> None:
        self.seen += 1
        counters = self._counters
        if counters and len(counters) == self._size and counter <= counters[0]:
            return
        at = len(counters)
        while at and counters[at - 1] > counter:
            at -= 1
        kept = self.kept
        row = _packed(record)
        self._room -= len(row)
        kept.insert(at, row)
        counters.insert(at, counter)
        while len(kept) > self._size or (self._room < 0 and len(kept) > 1):
            # Below zero only while the records after the lowest fill the room without it.
            lowest = len(kept[0])
            if len(kept) <= self._size and self._room + lowest >= 0:
                break
            self._room += lowest
            kept.pop(0)
            counters.pop(0)

    def closed(self, counter: int) -> bool:
        """True where no record up to this counter would be kept any more."""
        counters = self._counters
        if len(counters) < self._size and self._room >= 0:
            return False
        return not counters or counter <= counters[0]


class _Counters:
    """The `size` highest counters seen, and how many were seen in all."""

    def __init__(self, size: int) -> None:
        self._size = size
        self.seen = 0
        self.kept = array("I")  # descending

    def add(self, counter: int, record: "Any") -> None:
        """Of the record nothing is kept."""
        self.seen += 1
        kept = self.kept
        if len(kept) < self._size:
            kept.append(0)
        elif not kept or counter <= kept[-1]:
            return
        at = len(kept) - 1
        while at and kept[at - 1] < counter:
            kept[at] = kept[at - 1]
            at -= 1
        kept[at] = counter

    def closed(self, counter: int) -> bool:
        """True where no counter up to this one would be kept any more."""
        kept = self.kept
        return len(kept) == self._size and (not kept or counter <= kept[-1])


class Page:
    """
    Records found, in their order; each becomes an object when it is looked at. The first `exact`
    hold the keyword, newest first; the others follow by their rank.
    """

    def __init__(self, newest: list, ranked: "list | None" = None) -> None:
        self._newest = newest  # as _Newest keeps them
        self._ranked = ranked or []  # best first, (key, value)
        self.exact = len(newest)
        self.unread = 0  # segments of the archive that flash did not give

    def __len__(self) -> int:
        return self.exact + len(self._ranked)

    def __getitem__(self, at: int) -> "Any":
        if at < 0:
            at += len(self)
        if at < self.exact:
            row = self._newest[-1 - at]
            end = 1 + row[0]
            return decode(row[1:end], row[end:])
        return decode(*self._ranked[at - self.exact])

    def __iter__(self) -> "Any":
        for at in range(len(self)):
            yield self[at]


async def find(hot: "Any", archive: "Any", query: Query) -> "tuple[Page, int]":
    """
    (records, total): one page of what matches, and how many there are in all: never too few, and
    too many only where the archive is large and the rest of it was not looked at. Lets other
    tasks run between its steps. The first page (offset 0) shows memory as it was when the call
    began; a later page is found in two passes, between which memory may change. What flash does
    not give is passed over and counted in `page.unread`.
    """
    index: "Any" = None
    try:
        index = archive.indexed
        if index is not None:
            return await _Finding(hot, archive, query, index).page()
    except CorruptRecord:
        if index is not None:
            index.drop()
    except (MemoryError, Broken, OSError):
        # The index is derived, and scanning takes less RAM, if longer; it passes over what cannot
        # be read.
        archive.close_index()
    finding = _Finding(hot, archive, query, None)
    page, total = await finding.page()
    page.unread = len(set(finding.unread))
    return page, total


class _Finding:
    """One call of `find`. `index` is None where everything is scanned."""

    def __init__(self, hot: "Any", archive: "Any", query: Query, index: "Any") -> None:
        self._hot = hot
        self._archive = archive
        self._query = query
        self._index = index
        asked = index is not None and query.ranked and query.keyword != ""
        self._looking = asked and not _is_pair(query.keyword)
        # What has a part of the keyword among the lines that are not indexed, (key, value), newest
        # line first; None where they are too many, or nobody looked.
        self._near: "list | None" = None
        self._seeker: "Any" = None  # that was asked last
        # Of a search without index: numbers of the segments that could not be read.
        self.unread: "list" = []

    async def page(self) -> "tuple[Page, int]":
        """What `find` returns."""
        query = self._query
        found, total = await self._literal()
        if not total and self._index is not None and query.is_word():
            query.inside = True  # the index knows how words begin
            found, total = await self._literal()
        if not query.ranked or not query.keyword or total >= query.offset + query.limit:
            return Page(found), total
        rows: "list" = []
        skip = max(0, query.offset - total)
        try:
            await self._rank(skip + query.limit - len(found), total, rows)
        except MemoryError:
            pass  # ranked results are optional: return only what holds the keyword
        except Broken:
            if self._index is not None:
                raise  # all is looked for again without it
        return Page(found, rows[skip:]), total + len(rows)

    async def _rank(self, most: int, literal: int, rows: list) -> None:
        """Append what else answers to the keyword, best first, as (key, value)."""
        query = self._query
        if _is_pair(query.keyword):
            return
        asked = ranked_search.Asked(
            query, self._index, self._near, self._seeker, _near_filter(query)
        )
        for row in ranked_search.best(self._hot, self._archive, asked, most, literal):
            if row is None:
                await asyncio.sleep(0)
            else:
                rows.append(row)

    async def _literal(self) -> "tuple[list, int]":
        """(as _Newest keeps them, how many in all) of what holds the keyword."""
        query = self._query
        if not query.offset:
            newest = _Newest(query.limit, query.room)
            left = await self._collect(newest)
            return newest.kept, newest.seen + left
        # A first pass over the counters alone says where the page lies, so that RAM holds one
        # page.
        counters = _Counters(query.offset + query.limit)
        left = await self._collect(counters)
        total = counters.seen + left
        if len(counters.kept) <= query.offset:
            return [], total
        window = (counters.kept[-1], counters.kept[query.offset])
        newest = _Newest(query.limit, query.room)
        await self._collect(newest, window)
        return newest.kept, total

    async def _collect(self, newest: "_Newest | _Counters", window: "tuple | None" = None) -> int:
        """Let `newest` see what matches; how many more there may be."""
        query = self._query
        _hot_matches(self._hot, query, newest, window)
        index = self._index
        decided = self._archive.hot_ids()
        since = 0 if index is None else index.through
        parts = _parts(query.keyword) if self._looking else []
        if parts:
            self._near = []
        done = 0
        unread = self.unread if index is None else None
        for record in self._archive.scan(query.line_filter(parts), since, decided, unread):
            if record is None:
                await asyncio.sleep(0)
                done += 1
                if query.told is not None:
                    await query.told(done, self._archive.scanned(since))
            elif query.matches(record):
                _take(record, newest, window)
            elif self._near is not None and query.fits(record):
                self._keep_near(record, parts)
        if index is None:
            return 0

        def closed(counter: int) -> bool:
            return newest.closed(counter) or (window is not None and counter < window[0])

        seeker = self._archive.seeker(index, decided)
        for record in seeker.newest(query, closed):
            if record is None:
                await asyncio.sleep(0)
            else:
                _take(record, newest, window)
        self._seeker = seeker
        left: int = seeker.left
        return left

    def _keep_near(self, record: "Any", parts: list) -> None:
        near = self._near
        words = fold(record.words())
        if near is None or not [part for part in parts if part in words]:
            return
        near.append((key_of(record.kind, record.id), encode(record)))
        if len(near) > _NEAR:
            self._near = None


def _parts(keyword: str) -> list:
    """Texts one of which is in every record that shares a term with a folded keyword."""
    found = []
    for is_cjk, run, _ in runs(keyword):
        if is_cjk:
            letters = [letter.decode() for letter in singles(run)]
            pairs = [letters[at - 1] + letters[at] for at in range(1, len(letters))]
            found += pairs or letters
        elif whole_word(run):
            found.append(run.decode()[:_STEM])
    return found


def _near_filter(query: Query) -> "Any":
    """For what shares a term with the keyword; one with digits may be a date that nobody wrote."""
    for byte in query.keyword.encode():
        if 0x30 <= byte <= 0x39:
            return None
    parts = _parts(query.keyword)
    return line_filter(parts) if parts else None


def _is_pair(keyword: str) -> bool:
    """
    True for one or two characters from U+2E80 on, nearly all of them CJK: what answers to those
    holds them.
    """
    raw = keyword.encode()
    return len(raw) <= 6 and min(raw) > 0x7F and len(keyword) <= 2 and raw[0] >= 0xE2


def _hot_matches(
    hot: "Any",
    query: Query,
    newest: "_Newest | _Counters",
    window: "tuple | None",
) -> None:
    line_filter = query.line_filter()
    for kind in query.kinds:
        for key in hot.keys(BY_NAME[kind].letter.encode()):
            value = hot.get(key) or b""
            if line_filter is not None and not line_filter.passes(value):
                continue
            record = readable(key, value)
            if record is not None and query.matches(record):
                _take(record, newest, window)


def _packed(record: "Any") -> bytes:
    """
    Length of its key, key, value: one object where a tuple of three would take 140 bytes more.
    """
    key = key_of(record.kind, record.id)
    return bytes((len(key),)) + key + encode(record)


def _take(record: "Any", newest: "_Newest | _Counters", window: "tuple | None") -> None:
    counter = counter_of(record.id)
    if window is None or window[0] <= counter <= window[1]:
        newest.add(counter, record)
