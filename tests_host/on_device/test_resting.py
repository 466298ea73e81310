"""
Background work rests while somebody listens or speaks: maintenance, the jobs of the night, the
snapshot, the model that reads, vectors, a restart; and no garbage is collected meanwhile.
"""

import asyncio
import gc

from _bench import Bench, run, write
from _reading import Reading
from memory.log import log
from memory.log.manifest import is_pack
from memory.text import dates
from test_vector_maker import Life

from firmware import speaking
from firmware.app import Companion
from firmware.companion.maintenance import Maintenance
from firmware.companion.memory_restart import MemoryRestart
from firmware.companion.scheduler import Scheduler
from firmware.system import events
from firmware.system.settings import Settings

HEAP = "32M"

_sleep = asyncio.sleep


class Voice:
    """Somebody talks, or not."""

    def __init__(self):
        self.talks = False

    def __call__(self):
        return self.talks


def moment(seconds):
    return _sleep(0)


def steps(bench, count):
    """So many turns of the loop; what of the archive is neither indexed nor packed then."""

    async def wait():
        for _ in range(count):
            await _sleep(0)

    return wait()


def unpacked(memory):
    return len([row for row in memory.log.manifest.sealed if not is_pack(row)])


def archived(bench):
    log.SEGMENT_BYTES = 700
    memory = bench.start()
    for number in range(70):
        write(memory, "moment", "那天第%d次去海边 and met Emma" % number)
    return memory


def test_no_job_of_maintenance_begins_or_goes_on_while_somebody_talks():
    bench, voice = Bench(), Voice()
    memory = archived(bench)
    asyncio.sleep = moment  # the task's own seconds
    done = []
    events.log = lambda level, module, text: done.append(text)
    maintenance = Maintenance(memory, lambda: 30, None, voice)

    async def life():
        voice.talks = True
        task = asyncio.create_task(maintenance.run())
        erases, first = bench.flash.erases, unpacked(memory)
        assert first
        await steps(bench, 500)
        assert bench.flash.erases == erases
        assert unpacked(memory) == first
        voice.talks = False
        while bench.flash.erases == erases:
            await _sleep(0)
        voice.talks = True  # amid a job
        await steps(bench, 20)
        erases, programs = bench.flash.erases, bench.flash.operations
        await steps(bench, 500)
        assert (bench.flash.erases, bench.flash.operations) == (erases, programs)
        assert not done
        voice.talks = False
        while not done:
            await _sleep(0)
        task.cancel()

    run(life())
    assert unpacked(memory) < 8


class Night:
    """Facts that are older than a month, and the scheduler a minute before three."""

    def __init__(self):
        self.bench = Bench()
        self.bench.clock.to("2026-02-05 14:00")
        self.memory = self.bench.start()
        for number in range(20):
            write(self.memory, "fact", "第%d件事" % number)
        self.bench.clock.to("2026-03-20 02:59")
        self.passed = 0
        self.said = []
        events.emit = lambda event, **fields: self.said.append((event, fields))
        self.voice = Voice()
        self.scheduler = Scheduler(
            self.memory, self.bench.clock, self._stopwatch, None, self.voice
        )
        self.tick(0)

    def _stopwatch(self):
        passed, self.passed = self.passed, 0
        return passed

    def tick(self, seconds=1):
        self.bench.clock.seconds += seconds
        self.passed += seconds
        run(self.scheduler.tick())

    @property
    def at_hand(self):
        return len(self.memory.hot("fact"))


def test_the_night_waits_until_nobody_talks():
    night = Night()
    night.voice.talks = True
    night.tick(600)
    assert night.at_hand == 20
    night.voice.talks = False
    night.tick()
    assert night.at_hand == 0


def test_a_night_that_was_begun_ends_at_its_next_step_and_is_done_afterwards():
    night = Night()
    move = night.memory.move_to_archive

    def moved(records):
        night.voice.talks = True  # somebody presses the button meanwhile
        return move(records)

    night.memory.move_to_archive = moved
    night.tick(600)
    assert night.at_hand == 15
    night.tick(600)
    assert night.at_hand == 15
    night.memory.move_to_archive = move
    night.voice.talks = False
    night.tick()
    assert night.at_hand == 0
    write(night.memory, "fact", "新的一件")
    night.bench.clock.seconds += 40 * dates.DAY  # a leap of the clock: it was marked as done
    night.tick(0)
    assert night.at_hand == 1


def test_reminders_are_told_while_somebody_talks_and_no_snapshot_is_written():
    night = Night()
    night.bench.clock.to("2026-03-20 14:00")
    night.tick(0)
    write(night.memory, "schedule", "吃药", when="2026-03-20 14:30", priority=5)
    night.tick()
    assert night.memory.unsaved()
    night.voice.talks = True
    night.tick(900)
    assert night.memory.unsaved()
    assert [event for event, _ in night.said].count("reminder") == 1
    night.voice.talks = False
    write(night.memory, "fact", "再一件")
    night.tick()
    night.tick(61)
    assert not night.memory.unsaved()


def test_no_vector_is_made_while_somebody_talks():
    life = Life()
    life.maker._resting = voice = Voice()
    voice.talks = True
    assert not life.asks(100)
    voice.talks = False
    assert life.asks(1)


def test_no_model_is_asked_while_somebody_talks_and_its_answer_waits():
    reading = Reading('{"memories": []}')
    reading.reader._resting = voice = Voice()
    reading.say(("owner", "我在一家书店上班，店里有一只很胖的橘猫，叫年糕"))
    voice.talks = True
    reading.end()
    assert reading.model.asked == [] and reading.unread()
    voice.talks = False
    asyncio.sleep = moment
    chat = reading.model.chat
    looks = []

    async def answered(*given, **named):
        voice.talks = True  # before the answer has come
        return await chat(*given, **named)

    async def life():
        task = asyncio.create_task(reading.reader.tick(0))
        while not reading.model.asked:
            await _sleep(0)
        for _ in range(100):
            await _sleep(0)
        looks.append(task.done())
        voice.talks = False
        await task

    reading.model.chat = answered
    run(life())
    assert looks == [False]
    assert not reading.unread()


async def saved():
    """Stands for Companion.save."""


def test_the_device_does_not_restart_while_somebody_talks():
    Bench().start()
    companion = Companion(Settings({}), None)
    companion.memory_broken = True
    companion.memory_problem = "flash does not answer"
    companion.save = saved
    resets = []
    restart = MemoryRestart(companion, lambda: resets.append(1))
    speaking.rest(companion, True)
    run(restart.look(100))
    assert not resets
    speaking.rest(companion, False)
    run(restart.look(10))
    assert resets == [1]


def test_garbage_is_collected_while_somebody_talks_if_ram_runs_out_and_not_before():
    companion = Companion(Settings({}), None)
    speaking.rest(companion, False)
    assert 4096 <= gc.threshold() < gc.mem_free()
    speaking.rest(companion, True)
    assert gc.threshold() == -1 and companion.resting
    speaking.rest(companion, False)
    assert gc.threshold() > 0 and not companion.resting
