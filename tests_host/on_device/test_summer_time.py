"""
Schedules and jobs over a change of the clock: they keep wall time, and each comes once.

The clock is the firmware's own in the zone of a test; the chip's time is a test's.
"""

import time

from _bench import Bench, run, write
from memory.records import schedules
from memory.text import dates

from firmware.companion import reminders
from firmware.companion.scheduler import Scheduler
from firmware.system import clock, events, zone

HEAP = "8M"  # several chips in RAM


class Chip:
    """In the place of the module `time`: the chip's clock, in UTC."""

    ticks_ms, ticks_add, ticks_diff = time.ticks_ms, time.ticks_add, time.ticks_diff

    def __init__(self):
        self.utc = 0

    def time(self):
        return self.utc


class World:
    """A device in a zone with a scheduler; `told` are (wall time, mark) of its reminders."""

    def __init__(self, name, utc):
        self.chip = clock.time = Chip()
        self.bench = Bench()
        self.to(utc)
        self.bench.clock = clock.Clock(zone.from_text(name))
        self.memory = self.bench.start()
        self.passed = 0
        self.told = []
        self.runs = []
        self.scheduler = Scheduler(self.memory, self.bench.clock, self._stopwatch)
        self.scheduler._run = self._job
        events.emit = self._emit

    def to(self, utc):
        self.chip.utc = dates.parse(utc)

    @property
    def wall(self):
        return dates.minute(self.bench.clock.now())

    async def _job(self, name):
        self.runs.append((name, self.wall))

    def _emit(self, event, **fields):
        if event == "reminder":
            assert fields["late"] is False, (self.wall, fields)
            self.told.append((self.wall, fields["mark"]))

    def _stopwatch(self):
        passed, self.passed = self.passed, 0
        return passed

    def tell(self, when, repeat="none"):
        return write(self.memory, "schedule", "吃药", when=when, repeat=repeat).record

    def until(self, utc, step=30):
        while self.chip.utc < dates.parse(utc):
            self.chip.utc += step
            self.passed += step
            run(self.scheduler.tick())

    def at_minutes(self):
        """When each was told at its minute."""
        return [wall for wall, mark in self.told if mark == "due"]

    def once(self, name):
        """When a job ran."""
        return [wall for job, wall in self.runs if job == name]


def test_a_daily_reminder_keeps_its_hour_over_both_changes():
    for first, last, days in (
        ("2026-03-27 12:00", "2026-03-30 12:00", ("28", "29", "30")),
        ("2026-10-23 12:00", "2026-10-26 12:00", ("24", "25", "26")),
    ):
        world = World("Europe/Berlin", first)
        world.tell(first[:8] + "28 08:00" if first < "2026-04" else "2026-10-24 08:00", "daily")
        world.until(last, 300)
        month = first[:8]
        assert world.at_minutes() == [month + day + " 08:00" for day in days]
        ahead = [wall for wall, mark in world.told if mark == "ahead"]
        assert [wall[:13] for wall in ahead] == [month + day + " 07" for day in days]


def test_weekly_and_monthly_reminders_keep_their_hour_over_both_changes():
    for when, repeat, after in (
        ("2026-03-25 08:00", "weekly", "2026-04-01 08:00"),
        ("2026-10-21 08:00", "weekly", "2026-10-28 08:00"),
        ("2026-03-15 08:00", "monthly", "2026-04-15 08:00"),
        ("2026-10-15 08:00", "monthly", "2026-11-15 08:00"),
        ("2026-09-20 08:00", "monthly", "2026-10-20 08:00"),  # the southern one
    ):
        name = "Australia/Sydney" if when < "2026-09-30" and when > "2026-09" else "Europe/Berlin"
        there = zone.from_text(name)
        world = World(name, dates.minute(there.utc(dates.parse(when)) - 600))
        world.tell(when, repeat)
        world.until(dates.minute(there.utc(dates.parse(when)) + 60))
        world.to(dates.minute(there.utc(dates.parse(after)) - 600))
        world.until(dates.minute(there.utc(dates.parse(after)) + 60))
        assert world.at_minutes() == [when, after]


def test_a_reminder_of_a_time_that_is_missing_comes_once_as_much_later():
    for repeat in ("none", "daily"):
        world = World("Europe/Berlin", "2026-03-28 12:00")
        world.tell("2026-03-29 02:30", repeat)
        world.until("2026-03-28 23:00", 300)
        world.until("2026-03-29 12:00")
        expected = [("2026-03-29 01:35", "ahead"), ("2026-03-29 03:30", "due")]
        assert world.told == expected, world.told
        if repeat == "daily":
            world.until("2026-03-30 12:00", 300)
            assert world.at_minutes()[1:] == ["2026-03-30 02:30"]


def test_a_reminder_of_a_time_that_occurs_twice_comes_once_at_the_first():
    for repeat in ("none", "daily"):
        world = World("Europe/Berlin", "2026-10-24 12:00")
        world.tell("2026-10-25 02:30", repeat)
        world.until("2026-10-24 23:00", 300)
        world.until("2026-10-25 00:31")
        assert world.wall == "2026-10-25 02:31"
        world.until("2026-10-25 12:00")
        expected = [("2026-10-25 01:35", "ahead"), ("2026-10-25 02:30", "due")]
        assert world.told == expected, world.told
        if repeat == "daily":
            world.until("2026-10-26 12:00", 300)
            assert world.at_minutes()[1:] == ["2026-10-26 02:30"]


def test_who_was_off_or_writes_in_the_second_hour_is_told_at_the_second():
    world = World("Europe/Berlin", "2026-10-24 12:00")
    world.tell("2026-10-25 02:30", "daily")
    world.to("2026-10-25 01:10")
    assert world.wall == "2026-10-25 02:10"
    world.tell("2026-10-25 02:20")
    world.until("2026-10-25 12:00")
    assert world.at_minutes() == ["2026-10-25 02:20", "2026-10-25 02:30"], world.told


def test_within_the_hour_is_right_to_the_minute_over_both_changes():
    world = World("Europe/Berlin", "2026-03-28 12:00")
    world.tell("2026-03-29 03:20")  # 01:20 of UTC
    world.to("2026-03-29 00:19")
    assert run(reminders.mark_due(world.memory)) == []
    world.to("2026-03-29 00:20")
    assert world.wall == "2026-03-29 01:20"
    assert [mark for _, mark in run(reminders.mark_due(world.memory))] == ["ahead"]
    world = World("Europe/Berlin", "2026-10-24 12:00")
    world.tell("2026-10-25 03:20")  # 02:20 of UTC
    world.to("2026-10-25 01:19")
    assert run(reminders.mark_due(world.memory)) == []
    world.to("2026-10-25 01:20")
    assert world.wall == "2026-10-25 02:20"
    assert [mark for _, mark in run(reminders.mark_due(world.memory))] == ["ahead"]


def test_durations_over_a_change_are_as_long_as_they_take():
    spring = World("Europe/Berlin", "2026-03-01 12:00")
    spring.tell("2026-03-29 01:30")  # an hour, until 03:30
    assert [begin for _, begin in _conflicts(spring, "2026-03-29 03:20")]
    assert not _conflicts(spring, "2026-03-29 03:30")
    autumn = World("Europe/Berlin", "2026-10-01 12:00")
    autumn.tell("2026-10-25 02:30")  # an hour, until 02:30 again
    assert not _conflicts(autumn, "2026-10-25 03:00")
    assert _conflicts(autumn, "2026-10-25 02:10")


def _conflicts(world, when):
    record = write(world.memory, "schedule", "开会", when=when, force=True).record
    found = schedules.conflicts(record, world.memory.hot("schedule"), world.bench.clock.instant)
    run(world.memory.delete(record.id))
    return found


def test_the_job_at_three_runs_once_on_both_days_of_change():
    for name, first, change, last in (
        ("Europe/Berlin", "2026-03-27 12:00", "2026-03-29", "2026-03-30 12:00"),
        ("Europe/Berlin", "2026-10-23 12:00", "2026-10-25", "2026-10-26 12:00"),
        ("Europe/Athens", "2026-03-27 12:00", "2026-03-29", "2026-03-30 12:00"),  # 03:00 missing
        ("Europe/Athens", "2026-10-23 12:00", "2026-10-25", "2026-10-26 12:00"),  # and twice
        (
            "Asia/Beirut",
            "2026-10-23 12:00",
            "2026-10-25",
            "2026-10-26 12:00",
        ),  # a day begins twice
    ):
        world = World(name, first)
        world.until(dates.minute(dates.parse(first) + 600), 300)
        world.runs.clear()  # what was caught up at the start
        world.until(last, 300)
        nights = [wall[:10] for wall in world.once("nightly")]
        assert len(nights) == 3 and nights[1] == change, (name, world.runs)
        assert len(set(nights)) == 3
        assert [wall[:10] for wall in world.once("weekly")] == [change], world.runs  # a Sunday


def test_a_new_zone_is_no_jump_of_the_clock_and_wall_times_stay():
    world = World("Asia/Shanghai", "2026-02-04 18:00")
    world.tell("2026-02-05 08:00", "daily")
    world.until("2026-02-05 00:00")
    assert world.at_minutes() == ["2026-02-05 08:00"]
    world.bench.clock.choose(zone.from_text("America/New_York"))
    assert world.wall == "2026-02-04 19:00"
    world.until("2026-02-06 14:00", 300)
    assert world.at_minutes()[1:] == ["2026-02-06 08:00"], world.told
    assert [r.get("when")[11:] for r in world.memory.hot("schedule")] == ["08:00"]


def test_records_of_the_second_hour_come_after_those_of_the_first():
    world = World("Europe/Berlin", "2026-10-25 00:50")
    first = write(world.memory, "fact", "one").record
    world.to("2026-10-25 01:10")
    second = write(world.memory, "fact", "two").record
    assert second.created < first.created
    assert [r.content for r in sorted(world.memory.hot("fact"), key=lambda r: r.id)] == [
        "one", "two",
    ]  # fmt: skip
