"""mind.heard: what an utterance of the owner gives: memories, todos, and what is done."""

from memory.text import dates
from mind.heard import read
from mind.predicates import claim

NOW = dates.parse("2026-02-05 14:00")  # a Thursday


def heard(text):
    """(kind, content, the fields in their order) of each thing."""
    found = []
    for one in read(text, NOW):
        fields = [one.fields[name] for name in sorted(one.fields)]
        found.append((one.kind, one.content) + tuple(fields))
    return found


def test_what_the_owner_asks_to_be_reminded_of_is_a_todo_and_nothing_else():
    soon, due = "2026-02-05 14:30", "2026-02-06 15:00"
    for text, todo in (
        ("提醒我明天下午三点交报告", ("todo", "交报告", due, due)),
        ("请提醒我半小时后关火", ("todo", "关火", soon, soon)),
        ("记得周五前交房租", ("todo", "交房租", "2026-02-06 23:59")),
        ("别忘了买牛奶", ("todo", "买牛奶")),
        ("remind me to call mum tomorrow at 3 pm", ("todo", "call mum", due, due)),
        ("Don't forget to water the plants.", ("todo", "water the plants")),
        (
            "I need to submit the report by Friday",
            ("todo", "submit the report", "2026-02-06 23:59"),
        ),
    ):
        assert heard(text) == [todo], (text, heard(text))


def test_what_the_owner_asks_never_to_forget_is_a_core_memory():
    for text, content in (
        ("你一定要永远记住，我的车牌是京A12345", "我的车牌是京A12345"),
        ("永远别忘了我的结婚纪念日是5月20日", "结婚纪念日"),
        ("绝对不能忘：我爸爸的忌日是3月8日", "爸爸的忌日"),
        ("千万记住，我奶奶叫李秀英", "李秀英"),
        ("请永远记住这件事：我的保险箱在床底下", "我的保险箱在床底下"),
        ("我的血型是O型，这个永远不要忘", "我的血型是O型"),
        ("我养了一只猫叫年糕。你要一辈子都记住", "我养了一只猫叫年糕"),
        ("今天好累。千万别忘了，我的车牌是京A12345", "我的车牌是京A12345"),
        ("Always remember that my dog is called Rex", "my dog is called Rex"),
        ("never ever forget that my anniversary is May 20", "anniversary"),
        ("Never forget that my locker is number 42", "my locker is number 42"),
        ("Please don't ever forget that my mother's name is Anna", "Anna"),
        ("My daughter is called Lily, never forget that", "Lily"),
        ("You must never forget that I was born in Leeds", "I was born in Leeds"),
    ):
        found = [(one.content, one.fields.get("p")) for one in read(text, NOW)]
        assert found == [(content, 100)], (text, found)


def test_what_is_only_to_be_remembered_or_done_once_is_none():
    for text in (
        "千万别忘了买牛奶",
        "别忘了买牛奶",
        "千万记住明天下午三点开会",
        "记住我的车牌是京A12345",
        "你要记住，我奶奶叫李秀英",
        "我永远记得我奶奶叫李秀英",
        "我养了一只猫叫年糕",
        "Remember that my dog is called Rex",
        "Don't forget the milk",
        "Don't forget to water the plants.",
        "Always remember to buy milk",
        "I will always remember that my grandma loved me",
    ):
        assert [one for one in read(text, NOW) if "p" in one.fields] == [], text


def test_a_question_without_its_mark_is_no_memory():
    for text in ("我上几年级", "我住几楼", "我养了几只猫", "what was it I do for a living"):
        assert heard(text) == [], (text, heard(text))
    assert heard("我养了好几只猫") == [("fact", "我养了好几只猫")]


def test_what_repeats_is_a_schedule():
    assert heard("每天晚上九点提醒我吃药") == [("schedule", "吃药", "daily", "2026-02-05 21:00")]
    assert heard("remind me every Monday at 8 am to take out the trash") == [
        ("schedule", "take out the trash", "weekly", "2026-02-09 08:00")
    ]


def test_of_a_reminder_that_cannot_be_nothing_is_made():
    for text in (
        "提醒我明天",
        "remind me tomorrow",
        "每两周提醒我换床单",
        "今天上午九点提醒我开会",
        "明天十一点喊我一下",
    ):
        assert heard(text) == [], text
    day = [("todo", "renew", "2026-03-01 23:59", "2026-03-01 09:00"), ("event", "renew", "03-01")]
    assert heard("remind me every year on March 1 to renew") == day


def test_a_plan_that_asks_for_nothing_stays_the_extractors():
    assert [one[:2] for one in heard("明天下午2点有个会议")] == [("schedule", "会议")]
    assert [one[:2] for one in heard("我喜欢打篮球")] == [("like", "打篮球")]
    assert heard("你能提醒我什么？") == []


def test_other_sentences_and_other_things_of_the_same_one_are_kept():
    found = [one[:2] for one in heard("我喜欢打篮球。提醒我明天下午三点交报告。我对花生过敏")]
    assert sorted(found) == [("fact", "我对花生过敏"), ("like", "打篮球"), ("todo", "交报告")]


def test_two_todos_are_two():
    found = heard("别忘了买牛奶。提醒我明天下午三点交报告")
    assert [one[:2] for one in found] == [("todo", "买牛奶"), ("todo", "交报告")]


def test_what_is_done_is_told_as_such():
    assert heard("报告交了") == [("todo", "报告交", "1")]
    assert ("todo", "called mum", "1") in heard("I've called mum.")
    assert heard("报告交了吗？") == []


def test_a_question_teaches_nothing():
    for text in (
        "他对猫过敏吗",
        "我妈妈对猫过敏吗？",
        "is he allergic to cats?",
        "Am I allergic?",
    ):
        assert heard(text) == [], text


def test_words_of_time_are_no_likes():
    for text in ("我爱死今天了", "我讨厌明天", "I love today", "I hate tomorrow"):
        assert heard(text) == [], text
    assert [one[:2] for one in heard("我喜欢夏天")] == [("like", "夏天")]


def test_who_comes_back_lives_there_again():
    for text in (
        "I moved back to Paris",
        "We moved back to Paris",
        "I've moved back to Paris",
        "I'm back in Paris",
        "I'm living in Paris again",
    ):
        assert heard(text) == [("location", "Paris")], text
    for text in ("I'm back in shape", "I'm back in March", "I'm back in the office"):
        assert heard(text) == [], text


def test_who_goes_back_to_an_old_job_works_there():
    text = "I went back to my old job at Google"
    assert ("fact", text) in heard(text)
    assert claim(text).object == "Google"


def test_a_todo_too_long_for_one_is_left_to_the_extractor():
    assert [one for one in heard("提醒我" + "买很多很多东西" * 10) if one[0] == "todo"] == []


def test_what_is_no_text_is_nothing():
    for text in (None, 5, "", "\ud800"):
        assert read(text, NOW) == []
