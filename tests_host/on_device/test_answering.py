"""Messages worked on side by side: how many, what is lost with the channel, answers too long."""

import asyncio

from mcp.core import jsonrpc
from mcp.core.concurrent_calls import ConcurrentCalls, fitting
from mcp.core.reply import Reply
from net.pieces import Body


class Session:
    """Answers when it may; keeps count."""

    def __init__(self):
        self.running = self.most = 0
        self.gate = asyncio.Event()

    async def exchange(self, message):
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            await self.gate.wait()
        finally:
            self.running -= 1
        return Reply(None if message == b"note" else message)


class Channel:
    def __init__(self):
        self.sent = []
        self.logged = []
        self.fails = False
        self.session = Session()
        self.answering = ConcurrentCalls(self.session, self.send, self.log)

    async def send(self, content, label):
        if self.fails:
            raise OSError(32)
        self.sent.append((content.joined(), label))

    def log(self, level, text):
        self.logged.append(level)


async def settle():
    for _ in range(30):
        await asyncio.sleep(0)


async def test_at_most_four_are_worked_on_and_the_fifth_waits():
    channel = Channel()

    async def bring():
        for number in range(9):
            await channel.answering.start(b"%d" % number, number)

    bringing = asyncio.create_task(bring())
    await settle()
    assert channel.session.running == 4
    channel.session.gate.set()
    await bringing
    await settle()
    assert channel.session.most == 4
    assert sorted(channel.sent) == [(b"%d" % number, number) for number in range(9)]


async def test_closing_stops_the_work_and_nothing_is_sent():
    channel = Channel()
    for _ in range(3):
        await channel.answering.start(b"x")
    await settle()
    await channel.answering.close()
    assert (channel.session.running, channel.sent) == (0, [])
    await channel.answering.close()


async def test_a_reply_to_a_channel_that_is_gone_is_lost_without_harm():
    channel = Channel()
    channel.fails = True
    channel.session.gate.set()
    await channel.answering.start(b"x")
    await channel.answering.start(b"note")
    await settle()
    assert (channel.sent, channel.logged) == ([], ["info"])
    channel.fails = False
    await channel.answering.start(b"y")
    await settle()
    assert channel.sent == [(b"y", None)]


def test_an_answer_too_long_is_an_error_of_the_same_id():
    for id in (7, "a", 'x","result":{"', 1.5):
        content = jsonrpc.result(id, {"text": "x" * 500})
        assert fitting(content, len(content)) is content
        short = fitting(content, len(content) - 1)
        found = jsonrpc.parse(short.joined(), 8192)
        assert found["id"] == id
        assert found["error"]["code"] == -32603
    assert fitting(Body([b"{}"]), 2).joined() == b"{}"
