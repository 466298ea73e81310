"""The companion with a XiaoZhi server or an MCP endpoint of ours at the other end (--cloud)."""

import json
import socket
import ssl
from http import HTTPStatus
from typing import Any

import pytest
from certificate import certificate, trusts
from desk import SIM
from standin import Cloud

NOW = ("--now", "2026-02-05T14:00")
NEWEST: dict[str, Any] = {
    "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "xiaozhi", "version": "1"},
    }
}


@pytest.fixture
def cloud():
    """Start a stand-in: cloud(**options); all are stopped at the end."""
    started = []

    def start(**options):
        started.append(Cloud(**options))
        return started[-1]

    yield start
    for one in started:
        one.stop()


def told(companion, part):
    """Texts of the cloud's `log` events that have this in them."""
    return [
        event["text"]
        for event in companion.events
        if event.get("module") == "cloud" and part in event["text"]
    ]


def wait_told(companion, part, count=1):
    """Wait until the cloud has told that."""
    number = 0
    while len(told(companion, part)) < count:
        number += 1
        companion.wait_event("log", number)


def extracted(companion):
    events = [event for event in companion.events if event["event"] == "extracted"]
    return [(event["kind"], event["content"]) for event in events]


# -- a XiaoZhi server ----------------------------------------------------------------------------


def test_the_device_introduces_itself_as_servers_expect_it(desk, cloud):
    server = cloud()
    companion = desk("--cloud", server.url())
    peer = server.accept()
    headers = server.requests[0]
    mac = headers["device-id"]
    assert len(mac.split(":")) == 6
    assert mac == mac.lower()
    assert headers["client-id"][14] == "4"
    assert (headers["protocol-version"], headers["connection"]) == ("1", "Upgrade")
    assert "authorization" not in headers
    assert peer.connection.request.path == "/xiaozhi/v1/?token=secret.word"
    hello = peer.greet()
    assert (hello["version"], hello["features"]["mcp"]) == (1, True)
    wait_told(companion, "xiaozhi open")
    companion.kill()
    assert "secret" not in companion.transcript().replace(companion.command[-3], "").replace(
        server.url(), ""
    )
    again = desk("--cloud", server.url().replace("ws://", "ws://to%2Dken@"))
    server.accept()
    assert server.requests[1]["client-id"] == headers["client-id"]
    assert server.requests[1]["device-id"] == mac
    assert server.requests[1]["authorization"] == "Bearer to-ken"
    assert again.request("ping")["result"] == {}


def test_tools_are_found_and_called_as_xinnans_server_does_it(desk, cloud):
    """initialize before its hello, tools/list without params, ids anew, no session_id."""
    server = cloud()
    companion = desk("--cloud", server.url(), *NOW)
    peer = server.accept()
    result = peer.ask("initialize", {"protocolVersion": "2024-11-05", "capabilities": {}})
    assert result["result"]["protocolVersion"] == "2024-11-05"
    assert peer.seen.pop(0)["type"] == "hello"
    peer.send({"type": "hello", "transport": "websocket", "session_id": "abc"})
    tools, page = [], peer.ask("tools/list")["result"]
    while True:
        assert len(json.dumps(page, ensure_ascii=False).encode()) < 8000
        tools += page["tools"]
        if "nextCursor" not in page:
            break
        page = peer.ask("tools/list", {"cursor": page["nextCursor"]})["result"]
    names = ["memory", "pet", "memory_statistics", "forget", "self.get_device_status"]
    names += ["search_memory", "todo", "search_conversation_traces", "remember", "attachment"]
    assert [tool["name"] for tool in tools] == names
    assert peer.ask("tools/list", {"cursor": "nonsense"})["error"]["code"] == -32602
    assert peer.memory(action="write", type="fact", content="我对花生过敏 🥜")["result"] == "ADDED"
    peer._next_id = 0  # it counts its calls from 1 again
    (item,) = peer.memory(action="recall", keyword="花生")["items"]
    assert item["content"] == "我对花生过敏 🥜"
    whole = companion.tool("memory", action="read")
    assert [fact["content"] for fact in whole["facts"]] == ["我对花生过敏 🥜"]
    peer.send({"type": "mcp", "session_id": "abc", "payload": {"id": 9, "jsonrpc": "2.0"}})
    answer = peer.receive()
    assert (answer["session_id"], answer["payload"]["id"]) == ("abc", 9)
    assert answer["payload"]["error"]["code"] == -32600


def test_requests_of_the_newest_revision_are_answered_too(desk, cloud):
    server = cloud()
    desk("--cloud", server.url())
    peer = server.accept()
    peer.greet()
    answer = peer.ask("tools/list", NEWEST)
    assert answer["result"]["tools"][0]["name"] == "memory"


def test_wrong_arguments_and_a_full_list_are_words_and_no_errors(desk, cloud):
    """These servers speak errors aloud, and drop their text before the model sees it."""
    server = cloud()
    desk("--cloud", server.url())
    peer = server.accept()
    peer.greet()
    for arguments in (
        {"action": "dance"},
        {"action": "write", "type": "fact"},
        {"action": "write", "type": "fact", "content": "长" * 500},
        {"action": "delete", "id": "kzzzz"},
        {"action": "recall", "start_date": "yesterday"},
    ):
        said = peer.memory(**arguments)  # asserts isError false
        assert said["status"] == "error"
        assert "action" not in said
        assert said["message"]
    unknown = peer.ask("tools/call", {"name": "self.reboot", "arguments": {}})
    assert unknown["error"]["code"] == -32602
    assert "self.reboot" in unknown["error"]["message"]
    assert "arguments" not in unknown


def fill(companion, character):
    """As many memories as there may be, each as long as it may be, of this character."""
    size = len(character.encode())
    kinds = {"fact": (240, 20), "moment": (300, 10), "trait": (120, 10), "goal": (120, 5)}
    kinds["schedule"] = (180, 8)
    for kind, (most, count) in kinds.items():
        for number in range(count):
            more = {"content": f"{number:02}" + character * ((most - 2) // size)}
            more["topic"] = character * (60 // size)
            if kind == "schedule":
                more["datetime"] = f"2026-02-{number + 6:02} 10:00"
            if kind in ("trait", "goal"):
                del more["topic"]
            said = companion.tool("memory", action="write", type=kind, **more)
            assert said["result"] == "ADDED", said


@pytest.mark.sample(1)
@pytest.mark.parametrize("character", ['"', "\\", "😀", "长", "\x01", '\\"\n'], ids=ascii)
def test_an_answer_fits_the_channel_whatever_is_remembered(desk, cloud, character):
    """Peer.receive refuses a message over 7,500 bytes; those of the servers' own lose it whole."""
    server, endpoint = cloud(), cloud()
    companion = desk(
        "--cloud",
        server.url(),
        "--cloud",
        endpoint.url("endpoint+ws"),
        "--now",
        "2026-02-05T14:00",
    )
    fill(companion, character)
    whole = companion.tool("memory", action="read")
    peer, other = server.accept(), endpoint.accept()
    peer.greet("0123456789abcdef0123456789abcdef-session")
    for version in ("2024-11-05", "2025-11-25", None):
        meta = NEWEST if version is None else {}
        for number, way in enumerate((peer, other)):
            if version is not None:
                ask(way, number, "initialize", protocolVersion=version, capabilities={})
            for arguments in (
                {"action": "read"},
                {"action": "read", "type": "fact"},
                {"action": "recall", "limit": 50},
                {"action": "recall", "keyword": character, "limit": 50},
                {"action": "delete", "content": character},
                {"action": "write", "type": "fact", "content": character * 300},
                {"action": character * 200, "type": character * 200},
            ):
                said = ask(way, number, "tools/call", name="memory", arguments=arguments, **meta)
                result = said["result"]
                text = json.loads(result["content"][0]["text"])
                assert text["message"]
                if "structuredContent" in result:
                    assert result["structuredContent"] == text
                if arguments == {"action": "read"}:
                    assert text["profile"] == whole["profile"]
                    shown = len(text["facts"]) + text.get("more", {}).get("facts", 0)
                    assert shown == text["counts"]["facts"] == 20
                if arguments["action"] == "recall" and "keyword" not in arguments:
                    assert text["count"] + text["more"] == 53
                    assert text["count"] > 0


def ask(peer, is_endpoint, method, **params):
    """A request of either kind of cloud; the whole answer."""
    if is_endpoint:
        return peer.request("x_n_1", method, **params)
    return peer.ask(method, params)


@pytest.mark.sample(1)
def test_what_is_said_over_the_channel_is_remembered(desk, cloud):
    server = cloud()
    companion = desk("--cloud", server.url(), *NOW)
    peer = server.accept()
    peer.greet()
    peer.send({"type": "stt", "text": "我叫王浩宇"})
    peer.send({"type": "stt", "text": "我叫王浩宇"})
    peer.send({"type": "stt", "text": "% self_memory_write 我喜欢榴莲"})
    peer.send({"type": "llm", "emotion": "happy", "text": "😀"})
    peer.speak("你好，我喜欢听你说话", "我住在云上")
    peer.send({"type": "stt", "text": "我喜欢打篮球"})
    peer.send(b"\x01" * 60)
    peer.send({"type": "goodbye", "session_id": "s-1"})
    assert peer.closed() == 1000
    companion.wait_event("extracted", 2)
    assert extracted(companion) == [("name", "王浩宇"), ("like", "打篮球")]
    whole = companion.tool("memory", action="read")
    assert whole["profile"] == {"name": "王浩宇"}
    again = server.accept()
    again.greet()
    assert again.memory(action="read")["profile"] == {"name": "王浩宇"}


@pytest.mark.sample(1)
@pytest.mark.parametrize("end", ["close", "cut", "silence"])
def test_however_a_conversation_ends_what_was_said_is_kept(desk, cloud, end):
    server = cloud()
    companion = desk("--cloud", server.url(), *NOW, "--speed", 20 if end == "silence" else 1)
    peer = server.accept()
    peer.greet()
    peer.send({"type": "stt", "text": "我喜欢打篮球"})
    if end != "silence":
        peer.memory(action="read")  # answered after the words have come
        getattr(peer, end)()
    companion.wait_event("extracted")
    assert extracted(companion) == [("like", "打篮球")]


def test_the_device_comes_back_after_a_crash_of_the_server(desk, cloud):
    server = cloud()
    companion = desk("--cloud", server.url(), "--speed", 10)
    for number in range(3):
        peer = server.accept()
        peer.greet(f"s-{number}")
        wait_told(companion, "xiaozhi open", number + 1)
        peer.ask("tools/call", {"name": "memory", "arguments": {"action": "read"}})
        peer.cut()
        wait_told(companion, "not open", number + 1)
    assert companion.request("ping")["result"] == {}


def test_a_server_that_comes_later_is_found_and_each_reason_told_once(desk, cloud):
    server = cloud()
    port = server.port
    server.stop()
    companion = desk("--cloud", f"ws://127.0.0.1:{port}/", "--speed", 20)
    wait_told(companion, "nobody answers there")
    assert companion.request("ping")["result"] == {}
    late = cloud(port=port)
    late.accept().greet()
    wait_told(companion, "xiaozhi open")
    assert len(told(companion, "nobody answers there")) == 1


@pytest.mark.thorough
def test_a_server_that_refuses_is_not_hammered(desk, cloud):
    server = cloud(refuse=HTTPStatus.UNAUTHORIZED)
    companion = desk("--cloud", server.url(), "--speed", 50)
    assert server.knocked.acquire(timeout=20)
    wait_told(companion, "HTTP status 401")
    # The next try comes after 450 seconds at least, 9 of ours.
    assert not server.knocked.acquire(timeout=3)
    server.refuse = None
    server.accept()


def test_a_server_that_says_no_in_words_is_left_and_its_words_are_told(desk, cloud):
    server = cloud()
    companion = desk("--cloud", server.url())
    peer = server.accept()
    peer.receive()
    peer.send("认证失败")
    peer.close()
    wait_told(companion, "认证失败")
    wait_told(companion, "not open")


def test_a_server_without_a_hello_is_left_after_ten_seconds(desk, cloud):
    server = cloud()
    companion = desk("--cloud", server.url(), "--speed", 20)
    peer = server.accept()
    peer.receive()
    assert peer.closed() == 1000
    wait_told(companion, "no hello in 10 s")
    server.accept()


@pytest.mark.thorough
def test_a_server_that_is_silent_but_answers_pings_is_kept(desk, cloud):
    server = cloud()
    companion = desk("--cloud", server.url(), "--speed", 30)
    peer = server.accept()
    peer.greet(None)
    wait_told(companion, "xiaozhi open")
    with pytest.raises(AssertionError, match="said nothing"):
        peer.receive(timeout=5)  # 150 s of the device's, 120 would be its end
    assert peer.ask("ping") == {"jsonrpc": "2.0", "id": 1, "result": {}}
    assert peer.connection.ping(b"x").wait(10)


def test_odd_messages_neither_end_nor_fill_anything(desk, cloud):
    server = cloud()
    companion = desk("--cloud", server.url())
    peer = server.accept()
    peer.greet()
    for number in range(300):
        peer.send({"type": f"unknown-{number % 5}", "data": "x" * 100})
        peer.send(["type", "mcp"])
        peer.send("not json " + str(number))
        peer.send({"type": "tts", "state": "stop"})
        peer.send({"type": "stt", "text": None})
        peer.send(b"audio outside of speech")
    peer.send({"type": "system", "command": "reboot"})
    peer.send({"type": "listen", "state": "start", "mode": "realtime"})
    peer.connection.send(["{\"type\":\"mcp\",\"payload\":{\"jsonrpc\":\"2.0\",", '"id":"x_n_1",'
                          '"method":"ping"}}'])  # fmt: skip
    answer = peer.receive()
    assert answer["payload"] == {"jsonrpc": "2.0", "id": "x_n_1", "result": {}}
    wait_told(companion, "not done, since no setting allows it: reboot")
    assert len([event for event in companion.events if event["event"] == "log"]) < 14


def test_several_calls_at_once_are_all_answered(desk, cloud):
    server = cloud()
    desk("--cloud", server.url())
    peer = server.accept()
    peer.greet()
    for number in range(12):
        arguments = {"action": "write", "type": "fact", "content": f"事实 {number}"}
        params = {"name": "memory", "arguments": arguments}
        payload = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
        peer.send({"type": "mcp", "session_id": "s-1", "payload": payload})
    answers = [peer.receive() for _ in range(12)]
    assert sorted(answer["payload"]["id"] for answer in answers) == list(range(12))
    assert peer.memory(action="read", type="fact")["count"] == 12


def test_a_typed_line_wakes_the_device_and_is_what_the_owner_says(cloud, desk):
    server = cloud()
    companion = desk("--cloud", server.url(), *NOW, typed=True)
    companion.send("我叫王浩宇。")
    peer = server.accept()
    peer.greet()
    said = peer.receive()
    assert said == {
        "session_id": "s-1",
        "type": "listen",
        "state": "detect",
        "text": "我叫王浩宇。",
    }
    peer.send({"type": "stt", "text": "我叫王浩宇"})  # how xinnan's server repeats it
    peer.speak("你好")
    peer.close()
    companion.wait_event("extracted")
    companion.send("我喜欢打篮球")  # does not wait for the back-off
    peer = server.accept()
    peer.greet("s-2")
    assert peer.receive()["text"] == "我喜欢打篮球"
    peer.close()
    companion.wait_event("extracted", 2)
    assert extracted(companion) == [("name", "王浩宇"), ("like", "打篮球")]


@pytest.mark.thorough
def test_the_cloud_stands_beside_stdio_and_http(desk, cloud):
    server = cloud()
    companion = desk("--cloud", server.url(), "--stdio", "--port", "0")
    peer = server.accept()
    peer.greet()
    companion.initialize()
    assert companion.tool("memory", action="write", type="like", content="茶")["result"] == "ADDED"
    assert peer.memory(action="read")["preferences"]["likes"][0]["content"] == "茶"
    assert companion.stop() == 0
    assert peer.closed() == 1001


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "url",
    ["ws://no-such-host.invalid/", "wss://127.0.0.1:1/", "endpoint+ws://127.0.0.1:1/?token=x"],
)
def test_a_cloud_that_is_not_there_leaves_the_device_as_it_is(desk, url):
    companion = desk("--cloud", url)
    wait_told(companion, "not open")
    assert companion.request("ping")["result"] == {}


@pytest.mark.thorough
def test_a_cloud_that_speaks_garbage_is_left(desk, cloud):
    """Our own HTTP server will do: it is none."""
    other = desk()
    port = other.url.split(":")[2].split("/")[0]
    chip = other.command[other.command.index("--flash") + 1]
    companion = desk("--flash", chip + "2", "--cloud", f"ws://127.0.0.1:{port}/")
    wait_told(companion, "HTTP status 40")
    assert companion.request("ping")["result"] == {}


def test_a_server_behind_tls_is_reached_once_its_root_is_trusted(
    desk, cloud, tmp_path, run_mpy, flash
):
    files = certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*files)
    server = cloud(ssl=context)
    companion = desk("--flash", flash, "--cloud", server.url("wss"))
    wait_told(companion, "signed by nobody but itself")
    assert companion.tool("self.get_device_status")["tls"] == {"verify": True, "own_roots": 0}
    companion.stop()
    trusts(run_mpy, flash, files[0])
    companion = desk("--flash", flash, "--cloud", server.url("wss"))
    assert companion.tool("self.get_device_status")["tls"] == {"verify": True, "own_roots": 1}
    peer = server.accept()
    peer.greet()
    content = "我住在杭州" * 10
    assert peer.memory(action="write", type="fact", content=content)["result"] == "ADDED"
    for _ in range(3):
        assert peer.memory(action="read")["facts"][0]["content"] == content


@pytest.mark.sample(1)
@pytest.mark.parametrize("says", [b"", b"HTTP/1.1 101 Switching", b"\x16\x03\x01\x00\x00"])
def test_a_server_that_stops_in_the_handshake_is_left_in_time(desk, says):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        companion = desk("--cloud", f"ws://127.0.0.1:{port}/", "--speed", 20)
        connection, _ = listener.accept()
        with connection:
            connection.sendall(says)
            wait_told(companion, "no answer in time")
            assert companion.request("ping")["result"] == {}


@pytest.mark.thorough
def test_a_server_that_stops_amid_a_message_is_left_and_the_device_serves_others(desk, cloud):
    server = cloud(ping_interval=None)
    companion = desk("--cloud", server.url(), "--speed", 30)
    peer = server.accept()
    peer.greet()
    wait_told(companion, "xiaozhi open")
    peer.connection.socket.sendall(b"\x81\x7e\x10\x00half of a message")
    assert companion.request("ping")["result"] == {}
    wait_told(companion, "nothing heard for 120 s")
    again = server.accept()
    again.greet()
    assert again.ask("ping")["result"] == {}


def test_what_is_typed_waits_for_a_server_that_listens(desk, cloud):
    server = cloud(refuse=HTTPStatus.SERVICE_UNAVAILABLE)
    companion = desk("--cloud", server.url(), *NOW, "--speed", 10, typed=True)
    wait_told(companion, "HTTP status 503")
    companion.send("我叫王浩宇")
    assert server.knocked.acquire(timeout=20)
    server.refuse = None
    server.accept().close(1011)  # without a hello
    peer = server.accept()
    peer.greet()
    assert peer.receive()["text"] == "我叫王浩宇"
    peer.close()
    companion.wait_event("extracted")
    assert extracted(companion) == [("name", "王浩宇")]
    server.accept().greet()


def setting(run_mpy, flash, name, value):
    """Keep a setting on the chip, as the owner does at the prompt."""
    run_mpy(
        "import sys\nfrom firmware.system.settings import Settings\n"
        f"Settings({{}}).set({name!r}, {value!r})",
        flash=flash,
    )


@pytest.mark.thorough
def test_where_a_setting_wants_it_the_device_connects_only_when_woken(desk, cloud, run_mpy, flash):
    setting(run_mpy, flash, "cloud_stay", False)
    server = cloud()
    companion = desk("--flash", flash, "--cloud", server.url(), "--speed", 20, typed=True)
    with pytest.raises(AssertionError, match="no connection"):
        server.accept(timeout=2)
    companion.send("在吗")
    peer = server.accept()
    peer.greet()
    assert peer.receive()["text"] == "在吗"
    peer.close()
    wait_told(companion, "not open")
    with pytest.raises(AssertionError, match="no connection"):
        server.accept(timeout=2)
    companion.send("还在吗")
    again = server.accept()
    again.greet()
    assert again.receive()["text"] == "还在吗"


@pytest.mark.thorough
def test_where_a_setting_allows_it_a_server_restarts_the_device_which_forgets_nothing(
    desk, cloud, run_mpy, flash
):
    setting(run_mpy, flash, "cloud_reboot", True)
    server = cloud()
    companion = desk("--flash", flash, "--cloud", server.url(), *NOW)
    peer = server.accept()
    peer.greet()
    peer.send({"type": "stt", "text": "我喜欢打篮球"})
    peer.send({"type": "system", "command": "reboot"})
    assert peer.closed() == 1000
    companion.wait_event("ready", 2)
    assert extracted(companion) == [("like", "打篮球")]
    again = server.accept()
    again.greet()
    assert again.memory(action="read")["preferences"]["likes"][0]["content"] == "打篮球"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "line", ["", "   ", "x" * 3000, "\ud83d".encode("utf-8", "surrogatepass"), b"\xff\xfe"]
)
def test_a_line_that_is_no_speech_wakes_nobody_and_the_next_one_does(desk, cloud, line):
    server = cloud()
    companion = desk("--cloud", server.url(), typed=True)
    peer = server.accept()
    peer.greet()
    raw = line if isinstance(line, bytes) else line.encode()
    companion.process.stdin.buffer.write(raw + b"\n")
    companion.send("你好")
    assert peer.receive()["text"] == "你好"


@pytest.mark.thorough
def test_with_stdin_closed_nothing_is_read_as_typed(desk, cloud):
    """The chip's file would be opened in its place."""
    server = cloud()
    companion = desk(
        "--cloud", server.url(), start=("bash", "-c", 'exec "$0" "$@" <&-', SIM), typed=True
    )
    peer = server.accept()
    peer.greet()
    assert peer.memory(action="write", type="fact", content="我住在杭州")["result"] == "ADDED"
    assert peer.seen == []
    assert [event for event in companion.events if event.get("module") == "typed"] == []


def test_a_cloud_kept_on_the_chip_needs_no_option(desk, cloud, run_mpy, flash):
    server = cloud()
    setting(run_mpy, flash, "cloud", server.url(path="/a?token=" + "x" * 300))
    setting(run_mpy, flash, "cloud_token", "kept")
    desk("--flash", flash)
    peer = server.accept()
    peer.greet()
    assert peer.connection.request.path == "/a?token=" + "x" * 300
    assert server.requests[0]["authorization"] == "Bearer kept"


# -- an MCP endpoint -----------------------------------------------------------------------------


def test_an_endpoint_calls_with_string_ids_and_without_waiting(desk, cloud):
    server = cloud()
    companion = desk("--cloud", server.url("endpoint+ws", "/mcp/?token=a.b"), *NOW)
    peer = server.accept()
    wait_told(companion, "endpoint open")
    assert peer.connection.request.path == "/mcp/?token=a.b"
    info = {"name": "xiaozhi-mcp-client", "version": "1"}
    hello = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": info}
    for id, method, params in (
        ("5f_n_1", "initialize", hello),
        (None, "notifications/initialized", {}),
        ("5f_n_2", "tools/list", {}),
        (0, "ping", {}),
        ("5f_s_x", "ping", {}),
    ):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        peer.send(message if id is None else {**message, "id": id})
    answers = {}
    for _ in range(4):
        answer = peer.receive()
        answers[answer["id"]] = answer["result"]
    assert answers[0] == answers["5f_s_x"] == {}
    assert answers["5f_n_1"]["protocolVersion"] == "2024-11-05"
    assert answers["5f_n_2"]["tools"][0]["name"] == "memory"
    arguments = {"action": "write", "type": "fact", "content": "我住在杭州"}
    said = peer.request("5f_n_3", "tools/call", name="memory", arguments=arguments)
    assert json.loads(said["result"]["content"][0]["text"])["result"] == "ADDED"
    wrong = peer.request("5f_n_4", "tools/call", name="memory", arguments={"action": "x"})
    assert wrong["result"]["isError"] is False
    peer.send("not json")
    assert peer.receive()["error"]["code"] == -32700


@pytest.mark.thorough
def test_a_replaced_connection_is_closed_before_the_next_and_a_second_lies_between(desk, cloud):
    server = cloud()
    companion = desk("--cloud", server.url("endpoint+ws"))
    peer = server.accept()
    peer.close(1000, "新连接替换")
    wait_told(companion, "新连接替换")
    again = server.accept()
    assert again.request(1, "ping")["result"] == {}
    waited = [event for event in companion.events if event.get("module") == "cloud"]
    assert len(waited) >= 2


@pytest.mark.sample(1)
@pytest.mark.parametrize("scheme", ["ws", "endpoint+ws"])
def test_a_server_that_closes_in_good_order_is_gone_to_again_within_seconds(desk, cloud, scheme):
    """Some close what is idle before the minute that begins the waits anew."""
    server = cloud()
    companion = desk("--cloud", server.url(scheme), "--speed", 10)
    for number in range(1, 12):  # doubled each time, the last would be 50 s here
        peer = server.accept(4)
        if scheme == "ws":
            peer.greet()
        wait_told(companion, "open: ws", 2 * number - 1)
        peer.close(1000 + number % 2)


@pytest.mark.thorough
def test_a_wrong_token_is_not_tried_again_soon(desk, cloud):
    server = cloud()
    companion = desk("--cloud", server.url("endpoint+ws"), "--speed", 50)
    server.accept().close(1008, "token")
    wait_told(companion, "token (1008)")
    with pytest.raises(AssertionError, match="no connection"):
        server.accept(timeout=3)
    server.accept()


@pytest.mark.thorough
def test_a_connection_that_brings_nothing_is_made_anew_once(desk, cloud):
    """As after the take-over of some servers: it stays open and is forgotten."""
    server = cloud()
    companion = desk("--cloud", server.url("endpoint+ws"), "--speed", 60)
    first = server.accept()
    assert first.closed() == 1000
    second = server.accept()
    with pytest.raises(AssertionError, match="said nothing"):
        second.receive(timeout=7)  # 420 s of the device's
    assert second.request("a", "ping")["result"] == {}
    wait_told(companion, "nothing was asked for 300 s")


def test_several_clouds_at_once(desk, cloud):
    server, endpoint = cloud(), cloud()
    companion = desk(
        "--cloud", server.url(), "--cloud", endpoint.url("endpoint+ws"), "--cloud",
        "mqtt://127.0.0.1:1"
    )  # fmt: skip
    peer, other = server.accept(), endpoint.accept()
    peer.greet()
    assert peer.memory(action="write", type="like", content="茶")["result"] == "ADDED"
    said = other.request(1, "tools/call", name="memory", arguments={"action": "read"})
    assert "茶" in said["result"]["content"][0]["text"]
    assert companion.request("ping")["result"] == {}
