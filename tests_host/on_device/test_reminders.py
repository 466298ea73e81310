"""Reminders: each occurrence announced once for each mark, and none lost from what is upcoming."""

from _bench import Bench, run, write
from _quick import quick
from _raised import raised
from memory.errors import StoreFull
from memory.records import marks, schedules
from memory.text import dates

from firmware.companion import reminders
from sim.nor import PowerCut

HEAP = "8M"  # several chips in RAM


def medicine(bench, memory, when="2026-02-05 20:00", repeat="daily"):
    return write(memory, "schedule", "吃药", when=when, repeat=repeat).record


def look(memory):
    """(content, when, how it is told) of what is announced now."""
    found = []
    for record, mark in run(reminders.mark_due(memory)):
        how = "late" if marks.is_late(record, memory.clock) else mark
        found.append((record.content, record.get("when"), how))
    return found


def waiting(memory):
    """(content, mark) of what was announced and nobody has noticed."""
    return [(record.content, mark) for record, mark in reminders.undelivered(memory)]


def deliver(memory):
    for record, mark in reminders.undelivered(memory):
        run(reminders.mark_delivered(memory, record.id, record.get("when"), mark))


def open_ones(memory):
    return [r for r in memory.hot("schedule") if schedules.is_open(r)]


def test_an_occurrence_is_announced_once_within_the_hour_before_it_and_once_at_its_minute():
    bench = Bench()
    memory = bench.start()
    medicine(bench, memory)
    bench.clock.to("2026-02-05 18:59")
    assert look(memory) == []
    bench.clock.to("2026-02-05 19:00")
    assert look(memory) == [("吃药", "2026-02-05 20:00", "ahead")]
    for when in ("2026-02-05 19:10", "2026-02-05 19:59"):
        bench.clock.to(when)
        assert look(memory) == []
    bench.clock.to("2026-02-05 20:00")
    assert look(memory) == [("吃药", "2026-02-05 20:00", "due")]
    for when in ("2026-02-05 20:01", "2026-02-05 20:30", "2026-02-05 23:59"):
        bench.clock.to(when)
        assert look(memory) == []
    assert look(bench.start()) == []


def test_a_device_asleep_past_the_time_announces_it_once_marked_late():
    bench = Bench()
    memory = bench.start()
    write(memory, "schedule", "会议", when="2026-02-05 15:00")
    bench.clock.to("2026-02-05 17:30")
    memory = bench.start()
    assert look(memory) == [("会议", "2026-02-05 15:00", "late")]
    assert look(memory) == []


def test_with_hot_memory_full_each_mark_is_announced_and_delivered_all_the_same():
    bench = Bench()
    memory = bench.start()
    for length in range(14):  # some of them take another entry of NVS with each mark
        when = "2026-02-05 20:%02d" % length
        write(memory, "schedule", "x" * (1 + 2 * length), when=when, repeat="daily")
    memory.hot_store.limit = memory.hot_store.entries
    assert raised(StoreFull, write, memory, "fact", "更多")
    for when, mark in (("19:30", "ahead"), ("20:13", "due")):
        bench.clock.to("2026-02-05 " + when)
        assert len(look(memory)) == 14
        assert [row[1] for row in waiting(memory)] == [mark] * 14
        deliver(memory)
        assert waiting(memory) == []
        assert look(memory) == []
    assert memory.hot_store.entries > memory.hot_store.limit
    bench.clock.to("2026-02-06 19:30")  # all of yesterday's are closed as missed
    assert len(look(memory)) == 14
    memory = bench.start()
    assert len(waiting(memory)) == 14
    deliver(memory)
    assert waiting(memory) == []


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
    assert [how for _, _, how in announced] == ["ahead"] * 400
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
        assert look(bench.start()) == [("吃药", due, "late")]


def test_the_next_occurrence_is_announced_ahead_although_the_last_is_still_open():
    bench = Bench()
    memory = bench.start()
    medicine(bench, memory)
    for when in ("2026-02-05 19:30", "2026-02-05 20:00"):
        bench.clock.to(when)
        look(memory)
    bench.clock.to("2026-02-06 18:50")
    assert look(memory) == []
    bench.clock.to("2026-02-06 19:05")
    assert look(memory) == [("吃药", "2026-02-06 20:00", "ahead")]


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
    assert look(memory) == [("吃药", "2026-02-06 20:00", "ahead")]


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


def test_who_was_not_told_ahead_is_told_once_at_the_minute():
    bench = Bench()
    memory = bench.start()
    write(memory, "schedule", "会议", when="2026-02-05 15:00")
    bench.clock.to("2026-02-05 14:30")
    look(memory)
    assert waiting(memory) == [("会议", "ahead")]
    bench.clock.to("2026-02-05 15:00")
    assert look(memory) == [("会议", "2026-02-05 15:00", "due")]
    assert waiting(memory) == [("会议", "due")]
    deliver(memory)
    assert waiting(memory) == []
    (record,) = memory.hot("schedule")
    assert record.get("delivered") == record.get("due_delivered") == bench.clock.seconds


def test_each_mark_waits_until_it_is_delivered_over_any_number_of_starts():
    bench = Bench()
    memory = bench.start()
    medicine(bench, memory)
    for when, mark in (("2026-02-05 19:30", "ahead"), ("2026-02-05 20:00", "due")):
        bench.clock.to(when)
        look(memory)
        for _ in range(3):
            memory = bench.start()
            assert waiting(memory) == [("吃药", mark)]
            assert look(memory) == []
        deliver(memory)
        assert waiting(memory) == []
        memory = bench.start()
        assert waiting(memory) == []


def test_what_is_completed_closed_moved_or_deleted_is_not_to_be_delivered():
    def complete(memory, record):
        run(memory.complete(content="吃药"))

    def move(memory, record):
        run(memory.correct(record.id, None, None, {"when": "2026-02-07 12:00"}))

    def delete(memory, record):
        run(memory.delete(record.id))

    def miss(memory, record):
        memory.clock.to("2026-02-06 19:30")
        run(reminders.mark_due(memory))
        assert waiting(memory) == [("吃药", "ahead")]  # of the next one alone
        deliver(memory)

    for over in (complete, move, delete, miss):
        bench = Bench()
        memory = bench.start()
        record = medicine(bench, memory)
        bench.clock.to("2026-02-05 20:00")
        look(memory)
        assert waiting(memory) == [("吃药", "due")]
        over(memory, record)
        assert waiting(memory) == [], over
        run(reminders.mark_delivered(memory, record.id, "2026-02-05 20:00", "due"))
        for record in memory.hot("schedule"):
            assert record.get("due_delivered") is None, over


def announced_by_former_firmware(when):
    """A chip of a version that knew no `delivered`: a schedule that it has announced."""
    bench = Bench()
    memory = bench.start()
    record = write(memory, "schedule", "会议", when=when).record
    memory.replace(record.revised(bench.clock.seconds, announced=bench.clock.seconds))
    return bench


def test_what_former_firmware_has_announced_counts_as_delivered():
    bench = announced_by_former_firmware("2026-02-05 15:00")
    bench.clock.to("2026-02-05 18:00")
    memory = bench.start()
    assert look(memory) == []
    assert waiting(memory) == []


def test_what_former_firmware_has_announced_is_told_at_its_minute_if_that_is_to_come():
    bench = announced_by_former_firmware("2026-02-05 15:00")
    bench.clock.to("2026-02-05 14:50")
    memory = bench.start()
    assert look(memory) == [] and waiting(memory) == []
    bench.clock.to("2026-02-05 15:00")
    assert look(memory) == [("会议", "2026-02-05 15:00", "due")]
    assert waiting(memory) == [("会议", "due")]
    deliver(memory)
    assert waiting(bench.start()) == []


def test_marks_that_former_firmware_left_on_an_earlier_occurrence_take_nothing_from_the_next():
    bench = Bench()
    memory = bench.start()
    medicine(bench, memory)
    for when in ("2026-02-05 19:30", "2026-02-05 20:00"):
        bench.clock.to(when)
        look(memory)
        deliver(memory)
    (record,) = memory.hot("schedule")
    memory.replace(record.revised(bench.clock.seconds, when="2026-02-06 20:00", announced=None))
    bench.clock.to("2026-02-06 19:30")
    assert look(memory) == [("吃药", "2026-02-06 20:00", "ahead")]
    assert waiting(memory) == [("吃药", "ahead")]
    bench.clock.to("2026-02-06 20:00")
    assert look(memory) == [("吃药", "2026-02-06 20:00", "due")]
    assert waiting(memory) == [("吃药", "due")]


def test_whatever_moment_power_fails_each_mark_is_announced_once_and_delivered_in_the_end():
    """A cut between telling and marking repeats what was told; nothing else does."""
    prepared = Bench()
    memory = prepared.start()
    medicine(prepared, memory)
    write(memory, "schedule", "会议", when="2026-02-05 20:30", priority=5)
    prepared.clock.to("2026-02-05 19:40")
    for later in ("2026-02-05 19:40", "2026-02-05 20:30"):
        cut = 0
        done = False
        while not done:
            cut += quick(3, 1)
            bench = prepared.copy()
            announced, told = [], []

            def live(memory, announced=announced, told=told):
                announced += look(memory)
                for record, mark in reminders.undelivered(memory):
                    told.append((record.content, mark))
                    key = (record.id, record.get("when"), mark)
                    run(reminders.mark_delivered(memory, *key))

            try:
                live(bench.start(cut_at=cut))
                done = True
            except PowerCut:
                pass
            bench.clock.to(later)
            memory = bench.start()
            live(memory)
            assert len(announced) == len(set(announced)), (cut, announced)
            assert waiting(memory) == [], cut
            marks = ("ahead",) if later.endswith("19:40") else ("ahead", "due")
            repeated = 0
            for content in ("吃药", "会议"):
                assert told.count((content, marks[-1])) > 0, (cut, told)
                repeated += sum([max(0, told.count((content, mark)) - 1) for mark in marks])
            assert repeated <= (0 if done else 1), (cut, told)
        assert cut > 6
