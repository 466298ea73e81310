"""memory.extract: statements that follow on each other without a pause."""

import sys
from importlib import import_module
from typing import Any

import device
import pytest

sys.path[:0] = [str(device.ROOT / "lib"), str(device.ROOT / "tools" / "cpython")]

extract: Any = import_module("memory.extract.extractor").extract
dates: Any = import_module("memory.text.dates")
words: Any = import_module("memory.extract.words_zh")

_NOW = dates.parse("2027-05-11 20:10")  # a Tuesday


def found(text: str) -> "list[tuple[str, ...]]":
    """Kind and content of each memory, and its day or time where it has one."""
    return [
        (one.kind, one.content, *([one.fields["when"]] if "when" in one.fields else []))
        for one in extract(text, _NOW)
    ]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我养了只鹦鹉叫大宝一天到晚学我说话", [("fact", "我养了只鹦鹉叫大宝")]),
        ("我有哮喘随身带着喷雾", [("fact", "我有哮喘")]),
        ("开车的时候我就爱听评书别的都听不进去", [("like", "听评书")]),
        ("我最近迷上普拉提了腰都细了一圈", [("like", "普拉提")]),
        ("我是程序员天天加班", [("fact", "我是程序员")]),
        ("我老公是工程師每天都加班", [("fact", "我老公是工程師")]),
        ("我血糖高大夫不让吃甜的", [("fact", "我血糖高")]),
        ("我搬到了合肥还有点不习惯呢", [("location", "合肥")]),
        ("我对花生过敏上次差点没命", [("fact", "我对花生过敏")]),
        ("我生日七月十九跟我外公同一天", [("birthday", "07-19")]),
        ("我下周五要动手术有点紧张", [("event", "动手术", "2027-05-21")]),
        ("我女儿今年刚上小学作业多得要命", [("fact", "我女儿今年刚上小学")]),
    ],
)
def test_a_statement_ends_where_a_comment_begins_without_a_pause(
    text: str, kept: "list[tuple[str, ...]]"
) -> None:
    assert found(text) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我老家是山东的现在住北京", [("fact", "我老家是山东的"), ("location", "北京")]),
        ("我搬家了现在住苏州", [("location", "苏州")]),
        ("我五十六岁退休三年了", [("age", "56"), ("fact", "退休三年了")]),
        ("我家狗叫豆包三岁了", [("fact", "我家狗叫豆包"), ("fact", "我家狗豆包三岁")]),
        ("我女儿上大二在厦门", [("fact", "我女儿上大二")]),
        ("我姓欧阳叫欧阳雪", [("name", "欧阳雪")]),
        ("我儿子叫壮壮对花生过敏", [("family", "壮壮"), ("fact", "我儿子壮壮对花生过敏")]),
        ("我叫徐明轩熟悉我的人都叫我轩轩", [("name", "徐明轩")]),
    ],
)
def test_what_follows_without_a_pause_is_read_as_behind_one(
    text: str, kept: "list[tuple[str, ...]]"
) -> None:
    assert found(text)[: len(kept)] == kept


@pytest.mark.parametrize(
    "text",
    [
        "我要是住在北京每天都去故宫",
        "他说我住在北京每天跑步",
        "我朋友住在上海现在在做销售",
        "如果我是医生每天都很忙",
        "你觉得我是医生每天忙吗",
        "我没有高血压医生说的",
        "我不是医生现在不是",
        "听说我们公司搬到杭州了房租好贵",
        "我朋友对花生过敏一吃就起疹子",
        "我以为我怀孕了结果没有",
        "她对花生过敏一吃就肿",
        "谁说我住在杭州房租好贵",
        "我快退休了还有两年",
        "我现在在路上特别堵",
    ],
)
def test_what_holds_no_memory_gives_none_in_two_parts_either(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我受不了榴莲的味道", ("dislike", "榴莲的味道")),
        ("我喜欢一个人骑车去海边", ("like", "一个人骑车去海边")),
        ("我会说粤语跟客家话", ("fact", "我会说粤语跟客家话")),
        ("我目前一个人住在合肥", ("location", "合肥")),
        ("记住我的车停在B2层", ("fact", "我的车停在B2层")),
        ("我最不爱吃的就是香菜", ("dislike", "香菜")),
        ("我开出租车开了八年", ("fact", "我开出租车开了八年")),
    ],
)
def test_a_word_that_belongs_to_the_statement_ends_none(
    text: str, kept: "tuple[str, str]"
) -> None:
    assert found(text) == [kept]


def test_every_word_that_ends_a_statement_is_looked_for() -> None:
    assert {word[:1] for word in words.BREAKS[1:-1].split("|")} == set(words.BEGIN_BREAKS)
