"""mind.offers: of the owner's own and somebody else's, each question is answered with its own."""

from _bench import run, write
from _minded import Minded
from mind.offers import context
from mind.opposing import is_of_another, opposes
from mind.predicates import somebody_else
from test_mind_offering import offered

HEAP = "16M"

# What the owner has, what somebody else has, and what is asked of each of them.
_CHINESE = (
    ("我住在杭州", "小林搬到深圳了", "我住在哪里", "小林住在哪里"),
    ("我住在杭州", "表哥住在成都", "我住哪", "我表哥住在哪"),
    ("我住在苏州工业园区", "我同事老周住在昆山", "我住在哪里", "老周住在哪里"),
    ("我家在朝阳区", "邻居搬去通州了", "我家在哪", "邻居搬去哪了"),
    (
        "我的手机号是13805920011",
        "小林的手机号是18650330022",
        "我的手机号是多少",
        "小林的手机号是多少",
    ),
    ("我的柜子号是23", "我同事的柜子号是88", "我的柜子号是多少", "我同事的柜子号是多少"),
    ("我的车牌号是浙A12345", "老王的车牌号是浙B67890", "我的车牌号是多少", "老王的车牌号是多少"),
    ("我的座位是12排5座", "小雯的座位是8排3座", "我的座位是几排", "小雯的座位是几排"),
    ("我在腾讯上班", "小林在阿里上班", "我在哪上班", "小林在哪上班"),
    ("我是小学老师", "我闺蜜是护士", "我是做什么工作的", "我闺蜜是做什么工作的"),
    ("我在一家设计院做结构工程师", "我发小在银行当柜员", "我做什么工作", "我发小做什么工作"),
    ("我跳槽到美团了", "我同事跳槽到字节了", "我现在在哪家公司", "我同事跳槽到哪了"),
    ("我的生日是5月6日", "小林的生日是8月9日", "我的生日是哪天", "小林的生日是哪天"),
    ("我养了一只橘猫叫年糕", "邻居养了一只柯基叫豆包", "我养了什么宠物", "邻居养了什么宠物"),
    ("我家的狗叫旺财", "我朋友家的狗叫来福", "我家狗叫什么", "我朋友家的狗叫什么"),
    ("我的猫叫咪咪", "小林的猫叫可乐", "我的猫叫什么名字", "小林的猫叫什么名字"),
    ("我对花生过敏", "小林对海鲜过敏", "我对什么过敏", "小林对什么过敏"),
    ("我对青霉素过敏", "我室友对尘螨过敏", "我对什么药过敏", "我室友对什么过敏"),
    ("我对芒果过敏", "表弟对牛奶过敏", "我对什么过敏", "我表弟对什么过敏"),
    ("我开的是比亚迪汉", "小林开的是特斯拉", "我开什么车", "小林开什么车"),
    ("我买了辆二手卡罗拉", "同事买了辆问界M7", "我买了什么车", "我同事买了什么车"),
    ("我在浙江大学读研", "表妹在武汉大学读书", "我在哪所大学读书", "我表妹在哪所大学"),
    ("我毕业于厦门大学", "小林毕业于复旦大学", "我是哪个大学毕业的", "小林是哪个大学毕业的"),
    ("我最喜欢吃火锅", "小林最喜欢吃寿司", "我最喜欢吃什么", "小林最喜欢吃什么"),
    ("我爱喝乌龙茶", "我同事爱喝美式", "我爱喝什么", "我同事爱喝什么"),
    ("我不吃香菜", "小林不吃羊肉", "我不吃什么", "小林不吃什么"),
    (
        "我最喜欢的颜色是蓝色",
        "我闺蜜最喜欢的颜色是紫色",
        "我最喜欢什么颜色",
        "我闺蜜最喜欢什么颜色",
    ),
    ("我的房东姓李", "小林的房东姓周", "我的房东是谁", "小林的房东是谁"),
    ("我用的是联想笔记本", "我同事用的是MacBook", "我用什么电脑", "我同事用什么电脑"),
    ("我的领导是陈总", "小林的领导是吴总", "我的领导是谁", "小林的领导是谁"),
    ("我的血型是O型", "小林的血型是AB型", "我是什么血型", "小林是什么血型"),
    (
        "我的护照明年三月到期",
        "小林的护照今年九月到期",
        "我的护照什么时候到期",
        "小林的护照什么时候到期",
    ),
)
_ENGLISH = (
    ("I live in Leeds", "Tom moved to York", "where do I live?", "where does Tom live?"),
    (
        "I live in Bristol",
        "My cousin lives in Cardiff",
        "where do I live",
        "where does my cousin live",
    ),
    (
        "I live on Oak Street",
        "The neighbours moved to Brighton",
        "where do I live?",
        "where did the neighbours move?",
    ),
    (
        "My phone number is 07700 900123",
        "Tom's phone number is 07700 900456",
        "what's my phone number?",
        "what's Tom's phone number?",
    ),
    (
        "My locker number is 58",
        "Ned's locker number is 214",
        "what is my locker number?",
        "what is Ned's locker number?",
    ),
    (
        "My employee number is 3307",
        "My colleague's employee number is 4512",
        "what's my employee number?",
        "what's my colleague's employee number?",
    ),
    (
        "My licence plate is AB12 CDE",
        "Ned's licence plate is XY99 ZZZ",
        "what is my licence plate?",
        "what is Ned's licence plate?",
    ),
    ("I work at Barclays", "Tom works at Tesco", "where do I work?", "where does Tom work?"),
    (
        "I work as a plumber",
        "My friend Kate works as a florist",
        "what is my job?",
        "what is Kate's job?",
    ),
    (
        "My birthday is May 6",
        "Tom's birthday is August 9",
        "when is my birthday?",
        "when is Tom's birthday?",
    ),
    (
        "My birthday is 12 March",
        "My cousin's birthday is 1 October",
        "when's my birthday?",
        "when's my cousin's birthday?",
    ),
    (
        "I have a tabby cat called Biscuit",
        "My neighbour has a corgi called Waffle",
        "what pets do I have?",
        "what pet does my neighbour have?",
    ),
    (
        "My dog is called Rex",
        "Ned's dog is called Buddy",
        "what's my dog called?",
        "what is Ned's dog called?",
    ),
    (
        "I'm allergic to peanuts",
        "Tom is allergic to shellfish",
        "what am I allergic to?",
        "what is Tom allergic to?",
    ),
    (
        "I'm allergic to penicillin",
        "My flatmate is allergic to dust",
        "what am I allergic to?",
        "what is my flatmate allergic to?",
    ),
    (
        "I drive a Honda Civic",
        "Tom drives a Tesla",
        "what car do I drive?",
        "what car does Tom drive?",
    ),
    (
        "I study at Durham University",
        "My cousin studies at Oxford",
        "where do I study?",
        "where does my cousin study?",
    ),
    (
        "My favourite food is ramen",
        "Tom's favourite food is lasagne",
        "what's my favourite food?",
        "what's Tom's favourite food?",
    ),
    (
        "My favourite colour is blue",
        "My best friend's favourite colour is purple",
        "what's my favourite colour?",
        "what is my best friend's favourite colour?",
    ),
    (
        "My landlord is Mrs Patel",
        "Tom's new landlord is Mr Jenkins",
        "who is my landlord?",
        "who is Tom's landlord?",
    ),
    (
        "I use a Lenovo laptop",
        "My colleague uses a MacBook",
        "what laptop do I have?",
        "what laptop does my colleague use?",
    ),
    (
        "My shoe size is 9",
        "Ned's shoe size is 11",
        "what's my shoe size?",
        "what's Ned's shoe size?",
    ),
    (
        "I'm learning the guitar",
        "Tom is learning the piano",
        "what instrument am I learning?",
        "what instrument is Tom learning?",
    ),
    ("My boss is Karen Hill", "Tom's boss is Steve Park", "who is my boss?", "who is Tom's boss?"),
    (
        "My dentist is Dr Shaw",
        "My roommate's dentist is Dr Ford",
        "who is my dentist?",
        "who is my roommate's dentist?",
    ),
    (
        "My rent is 950 a month",
        "Tom's rent is 700 a month",
        "how much is my rent?",
        "how much is Tom's rent?",
    ),
    (
        "My passport expires in March",
        "Ned's passport expires in September",
        "when does my passport expire?",
        "when does Ned's passport expire?",
    ),
    (
        "I'm a member of PureGym",
        "My neighbour is a member of Nuffield gym",
        "which gym am I a member of?",
        "which gym is my neighbour a member of?",
    ),
    ("My seat is 14C", "Tom's seat is 9A", "what is my seat?", "what is Tom's seat?"),
)
# What is somebody else's, and where nothing is known of the owner's; then what it answers.
_ALONE = (
    ("Tom's new landlord is Mr Jenkins", "who is my landlord?", "who is Tom's landlord?"),
    ("Ned's locker number is 214", "what is my locker number?", "what is Ned's locker number?"),
    ("I bought dad a Dell laptop", "what laptop do I have?", "what laptop does dad have?"),
    ("I gave Tom a red bike", "what bike do I have?", "what bike did I give Tom?"),
    (
        "I set up a Samsung tablet for my grandma",
        "which tablet do I use?",
        "which tablet did I set up for grandma?",
    ),
    (
        "I helped my cousin buy a Ford Focus",
        "what car do I drive?",
        "what car did I help my cousin buy?",
    ),
    (
        "I bought my girlfriend a Casio watch",
        "what watch do I wear?",
        "what watch does my girlfriend have?",
    ),
    (
        "The neighbours' dog is called Bruno",
        "what's my dog called?",
        "what's the neighbours' dog called?",
    ),
    (
        "My colleague's new desk is on floor 4",
        "where is my desk?",
        "where is my colleague's desk?",
    ),
    ("小林的房东姓周", "我的房东是谁", "小林的房东是谁"),
    ("我同事的柜子号是88", "我的柜子号是多少", "我同事的柜子号是多少"),
    ("给爸爸买了台戴尔笔记本", "我用什么电脑", "我给爸爸买了什么电脑"),
    ("给妈妈换了部华为手机", "我用什么手机", "我给妈妈换了什么手机"),
    ("帮表弟挑了辆捷安特自行车", "我骑什么自行车", "我帮表弟挑了什么自行车"),
    ("送了女朋友一块卡西欧手表", "我戴什么手表", "我送女朋友什么手表"),
    ("邻居家的狗叫布鲁诺", "我家的狗叫什么", "邻居家的狗叫什么"),
    ("王芳在学法语", "我在学什么语言", "王芳在学什么语言"),
    ("隔壁老李的车停在B2", "我的车停在哪", "老李的车停在哪"),
)
# What begins with somebody else and is the owner's, too, or is what they are asked of.
_OWN = (
    ("我同事把他的自行车卖给我了", "我的自行车是哪来的"),
    ("邻居叫王建国", "我的邻居叫什么"),
    ("小林是我的健身教练", "我的健身教练是谁"),
    ("我的房东姓李", "我的房东姓什么"),
    ("我和同事合租在望京", "我和谁合租"),
    ("My colleague Ben sold me his old bike", "who sold me my bike?"),
    ("Tom is my personal trainer", "who is my personal trainer?"),
    ("My landlord is Mr Jenkins", "who is my landlord?"),
    ("My neighbour is called Bob", "what is my neighbour called?"),
    ("I bought dad a Dell laptop", "where did I buy the Dell laptop for dad?"),
    ("Grandpa's present was an iPhone 16", "what phone do I have?"),
)


def answers(told, question):
    """What is offered where these were told, a month apart."""
    bench = Minded()
    memory = bench.start()
    for content in told:
        write(memory, "fact", content)
        bench.clock.seconds += 30 * 86400
    return [content for content, _ in offered(bench, question)]


def is_answered_with_its_own(rows):
    for own, other, question, asked_of_other in rows:
        for told in ((own, other), (other, own)):
            bench = Minded()
            memory = bench.start()
            for content in told:
                write(memory, "fact", content)
                bench.clock.seconds += 30 * 86400
            for asked, answer in ((question, own), (asked_of_other, other)):
                found = [content for content, _ in offered(bench, asked)]
                assert found == [answer], (told, asked, found)


def test_what_the_owner_asks_in_chinese_is_answered_with_whose_it_is():
    is_answered_with_its_own(_CHINESE)


def test_what_the_owner_asks_in_english_is_answered_with_whose_it_is():
    is_answered_with_its_own(_ENGLISH)


def test_where_only_somebody_elses_is_known_nothing_is_offered_of_the_owners():
    for _, other, question, _ in _CHINESE + _ENGLISH:
        assert answers((other,), question) == [], (other, question)


def test_what_is_got_for_somebody_or_is_theirs_answers_who_asks_of_them():
    for told, question, asked_of_other in _ALONE:
        bench = Minded()
        write(bench.start(), "fact", told)
        assert run(context.context(bench.mind, question)).text == "", question
        found = [content for content, _ in offered(bench, asked_of_other)]
        assert found == [told], (asked_of_other, found)


def test_what_begins_with_somebody_else_may_be_the_owners_too():
    for told, question in _OWN:
        assert answers((told,), question) == [told], question


# Whoever begins a memory, none of them is the owner: friends, titles, nicknames, relatives.
_PEOPLE_ZH = ("小林", "王姐", "学姐", "大刘", "我同行老马", "楼下大爷", "我妹", "隔壁王姐", "陈总")
_TOLD_ZH = (
    ("%s房租每月2800", "我房租多少"),
    ("%s对芒果过敏", "我对什么过敏"),
    ("%s的猫叫芝麻", "我的猫叫什么名字"),
    ("%s考了六百一十二分", "我考了多少分"),
    ("%s五月二号结婚", "我什么时候结婚"),
    ("%s把烟戒了", "我还抽烟吗"),
)
_PEOPLE_EN = ("Priya", "our neighbor Lou", "my mate Priya", "Mrs Ellis", "old Frank", "Tom's mum")
_TOLD_EN = (
    ("%s drives a Subaru", "what do I drive?"),
    ("%s retired from the railroad in May", "when did I retire from the railroad?"),
    ("%s is getting married on 12 June", "when am I getting married?"),
    ("%s gave up smoking", "do I smoke?"),
)


def test_whoever_a_memory_begins_with_it_is_none_of_the_owners():
    for people, told in ((_PEOPLE_ZH, _TOLD_ZH), (_PEOPLE_EN, _TOLD_EN)):
        for number, who in enumerate(people):
            form, question = told[number % len(told)]
            assert answers((form % who,), question) == [], (form % who, question)


def test_what_somebody_else_has_hides_nothing_of_the_owners():
    for own, other, question in (
        ("房租每月2400", "小林房租每月2800", "我房租多少"),
        ("我五月二号结婚", "大刘六月八号结婚", "我什么时候结婚"),
        ("I drive a Fiesta", "old Frank drives a Subaru", "what car do I drive?"),
    ):
        assert answers((own, other), question) == [own], other


def test_what_is_asked_of_somebody_by_name_is_answered_with_what_begins_with_them():
    for told, question in (
        ("王姐一个月工资八千", "王姐工资多少"),
        ("室友对芒果过敏", "室友对什么过敏"),
        ("小林房租每月2800", "小林房租多少"),
    ):
        assert answers((told,), question) == [told], question


def test_nobody_is_taken_for_somebody():
    for own in (
        "房租每月2400", "高血压，每天吃药", "我左耳听不见", "车牌号是鄂A7K329", "老家在咸阳",
        "小区停车每月三百",
        "我妹对芒果过敏", "医生说少吃盐", "Rent is 650 a month", "User's phone is a OnePlus 12",
        "Doctor says I need rest", "Mum's hip is bad", "Knee's never been right",
    ):  # fmt: skip
        assert somebody_else(own) == 0, own


def test_what_somebody_else_likes_is_no_word_against_the_owners_allergy():
    for who in ("李娜", "张伟", "王姐", "大刘", "同事小张", "我同行老马"):
        assert not opposes("我对芒果过敏", who + "喜欢吃芒果"), who
    assert opposes("我对芒果过敏", "我喜欢吃芒果")


def test_what_is_written_of_the_user_is_of_nobody_else():
    assert not is_of_another("User's phone is a OnePlus 12")
    assert is_of_another("Ned's phone is a OnePlus 12")


def test_a_wife_is_meant_by_whatever_word():
    for told in ("我老婆苏敏对花生过敏", "我媳妇对花生过敏", "我太太对花生过敏"):
        for question in ("我媳妇对什么过敏", "我太太对什么过敏", "我老婆对什么过敏"):
            assert answers((told,), question) == [told], (told, question)
    assert answers(("我儿媳妇对虾过敏",), "我老婆对什么过敏") == []


def test_what_one_has_is_called_as_it_is_said_to_be():
    for told in ("I have a dog named Rex", "We've got a black dog called Rex"):
        assert answers((told,), "what's my dog called?") == [told], told
        assert answers((told,), "what's my cat called?") == [], told


def test_a_relative_whose_name_holds_another_ones_is_somebody_else():
    for theirs, question, own in (
        ("老婆今年58岁", "儿媳妇今年多大", "儿媳妇今年31岁"),
        ("媳妇做了膝盖手术", "亲家母做的什么手术", "亲家母做了膝盖手术"),
        ("女儿对虾过敏", "干女儿对什么过敏", "干女儿对虾过敏"),
    ):
        assert answers((theirs,), question) == [], question
        assert answers((own,), question) == [own], question
