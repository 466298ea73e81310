"""Forgetting for good reaches the turns: what was said of a record is in no byte of the chip."""

from _bench import run, write
from _figures import figure
from _forget import RARE, SECRET, Pet, forget, scrub, traces
from _raised import raised
from _turns import Talker, all_texts, small, talk, turn
from memory.errors import ArchiveUnavailable, Broken

from sim.nor import PowerCut

HEAP = "8M"
THOROUGH = (
    "test_no_cut_brings_back_a_turn_that_was_forgotten",
    "test_no_cut_between_asking_and_acknowledging_loses_other_turns",
    "test_a_boot_that_finds_everything_being_forgotten_forgets_the_turns_too",
    "test_a_partition_that_does_not_mount_is_made_blank_when_everything_is_forgotten",
    "test_turns_beyond_count_go_all_together",
    "test_words_that_went_with_an_old_segment_are_gone_from_the_flash_too",
)


def told(kind):
    """A device that was told a secret in talk, by the tool too, with words around it."""
    bench = kind()
    bench.start()
    with small():
        talk(bench, "s1", 0, "早上好", SECRET, "我记住了，" + SECRET)
        calls = [{"name": "memory", "arguments": {"content": SECRET}}]
        run(
            bench.memory.turns.append(
                [turn(bench, "s1", 3, "", "companion", calls=calls), turn(bench, "s1", 4, "谢谢")]
            )
        )
        for at in range(12):
            talk(bench, "t%d" % at, 0, "说点别的第%d次" % at)
    write(bench.memory, "fact", SECRET)
    return bench


def test_what_the_owner_forgets_is_in_no_turn_and_nowhere_on_the_flash():
    for kind in (Talker, Pet):
        bench = told(kind)
        assert traces(bench.image)
        with small():
            forget(bench.memory, content=SECRET)
            expected = ["早上好", "谢谢"] + ["说点别的第%d次" % at for at in range(12)]
            assert all_texts(bench) == expected
            bench.start()
            assert all_texts(bench) == expected  # also after a cut before the scrub
            scrub(bench.memory)
            assert traces(bench.image) == []
            (done,) = bench.heard("scrubbed")
            assert done["left"] == []
            figure("secrets_searched", 1)
            assert bench.memory.turns.log().verify() == []
            bench.start()
            assert all_texts(bench) == expected
            talk(bench, "s9", 0, "还在")
            assert all_texts(bench)[-1] == "还在"


def test_words_that_went_with_an_old_segment_are_gone_from_the_flash_too():
    bench = told(Talker)
    with small():
        bench.clock.to("2026-06-01 03:00")
        run(bench.memory.turns.retire())
        talk(bench, "s9", 0, "新的")
        assert all_texts(bench) == ["新的"]
        forget(bench.memory, content=SECRET)
        scrub(bench.memory)
    assert traces(bench.image) == []
    assert all_texts(bench) == ["新的"]


def test_forgetting_everything_forgets_every_turn():
    for kind in (Talker, Pet):
        bench = told(kind)
        forget(bench.memory, everything=True)
        assert all_texts(bench) == []
        talk(bench, "new", 0, "第一句")
        bench.start()
        scrub(bench.memory)
        assert traces(bench.image) == []
        assert all_texts(bench) == ["第一句"]


def test_turns_beyond_count_go_all_together():
    bench = Talker()
    bench.start()
    for at in range(60):
        talk(bench, "s%d" % at, 0, *["我家的猫叫咪咪呀"] * 10)
    write(bench.memory, "fact", "我家的猫叫咪咪")
    forget(bench.memory, content="我家的猫叫咪咪")
    assert all_texts(bench) == []
    assert bench.memory.erasure_journal.all_turns is False
    talk(bench, "new", 0, "第一句")
    bench.start()
    assert all_texts(bench) == ["第一句"]


def test_a_partition_that_does_not_mount_is_made_blank_when_everything_is_forgotten():
    bench = told(Talker)
    for at in range(8192):
        bench.image[bench._turns_at + at] = 0x55
    bench.start()
    forget(bench.memory, content=SECRET)
    scrub(bench.memory)
    (done,) = bench.heard("scrubbed")
    assert "turns, not mounted" in done["left"]
    forget(bench.memory, everything=True)
    scrub(bench.memory)
    assert bench.image[bench._turns_at :].count(b"\xff") == bench.turns_kb * 1024
    raised(ArchiveUnavailable, all_texts, bench)  # boot.py formats what is blank


def test_an_unused_partition_of_turns_costs_forgetting_nothing():
    bench = Talker()
    bench.start()
    write(bench.memory, "fact", SECRET)
    forget(bench.memory, content=SECRET)
    before = bytes(bench.image[bench._turns_at + 8192 :])
    scrub(bench.memory)
    assert bytes(bench.image[bench._turns_at + 8192 :]) == before


def _cut_while(bench, work, after):
    """Cut every operation of `work`; `after(bench, cut)` looks at the device that starts again."""
    cut_at = 0
    cuts = 0
    while True:
        cut_at += 1
        other = bench.copy()
        other.start(cut_at)
        try:
            work(other)
            return cuts
        except (PowerCut, Broken):
            cuts += 1
        other.start()
        after(other, cut_at)


def test_no_cut_between_asking_and_acknowledging_loses_other_turns():
    for kind in (Talker, Pet):
        bench = told(kind)
        others = ["早上好", "谢谢"] + ["说点别的第%d次" % at for at in range(12)]

        def after(other, cut, others=others):
            found = all_texts(other)
            assert [text for text in found if RARE not in text and text] == others, cut
            gone = len([text for text in found if RARE in text])
            assert gone in (0, 2), (cut, gone)
            with small():
                forget(other.memory, content=SECRET)
                assert all_texts(other) == others, cut

        with small():
            figure(
                "cuts_depth_1",
                _cut_while(bench, lambda other: forget(other.memory, content=SECRET), after),
            )


def test_no_cut_brings_back_a_turn_that_was_forgotten():
    bench = told(Talker)
    others = ["早上好", "谢谢"] + ["说点别的第%d次" % at for at in range(12)]
    cuts = 0
    with small():
        forget(bench.memory, content=SECRET)
        reached = 0
        cut_at = 1
        while not reached:
            other = bench.copy()
            other.start(cut_at)
            try:
                scrub(other.memory)
                reached = cut_at
            except (PowerCut, Broken):
                cuts += 1
            other.start()
            assert all_texts(other) == others, cut_at
            scrub(other.memory)
            assert all_texts(other) == others, cut_at
            assert traces(other.image) == [], cut_at
            assert other.memory.turns.log().verify() == [], cut_at
            cut_at += 1 + cut_at // 3
    figure("cuts_depth_1", cuts)


def test_a_boot_that_finds_everything_being_forgotten_forgets_the_turns_too():
    for kind in (Talker, Pet):
        bench = told(kind)

        def after(other, cut):
            found = all_texts(other)
            assert found == [] or len(found) == 17, (cut, len(found))
            if not found:
                assert other.memory.hot("fact") == []

        figure(
            "cuts_depth_1",
            _cut_while(bench, lambda other: forget(other.memory, everything=True), after),
        )
