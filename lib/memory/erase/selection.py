"""Selection: finds the records that a call of `erasure.erase` names."""

import asyncio

from micropython import const

from memory.errors import Rejected
from memory.log.lines import LINE_BYTES, id_member, lines_backward
from memory.records.id_set import IdSet
from memory.records.ids import counter_of
from memory.records.kinds import PROFILE
from memory.search import record_matching
from memory.search.query import Query
from memory.text.folding import fold

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory.records.record import Record
    from memory.store import Store

    from .related_texts import RelatedTexts

SHOWN = const(6)  # records that are named: the selected ones, and others with the same words


class Selection:
    """
    The records to erase: `ids`, `count` of them, the first few `records`, or `everything`. Then
    whether the erasure is `done`, the count `also` of other records that contain the same words,
    and the first few of those: `mentions`.
    """

    def __init__(self) -> None:
        self.ids = IdSet()
        self.count = 0
        self.records: "list[Record]" = []
        self.episodes: "list[str]" = []  # ids of those that the selected ones name
        self.before: "list[str]" = []  # ids of what the selected ones took the place of
        self.states: "dict[str, int]" = {}  # of records that stay: up to which rev they go
        self.everything = False
        self.only_in_index = False  # True: the log has no line of it, but the index may have terms
        self.done = False
        self.also = 0
        self.mentions: "Iterable[Record]" = []

    def has(self, record: "Record") -> bool:
        """True for a selected record."""
        return self.has_id(record.id)

    def has_id(self, id: str) -> bool:
        """True for the id of a selected record."""
        return self.ids.has(id[:3].encode(), counter_of(id))

    def add(self, record: "Record") -> None:
        """Select a record."""
        if self.ids.add(record.id[:3].encode(), counter_of(record.id)):
            self.count += 1
            if len(self.records) < SHOWN:
                self.records.append(record)
            episode = None if record.kind == "attachment" else record.get("episode")
            if episode is not None and episode not in self.episodes:
                self.episodes.append(episode)
            before = record.get("supersedes")
            if before is not None and record.kind not in PROFILE:  # its past is its own
                self.before.append(before)


async def select(
    store: "Store", wanted: dict, selection: Selection, related: "RelatedTexts"
) -> None:
    """Select what `wanted` names, as `erasure.erase` says; `related` is given each record."""
    if wanted.get("topic"):
        await _select_topic(store, wanted["topic"], selection, related)
    elif wanted.get("ids"):
        for id in wanted["ids"]:
            await _select_one(store, {"id": id}, selection, related)
    else:
        await _select_one(store, wanted, selection, related)


async def _select_one(
    store: "Store", wanted: dict, selection: Selection, related: "RelatedTexts"
) -> None:
    id = wanted.get("id")
    one = await record_matching.find(
        store, id, wanted.get("kind"), wanted.get("content"), any_kind=True
    )
    if one is not None:
        selection.add(one[0])
        related.add(one[0])
    elif id is not None:  # a deleted record, whose words may still be in flash
        in_log = await _is_in_log(store, id)
        if in_log or (id[:3] == store.ids.epoch and counter_of(id) <= store.ids.last):
            selection.ids.add(id[:3].encode(), counter_of(id))
            selection.count = 1
            selection.only_in_index = not in_log


async def _is_in_log(store: "Store", id: str) -> bool:
    """True where a line of the log has this id, also that of a deletion."""
    needle = id_member(id)
    log = store.log
    for number in () if log is None else log.segments():
        for text in lines_backward(log.tail(number), LINE_BYTES):  # type: ignore[union-attr]
            if text.find(needle) >= 0:
                return True
        await asyncio.sleep(0)
    return False


async def _select_topic(
    store: "Store", topic: str, selection: Selection, related: "RelatedTexts"
) -> None:
    """Select all records with this topic, hot and archived."""
    wanted = fold(topic.strip())
    if not wanted:
        raise Rejected("no_words", "a topic is needed", field="topic")
    for record in store.at_hand():
        if fold(record.get("topic", "")) == wanted:
            selection.add(record)
            related.add(record)
    query = Query(None, topic)
    query.any_kind = query.trashed = True
    for one in store.archive.matching(query):
        if one is None:
            await asyncio.sleep(0)
        elif fold(one.get("topic", "")) == wanted:
            selection.add(one)
            related.add(one)
