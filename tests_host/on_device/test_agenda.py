"""mind.offers.agenda: who asks for a time is offered what is on, is due or happened then."""

from _bench import run, write
from _minded import Minded
from mind.offers import context, finding, items, offering

HEAP = "16M"

# A Thursday. What was told on which day, (kind, content, fields).
NOW = "2026-03-12 10:00"
LIVES = {
    "en": (
        ("2026-01-20", "moment", "Finished the puzzle with Ada", {}),
        ("2026-02-19", "moment", "Repaired the old bicycle", {}),
        ("2026-03-01", "event", "eye test", {"when": "2026-03-02 11:00"}),
        ("2026-03-10", "moment", "Picked mushrooms in the forest", {}),
        ("2026-03-10", "event", "signed the lease", {"when": "2026-03-10"}),
        ("2026-03-10", "fact", "I own a canoe", {}),
        ("2026-03-11", "moment", "Argued with the plumber", {}),
        ("2026-03-11", "event", "haircut", {"when": "2026-03-13 16:30"}),
        ("2026-03-11", "event", "train to Porto", {"when": "2026-03-13 07:05"}),
        ("2026-03-11", "schedule", "choir rehearsal", {"when": "2026-03-13 19:00"}),
        ("2026-03-11", "schedule", "yoga class", {"when": "2026-03-16 18:00", "repeat": "weekly"}),
        ("2026-03-11", "event", "concert with Ada", {"when": "2026-03-14"}),
        ("2026-03-11", "event", "school reunion", {"when": "2026-06-20"}),
        ("2026-03-11", "event", "grandma's birthday", {"when": "05-09"}),
        ("2026-03-11", "todo", "pay the electrician", {"due": "2026-03-13 12:00"}),
        ("2026-03-11", "todo", "sort the photos", {}),
        ("2026-03-11", "like", "long train rides", {}),
    ),
    "zh": (
        ("2026-01-20", "moment", "和小艾拼完了拼图", {}),
        ("2026-02-19", "moment", "把旧自行车修好了", {}),
        ("2026-03-01", "event", "去验光", {"when": "2026-03-02 11:00"}),
        ("2026-03-10", "moment", "在林子里采了蘑菇", {}),
        ("2026-03-10", "event", "签了租房合同", {"when": "2026-03-10"}),
        ("2026-03-10", "fact", "我有一条皮划艇", {}),
        ("2026-03-11", "moment", "跟水管工吵了一架", {}),
        ("2026-03-11", "event", "剪头发", {"when": "2026-03-13 16:30"}),
        ("2026-03-11", "event", "坐火车去波尔图", {"when": "2026-03-13 07:05"}),
        ("2026-03-11", "schedule", "合唱团排练", {"when": "2026-03-13 19:00"}),
        ("2026-03-11", "schedule", "瑜伽课", {"when": "2026-03-16 18:00", "repeat": "weekly"}),
        ("2026-03-11", "event", "和小艾听音乐会", {"when": "2026-03-14"}),
        ("2026-03-11", "event", "同学聚会", {"when": "2026-06-20"}),
        ("2026-03-11", "event", "外婆的生日", {"when": "05-09"}),
        ("2026-03-11", "todo", "给电工付钱", {"due": "2026-03-13 12:00"}),
        ("2026-03-11", "todo", "整理照片", {}),
        ("2026-03-11", "like", "坐火车看风景", {}),
    ),
}
# By the place of what is offered in the life, in this order.
PUZZLE, BICYCLE, EYES, FOREST, LEASE, CANOE, PLUMBER, HAIR, TRAIN, CHOIR, YOGA, CONCERT = range(12)
REUNION, BIRTHDAY, ELECTRICIAN, PHOTOS = range(12, 16)
TOMORROW = [TRAIN, ELECTRICIAN, HAIR, CHOIR]
AHEAD = {
    "en": (
        ("what's on tomorrow?", TOMORROW),
        ("what do I have tomorrow morning?", [TRAIN]),
        ("am I busy on Friday evening?", [CHOIR]),
        ("what do I have in the next three days?", TOMORROW + [CONCERT]),
        ("remind me what I have tomorrow", TOMORROW),
        ("What do I have on Friday?", TOMORROW),
        ("what am I doing tomorrow", TOMORROW),
        ("is there anything planned for tomorrow?", TOMORROW),
        ("what does tomorrow look like?", TOMORROW),
        ("do I have any plans on Saturday?", [CONCERT]),
        ("am I free this Saturday?", [CONCERT]),
        ("what's happening this weekend?", [CONCERT]),
        ("plans for the weekend?", [CONCERT]),
        ("what's on next Monday?", [YOGA]),
        ("what is on my calendar in June?", [YOGA, REUNION]),
        ("what do I have on May 9?", [BIRTHDAY]),
    ),
    "zh": (
        ("明天有什么安排", TOMORROW),
        ("明天早上我有什么事", [TRAIN]),
        ("周五晚上我忙不忙", [CHOIR]),
        ("接下来三天有什么安排", TOMORROW + [CONCERT]),
        ("帮我看看明天的日程", TOMORROW),
        ("周五我有什么事？", TOMORROW),
        ("我明天要干什么", TOMORROW),
        ("明天都有哪些行程", TOMORROW),
        ("明天我要做什么", TOMORROW),
        ("周六我有安排吗", [CONCERT]),
        ("这周六我有空吗？", [CONCERT]),
        ("这个周末有什么活动", [CONCERT]),
        ("下周一有啥事", [YOGA]),
        ("六月份有什么计划", [YOGA, REUNION]),
        ("5月9号是什么日子", [BIRTHDAY]),
    ),
}
NAMED = {
    "en": (
        ("when is my haircut?", [HAIR]),
        ("what time is the choir rehearsal?", [CHOIR]),
        ("when's grandma's birthday?", [BIRTHDAY]),
        ("when do I have to pay the electrician?", [ELECTRICIAN]),
        ("what day is the school reunion", [REUNION]),
        ("when is the next yoga class?", [YOGA]),
        ("what time does the train leave tomorrow?", [TRAIN]),
        ("am I going to a concert on Saturday?", [CONCERT]),
    ),
    "zh": (
        ("我什么时候剪头发", [HAIR]),
        ("合唱团排练是几点？", [CHOIR]),
        ("外婆的生日是哪天", [BIRTHDAY]),
        ("什么时候给电工付钱", [ELECTRICIAN]),
        ("同学聚会是几号", [REUNION]),
        ("瑜伽课什么时候上", [YOGA]),
        ("瑜伽课是周几", [YOGA]),
        ("明天几点的火车", [TRAIN]),
        ("周六我去听音乐会吗", [CONCERT]),
    ),
}
TODOS = {
    "en": ("what are my todos?", "what's on my to-do list?", "what do I still have to do?"),
    "zh": ("我有哪些待办？", "我还有什么要做的", "我的待办清单"),
}
PAST = {
    "en": (
        ("what did I do yesterday?", [PLUMBER]),
        ("what happened yesterday?", [PLUMBER]),
        ("what did I do on Tuesday?", [FOREST, LEASE]),
        ("what happened two days ago?", [FOREST, LEASE]),
        ("what have I been up to this week?", [FOREST, LEASE, PLUMBER]),
        ("what did I do last Tuesday?", [FOREST, LEASE]),
        ("what did I do three weeks ago", [BICYCLE]),
        ("where did I go in January?", [PUZZLE]),
        ("what happened on March 2?", [EYES]),
        ("what did I repair in February?", [BICYCLE]),
        ("did I pick mushrooms on Tuesday?", [FOREST]),
    ),
    "zh": (
        ("昨天我干嘛了", [PLUMBER]),
        ("昨天发生了什么？", [PLUMBER]),
        ("周二我做了什么", [FOREST, LEASE]),
        ("两天前我干了什么", [FOREST, LEASE]),
        ("这周我都做了些什么", [FOREST, LEASE, PLUMBER]),
        ("我周二过得怎么样", [FOREST, LEASE]),
        ("三周前我做了什么", [BICYCLE]),
        ("一月份我在忙什么", [PUZZLE]),
        ("一月份我去了哪里", [PUZZLE]),
        ("3月2号发生了什么", [EYES]),
        ("二月我修了什么", [BICYCLE]),
        ("周二我采蘑菇了吗", [FOREST]),
    ),
}
NOTHING = {
    "en": (
        "what's on today?", "what did I eat on Tuesday?", "what did I buy yesterday?",
        "what's the weather tomorrow?", "what day is it tomorrow?", "will it rain on Friday?",
        "what should I wear tomorrow?", "I have plans tomorrow", "what did I do last year?",
        "what are you doing tomorrow?", "what is my brother doing tomorrow?", "what's up?",
        "cancel my plans for tomorrow", "remind me tomorrow", "what time is it?",
        "when is my eye test?", "what did I do in December?", "what do I do on Sunday?",
        "what is on TV tomorrow?", "how many people live in Porto?",
        "what did I spend last month?", "who did I call on Tuesday?", "what did I say yesterday?",
        "what is a calendar?", "so much to do today", "are you free tomorrow?",
    ),
    "zh": (
        "今天有什么安排", "周二我吃了什么", "昨天我买了什么", "明天天气怎么样", "明天星期几",
        "周五会下雨吗", "明天穿什么好", "我明天有事", "去年我做了什么", "你明天干嘛",
        "我弟弟明天有什么安排", "取消明天的安排", "明天提醒我", "现在几点", "我什么时候去验光",
        "去年十二月我干嘛了", "周日我有什么事", "明天有什么电视节目", "最近忙吗", "昨天干嘛了",
        "上个月我花了多少钱", "昨天我说了什么", "什么是日历", "帮我安排明天的会", "今天干点什么好",
        "你周末有空吗",
    ),
}  # fmt: skip


def life(language):
    """(the bench of a life, the contents of it)."""
    bench = Minded()
    memory = bench.start()
    for day, kind, content, fields in LIVES[language]:
        bench.clock.to(day + " 09:00")
        write(memory, kind, content, **fields)
    bench.clock.to(NOW)
    return bench, [row[2] for row in LIVES[language]]


def offered(bench, question, most=5):
    found = run(offering.offer(bench.mind, question, most))
    return [one.record.content for one in found], [one.why for one in found]


def check(table, why):
    for language in ("en", "zh"):
        bench, contents = life(language)
        for question, wanted in table[language]:
            found, reasons = offered(bench, question)
            assert found == [contents[at] for at in wanted], (question, found)
            assert reasons == [why] * len(wanted), (question, reasons)


def test_who_asks_for_a_day_is_offered_what_is_on_then_the_earliest_first():
    check(AHEAD, "time")


def test_who_asks_when_something_is_is_offered_it():
    check(NAMED, "time")


def test_who_asks_for_a_time_that_is_over_is_offered_what_happened_then():
    check(PAST, "time")


def test_of_many_things_around_the_time_what_was_nearest_to_it_is_offered():
    bench = Minded()
    for day in range(9, 27):
        bench.clock.to("2026-02-%02d 20:00" % day)
        memory = bench.start() if day == 9 else bench.memory
        for part in range(2):
            write(memory, "moment", "painted fence %d of %d" % (part, day))
    bench.clock.to("2026-03-19 10:00")
    for question in ("what did I do a month ago?", "一个月前我做了什么"):
        rows = run(offering.offer(bench.mind, question, 5))
        days = [int(row.record.content.split(" ")[-1]) for row in rows]
        assert days[:2] == [17, 17] and sorted(days)[0] >= 15 and max(days) <= 19, days


def test_on_my_birthday_is_that_day_where_the_birthday_is_known():
    for birthday in ("1994-08-05", "08-05"):
        bench = Minded()
        memory = bench.start()
        for day, content in (
            ("2024-08-05", "在海边看了日落"),
            ("2025-08-04", "理了发"),
            ("2025-08-05", "和室友吃了火锅"),
            ("2025-08-06", "妈妈的生日是三月二十七号"),
            ("2026-04-23", ""),
        ):
            bench.clock.to(day + " 11:00")
            if content:
                write(memory, "fact", content)
        assert finding.at_birthday(bench.mind, "我生日那天") == "我生日那天"  # not known yet
        write(memory, "birthday", birthday)
        for question, content in (
            ("我生日那天", "和室友吃了火锅"),
            ("我生日的时候干嘛了？", "和室友吃了火锅"),
            ("我去年生日", "和室友吃了火锅"),
            ("去年我過生日那天干嘛了", "和室友吃了火锅"),
            ("上次生日", "和室友吃了火锅"),
            ("我2024年生日干嘛了", "在海边看了日落"),
            ("我前年的生日", "在海边看了日落"),
            ("我生日前一天", "理了发"),
            ("on my birthday", "和室友吃了火锅"),
            ("What did I do on my last birthday?", "和室友吃了火锅"),
            ("On my birthday last year", "和室友吃了火锅"),
            ("my birthday in 2024", "在海边看了日落"),
            ("the day before my birthday", "理了发"),
        ):
            rows = run(finding.search(bench.mind, question))
            assert rows and rows[0].record.content == content, (question, rows)


def test_who_asks_for_the_birthday_itself_or_of_somebody_else_means_no_day_of_last_year():
    bench = Minded()
    write(bench.start(), "birthday", "1994-08-05")
    for question in (
        "我的生日是哪天|我去年生日是星期几|我生日那天想吃什么|还有几天我生日|我的生日|妈妈生日那天"
        "|我女儿去年的生日|我今年生日|when is my birthday?|what day is my birthday"
        "|how old was I on my last birthday|what should I do on my birthday?|my birthday"
        "|on my mum's birthday"
    ).split("|"):
        assert finding.at_birthday(bench.mind, question) == question
    for question in ("我的生日是哪天", "when is my birthday?", "我生日是几月几号"):
        rows = run(finding.search(bench.mind, question))
        assert [row.record.kind for row in rows[:1]] == ["birthday"], question


def test_all_that_is_to_be_done_is_offered_what_has_no_time_last():
    rows = {one: [(ask, [ELECTRICIAN, PHOTOS]) for ask in TODOS[one]] for one in TODOS}
    check(rows, "kind")


def test_nothing_is_offered_where_nothing_was_then_or_something_else_is_asked():
    check({one: [(ask, []) for ask in NOTHING[one]] for one in NOTHING}, "")


def test_as_many_as_are_asked_for_are_offered_the_soonest_of_what_is_ahead():
    bench, contents = life("en")
    assert offered(bench, "what's on tomorrow?", 2)[0] == [contents[TRAIN], contents[ELECTRICIAN]]
    # Of all that is ahead what comes only once goes before a series.
    once = [contents[at] for at in TOMORROW + [CONCERT, BIRTHDAY, REUNION]]
    for most in range(1, 8):
        found, reasons = offered(bench, "what's coming up?", most)
        assert found == once[:most] and reasons == ["kind"] * most, (most, found)
    assert contents[YOGA] in offered(bench, "what's coming up?", 8)[0]


def test_what_is_done_cancelled_or_over_is_not_offered_for_what_is_ahead():
    bench, contents = life("en")
    memory = bench.memory
    run(memory.complete(None, "pay the electrician", "todo"))
    run(memory.complete(None, "choir rehearsal"))
    run(memory.delete(None, "event", "haircut", "model_delete"))
    assert offered(bench, "what's on tomorrow?")[0] == [contents[TRAIN]]
    assert offered(bench, "when is my haircut?")[0] == []
    assert offered(bench, "what are my todos?")[0] == [contents[PHOTOS]]
    bench.clock.to("2026-03-13 09:00")
    assert offered(bench, "what's on today?")[0] == []
    assert offered(bench, "when is the train to Porto?")[0] == []
    bench.clock.to("2026-03-14 09:00")
    found = offered(bench, "what did I do yesterday?")[0]
    assert contents[TRAIN] in found and contents[CHOIR] in found, found


def test_what_was_said_to_be_cancelled_later_is_not_offered():
    bench, contents = life("en")
    write(bench.memory, "fact", "The concert with Ada is cancelled")
    assert contents[CONCERT] not in offered(bench, "what's on this Saturday?")[0]


def test_what_comes_again_is_on_whenever_it_comes():
    bench, contents = life("zh")
    assert offered(bench, "下周一我有什么事")[0] == [contents[YOGA]]
    bench.clock.to("2026-04-02 10:00")
    assert offered(bench, "下周一我有什么事")[0] == [contents[YOGA]]
    bench.clock.to("2026-05-08 10:00")
    assert offered(bench, "明天是什么日子")[0] == [contents[BIRTHDAY]]
    bench.clock.to("2026-12-01 10:00")
    assert offered(bench, "5月9号是什么日子")[0] == [contents[BIRTHDAY]]


def test_a_todo_that_is_late_is_still_to_be_done_today():
    bench, contents = life("en")
    bench.clock.to("2026-03-20 10:00")
    assert offered(bench, "what are my todos for today?")[0] == [contents[ELECTRICIAN]]
    wanted = [contents[ELECTRICIAN], contents[PHOTOS]]
    assert offered(bench, "what are my todos?")[0] == wanted


def test_a_prompt_is_told_when_a_series_is_next_though_it_was_not_crossed_off():
    for language, question, now, when in (
        ("en", "when is the yoga class?", "2026-03-16 21:00", "2026-03-16 18:00"),
        ("en", "when is the yoga class?", "2026-03-17 09:00", "2026-03-23 18:00"),
        ("en", "when is the yoga class?", "2026-04-02 09:00", "2026-04-06 18:00"),
        ("zh", "下周一我有什么事", "2026-04-02 10:00", "2026-04-06 18:00"),
    ):
        bench, _ = life(language)
        bench.clock.to(now)
        found = run(context.context(bench.mind, question, language=language))
        assert when in found.text, (now, found.text)


def test_a_prompt_is_told_at_what_time_a_thing_is():
    for language, question, told in (
        ("en", "when is my haircut?", "haircut (2026-03-13 16:30)"),
        ("en", "when is the yoga class?", "yoga class (weekly, 2026-03-16 18:00)"),
        ("en", "when's grandma's birthday?", "grandma's birthday (every year on 05-09)"),
        ("zh", "我有哪些待办", "给电工付钱（2026-03-13 12:00）"),
        ("zh", "外婆的生日是哪天", "外婆的生日（每年05-09）"),
        ("zh", "昨天我干嘛了", "跟水管工吵了一架"),
    ):
        bench, _ = life(language)
        found = run(context.context(bench.mind, question, language=language))
        assert "- " + told in found.text.split("\n"), found.text


def test_a_schedule_is_found_and_shown_as_memories_are():
    bench, contents = life("en")
    found = run(finding.search(bench.mind, "what's on tomorrow?"))
    assert [one.record.content for one in found[:4]] == [contents[at] for at in TOMORROW]
    schedules = [one.record for one in found if one.record.kind == "schedule"]
    shown = items.item(bench.mind, schedules[0])
    assert shown["when"].startswith("2026-03-13T19:00")
    assert finding.answer_item(bench.mind, found[0])["datetime"] == "2026-03-13 07:05"
