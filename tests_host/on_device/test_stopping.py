"""Whatever fails or hangs while the companion stops, the steps after it are done."""

import asyncio

import board
from _bench import Bench

from firmware import app, startup
from firmware.system import events
from firmware.system.supervisor import ALWAYS, NEVER


class Conversation:
    """In the place of companion.conversation.Conversation."""

    speaking = False

    def __init__(self, done, error):
        self.done = done
        self.error = error

    async def end(self):
        self.done.append("conversation")
        if self.error:
            raise self.error


class Memory:
    """In the place of memory.engine.Memory."""

    def __init__(self, done):
        self.done = done

    def unsaved(self):
        return True

    async def save(self):
        self.done.append("snapshot")

    def close(self):
        self.done.append("memory")


class Transport:
    """A transport that ends at once, or at close(), or as told."""

    def __init__(self, world, close=None):
        self.world = world
        self.does = close

    async def serve(self):
        await self.world.over.wait()

    async def close(self):
        self.world.done.append("close")
        if self.does is not None:
            await self.does()


async def fail():
    raise ValueError("no way to close")


async def hang():
    await asyncio.Event().wait()


async def stubborn():
    """Does not end when cancelled."""
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            continue


WHOLE = ["close", "close", "conversation", "snapshot", "memory"]


class World:
    """A companion of two transports that stops when `over` is set; `done`: the steps taken."""

    def __init__(self, closes=(None, None), error=None):
        Bench(disk_kb=0).power_on()
        board.SETTINGS.clear()
        app._CLOSE_MS = 20
        app._SAVE_MS = 40
        self.done = []
        self.said = []
        self.over = asyncio.Event()
        events.log = lambda level, module, text: self.said.append(text)
        events.trace = lambda error: None
        self.companion = startup.create("no archive here")
        self.companion.memory = Memory(self.done)
        self.companion.conversation = Conversation(self.done, error)
        for number, close in enumerate(closes):
            row = ("transport %d" % number, "service", NEVER, Transport(self, close))
            self.companion.transports.append(row)

    async def start(self, companion):
        """As startup.start: starts the tasks of a test."""

    async def run(self):
        self.over.set()
        await self.companion.run(self.start)


async def test_a_transport_whose_close_raises_keeps_nothing_from_being_written():
    world = World((fail, fail))
    await world.run()
    assert world.done == WHOLE
    assert world.said == ["close transport %d: ValueError('no way to close',)" % n for n in (0, 1)]


async def test_one_that_hangs_is_given_up():
    world = World((hang, stubborn))
    await world.run()
    assert world.done == WHOLE
    assert [text[:17] for text in world.said] == ["close transport 0", "close transport 1"]


async def test_a_task_that_failed_before_or_fails_now_or_does_not_end_changes_nothing():
    world = World()

    async def fail_at_the_end():
        try:
            await asyncio.Event().wait()
        finally:
            raise ValueError("on its way out")

    async def start(companion):
        companion.supervisor.start("before", "app", NEVER, fail)
        companion.supervisor.start("now", "app", ALWAYS, fail_at_the_end)
        companion.supervisor.start("never", "app", ALWAYS, stubborn)
        companion.stray = asyncio.create_task(fail())  # of no supervisor
        await asyncio.sleep_ms(5)

    world.start = start
    await world.run()
    assert world.done == WHOLE
    assert len([text for text in world.said if "before failed" in text]) == 1
    assert len([text for text in world.said if "now failed" in text]) == 1


async def test_a_conversation_that_cannot_be_written_keeps_no_snapshot_from_it():
    world = World(error=MemoryError("full"))
    await world.run()
    assert world.done == WHOLE
    assert world.said == ["conversation: MemoryError('full',)"]


async def test_a_second_cancellation_interrupts_no_step():
    closing = asyncio.Event()
    go_on = asyncio.Event()

    async def slow():
        closing.set()
        await go_on.wait()
        world.done.append("closed")

    world = World((slow, None))
    app._CLOSE_MS = 10000
    running = asyncio.create_task(world.companion.run(world.start))
    await asyncio.sleep_ms(5)
    running.cancel()
    await closing.wait()
    for _ in range(3):
        running.cancel()
        await asyncio.sleep_ms(1)
    go_on.set()
    try:
        await running
        raise AssertionError("it was cancelled")
    except asyncio.CancelledError:
        pass
    assert world.done == ["close", "closed"] + WHOLE[1:]


async def test_a_start_that_fails_is_stopped_in_order_and_its_error_stays():
    world = World()

    async def start(companion):
        raise OSError(5)

    world.start = start
    try:
        await world.run()
        raise AssertionError("it has failed")
    except OSError as e:
        assert e.args == (5,)
    assert world.done == WHOLE
