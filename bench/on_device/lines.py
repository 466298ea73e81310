"""
Appends lines to an archive in which few records live: lines.py BESIDE LINES LIVING. See
bench/lines.py. Prints one JSON object.
"""

import asyncio
import json
import sys

import utime
from _clock import Clock
from _filling import BLOCK, BLOCKS, DISK_AT, ROOT, powered_on
from esp32 import NVS
from memory.archive.record_lines import entry_of
from memory.engine import Memory
from memory.records.codec import deletion_line, to_line
from memory.records.record import Record
from memory.search.query import Query
from memory.upkeep import background_jobs

_GROUP = 5
_DAY = 91  # lines
_WORDS = "海边 爬山 咖啡 雨天 妈妈 钢琴 walking dinner Emma 冬天 电影 医院".split(" ")
_BEGIN = 823000000


class Life:
    """`revs` has the rev of each record that lives, `texts` what it says; ids are numbers."""

    def __init__(self, living):
        self._living = living
        self._state = 20260205
        self._next = 0
        self.lines = 0
        self.ids = []
        self.revs = {}
        self.texts = {}

    def below(self, limit):
        x = self._state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self._state = x
        return (x >> 4) % limit

    def entry(self):
        """The next line: a record ends, is corrected, or is new while there are not enough."""
        self.lines += 1
        many = len(self.ids)
        if many and self.below(40) == 0:
            at = self.below(many)
            number = self.ids[at]
            self.ids[at] = self.ids[-1]
            self.ids.pop()
            del self.texts[number]
            rev = self.revs.pop(number) + 1
            id = "abc%d" % number
            line = deletion_line(id, "fact", rev, _BEGIN + 86400 * (self.lines // _DAY))
            return entry_of(line, None, id, rev)
        if many >= self._living or (many and self.below(2)):
            number = self.ids[self.below(many)]
        else:
            self._next += 1
            number = self._next
            self.ids.append(number)
            self.revs[number] = 0
        self.revs[number] += 1
        words = [_WORDS[self.below(len(_WORDS))] for _ in range(5)]
        text = "第%d件事 %s" % (self.lines, " ".join(words))
        self.texts[number] = text
        when = _BEGIN + 86400 * (number // _DAY)
        record = Record("abc%d" % number, "fact", when, {"content": text}, self.revs[number])
        return entry_of(to_line(record), record, record.id, record.rev)


def recalled(memory, life):
    """(records found as they were told last, answers that should not be there)."""
    found = wrong = 0
    query = Query(("fact",), None, limit=2 * len(life.ids) + 100, room=1 << 30)
    page, _ = asyncio.run(memory.recall(query))
    for record in page:
        well = life.texts.get(int(record.id[3:])) == record.content
        found += well
        wrong += not well
    for number in life.ids[:: max(1, len(life.ids) // 200)]:
        words = life.texts[number].split(" ")[0]
        page, _ = asyncio.run(memory.recall(Query(None, words)))
        wrong += [record.id for record in page] != ["abc%d" % number]
    return found, wrong


def main(beside, lines, living):
    flash = powered_on(beside).flash
    memory = Memory(NVS("mem"), ROOT, Clock(), lambda count: bytes(range(count)))
    memory.open()
    life = Life(living)
    docs = step_erases = 0
    step_ms = 0.0
    while life.lines < lines:
        sealed = memory.sealed
        memory.log.append([life.entry() for _ in range(_GROUP)], spare=True)
        if memory.sealed == sealed:
            continue
        work = background_jobs.steps(memory.log, memory.index)
        while True:
            erases = flash.erases
            start = utime.ticks_us()
            try:
                next(work)
            except StopIteration:
                break
            step_ms = max(step_ms, utime.ticks_diff(utime.ticks_us(), start) / 1000)
            step_erases = max(step_erases, flash.erases - erases)
        docs = max(docs, memory.index.docs)
    found, wrong = recalled(memory, life)
    sectors = DISK_AT // BLOCK + BLOCKS
    memory.log.measure()
    blocks, free, _ = memory.log.space()
    used = BLOCK * (blocks - free)
    figures = {
        "lines": life.lines,
        "living": len(life.ids),
        "found": found,
        "superseded": wrong,
        "lines_left": memory.log.lines,
        "covers": memory.archive.usable_index is not None,
        "documents": memory.index.docs,
        "documents_most": docs,
        "used_bytes": used,
        "step_most_ms": step_ms,
        "step_most_erases": step_erases,
        "erases": flash.erases,
        "erases_most": max([flash.sector_counts(at)[2] for at in range(sectors)]),
    }
    print(json.dumps(figures))


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
