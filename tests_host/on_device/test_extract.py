"""memory.extract.extractor: what is worth remembering in an utterance, and all that is not."""

from _extracted import NOW, check, check_nothing
from memory.extract.extractor import extract

RUNS_ON = ("micropython", "cpython")


def test_a_name_is_what_the_owner_says_it_is():
    check(
        (
            ("我叫孙悦", ("name", "孙悦")),
            ("呃我的名字叫司马光", ("name", "司马光")),
            ("我姓钱叫钱多多", ("name", "钱多多")),
            ("大家好我是周涛", ("name", "周涛")),
            ("以后叫我老吴吧", ("name", "老吴")),
            ("我英文名叫Grace Lee", ("name", "Grace Lee")),
            ("ｍｙ　ｎａｍｅ　ｉｓ　Ｐａｕｌ", ("name", "Paul")),
            (
                "my name is mary ann and i live in leeds",
                ("name", "Mary Ann"),
                ("location", "Leeds"),
            ),
            ("you can call me Al", ("name", "Al")),
            ("班上的同学都叫我小胖", ("name", "小胖")),
            ("店里的客户都管我叫阿芳", ("name", "阿芳")),
            ("Hi, I'm Zoë!", ("name", "Zoë")),
        )
    )


def test_what_only_looks_like_a_name_is_none():
    check_nothing(
        "我叫了一份外卖",
        "我叫他来的",
        "我叫你小智",
        "你叫小智",
        "我不叫张三",
        "我是高兴的",
        "我是说真的",
        "他叫韩梅梅",
        "我朋友叫刘洋",
        "给我讲一个我叫小明的故事",
        "call me later",
        "call me a cab",
        "my name is on the list",
        "I'm Fine thanks",
        "I'm hungry",
        "her name is Alice",
    )


def test_the_last_name_said_counts():
    check(
        (
            ("我叫王浩，不对，我叫王皓", ("name", "王皓")),
            ("我不叫李丽，我叫李莉", ("name", "李莉")),
        )
    )


def test_an_age_is_a_number_that_nothing_goes_on_from():
    check(
        (
            ("我今年三十一", ("age", "31")),
            ("我六十八岁了", ("age", "68")),
            ("I'm twenty-three", ("age", "23")),
            ("I am 50 years old", ("age", "50")),
            ("I just turned sixty", ("age", "60")),
        )
    )
    check_nothing(
        "我三岁的时候就会游泳了",
        "我快三十了",
        "我二十多岁",
        "我三十好几了",
        "我十点睡",
        "我同学今年九岁",
        "I'm ten minutes late",
        "I'm one of them",
        "I'm almost forty",
    )


def test_what_is_done_at_home_is_no_place():
    check_nothing("我家在装修", "我家在修水管", "我们家在养狗")


def test_a_feast_that_is_kept_is_no_plan():
    check_nothing("我们家在过年", "我们在过中秋节", "我们一家人在过元宵")


def test_gender_place_and_birthday():
    check(
        (
            ("我是女生", ("gender", "女")),
            ("我是个小伙子", ("gender", "男")),
            ("I'm a woman", ("gender", "female")),
            ("我住在苏州工业园区", ("location", "苏州工业园区")),
            ("我家在成都离春熙路很近", ("location", "成都")),
            ("我女的", ("gender", "女")),
            ("我刚搬到厦门", ("location", "厦门")),
            ("我们家上个月刚搬到青岛", ("location", "青岛")),
            ("我们家上个月搬到嘉兴去了", ("location", "嘉兴")),
            ("we've just moved to Bristol", ("location", "Bristol")),
            ("我是个大老爷们", ("gender", "男")),
            ("I'm a bloke", ("gender", "male")),
            ("I live in the Netherlands with my husband", ("location", "the Netherlands")),
            ("我生日是六月一号", ("birthday", "06-01")),
            ("我是1988年8月8号出生的", ("birthday", "1988-08-08")),
            ("后天是我的生日", ("birthday", "02-07")),
            ("I was born on May 4th, 1992", ("birthday", "1992-05-04")),
        )
    )
    check_nothing(
        "我是他女朋友",
        "我想住在海边",
        "我以前住在天津",
        "我是个好人",
        "我的生日快到了",
        "我生日你送我什么",
        "我住的地方好吵",
        "I used to live in Rome",
        "I want to live in Spain",
    )


def test_where_the_owner_is_from_is_a_fact_and_not_where_they_live():
    check(
        (
            ("我来自新疆", ("fact", "我来自新疆")),
            ("我是大连人", ("fact", "我是大连人")),
            ("I'm from Texas originally", ("fact", "I'm from Texas")),
            ("我是大连人，住在北京", ("fact", "我是大连人"), ("location", "北京")),
        )
    )


def test_a_taste_is_its_object_without_what_surrounds_it():
    check(
        (
            ("我特别喜欢吃小龙虾的", ("like", "小龙虾")),
            ("我喜欢听雨声，因为很放松", ("like", "听雨声")),
            ("我最喜欢的电影是星际穿越", ("like", "星际穿越")),
            ("我喜欢梨、桃子和西瓜", ("like", "梨"), ("like", "桃子"), ("like", "西瓜")),
            ("我喜欢和家人一起旅行", ("like", "和家人一起旅行")),
            ("我喜欢猫但是不喜欢狗", ("like", "猫"), ("dislike", "狗")),
            ("巧克力是我的最爱", ("like", "巧克力")),
            ("我对滑雪很感兴趣", ("like", "滑雪")),
            ("I really enjoy long walks, you know", ("like", "long walks")),
            ("my favourite band is Queen", ("like", "Queen")),
            ("I like rock and roll", ("like", "rock and roll")),
            ("I'm crazy about sushi and ramen", ("like", "sushi"), ("like", "ramen")),
        )
    )


def test_a_taste_that_is_over_is_a_dislike_of_the_same_thing():
    check(
        [
            (text, ("dislike", "chess"))
            for text in (
                "I don't like chess any more",
                "I don't like chess anymore",
                "I don't like chess any longer",
                "I don't enjoy chess any more because of my back",
                "I no longer like chess",
                "I'm no longer a fan of chess",
                "I'm not into chess any more",
                "I stopped liking chess",
                "I've stopped enjoying chess",
                "I've gone off chess",
                "I went right off chess",
                "I lost interest in chess",
                "I can't stand chess anymore",
            )
        ]
    )
    check(
        (
            ("I don't drink coffee any more", ("dislike", "coffee")),
            ("I don't like him any more",),
            ("My wife stopped liking coffee",),
            ("I haven't stopped liking chess",),
            ("I don't live in Leeds anymore",),
        )
    )


def test_a_negated_taste_is_a_dislike():
    check(
        (
            ("我不喜欢榴莲", ("dislike", "榴莲")),
            ("我一点也不喜欢下雨", ("dislike", "下雨")),
            ("我不怎么爱喝牛奶", ("dislike", "牛奶")),
            ("我最讨厌堵车了", ("dislike", "堵车")),
            ("我对综艺不感兴趣", ("dislike", "综艺")),
            ("I don't really like crowds", ("dislike", "crowds")),
            ("I'm not a fan of olives", ("dislike", "olives")),
        )
    )


def test_what_is_denied_twice_past_or_pointed_at_is_no_taste():
    check_nothing(
        "我不讨厌狗",
        "我没有不喜欢猫",
        "我喜欢你",
        "我喜欢这个",
        "我喜欢",
        "我小时候喜欢吃糖",
        "我不会喜欢他的",
        "喜欢就好",
        "我同桌喜欢唱歌",
        "I like it",
        "I love you",
        "I don't hate it",
        "I used to love disco",
        "I would like some water",
        "I like what you said",
    )


def test_the_family_is_known_by_relation_and_name():
    check(
        (
            ("我妈叫孙丽", ("family", "孙丽", "妈妈")),
            ("我老公的名字是赵强", ("family", "赵强", "老公")),
            ("我有个妹妹叫小雨", ("family", "小雨", "妹妹")),
            ("我有一个哥哥，他叫陈刚", ("family", "陈刚", "哥哥")),
            ("我有个姐姐", ("family", "", "姐姐")),
            ("my wife's name is Ann", ("family", "Ann", "wife")),
            ("I have a son named Max", ("family", "Max", "son")),
            ("my sister Jane, hello", ("family", "Jane", "sister")),
        )
    )
    check_nothing("我妈叫我吃饭", "我同事叫王强", "他妈妈叫李梅", "my friend is called Rob")


def test_of_relatives_and_pets_age_home_work_illness_and_tastes_are_facts():
    check(
        (
            ("我爸喜欢钓鱼", ("fact", "我爸喜欢钓鱼")),
            ("my brother hates fish", ("fact", "my brother hates fish")),
            ("my sister lives in Leeds", ("fact", "my sister lives in Leeds")),
            ("my dog Rex died last week", ("fact", "my dog Rex died last week")),
            ("我家狗豆豆去世了", ("fact", "我家狗豆豆去世")),
            ("我奶奶今年八十岁了", ("fact", "我奶奶今年八十岁")),
            ("我爸爸是出租车司机", ("fact", "我爸爸是出租车司机")),
            ("我女儿对牛奶过敏", ("fact", "我女儿对牛奶过敏")),
            ("my son is seven", ("fact", "my son is seven")),
            ("my wife is a nurse", ("fact", "my wife is a nurse")),
            ("我孙女刚上小学", ("fact", "我孙女刚上小学")),
            ("我外婆一个人住", ("fact", "我外婆一个人住")),
            ("my daughter's at uni in Leeds", ("fact", "my daughter's at uni in Leeds")),
            ("my dad's got a bad heart", ("fact", "my dad's got a bad heart")),
        )
    )
    check(
        (
            (
                "my niece Ruby's doing her GCSEs",
                ("family", "Ruby", "niece"),
                ("fact", "my niece Ruby's doing her GCSEs"),
            ),
            (
                "我弟弟子轩有哮喘",
                ("family", "子轩", "弟弟"),
                ("fact", "我弟弟子轩有哮喘"),
            ),
        )
    )


def test_a_clause_without_a_subject_is_of_who_was_introduced_never_the_owners():
    check(
        (
            (
                "我们有个女儿叫朵朵，今年五岁，对牛奶过敏",
                ("family", "朵朵", "女儿"),
                ("fact", "我女儿朵朵今年五岁"),
                ("fact", "我女儿朵朵对牛奶过敏"),
            ),
            (
                "My son Ben, seven, is allergic to nuts",
                ("family", "Ben", "son"),
                ("fact", "my son Ben is seven"),
                ("fact", "my son Ben is allergic to nuts"),
            ),
            (
                "My son is called Leo. He is seven.",
                ("family", "Leo", "son"),
                ("fact", "my son Leo is seven"),
            ),
            (
                "我家猫叫可可，三岁了",
                ("fact", "我家猫叫可可"),
                ("fact", "我家猫可可三岁"),
            ),
            (
                "we have two kids, Ann and Max",
                ("fact", "we have two kids"),
                ("family", "Ann", "kid"),
                ("family", "Max", "kid"),
            ),
            ("我女儿对花生过敏，我三十五岁", ("fact", "我女儿对花生过敏"), ("age", "35")),
            ("My boss is John. He is allergic to cats", ("fact", "My boss is John")),
        )
    )


def test_a_name_that_memory_knows_is_the_subject_of_a_fact():
    for text in ("朵朵对牛奶过敏", "Ben is allergic to nuts"):
        assert extract(text, NOW) == []
        assert [one.content for one in extract(text, NOW, ("朵朵", "Ben"))] == [text]
    for text in (
        "朵朵对牛奶不过敏",
        "朵朵可能对牛奶过敏",
        "医生说朵朵对牛奶过敏",
        "Is Ben allergic to nuts?",
    ):
        assert extract(text, NOW, ("朵朵", "Ben")) == [], text


def test_a_fact_is_kept_as_it_was_said():
    check(
        (
            ("我对青霉素过敏", ("fact", "我对青霉素过敏")),
            ("嗯我是一名中学教师", ("fact", "我是一名中学教师")),
            ("我在银行上班", ("fact", "我在银行上班")),
            ("我养了一只鹦鹉，叫豆豆", ("fact", "我养了一只鹦鹉，叫豆豆")),
            ("我结婚五年了", ("fact", "我结婚五年了")),
            ("我的血型是B型", ("fact", "我的血型是B型")),
            ("我把钥匙放在门口的柜子里了", ("fact", "我把钥匙放在门口的柜子里")),
            ("I'm allergic to shellfish", ("fact", "I'm allergic to shellfish")),
            ("well I work at a hospital", ("fact", "I work at a hospital")),
            ("I have two cats", ("fact", "I have two cats")),
            ("I live alone", ("fact", "I live alone")),
            ("我跟我妈住", ("fact", "我跟我妈住")),
        )
    )
    check_nothing(
        "我在开会",
        "我在家",
        "我感冒了",
        "我有一个想法",
        "我是第一次来",
        "我没有过敏",
        "我不是老师",
        "I have an idea",
        "I have a headache",
        "I'm working",
        "I'm an idiot",
    )


def test_what_was_reached_is_a_fact_and_what_was_merely_got_is_none():
    check(
        (
            ("我昨天考过科目二了", ("fact", "我昨天考过科目二")),
            ("我上周拿到毕业证了", ("fact", "我上周拿到毕业证")),
            ("I've just passed my driving test", ("fact", "I've just passed my driving test")),
            ("I retired last year", ("fact", "I retired last year")),
            ("我买了辆电动车", ("fact", "我买了辆电动车")),
            ("we bought a caravan last year", ("fact", "we bought a caravan last year")),
            ("我在读护理专业", ("fact", "我在读护理专业")),
            ("I'm doing a degree in history", ("fact", "I'm doing a degree in history")),
        )
    )
    check_nothing(
        "我拿到快递了",
        "我还没拿到驾照",
        "我同事考上公务员了",
        "我买了两斤苹果",
        "我在读一本小说",
        "I passed the salt",
        "I got my coat",
        "I hope I passed my test",
        "my friend passed her driving test",
        "I bought a car magazine",
        "I'm doing the dishes",
    )


def test_where_a_thing_is_kept_is_a_fact():
    check(
        (
            ("医保卡我放在床头柜里了", ("fact", "医保卡我放在床头柜里")),
            ("备用钥匙在鞋柜上", ("fact", "备用钥匙在鞋柜上")),
            ("my passport's in the top drawer", ("fact", "my passport's in the top drawer")),
            ("the spare key's under the mat", ("fact", "the spare key's under the mat")),
        )
    )
    check_nothing(
        "我把面包放在烤箱里烤",
        "手机我放哪儿了",
        "他把护照放在抽屉里了",
        "猫在沙发底下",
        "my cat is in the garden",
        "my dinner's in the oven",
        "put the kettle on the stove",
    )


def test_what_is_asked_to_be_remembered_is_a_fact():
    check(
        (
            ("帮我记一下，车停在地下三层", ("fact", "车停在地下三层")),
            ("记住我喜欢喝乌龙茶", ("like", "乌龙茶")),
            (
                "remember that the spare key is under the mat",
                ("fact", "the spare key is under the mat"),
            ),
        )
    )
    check_nothing("记住了吗", "记得买牛奶", "do you remember me", "remember to buy milk")


def test_a_plan_with_a_time_is_a_schedule_and_without_an_event():
    check(
        (
            ("明天下午三点开会", ("schedule", "开会", "2026-02-06 15:00")),
            ("下周二我要去体检", ("event", "去体检", "2026-02-10")),
            ("半小时后提醒我关火", ("schedule", "关火", "2026-02-05 14:30")),
            ("明天上午，我要去看牙", ("event", "去看牙", "2026-02-06")),
            ("每天晚上十点提醒我吃药", ("schedule", "吃药", "2026-02-05 22:00", "daily")),
            ("明天下午两点到四点考试", ("schedule", "考试", "2026-02-06 14:00", 120)),
            ("能不能明早七点叫我起床", ("schedule", "起床", "2026-02-06 07:00")),
            ("我妈的生日是九月三号", ("event", "妈的生日", "09-03")),
            ("I have a haircut on Friday at 4", ("schedule", "haircut", "2026-02-06 16:00")),
            ("we are going camping next weekend", ("event", "going camping", "2026-02-14")),
            ("remind me to stretch in an hour", ("schedule", "stretch", "2026-02-05 15:00")),
            ("our anniversary is on July 2nd", ("event", "anniversary", "07-02")),
        )
    )


def test_two_plans_of_one_utterance_are_two():
    check(
        (
            (
                "明天十点开会下午三点面试",
                ("schedule", "开会", "2026-02-06 10:00"),
                ("schedule", "面试", "2026-02-06 15:00"),
            ),
        )
    )


def test_of_holidays_weeks_and_months_only_what_the_owner_will_do_is_an_event():
    check(
        (
            ("国庆我要回老家结婚", ("event", "回老家结婚", "2026-10-01")),
            ("除夕那天我要值班", ("event", "值班", "2026-02-16")),
            ("下周我要去北京出差", ("event", "去北京出差", "2026-02-09")),
            ("打算三月去考研", ("event", "去考研", "2026-03-01")),
            ("I'm flying home for Christmas", ("event", "flying home", "2026-12-25")),
            ("I'm moving to Canada next month", ("event", "moving to Canada", "2026-03-01")),
            ("我喜欢过年", ("like", "过年")),
            ("Halloween is my favorite holiday", ("like", "Halloween")),
        )
    )
    check_nothing(
        "春节快乐",
        "国庆节人太多了",
        "中秋节要吃月饼",
        "下个月就是春节了",
        "小王下周要结婚了",
        "我朋友下周要结婚",
        "我三月份入职的",
        "Christmas is coming",
        "Next week will be better",
        "I'll do it next week",
        "Easter is in April",
    )


def test_what_is_no_plan_of_the_owners_is_nothing():
    check_nothing(
        "明天天气怎么样",
        "明天会下雨",
        "明天见",
        "明天再说吧",
        "他明天要走",
        "昨天下午我去了医院",
        "今天早上七点我起的床",
        "十分钟后关灯",
        "帮我查一下明天的航班",
        "取消明天的闹钟",
        "我每天都很忙",
        "如果明天有空我就去",
        "我明天可能要加班",
        "see you tomorrow",
        "will it snow tomorrow",
        "turn off the light in an hour",
        "my friend is coming on Friday",
        "今天地铁上有个阿姨给我让座",
        "邻居家明天要装修",
        "the neighbours are having a party on Saturday",
        "the couple upstairs are moving out on Friday",
        "I was sick yesterday",
        "tomorrow is Friday",
    )


def test_questions_hypotheses_and_hearsay_are_nothing():
    check_nothing(
        "我喜欢吗",
        "你知道我喜欢什么吗",
        "我叫什么",
        "我喜不喜欢你",
        "我住在哪",
        "如果我叫王浩",
        "要是我有一只猫就好了",
        "医生说我有高血压",
        "他问我喜欢什么",
        "歌词是我爱北京",
        "翻译一下，我喜欢猫",
        "我梦见我住在海边",
        "希望我妈妈叫李娟",
        "do I like it?",
        "what is my name",
        "if I were a boy",
        "he said I'm a doctor",
        "I wish I had a dog",
        "translate I love cats into French",
    )


def test_what_is_quoted_or_a_title_is_not_what_the_owner_says():
    check_nothing("《我叫金三顺》这部剧好看", "他写了“我住在北京”", '"I am Tom" is a song', "“我")
    check(
        (
            ("我喜欢《三体》", ("like", "三体")),
            ("我叫“阿强”", ("name", "阿强")),
            ("我喜欢《我的前半生》和《三体》", ("like", "三体")),
        )
    )


def test_a_question_behind_a_statement_does_not_take_it_back():
    check(
        (
            ("我喜欢游泳，你呢？", ("like", "游泳")),
            ("我喜欢游泳你呢", ("like", "游泳")),
            ("I love sushi, do you?", ("like", "sushi")),
        )
    )
    check_nothing("我叫王浩，对吧？", "I like fish, right?")


def test_one_utterance_may_hold_much():
    check(
        (
            (
                "我叫李静今年二十五岁住在北京喜欢打篮球",
                ("name", "李静"),
                ("age", "25"),
                ("location", "北京"),
                ("like", "打篮球"),
            ),
            (
                "My name is Tom, I'm 30 and I live in Paris. I love jazz!",
                ("name", "Tom"),
                ("age", "30"),
                ("location", "Paris"),
                ("like", "jazz"),
            ),
            ("I like 火锅", ("like", "火锅")),
        )
    )


def test_nothing_is_found_twice():
    check(
        (("我喜欢猫。我喜欢猫。", ("like", "猫")), ("我喜欢猫。我不喜欢猫了。", ("dislike", "猫")))
    )


def test_what_is_no_text_holds_nothing():
    for text in (
        "",
        " ",
        "。，？！",
        "||||",
        "我",
        "i",
        "\ud800",
        None,
        7,
        b"abc",
        "a" * 5000,
        "我" * 5000,
    ):
        assert extract(text, NOW) == []


def test_tables_hold_what_their_form_promises():
    from memory.extract import words_en, words_zh

    names = [{n for n in dir(m) if n.upper() == n and n[0] != "_"} for m in (words_en, words_zh)]
    assert names[0] - {"FIRST_NAMES"} == names[1]  # a Chinese name is told by its surname
    for module in (words_en, words_zh):
        for name in sorted(names[1]):
            table = getattr(module, name)
            if not isinstance(table, str) or "|" not in table or table == "|":
                continue
            assert table[0] == table[-1] == "|", name
            entries = table[1:-1].split("|")
            assert "" not in entries, name
            assert len(set(entries)) == len(entries), (name, sorted(entries))


def test_what_is_done_for_years_is_kept_as_it_was_said():
    check(
        (
            (
                "I've been driving a cab for twenty-two years",
                ("fact", "I've been driving a cab for twenty-two years"),
            ),
            (
                "I've been coaching kids for ten years",
                ("fact", "I've been coaching kids for ten years"),
            ),
        )
    )
    check_nothing("I've been driving for three hours", "I've been cooking all morning")


def test_what_people_of_work_and_school_will_do_is_no_plan_of_the_owner():
    check_nothing(
        "我们组长周末要去相亲",
        "我师姐下周一要答辩",
        "our manager is flying to Paris on Friday",
        "my coach is getting married in June",
    )


def test_what_drives_the_owner_mad_is_disliked():
    check((("slow walkers drive me up the wall", ("dislike", "slow walkers")),))
    check_nothing("this noise is driving me up the wall")


def test_any_work_of_years_is_kept_where_it_is_said_for_how_long_or_since_when():
    check(
        (
            (
                "I've been baking sourdough since lockdown",
                ("fact", "I've been baking sourdough since lockdown"),
            ),
            ("我吃素快十年了", ("fact", "我吃素快十年了")),
            ("我结婚都二十年了", ("fact", "我结婚都二十年了")),
        )
    )
    check_nothing(
        "I've been waiting for the bus for years", "I've been thinking about it since Monday"
    )


def test_what_somebody_left_is_a_fact_and_no_place():
    check(
        (
            ("我刚从国企辞职", ("fact", "我刚从国企辞职")),
            ("我从部队转业的", ("fact", "我从部队转业")),
            (
                "I retired from the railways in 2019",
                ("fact", "I retired from the railways in 2019"),
            ),
            ("上个月我从北京搬回了兰州", ("location", "兰州")),
        )
    )


def test_who_was_named_as_had_may_be_named_in_the_next_clause():
    check(
        (
            ("我有男朋友了，他叫孙浩", ("fact", "我有男朋友"), ("family", "孙浩", "男朋友")),
            ("我有老婆，叫李梅", ("family", "李梅", "老婆")),
            ("我交女朋友了，叫小雨", ("family", "小雨", "女朋友")),
            (
                "我两个外孙，大的叫阳阳，小的叫乐乐",
                ("family", "阳阳", "外孙"),
                ("family", "乐乐", "外孙"),
            ),
            (
                "I have two sons, Max and August",
                ("fact", "I have two sons"),
                ("family", "Max", "son"),
                ("family", "August", "son"),
            ),
        )
    )
    check_nothing("我想我妈了，叫我回家吃饭")


def test_a_relative_is_spoken_of_behind_what_was():
    check(
        (
            ("我外婆以前是护士，今年八十六了", ("fact", "我外婆今年八十六")),
            ("我爸以前开货车，现在退休了", ("fact", "我爸现在退休")),
        )
    )
    check_nothing("我爸以前开货车")


def test_where_somebody_lived_is_no_place_to_live():
    check(
        (
            ("I've lived in Plymouth all my life", ("location", "Plymouth")),
            ("we moved to Portland a few weeks ago", ("location", "Portland")),
            ("I moved to London when I was nine", ("location", "London")),
        )
    )
    check_nothing("I lived in Spain for a while", "I lived in Japan for three years")


def test_a_birthday_may_be_spoken_of_before_its_day():
    check(
        (
            ("我的生日很好记，六月六号", ("birthday", "06-06")),
            (
                "My birthday's easy to remember, it's the first of April",
                ("birthday", "04-01"),
            ),
        )
    )
    check_nothing("我生日礼物还没到，二十号到")


def test_a_word_that_begins_as_a_filler_is_whole():
    check(
        (
            ("帮我记着，行车证在副驾抽屉里", ("fact", "行车证在副驾抽屉里")),
            ("记一下，对讲机放在玄关柜子里", ("fact", "对讲机放在玄关柜子里")),
        )
    )


def test_where_somebody_goes_from_and_to_is_told_apart():
    check(
        (
            ("we just moved from Leeds to York", ("location", "York")),
            ("我是东北的，吉林人", ("fact", "我是东北的"), ("fact", "吉林人")),
        )
    )
    check_nothing(
        "I moved from the sofa to the bed",
        "I live near the sea",
        "my name is spelled with a K",
    )


def test_a_couple_says_of_itself_what_it_is():
    check(
        (
            ("we're engaged", ("fact", "we're engaged")),
            ("we're into board games", ("like", "board games")),
        )
    )
    check_nothing("we are ten minutes away", "we are called the Beatles")


def test_a_trade_of_years_is_kept_with_what_was_done():
    check(
        (
            ("我干了二十年厨师", ("fact", "我干了二十年厨师")),
            ("我教了一辈子书", ("fact", "我教了一辈子书")),
        )
    )
    check_nothing("我开了五年了", "我等了二十年")


def test_any_adverb_in_ly_may_stand_before_what_is_said():
    check(
        (
            ("I'm severely allergic to sesame", ("fact", "I'm severely allergic to sesame")),
            ("I vehemently dislike beetroot", ("dislike", "beetroot")),
            (
                "my son is severely allergic to nuts",
                ("fact", "my son is severely allergic to nuts"),
            ),
            ("I'm seventeen, doing my A levels", ("age", "17"), ("fact", "doing my A levels")),
        )
    )
    check_nothing("I'm thoroughly enjoying it")


def test_what_the_owner_goes_through_or_goes_to_see_is_a_plan():
    check(
        (
            ("I'm being discharged on Monday", ("event", "being discharged", "2026-02-09")),
            (
                "the boiler man is coming tomorrow between eight and twelve",
                ("schedule", "boiler man is coming", "2026-02-06 08:00", 240),
            ),
            (
                "we're going to see the tall ships on Saturday",
                ("event", "see the tall ships", "2026-02-07"),
            ),
            (
                "I'm having my eyes tested on Monday",
                ("event", "having my eyes tested", "2026-02-09"),
            ),
        )
    )
    check_nothing("see you on Monday", "see the news tomorrow", "要不我们周末去看电影吧")


def test_a_comment_may_follow_a_statement_without_a_pause():
    check(
        (
            ("我生日是十一月十八号你可得给我唱歌啊", ("birthday", "11-18")),
            ("我住在洛阳涧西这几天雾霾大得不行", ("location", "洛阳涧西")),
            ("我跟我媳妇结婚十一年了哎也就一晃眼的事儿", ("fact", "我跟我媳妇结婚十一年了")),
            ("我不喜欢吃茄子软塌塌的", ("dislike", "茄子")),
            ("我喜欢热热闹闹的地方", ("like", "热热闹闹的地方")),
            ("我挺喜欢织毛衣的就是没人穿", ("like", "织毛衣")),
            ("我最讨厌别人按喇叭了堵车谁不急啊", ("dislike", "别人按喇叭")),
            ("那什么我是写代码的头发都快掉光了", ("fact", "我是写代码的")),
            ("我养了一只三花猫昨晚又把杯子推地上了", ("fact", "我养了一只三花猫")),
            (
                "我老婆的生日是九月二十七号去年我给忘了",
                ("event", "老婆的生日", "09-27"),
            ),
        )
    )


def test_what_happened_today_is_no_plan():
    check_nothing(
        "今天我爸给我打电话",
        "今天有个单子送到六楼没电梯那人还嫌我慢",
        "今天下大雨鞋里全是水",
        "there's a documentary about penguins on at nine tonight",
    )
    check((("今天有个面试", ("event", "面试", "2026-02-05")),))


def test_an_alarm_that_is_put_off_is_no_plan():
    check_nothing("把明天的闹钟给我关了", "把明天的闹钟改到八点", "帮我把明早的闹钟关了")


def test_a_name_that_looks_like_a_day_is_none():
    check_nothing("我们单位那个小周五月份要结婚")


def test_what_somebody_was_or_is_this_year_says_so():
    check(
        (
            (
                "我叫尹秋菊，退休前是教语文的",
                ("name", "尹秋菊"),
                ("fact", "退休前是教语文的"),
            ),
            ("我叫林柏翰，今年大四", ("name", "林柏翰"), ("fact", "今年大四")),
            ("我女儿刚满六个月", ("fact", "我女儿刚满六个月")),
        )
    )
    check_nothing("现在的孩子都爱吃炸鸡", "我儿子三个月没回家了")


def test_what_is_never_drunk_on_some_days_is_a_habit():
    check(
        (
            (
                "I never drink wine on a school night",
                ("habit", "I never drink wine on a school night"),
            ),
            ("the lads at the depot all call me Spud", ("name", "Spud")),
        )
    )
    check_nothing("the guys at the gym call me when it's busy")
