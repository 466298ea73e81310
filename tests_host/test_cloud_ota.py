"""The companion with the OTA service that says where to connect (--cloud http://)."""

import select
import threading
import time
from contextlib import contextmanager, suppress
from http import HTTPStatus

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


REFUSED = b"\x20\2\0\5"  # CONNACK: not authorised


class Picky(Cloud):
    """Takes one token only."""

    def _asked(self, connection, request):
        right = request.headers["Authorization"] == "Bearer s3cret-new"
        self.refuse = None if right else HTTPStatus.UNAUTHORIZED
        return super()._asked(connection, request)


@contextmanager
def refusing():
    """A broker that refuses every device."""
    with Gateway(REFUSED) as broker:

        def refuse():
            with suppress(OSError, EOFError, AssertionError):
                while True:
                    broker.accept()

        thread = threading.Thread(target=refuse, daemon=True)
        thread.start()
        yield broker


def test_a_refused_login_has_the_service_asked_again(desk, gateway):
    with (
        refusing() as old,
        OTAServer((200, {"mqtt": mqtt(old)}), (200, {"mqtt": mqtt(gateway)})) as server,
    ):
        companion = desk("--cloud", server.url, "--speed", "100")
        assert gateway.accept().rpc("ping")["result"] == {}
        assert len(server.requests) == 2
        wait_log(companion, "the service is asked again")


@pytest.mark.thorough
def test_a_refused_token_is_replaced_by_what_the_service_says_and_kept_until_it_answers(desk):
    with Picky() as websocket:
        new = {**place(websocket), "token": "s3cret-new"}
        told = [(200, {"websocket": place(websocket)}), (500, b""), (200, {"websocket": new})]
        with OTAServer(*told) as server:
            first = desk("--cloud", server.url, "--speed", "100")
            websocket.accept().greet()
            assert len(server.requests) == 3
            first.kill()
        tokens = [headers["authorization"] for headers in websocket.requests]
        again = desk("--cloud", server.url)
        websocket.accept().greet()
        assert [*tokens, websocket.requests[-1]["authorization"]] == [
            *["Bearer s3cret-token"] * (len(tokens) - 1),
            *["Bearer s3cret-new"] * 2,
        ]
        assert "s3cret" not in first.transcript() + again.transcript()


@pytest.mark.thorough
def test_an_address_where_nobody_answers_for_long_has_the_service_asked_again(desk, gateway):
    gone = Cloud()
    gone.stop()
    with OTAServer((200, {"websocket": place(gone)}), (200, {"mqtt": mqtt(gateway)})) as server:
        desk("--cloud", server.url, "--speed", "100")
        assert gateway.accept().rpc("ping")["result"] == {}
        assert len(server.requests) == 2


@pytest.mark.thorough
def test_from_the_websocket_the_device_returns_to_the_broker_when_nobody_speaks(desk, websocket):
    gone = Gateway()
    gone.close()
    with OTAServer((200, {"websocket": place(websocket), "mqtt": mqtt(gone)})) as server:
        companion = desk("--cloud", server.url, "--speed", "100")
        peer = websocket.accept()
        peer.greet()
        with Gateway(port=gone.port) as back:
            peer.send({"type": "tts", "state": "start"})
            spoken_until = time.monotonic() + 8  # the broker is tried after 7.5 s at the latest
            while time.monotonic() < spoken_until:
                assert peer.ask("ping")["result"] == {}
                assert not select.select([back], [], [], 0.1)[0]
            peer.send({"type": "tts", "state": "stop"})
            back.accept()  # to see whether it answers
            assert back.accept().rpc("ping")["result"] == {}
            wait_log(companion, "the broker can be reached again")
            peer.closed()
