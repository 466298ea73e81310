"""
Owners of a labelled set (bench/offer_set.jsonl): each has a chip of their own, on which the
memories are told day by day; then all questions are asked on one day.
"""

import asyncio
import gc
import json

import corpus
import utime
import vfs
from _clock import Clock
from _filling import ROOT, chunks, powered_on
from esp32 import NVS
from memory.engine import Memory
from memory.errors import Secret
from memory.log.lines import lines_forward
from memory.search.query import Query
from memory.text import dates
from mind.mind import Mind
from mind.offers import offering

_ASKED_AT = "2026-02-05 14:00"
_MOST = 5  # as style `list` gives


class Owner:
    """A fresh memory with a mind; `ids` says what each memory of the set is called here."""

    def __init__(self, expanders, path, reranker=None):
        powered_on(path)
        self.clock = Clock()
        self.memory = Memory(NVS("mem"), ROOT, self.clock, lambda count: bytes(range(count)))
        self.memory.open()
        self.memory.expander = expanders()
        self.mind = Mind(self.memory, self.clock)
        self.mind.reranker = reranker
        asyncio.run(self.mind.load())
        self.usual = self.mind.numbers["offer_threshold"]
        self.ids = {}

    def tell(self, row):
        """Write a memory of the set on its day, as a tool would; what is refused is not told."""
        self.clock.seconds = dates.parse(row["day"] + " 20:00")
        given = {}
        if "relation" in row:
            given["relation"] = row["relation"]
        if "until" in row:
            given["valid_to"] = row["until"]
        try:
            write = self.memory.write(row["kind"], row["content"], given, source="http")
            change = asyncio.run(write)
        except Secret:
            return
        self.ids[change.record.id] = row["id"]

    def fill(self, count):
        """Tell so many memories of the corpus."""
        for record in corpus.records(count):
            self.clock.seconds = record.created
            asyncio.run(self.memory.write(record.kind, record.content, {}, source="http"))

    def ask(self, question, thresholds):
        """[{threshold, offered, ms}], and what plain words find first."""
        self.clock.seconds = dates.parse(_ASKED_AT)
        found = []
        for threshold in thresholds:
            self.mind.numbers["offer_threshold"] = threshold or self.usual
            start = utime.ticks_us()
            offered = asyncio.run(offering.offer(self.mind, question, _MOST))
            ms = utime.ticks_diff(utime.ticks_us(), start) / 1000
            rows = [(self.name(one.record), int(100 * one.relevance), one.why) for one in offered]
            found.append({"threshold": threshold, "offered": rows, "ms": ms})
        query = Query(None, question, None, None, 1, 0, 16384, True)
        page, _ = asyncio.run(self.memory.recall(query))
        return found, [self.name(record) for record in page]

    def name(self, record):
        """What a memory is called in the set; of the corpus what it says."""
        return self.ids.get(record.id) or record.content

    def end(self):
        self.memory.close()
        vfs.umount(ROOT)


def owners(path, expanders, among=0, rerankers=lambda: None):
    """
    Yields (owner, row of a question), for each question of a set; `among` memories besides.
    `rerankers()` gives each owner's reranker.
    """
    owner = None
    known = ""
    for line in lines_forward(chunks(path)):
        row = json.loads(line)
        if row["owner"] != known:
            if owner is not None:
                owner.end()
            gc.collect()
            owner = Owner(expanders, path, rerankers())
            known = row["owner"]
            owner.fill(among)
        if "content" in row:
            owner.tell(row)
        else:
            yield owner, row
