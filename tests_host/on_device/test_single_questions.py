"""Who asks several things at once is answered each of them."""

from _bench import run, write
from _minded import Minded
from mind.offers import offering
from mind.questions.single_questions import single_questions

_TOLD = (
    "我的猫叫咪咪",
    "我的狗叫旺财",
    "我住在杭州",
    "我对花生过敏",
    "我生日是5月3日",
    "我老婆叫雅婷",
    "我儿子叫小宇",
    "My parrot is called Luna",
    "My horse is called Rex",
    "My brother lives in Bristol",
    "My sister lives in Leeds",
)


def test_a_text_that_asks_several_things_is_as_many_questions():
    for text, found in (
        ("我的猫叫什么？狗叫什么？", ["我的猫叫什么", "狗叫什么"]),
        ("我的猫叫什么名字，狗呢？", ["我的猫叫什么名字", "我的狗叫什么名字"]),
        ("我的猫和狗分别叫什么？", ["我的猫叫什么", "我的狗叫什么"]),
        ("我家的猫和狗都叫啥", ["我家的猫叫啥", "我家的狗叫啥"]),
        ("我爸跟我妈的生日是哪天？", ["我爸的生日是哪天", "我妈的生日是哪天"]),
        ("我老婆几岁？那我女儿呢？", ["我老婆几岁", "我女儿几岁"]),
        ("我住哪？我爸呢？", ["我住哪", "我爸住哪"]),
        ("我生日几号，还有我老婆叫什么？", ["我生日几号", "我老婆叫什么"]),
        ("What's my cat called? And my dog?", ["What's my cat called", "what's my dog called"]),
        ("What are my cat and dog called?", ["what is my cat called", "what is my dog called"]),
        (
            "What's my wife's name, and my son's?",
            ["What's my wife's name", "what's my son's name"],
        ),
        ("Where do I live and where does Tom?", ["Where do I live", "where does Tom"]),
        (
            "Where do my brother and sister live?",
            ["where does my brother live", "where does my sister live"],
        ),
        (
            "How old is my son, and how about my daughter?",
            ["How old is my son", "how old is my daughter"],
        ),
    ):
        assert single_questions(text) == found, (text, single_questions(text))


def test_a_text_that_asks_one_thing_is_one_question():
    for text in (
        "我和老婆在哪认识的？",
        "你知道吗，我住哪？",
        "我喜欢咖啡和茶吗？",
        "我住在哪里？",
        "我叫什么？",
        "不好意思，我真正想问的是，我的猫叫什么？",
        "狗呢？",
        "我的医保卡呢，放哪里了",
        "我妈现在跟谁住着",
        "我现在和谁住",
        "我上次跟老王吃饭是什么时候？",
        "我养宠物了吗，叫什么",
        "谁给我复查的，姓什么",
        "Am I still saving for something? What was it",
        "When was I born, what date?",
        "What does Mrs. Kowalski do for a living?",
        "我最近跟小王喜欢吃什么",
        "What about my dog?",
        "I sold my car, and my bike was stolen. What do I ride?",
        "Where did I put my hat and my umbrella that Tom gave me for Christmas?",
        "",
        "，？",
        "和？",
        " my ",
    ):
        assert single_questions(text) == [], (text, single_questions(text))


def test_each_of_several_questions_is_answered():
    bench = Minded()
    memory = bench.start()
    for content in _TOLD:
        write(memory, "fact", content)
    for question, found in (
        ("我的猫叫什么？狗叫什么？", "我的猫叫咪咪 我的狗叫旺财"),
        ("我的猫和狗分别叫什么？", "我的猫叫咪咪 我的狗叫旺财"),
        ("我对什么过敏？我什么时候生日？", "我对花生过敏 我生日是5月3日"),
        ("我老婆叫什么，儿子呢？", "我老婆叫雅婷 我儿子叫小宇"),
        ("我住哪？我爸呢？", "我住在杭州"),  # of whom nothing is known nothing is told
        ("What is my parrot called? And my horse?", "My parrot is called Luna"),
        ("Where do my brother and sister live?", "My sister lives in Leeds"),
    ):
        offers = run(offering.offer(bench.mind, question, 5))
        told = [one.record.content for one in offers]
        for content in _TOLD:
            if content in found:
                assert content in told, (question, told)
        assert len(told) <= 2, (question, told)
        assert len(run(offering.offer(bench.mind, question, 1))) == 1


def test_as_many_as_are_always_wanted_come_behind_what_answers():
    bench = Minded()
    memory = bench.start()
    for content in _TOLD:
        write(memory, "fact", content)
    for question in ("我的猫叫什么？狗叫什么？", "我住哪？"):
        offers = run(offering.offer(bench.mind, question, 5, (), 4))
        assert len(offers) >= 4
        assert len({one.record.id for one in offers}) == len(offers)
        assert [one.why for one in offers][-1] == "weight"
