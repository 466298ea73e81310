"""mind.todo_words: what the owner asks to be kept in mind, by when, and what is done."""

from memory.text import dates
from mind.todo_words import done_words, todo

RUNS_ON = ("micropython", "cpython")
NOW = dates.parse("2026-02-05 14:00")  # a Thursday


def check(*rows):
    wrong = []
    for text, content, due, remind, repeat in rows:
        found = todo(text, NOW)
        times = [None if one is None else dates.parse(one) for one in (due, remind)]
        expected = {"content": content, "due": times[0], "remind": times[1], "repeat": repeat}
        if found != expected:
            wrong.append((text, expected, found))
    assert wrong == [], wrong


def test_who_asks_to_be_reminded_is_reminded_when_it_is_due():
    at = "2026-02-06 15:00"
    check(
        ("提醒我明天下午三点交报告", "交报告", at, at, None),
        ("Remind me to call mum tomorrow at 3 pm", "call mum", at, at, None),
    )


def test_a_day_alone_is_due_at_its_last_minute():
    last = "2026-02-06 23:59"
    check(
        ("记得周五前交房租", "交房租", last, None, None),
        ("明天提醒我交房租", "交房租", last, "2026-02-06 09:00", None),
        ("I need to submit the report by Friday", "submit the report", last, None, None),
    )


def test_without_a_day_nothing_is_due():
    check(
        ("别忘了买牛奶", "买牛奶", None, None, None),
        ("帮我记个待办：买牛奶", "买牛奶", None, None, None),
        ("todo: buy milk", "buy milk", None, None, None),
        ("Don't forget to buy milk", "buy milk", None, None, None),
    )


def test_what_repeats_is_a_schedule():
    check(
        ("每天晚上九点提醒我吃药", "吃药", "2026-02-05 21:00", "2026-02-05 21:00", "daily"),
        ("每周一早上八点提醒我倒垃圾", "倒垃圾", "2026-02-09 08:00", "2026-02-09 08:00", "weekly"),
        (
            "remind me every day at 9 pm to read",
            "read",
            "2026-02-05 21:00",
            "2026-02-05 21:00",
            "daily",
        ),
    )


def test_memories_questions_and_others_are_no_todos():
    for text in (
        "我记得你喜欢吃苹果",
        "你还记得我叫什么吗",
        "他提醒过我要交报告",
        "记得吗",
        "不用提醒我了",
        "他说记得带伞",
        "do you remember my name",
        "I remember the trip to Rome",
        "remember that I am allergic to nuts",
        "This song reminds me of home",
        "He needs to finish by Monday",
    ):
        assert todo(text, NOW) is None, text


def test_what_is_done_is_told_by_its_words():
    for text, words in (
        ("报告交了", "报告交"),
        ("已经买了牛奶", "买牛奶"),
        ("把交报告划掉", "交报告"),
        ("牛奶买好了", "牛奶买"),
        ("我刚给奶奶打过电话了", "给奶奶打电话"),
        ("搞定了签证", "签证"),
        ("I've called mum", "called mum"),
        ("I'm done with the report", "the report"),
        ("cross off buy milk", "buy milk"),
        ("mark pay rent as done", "pay rent"),
        ("the laundry is done", "laundry"),
    ):
        assert done_words(text) == words, (text, done_words(text))


def test_what_is_not_done_has_no_words():
    for text in (
        "报告还没交",
        "交报告了吗",
        "我累了",
        "下雨了",
        "他来了",
        "我到家了",
        "妈妈把牛奶买了",
        "I haven't called mum",
        "have you called mum?",
        "I'm tired",
        "it is done",
        "He paid the rent",
    ):
        assert done_words(text) == "", (text, done_words(text))
