"""Chat: lines that are typed are answered in order; a new one stops an answer, or waits for it."""

import asyncio

from _agent import Model, Modelled
from _bench import run

from firmware.agent.chat import Chat
from firmware.agent.talk import Talk

HEAP = "16M"


class Typed:
    """A console: `lines` are typed one after the other, each once `when` is set."""

    def __init__(self, *lines):
        self._bytes = "".join([line + "\n" for line in lines]).encode()
        self.when = None

    async def readinto(self, buffer):
        if self.when is not None and self._bytes.startswith("停".encode()):
            await self.when.wait()
        if not self._bytes:
            return 0
        buffer[0] = self._bytes[0]
        self._bytes = self._bytes[1:]
        return 1


class Slow(Model):
    """Begins a story and goes on when it is let."""

    def __init__(self):
        super().__init__()
        self.began = asyncio.Event()
        self.stopped = 0
        self.sleeps = 1000

    async def chat(self, messages, *given, on_text=None, **named):
        self.requests.append((list(messages), None))
        if messages[-1]["content"] != "讲个故事":
            on_text("好")
            return Told("好")
        on_text("很久以前")
        self.began.set()
        try:
            await asyncio.sleep(self.sleeps)
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        on_text("，完")
        return Told("很久以前，完")


class Told:
    tool_calls = ()
    prompt_chars = prompt_tokens = completion_tokens = 0

    def __init__(self, text):
        self.text = text


def chatted(owner, typed, waits):
    shown = []

    async def write(data):
        shown.append(data.decode())

    chat = Chat(owner.dialogue, typed, write, waits)
    run(chat.serve())
    return "".join(shown)


def test_a_new_line_stops_the_answer():
    owner = Modelled(Slow())
    typed = Typed("讲个故事", "停")
    typed.when = owner.model.began
    assert chatted(owner, typed, False) == "> 很久以前\n> 好\n> \n"
    assert owner.model.stopped == 1


def test_a_script_waits_for_each_answer():
    owner = Modelled(Slow())
    owner.model.sleeps = 0
    assert chatted(owner, Typed("讲个故事", "停"), True) == "> 很久以前，完\n> 好\n> \n"
    assert owner.model.stopped == 0


def test_the_last_answer_is_whole_before_the_end():
    owner = Modelled(Slow())
    owner.model.sleeps = 0
    assert chatted(owner, Typed("讲个故事"), False) == "> 很久以前，完\n> \n"


def test_what_is_told_is_written_before_a_new_line_stops_anything():
    owner = Modelled()
    chatted(owner, Typed("我叫王浩", "我住在上海", "我喜欢爬山", "你好"), False)
    for kind, value in (("name", "王浩"), ("location", "上海"), ("like", "爬山")):
        assert [one.content for one in owner.memory.hot(kind)] == [value], kind


def test_a_reminder_is_told_there_and_counts_as_noticed():
    owner = Modelled()
    shown = []

    async def write(data):
        shown.append(data.decode())

    async def talk():
        chat = Chat(owner.dialogue, Typed(), write, True)
        serving = asyncio.create_task(chat.serve())
        noticed = await chat.offer({"message": "该吃药了"})
        await serving
        return noticed

    assert run(talk()) is True
    assert "! 该吃药了\n> " in "".join(shown)


def test_where_the_agent_itself_fails_the_offline_brain_answers():
    class Broken:
        def awaits(self, text):
            return False

        def is_ready(self):
            return True

        def notice(self):
            return ""

        def noted(self, text, answer):
            pass

        async def answer(self, text, done, put):
            raise OSError(5)

    owner = Modelled()
    owner.dialogue = Talk(owner.device, owner.brain, Broken())
    assert owner.say("谢谢") == "不客气。"
