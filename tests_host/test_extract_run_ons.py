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


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("i'm a massive celtic fan always have been", [("like", "celtic")]),
        (
            "i swim for the varsity team mostly butterfly",
            [("fact", "i swim for the varsity team")],
        ),
        ("i'm thirty one turning thirty two next month", [("age", "31")]),
        ("my dog jess is going deaf just like me", [("fact", "my dog jess is going deaf")]),
        (
            "i'm getting my braces off in june finally",
            [("event", "getting my braces off", "2027-06-01")],
        ),
        ("i'm a nurse been one for twenty years", [("fact", "i'm a nurse")]),
        ("i can't drive never learned", [("fact", "i can't drive")]),
        ("i love sushi it's my favourite", [("like", "sushi")]),
        ("my birthday's june third same as my mum", [("birthday", "06-03")]),
        ("my name is agnieszka it's a bit hard to say", [("name", "Agnieszka")]),
        ("i'm flying to spain on friday can't wait", [("event", "flying to spain", "2027-05-14")]),
        (
            "my locker's number two fourteen remember that",
            [("fact", "my locker's number two fourteen")],
        ),
        ("i don't eat pork is that a problem here", [("dislike", "pork")]),
        ("i'm not keen on mushrooms the texture's just wrong", [("dislike", "mushrooms")]),
        (
            "i'm a retired engineer 71 years old",
            [("fact", "i'm a retired engineer"), ("age", "71")],
        ),
        (
            "my son marcus he's a firefighter",
            [("family", "Marcus"), ("fact", "my son Marcus is a firefighter")],
        ),
        (
            "i've got a brother named leo he works at a bank",
            [("family", "Leo"), ("fact", "my brother Leo works at a bank")],
        ),
        ("my dad used to be a miner he's eighty now", [("fact", "my dad is eighty")]),
        (
            "we have three sons jack harry and sam",
            [
                ("fact", "we have three sons"),
                ("family", "Jack"),
                ("family", "Harry"),
                ("family", "Sam"),
            ],
        ),
        (
            "i'm originally from malta moved to leicester in the eighties",
            [("fact", "i'm originally from malta"), ("location", "Leicester")],
        ),
        (
            "i'm twenty one my sister is nineteen",
            [("age", "21"), ("fact", "my sister is nineteen")],
        ),
    ],
)
def test_an_english_statement_ends_where_the_next_begins(
    text: str, kept: "list[tuple[str, ...]]"
) -> None:
    assert found(text) == kept


@pytest.mark.parametrize(
    "text",
    [
        "if i live in leeds it's great",
        "she said i live in leeds it's nice",
        "i live in leeds she said",
        "do you live in leeds it's nice there",
        "i wish i was a nurse it's a good job",
        "i might move to leeds it's cheap",
        "i used to be a nurse it was hard",
        "i'm a nurse no i'm not",
        "i live in leeds no i don't",
        "i'm a millionaire in my dreams",
        "my friend has a dog he's six",
        "my neighbour's a nurse she lives in cork",
        "he's a doctor she's a nurse",
        "my son thinks he's a dinosaur",
        "i love the way she sings",
        "i love music that makes me cry",
        "my kids are asleep",
    ],
)
def test_what_is_no_statement_of_the_owner_is_none_when_it_is_parted(text: str) -> None:
    assert found(text) == []
