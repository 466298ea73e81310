"""memory.extract: families of statements as Chinese of several ages and regions speak them."""

import sys
from importlib import import_module
from typing import Any

import device
import pytest

sys.path[:0] = [str(device.ROOT / "lib"), str(device.ROOT / "tools" / "cpython")]

extract: Any = import_module("memory.extract.extractor").extract
dates: Any = import_module("memory.text.dates")

_NOW = dates.parse("2027-01-20 10:00")  # a Wednesday, seventeen days before Spring Festival


def found(text: str) -> "list[tuple[str, ...]]":
    """Kind and content of each memory, and its day or time where it has one."""
    return [
        (one.kind, one.content, *([one.fields["when"]] if "when" in one.fields else []))
        for one in extract(text, _NOW)
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("免贵姓聂单名一个磊字", "聂磊"),
        ("我姓欧，单名一个雯字", "欧雯"),
        ("我姓司马，单名一个懿字", "司马懿"),
        ("鄙人姓葛名存壮", "葛存壮"),
        ("我姓宋，宋雨桐", "宋雨桐"),
    ],
)
def test_a_given_name_that_is_told_apart_joins_its_surname(text: str, name: str) -> None:
    assert found(text) == [("name", name)]


@pytest.mark.parametrize("text", ["我姓王，名声在外", "我姓王，名字很普通", "他姓聂单名一个磊字"])
def test_what_is_said_of_a_name_is_no_given_name(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("大年初二要回娘家", ("event", "回娘家", "2027-02-07")),
        ("正月十五我们去看灯会", ("event", "去看灯会", "2027-02-20")),
        ("正月初八我要上班", ("event", "上班", "2027-02-13")),
        ("腊月二十八我就回老家了", ("event", "回老家", "2027-02-04")),
        ("明年正月初三我要去泰国", ("event", "去泰国", "2028-01-28")),
    ],
)
def test_days_around_spring_festival_are_named_by_the_moon(
    text: str, kept: "tuple[str, ...]"
) -> None:
    assert found(text) == [kept]


@pytest.mark.parametrize("text", ["今年正月三十五我要去泰国", "正月里不剃头"])
def test_what_is_no_day_of_the_moon_is_no_plan(text: str) -> None:
    assert found(text) == []


def test_the_last_days_of_a_lunar_year_count_back_from_its_end() -> None:
    for now, day in (("2027-01-20 10:00", "2027-02-05"), ("2030-01-20 10:00", "2030-02-01")):
        told = extract("腊月二十九要贴对联", dates.parse(now))
        assert [one.fields["when"] for one in told] == [day]
    assert extract("腊月三十要贴对联", _NOW) == []  # it has but 29 days that year


@pytest.mark.parametrize("front", ["烦死了", "累死了", "唉真烦", "天哪", "糟了", "太好了"])
def test_a_complaint_or_cry_in_front_leaves_the_plan(front: str) -> None:
    assert found(front + "明天又要去医院复查") == [("event", "去医院复查", "2027-01-21")]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我在昆山这边租了个小单间", ("location", "昆山")),
        ("我来杭州都第八年了", ("location", "杭州")),
        ("我们家去年从老小区搬到江北新区了", ("location", "江北新区")),
        ("我家住六楼没电梯", ("fact", "我家住六楼")),
        ("我在老家盖了栋房子", ("fact", "我在老家盖了栋房子")),
        ("我祖籍山东不过一次都没回去过", ("fact", "我祖籍山东")),
        ("老家是盐城的出来十几年了", ("fact", "老家是盐城的")),
        ("我在银行坐柜台", ("fact", "我在银行坐柜台")),
        ("我干的是销售", ("fact", "我干的是销售")),
        ("我谈了个对象", ("fact", "我谈了个对象")),
        ("我怀二胎了", ("fact", "我怀二胎")),
        ("我乳糖不耐喝牛奶拉肚子", ("fact", "我乳糖不耐")),
        ("我就稀罕那口酸菜白肉", ("like", "酸菜白肉")),
        ("辣的我顿顿离不了", ("like", "辣的")),
        ("肥肉我看着就腻", ("dislike", "肥肉")),
        ("我特烦人家迟到", ("dislike", "人家迟到")),
        ("我不大吃得惯面食", ("dislike", "面食")),
        ("我一天要喝三杯咖啡", ("habit", "我一天要喝三杯咖啡")),
        ("我中午一定得眯一会儿", ("habit", "我中午一定得眯一会儿")),
        ("我中午都要眯一会儿", ("habit", "我中午都要眯一会儿")),
    ],
)
def test_homes_work_tastes_and_habits_in_everyday_words(
    text: str, kept: "tuple[str, ...]"
) -> None:
    assert found(text) == [kept]


@pytest.mark.parametrize(
    "text",
    [
        "我在学校附近租了个房子",
        "我在网上租了个充电宝",
        "我给我妈在昆山租了个单间",
        "我来杭州两天了",
        "礼拜天做礼拜",
        "逗你的我没结婚",
        "我们班主任下周要结婚了",
        "烦死了怎么又要复查",
    ],
)
def test_what_sounds_like_these_is_none_of_them(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我是从贵州毕节出来打工的", ("fact", "我是从贵州毕节出来打工的")),
        ("我从小跟着奶奶长大的", ("fact", "我从小跟着奶奶长大的")),
        ("我是我外婆带大的", ("fact", "我是我外婆带大的")),
        ("我住学校宿舍四人间", ("fact", "我住学校宿舍四人间")),
        ("我跟人合租", ("fact", "我跟人合租")),
        ("我跟我妹是双胞胎", ("fact", "我跟我妹是双胞胎")),
        ("我在工厂流水线上打螺丝", ("fact", "我在工厂流水线上打螺丝")),
        ("我准备考教资", ("fact", "我准备考教资")),
        ("我休学一年了", ("fact", "我休学一年了")),
        ("我刚领的证", ("fact", "我刚领的证")),
        ("我身份证上叫李招娣", ("name", "李招娣")),
        ("我外号叫大头，真名叫徐凯", ("name", "徐凯")),
        ("我今年本命年二十四", ("age", "24")),
        ("我家老爷子今年八十六了", ("fact", "我家老爷子今年八十六")),
        ("我哥是个出租车司机跑夜班", ("fact", "我哥是个出租车司机")),
        ("我弟媳妇刚生了个大胖小子", ("fact", "我弟媳妇刚生了个大胖小子")),
        ("韭菜盒子我能吃一盘", ("like", "韭菜盒子")),
        ("我追星追的是张艺兴", ("like", "张艺兴")),
        ("我对狗没啥好感", ("dislike", "狗")),
        ("我体检查出来脂肪肝", ("fact", "我体检查出来脂肪肝")),
        ("我颈椎不行低头久了头晕", ("fact", "我颈椎不行")),
        ("我洗完澡习惯喝杯凉白开", ("habit", "我洗完澡习惯喝杯凉白开")),
        ("我隔天去一趟健身房", ("habit", "我隔天去一趟健身房")),
        ("小年我要去逛庙会", ("event", "去逛庙会", "2027-01-30")),
        ("明晚我约了人打麻将", ("event", "约了人打麻将", "2027-01-21")),
        ("这礼拜六老同学聚会我得去", ("event", "老同学聚会", "2027-01-23")),
        ("六月头上我要去上海看病", ("event", "去上海看病", "2027-06-01")),
    ],
)
def test_origins_bringing_up_ranks_and_gatherings(text: str, kept: "tuple[str, ...]") -> None:
    assert found(text) == [kept]


def test_a_faith_ends_before_what_it_forbids() -> None:
    assert found("我信回教不吃猪肉") == [("fact", "我信回教"), ("dislike", "猪肉")]


def test_a_people_behind_a_name_is_a_fact_of_its_own() -> None:
    assert found("我叫卓玛，藏族的") == [("name", "卓玛"), ("fact", "藏族的")]


@pytest.mark.parametrize(
    "text",
    [
        "我是从公司出来的",
        "我是从朋友那出来的",
        "我看着他长大的",
        "我跟着导航走的",
        "我是来搞笑的",
        "我住公司附近",
        "我干的是自己喜欢的事",
        "我隔天就好了",
        "我小年轻一个",
        "今天头上有点疼",
        "周六他们聚会",
        "明天就知道了",
        "我早上一定是忘了关火",
        "我妈丢了钱包",
    ],
)
def test_what_sounds_like_those_is_none_either(text: str) -> None:
    assert found(text) == []
