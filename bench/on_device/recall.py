"""
Asks questions of three years of memory: recall.py LINES QUERIES. See bench/recall.py.

A chip in a file with both partitions; the archive is filled with the lines, hot memory stays as
small as it is on the first day. Prints one JSON object a question: what was found and what it
took, then what reading everything says; then one for scans, one for the image.
"""

import asyncio
import gc
import json
import sys

import _as_main
import utime
from _clock import Clock
from _filling import ROOT, Filling, chunks, powered_on
from esp32 import NVS
from memory.archive.archive import Archive
from memory.engine import Memory
from memory.log.lines import lines_forward
from memory.records.ids import counter_of
from memory.search import recall

_as_main.loaded()

_LIMIT = 10
_FIRST = 80  # the number of the question that is asked first after a start
_SCANS = 5  # questions that are also answered by a scan, for its time


class EveryLine(recall.Query):
    """A query for which a scan parses every line, as the budget has it."""

    def line_filter(self, near=()):
        return None


class Questions:
    """The questions of a file, as the memory tool would ask them."""

    def __init__(self, path):
        self.rows = [json.loads(line) for line in lines_forward(chunks(path))]

    def query(self, row, kind=recall.Query, **more):
        kinds = (row["type"],) if row.get("type") else None
        days = (row.get("start"), row.get("end"))
        return kind(kinds, row.get("keyword"), days[0], days[1], _LIMIT, 0, **more)


class Asking:
    """One open memory on a chip whose reads are counted."""

    def __init__(self, flash, memory):
        self._flash = flash
        self._memory = memory

    def ask(self, query):
        """(ids that hold the keyword, ids that answer to it, how many in all, ms, bytes read)."""
        gc.collect()
        before = self._flash.read_bytes
        start = utime.ticks_us()
        page, total = asyncio.run(self._memory.recall(query))
        ids = [record.id for record in page]
        ms = utime.ticks_diff(utime.ticks_us(), start) / 1000
        exact = getattr(page, "exact", len(ids))
        return ids[:exact], ids[exact:], total, ms, self._flash.read_bytes - before

    def scan(self, query):
        """(ids, how many in all, ms) of the same by reading every line."""
        gc.collect()
        start = utime.ticks_us()
        page, total = asyncio.run(recall.find(self._memory.hot_store, self._linear(), query))
        ids = [record.id for record in page]
        return ids, total, utime.ticks_diff(utime.ticks_us(), start) / 1000

    def _linear(self):
        """The archive without its index."""
        return Archive(self._memory.hot_store, self._memory.log, lambda event, **fields: None)

    def all(self, queries):
        """[(ids of the newest, how many in all)] for each, in one reading of every line."""
        found = [[[], 0] for _ in queries]
        for record in self._linear().scan():
            if record is not None:
                for query, answer in zip(queries, found):
                    if query.matches(record):
                        answer[1] += 1
                        answer[0].append((counter_of(record.id), record.id))
                        answer[0].sort(reverse=True)
                        answer[0] = answer[0][:_LIMIT]
        return [([id for _, id in answer[0]], answer[1]) for answer in found]


def ranked(query):
    """As the tool asks: what answers to the keyword without holding it follows."""
    query.ranked = True
    return query


def opened():
    memory = Memory(NVS("mem"), ROOT, Clock(), lambda count: bytes(range(count)))
    memory.open()
    return memory


def main(path, questions):
    flash = powered_on(questions).flash
    memory = opened()
    filling = Filling(flash, memory.log, memory.index)
    filling.fill(path)
    memory.close_index()
    memory.close()
    memory = opened()
    asking = Asking(flash, memory)
    questions = Questions(questions)
    linear = asking.all([questions.query(row) for row in questions.rows])
    memory.close()
    asking = Asking(flash, opened())
    *_, first_ms, first_bytes = asking.ask(ranked(questions.query(questions.rows[_FIRST])))
    cold = [asking.ask(ranked(questions.query(row)))[3:] for row in questions.rows]
    for row, (ids, total), (cold_ms, cold_bytes) in zip(questions.rows, linear, cold):
        exact, rest, claimed, ms, read = asking.ask(ranked(questions.query(row)))
        row.update({"ids": exact, "others": rest, "total": claimed, "ms": ms, "read_bytes": read})
        row.update({"wanted": ids, "wanted_total": total, "first_ms": cold_ms})
        row["first_read_bytes"] = cold_bytes
        print(json.dumps(row))
    scans = []
    for row, (ids, total) in list(zip(questions.rows, linear))[:_SCANS]:
        found = asking.scan(questions.query(row, EveryLine))
        if found[:2] != (ids, total):
            raise ValueError("two scans differ: %r" % row)
        scans.append(found[2])
    done = {"scan_ms": scans, "records": filling.records, "raw_bytes": filling.raw}
    done.update({"first_ms": first_ms, "first_bytes": first_bytes})
    print(json.dumps(done))


main(sys.argv[1], sys.argv[2])
