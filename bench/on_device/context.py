"""
Makes contexts with a full notebook over three years of memory: context.py LINES QUESTIONS WORDS.
See bench/context.py.

A chip in a file with both partitions. The notebook is made from the archive as at the first start
with a mind, saved, and read again as at every other start. Prints one JSON object a question, then
one for the notebook.
"""

import asyncio
import gc
import json
import sys

import utime
import vfs
from _chip_file import erased
from _filling import BLOCK, BLOCKS, OPTIONS, ROOT, Disk, Filling, chunks
from esp32 import NVS
from memory.engine import Memory
from memory.log.lines import lines_forward
from memory.search.expansion import Expander
from memory.search.word_table import WordTable
from memory.text import dates
from mind.mind import Mind
from mind.offers import context

from sim import chip

_NVS_AT = 0x9000
_DISK_AT = 0x15000


class Clock:
    def now(self):
        return dates.parse("2026-02-05 14:00")

    utc = now

    def instant(self, local):
        return local

    def is_set(self):
        return True


def powered_on(path):
    table = [("nvs", 1, 2, _NVS_AT, 0xC000), ("memory", 1, 0x83, _DISK_AT, BLOCK * BLOCKS)]
    flash = erased(path, _DISK_AT + BLOCK * BLOCKS)
    chip.power_on(flash, table)
    disk = Disk(flash, _DISK_AT)
    vfs.VfsLfs2.mkfs(disk, **OPTIONS)
    vfs.mount(vfs.VfsLfs2(disk, mtime=False, **OPTIONS), ROOT)
    return flash


def opened(table):
    memory = Memory(NVS("mem"), ROOT, Clock(), lambda count: bytes(range(count)))
    memory.open()
    memory.expander = Expander(lambda: WordTable(table))
    return memory


def timed(work):
    """(ms, what it gave)."""
    gc.collect()
    start = utime.ticks_us()
    found = asyncio.run(work)
    return utime.ticks_diff(utime.ticks_us(), start) / 1000, found


def words(path):
    """The table of words in RAM, as `WordTable` reads it."""
    with open(path, "rb") as file:
        table = file.read()

    def readinto(at, buffer):
        some = table[at : at + len(buffer)]
        buffer[: len(some)] = some
        return len(some)

    return readinto


def main(path, questions, table):
    table = words(table)
    flash = powered_on(path)
    memory = opened(table)
    filling = Filling(flash, memory.log, memory.index)
    filling.fill(path)
    mind = Mind(memory, Clock())
    before = flash.read_bytes
    rebuild_ms, _ = timed(mind.load())
    rebuild_bytes = flash.read_bytes - before
    save_ms, _ = timed(mind.save())
    memory.close_index()
    memory.close()
    memory = opened(table)
    mind = Mind(memory, Clock())
    before = flash.read_bytes
    load_ms, _ = timed(mind.load())
    load_bytes = flash.read_bytes - before
    asyncio.run(context.context(mind, "我住在哪里"))  # the directories of the log are open
    for line in lines_forward(chunks(questions)):
        row = json.loads(line)
        before = flash.read_bytes
        ms, found = timed(context.context(mind, row["question"]))
        read = flash.read_bytes - before
        again, _ = timed(context.context(mind, row["question"]))
        out = {"ms": ms, "again_ms": again, "read_bytes": read, "given": len(found.offered)}
        out["question"] = row["question"]
        print(json.dumps(out))
    core_ms, found = timed(context.context(mind, style="core"))
    out = {"members": mind.notebook.members.count, "records": filling.records}
    out.update({"rebuild_ms": rebuild_ms, "rebuild_bytes": rebuild_bytes, "save_ms": save_ms})
    out.update({"load_ms": load_ms, "load_bytes": load_bytes, "core_ms": core_ms})
    print(json.dumps(out))


main(*sys.argv[1:])
