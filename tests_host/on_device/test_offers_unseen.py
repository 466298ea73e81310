"""mind.offers: questions and changes as people put them, by families and not by their words."""

from _bench import write
from _minded import Minded
from test_mind_offering import offered

HEAP = "16M"


def answers(told, question):
    """What is offered where these were told, a month apart."""
    bench = Minded()
    memory = bench.start()
    for content in told:
        kind, _, rest = content.partition(": ")
        write(memory, kind if rest else "fact", rest or content)
        bench.clock.seconds += 30 * 86400
    return [content for content, _ in offered(bench, question)]


def test_what_a_later_memory_denies_or_has_come_to_an_end_is_not_offered():
    for told, question in (
        (("habit: Runs the Roundhay parkrun every Saturday",
          "No running for the user any more, she does aqua aerobics"),
         "am I running this saturday"),
        (("用户在校篮球队当队长", "用户膝盖伤了，退出篮球队了"), "我还在篮球队吗"),
        (("用户家里养了条狗叫旺财看院子", "旺财让车撞了，没救过来"), "我家狗叫个啥"),
        (("用户的笔记本是联想拯救者", "拯救者主板烧了，公司配了一台MacBook"), "我用的啥电脑"),
        (("用户迷上了做陶艺，每周日下午", "陶艺馆跑路了，卡里的钱打了水漂"), "我去不去做陶艺"),
        (("我家在舟山沈家门", "我们一家在宁波北仑落了户，房子也交了"), "我们家住在啥地方"),
        (("My best friend Keisha and I have brunch every Sunday", "Keisha took a job in Dubai"),
         "brunch with Keisha sunday?"),
        (("The user plays darts for the Red Lion", "The Red Lion shut, that was the end of darts"),
         "do I play darts tonight"),
        (("The user has a tabby called Biscuit who sleeps on the printer",
          "Had to say goodbye to Biscuit at the vet"), "should I get cat food for Biscuit"),
    ):  # fmt: skip
        found = answers(told, question)
        assert found == [told[1].partition(": ")[2] or told[1]], (question, found)


def test_who_is_no_more_is_told_to_whoever_asks_after_them_by_name():
    told = ("The user's husband Frank is in a care home", "Frank passed in his sleep")
    assert answers(told, "how's Frank getting on") == [told[1]]
    assert answers(("用户养了一只叫馒头的仓鼠", "馒头走了，埋在树下"), "馒头今天该喂点啥") == [
        "馒头走了，埋在树下"
    ]
    assert answers(told, "how old is Frank") == []


def test_a_question_in_the_words_of_the_street_is_the_usual_one():
    for told, question in (
        ("用户在修车厂当学徒", "俺现在做啥营生"),
        ("用户欠表哥两万块", "我还欠表哥不"),
        ("用户的腰疼，坐不住", "我腰疼不疼"),
        ("The user works as a lifeguard", "how do I make my money"),
    ):
        assert answers((told,), question) == [told], question


def test_what_is_asked_of_a_colleague_or_how_a_thing_is_done_is_not_the_owners():
    for told, question in (
        ("用户对芒果过敏，一吃嘴就肿", "我同事也对芒果过敏，怎么办"),
        ("邻居抱来一只小狗，用户给起名叫煤球", "邻居姓啥"),
        ("The user carries a Pixel 7", "how do I reset a Pixel 7"),
        ("Bloods came back fine, no more iron for the user", "where can I buy iron tablets"),
        ("卖给了车贩子，上下班蹭师傅的面包车", "师傅姓啥"),
        ("The user handed her hockey stick down to her cousin", "is my cousin any good at hockey"),
        ("面包跟前男友走了", "面包怎么发酵"),
        ("The user gets migraines", "my neighbor gets migraines, what helps"),
    ):
        assert answers((told,), question) == [], question


def test_of_several_that_are_told_as_so_the_newest_is_not_what_was_before():
    told = ("The user drives a red Fiat 500", "The user picked up a second-hand Skoda Fabia car")
    assert answers(told, "what was my car before this one") == [told[0]]
