"""Affection: what coins buy, what a day allows, and how the mood follows."""

from _bench import Bench, run
from memory.errors import Refused
from memory.text import dates

from firmware.companion import affection, relationship
from sim.nor import PowerCut

HEAP = "8M"  # several chips in RAM


def give(memory, what):
    return run(affection.spend(memory, what))


def refused(memory, what):
    try:
        give(memory, what)
    except Refused as e:
        return e.details
    raise AssertionError("not refused")


def test_coins_add_up_and_survive_a_restart():
    bench = Bench()
    memory = bench.start()
    assert memory.coins() == 0
    for what in ("feed", "play", "gift"):
        give(memory, what)
    assert memory.coins() == 15
    assert bench.start().coins() == 15


def test_a_day_has_a_cap_and_the_next_begins_anew():
    bench = Bench()
    memory = bench.start()
    give(memory, "gift")
    give(memory, "play")
    give(memory, "play")
    give(memory, "feed")
    before = memory.coins()
    assert refused(memory, "play") == {"spent": 18, "cap": 20, "price": 3}
    assert memory.coins() == before
    give(memory, "feed")
    assert refused(memory, "feed")["spent"] == 20
    bench.clock.to("2026-02-06 00:00")
    give(memory, "gift")
    assert memory.coins() == before + 12


def test_a_clock_set_back_does_not_open_the_day_again():
    bench = Bench()
    memory = bench.start()
    give(memory, "gift")
    give(memory, "gift")
    bench.clock.to("2026-01-01 12:00")
    assert refused(memory, "feed")["spent"] == 20


def test_no_day_makes_a_soulmate_and_eleven_do():
    bench = Bench()
    memory = bench.start()
    stages = []
    for _ in range(11):
        give(memory, "gift")
        give(memory, "gift")
        stages.append(relationship.stage(memory.coins()))
        bench.clock.seconds += dates.DAY
    assert stages == [0, 1, 2, 2, 2, 3, 3, 3, 3, 3, 4]


def test_stages_begin_where_the_design_says():
    for coins, stage, missing in (
        (0, 0, 21),
        (20, 0, 1),
        (21, 1, 30),
        (50, 1, 1),
        (51, 2, 50),
        (100, 2, 1),
        (101, 3, 100),
        (200, 3, 1),
        (201, 4, None),
    ):
        assert (relationship.stage(coins), relationship.to_next(coins)) == (stage, missing)


def test_mood_rises_with_what_is_given_and_sinks_with_time_but_not_below_rest():
    bench = Bench()
    memory = bench.start()
    now = bench.clock.seconds
    assert affection.mood(None, now) == 50
    record = give(memory, "gift")
    assert affection.mood(record, now) == 65
    assert affection.mood(record, now + 2 * 3600) == 64
    assert affection.mood(record, now + 1000 * dates.DAY) == 20
    assert affection.mood(record, now - dates.DAY) == 65
    assert [affection.mood_name(v) for v in (0, 34, 35, 59, 60, 84, 85, 100)] == [
        "lonely",
        "lonely",
        "calm",
        "calm",
        "happy",
        "happy",
        "delighted",
        "delighted",
    ]


def test_a_cut_while_spending_leaves_the_coins_spent_once_or_not_at_all():
    prepared = Bench()
    give(prepared.start(), "feed")
    cut = 0
    while True:
        cut += 1
        bench = prepared.copy()
        try:
            give(bench.start(cut_at=cut), "gift")
        except PowerCut:
            pass
        else:
            break
        memory = bench.start()
        assert memory.coins() in (2, 12), cut
        assert len(memory.hot("affection")) == 1, cut
    assert cut > 4
