"""mind.rules.attributes: who is who, what is called what, and whether there is any."""

from _bench import run, write
from _minded import Minded
from mind.offers import offering
from mind.rules import attributes

OF_THEM = (
    ("who is karen", "My boss is Karen"),
    ("who's mr okafor", "My landlord is Mr Okafor"),
    ("who is luna", "Luna is my cat"),
    ("what's my favourite colour", "My favourite colour is teal"),
    ("what is my cat called", "Luna is my cat"),
    ("what's my sister's name", "My sister Ines lives in Lisbon"),
    ("what is the name of my dog", "The user's dog is called Rex"),
    ("what was my sister's name", "My sister Ines lives in Lisbon"),
    ("what was my dog called", "The user's dog is called Rex"),
    ("who is my boss", "My new boss is Dave"),
    ("am i married", "My husband is a carpenter"),
    ("do i have any kids", "My daughter Pia is four years old"),
    ("do i have a pet", "Luna is my cat"),
    ("who is anika", "My daughter Anika is nine, she learns Bharatanatyam"),
    ("who is pickles", "My cat Pickles is nine and only has one eye"),
    ("大鹏是谁", "室友大鹏考上了公务员"),
    ("阿杰是谁", "同事阿杰坐用户对面，爱讲冷笑话"),
    ("朵朵是谁", "外孙女叫朵朵，上小学二年级"),
    ("小翠是谁", "保姆是小翠，安徽人"),
    ("妤安是谁", "我女兒叫妤安"),
    ("我的猫叫什么", "我的貓叫麻糬"),
    ("糖糖是谁", "我侄女叫糖糖"),
    ("豆包是谁", "豆包是我的猫"),
    ("我的猫叫什么", "豆包是我的猫"),
    ("我的猫叫什么名字", "用户的猫叫豆包"),
    ("我最好的朋友是谁", "我最好的朋友是阿杰"),
    ("我老板是谁", "我的新老板是林姐"),
    ("我房东姓什么", "我的房东姓孙"),
    ("我的目标是什么", "我的目标是今年考过驾照"),
    ("我结婚了吗", "我妻子是护士"),
    ("我有宠物吗", "豆包是我的猫"),
    ("我有没有孩子", "我女儿在成都上大学"),
    ("do i have any kids", "I have two kids"),
    ("do i have any kids", "I gave birth to a girl last week"),
    ("do i have any pets", "I've got a dog called Rex"),
    ("do i have any pets", "我养了一只猫叫麻糬"),
    ("我有孩子吗", "我生了个女儿"),
    ("我有孩子吗", "We have three children"),
    ("我有宠物吗", "我家养了两只仓鼠"),
)
OF_OTHERS = (
    ("who is karen", "My boss is Carina"),
    ("who is he", "He is my boss"),
    ("what's my favourite film", "My favourite colour is teal"),
    ("what's my husband's name", "My husband is a carpenter"),
    ("what is my dog called", "Luna is my cat"),
    ("what is my boss's car", "My boss is Karen"),
    ("is karen my boss", "My boss is Karen"),
    ("do i have a pet", "My brother has a cat"),
    ("do i have any pets", "My dog Bamse died"),
    ("am i married", "My sister's husband is a carpenter"),
    ("who is my boss", "I told my boss that it is Friday"),
    ("阿杰结婚了吗", "我妻子是护士"),
    ("我老婆叫什么", "我老婆是护士"),
    ("我的狗叫什么", "豆包是我的猫"),
    ("我有宠物吗", "我姐养了一只猫"),
    ("他是谁", "他是我的老板"),
    ("小梅是谁", "室友把小梅的书还了"),
    ("who is tom", "My boss likes Tom"),
    ("who is my boss", "My boss is on holiday"),
    ("我老板是谁", "我老板是个急性子"),
    ("我老板是谁", "我老板很忙"),
    ("who is ann", "My sister Anna is nine"),
    ("我的猫几岁", "豆包是我的猫"),
    ("do i have any pets", "I have a cat allergy"),
    ("do i have any kids", "I have no kids"),
    ("do i have any kids", "I had two kids' books"),
    ("我有宠物吗", "我有猫毛过敏"),
    ("我有孩子吗", "我有孩子的照片"),
    ("我有孩子吗", "我姐生了个女儿"),
)


def test_what_is_said_of_something_of_the_owners_answers_in_whatever_order_it_is_said():
    for question, content in OF_THEM:
        assert attributes.answers(question, content), (question, content)
    for question, content in OF_OTHERS:
        assert not attributes.answers(question, content), (question, content)


def test_a_member_of_the_family_is_who_they_are_by_relation_and_name():
    assert attributes.answers("what is my sister called", "Bea", "sister")
    assert attributes.answers("who is bea", "Bea", "sister")
    assert attributes.answers("我妈叫什么名字", "秀兰", "妈妈")
    assert attributes.answers("do i have any siblings", "Bea", "sister")
    assert not attributes.answers("what is my brother called", "Bea", "sister")


def test_who_asks_for_a_name_is_not_told_what_they_are():
    assert attributes.is_nameless("what is my husband called", "My husband is a carpenter")
    assert attributes.is_nameless("我老婆叫什么", "我老婆是护士")
    assert not attributes.is_nameless("what is my husband called", "My husband is called Ed")
    assert not attributes.is_nameless("who is my husband", "My husband is a carpenter")


def test_it_is_offered_though_it_shares_no_word_with_the_question():
    for told, question in (
        ("My husband is a carpenter", "am I married?"),
        ("我妻子是护士", "我结婚了吗？"),
        ("Luna is my cat", "who is Luna?"),
        ("我的目标是今年考过驾照", "我的目标是什么？"),
    ):
        bench = Minded()
        memory = bench.start()
        for content in ("I like rowing", told, "我喜欢爬山"):
            write(memory, "fact", content)
        found = run(offering.offer(bench.mind, question, 5))
        assert [one.record.content for one in found] == [told], question
