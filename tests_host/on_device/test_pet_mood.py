"""Mood: it follows what is heard, slowly, and flash is written once a conversation."""

from _bench import PowerCut, run
from _talk import World
from memory.errors import Broken

from firmware.companion import affection
from firmware.companion.chat_history import OWNER

HEAP = "16M"  # several chips in RAM


def writes(world):
    """How often the record was written."""
    record = affection.state(world.memory)
    return 0 if record is None else record.rev


def test_a_session_of_joy_lifts_the_mood_and_is_written_once_at_its_end():
    world = World()
    world.say((OWNER, "你好"))
    for number in range(10):
        before = world.pet.mood()
        world.talk.feel("laughing")
        assert before < world.pet.mood() <= before + 4 and writes(world) == 0, number
    lifted = world.pet.mood()
    run(world.talk.end())
    assert writes(world) == 1 and not world.memory.unsaved()
    assert world.pet.mood() == lifted == affection.state(world.memory).get("mood")
    world.start()
    assert world.pet.mood() == lifted


def test_tears_sink_it():
    world = World()
    for _ in range(10):
        world.talk.feel("crying")
    assert 20 <= world.pet.mood() < 35


def test_what_the_owner_says_of_feelings_moves_it_too():
    world = World()
    world.say((OWNER, "我今天好难过"))
    assert world.pet.mood() < 50
    world.say((OWNER, "明天会下雨吗"))
    sunk = world.pet.mood()
    world.say((OWNER, "他好难过"))
    assert world.pet.mood() == sunk


def test_a_name_that_nobody_knows_and_a_neutral_one_move_nothing():
    world = World()
    for name in ("neutral", "ecstatic", "", "x" * 32):
        world.talk.feel(name)
    run(world.talk.end())
    assert world.pet.mood() == 50 and writes(world) == 0


def test_less_than_five_points_stay_in_ram_and_are_written_with_more():
    world = World()
    world.say((OWNER, "你好"))
    world.talk.feel("winking")
    run(world.talk.end())
    assert writes(world) == 0 and world.pet.mood() == 52
    for _ in range(4):
        world.talk.feel("happy")
    run(world.talk.play([(OWNER, "嗯")]))
    assert writes(world) == 1 and affection.state(world.memory).get("mood") == world.pet.mood()


def test_coins_and_what_is_heard_add_up():
    world = World()
    world.say((OWNER, "你好"))
    for _ in range(5):
        world.talk.feel("happy")
    heard = world.pet.mood()
    figures = run(world.pet.act("gift", "zh"))
    assert figures["mood"]["value"] == heard + 15
    run(world.talk.end())
    figures = run(world.pet.act("status", "zh"))
    assert figures["mood"]["value"] == heard + 15 and figures["total_coins_spent"] == 10
    assert figures["spent_today"] == 10


def test_a_mood_that_was_written_spends_no_coins():
    world = World()
    for _ in range(5):
        world.talk.feel("happy")
    run(world.talk.play([(OWNER, "你好")]))
    figures = run(world.pet.act("status", "en"))
    assert figures["total_coins_spent"] == 0 == figures["spent_today"]
    assert figures["relationship"]["stage"] == "stranger"


def test_where_flash_refuses_the_mood_it_is_kept_for_the_next_conversation():
    world = World()
    for _ in range(5):
        world.talk.feel("happy")
    lifted = world.pet.mood()
    replace = world.memory.replace

    def refuse(record, limited=True):
        raise Broken("flash", "broken")

    world.memory.replace = refuse
    run(world.talk.play([(OWNER, "你好")]))
    assert world.pet.mood() == lifted and writes(world) == 0
    assert "mood" in world.heard("log")[-1]["text"]
    world.memory.replace = replace
    run(world.talk.play([(OWNER, "嗯")]))
    assert world.pet.mood() == lifted and writes(world) == 1


def test_a_cut_leaves_the_mood_before_or_after():
    origin = World()
    run(origin.pet.act("gift", "zh"))
    before = origin.pet.mood()
    for cut_at in range(1, 40, 2):
        bench = origin.bench.copy()
        world = World(bench=bench, cut_at=cut_at)
        for _ in range(8):
            world.talk.feel("crying")
        after = world.pet.mood()
        try:
            run(world.talk.play([(OWNER, "嗯")]))
        except PowerCut:
            pass
        world = World(bench=bench)
        assert world.pet.mood() in (before, after), (cut_at, before, after)
        assert world.memory.coins() == 10
