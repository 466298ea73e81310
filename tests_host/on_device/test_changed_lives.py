"""mind.offers: of a life that changed what is so is offered, and of others nothing."""

from _bench import run, write
from _minded import Minded
from mind.offers import offering
from mind.offers.asked_parts import plain_memory
from mind.rules import ended_things


def answers(question, *memories):
    """What is offered; each memory, (kind, content) or a fact, is told a month after another."""
    bench = Minded()
    memory = bench.start()
    for one in memories:
        write(memory, *(one if isinstance(one, tuple) else ("fact", one)))
        bench.clock.seconds += 30 * 86400
    return [one.record.content for one in run(offering.offer(bench.mind, question, 5))]


def test_what_turned_is_no_rule_and_nothing_of_somebody_who_is_named_first():
    twins = "Naomi and Greg got divorced, she took the twins and relocated to Minneapolis"
    moved = "Moved in with Rosa at her place in Beaverton"
    flat = "I share an apartment in Portland with my roommate Eli"
    assert answers("Where am I living now?", flat, moved, twins) == [moved]
    bus = "Crashed the motorcycle, it was totaled, so I take the bus now"
    rule = ("rule", "Don't bring up the motorcycle crash in front of his mom")
    ridden = "Rides a Honda motorcycle to work"
    assert answers("How do I get around these days?", ridden, bus, rule) == [bus]


def test_who_quit_drinking_has_not_left_their_work_whatever_mark_follows():
    cook = "The user works as a line cook at a seafood restaurant"
    water = "The user quit drinking, it's sparkling water in the evenings now"
    assert answers("What do I do for work now?", cook, water) == [cook]


def test_one_character_or_one_verb_of_another_thing_ends_nothing():
    fishing = ("habit", "周末常去府河边钓鱼")
    given = ("event", "腰不行了，渔具都送给了邻居老何，以后不钓鱼了")
    perch = ("preference", "血糖高以后口味变清淡了，如今最爱吃清蒸鲈鱼")
    dog = ("event", "豆包送给住在双流的侄子养了")
    assert answers("我现在还去钓鱼吗", fishing, given, perch, dog) == [given[1]]
    insulin = "降糖改打胰岛素了，二甲双胍停了"
    assert answers("我现在用什么降糖？", insulin, perch) == [insulin]
    off = "The doctor took her off sertraline, she isn't on any medication for anxiety now"
    choir = "Dropped out of the choir and took up pottery classes on Thursdays"
    question = "Am I still taking sertraline?"
    assert answers(question, "Takes sertraline for anxiety", off, choir) == [off]


def test_a_moment_with_one_word_of_a_work_is_no_other_work():
    left = "用户从外贸公司辞职了，进了一家做儿童绘本的出版社当编辑"
    book = ("moment", "第一本自己责编的绘本《小河马的雨伞》上市了，用户高兴得哭了")
    found = answers("我现在做什么工作来着", "用户在一家外贸公司做跟单", left, book)
    assert found == [left]


def test_a_relative_is_who_they_are_by_name_and_what_they_gave_up():
    plumber = "Her brother Callum is a plumber in Hull"
    question = "What does my brother do now?"
    assert answers(question, plumber) == [plumber]
    later = "Callum gave up plumbing and is training to be a paramedic"
    assert answers(question, plumber, later) == [later]
    assert answers(question, plumber, "Callum gave up smoking") == [plumber]
    assert answers(question, plumber, "Liam gave up plumbing") == [plumber]
    assert answers("悦悦在哪工作", "女儿邓悦在上海一家药企上班") == ["女儿邓悦在上海一家药企上班"]


def test_a_favorite_is_what_is_told_as_one_and_a_year_is_a_number():
    wedding = "The wedding is booked for 12 September 2026 at a barn near Harrogate"
    assert answers("What's my favourite book?", wedding) == []
    skoda = "Traded the Fiesta in for a Skoda Fabia"
    assert answers("What year is my Skoda?", skoda) == []
    of_2019 = "The Skoda is a 2019 model"
    assert answers("What year is my Skoda?", skoda, of_2019) == [of_2019]


def test_whoever_is_asked_whether_they_are_together_is_told_that_they_parted():
    assert answers("我还跟周恺在一起吗？", "跟周恺分手了") == ["跟周恺分手了"]
    corgi = "家里的狗叫豆包，是一只柯基"
    gone = ("event", "豆包送给住在双流的侄子养了")
    found = answers("豆包是什么狗", corgi, gone)
    assert found == [corgi], found


def test_what_somebody_close_is_or_did_is_not_the_owners():
    engineer = "我毕业了，七月起在一家电池公司当研发工程师"
    girlfriend = "用户新交的女朋友叫苏晴，是小学美术老师"
    assert answers("我现在是做什么工作的？", engineer, girlfriend) == [engineer]
    parted = "和周婷分手了，心情很低落"
    before = "用户的女朋友叫周婷，在长沙工作"
    found = answers("我现在的女朋友是谁呀？", before, parted, girlfriend)
    assert found == [girlfriend], found
    surgery = "云南不去了，因为老伴要做白内障手术"
    assert answers("我以前做过什么手术？", surgery) == []
    assert answers("我做过什么手术？", "我做过阑尾手术") == ["我做过阑尾手术"]
    home = "I've moved to Bristol and rent a room from a lady called Joan"
    settled = "Bethan and the boys have settled in Swansea"
    sister = "My sister Bethan lives in Dublin with her two boys"
    assert answers("Where do I live now?", "I live in Cardiff", sister, home, settled) == [home]
    teaches = "The user's wife, Dana, teaches third grade"
    principal = "Dana was made vice principal"
    apprentice = "My apprentice is a young guy called Luis from El Paso"
    assert answers("What's Dana's job now?", teaches, principal, apprentice) == [principal]


def test_an_allergy_is_asked_of_its_class():
    for memory, fits, fits_not in (
        ("对芒果过敏，吃了嘴唇会肿", "我对什么过敏", "我对什么药过敏"),
        ("对青霉素过敏", "我对什么过敏", "我对什么食物过敏"),
        ("Allergic to penicillin", "What am I allergic to?", "What food am I allergic to?"),
    ):
        assert answers(fits, memory) == [memory], fits
        assert answers(fits_not, memory) == [], fits_not


def test_what_came_just_after_something_ends_nothing_of_it():
    smoked = "I smoke about five cigarettes a day, mostly after shifts"
    stopped = "The user quit smoking after a bad chest infection"
    parted = "Broke up with Marcus just after Christmas"
    assert answers("Do I still smoke?", smoked, stopped, parted) == [stopped]


def test_what_is_quit_is_a_work_only_where_it_is_one():
    teacher = "Started a job as a shop teacher at a vocational high school."
    bowling = "I quit the bowling league, my shoulder can't take it anymore."
    found = answers("What do I do for work now?", "The user works as a welder", teacher, bowling)
    assert found == [teacher], found
    for text in ("I quit the gym", "She quit her book club last month", "Quit a choir"):
        assert "stopped" in plain_memory(text.lower()), text
    for text in ("i quit my job", "quit the firm in may", "quit google", "she quit her post"):
        assert "stopped" not in plain_memory(text), text


def test_a_home_may_be_the_owners_and_others_together():
    york = "We've moved to York, into a terraced house near the river."
    leeds = "I live in Leeds, in a flat above a bakery."
    assert answers("Where do I live now?", leeds, york) == [york]
    mom = "Mom lives on her own in Dayton and still drives."
    care = "Mom had a stroke and is now in an assisted living place in Columbus."
    assert answers("Where does Mom live now?", mom, care) == [care]


def test_a_shop_teacher_does_not_resume_a_bike_shop():
    sold = "The user sold the bike shop to Luis."
    owned = "The user owns a bike repair shop in Columbus called Spoke & Chain."
    teacher = "Started a job as a shop teacher at a vocational high school."
    assert answers("Do I still own the bike shop?", owned, sold, teacher) == [sold]
    hurt, again = ("event", "膝盖伤了，不跑步了"), ("event", "膝盖好了，又开始跑步")
    assert answers("我现在还跑步吗", ("habit", "每天早上跑步"), hurt, again) == [again[1]]


def test_what_says_nothing_of_the_sort_is_no_answer():
    for memory, question in (
        ("We've got a whippet puppy called Pickle.", "Am I allergic to cats?"),
        ("The user has left the school and teaches at home.", "Where did I go to university?"),
        ("Niamh and the twins moved to Cork.", "What are the names of Niamh's twins?"),
    ):
        assert answers(question, memory) == [], question


def test_what_somebody_else_has_changed_is_offered_to_nobody_who_asks_for_their_own():
    for own, other, question in (
        ("用户对芒果过敏", "用户的同事芒果过敏好了", "我对什么过敏？"),
        ("用户用的是华为手机", "用户给老婆换了一部苹果手机", "我用的是什么手机？"),
        ("用户在学日语", "用户的同桌不学日语了", "我在学什么语言？"),
        ("I am learning Italian", "A colleague gave up Italian", "What am I learning?"),
    ):
        assert other not in answers(question, own, other), question


def test_who_had_to_be_put_down_has_died_and_nobody_who_was_put_down_for_a_nap():
    for told, who in (
        ("We had to put Biscuit down on Monday", ["biscuit"]),
        ("I had to put my dog down", ["dog"]),
        ("had to put Mog down in May, kidney failure", ["mog"]),
        ("I had to put Leo down for a nap", []),
        ("I had to put my foot down with the landlord", []),
        ("We had to put it down to bad luck", []),
        ("We had to put Biscuit on a diet", []),
    ):
        assert ended_things.died(told) == who, told
    for told in ("had to put biscuit down", "had to put the dog down in may"):
        assert "put down" in plain_memory(told), told
    for told in ("had to put leo down for a nap", "had to put money down", "put my foot down"):
        assert "put down" not in plain_memory(told), told
