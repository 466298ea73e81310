"""The line transport on fake streams: framing, tasks side by side, and how it ends."""

import asyncio
import gc
import json
import random

from mcp.core.outgoing import LEVELS
from mcp.core.server import Server
from mcp.core.tool_result import ToolResult
from mcp.features.tools import Registry
from mcp.transport.stdio import StdioTransport

SEED = 20260822


class Reader:
    """Gives the chunks of a list, and waits at a None until go_on() is called."""

    def __init__(self, chunks):
        self.chunks = list(chunks)
        self.gate = asyncio.Event()
        self.reading = asyncio.Event()  # set while it waits

    async def readinto(self, buffer):
        while self.chunks and self.chunks[0] is None:
            self.reading.set()
            await self.gate.wait()
            self.gate.clear()
            self.chunks.pop(0)
        if not self.chunks:
            return 0
        chunk = self.chunks.pop(0)
        size = min(len(chunk), len(buffer))
        buffer[:size] = chunk[:size]
        if size < len(chunk):
            self.chunks.insert(0, chunk[size:])
        return size

    def go_on(self):
        self.gate.set()


class Peer:
    """A server with an `echo` and a `wait` tool behind a transport, and what it wrote."""

    def __init__(self, chunks, fails_after=None, **options):
        self.written = []
        self.fails_after = fails_after
        self.running = 0
        self.most_running = 0
        self.gate = asyncio.Event()
        self.logged = []
        registry = Registry()
        registry.add("echo", self.echo, "Echoes.", {"type": "object"})
        registry.add("wait", self.wait, "Waits.", {"type": "object"})
        max_message = options.pop("max_message", 8192)
        info = {"name": "n", "version": "1"}
        server = Server(info, registry, log=self.log, max_message=max_message)
        self.reader = Reader(chunks)
        self.transport = StdioTransport(server, self.reader, self.write, **options)

    def log(self, level, text):
        self.logged.append(level)

    async def echo(self, arguments, call):
        return ToolResult(structured=arguments)

    async def wait(self, arguments, call):
        self.running += 1
        self.most_running = max(self.running, self.most_running)
        try:
            await self.gate.wait()
        finally:
            self.running -= 1
        return ToolResult("waited")

    async def write(self, data):
        if self.fails_after is not None and len(self.written) >= self.fails_after:
            raise OSError(32)
        self.written.append(bytes(data))
        await asyncio.sleep(0)  # another task may try to write in between

    def replies(self):
        return [json.loads(line) for line in b"".join(self.written).split(b"\n")[:-1]]

    def ids(self):
        return [reply["id"] for reply in self.replies()]


def line(id, method="ping", **params):
    message = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
    return json.dumps(message).encode() + b"\n"


MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
HELLO = line("hello", "initialize", protocolVersion="2025-06-18")


def call(id, name, **arguments):
    return line(id, "tools/call", name=name, arguments=arguments)


async def settled():
    """Let every task that can run do so."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_each_line_gets_its_reply_however_the_bytes_arrive():
    random.seed(SEED)
    text = HELLO + b"\n  \r\n" + b"".join([call(n, "echo", n="猫" * n) for n in range(12)])
    text += b'{"jsonrpc":"2.0","method":"notifications/initialized"}\r\n' + line("last")
    for _ in range(30):
        chunks, at = [], 0
        while at < len(text):
            size = random.choice((1, 2, 7, 50, 400, 5000))
            chunks.append(text[at : at + size])
            at += size
        peer = Peer(chunks)
        await peer.transport.serve()
        assert sorted(map(str, peer.ids())) == sorted(
            ["hello", "last"] + list(map(str, range(12)))
        )
        for reply in peer.replies():
            if isinstance(reply["id"], int):
                assert reply["result"]["structuredContent"] == {"n": "猫" * reply["id"]}


async def test_the_last_line_may_lack_its_end():
    peer = Peer([line(1), line(2)[:-1]])
    await peer.transport.serve()
    assert peer.ids() == [1, 2]


async def test_a_slow_call_holds_up_no_ping():
    peer = Peer([HELLO, call(1, "wait"), line(2), None])
    task = asyncio.create_task(peer.transport.serve())
    await peer.reader.reading.wait()
    await settled()
    assert peer.ids() == ["hello", 2]
    peer.gate.set()
    peer.reader.go_on()
    await task
    assert peer.ids() == ["hello", 2, 1]


async def test_no_more_tasks_than_allowed_run_at_once():
    lines = [call(n, "wait") for n in range(6)]
    peer = Peer([HELLO] + lines + [line("ping")], max_tasks=3)
    task = asyncio.create_task(peer.transport.serve())
    await settled()
    assert peer.most_running == 3
    assert peer.ids() == ["hello"]
    peer.gate.set()
    await task
    assert peer.most_running == 3
    assert len(peer.ids()) == 8


async def test_a_call_is_cancelled_by_the_very_next_line_with_all_tasks_busy():
    gone = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"b"}}\n'
    # In one piece, so that nothing runs between the lines.
    peer = Peer([HELLO, None, call("a", "wait") + call("b", "wait") + gone], max_tasks=2)
    task = asyncio.create_task(peer.transport.serve())
    await peer.reader.reading.wait()
    await settled()
    peer.reader.go_on()
    await settled()
    assert peer.running == 1
    peer.gate.set()
    await task
    assert sorted(peer.ids()) == ["a", "hello"]


async def test_cancelling_what_has_no_id_costs_nobody_a_reply():
    batch = b'[{"jsonrpc":"2.0","id":"in a batch","method":"ping"}]\n'
    held = [b"no JSON\n", batch, line(1), line("gone")]
    vain = b'{"jsonrpc":"2.0","method":"notifications/cancelled"}\n'
    cancel = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}\n'
    cancels = [vain] + [cancel % id for id in (b"null", b"true", b"[]", b"{}", b'"gone"')]
    hello = line("hello", "initialize", protocolVersion="2025-03-26")
    peer = Peer([hello, call("a", "wait"), call("b", "wait")] + held + cancels, max_tasks=2)
    task = asyncio.create_task(peer.transport.serve())
    await settled()
    peer.gate.set()
    await task
    replies = [one for one in peer.replies() if isinstance(one, dict)]
    assert sorted([str(one["id"]) for one in replies]) == ["1", "None", "a", "b", "hello"]
    batches = [one for one in peer.replies() if isinstance(one, list)]
    assert [one[0]["id"] for one in batches] == ["in a batch"]


async def test_requests_under_way_are_answered_after_the_end_of_input():
    peer = Peer([HELLO, call(1, "wait"), call(2, "wait")])
    task = asyncio.create_task(peer.transport.serve())
    await settled()
    assert (peer.running, peer.ids()) == (2, ["hello"])
    peer.gate.set()
    await task
    assert sorted(peer.ids()[1:]) == [1, 2]


async def test_cancelling_stops_the_work_and_leaves_no_task():
    peer = Peer([HELLO, call(1, "wait"), call(2, "wait"), None])
    task = asyncio.create_task(peer.transport.serve())
    await peer.reader.reading.wait()
    await settled()
    assert peer.running == 2
    task.cancel()
    try:
        await task
        raise AssertionError("not cancelled")
    except asyncio.CancelledError:
        pass
    assert peer.running == 0
    assert peer.ids() == ["hello"]


async def test_cancelling_before_the_work_has_begun_ends_too():
    peer = Peer([line(1), None])
    task = asyncio.create_task(peer.transport.serve())
    await peer.reader.reading.wait()
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        return
    raise AssertionError("not cancelled")


async def test_a_line_too_long_is_refused_and_the_next_one_answered():
    long = line(1, x="x" * 5000)
    for chunks in ([long + line(2)], [long[:100], long[100:4000], long[4000:], line(2)]):
        peer = Peer(chunks, max_message=1000)
        await peer.transport.serve()
        first, second = peer.replies()
        assert (first["id"], first["error"]["code"]) == (None, -32600)
        assert second == {"jsonrpc": "2.0", "id": 2, "result": {}}


async def test_a_line_too_long_is_refused_also_without_an_end():
    peer = Peer([b"x" * 5000], max_message=1000)
    await peer.transport.serve()
    assert [reply["error"]["code"] for reply in peer.replies()] == [-32600]


async def test_a_line_of_exactly_the_longest_message_is_read():
    message = line(1)[:-1]
    for ending in (b"\n", b"\r\n"):
        padded = message + b" " * (500 - len(message))
        peer = Peer([padded + ending, line(2)], max_message=500)
        await peer.transport.serve()
        assert peer.ids() == [1, 2]


class Endless:
    """A line without end: so many bytes, without ever holding more than a few."""

    def __init__(self, size):
        self.left = size
        self.most = 0

    async def readinto(self, buffer):
        size = min(len(buffer), self.left)
        self.left -= size
        self.most = max(self.most, len(buffer))
        for at in range(size):
            buffer[at] = 0x78
        if self.left % 64 == 0:
            gc.collect()
            self.heap = gc.mem_alloc()
        return size


async def test_a_line_without_end_does_not_grow_the_heap():
    peer = Peer([], max_message=1000)
    endless = Endless(20000)
    peer.transport.reader = endless
    gc.collect()
    before = gc.mem_alloc()
    await peer.transport.serve()
    assert endless.heap - before < 3000
    assert endless.most <= 1002
    assert len(peer.replies()) == 1


async def test_replies_are_never_mixed():
    text = b"".join([call(n, "echo", t="abc" * 50) for n in range(20)])
    peer = Peer([HELLO, text])
    await peer.transport.serve()
    assert len(peer.replies()) == 21


async def test_it_ends_when_the_peer_no_longer_reads():
    peer = Peer([HELLO, line(1), line(2), line(3), None], fails_after=2)
    task = asyncio.create_task(peer.transport.serve())
    await peer.reader.reading.wait()
    await settled()
    peer.reader.chunks.append(line(4))
    peer.reader.chunks.append(None)  # never asked for: the stream was left
    peer.reader.go_on()
    await task
    assert peer.ids() == ["hello", 1]
    assert "warning" in peer.logged


async def test_a_session_lasts_as_long_as_the_stream():
    peer = Peer([HELLO, line(1, "tools/list")])
    await peer.transport.serve()
    assert "title" not in peer.replies()[1]
    assert peer.transport.session.version == "2025-06-18"
    fresh = Peer([line(1, "tools/list")])
    await fresh.transport.serve()
    assert fresh.replies()[0]["error"]["code"] == -32600


async def test_a_reader_that_fails_ends_the_transport():
    peer = Peer([])

    async def broken(buffer):
        raise OSError(5)

    peer.reader.readinto = broken
    error = None
    try:
        await peer.transport.serve()
    except OSError as raised_error:
        error = raised_error
    assert error is not None


INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'


async def told_after(*chunks, level="notice"):
    """(the peer's notifications, whether one was sent) after it has said this."""
    peer = Peer(list(chunks) + [None])
    task = asyncio.create_task(peer.transport.serve())
    await settled()
    sent = await peer.transport.log(level, {"a": "猫"}, "device")
    task.cancel()
    found = [one for one in peer.replies() if "method" in one]
    assert sent == bool(found)
    return found


async def test_a_client_that_has_ended_its_handshake_can_be_told_at_any_time():
    (found,) = await told_after(HELLO, INITIALIZED)
    params = {"level": "notice", "logger": "device", "data": {"a": "猫"}}
    assert found == {"jsonrpc": "2.0", "method": "notifications/message", "params": params}


async def test_before_the_end_of_the_handshake_and_without_one_nobody_is_told():
    for chunks in ((), (HELLO,), (INITIALIZED,), (HELLO, INITIALIZED, HELLO)):
        assert await told_after(*chunks) == [], chunks
    listing = line(1, "server/discover", _meta=MODERN)
    assert await told_after(listing, INITIALIZED) == []


async def test_a_client_is_told_from_the_level_on_that_it_has_asked_for():
    for asked, least in (("debug", "debug"), ("notice", "notice"), ("error", "error")):
        setting = line(1, "logging/setLevel", level=asked)
        for level in ("debug", "info", "notice", "warning", "error", "emergency"):
            found = await told_after(HELLO, INITIALIZED, setting, level=level)
            assert bool(found) == (LEVELS.index(level) >= LEVELS.index(least)), (asked, level)


async def test_after_the_end_of_its_input_nobody_is_told():
    peer = Peer([HELLO, INITIALIZED])
    await peer.transport.serve()
    assert not await peer.transport.log("notice", 1)
    assert peer.ids() == ["hello"]


async def test_the_end_of_a_handshake_is_reported_once_for_each():
    begun = []
    peer = Peer([HELLO, INITIALIZED, INITIALIZED, HELLO, INITIALIZED])
    peer.transport.session.on_initialized = lambda: begun.append(True)
    await peer.transport.serve()
    assert len(begun) == 2
