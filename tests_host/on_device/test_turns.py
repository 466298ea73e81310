"""memory.turns: a stream of its own for what is said, on its partition or in the archive's."""

import os

from _bench import MOUNT, TURNS, Bench, Disk, Random, everything, run, write
from _figures import figure
from _raised import raised
from _turns import Talker, all_texts, said, small, talk, turn
from memory.errors import ArchiveUnavailable, Broken, Rejected, StoreFull
from memory.upkeep import retention

from sim.faults import Faults
from sim.nor import PowerCut

HEAP = "8M"
THOROUGH = (
    "test_nor_does_a_second_cut_in_what_follows",
    "test_turns_move_to_their_partition_when_a_table_has_one_at_every_cut",
    "test_segments_older_than_30_days_go_at_night_oldest_first",
    "test_damaged_bytes_cost_the_lines_that_they_are_in",
    "test_operations_that_fail_cost_the_one_group_at_most",
    "test_any_bytes_in_place_of_a_segment_or_its_manifest_are_passed_over",
    "test_turns_leave_the_archive_its_reserve_where_they_share_its_partition",
)

_LONG = "一句很长的话" * 20


def devices():
    """One device of each kind: with a partition for turns, and without."""
    for kind in (Talker, Bench):
        bench = kind()
        bench.start()
        yield bench


def files(bench):
    """Names of the files of the stream."""
    root = TURNS if bench.turns_kb else MOUNT + "/turns"
    return sorted([entry[0] for entry in os.ilistdir(root)])


def test_turns_are_found_again_by_session_by_day_and_by_keyword_after_a_start():
    for bench in devices():
        bench.clock.to("2026-02-05 14:00")
        talk(bench, "s1", 0, "我喜欢下雨天", "下雨天很安静", "I like RAIN")
        bench.clock.to("2026-02-06 09:00")
        talk(bench, "s2", 0, "早上好", "早")
        talk(bench, "s1", 3, "又来了")
        bench.start()
        assert said(bench, "s1") == ["我喜欢下雨天", "下雨天很安静", "I like RAIN", "又来了"]
        assert said(bench, "s1", limit=2) == ["I like RAIN", "又来了"]
        assert said(bench, "s1", limit=2, offset=1) == ["下雨天很安静", "I like RAIN"]
        assert said(bench, "nobody") == []
        turns = bench.memory.turns
        day = run(turns.day("2026-02-06"))
        assert [(one.session, one.index, one.role) for one in day] == [
            ("s2", 0, "owner"),
            ("s2", 1, "companion"),
            ("s1", 3, "companion"),
        ]
        found = run(turns.search("下雨天"))
        assert [one.text for one in found] == ["下雨天很安静", "我喜欢下雨天"]
        assert [one.text for one in run(turns.search("rain"))] == ["I like RAIN"]
        assert [one.text for one in run(turns.search("下雨天", limit=1, offset=1))] == [
            "我喜欢下雨天"
        ]
        raised(Rejected, run, turns.search("  "))
        raised(Rejected, run, turns.day("tomorrow"))


def test_where_nothing_was_said_nothing_is_made_and_nothing_found():
    for bench in devices():
        before = bytes(bench.image)
        assert all_texts(bench) == []
        assert bench.memory.turns.space() is None
        run(bench.memory.turns.append([]))
        assert run(bench.memory.turns.retire()) == 0
        assert bytes(bench.image) == before


def test_a_start_reads_nothing_of_the_turns():
    bench = Talker()
    bench.start()
    bench.start()
    without = bench.flash.read_bytes
    talk(bench, "s1", 0, *[_LONG] * 20)
    bench.start()
    assert bench.flash.read_bytes == without
    assert bench.turns_disk._flash is not bench.flash  # nor is it mounted


def test_what_tools_did_and_what_it_cost_is_kept_and_what_a_newer_version_says():
    bench = Talker()
    bench.start()
    calls = [{"name": "memory", "arguments": {"action": "read", "limit": 3}}]
    one = turn(bench, "s1", 0, "看看", "companion", calls=calls, tokens=120, approx=True)
    two = turn(bench, "s1", 1, "", "tool", results=[{"status": "ok"}], mood={"a": [1]})
    run(bench.memory.turns.append([one, two]))
    bench.start()
    first, second = run(bench.memory.turns.session("s1"))
    assert first.fields == {"calls": calls, "tokens": 120, "approx": True}
    assert second.fields == {"results": [{"status": "ok"}], "mood": {"a": [1]}}
    assert (second.role, second.at) == ("tool", bench.clock.now())


def test_what_is_too_long_is_cut_and_marked_and_what_is_no_turn_refused():
    bench = Talker()
    bench.start()
    turns = bench.memory.turns
    long = turn(bench, "s1", 0, "长" * 1000, calls=[{"a": "x" * 3000}], results=["y" * 3000])
    run(turns.append([long]))
    (found,) = run(turns.session("s1"))
    assert (found.text, found.fields) == ("长" * 666, {"cut": True})
    wrong = (
        turn(bench, "s 1", 0, "x"),
        turn(bench, "", 0, "x"),
        turn(bench, "s" * 25, 0, "x"),
        turn(bench, "s1", -1, "x"),
        turn(bench, "s1", 0, "x", "owl"),
        turn(bench, "s1", 0, None),
        turn(bench, "s1", 0, "x", mood="z" * 4000),
    )
    for one in wrong:
        raised(Rejected, run, turns.append([turn(bench, "s1", 1, "good"), one]))
    assert len(run(turns.session("s1"))) == 1


def test_a_secret_is_masked_in_what_was_said_and_done_before_anything_keeps_it():
    for bench in devices():
        arguments = {"content": "my password is hunter2x", "api_key": "q1w2e3r4", "pin": 886622}
        calls = [{"name": "memory", "arguments": arguments}, ["开门码是774411", {"n": 3}]]
        results = [{"status": "ok", "found": "4111 1111 1111 1111", "count": 886623}]
        one = turn(bench, "s1", 0, "我的密码是hunter2x", calls=calls, results=results, tokens=120)
        two = turn(bench, "s1", 1, "好", mood={"say": ["token: zx81zx82"]}, password="hunter2x")
        # Of a text that is cut, no half of a secret is left.
        three = turn(bench, "s1", 2, "x" * 1990 + " my password is hunter2x, y")
        run(bench.memory.turns.append([one, two, three]))
        bench.start()
        first, second, third = run(bench.memory.turns.session("s1"))
        assert first.text == "我的密码是***" and second.fields["password"] == "***"
        assert first.fields["tokens"] == 120 and first.fields["results"][0]["count"] == 886623
        hidden = {"content": "my password is ***", "api_key": "***", "pin": "***"}
        assert first.fields["calls"] == [
            {"name": "memory", "arguments": hidden},
            ["开门码是***", {"n": 3}],
        ]
        assert second.fields["mood"] == {"say": ["token: ***"]}
        assert third.fields["cut"] and third.text.endswith("x my passwo")
        for secret in (b"hunter", b"q1w2e3r4", b"886622", b"774411", b"4111 1", b"zx81"):
            assert bench.image.find(secret) < 0, secret


def test_brackets_in_what_was_said_hide_no_turn_and_no_more_lists_are_kept_than_are_read():
    bench = Talker()
    bench.start()
    turns = bench.memory.turns
    many = [[] for _ in range(100)]
    run(turns.append([turn(bench, "s1", 0, "[{" * 100, calls=[{"a": "[" * 99}])]))
    run(turns.append([turn(bench, "s1", 1, "x", calls=many, results=[1])]))
    run(turns.append([turn(bench, "s1", 2, "x", calls=[1], results=many)]))
    deep = []
    for _ in range(40):
        deep = [deep]
    run(turns.append([turn(bench, "s1", 3, "x", calls=deep)]))
    raised(Rejected, run, turns.append([turn(bench, "s1", 4, "x", mood=many)]))
    bench.start()
    found = run(bench.memory.turns.session("s1"))
    assert bench.memory.turns.damaged_lines == 0
    assert [one.text for one in found] == ["[{" * 100, "x", "x", "x"]
    assert found[0].fields == {"calls": [{"a": "[" * 99}]}
    assert found[1].fields == {"cut": True}
    assert found[2].fields == {"calls": [1], "cut": True}
    assert "***" in repr(found[3].fields["calls"])


def test_marks_say_later_what_was_read_and_which_episode_it_is():
    for bench in devices():
        talk(bench, "s1", 0, "一", "二", "三", "四")
        talk(bench, "s2", 0, "五")
        turns = bench.memory.turns
        run(turns.mark("s1", 0, 1))
        run(turns.mark("s1", 2, 2, episode="k3z7"))
        run(turns.mark("s1", 0, 3, read=False, episode="k3z8"))
        raised(Rejected, run, turns.mark("s1", -1, 0))
        bench.start()
        turns = bench.memory.turns
        assert [one.text for one in run(turns.unread())] == ["五", "四"]
        assert [one.fields.get("episode") for one in run(turns.session("s1"))] == ["k3z8"] * 4
        first = run(turns.session("s1"))[0]
        assert first.fields == {"read": True, "episode": "k3z8"}


def test_of_two_marks_the_later_counts_also_where_an_earlier_one_is_the_same_as_a_third():
    bench = Talker()
    bench.start()
    talk(bench, "s1", 0, "一", "二", "三", "四", "五", "六")
    turns = bench.memory.turns
    run(turns.mark("s1", 2, 5, read=False, episode="k3z1"))
    run(turns.mark("s1", 1, 4, read=False, episode="k3z2"))
    run(turns.mark("s1", 0, 2, read=False, episode="k3z1"))
    found = [one.fields.get("episode") for one in run(turns.session("s1"))]
    assert found == ["k3z1", "k3z1", "k3z1", "k3z2", "k3z2", "k3z1"]


def test_a_group_that_was_appended_again_counts_once():
    bench = Talker()
    bench.start()
    talk(bench, "s1", 0, "一", "二")
    talk(bench, "s1", 0, "一", "二", "三")
    talk(bench, "s2", 0, "一")
    assert said(bench, "s1") == ["一", "二", "三"]
    assert len(run(bench.memory.turns.search("一"))) == 2


def test_segments_older_than_30_days_go_at_night_oldest_first():
    for bench in devices():
        with small():
            days = ["2026-01-%02d" % day for day in range(1, 29)]
            for day in days:
                bench.clock.to(day + " 12:00")
                talk(bench, "d" + day, 0, day + _LONG, "好")
            bench.clock.to("2026-02-10 03:00")
            bench.start()
            run(retention.nightly(bench.memory))
            left = [text[:10] for text in all_texts(bench) if len(text) > 10]
            assert left == days[days.index(left[0]) :]
            assert "2026-01-09" <= left[0] <= "2026-01-11", left[0]
            bench.clock.to("2026-04-10 03:00")
            run(retention.nightly(bench.memory))
            assert all_texts(bench) == []
            assert files(bench) == ["manifest"]
            bench.start()
            talk(bench, "new", 0, "还在")
            assert all_texts(bench) == ["还在"]
            assert bench.heard("recovered") == []


def test_the_oldest_goes_before_a_turn_is_refused():
    for bench in devices():
        with small(8192, 40000):
            for at in range(40):
                talk(bench, "s%d" % at, 0, *["%d %d %s" % (at, n, _LONG) for n in range(16)])
            bench.start()
            left = all_texts(bench)
            assert left[-1].startswith("39 15 ")
            first = int(left[0].split(" ")[0])
            numbers = [int(text.split(" ")[0]) for text in left]
            assert numbers == [at for at in range(first, 40) for _ in range(16)][-len(left) :]
            assert first > 10
            space = bench.memory.turns.space()
            if not bench.turns_kb:
                assert space["used_bytes"] <= 40000
            assert space["segments"] == len(files(bench)) - 1
            assert len(files(bench)) <= 16
            assert bench.heard("storage") == []


def test_turns_leave_the_archive_its_reserve_where_they_share_its_partition():
    bench = Bench()
    memory = bench.start()
    with small(8192):
        for at in range(60):
            talk(bench, "s%d" % at, 0, *["%d %s" % (at, _LONG)] * 16)
        assert memory.log.free() >= 28 - 3
        counted = memory.log.free()
        memory.log.measure()
        assert abs(memory.log.free() - counted) <= 6, (memory.log.free(), counted)
        for at in range(30):
            write(memory, "fact", "第%d件事" % at)
    assert len(everything(memory)) == 30


def test_a_group_that_fits_nowhere_is_refused_and_costs_nothing_else():
    bench = Bench(disk_kb=128)
    memory = bench.start()
    write(memory, "fact", "在")
    raised(StoreFull, talk, bench, "s1", 0, *["x" * 1900] * 60)
    assert all_texts(bench) == []
    assert len(everything(memory)) == 1


def _life(bench):
    """Steps, each of which is acknowledged: groups, marks, segments, a night."""
    memory = bench.memory

    def nightly():
        bench.clock.to("2026-03-20 03:00")
        run(memory.turns.retire())

    yield lambda: talk(bench, "s1", 0, "一" + _LONG, "二")
    yield lambda: talk(bench, "s1", 2, "三")
    yield lambda: run(memory.turns.mark("s1", 0, 2))
    yield lambda: talk(bench, "s2", 0, "四" + _LONG, "五" + _LONG)
    yield lambda: talk(bench, "s2", 2, "六")
    yield nightly
    yield lambda: talk(bench, "s3", 0, "七", "八")


_STATES = [[], ["一", "二"], ["一", "二", "三"], ["一", "二", "三"]]
_STATES += [["一", "二", "三", "四", "五"], ["一", "二", "三", "四", "五", "六"]]


def _first_letters(bench):
    return [text[:1] for text in all_texts(bench)]


def _run_life(bench):
    """How many steps were acknowledged; the cut ends it."""
    done = 0
    try:
        for step in _life(bench):
            step()
            done += 1
    except PowerCut:
        pass
    except Broken:
        try:
            run(_nothing())
        except PowerCut:
            pass
    return done


async def _nothing():
    return None


def _check_after(bench, done, cut):
    """What was acknowledged is there, of the step that was cut all or nothing."""
    found = _first_letters(bench)
    if done < 5:
        assert found in (_STATES[done], _STATES[done + 1]), (cut, done, found)
    elif done == 5:  # the night, oldest segment first
        assert found in [_STATES[5][at:] for at in range(7)], (cut, found)
    else:
        assert found in ([], ["七", "八"]), (cut, found)
    if done >= 3:
        for one in run(bench.memory.turns.session("s1")):
            assert one.fields["read"] is True, cut
    if done:
        assert "manifest.new" not in files(bench), cut


def _cut_life(kind, stride, seconds):
    """(cuts, second cuts): every `stride`-th operation of the life is cut once."""
    fresh = kind()
    ram, kept, again = [bytearray(len(fresh.image)) for _ in range(3)]
    fresh.start()
    last = [_STATES[5][at:] for at in range(7)] + [["七", "八"]]
    cut_at = 0
    cuts = twice = 0
    while True:
        cut_at += stride
        ram[:] = fresh.image
        bench = fresh.twin(ram)
        bench.start(cut_at)
        done = _run_life(bench)
        if done == 7:
            return cuts, twice
        cuts += 1
        moment = bench.moment()
        kept[:] = ram
        bench.start()
        _check_after(bench, done, cut_at)
        talk(bench, "after", 0, "后来")
        bench.start()
        assert _first_letters(bench)[-1] == "后"
        for second in seconds:  # also in what follows
            again[:] = kept
            other = bench.twin(again)
            other.to(moment)
            try:
                other.start(second)
                talk(other, "after", 0, "后来")
            except (PowerCut, Broken):
                twice += 1
            other.start()
            rest = [text for text in _first_letters(other) if text != "后"]
            assert rest in _STATES + last, (cut_at, second, rest)


def test_no_cut_loses_an_acknowledged_turn_or_brings_a_retired_one_back():
    for kind in (Talker, Bench):
        with small():
            figure("cuts_depth_1", _cut_life(kind, 3, ())[0])


def test_nor_does_a_second_cut_in_what_follows():
    for kind in (Talker, Bench):
        with small():
            cuts, twice = _cut_life(kind, 2, (1, 2, 4, 7))
            figure("cuts_depth_1", cuts)
            figure("cuts_depth_2", twice)


def test_operations_that_fail_cost_the_one_group_at_most():
    failed = 0
    for at in range(1, 30, 2):
        bench = Talker()
        bench.start()
        talk(bench, "s1", 0, "一", "二")
        faults = Faults()
        bench.faults = faults
        bench.start()
        bench.memory.turns.log(True)
        faults.fail_program(bench._turns_at + 8192 + 4096 * (at % 16), 8192)
        expected = ["一", "二"]
        for number in range(6):
            try:
                expected += talk(bench, "t%d" % number, 0, "句%d" % number)
            except (Broken, StoreFull):
                failed += 1
        bench.faults = None
        bench.start()
        assert all_texts(bench) == expected, at
    figure("archive_operations_failed", failed)


def test_damaged_bytes_cost_the_lines_that_they_are_in():
    rng = Random(7)
    for turn_ in range(12):
        bench = Talker()
        bench.start()
        with small(2000):
            texts = talk(bench, "s1", 0, *["句%02d" % at for at in range(60)])
            names = [name for name in files(bench) if name.endswith(".jsonl")]
            path = TURNS + "/" + rng.choice(names)
            with open(path, "rb") as f:
                data = bytearray(f.read())
            for _ in range(3):
                data[rng.below(len(data))] = rng.below(256)
            with open(path, "wb") as f:
                f.write(data)
            if turn_ % 3 == 0:
                os.remove(TURNS + "/manifest")
            elif turn_ % 3 == 1:
                with open(TURNS + "/manifest", "wb") as f:
                    f.write(bytes([rng.below(256) for _ in range(40)]))
            bench.start()
            found = all_texts(bench)
            assert len([one for one in found if one in texts]) >= 60 - 6, turn_
            talk(bench, "s2", 0, "还能说")
            bench.start()
            assert said(bench, "s2") == ["还能说"]


def test_any_bytes_in_place_of_a_segment_or_its_manifest_are_passed_over():
    rng = Random(11)
    pieces = [b'{"session":"s1","index":', b'{"mark":"s1","first":', b"\n", b"[" * 90, b'"', b"}"]
    pieces += [
        b'"at":"2026-02-05T14:00:00","role":"owner","text":"',
        b"\xff\xfe",
        b"{}",
        b"9" * 12,
    ]
    for _ in range(40):
        bench = Talker()
        bench.start()
        talk(bench, "s0", 0, "先")
        data = b"".join([rng.choice(pieces) for _ in range(40)])
        with open(TURNS + "/" + rng.choice(["1.jsonl", "manifest", "7.jsonl"]), "wb") as f:
            f.write(data)
        if rng.below(2):
            os.remove(TURNS + "/manifest")
        bench.start()
        all_texts(bench)
        run(bench.memory.turns.search("先"))
        run(bench.memory.turns.retire())
        talk(bench, "s2", 0, "后")
        assert said(bench, "s2") == ["后"]
        bench.start()
        assert said(bench, "s2") == ["后"]


def test_a_partition_that_does_not_mount_stops_nothing_else_and_is_left_as_it_is():
    bench = Talker()
    bench.start()
    talk(bench, "s1", 0, "一")
    for at in range(8192):
        bench.image[bench._turns_at + at] = 0x55
    before = bytes(bench.image[bench._turns_at :])
    memory = bench.start()
    write(memory, "fact", "在")
    for _ in range(2):
        raised(ArchiveUnavailable, talk, bench, "s2", 0, "二")
        raised(ArchiveUnavailable, all_texts, bench)
    assert memory.turns.space() is None
    told = [event for event in bench.heard("recovered") if event["what"] == "turns"]
    assert len(told) == 1
    bench.clock.to("2026-06-01 03:00")
    run(retention.nightly(memory))
    assert len(everything(memory)) == 1
    assert bytes(bench.image[bench._turns_at :]) == before


def test_without_a_partition_or_an_archive_there_are_no_turns_and_memory_goes_on():
    bench = Bench()
    memory = bench.start(archive=False)
    raised(ArchiveUnavailable, talk, bench, "s1", 0, "一")
    write(memory, "goal", "在")
    bench = Talker()
    bench.start(archive=False)  # but a partition of their own serves
    talk(bench, "s1", 0, "一")
    assert all_texts(bench) == ["一"]


class Reflashed(Talker):
    """A Talker whose table has no partition for turns until `table` is set."""

    table = False

    def prepare(self, memory):
        Talker.prepare(self, memory)
        if not self.table:
            memory.mount_turns = None


def test_turns_move_to_their_partition_when_a_table_has_one_at_every_cut():
    bench = Reflashed()
    bench.start()
    texts = talk(bench, "s1", 0, *["句%d" % at for at in range(40)])
    run(bench.memory.turns.mark("s1", 0, 39))
    texts += talk(bench, "s2", 0, "后")
    ram = bytearray(len(bench.image))
    cut_at = done = 0
    while not done:
        cut_at += 1
        ram[:] = bench.image
        other = bench.twin(ram)
        other.table = True
        other.start(cut_at)
        try:
            found = all_texts(other)
            assert found == texts, (cut_at, len(found), found[-3:], found[:3])
            run(_nothing())
            done = cut_at
        except (PowerCut, Broken):
            other.start()
            assert all_texts(other) == texts, cut_at
        assert len(run(other.memory.turns.unread())) == 1, cut_at
        assert os.listdir(MOUNT + "/turns") == [], cut_at
        assert "1.jsonl" in os.listdir(TURNS)
    figure("cuts_depth_1", cut_at - 1)


def test_the_file_system_of_the_turns_has_few_files_when_it_is_full():
    """28 segments of 32 KB in 1 MB, 7 in 256 KB of the archive's: with the manifest, no others."""
    size = 1 << 20
    disk = Disk(None, size)
    assert disk.ioctl(4, 0) // (32768 // 4096 + 1) + 2 <= 32
    assert 262144 // 32768 + 2 <= 10
