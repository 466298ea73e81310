"""What was made of a memory goes with it: brackets of a core memory, a value of the profile."""

from _bench import contents, run, write
from _forget import RARE, Pet, scrub, traces
from _minded import Minded
from memory.erase import erasure, purge
from mind.mind import Mind

ALONE = True
HEAP = "16M"
TIMEOUT_S = 240
PATCHED = (
    ("I love peanuts", "I can't eat peanuts any more"),
    ("用户很爱吃辣", "我不能吃辣了"),
    ("I live in Graz", "I moved to Turku"),
    ("我在海信上班", "我在海尔上班"),
    ("我对虾过敏", "我现在能吃虾了"),
    ("我抽烟", "我戒烟了"),
    ("I have asthma", "My asthma is gone"),
    ("我有高血压", "我的高血压好了"),
)
TOLD = (
    ("location", "Oslo", "I live in Narvik now", "Narvik"),
    ("location", "西宁", "我搬到拉萨了", "拉萨"),
    ("name", "Jon", "My name is Jonathan", "Jonathan"),
    ("name", "小明", "我的名字是小亮", "小亮"),
    ("age", "34", "I'm 35", "35"),
    ("age", "34", "我35岁了", "35"),
    ("birthday", "05-06", "My birthday is June 5", "06-05"),
    ("birthday", "1990-05-06", "I was born on June 5, 1990", "1990-06-05"),
    ("birthday", "05-06", "我的生日是6月5号", "06-05"),
    ("gender", "男", "我是女生", "女"),
    ("gender", "male", "I am a woman", "female"),
)


def opened():
    bench = Minded()
    return bench, bench.start()


def value(memory, kind):
    found = memory.hot(kind)
    return found[0].content if found else None


def text(memory, id):
    return run(memory.record(id))[0].content


def delete(bench, id):
    bench.clock.seconds += 60
    return run(bench.memory.delete(id))


def forget(bench, id):
    bench.clock.seconds += 60
    found = run(erasure.erase(bench.memory, {"id": id}, lambda selection: True))
    assert found.done
    return found


def purged(bench, id):
    delete(bench, id)
    run(purge.purge(bench.memory, id))


def test_a_bracket_goes_with_the_memory_that_made_it_and_comes_back_with_it():
    for core, said in PATCHED:
        for how in (delete, forget, purged):
            bench, memory = opened()
            id = write(memory, "fact", core, p=100).record.id
            source = write(memory, "fact", said).record.id
            assert said in text(memory, id), text(memory, id)
            how(bench, source)
            assert text(memory, id) == core, (how, text(memory, id))
            assert text(bench.start(), id) == core
            if how is delete:
                run(bench.memory.restore(source))
                assert said in text(bench.memory, id)


def test_brackets_and_the_profile_are_corrected_with_what_they_come_from():
    bench, memory = opened()
    id = write(memory, "fact", "我在海信上班", p=100).record.id
    write(memory, "location", "西宁")
    bench.clock.seconds += 60
    work = write(memory, "fact", "我在海尔上班").record.id
    home = write(memory, "fact", "我搬到拉萨了").record.id
    run(memory.correct(work, None, "我在格力上班", {}))
    run(memory.correct(home, None, "我搬到林芝了", {}))
    assert "格力" in text(memory, id) and "海尔" not in text(memory, id), text(memory, id)
    assert value(memory, "location") == "林芝"
    run(memory.correct(work, None, "我在海信上班", {}))
    assert text(memory, id) == "我在海信上班"


def test_of_several_brackets_the_one_of_the_deleted_memory_goes():
    bench, memory = opened()
    id = write(memory, "fact", "用户很爱吃辣", p=100).record.id
    first = write(memory, "fact", "最近胃炎，暂时不吃辣").record.id
    bench.clock.seconds += 86400
    write(memory, "fact", "医生说我不能吃辣")
    whole = text(memory, id)
    delete(bench, first)
    assert text(memory, id).count("（") == 1 and "医生" in text(memory, id)
    run(memory.restore(first))
    assert text(memory, id) == whole


def test_a_bracket_whose_source_nobody_knows_stays():
    bench, memory = opened()
    id = write(memory, "fact", "用户很爱吃辣（2025-12-03：不吃辣了）", p=100).record.id
    source = write(memory, "fact", "医生说我不能吃辣").record.id
    delete(bench, source)
    assert text(memory, id) == "用户很爱吃辣（2025-12-03：不吃辣了）"


def test_a_bracket_that_something_later_ended_comes_back_when_that_is_deleted():
    bench, memory = opened()
    id = write(memory, "fact", "I love peanuts", p=100).record.id
    write(memory, "fact", "I can't eat peanuts any more")
    patched = text(memory, id)
    later = write(memory, "fact", "I can eat peanuts again").record.id
    assert text(memory, id) == "I love peanuts"
    delete(bench, later)
    assert text(memory, id) == patched


def test_a_core_memory_that_is_so_again_has_nothing_in_brackets_that_is_over():
    for told in (
        ("I live in Graz", "I moved to Turku", "I moved to Graz"),
        ("我住在郑州", "我搬到洛阳了", "我又搬回郑州了"),
        ("我在海信上班", "我在海尔上班", "我在海信上班"),
    ):
        _, memory = opened()
        id = write(memory, "fact", told[0], p=100).record.id
        write(memory, "fact", told[1])
        assert told[1] in text(memory, id)
        write(memory, "fact", told[2])
        assert text(memory, id) == told[0]


def test_a_value_of_the_profile_goes_with_the_fact_that_told_it():
    for kind, before, said, after in TOLD:
        for how in (delete, forget, purged):
            bench, memory = opened()
            write(memory, kind, before)
            bench.clock.seconds += 60
            id = write(memory, "fact", said).record.id
            assert value(memory, kind) == after
            how(bench, id)
            assert value(memory, kind) == before, (kind, how)
            assert [one for one in contents(memory) if after in one] == []
            assert value(bench.start(), kind) == before
            if how is delete:
                run(bench.memory.restore(id))
                assert value(bench.memory, kind) == after
                assert len(run(bench.memory.history(bench.memory.hot(kind)[0].id))) == 2


def test_what_the_owner_told_of_the_profile_stays_when_a_fact_goes():
    for later in ("Tromso", "Narvik"):
        bench, memory = opened()
        write(memory, "location", "Oslo")
        bench.clock.seconds += 60
        id = write(memory, "fact", "I live in Narvik now").record.id
        bench.clock.seconds += 60
        write(memory, "location", later)
        delete(bench, id)
        assert value(memory, "location") == later


def test_a_value_that_is_over_goes_with_the_fact_that_told_it():
    bench, memory = opened()
    write(memory, "location", "Oslo")
    ids = []
    for place in ("Narvik", "Bergen"):
        bench.clock.seconds += 60
        ids.append(write(memory, "fact", "I live in %s now" % place).record.id)
    delete(bench, ids[0])
    assert value(memory, "location") == "Bergen"
    said = [one.content for one in run(memory.history(memory.hot("location")[0].id))]
    assert said == ["Bergen", "The user lives in Oslo"]
    delete(bench, ids[1])
    assert value(memory, "location") == "Oslo"


def test_a_fact_that_says_the_same_goes_with_the_field_of_the_profile():
    for how in (delete, forget):
        for kind, before, said, _ in TOLD:
            bench, memory = opened()
            write(memory, kind, before)
            bench.clock.seconds += 60
            fact = write(memory, "fact", said).record.id
            field = memory.hot(kind)[0].id
            how(bench, field)
            assert run(memory.record(fact)) is None, said
            if how is delete:
                run(memory.restore(field))
                assert text(memory, fact) == said


class MindedPet(Pet):
    def open(self, root):
        memory = super().open(root)
        self.mind = Mind(memory, self.clock)
        run(self.mind.load())
        return memory


def no_byte(bench):
    scrub(bench.memory)
    assert bench.memory.erasure_journal is None
    left = traces(bench.image)
    assert left == [], left


def test_a_fact_that_says_more_stays_where_the_field_of_the_profile_goes():
    for field, longer, same in (
        ("Graz", "I live in Graz with my wife and two dogs", "I live in Graz"),
        ("南京", "我家在南京河西，离公司很远", "我住在南京"),
    ):
        memory = Minded().start()
        write(memory, "location", field)
        write(memory, "fact", longer)
        run(memory.delete(kind="location"))
        assert contents(memory, "fact") == [longer]
        memory = Minded().start()
        write(memory, "location", field)
        write(memory, "fact", same)
        assert len(run(memory.delete(kind="location")).removed) == 2
        assert contents(memory, "fact") == []


def test_no_byte_of_what_was_forgotten_stays_in_a_core_memory_or_its_earlier_words():
    for how in (forget, purged):
        bench = MindedPet()
        memory = bench.start()
        core = write(memory, "fact", "用户很爱吃辣", p=100).record.id
        source = write(memory, "fact", "最近得了%s，暂时不吃辣" % RARE).record.id
        bench.clock.seconds += 86400
        write(memory, "fact", "医生说我不能吃辣")
        run(memory.correct(core, None, None, {"importance_100": 90}))
        assert RARE in text(memory, core)
        how(bench, source)
        no_byte(bench)
        memory = bench.start()
        said = [one.content for one in run(memory.history(core))]
        assert "医生" in said[0] and said[-1] == "用户很爱吃辣", said


def test_no_byte_of_what_was_forgotten_stays_in_the_profile_or_its_past():
    for how in (forget, purged):
        bench = MindedPet()
        memory = bench.start()
        write(memory, "location", "Oslo")
        bench.clock.seconds += 60
        source = write(memory, "fact", "我搬到%s了" % RARE).record.id
        bench.clock.seconds += 60
        write(memory, "location", "Bergen")
        how(bench, source)
        no_byte(bench)
        memory = bench.start()
        said = [one.content for one in run(memory.history(memory.hot("location")[0].id))]
        assert said == ["Bergen", "The user lives in Oslo"], said
