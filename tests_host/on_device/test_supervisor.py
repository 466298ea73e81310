"""The supervisor runs tasks again that fail, each for itself, and says how often."""

import asyncio

from _bench import Bench

from firmware.system import events, supervisor
from firmware.system.supervisor import ALWAYS, ENDED, FAILED, NEVER, ON_FAILURE, RUNNING, WAITING


class World:
    """A supervisor whose pauses take no time and are noted; `said`: what was logged."""

    def __init__(self, runs=()):
        Bench(disk_kb=0).power_on()
        self.now = 0
        self.pauses = []
        self.said = []
        self.traces = []
        self.runs = list(runs)
        self.supervisor = supervisor.Supervisor(lambda n: bytes(n), self.pause, lambda: self.now)
        events.log = lambda level, module, text: self.said.append(text)
        events.trace = self.traces.append

    async def pause(self, ms):
        self.pauses.append(ms)
        self.now += ms

    async def run(self):
        """One run of a task: returns, raises, or (at last) stays."""
        what = self.runs.pop(0) if self.runs else None
        if what is None:
            await asyncio.Event().wait()
        lasted, error = what
        self.now += lasted
        if error:
            raise error

    def start(self, policy, name="one"):
        return self.supervisor.start(name, "system", policy, self.run)


async def turns(count=20):
    for _ in range(count):
        await asyncio.sleep_ms(0)


async def test_a_task_that_raises_is_run_again_after_a_pause_that_grows():
    world = World([(0, ValueError("secret"))] * 4)
    one = world.start(ON_FAILURE)
    await turns(40)
    assert (one.state, one.restarts) == (RUNNING, 4)
    assert world.pauses == [1000, 2000, 4000, 8000]
    assert world.said == ["one failed: ValueError('secret',)"] * 4, world.said
    assert len(world.traces) == 1, one.error  # of the same error in a row
    assert one.error.startswith("ValueError ") and " test_supervisor.py:" in one.error, one.error
    assert "secret" not in one.error


async def test_the_pause_is_ten_minutes_at_most_and_a_second_after_a_long_good_run():
    world = World([(0, OSError(5))] * 14 + [(59999, OSError(5)), (60000, OSError(5))])
    one = world.start(ON_FAILURE)
    await turns(200)
    assert max(world.pauses) <= 600000
    assert world.pauses[-2] > 400000 and world.pauses[-1] == 1000
    assert one.restarts == 16 and one.error.startswith("OSError(5) ")


async def test_policies_say_what_is_run_again():
    for policy, run, state, restarts in (
        (NEVER, (0, None), ENDED, 0),
        (NEVER, (0, MemoryError()), FAILED, 0),
        (ON_FAILURE, (0, None), ENDED, 0),
        (ON_FAILURE, (0, MemoryError()), RUNNING, 1),
        (ALWAYS, (0, None), RUNNING, 1),
        (ALWAYS, (0, MemoryError()), RUNNING, 1),
    ):
        world = World([run])
        one = world.start(policy)
        await turns()
        assert (one.state, one.restarts) == (state, restarts), policy
        assert one.ended.is_set() == (state in (ENDED, FAILED))


async def test_a_task_that_somebody_else_cancels_is_run_again_also_during_its_pause():
    world = World()
    one = world.start(ALWAYS)
    await turns()
    one.task.cancel()
    await turns()
    assert (one.state, one.restarts, one.error) == (RUNNING, 1, "cancelled")

    async def long(ms):
        await asyncio.Event().wait()

    world.supervisor = supervisor.Supervisor(lambda n: bytes(n), long)
    world.runs = [(0, OSError(1))]
    one = world.start(ALWAYS)
    await turns()
    assert one.state == WAITING
    one.task.cancel()
    await turns()
    assert not one.task.done() and one.state == WAITING


async def test_one_that_fails_stops_no_other():
    world = World([(0, MemoryError())])
    bad = world.start(NEVER, "bad")
    good = world.start(ALWAYS, "good")
    await turns()
    assert (bad.state, good.state, good.restarts) == (FAILED, RUNNING, 0)


async def test_an_error_that_cannot_be_logged_is_no_end_of_the_task():
    world = World([(0, ValueError())] * 2)

    def log(level, module, text):
        raise MemoryError

    events.log = log
    one = world.start(ALWAYS)
    await turns()
    assert (one.state, one.restarts, one.error) == (RUNNING, 2, "MemoryError")


async def test_stop_ends_all_and_starts_none_again_whatever_they_do():
    world = World()
    closed = []

    async def stubborn():
        try:
            await asyncio.Event().wait()
        finally:
            closed.append(1)
            raise ValueError("on its way out")

    one = world.start(ALWAYS)
    two = world.supervisor.start("two", "system", ALWAYS, stubborn)
    await turns()
    await world.supervisor.stop()
    assert one.task.done() and two.task.done() and closed == [1]
    assert (one.state, two.state) == (ENDED, FAILED)
    assert world.pauses == []


async def test_names_are_unique_among_those_that_run_and_policies_are_known():
    world = World([(0, None)])
    world.start(NEVER)
    for policy, name in ((NEVER, "one"), ("sometimes", "two")):
        try:
            world.start(policy, name)
            raise AssertionError("taken")
        except ValueError:
            pass
    await turns()
    again = world.start(NEVER)
    assert world.supervisor.tasks == [again]
