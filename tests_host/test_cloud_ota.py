"""The companion with the OTA service that says where to connect (--cloud http://)."""

import pytest
from gateway import Gateway
from ota_server import OTAServer
from standin import Cloud

NOW_MS = 1772359200500  # 2026-03-01 10:00 UTC


@pytest.fixture
def gateway():
    with Gateway() as one:
        yield one


@pytest.fixture
def websocket():
    one = Cloud()
    yield one
    one.stop()


def mqtt(gateway, **more):
    return {
        "endpoint": f"127.0.0.1:{gateway.port}",
        "client_id": "GID_test@@@aa_bb@@@u",
        "username": "s3cret-user",
        "password": "s3cret-word",
        "publish_topic": "device-server",
        "subscribe_topic": "null",
        **more,
    }


def place(websocket):
    return {"url": websocket.url().partition("?")[0], "token": "s3cret-token"}


def wait_log(companion, part):
    count = 0
    while not any(part in event.get("text", "") for event in companion.events):
        count += 1
        companion.wait_event("log", count)


def test_the_device_goes_to_the_broker_it_is_told(desk, gateway):
    answer = {
        "mqtt": mqtt(gateway),
        "server_time": {"timestamp": NOW_MS, "timezone_offset": 480},
    }
    with OTAServer((200, answer)) as server:
        companion = desk("--cloud", server.url, "--now", "unset")
        line = gateway.accept()
        assert line.connect["client_id"] == "GID_test@@@aa_bb@@@u"
        said = line.call(
            "memory", action="write", type="schedule", content="买菜", datetime="2026-03-02 08:00"
        )
        assert said["result"] == "ADDED"  # so it knows the day
    assert "s3cret" not in companion.transcript()


def test_the_device_goes_to_the_websocket_it_is_told(desk, websocket):
    with OTAServer((200, {"websocket": place(websocket)})) as server:
        companion = desk("--cloud", server.url)
        peer = websocket.accept()
        peer.greet()
        assert websocket.requests[0]["authorization"] == "Bearer s3cret-token"
        assert websocket.requests[0]["client-id"] == server.requests[0][1]["Client-Id"]
        assert peer.memory(action="read")["status"] == "ok"
    assert "s3cret" not in companion.transcript()


def test_where_both_are_told_the_line_that_stands_is_taken(desk, gateway, websocket):
    with OTAServer((200, {"websocket": place(websocket), "mqtt": mqtt(gateway)})) as server:
        desk("--cloud", server.url)
        assert gateway.accept().rpc("ping")["result"] == {}
    assert websocket.requests == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("broken", ["refused", "nobody there", "no such endpoint"])
def test_where_the_broker_cannot_be_had_the_websocket_is_taken(desk, websocket, broken):
    with Gateway(b"\x20\2\0\5") as gateway:
        told = mqtt(gateway)
        if broken == "nobody there":
            gateway.close()
        elif broken == "no such endpoint":
            told["endpoint"] = "127.0.0.1:port"
        with OTAServer((200, {"websocket": place(websocket), "mqtt": told})) as server:
            desk("--cloud", server.url)
            if broken == "refused":
                gateway.accept()
            assert websocket.accept().greet()["version"] == 1


def test_an_unbound_device_tells_its_code_and_connects_when_it_is_bound(desk, gateway):
    bound = {"mqtt": mqtt(gateway)}
    code = {"code": "123456", "message": "console\n123456", "challenge": "c"}
    with OTAServer(
        (200, {**bound, "activation": code}), (200, bound), activate=[(202, {}), (200, b"success")]
    ) as server:
        companion = desk("--cloud", server.url, "--speed", "10")
        event = companion.wait_event("activation")
        assert event["code"] == "123456"
        assert "123456" in event["message"]
        assert "控制台" in event["message"]
        assert gateway.accept().rpc("ping")["result"] == {}
        assert [path for path, _, _ in server.requests][1] == "/xiaozhi/ota/activate"


@pytest.mark.thorough
def test_a_device_that_was_told_once_goes_there_while_the_service_is_away(desk, gateway):
    with OTAServer((200, {"mqtt": mqtt(gateway)})) as server:
        first = desk("--cloud", server.url)
        gateway.accept().rpc("ping")
        first.kill()
    again = desk("--cloud", server.url)
    line = gateway.accept()
    assert line.connect["password"] == "s3cret-word"
    wait_log(again, "going where it said last time")
    assert "s3cret" not in again.transcript()


@pytest.mark.thorough
def test_a_service_that_comes_back_is_asked_again_meanwhile_the_device_lives(desk, gateway):
    answers = [(500, b"")] * 3 + [(200, {"mqtt": mqtt(gateway)})]
    with OTAServer(*answers) as server:
        companion = desk("--cloud", server.url, "--speed", "20")
        assert companion.request("ping")["result"] == {}
        assert gateway.accept().rpc("ping")["result"] == {}
        assert len(server.requests) == 4


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/ota/", "http://nowhere.invalid/", "https://127.0.0.1:1/"]
)
def test_without_a_network_the_device_is_as_it_was(desk, url):
    companion = desk("--cloud", url)
    wait_log(companion, "again in 10 s")
    assert companion.tool("memory", action="read")["status"] == "ok"
    assert companion.stop() == 130


def test_a_licensed_device_proves_who_it_is(desk, gateway, run_mpy, flash):
    run_mpy(
        "from firmware.system.settings import Settings\n"
        "settings = Settings({})\n"
        "settings.set('serial_number', 'SN-0001')\n"
        "settings.set('licence_key', '01' * 32)\n",
        flash=flash,
    )
    bound = {"mqtt": mqtt(gateway)}
    code = {"code": "1", "challenge": "challenge-abc"}
    with OTAServer(
        (200, {**bound, "activation": code}), (200, bound), activate=[(200, b"")]
    ) as server:
        companion = desk("--flash", flash, "--cloud", server.url)
        gateway.accept()
    assert server.requests[0][1]["Serial-Number"] == "SN-0001"
    vector = "759d4b52624d2f1169abe7bd7d14804bcee98cb8fc42f47e9e536620f4e722f5"
    assert server.requests[1][2]["hmac"] == vector
    assert "0101" not in companion.transcript()


def test_a_line_typed_before_there_is_a_place_is_told_to_be_lost(desk):
    with OTAServer((500, b"")) as server:
        companion = desk("--cloud", server.url, typed=True)
        server.wait_requests(1)
        companion.send("你好")
        wait_log(companion, "nobody yet")
