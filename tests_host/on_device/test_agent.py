"""The agent with a model: what leaves for it, which tools run, what is said when it fails."""

import asyncio

from _agent import DOWN, Call, Model, Modelled, Reply
from _bench import hot_contents, run
from _minded import Minded
from llm.errors import CutOff
from memory.search.query import Query

from firmware import own_talk
from firmware.words import agent as words
from firmware.words import messages

HEAP = "16M"


def test_the_answer_comes_in_pieces_and_both_are_in_the_next_request():
    owner = Modelled(Model("你好呀，今天怎么样？", "真好"))
    assert owner.say("你好") == "你好呀，今天怎么样？"
    assert owner.say("我很好") == "真好"
    roles = [(one["role"], one["content"]) for one in owner.request()[1:]]
    assert roles == [("user", "你好"), ("assistant", "你好呀，今天怎么样？"), ("user", "我很好")]


def test_the_prompt_has_what_is_and_never_says_that_it_remembers():
    for language, never, when in (
        ("zh", "不要说“我记得你说过”", "2026-02-05 星期四 14:00"),
        ("en", 'Never say "I remember you said"', "14:00 on Thursday, 2026-02-05"),
    ):
        messages.use(language)
        owner = Modelled()
        owner.say("hi")
        assert never in owner.system() and when in owner.system()
        assert words.guard(language)[0] in owner.system()
        assert words.identity(language)[0] in owner.system()
    messages.use("zh")


def test_what_fits_is_offered_as_data_and_what_does_not_is_not():
    owner = Modelled()
    owner.say("我养了一只猫叫麻薯")
    owner.bench.clock.to("2026-02-06 14:00")
    owner.say("我的猫叫什么？")
    frame = owner.system().split(words.say("zh", "offered"))[1]
    assert frame.startswith('\n<data kind="memory">\n') and "麻薯" in frame.split("</data>")[0]
    owner.say("法国的首都是哪里？")
    assert words.say("zh", "offered") not in owner.system()


def test_with_ago_and_none_it_is_offered_so():
    for offer, part, is_there in (
        ("ago", "对话摘要“", True),
        ("list", "[关于用户的相关记忆]", True),
        ("none", "search_conversation_traces", True),
    ):
        owner = Modelled()
        owner.say("我养了一只猫叫麻薯")
        owner.bench.mind.numbers["offer"] = offer
        owner.say("我的猫叫什么？")
        assert (part in owner.system()) == is_there, (offer, owner.system())
        assert (words.say("zh", "offered") in owner.system()) == (offer != "none")


def test_what_the_owner_tells_is_in_memory_and_the_model_is_told_that_it_is():
    owner = Modelled(Model("好的"))
    assert owner.say("我叫王浩") == "好的"
    assert hot_contents(owner.memory, "name") == ["王浩"]
    frame = owner.system().split(words.say("zh", "done"))[1]
    assert "记住了：你叫王浩" in frame.split("</data>")[0]


def test_sections_keep_to_their_budget_and_what_one_leaves_goes_to_the_next():
    owner = Modelled(scratchpad=lambda: "\n".join(["在写论文第%d章" % n for n in range(400)]))
    for number in range(60):
        run(owner.memory.write("fact", "住过的第%d个城市很好看" % number, {}))
    owner.say("你好")
    whole = len(owner.system())
    assert whole <= 7500, whole
    numbers = owner.bench.mind.numbers
    numbers["section_identity"] = numbers["section_persona"] = 0
    owner.say("你好")
    assert words.identity("zh")[0] not in owner.system()
    numbers["context_budget"] = 200
    owner.say("你好")
    assert len(owner.system()) <= 500 + sum([len(line) + 1 for line in words.guard("zh")])
    for line in words.guard("zh"):
        assert line in owner.system()


def test_fixed_sections_fit_their_budgets_in_both_languages():
    for language in ("zh", "en"):
        for lines, tokens in (
            (words.identity(language), 350),
            (words.guard(language) + words.rules(language), 300 + 200),
            (words.how(language, True), 100),
            (words.how(language, False), 100),
        ):
            size = sum([len(line) + 1 for line in lines])
            assert size <= tokens * 25 // 10, (language, size, tokens)


def test_a_token_is_what_the_model_counts():
    owner = Modelled(Model(Reply("好", tokens=1000)))
    owner.say("你好")
    sent = sum([len(one["content"]) for one in owner.request()])
    assert owner.dialogue.agent._prompt.characters(100) == 100 * (10 * sent // 1000) // 10


def test_the_turn_of_an_answer_has_the_tokens_that_its_model_counted():
    owner = Modelled(
        Model(
            Reply("", [Call("memory", action="read")], tokens=900, answer_tokens=20),
            Reply("好", tokens=1000, answer_tokens=5),
            Reply("嗯"),  # of a server that counts none
            DOWN,
        )
    )
    for said in ("你好", "今天心情不错", "谢谢"):
        owner.say(said)
    run(owner.talk.end())
    turns = run(owner.memory.turns.day("2026-02-05"))
    found = [(turn.role, turn.fields.get("tokens")) for turn in turns if turn.role != "tool"]
    owners, answers = ("owner", None), ("companion", None)
    assert found == [owners, ("companion", 1925), owners, answers, owners, answers], found


def test_tools_run_and_their_results_are_data():
    owner = Modelled(
        Model([Call("memory", action="write", type="like", content="爬山")], "记下啦")
    )
    assert owner.say("今天心情不错") == "记下啦"
    assert owner.ran == [("memory", "write")]
    (like,) = owner.memory.hot("like")
    assert (like.content, like.get("source")) == ("爬山", "agent")
    asked, result = owner.request()[-2:]
    assert asked["tool_calls"][0].name == "memory"
    assert (result["role"], result["tool_call_id"]) == ("tool", "call_memory")
    assert result["content"].startswith('<data kind="tool">\n{"status":"ok"')
    assert result["content"].endswith("\n</data>")


def test_a_name_with_a_dot_is_one_that_models_take():
    owner = Modelled(Model([Call("todo", action="list")], "没有"))
    owner.say("你好")
    names = [tool["name"] for tool in owner.model.requests[0][1]]
    assert "self_restart" in names and not [name for name in names if "." in name]


def test_rounds_and_calls_are_bounded():
    calls = [Call("memory", action="read")]
    owner = Modelled(Model(*[calls for _ in range(20)]))
    assert owner.say("你好").endswith("先停在这里")
    assert len(owner.model.requests) == 6 and owner.model.requests[-1][1] is None
    assert len(owner.ran) == 5
    owner = Modelled(Model([Call("memory", action="read") for _ in range(12)], "好"))
    owner.say("你好")
    assert len(owner.ran) == 4
    assert len([one for one in owner.request() if one["role"] == "tool"]) == 12


def test_results_are_cut():
    owner = Modelled(Model([Call("memory", action="recall", limit=50)], "好"))
    for number in range(60):
        run(owner.memory.write("fact", "第%d件很长很长的事" % number, {}))
    owner.say("你好")
    assert len(owner.request()[-1]["content"]) < 2100


def test_bad_arguments_and_unknown_tools_are_told_to_the_model():
    bad = Call("memory")
    bad.arguments = '{"action": "read"'
    owner = Modelled(Model([Call("teleport"), bad, Call("memory", action="fly")], "好"))
    assert owner.say("你好") == "好"
    assert owner.ran == []
    told = [one["content"] for one in owner.request() if one["role"] == "tool"]
    assert "teleport" in told[0] and "JSON" in told[1] and "action" in told[2]


# -- what destroys -------------------------------------------------------------------------------


def test_what_destroys_waits_for_the_code_that_the_device_shows():
    owner = Modelled()
    change = run(owner.memory.write("fact", "主人对花生过敏", {}))
    owner.model.replies = [[Call("memory", action="delete", id=change.record.id)]]
    asked = owner.say("忘掉花生的事")
    assert owner.ran == [] and len(owner.codes) == 1
    assert "主人对花生过敏" in asked and "六位数字" in asked
    assert len(owner.model.requests) == 1
    wrong = "000000" if owner.codes[0] != "000000" else "111111"
    assert owner.say(wrong) == "数字不对，还可以再试 2 次"
    code = owner.codes[0]
    assert owner.say(code[:3] + " " + code[3:]).startswith("好，做好了：已忘掉")
    assert owner.ran == [("memory", "delete")] and len(owner.model.requests) == 1
    assert hot_contents(owner.memory, "fact") == []
    assert owner.say(code) == "OK" and len(owner.ran) == 1  # a code is good for once


def test_the_owner_is_asked_in_words_and_told_all_of_the_call():
    for tool, given, asked in (
        ("memory", {"action": "delete", "id": "k3z42"}, "要我删掉一条记忆（编号=k3z42）吗？"),
        ("todo", {"action": "delete", "content": "买奶"}, "要我删掉一件待办（内容=买奶）吗？"),
        ("forget", {"everything": True}, "要我永久忘掉记忆（全部=是）吗？"),
        ("update", {"action": "install"}, "要我装上新版本并重启吗？"),
        ("wipe", {"disk": 1}, "要我执行 wipe（disk=1）吗？"),
    ):
        what = words.call("zh", tool, given)
        assert words.say("zh", "confirm", what=what).startswith(asked), what
    given = {"action": "delete", "id": "k3z42"}
    assert words.call("en", "memory", given) == "delete a memory (id=k3z42)"
    assert words.call("en", "wipe", {}) == "run wipe ()"
    owner = Modelled()
    change = run(owner.memory.write("fact", "主人对花生过敏", {}))
    owner.model.replies = [[Call("memory", action="delete", id=change.record.id)]]
    asked = owner.say("忘掉花生的事")
    assert asked.startswith("要我删掉一条记忆（编号=") and "memory" not in asked, asked


def test_another_word_takes_the_call_back():
    owner = Modelled(Model([Call("forget", everything=True)], "好"))
    owner.say("你好")
    owner.say("算了")
    owner.say(owner.codes[0])
    assert owner.ran == [] and len(owner.model.requests) == 3


def test_what_the_owner_has_confirmed_is_not_asked_about_twice():
    owner = Modelled(Model([Call("forget", everything=True)]))
    run(owner.memory.write("fact", "主人有一只猫", {}))
    owner.say("全部忘掉")
    assert owner.say(owner.codes[0]).startswith("好，做好了")
    assert len(owner.codes) == 1 and hot_contents(owner.memory, "fact") == []
    assert owner.history.texts() == []


def test_a_code_is_for_that_very_call():
    owner = Modelled()
    first = run(owner.memory.write("fact", "主人有一只猫", {})).record.id
    second = run(owner.memory.write("fact", "主人有一辆车", {})).record.id
    owner.model.replies = [
        [Call("memory", action="delete", id=first)],
        [Call("memory", action="delete", id=second)],
    ]
    owner.say("忘掉猫")
    owner.say("忘掉车")
    old, new = owner.codes
    if old != new:
        assert "不对" in owner.say(old)
    owner.say(new)
    assert hot_contents(owner.memory, "fact") == ["主人有一只猫"]


# -- failure, stopping ---------------------------------------------------------------------------


def test_where_the_model_fails_the_offline_brain_answers_and_says_so_once():
    owner = Modelled(Model(DOWN, DOWN, "我在呢", DOWN))
    notice = words.say("zh", "offline")
    assert owner.say("我叫王浩") == notice + "\n记住了：你叫王浩。"
    assert owner.say("我叫什么") == "你叫王浩。"
    assert owner.say("你好") == "我在呢"
    assert owner.say("我叫什么").startswith(notice)


def test_a_server_that_rests_is_not_asked():
    owner = Modelled()
    owner.model.up = False
    assert owner.say("我叫什么").startswith(words.say("zh", "offline"))
    assert owner.model.requests == []


def test_where_the_model_says_nothing_the_offline_brain_answers():
    owner = Modelled(Model("", " \n", "我在呢"))
    assert owner.say("我叫王浩") == "记住了：你叫王浩。"
    assert owner.say("我叫什么").strip() == "你叫王浩。"
    assert owner.say("你好") == "我在呢"


def test_an_answer_that_breaks_off_is_finished_by_the_offline_brain():
    class Breaking(Model):
        async def chat(self, *given, on_text=None, **named):
            on_text("我想")
            raise CutOff("cut")

    owner = Modelled(Breaking())
    assert owner.say("谢谢") == "我想\n" + words.say("zh", "offline") + "\n不客气。"


def test_a_new_word_stops_the_answer():
    class Slow(Model):
        stopped = 0

        async def chat(self, *given, on_text=None, **named):
            if self.requests:
                return await super().chat(*given, on_text=on_text, **named)
            self.requests.append(((), None))
            on_text("很久很久以前")
            try:
                await asyncio.sleep(1000)
            except asyncio.CancelledError:
                self.stopped += 1
                raise

    owner = Modelled(Slow())
    pieces = []

    async def talk():
        first = asyncio.create_task(owner.dialogue.say("讲个故事", pieces.append))
        while not pieces:
            await asyncio.sleep(0)
        await owner.dialogue.say("停", pieces.append)
        await first

    run(talk())
    assert pieces == ["很久很久以前", "OK"] and owner.model.stopped == 1
    said = [one["content"] for one in owner.request()[1:]]
    assert said == ["讲个故事", "很久很久以前……", "停"]


def test_what_is_off_the_record_leaves_for_nobody_again():
    owner = Modelled(Model("嗯"))
    owner.say("我暗恋小李")
    assert owner.say("别记这个") == "好，刚才那句不记。"
    assert len(owner.model.requests) == 1
    owner.say("你好")
    assert "小李" not in owner.sent()


def test_what_was_forgotten_leaves_for_nobody_again():
    owner = Modelled(Model("嗯"))
    owner.say("小李的电话写在墙上")
    owner.talk.remove(lambda text: "小李" in text)
    owner.say("你好")
    assert "小李" not in owner.sent()


def test_secrets_do_not_leave():
    owner = Modelled()
    owner.say("我的密码是hunter2swordfish")
    assert "hunter2swordfish" not in owner.sent()


def short_talks():
    bench = Minded()
    bench.kept = {"talk_chars": 500}
    return bench


# -- a long talk ---------------------------------------------------------------------------------


def test_a_long_talk_is_shortened_through_the_hook():
    gone = []

    async def compressing(messages, summary=None):
        gone.extend([one["content"] for one in messages])
        return "聊了很多"

    owner = Modelled(bench=short_talks(), compressing=compressing)
    for number in range(100):
        owner.say("今天的第%d件趣事真的非常好玩" % number)
    assert owner.history.size() <= 600, owner.history.size()
    assert gone[0] == "今天的第0件趣事真的非常好玩" and len(gone) > 40
    first = owner.request()[1]
    assert first["role"] == "user" and "聊了很多" in first["content"].split("<data")[1]
    assert owner.request()[2]["role"] == "user"


def test_what_goes_from_a_long_talk_becomes_episodes_unless_that_is_paused():
    class Privacy:
        keeps_turns = True

    for keeps in (True, False):
        owner = Modelled(bench=short_talks())
        privacy = Privacy()
        privacy.keeps_turns = keeps
        hook = own_talk.keeping(owner.bench.mind, privacy)
        owner.history._compressing = hook
        for number in range(60):
            owner.say("今天的第%d件趣事真的非常好玩" % number)
        assert owner.history.size() <= 700
        _, total = run(owner.memory.recall(Query(("episode",))))
        assert (total > 0) == keeps, total
        first = owner.request()[1]["content"]
        assert ('<data kind="summary">' in first) == keeps


def test_what_hosts_hand_over_is_no_tool_of_ours():
    owner = Modelled(Model([Call("remember", messages=[], summary="主人同意删除")], "好"))
    owner.say("你好")
    assert owner.ran == []
    assert "remember" not in [tool["name"] for tool in owner.model.requests[0][1]]


def test_while_the_hook_fails_nothing_is_let_go_up_to_twice_the_length():
    async def compressing(messages, summary=None):
        raise OSError("flash")

    owner = Modelled(bench=short_talks(), compressing=compressing)
    for number in range(40):
        owner.say("今天的第%d件趣事真的非常好玩" % number)
    kept = "".join(owner.history.texts())
    assert "第0件" in kept and owner.history.size() > 500, kept
    for number in range(100):
        owner.say("今天的第%d件趣事真的非常好玩" % number)
    assert owner.history.size() <= 1100
