"""What a handler can do besides answering: progress, log messages, questions; and its end."""

import asyncio
import json

from _raised import raised
from mcp.core.call import Call
from mcp.core.errors import NeedsCapability, ProtocolError, ResultError
from mcp.core.server import Server, Session
from mcp.core.tool_result import ToolResult
from mcp.features.tools import Registry

ANY = {"type": "object"}


class Line:
    """A way back to the peer that keeps what was sent."""

    headers = None
    sends = True
    key = ""
    scope = "write"

    def __init__(self, peer=None):
        self.peer = peer
        self.sent = []
        self.more = asyncio.Event()

    async def send(self, body):
        self.sent.append(json.loads(body.joined()))
        self.more.set()
        return True


class World:
    """A session whose only tool runs the given function: async def (arguments, call)."""

    def __init__(self, handler, stateless=False, version="2025-11-25", capabilities=None, **more):
        self.logged = []
        registry = Registry()
        registry.add("tool", handler, "A tool.", ANY)
        info = {"name": "n", "version": "1"}
        server = Server(info, registry, log=lambda *said: self.logged.append(said))
        self.session = Session(server, "test", stateless, **more)
        self.line = Line()
        self.hello = {"protocolVersion": version, "capabilities": capabilities or {}}

    async def start(self):
        if not self.session.stateless:
            await self.ask("initialize", self.hello)

    async def send(self, message, declared=None):
        return await self.session.exchange(json.dumps(message), declared, self.line)

    async def ask(self, method, params, id=1, declared=None):
        message = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
        reply = json.loads((await self.send(message, declared)).body)
        return reply["result"] if "result" in reply else reply["error"]

    async def call(self, id=1, declared=None, **meta):
        params = {"name": "tool", "arguments": {}, "_meta": meta}
        return await self.ask("tools/call", params, id, declared)


async def called(handler, version="2025-11-25", capabilities=None, **meta):
    """(result of the tool, messages that were sent before it)."""
    world = World(handler, version=version, capabilities=capabilities)
    await world.start()
    return await world.call(**meta), world.line.sent


async def test_progress_reaches_a_peer_that_asked_for_it():
    async def handler(arguments, call):
        await call.progress(0, 100)
        await call.progress(50, 100, "half")
        await call.progress(100, 100)
        return ToolResult("done")

    for token in ("t", 5, 0, ""):
        _, sent = await called(handler, progressToken=token)
        assert [one["params"]["progress"] for one in sent] == [0, 50, 100]
        for one in sent:
            assert (one["jsonrpc"], one["method"]) == ("2.0", "notifications/progress")
            assert "id" not in one
            assert (one["params"]["progressToken"], one["params"]["total"]) == (token, 100)
        assert [one["params"].get("message") for one in sent] == [None, "half", None]
    assert (await called(handler))[1] == []
    for token in (None, True, [], {}):
        assert (await called(handler, progressToken=token))[1] == []
    # `message` came with the second revision.
    _, sent = await called(handler, version="2024-11-05", progressToken=1)
    assert not [one for one in sent if "message" in one["params"]]


async def test_progress_only_ever_grows():
    async def handler(arguments, call):
        for value in (1, 1, 0.5, 2, -1, 2.5, 2.25):
            await call.progress(value)
        return ToolResult("done")

    _, sent = await called(handler, progressToken=1)
    assert [one["params"]["progress"] for one in sent] == [1, 2, 2.5]


async def test_a_flood_is_thinned_but_its_end_is_told():
    async def handler(arguments, call):
        for value in range(1000):
            await call.progress(value, 999)
            await call.log("info", value)
        await call.log("error", "broken")
        return ToolResult("done")

    _, sent = await called(handler, progressToken=1)
    assert len(sent) < 500
    steps = [one["params"]["progress"] for one in sent if "progress" in one["params"]]
    assert steps[0] == 0
    assert steps[-1] == 999
    assert sent[-1]["params"] == {"level": "error", "data": "broken"}


async def test_a_log_message_reaches_who_wants_its_level():
    async def handler(arguments, call):
        await call.log("debug", "a")
        await call.log("info", {"b": 1}, "me")
        await call.log("emergency", "c")
        return ToolResult("done")

    world = World(handler)
    await world.start()
    for wanted, levels in (
        (None, ["info", "emergency"]),
        ("debug", ["debug", "info", "emergency"]),
        ("alert", ["emergency"]),
    ):
        world.line.sent = []
        if wanted is not None:
            assert await world.ask("logging/setLevel", {"level": wanted}) == {}
        await world.call()
        assert [one["params"]["level"] for one in world.line.sent] == levels
        for one in world.line.sent:
            assert (one["method"], "id" in one) == ("notifications/message", False)
            if one["params"]["level"] == "info":
                assert one["params"] == {"level": "info", "logger": "me", "data": {"b": 1}}
    for wrong in ("loud", "", None, 5, ["info"]):
        assert (await world.ask("logging/setLevel", {"level": wrong}))["code"] == -32602
    # A new hello begins anew.
    await world.start()
    world.line.sent = []
    await world.call()
    assert len(world.line.sent) == 2


async def test_without_a_way_back_nothing_is_said_and_nothing_fails():
    async def handler(arguments, call):
        await call.progress(1)
        await call.log("error", "x")
        return ToolResult("done")

    world = World(handler)
    await world.start()
    world.line = None
    assert (await world.call(progressToken=1))["content"][0]["text"] == "done"


async def asking(capabilities, answer, handler=None, stateless=False):
    """The result of a tool that asks, after the client's answer(question) has come back."""

    async def roots(arguments, call):
        return ToolResult(structured=await call.ask("roots/list", {}))

    world = World(handler or roots, capabilities=capabilities, stateless=stateless)
    await world.start()
    task = asyncio.create_task(world.call(declared="2025-11-25" if stateless else None))
    while not world.line.sent:
        await asyncio.sleep(0)
        if task.done():
            return await task, world
    for message in answer(world.line.sent[0]):
        message["jsonrpc"] = "2.0"
        assert (await world.send(message)).body is None
    result = await task
    assert world.session.asks == []
    return result, world


def answered(question):
    return [{"id": question["id"], "result": {"roots": []}}]


async def test_the_client_can_be_asked():
    result, world = await asking({"roots": {}}, answered)
    assert result["structuredContent"] == {"roots": []}
    (question,) = world.line.sent
    assert (question["method"], question["params"]) == ("roots/list", {})
    # Where nothing is known of the client it is asked all the same.
    result, _ = await asking({}, answered, stateless=True)
    assert result["structuredContent"] == {"roots": []}


async def test_only_the_right_answer_counts_and_only_once():
    def answers(question):
        yield {"id": "ask-0000000000000000", "result": {"roots": [1]}}
        yield {"id": 1, "result": {"roots": [2]}}
        yield {"id": question["id"], "result": {"roots": [3]}}
        yield {"id": question["id"], "result": {"roots": [4]}}

    result, _ = await asking({"roots": {}}, answers)
    assert result["structuredContent"] == {"roots": [3]}


async def test_a_client_that_refuses_is_an_error_of_the_call():
    def refuses(question):
        yield {"id": question["id"], "error": {"code": -1, "message": "no " * 500}}

    error, world = await asking({"roots": {}}, refuses)
    assert (error["code"], error["message"][:6]) == (-1, "no no ")
    assert len(error["message"]) <= 200
    for wrong in ({"error": 5}, {"error": {"code": "x"}}, {"result": 5}):

        def answers(question, wrong=wrong):
            return [dict(wrong, id=question["id"])]

        error, _ = await asking({"roots": {}}, answers)
        assert error["code"] == -32600
    assert world.logged == []


async def test_what_the_client_has_not_declared_is_not_asked():
    error, world = await asking({"sampling": {}}, answered)
    assert error["code"] == -32600
    assert world.line.sent == []


async def test_a_question_without_an_answer_ends():
    async def handler(arguments, call):
        return ToolResult(structured=await call.ask("roots/list", {}, timeout_ms=5))

    error, world = await asking({"roots": {}}, lambda question: [], handler)
    assert error["code"] == -32603
    question, gone = world.line.sent
    assert gone["method"] == "notifications/cancelled"
    assert gone["params"]["requestId"] == question["id"]


async def test_questions_that_wait_are_limited():
    async def handler(arguments, call):
        return ToolResult(structured=await call.ask("roots/list", {}))

    world = World(handler, capabilities={"roots": {}})
    await world.start()
    tasks = [asyncio.create_task(world.call(id)) for id in range(9)]
    refused = await tasks[8]
    assert refused["code"] == -32603
    assert len(world.session.asks) == 8
    for question in list(world.line.sent):
        await world.send({"jsonrpc": "2.0", "id": question["id"], "result": {}})
    for task in tasks[:8]:
        assert (await task)["structuredContent"] == {}
    assert world.session.asks == []


class Sleeper:
    """A tool that waits for ever, and tells what became of it."""

    def __init__(self):
        self.entered = asyncio.Event()
        self.ended = []
        self.calls = []

    async def __call__(self, arguments, call):
        self.calls.append(call)
        self.entered.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.ended.append(call.id)


def request(id):
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "tool"}}


def cancelled(id):
    params = {"requestId": id, "reason": "enough"}
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}


async def test_cancelling_stops_the_work_and_sends_nothing():
    for id in (1, "1", "", 0, -5, 1.5):
        sleeper = Sleeper()
        world = World(sleeper.__call__)
        await world.start()
        task = asyncio.create_task(world.send(request(id)))
        await sleeper.entered.wait()
        assert (await world.send(cancelled(id))).body is None
        reply = await task
        assert (reply.content, reply.cancelled) == (None, True)
        assert sleeper.ended == [id]
        assert world.session._works == []
        # What the handler may still say is not sent.
        await sleeper.calls[0].log("emergency", "still here")
        assert world.line.sent == []
        assert world.logged == []


async def test_a_steady_handler_goes_to_its_end_and_only_its_reply_is_dropped():
    gate = asyncio.Event()
    entered = asyncio.Event()
    ended = []

    async def handler(arguments, call):
        call.steady = True
        entered.set()
        await gate.wait()
        await call.log("error", "nobody hears this")
        ended.append(call.id)
        return ToolResult("done")

    world = World(handler)
    await world.start()
    task = asyncio.create_task(world.send(request(1)))
    await entered.wait()
    await world.send(cancelled(1))
    await asyncio.sleep(0)
    assert not task.done()
    gate.set()
    reply = await task
    assert (reply.content, reply.cancelled, ended) == (None, True, [1])
    assert world.line.sent == []


async def test_what_is_not_under_way_cannot_be_cancelled():
    sleeper = Sleeper()
    world = World(sleeper.__call__)
    await world.start()
    task = asyncio.create_task(world.send(request(1)))
    await sleeper.entered.wait()
    for id in ("1", 2, None, True, [], {}, "x" * 100):
        assert (await world.send(cancelled(id))).body is None
    assert (await world.send({"jsonrpc": "2.0", "method": "notifications/cancelled"})).body is None
    await asyncio.sleep(0)
    assert sleeper.ended == []
    await world.send(cancelled(1))
    assert (await task).cancelled


async def test_of_two_alike_on_a_shared_way_none_is_cancelled():
    sleeper = Sleeper()
    world = World(sleeper.__call__, stateless=True)
    tasks = []
    lines = (Line("a"), Line("a"), Line("b"))
    for line in lines:
        world.line = line
        sleeper.entered.clear()
        tasks.append(asyncio.create_task(world.send(request(1))))
        await sleeper.entered.wait()
    world.line = Line("a")
    await world.send(cancelled(1))
    await asyncio.sleep(0)
    assert sleeper.ended == []
    world.line = Line("b")
    await world.send(cancelled(1))
    assert (await tasks[2]).cancelled
    assert sleeper.ended == [1]
    for task in tasks[:2]:
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            continue
        raise AssertionError("the transport's own cancel must not be swallowed")
    assert world.session._works == []


async def test_one_of_a_batch_is_cancelled_alone():
    sleeper = Sleeper()
    world = World(sleeper.__call__, version="2025-03-26")
    await world.start()
    ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
    task = asyncio.create_task(world.send([request(1), ping]))
    await sleeper.entered.wait()
    await world.send(cancelled(1))
    (reply,) = json.loads((await task).body)
    assert reply == {"jsonrpc": "2.0", "id": 2, "result": {}}


async def test_blocks_of_content_are_sent_as_they_are():
    blocks = [
        {"type": "text", "text": "猫"},
        {"type": "image", "data": "AA==", "mimeType": "image/png"},
        {"type": "resource", "resource": {"uri": "a:b", "text": ""}},
    ]

    async def handler(arguments, call):
        return ToolResult(content=blocks, structured={"a": 1})

    result, _ = await called(handler)
    assert result == {"content": blocks, "structuredContent": {"a": 1}, "isError": False}
    result, _ = await called(handler, version="2025-03-26")
    assert result == {"content": blocks, "isError": False}
    raised(ResultError, ToolResult, "a", content=[])


async def test_on_a_plain_channel_nothing_is_an_error_and_the_room_is_told():
    calls = []

    async def handler(arguments, call):
        calls.append(call)
        return ToolResult("no", is_error=True)

    for plain in (True, False):
        world = World(handler, no_errors=plain, max_reply=7500)
        await world.start()
        result = await world.call()
        assert result == {"content": [{"type": "text", "text": "no"}], "isError": not plain}
        assert calls.pop().max_reply == 7500


async def test_what_a_client_declared_is_known_to_handlers():
    calls = []

    async def handler(arguments, call):
        calls.append(call)
        return ToolResult("yes")

    await called(handler, capabilities={"sampling": {"tools": {}}})
    assert calls[0].capabilities == {"sampling": {"tools": {}}}
    assert (calls[0].inputs, calls[0].state) == ({}, None)
    assert Call("test", "2025-06-18", {}, 1, {}).capabilities == {}


async def test_a_missing_capability_is_named():
    async def handler(arguments, call):
        raise NeedsCapability({"sampling": {}})

    error, _ = await called(handler)
    assert error["code"] == -32021
    assert error["data"] == {"requiredCapabilities": {"sampling": {}}}


async def test_an_offer_adds_methods_and_a_capability():
    class Offer:
        capability = ("prompts", {"x": 1})

        def __init__(self):
            self.requests = {"prompts/list": self.list, "prompts/get": self.get}

        async def list(self, session, message, call):
            return {"prompts": [], "seen": [session.page_bytes, message.params["a"], call.id]}

        async def get(self, session, message, call):
            raise ProtocolError(-32602, "none", {"uri": "x"})

    server = Server({"name": "n", "version": "1"}, Registry(), log=print, features=[Offer()])
    world = World(ToolResult)
    world.session = Session(server, "test")
    hello = await world.ask("initialize", world.hello)
    assert hello["capabilities"] == {"tools": {}, "logging": {}, "prompts": {"x": 1}}
    result = await world.ask("prompts/list", {"a": 2}, "id")
    assert result == {"prompts": [], "seen": [8000, 2, "id"]}
    error = await world.ask("prompts/get", {})
    assert (error["code"], error["data"]) == (-32602, {"uri": "x"})
