"""memory.extract: statements that follow on each other without a pause."""

import sys
from importlib import import_module
from typing import Any

import device
import pytest

sys.path[:0] = [str(device.ROOT / "lib"), str(device.ROOT / "tools" / "cpython")]

extract: Any = import_module("memory.extract.extractor").extract
dates: Any = import_module("memory.text.dates")
utterance: Any = import_module("memory.extract.utterance")
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
        ("我住在杭州房租好贵", [("location", "杭州")]),
        ("我對盤尼西林過敏打過一次差點休克", [("fact", "我對盤尼西林過敏")]),
        ("我上礼拜提了辆比亚迪开着还行", [("fact", "我上礼拜提了辆比亚迪")]),
        ("我自己开了家面馆累是累点", [("fact", "我自己开了家面馆")]),
        ("我家有两只猫一只叫大米一只叫小米", [("fact", "我家有两只猫")]),
        ("我有辆五菱面包车拉货用的", [("fact", "我有辆五菱面包车")]),
        ("香菜我一口都吃不了闻着就恶心", [("dislike", "香菜")]),
        ("香菜我一口都吃不了，闻着就恶心", [("dislike", "香菜")]),
        ("这周六我男朋友要来看我嘿嘿", [("event", "我男朋友要来看我", "2027-05-15")]),
        ("我女儿今年刚上小学作业多得要命", [("fact", "我女儿今年刚上小学")]),
        ("我女儿上小学一年级皮得不行", [("fact", "我女儿上小学一年级")]),
        ("跟你说啊我爸刚做完手术恢复得挺好", [("fact", "我爸刚做完手术")]),
        ("我有过敏性鼻炎早上起来就打喷嚏", [("fact", "我有过敏性鼻炎")]),
        (
            "我男朋友是北京人我是广东人",
            [("fact", "我男朋友是北京人"), ("fact", "我是广东人")],
        ),
        ("I've got asthma so maybe don't make me run", [("fact", "I've got asthma")]),
        ("I've got an old Vespa and it never starts", [("fact", "I've got an old Vespa")]),
        ("I'm left handed in case that matters", [("fact", "I'm left handed")]),
        ("I'm colour blind so don't ask me which is which", [("fact", "I'm colour blind")]),
        (
            "I cycle to work most days unless it's pouring",
            [("habit", "I cycle to work most days")],
        ),
        ("my exam is on Friday unless they cancel", []),
        (
            "my anniversary is June twelfth don't let me forget it",
            [("event", "anniversary", "06-12")],
        ),
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
        ("我孙子满月了叫航航", [("fact", "我孙子满月"), ("family", "航航")]),
        ("我是五月五号出生的属虎", [("birthday", "05-05"), ("fact", "属虎")]),
        ("六月十九号我考四级哦不对是六级", [("event", "考六级", "2027-06-19")]),
        ("半小时以后叫我啊不对四十分钟以后叫我", [("schedule", "叫我", "2027-05-11 20:50")]),
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


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("我叫林若溪双木林若是如果的若溪水的溪", "林若溪"),
        ("我叫黎志强黎明的黎", "黎志强"),
        ("初次见面我叫蒋一鸣一鸣惊人的一鸣", "蒋一鸣"),
        ("对了忘了说我姓孟孟庆海", "孟庆海"),
        ("敝姓欧阳欧阳靖", "欧阳靖"),
        ("我是佳穎啦吳佳穎", "吳佳穎"),
        ("我叫小芳，李小芳", "李小芳"),
        ("我叫李娜嘿嘿", "李娜"),
        ("My name is Alan, Alan Prentice.", "Alan Prentice"),
    ],
)
def test_a_name_is_taken_in_full_and_without_how_it_is_written(text: str, name: str) -> None:
    assert found(text) == [("name", name)]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("明天下午三点来钟我去剪头发", [("schedule", "去剪头发", "2027-05-12 15:00")]),
        ("明天下午三点左右我去剪头发", [("schedule", "去剪头发", "2027-05-12 15:00")]),
        ("每天早上五点来钟我就醒了", []),
        ("半小时后叫我，不对，四十分钟后叫我", [("schedule", "叫我", "2027-05-11 20:50")]),
        ("我儿子今年高三，下个月七号就要高考了", [("event", "我儿子高考", "2027-06-07")]),
        ("我有个儿子，明天去钓鱼", []),
    ],
)
def test_about_a_time_a_time_that_is_corrected_and_the_exam_of_a_relative(
    text: str, kept: "list[tuple[str, ...]]"
) -> None:
    assert [one for one in found(text) if len(one) > 2] == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我退休前在粮食局干会计", [("fact", "我退休前在粮食局干会计")]),
        ("退休前我在粮食局上班", [("fact", "退休前我在粮食局上班")]),
        ("我退休之前是老师", [("fact", "我退休之前是老师")]),
        ("我退休前在上海上班", []),
        ("我退休前住在上海", []),
        ("我退休前想去云南", []),
        ("我自己一个人过", [("fact", "我自己一个人过")]),
        ("就剩我一个人过", [("fact", "就剩我一个人过")]),
        ("就我跟我儿子两个人过", [("fact", "就我跟我儿子两个人过")]),
        ("今天家里就我一个人", []),
        ("我奶奶一个人在老家住", [("fact", "我奶奶一个人在老家住")]),
        ("我就一个闺女", [("family", "")]),
        ("我就一个人", []),
        ("我腰椎间盘突出好几年了", [("fact", "我腰椎间盘突出好几年了")]),
        ("我这膝盖一下雨就疼", [("fact", "我这膝盖一下雨就疼")]),
        ("我一下雨腿就疼", [("fact", "我一下雨腿就疼")]),
        ("我一下雨就想睡觉", []),
        ("胰岛素我都搁冰箱门上了", [("fact", "胰岛素我都搁冰箱门上")]),
        ("药我放冰箱了", [("fact", "药我放冰箱")]),
        ("盐我放多了", []),
        ("这事我放心上了", []),
        ("我每天上班前都会买一杯咖啡", [("habit", "我每天上班前都会买一杯咖啡")]),
        ("我最得意吃酸菜炖粉条子了", [("like", "酸菜炖粉条子")]),
        ("我今天很得意", []),
        ("我以前住高雄，嫁过来才搬到台中的", [("location", "台中")]),
    ],
)
def test_former_work_company_ills_and_places_as_they_are_told_in_speech(
    text: str, kept: "list[tuple[str, ...]]"
) -> None:
    assert found(text) == kept


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


def test_every_word_that_ends_a_statement_is_looked_for() -> None:
    for firsts, table in words.BREAKS:
        assert {word[:1] for word in table[1:-1].split("|")} == set(firsts)


@pytest.mark.parametrize(
    "text", ["我住在杭州房租好贵" * 50, "i'm a nurse been one for twenty years " * 10]
)
def test_of_a_talk_without_any_pause_a_few_parts_are_read_again(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each reads what is left of it again: without a limit that takes seconds on a chip."""
    read: Any = utterance._read_first
    tries: "list[int]" = []

    def counted(context: Any, at: int, read_piece: Any) -> None:
        tries.append(at)
        read(context, at, read_piece)

    monkeypatch.setattr(utterance, "_read_first", counted)
    assert found(text) == [("location", "杭州") if "我" in text else ("fact", "i'm a nurse")]
    assert 0 < len(tries) <= 20


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我膝盖不好爬楼梯疼得要命", [("fact", "我膝盖不好")]),
        ("我是学护理的宿舍六个人天天吵", [("fact", "我是学护理的")]),
        ("我是送外卖的下雨天最遭罪了", [("fact", "我是送外卖的")]),
        ("我爸是老师管我可严了", [("fact", "我爸是老师")]),
        ("我有胃病辣的一口不敢碰", [("fact", "我有胃病")]),
        ("我哥在广州打工过年才回来", [("fact", "我哥在广州打工")]),
        ("我有两个妹妹一个比一个能说", [("fact", "我有两个妹妹")]),
        ("我养了一只鹦鹉会说你好", [("fact", "我养了一只鹦鹉")]),
        ("我每天晚上都要泡脚不泡睡不着", [("habit", "我每天晚上都要泡脚")]),
        ("我平时坐地铁上班挤得要死", [("habit", "我平时坐地铁上班")]),
        ("我喜欢看抗日剧老伴嫌吵", [("like", "看抗日剧")]),
        ("我不吃香菜那味儿受不了", [("dislike", "香菜")]),
        ("我养了条狗叫旺财可听话了", [("fact", "我养了条狗叫旺财")]),
        ("我家养了条金毛叫大黄一下班就扑上来", [("fact", "我家养了条金毛叫大黄")]),
        ("这周日我们要给奶奶过寿来三十多号人", [("event", "给奶奶过寿", "2027-05-16")]),
        ("i love curry the hotter the better", [("like", "curry")]),
        ("i'm allergic to penicillin just so you know", [("fact", "i'm allergic to penicillin")]),
        # what only looks like an end
        ("我儿子上小学三年级", [("fact", "我儿子上小学三年级")]),
        ("我有腰椎间盘突出", [("fact", "我有腰椎间盘突出")]),
        ("我有个双胞胎弟弟", [("family", "")]),
        ("我怀孕五个月了", [("fact", "我怀孕五个月")]),
        ("我是跑长途的货车司机", [("fact", "我是跑长途的货车司机")]),
        ("我在家上班的时候喜欢听歌", []),
    ],
)
def test_a_statement_may_end_by_its_own_last_word_or_by_how_it_is_taken_up(
    text: str, kept: "list[tuple[str, ...]]"
) -> None:
    assert found(text) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我住在北京现在几点了", [("location", "北京")]),
        ("我周六要去参加表妹的婚礼还没想好穿啥", [("event", "去参加表妹的婚礼", "2027-05-15")]),
        ("我爸是医生你呢", [("fact", "我爸是医生")]),
        ("我对猫过敏是真的吗", []),
        ("我妈妈叫什么今年多大了", []),
        ("我是不是该退休了", []),
        ("要是我退休了我就去钓鱼", []),
        ("你猜我老婆怀孕了没", []),
    ],
)
def test_what_is_asked_behind_a_statement_does_not_take_it_along(
    text: str, kept: "list[tuple[str, ...]]"
) -> None:
    assert found(text) == kept


def test_who_somebody_has_besides_is_theirs_too() -> None:
    both = [("family", "大伟"), ("family", "小雨")]
    assert found("我有个哥哥叫大伟，还有个妹妹叫小雨") == both
    assert found("我有个哥哥叫大伟还有个妹妹叫小雨") == both
    assert found("我有一个儿子叫大伟，一个女儿叫小雨") == both
    assert found("他家有个儿子叫乐乐，还有个女儿叫欢欢") == []
    assert found("我有高血压，还有一点头晕") == [("fact", "我有高血压")]


def test_a_quarter_belongs_to_the_city_that_was_said_before_it() -> None:
    assert found("我在成都住了六年，就住玉林那边") == [("location", "成都玉林")]
    assert found("我在成都住了六年，现在住绵竹") == [("location", "绵竹")]
    assert found("我在北京上班，住燕郊") == [("location", "燕郊")]
    assert found("我住在合肥房价涨得吓人") == [("location", "合肥")]
    assert found("我住上海浦东新区") == [("location", "上海浦东新区")]


def test_years_of_work_that_are_over_say_so() -> None:
    told = [("fact", "我以前在纺织厂干了十五年")]
    assert found("我以前在纺织厂干了十五年后来厂子就倒闭了") == told
    assert found("以前我开出租开了八年") == [("fact", "以前我开出租开了八年")]
    assert found("我以前在北京住了三年") == []


def test_well_actually_takes_back() -> None:
    for text in (
        "I live in Bristol, well, actually Bath",
        "i live in bristol well actually bath",
    ):
        assert found(text) == [("location", "Bath")], text
    assert found("I like tea, well, actually I prefer coffee") == [("like", "coffee")]
    assert found("I actually like tea") == [("like", "tea")]


def test_later_than_usual_is_no_plan() -> None:
    assert found("我一般十一点半睡觉，周末会晚一点") == [("habit", "我一般十一点半睡觉")]
