"""`search_memory` for people: by what they are to the owner, by their names, and who that is."""

from _bench import run, write
from _minded import Minded
from mind.offers import finding
from test_finding import found, told, with_words

HEAP = "16M"
_TOLD = (
    "雅婷对花生过敏", "我喜欢喝咖啡", "雅婷在医院上班", "和雅婷去了巴黎", "小宝怕狗",
    "小宝在实验小学上学", "儿子喜欢恐龙", "我姐夫会修车",
)  # fmt: skip
_TOLD_EN = (
    "Anna is allergic to nuts", "I met Anna in Rome", "Anna works at the hospital",
    "Leo is afraid of dogs", "My son collects stamps",
)  # fmt: skip
_ASKED = (
    ("我老婆对什么过敏", 0), ("老婆对什么过敏？", 0), ("我的老婆对什么过敏", 0),
    ("我老婆在哪上班", 2),
    ("雅婷对什么过敏", 0), ("我儿子怕什么", 4), ("儿子在哪上学", 5),
    ("小宝喜欢什么", 6), ("小宝喜欢啥", 6),
)  # fmt: skip
_ASKED_EN = (
    ("what is my wife allergic to", 0), ("What's my wife allergic to?", 0),
    ("where does my wife work", 2), ("what is Anna allergic to", 0),
    ("what is my son afraid of", 3), ("what does Leo collect", 4), ("What does Leo collect?", 4),
)  # fmt: skip


def of_family(*, by_record):
    bench = told(*[("fact", one) for one in _TOLD])
    if by_record:
        write(bench.memory, "family", "雅婷", relation="老婆")
        write(bench.memory, "family", "小宝", relation="儿子")
    else:
        write(bench.memory, "fact", "我老婆叫雅婷")
        write(bench.memory, "fact", "我儿子叫小宝")
    return bench


def test_a_relation_leads_to_the_name_and_a_name_to_the_relation():
    for by_record in (False, True):
        bench = of_family(by_record=by_record)
        for question, at in _ASKED:
            assert found(bench, question)[:1] == [_TOLD[at]], (question, by_record)
    bench = told(*[("fact", one) for one in _TOLD_EN])
    write(bench.memory, "fact", "My wife is called Anna")
    write(bench.memory, "fact", "My son is called Leo")
    for question, at in _ASKED_EN:
        assert found(bench, question)[:1] == [_TOLD_EN[at]], question


def test_another_word_for_the_relation_leads_to_the_name_too():
    bench = of_family(by_record=True)
    with_words(bench)
    for question in ("我太太对什么过敏", "我妻子对什么过敏", "what is my wife allergic to 花生"):
        assert _TOLD[0] in found(bench, question)[:1], question


def test_who_is_asked_of_other_kin_is_not_told_of_one_with_a_part_of_that_name():
    bench = told(("fact", "小芳喜欢百合"), ("fact", "我姐叫小芳"), ("fact", "王阿姨会做饭"))
    rows = run(finding.search(bench.mind, "我姐喜欢什么"))
    assert (rows[0].record.content, rows[0].why) == ("小芳喜欢百合", "words")
    for question in ("我姐夫喜欢什么", "我姐妹喜欢什么", "我喜欢什么", "你姐喜欢什么"):
        rows = run(finding.search(bench.mind, question))
        answers = [one.record.content for one in rows if one.why in ("words", "claim")]
        assert answers == [], (question, answers)


def test_a_name_alone_finds_first_who_that_is():
    for by_record, who in ((True, "雅婷"), (False, "我老婆叫雅婷")):
        bench = of_family(by_record=by_record)
        for one in range(24):
            write(bench.memory, "moment", "第%d次和雅婷看电影" % one)
        for question in ("雅婷", "雅婷？", "雅婷是谁"):
            rows = found(bench, question)
            assert rows[0] == who and len(rows) == 5, (question, rows)
        assert len({row.record.id for row in run(finding.search(bench.mind, "雅婷"))}) == 5
    for rows, names in (
        (("My wife is called Anna",) + _TOLD_EN, ("Anna", "anna", "tell me about Anna", "ANNA?")),
        (("Bob is my boss", "Bob likes golf", "lunch with Bob"), ("Bob", "what about Bob")),
        (("my son Leo plays chess", "Leo is afraid of dogs"), ("Leo", "who is Leo")),
        (("王磊是我的同事", "王磊喜欢打球", "昨天和王磊吃饭"), ("王磊", "说说王磊")),
        (("小李是我的大学室友", "小李卖咖啡"), ("小李", "小李的事")),
    ):
        bench = told(*[("fact", one) for one in rows])
        for question in names:
            assert found(bench, question)[0] == rows[0], question


def test_a_word_that_is_no_name_finds_the_newest_first_as_ever():
    for rows, keyword in (
        (("我喜欢喝咖啡", "咖啡机是新买的", "咖啡是奢侈品"), "咖啡"),
        (("I drink tea", "Tea is expensive", "The tea is in the cupboard"), "tea"),
        (("My car is red", "The car is in the garage"), "car"),
        (("地铁是新修的", "坐地铁上班"), "地铁"),
    ):
        bench = told(*[("fact", one) for one in rows])
        assert found(bench, keyword) == list(reversed(rows)), keyword


def test_who_somebody_was_stands_below_what_is_so():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "小美是我的女朋友", valid_to="2025-12-31")
    write(memory, "fact", "小美在上海工作")
    rows = run(finding.search(bench.mind, "小美"))
    assert [row.record.content for row in rows] == ["小美在上海工作", "小美是我的女朋友"]
