"""mind.predicates: of whom a memory speaks, what it says of them, and what that replaces."""

from mind.predicates import (
    ENDED,
    NOBODY,
    NOW,
    OWNER,
    PAST,
    PREDICATES,
    SINGLE_VALUED,
    Claim,
    claim,
    claims,
    conflicts,
    ended_by,
    when_asked,
)

RUNS_ON = ("micropython", "cpython")


def check(*rows):
    wrong = []
    for text, *expected in rows:
        found = claim(text)
        got = list(found[:4]) if found else []
        if got != expected:
            wrong.append((text, expected, got))
    assert wrong == [], wrong


def test_the_owner_has_one_name_in_both_languages():
    for text in ("用户住在北京", "主人住在北京", "我住在北京", "住在北京"):
        assert claim(text)[:3] == (OWNER, "住在", "北京"), text
    for text in ("The user lives in Berlin", "I live in Berlin", "Lives in Berlin"):
        assert claim(text)[:3] == (OWNER, "住在", "Berlin"), text


def test_who_shifted_to_a_town_lives_there_and_to_the_night_shift_nowhere():
    check(
        ("The user shifted to Pune, a flat in Baner", OWNER, "住在", "Pune", NOW),
        ("My sister shifted to Delhi last month", "sister", "住在", "Delhi", NOW),
        ("I shifted to the night shift",),
        ("I shifted to decaf",),
        ("I moved to nights",),
        ("I moved to the day shift",),
    )


def test_a_firm_is_what_it_is_called_whatever_one_does_there():
    check(
        ("The user joined Paylo as engineering lead", OWNER, "工作于", "Paylo", NOW),
        ("I joined a fintech startup called Paylo as a lead", OWNER, "工作于", "Paylo", NOW),
        ("I work for a bakery named Crumb", OWNER, "工作于", "Crumb", NOW),
        ("I joined a band called Mirrors",),
        ("I joined a startup",),
    )


def test_predicates_have_one_name_in_both_languages():
    check(
        ("主人在腾讯上班", OWNER, "工作于", "腾讯", NOW),
        ("The user works at Google", OWNER, "工作于", "Google", NOW),
        ("用户是护士", OWNER, "职业", "护士", NOW),
        ("The user works as a nurse", OWNER, "职业", "nurse", NOW),
        ("用户体重140斤", OWNER, "体重", "70", NOW),
        ("The user weighs 154 lbs", OWNER, "体重", "70", NOW),
        ("用户结婚了", OWNER, "感情状态", "已婚", NOW),
        ("The user is married", OWNER, "感情状态", "已婚", NOW),
        ("用户的手机是iPhone 15", OWNER, "手机", "iPhone 15", NOW),
        ("My phone is an iPhone 15", OWNER, "手机", "iPhone 15", NOW),
    )


def test_a_job_in_a_town_is_a_job_there_and_at_a_firm_it_is_the_firm():
    check(
        ("我在上海做程序员", OWNER, "职业", "程序员", NOW),
        ("用户在一家公司做会计", OWNER, "职业", "会计", NOW),
        ("I work as a nurse in Leeds", OWNER, "职业", "nurse", NOW),
        ("我在星巴克当店员", OWNER, "工作于", "星巴克", NOW),
        ("我在家做饭",),
        ("我在学校做作业",),
    )


def test_what_a_home_or_a_firm_has_or_does_is_no_place():
    check(
        ("我家有只猫",),
        ("用户家有钢琴",),
        ("我家现在养了两只猫",),
        ("我家换了空调",),
        ("我家叫了外卖",),
        ("我家在装修",),
        ("我家是做生意的",),
        ("我公司有食堂",),
        ("我公司换了老板",),
        ("我公司现在很忙",),
        ("我公司在裁员",),
        ("我名字有三个字",),
        ("My home is a mess",),
        ("My city is noisy",),
        ("My company is hiring",),
        ("My job is stressful",),
        ("My home is in Leeds", OWNER, "住在", "Leeds", NOW),
        ("My company is Google", OWNER, "工作于", "Google", NOW),
        ("My job is a nurse", OWNER, "职业", "nurse", NOW),
        ("我家在成都", OWNER, "住在", "成都", NOW),
        ("我家现在在成都", OWNER, "住在", "成都", NOW),
        ("我家是四川的", OWNER, "住在", "四川", NOW),
        ("我公司换成字节跳动了", OWNER, "工作于", "字节跳动", NOW),
        ("用户体重有70公斤", OWNER, "体重", "70", NOW),
        ("用户住在三亚", OWNER, "住在", "三亚", NOW),
    )


def test_a_relative_never_touches_what_the_owner_is():
    check(
        ("我妈妈搬到上海了", "妈妈", "住在", "上海", NOW),
        ("My mother moved to Shanghai", "mother", "住在", "Shanghai", NOW),
        ("小明搬到上海了", "小明", "住在", "上海", NOW),
        ("他搬到上海了",),
        ("朋友搬到上海了",),
        ("公司搬到上海了",),
        ("用户的猫叫豆包",),
    )
    assert not conflicts(claim("我住在北京"), claim("我妈妈搬到上海了"))
    assert not conflicts(claim("I live in Berlin"), claim("My mother moved to Shanghai"))


def test_what_was_is_not_now():
    check(
        ("用户以前住在北京", OWNER, "住在", "北京", PAST),
        ("I used to live in Berlin", OWNER, "住在", "Berlin", PAST),
        ("用户不住在北京了", OWNER, "住在", "北京", ENDED),
        ("I don't live in Berlin anymore", OWNER, "住在", "Berlin", ENDED),
        ("用户从腾讯离职了", OWNER, "工作于", "腾讯", ENDED),
        ("用户以前住在北京，现在住在上海", OWNER, "住在", "上海", NOW),
        ("I used to live in Berlin but now I live in Rome", OWNER, "住在", "Rome", NOW),
    )


def test_plans_guesses_and_questions_are_no_claims():
    check(
        ("用户打算搬到上海",),
        ("用户可能搬到上海",),
        ("如果搬到上海就换工作",),
        ("用户住在哪里？",),
        ("The user might move to Berlin",),
        ("I'm planning to move to Paris",),
        ("Where does the user live?",),
    )


def test_a_one_off_task_becomes_no_fact():
    check(("明天要交报告",), ("用户昨天去了北京",), ("The user visited Tokyo last week",))


def test_a_memory_of_several_things_is_no_claim_of_one():
    assert claim("用户住在北京，在腾讯上班") is None
    assert [one.object for one in claims("用户住在北京，在腾讯上班")] == ["北京", "腾讯"]
    assert claim("The user is a nurse and lives in Oslo") is None


def test_a_kind_that_is_a_claim_needs_no_words():
    assert claim("北京", "location") == Claim(OWNER, "住在", "北京", NOW, None, NOBODY)
    assert claim("red wine", "dislike").predicate == "不喜欢"
    assert claim("北京", "fact") is None


def test_since_when_it_is_so():
    assert claim("用户2019年搬到上海").since == "2019"
    assert claim("用户2019年3月搬到上海").since == "2019-03"
    assert claim("The user has lived in London since 2019").since == "2019"
    assert claim("用户住在上海").since is None


def test_a_new_value_of_a_single_valued_predicate_conflicts():
    for one, other in (
        ("用户住在北京", "主人搬到上海了"),
        ("用户住在北京", "The user moved to Paris"),
        ("The user is 28 years old", "The user turned 29"),
        ("手机是iPhone 15", "用户换了iPhone 15 Pro"),
        ("用户单身", "用户有女朋友了"),
        ("用户喜欢喝咖啡", "用户不喜欢喝咖啡"),
    ):
        assert conflicts(claim(one), claim(other)), (one, other)
        assert conflicts(claim(other), claim(one)), (other, one)


def test_what_a_couple_says_of_itself_is_of_the_owner():
    check(
        ("We got divorced", OWNER, "感情状态", "离异", NOW),
        ("We've just got engaged", OWNER, "感情状态", "订婚", NOW),
        ("We called off the engagement", OWNER, "感情状态", "单身", NOW),
        ("我们退婚了", OWNER, "感情状态", "单身", NOW),
        ("I stopped liking chess", OWNER, "喜欢", "chess", ENDED),
        ("I've gone off chess", OWNER, "不喜欢", "chess", NOW),
    )
    for text in ("We split up at the mall", "We separated the eggs", "We might get divorced"):
        assert claim(text) is None, text


def test_where_a_relative_does_something_for_good_is_their_home():
    for text, town in (
        ("婆婆在扬州，自己做酱菜特别好吃", "扬州"),
        ("儿子在深圳做芯片测试", "深圳"),
        ("我妈在北京出差", ""),
        ("我妈在上海玩了三天", ""),
        ("用户在上海做程序员", ""),
        ("弟弟毕业了，进了中铁在贵阳的项目部", ""),
    ):
        homes = [one.object for one in claims(text, "fact") if one.predicate == "住在"]
        assert homes == ([town] if town else []), text


def test_a_plan_that_is_given_up_is_no_thing_that_is_sold():
    check(("I sold the house", OWNER, "拥有", "house", ENDED))
    for text in ("Scrapped the treehouse idea", "Scrapped the house plans"):
        assert claim(text) is None, text


def test_who_keeps_a_shop_somewhere_has_that_trade():
    check(
        ("我姐在长沙开理发店", "姐姐", "职业", "开理发店", NOW),
        ("我在老家开了个小超市", OWNER, "职业", "开了个小超市", NOW),
    )
    for text in ("我在店里开会", "用户最好的朋友叫阿茉，在上海开花店", "我去学校开家长会的店"):
        assert claim(text) is None, text


def test_of_relatives_of_whom_there_are_several_only_the_same_one_conflicts():
    for one, other, are_same in (
        ("My brother Max lives in Bonn", "My brother Leo lives in Kiel", False),
        ("My brother Max lives in Bonn", "My brother Max lives in Kiel", True),
        ("My brother lives in Bonn", "My brother Leo lives in Kiel", True),
        ("My older sister is a vet", "My younger sister is a pilot", False),
        ("My daughter is called Ada", "My daughter is called Eve", False),
        ("My wife is called Ada", "My wife is called Eve", True),
        ("我弟弟小军住在北京", "我弟弟小明住在上海", False),
        ("我弟弟小军住在北京", "我弟弟小军住在上海", True),
        ("我妈妈李华住在北京", "我妈妈住在上海", True),
    ):
        assert conflicts(claim(one), claim(other)) == are_same, other


def test_what_is_told_of_two_in_one_sentence_is_a_claim_of_each():
    for text, first, second in (
        ("My mum lives in Bath and I live in Wells", "mother", OWNER),
        ("I live in Wells and my mum lives in Bath", OWNER, "mother"),
        ("I'm 40 and my son is 8", OWNER, "son"),
        ("My wife is a nurse and I'm a plumber", "wife", OWNER),
        ("We moved to Columbus because mom got a job at a bank", OWNER, "mother"),
    ):
        assert [one.subject for one in claims(text)] == [first, second], text
    for text in ("My brother and I moved to Leeds", "I quit because my boss moved to Leeds"):
        assert len(claims(text)) < 2, text


def test_what_somebody_is_besides_is_no_trade_and_fruit_no_phone():
    for text in (
        "我是O型血", "我是天蝎座", "我是左撇子", "我是夜猫子", "我是老大", "I am a Virgo",
        "I am a night owl", "I'm a twin", "I'm a smoker", "我买了两斤苹果", "退休金每月四千三",
        "I joined the choir", "Party's been moved to June 29", "Mateo was born on a Tuesday",
    ):  # fmt: skip
        assert claim(text) is None, text


def test_same_subject_and_predicate_do_not_overwrite_another_fact():
    for one, other in (
        ("用户喜欢咖啡", "用户喜欢安静"),
        ("用户对花生过敏", "用户对海鲜过敏"),
        ("用户养了一只猫", "用户养了一条狗"),
        ("用户住在北京", "用户住在北京朝阳区"),
        ("用户住在北京市", "我住在北京"),
        ("The user lives in Berlin, Germany", "I live in Berlin"),
        ("用户住在北京", "用户以前住在上海"),
        ("用户住在北京", "用户打算搬到上海"),
    ):
        first, second = claim(one), claim(other)
        assert second is None or not conflicts(first, second), (one, other)


def test_what_is_denied_ends_what_was_said():
    home = claim("用户住在北京")
    assert ended_by(home, claim("用户不住在北京了"))
    assert ended_by(home, claim("用户以前住在北京"))
    assert not ended_by(home, claim("用户不住在上海了"))
    assert not ended_by(home, claim("妈妈不住在北京了"))
    assert ended_by(claim("用户对花生过敏"), claim("用户不再对花生过敏"))


def test_changes_are_read_in_the_words_that_people_use():
    check(
        ("用户上个月把家安到了长沙", OWNER, "住在", "长沙", NOW),
        ("用户举家迁到了成都", OWNER, "住在", "成都", NOW),
        ("我又回北京了", OWNER, "住在", "北京", NOW),
        ("I'm back in Denver now", OWNER, "住在", "Denver", NOW),
        ("User rents a flat in Leeds", OWNER, "住在", "Leeds", NOW),
        ("用户瘦到了74公斤", OWNER, "体重", "74", NOW),
        ("User is down to 86 kg", OWNER, "体重", "86", NOW),
        ("我27了", OWNER, "年龄", "27", NOW),
        ("People call me Duke now", OWNER, "昵称", "Duke", NOW),
        ("I am back home in Kiel", OWNER, "住在", "Kiel", NOW),
        ("I changed my name to Ann Fox", OWNER, "名字", "Ann Fox", NOW),
        ("搬去湘潭住了", OWNER, "住在", "湘潭", NOW),
        ("领证结婚了", OWNER, "感情状态", "已婚", NOW),
        ("我又去当司机了", OWNER, "职业", "司机", NOW),
        ("my email address has changed to a@b.de", OWNER, "邮箱", "a@b.de", NOW),
        ("actually I'm 195 pounds now", OWNER, "体重", "88", NOW),
        ("I've grown to 5'10\"", OWNER, "身高", "177", NOW),
        ("我今年29了", OWNER, "年龄", "29", NOW),
        ("I turned 16 yesterday", OWNER, "年龄", "16", NOW),
        ("我升副厂长了", OWNER, "职业", "副厂长", NOW),
        ("The user was promoted to head nurse", OWNER, "职业", "head nurse", NOW),
        ("User is now an apprentice electrician", OWNER, "职业", "apprentice electrician", NOW),
        ("刚入手一台iPhone 17", OWNER, "手机", "iPhone 17", NOW),
        ("dad found a job with UPS", "father", "工作于", "UPS", NOW),
        ("I'm a freshman at UCLA", OWNER, "就读于", "UCLA", NOW),
        ("以后别叫我小默了，叫我默哥", OWNER, "昵称", "默哥", NOW),
        ("以后叫我阿星吧", OWNER, "昵称", "阿星", NOW),
        ("以后就叫我星星好了", OWNER, "昵称", "星星", NOW),
        ("Please call me Coco", OWNER, "昵称", "Coco", NOW),
        ("You can call me Al instead", OWNER, "昵称", "Al", NOW),
        ("我去了平安银行上班", OWNER, "工作于", "平安银行", NOW),
        ("我老婆换到学校上班了", "老婆", "工作于", "学校", NOW),
        ("Bosch hired me", OWNER, "工作于", "Bosch", NOW),
        (
            "General Electric hired me as an engineer",
            OWNER,
            "工作于",
            "General Electric",
            NOW,
        ),
        ("我改行当厨师了", OWNER, "职业", "厨师", NOW),
        ("胖了，现在75公斤", OWNER, "体重", "75", NOW),
        ("妈妈瘦了，现在50公斤", "妈妈", "体重", "50", NOW),
        ("I lost weight, now 76 kg", OWNER, "体重", "76", NOW),
        ("I lost 5 kilos, now 71 kg", OWNER, "体重", "71", NOW),
        ("我们家搬福州去了", OWNER, "住在", "福州", NOW),
        ("我人已经在福州安家了", OWNER, "住在", "福州", NOW),
        ("My brother and I moved to Leeds", OWNER, "住在", "Leeds", NOW),
        ("我刚过30岁生日", OWNER, "年龄", "30", NOW),
        ("I just had my 30th birthday", OWNER, "年龄", "30", NOW),
        ("我读计算机专业", OWNER, "专业", "计算机", NOW),
        ("I study physics", OWNER, "专业", "physics", NOW),
        ("I switched my major to law", OWNER, "专业", "law", NOW),
        ("I got a new phone, a Galaxy S24", OWNER, "手机", "Galaxy S24", NOW),
        ("我的高血压好了", OWNER, "患有", "高血压", ENDED),
        ("My asthma is gone", OWNER, "患有", "asthma", ENDED),
        (
            "I've got a new phone number, 07700 900456",
            OWNER,
            "电话号码",
            "07700 900456",
            NOW,
        ),
        ("我换手机号了，新号码是18650330022", OWNER, "电话号码", "18650330022", NOW),
        ("I'm back working at Ikea", OWNER, "工作于", "Ikea", NOW),
        ("我住在厦门思明区的一间小公寓", OWNER, "住在", "厦门思明区", NOW),
        ("我在一家叫蓝鲸的游戏公司做策划", OWNER, "工作于", "蓝鲸", NOW),
        ("我跳槽到了字节跳动做产品经理", OWNER, "工作于", "字节跳动", NOW),
        ("我开一辆白色的飞度", OWNER, "拥有", "白色的飞度", NOW),
        ("My car is a Honda Civic", OWNER, "拥有", "Honda Civic", NOW),
        ("I traded the Civic in for a Tesla", OWNER, "拥有", "Civic", ENDED),
        ("我换邮箱了，现在用b@y.com", OWNER, "邮箱", "b@y.com", NOW),
        ("我辞职开了家花店", OWNER, "工作于", "*", ENDED),
        ("I started seeing someone called Nadia", OWNER, "感情状态", "恋爱中", NOW),
        ("女儿上小学一年级了", "女儿", "年级", "小学一年级", NOW),
        ("手机掉水里报废了，一咬牙换了华为的Pura", OWNER, "手机", "华为的Pura", NOW),
        ("我用的手机是小米13", OWNER, "手机", "小米13", NOW),
        ("我姐跟姐夫离了，带着娃搬去厦门重新开始", "姐姐", "住在", "厦门", NOW),
        ("Mum's settled in a care home in Exeter", "mother", "住在", "Exeter", NOW),
        ("Mum lives in her own bungalow in Torquay", "mother", "住在", "Torquay", NOW),
        ("I got my license and I'm a barber now", OWNER, "职业", "barber", NOW),
        ("I've gone and got a Skoda", OWNER, "拥有", "Skoda", NOW),
        ("我儿子今年上初二", "儿子", "年级", "初二", NOW),
        ("我今年大三", OWNER, "年级", "大三", NOW),
        ("My son just started year 4", "son", "年级", "year 4", NOW),
        ("my daughter is in third grade", "daughter", "年级", "third grade", NOW),
    )
    for text in (
        "以后叫我多喝水",
        "请叫我按时吃药",
        "Please call me back",
        "Please call me Monday",
        "我妈换手机号了，新号码是18650330022",
        "我教一年级",
        "我买了一辆给我儿子",
        "我的房东姓黄，是个退休老师",
        "我开始吃鱼和鸡肉了",
        "老爷子住了回院吓着了",
        "Tyler is a fourth grader now",
        "我女儿去年上一年级",
        "我儿子班上一年级的同学来玩",
        "I spent a year in Spain",
        "My car is in the garage",
        "我辞职信写好了",
        "My mum has a new phone number, 07700 900456",
        "我最喜欢的乐队是五月天",
    ):
        assert claim(text) is None, text


def test_who_parts_or_pairs_may_be_named():
    check(
        ("用户和小雅分手了", OWNER, "感情状态", "单身", NOW),
        ("小雅和我分手了", OWNER, "感情状态", "单身", NOW),
        ("Hannah and the user broke up", OWNER, "感情状态", "单身", NOW),
        ("The user and Greg separated in July", OWNER, "感情状态", "离异", NOW),
        ("Ana and I got engaged", OWNER, "感情状态", "订婚", NOW),
        ("My girlfriend and I broke up", OWNER, "感情状态", "单身", NOW),
        ("My wife and I got divorced", OWNER, "感情状态", "离异", NOW),
        ("My boyfriend broke up with me", OWNER, "感情状态", "单身", NOW),
        ("My husband left me", OWNER, "感情状态", "离异", NOW),
        ("和女朋友分了", OWNER, "感情状态", "单身", NOW),
        ("我和老公离了", OWNER, "感情状态", "离异", NOW),
    )


def test_a_work_or_a_school_ends_without_being_named():
    for job, left in (
        ("用户在美团上班", "我辞职了"),
        ("用户在美团上班", "用户上周被裁员了"),
        ("用户在美团上班", "用户从美团裸辞了"),
        ("The user works at Dell", "I lost my job"),
        ("The user works at Dell", "The user got laid off from Dell"),
        ("用户在清华读书", "用户大学毕业了"),
        ("I study at UCLA", "I graduated"),
    ):
        assert ended_by(claim(job), claims(left)[0]), (job, left)
    assert not ended_by(claim("妈妈在美团上班"), claim("我辞职了"))
    assert conflicts(claim("妈妈在县医院上班"), claim("妈妈上个月退休了"))
    assert claim("quit smoking at New Year") is None


def test_what_is_sold_or_given_away_is_owned_no_more():
    for owned, parted in (
        ("我开一辆本田思域", "我把思域卖了，换了辆特斯拉"),
        ("我有一架钢琴", "我昨天把那架旧钢琴送给侄女了"),
        ("用户有一辆比亚迪", "用户卖掉了比亚迪"),
        ("妈妈有一辆本田", "我妈把本田卖了"),
        ("I drive a Honda Civic", "I sold the Civic and got a Tesla"),
        ("I drive a Honda Civic", "I sold my old Honda Civic to my cousin last week"),
        ("The user has a piano", "The user gave the piano away"),
        ("I have a piano", "I finally got rid of my piano"),
    ):
        assert ended_by(claim(owned), claims(parted)[0]), (owned, parted)
    for owned, other in (
        ("我开一辆本田思域", "我想把思域卖了"),
        ("我开一辆本田思域", "我妈把思域卖了"),
        ("I drive a Honda Civic", "I sold the Volvo"),
        ("I drive a Honda Civic", "I want to sell the Civic"),
        ("I have a cat", "I sold the catamaran"),
    ):
        parted = claims(other)
        assert not parted or not ended_by(claim(owned), parted[0]), (owned, other)
    check(
        ("我换了一辆特斯拉", OWNER, "拥有", "特斯拉", NOW),
        ("我把思域卖了，换了辆特斯拉", OWNER, "拥有", "特斯拉", NOW),
    )


def test_what_is_so_now_is_the_claim_of_a_memory_that_also_says_what_ended():
    check(
        ("大学毕业了，进了中建三局", OWNER, "工作于", "中建三局", NOW),
        ("老婆不在菜鸟驿站干了，去了社区超市", "老婆", "工作于", "社区超市", NOW),
        ("The user left Dell and joined Groupon", OWNER, "工作于", "Groupon", NOW),
    )


def test_words_that_look_like_a_change_are_none():
    for text in (
        "我回家了",
        "我家改成民宿了",
        "我家已经变成仓库了",
        "My major is hard",
        "my major is so boring",
        "我去了上海",
        "用户调到市场部",
        "用户每天七点叫我起床",
        "姐姐家养了一只布偶猫，叫雪球",
        "I'm 20 pounds overweight",
        "用户下个月要回上海",
        "我去公司上班了",
        "用户在银行当场晕倒了",
        "用户在养老院当义工",
        "用户在医院做检查",
        "今早称了三斤苹果",
        "I adopted Max, a retriever",
        "The user is better at chess than Sam",
        "The user is seeing her dentist at noon",
        "I'm picking up dad at the airport on Friday",
        "The user is vegan at home",
        "用户今晚回北京",
        "今晚住杭州",
        "用户今天去图书馆工作了",
        "用户去医院上班了",
        "去车管所报到了",
        "用户在医院当陪床",
        "用户在法院当被告",
        "用户在酒店当新郎",
        "买了排骨，称了两斤",
        "用户称了60斤大米",
        "用户从店内退了货",
        "用户从公司内退群了",
        "The user is engaged and active in the community",
        "用户调到另一个局",
        "用户调到研发中心",
        "用户在埋头搞研发",
        "我去了图书馆工作",
        "我去了公司上班",
        "我昨天去了银行上班",
        "我同事被字节挖走了",
        "我手机被偷走了",
        "我换回原来的工作了",
        "我们搬东西去了",
        "他们搬上海去了",
        "我家狗胖了，现在30公斤",
        "我刚过马路",
        "我30岁生日去了日本",
        "我学的专业很难",
        "我读专业书",
        "我的感冒药没了",
        "我高血压没好",
        "He hired me",
        "My boss hired me a tutor",
        "Google never hired me",
        "If Bosch hired me I'd move",
        "My brother and I broke up the fight",
        "My sister and her boyfriend broke up",
        "Tom left me a note",
        "My wife left me a note",
        "I lost a bet, now 20 pounds",
        "I bought dumbbells, now 40 kg",
        "I got a new phone, a gift from my dad",
        "I study hard",
        "I study French on weekends",
        "I just had my 30th coffee",
        "I work at a place I like",
    ):
        assert claim(text) is None, text


def test_where_somebody_works_is_read_by_post_by_move_and_by_trade():
    check(
        ("爸爸在拖拉机厂当钳工", "爸爸", "工作于", "拖拉机厂", NOW),
        ("用户调到疾控中心了", OWNER, "工作于", "疾控中心", NOW),
        ("我去检察院上班了", OWNER, "工作于", "检察院", NOW),
        ("姐夫在银行上班", "姐夫", "工作于", "银行", NOW),
        ("弟媳叫刘芳", "弟媳", "名字", "刘芳", NOW),
        ("今早称了118斤", OWNER, "体重", "59", NOW),
        ("The user is head chef at a bistro in Hove", OWNER, "职业", "head chef", NOW),
        ("The user is single and on Hinge", OWNER, "感情状态", "单身", NOW),
    )


def test_who_is_introduced_in_one_sentence_makes_each_of_its_claims():
    for text, said in (
        ("用户叫罗敏，33岁，在西安一家印刷厂当质检", ["名字", "年龄", "工作于"]),
        ("The user is Nadia, 51, a pharmacist based in Leith", ["年龄", "职业"]),
        ("User is Maria, 52, a nurse at St Mary's, lives in Leeds",
         ["年龄", "工作于", "住在"]),
    ):  # fmt: skip
        assert [one.predicate for one in claims(text)] == said, text
        assert claim(text) is None, text
    for text in (
        "The user is British, 44 people came",
        "The user is in group A, 12",
        "The user is at Table, 6",
    ):
        assert claims(text) == [], text
    for text, said in (
        ("用户叫王芳，有两个娃，6岁，3岁", ["名字"]),
        ("The user's name is Tom, a teacher at Leeds High taught him piano", ["名字"]),
        ("The user is Mo, 19, a friend of the director", ["年龄"]),
        ("The user is Jo, 40, a Virgo", ["年龄"]),
    ):
        assert [one.predicate for one in claims(text)] == said, text


def test_a_question_says_which_time_it_wants():
    for question, expected in (
        ("我现在住哪", NOW),
        ("where do I live now?", NOW),
        ("我以前住哪", PAST),
        ("我之前在哪上班", PAST),
        ("where did I live before?", PAST),
        ("Where did I use to work previously", PAST),
        ("我住在哪", None),
        ("周五之前要交什么", None),
        ("what do I need to do before Friday", None),
    ):
        assert when_asked(question) == expected, question


def test_single_valued_predicates_are_known_ones():
    for name in SINGLE_VALUED:
        assert name in PREDICATES.values(), name


def test_a_home_is_where_it_is_whatever_it_is_like():
    check(
        ("My mum lives on her own in Wakefield", "mother", "住在", "Wakefield", NOW),
        ("I live in a studio in Austin", OWNER, "住在", "Austin", NOW),
        ("We rent a basement apartment in Mimico", OWNER, "住在", "Mimico", NOW),
        ("I have a one-bedroom apartment in Deep Ellum", OWNER, "住在", "Deep Ellum", NOW),
        ("The user moved to a smaller flat in Bow", OWNER, "住在", "Bow", NOW),
        ("The user lives with her dad in York", OWNER, "住在", "York", NOW),
        ("We live in Kent", OWNER, "住在", "Kent", NOW),
        ("The user lives an hour away from her job in Boston",),
        ("The user lives with a cat she adopted in March",),
        ("I live alone since my husband died in March",),
        ("The user lives with her husband who works in Boston",),
        ("I live in a house built in Victorian times",),
        ("I don't live alone in Rome",),
        ("I have a flat in Paris that I rent out on Airbnb",),
        ("The user has a photo studio in Boston",),
        ("The user has a mortgage on a flat in York",),
        ("The user rents out her flat in Brooklyn",),
        ("I rent a studio in Brooklyn for my pottery business",),
        ("The user rents a house in Cornwall every August",),
        ("The user moved to a hotel room in Osaka for the conference",),
        ("The user rented a car in Rome",),
        ("I moved to a new team in London",),
        ("We live for music",),
        ("The user has a house in Tuscany", OWNER, "拥有", "house in Tuscany", NOW),
        ("I've moved into a flat on George Street", OWNER, "住在", "George Street", NOW),
        ("老两口搬回沈阳了", OWNER, "住在", "沈阳", NOW),
        ("Correction: Mateo's birthday is May 5", "Mateo", "生日", "May 5", NOW),
        ("Mateo was born on May 5", "Mateo", "生日", "May 5", NOW),
        ("I have a new house in Kent", OWNER, "住在", "Kent", NOW),
        ("We are renting a place in Nice for the summer",),
    )


def test_who_is_brought_to_where_they_live_lives_there():
    check(
        ("我把母亲接到成都来一起住了", "妈妈", "住在", "成都", NOW),
        ("把我妈接到了杭州", "妈妈", "住在", "杭州", NOW),
        ("用户把老爸接来成都养老", "爸爸", "住在", "成都", NOW),
        ("把妈妈接到家里住",),
        ("把女儿接回家了",),
        ("我把快递接到手里",),
        ("Her mother Ann lives in Ohio", "mother", "住在", "Ohio", NOW),
        ("Her mother lives in Ohio",),
    )


def test_what_somebody_is_beside_their_age_is_a_claim_of_its_own():
    for text, age, trade in (
        ("The user is 29 and a sous chef at a French bistro in Fitzroy", "29", "sous chef"),
        ("I am 61 and a nurse", "61", "nurse"),
    ):
        assert [one[1:3] for one in claims(text)] == [("年龄", age), ("职业", trade)], text
    for text in (
        "I am 29 and a big fan of jazz",
        "The user is 40 and a doctor at the clinic sees her",
        "My son is 30 and a nurse at Leeds General sees him",
        "The user is 30 and a friend is a nurse",
    ):
        assert [one[1] for one in claims(text)] == ["年龄"], text
    assert claim("The user has an iPhone 15 that gives her migraines")[1] == "手机"
    assert claim("I weigh 17 stone")[1:3] == ("体重", "108")
    assert claim("I weigh 76 kg now")[1:3] == ("体重", "76")


def test_a_trade_may_be_told_by_what_one_does():
    check(
        ("我是做硬件的", OWNER, "职业", "做硬件的", NOW),
        ("我是开出租的", OWNER, "职业", "开出租的", NOW),
        ("我在深圳做外贸的", OWNER, "职业", "外贸", NOW),
        ("我在东莞做家具的", OWNER, "职业", "做家具的", NOW),
        ("我以前是做硬件的", OWNER, "职业", "做硬件的", PAST),
        ("我不是做硬件的", OWNER, "职业", "做硬件的", ENDED),
        ("我是做错的",),
        ("我是做什么的",),
        ("我在北京做手术的",),
    )
