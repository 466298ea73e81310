"""Answers as a stream of events over HTTP, and what a client's leaving does in each era."""

import asyncio
import json

from _http import TOKEN, answer, head
from mcp.core.server import Server
from mcp.core.tool_result import ToolResult
from mcp.features.tools import Registry
from mcp.transport.http import HTTPTransport

HEAP = "1M"
ANY = {"type": "object"}
META = "io.modelcontextprotocol/"
BOTH = "application/json, text/event-stream"


class World:
    """A transport with tools that speak, ask and wait; and a client of raw sockets."""

    def __init__(self, **options):
        self.entered = asyncio.Event()
        self.gate = asyncio.Event()
        self.ended = []
        self.logged = []
        registry = Registry()
        for name, handler in (
            ("speak", self.speak),
            ("ask", self.ask_roots),
            ("wait", self.wait),
            ("flood", self.flood),
            ("quiet", self.quiet),
        ):
            registry.add(name, handler, "A tool.", ANY)
        server = Server({"name": "n", "version": "1"}, registry, log=self.log)
        self.transport = HTTPTransport(server, TOKEN, (), "127.0.0.1", 0, **options)

    def log(self, level, text):
        self.logged.append((level, text))

    async def speak(self, arguments, call):
        for step in (0, 50, 100):
            await call.progress(step, 100)
        await call.log("info", "said 猫")
        return ToolResult("spoken")

    async def quiet(self, arguments, call):
        return ToolResult("quiet")

    async def ask_roots(self, arguments, call):
        return ToolResult(structured=await call.ask("roots/list", {}))

    async def wait(self, arguments, call):
        if arguments.get("speak"):
            await call.log("info", "waiting")
        self.entered.set()
        try:
            await self.gate.wait()
        finally:
            self.ended.append(call.version)
        return ToolResult("waited")

    async def flood(self, arguments, call):
        self.entered.set()
        try:
            while True:
                await call.log("error", "x" * 2000)
                await asyncio.sleep(0)
        finally:
            self.ended.append(call.version)

    async def __aenter__(self):
        self.port = await self.transport.start()
        return self

    async def __aexit__(self, *_):
        await self.transport.close()

    async def open(self, message, modern=False, accept=BOTH, **changed):
        """Send a request; the connection, with nothing read from it."""
        version = "2025-11-25"
        if modern:
            version = "2026-07-28"
            changed["Mcp_Method"] = message["method"]
            changed["Mcp_Name"] = message["params"].get("name")
        body = json.dumps(message).encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(
            head(body=body, Accept=accept, MCP_Protocol_Version=version, **changed) + body
        )
        await writer.drain()
        return reader, writer

    async def call(self, name, modern=False, accept=BOTH, id=7, **arguments):
        """(status, headers, messages) of a call of a tool."""
        message = request(name, modern, id, **arguments)
        reader, writer = await self.open(message, modern, accept)
        found = await stream(reader)
        writer.close()
        return found

    async def idle(self):
        while self.transport._tasks:
            await asyncio.sleep_ms(1)
        assert self.transport._session._works == []
        assert self.transport._session.asks == []


def request(name, modern=False, id=7, **arguments):
    meta = {"progressToken": "t"}
    if modern:
        meta[META + "protocolVersion"] = "2026-07-28"
        meta[META + "clientCapabilities"] = {}
        meta[META + "logLevel"] = "info"
    params = {"name": name, "arguments": arguments, "_meta": meta}
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}


async def event(reader):
    """The next message of a stream; None at its end."""
    while True:
        line = await asyncio.wait_for(reader.readline(), 20)
        if not line:
            return None
        if line.startswith(b"data: "):
            return json.loads(line[6:])


async def stream(reader):
    """(status, headers, messages) of an answer, whichever form it has."""
    data = await asyncio.wait_for(reader.read(-1), 20)
    if not data:
        return None
    top, _, body = data.partition(b"\r\n\r\n")
    lines = top.decode().split("\r\n")
    headers = dict([line.lower().split(": ") for line in lines[1:]])
    status = int(lines[0].split(" ")[1])
    if headers.get("content-type") != "text/event-stream":
        assert headers["content-length"] == str(len(body))
        return status, headers, [json.loads(body)] if body else []
    assert "content-length" not in headers
    assert (headers["x-accel-buffering"], headers["cache-control"]) == ("no", "no-cache")
    events = body.split(b"\n\n")
    assert events.pop() == b"", data
    for one in events:
        assert one.startswith(b"event: message\ndata: {"), one
        assert one.count(b"\n") == 1
    return status, headers, [json.loads(one[21:]) for one in events]


def methods(messages):
    return [one.get("method") for one in messages]


async def test_an_answer_becomes_a_stream_when_a_handler_speaks_first():
    async with World() as world:
        for modern in (False, True):
            status, headers, messages = await world.call("speak", modern)
            assert (status, headers["content-type"]) == (200, "text/event-stream")
            progress = "notifications/progress"
            assert methods(messages) == [progress] * 3 + ["notifications/message", None]
            assert [one["params"]["progress"] for one in messages[:3]] == [0, 50, 100]
            assert messages[3]["params"] == {"level": "info", "data": "said 猫"}
            assert messages[4]["id"] == 7
            assert messages[4]["result"]["content"][0]["text"] == "spoken"
            assert ("resultType" in messages[4]["result"]) == modern
            status, headers, messages = await world.call("quiet", modern)
            assert (status, headers["content-type"]) == (200, "application/json")
            assert methods(messages) == [None]
        await world.idle()


async def test_the_client_says_which_form_it_takes():
    async with World() as world:
        for accept, kind, count in (
            ("application/json", "application/json", 1),
            ("*/*", "application/json", 1),
            (None, "application/json", 1),
            ("application/json, text/event-stream;q=0", "application/json", 1),
            ("text/event-stream", "text/event-stream", 5),
            ("TEXT/EVENT-STREAM, APPLICATION/JSON", "text/event-stream", 5),
        ):
            status, headers, messages = await world.call("speak", accept=accept)
            assert (status, headers["content-type"], len(messages)) == (200, kind, count), accept
        # Who takes nothing but events gets every answer as one.
        status, headers, messages = await world.call("quiet", accept="text/event-stream")
        assert (headers["content-type"], len(messages)) == ("text/event-stream", 1)


async def test_a_client_is_asked_and_answers_by_a_request_of_its_own():
    async with World() as world:
        reader, writer = await world.open(request("ask"))
        question = await event(reader)
        assert question["method"] == "roots/list"
        reply = {"jsonrpc": "2.0", "id": question["id"], "result": {"roots": [1]}}
        other, ended = await world.open(reply)
        assert (await answer(other))[0] == 202
        ended.close()
        assert (await event(reader))["result"]["structuredContent"] == {"roots": [1]}
        assert await event(reader) is None
        writer.close()
        # Who takes no events cannot be asked.
        _, _, messages = await world.call("ask", accept="application/json")
        assert messages[0]["error"]["code"] == -32600
        await world.idle()


async def test_a_question_ends_with_the_client():
    async with World() as world:
        reader, writer = await world.open(request("ask"))
        assert (await event(reader))["method"] == "roots/list"
        writer.close()
        await writer.wait_closed()
        await world.idle()
        assert world.logged == []


async def test_leaving_cancels_in_the_new_era_only():
    async with World() as world:
        for modern in (False, True):
            for speak in (False, True):
                world.entered.clear()
                world.ended = []
                _, writer = await world.open(request("wait", modern, speak=speak), modern)
                await world.entered.wait()
                writer.close()
                await writer.wait_closed()
                if modern:
                    await world.idle()
                    assert world.ended == ["2026-07-28"]
                    continue
                # The call goes on; the loop serves others meanwhile.
                assert (await world.call("quiet"))[0] == 200
                assert world.ended == []
                world.gate.set()
                await world.idle()
                world.gate.clear()
                assert world.ended == ["2025-11-25"]
        assert world.logged == []


async def test_a_message_that_cancels_ends_the_answer_cleanly():
    async with World() as world:
        gone = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}
        for accept, speak, status, kind, count in (
            (BOTH, False, 200, "text/event-stream", 0),
            (BOTH, True, 200, "text/event-stream", 1),
            ("application/json", False, 202, None, 0),
        ):
            world.entered.clear()
            world.ended = []
            reader, writer = await world.open(request("wait", speak=speak), accept=accept)
            await world.entered.wait()
            other, ended = await world.open(gone)
            assert (await answer(other))[0] == 202
            ended.close()
            found = await stream(reader)
            writer.close()
            assert (found[0], found[1].get("content-type"), len(found[2])) == (status, kind, count)
            assert world.ended == ["2025-11-25"]
        # In the new era it is the connection that says it: ids of two clients may be the same.
        world.entered.clear()
        reader, writer = await world.open(request("wait", True), True)
        await world.entered.wait()
        params = {"requestId": 7, "_meta": {META + "protocolVersion": "2026-07-28"}}
        other, ended = await world.open(dict(gone, params=params), True)
        assert (await answer(other))[0] == 202
        ended.close()
        world.gate.set()
        assert (await stream(reader))[2][0]["result"]["content"][0]["text"] == "waited"
        writer.close()
        await world.idle()


async def test_who_does_not_take_events_is_left_or_cancelled():
    async with World(send_ms=50) as world:
        for modern in (True, False):
            world.entered.clear()
            world.ended = []
            _, writer = await world.open(request("flood", modern), modern)
            await world.entered.wait()
            if modern:
                await world.idle()
                assert world.ended == ["2026-07-28"]
            else:
                # Nothing is sent any more; the work has no end but the transport's.
                session = world.transport._session
                while not session._works[0].task:
                    await asyncio.sleep_ms(1)
                assert (await world.call("quiet"))[0] == 200
            writer.close()
    assert world.ended == ["2025-11-25"]
    assert world.transport._tasks == []
    assert world.transport._session._works == []


async def test_a_batch_over_events_is_one_event():
    async with World() as world:
        batch = [request("speak", id=1), request("quiet", id=2)]
        body = json.dumps(batch).encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", world.port)
        writer.write(head(body=body, Accept=BOTH, MCP_Protocol_Version="2025-03-26") + body)
        await writer.drain()
        while True:
            found = await event(reader)
            if isinstance(found, list):
                break
        assert [one["id"] for one in found] == [1, 2]
        assert await event(reader) is None
        writer.close()


async def test_an_error_of_the_new_era_has_its_status():
    async with World() as world:
        for message, changed, status, code in (
            (request("none", True), {}, 400, -32602),
            (request("quiet", True), {"Mcp_Name": "other"}, 400, -32020),
            (request("quiet", True), {"Mcp_Method": None}, 400, -32020),
            (dict(request("quiet", True), method="ping"), {}, 404, -32601),
            (dict(request("quiet", True), method="initialize"), {}, 404, -32601),
            (request("quiet", False), {}, 400, -32602),
        ):
            names = {"Mcp_Method": message["method"], "Mcp_Name": message["params"]["name"]}
            names.update(changed)
            body = json.dumps(message).encode()
            reader, writer = await asyncio.open_connection("127.0.0.1", world.port)
            version = {"MCP_Protocol_Version": "2026-07-28"}
            writer.write(head(body=body, Accept=BOTH, **version, **names) + body)
            await writer.drain()
            found = await answer(reader)
            writer.close()
            error = json.loads(found[2])
            assert (found[0], error["error"]["code"], error["id"]) == (status, code, 7)
        # A header that comes twice could mean two things.
        body = json.dumps(request("quiet", True)).encode()
        top = head(body=body, MCP_Protocol_Version="2026-07-28", Mcp_Name="quiet")
        top = top[:-2] + b"mcp-name: other\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", world.port)
        writer.write(top + body)
        await writer.drain()
        assert (await answer(reader))[0] == 400
        writer.close()
