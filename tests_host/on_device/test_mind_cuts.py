"""
The power fails at every moment of what the mind does behind a write.

How a scenario is played, and how one cut is played again, is in _cutting.py.
"""

from _bench import contents, everything, run, write
from _cutting import cut_everywhere
from _minded import Minded, members
from memory.erase import erasure
from memory.search.trash_query import TrashQuery

ALONE = True
HEAP = "8M"
THOROUGH = ("test_at_every_power_cut_what_is_over_the_cap_is_in_the_trash_or_nothing_was_told",)


class SmallNotebook(Minded):
    kept = {"notebook_max": 200}


def telling(content, kind="fact", **given):
    return lambda bench: write(bench.memory, kind, content, **given)


def test_at_every_power_cut_a_core_memory_is_patched_by_what_was_told_or_nothing_was_told():
    bench = Minded()
    bench.start()
    write(bench.memory, "fact", "用户很爱吃辣", p=100)
    for number in range(3):
        write(bench.memory, "fact", "第%d件小事" % number)
    cut_everywhere(bench, [telling("用户最近胃炎，暂时不吃辣"), telling("用户又能吃辣了")])


def test_at_every_power_cut_the_profile_and_the_facts_say_the_same():
    bench = Minded()
    bench.start()
    write(bench.memory, "location", "北京")
    write(bench.memory, "fact", "用户住在北京朝阳区")
    cut_everywhere(bench, [telling("用户搬到上海了"), telling("杭州", "location")])


def test_at_every_power_cut_what_is_over_the_cap_is_in_the_trash_or_nothing_was_told():
    bench = SmallNotebook()
    bench.start()
    for number in range(200):
        write(bench.memory, "rule", "第%d条家规" % number)
    run(bench.mind.save())

    def one_went(bench):
        assert len(members(bench.mind)) <= 200

    cut_everywhere(bench, [telling("用户养了一只猫"), telling("用户爱下棋")], one_went)


def test_at_every_power_cut_corrected_words_end_what_another_memory_says():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "我的手机是小米14")
    other = write(memory, "fact", "我家有台电视").record
    bench.clock.seconds += 60

    def correcting(bench):
        return run(bench.memory.correct(other.id, None, "我的手机是华为P60", {}))

    cut_everywhere(bench, [correcting, telling("用户爱下棋")])


def test_at_every_power_cut_of_a_restore_what_is_not_back_comes_back_when_it_is_asked_for_again():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "用户养了一只猫")
    ids = [
        write(memory, kind, content).record.id
        for kind, content in (
            ("location", "北京"),
            ("like", "喝茶"),
            ("rule", "不说脏话"),
            ("fact", "用户对花生过敏"),
            ("fact", "用户在百度工作"),
        )
    ]
    ids[-1] = write(memory, "fact", "用户跳槽去了腾讯").record.id  # with what it said before
    ids.append(write(memory, "todo", "交报告", due="2026-12-06 15:00").record.id)
    run(memory.delete(ids))
    assert len(trash(memory)) == 6, [one.content for one in trash(memory)]

    def restored(bench):
        return run(bench.memory.restore(ids[1]))

    def all_or_asked_again(bench):
        left = [one.id for one in trash(bench.memory)]
        assert left == [] or ids[1] in left, left

    def shape(bench):
        """Each record with what it says, and whether it is in the trash."""
        rows = [(one.id, one.content, True) for one in trash(bench.memory)]
        for id, said in everything(bench.memory).items():
            rows.append((id, repr(said), False))
        return rows

    cut_everywhere(
        bench, [restored], all_or_asked_again, least=8, parts=one_or_the_other, shape=shape
    )


def one_or_the_other(shape, before, after):
    """True where each record is as it was or as it is to be."""
    rows = before + after
    return [row for row in shape if row not in rows] == [] and len(shape) == len(before)


def trash(memory):
    return run(memory.recall(TrashQuery(memory.clock.now(), 50)))[0]


def test_at_every_power_cut_corrected_words_in_the_archive_end_what_another_memory_says():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "我的手机是小米14")
    other = write(memory, "fact", "我家有台电视").record
    run(memory.correct(write(memory, "like", "下棋").record.id, None, "下象棋", {}))
    memory.move_to_archive([one for one in memory.at_hand() if one.kind == "fact"])
    run(bench.mind.save())
    bench.clock.seconds += 60

    def correcting(bench):
        return run(bench.memory.correct(other.id, None, "我的手机是华为P60", {}))

    cut_everywhere(bench, [correcting, telling("用户爱下棋")])


def test_what_was_said_later_is_not_taken_back_at_a_start():
    bench = Minded()
    memory = bench.start()
    core = write(memory, "fact", "用户很爱吃辣", p=100).record
    write(memory, "fact", "用户最近胃炎，暂时不吃辣")
    bench.clock.seconds += 60
    run(memory.correct(core.id, None, "用户又很爱吃辣了", {}))
    write(memory, "location", "北京")
    write(memory, "fact", "用户搬到上海了")
    bench.clock.seconds += 60
    write(memory, "location", "杭州")
    write(memory, "fact", "用户住在兰州", valid_from="2018-01-01", valid_to="2020-01-01")
    before = sorted(contents(memory))
    assert sorted(contents(bench.start())) == before
    assert "用户又很爱吃辣了" in before


def patched_and_told():
    """A device with a core memory in brackets and a value of the profile, and their sources."""
    bench = Minded()
    memory = bench.start()
    core = write(memory, "fact", "用户很爱吃辣", p=100).record.id
    write(memory, "location", "北京")
    bench.clock.seconds += 60
    ids = [write(memory, "fact", said).record.id for said in ("我不能吃辣了", "用户搬到上海了")]
    bench.clock.seconds += 60

    def says_the_same(bench):
        """The brackets and the profile say what the facts say."""
        memory = bench.memory
        there = [run(memory.record(id)) is not None for id in ids]
        assert there[0] == ("不能" in run(memory.record(core))[0].content)
        assert memory.hot("location")[0].content == ("上海" if there[1] else "北京")

    return bench, ids, says_the_same


def test_at_every_power_cut_of_a_deletion_what_was_made_of_it_goes_or_nothing_went():
    bench, ids, says_the_same = patched_and_told()

    def deleting(bench):
        return run(bench.memory.delete(ids))

    cut_everywhere(bench, [deleting], says_the_same)


def test_at_every_power_cut_of_a_restore_what_was_made_of_it_is_back_with_it():
    bench, ids, says_the_same = patched_and_told()
    run(bench.memory.delete(ids))
    bench.clock.seconds += 60

    def restoring(bench):
        return run(bench.memory.restore(ids[0]))

    cut_everywhere(bench, [restoring], says_the_same, parts=lambda shape, before, after: True)


def test_at_every_power_cut_of_an_erasure_what_was_made_of_it_goes_or_nothing_went():
    bench, ids, says_the_same = patched_and_told()

    def erasing(bench):
        run(erasure.erase(bench.memory, {"ids": ids}, lambda selection: True))

    def shape(bench):
        return [(one.id, one.content) for one in bench.memory.at_hand()]

    cut_everywhere(bench, [erasing], says_the_same, shape=shape)
