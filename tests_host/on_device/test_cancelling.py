"""
A call that is cancelled, wherever it is: all of it has happened or nothing, nothing stays locked
or open, and the next call works. So is a restart after it.
"""

import asyncio

from _bench import Bench, Query, everything, powered, run, write
from memory.archive.hot_records import find_key
from memory.log import log, segment_files
from memory.upkeep import background_jobs
from test_export import lived_in

HEAP = "16M"
TIMEOUT_S = 240
THOROUGH = (
    "test_a_write_is_there_or_not",
    "test_a_correction_is_there_or_not",
    "test_a_completed_occurrence_opens_the_next_or_stays_open",
    "test_a_question_given_up_changes_nothing_and_can_be_asked_again",
)
_MOST = 3000  # points at which one operation could be cancelled; it has come to its end then


def prepared(index=True):
    """A device with a past: records hot, archived, packed, indexed, retold, and a series."""
    log.SEGMENT_BYTES = 1500
    bench = Bench()
    memory = lived_in(bench)
    for number in range(40):
        write(memory, "fact", "更早的第%d件事" % number)
    if index:
        for _ in background_jobs.steps(memory.log, memory.index):
            pass
    write(memory, "schedule", "吃药", when="2026-02-06 08:00", repeat="daily")
    write(memory, "moment", "今天看到了大海")
    bench.start()
    return bench


def state(memory):
    """Everything that is remembered, comparable."""
    found = everything(memory)
    return [(id, found[id]) for id in sorted(found)]


async def cancelled(operation, points):
    """Start it, cancel it after so many turns of the loop; True where it was done by then."""
    task = asyncio.create_task(operation)
    for _ in range(points):
        await asyncio.sleep(0)
        if task.done():
            break
    done = task.done()
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass
    return done


def at_every_point(bench, make, check):
    """
    Cancel `make(memory)` at each of its points on a device of its own; `check(memory, before,
    after)` says what besides must hold. Returns how many points there were.
    """
    device = bench.copy()
    memory = device.start()
    before = state(memory)
    run(make(memory))
    after = state(memory)
    for points in range(_MOST):
        device = bench.copy()
        memory = device.start()
        done = run(cancelled(make(memory), points))
        powered()
        assert memory.readers == 0, points
        assert not memory.lock.locked(), points
        found = state(memory)
        assert faces(found) in (faces(before), faces(after)), points
        if done:
            assert faces(found) == faces(after), points
        check(memory)
        assert write(memory, "goal", "然后呢").result == "ADDED", points
        kept = state(memory)
        assert state(device.start()) == kept, points
        if done:
            return points
    raise AssertionError("it never ended")


def faces(found):
    """A state without the ids of what is new: those are not the same in two devices."""
    return sorted([repr(face) for _, face in found])


def nothing(memory):
    pass


def test_a_write_is_there_or_not():
    bench = prepared()
    for kind, content, fields in (
        ("fact", "一件全新的事", {}),  # rolls the oldest five into the archive
        ("moment", "fact 3", {}),
        ("habit", "每天早上都跑步", {}),  # retold: its old words are archived
        ("schedule", "开会", {"when": "2026-02-07 10:00"}),
    ):
        at_every_point(
            bench,
            lambda memory, k=kind, c=content, f=fields: memory.write(k, c, dict(f)),
            nothing,
        )


def test_a_correction_is_there_or_not():
    bench = prepared()
    memory = bench.copy().start()
    cold = [id for id, _ in state(memory) if find_key(memory.hot_store, id, ("fact",)) is None]
    at_every_point(bench, lambda memory: memory.correct(cold[2], None, "改正过的", {}), nothing)


def test_what_is_deleted_is_gone_with_its_twins_or_still_there():
    bench = prepared()
    points = at_every_point(bench, lambda memory: memory.delete(content="更早的第3件事"), nothing)
    assert points > 3
    at_every_point(bench, lambda memory: memory.delete(content="每天早晨跑步"), nothing)


def test_a_completed_occurrence_opens_the_next_or_stays_open():
    def check(memory):
        (series,) = [one for one in memory.hot("schedule") if one.content == "吃药"]
        assert series.get("when") in ("2026-02-06 08:00", "2026-02-07 08:00")

    bench = prepared()
    at_every_point(bench, lambda memory: memory.complete(content="吃药"), check)
    memory = bench.copy().start()
    (series,) = [one for one in memory.hot("schedule") if one.content == "吃药"]
    at_every_point(bench, lambda memory: memory.complete(series.id), check)


def test_a_question_given_up_changes_nothing_and_can_be_asked_again():
    for index in (False, True):
        bench = prepared(index)
        for query in (
            lambda: Query(None, "第3件", limit=50),
            lambda: Query(("fact",), None, limit=3, offset=20),
            lambda: Query(None, "fact corrected", limit=50, ranked=True),
        ):

            def check(memory, query=query):
                again = run(memory.recall(query()))
                assert again[1] > 0
                assert [one.id for one in again[0]]

            points = at_every_point(bench, lambda memory, q=query: memory.recall(q()), check)
            assert points > 2


def test_counting_given_up_is_counted_right_the_next_time():
    bench = prepared()
    whole = run(bench.copy().start().statistics().figures())
    counted = []

    def check(memory):
        counted.clear()
        found = run(memory.statistics(counted).figures())
        assert (found["total"], found["deleted"]) == (whole["total"], whole["deleted"])

    at_every_point(bench, lambda memory: memory.statistics(counted).figures(), check)


def test_half_a_count_is_not_kept():
    device = prepared().copy()
    memory = device.start()
    counted = []
    assert not run(cancelled(memory.statistics(counted).figures(), 4))
    assert counted == []


def test_who_waits_for_the_lock_can_be_cancelled_and_the_others_go_on():
    device = prepared().copy()
    memory = device.start()
    told = []

    async def tell(number):
        told.append((await memory.write("trait", "脾气%d" % number, {})).result)

    async def body(give_up):
        await memory.lock.acquire()
        tasks = [asyncio.create_task(tell(number)) for number in range(4)]
        await asyncio.sleep(0)
        tasks[give_up].cancel()
        memory.lock.release()
        for at, task in enumerate(tasks):
            try:
                await task
            except asyncio.CancelledError:
                assert at == give_up

    for give_up in range(4):
        told.clear()
        run(body(give_up))
        assert not memory.lock.locked()
        assert len(told) == 3, give_up
        for trait in memory.hot("trait"):
            run(memory.delete(trait.id))


class Counted:
    """An open file, counted until it is closed."""

    count = 0

    def __init__(self, *arguments):
        self._file = open(*arguments)
        Counted.count += 1

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._file.close()
        Counted.count -= 1

    def read(self, *arguments):
        return self._file.read(*arguments)

    def write(self, data):
        return self._file.write(data)

    def seek(self, *arguments):
        return self._file.seek(*arguments)

    def flush(self):
        return self._file.flush()


def test_no_file_stays_open_after_calls_that_were_given_up():
    """The collector would close it, at a time that suits nobody, or never."""
    device = prepared(False).copy()
    memory = device.start()
    log.open = segment_files.open = Counted
    try:
        assert not run(cancelled(memory.statistics().figures(), 3))
        assert Counted.count > 0  # it was in the middle of one
        for points in range(1, 12):
            run(cancelled(memory.statistics().figures(), points))
            run(cancelled(memory.recall(Query(None, "没有", limit=5)), points))
        memory.log.close_files()
        assert Counted.count == 0
    finally:
        del log.open
        del segment_files.open
