"""The transcript: what is said becomes turns, in groups, and goes again when asked to."""

import json

from _bench import Bench, PowerCut, contents, run
from _forget import Pet
from _talk import World
from _turns import Talker, all_texts, small
from mcp.core.call import Call
from mcp.core.tool_result import ToolResult
from memory.erase import erasure, scrub
from memory.errors import Broken

from firmware.companion.chat_history import COMPANION, OWNER

HEAP = "16M"  # several chips in RAM
TIMEOUT_S = 240
THOROUGH = (
    "test_a_cut_at_every_operation_of_a_sessions_end_loses_and_doubles_nothing",
    "test_nor_does_a_cut_where_turns_lie_beside_the_archive",
)
SAID = (
    (OWNER, "我叫王浩"),
    (COMPANION, "你好王浩"),
    (OWNER, "我喜欢打篮球"),
    (COMPANION, "打篮球真好"),
    (OWNER, "I'm allergic to peanuts"),
)
FOUND = [("name", "王浩"), ("like", "打篮球"), ("fact", "I'm allergic to peanuts")]


def turns_of(world):
    """(role, text) of all turns, oldest first."""
    found = run(world.memory.turns.day("2000-01-01", "2099-12-31", limit=1000))
    return [(one.role, one.text) for one in found]


def calls_of(world):
    """(what was called with, what it answered) of all turns of tools."""
    found = run(world.memory.turns.day("2000-01-01", "2099-12-31", limit=1000))
    return [
        (one.fields["calls"][0], one.fields["results"][0]) for one in found if one.role == "tool"
    ]


def call(channel="hear"):
    return Call(channel, "2025-06-18", {}, 1, {})


def appends(world):
    """Counts the groups that are written from now on."""
    groups = []
    append = world.memory.turns.append_locked

    def counted(turns):
        groups.append(len(turns))
        append(turns)

    world.memory.turns.append_locked = counted
    return groups


def test_what_was_said_is_among_the_turns_once_the_conversation_is_over():
    for kind in (Talker, Bench):
        world = World(bench=kind())
        groups = appends(world)
        world.say(*SAID)
        assert turns_of(world) == []
        world.pass_time(60)
        assert turns_of(world) == list(SAID) and groups == [len(SAID)]
        assert world.extracted() == FOUND and world.talk.idle and not world.heard("log")
        world.start()
        assert turns_of(world) == list(SAID)


def test_what_rules_learn_says_in_which_turn_it_was_said_and_said_again_it_is_not_new():
    world = World()
    world.say((COMPANION, "今天好吗"), (OWNER, "我喜欢打篮球"))
    world.pass_time(61)
    (turn,) = run(world.memory.turns.search("篮球"))
    (like,) = world.memory.each("like")
    assert like.get("evidence") == ("%s/%d" % (turn.session, 1),)
    world.say((OWNER, "我喜欢打篮球"))
    world.pass_time(61)
    (again,) = world.memory.each("like")
    assert (again.rev, again.get("evidence")) == (like.rev, like.get("evidence"))
    world.say((COMPANION, "好呀"), (OWNER, "我不喜欢打篮球了"))
    world.pass_time(61)
    (dislike,) = world.memory.each("dislike")
    assert dislike.get("evidence") != like.get("evidence")


def test_a_todo_says_in_which_turn_it_was_asked_for_and_asked_again_it_is_not_new():
    world = World()
    world.say((COMPANION, "今天好吗"), (OWNER, "提醒我明天下午三点交报告"))
    world.pass_time(61)
    (turn,) = run(world.memory.turns.search("报告"))
    (todo,) = world.memory.each("todo")
    assert todo.get("evidence") == ("%s/%d" % (turn.session, 1),)
    world.say((OWNER, "提醒我明天下午三点交报告"))
    world.pass_time(61)
    (again,) = world.memory.each("todo")
    assert (again.rev, again.get("evidence")) == (todo.rev, todo.get("evidence"))


def test_each_conversation_is_a_session_and_its_turns_are_counted_from_0():
    world = World(bench=Talker())
    for _ in range(2):
        run(world.talk.play(SAID))
    found = run(world.memory.turns.day("2026-02-05"))
    first, second = found[0].session, found[-1].session
    assert first != second
    assert [(one.session, one.index) for one in found] == [
        (name, index) for name in (first, second) for index in range(len(SAID))
    ]
    assert [one.text for one in run(world.memory.turns.session(first))] == [t for _, t in SAID]


def test_a_long_talk_is_written_in_groups_and_never_turn_by_turn():
    world = World(bench=Talker())
    groups = appends(world)
    said = [(OWNER if n % 2 else COMPANION, "第%d句" % n) for n in range(100)]
    world.say(*said)
    assert groups == [16] * 5, groups
    run(world.talk.end())
    assert turns_of(world) == said and groups == [16] * 6 + [4]


def test_without_a_clock_a_turn_says_that_its_time_is_a_guess():
    world = World(bench=Talker())
    world.bench.clock.known = False
    run(world.talk.play(SAID[:1]))
    (one,) = run(world.memory.turns.session(run(world.memory.turns.search("王浩"))[0].session))
    assert one.fields == {"approx": True}


def test_what_is_longer_than_a_turn_is_cut_and_says_so():
    world = World(bench=Talker())
    run(world.talk.play([(OWNER, "长" * 5000), (COMPANION, "a" * 5000)]))
    found = run(world.memory.turns.day("2026-02-05"))
    assert [(len(one.text), one.fields) for one in found] == [
        (666, {"cut": True}),
        (2000, {"cut": True}),
    ]


def test_secrets_are_hidden_in_what_is_said_and_in_what_tools_are_told():
    world = World(bench=Talker())
    world.say((OWNER, "我的密码是 hunter2secret"))
    told = {"password": "hunter2secret", "note": "wifi password: hunter2secret"}
    world.talk.called("board.lock", told, call(), ToolResult(structured={"status": "ok"}))
    run(world.talk.end())
    assert "hunter2secret" not in repr(turns_of(world)) + repr(calls_of(world))
    assert bytes(world.bench.image).find(b"hunter2secret") < 0


# -- tools ---------------------------------------------------------------------------------------


def test_a_tool_that_is_called_meanwhile_is_a_turn_with_what_it_was_told_and_answered():
    world = World(bench=Talker())
    world.say((OWNER, "我明天几点开会"))
    answer = {"status": "ok", "message": "找到 1 条", "items": [{"content": "九点开会"}]}
    encoded = ToolResult(encoded=[json.dumps(answer).encode()])
    world.talk.called("memory", {"action": "recall", "keyword": "开会"}, call(), encoded)
    world.talk.called("shell", {"x": 1}, call(), ToolResult("no such thing", is_error=True))
    world.say((COMPANION, "九点"))
    run(world.talk.end())
    assert [role for role, _ in turns_of(world)] == ["owner", "tool", "tool", "companion"]
    assert calls_of(world) == [
        ({"name": "memory", "arguments": {"action": "recall", "keyword": "开会"}}, answer),
        ({"name": "shell", "arguments": {"x": 1}}, "no such thing"),
    ]
    assert [one.role for one in run(world.memory.turns.search("九点开会"))] == ["tool"]


def test_what_others_call_meanwhile_or_while_nobody_speaks_is_no_turn():
    world = World(bench=Talker())
    done = ToolResult(structured={"status": "ok", "message": ""})
    world.talk.called("memory", {}, call(), done)
    world.say(SAID[0])
    world.talk.called("memory", {}, call("http"), done)
    run(world.talk.end())
    assert turns_of(world) == [SAID[0]]


def test_of_long_arguments_and_results_a_thousand_bytes_are_kept_and_the_turn_says_so():
    world = World(bench=Talker())
    world.say(SAID[0])
    rows = [{"id": "k%d" % n, "content": "很长的一句话" * 40} for n in range(40)]
    deep = {"a": {"b": {"c": {"d": {"e": 1}}}}}
    for told, answer in (
        ({"content": "长" * 4000}, {"status": "ok", "items": rows}),
        ({"rows": rows}, deep),
        ({"n%d" % n: n for n in range(100)}, {"items": list(range(1000))}),
    ):
        world.talk.called("x", told, call(), ToolResult(structured=answer))
    run(world.talk.end())
    found = [one for one in run(world.memory.turns.day("2026-02-05")) if one.role == "tool"]
    for one in found:
        assert one.fields["cut"] is True
        for name in ("calls", "results"):
            assert 10 < len(json.dumps(one.fields[name]).encode()) < 1100, one.fields[name]
    assert len(found) == 3


def test_what_is_to_be_forgotten_is_not_kept_by_the_call_that_asks_for_it():
    world = World(bench=Talker())
    world.say((OWNER, "忘了那件事吧"))
    done = ToolResult(structured={"status": "ok", "message": "忘掉了：小李"})
    world.talk.called("forget", {"content": "小李"}, call(), done)
    run(world.talk.end())
    assert calls_of(world) == [({"name": "forget"}, {"status": "ok"})]


# -- off the record, and forgetting --------------------------------------------------------------


def test_what_is_off_the_record_is_no_turn_nor_what_tools_did_with_it():
    world = World(bench=Talker())
    done = ToolResult(structured={"status": "ok", "message": ""})
    world.say(SAID[0], (OWNER, "我暗恋小李"), (COMPANION, "哦"))
    world.talk.called("memory", {"content": "暗恋小李"}, call(), done)
    world.say((OWNER, "别记这个"), (COMPANION, "好，不记小李"))
    world.talk.called("memory", {"content": "小李"}, call(), done)
    world.say((OWNER, "我喜欢打篮球"))
    run(world.talk.end())
    assert turns_of(world) == [SAID[0], (OWNER, "我喜欢打篮球")]


def test_what_is_off_the_record_is_erased_where_it_was_written_already():
    for kind in (Talker, Pet):
        world = World(bench=kind())
        run(world.talk.play([SAID[0], (OWNER, "我暗恋隔壁小李"), (COMPANION, "隔壁小李啊")]))
        world.say((OWNER, "别记这个"))
        assert turns_of(world) == [SAID[0]]
        run(world.talk.end())
        assert world.talk.idle
        world.start()
        assert turns_of(world) == [SAID[0]]
        run(scrub.finish(world.memory))
        assert turns_of(world) == [SAID[0]]
        assert bytes(world.bench.image).find("隔壁小李".encode()) < 0


def test_where_flash_does_not_let_a_turn_go_it_is_said_so_and_done_later():
    world = World(bench=Talker())
    run(world.talk.play([SAID[0], (OWNER, "我暗恋小李")]))
    root, world.memory.root = world.memory.root, "/nowhere"
    world.say((OWNER, "别记这个"))
    assert "稍后" in world.heard("acted")[-1]["message"]
    assert not world.talk.idle
    world.memory.root = root
    world.pass_time(600)
    assert turns_of(world) == [SAID[0]] and world.talk.idle


def test_forgetting_reaches_turns_that_wait_to_be_written():
    world = World(bench=Talker())
    world.say((OWNER, "我喜欢小李子"), (COMPANION, "小李子很好"), (OWNER, "今天天气真好"))
    change = run(world.memory.write("like", "小李子", {}))
    wanted = {"id": change.record.id}
    run(erasure.erase(world.memory, wanted, lambda selection: True, world.talk))
    run(world.talk.end())
    assert turns_of(world) == [(OWNER, "今天天气真好")]


# -- what fails ----------------------------------------------------------------------------------


def test_what_flash_refuses_waits_and_is_written_later_once():
    world = World(bench=Talker())
    append = world.memory.turns.append_locked

    def refuse(turns):
        append(turns)
        raise Broken("flash", "broken")  # although it is there: the worst case

    world.memory.turns.append_locked = refuse
    run(world.talk.play(SAID))
    assert not world.talk.idle and world.extracted() == FOUND
    assert [f for f in world.heard("log") if "not written yet" in f["text"]]
    world.memory.turns.append_locked = append
    world.pass_time(600)
    assert turns_of(world) == list(SAID) and world.talk.idle


def test_what_flash_never_takes_is_given_up_and_the_rest_goes_on():
    world = World(bench=Talker())

    def refuse(turns):
        raise Broken("flash", "broken")

    append, world.memory.turns.append_locked = world.memory.turns.append_locked, refuse
    for _ in range(5):
        assert world.talk.speaking or not world.heard("ended")
        run(world.talk.play(SAID[:1]))
    assert world.talk.idle
    assert [f for f in world.heard("log") if "are not kept" in f["text"]]
    world.memory.turns.append_locked = append
    run(world.talk.play(SAID))
    assert turns_of(world) == list(SAID)


def test_in_a_talk_without_end_that_flash_does_not_take_the_oldest_go():
    world = World(bench=Talker())

    def refuse(turns):
        raise Broken("flash", "broken")

    append, world.memory.turns.append_locked = world.memory.turns.append_locked, refuse
    world.say(*[(COMPANION, "第%d句" % n) for n in range(100)])
    assert len(list(world.talk.texts())) < 2 * 64
    world.memory.turns.append_locked = append
    run(world.talk.end())
    assert turns_of(world) == [(COMPANION, "第%d句" % n) for n in range(36, 100)]


def test_where_turns_have_no_place_nothing_waits_for_one():
    world = World(bench=Talker())

    def no_mount():
        raise OSError(19)

    world.memory.mount_turns = no_mount
    run(world.talk.play(SAID))
    assert world.talk.idle and world.extracted() == FOUND
    assert len([f for f in world.heard("log") if "not kept" in f["text"]]) == 1


# -- power cuts ----------------------------------------------------------------------------------


def cut_at_every(kind, stride, at_least):
    """Sessions cut in an operation of their end, then held again."""
    with small():
        origin = World(bench=kind())
        run(origin.talk.play([(OWNER, "我姐姐叫王芳"), (COMPANION, "记住了")]))
        before = turns_of(origin)
        cut_at = 1
        while _cut_and_said_again(origin, before, cut_at):
            cut_at += stride
    print(cut_at, "operations")
    assert cut_at > at_least


def _cut_and_said_again(origin, before, cut_at):
    bench = origin.bench.copy()
    world = None
    try:
        world = World(bench=bench, cut_at=cut_at)
        run(world.talk.play(SAID))
        cut = False
    except PowerCut:
        cut = True
    told = [] if world is None else world.extracted()
    world = World(bench=bench)
    found = turns_of(world)
    assert found in (before, before + list(SAID)), (cut_at, found)
    assert cut or len(found) > len(before)
    for kind, content in told:
        assert contents(world.memory, kind).count(content) == 1, (cut_at, kind, content)
    run(world.talk.play(SAID))
    assert turns_of(world) == found + list(SAID), cut_at
    for kind, content in FOUND:
        assert contents(world.memory, kind).count(content) == 1, (cut_at, kind, content)
    assert world.talk.idle
    return cut


def test_a_cut_here_and_there_in_a_sessions_end_loses_and_doubles_nothing():
    cut_at_every(Talker, 11, 30)


def test_a_cut_at_every_operation_of_a_sessions_end_loses_and_doubles_nothing():
    cut_at_every(Talker, 1, 30)


def test_nor_does_a_cut_where_turns_lie_beside_the_archive():
    cut_at_every(Bench, 1, 30)


def test_all_texts_are_those_of_the_turns():
    world = World(bench=Talker())
    run(world.talk.play(SAID))
    assert all_texts(world.bench) == [text for _, text in SAID]
