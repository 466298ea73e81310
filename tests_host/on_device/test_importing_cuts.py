"""
memory.importing: the power fails at every operation of an import, and the same import again
takes the rest.
"""

import json
import os

from _bench import Bench, PowerCut, Random, everything, powered, write
from _cutting import SEED, assert_one_home
from memory import log
from memory.manifest import is_pack
from test_export import append, cold_record, exported, lived_in
from test_importing import line, take

HEAP = "16M"
TIMEOUT_S = 240


def imported_with_cuts(origin, data, stride=1):
    """Cut every `stride`-th operation of start and import; of some the import after it as well."""
    bench = origin.copy()
    memory = bench.start()
    before = everything(memory)
    take(memory, data)
    after, end = everything(memory), exported(memory)[0]
    only = os.getenv("CUT")
    draw = Random(SEED)
    first = count = 0
    while True:
        first += stride
        cuts = [first] + ([1 + draw.below(60)] if draw.below(6) == 0 else [])
        if only:
            cuts = [int(part) for part in only.split()]
        if not play(origin.copy(), data, cuts, (before, after, end)):
            break
        count += 1
        if only:
            return
    print(count, "cuts")
    assert count * stride > 30, count


def play(bench, data, cuts, wanted):
    """False where the first cut never comes."""
    before, after, end = wanted
    came = False
    try:
        for cut in cuts:
            try:
                memory = bench.start(cut, SEED + cut)
                take(memory, data)
                powered()
            except PowerCut:
                came = True
        memory = bench.start()
        look(bench, before, after)
        counts, refused = take(memory, data)
        assert counts.stopped is None
        assert refused == []
        assert everything(memory) == after
        assert exported(memory)[0] == end
        memory = bench.start()
        look(bench, before, after)
        assert bench.flash.operations == 0, "a start after it still writes"
        assert exported(memory)[0] == end
    except BaseException:
        print('CUT="%s"' % " ".join([str(cut) for cut in cuts]))
        raise
    return came


def look(bench, before, after):
    """Each record is as it was or as it is to be, none is missing or damaged."""
    assert bench.heard("recovered") == []
    there = everything(bench.memory)
    for id in before:
        assert there[id] in (before[id], after[id]), id
    for id in there:
        assert there[id] in (before.get(id), after[id]), id
    assert_one_home(bench)


def test_cuts_of_an_import_into_an_erased_device():
    data = exported(lived_in(Bench()))[0]
    bench = Bench(seed=7)
    bench.start()
    imported_with_cuts(bench, data, 5)


def test_cuts_of_an_import_that_merges():
    bench = Bench(seed=7)
    memory = bench.start()
    append(memory, *[cold_record(n, "told %d" % n) for n in range(40)])
    for n in range(6):
        write(memory, "fact", "hot %d" % n)
    lines = exported(memory)[0].decode().split("\n")[:-1]
    data = ""
    for n, text in enumerate(lines):
        members = json.loads(text)
        hot = "hot" in members
        if n % 3 == 0:
            data += line(members["id"], content="newer %d" % n, rev=2, hot=hot)
        else:
            data += text + "\n"
    data += "".join([line("new%d" % n, content="new %d" % n, hot=n % 4 == 0) for n in range(30)])
    imported_with_cuts(bench, data, 3)


def test_cuts_while_what_came_in_is_packed():
    log.SEGMENT_BYTES = 2048
    bench = Bench(seed=7)
    memory = bench.start()
    data = "".join([line("abc%d" % n, content="told %d " % n + "some" * 20) for n in range(300)])
    take(memory, data)
    assert is_pack(memory._log.manifest.sealed[0])
    bench = Bench(seed=7)
    bench.start()
    imported_with_cuts(bench, data, 11)
