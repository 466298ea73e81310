"""Owner commands: what the owner says of memory itself acts at once, in both languages."""

from _bench import PowerCut, contents, hot_contents, run
from _talk import World, refusing
from memory.errors import Broken
from memory.search.trash_query import TrashQuery
from memory.text import dates

from firmware.companion.chat_history import COMPANION, OWNER
from firmware.companion.owner_trail import Learned
from firmware.words import messages

HEAP = "16M"  # several chips in RAM
TIMEOUT_S = 240
THOROUGH = ("test_a_cut_anywhere_leaves_what_was_taken_back_gone_or_not_told",)


def say(world, *texts):
    world.say(*[(OWNER, text) for text in texts])


def acted(world):
    return [(fields["what"], len(fields["ids"])) for fields in world.heard("acted")]


def told(world):
    return world.heard("acted")[-1]["message"]


def trash(world):
    page, _ = run(world.memory.recall(TrashQuery(world.bench.clock.now(), 50)))
    return sorted([(record.content, record.get("by")) for record in page])


def in_language(language):
    messages.use(language)
    return World()


# -- off the record ------------------------------------------------------------------------------


def test_what_is_off_the_record_is_neither_learned_nor_in_the_chat():
    for language, first, secret, command in (
        ("zh", "我叫王浩", "我喜欢小李", "别记这个"),
        ("en", "My name is Anna", "I like Tom from work", "That's off the record"),
    ):
        world = in_language(language)
        world.say((OWNER, first), (COMPANION, "嗯"), (OWNER, secret), (COMPANION, secret))
        world.say((OWNER, command), (COMPANION, "OK"))
        assert acted(world) == [("keep_not", 0)]
        run(world.talk.end())
        assert [kind for kind, _ in world.extracted()] == ["name"], world.extracted()
        assert world.kept() == [(OWNER, first), (COMPANION, "嗯")]
        assert trash(world) == []
    messages.use("zh")


def test_what_is_said_after_it_is_kept_again():
    world = in_language("zh")
    say(world, "我喜欢小李", "别记这个", "我叫王浩")
    run(world.talk.end())
    assert world.extracted() == [("name", "王浩")] and world.kept() == [(OWNER, "我叫王浩")]


def test_what_is_in_memory_already_goes_to_the_trash():
    world = in_language("zh")
    run(world.talk.play([(OWNER, "我喜欢小李"), (COMPANION, "哦")]))
    assert hot_contents(world.memory, "like") == ["小李"]
    say(world, "别记这个")
    assert acted(world) == [("keep_not", 1)]
    assert hot_contents(world.memory, "like") == [] and trash(world) == [("小李", "owner")]
    assert world.kept() == []


def test_what_a_model_wrote_of_it_goes_to_the_trash_and_what_others_wrote_stays():
    world = in_language("zh")
    world.talk.channel = "xiaozhi"
    say(world, "我暗恋小李")
    for channel, content in (("xiaozhi", "用户暗恋小李"), ("http", "用户在写论文")):
        change = run(world.memory.write("fact", content, {}, source=channel))
        world.talk.noted(change, channel)
    say(world, "这个别记")
    assert acted(world) == [("keep_not", 1)]
    assert contents(world.memory, "fact") == ["用户在写论文"]
    assert trash(world) == [("用户暗恋小李", "owner")]


def test_what_was_known_before_stays_known():
    world = in_language("zh")
    run(world.talk.play([(OWNER, "我喜欢喝茶")]))
    world.pass_time(3600)
    run(world.talk.play([(OWNER, "我喜欢喝茶")]))
    say(world, "别记这个")
    assert acted(world) == [("keep_not", 0)] and hot_contents(world.memory, "like") == ["喝茶"]


def test_with_nothing_said_before_only_the_sentence_itself_is_not_kept():
    for language, command, answer in (
        ("zh", "别记这个", "好，这句不记"),
        ("en", "Don't save that", "All right, this is not kept"),
    ):
        world = in_language(language)
        say(world, command)
        assert acted(world) == [("keep_not", 0)] and told(world) == answer
        run(world.talk.end())
        assert world.kept() == [] and world.talk.idle
    messages.use("zh")


def test_what_is_said_beside_words_for_it_not_to_be_kept_is_not_kept():
    for language, first, private in (
        ("zh", "我叫王浩", "别记下来：我喜欢小李"),
        ("zh", "我叫王浩", "跟你说个秘密，这个别记，我喜欢小李"),
        ("zh", "我叫王浩", "我喜欢小李，你可别记下来啊"),
        ("en", "My name is Anna", "Between us, don't save this: I hate my job"),
        ("en", "My name is Anna", "I like Tom from work, but don't keep that."),
        ("en", "My name is Anna", "Off the record, I think the boss drinks"),
    ):
        world = in_language(language)
        say(world, first, private)
        assert acted(world) == [("keep_not", 0)], private
        run(world.talk.end())
        assert [kind for kind, _ in world.extracted()] == ["name"], private
        assert world.kept() == [(OWNER, first)], private
    messages.use("zh")


def test_a_reminder_that_need_not_be_noted_rings_all_the_same():
    world = in_language("zh")
    say(world, "提醒我明天八点开会，这个不用记")
    run(world.talk.end())
    assert acted(world) == [] and [kind for kind, _ in world.extracted()] == ["todo"]


def test_what_tells_nothing_behind_them_leaves_them_to_what_was_said_before():
    world = in_language("en")
    say(world, "I hate my job", "Don't write that down, I might change my mind")
    run(world.talk.end())
    assert world.extracted() == [] and world.kept() == []
    messages.use("zh")


def test_what_was_said_long_ago_is_not_the_last_turn():
    world = in_language("zh")
    run(world.talk.play([(OWNER, "我喜欢喝茶")]))
    world.bench.clock.seconds += 3600
    say(world, "别记这个")
    assert hot_contents(world.memory, "like") == ["喝茶"]
    assert world.kept() == [(OWNER, "我喜欢喝茶")]


def test_the_same_words_of_an_earlier_day_stay_in_the_chat():
    world = in_language("zh")
    run(world.talk.play([(OWNER, "早上好"), (COMPANION, "早")]))
    world.bench.clock.seconds += 86400
    world.say((OWNER, "早上好"), (OWNER, "别记这个"))
    run(world.talk.end())
    assert world.kept() == [(OWNER, "早上好"), (COMPANION, "早")]


def test_where_flash_fails_it_is_said_so_and_done_later():
    world = in_language("zh")
    run(world.talk.play([(OWNER, "我喜欢小李")]))
    delete = world.memory.delete
    tries = []
    world.memory.delete = refusing(Broken("flash", "broken"), tries)
    say(world, "别记这个")
    assert len(tries) == 1 and "稍后" in told(world)
    run(world.talk.end())
    assert not world.talk.idle and len(acted(world)) == 1
    world.memory.delete = delete
    world.pass_time(600)
    assert acted(world)[1:] == [("keep_not", 1)] and trash(world) == [("小李", "owner")]
    assert world.talk.idle


# -- forgetting what was just said ---------------------------------------------------------------


def test_what_the_last_turns_taught_goes_to_the_trash_and_can_be_restored():
    for language, texts, command, kind in (
        ("zh", ("我喜欢小李", "我喜欢喝茶"), "忘掉刚才说的", "like"),
        ("en", ("I like Tom", "I like tea"), "Forget what I just said", "like"),
        ("en", ("I like Tom", "I like tea"), "Never mind that, forget it", "like"),
    ):
        world = in_language(language)
        say(world, *texts)
        say(world, command)
        assert acted(world) == [("forget_last", 2)], world.said
        assert hot_contents(world.memory, kind) == [] and len(trash(world)) == 2
        run(world.memory.restore(world.heard("acted")[0]["ids"][0]))
        assert len(hot_contents(world.memory, kind)) == 2
        run(world.talk.end())
        assert len(world.kept()) == 3  # the chat stays
    messages.use("zh")


def test_words_for_the_last_thing_alone_take_that_and_leave_what_was_said_before():
    for language, texts, commands in (
        (
            "zh",
            ("我对核桃过敏", "我喜欢下棋"),
            ("把刚才那句忘了吧", "删掉这条", "把这条删了", "删掉", "撤回", "刚才那句不算"),
        ),
        (
            "en",
            ("I'm allergic to walnuts", "I like chess"),
            ("delete that", "Please remove that one", "undo that", "I take that back"),
        ),
    ):
        for command in commands:
            world = in_language(language)
            say(world, *texts)
            say(world, command)
            assert acted(world) == [("forget_last", 1)], command
            assert hot_contents(world.memory, "fact") == [texts[0]], command
            say(world, command)
            assert acted(world)[-1] == ("forget_last", 0), command
    messages.use("zh")


def test_what_was_forgotten_as_one_comes_back_as_one():
    for back in range(3):
        world = in_language("zh")
        say(world, "我住在北京", "我喜欢喝茶", "我对花生过敏", "忘掉刚才说的")
        ids = world.heard("acted")[0]["ids"]
        assert len(ids) == 3 and len(trash(world)) == 3
        run(world.memory.restore(ids[back]))
        assert trash(world) == []
        for kind, content in (("location", "北京"), ("like", "喝茶"), ("fact", "我对花生过敏")):
            assert hot_contents(world.memory, kind) == [content]


def test_only_the_last_three_turns_are_just_said():
    world = in_language("zh")
    say(world, "我叫王浩", "嗯", "我喜欢喝茶", "对", "忘掉刚才说的")
    assert acted(world) == [("forget_last", 1)]
    run(world.talk.end())
    assert hot_contents(world.memory, "name") == ["王浩"]


def test_where_nothing_was_learned_nothing_is_forgotten():
    for language, command, answer in (
        ("zh", "忘掉刚才说的", "刚才没有记下什么"),
        ("en", "Forget what I just said", "Nothing was learned just now"),
    ):
        world = in_language(language)
        say(world, "你好", command)
        assert acted(world) == [("forget_last", 0)] and told(world) == answer
    messages.use("zh")


def test_what_is_to_be_forgotten_is_never_learned_and_goes_where_a_memory_says_it():
    for language, told, order, left in (
        ("zh", "我住在北京", "忘掉我住在北京", []),
        ("zh", "我喜欢下棋", "删掉我喜欢下棋", []),
        ("zh", "我老婆是护士", "忘掉我老婆是护士", []),
        ("zh", "我喜欢茶", "忘掉我喜欢下棋", [("like", "茶")]),
        ("zh", "我喜欢茶", "忘掉烦恼", [("like", "茶")]),
        ("zh", "我叫小明", "别忘了我叫小明", [("name", "小明")]),
        ("zh", "我住在北京", "忘掉我住在北京，我搬到上海了", [("location", "上海")]),
        ("en", "I like chess", "forget I like chess", []),
        ("en", "I have diabetes", "Please delete that I have diabetes", []),
        ("en", "I live in Turku", "Forget that I live in Ghent", [("location", "Turku")]),
    ):
        world = in_language(language)
        say(world, told, order)
        run(world.talk.end())
        memory = world.memory
        kinds = ("name", "location", "like", "fact")
        assert [(k, c) for k in kinds for c in hot_contents(memory, k)] == left, order
        heard = [fields["what"] for fields in world.heard("acted")]
        silent = order in ("忘掉烦恼", "别忘了我叫小明")
        assert heard == ([] if silent else ["forget"]), order
        assert (trash(world) != []) == (len(acted(world)) > 0 and acted(world)[0][1] > 0), order
    messages.use("zh")


def test_what_one_has_to_do_is_forgotten_by_the_words_for_it():
    for text, command, left in (
        ("提醒我周五买猫粮", "忘掉我要买猫粮", 0),
        ("提醒我周五买猫粮", "忘掉买猫粮", 0),
        ("提醒我周五买猫粮", "忘掉我要买狗粮", 1),
        ("提醒我周五买猫粮", "忘掉我喜欢猫粮", 1),
        ("提醒我周五买猫粮", "忘了我要买猫粮", 1),
        ("Remind me to buy cat food on Friday", "forget that I need to buy cat food", 0),
        ("Remind me to buy cat food on Friday", "Forget that I have to buy a cat", 1),
        ("Remind me to buy cat food on Friday", "forget that I like cat food", 1),
    ):
        world = in_language("zh")
        say(world, text)
        run(world.talk.end())
        say(world, command)
        assert len(world.memory.hot("todo")) == left, command


def test_what_was_so_is_forgotten_by_its_words_and_what_is_so_stays():
    world = in_language("zh")
    first = run(world.memory.write("fact", "用户住在北京", {})).record
    run(world.memory.write("fact", "用户住在上海", {}))
    run(world.memory.write("fact", "用户住在北京的时候养过猫", {}))
    say(world, "忘掉我住在北京")
    assert world.heard("acted")[-1]["ids"] == [first.id]
    say(world, "忘掉我住在广州")
    assert told(world) == "没有记过这样的事" and acted(world)[-1] == ("forget", 0)


def test_what_was_forgotten_and_is_told_again_is_known_again():
    world = in_language("zh")
    say(world, "我喜欢喝茶", "忘掉刚才说的")
    run(world.talk.end())
    run(world.talk.play([(OWNER, "我喜欢喝茶")]))
    assert hot_contents(world.memory, "like") == ["喝茶"]


# -- correcting ----------------------------------------------------------------------------------

CORRECTIONS = (
    ("我住在北京", "不对，是上海", "location", "上海"),
    ("我住在北京", "不是北京，是上海", "location", "上海"),
    ("我叫王浩，住在杭州", "不对，我叫王皓", "name", "王皓"),
    ("我叫王浩，住在杭州", "不对，是王皓", "name", "王皓"),
    ("我叫王浩，住在杭州", "不对，是苏州", "location", "苏州"),
    ("我喜欢咖啡", "你记错了，我喜欢的是茶", "like", "茶"),
    ("我对花生过敏", "不对，是海鲜", "fact", "我对海鲜过敏"),
    ("我今年30岁", "不对，是31岁", "age", "31"),
    ("我的生日是3月5日", "不对，是3月6日", "birthday", "03-06"),
    ("I live in Berlin", "No, it's Munich", "location", "Munich"),
    ("I'm 30 years old", "Actually it's 31", "age", "31"),
    ("I like coffee", "No, I like tea", "like", "tea"),
    ("我养了一只猫叫年糕", "不对，是狗", "fact", "我养了一只狗叫年糕"),
    ("我养了一只猫叫年糕", "不对，是一只狗", "fact", "我养了一只狗叫年糕"),
    ("我在北京的腾讯上班", "不对，是上海", "fact", "我在上海的腾讯上班"),
    ("I have a cat called Mochi", "No, it's a dog", "fact", "I have a dog called Mochi"),
    ("I was born in 1990", "No, it's 1991", "fact", "I was born in 1991"),
    ("I have three cats", "No, it's four", "fact", "I have four cats"),
    ("I work at Nokia in Espoo", "No, in Salo", "fact", "I work at Nokia in Salo"),
    ("My cat is called Tom", "No, it's Tim", "fact", "My cat is called Tim"),
    ("My favorite color is teal", "not teal, turquoise", "like", "turquoise"),
    ("I was born in 1990", "Actually, 1991", "fact", "I was born in 1991"),
    ("I'm 30", "no wait, 31", "age", "31"),
    ("My brother is called Omar", "Scratch that, it's Umar", "family", "Umar"),
    ("我叫小明", "说错了，叫小亮", "name", "小亮"),
    ("我家狗叫豆包", "不对，是豆沙", "fact", "我家狗叫豆沙"),
    ("我的猫叫咪咪", "不对，是米米", "fact", "我的猫叫米米"),
    ("我的猫叫咪咪", "说错了，是米米", "fact", "我的猫叫米米"),
    ("我的猫叫咪咪", "不对，是狗", "fact", "我的狗叫咪咪"),
    ("My brother is called Ed", "no, it's Ned", "family", "Ned"),
    ("My brother is called Ed", "I meant Ned", "family", "Ned"),
    ("我养了一只猫叫年糕", "说错了，叫麻薯", "fact", "我养了一只猫叫麻薯"),
    ("My sister is called Jane", "No, it's June", "family", "June"),
    ("My mum's birthday is on June 5", "No, it's June 6th", "event", "mum's birthday"),
    ("My dog is called Biscuit", "No, her name is Brisket", "fact", "My dog is called Brisket"),
    ("My sister is called Ana", "No, she's called Anja", "family", "Anja"),
    ("My wife is a nurse", "no, she's a doctor", "fact", "My wife is a doctor"),
    ("My daughter is four years old", "no, she's five", "fact", "My daughter is five years old"),
    ("I work at Nokia", "No, Ericsson", "fact", "I work at Ericsson"),
    ("I work at Nokia", "correction: Ericsson", "fact", "I work at Ericsson"),
    ("I drive a Skoda", "No, it's a Seat", "fact", "I drive a Seat"),
    ("My blood type is A", "no, it's B", "fact", "My blood type is B"),
    ("I have two brothers", "no, three", "fact", "I have three brothers"),
    ("I hate rain", "no, it's snow", "dislike", "snow"),
    ("我的狗叫旺财", "不是，叫来福", "fact", "我的狗叫来福"),
    ("我的狗叫旺财", "不对，它叫来福", "fact", "我的狗叫来福"),
    ("我女儿今年五岁", "不对，六岁", "fact", "我女儿今年六岁"),
    ("我女儿今年五岁", "不对，她六岁", "fact", "我女儿今年六岁"),
    ("我今年四十一", "不对，四十二", "age", "42"),
    ("我在华为上班", "我说的是中兴", "fact", "我在中兴上班"),
    ("我在海信上班", "不对，是美的", "fact", "我在美的上班"),
    ("我爸是医生", "错了，是我妈", "fact", "我妈是医生"),
    ("My sister is a nurse", "no, my brother", "fact", "My brother is a nurse"),
    (
        "I have a turtle called Dash",
        "wait, it's a tortoise",
        "fact",
        "I have a tortoise called Dash",
    ),
    ("My daughter is three", "sorry, four", "fact", "My daughter is four"),
    ("我的生日是5月6号", "等一下，应该是6月5号", "birthday", "06-05"),
    ("I live in Hull", "no, it's the Hague", "location", "the Hague"),
    ("I work at Tesco", "no, it's a bakery", "fact", "I work at a bakery"),
    ("I work at Tesco", "no, it's the library", "fact", "I work at the library"),
    ("I like sunshine", "no, it's the rain", "like", "the rain"),
)


def test_what_was_just_learned_is_corrected_before_it_is_written():
    for text, command, kind, right in CORRECTIONS:
        world = in_language("zh")
        say(world, text, command)
        assert acted(world) == [("correct", 0)], (text, command, world.extracted())
        run(world.talk.end())
        assert contents(world.memory, kind) == [right], (text, command)
    messages.use("zh")


def test_what_was_just_learned_is_corrected_in_memory():
    for text, command, kind, right in CORRECTIONS:
        world = in_language("zh")
        run(world.talk.play([(OWNER, text)]))
        say(world, command)
        assert acted(world) == [("correct", 1)], (text, command)
        run(world.talk.end())
        assert contents(world.memory, kind) == [right], (text, command)


def test_what_is_denied_and_put_right_in_one_sentence_is_corrected_also_later():
    for language, said, denial, kind, right in (
        ("en", "My sister is called Mona", "my sister isn't called Mona, she's called Moana")
        + ("family", "Moana"),
        ("en", "My birthday is March 8", "my birthday isn't March 8, it's August 3")
        + ("birthday", "08-03"),
        ("en", "My cat is called Pip", "my cat isn't called Pip, it's Pop")
        + ("fact", "my cat is called Pop"),
        ("en", "My boss is Karen", "no, my boss isn't Karen, it's Carol")
        + ("fact", "my boss is Carol"),
        ("en", "I work at Tesco", "I don't work at Tesco, I work at Asda")
        + ("fact", "I work at Asda"),
        ("en", "I am allergic to shrimp", "no, I'm allergic to crab, not shrimp")
        + ("fact", "I'm allergic to crab"),
        ("zh", "我妹妹叫小桐", "我妹妹不叫小桐，叫小彤", "family", "小彤"),
        ("zh", "我的生日是3月8号", "我的生日不是3月8号，是8月3号", "birthday", "08-03"),
        ("zh", "我的猫叫皮皮", "我的猫不叫皮皮，叫琪琪", "fact", "我的猫叫琪琪"),
        ("zh", "我儿子五岁", "我儿子不是五岁，是六岁", "fact", "我儿子是六岁"),
        ("zh", "我在华泰上班", "我不是在华泰上班，是在国泰", "fact", "我在国泰上班"),
        ("zh", "我对虾过敏", "不对，我是对螃蟹过敏，不是虾", "fact", "我对螃蟹过敏"),
    ):
        for between in ((), ("Lovely day", "It rains") if language == "en" else ("今天真冷",)):
            world = in_language(language)
            say(world, said, *between)
            say(world, denial)
            run(world.talk.end())
            assert contents(world.memory, kind) == [right], (denial, between)
    messages.use("zh")


def test_a_denial_of_what_nobody_said_corrects_nothing():
    for said, denial, kind, kept in (
        ("My sister is called Mona", "my cousin isn't called Mona, she's called Moana")
        + ("family", "Mona"),
        ("My boss is Karen", "my boss isn't happy, it's a bad day", "fact", "My boss is Karen"),
        (
            "My cat is called Pip",
            "my cat isn't called Pip, is it?",
            "fact",
            "My cat is called Pip",
        ),
        ("我住在临沂", "我弟弟不住临沂，住临汾", "location", "临沂"),
        ("我老板叫孙强", "我老板不是坏人，是好人", "fact", "我老板叫孙强"),
    ):
        world = in_language("zh")
        say(world, said, denial)
        assert acted(world) == [], denial
        run(world.talk.end())
        assert kept in contents(world.memory, kind), denial


def test_of_two_words_of_one_sort_none_is_taken_for_the_wrong_one():
    world = in_language("zh")
    say(world, "我养了一只猫，还养了一只狗", "不对，是兔子")
    run(world.talk.end())
    assert "我养了一只兔子，还养了一只狗" not in contents(world.memory, "fact")


def test_an_appointment_is_corrected_by_its_time_or_day():
    for text, command, content, when in (
        ("明天下午2点有个会议", "不对，是3点", "会议", "2026-02-06 15:00"),
        ("明天下午2点有个会议", "不对，是上午十点", "会议", "2026-02-06 10:00"),
        ("明天下午2点有个会议", "不对，是后天", "会议", "2026-02-07 14:00"),
        ("我的考试是六月五号", "不对，是六月六号", "考试", "2026-06-06"),
        ("我的考试是六月五号", "不对，是六号", "考试", "2026-06-06"),
        ("My exam is on June 5", "No, it's June 6th", "exam", "2026-06-06"),
        ("My exam is on June 5", "No, it's the 6th", "exam", "2026-06-06"),
        ("My exam is on June 5", "No, June 6th", "exam", "2026-06-06"),
        ("明天下午2点有个会议", "不对，后天", "会议", "2026-02-07 14:00"),
        ("My mum's birthday is on June 5", "No, it's June 6th", "mum's birthday", "06-06"),
        ("I have lunch with Tom on Friday", "No, it's Tim", "lunch with Tim", "2026-02-06"),
        ("Remind me every Monday at 6 pm to swim", "No, it's at 7", "swim", "2026-02-09 19:00"),
    ):
        world = in_language("zh")
        say(world, text, command)
        run(world.talk.end())
        (plan,) = world.memory.hot("schedule", "event")
        assert (plan.content, plan.get("when")) == (content, when), command


def test_a_plan_on_several_days_is_put_right_on_all_of_them_or_on_none():
    for language, plan, command, time in (
        ("en", "Remind me every weekday at 7am to take pills", "make it 8", "08:00"),
        ("zh", "工作日早上七点提醒我起床", "改成八点", "08:00"),
        ("en", "Remind me every weekday at 7am to take pills", "change it to Monday", "07:00"),
    ):
        world = in_language(language)
        say(world, plan, command)
        run(world.talk.end())
        when = sorted([one.get("when") for one in world.memory.hot("schedule")])
        assert [one[11:] for one in when] == [time] * 5, (command, when)
        assert len({one[:10] for one in when}) == 5, (command, when)
    messages.use("zh")


def test_two_plans_of_one_name_that_do_not_come_again_are_two():
    plans = [Learned("schedule", "call", {"when": day}, None, "") for day in ("02-06", "02-07")]
    assert plans[0].is_one_with(plans[0]) and not plans[0].is_one_with(plans[1])


def test_a_correction_is_of_what_was_said_last_and_of_its_own_sort():
    for texts, kept in (
        (("My brother is called Omar", "My exam is on June 5", "No, it's Umar"), "Omar"),
        (("My brother is called Omar", "Lovely day", "No, it's Umar"), "Omar"),
        (("My sister is called Ada", "No, it's ten"), "Ada"),
        (("My brother is called Omar", "No, it's June 6th"), "Omar"),
        (("我老家在青岛", "今天天气真好，像春天", "不对，是夏天"), "我老家在青岛"),
        (("我老家在青岛", "不对，是夏天"), "我老家在青岛"),
        (("我叫小明", "不对，是31岁"), "小明"),
        (("我养了一只猫叫年糕", "不对，是麻薯"), "我养了一只猫叫年糕"),
        (("我在腾讯上班", "不对，是上海"), "我在腾讯上班"),
        (("I work at Nokia in Espoo", "No, it's Helsinki"), "I work at Nokia in Espoo"),
        (("我叫小明", "不是北京，是上海"), "小明"),
        (("我老家在青岛", "说错了，叫小亮"), "我老家在青岛"),
        (("My sister is called Ada", "Lovely day", "No, it's Tim"), "Ada"),
        (("My sister is called Ada", "Not Omar, Umar"), "Ada"),
        (("I'm allergic to nuts", "No, I work at Google"), "I'm allergic to nuts"),
        (("I have two brothers", "No, she's five"), "I have two brothers"),
        (("I'm a nurse", "No, she's a doctor"), "I'm a nurse"),
        (("I work at Nokia", "No, her name is Brisket"), "I work at Nokia"),
        (("I work at Nokia", "Oops, Tom is here"), "I work at Nokia"),
        (("I work at Nokia", "No, Tom!"), "I work at Nokia"),
        (("I drive a Skoda", "No, it's a joke"), "I drive a Skoda"),
        (("我的猫叫咪咪", "不是，叫救护车"), "我的猫叫咪咪"),
        (("我是护士", "不对，她是医生"), "我是护士"),
        (("我有两个哥哥", "不对，他五岁"), "我有两个哥哥"),
        (("我体重70公斤", "不对，六岁"), "我体重70公斤"),
        (("我在华为上班", "我说的是算了"), "我在华为上班"),
        (("我的狗叫旺财", "不，我的猫叫团子"), "我的狗叫旺财"),
        (("I live in Leeds", "no, my sister does"), "Leeds"),
        (("I live in Leeds", "no, I was joking"), "Leeds"),
        (("I live in Leeds", "no, it's complicated"), "Leeds"),
        (("My name is Jon", "no, my sister does"), "Jon"),
        (("I work at Nokia", "no, I hate that"), "I work at Nokia"),
        (("I work at Nokia", "no, my cousin"), "I work at Nokia"),
        (("我住在无锡", "不对，是去年的事"), "无锡"),
        (("我住在无锡", "不对，是骗你的"), "无锡"),
        (("我在海信上班", "不对，是我妹妹"), "我在海信上班"),
        (("我在海信上班", "不对，应该是你记错了"), "我在海信上班"),
        (("我喜欢吃芒果", "不对，是去年的事"), "芒果"),
        (("I live in Hull", "no, it's a nice place"), "Hull"),
        (("I live in Hull", "no, it's the weather"), "Hull"),
        (("I live in Hull", "no, it's an honour"), "Hull"),
        (("My name is Sara Fell", "no, it's a long story"), "Sara Fell"),
        (("My brother lives in Kiel", "no, it's a village"), "My brother lives in Kiel"),
        (("I work at Tesco", "no, it's a great job"), "I work at Tesco"),
        (("I work at Tesco", "no, it's the boss"), "I work at Tesco"),
        (("My wife works at Bosch", "no, he is a fool"), "My wife works at Bosch"),
        (("I study law", "no, it's crowded"), "I study law"),
        (("I like kiwis", "no, it's love"), "kiwis"),
        (("I like kiwis", "no, it's an old habit"), "kiwis"),
        (("I have a cat called Pip", "no, it's Friday night"), "I have a cat called Pip"),
        (("我住在潍坊", "不对，是个好地方"), "潍坊"),
        (("我住在潍坊", "不对，是在下雨"), "潍坊"),
        (("我在国泰上班", "不对，是个误会"), "我在国泰上班"),
        (("我叫张伟", "错了，是好消息"), "张伟"),
        (("我叫张伟", "不对，是缘分"), "张伟"),
        (("我对虾过敏", "不对，是时候走了"), "我对虾过敏"),
        (("我对虾过敏", "不对，是无聊"), "我对虾过敏"),
        (("我喜欢吃芒果", "不对，是老样子"), "芒果"),
    ):
        world = in_language("zh")
        say(world, *texts)
        assert acted(world) == [], texts
        run(world.talk.end())
        kinds = ("family", "name", "fact", "location", "like")
        known = [contents(world.memory, kind) for kind in kinds]
        assert [one for one in known if kept in one], (texts, known)
        assert "Tim" not in known[1], known


def test_what_is_corrected_may_be_corrected_again_and_named_later():
    world = in_language("en")
    say(world, "My brother is called Omar", "No, it's Umar", "What did you learn today?")
    say(world, "No, it's Umer", "Lovely day", "Not Umer, Omer")
    run(world.talk.end())
    assert contents(world.memory, "family") == ["Omer"]
    messages.use("zh")


def test_a_todo_is_taken_back_corrected_or_forgotten_like_all_else():
    for command, left in (
        ("别记这个", []),
        ("忘掉刚才说的", []),
        ("不对，是4点", [("交电费", "2026-02-05 16:00")]),
    ):
        for ends in (False, True):
            world = in_language("zh")
            say(world, "提醒我下午3点交电费")
            if ends:
                run(world.talk.end())
            say(world, command)
            assert len(acted(world)) == 1, (command, ends)
            run(world.talk.end())
            todos = world.memory.hot("todo")
            found = [(one.content, dates.minute(one.get("due"))) for one in todos]
            assert found == left, (command, ends, found)


def test_a_todo_is_moved_by_the_time_that_is_right_and_keeps_its_words():
    call, meet = (
        ("Remind me to call Ann at 5pm tomorrow", "call Ann"),
        ("明天下午三点提醒我开会", "开会"),
    )
    for told, command, due in (
        (call, "no, make it 4", "2026-02-06 16:00"),
        (call, "no, make it 4pm", "2026-02-06 16:00"),
        (call, "no, change it to Monday", "2026-02-09 17:00"),
        (call, "push it back an hour", "2026-02-06 18:00"),
        (call, "bring it forward by half an hour", "2026-02-06 16:30"),
        (call, "no, my sister does", "2026-02-06 17:00"),
        (call, "no, I was joking", "2026-02-06 17:00"),
        (call, "make it quick", "2026-02-06 17:00"),
        (call, "no, that's the problem", "2026-02-06 17:00"),
        (call, "no, it's a long story", "2026-02-06 17:00"),
        (meet, "不，是认真的", "2026-02-06 15:00"),
        (meet, "改成四点", "2026-02-06 16:00"),
        (meet, "不对，改到周一", "2026-02-09 15:00"),
        (meet, "推迟一小时", "2026-02-06 16:00"),
        (meet, "提前一天吧", "2026-02-05 15:00"),
        (meet, "不对，是我妹妹", "2026-02-06 15:00"),
        (meet, "不对，是我朋友", "2026-02-06 15:00"),
        (meet, "不是，我开玩笑", "2026-02-06 15:00"),
        (meet, "改成红色", "2026-02-06 15:00"),
    ):
        text, content = told
        world = in_language("en")
        say(world, text, command)
        run(world.talk.end())
        (one,) = world.memory.hot("todo", "schedule", "event")
        times = [dates.minute(one.get(name)) for name in ("due", "remind")]
        assert (one.content, times) == (content, [due, due]), (command, times)
    messages.use("zh")


def test_what_is_right_of_a_plan_takes_the_place_of_its_own_part_alone():
    for text, command, content in (
        ("提醒我明天下午三点给房东打电话", "不对，是物业", "给物业打电话"),
        ("提醒我周六给小李送钥匙", "不对，是小王", "给小王送钥匙"),
        ("提醒我周六给小李送钥匙", "不对，是门禁卡", "给小李送门禁卡"),
        ("周六下午三点和小陈吃饭", "不对，是小王", "和小王吃饭"),
        ("提醒我明天给妈妈打电话", "不对，是爸爸", "给爸爸打电话"),
        ("提醒我明天买牛奶", "不对，是酸奶", "买酸奶"),
        ("提醒我明天买牛奶", "不对，是交电费", "交电费"),
        ("提醒我明天看牙", "不对，是体检", "看牙"),
        ("提醒我明天约李医生", "不对，是体检", "约李医生"),
        ("提醒我明天给房东打电话", "不对，是真的", "给房东打电话"),
        ("Remind me to call the landlord on Friday", "no, it's the plumber", "call the plumber"),
        ("Remind me to call the landlord on Friday", "no, it's a pity", "call the landlord"),
        ("Remind me to pay Tom for the cake", "no, it's the flowers", "pay Tom for the cake"),
    ):
        world = in_language("zh")
        say(world, text, command)
        run(world.talk.end())
        (one,) = world.memory.hot("todo", "schedule", "event")
        assert one.content == content, command


def test_a_plan_that_was_just_made_is_cancelled_and_nothing_else_is():
    for text, command, left in (
        ("明天下午三点提醒我开会", "不对，取消吧", 0),
        ("Remind me to buy bread at 5pm", "no, cancel it", 0),
        ("I have a dentist appointment on Friday at 9", "cancel that", 0),
        ("我住在北京", "取消吧", 1),
        ("I live in Leeds", "no, forget it", 1),
    ):
        world = in_language("zh")
        say(world, text, command)
        assert acted(world) == ([] if left else [("forget_last", 1)]), command
        run(world.talk.end())
        kinds = ("todo", "schedule", "event", "location")
        assert len(world.memory.hot(*kinds)) == left, command
        assert len(trash(world)) == 1 - left, command  # and can be restored


def test_a_plan_that_is_named_is_cancelled_where_it_is_off_or_not_needed():
    for text, command in (
        ("我周五上午九点有李医生的预约", "李医生的预约取消了"),
        ("周五下午三点和老张开会", "跟老张的会取消了"),
        ("明天下午三点和老张开会", "取消明天和老张的会"),
        ("提醒我周五交电费", "把交电费的提醒取消"),
        ("提醒我周五交电费", "不用提醒我交电费了"),
        ("每周一早上八点提醒我倒垃圾", "以后不用每周一提醒我倒垃圾了"),
        ("提醒我周五买蛋糕", "蛋糕不用买了"),
        ("提醒我周五买蛋糕", "算了，蛋糕不用买了"),
        (
            "I have an appointment with Dr. Lee on Friday at 9",
            "The appointment with Dr. Lee is cancelled",
        ),
        ("I have a meeting with Zach on Friday at 3 pm", "cancel the meeting with Zach"),
        ("Remind me to pay the bill on Friday", "cancel the reminder to pay the bill"),
        ("Remind me to take out the trash on Friday", "stop reminding me about the trash"),
        ("Remind me to buy the cake on Friday", "I don't need to buy the cake anymore"),
    ):
        world = in_language("zh")
        run(world.talk.play([(OWNER, text)]))
        assert len(_plans(world)) == 1, (text, _plans(world))
        world.pass_time(86400 // 4)
        run(world.talk.play([(OWNER, command)]))
        assert _plans(world) == [] and acted(world) == [("forget", 1)], command
        assert len(trash(world)) == 1, command


def test_a_plan_that_is_named_moves_and_no_second_one_is_made():
    movie = "周日晚上七点和小陈看电影"
    for text, command, when in (
        ("提醒我周六下午三点洗车", "洗车改到周日下午两点吧", "2026-02-08 14:00"),
        ("提醒我周五交电费", "交电费的提醒改到周一", "2026-02-09 23:59"),
        (movie, "和小陈的电影改到八点半了", "2026-02-08 20:30"),
        (movie, "把和小陈的电影改到周六", "2026-02-07 19:00"),
        (
            "Remind me to wash the car on Saturday at 3 pm",
            "move washing the car to Sunday at 2 pm",
            "2026-02-08 14:00",
        ),
        (
            "I have a movie with Jenny on Sunday at 7 pm",
            "The movie with Jenny has been moved to 8:30 pm",
            "2026-02-08 20:30",
        ),
    ):
        world = in_language("zh")
        run(world.talk.play([(OWNER, text)]))
        world.pass_time(86400 // 4)
        run(world.talk.play([(OWNER, command)]))
        assert [at for _, at in _plans(world)] == [when], (command, _plans(world))
        assert acted(world) == [("correct", 1)], command


def _leaves_the_plan(text, command):
    """Assert that a plan of the owner stays as it is, and that nothing was done."""
    world = in_language("zh")
    run(world.talk.play([(OWNER, text)]))
    before = _plans(world)
    world.pass_time(86400 // 4)
    run(world.talk.play([(OWNER, command)]))
    assert before[0] in _plans(world) and acted(world) == [], command


def test_a_plan_that_is_named_moves_by_everyday_words_and_by_how_long():
    dentist, english = "周三下午三点看牙医", "I have a dentist appointment on Wednesday at 3 pm"
    for text, command, when in (
        (dentist, "牙医那个改到下周四下午四点", "2026-02-12 16:00"),
        (dentist, "刚才牙医那个改成周四吧", "2026-02-12 15:00"),
        (dentist, "把牙医往后推一周", "2026-02-18 15:00"),
        (dentist, "看牙医推迟了两个小时", "2026-02-11 17:00"),
        (dentist, "把看牙医提前一天吧", "2026-02-10 15:00"),
        ("提醒我周五交电费", "交电费的提醒顺延三天", "2026-02-09 23:59"),
        (english, "push the dentist back a week", "2026-02-18 15:00"),
        (english, "postpone the dentist appointment by a week", "2026-02-18 15:00"),
        (english, "the dentist got pushed back two hours", "2026-02-11 17:00"),
        (english, "move the dentist forward a day", "2026-02-10 15:00"),
        (english, "bring the dentist appointment forward by an hour", "2026-02-11 14:00"),
        ("每周五晚上七点提醒我上瑜伽课", "把明天的瑜伽课推迟一小时", "2026-02-06 20:00"),
    ):
        world = in_language("zh")
        run(world.talk.play([(OWNER, text)]))
        world.pass_time(86400 // 4)
        run(world.talk.play([(OWNER, command)]))
        assert when in [at for _, at in _plans(world)], (command, _plans(world))
        assert acted(world) == [("correct", 1)], command
    for text, commands in (
        (
            dentist,
            "他把牙医往后推一周;牙医推迟了;把桌子往后推一米;我提前一小时下班;牙医推迟一周吗",
        ),
        (dentist, "牙医要是推迟一周就好了;昨天的牙医往后推了一周"),
        (english, "push the table back a week;move the dentist by two days;should I push it back"),
        (english, "my brother's dentist got pushed back a week;postpone it for a while"),
    ):
        for command in commands.split(";"):
            _leaves_the_plan(text, command)


def test_a_day_of_every_year_is_in_the_way_of_no_change_and_is_not_called_off():
    for yearly, day in (
        ("我们的结婚纪念日是5月20号", "05-20"),
        ("Our wedding anniversary is May 20", "05-20"),
    ):
        for plan, command, at in (
            ("下周三下午三点看牙医", "看牙医改到四点", "2026-02-11 16:00"),
            ("下周三下午三点看牙医", "取消下周三的看牙医", None),
            ("下周三下午三点看牙医", "看牙医不用去了", None),
            ("Remind me to call Bob on Friday", "move calling Bob to Sunday", "2026-02-08 23:59"),
            ("Remind me to call Bob on Friday", "cancel the reminder to call Bob", None),
            ("提醒我周五买蛋糕", "取消结婚纪念日", "2026-02-06 23:59"),
            ("提醒我周五买蛋糕", "cancel our wedding anniversary", "2026-02-06 23:59"),
        ):
            world = in_language("zh")
            run(world.talk.play([(OWNER, yearly), (OWNER, plan)]))
            world.pass_time(86400 // 4)
            run(world.talk.play([(OWNER, command)]))
            times = [when for _, when in _plans(world)]
            assert sorted(times) == sorted([day] + [at] * (at is not None)), (command, times)


def test_what_is_asked_of_others_or_in_doubt_changes_no_plan():
    for text, commands in (
        (
            "周五下午三点和老张开会",
            "跟老张的会取消了吗 如果跟老张的会取消了 他说跟老张的会取消了 我哥和老张的会取消了 "
            "跟老张的会可能改到周六 取消下周三和老张的会 今天不用太累了",
        ),
        ("每天早上八点提醒我吃药", "今天不用吃药了 明天的药不用吃了 药取消了"),
        ("提醒我周五吃降压药", "这个药不用吃了"),
        (
            "Remind me to work on the report on Friday",
            "I don't have to work on Friday; I don't need to work anymore",
        ),
        ("提醒我周五交电费", "小李的电费改到周六了 空调改到26度 电费不用太多了"),
        (
            "I have a meeting with Zach on Friday at 3 pm",
            "is the meeting with Zach cancelled?; I think the meeting with Zach is cancelled; "
            "my brother's meeting with Zach is cancelled; the meeting with Zach might be moved "
            "to Saturday; should I cancel the meeting with Zach; move the table to the kitchen",
        ),
    ):
        for command in commands.split("; " if ";" in commands else " "):
            _leaves_the_plan(text, command)


def test_of_a_plan_that_comes_again_the_day_that_is_named_is_left_out_alone():
    weekly, english = "每周五晚上七点提醒我上瑜伽课", "Remind me every Friday at 7 pm to do yoga"
    next_week = "2026-02-13 19:00"
    for text, commands in (
        (weekly, "明天的瑜伽课取消 取消明天的瑜伽课 周五的瑜伽课取消了 瑜伽课明天不上了"),
        (english, "cancel tomorrow's yoga; tomorrow's yoga is cancelled; cancel Friday's yoga"),
        ("每天早上八点提醒我跑步", "明天的跑步取消了"),
    ):
        for command in commands.split("; " if ";" in commands else " "):
            world = in_language("en" if text == english else "zh")
            run(world.talk.play([(OWNER, text)]))
            ((content, _),) = _plans(world)
            world.pass_time(86400 // 4)
            run(world.talk.play([(OWNER, command)]))
            at = "2026-02-07 08:00" if "跑步" in text else next_week
            assert _plans(world) == [(content, at)], (command, _plans(world))
            assert acted(world) == [("correct", 1)] and trash(world) == [], command
            (series,) = world.memory.hot("schedule")
            assert series.get("repeat") == (1 if "跑步" in text else 2)
    messages.use("zh")


def test_of_a_plan_that_comes_again_the_day_that_is_named_moves_alone():
    for text, command, at in (
        ("每周五晚上七点提醒我上瑜伽课", "明天的瑜伽课改到六点", "2026-02-06 18:00"),
        ("每周五晚上七点提醒我上瑜伽课", "把明天的瑜伽课改到周六", "2026-02-07 19:00"),
        (
            "Remind me every Friday at 7 pm to do yoga",
            "move tomorrow's yoga to 6 pm",
            "2026-02-06 18:00",
        ),
        (
            "Remind me every Friday at 7 pm to do yoga",
            "move Friday's yoga to Saturday",
            "2026-02-07 19:00",
        ),
    ):
        world = in_language("zh")
        run(world.talk.play([(OWNER, text)]))
        ((content, _),) = _plans(world)
        world.pass_time(86400 // 4)
        run(world.talk.play([(OWNER, command)]))
        found = sorted(_plans(world), key=lambda one: one[1])
        assert found == [(content, at), (content, "2026-02-13 19:00")], (command, found)
        repeats = sorted([one.get("repeat") or 0 for one in world.memory.hot("schedule")])
        assert repeats == [0, 2] and acted(world) == [("correct", 1)], command


def test_no_other_day_of_a_plan_that_comes_again_changes():
    for text, commands in (
        (
            "每周五晚上七点提醒我上瑜伽课",
            "下周五的瑜伽课取消 后天的瑜伽课取消 明天的瑜伽课取消了吗 我姐明天的瑜伽课取消了 "
            "瑜伽课取消了 瑜伽课改到六点 明天的钢琴课取消 下周五的瑜伽课改到六点",
        ),
        ("每天早上八点提醒我吃药", "今天不用吃药了 明天的药不用吃了 后天的药取消"),
        (
            "Remind me every Friday at 7 pm to do yoga",
            "cancel yoga on Saturday; is tomorrow's yoga cancelled?; my sister's yoga tomorrow "
            "is cancelled; cancel yoga; move yoga to 6 pm",
        ),
    ):
        for command in commands.split("; " if ";" in commands else " "):
            _leaves_the_plan(text, command)


def _plans(world):
    found = world.memory.hot("todo", "schedule", "event")
    times = [(one.content, one.get("due", one.get("when"))) for one in found]
    return [(what, dates.minute(at) if isinstance(at, int) else at) for what, at in times]


def test_what_is_crossed_off_is_no_news_that_is_forgotten():
    world = in_language("zh")
    run(world.talk.play([(OWNER, "提醒我明天下午3点交电费")]))
    world.bench.clock.seconds += 3600
    run(world.talk.play([(OWNER, "电费交了")]))
    say(world, "忘掉刚才说的")
    assert acted(world) == [("forget_last", 0)] and len(world.memory.hot("todo")) == 1


def test_what_a_model_wrote_is_corrected_in_its_own_words():
    world = in_language("zh")
    say(world, "我对花生过敏")
    world.talk._queue.drop(world.talk._queue.items())
    change = run(world.memory.write("fact", "用户对花生过敏", {}, source="hear"))
    world.talk.noted(change, "hear")
    say(world, "不对，是海鲜")
    assert contents(world.memory, "fact") == ["用户对海鲜过敏"]


def test_a_correction_of_nothing_that_was_learned_is_a_sentence_like_any_other():
    for text, command in (
        ("你好", "不对，我住在上海"),
        ("Hello", "No, I live in Munich"),
    ):
        world = in_language("zh")
        say(world, text, command)
        assert acted(world) == []
        run(world.talk.end())
        assert [kind for kind, _ in world.extracted()] == ["location"]


def test_what_does_not_fit_corrects_nothing():
    world = in_language("zh")
    say(world, "明天下午2点有个会议", "不对，是我记错了")
    run(world.talk.end())
    assert world.extracted() == [("schedule", "会议")]


# -- the review ----------------------------------------------------------------------------------


def test_a_review_tells_what_was_learned_today_the_newest_first():
    for language, texts, command, words in (
        ("zh", ("我住在杭州", "我喜欢喝茶"), "你今天记住了什么", ("你喜欢喝茶", "你住在杭州")),
        (
            "en",
            ("I live in Berlin", "I like tea"),
            "What did you learn today?",
            ("you like tea", "you live in Berlin"),
        ),
    ):
        world = in_language(language)
        for text in texts:
            run(world.talk.play([(OWNER, text)]))
            world.bench.clock.seconds += 30
        say(world, command)
        assert acted(world) == [("review", 2)], world.said
        places = [told(world).find(one) for one in words]
        assert -1 < places[0] < places[1], told(world)
    messages.use("zh")


def test_a_review_has_what_was_just_said_and_neither_yesterday_nor_the_trash():
    world = in_language("zh")
    run(world.talk.play([(OWNER, "我喜欢打篮球"), (OWNER, "我住在杭州")]))
    world.bench.clock.seconds += 86400
    say(world, "我喜欢小李", "忘掉刚才说的", "我喜欢喝茶", "你今天记住了什么")
    assert acted(world)[-1] == ("review", 1) and "喝茶" in told(world)


def test_a_review_has_what_will_end_and_what_will_begin_but_not_what_is_over():
    world = in_language("zh")
    today = world.bench.clock.seconds
    for content, days in (
        ("我在医院值夜班", {"valid_to": dates.day_text(today + 30 * dates.DAY)}),
        ("我在机场租了车", {"valid_to": dates.day_text(today)}),
        ("我在食堂帮工", {"valid_to": dates.day_text(today - dates.DAY)}),
        ("我在银行上班", {"valid_from": dates.day_text(today + dates.DAY)}),
    ):
        run(world.memory.write("fact", content, days))
    say(world, "你今天记住了什么")
    assert acted(world) == [("review", 3)] and "食堂" not in told(world), told(world)


def test_a_review_tells_eight_at_most_and_says_that_there_are_more():
    world = in_language("zh")
    for number in range(12):
        run(world.memory.write("fact", "我的第%d个工号是%d" % (number, number * 7), {}))
    say(world, "你今天记住了什么")
    assert acted(world) == [("review", 8)] and told(world).endswith("还有别的")


def test_a_review_says_of_a_todo_that_is_done_that_it_is():
    for language, texts, asked, done in (
        (
            "zh",
            ("提醒我明天交电费", "提醒我明天买蛋糕", "电费交了"),
            "你今天记住了什么",
            "（已完成）",
        ),
        (
            "en",
            ("Remind me to pay the bill tomorrow", "Remind me to buy a cake", "the bill is paid"),
            "what did you learn today?",
            " (done)",
        ),
    ):
        world = in_language(language)
        for text in texts:
            run(world.talk.play([(OWNER, text)]))
        say(world, asked)
        parts = told(world).replace("；", ";").split(";")
        found = [part for part in parts if part.endswith(done)]
        assert len(parts) == 2 and len(found) == 1, told(world)
        assert "电费" in found[0] or "bill" in found[0]
    messages.use("zh")


def test_a_review_is_of_the_days_that_are_asked_of():
    for language, texts, asked in (
        (
            "zh",
            ("我喜欢打篮球", "我喜欢喝茶", "我喜欢下棋"),
            (
                ("你昨天记住了什么", "月", "喝茶"),
                ("你这周都记住了什么", "到", "下棋 喝茶"),
                ("上周你记住了什么", "到", "打篮球"),
                ("你今天记住了什么", "今天", "下棋"),
                ("你前天记住了什么", "没有记住什么", ""),
            ),
        ),
        (
            "en",
            ("I like chess", "I like tea", "I like hiking"),
            (
                ("what did you learn yesterday?", "On 20", "tea"),
                ("what did you learn this week?", "From 20", "hiking tea"),
                ("what did you note down last week?", "From 20", "chess"),
                ("what did you learn the day before yesterday?", "I learned nothing", ""),
            ),
        ),
    ):
        world = in_language(language)
        today = world.bench.clock.seconds  # a Thursday
        for text, days in zip(texts, (-7, -1, 0)):
            world.bench.clock.seconds = today + days * dates.DAY
            run(world.talk.play([(OWNER, text)]))
        world.bench.clock.seconds += 60
        for question, words, wanted in asked:
            say(world, question)
            said = told(world)
            found = [said.find(one) for one in wanted.split()]
            assert words in said and -1 not in found and found == sorted(found), (question, said)
            assert acted(world)[-1] == ("review", len(found)), (question, said)
    messages.use("zh")


def test_a_review_of_an_empty_day_says_so():
    for language, command, answer in (
        ("zh", "你今天学到了什么", "今天还没有记住什么"),
        ("en", "What did you learn about me today?", "I have learned nothing yet today"),
    ):
        world = in_language(language)
        say(world, command)
        assert acted(world) == [("review", 0)] and told(world) == answer
    messages.use("zh")


# -- all of them ---------------------------------------------------------------------------------


def test_quotes_and_questions_do_nothing():
    world = in_language("zh")
    say(
        world,
        "我喜欢喝茶",
        "他说别记这个",
        "你会忘掉刚才说的吗？",
        "He said that's off the record",
    )
    run(world.talk.end())
    assert acted(world) == [] and hot_contents(world.memory, "like") == ["喝茶"]


def test_what_was_forgotten_for_good_is_no_longer_in_the_trail():
    world = in_language("zh")
    run(world.talk.play([(OWNER, "我喜欢喝茶")]))
    world.talk.remove(lambda text: "喝茶" in text)
    say(world, "不对，是咖啡")
    assert acted(world) == []


def test_a_cut_anywhere_leaves_what_was_taken_back_gone_or_not_told():
    for command, what in (("别记这个", "keep_not"), ("忘掉刚才说的", "forget_last")):
        origin = in_language("zh")
        run(origin.talk.play([(OWNER, "我叫王浩"), (COMPANION, "你好")]))
        origin.bench.clock.seconds += 3600
        cut_at = 1
        while _cut(origin, command, what, cut_at):
            cut_at += 3
        print(cut_at, "operations")
        assert cut_at > 10


def _cut(origin, command, what, cut_at):
    """A conversation cut in one operation; False where nothing was cut."""
    bench = origin.bench.copy()
    said = []
    try:
        world = World(bench=bench, cut_at=cut_at)
        said = world.said
        # Four items: the queue is saved in between.
        say(world, "我喜欢小李，喜欢小张，也喜欢小赵，还喜欢小钱", command)
        run(world.talk.end())
        cut = False
    except PowerCut:
        cut = True
    done = [f for event, f in said if event == "acted" and f["what"] == what]
    world = World(bench=bench)
    if done:
        assert hot_contents(world.memory, "like") == [], (cut_at, command)
        assert not [1 for _, text in world.kept() if "小李" in text and what == "keep_not"]
    assert hot_contents(world.memory, "name") == ["王浩"], cut_at
    assert (OWNER, "我叫王浩") in world.kept(), cut_at
    assert world.talk.idle
    return cut
