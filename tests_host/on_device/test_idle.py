"""
firmware.companion.maintenance, memory.upkeep.background: upkeep while nobody calls, and nobody is
disturbed by it.
"""

import asyncio

from _bench import Bench, Query, everything, face, run, write
from _cutting import assert_one_home
from _forget import Pet, forget
from memory.erase import erasure
from memory.log import log
from memory.log.manifest import is_pack

from firmware.companion.maintenance import Maintenance
from firmware.system import events

HEAP = "16M"
THOROUGH = ("test_recall_and_changes_in_between_are_whole",)


_sleep = asyncio.sleep


def moment(seconds):
    return _sleep(0)


class Passing:
    """A stopwatch: so many seconds at every look."""

    def __init__(self, seconds=30):
        self.seconds = seconds

    def __call__(self):
        return self.seconds


class Told:
    """Stands for the log of events."""

    def __init__(self):
        self.lines = []
        events.log = self
        asyncio.sleep = moment  # the task's own seconds

    def __call__(self, level, module, text):
        self.lines.append((level, text))


def filled(moments):
    log.SEGMENT_BYTES = 700
    bench = Bench()
    memory = bench.start()
    for number in range(moments):
        write(memory, "moment", "那天第%d次去海边 and met Emma" % number)
    return bench


def plain(bench):
    sealed = bench.memory.log.manifest.sealed
    return len([row for row in sealed if not is_pack(row)])


async def until(task, done, most=20000):
    """Let the idle task run until `done()`; then stop it."""
    for _ in range(most):
        if done():
            break
        await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass


def idle(bench):
    return Maintenance(bench.memory, Passing())


def test_what_is_due_is_done_when_nobody_calls():
    told = Told()
    bench = filled(70)
    before = everything(bench.memory)

    async def night():
        await until(asyncio.create_task(idle(bench).run()), lambda: told.lines)

    run(night())
    assert told.lines[0][1].startswith("the archive is tidy: index, index, ")
    assert plain(bench) < 8
    assert everything(bench.memory) == before
    assert bench.memory.index.covers(bench.memory.log.manifest.sealed)
    assert_one_home(bench)


def test_what_was_forgotten_is_cleaned_up_first_and_after_a_few_times_once_an_hour():
    Told()
    bench = Pet()
    memory = bench.start()
    first = write(memory, "fact", "第一件").record
    second = write(memory, "fact", "第二件").record
    forget(memory, id=first.id)
    it = idle(bench)
    looks = []

    async def night():
        task = asyncio.create_task(it.run())
        while not bench.heard("scrubbed"):
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert 3 * 3600 <= it._scrub_credit_s <= 4 * 3600, "the next need not wait"
        it._scrub_credit_s = 0  # as after four of them
        listed = erasure.ErasureJournal("/memory")
        listed.ids.add(second.id[:3].encode(), int(second.id[3:]))
        memory.erasure_journal = listed
        while len(bench.heard("scrubbed")) < 2:
            looks.append(it._scrub_credit_s)
            await asyncio.sleep(0)
        await until(task, lambda: True)

    run(night())
    # Thirty seconds pass at every look.
    assert 0 in looks and 3570 in looks
    assert memory.erasure_journal is None


def test_it_waits_for_those_who_read():
    told = Told()
    bench = filled(70)
    before = everything(bench.memory)
    sealed = len(bench.memory.log.manifest.sealed)
    found = []

    async def night():
        task = asyncio.create_task(idle(bench).run())
        while bench.memory._background is None or not bench.memory._background.name:
            await asyncio.sleep(0)
        done = bench.flash.operations
        bench.memory.readers += 1
        # Step by step, as recall and export do, with everything that is due waiting.
        records = bench.memory.archive.scan()
        for record in records:
            await asyncio.sleep(0)
            if record is not None:
                found.append(record.id)
        assert bench.flash.operations == done
        bench.memory.readers -= 1
        await until(task, lambda: told.lines)

    run(night())
    assert len(bench.memory.log.manifest.sealed) < sealed
    hot = [record.id for record in bench.memory.each("moment")]
    assert sorted(found + hot) == sorted(before)
    assert everything(bench.memory) == before


def test_recall_and_changes_in_between_are_whole():
    told = Told()
    bench = filled(70)
    known = set(everything(bench.memory))
    answers = []

    async def night():
        task = asyncio.create_task(idle(bench).run())
        for number in range(30):
            for _ in range(number):
                await asyncio.sleep(0)
            query = Query(("moment",), limit=10000, room=1 << 30)
            page, total = await bench.memory.recall(query)
            answers.append(([record.id for record in page], total))
            change = await bench.memory.write("moment", "在这期间%d" % number, {}, True)
            answers[-1] += (change.record.id,)
        await until(task, lambda: told.lines)

    run(night())
    for ids, total, new in answers:
        assert len(ids) == total
        assert set(ids) == known
        known.add(new)
    assert set(everything(bench.memory)) == known
    assert set(everything(bench.start())) == known
    assert_one_home(bench)


def test_a_call_comes_between_two_steps_and_the_work_goes_on_after_it():
    told = Told()
    bench = filled(70)
    before = everything(bench.memory)

    async def night():
        upkeep = idle(bench)
        task = asyncio.create_task(upkeep.run())
        for _ in range(60):
            for _ in range(7):
                await asyncio.sleep(0)
            upkeep.interrupt()
            upkeep._stopwatch.seconds = 0  # the caller stays
            await asyncio.sleep(0)
            while bench.memory.lock.locked():  # some steps belong together
                await asyncio.sleep(0)
            written = bench.flash.operations
            for _ in range(5):
                await asyncio.sleep(0)
            assert bench.flash.operations == written
            assert everything_now(bench) == before
            upkeep._stopwatch.seconds = 30
        await until(task, lambda: told.lines)

    run(night())
    assert bench.memory.log.verify() == []
    assert plain(bench) < 8
    assert everything(bench.memory) == before
    bench.start()
    assert everything(bench.memory) == before
    assert_one_home(bench)


def everything_now(bench):
    """As `everything`, from inside the event loop."""
    found = {}
    for record in bench.memory.archive.scan():
        if record is not None:
            found[record.id] = record
    for record in bench.memory.each("moment"):
        found[record.id] = record
    return {id: face(found[id]) for id in found}


def test_what_fails_is_told_once_and_tried_less_and_less_often():
    told = Told()
    bench = filled(70)
    before = everything(bench.memory)
    upkeep = idle(bench)
    tries = []

    async def night():
        task = asyncio.create_task(upkeep.run())
        for _ in range(3):
            upkeep._wait = 0
            failures = upkeep._failures
            for _ in range(20000):
                if upkeep._failures > failures:
                    break
                await asyncio.sleep(0)
            tries.append(upkeep._wait)
        bench.disk.errno = 0
        upkeep._wait = 0
        await until(task, lambda: len(told.lines) > 1)

    bench.disk.errno = 28
    run(night())
    assert tries == [60, 120, 240]
    assert [level for level, _ in told.lines] == ["warning", "debug"]
    assert everything(bench.memory) == before
    assert everything(bench.start()) == before
