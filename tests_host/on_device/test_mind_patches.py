"""mind.rules.patches, mind.opposing: what goes against a core memory stands behind it, dated."""

from mind.opposing import opposes
from mind.rules.patches import parts, patched

RUNS_ON = ("micropython", "cpython")
CORE = "你很爱吃辣。"


def test_a_statement_stands_in_brackets_behind_the_core_text():
    text = patched(CORE, "2025-12-03", "最近胃炎，暂时不吃辣。")
    assert text == "你很爱吃辣。（2025-12-03：最近胃炎，暂时不吃辣）"
    text = patched("You love spicy food.", "2025-12-03", "gastritis, none for now")
    assert text == "You love spicy food. (2025-12-03: gastritis, none for now)"


def test_patches_are_read_back_in_their_order():
    text = patched(patched(CORE, "2025-12-03", "不吃辣了"), "2026-01-05", "又能吃辣了")
    assert text == "你很爱吃辣。（2025-12-03：不吃辣了）（2026-01-05：又能吃辣了）"
    assert parts(text) == (CORE, [("2025-12-03", "不吃辣了"), ("2026-01-05", "又能吃辣了")])
    text = patched(patched("Tea.", "2025-12-03", "none"), "2026-01-05", "a bit")
    assert parts(text) == ("Tea.", [("2025-12-03", "none"), ("2026-01-05", "a bit")])


def test_brackets_of_the_owner_are_no_patches():
    for text in (
        "喜欢茶（绿茶）",
        "Likes tea (green)",
        "（2025-12-03：不吃）",
        "a (2025-13-40: b)",
    ):
        assert parts(text) == (text, []), text
    text = patched(CORE, "2025-12-03", "胃炎（慢性）(mild)")
    assert parts(text) == (CORE, [("2025-12-03", "胃炎〔慢性〕[mild]")])


def test_said_again_it_moves_to_its_new_day():
    text = patched(patched(CORE, "2025-12-03", "不吃辣"), "2025-12-04", "胃好了")
    text = patched(text, "2026-01-05", "不吃辣")
    assert parts(text)[1] == [("2025-12-04", "胃好了"), ("2026-01-05", "不吃辣")]


def test_over_the_limit_the_oldest_go_and_never_the_core():
    text = CORE
    for day in range(1, 10):
        text = patched(text, "2026-01-0%d" % day, "第%d次" % day, 90)
        assert len(text.encode()) <= 90
    core, kept = parts(text)
    assert core == CORE
    assert kept[-1] == ("2026-01-09", "第9次")
    assert len(kept) == 2


def test_a_statement_too_long_is_cut_and_a_core_without_room_stays_alone():
    text = patched(CORE, "2026-01-01", "很长" * 50, 60)
    assert len(text.encode()) <= 60
    assert parts(text)[1][0][1].endswith("很…") or parts(text)[1][0][1].endswith("长…")
    assert patched(CORE, "2026-01-01", "很长", 20) == CORE


def test_a_denial_opposes_and_a_single_occasion_does_not():
    assert opposes("你很爱吃辣", "最近胃炎，暂时不吃辣")
    assert opposes("用户对花生过敏", "我不再对花生过敏")
    assert opposes("The user loves spicy food", "I have gastritis, no spicy food for now")
    assert not opposes("你很爱吃辣", "这家的菜不辣")
    assert not opposes("用户喜欢喝咖啡", "昨天没喝咖啡")
    assert not opposes("用户喜欢苹果", "我不喜欢苹果手机")
    assert not opposes("用户对花生过敏", "年糕对鸡肉过敏，只能吃鱼肉的猫粮")
    assert opposes("用户对花生过敏", "，用户不再对花生过敏")
    assert not opposes("The user loves coffee", "My brother doesn't drink coffee")


def test_what_is_said_of_one_child_opposes_nothing_of_another():
    for core, said in (
        ("My daughter Ada is allergic to nuts", "My daughter Eve is not allergic to nuts"),
        ("我儿子大宝对花生过敏", "我儿子二宝对花生不过敏"),
        ("My brother Max lives in Bonn", "My brother Leo lives in Kiel"),
    ):
        assert not opposes(core, said), said
    for core, said in (
        ("My daughter Ada is allergic to nuts", "My daughter Ada is not allergic to nuts"),
        ("我儿子大宝对花生过敏", "我儿子大宝对花生不过敏"),
        ("My brother Max lives in Bonn", "My brother Max lives in Kiel"),
    ):
        assert opposes(core, said), said


def test_a_patched_text_is_opposed_by_its_core():
    text = patched(CORE, "2025-12-03", "胃不舒服")
    assert opposes(parts(text)[0], "我不吃辣了")


OVER = (
    ("我养了一只狗叫旺财", "旺财上个月去世了"),
    ("我养了只猫叫咪咪", "咪咪走丢了"),
    ("我的车是比亚迪", "我把比亚迪卖了"),
    ("我有高血压", "我的高血压好了"),
    ("我腿骨折了", "我的腿好了"),
    ("我有糖尿病", "我的糖尿病治好了"),
    ("My dog is called Rex", "Rex died last month"),
    ("My cat is called Momo", "Momo passed away in March"),
    ("I drive a Volvo", "I sold my Volvo"),
    ("I have high blood pressure", "My blood pressure is normal now"),
    ("I have eczema", "my eczema cleared up"),
    ("I broke my leg", "My leg has healed"),
    ("我最喜欢的颜色是蓝色", "我最喜欢的颜色现在是绿色"),
    ("My favourite food is sushi", "My favourite food is ramen now"),
)
NOT_OVER = (
    ("我养了一只狗叫旺财", "旺财感冒好了"),
    ("我有一只猫叫咪咪", "咪咪的玩具卖掉了"),
    ("My dog is called Rex", "Rex's toy died"),
    ("我住在郑州", "郑州的房子卖了"),
    ("我的车是比亚迪", "我朋友把比亚迪卖了"),
    ("I drive a Volvo", "I sold my bike"),
    ("我有高血压", "我妈的高血压好了"),
    ("My daughter has asthma", "My asthma is gone"),
    ("I have high blood pressure", "My mother died of high blood pressure"),
    ("I love peanuts", "The peanuts are gone"),
    ("我喜欢吃米饭", "饭好了"),
    ("我最喜欢的颜色是蓝色", "我最喜欢的菜是火锅"),
    ("我最喜欢的颜色是蓝色", "我最喜欢的颜色是蓝色"),
)


def test_what_is_dead_sold_cured_or_no_favourite_any_more_opposes():
    for core, said in OVER:
        assert opposes(core, said), (core, said)
    for core, said in NOT_OVER:
        assert not opposes(core, said), (core, said)
