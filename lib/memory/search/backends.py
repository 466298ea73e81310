"""
Backends: what finds records for a question, the words first, then those that were registered.

Owns the seam of `interfaces.SearchBackend`: whom a recall asks and what becomes of the answer, and
who is told of changes. The words decide what comes first; another backend adds candidates behind
all that they have found. Each is looked up and checked as if it came from a stranger: what does
not exist, was deleted, superseded, reads like an instruction, or is not of the kinds and days that
were asked for is left out. A backend that fails is passed over; that is told once, until it
answers again.
"""

import asyncio

from micropython import const

from memory.errors import Broken, Rejected
from memory.records.ids import epoch_and_counter, is_id
from memory.text.line_filter import LineFilter

from . import recall, record_matching
from .query import Query

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from memory.interfaces import SearchBackend
    from memory.records.id_set import IdSet
    from memory.records.record import Record
    from memory.store import Store

    from .page import Page

ANSWER_S = 2  # after which the words answer alone
_SPARE = const(8)  # candidates that are asked for, and looked up, beyond those wanted
_ALWAYS = const(101)  # percent: any answer is below it
_SERIES = b'"series":"'  # in lines of closed occurrences


class Words:
    """The words of the records: what contains the question, other words for it, then BM25."""

    name = "words"

    def __init__(self, store: "Store") -> None:
        self._store = store

    def available(self) -> bool:
        """Always: without an index everything is scanned."""
        return True

    async def page(self, query: Query) -> "tuple[Page, int]":
        """`recall.find`."""
        store = self._store
        return await recall.find(store.hot_store, store.archive, query, store.expander)

    async def candidates(self, question: str, limit: int) -> "list[tuple[str, float]]":
        """As SearchBackend; the score is the share of the question's rarest words."""
        page, _ = await self.page(Query(None, question, limit=limit, ranked=True))
        return [(record.id, page.score(at) / 100) for at, record in enumerate(page)]

    def add(self, record: "Record") -> None:
        """Nothing: the log is what is indexed, and lines not indexed are scanned."""

    def remove(self, id: str) -> None:
        """Nothing, for the same reason; `erase` cleans the index."""

    def clear(self) -> None:
        """Nothing: the index is a file of the archive."""


class Backends:
    """The words and the backends that were `given`, of an open store."""

    def __init__(self, store: "Store", given: tuple) -> None:
        self._store = store
        self.words = Words(store)
        self._others: "list[SearchBackend]" = []
        self._failed: "set[str]" = set()  # names of those whose failure was told
        for backend in given:
            self.register(backend)

    def register(self, backend: "SearchBackend") -> None:
        """Ask and tell this one too, from now on. Raises ValueError for a name that is taken."""
        if backend.name in [known.name for known in [self.words] + self._others]:  # type: ignore[operator]
            raise ValueError("a backend is called %s already" % backend.name)
        self._others.append(backend)

    # -- a recall --------------------------------------------------------------------------------

    async def find(self, query: Query) -> "tuple[Page, int]":
        """As `recall.find`, with what the other backends add at the end of a ranked page."""
        page, total = await self.words.page(query)
        if not query.ranked or not query.keyword:
            return page, total
        if query.words_alone:
            return page, total
        for backend in self._others:
            room = query.limit - len(page)
            if room <= 0:
                break
            # One that costs a request is asked where words found little.
            if page.best >= getattr(backend, "asked_below", _ALWAYS):
                continue
            skip = max(0, query.offset - total)
            rows = await self._found(backend, query, page, skip + room)
            for score, record in rows[skip:]:
                page.add(record, backend.name, score)
            page.before += [record.id for _, record in rows[:skip]]
            total += len(rows)
        return page, total

    async def _found(
        self, backend: "SearchBackend", query: Query, page: "Page", most: int
    ) -> "list[tuple[int, Record]]":
        """(percent, record) of at most `most` candidates that hold, best first; [] on failure."""
        rows: "list[tuple[int, Record]]" = []
        try:
            if not backend.available():
                return rows
            answer = await _answer(backend, query.whole, most + _SPARE)
            known = page.before + [record.id for record in page]
            for score, id in _checked(answer, most + _SPARE):
                record = None if id in known else await self._record(id, query)
                if record is not None:
                    rows.append((max(1, int(100 * score)), record))
                known.append(id)
                if len(rows) == most:
                    break
        except Exception as e:  # noqa: BLE001  whatever it does: the words have answered
            self._tell(backend, "recall", e)
            return []
        self._failed.discard(backend.name)
        return rows

    async def _record(self, id: str, query: Query) -> "Record | None":
        """The record of a candidate, None where it may not be offered or was found by words."""
        store = self._store
        try:
            found = await record_matching.by_id(store.hot_store, store.archive, id)
        except Rejected:
            return None
        if found is None:
            return None
        record: "Record" = found[0]
        if record.suspect or record.get("superseded_by") is not None or not query.fits(record):
            return None
        text = record.folded_words()
        groups = [one for group in query.groups for one in group if one.found_in(text)]
        return None if groups or query.matches(record) else record

    def _tell(self, backend: "SearchBackend", doing: str, e: BaseException) -> None:
        if backend.name in self._failed:
            return
        self._failed.add(backend.name)
        text = "the search backend %s failed (%s), words answer alone: %r"
        self._store.notify(
            "log", level="warning", module="memory", text=text % (backend.name, doing, e)
        )

    # -- changes ---------------------------------------------------------------------------------

    def add(self, record: "Record") -> None:
        """Tell of a record's new state, which is in flash; not of words that others replaced."""
        if record.get("superseded_by") is None or record.get("valid_to") is not None:
            for backend in self._others:
                try:
                    backend.add(record)
                except Exception as e:  # noqa: BLE001  the change stands
                    self._tell(backend, "add " + record.id, e)

    def remove(self, id: str) -> None:
        """Tell that a record was deleted."""
        for backend in self._others:
            try:
                backend.remove(id)
            except Exception as e:  # noqa: BLE001  the change stands
                self._tell(backend, "remove " + id, e)

    async def forget(self, ids: "IdSet") -> None:
        """
        Have what will be erased removed, closed occurrences of a series with it, before the
        erasure begins. For holders of the lock. Raises Broken where a backend does not remove it.
        """
        if not self._others:
            return
        found = list(ids.each())
        found += [record.id for record in self._store.at_hand() if _is_of(record, ids)]
        for line in self._store.archive.scan(LineFilter([_SERIES])):
            if line is None:
                await asyncio.sleep(0)
            elif _is_of(line, ids):
                found.append(line.id)
        for id in found:
            for backend in self._others:
                # One that keeps a file of its own may have more to do for an erasure.
                _have(backend, getattr(backend, "erase", backend.remove), id)

    def clear(self) -> None:
        """As `forget`, of everything."""
        for backend in self._others:
            _have(backend, backend.clear)


def _have(backend: "SearchBackend", let_go: "Callable", *arguments: str) -> None:
    try:
        let_go(*arguments)
    except Exception as e:  # noqa: BLE001  whatever it is: nothing was erased yet
        raise Broken("backend", "the search backend %s does not forget: %r" % (backend.name, e))


def _is_of(record: "Record", ids: "IdSet") -> bool:
    """True for a closed occurrence of a series in this set."""
    series = record.get("series")
    return series is not None and is_id(series) and ids.has(*epoch_and_counter(series))


async def _answer(backend: "SearchBackend", question: str, limit: int) -> "Any":
    """Its candidates. Raises what it raises, and OSError where it has not answered in time."""
    done = asyncio.Event()
    answer: "list[Any]" = []
    errors: "list[BaseException]" = []

    async def ask() -> None:
        try:
            answer.append(await backend.candidates(question, limit))
        except Exception as e:  # noqa: BLE001  raised below, where somebody waits
            errors.append(e)
        finally:
            done.set()

    task = asyncio.create_task(ask())
    try:
        await asyncio.wait_for(done.wait(), ANSWER_S)
    except asyncio.TimeoutError:  # noqa: UP041  MicroPython has no other
        raise OSError("no answer in %s s" % ANSWER_S)
    finally:
        task.cancel()  # nobody waits for it: it may not end
    if errors:
        raise errors[0]
    return answer[0]


def _checked(answer: "Any", most: int) -> "list[tuple[float, str]]":
    """(score, id) of the first `most` rows that make sense, the best first."""
    found = []
    for id, score in answer[:most]:
        if isinstance(id, str) and isinstance(score, (int, float)) and 0 <= score <= 1:
            found.append((score, id))
    found.sort(key=lambda row: -row[0])
    return found
