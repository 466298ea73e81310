"""
Makes contexts with a full notebook over three years of memory: context.py LINES QUESTIONS WORDS
ANSWERS. See bench/context.py.

A chip in a file with both partitions. The notebook is made from the archive as at the first start
with a mind, saved, and read again as at every other start. Prints one JSON object a question, then
one for the notebook.
"""

import asyncio
import gc
import json
import sys

import _as_main
import utime
from _clock import Clock
from _filling import ROOT, Filling, chunks, powered_on, table, words
from esp32 import NVS
from memory.engine import Memory
from memory.log.lines import lines_forward
from mind.mind import Mind
from mind.offers import context
from mind.reranking.reranker import Reranker

_as_main.loaded()


def opened(expanders):
    memory = Memory(NVS("mem"), ROOT, Clock(), lambda count: bytes(range(count)))
    memory.open()
    memory.expander = expanders()
    return memory


def timed(work):
    """(ms, what it gave)."""
    gc.collect()
    start = utime.ticks_us()
    found = asyncio.run(work)
    return utime.ticks_diff(utime.ticks_us(), start) / 1000, found


def main(path, questions, other_words, answers):
    expanders = words(other_words)
    flash = powered_on(path).flash
    memory = opened(expanders)
    filling = Filling(flash, memory.log, memory.index)
    filling.fill(path)
    mind = Mind(memory, Clock())
    before = flash.read_bytes
    rebuild_ms, _ = timed(mind.load())
    rebuild_bytes = flash.read_bytes - before
    save_ms, _ = timed(mind.save())
    memory.close_index()
    memory.close()
    memory = opened(expanders)
    mind = Mind(memory, Clock())
    mind.reranker = None if answers == "-" else Reranker(table(answers))
    before = flash.read_bytes
    load_ms, _ = timed(mind.load())
    load_bytes = flash.read_bytes - before
    before = flash.read_bytes
    shapes_ms, _ = timed(mind.learn_shapes(lambda: True))
    shapes_bytes = flash.read_bytes - before
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
    out.update({"shapes_ms": shapes_ms, "shapes_bytes": shapes_bytes})
    print(json.dumps(out))


main(*sys.argv[1:])
