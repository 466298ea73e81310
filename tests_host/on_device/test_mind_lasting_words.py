"""mind.scores.lasting_words: what must never be forgotten, and what only sounds like it."""

from mind.scores.lasting_words import is_lasting

LASTING = """
对花生过敏
我对海鲜过敏，吃了会起疹子
我有青霉素过敏
女儿对牛奶过敏
不能吃花生，过敏
不能吃花生因为过敏
别忘了我对花生过敏
没有人知道我对芒果过敏
没想到对虾过敏
要不是过敏我就吃了
我不是对花生过敏，是对芒果过敏
不对花生过敏，对芒果过敏
妈妈有糖尿病，不能吃甜的
爸爸有心脏病
爷爷装了起搏器
得了肺癌
有高血压
每天要打胰岛素
對花生過敏
请永远记住我妈妈的生日
你要永远记得我叫小明
千万要记住我怕狗
这件事绝对不能忘
Allergic to peanuts
I am ALLERGIC to penicillin
I'm not a vegetarian but I'm allergic to fish
don't forget I am allergic to nuts
Don't forget my peanut allergy
she didn't know he is diabetic
not sure if it helps, but I have asthma
not only allergic to nuts
Not diabetic, allergic to nuts
a peanut-allergy
carries an EpiPen
Dad has a heart condition
never forget that I was adopted
This must never be forgotten
You must never forget my mum's birthday
please always remember that I hate clowns
Mochi 对鸡肉 allergic
我吃虾会过敏
小时候就有哮喘
我有遗传性心脏病
奶奶心脏不好，装了心脏起搏器
对头孢过敏，千万别用
我不能吃海鲜，会过敏
我从小就对牛奶过敏
儿子过敏体质
我患有二型糖尿病
千万记住我不吃香菜
My son is allergic to bees
I have type 1 diabetes
He's deathly allergic to shellfish
I can't drink milk, lactose intolerant
mum has a pacemaker since 2019
My dog has epilepsy
I had a heart attack last year
No one told me he was allergic to cats
I'm not allergic to dogs, but cats give me an allergy
我没有哮喘，但有糖尿病
没吃药的时候过敏很严重
无奈对猫毛过敏
他不是不过敏，是没吃过
"""

NOT_LASTING = """
喜欢喝咖啡
不过敏
对花生不过敏
我对花生并不过敏
不会过敏
没有过敏
没有药物过敏
没有花粉过敏
从来没有过敏
无过敏史
未发现过敏
不会对花生过敏
我没有糖尿病
没得过心脏病
不是高血压
他太过敏感了
我太过敏感
别忘了买菜
我会永远记住这一天
不用永远记住
医生排除心脏病
喜欢看关于健康的书
not allergic to anything
I'm not allergic to nuts
She isn't allergic to cats
I don’t have any allergies
no known allergies
No allergies
never had asthma
I do not have diabetes
without allergies
free of allergies
no asthma or allergies
non-allergic
allergology
hypoallergenic pillows
unallergic
I will never forget that day
we'll always remember this
Likes coffee
Cancer is his zodiac sign
我什么都不过敏
我不对任何东西过敏
我身体很好，没有糖尿病高血压
我没有什么过敏的
检查过了，没有心脏病
我爸没得过癌症
他没有高血压
从不过敏
不容易过敏
我皮肤不过敏
对猫毛没有过敏反应
喜欢看心脏跳动的视频
她没有家族糖尿病
I don't think I'm allergic to anything
he was never diabetic
I have no food allergies
My tests showed no sign of diabetes
I couldn't forget that movie
She never has allergies
There's no history of asthma
Anti-allergy pillow
"""


def test_what_must_never_be_forgotten_is_known():
    missed = [line for line in LASTING.strip().split("\n") if not is_lasting(line)]
    assert missed == []


def test_what_is_denied_or_only_sounds_like_it_is_not():
    wrong = [line for line in NOT_LASTING.strip().split("\n") if is_lasting(line)]
    assert wrong == []


def test_a_question_says_nothing_and_a_polite_request_does():
    for text in (
        "他对猫过敏吗",
        "他对猫过敏吗？",
        "我女儿有哮喘吗，我忘了",
        "is he allergic to cats",
        "Is he allergic to cats?",
        "Which of them has asthma?",
    ):
        assert not is_lasting(text), text
    for text in (
        "他对猫过敏吗？他对狗过敏",
        "记一下我对花生过敏好吗？",
        "你知道我对花生过敏吗？",
        "我对花生过敏，记住了吗？",
        "Could you note that I'm allergic to nuts?",
        "I'm allergic to nuts, ok?",
        "Is he here? He is allergic to cats.",
        "Is allergic to cats",
        "Did you know that I have asthma?",
    ):
        assert is_lasting(text), text


def test_negation_is_not_merged_away():
    """Trap: negation and digits merged away."""
    assert is_lasting("对花生过敏") and not is_lasting("对花生不过敏")
    assert is_lasting("is allergic to nuts") and not is_lasting("is not allergic to nuts")


def test_any_text_can_be_asked_of():
    for text in (
        "",
        " ",
        "过",
        "敏",
        "\n",
        "🥜过敏",
        "allergic",
        "过敏" * 50,
        "不" * 100,
        "'",
        "-",
    ):
        is_lasting(text)
    assert is_lasting("🥜过敏") and is_lasting("allergic")
