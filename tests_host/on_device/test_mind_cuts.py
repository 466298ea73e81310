"""
The power fails at every moment of what the mind does behind a write.

How a scenario is played, and how one cut is played again, is in _cutting.py.
"""

from _bench import contents, run, write
from _cutting import cut_everywhere
from _minded import Minded, members

ALONE = True
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
