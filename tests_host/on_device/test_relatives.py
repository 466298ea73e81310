"""mind.rules.relatives: who of the family a memory calls by name, and what that is good for."""

from _bench import run, write
from _minded import Minded
from mind import predicates
from mind.offers import offering
from mind.rules.relatives import relatives


def named(content):
    return relatives(content, predicates.claims(content, "fact"))


def offered(bench, question):
    return [one.record.content for one in run(offering.offer(bench.mind, question, 5))]


def test_a_name_stands_behind_the_relation_or_before_it():
    for content, *expected in (
        ("用户的女儿于静在上海做会计", ("女儿", "于静")),
        ("我女儿小雨上三年级", ("女儿", "小雨")),
        ("女儿朵朵转到光谷读一年级", ("女儿", "朵朵")),
        ("老伴叫秀兰，在社区食堂帮厨", ("老伴", "秀兰")),
        ("用户的儿子叫小宝，今年五岁", ("儿子", "小宝")),
        ("许岩是我弟弟", ("弟弟", "许岩")),
        ("The user's brother Gene lives over in Superior", ("brother", "gene")),
        ("Grandson Tyler is in the Coast Guard", ("grandson", "tyler")),
        ("Tyler is my grandson", ("grandson", "tyler")),
        ("Emma is my daughter in law", ("daughter in law", "emma")),
        ("My son José plays chess", ("son", "josé")),
        ("I have a son called Max", ("son", "max")),
        ("Her brother Callum is a plumber in Hull", ("brother", "callum")),
        ("用户的女朋友叫小雅", ("女朋友", "小雅")),
        ("My girlfriend Ana works at a bakery", ("girlfriend", "ana")),
    ):
        assert named(content) == expected, (content, named(content))


def test_what_is_no_name_of_a_relative_is_none():
    for content in (
        "用户和老婆去了杭州",
        "我妈周末来看我",
        "弟弟去杭州上大学了",
        "同事顾磊的女儿上大学了",
        "My mom Monday, then the dentist",
        "I took my son to the zoo",
        "Walt's wife Ellen taught piano",
        "The user has a sister",
        "He is my brother",
        "MY SON HAS A COLD",
        "User's Mom Has Diabetes",
        "My neighbor Bob walks his son Max to school",
        "My boss and his wife Carol came for dinner",
        "My friend has a daughter called Emma",
        "Uncle Sam takes a third of my pay",
        "My son Harvard application is due",
        "我妈小时候住在上海",
        "女儿小学毕业了",
        "老公天天加班",
        "我爸周六回来",
        "我妈白内障做了手术",
        "妈妈阿姨都来了",
        "孙子叫奶奶",
        "儿子叫嚷着要玩",
        "小狗是我儿子",
        "",
    ):
        assert named(content) == [], (content, named(content))


def test_who_was_named_once_is_found_by_the_name_and_by_the_relation():
    for told, asked, right in (
        (
            ("My brother Gene fishes with me", "Gene keeps bees in Superior"),
            "Does my brother keep bees?",
            1,
        ),
        (("用户的女儿于静爱画画", "于静在海尔上班"), "我女儿在哪上班", 1),
        (
            ("User's husband Taras likes chess", "User's husband drives a bus"),
            "What does Taras drive?",
            1,
        ),
    ):
        bench = Minded()
        memory = bench.start()
        for content in told:
            write(memory, "fact", content)
            bench.clock.seconds += 3 * 86400
        found = offered(bench, asked)
        assert found == [told[right]], (asked, found)


def test_names_are_known_after_a_start_and_forgotten_with_their_memory():
    bench = Minded()
    memory = bench.start()
    first = write(memory, "fact", "我女儿小雨上三年级").record
    write(memory, "fact", "用户喜欢爬山")
    assert offered(bench, "我女儿上几年级") and bench.mind.notebook.names == [("女儿", "小雨")]
    run(bench.mind.save())
    memory = bench.start()
    assert bench.mind.notebook.names is None
    offered(bench, "我女儿上几年级")
    assert bench.mind.notebook.names == [("女儿", "小雨")]
    run(memory.delete(first.id))
    offered(bench, "我女儿上几年级")
    assert bench.mind.notebook.names == []


def test_what_is_told_of_one_sibling_is_not_the_others():
    for told, asked in (
        (
            (
                "The user's daughter Mia is allergic to nuts",
                "The user's daughter Ivy loves painting",
            ),
            "What is Ivy allergic to?",
        ),
        (("My son Tom works at Google", "My son Leo plays chess"), "Where does Leo work?"),
        (("用户的弟弟许岩在美团上班", "用户的弟弟许峰喜欢钓鱼"), "许峰在哪上班"),
    ):
        bench = Minded()
        memory = bench.start()
        for content in told:
            write(memory, "fact", content)
            bench.clock.seconds += 3 * 86400
        assert offered(bench, asked) == [], asked


def test_of_two_of_a_relation_each_has_what_is_told_of_them():
    for told, questions in (
        (
            ("My brother Max lives in Bonn", "My brother Leo lives in Kiel"),
            ("where does Max live?", "where does Leo live?"),
        ),
        (
            ("My sister Ann is married", "My sister Eve is single"),
            ("is Ann married?", "is Eve single?"),
        ),
        (
            ("My older sister is a vet", "My younger sister is a pilot"),
            ("what does my older sister do?", "what does my younger sister do?"),
        ),
        (("我弟弟小军住在北京", "我弟弟小明住在上海"), ("小军住哪", "小明住哪")),
        (("我姐姐小芳是护士", "我姐姐小英是老师"), ("小芳是做什么的", "小英做什么工作")),
    ):
        bench = Minded()
        memory = bench.start()
        for content in told:
            write(memory, "fact", content)
            bench.clock.seconds += 30 * 86400
        for content, question in zip(told, questions):
            assert offered(bench, question) == [content], question


def test_who_is_told_of_often_leaves_room_for_others():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "My brother Gene plays chess")
    for number in range(40):
        write(memory, "fact", "用户的女儿小雨在第%d次比赛得了奖" % number)
    assert ("brother", "gene") in bench.mind.notebook.names
    assert len(bench.mind.notebook.naming()) == 2


def test_no_more_names_are_known_than_are_read_at_a_start():
    bench = Minded()
    memory = bench.start()
    for at in range(40):
        write(
            memory, "fact", "My brother Gene%s plays chess" % ("abcdefgh"[at % 8] * (1 + at // 8))
        )
    assert len(bench.mind.notebook.names) == len(bench.mind.notebook.naming()) == 24


def test_names_are_known_to_the_first_question_of_a_day():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "My brother Gene plays chess", valid_to="2026-06-01")
    write(memory, "fact", "The user's brother keeps bees")
    for _ in range(3):
        bench.clock.seconds += 86400
        assert offered(bench, "Does Gene keep bees?") == ["The user's brother keeps bees"]
