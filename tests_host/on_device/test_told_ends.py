"""mind.offers.tables.told_ends: what tells of an end without the name of what ends."""

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
