"""
Extracts from every utterance of a labelled set: extract.py SET.

Prints for each what was found and the time it took, the best of three runs; at last what the code
takes of the heap.
"""

import gc
import json
import sys

import utime
from memory.records import kinds  # noqa: F401  all of these are there anyway
from memory.text import dates

NOW = dates.parse("2026-02-05 14:00")


def used():
    gc.collect()
    gc.collect()
    return gc.mem_alloc()


def extract(words, now=NOW):
    import memory.extract.extractor

    return memory.extract.extractor.extract(words, now)


def timed(words, now):
    """(microseconds, findings) of the best of three runs."""
    best = 0
    for _ in range(3):
        gc.collect()
        begin = utime.ticks_us()
        found = extract(words, now)
        us = utime.ticks_diff(utime.ticks_us(), begin)
        best = min(best or us, us)
    return best, [dict(one.fields, kind=one.kind, content=one.content) for one in found]


def main(path):
    before = used()
    figures = {}
    extract("")
    figures["heap"] = used() - before
    with open(path) as f:
        for line in f:
            row = json.loads(line)
            us, found = timed(row["text"], dates.parse(row["now"]))
            print(json.dumps({"us": us, "found": found}))
    print(json.dumps(figures))


main(sys.argv[1])
