"""
Recalls that are under way while the index is dropped or files are replaced: whatever comes between
two of their steps, they give what memory holds, and nothing that was superseded or deleted.
"""

import asyncio
import time

from _bench import Bench, Query, Random, everything, run, write
from _cutting import assert_one_home
from _figures import figure
from _quick import quick
from _raised import raised
from memory.errors import CorruptRecord
from memory.log import log, manifest
from memory.log.manifest import is_pack
from memory.upkeep import background_jobs

from firmware.companion import maintenance
from firmware.companion.maintenance import Maintenance
from firmware.system import events

HEAP = "32M"
TIMEOUT_S = 240
THOROUGH = ("test_a_recall_gives_the_same_wherever_the_index_is_dropped_while_it_runs",)

_sleep = asyncio.sleep
QUERIES = (
    {"keyword": "海边"},
    {"keyword": "emma", "ranked": True},
    {"keyword": "第4次去了哪里玩呢还有谁", "ranked": True},
    {"kinds": ("moment",)},
    {"start": "2026-02-05", "end": "2026-02-06", "limit": 5, "offset": 3},
    {"keyword": "me", "limit": 30},
)


def lived(count=60):
    """A device with an index, of whose archived records every second was corrected or deleted."""
    log.SEGMENT_BYTES = 700
    bench = Bench()
    memory = bench.start()
    ids = []
    for number in range(count):
        text = "那天第%d次去海边 and met Emma" % number
        ids.append(write(memory, "moment", text).record.id)
        bench.clock.seconds += 600
    tidy(memory)
    for number in range(0, count - 20, 2):
        if number % 4:
            run(memory.delete(ids[number]))
        else:
            run(memory.correct(ids[number], None, "改过的第%d次去海边" % number, {}))
    for number in range(12):
        write(memory, "moment", "后来第%d次" % number, force=True)
    tidy(memory)
    assert memory.archive.usable_index is not None
    return bench


def tidy(memory):
    for _ in background_jobs.steps(memory.log, memory.index):
        pass


def asked(memory, query):
    """The records of an answer: exactly those a scan gives, where they contain the keyword."""
    page, _ = run(memory.recall(Query(**query)))
    return [(record.id, record.rev, record.content) for record in page][: page.exact], page.exact


def steps_of(coroutine):
    """A coroutine as a generator: each item is a point where others run."""
    try:
        while True:
            yield coroutine.send(None)
    except StopIteration as e:
        yield ("done", e.value)


def interrupted(memory, query, at, do):
    """The answer where `do()` comes before step `at`; (answer, whether it came)."""
    came = False
    answer = None
    asyncio.sleep = _Stop
    try:
        for number, got in enumerate(steps_of(memory.recall(Query(**query)))):
            if isinstance(got, tuple) and got[0] == "done":
                answer = got[1]
                break
            if number == at:
                do()
                came = True
    finally:
        asyncio.sleep = _sleep
    page, _ = answer
    rows = [(record.id, record.rev, record.content) for record in page][: page.exact]
    figure("recalls_interrupted", int(came))
    return (rows, page.exact), came


class _Stop:
    """What asyncio.sleep is while a test takes the steps by hand."""

    def __init__(self, seconds):
        self._gave = False

    def __iter__(self):
        return self

    def __next__(self):
        if self._gave:
            raise StopIteration
        self._gave = True
        return "step"

    __await__ = __iter__


def test_a_recall_gives_the_same_wherever_the_index_is_dropped_while_it_runs():
    bench = lived()
    memory = bench.memory
    for query in QUERIES:
        wanted = asked(memory, query)
        for at in range(100):
            memory.close_index()
            came = interrupted(memory, query, at, lambda: memory.index.drop())
            assert came[0] == wanted, (query, at)
            assert memory.archive.usable_index is None or not came[1]
            tidy(memory)
            if not came[1]:
                break
        assert at > 1, query
    assert_one_home(bench)


def test_a_superseded_line_stays_hidden_when_another_recall_drops_the_index():
    memory = lived(40).memory
    query = {"keyword": "那天第", "limit": 50}
    for at in range(1, 5):
        memory.close_index()
        (rows, _), came = interrupted(memory, query, at, lambda: memory.index.drop())
        assert came
        numbers = sorted([int(text[3 : text.find("次")]) for _, _, text in rows])
        assert numbers == [n for n in range(40) if n % 2 or n >= 20], (at, numbers)
        tidy(memory)


def test_what_was_read_of_an_index_ends_when_it_is_dropped_and_a_new_one_is_opened():
    memory = lived(40).memory
    index = memory.index
    lookup = memory.archive.lookup(index, memory.archive.hot_ids())
    records = lookup.newest(Query(("moment",), limit=100), lambda counter: False)
    next(records)
    index.drop()
    index.drop()  # a second recall that found the same
    raised(CorruptRecord, lambda: list(records))
    assert memory.index is not index and memory.index.docs == 0
    assert memory.archive.usable_index is None


def test_an_import_replaces_no_file_while_a_recall_is_under_way():
    log.SEGMENT_BYTES = 700
    source = Bench(seed=7).start()
    for number in range(80):
        write(source, "moment", "别处第%d次去海边" % number)
    lines = []
    run(source.export(lambda piece: lines.append(bytes(piece))))
    bench = Bench()
    memory = bench.start()
    for number in range(80):
        write(memory, "moment", "那天第%d次去海边" % number)
    before = everything(memory)
    may_go_on = []

    async def wait(done, total):
        while not may_go_on:
            await asyncio.sleep(0)

    async def both():
        query = Query(limit=500, room=1 << 30)
        query.progress = wait
        recall = asyncio.create_task(memory.recall(query))
        await asyncio.sleep(0)
        taking = asyncio.create_task(memory.import_lines(lines, lambda number, why: None))
        for _ in range(3000):
            await asyncio.sleep(0)
        assert not taking.done() and not any(is_pack(row) for row in memory.log.manifest.sealed)
        may_go_on.append(True)
        page, _ = await recall
        return page, await taking

    page, done = run(both())
    assert sorted([record.id for record in page]) == sorted(before)
    assert done.stopped is None and done.added == 80
    assert any(is_pack(row) for row in memory.log.manifest.sealed)
    assert len(everything(bench.start())) == 160
    assert_one_home(bench)


class Passing:
    """A stopwatch that passes 30 seconds at every look."""

    def __call__(self):
        return 30


class DrawnTime:
    """In place of the module time: after which step of a job others have their turn is drawn."""

    def __init__(self, seed):
        self._rng = Random(seed)

    def ticks_us(self):
        return 0

    def ticks_diff(self, later, earlier):
        return 0 if self._rng.below(3) else 1000000


def test_nobody_changes_the_archive_while_a_step_holds_it_although_somebody_reads():
    for seed in quick((5,), (3, 5, 8)):
        print("seed", seed)
        maintenance.time = DrawnTime(seed)
        try:
            a_night_with_writers_and_readers()
        finally:
            maintenance.time = time


def a_night_with_writers_and_readers():
    log.SEGMENT_BYTES = 700
    bench = Bench()
    memory = bench.start()
    for number in range(70):
        write(memory, "moment", "那天第%d次去海边 and met Emma" % number)
    before = everything(memory)
    events.log = lambda level, module, text: None
    asyncio.sleep = lambda seconds: _sleep(0)
    saving = [0]
    once = manifest.Manifest.saving
    overlapped = []

    def watched(self):
        overlapped.append(saving[0])
        saving[0] += 1
        try:
            yield from once(self)
        finally:
            saving[0] -= 1

    manifest.Manifest.saving = watched
    rng = Random(3)

    async def night():
        task = asyncio.create_task(Maintenance(memory, Passing()).run())
        for number in range(60):
            for _ in range(50):
                await _sleep(0)
                if saving[0]:
                    break
            memory.readers += 1
            writing = asyncio.create_task(memory.write("moment", "在这期间%d" % number, {}, True))
            for _ in range(1 + rng.below(6)):
                await _sleep(0)
            memory.readers -= 1
            await writing
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            pass

    try:
        run(night())
    finally:
        manifest.Manifest.saving = once
        asyncio.sleep = _sleep
    assert overlapped, "nobody wrote the manifest"
    assert max(overlapped) == 0, "two wrote the manifest at once"
    assert len(everything(bench.start())) == len(before) + 60
    assert_one_home(bench)
