"""Recall by other words: pinyin, script, synonyms, categories; and tables that are damaged."""

from binascii import crc32

from _bench import Bench, Random, run
from _word_pairs import FACTS, PAIRS
from memory.log import log
from memory.records.record import Record
from memory.search.expansion import Expander
from memory.search.query import Query
from memory.search.word_table import DamagedTable, WordTable
from memory.upkeep import background_jobs

HEAP = "8M"
THOROUGH = ("test_four_of_five_are_found_through_the_index_too",)

_TABLE = "tools/flashing/words.bin"
_AMONG = 5  # first results, in which a fact is to be
_SORTS = ("pinyin", "script", "synonym", "category")


class Table:
    """The table's bytes, and how many were read."""

    def __init__(self, data=None):
        self.read = 0
        self.data = data
        if data is None:
            with open(_TABLE, "rb") as file:
                self.data = file.read()

    def readinto(self, at, buffer):
        piece = self.data[at : at + len(buffer)]
        buffer[: len(piece)] = piece
        self.read += len(piece)
        return len(piece)

    def expander(self):
        return Expander(lambda: WordTable(self.readinto))


def told(facts, expander):
    bench = Bench()
    memory = bench.start()
    memory.expander = expander
    for fact in facts:
        bench.clock.seconds += 7200
        run(memory.write("fact", fact, {}))
    return bench, memory


def asked(memory, keyword, limit=10, offset=0):
    """[(content, how)] of a page, and how many there are."""
    query = Query(None, keyword, limit=limit, offset=offset, ranked=True)
    page, total = run(memory.recall(query))
    return [(record.content, page.how(at)) for at, record in enumerate(page)], total


def found(memory, sort):
    """(how many pairs of a sort are found among the first, those that are not)."""
    missed = []
    count = 0
    for one, keyword, at in PAIRS:
        if one == sort and at is not None:
            count += 1
            rows = asked(memory, keyword, _AMONG)[0]
            if FACTS[at] not in [content for content, _ in rows]:
                missed.append(keyword)
    return count, missed


def test_a_keyword_with_a_time_and_another_script_is_found_in_what_is_not_indexed():
    log.SEGMENT_BYTES = 700
    table = Table()  # while there is a free piece of its size
    bench, memory = told(["第%d次去公园，看见了很多人" % number for number in range(60)], None)
    for _ in background_jobs.steps(memory.log, memory.index):
        pass
    memory.expander = table.expander()
    rows = ("上个月的发票放在抽屉里", "昨天的书很好看", "周末去爬山真开心")
    for content in rows:  # archived, and not indexed yet
        record = Record(memory.new_id(), "moment", bench.clock.seconds, {"content": content})
        memory.archive.add(record)
    bench.clock.seconds += 60 * 86400
    for number, keyword in enumerate(("上个月的发票", "昨天的书", "周末去爬山")):
        query = Query(("moment",), keyword, ranked=True)
        page, total = run(memory.recall(query))
        assert memory.archive.usable_index is not None and query.windows
        assert total and page[0].content == rows[number], keyword


def test_of_a_keyword_that_is_a_time_only_what_means_the_same_days_is_another_word():
    bench, memory = told(("周末去体育馆游泳", "每个星期天去教堂"), Table().expander())
    bench.clock.to("2026-03-15 10:00")  # a Sunday
    run(memory.write("fact", "打羽毛球扭了脚", {}))
    bench.clock.to("2026-03-18 10:00")
    rows = [("每个星期天去教堂", "synonym"), ("打羽毛球扭了脚", "time")]
    assert asked(memory, "礼拜天") == (rows, 2)
    assert asked(memory, "礼拜天", 1) == (rows[:1], 2)
    assert asked(memory, "礼拜天", 1, 1) == (rows[1:], 2)
    assert asked(memory, "周末")[0][0] == ("周末去体育馆游泳", "word")
    assert asked(memory, "mar 15") == (rows[1:], 1)  # and no pinyin of anything


def test_more_follows_a_page_that_the_keyword_itself_fills_exactly():
    for keyword, own, others in (
        ("宠物", ("带宠物打针", "宠物店关门了"), ("家里的猫病了", "小狗丢了")),
        ("pets", ("my pets are old", "no pets in the flat"), ("The cat is ill", "A dog barked")),
        ("医生", ("医生很忙", "看了医生", "医生说没事"), ("王大夫退休了",)),
        ("doctor", ("the doctor is in",), ("my physician moved", "the surgeon called")),
    ):
        _, memory = told(others + own, Table().expander())
        every = asked(memory, keyword)[0]
        assert len(every) == len(own + others), every
        for limit in range(1, len(every) + 1):
            pages, offset = [], 0
            while offset < len(every):
                page, total = asked(memory, keyword, limit, offset)
                pages += page
                offset += len(page)
                assert (total > offset) == (offset < len(every)), (keyword, limit, offset)
            assert pages == every, (keyword, limit)


def test_a_brother_is_no_other_word_for_a_sister_nor_a_friend_for_a_girlfriend():
    facts = (
        "My brother Oliver sails", "Grandma bakes", "My ex-wife called", "老王是我的朋友",
        "我和朋友去爬山", "the bride was late", "My uncle is a widower",
    )  # fmt: skip
    _, memory = told(facts, Table().expander())
    for keyword in ("sister", "grandpa", "ex-husband", "groom", "widow", "男朋友", "男朋友叫什么"):
        rows = asked(memory, keyword)[0]
        assert not [one for one in rows if one[1] in ("synonym", "category")], (keyword, rows)
    for keyword in ("女朋友", "男朋友", "女朋友叫什么", "小朋友"):
        assert [one for one, _ in asked(memory, keyword)[0] if "朋友" in one] == [], keyword
    for keyword, at in (
        ("sibling", 0), ("grandparents", 1), ("widowed", 6), ("朋友", 4), ("我朋友", 4),
    ):  # fmt: skip
        assert facts[at] in [one for one, _ in asked(memory, keyword)[0]], keyword
    run(memory.write("fact", "女朋友叫小林", {}))
    for keyword in ("女朋友", "女友", "girlfriend", "女朋友叫什么"):
        assert asked(memory, keyword)[0][0][0] == "女朋友叫小林", keyword


def test_simplified_finds_every_traditional_form_of_a_character():
    for keyword, told_so, other in (
        ("面条", "晚飯煮了麵條", "面試通過了"), ("面包", "麵包烤焦了", "書包丟了"),
        ("牛肉面", "牛肉麵很好吃", "牛肉乾買了"), ("里屋", "裡屋漏水", "屋頂要修"),
        ("里屋", "裏屋漏水", "屋頂要修"), ("房间里", "房間裡有蚊子", "房租漲了"),
        ("录音", "彔音錄音都丟了", "音響壞了"), ("净水器", "凈水器壞了", "熱水器壞了"),
        ("面试", "面試通過了", "麵條煮好了"), ("公里", "跑了五公里", "公園裡下雨"),
        ("表", "手錶停了", "走廊很長"),
    ):  # fmt: skip
        _, memory = told((told_so, other), Table().expander())
        rows = asked(memory, keyword)[0]
        assert rows[:1] in ([(told_so, "script")], [(told_so, "word")]), (keyword, rows)
    for question, told_so in (
        ("晚饭的牛肉面好吃吗", "牛肉麵很好吃"), ("房间里有什么虫子", "房間裡有蚊子"),
        ("老家的里屋漏水了吗", "裏屋漏得厲害"), ("我的面试准备得怎么样", "面試要準備三天"),
    ):  # fmt: skip
        _, memory = told(("屋頂上有貓", told_so, "準時下班"), Table().expander())
        assert asked(memory, question)[0][0][0] == told_so, question


def test_a_full_width_blank_around_a_keyword_is_no_part_of_it():
    _, memory = told(("家里的猫叫豆包", "我的车牌是Ａ１２３"), Table().expander())
    for keyword in ("车牌", "貓", "宠物", "doubao"):
        rows = asked(memory, keyword)
        assert rows[1] == 1
        for blank in ("\u3000" + keyword, keyword + "\u3000"):
            assert asked(memory, blank) == rows


def test_four_of_five_are_found_among_the_first_in_hot_memory_and_archive():
    _, memory = told(FACTS, Table().expander())
    for sort in _SORTS:
        count, missed = found(memory, sort)
        assert 5 * len(missed) <= count, (sort, missed)
    count, missed = found(memory, "question")
    assert 3 * len(missed) <= count, missed


def test_four_of_five_are_found_through_the_index_too():
    bench, memory = told(FACTS, Table().expander())
    filled(bench, memory)
    for sort in _SORTS:
        count, missed = found(memory, sort)
        assert 5 * len(missed) <= count, (sort, missed)


def filled(bench, memory):
    """Tell so much that nothing of the facts is at hand, and have it indexed."""
    for number in range(220):
        bench.clock.seconds += 60
        run(memory.write("fact", "the note %d of many is filed %d" % (number, number * 7), {}))
    work = memory.background()
    while work.begin(False):
        while work.step() is not None:
            pass
    assert memory.archive.usable_index is not None


def test_without_a_table_none_of_them_are_found_but_by_the_word_itself():
    _, memory = told(FACTS, None)
    for keyword in ("doubao", "db", "頭髮", "doctor"):
        assert asked(memory, keyword) == ([], 0), keyword
    assert [how for _, how in asked(memory, "老婆")[0] if how != "word"] == []
    assert [how for _, how in asked(memory, "豆包")[0]] == ["word"]


def test_short_questions_find_other_words_as_long_ones_do():
    facts = [
        "妻子在医院当护士",
        "我家橘猫叫南瓜",
        "女儿在弹古筝",
        "刚搬到宁波海曙区",
        "领导老张是东北人",
    ]
    _, memory = told(facts + ["楼下的便利店关门了"], Table().expander())
    for question, wanted in (
        ("我老婆是做什么的", facts[0]),
        ("我家宠物叫什么", facts[1]),
        ("我的宠物叫什么名字", facts[1]),
        ("我孩子在干嘛", facts[2]),
        ("我的孩子现在都会些什么本事", facts[2]),
        ("我现在住在哪里", facts[3]),
        ("上司叫什么", facts[4]),
    ):
        rows = asked(memory, question, _AMONG)[0]
        assert wanted in [content for content, _ in rows], question


def test_a_short_question_around_one_word_finds_what_that_word_finds():
    facts = (
        "Our retriever snores", "老公爱钓鱼", "我的體重七十公斤", "最喜欢的歌手是周杰伦",
        "在学弹钢琴", "We celebrate Christmas with my parents", "I bought new headphones",
        "奶奶最疼我", "妈妈的事还没说，得问", "信佛，初一吃素", "一个人有点孤单",
    )  # fmt: skip
    around = (
        "关于{}", "关于我的{}", "说说我的{}", "聊聊{}", "讲讲我的{}吧", "介绍一下我的{}",
        "我的{}怎么样了？", "我的{}呢", "我{}的情况", "你还记得{}的事吗", "{}怎么回事",
        "我跟你说过{}吗", "我有什么{}", "请问{}是啥", "我的{}有哪些", "我平时有啥{}啊",
        "我家有什么{}",
        "家里的{}", "我的{}都有啥",
    )  # fmt: skip
    around_latin = (
        "about my {}", "tell me about {}", "tell me about the {}", "do you remember my {}?",
        "what do you know about my {}?", "have I ever told you anything about {}?",
        "name my {}", "did I mention my {}?", "what about my {}?", "my {}?",
    )  # fmt: skip
    bench, memory = told(facts, Table().expander())
    for indexed in (False, True):
        if indexed:
            filled(bench, memory)
        for keyword, templates, wanted in (
            ("狗", around, 0), ("丈夫", around, 1), ("体重", around, 2), ("周傑倫", around, 3),
            ("gangqin", around, 4), ("gāngqín", around, 4), ("gang1qin2", around, 4),
            ("圣诞节", around, 5), ("dog", around, 0), ("家人", around, 1),
            ("dog", around_latin, 0), ("xmas", around_latin, 5), ("head phones", around_latin, 6),
        ):  # fmt: skip
            alone = asked(memory, keyword)
            assert facts[wanted] in [content for content, _ in alone[0]], keyword
            for template in templates:
                found = asked(memory, template.replace("{}", keyword))
                assert found == alone, (template, keyword)
        for question in ("关于火锅", "说说我的护照", "你还记得犀牛的事吗"):
            assert facts[9] not in [content for content, _ in asked(memory, question)[0]], question
            assert facts[8] not in [content for content, _ in asked(memory, question)[0]], question


def test_what_is_around_one_word_is_no_part_of_it_where_a_record_has_it_all():
    facts = ("狗咬了快递员", "写过一篇关于狗的作文", "Our retriever snores")
    _, memory = told(facts, Table().expander())
    for keyword, wanted in (
        ("关于狗", [1, 0, 2]), ("狗", [1, 0, 2]), ("狗咬了", [0]), ("狗😀", [1, 0, 2]),
    ):  # fmt: skip
        rows = [facts.index(content) for content, _ in asked(memory, keyword)[0]]
        assert rows == wanted, keyword


def test_an_english_word_is_no_pinyin_while_something_has_it():
    _, memory = told(("早餐一般喝豆浆", "The parrot can whistle"), Table().expander())
    assert asked(memory, "can") == ([("The parrot can whistle", "word")], 1)


def test_a_question_that_finds_nothing_asks_for_all_that_its_words_stand_for():
    facts = ("We have a golden retriever called Biscuit", "Drives a blue Volvo", "It rained")
    bench, memory = told(facts, Table().expander())
    for indexed in (False, True):
        if indexed:
            filled(bench, memory)
        for question in (
            "What's the name of my dog?", "Tell me about my dog", "我的狗叫什么",
        ):  # fmt: skip
            assert asked(memory, question) == ([(facts[0], "category")], 1), question
        assert asked(memory, "what did I tell you about my car?") == ([(facts[1], "category")], 1)
        assert asked(memory, "what is the capital of France?") == ([], 0)
        assert asked(memory, "how old is my brother?") == ([], 0)


def test_u_may_be_typed_for_the_u_with_two_dots():
    _, memory = told(
        ["女儿在弹古筝", "律师姓卢", "阳台种了绿萝", "大家都很努力"], Table().expander()
    )
    for keyword, wanted in (
        ("nuer", "女儿在弹古筝"), ("nver", "女儿在弹古筝"), ("nü'er", "女儿在弹古筝"),
        ("lushi", "律师姓卢"), ("luluo", "阳台种了绿萝"), ("nuli", "大家都很努力"),
    ):  # fmt: skip
        assert asked(memory, keyword)[0][0] == (wanted, "pinyin"), keyword


def test_initials_find_names_and_places_of_rare_characters_too():
    facts = (
        "全红婵拿了金牌", "我在深圳上班", "王磊是我的同事", "猫叫咪咪", "去年搬到了杭州",
        "昨天和李明吃火锅", "红烧肉", "下个月去呼和浩特", "同事叫欧阳倩倩",
    )  # fmt: skip
    bench, memory = told(facts, Table().expander())
    for indexed in (False, True):
        if indexed:
            filled(bench, memory)
        for keyword, at in (
            ("qhc", 0), ("sz", 1), ("SZ", 1), ("wl", 2), ("mm", 3), ("hz", 4), ("lm", 5),
            ("hsr", 6), ("hhht", 7), ("qq", 8), ("hg", 5), ("jp", 0),
        ):  # fmt: skip
            assert asked(memory, keyword)[0] == [(facts[at], "pinyin")], (keyword, indexed)
        for keyword in ("tv", "pm", "dhc", "cnl", "cn", "zl", "q", "qhcnl", "jpq"):
            assert asked(memory, keyword)[0] == [], (keyword, indexed)


def test_initials_are_looked_for_only_where_nothing_has_the_letters_or_the_word():
    facts = ("我在深圳上班", "My bag has sz on it", "电视坏了", "会唱歌", "大伯住在乡下")
    _, memory = told(facts, Table().expander())
    for keyword, rows in (
        ("sz", [(facts[1], "word")]), ("tv", [(facts[2], "synonym")]),
        ("db", [(facts[4], "pinyin")]),
    ):  # fmt: skip
        assert asked(memory, keyword)[0] == rows, keyword


def test_a_word_too_long_for_a_slip_is_looked_for_as_it_is():
    _, memory = told(["the note is filed"], Table().expander())
    for keyword in ("a" * 5000, "what is " + "b" * 2500):
        assert asked(memory, keyword) == ([], 0), len(keyword)


def test_a_word_said_hundreds_of_times_is_asked_once():
    facts = ["我养了一只猫", "walks the dog at six"]
    _, memory = told(facts, Table().expander())
    for keyword, wanted in (
        ("猫" * 500, facts[0]),
        ("猫 " * 500, facts[0]),
        ("dog " * 500, facts[1]),
    ):
        rows, _ = asked(memory, keyword)
        assert [content for content, _ in rows] == [wanted], keyword[:4]
    assert asked(memory, "fish " * 500) == ([], 0)  # of which nothing is known


def test_a_word_in_pinyin_finds_what_else_it_is_called():
    _, memory = told(["阳台上种了西红柿", "a basket of tomatoes"], Table().expander())
    rows, _ = asked(memory, "fanqie")
    assert rows == [("a basket of tomatoes", "synonym"), ("阳台上种了西红柿", "synonym")]


def test_a_word_of_four_characters_is_found_in_pinyin_by_its_syllables():
    _, memory = told(["我爱吃麻婆豆腐", "豆腐乳很咸"], Table().expander())
    assert asked(memory, "mapodoufu")[0] == [("我爱吃麻婆豆腐", "pinyin")]


def test_a_wide_name_finds_what_belongs_to_it_and_no_false_friend():
    facts = (
        "我外公会修钟表", "我们看过莫高窟", "我支持国安", "腰经常酸痛",
        "借给大刘的钱还没还",
        "I play the cello badly", "I sprained my wrist", "we flew to Lisbon", "lasagna with basil",
        "坐飞机会耳朵疼", "我老公在物流公司上班", "喝热牛奶", "the insurance runs out in May",
        "a blue car", "我去过冰岛", "my wife snores", "我老板姓秦", "我对花粉过敏",
    )  # fmt: skip
    _, memory = told(facts, Table().expander())
    for keyword, wanted in (
        ("亲戚", [0]), ("景点", [1]), ("足球", [2]), ("疼痛", [3, 9]), ("欠钱", [4]),
        ("music", [5]),
        ("injury", [6]), ("vacation", [1, 7, 14]), ("herb", [8]), ("害怕", []), ("老板", [16]),
        ("过敏", [17]), ("exercise", []), ("Iceland", [14]), ("husband", [10]),
    ):  # fmt: skip
        rows = sorted([facts.index(content) for content, _ in asked(memory, keyword)[0]])
        assert rows == wanted, (keyword, rows)


def test_a_word_inside_of_one_of_another_sense_is_no_other_word():
    facts = (
        "热狗店关门了", "猫头鹰玩偶是礼物", "拿手菜是排骨", "手机屏幕碎了", "用苹果手机拍照",
        "梨花开了", "桃园路堵车", "橘子洲头看烟花", "蛇皮袋破了", "鱼尾裙借走了", "这家菜便宜",
        "鸡毛蒜皮的小事", "马上就到", "买了牛仔裤", "跟他见面了", "手擀面好吃",
        "家里养了一条狗", "左手扭伤了", "我胃不好", "奶奶爱吃桃", "他養了兩隻雞", "下午喝粥",
        "波斯猫掉毛", "摔伤的腿还没好", "中午吃面", "网上买的运动鞋",
    )  # fmt: skip
    bench, memory = told(facts, Table().expander())
    for _ in range(2):
        for keyword, wanted in (
            ("动物", [1, 16, 20, 22]), ("水果", [19]), ("身体", [17, 18, 23]), ("蔬菜", []),
            ("家禽", [20]), ("主食", [15, 21, 24]), ("表", []), ("健身", []), ("family", [19]),
        ):  # fmt: skip
            rows = [content for content, how in asked(memory, keyword, 20)[0] if how != "word"]
            assert sorted([facts.index(content) for content in rows]) == wanted, keyword
        filled(bench, memory)


def test_a_character_that_may_be_part_of_its_neighbours_comes_after_those_that_stand_apart():
    facts = ("买了一条鱼", "波斯猫掉毛", "河里捞螺蛳狗鱼虾", "养了只小狗")
    _, memory = told(facts, Table().expander())
    query = Query(None, "动物", ranked=True)
    page, _ = run(memory.recall(query))
    rows = [(facts.index(record.content), page.score(at)) for at, record in enumerate(page)]
    assert rows == [(3, 40), (0, 40), (2, 30), (1, 30)]


def test_marks_and_words_that_point_are_no_part_of_a_keyword():
    facts = (
        "a card says (dog)",
        "my cat sleeps",
        "Zoë has no cats",
        "我家的雪球是橘猫",
        "在看《三体》",
    )
    bench, memory = told(facts, Table().expander())
    for indexed in (False, True):
        if indexed:
            filled(bench, memory)
        for keyword, wanted in (
            ("CAT!!", [2, 1]), ('"cat"', [2, 1]), ("the cat", [2, 1]), ("my cat", [1, 2]),
            ("(dog)", [0]), ("my Zoë", [2]), ("“雪球”？", [3]), ("我的雪球", [3]), ("三体", [4]),
            ("「三体」", [4]), ("橘猫！", [3]),
        ):  # fmt: skip
            rows = [content for content, how in asked(memory, keyword)[0] if how == "word"]
            assert [facts.index(content) for content in rows] == wanted, keyword


def test_things_are_found_by_abbreviations_by_their_makers_and_by_who_does_them():
    facts = (
        "I flew to NYC for a conference", "We emigrated from the UK", "The AC drips",
        "喝了一杯Starbucks的燕麦拿铁", "iPhone 15的电池不耐用", "My daughter plays the violin",
        "I swam twenty laps", "I paint on weekends", "在做一个系统的后端，用Python",
        "最爱看宫崎骏的电影", "炒股亏了三万块", "眼镜度数又涨了一百度", "冰箱里有一个山竹",
        "We saw a beluga", "My brother does judo", "女兒在彈古箏", "新窗帘是亚麻的",
        "Grandma bakes an apple pie", "I go jogging before breakfast", "卧室的路由器要重启",
        "I grew a beard",
    )  # fmt: skip
    _, memory = told(facts, Table().expander())
    for keyword, wanted in (
        ("New York", 0), ("英国", 1), ("Britain", 1), ("air conditioning", 2), ("空调", 2),
        ("星巴克", 3), ("苹果手机", 4), ("violinist", 5), ("swimmer", 6), ("painter", 7),
        ("编程", 8), ("卡通", 9), ("投资", 10), ("近视", 11), ("热带水果", 12),
        ("sea creature", 13), ("martial art", 14), ("guzheng", 15), ("布料", 16),
        ("jogger", 18), ("没网", 19), ("房间", 19), ("facial hair", 20),
    ):  # fmt: skip
        rows = asked(memory, keyword, _AMONG)[0]
        assert facts[wanted] in [content for content, _ in rows], keyword
    for keyword in ("公司", "company", "银行"):
        assert [how for _, how in asked(memory, keyword)[0] if how != "word"] == [], keyword


def test_a_word_of_letters_and_characters_is_found_as_a_whole():
    _, memory = told(["the note is filed", "买了一件T恤", "a shirt"], Table().expander())
    assert "the note is filed" not in [content for content, _ in asked(memory, "衣服")[0]]
    assert "买了一件T恤" in [content for content, _ in asked(memory, "衣服")[0]]


def test_all_names_of_a_category_have_its_members():
    _, memory = told(["羽绒服送去干洗了", "身份证快到期了"], Table().expander())
    for keyword, content in (("衣服", 0), ("衣物", 0), ("clothes", 0), ("证件", 1), ("证明", 1)):
        wanted = ("羽绒服送去干洗了", "身份证快到期了")[content]
        assert (wanted, "category") in asked(memory, keyword)[0], keyword


def whole_keys(version, rows):
    """A table of a version before 3 with one block of rows, [(key, row)]."""
    entries = b"".join([bytes((len(key), len(row), 0)) + key + row for key, row in rows])
    return one_block(version, rows, entries)


def shared_keys(version, rows):
    """A table of version 3 or later with one block of rows, [(key, row)], that share no letter."""
    entries = b"".join(
        [bytes((0, len(key))) + key + bytes((len(row),)) + row for key, row in rows]
    )
    return one_block(version, rows, entries)


def one_block(version, rows, entries):
    block = bytearray(b"\xff" * 2048)
    block[6 : 6 + len(entries)] = entries
    block[4:6] = len(entries).to_bytes(2, "little")
    block[:4] = crc32(block[4:]).to_bytes(4, "little")
    firsts = bytes((len(rows[0][0]),)) + rows[0][0]
    counted = (1).to_bytes(4, "little") + len(firsts).to_bytes(4, "little") + firsts
    head = b"wds" + bytes((version,)) + crc32(counted).to_bytes(4, "little")
    return Table(head + counted + bytes(block))


def grouped(table, keyword):
    """[[(word, how)]] of a keyword."""
    return [[(one.word, one.how) for one in row] for row in table.expander().whole(keyword)]


def test_a_table_of_the_first_version_is_read():
    table = whole_keys(1, [(b"wpet", b"S" + b"\x03dog" + b"C" + b"\x05puppy")])
    assert grouped(table, "pet") == [
        [("pet", "word")],
        [("dog", "synonym")],
        [("puppy", "category")],
    ]


def test_a_table_of_the_second_version_is_read():
    rows = [(b"g7", b"\x05puppy"), (b"mpuppy", b"\x05puppy"), (b"wpet", b"G\x017")]
    table = whole_keys(2, rows)
    assert grouped(table, "pet") == [[("pet", "word")], [("puppy", "category")]]
    assert grouped(table, "pupppy") == []


def test_a_table_of_the_third_version_is_read():
    rows = [
        (b"g7", b"\x05puppy"),
        (b"mpuppy", b"\0\0"),
        (b"wpet", b"S\x06animal" + b"G\x017"),
    ]
    table = shared_keys(3, rows)
    assert grouped(table, "pet") == [
        [("pet", "word")],
        [("animal", "synonym")],
        [("puppy", "category")],
    ]
    assert grouped(table, "pupppy") == []


def test_a_word_is_found_by_one_slip_that_is_not_its_first_letter():
    words = ("mango", "melon", "mushroom", "napkin")
    table = shared_keys(5, [(b"m" + word.encode(), b"") for word in words])
    for slip, word in (
        ("mushrom", "mushroom"), ("mushrooom", "mushroom"), ("mushraom", "mushroom"),
        ("mushroms", "mushroom"), ("mnago", "mango"), ("melno", "melon"), ("napkin", "napkin"),
    ):  # fmt: skip
        assert grouped(table, slip) == [[(slip, "word")], [(word, "spelling")]], slip
    for other in ("bushroom", "mashrum", "mushro", "mang", "mellllon", "zebra", "nap", "kin"):
        assert grouped(table, other) == [], other


def test_a_group_is_no_other_word_for_its_own_forms():
    group = b"\x06animal" + b"\x03pet" + b"\x84pets" + b"\x05beast"
    rows = [(b"g\x01\x02", group), (b"wpet", b"\x01\x02\x01")]
    assert grouped(shared_keys(4, rows), "pets") == [
        [("pets", "word")],
        [("animal", "synonym"), ("beast", "synonym")],
    ]


def test_all_of_a_group_are_members_of_its_name_or_what_a_misspelled_word_should_be():
    rows = [
        (b"g\x01\x02", b"\x03dog\x03cat"),
        (b"wpet", b"\x41\x02\xff"),
    ]
    assert grouped(shared_keys(4, rows), "pet") == [
        [("pet", "word")],
        [("dog", "category"), ("cat", "category")],
    ]
    rows[1] = (b"wpet", b"\x81\x02\xff")
    assert grouped(shared_keys(4, rows), "pet") == [
        [("pet", "word")],
        [("dog", "spelling"), ("cat", "spelling")],
    ]


def test_a_word_that_is_said_to_be_its_own_misspelling_is_looked_up_once():
    rows = [(b"g\x01\x02", b"\x03dog\x03cat"), (b"wdog", b"\x81\x02\xff")]
    found = grouped(shared_keys(4, rows), "dog")
    assert found == [[("dog", "word")], [("cat", "spelling")]]
    _, memory = told(["my favourite colour is green"], Table().expander())
    assert asked(memory, "favorite")[0] == [("my favourite colour is green", "synonym")]


def test_the_word_itself_comes_first_however_old_it_is():
    _, memory = told(
        ["the doctor is called Smith", "the physician moved away", "a dentist", "她是个医生"],
        Table().expander(),
    )
    rows, total = asked(memory, "doctor")
    assert rows[0] == ("the doctor is called Smith", "word")
    assert [how for _, how in rows[1:]] == ["synonym", "synonym", "category"]
    assert total == 4


def test_likelier_words_come_before_others():
    _, memory = told(
        ["狗很可爱", "家里有毛孩子", "寵物要打针", "宠物在睡觉", "鹦鹉"], Table().expander()
    )
    rows, _ = asked(memory, "宠物")
    assert [how for _, how in rows] == ["word", "script", "synonym", "category", "category"]


def test_pages_follow_each_other_without_gaps_or_repetitions():
    facts = (
        ["宠物 %d" % n for n in range(3)] + ["第%d只猫" % n for n in range(5)] + ["狗", "毛孩子"]
    )
    _, memory = told(facts, Table().expander())
    whole = asked(memory, "宠物", 20)
    assert whole[1] == len(whole[0]) == len(facts)
    paged = []
    for offset in range(0, len(facts), 3):
        paged += asked(memory, "宠物", 3, offset)[0]
    assert paged == whole[0]


def test_a_word_is_read_as_it_is_read_in_that_word():
    _, memory = told(["在银行上班", "孩子长大了", "去重庆出差", "喜欢音乐"], Table().expander())
    for keyword, content in (
        ("yinhang", "在银行上班"), ("zhangda", "孩子长大了"), ("chongqing", "去重庆出差"),
        ("yinyue", "喜欢音乐"),
    ):  # fmt: skip
        assert [row[0] for row in asked(memory, keyword)[0]] == [content]
    for keyword in ("yinxing", "changda", "zhongqing", "yinle"):
        assert asked(memory, keyword)[0] == [], keyword


def test_a_word_that_is_read_in_several_ways_is_found_by_each():
    facts = (
        "月底要还款",
        "村里的大夫退休了",
        "六安瓜片很香",
        "朝阳区的公寓",
        "他演主角",
        "爱吃鸡爪",
        "颈椎疼",
    )
    _, memory = told(facts, Table().expander())
    for keyword, content in (
        ("huankuan", 0), ("daifu", 1), ("dafu", 1), ("luan", 2), ("liuan", 2), ("chaoyang", 3),
        ("zhaoyang", 3), ("zhujue", 4), ("zhujiao", 4), ("jizhua", 5), ("jingzhui", 6),
    ):  # fmt: skip
        assert [row[0] for row in asked(memory, keyword)[0]] == [facts[content]], keyword
    assert asked(memory, "haikuan")[0] == []


def test_a_phrase_is_found_with_stop_words_between_and_a_verb_with_its_particle():
    facts = [
        "they tied the knot",
        "Sam and Jo broke up",
        "take a break, wake up",
        "called the gig off",
    ]
    _, memory = told(facts, Table().expander())
    assert [content for content, _ in asked(memory, "结婚")[0]] == ["they tied the knot"]
    assert [content for content, _ in asked(memory, "分手")[0]] == ["Sam and Jo broke up"]
    assert [content for content, _ in asked(memory, "取消")[0]] == ["called the gig off"]
    _, memory = told(["她跟男朋友分手了", "摔坏了一个杯子"], Table().expander())
    assert asked(memory, "break up")[0] == [("她跟男朋友分手了", "synonym")]


def test_a_chinese_verb_and_its_object_are_found_apart():
    facts = (
        "他俩去年结了婚", "跟老王吵了一大架", "理了个发", "请了3天假",
        "结果没去婚介所", "吵了我半天的书架", "吵完,书架倒了",
    )  # fmt: skip
    bench, memory = told(facts, Table().expander())
    for _ in range(2):
        for keyword, content in (
            ("结婚", facts[0]), ("吵架", facts[1]), ("剪头发", facts[2]), ("休假", facts[3]),
        ):  # fmt: skip
            assert asked(memory, keyword)[0] == [(content, "synonym")], keyword
        filled(bench, memory)


def test_what_ends_the_name_of_a_thing_and_says_nothing_is_left_out():
    _, memory = told(["小猫很乖", "情况很好"], Table().expander())
    for keyword in ("猫咪情况", "猫咪习惯"):
        assert asked(memory, keyword)[0] == [("小猫很乖", "synonym")], keyword
    assert asked(memory, "猫咪家具")[0] != [("小猫很乖", "synonym")]


def test_english_words_are_not_found_inside_others():
    _, memory = told(
        ["a course about education", "scatter the seeds", "feline"], Table().expander()
    )
    assert asked(memory, "kitten")[0] == []


def test_whole_topics_are_found_by_what_people_call_them():
    facts = (
        "除夕要回婆家", "五一去爬山", "My cat is grey", "My vet is kind", "每周要去做一次透析",
        "每天跑五公里", "今天零下十度", "发小阿强欠我两千块", "The tax is due", "家里断网了",
        "My bike was stolen", "孩子用的尿不湿", "We play cards on Fridays", "天天刷抖音",
        "压力大到想辞职", "跟男友异地", "We have a station wagon", "three hens live here",
    )  # fmt: skip
    _, memory = told(facts, Table().expander())
    for keyword, at in (
        ("年三十", 0), ("过年", 0), ("劳动节", 1), ("gray", 2), ("doctor", 3), ("医院", 4),
        ("锻炼", 5), ("气温", 6), ("借钱", 7), ("money", 8), ("掉线", 9), ("crime", 10),
        ("宝宝", 11), ("game", 12), ("短视频", 13), ("焦虑", 14), ("远距离", 15), ("car", 16),
        ("birds", 17),
    ):  # fmt: skip
        assert facts[at] in [content for content, _ in asked(memory, keyword, _AMONG)[0]], keyword


def test_what_stands_beside_a_word_decides_whether_it_is_a_member():
    facts = (
        "I had a row with my flatmate", "our mortgage runs until 2041", "we painted the bedroom",
        "three hens in our back garden", "grandma passed away", "my tablet charger",
        "high heels hurt", "the jacket is at the dry cleaner's", "my mouse for the computer",
        "an Apple laptop", "orange juice", "we ate turkey", "I chair the committee",
        "I gave him a hand", "she fell asleep", "the subway to the office",
        "荷兰猪会叫", "孔雀鱼在鱼缸里", "我骑车上班", "升职那天很高兴",
    )  # fmt: skip
    _, memory = told(facts, Table().expander())
    for keyword in (
        "sport", "hobby", "job", "grade", "medicine", "body", "animal", "fruit", "colour",
        "country", "furniture", "trip", "police", "国家", "鸟", "职业", "成绩",
    ):  # fmt: skip
        rows = [content for content, how in asked(memory, keyword)[0] if how != "word"]
        wanted = {"animal": [17, 16], "job": [18], "鸟": [3]}.get(keyword, [])
        assert rows == [facts[at] for at in wanted], keyword
    facts = ("I row on Sundays", "we painted at home", "I am a gardener", "a tablet a day")
    _, memory = told(facts, Table().expander())
    for keyword, at in (("sport", 0), ("hobby", 1), ("job", 2), ("medicine", 3)):
        assert facts[at] in [content for content, _ in asked(memory, keyword)[0]], keyword
    _, memory = told(("they had a row", "we painted our kitchen"), Table().expander())
    for keyword in ("quarrel", "renovation"):  # which is that sense
        assert len(asked(memory, keyword)[0]) == 1, keyword


def test_a_damaged_table_is_none_from_then_on_and_says_so():
    with open(_TABLE, "rb") as file:
        data = bytearray(file.read())
    for at in range(len(data) - 1000, 9000, -2048):
        data[at] ^= 1
    expander = Table(data).expander()
    _, memory = told(["我家的猫叫豆包"], expander)
    assert expander.is_ready()  # its head is whole
    assert asked(memory, "doubao") == ([], 0)
    assert not expander.is_ready() and "does not check" in expander.problem
    assert asked(memory, "豆包")[1] == 1


def test_flash_that_does_not_answer_is_a_damaged_table():
    def readinto(at, buffer):
        raise OSError(5)

    expander = Expander(lambda: WordTable(readinto))
    assert expander.whole("doubao") == [] and "cannot be read" in expander.problem


def test_no_damage_makes_a_recall_fail_or_the_word_itself_not_be_found():
    rng = Random(20261123)
    whole = Table()
    _, memory = told(["我家的猫叫豆包", "妻子在银行上班"], None)
    damaged = 0
    for _ in range(60):
        data = bytearray(whole.data)
        sort = rng.below(3)
        if sort == 0:
            data = data[: rng.below(len(data))]
        for _ in range(1 + rng.below(400)):
            if data:
                data[rng.below(len(data) if sort == 1 else min(len(data), 9000))] = rng.below(256)
        memory.expander = Table(data).expander()
        for keyword in ("doubao", "老婆", "db", "宠物", "docter"):
            rows, _ = asked(memory, keyword)
            assert not [row for row in rows if row[1] == "word"]
        assert asked(memory, "豆包")[0] == [("我家的猫叫豆包", "word")]
        damaged += memory.expander.problem != ""
    assert damaged > 40


def test_a_table_of_another_version_is_refused():
    data = bytearray(Table().data)
    data[3] = 6
    try:
        WordTable(Table(data).readinto)
    except DamagedTable as e:
        assert "version" in str(e)
    else:
        raise AssertionError("it was opened")
