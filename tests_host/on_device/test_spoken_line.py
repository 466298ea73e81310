"""The voice and the companion's own agent: what is heard is answered aloud, as it comes."""

import asyncio

from llm.errors import Unreachable
from xiaozhi.state_table import IDLE, LISTENING, READY

from firmware.agent.sentences import Sentences, spoken
from firmware.agent.spoken_line import SpokenLine
from firmware.voice.uplink import Uplink


class Voice:
    """Stands for firmware.voice.talk: its loudspeaker plays a packet whenever it is looked at."""

    def __init__(self):
        self.source = Uplink()
        self.sink = self
        self.line = None
        self.states = []
        self.played = []
        self.calls = []
        self.is_free = True
        self._left = 0
        self.most = 0

    @property
    def waiting(self):
        self._left = max(0, self._left - 1)
        return self._left

    def changed(self, state):
        self.states.append(state)

    def begin(self):
        self.calls.append("begin")

    def play(self, packet, number):
        self._left += 1
        self.most = max(self.most, self._left)
        self.played.append((number, bytes(packet)))

    def finish(self):
        self.calls.append("finish")

    def end(self):
        self.calls.append("end")

    def speak(self, count=20):
        for n in range(count):
            self.source.place()[:3] = bytes([1, 2, n])
            self.source.add(3)
        self.source.end()


class Talk:
    """Stands for the agent: says pieces, each after the one before was taken."""

    def __init__(self, *pieces):
        self.pieces = pieces
        self.heard = []
        self.stopped = 0
        self.gate = None

    async def say(self, text, put):
        self.heard.append(text)
        for piece in self.pieces:
            put(piece)
            if self.gate is not None:
                await self.gate.wait()
            await asyncio.sleep(0)

    async def stop(self):
        self.stopped += 1


class World:
    def __init__(self, *pieces, words="你好", packets=30):
        self.voice = Voice()
        self.talk = Talk(*pieces)
        self.words = words
        self.packets = packets
        self.said = []
        self.recorded = []
        self.up = True
        self.line = SpokenLine(self.voice, self.talk, self.hear, self.say, lambda: self.up)

    async def hear(self, packets):
        self.recorded.append(packets)
        if isinstance(self.words, Exception):
            raise self.words
        return self.words

    async def say(self, text, take, room):
        self.said.append(text)
        for n in range(self.packets):
            await room()
            take(memoryview(bytes([n % 256])))
            await asyncio.sleep(0)

    async def turn(self, mode="auto", count=20):
        self.voice.source.begin()
        await self.line.wake()
        await self.line.listen(mode)
        self.voice.speak(count)
        while not self.line._turn.done():
            await asyncio.sleep(0)


def test_what_is_said_is_heard_answered_and_said_sentence_by_sentence():
    world = World("你好呀！今天", "天气很好。出去", "走走吧")
    asyncio.run(world.turn())
    assert world.talk.heard == ["你好"]
    assert world.said == ["你好呀！", "今天天气很好。", "出去走走吧"]
    assert len(world.recorded[0]) == 20 and world.recorded[0][3] == b"\x01\x02\x03"
    assert [number for number, _ in world.voice.played] == list(range(90))
    assert world.voice.calls == ["begin", "finish"]
    assert world.voice.states == [READY, READY, LISTENING, READY]


def test_a_sentence_is_said_while_the_next_is_not_yet_thought():
    world = World("第一句。", "第二句。")
    world.talk.gate = asyncio.Event()

    async def main():
        turning = asyncio.create_task(world.turn())
        while len(world.voice.played) < 30:
            await asyncio.sleep(0)
        assert world.said == ["第一句。"]
        world.talk.gate.set()
        while not turning.done():
            await asyncio.sleep(0)

    asyncio.run(main())
    assert world.said == ["第一句。", "第二句。"]


def test_no_more_waits_in_the_loudspeaker_than_it_holds():
    world = World("很长的一句。", packets=300)
    asyncio.run(world.turn())
    assert len(world.voice.played) == 300
    assert world.voice.most <= 24


def test_silence_and_a_slip_of_the_finger_ask_nobody():
    world = World("好")
    asyncio.run(world.turn(count=2))
    assert world.recorded == [] and world.voice.calls == ["end"]
    world = World("好", words="")
    asyncio.run(world.turn())
    assert world.talk.heard == [] and world.voice.calls == ["end"]


def test_where_a_server_fails_the_voice_hears_of_it_and_the_next_press_tries_again():
    world = World("好的。", words=Unreachable("gone"))
    asyncio.run(world.turn())
    assert world.voice.states[-1] == IDLE and world.voice.calls == []
    world.words = ValueError("a fault of ours")
    asyncio.run(world.turn())
    assert world.voice.states[-1] == IDLE and world.voice.calls == []
    world.up = False
    asyncio.run(world.line.wake())
    asyncio.run(world.line.listen("auto"))
    assert world.voice.states[-2:] == [IDLE, IDLE]
    world.up, world.words = True, "你好"
    asyncio.run(world.turn())
    assert world.said == ["好的。"]


def test_an_answer_without_words_ends_the_turn():
    world = World("**😀**")
    asyncio.run(world.turn())
    assert world.said == [] and world.voice.calls == ["end"]


def test_a_press_stops_thinking_and_speaking():
    world = World("第一句。", "第二句。")
    world.talk.gate = asyncio.Event()

    async def main():
        turning = asyncio.create_task(world.turn())
        while not world.voice.played:
            await asyncio.sleep(0)
        await world.line.abort()
        world.talk.gate.set()
        while not turning.done():
            world.line._turn = world.line._turn or asyncio.create_task(asyncio.sleep(0))
            await asyncio.sleep(0)

    asyncio.run(main())
    assert world.said == ["第一句。"] and world.talk.stopped > 0
    assert len(world.voice.played) < 30


def test_a_reminder_is_said_where_nobody_talks_and_left_to_others_elsewhere():
    world = World()
    reminder = {"message": "该吃药了", "id": "a1", "due": True}
    assert asyncio.run(world.line.offer(reminder))
    assert world.said == ["该吃药了"] and world.voice.calls == ["begin", "finish"]
    world.voice.is_free = False
    assert not asyncio.run(world.line.offer(reminder))
    world.voice.is_free, world.up = True, False
    assert not asyncio.run(world.line.offer(reminder))
    assert world.voice.states[-1] == IDLE  # so it rings
    world.voice.changed(READY)

    async def fails(text, take, room):
        raise Unreachable("gone")

    world.up, world.line._say = True, fails
    assert not asyncio.run(world.line.offer(reminder))
    assert world.voice.states[-1] == IDLE


def test_parts_end_where_a_voice_would():
    parts = Sentences()
    text = "It costs 3.5 yuan. Really?好的，没问题！1. 买菜\n**2. 做饭** 😀✨…"
    found = []
    for at in range(len(text)):
        found += parts.feed(text[at : at + 1])
    found += parts.end()
    assert found == [
        "It costs 3.5 yuan.",
        "Really?",
        "好的，没问题！",
        "1.",
        "买菜",
        "2.",
        "做饭 …",
    ]
    parts = Sentences()
    found = parts.feed("一" * 59 + "，" + "二" * 10 + "，" + "三" * 500)
    assert [len(one) for one in found] == [71, 200, 200]
    assert parts.end() == ["三" * 100]
    assert spoken("...") == "" and spoken("# `") == ""
