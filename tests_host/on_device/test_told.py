"""memory.archive.record_days: months and days in which something was told, from what RAM has."""

from _bench import Bench, run, write
from memory.archive.record_days import days_of, months
from test_export import append, cold_record

HEAP = "16M"


def test_months_and_days_are_those_that_the_spans_touch():
    spans = [
        ("2025-11-28", "2026-01-02"),
        ("2025-03-05", "2025-03-05"),
        ("2025-11-01", "2025-11-03"),
    ]
    assert months(spans) == ["2026-01", "2025-12", "2025-11", "2025-03"]
    assert days_of(spans, "2025-03") == ["2025-03-05"]
    assert days_of(spans, "2025-11") == [
        "2025-11-30", "2025-11-29", "2025-11-28", "2025-11-03", "2025-11-02", "2025-11-01",
    ]  # fmt: skip
    assert days_of(spans, "2026-02") == []
    assert len(days_of(spans, "2025-12")) == 31
    assert months([]) == []


def test_hot_open_and_sealed_records_count():
    bench = Bench()
    memory = bench.start()
    assert memory.recorded_days() == []
    write(memory, "goal", "学游泳")
    assert months(memory.recorded_days()) == ["2026-02"]
    append(memory, cold_record(1))  # of 2026-01-29
    assert months(memory.recorded_days()) == ["2026-02", "2026-01"]
    memory.log.seal()
    bench.clock.to("2026-05-01 10:00")
    write(memory, "like", "茶")
    assert months(memory.recorded_days()) == ["2026-05", "2026-02", "2026-01"]
    memory = bench.start()
    assert months(memory.recorded_days()) == ["2026-05", "2026-02", "2026-01"]


def test_a_clock_that_was_not_set_makes_no_months():
    bench = Bench()
    memory = bench.start()
    bench.clock.seconds = 1000
    bench.clock.known = False
    write(memory, "goal", "学游泳")
    record = cold_record(1)
    record.created = 5000
    append(memory, record, cold_record(2))
    assert memory.recorded_days() == [("2026-01-29", "2026-01-29")]


def test_without_an_archive_hot_memory_counts():
    memory = Bench().start(archive=False)
    write(memory, "goal", "学游泳")
    assert months(memory.recorded_days()) == ["2026-02"]


def test_a_record_is_found_by_its_id_wherever_it_is():
    bench = Bench()
    memory = bench.start()
    hot = write(memory, "goal", "学游泳").record
    append(memory, cold_record(1, "archived"))
    found = run(memory.record(hot.id))
    assert (found[0].content, found[1]) == ("学游泳", True)
    found = run(memory.record("abc1"))
    assert (found[0].content, found[1]) == ("archived", False)
    assert run(memory.record("abc2")) is None
    assert memory.readers == 0
