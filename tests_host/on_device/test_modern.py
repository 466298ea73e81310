"""2026-07-28 without I/O: what a request must say of itself, and what every result says."""

import asyncio
import json

from mcp.core.errors import NeedsCapability, ProtocolError
from mcp.core.input_required import InputRequired
from mcp.core.server import Server, Session
from mcp.core.tool_result import ToolResult
from mcp.features.tools import Registry

NEW = "2026-07-28"
META = "io.modelcontextprotocol/"
INFO = {"name": "n", "version": "1", "title": "N"}
ANY = {"type": "object"}


def meta(version=NEW, capabilities=None, **more):
    """The `_meta` of a request."""
    found = {META + "protocolVersion": version, META + "clientCapabilities": capabilities or {}}
    for key, value in more.items():
        found[key if key == "progressToken" else META + key] = value
    return found


class Line:
    """A way back to a client: over HTTP if it has headers."""

    sends = True
    key = ""
    scope = "write"
    peer = None

    def __init__(self, headers=None):
        self.headers = headers
        self.sent = []
        self.watched = []

    async def send(self, body):
        self.sent.append(json.loads(body.joined()))
        return True

    async def watch(self, task):
        self.watched.append(task)


class Offer:
    """One of each kind of method that 2026-07-28 has or has no more."""

    capability = ("resources", {"subscribe": True, "listChanged": True, "x": 1})

    def __init__(self):
        self.requests = {}
        for method in (
            "resources/list", "resources/read", "resources/templates/list", "prompts/list",
            "resources/subscribe", "resources/unsubscribe", "completion/complete",
        ):  # fmt: skip
            self.requests[method] = self.answer

    async def answer(self, session, message, call):
        if message.params.get("uri") == "a:none":
            raise ProtocolError(-32602, "none", {"uri": "a:none"})
        return {"said": call.version, "_meta": {"mine": 1}}


class World:
    """A server of both eras, with a session that has never said hello."""

    def __init__(self, **options):
        self.calls = []
        self.logged = []
        self.entered = asyncio.Event()
        registry = Registry()
        registry.add("echo", self.echo, "Echoes.", ANY)
        registry.add("wait", self.wait, "Waits.", ANY)
        registry.add("needs", self.needs, "Needs sampling.", ANY)
        registry.add("ask", self.ask_name, "Asks for a name.", ANY)
        registry.add("name with spaces".replace(" ", "-"), self.echo, "Echoes.", ANY)
        server = Server(INFO, registry, log=self.log, features=[Offer()], **options)
        self.server = server
        self.session = Session(server, "test")

    def log(self, level, text):
        self.logged.append(text)

    async def echo(self, arguments, call):
        self.calls.append(call)
        await call.progress(1, 2)
        await call.log("info", "said")
        return ToolResult(structured=arguments)

    async def wait(self, arguments, call):
        self.entered.set()
        await asyncio.Event().wait()

    async def needs(self, arguments, call):
        if "sampling" not in call.capabilities:
            raise NeedsCapability({"sampling": {}})
        return ToolResult("sampled")

    async def ask_name(self, arguments, call):
        """Asks for a name, then for roots, then greets: one handler for both eras."""
        self.calls.append(call)
        if call.state is None:
            question = {"method": "elicitation/create", "params": {"message": "who?"}}
            return InputRequired({"who": question}, "first")
        if call.state == "first":
            name = call.inputs["who"]["content"]["name"]
            return InputRequired({"roots": {"method": "roots/list"}}, "second " + name)
        return ToolResult(call.state + " %d" % len(call.inputs["roots"]["roots"]))

    async def send(self, method, params=None, line=None, declared=None, id=7):
        message = {"jsonrpc": "2.0", "method": method}
        if id is not None:
            message["id"] = id
        if params is not None:
            message["params"] = params
        return await self.session.exchange(json.dumps(message), declared, line)

    async def ask(self, method, params=None, line=None, declared=None):
        """(result or error, HTTP status) of a request."""
        reply = await self.send(method, params, line, declared)
        found = json.loads(reply.body)
        assert (found["jsonrpc"], found["id"]) == ("2.0", 7)
        return found.get("error") or found["result"], reply.status


def http(method, name=None, version=NEW):
    """A line with the headers of a request over HTTP."""
    found = {"MCP-Protocol-Version": version, "Mcp-Method": method, "Mcp-Name": name}
    return Line({key: value for key, value in found.items() if value is not None})


async def test_discover_tells_what_there_is():
    world = World(instructions="Be kind.")
    result, status = await world.ask("server/discover", {"_meta": meta()})
    assert status == 200
    assert result == {
        "resultType": "complete",
        "supportedVersions": [NEW],
        # Nothing that subscriptions/listen would tell, which is not there.
        "capabilities": {"tools": {}, "logging": {}, "resources": {"x": 1}},
        "instructions": "Be kind.",
        "ttlMs": 300000,
        "cacheScope": "public",
        "_meta": {META + "serverInfo": INFO},
    }
    result, _ = await World().ask("server/discover", {"_meta": meta()})
    assert "instructions" not in result


async def test_instructions_that_name_tools_are_kept_for_this_peer_alone():
    world = World(instructions=lambda names: "Call " + ", ".join(names))
    result, _ = await world.ask("server/discover", {"_meta": meta()})
    assert result["cacheScope"] == "private"
    assert result["instructions"].startswith("Call ")


async def test_no_hello_is_needed_and_none_is_kept():
    world = World()
    params = {"name": "echo", "_meta": meta(clientInfo={"name": "me", "version": "2", "x": 1})}
    result, status = await world.ask("tools/call", params)
    assert (status, result["structuredContent"], result["isError"]) == (200, {}, False)
    assert result["resultType"] == "complete"
    assert result["_meta"] == {META + "serverInfo": INFO}
    (call,) = world.calls
    assert (call.version, call.client) == (NEW, {"name": "me", "version": "2"})
    assert world.session.version is None
    # The other era is not begun by it.
    assert (await world.ask("tools/list", {}))[0]["code"] == -32600
    # Nor ended: both are spoken in turn.
    hello, _ = await world.ask("initialize", {"protocolVersion": "2025-11-25"})
    assert "resultType" not in hello
    assert hello["capabilities"]["resources"] == {"subscribe": True, "listChanged": True, "x": 1}
    assert "resultType" not in (await world.ask("tools/list", {}))[0]
    assert (await world.ask("tools/list", {"_meta": meta()}))[0]["resultType"] == "complete"


async def test_lists_say_how_long_they_hold():
    world = World()
    for method, ttl, scope in (
        ("tools/list", 300000, "private"),
        ("prompts/list", 300000, "public"),
        ("resources/templates/list", 300000, "public"),
        ("resources/list", 0, "private"),
        ("resources/read", 0, "private"),
        ("completion/complete", None, None),
    ):
        result, _ = await world.ask(method, {"uri": "a:b", "_meta": meta()})
        assert (result.get("ttlMs"), result.get("cacheScope")) == (ttl, scope), method
        assert result["resultType"] == "complete"
        assert result["_meta"][META + "serverInfo"] == INFO
        if method != "tools/list":
            assert result["said"] == NEW
            assert result["_meta"]["mine"] == 1


async def test_a_request_says_who_asks_and_what_it_can_do():
    world = World()
    whole = meta()
    for wrong in (
        None,
        {},
        {"_meta": None},
        {"_meta": []},
        {"_meta": {}},
        {"_meta": {META + "clientCapabilities": {}}},
        {"_meta": {META + "protocolVersion": NEW}},
        {"_meta": meta(capabilities=[1])},
        {"_meta": meta(version=5)},
        {"_meta": meta(version=None)},
        {"_meta": meta(logLevel="loud")},
        {"_meta": whole, "inputResponses": [1]},
        {"_meta": whole, "requestState": "forged"},
        {"_meta": whole, "requestState": 5},
    ):
        error, status = await world.ask("server/discover", wrong)
        assert (error["code"], status) == (-32602, 400), wrong
        error, status = await world.ask("tools/list", wrong, declared=NEW)
        assert (error["code"], status) == (-32602, 400), wrong
    # Who the client is, it need not say.
    assert "said" in (await world.ask("prompts/list", {"_meta": meta()}))[0]


async def test_a_version_that_is_not_spoken_is_told_which_is():
    world = World()
    for version in ("1900-01-01", "2027-01-01", "2025-11-25", "v999.0.0", "", "x" * 100):
        error, status = await world.ask("tools/list", {"_meta": meta(version)})
        assert (error["code"], status) == (-32022, 400)
        assert error["data"] == {"supported": [NEW], "requested": version}


async def test_what_this_revision_has_no_more_is_unknown():
    world = World()
    for method in (
        "initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe",
        "subscriptions/listen", "unknown/method", "", "tools", "notifications/cancelled",
    ):  # fmt: skip
        error, status = await world.ask(method, {"_meta": meta()})
        assert (error["code"], status) == (-32601, 404), method


async def test_the_headers_say_what_the_body_says():
    world = World()
    call = {"name": "echo", "_meta": meta()}
    read = {"uri": "a:猫", "_meta": meta()}
    for method, params, name in (
        ("tools/list", {"_meta": meta()}, None),
        ("tools/call", call, "echo"),
        ("tools/call", call, "=?base64?ZWNobw==?="),
        ("resources/read", read, "=?base64?YTrnjKs=?="),
        ("resources/read", {"uri": "=?base64??=", "_meta": meta()}, "=?base64?PT9iYXNlNjQ/Pz0=?="),
    ):
        result, status = await world.ask(method, params, http(method, name))
        assert (status, "resultType" in result) == (200, True), (method, name, result)
    for method, params, line in (
        ("tools/list", {"_meta": meta()}, Line({})),
        ("tools/list", {"_meta": meta()}, http("tools/list", version=None)),
        ("tools/list", {"_meta": meta()}, http("tools/list", version="2025-11-25")),
        ("tools/list", {"_meta": meta("v999")}, http("tools/list")),
        ("tools/list", {"_meta": meta()}, http(None)),
        ("tools/list", {"_meta": meta()}, http("tools/call")),
        ("tools/list", {"_meta": meta()}, http("Tools/List")),
        ("tools/call", call, http("tools/call")),
        ("tools/call", call, http("tools/call", "Echo")),
        ("tools/call", call, http("tools/call", "=?base64?ZWNob===?=")),
        ("tools/call", call, http("tools/call", "=?base64?ZWNobw?=")),
        ("tools/call", call, http("tools/call", "=?base64?ZWNobw====?=")),
        ("tools/call", call, http("tools/call", "=?base64?ZW!No-bw==?=")),
        ("tools/call", call, http("tools/call", "=?base64? ZWNobw==?=")),
        ("tools/call", call, http("tools/call", "=?base64?/w==?=")),
        ("tools/call", call, http("tools/call", "=?BASE64?ZWNobw==?=")),
        ("tools/call", call, http("tools/call", "=?base64?=")),
        ("resources/read", read, http("resources/read", "a:猫")),
        ("resources/read", read, http("resources/read")),
    ):
        error, status = await world.ask(method, params, line)
        assert (error.get("code"), status) == (-32020, 400), (method, line.headers)
    # Without HTTP there are no headers to ask for.
    assert (await world.ask("tools/call", call, Line()))[1] == 200


async def test_a_body_without_a_name_is_its_own_fault():
    world = World()
    for params in ({"_meta": meta()}, {"name": 5, "_meta": meta()}):
        error, status = await world.ask("tools/call", params, http("tools/call"))
        assert (error["code"], status) == (-32602, 400)
    error, status = await world.ask("tools/call", {"name": "none", "_meta": meta()})
    assert (error["code"], status) == (-32602, 400)
    error, status = await world.ask("resources/read", {"uri": "a:none", "_meta": meta()})
    assert (error["code"], status, error["data"]) == (-32602, 400, {"uri": "a:none"})


async def test_only_single_requests_and_notifications_are_taken():
    world = World()
    for message in ([], [{"jsonrpc": "2.0", "id": 1, "method": "ping"}], {"id": 1}, 5):
        reply = await world.session.exchange(json.dumps(message), NEW)
        assert (reply.status, json.loads(reply.body)["error"]["code"]) == (400, -32600)
    reply = await world.session.exchange('{"jsonrpc":"2.0","id":1,"result":{}}', NEW)
    assert (reply.status, reply.refused) == (400, True)
    for method in ("notifications/cancelled", "notifications/initialized", "x", "tools/call"):
        reply = await world.send(method, {"_meta": meta()}, http(method), NEW, id=None)
        assert (reply.content, reply.status) == (None, 202)
    assert world.calls == []


async def test_a_log_message_is_sent_to_who_asks_for_its_level():
    world = World()
    for level, methods in (
        (None, []),
        ("info", ["notifications/message"]),
        ("error", []),
    ):
        line = Line()
        found = meta() if level is None else meta(logLevel=level)
        await world.ask("tools/call", {"name": "echo", "_meta": found}, line)
        assert [one["method"] for one in line.sent] == methods
    line = Line()
    await world.ask("tools/call", {"name": "echo", "_meta": meta(progressToken="t")}, line)
    assert [one["params"]["progress"] for one in line.sent] == [1]


async def test_a_capability_that_is_missing_is_named():
    world = World()
    error, status = await world.ask("tools/call", {"name": "needs", "_meta": meta()})
    assert (error["code"], status) == (-32021, 400)
    assert error["data"] == {"requiredCapabilities": {"sampling": {}}}
    params = {"name": "needs", "_meta": meta(capabilities={"sampling": {}})}
    assert (await world.ask("tools/call", params))[0]["content"][0]["text"] == "sampled"


BOTH = {"elicitation": {}, "roots": {}}


async def test_a_handler_asks_inside_of_results():
    world = World()
    params = {"name": "ask", "_meta": meta(capabilities=BOTH)}
    first, status = await world.ask("tools/call", params)
    assert status == 200
    assert first["resultType"] == "input_required"
    question = {"method": "elicitation/create", "params": {"message": "who?"}}
    assert first["inputRequests"] == {"who": question}
    assert first["_meta"] == {META + "serverInfo": INFO}
    assert "ttlMs" not in first
    assert isinstance(first["requestState"], str)
    params["requestState"] = first["requestState"]
    params["inputResponses"] = {"who": {"action": "accept", "content": {"name": "猫"}}, "x": 1}
    second, _ = await world.ask("tools/call", params)
    assert second["inputRequests"] == {"roots": {"method": "roots/list"}}
    params["requestState"] = second["requestState"]
    params["inputResponses"] = {"roots": {"roots": [1, 2]}}
    last, _ = await world.ask("tools/call", params)
    assert last["content"][0]["text"] == "second 猫 2"
    # The same question to one who cannot answer it.
    error, status = await world.ask("tools/call", {"name": "ask", "_meta": meta()})
    assert (error["code"], status) == (-32021, 400)
    assert error["data"] == {"requiredCapabilities": {"elicitation": {}}}


async def test_a_state_comes_back_as_it_was_sent_or_not_at_all():
    world = World()
    params = {"name": "ask", "_meta": meta(capabilities=BOTH)}
    state = (await world.ask("tools/call", params))[0]["requestState"]
    calls = len(world.calls)
    other = World()
    await other.ask("tools/call", params)
    for where, name, changed in (
        (world, "ask", state[:-4] + "AAAA"),
        (world, "ask", ("B" if state[:1] == "A" else "A") + state[1:]),
        (world, "ask", state[4:]),
        (world, "ask", state[:20]),
        (world, "ask", ""),
        (world, "ask", "猫"),
        (world, "ask", "not base64!"),
        (world, "echo", state),
        (other, "ask", state),
    ):
        if changed == state and where is world and name == "ask":
            raise AssertionError("nothing was changed")
        params = {"name": name, "requestState": changed, "_meta": meta(capabilities=BOTH)}
        error, status = await where.ask("tools/call", params)
        assert (error.get("code"), status) == (-32602, 400), changed
    assert len(world.calls) == calls


async def test_an_older_client_is_asked_the_same_by_requests():
    world = World()
    hello = {"protocolVersion": "2025-11-25", "capabilities": BOTH}
    await world.ask("initialize", hello)
    line = Line()
    task = asyncio.create_task(world.ask("tools/call", {"name": "ask"}, line))
    answers = {
        "elicitation/create": {"action": "accept", "content": {"name": "猫"}},
        "roots/list": {"roots": [1, 2]},
    }
    for count in (1, 2):
        while len(line.sent) < count:
            await asyncio.sleep(0)
        question = line.sent[-1]
        answer = {"jsonrpc": "2.0", "id": question["id"], "result": answers[question["method"]]}
        await world.session.exchange(json.dumps(answer))
    assert (await task)[0]["content"][0]["text"] == "second 猫 2"
    assert [call.state for call in world.calls[-3:]] == ["second 猫"] * 3  # one call, thrice


async def test_cancelling_is_by_message_without_http_and_by_leaving_with_it():
    world = World()
    params = {"name": "wait", "_meta": meta()}
    task = asyncio.create_task(world.send("tools/call", params, Line()))
    await world.entered.wait()
    await world.send("notifications/cancelled", {"requestId": 7, "_meta": meta()}, Line(), id=None)
    reply = await task
    assert (reply.cancelled, reply.content) == (True, None)
    # Over HTTP the ids of two clients may be the same.
    world.entered.clear()
    line = http("tools/call", "wait")
    task = asyncio.create_task(world.send("tools/call", params, line))
    await world.entered.wait()
    gone = {"requestId": 7, "_meta": meta()}
    await world.send("notifications/cancelled", gone, http("x"), NEW, id=None)
    await asyncio.sleep(0)
    assert not task.done()
    (watched,) = line.watched
    watched.cancel()
    try:
        await task
    except asyncio.CancelledError:
        assert world.session._works == []
        return
    raise AssertionError("the connection goes on")


async def test_a_fault_of_ours_is_no_fault_of_the_request():
    world = World()

    async def broken(arguments, call):
        return None

    world.server.registry.add("broken", broken, "Breaks.", ANY)
    error, status = await world.ask("tools/call", {"name": "broken", "_meta": meta()})
    assert (error["code"], status) == (-32603, 200)
    assert len(world.logged) == 1
