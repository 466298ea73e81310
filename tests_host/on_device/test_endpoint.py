"""The endpoint on connections in memory: what it leaves behind, and that it always comes back."""

import asyncio
import gc
import json

from mcp.core.server import Server
from mcp.core.tool_result import ToolResult
from mcp.features.tools import Registry
from mcp.transport.endpoint import Endpoint
from net.websocket import BINARY, TEXT, Closed
from net.websocket_handshake import Refused


class Socket:
    """A connection that brings these messages, then its end."""

    def __init__(self, messages, code=1000):
        self.messages = list(messages)
        self.code = code
        self.frames = 0
        self.sent = []
        self.closed = False

    async def receive(self):
        await asyncio.sleep(0)
        if not self.messages:
            for _ in range(10):
                await asyncio.sleep(0)  # the last answers go out
            raise Closed(self.code, "over")
        self.frames += 1
        one = self.messages.pop(0)
        if isinstance(one, Exception):
            raise one
        return (BINARY, one) if isinstance(one, bytes) else (TEXT, one.encode())

    async def send(self, opcode, body):
        self.sent.append(json.loads(body.joined()))

    async def ping(self):
        pass

    async def close(self, code=1000, reason=""):
        self.closed = True


class Tried(Endpoint):
    """An endpoint that does not wait between two tries, and stops after the last."""

    def __init__(self, ends):
        self.ends = list(ends)
        self.waits = []
        self.told_all = []
        self.sockets = []
        registry = Registry()
        registry.add("echo", self.echo, "Echoes.", {"type": "object"})
        server = Server({"name": "n", "version": "1"}, registry, log=self.log)
        super().__init__(server, self.open, self.note, lambda n: bytes(n))

    def log(self, level, text):
        pass

    async def echo(self, arguments, call):
        assert call.channel == "endpoint"
        return ToolResult(structured=arguments)

    def note(self, is_open, why):
        self.told_all.append((is_open, why))

    async def open(self):
        if not self.ends:
            raise asyncio.CancelledError()
        end = self.ends.pop(0)
        if isinstance(end, Exception):
            raise end
        self.sockets.append(end)
        return end

    async def pause(self, wait_ms):
        self.waits.append(wait_ms)
        await asyncio.sleep(0)

    async def run(self):
        try:
            await self.serve()
        except asyncio.CancelledError:
            pass
        return self


def call(id, **arguments):
    params = {"name": "echo", "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}
    return json.dumps(message)


async def test_messages_are_answered_with_their_ids_and_audio_is_let_go():
    socket = Socket([call("u_n_1", word="生日"), b"audio", call(0), '{"jsonrpc":"2.0"}'])
    tried = await Tried([socket]).run()
    assert [one["id"] for one in socket.sent if "result" in one] == ["u_n_1", 0]
    assert json.loads(socket.sent[0]["result"]["content"][0]["text"]) == {"word": "生日"}
    assert socket.closed
    assert tried.told_all == [(True, ""), (False, "over")]


async def test_it_comes_back_whatever_goes_wrong_and_tells_each_reason_once():
    ends = [OSError(111)] * 3 + [Refused(503, "HTTP status 503")] * 2
    ends += [ValueError("no URL"), TypeError("a fault"), MemoryError()]
    ends += [Socket([TypeError("inside")]), Socket([MemoryError()]), Socket([], 4004)]
    tried = await Tried(ends).run()
    assert len(tried.waits) == 11
    assert tried.waits == sorted(tried.waits)
    assert [why for is_open, why in tried.told_all if not is_open] == [
        "nobody answers there",
        "HTTP status 503",
        "no URL",
        "a fault of ours: TypeError: a fault",
        "a fault of ours: MemoryError: ",
        "a fault of ours (1011)",
        "a fault of ours (1011)",
        "over (4004)",
    ]
    assert [socket.closed for socket in tried.sockets] == [True] * 3


async def test_a_token_that_is_not_right_is_not_told_twice_in_ten_minutes():
    for end in (Refused(401, "HTTP status 401"), Refused(403, "no"), Socket([], 1008)):
        tried = await Tried([end, Socket([])]).run()
        assert tried.waits[0] == 450000


async def test_hundreds_of_connections_leave_nothing_behind():
    async def day():
        sockets = [Socket([call(n, n=n) for n in range(5)]) for _ in range(150)]
        await Tried(sockets).run()
        del sockets
        gc.collect()
        return gc.mem_alloc()

    before = await day()
    after = await day()
    assert abs(after - before) < before // 50, (before, after)
