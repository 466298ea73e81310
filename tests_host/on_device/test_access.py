"""Keys and scopes: who may see and call what, over every transport and in both eras."""

import asyncio
import json

from _http import TOKEN, World
from _raised import raised
from mcp.core import access
from mcp.core.call import SCOPES, Call
from mcp.core.errors import DefinitionError, ProtocolError
from mcp.core.server import Server, Session
from mcp.core.tool_result import ToolResult
from mcp.features.completion import Completion
from mcp.features.prompts import Prompts
from mcp.features.resources import Resources
from mcp.features.tools import Registry

HEAP = "512K"
ANY = {"type": "object"}
SECRETS = {"phone": b"let-me-look", "laptop": b"let-me-write", "owner": b"let-me-do-all"}
NAMES = (("phone", "read"), ("laptop", "write"), ("owner", "admin"))
KEYS = [(name, scope, access.digest(SECRETS[name])) for name, scope in NAMES]
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


def bearer(name):
    return "Bearer " + SECRETS[name].decode()


def test_a_key_is_known_by_its_digest_wherever_it_stands():
    for order in (KEYS, list(reversed(KEYS))):
        for name, scope, _ in KEYS:
            assert access.shown(bearer(name), order) == (name, scope)
        for given in ("", "Bearer", "Bearer ", "Bearer let-me", "let-me-look", "Basic let-me-look",
                      "Bearer let-me-look let-me-look", bearer("phone").upper()):  # fmt: skip
            assert access.shown(given, order) is None, given
    assert access.shown("Bearer ", access.rows("")) is None
    assert access.shown(bearer("phone"), ()) is None
    assert access.shown("bEARER  a ", access.rows("a")) == ("", "admin")


def test_bytes_are_the_same_or_not():
    assert access.same(b"abc", b"abc")
    for given in (b"", b"ab", b"abd", b"abcd", b"abcabc", b"\x00abc", b"ABC"):
        assert not access.same(given, b"abc"), given
        assert not access.same(b"abc", given), given


class Counting:
    """Bytes that count how often one of them is looked at."""

    def __init__(self, data):
        self.data = data
        self.looks = 0

    def __len__(self):
        return len(self.data)

    def __getitem__(self, at):
        self.looks += 1
        return self.data[at]


def test_a_comparison_looks_at_every_byte_of_every_key():
    known = access.digest(b"let-me-look")
    for other in (known, bytes(32), known[:31] + b"\0"):
        counting = Counting(other)
        access.same(known, counting)
        assert counting.looks == 32
    counted = [(name, scope, Counting(secret)) for name, scope, secret in KEYS]
    for given in ("Bearer let-me-look", "Bearer let-me-do-all", "Bearer x", ""):
        for _, _, secret in counted:
            secret.looks = 0
        access.shown(given, counted)
        assert [secret.looks for _, _, secret in counted] == [32] * 3, given


def test_scopes_include_those_below():
    call = Call("test", "2025-11-25", {}, 1, {})
    for at, scope in enumerate(SCOPES):
        call.scope = scope
        assert [call.may(needed) for needed in SCOPES] == [at >= other for other in range(4)]
    call.scope = "everything"  # a mistake of ours opens nothing
    for needed in SCOPES:
        raised(ValueError, call.may, needed)


def test_a_tool_has_a_scope_that_there_is():
    raised(DefinitionError, Registry().add, "t", print, "d", ANY, scope="root")


class Offered:
    """A server with a tool for each scope, whose resources and prompts need one too."""

    def __init__(self, scope="read"):
        registry = Registry()
        self.called = []
        registry.add("greet", self.handler("greet"), "Greets.", ANY, scope="guest")
        registry.add("look", self.handler("look"), "Looks.", ANY, scope="read")
        registry.add("change", self.handler("change"), "Changes.", ANY)
        registry.add("wipe", self.handler("wipe"), "Wipes.", ANY, scope="admin")
        resources, prompts = Resources(scope), Prompts(scope)
        resources.add("a://b", self.read, "b", "Something.")
        prompts.add("hello", self.prompt, "Greets.")
        offers = (resources, prompts, Completion(prompts, resources))
        info = {"name": "n", "version": "1"}
        self.server = Server(info, registry, log=lambda level, text: None, features=offers)

    def handler(self, name):
        async def handle(arguments, call):
            self.called.append((name, call.scope))
            return ToolResult("done")

        return handle

    async def read(self, uri, values, call):
        return "text"

    async def prompt(self, arguments, call):
        return "text"

    def ask(self, scope, method, modern=False, **params):
        """(result or error, status) of a request by a peer with that scope."""
        session = Session(self.server, "test", stateless=True)
        session.scope = scope
        if modern:
            params["_meta"] = META
        message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
        reply = asyncio.run(session.exchange(json.dumps(message), "2025-11-25"))
        found = json.loads(reply.body)
        assert found["id"] == 7
        return found.get("result") or found["error"], reply.status, reply.scope


def test_a_peer_sees_and_calls_what_its_scope_lets_it():
    tools = ("greet", "look", "change", "wipe")
    for modern in (False, True):
        for at, scope in enumerate(SCOPES):
            offered = Offered()
            listed, _, _ = offered.ask(scope, "tools/list", modern)
            assert [tool["name"] for tool in listed["tools"]] == list(tools[: at + 1])
            assert listed.get("cacheScope") == ("private" if modern else None)
            for needed, name in enumerate(tools):
                found, status, lacking = offered.ask(scope, "tools/call", modern, name=name)
                if needed <= at:
                    assert (found["content"][0]["text"], status) == ("done", 200)
                else:
                    assert (found["code"], status, lacking) == (-32600, 403, SCOPES[needed])
                    for word in (name, scope, SCOPES[needed]):
                        assert word in found["message"]
            assert offered.called == [(name, scope) for name in tools[: at + 1]]


def test_resources_and_prompts_need_a_scope_too():
    asked = (
        ("resources/list", {}),
        ("resources/templates/list", {}),
        ("resources/read", {"uri": "a://b"}),
        ("prompts/list", {}),
        ("prompts/get", {"name": "hello"}),
    )
    for modern in (False, True):
        for method, params in asked:
            assert "code" not in Offered().ask("read", method, modern, **params)[0]
            error, status, lacking = Offered().ask("guest", method, modern, **params)
            assert (error["code"], status, lacking) == (-32600, 403, "read"), method
            error, status, lacking = Offered("write").ask("read", method, modern, **params)
            assert (error["code"], status, lacking) == (-32600, 403, "write"), method
            assert "code" not in Offered("write").ask("write", method, modern, **params)[0]


def test_a_completion_needs_the_scope_of_what_it_completes():
    asked = {
        "ref": {"type": "ref/prompt", "name": "hello"},
        "argument": {"name": "a", "value": ""},
    }
    for modern in (False, True):
        error, status, lacking = Offered().ask("guest", "completion/complete", modern, **asked)
        assert (error["code"], status, lacking) == (-32600, 403, "read")
        error, _, lacking = Offered().ask("read", "completion/complete", modern, **asked)
        assert (error["code"], lacking) == (-32602, "")  # this prompt has no such argument


def test_a_page_of_tools_is_cut_of_those_that_are_seen():
    registry = Registry()
    for at in range(6):
        registry.add("tool%d" % at, print, "d", ANY, scope=SCOPES[1 + at % 2])
    call = Call("test", "2025-11-25", {}, 1, {})
    call.scope = "read"
    names = []
    cursor = None
    while True:
        tools, cursor = registry.page(cursor, 1, "2025-11-25", call)
        names += [tool["name"] for tool in tools]
        if cursor is None:
            break
    assert names == ["tool0", "tool2", "tool4"]
    _, cursor = registry.page(None, 1, "2025-11-25", call)
    call.scope = "write"
    error = raised(ProtocolError, registry.page, cursor, 1, "2025-11-25", call)
    assert error.code == -32602


async def test_a_key_over_http_brings_its_scope():
    async with World(token=lambda: KEYS) as world:
        call = {"name": "echo", "arguments": {}}
        for name in ("laptop", "owner"):
            await world.ask("tools/call", call, Authorization=bearer(name))
        assert [one.scope for one in world.calls] == ["write", "admin"]
        message = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": call}
        status, headers, body = await world.request(
            body=json.dumps(message).encode(), Authorization=bearer("phone")
        )
        assert status == 403
        challenge = 'Bearer realm="mcp", error="insufficient_scope", scope="write"'
        assert headers["www-authenticate"] == challenge
        assert json.loads(body)["id"] == 7
        assert json.loads(body)["error"]["code"] == -32600
        assert (await world.ask("tools/list", Authorization=bearer("phone")))["tools"] == []
        # In a batch the others have their answers, so it is no 403.
        both = [message, {"jsonrpc": "2.0", "id": 8, "method": "ping"}]
        status, _, body = await world.request(
            body=json.dumps(both).encode(), Authorization=bearer("phone")
        )
        assert (status, [one["id"] for one in json.loads(body)]) == (200, [7, 8])
        assert len(world.calls) == 2


async def test_keys_may_change_between_requests():
    keys = list(KEYS)
    async with World(token=lambda: keys) as world:
        body = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
        assert (await world.request(body=body, Authorization=bearer("phone")))[0] == 200
        keys.pop(0)
        assert (await world.request(body=body, Authorization=bearer("phone")))[0] == 401
        assert (await world.request(body=body, Authorization=bearer("laptop")))[0] == 200
        keys.clear()
        assert (await world.request(body=body, Authorization=bearer("owner")))[0] == 401


async def test_another_key_cannot_cancel_what_one_has_asked():
    async with World(token=lambda: KEYS) as world:
        call = asyncio.create_task(
            world.ask("tools/call", {"name": "wait"}, Authorization=bearer("laptop"))
        )
        await world.entered.wait()
        stop = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}
        body = json.dumps(stop).encode()
        assert (await world.request(body=body, Authorization=bearer("phone")))[0] == 202
        assert (await world.request(body=body, Authorization=bearer("owner")))[0] == 202
        assert not call.done()
        world.gate.set()
        assert (await call)["content"][0]["text"] == "waited"


async def test_without_a_token_and_with_a_single_one_all_is_allowed():
    for token, given in ((None, None), (TOKEN, "Bearer " + TOKEN)):
        async with World(token=token) as world:
            await world.ask("tools/call", {"name": "echo"}, Authorization=given)
            assert world.calls[0].scope == "admin"
