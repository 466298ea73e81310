"""The watchdog is fed by a healthy loop and by nothing else."""

import asyncio

import machine

from firmware.system import crash_report, events, watchdog

ALONE = True


class Food:
    """In the place of machine.WDT."""

    made = []
    fed = 0

    def __init__(self, timeout):
        Food.made.append(timeout)

    def feed(self):
        Food.fed += 1


class Scheduler:
    turns = 0


class Clock:
    """In the place of time and asyncio: every pause takes as long as it is told to."""

    def __init__(self, pauses):
        self.now = 0
        self.pauses = pauses  # extra ms of each, until none is left

    def ticks_ms(self):
        return self.now & 0x3FFFFFFF

    def ticks_diff(self, a, b):
        return a - b

    async def sleep_ms(self, ms):
        if not self.pauses:
            raise asyncio.CancelledError
        self.now += ms + self.pauses.pop(0)


async def lasting():
    await asyncio.Event().wait()


async def ending():
    pass


async def watch(pauses, tasks=(), scheduler=None, seconds=60):
    """Run the watchdog over these pauses; how often it fed, and what it said."""
    said = []
    kept = []
    crash_report.keep_words = kept.append
    Food.made, Food.fed = [], 0
    machine.WDT = Food
    watchdog.time = watchdog.asyncio = Clock(list(pauses))
    events.log = lambda level, module, text: said.append((level, text))
    found = [asyncio.create_task(coroutine) for coroutine in tasks]
    await asyncio.sleep_ms(0)
    watched = watchdog.Watchdog(seconds)
    watched.watch(scheduler, found)
    try:
        await watched.run()
    except asyncio.CancelledError:
        pass
    for task in found:
        task.cancel()
    assert kept == [
        "watchdog: " + text[: text.find(";")] for level, text in said if level == "error"
    ]
    assert Food.made == [300000, 1000 * seconds]  # five minutes for the start
    return Food.fed, said


async def test_it_feeds_six_times_in_a_timeout_while_all_is_well():
    assert await watch([0] * 12, [lasting()]) == (12, [])


async def test_a_loop_that_stood_still_for_a_while_is_told_and_fed():
    fed, said = await watch([0, 29000, 31000])
    assert fed == 3
    assert said == [("warning", "the loop stood still for 31000 ms")]


async def test_a_task_that_has_ended_is_not_fed_any_more():
    tasks = [lasting(), ending()]
    assert await watch([0] * 5, tasks) == (0, [("error", "a task has ended; the chip is reset")])


async def test_a_scheduler_that_stands_still_for_half_an_hour_is_not_fed_any_more():
    fed, said = await watch([0] * 1000, [lasting()], Scheduler())
    assert fed == 181  # every ten seconds
    assert said == [("error", "the scheduler stands still; the chip is reset")]


async def test_a_scheduler_that_turns_now_and_then_lives():
    class Slow:
        asked = 0

        @property
        def turns(self):
            self.asked += 1
            return self.asked // 100

    assert await watch([0] * 1000, [lasting()], Slow()) == (1000, [])


def test_a_prompt_has_half_a_day():
    machine.WDT = Food
    watchdog.extend_for_prompt()
    assert Food.made == []  # there is no watchdog
    watchdog.Watchdog(60)
    watchdog.extend_for_prompt()
    assert Food.made == [300000, 43200000]
