"""The conversation: what is said becomes records, whatever fails on the way."""

import asyncio

from _bench import PowerCut, contents, hot_contents, run
from _minded import Minded
from _talk import World, refusing
from esp32 import NVS
from memory.errors import Broken, StoreFull
from memory.search.query import Query
from memory.text import dates
from mind.todos import Todos

from firmware.companion import conversation
from firmware.companion.chat_history import COMPANION, OWNER, ChatHistory

HEAP = "16M"  # several chips in RAM
TIMEOUT_S = 240
THOROUGH = (
    "test_a_queue_that_is_full_is_written_amid_the_conversation",
    "test_a_cut_anywhere_loses_nothing_that_was_told_and_leaves_a_ring_that_is_whole",
)
SAID = (
    (OWNER, "你好，我叫王浩，住在杭州"),
    (COMPANION, "你好王浩"),
    (OWNER, "我喜欢打篮球"),
    (OWNER, "明天会下雨吗"),
    (COMPANION, "我喜欢你"),
    (OWNER, "I'm allergic to peanuts"),
    (OWNER, "明天下午2点有个会议"),
)


FOUND = [
    ("name", "王浩"),
    ("location", "杭州"),
    ("like", "打篮球"),
    ("fact", "I'm allergic to peanuts"),
    ("schedule", "会议"),
]


def test_a_conversation_that_is_played_is_in_memory_in_the_ring_and_in_a_snapshot():
    world = World()
    run(world.talk.play(SAID))
    assert world.extracted() == FOUND
    for fields in world.heard("extracted"):
        (record,) = [r for r in world.memory.hot(fields["kind"]) if r.id == fields["id"]]
        assert record.content == fields["content"] and record.get("source") == "hear"
    assert world.kept() == list(SAID)
    assert world.talk.idle and not world.memory.unsaved()
    assert not world.heard("log")


def test_a_name_of_the_family_that_memory_knows_is_a_subject():
    world = World()
    run(world.talk.play([(OWNER, "朵朵对牛奶过敏"), (OWNER, "我女儿叫朵朵")]))
    assert world.extracted() == [("family", "朵朵")]
    run(world.talk.play([(OWNER, "朵朵对牛奶过敏")]))
    assert world.extracted()[1:] == [("fact", "朵朵对牛奶过敏")]


def test_a_minute_of_silence_ends_a_conversation_and_every_word_begins_it_anew():
    world = World()
    world.say(*SAID[:3])
    for _ in range(5):
        world.pass_time(50)
        world.say((OWNER, "嗯"))
    assert world.extracted() == [] and world.kept() == [] and not world.talk.idle
    world.pass_time(59)
    assert world.extracted() == []
    world.pass_time(1)
    assert world.extracted() == FOUND[:3]
    assert world.kept()[:3] == list(SAID[:3]) and world.talk.idle
    world.pass_time(600)
    assert len(world.heard("extracted")) == 3


def test_only_the_owner_is_read():
    world = World()
    run(world.talk.play([(COMPANION, text) for _, text in SAID]))
    assert world.extracted() == [] and len(world.kept()) == len(SAID)


def test_what_is_known_is_not_told_again_and_what_changed_is():
    world = World()
    run(world.talk.play(SAID))
    run(world.talk.play(SAID + ((OWNER, "我搬到上海了"), (OWNER, "我不喜欢打篮球"))))
    assert world.extracted()[len(FOUND) :] == [("location", "上海"), ("dislike", "打篮球")]
    assert hot_contents(world.memory, "like") == []
    assert contents(world.memory, "fact") == ["I'm allergic to peanuts"]


def test_all_that_was_so_in_one_talk_is_history_in_its_order():
    for kind, texts, told, past in (
        (
            "location",
            ("我住在北京", "我搬到上海了", "我又搬回北京了"),
            ["北京", "上海", "北京"],
            ["用户住在上海", "用户住在北京"],
        ),
        (
            "location",
            ("I live in Paris", "I moved to Rome", "I moved back to Paris"),
            ["Paris", "Rome", "Paris"],
            ["The user lives in Paris", "The user lives in Rome"],
        ),
        (
            "fact",
            ("I work at Google", "I work at Apple", "I work at Google"),
            ["I work at Google", "I work at Apple", "I work at Google"],
            ["I work at Apple", "I work at Google"],
        ),
    ):
        world = World(Minded())
        run(world.talk.play([(OWNER, text) for text in texts]))
        assert world.extracted() == [(kind, content) for content in told]
        page, _ = run(world.memory.recall(Query(limit=9)))
        over = [one.content for one in page if one.get("valid_to") is not None]
        assert sorted(over) == sorted(past)
        assert hot_contents(world.memory, kind) == [told[0]]


def test_a_queue_that_is_full_is_written_amid_the_conversation():
    world = World()
    run(world.talk.play([(OWNER, "我有个东西要你记住：我的工号是%d" % n) for n in range(40)]))
    found = contents(world.memory, "fact")
    assert len(found) == 40 == len(world.extracted()), len(found)
    assert not [f for f in world.heard("log") if "too much" in f["text"]]


def test_where_memory_refuses_it_is_tried_again_when_something_has_changed():
    for error in (Broken("flash", "broken"), StoreFull("hot", "full"), MemoryError("none")):
        world = World()
        write = world.memory.write
        tries = []

        world.memory.write = refusing(error, tries)
        run(world.talk.play(SAID))
        assert len(tries) == 1 and not world.talk.idle
        assert world.kept() == list(SAID)
        world.pass_time(700)
        assert len(tries) == 1, "asked again although nothing was different"
        world.memory.write = write
        run(write("fact", "别的", {}))
        world.pass_time(599)
        world.pass_time(1)
        assert world.extracted() == FOUND and world.talk.idle


def test_what_memory_refused_is_offered_after_a_restart():
    world = World()
    write = world.memory.write

    world.memory.write = refusing(Broken("flash", "broken"), [])
    run(world.talk.play(SAID))
    world.memory.write = write
    assert world.extracted() == []
    world.start()
    assert world.extracted() == FOUND and world.talk.idle


def test_where_the_heap_does_not_bear_reading_the_words_are_kept_and_read_later():
    world = World()
    hear = world.talk._queue.hear

    def no_heap(text, now, turn):
        raise MemoryError("memory allocation failed")

    world.talk._queue.hear = no_heap
    run(world.talk.play(SAID))
    assert world.extracted() == [] and world.kept() == list(SAID)
    assert not world.talk.idle
    assert {fields["level"] for fields in world.heard("log")} == {"warning"}
    world.bench.clock.to("2026-02-05 23:55")
    world.talk._queue.hear = hear
    world.pass_time(600)  # tomorrow is the day after it was said, not after it was read
    assert world.extracted() == FOUND and world.talk.idle
    (meeting,) = world.memory.hot("schedule")
    assert meeting.get("when") == "2026-02-06 14:00"


def test_of_words_that_are_never_read_the_latest_are_kept():
    world = World()

    def no_heap(text, now, turn):
        raise MemoryError("memory allocation failed")

    hear, world.talk._queue.hear = world.talk._queue.hear, no_heap
    for n in range(50):
        world.talk.hear(OWNER, "我的工号是%d" % n)
    world.talk._queue.hear = hear
    run(world.talk.end())
    assert sorted(contents(world.memory, "fact")) == ["我的工号是%d" % n for n in range(18, 50)]
    assert len([f for f in world.heard("log") if "left out" in f["text"]]) == 18


def test_whatever_reading_trips_over_the_conversation_goes_on():
    world = World()
    hear = world.talk._queue.hear

    def trip(text, now, turn):
        if "杭州" in text:
            raise IndexError("a fault of ours")
        return hear(text, now, turn)

    world.talk._queue.hear = trip
    run(world.talk.play(SAID))
    assert world.extracted() == FOUND[2:]
    assert "a fault of ours" in world.heard("log")[0]["text"]


def test_what_was_found_can_be_taken_back_though_the_look_for_what_is_over_fails():
    world = World()

    async def trip(text, evidence, before):
        raise IndexError("a fault of ours")

    world.talk._hear_changes = trip
    run(world.talk.play([(OWNER, "我养了一只猫叫年糕"), (OWNER, "忘掉刚才说的")]))
    assert contents(world.memory, "fact") == []


def test_where_flash_refuses_the_ring_it_is_written_later():
    world = World()

    def refuse(spare):
        raise OSError(-0x1105)

    save, world.talk._chat.save = world.talk._chat.save, refuse
    run(world.talk.play(SAID))
    assert world.extracted() == FOUND and world.kept() == [] and not world.talk.idle
    world.talk._chat.save = save
    world.pass_time(600)
    assert world.kept() == list(SAID) and world.talk.idle


def test_without_a_clock_what_has_a_date_is_left_out_and_the_rest_is_kept():
    world = World()
    world.bench.clock.known = False
    run(world.talk.play(SAID))
    assert world.extracted() == FOUND[:4]
    assert [one.approx for one in ChatHistory(NVS("talk")).messages()] == [True] * len(SAID)


def test_what_is_no_text_is_passed_over():
    world = World()
    run(world.talk.play([(OWNER, ""), (OWNER, "\ud83d"), (COMPANION, "")]))
    assert world.talk.idle and world.kept() == [] and not world.said


def test_the_end_may_come_from_two_sides_at_once():
    world = World()
    for role, text in SAID:
        world.talk.hear(role, text)

    async def both():
        await asyncio.gather(world.talk.end(), world.talk.end())

    run(both())
    assert world.extracted() == FOUND and world.kept() == list(SAID)


def test_by_itself_it_ends_what_has_fallen_silent_and_waits_for_the_next_word():
    world = World()
    passed = []

    def stopwatch():
        passed.append(30)
        return 30

    world.talk._stopwatch = stopwatch

    async def listen():
        task = asyncio.create_task(world.talk.run())
        await asyncio.sleep(0)
        assert not passed
        for role, text in SAID:
            world.talk.hear(role, text)
        while not world.talk.idle:
            await asyncio.sleep(0.05)
        ticks = len(passed)
        await asyncio.sleep(1.5)
        assert len(passed) == ticks
        task.cancel()

    run(listen())
    assert world.extracted() == FOUND


def test_a_cut_anywhere_loses_nothing_that_was_told_and_leaves_a_ring_that_is_whole():
    origin = World()
    run(origin.talk.play([(OWNER, "我姐姐叫王芳"), (COMPANION, "记住了")]))
    before = origin.kept()
    cut_at = 1
    while cut_and_said_again(origin, before, cut_at):
        cut_at += 3
    print(cut_at, "operations")
    assert cut_at > 30


def cut_and_said_again(origin, before, cut_at):
    """A conversation cut in one operation, then held again; False where nothing was cut."""
    bench = origin.bench.copy()
    told = []
    try:
        world = World(bench=bench, cut_at=cut_at)
        told = world.said
        run(world.talk.play(SAID))
        cut = False
    except PowerCut:
        cut = True
    told = [(f["kind"], f["content"]) for event, f in told if event == "extracted"]
    world = World(bench=bench)
    for kind, content in told:
        assert contents(world.memory, kind).count(content) == 1, (cut_at, kind, content)
    assert world.kept() in (before, before + list(SAID)), cut_at
    run(world.talk.play(SAID))
    for kind, content in FOUND:
        assert contents(world.memory, kind).count(content) == 1, (cut_at, kind, content)
    assert world.talk.idle
    return cut


def todos(world):
    """(content, due, whether it is completed) of all todos."""
    found = []
    for one in Todos(world.memory).items():
        due = one.get("due")
        text = None if due is None else dates.minute(due)
        found.append((one.content, text, one.get("completed") is not None))
    return found


def test_what_the_owner_asks_to_be_reminded_of_is_a_todo_once_and_is_crossed_off_when_done():
    world = World()
    world.say((OWNER, "提醒我明天下午三点交报告"), (OWNER, "别忘了买牛奶"))
    world.say((OWNER, "提醒我明天下午三点交报告"))
    world.pass_time(60)
    assert todos(world) == [("交报告", "2026-02-06 15:00", False), ("买牛奶", None, False)]
    assert (world.memory.count("schedule"), world.memory.count("event")) == (0, 0)
    world.say((OWNER, "牛奶买好了"), (OWNER, "报告交了吗"))
    world.pass_time(60)
    assert [(row[0], row[2]) for row in todos(world)] == [("交报告", False), ("买牛奶", True)]
    assert ("todo", "买牛奶") in world.extracted()
    world.say((OWNER, "作业做完了"))  # which is no todo
    world.pass_time(60)
    assert len(todos(world)) == 2


def test_a_todo_of_the_next_hour_is_written_while_the_owner_still_talks():
    world = World()
    world.say((OWNER, "我喜欢打篮球"), (OWNER, "提醒我明天下午三点交报告"))
    assert todos(world) == []
    world.say((OWNER, "提醒我五分钟后关火"))
    assert [row[0] for row in todos(world)] == ["关火", "交报告"]
    world.start()  # the power was cut
    assert [row[0] for row in todos(world)] == ["关火", "交报告"]


def test_a_todo_that_flash_did_not_take_until_it_was_due_is_due_now():
    world = World()
    write = world.memory.write
    world.memory.write = refusing(Broken("flash", "full"), [])
    world.say((OWNER, "提醒我五分钟后关火"))
    assert todos(world) == []
    world.memory.write = write
    run(world.memory.write("fact", "flash works again", {}))
    world.pass_time(600)
    assert todos(world) == [("关火", "2026-02-05 14:10", False)]


def test_what_a_schedule_reminds_of_already_is_no_todo():
    world = World()
    run(world.memory.write("schedule", "交报告", {"when": "2026-02-06 15:00"}))
    world.say((OWNER, "提醒我明天下午三点交报告"))
    world.pass_time(60)
    assert todos(world) == []


def test_a_todo_said_without_a_clock_is_kept_where_it_has_no_time():
    world = World()
    world.bench.clock.known = False
    world.say((OWNER, "别忘了买牛奶"), (OWNER, "提醒我明天下午三点交报告"))
    world.pass_time(60)
    assert todos(world) == [("买牛奶", None, False)]


def test_what_is_said_of_a_core_memory_patches_it_and_what_must_stay_is_one():
    for told, said, other in (
        ("我对花生过敏", "我不对花生过敏了", "我弟弟对花生不过敏"),
        ("我很爱吃辣", "最近胃炎，暂时不吃辣", "我老婆不吃辣"),
        ("I have diabetes", "I don't have diabetes after all", "My brother doesn't have diabetes"),
    ):
        bench = Minded()
        memory = bench.start()
        core = run(memory.write("fact", told, {"p": 100})).record
        talk = conversation.Conversation(memory, bench.clock, lambda: 0, "hear", mind=bench.mind)
        run(talk.start())
        for text in (other, said, "千万记住，我奶奶叫李秀英"):
            talk.hear(OWNER, text)
            run(talk.tick(0))
        bench.clock.seconds += 60
        run(talk.tick(60))
        patched = run(memory.record(core.id))[0].content
        assert said in patched and other not in patched, patched
        assert [one.get("p") for one in memory.each("family")] == [100]
