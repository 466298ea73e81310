"""memory.extract.extractor: goals, what is never done, and how families are spoken of at home."""

import sys
from importlib import import_module
from typing import Any

import device
import pytest

sys.path[:0] = [str(device.ROOT / "lib"), str(device.ROOT / "tools" / "cpython")]

extract: Any = import_module("memory.extract.extractor").extract
dates: Any = import_module("memory.text.dates")

_NOW = dates.parse("2026-03-18 18:30")  # a Wednesday


def found(text: str) -> "list[tuple[str, ...]]":
    """Kind and content of each memory, and its day or time where it has one."""
    return [
        (one.kind, one.content, *([one.fields["when"]] if "when" in one.fields else []))
        for one in extract(text, _NOW)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "我想攒够首付",
        "我想存十万块钱",
        "我打算年底之前瘦十斤",
        "我明年想换个工作",
        "我打算今年把驾照考了",
        "我想考个会计证",
        "我以后想开一家自己的面包店",
        "我争取明年跑完一个全马",
        "I want to run a half marathon by the summer",
        "I want to lose a stone by Christmas",
        "I'm trying to learn Spanish",
        "I want to learn to drive this year",
        "I'd like to go back to college",
        "I've decided to give up sugar",
    ],
)
def test_a_goal_that_is_named_is_a_fact_and_no_plan(text: str) -> None:
    assert found(text) == [("fact", text)]


@pytest.mark.parametrize(
    "text",
    [
        "我想开个玩笑",
        "我想存个文件",
        "我想学会这首歌",
        "我打算考个证吧，再说吧",
        "我本来想戒烟的",
        "我要拿到那个快递",
        "I want to learn about dinosaurs",
        "I want to learn a new song",
        "I want to open a window",
        "I wanted to lose weight",
        "I don't want to learn French",
        "我想存一下这个号码",
        "我要存钱罐",
        "我想创业板涨",
        "I'm trying to learn my lines",
    ],
)
def test_a_wish_of_the_moment_is_no_goal(text: str) -> None:
    assert found(text) == []


def test_a_race_on_a_day_is_a_plan() -> None:
    assert found("下个月我要跑半马") == [("event", "跑半马", "2026-04-01")]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我从不熬夜", ("habit", "我从不熬夜")),
        ("我从来不化妆", ("habit", "我从来不化妆")),
        ("我一般不接陌生电话", ("habit", "我一般不接陌生电话")),
        ("我最爱吃我妈包的饺子", ("like", "我妈包的饺子")),
        ("我最爱吃我们那儿的肠粉", ("like", "我们那儿的肠粉")),
        ("我嗜辣如命", ("like", "辣")),
        ("我对数学一点兴趣没有", ("dislike", "数学")),
        ("芒果我不敢吃", ("dislike", "芒果")),
        ("我从来不喝可乐只喝白水", ("dislike", "可乐")),
        ("我怕蛇怕得要死", ("fact", "我怕蛇怕得要死")),
        ("我家那个臭小子在部队当兵", ("fact", "我家那个臭小子在部队当兵")),
        ("我姐怀孕三个月了", ("fact", "我姐怀孕三个月")),
        ("我刚跟我男朋友分手了", ("fact", "我刚跟我男朋友分手")),
        ("我在老家盖了新房", ("fact", "我在老家盖了新房")),
        ("我爸瘫痪在床三年了都是我照顾", ("fact", "我爸瘫痪在床三年")),
        ("我家种了棵石榴树", ("fact", "我家种了棵石榴树")),
        ("我预产期是三月二十号", ("event", "预产期", "2026-03-20")),
        ("我有俩闺女", ("fact", "我有俩闺女")),
        ("我羊肉一口都不吃", ("dislike", "羊肉")),
        ("我没啥爱好就爱打麻将", ("like", "打麻将")),
        ("我吃虾浑身起疹子", ("fact", "我吃虾浑身起疹子")),
        ("我喝咖啡睡不着", ("fact", "我喝咖啡睡不着")),
        ("我虚岁七十五", ("age", "75")),
        ("我现在跟儿子住在深圳", ("location", "深圳")),
        ("我上礼拜刚搬到武汉来", ("location", "武汉")),
        ("我预约了后天的核酸", ("event", "核酸", "2026-03-20")),
        ("我不喝咖啡就没精神", ("like", "咖啡")),
        ("我去年脑梗过一次", ("fact", "我去年脑梗过一次")),
        ("我膝盖换了人工关节", ("fact", "我膝盖换了人工关节")),
        ("我恐高坐不了过山车", ("fact", "我恐高")),
        ("我足球踢了十年", ("fact", "我足球踢了十年")),
        ("We're in Dundee now", ("location", "Dundee")),
        ("marmite makes me heave", ("dislike", "marmite")),
        ("I never could get on with coffee", ("dislike", "coffee")),
        ("I got the job", ("fact", "I got the job")),
        ("我女儿叫多多", ("family", "多多")),
        ("我打小在绍兴长大的黄酒那是没少喝", ("fact", "我打小在绍兴长大的")),
        ("公司年会在下周五", ("event", "公司年会", "2026-03-27")),
        ("后天我妈生日提醒我买蛋糕", ("event", "买蛋糕", "2026-03-20")),
    ],
)
def test_what_is_told_at_home_is_kept_to_its_last_word(text: str, kept: "tuple[str, ...]") -> None:
    assert found(text) == [kept]


@pytest.mark.parametrize(
    "text",
    [
        "我从来不知道",
        "我从来不听你的话",
        "我喜欢我妈的声音",
        "我喜欢我们班的小红",
        "结果我不敢吃",
        "我怕蛇的那个同学",
        "我刚跟我妈打电话",
        "我是在农村长大的孩子",
        "我原打算明天去看牙的医生请假了",
        "我本打算下个月去旅游的结果封控了",
        "今天上午开了个会",
        "给我唱首我爱北京天安门",
        "我昨天一口都不吃",
        "我喝多了头疼",
        "我想攒够星星",
        "我从来不化妆的朋友",
        "我回家都十点了",
        "我早上血糖七点二",
        "我就喜欢今天的天气",
        "我刚来上海没多久还在找工作",
        "我吃饭想吐",
        "我爱好挺多的",
        "我租的房子在地铁站旁边",
        "we're in trouble now",
    ],
)
def test_what_only_sounds_like_it_is_nothing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "我睡觉要开灯",
        "我洗澡喜欢唱歌",
        "我早饭一般吃豆浆油条",
        "我出门必戴帽子",
        "我一个礼拜健身三次",
        "我一年回一次老家",
        "我每年体检一次",
        "我一有空就去钓鱼",
        "every year we go to Cornwall",
        "I see my grandkids at weekends",
        "I go dancing on a Thursday",
    ],
)
def test_how_often_and_with_what_something_is_done_is_a_habit(text: str) -> None:
    assert found(text) == [("habit", text)]


@pytest.mark.parametrize(
    "text",
    [
        "我下班要去超市",
        "我买喜欢的东西",
        "我早饭都吃完了",
        "我早饭从来不吃的",
        "我一个月跑了三次医院",
        "我一周没洗头了",
        "我一有空就告诉你",
        "我晚上十点准时睡觉雷打不动",
    ],
)
def test_what_is_done_once_or_never_eaten_is_no_habit(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我妈糖尿病打胰岛素", ("我妈糖尿病", "我妈打胰岛素")),
        ("我妈腿脚不方便坐轮椅", ("我妈腿脚不方便", "我妈坐轮椅")),
        ("我婆婆信佛吃素", ("我婆婆信佛", "我婆婆吃素")),
        ("我耳朵背戴着助听器", ("我耳朵背", "戴着助听器")),
    ],
)
def test_an_illness_ends_where_what_is_done_for_it_begins(
    text: str, kept: "tuple[str, str]"
) -> None:
    assert found(text) == [("fact", one) for one in kept]


def test_what_makes_ill_is_named_where_a_part_of_the_body_says_so() -> None:
    told = ("fact", "菠萝我不敢吃，一吃舌头就麻")
    assert found("菠萝我不敢吃，一吃舌头就麻") == [("dislike", "菠萝"), told]
