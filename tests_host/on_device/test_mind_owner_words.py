"""mind.owner_words: words of the owner that act at once, and stories that do not."""

from mind.owner_words import CORRECT, FORGET_LAST, KEEP_NOT, REVIEW, asked

RUNS_ON = ("micropython", "cpython")


def test_each_action_has_its_words_in_both_languages():
    for action, texts in (
        (KEEP_NOT, ("别记这个", "刚才的不要记", "Don't remember this", "off the record")),
        (KEEP_NOT, ("Strike that from the record", "Strike it from the record")),
        (FORGET_LAST, ("Never mind that, forget it", "forget it, never mind", "Scratch that")),
        (REVIEW, ("你今天记住了什么", "你都记住了什么？", "What did you learn today?")),
        (FORGET_LAST, ("忘掉刚才说的", "把刚才说的忘了吧", "Forget what I just said")),
    ):
        for text in texts:
            assert asked(text) == (action, ""), text


def test_a_correction_says_what_is_right_as_it_was_said():
    for text, right in (
        ("不对，是上海", "上海"),
        ("不是北京，是上海", "上海"),
        ("你记错了，我喜欢的是茶", "我喜欢的是茶"),
        ("No, it's Berlin", "Berlin"),
        ("I meant the blue one", "the blue one"),
        ("That's not right, I'm 35", "I'm 35"),
        ("Scratch that, it's Umar", "Umar"),
        ("Actually, 1991", "1991"),
        ("no wait, 31", "31"),
        ("No, tomorrow", "tomorrow"),
        ("不对，下午三点", "下午三点"),
        ("No wait, Munich", "Munich"),
        ("not teal, turquoise", "turquoise"),
        ("说错了，叫小亮", "叫小亮"),
    ):
        assert asked(text) == (CORRECT, right), text


def test_questions_quotes_and_stories_act_on_nothing():
    for text in (
        "他说别记这个",
        "为什么别记这个？",
        "我忘了刚才说的",
        "你忘了刚才说的吗",
        "她让我忘掉刚才说的",
        "不是我，是他干的",
        "他不是北京人，是上海人",
        "不对劲",
        "今天他学到了什么",
        "she said don't remember this",
        "I don't remember this song",
        "No, thanks",
        "don't forget what I said",
        "what did he learn today?",
        "Actually it's raining",
        "Actually, never",
        "No, later",
        "No, Mum",
        "not bad, thanks",
        "not now, later",
        "不是，叫他来",
        "forget it",
    ):
        assert asked(text) is None, text
