"""mind.questions.untold_zh: what a memory cannot tell, though it has the words of a question."""

from mind.questions.untold import is_untold
from test_mind_offering import asked_of, lived

HEAP = "16M"


def test_the_mere_word_for_what_is_asked_for_does_not_tell_which_one_it_is():
    for told, question in (
        ("用户的小学同学李飞在派出所上班", "李飞在哪个派出所"),
        ("用户膝盖做过滑膜手术", "哪只膝盖"),
        ("用户的膝盖打了封闭", "哪个膝盖"),
        ("国庆改成在家陪妈妈做手术", "我妈做什么手术"),
        ("外公出院了", "外公得的什么病"),
    ):
        assert is_untold(question, "fact", told), question
        assert asked_of(lived(told), question) == [], question


def test_a_word_of_which_more_is_said_tells_which_one_it_is():
    for told, question in (
        ("李飞在城东派出所上班", "李飞在哪个派出所"),
        ("用户左膝盖做过手术", "哪只膝盖"),
        ("用户做了白内障手术", "我做的什么手术"),
        ("用户想考厦门大学的海洋生物专业", "我想考哪所大学"),
        ("弟弟转了专业，现在学计算机", "我弟学什么专业"),
        ("用户的手机是红米", "我用的什么手机"),
        ("用户有早起的习惯", "我有什么习惯"),
        ("用户有过敏性鼻炎", "我有什么过敏"),
        ("外公得了肺炎住院了", "外公得的什么病"),
        ("用户年轻时在黑龙江当过知青", "我在哪当知青"),
        ("1月30日带小满去医院看湿疹", "哪天带小满去看湿疹"),
    ):
        assert not is_untold(question, "fact", told), question


def test_what_names_nobody_else_does_not_tell_who_did_it_for_the_owner():
    assert is_untold("谁给我做的手术", "fact", "用户膝盖做过滑膜手术")
    assert not is_untold("谁给我做的手术", "fact", "用户的手术是孙主任做的")
    assert not is_untold("谁教我弹琴", "fact", "用户跟姑姑学弹琴")


def test_what_tells_of_no_place_does_not_tell_where_something_is_kept_or_done():
    for told, question in (
        ("医保卡的密码是女儿的生日", "医保卡放哪了"),
        ("用户在学法语，刚到A1", "法语在哪学"),
        ("用户在工地上开塔吊", "工地在哪"),
    ):
        assert is_untold(question, "fact", told), question
    for told, question in (
        ("医保卡在抽屉里", "医保卡放哪了"),
        ("用户在社区学校学法语", "法语在哪学"),
        ("用户的工地在城南", "工地在哪"),
        ("用户去城南的工地开塔吊", "工地在哪"),
    ):
        assert not is_untold(question, "fact", told), question


def test_what_is_left_does_not_tell_how_much_there_is_in_all():
    assert is_untold("年假一共几天", "fact", "年假还剩四天")
    assert not is_untold("年假一共几天", "fact", "年假一共十天，还剩四天")
    assert not is_untold("年假还剩几天", "fact", "年假还剩四天")
