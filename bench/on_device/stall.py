"""
How long each kind of background work keeps the event loop waiting: stall.py LINES. See
bench/stall.py.

A chip in a file with hot memory at its caps; the corpus is appended in groups of 5, a few of the
records corrected and deleted, all work done when it is due. For each kind of work the longest step
is kept, by each of the measures.
"""

import asyncio
import gc
import json
import sys

import utime
from _clock import Clock
from _filling import ROOT, Disk, chunks, powered_on
from esp32 import NVS
from memory.engine import Memory
from memory.log.lines import lines_forward
from memory.log.log import Entry
from memory.records.codec import deletion_line, from_line, to_line
from memory.records.ids import counter_of
from memory.text import dates
from memory.upkeep import background_jobs, retention

_GROUP = 5
_REVISED = 4  # one of so many records is corrected later, one of twice as many ends
_CAPS = {"trait": 10, "habit": 10, "goal": 5, "like": 8, "dislike": 8, "fact": 20, "moment": 10}
_ERASE_MS = 45
_READ_MS = 1 / 4000  # a byte
_CPU_FACTOR = 40
_COLLECT = 200  # steps between two collections, which are not counted


class TimedDisk(Disk):
    """Counts the microseconds that simulating the flash takes."""

    us = 0

    def readblocks(self, block, buf, offset=0):
        self._timed(Disk.readblocks, block, buf, offset)

    def writeblocks(self, block, buf, offset=0):
        self._timed(Disk.writeblocks, block, buf, offset)

    def ioctl(self, op, argument):
        return self._timed(Disk.ioctl, op, argument)

    def _timed(self, function, *arguments):
        start = utime.ticks_us()
        found = function(self, *arguments)
        self.us += utime.ticks_diff(utime.ticks_us(), start)
        return found


class Kinds:
    """For each kind of work, what its steps took: the most of each measure, and how many."""

    def __init__(self, disk):
        self._disk = disk
        self.rows = {}
        self._steps = 0

    def step(self, name, function):
        """Do one step and count it; what it gives."""
        disk = self._disk
        flash = disk.flash
        self._steps += 1
        if self._steps % _COLLECT == 0:
            gc.collect()
        disk.us = 0
        before = (flash.erases, flash.read_bytes)
        clock = utime.clock()
        start = utime.ticks_us()
        try:
            return function()
        finally:
            passed = (utime.ticks_diff(utime.ticks_us(), start) - disk.us) / 1000
            # Where another process ran meanwhile, the processor's own clock, of whole ms.
            cpu = min(passed, 1000 * (utime.clock() - clock) + 1)
            self._count(name, cpu, flash.erases - before[0], flash.read_bytes - before[1])

    def _count(self, name, cpu, erases, read):
        modelled = erases * _ERASE_MS + read * _READ_MS + cpu * _CPU_FACTOR
        row = self.rows.get(name)
        if row is None:
            row = self.rows[name] = [0, 0.0, 0, 0, 0.0, 0, 0]
        row[0] += 1
        row[1] = max(row[1], cpu)
        row[2] = max(row[2], erases)
        row[3] = max(row[3], read)
        row[4] = max(row[4], modelled)
        row[5] += erases > 1
        row[6] += cpu > 2

    def all(self, name, steps):
        """Do all steps of a generator or a coroutine."""
        while True:
            try:
                if hasattr(steps, "send"):
                    self.step(name, lambda: steps.send(None))
                else:
                    self.step(name, lambda: next(steps))
            except StopIteration:
                return


def pause(seconds):
    """Stands for asyncio.sleep: what waits is driven from here, step by step."""
    yield


def filled(memory, kinds):
    for name in _CAPS:
        for number in range(_CAPS[name]):
            kinds.all("write", memory.write(name, "%s %d" % (name, number) + "话" * 16, {}))


class Filling:
    """The archive on its way to three years."""

    def __init__(self, memory, kinds):
        self._memory = memory
        self._kinds = kinds
        self._draw = 12345

    def _below(self, limit):
        self._draw = (self._draw * 1103515245 + 12345) & 0x3FFFFFFF
        return (self._draw >> 8) % limit

    def append(self, lines):
        log = self._memory.log
        entries = []
        for text in lines:
            record = from_line(text).record
            entries.append(_entry(text.decode(), record, False))
            if self._below(_REVISED) == 0:
                new = record.revised(record.created, content=record.content + "。")
                entries.append(_entry(to_line(new), new, True))
            if self._below(2 * _REVISED) == 0:
                line = deletion_line(record.id, record.kind, 3, record.created)
                entries.append(Entry(line, "", counter_of(record.id), True))
        if log._bytes >= 16384:
            self._kinds.step("seal", log.seal)
            self._tidy()
        log.append(entries)

    def _tidy(self):
        log = self._memory.log
        while True:
            name = self._kinds.step("look", lambda: background_jobs.due(log, self._memory.index))
            if not name:
                return
            self._kinds.all(name, background_jobs.work(name, log, self._memory.index))


def _entry(text, record, revises):
    return Entry(text, dates.day_text(record.created), counter_of(record.id), revises)


def main(path, most):
    disk = powered_on(path, TimedDisk)
    asyncio.sleep = pause
    gc.disable()
    clock = Clock()
    memory = Memory(NVS("mem"), ROOT, clock, lambda count: bytes(range(count)))
    memory.open()
    kinds = Kinds(disk)
    filled(memory, kinds)
    filling = Filling(memory, kinds)
    kinds.step("measure", memory.log.measure)
    group = []
    for number, line in enumerate(lines_forward(chunks(path))):
        if number == most:
            break
        group.append(line)
        if len(group) == _GROUP:
            filling.append(group)
            group = []
    clock.seconds += 40 * dates.DAY
    kinds.all("nightly", retention.nightly(memory))
    kinds.all("snapshot", memory.save())
    kinds.step("measure", memory.log.measure)
    for name in sorted(kinds.rows):
        steps, cpu, erases, read, modelled, many, long = kinds.rows[name]
        print(
            json.dumps(
                {
                    "kind": name,
                    "steps": steps,
                    "max_ms": round(cpu, 2),
                    "steps_over_2_ms": long,
                    "max_erases": erases,
                    "steps_over_1_erase": many,
                    "max_read_bytes": read,
                    "modelled_s3_ms": round(modelled, 1),
                }
            )
        )


main(sys.argv[1], int(sys.argv[2]))
