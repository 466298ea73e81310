"""mind.owner_words: words of the owner that act at once, and stories that do not."""

from mind.owner_words import CANCEL, CORRECT, FORGET_LAST, KEEP_NOT, REVIEW, asked
from mind.rules.forget_clauses import order, without

RUNS_ON = ("micropython", "cpython")


def test_each_action_has_its_words_in_both_languages():
    for action, texts in (
        (KEEP_NOT, ("别记这个", "刚才的不要记", "Don't remember this", "off the record")),
        (KEEP_NOT, ("Strike that from the record", "Strike it from the record")),
        (FORGET_LAST, ("Never mind that, forget it", "forget it, never mind", "Scratch that")),
        (REVIEW, ("你今天记住了什么", "你都记住了什么？", "What did you learn today?")),
        (FORGET_LAST, ("忘掉刚才说的", "把刚才说的忘了吧", "Forget what I just said")),
        (
            FORGET_LAST,
            ("刚才的话当我没说", "刚才说的你就当没听见", "please forget that last thing"),
        ),
        (FORGET_LAST, ("你把我刚才讲的忘了好不好",)),
        (KEEP_NOT, ("这事儿你别往心里记", "this stays between us, don't note it")),
        (
            REVIEW,
            ("what did you note down today?", "so what new things do you know about me today?"),
        ),
        (KEEP_NOT, ("这话你可别记着", "以上内容请勿记录", "这个就别往记忆里存了")),
        (KEEP_NOT, ("leave that off the record", "keep that out of your memory")),
        (KEEP_NOT, ("don't make a note of that",)),
        (FORGET_LAST, ("你就当没听到", "算了，忘了吧", "删掉刚才记的", "撤销刚才的记录")),
        (FORGET_LAST, ("forget it, I never said that", "delete that last one")),
        (FORGET_LAST, ("remove the last thing you saved",)),
        (REVIEW, ("今天新记了什么", "汇报一下今天记住的东西", "今天有什么新的记忆")),
        (REVIEW, ("what did you pick up about me today", "what do you remember from today?")),
        (REVIEW, ("你这周都记住了什么", "你昨天记住了什么？", "上个月你记了些什么")),
        (REVIEW, ("what have you learned this week?", "what did you note down yesterday")),
        (REVIEW, ("anything new you remembered today?", "which things did you memorize today?")),
        (CANCEL, ("取消吧", "不对，取消吧", "算了，取消", "不用提醒了", "no, cancel it")),
        (CANCEL, ("no, forget it", "don't remind me")),
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
        ("啊说错了，常州", "常州"),
        ("等一下，应该是6月5号", "6月5号"),
        ("sorry, four", "four"),
        ("wait, it's a tortoise", "a tortoise"),
        ("no, make it 4", "4"),
        ("make it 4 pm", "4 pm"),
        ("no, change it to Monday", "monday"),
        ("改成四点", "四点"),
        ("不对，改到周一", "周一"),
        ("推迟一小时", "推迟一小时"),
        ("再晚半个小时吧", "再晚半个小时"),
        ("no, push it back by an hour", "an hour later"),
        ("bring it forward by half an hour", "half an hour earlier"),
        ("half an hour earlier", "half an hour earlier"),
        ("讲错了，是司机", "司机"),
        ("不，六楼", "六楼"),
        ("that's wrong, I have three", "three"),
        ("it's spelled Sarah", "Sarah"),
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
        "make it quick",
        "move it to the left",
        "wait, it's raining",
        "wait, it's Tom",
        "sorry, not today",
        "改成红色",
        "晚一点",
        "等一下，是快递",
        "说错了，抱歉",
        "他说取消吧",
        "会议取消了",
        "she said cancel it",
        "can you make it?",
        "算了，忘了带伞",
        "忘了",
        "今天记住的东西太多了",
        "anything new today?",
        "make a note of that",
        "he left earlier",
    ):
        assert asked(text) is None, text


def test_an_order_to_forget_or_not_to_remember_has_its_clause():
    for text, clause in (
        ("忘掉我在京东上班", "我在京东上班"),
        ("别记我住在北京", "我住在北京"),
        ("忘记我叫小明", "我叫小明"),
        ("请忘掉我有糖尿病", "我有糖尿病"),
        ("删掉我喜欢下棋", "我喜欢下棋"),
        ("不许记我体重80公斤", "我体重80公斤"),
        ("能不能忘掉我结婚了？", "我结婚了"),
        ("忘了我有糖尿病吧", "我有糖尿病"),
        ("把我住在北京忘掉吧", "我住在北京"),
        ("把我喜欢下棋这件事删掉", "我喜欢下棋"),
        ("别把我的体重记下来", "我的体重"),
        ("我体重80公斤的事别记了", "我体重80公斤"),
        ("忘掉我说过我喜欢下棋", "我喜欢下棋"),
        ("Forget that I like chess", "I like chess"),
        ("forget I like chess", "I like chess"),
        ("Can you forget that I have diabetes?", "I have diabetes"),
        ("Don't remember that I like chess", "I like chess"),
        ("Please delete that I'm a nurse.", "I am a nurse"),
        ("Erase the fact that we have a cat", "we have a cat"),
        ("I want you to forget that Tom is my brother", "Tom is my brother"),
        ("Forget that I ever said I like tea, please", "I like tea"),
    ):
        found = order(text)
        assert found is not None and found.acts and found.clause == clause, text


def test_what_is_not_to_be_forgotten_or_was_is_no_order():
    for text in (
        "别忘了我住在北京",
        "我忘了我住哪",
        "你忘了我叫小明吗",
        "他说忘掉我住在北京",
        "别记错了我的生日",
        "忘了我吧",
        "把会议取消",
        "don't forget that I live in Ghent",
        "don't forget to feed the cat",
        "I forgot that I live in Ghent",
        "Did you forget that I live in Ghent?",
        "You forget that I like chess",
        "He said forget that I like chess",
        "don't remember where I live",
        "Forget that, I like chess",
        "forget me",
    ):
        assert order(text) is None, text
    for text in ("忘了我有糖尿病", "你忘了我叫小明", "忘记带伞了", "忘记我要开会了"):
        found = order(text)
        assert found is not None and not found.acts, text


def test_what_is_said_beside_such_an_order_stays():
    for text, left in (
        ("忘掉我住在北京，我搬到上海了", "我搬到上海了"),
        ("你好。忘掉我住在北京。我喜欢茶", "你好。 我喜欢茶"),
        ("Forget that I live in Ghent, I moved to Turku", "I moved to Turku"),
        ("I like tea. Forget that I like chess.", "I like tea."),
        ("别忘了我住在北京", "别忘了我住在北京"),
    ):
        assert without(text).strip() == left, text


def test_what_is_meant_for_memory_is_known_in_more_words():
    for text, action in (
        ("please don't keep that in memory", ("keep_not", "")),
        ("Can you not remember that?", ("keep_not", "")),
        ("could you not save that?", ("keep_not", "")),
        ("Let's keep this between us", ("keep_not", "")),
        ("actually, never mind the reminder", ("cancel", "")),
        ("no need to remind me", ("cancel", "")),
        ("you don't need to remind me", ("cancel", "")),
        ("算了，不用提醒我了", ("cancel", "")),
        ("bring it forward to 8:30", ("correct", "8:30")),
        ("reschedule it to Monday at 10", ("correct", "monday at 10")),
        ("你今天学到了什么新东西", ("review", "")),
        ("tell me what you've remembered today", ("review", "")),
        ("前面那句删了", ("forget_last", "")),
        ("前面那句不算", ("forget_last", "")),
        ("you can't remember that?", None),
        ("you can not remember that", None),
        ("I keep this in memory", None),
        ("we always keep this between us", None),
        ("no need to remind me of that awful day", None),
        ("never mind the rain", None),
        ("前面那家店关了", None),
        ("他学到了什么新东西", None),
        ("bring it forward to the table", None),
    ):
        assert asked(text) == action, (text, asked(text))
