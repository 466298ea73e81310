"""Upkeep: what time moves to the archive, and what it leaves."""

from _bench import Bench, contents, everything, hot_contents, run, write
from memory.errors import ArchiveUnavailable, StoreFull
from memory.upkeep import retention

HEAP = "8M"  # several chips in RAM


def filled():
    """A device told things over two months."""
    bench = Bench()
    memory = bench.start()
    bench.clock.to("2026-01-01 09:00")
    for n in range(7):
        write(memory, "fact", "旧事 %d" % n)
    write(memory, "fact", "对花生过敏", importance=5)
    for n in range(4):
        write(memory, "moment", "旧时刻 %d" % n)
    bench.clock.to("2026-02-20 09:00")
    write(memory, "fact", "新事")
    write(memory, "moment", "新时刻")
    return bench, memory


def ballast():
    """Fill the memory partition to the last block."""
    while True:
        try:
            with open("/memory/ballast", "ab") as f:
                f.write(bytes(4096))
        except OSError:
            return


def test_nightly_moves_facts_and_moments_older_than_thirty_days_and_keeps_weighty_ones():
    bench, memory = filled()
    before = everything(memory)
    assert run(retention.nightly(memory)) == 11
    assert hot_contents(memory, "fact") == ["新事", "对花生过敏"]
    assert hot_contents(memory, "moment") == ["新时刻"]
    assert everything(memory) == before
    assert everything(bench.start()) == before
    assert [e["count"] for e in bench.heard("archived")] == []
    assert run(retention.nightly(bench.memory)) == 0


def test_thirty_days_are_not_yet_over_on_the_thirtieth():
    bench = Bench()
    memory = bench.start()
    write(memory, "fact", "今天的事")
    bench.clock.to("2026-03-07 13:59")
    assert run(retention.nightly(memory)) == 0
    bench.clock.to("2026-03-07 14:00")
    assert run(retention.nightly(memory)) == 1


def test_completed_one_offs_stay_a_day_and_then_are_events_of_the_archive():
    bench = Bench()
    memory = bench.start()
    write(memory, "schedule", "会议", when="2026-02-05 15:00")
    write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
    run(memory.complete(content="会议"))
    bench.clock.to("2026-02-06 13:00")
    assert run(retention.nightly(memory)) == 0
    bench.clock.to("2026-02-06 14:00")
    assert run(retention.nightly(memory)) == 1
    assert hot_contents(memory, "schedule") == ["吃药"]
    assert contents(memory, "event") == ["会议"]


def test_weekly_moves_past_events_and_leaves_what_comes_back():
    bench = Bench()
    memory = bench.start()
    write(memory, "event", "搬家", when="2026-02-04")
    write(memory, "event", "纪念日", when="02-01")
    write(memory, "event", "旅行", when="2026-05-01")
    write(memory, "schedule", "吃药", when="2026-02-05 20:00", repeat="daily")
    bench.clock.to("2026-02-08 03:10")
    assert run(retention.weekly(memory)) == 1
    assert sorted(hot_contents(memory, "event")) == sorted(["纪念日", "旅行"])
    assert hot_contents(memory, "schedule") == ["吃药"]
    assert "搬家" in contents(memory, "event")


def test_without_an_archive_nothing_moves_and_nothing_is_lost():
    bench, memory = filled()
    memory = bench.start(archive=False)
    before = everything(memory)
    try:
        run(retention.nightly(memory))
    except ArchiveUnavailable:
        assert everything(memory) == before
    else:
        raise AssertionError("moved without an archive")


def test_a_full_archive_refuses_the_move_and_hot_memory_keeps_the_records():
    _, memory = filled()
    before = everything(memory)
    ballast()
    try:
        run(retention.nightly(memory))
    except StoreFull:
        assert everything(memory) == before
    else:
        raise AssertionError("moved into a full archive")
