"""Privacy: what a pause keeps out of memory, and what is kept where turns are not wanted."""

import json

from _bench import Bench, run
from _talk import World
from _turns import Talker
from mcp.core.call import Call
from mcp.core.tool_result import ToolResult
from mcp.features.tools import Registry
from mind.mind import Mind

from firmware.companion.chat_history import COMPANION, OWNER
from firmware.companion.conversation import Conversation
from firmware.system.settings import Privacy, Settings
from firmware.tools import registration
from firmware.tools.tool_context import ToolContext
from firmware.words import messages

HEAP = "16M"
SAID = (
    (OWNER, "我叫王浩"),
    (COMPANION, "你好王浩"),
    (OWNER, "提醒我五分钟后关火"),
    (OWNER, "我喜欢打篮球"),
)


class Private(World):
    """A World that asks the settings what it may keep."""

    def start(self, cut_at=0):
        World.start(self, cut_at)
        self.settings = Settings({})
        self.privacy = Privacy(self.settings)
        self.talk = Conversation(
            self.memory, self.bench.clock, lambda: 0, "hear", self.pet, self.privacy
        )
        run(self.talk.start())

    def turns(self):
        found = run(self.memory.turns.day("2000-01-01", "2099-12-31", limit=1000))
        return [(one.role, one.text) for one in found]

    def tools(self, language="zh"):
        """Calls a tool: call(name, **arguments) -> answer."""
        registry = Registry()
        mind = Mind(self.memory, self.bench.clock, {})
        run(mind.load())
        context = ToolContext(
            self.memory, self.bench.clock, language, self.pet, None, lambda: None,
            lambda: self.talk, mind, self.privacy,
        )  # fmt: skip
        registration.register_tools(registry, context)
        registration.register_mind(registry, context)
        messages.use(language)

        def call(name, **arguments):
            asked = Call("stdio", "2025-06-18", {}, 1, {})
            asked.max_reply = 8000
            result = run(registry.call(name, arguments, asked))
            if result.encoded is None:
                return result.structured
            return json.loads(b"".join(result.encoded))

        return call


def records(world):
    return sorted([one.content for one in world.memory.at_hand()])


def test_while_remembering_is_paused_nothing_of_what_is_said_is_kept_anywhere():
    world = Private(bench=Talker())
    world.settings.set("remembering", False)
    before = records(world)
    image = bytes(world.bench.image)
    world.say(*SAID)
    asked = Call("hear", "2025-06-18", {}, 1, {})
    world.talk.called("x", {"a": "打篮球"}, asked, ToolResult(structured={"status": "ok"}))
    run(world.talk.end())
    assert records(world) == before and world.kept() == [] and world.turns() == []
    assert world.talk.idle and list(world.talk.texts()) == []
    for words in ("王浩", "打篮球", "关火"):
        assert bytes(world.bench.image).count(words.encode()) == image.count(words.encode())


def test_after_the_pause_what_is_said_is_kept_again_and_nothing_of_what_was_said_in_it():
    world = Private(bench=Talker())
    world.settings.set("remembering", False)
    world.say((OWNER, "我叫王浩"), (COMPANION, "嗯"))
    world.settings.set("remembering", True)
    world.say((OWNER, "我喜欢打篮球"))
    run(world.talk.end())
    assert world.extracted() == [("like", "打篮球")]
    assert world.kept() == [(OWNER, "我喜欢打篮球")] == world.turns()


def test_what_was_said_before_the_pause_is_still_written():
    world = Private(bench=Talker())
    world.say((OWNER, "我叫王浩"))
    world.settings.set("remembering", False)
    run(world.talk.end())
    assert world.extracted() == [("name", "王浩")] and len(world.turns()) == 1


def test_words_that_take_something_back_act_in_a_pause_too():
    world = Private(bench=Talker())
    run(world.talk.play([(OWNER, "我暗恋小李")]))
    world.settings.set("remembering", False)
    world.say((OWNER, "别记这个"))
    assert [one["what"] for one in world.heard("acted")] == ["keep_not"]
    assert world.turns() == [] and world.kept() == []


def test_without_turns_the_device_learns_on():
    for kind in (Talker, Bench):
        world = Private(bench=kind())
        world.settings.set("keep_turns", False)
        run(world.talk.play(SAID))
        assert world.turns() == [] and world.memory.turns.space() is None
        assert ("name", "王浩") in world.extracted() and world.kept() == list(SAID)
        assert world.talk.idle


def test_turns_that_were_kept_before_stay():
    world = Private(bench=Talker())
    run(world.talk.play(SAID[:2]))
    world.settings.set("keep_turns", False)
    run(world.talk.play(SAID))
    assert world.turns() == list(SAID[:2])


def test_tools_say_honestly_that_nothing_is_remembered():
    for language, word in (("zh", "暂停"), ("en", "paused")):
        world = Private(bench=Talker())
        call = world.tools(language)
        world.settings.set("remembering", False)
        for name, arguments in (
            ("memory", {"action": "write", "type": "fact", "content": "王浩对花生过敏"}),
            ("todo", {"action": "add", "content": "买牛奶"}),
        ):
            answer = call(name, **arguments)
            assert answer["status"] == "error" and word in answer["message"], answer
        for name, arguments in (
            ("memory", {"action": "read"}),
            ("memory_statistics", {}),
        ):
            answer = call(name, **arguments)
            assert answer["status"] == "ok" and word in answer["message"], answer
        assert "keep_turns" in call("search_conversation_traces")["message"]
        assert records(world) == []
        world.settings.set("remembering", True)
        assert call("todo", action="add", content="买牛奶")["status"] == "ok"
        assert word not in call("memory", action="read")["message"]
        assert "keep_turns" not in call("search_conversation_traces")["message"]
        # The settings are on the chip, and a start finds them.
        world.settings.set("remembering", False)
        world.start()
        assert not world.privacy.remembers
    messages.use("zh")


def test_in_a_pause_the_owner_still_takes_things_out_of_memory():
    world = Private(bench=Talker())
    call = world.tools()
    id = call("memory", action="write", type="fact", content="王浩对花生过敏")["id"]
    todo = call("todo", action="add", content="买牛奶")["id"]
    world.settings.set("remembering", False)
    assert call("todo", action="complete", id=todo)["status"] == "ok"
    assert call("memory", action="delete", id=id)["result"] == "DELETED"
    assert call("memory", action="restore", id=id)["status"] == "ok"
