"""
Recall: finds records by keyword, by date, or the newest first, in hot and cold memory alike.

Records that contain the complete keyword come first, in the order in which they were created, the
newest first (by the counter of the id; dates only filter). If the page has room left, the ranked
results of `ranked_search` follow. The archive is read through its index as far as that goes and
scanned from there on: slow and exact, the measure for the index.
"""

import asyncio

from micropython import const

from memory.errors import Broken, CorruptRecord
from memory.records.ids import counter_of
from memory.text.asking import FULL, ONLY_ASK, weighted
from memory.text.folding import bare
from memory.text.terms import runs, whole_word

from . import ranked_search
from .alike import alike, amount_sort
from .fresh_records import FreshRecords
from .keyword_parts import (
    all_parts,
    has_digit,
    has_one,
    inner_parts,
    is_pair,
    letters_of,
    own_parts,
    parts_of,
    pieces_of,
)
from .page import Counters, Newest, Page
from .query import Query, Related, named
from .spellings import UNLIKELY, Spelling

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.archive.archive import Archive
    from memory.hot.hot_store import HotStore
    from memory.index.index import Index
    from memory.index.lookup import Lookup
    from memory.interfaces import Expander
    from memory.records.record import Record

_ASKED_MOST = const(12)  # words of a question of which all other words are looked for


async def find(
    hot: "HotStore", archive: "Archive", query: Query, expander: "Expander | None" = None
) -> "tuple[Page, int]":
    """
    (page, total): one page of what matches, and how many records match in all: never too few, and
    too many only where a large archive was not read to its end; of what is ranked as far as the
    page goes, and one more where more follow. Lets other tasks run between its steps. The first
    page (offset 0) of a keyword shows memory as it was when the call began; a later page and a
    whole question take further passes, between which memory may change. Segments that cannot be
    read are passed over and counted in `page.unread`. A ranked query is expanded by
    `expander`.
    """
    index = None
    if query.ranked and query.keyword:
        others = _others(query, expander)
        if query.is_time():  # of another word only what means the same days
            for some in others:
                words = [one for one in some if isinstance(one, Spelling)]
                some[:] = [one for one in words if query.is_same_time(one.word)]
            others = [some for some in others if some]
        if expander is not None and not others:
            query.also = expander.expand(query.core or query.keyword)
        if expander is not None:
            query.inner = inner_parts(query.keyword, expander)
        query.alike = alike(query.core or query.keyword)
        query.amount = 0 if query.windows else amount_sort(query.keyword)
        query.groups = sorted(query.alike + others, key=lambda group: -group[0].weight)
    try:
        index = archive.usable_index
        if index is not None:
            return await _found(hot, archive, query, expander, index)
    except CorruptRecord:
        if index is not None:
            index.drop()
    except (MemoryError, Broken, OSError):
        # Scan without the index: that takes longer, but less RAM, and passes over what cannot be
        # read.
        archive.close_index()
    return await _found(hot, archive, query, expander, None)


def _others(query: Query, expander: "Expander | None") -> list:
    """
    Groups of other words for a keyword, or for what stands in it with words around that only point
    or ask for whatever is known.
    """
    name = named(query.keyword)
    if query.windows:  # a time that is named is asked for like one that is said alone
        if name and query.is_same_time(name):
            query.ask_for(name)
        name = ""
    if expander is None:
        query.core = name or query.core
        return []
    others = expander.whole(name) if name else []
    if name and expander.is_name(name, bool(others or alike(name))):
        query.core = name
    elif query.core or not name:
        others = expander.whole(query.core or query.keyword)
    if others and query.core.encode() >= b"\xe4":  # where the whole is found, this is another word
        others.insert(0, [Spelling(query.core, "word", 1.0)])
    return others


async def _found(
    hot: "HotStore",
    archive: "Archive",
    query: Query,
    expander: "Expander | None",
    index: "Index | None",
) -> "tuple[Page, int]":
    """As `find`, by this index or without one."""
    finding = _Finding(hot, archive, query, index)
    page, total = await finding.page()
    if not total and expander is not None and _asks_by_words(query, expander):
        finding = _Finding(hot, archive, query, index)
        page, total = await finding.page()
    page.unread = len(set(finding.unread))
    return page, total


def _asks_by_words(query: Query, expander: "Expander") -> bool:
    """
    Where a question has found nothing, have all other words for each word of what it asks looked
    for: a retriever, asked for the name of my dog. False where there are none.
    """
    if not query.ranked or not query.keyword or query.windows:
        return False
    if len(query.groups) > len(query.alike):
        return False
    asked: "list[bytes]" = []
    for said, weight in weighted(query.keyword):
        for is_cjk, run, _ in runs(said) if weight == FULL else ():
            is_asked = is_cjk or (whole_word(run) and run not in ONLY_ASK)
            if is_asked and run not in asked and len(asked) < _ASKED_MOST:
                asked.append(run)
                groups = expander.whole(run.decode())
                query.groups += [group for group in groups if group[0].weight > UNLIKELY]
    query.groups.sort(key=lambda group: -group[0].weight)
    return len(query.groups) > len(query.alike)


class _Finding:
    """One call of `find`. `index` is None where everything is scanned."""

    def __init__(
        self, hot: "HotStore", archive: "Archive", query: Query, index: "Index | None"
    ) -> None:
        self._archive = archive
        self._query = query
        self._index = index
        self._lookup: "Lookup | None" = None  # the last one for the keyword itself
        self._likeliest = 0  # percent, of the other words that were found
        # Without index: numbers of the segments that could not be read.
        self.unread: "list[int]" = []
        since = 0 if index is None else index.through
        unread = self.unread if index is None else None
        by_table = len(query.groups) > len(query.alike)
        self._is_weighed = index is not None and not by_table and ranked_search.is_question(query)
        # What a ranking weighs is not known yet: it reads again, and parses little.
        later = (query.ranked or query.offset) and not self._is_weighed
        pieces = pieces_of(query) if later else []
        groups = [] if self._is_weighed else query.groups
        spellings = [one for group in groups for one in group if one.weight > UNLIKELY]
        self._fresh = FreshRecords(hot, archive, query, since, pieces, spellings, unread)

    async def page(self) -> "tuple[Page, int]":
        """What `find` returns."""
        query = self._query
        found, total = await self._exact(query)
        if not total and self._index is not None and query.is_word():
            query.inside = True  # the index knows how words begin
            found, total = await self._exact(query)
        if not total and query.ranked and query.ask_for_bare():
            found, total = await self._exact(query)
        if not query.ranked or not query.keyword or total > query.offset + query.limit:
            return Page(found), total
        room = query.limit - len(found)
        rows, hows, scores, others = await self._related(total, room)
        room -= len(rows)
        if others and not query.given:
            page = Page(found, rows, hows, scores)
            if not total:
                page.best = self._likeliest
            return page, total + others
        exact = total
        total += others
        skip = max(0, query.offset - total)
        ranked: "list[Record]" = []
        shares: "list[int]" = []
        try:  # one more than there is room for tells whether anything follows
            await self._rank(skip + room + 1, total, ranked, shares)
        except MemoryError:
            pass  # ranked results are optional: return only the exact matches
        except Broken:
            if self._index is not None:
                raise  # `find` starts again without the index
        total += len(ranked)
        best = 100 if exact else max([self._likeliest] + shares)
        before = [record.id for record in ranked[:skip]]
        ranked, shares = ranked[skip : skip + room], shares[skip : skip + room]
        page = Page(found, rows + ranked, hows + self._hows(ranked), scores + shares)
        page.before = before
        page.best = best
        return page, total

    async def _related(self, before: int, room: int) -> "tuple[list, list, list, int]":
        """
        (at most `room` records that have another word for the keyword, how each was found, the
        weight of that in percent, how many there are), those of the likeliest words first, then
        the newest. `before` match already. Later groups are not counted once anything follows the
        page, and what is read into a word that is another word already only counts where nothing
        else was found.
        """
        query = self._query
        rows: "list[Record]" = []
        hows: "list[str]" = []
        scores: "list[int]" = []
        earlier: "list" = []
        total = 0
        for group in query.groups:
            if group[0].weight <= UNLIKELY:
                if before + total:
                    break
                self._fresh.forget()  # since this was not asked before
            offset = max(0, query.offset - before - total)
            related = Related(query, group, earlier, room - len(rows), offset)
            kept, seen = await self._exact(related)
            for at in range(len(kept) - 1, -1, -1):
                rows.append(kept[at])
                hows.append(group[0].how)
                scores.append(int(100 * group[0].weight))
            if seen and not total:
                self._likeliest = int(100 * group[0].weight)
            total += seen
            earlier = earlier + group
            if seen and query.windows:
                if query.given or group in query.alike or query.is_time():
                    query.given += group  # what is of the time follows
            if before + total > query.offset + query.limit:
                break  # and something follows the page
        return rows, hows, scores, total

    def _hows(self, rows: list) -> list:
        """By what each of the ranked records was found."""
        query = self._query
        if not query.also and not query.windows:
            return []
        own = [part.encode() for part in parts_of(query.keyword)]
        if query.windows:
            own = own_parts(query.beside)
        found = []
        for record in rows:
            text = bare(record.folded_words())
            how = "word"
            if not has_one(own, text):
                hows = [row[2] for row in query.also if has_one([row[0]], text)]
                how = hows[0] if hows else "time" if query.is_of_its_time(record) else "word"
            found.append(how)
        return found

    async def _rank(self, most: int, exact: int, rows: list, scores: list) -> None:
        """Append other records that answer the keyword, best first, and their scores."""
        query = self._query
        if not is_pair(query.keyword) or query.also or query.windows:
            parts = None if has_digit(query.keyword) else all_parts(query)
            await self._take_best(parts, False, most, exact, rows, scores)
        if not exact and not rows and query.amount != 1:
            # Nothing holds the keyword: a part of it will do.
            letters = letters_of(query.keyword)
            if letters:
                self._fresh.forget()
                await self._take_best(letters, True, most, 0, rows, scores)

    async def _take_best(
        self,
        parts: "list | None",
        loose: bool,
        most: int,
        exact: int,
        rows: list,
        scores: list,
    ) -> None:
        asked = ranked_search.Asked(
            self._query, self._index, self._fresh, self._lookup, parts, loose
        )
        for row in ranked_search.best(self._archive, asked, most, exact):
            if row is None:
                await asyncio.sleep(0)
            else:
                scores.append(row[0])
                rows.append(row[1])

    async def _exact(self, query: Query) -> "tuple[list, int]":
        """(records as Newest keeps them, how many in all) that match a query."""
        if not query.offset:
            newest = Newest(query.limit, query.room)
            left = await self._collect(query, newest)
            return newest.kept, newest.seen + left
        # A first pass over the counters alone tells where the page lies, so that RAM holds no more
        # than one page.
        counters = Counters(query.offset + query.limit)
        left = await self._collect(query, counters)
        total = counters.seen + left
        if len(counters.kept) <= query.offset:
            return [], total
        window = (counters.kept[-1], counters.kept[query.offset])
        newest = Newest(query.limit, query.room)
        await self._collect(query, newest, window)
        return newest.kept, total

    async def _collect(
        self, query: Query, newest: "Newest | Counters", window: "tuple | None" = None
    ) -> int:
        """Give `newest` all that matches; returns how many more there may be."""
        index = self._index
        since = 0 if index is None else index.through
        done = 0
        for record in self._fresh.each(query.line_filter()):
            if record is None:
                await asyncio.sleep(0)
                done += 1
                if self._query.progress is not None:
                    await self._query.progress(done, self._archive.segments_after(since))
            elif query.matches(record):
                _take(record, newest, window)
        if index is None:
            return 0

        def is_closed(counter: int) -> bool:
            return newest.is_closed(counter) or (window is not None and counter < window[0])

        lookup = self._archive.lookup(index, self._fresh.decided)
        for record in lookup.newest(query, is_closed):
            if record is None:
                await asyncio.sleep(0)
            else:
                _take(record, newest, window)
        if query is self._query:
            self._lookup = lookup
        return lookup.remaining


def _take(record: "Record", newest: "Newest | Counters", window: "tuple | None") -> None:
    counter = counter_of(record.id)
    if window is None or window[0] <= counter <= window[1]:
        newest.add(counter, record)
