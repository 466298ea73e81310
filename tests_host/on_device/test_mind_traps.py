"""
Traps that systems of this sort have fallen into, or their users have reported: each is a test of
its name. Those of what a model reads in a talk are in test_model_reading.
"""

from _bench import contents, run, write
from _fuzz_import import exported
from _minded import Minded, members
from memory.text import dates
from mind import episodes, night
from mind.offers import context, finding, offering

HEAP = "16M"


def offered(bench, question):
    return [one.record.content for one in run(offering.offer(bench.mind, question, 5))]


def found(bench, question):
    return [one.record.content for one in run(finding.search(bench.mind, question))]


def take(memory, data):
    run(memory.import_lines([data], lambda number, e: None))


def test_best_match_ranked_last():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "用户每周三去健身房游泳")
    for number in range(12):
        write(memory, "fact", "第 %d 次路过健身房" % number)
    for search in (offered, found):
        assert search(bench, "我周三去健身房做什么，游泳吗")[0] == "用户每周三去健身房游泳"


def test_a_fact_heard_once_is_never_offered():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "用户的车是一辆红色的高尔夫")
    assert offered(bench, "我的高尔夫是什么颜色") == ["用户的车是一辆红色的高尔夫"]


def test_same_subject_and_predicate_overwrites_another_fact():
    bench = Minded()
    memory = bench.start()
    for text in ("用户喜欢咖啡", "用户喜欢安静", "用户养了一只猫", "用户养了一条狗"):
        write(memory, "fact", text)
    bench.start()
    assert sorted(contents(bench.memory)) == sorted(
        ["用户喜欢咖啡", "用户喜欢安静", "用户养了一只猫", "用户养了一条狗"]
    )


def test_negation_and_digits_merged_away():
    bench = Minded()
    memory = bench.start()
    pairs = (
        ("用户吃香菜", "用户不吃香菜"),
        ("用户家的门牌是 1203", "用户家的门牌是 1302"),
        ("The user eats meat", "The user does not eat meat"),
    )
    for one, other in pairs:
        write(memory, "fact", one)
        write(memory, "fact", other)
    assert len(contents(memory)) == 6


def test_short_questions_skip_retrieval():
    bench = Minded()
    memory = bench.start()
    write(memory, "like", "喝乌龙茶")
    for question in ("乌龙茶？", "我喜欢喝乌龙茶吗"):
        assert offered(bench, question) == ["喝乌龙茶"], question


def test_looking_at_a_memory_counts_as_using_it():
    bench = Minded()
    memory = bench.start()
    id = write(memory, "fact", "用户住在北京").record.id
    run(memory.record(id))
    run(offering.offer(bench.mind, "现在住哪", 5))
    contents(memory, "fact", "北京")
    assert bench.mind.notebook.uses(id)[0] == 0
    run(context.context(bench.mind, "现在住哪"))
    assert bench.mind.notebook.uses(id)[0] == 1


def test_something_demoted_never_expires():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "最近在赶项目", retention="short", decay=300, importance=2)
    for _ in range(20):
        bench.clock.seconds += dates.DAY
        run(night.tidy(bench.mind))
    assert members(bench.mind) == []


def test_a_cancelled_rule_stays_active():
    bench = Minded()
    memory = bench.start()
    rule = write(memory, "rule", "回答都用英文").record
    assert "回答都用英文" in run(context.context(bench.mind, style="core")).text
    run(memory.delete(rule.id))
    for again in (False, True):
        if again:
            bench.start()
        assert "回答都用英文" not in run(context.context(bench.mind, style="core")).text
        assert offered(bench, "回答用英文吗") == []


def test_a_rule_that_was_taken_back_stays_active():
    for before, later in (
        ("以后叫我老板", "以后别叫我老板了"),
        ("以后叫我老板", "不用再叫我老板了"),
        ("以后叫我老板", "以后叫我老王"),
        ("以后叫我老板", "别叫我老板了，叫我老王"),
        ("晚上十点以后不要打扰我", "晚上十点以后可以打扰我了"),
        ("晚上十点以后别打扰我", "晚上十点以后打扰我也没关系"),
        ("不要提我前女友", "可以提我前女友了"),
        ("回答都用英文", "以后不用英文回答了"),
        ("回答都用英文", "以后用中文回答"),
        ("以后说话要简短", "说话不用简短了"),
        ("Call me boss", "Do not call me boss anymore"),
        ("Call me boss", "Stop calling me boss"),
        ("Call me boss", "From now on call me Max"),
        ("Don't disturb me after ten", "You can disturb me after ten again"),
        ("Never mention my ex", "It's okay to mention my ex now"),
        ("Answer in English", "Reply in Chinese from now on"),
        ("Answer in English", "以后用中文回答"),
        ("Keep your answers short", "You don't have to keep your answers short any more"),
        ("Don't use emojis", "You may use emojis again"),
    ):
        bench = Minded()
        memory = bench.start()
        first = write(memory, "rule", before).record
        second = write(memory, "rule", later).record
        assert second.get("supersedes") == first.id, later
        bench.start()
        past = run(bench.memory.record(first.id))[0]
        assert past.get("valid_to") is not None, later
        told = run(context.context(bench.mind, style="core")).text
        assert "- %s\n" % before not in told + "\n" and later in told, later
        again = write(bench.memory, "rule", before).record  # and the other way round
        assert again.get("supersedes") == second.id, later


def test_a_rule_that_shares_words_with_another_ends_it():
    for before, later in (
        ("以后叫我老板", "以后别叫我起床"),
        ("以后叫我老板", "每天七点叫我起床"),
        ("以后叫我老板", "别叫我老王"),
        ("以后叫我老板", "今天别叫我老板"),
        ("不要提我前女友", "可以提我前同事"),
        ("晚上十点以后不要打扰我", "晚上九点以后可以打扰我"),
        ("晚上十点以后不要打扰我", "周末晚上十点以后可以打扰我"),
        ("回答都用英文", "写邮件用中文"),
        ("回答都用英文", "也可以用中文回答"),
        ("回答都用英文", "这次用中文回答"),
        ("说话要简短", "回答都用中文"),
        ("Call me boss", "Don't call me Max"),
        ("Call me boss", "Call me at seven"),
        ("Never mention my ex", "You can mention my exam"),
        ("Don't disturb me after ten", "You can disturb me after nine"),
        ("Answer in English", "Translate letters into Chinese"),
        ("Answer in English", "You can also answer in Chinese"),
    ):
        bench = Minded()
        memory = bench.start()
        first = write(memory, "rule", before).record
        write(memory, "rule", later)
        assert run(memory.record(first.id))[0].get("valid_to") is None, later


def test_a_rule_that_was_taken_back_comes_back_from_the_trash_as_history():
    bench = Minded()
    memory = bench.start()
    first = write(memory, "rule", "以后叫我老板").record
    run(memory.delete(first.id))
    second = write(memory, "rule", "以后别叫我老板了").record
    run(memory.restore(first.id))
    assert run(memory.record(first.id))[0].get("superseded_by") == second.id


def test_a_rule_that_is_corrected_ends_another():
    bench = Minded()
    memory = bench.start()
    first = write(memory, "rule", "以后叫我老板").record
    other = write(memory, "rule", "说话慢一点").record
    run(memory.correct(other.id, None, "以后叫我老王", {}))
    assert run(memory.record(first.id))[0].get("superseded_by") == other.id


def test_a_one_off_task_becomes_a_fact():
    bench = Minded()
    memory = bench.start()
    write(memory, "rule", "这次任务里只说英文")
    bench.clock.seconds += 2 * dates.DAY
    run(night.tidy(bench.mind))
    assert members(bench.mind) == []


def test_deleted_memories_come_back_after_restart_import_or_re_extraction():
    bench = Minded()
    memory = bench.start()
    id = write(memory, "fact", "用户的前任叫小李").record.id
    data = b"\n".join(exported(memory)) + b"\n"
    run(memory.save())
    run(memory.delete(id))
    memory = bench.start()
    take(memory, data)
    take(memory, data.replace(id.encode(), b"zzz77"))
    assert contents(memory) == []
    assert offered(bench, "我的前任小李") == found(bench, "我的前任小李") == []


def test_contradictions_both_offered_as_true():
    bench = Minded()
    memory = bench.start()
    for text in ("用户在腾讯上班", "用户跳槽到字节跳动上班了", "用户单身", "用户结婚了"):
        write(memory, "fact", text)
    assert "用户在腾讯上班" not in offered(bench, "我现在在哪上班")
    assert "用户单身" not in offered(bench, "我现在单身吗")


def test_one_device_s_memories_in_another_s():
    one, other = Minded(seed=3), Minded(seed=4)
    write(one.start(), "fact", "用户住在北京")
    other.start()
    assert members(other.mind) == []
    assert offered(other, "现在住哪") == []


def test_restore_leaves_its_tombstone():
    bench = Minded()
    memory = bench.start()
    id = write(memory, "fact", "猫叫年糕").record.id
    data = b"\n".join(exported(memory)) + b"\n"
    run(memory.delete(id))
    run(memory.restore(id))
    take(memory, data.replace(id.encode(), b"zzz77"))
    assert contents(memory) == ["猫叫年糕", "猫叫年糕"]


def test_a_night_that_deletes_most_of_memory():
    bench = Minded()
    memory = bench.start()
    for number in range(30):
        write(memory, "fact", "小事 %d" % number, importance=1)
    bench.clock.seconds += 100 * dates.DAY
    run(night.tidy(bench.mind))
    assert len(members(bench.mind)) == 30


def test_a_b_a_loses_the_last_a():
    bench = Minded()
    memory = bench.start()
    for place in ("北京", "上海", "北京"):
        last = write(memory, "fact", "用户住在" + place).record
    bench.start()
    assert offered(bench, "现在住哪") == ["用户住在北京"]
    assert len(run(bench.memory.history(last.id))) == 3


def test_the_upgrade_empties_the_notebook():
    bench = Minded()
    memory = bench.start()
    for number in range(80):
        write(memory, "fact", "小事 %d" % number, importance=1)
    bench.clock.to("2027-02-05 14:00")  # a chip on which no notebook was ever written
    bench.start()
    run(night.tidy(bench.mind))
    assert len(members(bench.mind)) == 80


def test_a_small_set_can_never_be_cleaned():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "小事", importance=1)
    bench.clock.seconds += 100 * dates.DAY
    run(night.tidy(bench.mind))
    assert members(bench.mind) == []


def test_flush_runs_after_the_context_is_gone():
    bench = Minded()
    bench.start()
    said = [{"role": "owner", "text": "我喜欢吃番茄，想种在阳台上"}]
    kept = run(episodes.compressing(bench.mind, said)).change.record  # no model, no summary yet
    assert "番茄" in kept.content
    assert contents(bench.memory, "like") == ["番茄"]
    run(episodes.fill(bench.mind, kept.id, "想在阳台种番茄"))
    assert run(bench.memory.record(kept.id))[0].content == "想在阳台种番茄"
