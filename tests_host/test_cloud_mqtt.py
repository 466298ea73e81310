"""The companion with a XiaoZhi cloud over MQTT + UDP at the other end (--cloud mqtt://)."""

import json

import pytest
from gateway import Audio, Gateway, publication

NOW = ("--now", "2026-02-05T14:00")


@pytest.fixture
def gateway():
    with Gateway() as one:
        yield one


@pytest.fixture
def audio():
    one = Audio()
    yield one
    one.close()


def wait_log(companion, part):
    count = 0
    while not any(part in event.get("text", "") for event in companion.events):
        count += 1
        companion.wait_event("log", count)


def handshake(line):
    """What a gateway does as soon as CONNECT has come; the names of the tools it finds."""
    params = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "g"}}
    assert line.rpc("initialize", params)["result"]["serverInfo"]["name"] == "xiaozhi-pet"
    line.push(
        {"type": "mcp", "payload": {"jsonrpc": "2.0", "method": "notifications/initialized"}}
    )
    tools, page = [], line.rpc("tools/list", {})["result"]
    while True:
        tools += page["tools"]
        assert len(json.dumps(page, ensure_ascii=False).encode()) < 8000
        if "nextCursor" not in page:
            return [tool["name"] for tool in tools]
        page = line.rpc("tools/list", {"cursor": page["nextCursor"]})["result"]


def greet(line, audio, session="s1"):
    """Answer the hello that the device sends when the line has settled, or somebody speaks."""
    hello = line.expect("hello")
    assert (hello["version"], hello["transport"], hello["features"]["mcp"]) == (3, "udp", True)
    line.push(audio.hello(session))


def test_the_url_says_all_that_a_broker_wants(desk, gateway):
    desk(
        "--cloud",
        f"mqtt://pet:s%40lz@127.0.0.1:{gateway.port}/up/%E4%BD%A0?client_id=GID@@@x&keepalive=99",
    )
    line = gateway.accept()
    assert line.connect == {
        "clean": True, "keepalive": 99,
        "client_id": "GID@@@x", "username": "pet", "password": "s@lz",
    }  # fmt: skip
    line.push({"type": "mcp", "payload": {"jsonrpc": "2.0", "id": 1, "method": "ping"}})
    topic, _ = line.messages.get(timeout=30)
    assert topic == "up/你"


def test_memory_is_written_and_found_before_any_hello(desk, gateway):
    companion = desk("--cloud", f"mqtt://127.0.0.1:{gateway.port}/device-server", *NOW)
    line = gateway.accept()
    group, mac = line.connect["client_id"].split("@@@")
    assert (group, len(mac.split("_"))) == ("GID_default", 6)
    names = ["memory", "pet", "memory_statistics", "forget", "self.get_device_status"]
    names += ["search_memory", "todo", "search_conversation_traces", "remember", "attachment"]
    assert handshake(line) == names
    said = line.call("memory", action="write", type="fact", content="我对花生过敏 🥜")
    assert said["result"] == "ADDED"
    (item,) = line.call("memory", action="recall", keyword="花生")["items"]
    assert item["content"] == "我对花生过敏 🥜"
    assert line.call("memory", action="write", type="age", content="abc")["status"] == "error"
    (fact,) = companion.tool("memory", action="read")["facts"]
    assert fact["content"] == "我对花生过敏 🥜"


def test_what_is_said_in_a_session_is_remembered_at_its_end(desk, gateway, audio):
    companion = desk("--cloud", f"mqtt://127.0.0.1:{gateway.port}/", *NOW)
    line = gateway.accept()
    greet(line, audio)
    line.push({"type": "stt", "text": "% memory", "session_id": "s1"})
    line.push({"type": "stt", "text": "我叫王浩", "session_id": "s1"})
    line.push({"type": "tts", "state": "start", "session_id": "s1"})
    line.push({"type": "tts", "state": "sentence_start", "text": "你好王浩", "session_id": "s1"})
    line.push({"type": "tts", "state": "stop", "session_id": "s1"})
    line.push({"type": "goodbye", "session_id": "s1"})
    event = companion.wait_event("extracted")
    assert (event["kind"], event["content"]) == ("name", "王浩")
    assert line.call("memory", action="read")["profile"]["name"] == "王浩"


@pytest.mark.thorough
def test_words_said_before_the_line_broke_are_not_lost(desk, gateway, audio):
    companion = desk("--cloud", f"mqtt://127.0.0.1:{gateway.port}/", *NOW)
    line = gateway.accept()
    greet(line, audio)
    line.push({"type": "stt", "text": "我住在杭州", "session_id": "s1"})
    assert line.rpc("ping")["result"] == {}
    line.hang_up()
    assert companion.wait_event("extracted")["content"] == "杭州"
    assert companion.tool("memory", action="read")["profile"]["location"] == "杭州"


@pytest.mark.thorough
def test_a_typed_line_is_said_to_the_cloud(desk, gateway, audio):
    companion = desk("--cloud", f"mqtt://127.0.0.1:{gateway.port}/", typed=True)
    line = gateway.accept()
    companion.send("你好，今天有什么安排？")
    greet(line, audio)
    listen = line.expect("listen")
    assert (listen["state"], listen["text"]) == ("detect", "你好，今天有什么安排？")


def test_audio_is_counted_and_hurts_nobody(desk, gateway, audio):
    companion = desk("--cloud", f"mqtt://127.0.0.1:{gateway.port}/", typed=True)
    line = gateway.accept()
    companion.send("唱歌")
    greet(line, audio)
    line.expect("listen")
    line.push({"type": "tts", "state": "start", "session_id": "s1"})
    line.push({"type": "goodbye", "session_id": "s1"})
    wait_log(companion, "audio: 0 packets")
    assert handshake(line)


def test_a_restart_is_done_where_a_setting_allows_it_only(desk, gateway):
    companion = desk("--cloud", f"mqtt://127.0.0.1:{gateway.port}/")
    line = gateway.accept()
    line.push({"type": "system", "command": "reboot"})
    wait_log(companion, "no setting allows it")
    assert handshake(line)


def test_an_orderly_end_says_goodbye_to_cloud_and_broker(desk, gateway, audio):
    options = ("--stdio", "--speed", "5")  # a session begins by itself
    companion = desk(*options, "--cloud", f"mqtt://127.0.0.1:{gateway.port}/")
    line = gateway.accept()
    greet(line, audio)
    line.push({"type": "stt", "text": "我叫王浩", "session_id": "s1"})
    line.rpc("ping")
    assert companion.stop() == 0
    assert companion.wait_event("extracted")["content"] == "王浩"
    assert line.expect("goodbye")["session_id"] == "s1"
    assert [line.receive(), line.receive()] == ["disconnect", None]


def test_the_rest_of_the_device_goes_on_while_half_a_packet_is_missing(desk, gateway):
    """Not a byte more comes until the device has answered somebody else."""
    companion = desk("--cloud", f"mqtt://127.0.0.1:{gateway.port}/")
    line = gateway.accept()
    message = {"type": "mcp", "payload": {"jsonrpc": "2.0", "id": 5, "method": "ping"}}
    data = publication(message)
    for at in (1, 2, 5, 40):
        line.send(data[:at])
        assert companion.request("ping")["result"] == {}
        data = data[at:]
    line.send(data)
    assert line.expect("mcp")["payload"]["id"] == 5


@pytest.mark.thorough
def test_the_cloud_stands_beside_stdio(desk, gateway):
    companion = desk("--stdio", "--cloud", f"mqtt://127.0.0.1:{gateway.port}/")
    companion.initialize()
    line = gateway.accept()
    line.call("memory", action="write", type="like", content="绿茶")
    (like,) = companion.tool("memory", action="read")["preferences"]["likes"]
    assert like["content"] == "绿茶"
    assert companion.stop() == 0


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "url", ["mqtt://127.0.0.1:1/up", "mqtt://nowhere.invalid/", "mqtts://127.0.0.1:1/"]
)
def test_a_broker_that_is_not_there_leaves_the_device_as_it_is(desk, url):
    companion = desk("--cloud", url)
    wait_log(companion, "no line to the broker")
    assert companion.request("ping")["result"] == {}
    assert companion.stop() == 130


@pytest.mark.sample(1)
@pytest.mark.parametrize("url", ["mqtt:///up", "mqtt://h:99999/", "mqtt://h/?keepalive=x"])
def test_a_url_that_cannot_be_is_told(desk, url):
    companion = desk("--cloud", url)
    wait_log(companion, "not a place to connect to")
    assert companion.request("ping")["result"] == {}


def test_neither_login_nor_session_key_is_logged(desk, audio):
    with Gateway(b"\x20\2\0\5") as gateway:
        companion = desk("--cloud", f"mqtt://s3cret:s3cret@127.0.0.1:{gateway.port}/")
        gateway.accept()
        wait_log(companion, "not allowed")
    said = companion.transcript().split("\n", 1)[1]
    assert "s3cret" not in said
    assert audio.key.hex() not in said
