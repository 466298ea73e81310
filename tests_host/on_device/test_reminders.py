"""Reminders: each occurrence announced at most once, and none lost from what is upcoming."""

from _bench import Bench, run, write
from memory.records import schedules
from memory.text import dates

from firmware.companion import reminders
from sim.nor import PowerCut

HEAP = "8M"  # several chips in RAM


def medicine(bench, memory, when="2026-02-05 20:00", repeat="daily"):
    return write(memory, "schedule", "吃药", when=when, repeat=repeat).record


def look(memory):
    return [(r.content, r.get("when"), late) for r, late in run(reminders.mark_due(memory))]


def open_ones(memory):
    return [r for r in memory.hot("schedule") if schedules.is_open(r)]


def test_an_occurrence_is_announced_once_within_the_hour_before_it():
    bench = Bench()
    memory = bench.start()
    medicine(bench, memory)
    bench.clock.to("2026-02-05 18:59")
    assert look(memory) == []
    bench.clock.to("2026-02-05 19:00")
    assert look(memory) == [("吃药", "2026-02-05 20:00", False)]
    for when in ("2026-02-05 19:10", "2026-02-05 20:30", "2026-02-05 23:59"):
        bench.clock.to(when)
        assert look(memory) == []
    assert look(bench.start()) == []


def test_a_device_asleep_past_the_time_announces_it_once_marked_late():
    bench = Bench()
    memory = bench.start()
    write(memory, "schedule", "会议", when="2026-02-05 15:00")
    bench.clock.to("2026-02-05 17:30")
    memory = bench.start()
    assert look(memory) == [("会议", "2026-02-05 15:00", True)]
    assert look(memory) == []


def test_four_hundred_missed_days_leave_one_open_occurrence_and_no_growth():
    bench = Bench()
    memory = bench.start()
    first = medicine(bench, memory)
    entries = memory.hot_store.entries
    announced = []
    for day in range(400):
        bench.clock.seconds = dates.parse("2026-02-05 19:30") + day * dates.DAY
        announced += look(memory)
    assert len(announced) == 400
    assert len({when for _, when, _ in announced}) == 400
    assert [late for _, _, late in announced] == [False] * 400
    (record,) = open_ones(memory)
    assert (record.id, record.get("missed")) == (first.id, 399)
    assert memory.hot_store.entries <= entries + 1
    assert memory.log.manifest.sealed == []


def test_after_a_long_sleep_only_the_latest_occurrence_is_open():
    for repeat, when, woke, due in (
        ("daily", "2026-02-05 20:00", "2027-03-10 21:00", "2027-03-10 20:00"),
        ("weekly", "2026-02-05 20:00", "2026-03-06 09:00", "2026-03-05 20:00"),
        ("monthly", "2026-03-31 08:00", "2026-06-30 08:30", "2026-06-30 08:00"),
    ):
        bench = Bench()
        memory = bench.start()
        medicine(bench, memory, when, repeat)
        bench.clock.to(woke)
        assert look(bench.start()) == [("吃药", due, True)]


def test_the_next_occurrence_is_announced_ahead_although_the_last_is_still_open():
    bench = Bench()
    memory = bench.start()
    medicine(bench, memory)
    bench.clock.to("2026-02-05 19:30")
    look(memory)
    bench.clock.to("2026-02-06 18:50")
    assert look(memory) == []
    bench.clock.to("2026-02-06 19:05")
    assert look(memory) == [("吃药", "2026-02-06 20:00", False)]


def test_a_clock_that_jumps_back_announces_nothing_twice():
    bench = Bench()
    memory = bench.start()
    medicine(bench, memory)
    bench.clock.to("2026-02-05 19:30")
    assert len(look(memory)) == 1
    for when in ("2026-02-05 10:00", "2026-02-05 19:40", "2025-01-01 00:00", "2026-02-05 19:50"):
        bench.clock.to(when)
        assert look(memory) == []


def test_an_unset_clock_announces_nothing():
    bench = Bench()
    memory = bench.start()
    medicine(bench, memory)
    bench.clock.to("2026-02-05 19:30")
    bench.clock.known = False
    assert look(memory) == []
    bench.clock.known = True
    assert len(look(memory)) == 1


def test_completing_closes_the_announced_occurrence_and_the_next_is_announced_anew():
    bench = Bench()
    memory = bench.start()
    medicine(bench, memory)
    bench.clock.to("2026-02-05 19:30")
    look(memory)
    after = run(memory.complete(content="吃药")).next
    assert after.get("when") == "2026-02-06 20:00"
    assert look(memory) == []
    bench.clock.to("2026-02-06 19:30")
    assert look(memory) == [("吃药", "2026-02-06 20:00", False)]


def test_whatever_moment_power_fails_an_occurrence_is_announced_at_most_once_and_stays_open():
    prepared = Bench()
    memory = prepared.start()
    medicine(prepared, memory)
    write(memory, "schedule", "会议", when="2026-02-06 20:30", priority=5)
    prepared.clock.to("2026-02-06 19:40")  # the first occurrence of the series was missed
    cut = 0
    while True:
        cut += 1
        bench = prepared.copy()
        heard = []
        try:
            heard += look(bench.start(cut_at=cut))
        except PowerCut:
            pass
        else:
            break
        bench.clock.to("2026-02-06 19:50")
        memory = bench.start()
        heard += look(memory)
        assert len(heard) == len(set(heard)) <= 2, (cut, heard)
        waiting = [(r.content, r.get("when")) for r in open_ones(memory)]
        assert sorted(waiting) == [("会议", "2026-02-06 20:30"), ("吃药", "2026-02-06 20:00")], cut
        assert None not in [r.get("announced") for r in open_ones(memory)], cut
    assert cut > 4
