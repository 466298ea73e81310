"""What is said around a question, and whom an owner's question is not about."""

from _bench import run, write
from _minded import Minded
from mind.offers import offering
from mind.offers.asked_parts import asking_clause


def offered(told, question):
    bench = Minded()
    memory = bench.start()
    for content in told:
        write(memory, "fact", content)
        bench.clock.seconds += 3 * 86400
    return [one.record.content for one in run(offering.offer(bench.mind, question, 5))]


def test_the_one_clause_that_asks_is_told_from_what_is_said_around_it():
    for said, clause in (
        ("Parking form wants my vehicle, what am I driving?", "what am I driving?"),
        ("Locked myself out again. Where's the backup key at?", "Where's the backup key at?"),
        ("给我泡我常喝的，我喝啥茶来着", "我喝啥茶来着"),
        ("What am I driving?", ""),
        ("what does Mia do after school, any sport", ""),
        ("Where do I live, and who lives next door?", "Where do I live"),
        ("What do I drive, where do I park?", ""),
        ("我住哪，谁住隔壁", ""),
        ("今天真累，不想动", ""),
        ("", ""),
        ("，，？", ""),
    ):
        assert asking_clause(said) == clause, (said, asking_clause(said))


def test_what_is_said_around_a_question_hides_no_answer():
    told = ("The user drives a gray Subaru", "用户喝茶只喝陈皮水")
    assert offered(told, "The parking form wants it, what do I drive?") == [told[0]]
    assert offered(told, "给我泡我常喝的，我喝什么茶来着") == [told[1]]
    assert offered(told, "The parking form wants it, what does Tom drive?") == []
    assert offered(told, "下雨了，南京今天冷吗") == []


def test_until_when_it_was_is_asked_with_the_rest():
    told = ("用户住在汉口", "朵朵转到光谷这边读一年级，用户每天去接")
    assert offered(told, "搬到汉口之前，我们住在哪儿？") == []
    assert offered(["用户住在上海"], "小时候，我住在哪") == []
    for around in ("Back in college, ", "Ten years ago - ", "If I were Tom, "):
        assert offered(["The user drives a Tesla"], around + "what do I drive?") == []


def test_whose_relative_it_is_is_asked_with_the_rest():
    told = ("The user's son is allergic to nuts", "用户的老公对花粉过敏")
    assert offered(told, "Cooking for Kate's family, what is her son allergic to?") == []
    assert offered(told, "闺蜜一家来吃饭，她老公对什么过敏") == []


def test_where_a_friend_works_is_not_where_the_owner_does():
    for told in (
        "大学室友乔乔在济南当编辑，我们每周日打视频",
        "My roommate Jo works at a bakery, we share a car",
    ):
        assert offered([told], "我在哪儿打工") == []
        assert offered([told], "Where do I work?") == []
    told = "My roommate and I live in Oslo"
    assert offered([told], "Where do I live?") == [told]
