"""mind.offers.tables.told_ends: what tells of an end without the name of what ends."""

from _bench import run
from mind.offers.asked_claims import read
from mind.offers.so_now import so_now
from test_mind_offering import asked_of, lived

HEAP = "16M"


def answers(told, question):
    """What is offered where these were told, a month apart."""
    return asked_of(lived(*told), question)


def test_an_end_is_heard_that_does_not_name_what_ends():
    for told, question in (
        (("The user works at Costco as a cashier", "First paycheck from the credit union came"),
         "Where do I work?"),
        (("The user wears braces", "Retainer day, no more metal"), "Do I still have braces?"),
        (("The user is on a low-sugar diet", "Dr. Kim says dessert is fine again"),
         "Am I still on a low-sugar diet?"),
        (("The user plays badminton on Saturdays", "The shuttlecocks went to Goodwill"),
         "What do I do on Saturdays?"),
        (("用户在海底捞当店长", "工牌交回去了，火锅店的日子结束了"), "我在哪上班"),
        (("女儿在实验小学上学", "女儿戴上了十二中的校徽"), "女儿在哪上学"),
        (("用户周末打羽毛球", "球拍挂闲鱼了"), "我还打羽毛球吗"),
        (("弟弟在当兵", "弟弟摘了领花回家了"), "弟弟还在当兵吗"),
    ):  # fmt: skip
        assert told[0] not in answers(told, question), (question, answers(told, question))


def test_what_tells_of_somebody_elses_end_ends_nothing():
    for told, question in (
        (("The user works at Costco", "Dan turned in the badge at the bakery"),
         "Where do I work?"),
        (("The user plays tennis on Saturdays", "Grandma has a dog"),
         "Do I still play tennis?"),
        (("用户在海底捞当店长", "弟弟把工牌交了"), "我在哪上班"),
        (("用户周末打羽毛球", "买了新球拍"), "我还打羽毛球吗"),
    ):  # fmt: skip
        assert told[0] in answers(told, question), (question, answers(told, question))


def test_others_who_part_are_what_they_were_but_for_the_couple():
    solicitor = "My daughter Fiona is a solicitor in Edinburgh"
    parted = ("Fiona got divorced from Callum", "Fiona and Callum broke up", "Fiona split up")
    for later in parted:
        assert answers((solicitor, later), "What does my daughter do?") == [solicitor], later
    couple = "My daughter Fiona is married to Callum"
    assert couple not in answers((couple, parted[0]), "Is Fiona still married?")
    mine = "The user is dating Priya, a baker"
    assert mine not in answers((mine, "Priya and I broke up"), "Who am I dating?")


def test_who_asks_of_a_time_when_it_was_so_asks_of_no_end():
    served = "弟弟在新疆当兵"
    assert served in answers((served, "弟弟摘了领花回家了"), "弟弟当兵的时候在哪儿")


def test_a_shop_of_two_owners_is_one_and_may_be_given_up():
    told = ("用户和老板合伙开火锅店", "火锅店转让了")
    assert told[0] not in answers(told, "我开的什么店")
    both = ("用户和老板合伙开火锅店、奶茶店", "火锅店转让了")
    assert both[0] in answers(both, "我开的什么店")


def test_what_is_no_more_is_told_in_few_words():
    for told, question in (
        (("用户的工位在十二楼靠窗", "公司搬家，工位换了"), "我工位在几楼"),
        (("用户在准备教资考试", "教资没过，不考了"), "我在准备什么考试"),
        (("用户每天喝两罐可乐", "体检完再没碰过可乐"), "我平时喝什么饮料"),
        (("用户的健身教练是阿凯", "私教课上完没再续"), "我教练是谁"),
        (("女儿在朝阳小学上四年级", "女儿升初中了"), "闺女几年级了"),
        (("用户的儿子叫王小宝", "小宝上户口改成了王一鸣"), "我儿子叫什么"),
        (("用户和爸妈住在一起", "用户搬出来自己住了"), "我和爸妈住吗"),
        (("用户的年卡六月到期", "年卡过期了"), "年卡什么时候到期"),
        (("用户家的狗叫豆包", "豆包送回乡下给奶奶养"), "我家狗叫什么"),
        (("用户打算年底结婚", "婚期推到明年五月了"), "我什么时候结婚"),
        (("用户怀孕五个月了", "孩子生了，是个闺女"), "我怀孕几个月了"),
    ):
        assert told[0] not in answers(told, question), (question, answers(told, question))


def test_what_was_done_once_tells_of_no_end():
    for told, question in (
        (("用户在准备教资考试", "用户今天考了驾照"), "我在准备什么考试"),
        (("用户每天喝两罐可乐", "用户今天体检了"), "我平时喝什么饮料"),
        (("用户的工位在十二楼靠窗", "工位今天有点吵"), "我工位在几楼"),
        (("我养的八哥叫二爷", "二爷的食罐儿碎了"), "我那八哥叫什么"),
        (("同事小乔送我一个新茶杯", "小乔的工位搬到窗户边了"), "小乔送我什么了"),
    ):
        assert told[0] in answers(told, question), (question, answers(told, question))


def test_a_relative_with_an_entry_is_named_by_it_alone():
    bench = lived(("family", "赵敏", {"relation": "女儿"}), "女儿赵敏在外贸公司上班")
    assert asked_of(bench, "我女儿叫什么") == ["赵敏"]


def test_of_two_that_answer_alike_both_are_looked_after_and_of_one_that_answers_less_nothing_is():
    told = ("用户的自行车是捷安特", "用户有一辆朗逸", "自行车卖掉了", "朗逸卖掉了")
    bench = lived(*told)
    mind = bench.mind
    records = {record.content: record for record in mind.memory.each("fact")}
    for least, kept in ((0.9, told[2:]), (0.8, (told[2], told[1]))):
        rows = [
            (False, at, relevance, records[told[at]], "words")
            for at, relevance in ((0, 0.95), (1, least))
        ]
        asked = read(mind, "我有什么车")
        found = run(so_now(mind, asked, rows, False))
        assert [row[3].content for row in found] == list(kept), least
