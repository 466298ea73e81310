"""
The power fails at every moment of everything memory does.

How a scenario is played, and how one cut is played again, is in _cutting.py.
"""

from _bench import Bench, run, write
from _cutting import by_content, cut_everywhere, same_records
from memory.log import log
from memory.upkeep import retention
from mind.todos import Todos

from firmware.companion import reminders

ALONE = True
THOROUGH = (
    "test_a_profile_value_told_anew",
    "test_deleting_archived_records",
    "test_events_that_are_over_leave_together_when_the_cap_is_reached",
    "test_what_time_moves_to_the_archive",
    "test_a_reminder_is_marked_and_a_missed_one_closed",
    "test_nvs_wiped_beside_an_archive",
    "test_a_busy_day",
)
LONG = "很久以前的一件事，说来话长，" * 5  # 210 bytes


def device(*prepare):
    """A bench on which these functions of (bench, memory) were run, stopped."""
    bench = Bench()
    memory = bench.start()
    for step in prepare:
        step(bench, memory)
    return bench


def facts(count, content="fact %d"):
    def fill(bench, memory):
        for number in range(count):
            write(memory, "fact", content % number)

    return fill


def writing(kind, content, **given):
    return lambda bench: write(bench.memory, kind, content, **given)


def correcting(content, new=None, **given):
    return lambda bench: run(
        bench.memory.correct(by_content(bench.memory, content), None, new, given)
    )


def deleting(content, kind=None):
    return lambda bench: run(bench.memory.delete(None, kind, content))


def completing(content, at=None):
    def complete(bench):
        if at:
            bench.clock.to(at)
        return run(bench.memory.complete(None, content))

    return complete


def small_segments():
    """Segments that a few lines fill, so that a scenario stays short."""
    log.SEGMENT_BYTES = 600


def full_segment(bench, memory):
    """Facts until the open segment is due to be sealed, and 20 of them hot."""
    number = 0
    while memory.log._bytes < log.SEGMENT_BYTES or memory.count("fact") < 20:
        write(memory, "fact", "第%03d件" % number)
        number += 1


def test_first_start_and_first_words():
    cut_everywhere(Bench(), [writing("name", "小明"), writing("fact", "养了一只猫")])


def test_adding_hot_records():
    steps = [writing("trait", "耐心"), writing("habit", "早起"), writing("goal", "学会游泳")]
    cut_everywhere(device(facts(3)), steps)


def test_changing_a_hot_record():
    prepare = device(facts(2), lambda b, m: write(m, "goal", "学会游泳"))
    cut_everywhere(prepare, [correcting("学会游泳", "学会滑雪"), correcting("滑雪", priority=5)])


def test_a_profile_value_told_anew():
    prepare = device(lambda b, m: write(m, "location", "上海"))
    cut_everywhere(prepare, [writing("location", "北京"), writing("age", "30岁")])


def test_deleting_hot_records():
    prepare = device(facts(3), lambda b, m: write(m, "like", "茶"))
    cut_everywhere(prepare, [deleting("fact 1"), deleting("茶")])


def test_a_like_becomes_a_dislike_and_a_like_again():
    prepare = device(lambda b, m: write(m, "like", "香菜", importance=2))
    cut_everywhere(prepare, [writing("dislike", "香菜"), writing("like", "香菜")])


def test_the_21st_fact_moves_five():
    cut_everywhere(device(facts(20)), [writing("fact", "the 21st"), writing("fact", "the 22nd")])


def test_the_11th_moment_moves_three():
    def moments(bench, memory):
        for number in range(10):
            write(memory, "moment", "moment %d" % number, emotion_type="happy", topic="t")

    cut_everywhere(device(moments), [writing("moment", "the 11th")])


def test_a_one_off_is_completed_corrected_and_deleted():
    prepare = device(lambda b, m: write(m, "schedule", "看牙", when="2026-02-06 09:00"))
    steps = [completing("看牙"), correcting("看牙", priority=5), deleting("看牙")]
    cut_everywhere(prepare, steps)


def two_series(bench, memory):
    write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
    write(memory, "schedule", "浇花", when="2026-01-31 20:00", repeat="monthly")


def test_an_occurrence_of_a_series_is_completed_and_the_next_opens():
    def one_open(bench):
        for content in ("吃药", "浇花"):
            found = [r for r in bench.memory.each("schedule") if r.content == content]
            assert len(found) == 1, (content, len(found))
            assert found[0].get("completed") is None

    steps = [completing("吃药"), completing("浇花"), completing("吃药", "2026-02-09 21:00")]
    cut_everywhere(device(two_series), steps, one_open)


def test_a_series_of_which_an_occurrence_was_completed_is_deleted():
    cut_everywhere(device(two_series), [completing("吃药"), deleting("吃药", "schedule")])


def test_deleting_archived_records():
    cut_everywhere(device(facts(26)), [deleting("fact 0"), deleting("fact 7"), deleting("fact 3")])


def test_correcting_archived_records():
    steps = [
        correcting("fact 3", "第三", topic="数"),
        correcting("第三", "three"),
        deleting("three"),
    ]
    cut_everywhere(device(facts(22)), steps)


def test_sealing_a_segment_by_a_correction():
    small_segments()
    prepare = device(full_segment)
    cut_everywhere(prepare, [correcting("001", "一"), correcting("002", "二")])


def test_sealing_a_segment_by_a_move():
    small_segments()
    prepare = device(full_segment)
    steps = [writing("fact", "one more"), deleting("000"), deleting("one more")]
    cut_everywhere(prepare, steps)


def test_events_that_are_over_leave_together_when_the_cap_is_reached():
    def prepare(bench, memory):
        for number in range(3):
            write(memory, "event", "old %d" % number, when="2026-01-%02d" % (number + 1))
        for number in range(2):
            write(memory, "schedule", "done %d" % number, when="2026-02-06 1%d:00" % number)
            run(memory.complete(None, "done %d" % number))
        for number in range(9):
            write(memory, "event", "later %d" % number, when="2026-03-%02d" % (number + 1))
        write(memory, "event", "生日", when="03-08")
        write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
        assert memory.count("event") + memory.count("schedule") == 16

    steps = [writing("event", "new", when="2026-03-01"), deleting("done 1"), deleting("old 2")]
    cut_everywhere(device(prepare), steps)


def test_an_event_completed_by_id_is_archived_once():
    def prepare(bench, memory):
        write(memory, "event", "party", when="2026-02-04")
        run(memory.complete(by_content(memory, "party")))
        for number in range(15):
            write(memory, "event", "day %d" % number, when="2026-03-%02d" % (number + 1))

    cut_everywhere(
        device(prepare), [writing("event", "new", when="2026-04-01"), deleting("party")]
    )


def test_a_start_that_tells_the_log_what_was_deleted_without_it():
    def prepare(bench, memory):
        facts(4)(bench, memory)
        write(memory, "schedule", "看牙", when="2026-02-06 09:00")
        run(memory.complete(None, "看牙"))

    bench = device(prepare)
    memory = bench.start(archive=False)
    for content in ("看牙", "fact 1", "fact 2"):
        run(memory.delete(None, None, content))
    cut_everywhere(bench, [writing("fact", "later"), deleting("fact 0")], least=10)


def test_an_occurrence_is_closed_without_an_archive():
    bench = device(
        lambda b, m: write(m, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
    )
    bench.start(archive=False)
    cut_everywhere(bench, [completing("吃药"), completing("吃药")], archive=False)


def test_what_time_moves_to_the_archive():
    def prepare(bench, memory):
        facts(4)(bench, memory)
        for number in range(2):
            write(memory, "moment", "moment %d" % number)
            write(memory, "event", "event %d" % number, when="2026-02-0%d" % (number + 1))
        write(memory, "schedule", "看牙", when="2026-02-06 09:00")
        run(memory.complete(None, "看牙"))
        bench.clock.to("2026-03-20 03:00")

    def nightly(bench):
        run(retention.nightly(bench.memory))

    def weekly(bench):
        run(retention.weekly(bench.memory))

    cut_everywhere(device(prepare), [nightly, weekly, writing("fact", "new")])


def test_a_reminder_is_marked_and_a_missed_one_closed():
    def prepare(bench, memory):
        write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
        write(memory, "schedule", "看牙", when="2026-02-09 08:30")
        bench.clock.to("2026-02-09 08:00")

    def look(bench):
        run(reminders.mark_due(bench.memory))

    def deliver(bench):
        for record, mark in reminders.undelivered(bench.memory):
            run(reminders.mark_delivered(bench.memory, record.id, record.get("when"), mark))

    def one_open(bench):
        found = [r.get("when") for r in bench.memory.each("schedule") if r.content == "吃药"]
        assert len(found) == 1, found

    cut_everywhere(
        device(prepare), [look, deliver, completing("吃药"), look], one_open, parts=same_records
    )


def listing():
    """A device with two todos, one of them due soon."""

    def prepare(bench, memory):
        write(memory, "todo", "交报告", due="2026-02-05 15:00")
        write(memory, "todo", "买牛奶")

    return device(prepare)


def test_a_todo_is_added_moved_completed_and_deleted():
    def adding(bench):
        return run(Todos(bench.memory).add("寄快递", "2026-02-06 15:00")).record.id

    def moving(bench):
        id = by_content(bench.memory, "交报告")
        run(Todos(bench.memory).correct(id, None, "2026-02-05 18:00"))

    def crossing_off(bench):
        run(Todos(bench.memory).complete(content="交报告"))

    cut_everywhere(listing(), [adding, moving, crossing_off, deleting("买牛奶", "todo")])


def test_the_seventeenth_todo_takes_the_place_of_one_that_is_done():
    def prepare(bench, memory):
        for number in range(16):
            write(memory, "todo", "第%d件" % number)
        run(Todos(memory).complete(content="第3件"))

    cut_everywhere(device(prepare), [writing("todo", "又一件")])


def test_a_todo_is_told_and_delivered():
    def look(bench):
        run(reminders.mark_due(bench.memory))

    def deliver(bench):
        for record, mark in reminders.undelivered(bench.memory):
            run(reminders.mark_delivered(bench.memory, *reminders.key(record, mark)))

    def later(bench):
        bench.clock.to("2026-02-05 15:00")
        run(reminders.mark_due(bench.memory))

    bench = listing()
    bench.clock.to("2026-02-05 14:30")
    cut_everywhere(bench, [look, deliver, later, deliver], parts=same_records)


def test_what_was_completed_a_day_ago_is_archived():
    def prepare(bench, memory):
        write(memory, "todo", "交报告")
        run(Todos(memory).complete(content="交报告"))
        bench.clock.to("2026-02-07 03:00")

    def nightly(bench):
        run(retention.nightly(bench.memory))

    cut_everywhere(device(prepare), [nightly, writing("todo", "交报告")])


def test_nvs_wiped_beside_an_archive():
    bench = device(facts(26))
    for at in range(0x9000, 0x15000):
        bench.image[at] = 0xFF
    cut_everywhere(bench, [writing("fact", "后来"), deleting("fact 2")])


def test_a_busy_day():
    small_segments()

    def prepare(bench, memory):
        facts(18, "fact %d " + LONG)(bench, memory)
        for number in range(9):
            write(memory, "moment", "moment %d" % number)
        write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")

    steps = []
    for number in range(6):
        steps += [
            writing("fact", "new fact %d" % number),
            writing("moment", "new moment %d" % number, topic="日子"),
            correcting("new fact %d" % number, "better fact %d" % number),
            completing("吃药", "2026-02-%02d 21:00" % (number + 6)),
            writing("goal" if number < 4 else "trait", "goal %d" % number),
        ]
    steps += [deleting("better fact 1"), deleting("fact 0 " + LONG), deleting("moment 1")]
    cut_everywhere(device(prepare), steps, stride=23, least=200)
