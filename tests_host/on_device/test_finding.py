"""`search_memory`: what is found for a question, by whom it is meant, and what is left out."""

import json

from _bench import run, write
from _minded import Minded
from mcp.core.call import Call
from mcp.features.tools import Registry
from memory.search.expansion import Expander
from memory.search.word_table import WordTable
from mind.offers import finding
from mind.offers.offering import offer

from firmware.companion.pet import Pet
from firmware.system.settings import Privacy
from firmware.tools import registration
from firmware.tools.tool_context import ToolContext
from firmware.words import messages

HEAP = "16M"


def told(*rows):
    bench = Minded()
    memory = bench.start()
    for kind, content in rows:
        write(memory, kind, content)
    return bench


def with_words(bench):
    """Let the bench have the table of words."""
    with open("tools/flashing/words.bin", "rb") as file:
        data = file.read()

    def readinto(at, buffer):
        piece = data[at : at + len(buffer)]
        buffer[: len(piece)] = piece
        return len(piece)

    bench.memory.expander = Expander(lambda: WordTable(readinto))


def found(bench, question, **more):
    return [one.record.content for one in run(finding.search(bench.mind, question, **more))]


def called(bench, language, **arguments):
    """(is error, answer) of the tool."""
    messages.use(language)
    registry = Registry()
    pet = Pet(bench.memory, bench.clock)
    handed = ToolContext(
        bench.memory, bench.clock, language, pet, mind=bench.mind, privacy=Privacy()
    )
    registration.register_mind(registry, handed)
    call = Call("http", "2025-06-18", {"name": "Cherry"}, 1, {})
    call.max_reply = 8000
    call.scope = "read"
    result = run(registry.call("search_memory", arguments, call))
    if result.encoded is None:
        return result.is_error, result.structured
    return result.is_error, json.loads(b"".join(result.encoded))


def test_a_type_that_is_none_is_answered_with_those_that_are():
    bench = told(("fact", "用户对花生过敏"))
    for language, word in (("zh", "types 只能是"), ("en", "types must be one of")):
        for types in (["nonsense"], ["turn"], ["fact", "x"], [""]):
            is_error, answer = called(bench, language, query="花生", types=types)
            assert is_error and answer["status"] == "error", types
            assert sorted(answer) == ["message", "status"]
            assert word in answer["message"], answer
            for name in ("preference", "person", "like", "moment", "episode", "attachment"):
                assert name in answer["message"]
    is_error, answer = called(bench, "zh", query="花生", types=["fact", "episode"])
    assert not is_error and len(answer["items"]) == 1


def test_a_category_stands_for_all_kinds_of_it_that_of_its_name_included():
    rows = (
        ("like", "喝拿铁咖啡"), ("dislike", "速溶咖啡"), ("preference", "咖啡要热的"),
        ("person", "小李卖咖啡"), ("fact", "咖啡机坏了"), ("habit", "早上喝一杯咖啡"),
        ("moment", "第一次手冲咖啡"),
    )  # fmt: skip
    bench = told(*rows)
    for category, kinds in (
        ("preference", ["like", "dislike", "preference"]),
        ("person", ["person"]),
        ("fact", ["fact", "habit"]),
        ("event", ["moment"]),
        ("like", ["like"]),
    ):
        wanted = sorted([content for kind, content in rows if kind in kinds])
        assert sorted(found(bench, "咖啡", types=(category,))) == wanted, category


def test_what_answers_a_question_stands_above_what_merely_shares_a_character():
    bench = told(("fact", "我养了一只猫叫年糕"), ("person", "小李是我的大学室友，也养猫"))
    rows = run(finding.search(bench.mind, "我的猫叫什么"))
    assert (rows[0].record.content, rows[0].why) == ("我养了一只猫叫年糕", "words")


def test_the_talk_before_adds_what_a_question_does_not_name():
    bench = told(("fact", "旺财是一只柯基"), ("fact", "用户住在北京"))
    assert found(bench, "说说它") == []
    rows = run(finding.search(bench.mind, "说说它", recent=("旺财",)))
    assert [(row.record.content, row.why) for row in rows] == [("旺财是一只柯基", "recent")]
    assert found(bench, "说说它", recent=("", " ")) == []


def test_the_talk_before_lifts_what_it_was_about_and_takes_nothing_away():
    for pair in (("年糕3岁", "Rex 4岁"), ("Rex 4岁了", "年糕3岁了")):
        bench = told(*[("fact", one) for one in pair])
        cat, dog = sorted(pair, key=lambda one: "Rex" in one)
        assert found(bench, "它几岁了", recent=("年糕今天很调皮",)) == [cat, dog]
        assert found(bench, "它几岁了", recent=("我今天带Rex出门",)) == [dog, cat]


def test_the_talk_before_weighs_less_than_the_question():
    bench = told(("fact", "年糕三岁了"), ("fact", "用户每周三去健身房游泳"))
    assert found(bench, "我周三去哪里游泳", recent=("年糕三岁了",))[0].endswith("游泳")


def test_what_shares_only_what_stands_everywhere_is_neither_found_nor_used():
    rows = (
        "我写了一本书", "我每天写日记", "我喜欢写代码", "我对花生过敏", "我住在北京",
        "我的车是红色的", "我怕狗", "我在腾讯上班",
    )  # fmt: skip
    bench = told(*[("fact", one) for one in rows])
    for question in ("我讨厌什么", "我是谁", "你有什么"):
        assert found(bench, question) == [], question
    assert "我怕狗" in found(bench, "我怕什么")
    assert not [one for one in found(bench, "我怕什么") if "怕" not in one]
    for record in run(bench.memory.recall(finding.Query(("fact",), None, limit=20)))[0]:
        assert bench.mind.notebook.uses(record.id)[0] == (2 if record.content == "我怕狗" else 0)


def test_that_it_is_asked_of_now_finds_nothing_by_itself():
    rows = (
        "现在每天骑电动车上班",
        "我现在五点半才起",
        "目前在看三体",
        "pilates is on Tuesdays now",
    )
    bench = told(*[("fact", one) for one in rows])
    for question in (
        "我现在吃素吗", "我的店现在在哪儿", "家里现在还有狗吗", "我目前单身吗", "我如今胖了吗",
        "what's the rent now?", "is my dog ill now?",
    ):  # fmt: skip
        assert found(bench, question) == [], (question, found(bench, question))
    for question, content in (
        ("我现在几点起", rows[1]), ("我现在怎么上班", rows[0]), ("when is pilates now?", rows[3]),
        ("现在五点半", rows[1]),
    ):  # fmt: skip
        assert found(bench, question)[0] == content, question


def test_single_characters_of_a_long_question_find_nothing_by_themselves():
    rows = ("订了国家地理杂志", "首先要洗手", "冰箱里有草莓", "我家在四都镇", "喝一杯绿茶")
    bench = told(*[("fact", one) for one in rows])
    assert found(bench, "法国的首都是哪里") == []
    assert found(bench, "喝茶") == ["喝一杯绿茶"]
    assert found(bench, "家里订的杂志叫什么")[0] == rows[0]


def test_a_question_of_nothing_but_days_is_answered_by_them_alone():
    bench = told(("fact", "never call me at night"), ("fact", "房贷每个月六千二"))
    bench.clock.seconds += 70 * 86400
    write(bench.memory, "fact", "the bakery has opened")
    bench.clock.seconds += 86400
    assert found(bench, "last night") == ["the bakery has opened"]
    assert found(bench, "上个月") == []
    assert len(found(bench, "两个月前")) == 2


LAST_WEEK = (  # told on a day of last week, what happened the first two
    ("moment", "手机屏幕摔碎了", "I cracked the screen of my phone"),
    ("event", "和老王吃了铁板烧", "Dinner with Wes at the grill"),
    ("fact", "我的手机是华为", "My phone is a Pixel"), ("trait", "很幽默", "dry humour"),
    ("like", "爬山", "photography"), ("lesson", "手机要贴膜", "Always use a phone case"),
    ("goal", "把英语练好", "learn Gaelic"), ("person", "曾莉教小满弹琴", "Gareth is my boss"),
)  # fmt: skip


def last_week(language):
    bench = Minded()
    memory = bench.start()
    bench.clock.to("2026-03-04 11:00")
    rows = [(kind, texts[language == "en"]) for kind, *texts in LAST_WEEK]
    for kind, content in rows:
        write(memory, kind, content)
    write(memory, "schedule", ("洗牙", "dentist")[language == "en"], when="2026-03-25 10:00")
    write(memory, "todo", ("办退税", "file the taxes")[language == "en"], due="2026-03-20 10:00")
    bench.clock.to("2026-03-12 10:00")
    return bench, [content for _, content in rows[:2]]


def test_of_days_what_happened_then_stands_above_what_was_told_then():
    for language, questions in (
        ("zh", "上周做了什么 上周我做了什么 上周发生了什么 上周三做了什么 最近几周干了什么"
            " 三月第一周去哪玩了 上周 3月4号 上周在哪玩 上周过得怎么样 上周忙什么了".split()),
        ("en", "what did I do last week?|last week, what did I do|last week what happened"
            "|in the last two weeks what did we do|on March 4 what did I do|last week"
            "|over the last two weeks, what happened|what happened last week".split("|")),
    ):  # fmt: skip
        bench, happened = last_week(language)
        for question in questions:
            rows = run(finding.search(bench.mind, question, limit=12))
            assert sorted([row.record.content for row in rows[:2]]) == sorted(happened), question
            assert len(rows) > 5 and rows[1].score > rows[2].score, question
    bench, _ = last_week("zh")  # whose words are asked for, and what is to come
    assert found(bench, "上周说的手机是什么牌子")[0] == "我的手机是华为"
    assert "把英语练好" in found(bench, "我最近有什么目标", limit=4)
    assert found(bench, "下下周三有什么安排")[0] == "洗牙"
    bench, _ = last_week("en")
    assert found(bench, "what phone do I have since last week")[0] == "My phone is a Pixel"
    assert found(bench, "what do I have to do next Friday")[0] == "file the taxes"


def test_the_scores_fall_as_the_results_stand():
    bench, _ = last_week("zh")
    write(bench.memory, "fact", "手机在门口的柜子上", valid_to="2026-01-01")
    write(bench.memory, "fact", "手机壳是红色的", valid_from="2026-05-01")
    write(bench.memory, "fact", "我的猫叫团子")
    write(bench.memory, "habit", "每天早上去公园打球")
    for question in (
        "上周我做了什么", "昨天我干什么了", "手机", "我的手机", "我的猫叫什么", "猫", "上周",
        "我的猫叫什么？我每天早上打什么球？", "手机以前在哪", "我的手机是什么牌子", "今天",
    ):  # fmt: skip
        scores = [row.score for row in run(finding.search(bench.mind, question, limit=20))]
        assert scores == sorted(scores, reverse=True), (question, scores)


def test_a_holiday_with_its_year_finds_first_what_names_it():
    bench = Minded()
    memory = bench.start()
    for day, named, others in (
        ("2023-12-25", "Christmas at the farm", "We got snowed in"),
        ("2024-10-02", "国庆去了黄山", "买了相机"),
        ("2024-12-25", "Christmas dinner at Oliver's", "Left my purse in a taxi"),
        ("2025-01-01", "元旦在家包饺子", "路上堵车"),
        ("2025-10-02", "国庆去了西安", "高铁晚点了"),
        ("2025-10-31", "Poppy was a witch for Halloween", "The train was late"),
        ("2026-02-17", "春节去贵阳拜年", "坐船游了三峡"),
    ):
        bench.clock.to(day + " 11:00")
        for content in (named, others, "told on " + day):
            write(memory, "moment" if content != "told on " + day else "fact", content)
        write(memory, "event", "surgery in 2024", when="2024-07-12")
    bench.clock.to("2026-03-12 10:00")
    for question, content in (
        ("Christmas 2024", "Christmas dinner at Oliver's"),
        ("Christmas two years ago", "Christmas dinner at Oliver's"),
        ("what did we do at Christmas 2023", "Christmas at the farm"),
        ("Halloween 2025", "Poppy was a witch for Halloween"),
        ("Halloween last year", "Poppy was a witch for Halloween"),
        ("2025年国庆", "国庆去了西安"), ("去年国庆", "国庆去了西安"),
        ("2024年国庆去哪玩了", "国庆去了黄山"), ("前年国庆", "国庆去了黄山"),
        ("2025年元旦", "元旦在家包饺子"), ("去年元旦", "元旦在家包饺子"),
        ("2026年春节去哪了", "春节去贵阳拜年"),
    ):  # fmt: skip
        assert found(bench, question)[0] == content, question
        page, _ = run(memory.recall(finding.Query(None, question, ranked=True)))
        assert page[0].content == content, question
    assert found(bench, "in 2024, surgery")[0] == "surgery in 2024"


def test_what_points_back_to_what_was_said_is_no_word_to_find_by():
    rows = (
        "Biscuit is a tabby cat",
        "The box is too big for it",
        "I told her a joke",
        "Send them",
    )
    bench = told(*[("fact", one) for one in rows])
    for question in ("tell me about it", "what about it?", "what about him", "tell me about them"):
        assert found(bench, question, recent=("Biscuit is not eating",)) == [rows[0]], question
        assert found(bench, question) == [], question
    assert found(bench, "tell me about the box")[0] == rows[1]
    assert found(bench, "what about Biscuit") == [rows[0]]
    bench = told(("person", "Will is my cousin"), ("fact", "I met May in Rome"))
    assert found(bench, "tell me about Will")[0] == "Will is my cousin"
    assert found(bench, "what about May")[0] == "I met May in Rome"


def test_what_answers_a_question_of_another_time_stands_below_what_was_then():
    bench = told(("fact", "夏天每天吃一个冰淇淋"))
    bench.clock.seconds += 70 * 86400
    write(bench.memory, "fact", "和小王吃了烤鸭")
    bench.clock.seconds += 2 * 86400
    rows = run(finding.search(bench.mind, "前天吃了什么"))
    assert (rows[0].record.content, rows[0].why) == ("和小王吃了烤鸭", "word")
    assert rows[0].score > rows[1].score


def test_a_search_for_several_rare_words_finds_each_of_them():
    words = ("吉他", "眼镜", "阳台", "健身房", "西班牙语", "花生", "cello", "passport")
    bench = told(*[("fact", "用户和%s有关的第%d件事" % (one, at)) for at, one in enumerate(words)])
    got = found(bench, " ".join(words), limit=20)
    assert len(got) == len(words), got


def test_each_of_several_questions_is_answered_among_the_first():
    rows = (
        "早餐一般喝豆浆", "早餐店关门了", "早餐券用完了", "早餐要吃好", "常去公园打羽毛球",
        "我在学乐器",
        "I collect stamps", "My favourite author is Pratchett", "My dog is called Biscuit",
        "The kitchen sink leaks", "The baby cried all night and was wrong",
        "I rushed, quick as ever",
    )  # fmt: skip
    bench = told(*[("fact", one) for one in rows])
    for question, wanted in (
        ("学什么乐器？打什么球？喝什么早餐？", (0, 4, 5)),
        ("What's my dog called? And who's my favourite author? What do I collect?", (6, 7, 8)),
    ):
        first = found(bench, question)
        assert [at for at in wanted if rows[at] not in first] == [], (question, first)
    wrong = "Right, quick one, no rush at all, what was wrong with the kitchen?"
    assert found(bench, wrong)[0] == rows[9]


def test_a_clause_that_only_the_one_before_makes_whole_is_not_looked_for_by_itself():
    bench = told(("fact", "老公在医院上班"), ("fact", "我的猫叫团子"), ("fact", "我在学校工作"))
    assert found(bench, "我老公最近换了公司，在哪工作？")[0] == "老公在医院上班"
    assert found(bench, "我的猫几岁了，叫什么名字")[0] == "我的猫叫团子"


def test_what_is_so_stands_above_what_was_and_what_is_to_come_stands_last():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "车位在东门，租到五月", valid_from="2026-05-01")
    write(memory, "fact", "车位在西门，是旧的", valid_to="2026-01-01")
    write(memory, "fact", "车位在南门，刚刚租下", valid_to="2026-12-31")
    rows = run(finding.search(bench.mind, "车位"))
    assert [one.record.content[3:5] for one in rows] == ["南门", "西门", "东门"]
    assert finding.answer_item(bench.mind, rows[2])["valid_from"] == "2026-05-01"


def test_every_result_that_is_over_or_done_says_so():
    bench = Minded()
    memory = bench.start()
    done = write(memory, "todo", "给阳台的花浇水", due="2026-02-06T10:00:00").record
    write(memory, "todo", "买花肥")
    run(memory.complete(done.id))
    write(memory, "location", "北京")
    write(memory, "fact", "花店在西门", valid_to="2026-01-01")
    write(memory, "fact", "爱吃花生", subject="林若兮", valid_to="2026-01-01")
    bench.clock.seconds += 86400
    write(memory, "location", "上海")
    for question, over in (
        ("花", ("给阳台的花浇水", "花店在西门")), ("林若兮", ("爱吃花生",)),
        ("北京", ("用户住在北京",)), ("我以前住在哪", ("用户住在北京",)),
        ("我住在哪", ("用户住在北京",)),
    ):  # fmt: skip
        rows = run(finding.search(bench.mind, question, limit=20))
        for row in rows:
            item = finding.answer_item(bench.mind, row)
            marks = [one for one in ("completed", "valid_to", "superseded_by") if one in item]
            is_over = row.record.content in over or row.record.content == "爱吃花生"
            assert bool(marks) == is_over, (question, item)
            assert item.get("completed", "2026-02-05T14:00:00") == "2026-02-05T14:00:00"
        assert not [one for one in over if one not in [row.record.content for row in rows]]


def test_what_a_memory_said_before_is_not_found_beside_what_it_says_now():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "我有高血压", p=100)
    bench.clock.seconds += 86400
    write(memory, "fact", "我的高血压好了")
    found = [one.record.content for one in run(finding.search(bench.mind, "高血压"))]
    assert sorted(found) == ["我有高血压（2026-02-06：我的高血压好了）", "我的高血压好了"]


def test_a_word_of_its_own_stands_above_one_that_begins_so():
    for keyword, own, longer in (
        ("tea", "I drink green tea", "I lead a team"),
        ("my car", "My car is red", "My carpenter is late"),
        ("off", "He was laid off", "The office is cold"),
        ("walk", "I walked home", "The walkway is wet"),
    ):
        bench = told(("fact", own), ("fact", longer))
        rows = run(finding.search(bench.mind, keyword))
        assert [(one.record.content, one.score) for one in rows] == [(own, 100), (longer, 50)]
    bench = told(("fact", "I lead a team"), ("fact", "The steak was tough"))  # told later
    assert [one.score for one in run(finding.search(bench.mind, "tea"))] == [50, 20]


def test_a_word_of_its_own_stands_above_the_same_letters_inside_another():
    rows = (("I had tea with Ann", "The steak was tough"), ("My ear hurts", "I wear a hat"))
    for word, (own, inside) in zip(("tea", "ear"), rows):
        bench = told(("fact", own), ("fact", inside))
        rows = run(finding.search(bench.mind, word))
        assert [one.record.content for one in rows] == [own, inside]
        assert [one.why for one in rows] == ["exact", "exact"]
        assert rows[0].score == 100 and rows[1].score < 50
    bench = told(("fact", "I bought a skateboard"))
    assert found(bench, "board") == ["I bought a skateboard"]


def test_a_character_that_is_a_word_stands_above_what_has_it_inside_another():
    for own, others in (
        ("球 我昨天打了球", "气球飞走了 地球仪摔了 眼球发红 煤球卖完了 球鞋太贵 月球很远"),
        ("水 我忘了喝水", "买了水果 香水很贵 墨水洒了 薪水太少 水彩用完了 铺水泥路"),
        ("米 买了一袋米", "跑了八百米 买了小米手机 误差三毫米 玉米很甜 身高一米七 虾米"),
        ("車 我的車壞了", "風車轉得快 買了車厘子 換了紡車 水車 馬車"),
    ):
        keyword, own = own.split()
        bench = told(*[("fact", text) for text in [own] + others.split()])
        with_words(bench)
        rows = run(finding.search(bench.mind, keyword))
        assert (rows[0].record.content, rows[0].score) == (own, 100), rows[0].record.content


def test_a_word_in_other_accents_is_the_word_itself():
    bench = told(
        ("fact", "My daughter Zoë plays the cello"), ("fact", "my résumé is in the drawer")
    )
    for question, at in (
        ("zoe", 0), ("Zoe\u0308", 0), ("what about Zoe", 0), ("what about my resume", 1),
    ):  # fmt: skip
        rows = run(finding.search(bench.mind, question))
        assert rows and (rows[0].record.content.find("Zoë") < 0) == at, question
    assert run(finding.search(bench.mind, "zoe"))[0].score == 100


def test_a_query_of_a_full_width_blank_alone_is_refused():
    bench = told(("fact", "我的车牌是Ａ１２３　停在楼下"))
    assert called(bench, "zh", query="\u3000")[0]
    assert called(bench, "zh", query=" ")[0]


def test_what_took_the_place_of_something_is_found_where_that_is():
    for before, now, question in (
        ("I work at Google", "I left Google and started at a bakery", "where do I work"),
        ("I weigh 80 kg", "I'm down to 76 kg", "how much do I weigh"),
        ("I'm married", "I got divorced", "am I married"),
        ("我单身", "我昨天领证了", "我单身吗"),
    ):
        bench = told(("fact", "My sister Ada is a nurse"), ("fact", before), ("fact", now))
        rows = [one for one in found(bench, question) if one in (before, now)]
        assert rows == [now, before], (question, rows)
        assert [one.record.content for one in run(offer(bench.mind, question, 5))] == [now]


def test_what_was_so_stands_below_what_is_so_told_before_it():
    for now, past, asked_now, asked_past in (
        ("I live in Bath", "I used to live in York", "where do I live", "where did I live before"),
        ("我住在厦门", "我以前住在泉州", "我住在哪", "我以前住在哪"),
        ("I work at BP", "I formerly worked at GE", "where do I work", "where did I work before"),
    ):
        bench = told(("like", "noodles"), ("fact", now), ("fact", past))
        assert found(bench, asked_now)[0] == now
        assert found(bench, asked_past)[0] == past
        assert [one.record.content for one in run(offer(bench.mind, asked_now, 5))] == [now]
        assert [one.record.content for one in run(offer(bench.mind, asked_past, 5))] == [past]


def test_a_keyword_finds_what_has_it_or_a_word_for_it_first_whatever_stands_around_it():
    rows = (
        ("fact", "My cat Biscuit sleeps on the radiator"), ("fact", "We have a hamster"),
        ("fact", "热狗店关门了"), ("fact", "猫头鹰玩偶是礼物"), ("fact", "小狗打了疫苗"),
        ("fact", "阳台上种了西红柿"), ("fact", "窗台上的玫瑰开了"),
    )  # fmt: skip
    bench = told(*rows)
    with_words(bench)
    for question in ("cat", "CAT!!", "(cat)", "my biscuit", "the cat"):
        assert found(bench, question) == [rows[0][1]], question
    for question in ("西红柿", "西红柿！！", "我的阳台"):
        assert found(bench, question)[0] == rows[5][1], question
    for question in ("宠物", "宠物！", "我的宠物"):
        assert sorted(found(bench, question)) == sorted([rows[0][1], rows[1][1], rows[4][1]]), (
            question
        )
    alone = [(one.record.id, one.score) for one in run(finding.search(bench.mind, "宠物"))]
    assert max([score for _, score in alone]) < 80  # no score of the whole word
    for question in ("关于宠物", "说说我的宠物", "你还记得宠物的事吗", "宠物😀"):
        some = run(finding.search(bench.mind, question))
        assert [(one.record.id, one.score) for one in some] == alone, question
    for question, inside in (("狗", rows[2][1]), ("猫", rows[3][1])):
        last = run(finding.search(bench.mind, question))[-1]
        assert (last.record.content, last.score) == (inside, 20), question
