"""mind.reranking: what likely answers is offered, by weights that are read as asked for."""

import struct

from _bench import run, write
from _minded import Minded
from memory.search.word_table import DamagedTable
from mind.offers import finding, offering
from mind.reranking import pair_features, reranker
from mind.reranking.pair_features import Tokens, Told

_WHERE_ZH, _WHERE_EN = 5, 5  # the letter F: homes and places
_TABLES = ("|住=F|了=^|搬=F|".encode(), b"| live =F| lives =F| moved =F|")


class Weights:
    """
    A table of weights: tokens {key: (said, not said)}, what is added to each score, and of endings
    {place: weight in thousandths}.
    """

    def __init__(self, tokens=(), bias=0.0, version=2, standing=(), endings=((195, -9000),)):
        self.asked = []
        self.rows = {b"h": bytes((version,)) + struct.pack("<ffff", 1.0, 1.0, bias, 0.001)}
        ending = [0] * 196
        for at, value in dict(endings).items():
            ending[at] = value
        self.rows[b"l"] = struct.pack("<196h", *ending)
        for key, (said, unsaid) in dict(tokens).items():
            self.rows[b"t" + key.encode()] = bytes((128 + said, 128 + unsaid)) + bytes((128,) * 64)
        row = [0] * 87
        for at, value in standing:
            row[at] = value
        for language in (b"e", b"z"):
            self.rows[b"s" + language] = struct.pack("<87h", *row)
        for key, table in zip((b"z0", b"e0"), _TABLES):
            self.rows[key] = table

    def get(self, key):
        self.asked.append(key)
        return self.rows.get(key, b"")


class Damaged(Weights):
    """One that turns out to be damaged at the first token."""

    def get(self, key):
        if key[:1] == b"t":
            raise DamagedTable("block 3 of the words does not check")
        return super().get(key)


def minded(weights, *memories):
    """A mind with these memories of a month each, and a reranker with these weights, or none."""
    bench = Minded()
    memory = bench.start()
    for one in memories:
        write(memory, *(one if isinstance(one, tuple) else ("fact", one)))
        bench.clock.seconds += 30 * 86400
    bench.mind.reranker = None if weights is None else reranker.Reranker(lambda: weights)
    run(bench.mind.learn_shapes(lambda: True))
    return bench


def offered(bench, question, recent=()):
    rows = run(offering.offer(bench.mind, question, 5, recent))
    return [one.record.content for one in rows]


def test_what_the_weights_think_unlikely_is_not_offered_though_the_rules_would():
    told = "The user is learning to play the cello"
    question = "which instrument am I learning to play?"
    assert offered(minded(None, told), question) == [told]
    assert offered(minded(Weights(bias=-3.0), told), question) == []
    assert offered(minded(Weights(bias=3.0), told), question) == [told]


def test_what_the_rules_find_of_the_owner_is_offered_though_the_weights_doubt_it_a_little():
    told = "The user is learning to play the cello"
    for bias, rows in ((-0.5, [told]), (-0.8, [])):
        assert offered(minded(Weights(bias=bias), told), "which instrument am I learning?") == rows
    of_else = "Grace is learning to play the cello"
    question = "which instrument is Grace learning?"
    assert offered(minded(None, of_else), question) == [of_else]
    assert offered(minded(Weights(bias=-0.5), of_else), question) == []


def test_what_was_so_is_offered_to_who_asks_for_it_though_the_weights_doubt_it_a_little():
    told = "I smoke about five cigarettes a day"
    for bias, rows in ((-0.5, [told]), (-0.8, [])):
        bench = minded(Weights(bias=bias))
        write(bench.mind.memory, "fact", told, valid_to="2020-01-01")
        assert offered(bench, "how many cigarettes did I use to smoke?") == rows


def is_standing(bias, relevance=1.0, ended=0.0):
    """Whether what the rules hold for over, since something was told later, is to be offered."""
    bench = minded(None, "I play the cello")
    (first,) = bench.mind.memory.each("fact")
    later = write(bench.mind.memory, "fact", "We got a new van").record
    found = [reranker.Candidate(first, 1.0, False), reranker.Candidate(later, 0.2, False)]
    found[0].relevance, found[0].is_own, found[0].ended = relevance, True, ended
    found[1].is_offered = True
    reranker.Reranker(lambda: Weights(bias=bias)).rerank("what music do I make?", found)
    return found[0].is_sure


def test_what_the_rules_hold_for_over_stands_where_the_weights_see_nothing_that_ended_it():
    assert is_standing(0.1)
    assert not is_standing(-0.1)
    assert not is_standing(0.1, relevance=0.7)
    assert not is_standing(0.1, ended=0.2)


def test_what_the_rules_offer_is_offered_where_the_weights_doubt_it_by_so_little():
    for is_own, is_named, ended, bias, is_sure in (
        (True, False, 0.0, -0.5, True),
        (True, False, 0.2, -0.5, True),  # something told later only may have ended it
        (True, False, 0.2, -0.8, False),
        (True, False, 0.5, -0.5, False),
        (True, True, 0.5, -9.0, True),  # what somebody is called does not end
        (False, False, 0.0, -0.5, False),
        (False, False, 0.0, 0.1, True),
    ):
        record = write(minded(None).mind.memory, "fact", "I play the cello").record
        one = reranker.Candidate(record, 1.0, False)
        one.relevance, one.is_own, one.is_offered, one.ended = 0.8, is_own, True, ended
        one.is_named = one.is_claim = is_named
        reranker.Reranker(lambda bias=bias: Weights(bias=bias)).rerank("what music?", [one])
        assert one.is_sure == is_sure, (is_own, is_named, ended, bias)


def test_asked_what_was_so_then_what_claims_to_have_been_is_offered():
    never = Weights(bias=-9.0)
    bench = minded(never, "I live in Leeds", "I moved to Bath", "I moved to York")
    assert offered(bench, "where did I live before?") == ["I moved to Bath", "I live in Leeds"]
    assert offered(bench, "where do I live?") == ["I moved to York"]


def test_an_ex_is_no_answer_to_who_asks_for_the_partner():
    for told, now, before in (
        ("My ex-wife is called Tina", "what is my wife called?", "what is my ex-wife called?"),
        ("My ex-girlfriend is called Zoe", "who is my girlfriend?", "who is my ex-girlfriend?"),
        ("我前妻叫李娜", "我老婆叫什么", "我前妻叫什么"),
    ):
        bench = minded(Weights(bias=9.0), told)
        assert offered(bench, now) == [] and offered(bench, before) == [told], told


def test_who_was_the_partner_before_they_parted_is_no_answer_to_who_is():
    for before, now, question in (
        ("My partner is called Ole", "I broke up with Ole", "who is my partner?"),
        ("我女朋友叫小美", "我和小美分手了", "我女朋友是谁"),
    ):
        assert before not in offered(minded(Weights(bias=9.0), before, now), question)


def test_what_claims_or_says_all_that_is_asked_is_offered_unless_it_may_be_over():
    never = Weights(bias=-9.0)
    for told, question in (
        ("用户住在成都", "我住在哪里"),
        ("I work at Shell", "where do I work?"),
        ("Tom is my boss at the clinic", "who's my boss?"),
        ("Luna is my cat", "who is Luna?"),
        ("我侄女叫糖糖", "糖糖是谁？"),
    ):
        assert offered(minded(never, told), question) == [told]
    told_later = ("I work at Shell", "I cycle to work")
    assert offered(minded(never, *told_later), "where do I work?") == []
    assert offered(minded(never, "I work at Shell", "I cycle a lot"), "where do I work?")
    weighed = minded(never, "用户住在成都")
    (one,) = run(offering.offer(weighed.mind, "我住在哪里", 5))
    assert (one.relevance, one.why) == (0.6, "claim")  # the threshold


def test_words_that_ask_are_in_no_memory_and_need_not_be():
    never = Weights(bias=-9.0)
    for told, question in (
        ("我最近在学吉他", "我在学什么"),
        ("I'm learning the cello", "what am I learning?"),
    ):
        assert offered(minded(never, told), question) == [told], question
    assert offered(minded(never, "我最近在学吉他"), "我在学什么乐器") == []  # 乐器 asks for more


def test_what_few_say_is_weighed_as_what_most_say_and_what_fills_a_question_up_need_not_be_told():
    for question, word in (
        ("存折我搁哪儿了", "放哪"),
        ("存折塞在哪了", "放在"),
        ("存折到几时", "什么"),
        ("存折里有几多钱", "多少"),
        ("存折上有啥", "有啥"),  # which the weights know
    ):
        weights = Weights(bias=9.0)
        bench = minded(weights, "存折放在抽屉里")
        offered(bench, question)
        assert b"t" + word.encode() in weights.asked, question
    never = Weights(bias=-9.0)
    for told, question in (
        ("飞度卖了两万八", "那辆飞度最后卖了多少钱"),
        ("豆豆送给楼下的陈师傅了", "豆豆后来给谁了"),
    ):
        assert offered(minded(never, told), question) == [told], question


def test_how_much_or_when_something_is_may_be_asked_with_more_words_than_a_memory_has():
    for told, questions in (
        ("房租每月2400", ("我房租多少", "我的房租是多少", "我的房租多少")),
        ("工资每月9000", ("我的工资是多少", "我工资多少")),
        ("水电费每月三百", ("我的水电费是多少", "水电费是多少")),
        ("房贷每月五千二", ("我的房贷是多少", "房贷是多少", "房贷多少")),
        ("我电话尾号7731", ("我的电话尾号是多少", "我电话尾号多少")),
    ):
        for question in questions:
            assert offered(minded(Weights(bias=-9.0), told), question) == [told], question
    for told, question in (
        ("高血压五年了", "高血压是什么"),
        ("房租每月2400", "我的房租是几号交"),
        ("房租每月2400", "我的房贷是多少"),
        ("房租涨了", "我的房租是多少"),
    ):
        assert offered(minded(Weights(bias=-9.0), told), question) == [], question


def test_what_became_of_somebody_or_something_is_told_by_what_tells_such_an_end():
    for told, questions in (
        (
            "年糕今天早上走了，肾衰，医生说没办法",
            ("年糕怎么死的", "年糕是怎么走的", "年糕怎么没的"),
        ),
        ("元宝没了，跑到马路上被车撞了", ("元宝怎么没的", "元宝怎么死的")),
        ("小黄飞走了，窗户没关严", ("小黄怎么没的", "小黄去哪儿了", "小黄去哪了")),
        ("翠翠前天死了，可能是水土不服", ("翠翠怎么死的", "翠翠什么时候死的", "翠翠是怎么死的")),
        ("手机摔坏了，屏幕全花了", ("我手机怎么坏了", "我手机怎么坏的")),
        ("we had to put Biscuit down in May", ("what happened to Biscuit?",)),
        ("the Fiesta failed its MOT so I scrapped it", ("what happened to my Fiesta?",)),
        ("my laptop died, spilled coffee on it", ("what happened to my laptop?",)),
        ("My bike got nicked outside Tesco", ("what became of my bike?",)),
        ("Grandma passed away in 2019, a stroke", ("how did my grandma die?",)),
    ):
        for question in questions:
            assert offered(minded(Weights(bias=-9.0), told), question) == [told], question
    for told, questions in (
        ("年糕是一只橘猫", ("年糕怎么死的", "年糕什么时候没的", "年糕去哪儿了")),
        ("小黄是去年五月买的鹦鹉", ("小黄什么时候死的", "我的小黄什么时候没的")),
        ("我奶奶去年做了手术", ("我奶奶什么时候走的", "我奶奶怎么死的")),
        ("元宝没了", ("年糕怎么没的", "元宝坏了怎么修")),
        ("I've got a greyhound called Biscuit", ("what happened to Biscuit?",)),
        ("we had to put Biscuit on a diet", ("what happened to Biscuit?",)),
        ("had to put Leo down for a nap", ("what happened to Leo?",)),
        ("Biscuit loves chicken", ("how did Biscuit die?", "what became of Biscuit?")),
        ("My bike got nicked outside Tesco", ("what happened to my car?",)),
        ("周末去西湖，走了三小时", ("去西湖怎么走", "去西湖怎么走最近")),
    ):
        for question in questions:
            assert offered(minded(None, told), question) == [], question


def test_what_is_otherwise_now_is_offered_in_place_of_what_was_though_the_weights_doubt_it():
    for before, now, questions in (
        (("event", "我戒烟了，这次是认真的"), "又抽上了，压力太大，一天半包吧", ("我抽烟吗",)),
        ("我戒酒三个月了", "昨晚又喝起来了，没忍住", ("我现在喝酒吗",)),
        (("habit", "每天凌晨四点起来和面"), "我现在五点半才起", ("我几点起床",)),
        ("I gave up smoking at New Year", "back on the fags, ten a day", ("do I smoke?",)),
        ("I quit drinking in March", "back on the wine, a glass most nights", ("do I drink?",)),
        ("I've got a cat called Mog", "we had to put Mog down", ("what's my cat called?",)),
        ("我的车是朗逸", "买了辆二手的飞度，三万二", ("我开什么车",)),
        ("I drive a Fiesta", "I bought a second-hand Yaris", ("what car do I drive?",)),
    ):
        for question in questions:
            bench = minded(Weights(bias=-1.0), before, now)
            assert now in offered(bench, question), question
    for before, other, question in (
        (("event", "我戒烟了，这次是认真的"), "老马又抽上了", "我抽烟吗"),
        (("habit", "每天凌晨四点起来和面"), "我儿子现在七点半才起", "我几点起床"),
        ("I gave up smoking at New Year", "Dave is back on the fags", "do I smoke?"),
        ("I've got a dog called Rex", "had to put my foot down at work", "what's my dog called?"),
        ("I've got a dog called Rex", "had to put Rex on a diet", "what's my dog called?"),
        ("I drive a Fiesta", "my brother bought a second-hand Yaris", "what car do I drive?"),
        ("I drive a Fiesta", "saw a Yaris in the car park", "what car do I drive?"),
        ("我开朗逸", "隔壁老王买了辆飞度", "我开什么车"),
        ("I quit drinking", "spent 30 quid on wine for the wedding", "do I drink?"),
    ):
        assert other not in offered(minded(Weights(bias=-1.0), before, other), question), other


def test_what_was_told_later_and_changes_nothing_makes_a_claim_no_older():
    others = ("我妈血压高", "我最近在学吉他", "我养了只猫")
    bench = minded(Weights(bias=-9.0), "我老婆是护士", "我老婆经常上夜班", *others)
    assert offered(bench, "我老婆做什么工作") == ["我老婆是护士"]


def test_what_took_the_place_of_a_claim_is_offered_and_found_though_the_weights_doubt_it():
    for before, now, question in (
        ("I work at Google", "I got laid off from Google", "where do I work?"),
        ("我在阿里上班", "我从阿里离职了", "我在哪上班"),
        ("我开一辆本田思域", "我把思域卖了，换了辆特斯拉", "我开什么车"),
    ):
        bench = minded(Weights(bias=-9.0), before, now)
        assert offered(bench, question) == [now]
        found = [one.record.content for one in run(finding.search(bench.mind, question))]
        assert found == [now, before]


def test_what_is_over_answers_nobody_who_asks_what_is_so_though_what_ended_it_was_deleted():
    for before, now, question in (
        ("我住在大理", "我搬到昆明了", "我住哪？"),
        ("I work at Nokia", "I joined Ericsson", "where do I work?"),
        ("我的小名是豆豆", "以后叫我阿星吧", "我的小名是什么？"),
    ):
        bench = minded(Weights(bias=9.0), before, now)
        assert offered(bench, question) == [now]
        run(bench.memory.delete(id_of(bench, now)))
        assert offered(bench, question) == [], question


def test_what_was_given_up_in_the_same_breath_is_nothing_that_is_so():
    guitar = "The user learned the guitar for a year and gave it up"
    tabla = "The user is learning the tabla and the flute"
    bench = minded(Weights(bias=9.0), guitar, tabla)
    assert offered(bench, "which instrument am I learning?") == [tabla]
    assert guitar in offered(bench, "which instrument did I learn before?")


def id_of(bench, content):
    found = run(finding.search(bench.mind, content))
    return next(one.record.id for one in found if one.record.content == content)


def test_what_the_rules_leave_is_offered_where_the_weights_think_it_likely():
    told = "用户在茶厂揉了三十年茶"
    question = "听说茶厂里新来的师傅是谁？"
    assert offered(minded(None, told), question) == []
    assert offered(minded(Weights({"茶": (90, -90)}), told), question) == [told]


def test_the_likeliest_comes_first_and_what_is_under_the_threshold_not_at_all():
    weights = Weights({"tea": (40, -127), "green": (60, 0)}, bias=0.5)
    memories = ("I drink green tea at work", "I drink tea at home", "I drink cocoa at home")
    found = offered(minded(weights, *memories), "Which tea do I drink, green tea?")
    assert found == list(memories[:2])


def test_the_relevance_is_told_and_the_threshold_is_the_owners():
    bench = minded(Weights(bias=-1.0), "The user is learning to play the cello")  # a quarter
    question = "which instrument am I learning to play?"
    assert offered(bench, question) == []
    bench.mind.numbers["offer_threshold"] = 20
    (one,) = run(offering.offer(bench.mind, question, 5))
    assert (round(one.relevance, 2), one.why) == (0.27, "words")


def test_lists_of_a_kind_profiles_and_what_is_no_question_are_left_to_the_rules():
    never = Weights(bias=-9.0)
    bench = minded(never, ("like", "打羽毛球"), ("name", "小雨"))
    assert offered(bench, "我有什么爱好") == ["打羽毛球"]
    assert offered(bench, "我叫什么名字") == ["小雨"]
    assert offered(bench, "打羽毛球") == ["打羽毛球"]


def test_whom_only_the_talk_before_names_is_left_to_the_rules():
    told = "用户的同事周明的生日是6月3日"
    talk = ("周明今天请我吃饭了",)
    by_rules = offered(minded(None, told), "他生日是哪天", talk)
    assert offered(minded(Weights(bias=-9.0), told), "他生日是哪天", talk) == by_rules


def test_without_weights_of_this_version_the_rules_offer_and_the_problem_is_told():
    told = "用户住在成都"
    for weights, problem in (
        (Weights(bias=-9.0, version=1), "the weights of answers are of another version"),
        (Damaged(bias=-9.0), "block 3 of the words does not check"),
    ):
        bench = minded(weights, told)
        assert offered(bench, "我住在哪里") == [told]
        assert not bench.mind.reranker.is_ready()
        assert bench.mind.reranker.problem == problem
    bench = minded(None, told)
    bench.mind.reranker = reranker.Reranker(lambda: None)
    assert offered(bench, "我住在哪里") == [told]
    assert (bench.mind.reranker.is_ready(), bench.mind.reranker.problem) == (False, "")


def test_the_table_is_opened_once_and_each_token_is_read_once_a_question():
    weights = Weights(bias=1.0)
    opened = []

    def opens():
        opened.append(1)
        return weights

    bench = minded(None, "用户住在成都", "用户以前住在重庆")
    bench.mind.reranker = reranker.Reranker(opens)
    offered(bench, "我现在住在哪里")
    offered(bench, "我现在住在哪里")
    assert len(opened) == 1
    tokens = [one for one in weights.asked if one[:1] == b"t"]
    assert len(tokens) == 2 * len(Tokens("我现在住在哪里").keys)


def test_tokens_are_characters_and_pairs_of_them_or_stems_and_pairs_of_words():
    assert [one.decode() for one in Tokens("我住哪").keys] == ["我住", "我", "住哪", "住", "哪"]
    english = Tokens("Where's Ann living?")
    assert [one.decode() for one in english.keys] == [
        "where",
        "ann",
        "where ann",
        "live",
        "ann living",
    ]
    assert (english.is_chinese, Tokens("wifi密码").is_chinese) == (False, True)
    assert len(Tokens("".join([chr(0x4E00 + n) for n in range(90)])).keys) == 48
    assert Tokens("").keys == Tokens("？！").keys == []
    assert Tokens("😀🎂几号") is not None  # characters of four bytes


class Text:
    def __init__(self, content, kind="fact"):
        self.content = content
        self.kind = kind

    def words(self):
        return self.content


def told(content, question="", kind="fact"):
    return Told(Text(content, kind), Tokens(question), _TABLES)


def test_a_text_says_a_word_in_another_form_and_a_short_one_only_as_it_is():
    question = "is my cat happy"
    said = told("The cats are happily asleep", question).says
    tokens = [one.decode() for one in Tokens(question).keys]
    assert [one for one, has in zip(tokens, said) if has] == ["happi"]
    said = told("My cat, happier now", question).says
    assert [one for one, has in zip(tokens, said) if has] == ["my", "cat", "happi"]


def test_what_a_later_memory_says_is_over_is_not_offered_for_likely():
    cat = "我养了一只猫叫咪咪"
    likely = Weights(bias=3.0)
    assert cat in offered(minded(likely, cat), "我养了什么宠物？")
    assert cat not in offered(minded(likely, cat, "咪咪死了"), "我养了什么宠物？")
    assert cat in offered(minded(likely, cat, "咪咪死了"), "我以前养了什么宠物？")


def test_shapes_are_what_a_text_tells_in_its_language():
    shapes = told("用户搬到6楼了", kind="event").shapes
    on = [at for at in range(64) if shapes[at]]
    assert on == sorted([_WHERE_ZH, 29, 44, pair_features.NUMBER, pair_features.SHORT, 61])
    shapes = told("My sister Ann lives in Bow").shapes
    on = [at for at in range(64) if shapes[at]]
    assert on == [_WHERE_EN, 40, pair_features.CAPITAL, 61]
    assert told("").shapes[pair_features.SHORT] == 1
    assert told("x" * 81, kind="turn").shapes[pair_features.LONG] == 1


def test_what_something_told_later_replaced_does_not_come_back_beside_it():
    told = ("用户的健身教练是阿凯", "教练换成小莫了")
    assert offered(minded(None, *told), "谁带我健身") == [told[1]]
    assert offered(minded(Weights(bias=3.0), *told), "谁带我健身") == [told[1]]


def test_what_is_surely_over_stays_away_though_the_weights_like_it_alone():
    told = ("用户和邻居在打官司", "官司赢了")
    weights = Weights(tokens={"打": (60, -60)}, bias=-1.0)
    assert offered(minded(weights, told[0]), "我跟谁打官司") == [told[0]]
    assert told[0] not in offered(minded(weights, *told), "我跟谁打官司")
