"""memory.extract.shapes: statements whose object does not stand behind their verb."""

from _extracted import check, check_nothing

RUNS_ON = ("micropython", "cpython")


def test_a_thing_may_stand_before_what_is_said_of_it():
    check(
        (
            ("可乐我是不碰的", ("dislike", "可乐")),
            ("可乐我最爱喝了", ("like", "可乐")),
            ("可乐我不怎么喝", ("dislike", "可乐")),
            ("榴莲我真的接受不了", ("dislike", "榴莲")),
            ("小品我百看不厌", ("like", "小品")),
            ("凉皮我一个礼拜吃五顿都不腻", ("like", "凉皮")),
            ("奶茶我一天不喝就难受", ("like", "奶茶")),
            ("Celery I can't stand", ("dislike", "Celery")),
            ("Pizza I could eat every day", ("like", "Pizza")),
        )
    )


def test_what_stands_before_a_comment_may_be_no_thing():
    check_nothing(
        "今天我不喝",
        "其实我不爱吃",
        "可乐我不喝了",
        "可乐他不喝",
        "可乐你喝不喝",
        "要是可乐我就不喝",
        "这个问题我不喜欢",
        "妈妈做的饭我最喜欢",
        "that song I can't stand",
        "这首歌我听一百遍都不腻",
        "火锅我今天吃腻了",
        "这道题我怎么做都不行",
    )


def test_what_makes_ill_is_kept_with_its_name_wherever_it_stands():
    check(
        (
            ("花生我吃了就过敏", ("fact", "花生我吃了就过敏")),
            ("芒果，我一吃就过敏", ("fact", "芒果我一吃就过敏")),
            ("花生酱、花生油我吃了都过敏", ("fact", "花生酱、花生油我吃了都过敏")),
            ("虾我一吃就起疹子", ("fact", "虾我一吃就起疹子")),
            ("我一吃虾就起疹子", ("fact", "我一吃虾就起疹子")),
            ("我海鲜一吃就过敏", ("fact", "我海鲜一吃就过敏")),
            ("我花生酱吃了会起疹子", ("fact", "我花生酱吃了会起疹子")),
            ("牛奶我喝了就拉肚子", ("fact", "牛奶我喝了就拉肚子")),
            ("芒果我吃了嘴会肿", ("fact", "芒果我吃了嘴会肿")),
            ("花生我过敏", ("fact", "花生我过敏")),
            ("花生我不能吃", ("fact", "花生我不能吃")),
            ("我闻到花粉就打喷嚏", ("fact", "我闻到花粉就打喷嚏")),
            ("我吃了花生会过敏", ("fact", "我吃了花生会过敏")),
            ("花生我儿子吃了就过敏", ("fact", "我儿子花生吃了就过敏")),
            ("我女儿一喝牛奶就拉肚子", ("fact", "我女儿一喝牛奶就拉肚子")),
            ("Peanuts, I'm allergic to them", ("fact", "I'm allergic to peanuts")),
            ("I get hives when I eat shrimp", ("fact", "I get hives when I eat shrimp")),
        )
    )


def test_what_one_works_as_needs_no_place():
    check(
        (
            ("我当老师", ("fact", "我当老师")),
            ("我现在当护士", ("fact", "我现在当护士")),
            ("我当爸爸了", ("fact", "我当爸爸")),
        )
    )
    check_nothing(
        "我当时是学生",
        "我想当医生",
        "我不当老师了",
        "我把他当老师",
        "我当他是医生",
        "当老师真累",
        "他当老师",
        "我当医生的朋友来了",
    )


def test_what_makes_ill_may_be_named_in_the_clause_before():
    check(
        (
            ("花生我不能吃，吃了就过敏", ("fact", "花生我不能吃，吃了就过敏")),
            ("我不能吃花生，一吃就过敏", ("fact", "我不能吃花生，一吃就过敏")),
            ("我妈不能吃花生，一吃就过敏", ("fact", "我妈不能吃花生，一吃就过敏")),
            ("我对海鲜过敏，一吃就起疹子", ("fact", "我对海鲜过敏")),
            (
                "我讨厌花生，一吃就起疹子",
                ("dislike", "花生"),
                ("fact", "我讨厌花生，一吃就起疹子"),
            ),
            ("我养猫，但是猫毛过敏", ("fact", "我养猫"), ("fact", "猫毛过敏")),
        )
    )


def test_what_makes_nobody_of_the_family_ill_is_nothing():
    check_nothing(
        "我吃了就过敏",
        "这个我吃了就过敏",
        "花生他吃了就过敏",
        "花生我朋友吃了就过敏",
        "我朋友不能吃花生，一吃就过敏",
        "花生我吃了不过敏",
        "花生我没有过敏",
        "花生我吃了就过敏吗",
        "如果花生我吃了就过敏怎么办",
        "昨天的虾我吃了就过敏",
        "今天我吃了个桃子，一吃就过敏",
        "我刚才吃了个苹果就肚子疼",
        "我早饭吃了就拉肚子",
        "早饭我不能吃",
        "上次我过敏了",
        "最近我过敏了",
    )


def test_a_taste_that_only_its_owner_can_have_needs_no_owner():
    check((("喝不惯可乐", ("dislike", "可乐")), ("吃不来折耳根", ("dislike", "折耳根"))))


def test_a_thing_may_stand_in_a_frame():
    check(
        (
            ("我见了香菜就想吐", ("dislike", "香菜")),
            ("没有什么比爬山更开心", ("like", "爬山")),
            ("我无肉不欢", ("like", "肉")),
            ("Nothing beats fresh bread", ("like", "fresh bread")),
            ("nothing beats a roast for me", ("like", "a roast")),
            ("I'd rather have tea than coffee", ("like", "tea")),
            ("I prefer tea to coffee", ("like", "tea")),
        )
    )
    check_nothing("见到你就开心", "我跟他有仇", "Nothing beats that", "give me a hand")


def test_where_one_works_in_a_city_one_lives():
    check(
        (
            ("我在成都上班", ("location", "成都")),
            ("我在成都定居下来了", ("location", "成都")),
            ("搬到成都了", ("location", "成都")),
            ("家在成都", ("location", "成都")),
            ("成都是我家", ("location", "成都")),
            ("成都是我现在生活的地方", ("location", "成都")),
            ("我刚来成都定居", ("location", "成都")),
            ("I've been in Seattle for six years", ("location", "Seattle")),
            ("Chicago is where I live", ("location", "Chicago")),
            ("My apartment is in Queens", ("location", "Queens")),
            ("我在华为工作", ("fact", "我在华为工作")),
        )
    )
    check_nothing(
        "我在成都玩",
        "我在成都出差",
        "我在成都上过班",
        "我想去成都生活",
        "我同学在厦门买房了",
        "苏州是我的家乡",
        "I'm over in the kitchen",
        "I call it home",
    )


def test_a_relative_may_be_named_beside_before_or_after():
    check(
        (
            (
                "我老公王磊在银行上班",
                ("family", "王磊", "老公"),
                ("fact", "我老公王磊在银行上班"),
            ),
            ("我爸，李强，是个医生", ("family", "李强", "爸爸"), ("fact", "我爸李强是个医生")),
            ("王磊是我老公", ("family", "王磊", "老公")),
            ("我给女儿起名叫安安", ("family", "安安", "女儿")),
            ("我有个老公叫王磊", ("family", "王磊", "老公")),
            ("Frank is my dad", ("family", "Frank", "dad")),
            ("My little brother, Sam, plays drums", ("family", "Sam", "brother")),
            ("We named our son Felix", ("family", "Felix", "son")),
        )
    )


def test_what_stands_beside_a_relative_may_be_no_name():
    check_nothing(
        "我老公马上到家",
        "我妈安排我去相亲",
        "我儿子高考考了六百分",
        "我妈唐山人",
        "我妈单位在开会",
        "这是我老公",
        "My dad is Irish",
        "Frank is my friend",
        "We named our dog Biscuit",
    )
    check((("我老公高血压", ("fact", "我老公高血压")),))


def test_a_name_may_be_that_of_a_day():
    check(
        (
            ("我爸爸叫张国庆", ("family", "张国庆", "爸爸")),
            ("我老公叫李元旦", ("family", "李元旦", "老公")),
        )
    )


def test_a_relative_whose_trade_is_said_is_a_fact_and_no_nameless_relative():
    check(
        (
            ("my dad is a teacher", ("fact", "my dad is a teacher")),
            ("My dad's a teacher", ("fact", "My dad's a teacher")),
            ("我爸爸是老师", ("fact", "我爸爸是老师")),
        )
    )


def test_a_part_of_the_body_that_stays_ill_is_a_fact():
    check(
        (
            ("我膝盖有旧伤", ("fact", "我膝盖有旧伤")),
            ("我的膝盖不太好", ("fact", "我的膝盖不太好")),
            ("我一喝牛奶就拉肚子", ("fact", "我一喝牛奶就拉肚子")),
            ("I've got a bad knee", ("fact", "I've got a bad knee")),
            ("My right knee is shot", ("fact", "My right knee is shot")),
            ("Shellfish gives me hives", ("fact", "Shellfish gives me hives")),
            ("我耳朵不大好使", ("fact", "我耳朵不大好使")),
            ("我爬不了楼", ("fact", "我爬不了楼")),
            ("my knee's bad", ("fact", "my knee's bad")),
            ("I've got a dodgy hip", ("fact", "I've got a dodgy hip")),
        )
    )
    check_nothing("我腰好酸", "我胃不舒服", "我身体很好", "My back hurts", "My heart is broken")
    check_nothing("遥控器不好使了", "我邻居血压高", "I've got a bad feeling about this")


def test_a_race_that_was_run_is_a_fact_and_one_to_come_an_event():
    check(
        (
            ("我跑过半马", ("fact", "我跑过半马")),
            ("I ran a half marathon", ("fact", "I ran a half marathon")),
            ("我报了三月十五号的半马", ("event", "半马", "2026-03-15")),
            ("I signed up for a marathon in October", ("event", "marathon", "2026-10-01")),
        )
    )
    check_nothing("我跑了一趟超市", "I ran out of milk", "I finished my homework")


def test_what_is_done_every_day_is_a_habit():
    check(
        (
            ("我每天早上跑步", ("habit", "我每天早上跑步")),
            ("我有午睡的习惯", ("habit", "我有午睡的习惯")),
            ("我习惯晚睡", ("habit", "我习惯晚睡")),
            ("I go swimming twice a week", ("habit", "I go swimming twice a week")),
            ("I usually wake up at six", ("habit", "I usually wake up at six")),
        )
    )
    check_nothing(
        "我每天都好累",
        "我习惯了",
        "我爸每天跑步",
        "你每天跑步吗",
        "I feel tired every day",
        "I always lose my keys",
        "I go to work every day",
    )


def test_children_are_named_one_by_one_or_together():
    check(
        (
            (
                "我有两个女儿，大的叫思思，小的叫念念",
                ("fact", "我有两个女儿"),
                ("family", "思思", "女儿"),
                ("family", "念念", "女儿"),
            ),
            ("我有两个女儿，大的叫我去接她", ("fact", "我有两个女儿")),
            (
                "我有两个女儿！！大的叫思思。小的叫念念",
                ("fact", "我有两个女儿"),
                ("family", "思思", "女儿"),
                ("family", "念念", "女儿"),
            ),
            ("我有两个女儿。楼上养了两只猫，大的叫咪咪", ("fact", "我有两个女儿")),
            ("我有两个女儿。今天天气好。大的叫咪咪", ("fact", "我有两个女儿")),
            (
                "I have two daughters. I bought two boats. The older one is called Max",
                ("fact", "I have two daughters"),
            ),
            (
                "My kids are called Ella and Finn",
                ("family", "Ella", "kid"),
                ("family", "Finn", "kid"),
            ),
        )
    )
    check_nothing("My kids are called in for dinner", "Our neighbours are called Ella and Finn")


def test_a_surname_alone_waits_for_its_name():
    check((("我姓宋，宋雨桐", ("name", "宋雨桐")),))
    check_nothing("我姓宋，送你的", "我同学姓宋，宋雨桐")


def test_what_lies_in_a_body_or_takes_years_is_a_fact():
    check(
        (
            ("我心脏里头放了两个支架", ("fact", "我心脏里头放了两个支架")),
            ("我弹了十年吉他", ("fact", "我弹了十年吉他")),
            ("我新疆来的", ("fact", "我新疆来的")),
            ("I'm half Italian", ("fact", "I'm half Italian")),
            ("I've climbed Ben Nevis", ("fact", "I've climbed Ben Nevis")),
        )
    )
    check_nothing(
        "我心里有你",
        "我手里有钱",
        "我等了三年",
        "我从公司来的",
        "I'm half asleep",
        "I climbed the stairs",
        "I have work to do",
    )


def test_what_is_switched_later_is_an_order():
    check_nothing("二十分钟以后把热水器关了", "明天早上把灯打开")


def test_what_was_judged_is_the_topic_of_the_next_clause():
    check(
        (
            ("olives are disgusting, I hate them", ("dislike", "olives")),
            ("榴莲太臭了，我受不了", ("dislike", "榴莲")),
        )
    )
    check_nothing("the soup is cold, I don't like it", "今天太热了，我受不了")


def test_how_tall_somebody_is_and_what_they_measure_is_a_fact():
    check(
        (
            ("我一米六五", ("fact", "我一米六五")),
            ("我钢琴十级", ("fact", "我钢琴十级")),
            ("我近视六百度", ("fact", "我近视六百度")),
        )
    )
    check_nothing("昨天风力十级", "我走了一米", "我家二十度")


def test_when_somebody_sleeps_without_a_day_is_a_habit():
    check(
        (
            ("我晚上十点半准时睡觉", ("habit", "我晚上十点半准时睡觉")),
            ("我早上六点就起床", ("habit", "我早上六点就起床")),
            ("I never go to bed before one", ("habit", "I never go to bed before one")),
        )
    )
    check_nothing("我早上五点就起来了")


def test_whatever_is_done_as_a_rule_is_a_habit():
    check(
        (
            ("我平时穿运动鞋", ("habit", "我平时穿运动鞋")),
            ("我通常周五晚上去打羽毛球", ("habit", "我通常周五晚上去打羽毛球")),
            ("I usually skip lunch", ("habit", "I usually skip lunch")),
        )
    )
    check_nothing(
        "我平时很忙", "我一般般吧", "我平时不出门", "I usually don't mind", "I usually like it"
    )
