"""
Fuzz target: a hostile file to import, into a memory that knows something already.

An input is the file. The answer: whether it was stopped; what was left, refused, added, updated,
deleted. Asked: nothing is raised; what was known is there with its rev, or with another state that
the file brings, which may be of a kind that is not known here and of another store, and else the
file has a deletion of it by another store; lines are all counted; a restart finds the same, and
the same file again changes nothing.
"""

import gc
import json

from _bench import Bench, everything, run, write
from memory.records.kinds import BY_NAME


def start():
    global _bench, _disk, _known
    _bench = Bench()
    memory = _bench.start()
    for n in range(24):
        write(memory, "fact", "事实 %d" % n)
    write(memory, "name", "王浩宇")
    run(memory.delete(content="事实 7"))
    _known = everything(memory)
    memory.close()
    _bench.memory = None
    _disk = bytes(_bench.image)


def take(memory, data):
    refused = []
    found = run(
        memory.import_lines(
            [data[at : at + 700] for at in range(0, len(data), 700)],
            lambda number, why: refused.append((number, str(why))),
        )
    )
    assert found.refused == len(refused)
    lines = len([line for line in data.split(b"\n") if line.strip()])
    counted = found.added + found.updated + found.left + found.refused + found.deleted
    # Of two states of two stores the one that loses is kept besides, once.
    most = lines + (data.count(b'"store"') if lines else 0)
    assert found.stopped or lines <= counted <= most, (counted, lines)
    changed = [found.added, found.updated, found.deleted]
    return [found.stopped is not None, found.left, found.refused] + changed


def exported(memory):
    """The lines of an export."""
    out = bytearray()
    run(memory.export(out.extend))
    return bytes(out).splitlines()


def _deletes(data, id):
    """True where the file has a line that deletes it, of another store."""
    for text in data.split(b"\n"):
        if text.find(b'"deleted_at"') >= 0 and text.find(b'"store"') >= 0:
            if text.find(b'"%s"' % id.encode()) >= 0:
                return True
    return False


def one(data):
    gc.collect()
    bench = _bench
    bench.image[:] = _disk
    memory = bench.start()
    counts = take(memory, data)
    found = everything(memory)
    kept = [json.loads(line) for line in exported(memory)]
    for id in _known:
        if id in found:
            of_store = [value for name, value in found[id][4] if name == "store"]
            rev = _known[id][1] + (0 if of_store else 1)
            assert found[id] == _known[id] or found[id][1] >= rev, id
        elif not [line for line in kept if line["id"] == id]:
            assert counts[5] and _deletes(data, id), id
        else:  # a later state of a kind that this firmware does not know is kept for who does
            (later,) = [line for line in kept if line["id"] == id]
            rev = _known[id][1] + (0 if "store" in later else 1)
            assert later["kind"] not in BY_NAME and later["rev"] >= rev, later
    memory = bench.start()
    assert everything(memory) == found, "another answer after a restart"
    again = take(memory, data)
    assert again[3:] == [0, 0, 0] or counts[0], again
    assert everything(memory) == found, "the same file changed something"
    return counts
