"""The HTTP transport: who is let in, and how MCP is spoken. On a loopback port."""

import json
import sys

from _http import PING, TOKEN, World, refusal
from _raised import raised
from mcp.core.access import digest
from mcp.core.call import SCOPES
from mcp.core.errors import DefinitionError

HEAP = "1M"
ALONE = True


async def test_a_request_is_answered_with_json():
    async with World() as world:
        status, headers, body = await world.request(body=PING)
        assert (status, headers["content-type"]) == (200, "application/json")
        assert json.loads(body) == {"jsonrpc": "2.0", "id": 1, "result": {}}
        hello = await world.ask("initialize", {"protocolVersion": "2025-11-25"})
        assert hello["protocolVersion"] == "2025-11-25"
        assert len((await world.ask("tools/list"))["tools"]) == 3
        result = await world.ask("tools/call", {"name": "echo", "arguments": {"a": "猫😀"}})
        assert json.loads(result["content"][0]["text"]) == {"a": "猫😀"}
        assert world.calls[0].channel == "http"


async def test_what_asks_nothing_is_accepted_without_a_body():
    async with World() as world:
        for message in (
            b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
            b'{"jsonrpc":"2.0","id":1,"result":{}}',
        ):
            status, headers, body = await world.request(body=message)
            assert (status, body, headers["content-length"]) == (202, b"", "0")
            assert "content-type" not in headers


async def test_other_methods_are_told_that_there_is_only_post():
    async with World() as world:
        for method in ("GET", "DELETE", "PUT", "OPTIONS", "HEAD", "PATCH"):
            status, headers, body = await world.request(method)
            assert (status, headers["allow"]) == (405, "POST"), method
            assert body == b"" if method == "HEAD" else refusal(body) == -32600


async def test_other_paths_do_not_exist():
    async with World() as world:
        for path in ("/", "/mcp/", "/mcpx", "/x/mcp", "/favicon.ico"):
            assert (await world.request(path=path, body=PING))[0] == 404
        assert (await world.request(path="/mcp?a=%zzb&c", body=PING))[0] == 200


async def test_only_the_token_lets_in():
    async with World() as world:
        for given in (
            None, "", "Bearer", "Bearer ", TOKEN, "Basic " + TOKEN, "Bearer x" + TOKEN,
            "Bearer " + TOKEN[:-1], "Bearer %s%s" % (TOKEN, TOKEN), "Bearer " + TOKEN.upper(),
        ):  # fmt: skip
            status, headers, body = await world.request(body=PING, Authorization=given)
            assert (status, refusal(body)) == (401, -32600), given
            assert headers["www-authenticate"].startswith("Bearer")
        for given in ("Bearer " + TOKEN, "bearer " + TOKEN, "BEARER  %s " % TOKEN):
            assert (await world.request(body=PING, Authorization=given))[0] == 200


async def test_the_token_may_change_between_requests():
    tokens = ["first", "second"]
    async with World(token=lambda: tokens[0]) as world:
        assert (await world.request(body=PING, Authorization="Bearer first"))[0] == 200
        tokens.pop(0)
        assert (await world.request(body=PING, Authorization="Bearer first"))[0] == 401
        assert (await world.request(body=PING, Authorization="Bearer second"))[0] == 200
        tokens[0] = ""
        assert (await world.request(body=PING, Authorization="Bearer "))[0] == 401


async def test_without_a_token_everyone_is_let_in_only_on_purpose():
    async with World(token=None) as world:
        assert (await world.request(body=PING, Authorization=None))[0] == 200
    raised(DefinitionError, World, token="")


async def test_only_known_hosts_are_served():
    async with World() as world:
        for host in ("127.0.0.1", "localhost:80", "[::1]:5000", "pet.local", "PET.local:8720"):
            assert (await world.request(body=PING, Host=host))[0] == 200, host
        for host in ("evil.example", "evil.example:5000", "127.0.0.1.evil.example", "[::2]", "x"):
            status, _, body = await world.request(body=PING, Host=host)
            assert (status, refusal(body)) == (403, -32600), host
            # Before anything else is told, even that there is only POST.
            assert (await world.request("GET", Host=host))[0] == 403
        assert (await world.request(body=PING, Host=None))[0] == 400
        assert (await world.request(body=PING, Host=""))[0] == 400


async def test_hosts_may_come_from_a_function():
    names = []
    async with World(allowed_hosts=lambda: names) as world:
        assert (await world.request(body=PING, Host="192.168.1.5"))[0] == 403
        names.append("192.168.1.5")
        assert (await world.request(body=PING, Host="192.168.1.5:8720"))[0] == 200


async def test_only_known_origins_are_served():
    async with World(allowed_origins=("http://localhost:6274",)) as world:
        for origin in (None, "http://127.0.0.1:5000", "https://127.0.0.1:5000",
                       "http://localhost:6274"):  # fmt: skip
            assert (await world.request(body=PING, Origin=origin))[0] == 200, origin
        for origin in ("http://evil.example", "null", "", "http://127.0.0.1", "127.0.0.1:5000",
                       "http://127.0.0.1:5001", "file://"):  # fmt: skip
            status, _, body = await world.request(body=PING, Origin=origin)
            assert (status, refusal(body)) == (403, -32600), origin
        # As a page of evil.example that had its name point here would send it.
        evil = {"Origin": "http://evil.example", "Host": "evil.example"}
        assert (await world.request(body=PING, **evil))[0] == 403


async def test_a_body_is_json_by_its_type():
    async with World() as world:
        for kind in ("application/json; charset=utf-8", "Application/JSON"):
            assert (await world.request(body=PING, Content_Type=kind))[0] == 200
        for kind in (None, "", "text/plain", "application/x-www-form-urlencoded", "application/*"):
            assert (await world.request(body=PING, Content_Type=kind))[0] == 415, kind


async def test_the_client_must_take_json():
    async with World() as world:
        for accept in (None, "*/*", "application/json", "text/html, application/*;q=0.5"):
            assert (await world.request(body=PING, Accept=accept))[0] == 200, accept
        for accept in ("text/html", "application/json;q=0", "text/*"):
            assert (await world.request(body=PING, Accept=accept))[0] == 406


async def test_the_version_header_is_obeyed():
    call = {"name": "echo", "arguments": {"a": 1}}
    async with World() as world:
        for version, structured in ((None, False), ("2025-03-26", False), ("2025-06-18", True)):
            result = await world.ask("tools/call", call, MCP_Protocol_Version=version)
            assert ("structuredContent" in result) == structured
        for version in ("2025-11-24", "1.0"):
            status, _, body = await world.request(body=PING, MCP_Protocol_Version=version)
            assert (status, json.loads(body)["error"]["code"]) == (400, -32600)
            hello = await world.ask("initialize", {}, MCP_Protocol_Version=version)
            assert hello["protocolVersion"] == "2024-11-05"


async def test_batches_follow_the_version_header():
    async with World() as world:
        status, _, body = await world.request(body=b"[%s]" % PING)
        assert (status, json.loads(body)[0]["result"]) == (200, {})
        status, _, body = await world.request(
            body=b"[%s]" % PING, MCP_Protocol_Version="2025-06-18"
        )
        assert (status, refusal(body)) == (400, -32600)


async def test_a_body_that_is_no_message_is_a_bad_request():
    async with World() as world:
        for body, code in ((b"{", -32700), (b"\xff", -32700), (b"[]", -32600), (b"5", -32600)):
            status, _, reply = await world.request(body=body)
            assert (status, refusal(reply)) == (400, code), body
        status, _, reply = await world.request(Content_Length="0")
        assert (status, refusal(reply)) == (400, -32700)


async def test_errors_of_a_request_are_not_errors_of_http():
    async with World() as world:
        assert await world.ask("no/such") == -32601
        assert await world.ask("tools/call", {"name": "none"}) == -32602
        assert await world.ask("tools/call", {"name": "broken"}) == -32603
        assert world.logged == ["error"]


async def test_a_page_of_another_can_be_served_beside():
    from mcp.transport.http_routes import Pages

    async with World() as world:
        pages = world.transport.pages = Pages(2000)

        async def page(request):
            return "hello"

        async def sent(request):
            return (await request.g.inbound.body()) + request.headers["content-type"].encode()

        pages.add("/page", page, open=True)
        pages.add("/sent", sent, ("POST",))
        status, _, body = await world.request("GET", "/page", Authorization=None)
        assert (status, body) == (200, b"hello")
        reader, writer = await world.connect()
        writer.write(b"HEAD /page?a=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await writer.drain()
        said = await reader.read(-1)
        assert said.startswith(b"HTTP/1.0 200 ") and said.endswith(b"\r\n\r\n"), said
        assert b"Content-Length: 5\r\n" in said
        assert (await world.request("GET", "/page", Host="evil.example"))[0] == 403
        status, _, body = await world.request(path="/sent", body=b"{}")
        assert (status, body) == (200, b"{}application/json")
        status, _, body = await world.request("POST", "/page", body=PING)
        assert (status, refusal(body)) == (405, -32600)
        assert (await world.request(path="/other", body=PING))[0] == 404
        assert (await world.request(path="/sent", body=b"x" * 2001))[0] == 413
        assert (await world.request(body=PING))[0] == 200


async def test_a_page_needs_a_key_unless_it_is_open():
    from mcp.transport.http_routes import Pages

    async def told(request, name="-"):
        return "%s %s %s" % (request.g.key, request.g.scope, name)

    def rows():
        return [(scope, scope, digest(scope.encode())) for scope in SCOPES]

    async with World(token=rows, rate=1) as world:
        pages = world.transport.pages = Pages(2000)
        pages.add("/new", told)
        pages.add("/new/<name>", told, ("PUT",), "write")
        pages.add("/keys", told, ("GET", "POST"), "admin")
        pages.add("/welcome", told, open=True)
        pages.add("/welcome", told, ("POST",))
        raised(DefinitionError, pages.add, "/x", told, scope="owner")

        async def ask(method, path, key):
            given = None if key is None else "Bearer " + key
            status, headers, body = await world.request(method, path, Authorization=given)
            return status, headers.get("www-authenticate"), body

        for method, path in (
            ("GET", "/new"), ("GET", "/new?open=1"), ("PUT", "/new/a"),
            ("POST", "/keys"), ("POST", "/welcome"), ("DELETE", "/new"), ("PUT", "/welcome"),
        ):  # fmt: skip
            for key in (None, "", "wrong"):
                status, challenge, body = await ask(method, path, key)
                assert (status, challenge) == (401, 'Bearer realm="mcp"'), (method, path, key)
                assert refusal(body) == -32600
        reader, writer = await world.connect()
        writer.write(b"HEAD /new HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await writer.drain()
        assert (await reader.read(-1)).startswith(b"HTTP/1.0 401 ")
        assert await ask("GET", "/new", "read") == (200, None, b"read read -")
        assert await ask("PUT", "/new/a", "admin") == (200, None, b"admin admin a")
        assert (await ask("DELETE", "/new", "read"))[0] == 405
        for method, path, needed in (("PUT", "/new/a", "write"), ("GET", "/keys", "admin")):
            status, challenge, body = await ask(method, path, "read")
            assert (status, refusal(body)) == (403, -32600)
            assert 'error="insufficient_scope", scope="%s"' % needed in challenge
        assert await ask("GET", "/welcome", None) == (200, None, b" read -")
        assert (await ask("GET", "/nowhere", None))[0] == 404
        for _ in range(10):  # what one key may ask for in a moment
            status = (await ask("GET", "/new", "write"))[0]
        assert (status, (await ask("GET", "/new", "write"))[0]) == (200, 429)


async def test_what_is_served_at_mcp_alone_does_without_microdot():
    async with World() as world:
        assert (await world.request(body=PING))[0] == 200
        assert "microdot" not in sys.modules


async def test_what_is_refused_says_so_by_its_status_also_to_who_takes_events_only():
    modern = b'{"jsonrpc":"2.0","id":7,"method":"x/y","params":{"_meta":{"io.modelcontextprotocol/'
    modern += b'protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}'
    named = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "x/y"}
    async with World() as world:
        for body, more, expected, code in (
            (b"{", {}, 400, -32700),
            (PING, {"MCP-Protocol-Version": "1999-01-01"}, 400, -32600),
            (modern, {}, 400, -32020),
            (modern, named, 404, -32601),
        ):
            status, headers, answer = await world.request(
                body=body, Accept="text/event-stream", **more
            )
            assert (status, headers["content-type"]) == (expected, "application/json"), body
            assert json.loads(answer)["error"]["code"] == code
