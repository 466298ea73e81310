"""The server without I/O: handshake, order, versions, batches, and one reply for each request."""

import asyncio
import json

from _raised import raised
from mcp.core.errors import DefinitionError, ProtocolError
from mcp.core.server import Server, Session
from mcp.core.tool_result import ToolResult
from mcp.features.tools import Registry

VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t"}}
WORD = {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}


class World:
    """A server with three tools, what it logged, and a session to talk to."""

    def __init__(self, **options):
        self.logged = []
        self.calls = []
        registry = Registry()
        registry.add("echo", self.echo, "Echoes.", WORD, title="Echo")
        registry.add("broken", self.broken, "Breaks.", {"type": "object"})
        registry.add("odd", self.odd, "Answers what is not JSON.", {"type": "object"})
        info = {"name": "n", "version": "1", "title": "N", "x": "y"}
        self.server = Server(info, registry, log=self.log, **options)
        self.session = Session(self.server, "test")

    def log(self, level, text):
        self.logged.append((level, text))

    async def echo(self, arguments, call):
        self.calls.append(call)
        return ToolResult(structured={"said": arguments["word"]})

    async def broken(self, arguments, call):
        raise ValueError("the secret is 42")

    async def odd(self, arguments, call):
        if arguments:
            raise ProtocolError(-32602, "not like this")
        return ToolResult(structured={"a": {1, 2}})

    def send(self, message, declared=None):
        """The reply to a message, parsed; None where there is none."""
        if not isinstance(message, (str, bytes)):
            message = json.dumps(message)
        reply = asyncio.run(self.session.exchange(message, declared))
        self.refused = reply.refused
        if reply.body is None:
            return None
        assert isinstance(reply.body, bytes)
        assert b"\n" not in reply.body
        return json.loads(reply.body)

    def ask(self, method, params=None, id=1, declared=None):
        message = {"jsonrpc": "2.0", "id": id, "method": method}
        if params is not None:
            message["params"] = params
        reply = self.send(message, declared)
        assert reply["jsonrpc"] == "2.0"
        assert reply["id"] == id
        return reply["error"]["code"] if "error" in reply else reply["result"]

    def hello(self, version="2025-06-18"):
        return self.ask("initialize", {"protocolVersion": version})


def greeted(version="2025-06-18", **options):
    world = World(**options)
    world.hello(version)
    return world


def stateless():
    world = World()
    world.session = Session(world.server, "http", stateless=True)
    return world


def test_each_version_that_is_spoken_is_agreed_on():
    for version in VERSIONS:
        assert World().hello(version)["protocolVersion"] == version


def test_any_other_version_is_answered_with_the_latest():
    for version in ("2026-07-28", "1999-01-01", "x", ""):
        assert World().hello(version)["protocolVersion"] == "2025-11-25"


def test_a_peer_that_names_no_version_gets_the_oldest():
    world = World()
    assert world.ask("initialize")["protocolVersion"] == "2024-11-05"
    assert World().ask("initialize", {"protocolVersion": 5}) == -32602


def test_the_hello_tells_who_answers_and_what_there_is():
    world = World(instructions="Be kind.")
    result = world.ask("initialize", HELLO)
    assert result["capabilities"] == {"tools": {}, "logging": {}}
    assert result["instructions"] == "Be kind."
    assert result["serverInfo"] == {"name": "n", "version": "1", "title": "N"}
    assert "instructions" not in World().hello()
    told = World(instructions=lambda names: " ".join(names)).ask("initialize", HELLO)
    assert told["instructions"] == " ".join(world.server.registry.names())
    assert World().hello("2025-03-26")["serverInfo"] == {"name": "n", "version": "1"}


def test_before_the_hello_only_a_ping_is_answered():
    world = World()
    assert world.ask("ping") == {}
    assert world.ask("tools/list") == -32600
    assert world.ask("tools/call", {"name": "echo", "arguments": {"word": "a"}}) == -32600
    assert world.calls == []
    assert world.ask("x") == -32601
    world.hello()
    # notifications/initialized is not waited for.
    assert len(world.ask("tools/list")["tools"]) == 3


def test_a_second_hello_begins_anew():
    world = greeted("2025-11-25")
    assert world.hello("2024-11-05")["protocolVersion"] == "2024-11-05"
    assert "title" not in world.ask("tools/list")["tools"][0]


def test_notifications_get_no_reply_whatever_they_say():
    world = greeted()
    for method, params in (
        ("notifications/initialized", None),
        ("notifications/cancelled", {"requestId": 1, "reason": "r"}),
        ("notifications/cancelled", {}),
        ("notifications/unheard/of", {"a": 1}),
        ("tools/call", {"name": "echo", "arguments": {"word": "a"}}),
        ("initialize", HELLO),
    ):
        message = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        assert world.send(message) is None
        assert not world.refused
    assert world.calls == []


def test_responses_get_no_reply():
    world = greeted()
    assert world.send({"jsonrpc": "2.0", "id": 1, "result": {}}) is None
    assert world.send({"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": ""}}) is None


def test_what_is_not_offered_is_an_unknown_method():
    world = greeted()
    for method in (
        "resources/list", "prompts/list", "completion/complete", "x", "",
        "notifications/initialized", "tools", "x" * 1000,
    ):  # fmt: skip
        assert world.ask(method) == -32601
        assert not world.refused


def test_a_call_reaches_the_tool_and_its_result_the_peer():
    world = World()
    world.ask("initialize", HELLO)
    result = world.ask("tools/call", {"name": "echo", "arguments": {"word": "猫😀\n"}}, "id-1")
    assert result["structuredContent"] == {"said": "猫😀\n"}
    assert json.loads(result["content"][0]["text"]) == {"said": "猫😀\n"}
    assert result["isError"] is False
    (call,) = world.calls
    assert (call.channel, call.version, call.id) == ("test", "2025-06-18", "id-1")
    assert call.client == {"name": "t"}


def test_structured_content_is_for_those_who_know_it():
    call = {"name": "echo", "arguments": {"word": "a"}}
    for version in VERSIONS:
        result = greeted(version).ask("tools/call", call)
        assert ("structuredContent" in result) == (version >= "2025-06-18")


def test_a_call_without_arguments_has_empty_ones():
    world = greeted()
    for params in ({"name": "echo"}, {"name": "echo", "arguments": None}):
        result = world.ask("tools/call", params)
        assert result["isError"] is True
        assert "word is missing" in result["content"][0]["text"]


def test_a_malformed_call_is_a_protocol_error():
    world = greeted()
    for params in (None, {}, {"name": 5}, {"name": "none"}, {"name": "echo", "arguments": [1]}):
        assert world.ask("tools/call", params) == -32602, params
    assert world.ask("tools/list", {"cursor": "x"}) == -32602
    assert world.ask("tools/list", {"cursor": 5}) == -32602


def test_a_fault_of_ours_is_one_reply_and_one_log_entry_and_tells_nothing():
    world = greeted()
    for name, why in (("broken", "ValueError: the secret is 42"), ("odd", "EncodeError")):
        world.logged.clear()
        reply = world.send(
            {"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": name}}
        )
        assert reply == {
            "jsonrpc": "2.0",
            "id": 9,
            "error": {"code": -32603, "message": "Internal error"},
        }
        ((level, text),) = world.logged
        assert level == "error"
        assert name in text
        assert why in text


def test_running_out_of_memory_costs_one_reply():
    world = greeted()

    async def hungry(arguments, call):
        raise MemoryError()

    world.server.registry.add("hungry", hungry, "d", {"type": "object"})
    assert world.ask("tools/call", {"name": "hungry"}) == -32603

    # Also where even the words for it fail.
    def log(level, text):
        world.logged.append((level, text))
        if "hungry" in text:
            raise MemoryError()

    world.server.log = log
    reply = world.send(
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "hungry"}}
    )
    assert reply["error"]["code"] == -32603
    assert world.logged[-1] == ("error", "out of memory")
    assert world.ask("ping") == {}


def test_a_tool_may_refuse_with_a_protocol_error():
    call = {"name": "odd", "arguments": {"a": 1}}
    assert greeted().ask("tools/call", call) == -32602


def test_the_list_comes_in_pages_on_request():
    world = greeted(page_bytes=150)
    names, cursor = [], None
    for _ in range(9):
        params = {} if cursor is None else {"cursor": cursor}
        page = world.ask("tools/list", params)
        names += [tool["name"] for tool in page["tools"]]
        cursor = page.get("nextCursor")
        if cursor is None:
            break
    assert names == ["echo", "broken", "odd"]
    narrow = Session(world.server, "test", page_bytes=1)
    world.session = narrow
    world.hello()
    assert len(world.ask("tools/list")["tools"]) == 1


def test_what_cannot_be_read_is_refused_without_id():
    world = greeted()
    for message, code in (
        (b"{", -32700), ("nonsense", -32700), (b"\xff", -32700), (b"", -32700), (b"1", -32600),
        ('{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600), (b"[" * 9999, -32600),
        (b" " * 9000, -32600),
    ):  # fmt: skip
        reply = world.send(message)
        assert (reply["id"], reply["error"]["code"]) == (None, code), message
        assert world.refused
    assert world.ask("ping") == {}


def test_a_message_has_a_longest():
    world = greeted(max_message=100)
    message = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    assert world.send(message + " " * (100 - len(message)))["result"] == {}
    assert world.send(message + " " * (101 - len(message)))["error"]["code"] == -32600


def test_batches_are_for_2025_03_26_alone():
    pings = [{"jsonrpc": "2.0", "id": n, "method": "ping"} for n in (1, 2)]
    for version in VERSIONS:
        world = greeted(version)
        reply = world.send(pings)
        if version == "2025-03-26":
            assert sorted(one["id"] for one in reply) == [1, 2]
        else:
            assert (reply["id"], reply["error"]["code"]) == (None, -32600)
            assert world.refused
    assert World().send(pings)["error"]["code"] == -32600


def test_a_batch_is_answered_member_by_member():
    world = greeted("2025-03-26")
    reply = world.send(
        [
            {"jsonrpc": "2.0", "id": "a", "method": "ping"},
            {"jsonrpc": "2.0", "method": "notifications/cancelled"},
            5,
            {"jsonrpc": "2.0", "id": 2, "method": "none"},
            {"jsonrpc": "2.0", "id": 3, "method": "initialize", "params": HELLO},
            {"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "broken"}},
        ]
    )
    found = [(one["id"], one.get("error", {}).get("code")) for one in reply]
    assert found == [("a", None), (None, -32600), (2, -32601), (3, -32600), (4, -32603)]
    assert world.session.version == "2025-03-26"


def test_a_batch_of_notifications_gets_no_reply():
    world = greeted("2025-03-26")
    note = {"jsonrpc": "2.0", "method": "notifications/cancelled"}
    assert world.send([note, note]) is None
    # Nor one that should have been a request, and is answered when it is.
    note["method"] = "initialize"
    assert world.send([note]) is None
    assert [one["id"] for one in world.send([note, dict(note, id=5)])] == [5]
    assert world.send([])["error"]["code"] == -32600


def test_a_stateless_session_needs_no_hello_and_keeps_none():
    world = stateless()
    assert len(world.ask("tools/list")["tools"]) == 3
    assert world.hello("2025-11-25")["protocolVersion"] == "2025-11-25"
    call = {"name": "echo", "arguments": {"word": "a"}}
    assert "structuredContent" not in world.ask("tools/call", call)
    assert "structuredContent" in world.ask("tools/call", call, declared="2025-06-18")
    assert [call.version for call in world.calls] == ["2025-03-26", "2025-06-18"]
    assert world.session.version is None


def test_a_stateless_session_batches_where_nothing_newer_is_declared():
    ping = [{"jsonrpc": "2.0", "id": 1, "method": "ping"}]
    world = stateless()
    assert world.send(ping)[0]["result"] == {}
    assert world.send(ping, "2025-03-26")[0]["result"] == {}
    assert world.send(ping, "2025-06-18")["error"]["code"] == -32600
    assert world.send(ping, "2024-11-05")["error"]["code"] == -32600


def test_a_declared_version_that_is_not_spoken_is_refused():
    world = stateless()
    for version in ("2025-11-24", "x", "", "2025-06-18 ", "1.0", "v999"):
        assert world.ask("ping", declared=version) == -32600
        assert world.refused
        reply = world.send({"jsonrpc": "2.0", "id": 1, "method": "ping"}, version)
        assert reply["error"]["data"] == {"supported": list(VERSIONS)}
        note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        assert world.send(note, version)["id"] is None
        # Unless it asks what is spoken: by hello, or by a method that nobody knows.
        assert world.ask("initialize", HELLO, declared=version)["protocolVersion"] == "2025-06-18"
        assert world.ask("x", declared=version) == -32601
        assert world.refused


def test_calls_of_one_session_do_not_wait_for_each_other():
    world = greeted()
    order = []

    async def slow(arguments, call):
        await gate.wait()
        order.append("slow")
        return ToolResult("slow")

    async def both():
        global gate
        gate = asyncio.Event()
        world.server.registry.add("slow", slow, "d", {"type": "object"})
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "slow"}}
        task = asyncio.create_task(world.session.handle(json.dumps(call)))
        await asyncio.sleep(0)
        await world.session.handle('{"jsonrpc":"2.0","id":2,"method":"ping"}')
        order.append("ping")
        gate.set()
        await task

    asyncio.run(both())
    assert order == ["ping", "slow"]


def test_what_a_client_says_of_itself_is_cut_to_size():
    world = World()
    info = {"name": "n" * 500, "version": 5, "other": "x"}
    world.ask("initialize", {"protocolVersion": "2025-06-18", "clientInfo": info})
    assert world.session.client == {"name": "n" * 64}


def test_a_server_has_a_name_and_a_version():
    for info in ({}, {"name": "n"}, {"name": "n", "version": 1}):
        raised(DefinitionError, Server, info, Registry(), log=print)
