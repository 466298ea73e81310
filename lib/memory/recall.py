"""
Recall: finding things again by keyword, by date, or the newest first.

Reads hot and cold memory alike, by scanning. Results are ordered by when they were first told (the
counter in the id), newest first; dates only filter. RAM grows with `offset + limit` small ints and
`limit` records in their stored form, not with the archive.
"""

import asyncio
import json

from micropython import const

from . import dates
from .kinds import BY_NAME, WRITABLE
from .records import counter_of, decode, encode, key_of, readable
from .text import fold

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_ROOM = const(16384)


class Query:
    """
    What is asked for: `kinds` (names), `keyword` (text or None), `start` and `end` (days as
    `YYYY-MM-DD`, inclusive, or None), `limit`, `offset`, and `room`: bytes after which a page is
    full although `limit` is not reached. A dated record answers to the day it was told and to its
    own date.
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
    ) -> None:
        self.room = room
        self.kinds = kinds or WRITABLE
        self.keyword = fold(keyword.strip()) if keyword else ""
        self.start = start
        self.end = end
        self.limit = limit
        self.offset = offset

    def matches(self, record: "Any") -> bool:
        """True when the record is of a wanted kind, in range, and holds the keyword."""
        if record.kind not in self.kinds:
            return False
        if self.keyword and self.keyword not in fold(record.words()):
            return False
        if self.start is None and self.end is None:
            return True
        if self._in_range(dates.day_text(record.created)):
            return True
        when = record.get("when")
        return when is not None and len(when) >= 10 and self._in_range(when[:10])

    def _in_range(self, day: str) -> bool:
        return (self.start is None or day >= self.start) and (self.end is None or day <= self.end)

    def needles(self) -> tuple:
        """
        Byte strings one of which every matching line holds, or () when a line must be parsed to
        tell: keywords with letters that have a case or a width are matched folded.
        """
        if not self.keyword:
            return ()
        raw = self.keyword.encode()
        for at, byte in enumerate(raw):  # below U+2E80, or from U+FF00 on
            if byte < 0x80 or 0xC0 <= byte < 0xE2 or byte >= 0xF0:
                return ()
            if (byte == 0xE2 and raw[at + 1] < 0xBA) or (byte == 0xEF and raw[at + 1] > 0xBB):
                return ()
        return (json.dumps(self.keyword)[1:-1].encode(),)


class _Newest:
    """
    The `size` highest counters seen, fewer if the records of the highest already fill `room`
    bytes, and how many were seen in all.
    """

    def __init__(self, size: int, room: int = _ROOM) -> None:
        self._size = size
        self._room = room
        self.seen = 0
        # Ascending (counter, key, value); without key and value in a first pass.
        self.kept: "list[tuple]" = []

    def add(self, counter: int, record: "Any") -> None:
        self.seen += 1
        kept = self.kept
        if kept and len(kept) == self._size and counter <= kept[0][0]:
            return
        at = len(kept)
        while at and kept[at - 1][0] > counter:
            at -= 1
        row: "tuple" = (counter,)
        if record is not None:
            row = (counter, key_of(record.kind, record.id), encode(record))
            self._room -= len(row[2])
        kept.insert(at, row)
        while len(kept) > self._size or (self._room < 0 and len(kept) > 1):
            # Below zero only while the records after the lowest fill the room without it.
            lowest = len(kept[0][2]) if len(kept[0]) > 1 else 0
            if len(kept) <= self._size and self._room + lowest >= 0:
                break
            self._room += lowest
            kept.pop(0)


class Page:
    """Records found, newest first; each becomes an object when it is looked at."""

    def __init__(self, rows: list) -> None:
        self._rows = rows  # ascending, as _Newest keeps them

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, at: int) -> "Any":
        _, key, value = self._rows[-1 - at] if at >= 0 else self._rows[-1 - at - len(self)]
        return decode(key, value)

    def __iter__(self) -> "Any":
        for at in range(len(self._rows)):
            yield self[at]


async def find(hot: "Any", archive: "Any", query: Query) -> "tuple[Page, int]":
    """
    (records, total): one page of what matches, newest first, and how many match in all. Lets
    other tasks run between segments. The first page (offset 0) shows memory as it was when the
    call began; a later page is found in two passes, between which memory may change.
    """
    size = query.offset + query.limit
    newest = _Newest(size, query.room)
    _hot_matches(hot, query, newest)
    window = None
    if query.offset:
        # A first pass over the counters alone says where the page lies, so that RAM holds one
        # page.
        counters = _Newest(size)
        _hot_matches(hot, query, counters, keep=False)
        await _cold_matches(archive, query, counters, keep=False)
        page = counters.kept[: max(0, len(counters.kept) - query.offset)]
        if not page:
            return Page([]), counters.seen
        window = (page[0][0], page[-1][0])
        newest = _Newest(query.limit, query.room)
        _hot_matches(hot, query, newest, window)
    await _cold_matches(archive, query, newest, window)
    return Page(newest.kept), counters.seen if query.offset else newest.seen


def _hot_matches(
    hot: "Any",
    query: Query,
    newest: _Newest,
    window: "tuple | None" = None,
    keep: bool = True,
) -> None:
    for kind in query.kinds:
        for key in hot.keys(BY_NAME[kind].letter.encode()):
            record = readable(key, hot.get(key) or b"")
            if record is not None and query.matches(record):
                _take(record, newest, window, keep)


async def _cold_matches(
    archive: "Any",
    query: Query,
    newest: _Newest,
    window: "tuple | None" = None,
    keep: bool = True,
) -> None:
    for record in archive.scan(query.needles()):
        if record is None:
            await asyncio.sleep(0)
        elif query.matches(record):
            _take(record, newest, window, keep)


def _take(record: "Any", newest: _Newest, window: "tuple | None", keep: bool) -> None:
    counter = counter_of(record.id)
    if window is None or window[0] <= counter <= window[1]:
        newest.add(counter, record if keep else None)
