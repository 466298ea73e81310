"""The OTA check and activation, against a stand-in for the service: what is asked, kept, told."""

import hashlib
import hmac
import json
import re
import socket
import threading
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from certificate import certificate, trusts
from device import Ran
from ota_server import OTAServer

pytestmark = pytest.mark.sample(2)

Run = Callable[..., Ran]

# 2026-03-01 10:00:00.500 UTC, in milliseconds.
_NOW_MS = 1772359200500
_WEBSOCKET = {"url": "ws://10.0.0.1:8000/xiaozhi/v1/", "token": "s3cret-token"}
_MQTT = {
    "endpoint": "10.0.0.1:1883",
    "client_id": "GID_test@@@02_00_00_00_00_01@@@u",
    "username": "s3cret-user",
    "password": "s3cret-password",
    "publish_topic": "device-server",
    "subscribe_topic": "devices/p2p/02_00_00_00_00_01",
}
_BOUND = {
    "server_time": {"timestamp": _NOW_MS, "timezone_offset": 480},
    "firmware": {"version": "0.1.0", "url": ""},
    "websocket": _WEBSOCKET,
    "mqtt": _MQTT,
}
_UNBOUND = {
    **_BOUND,
    "activation": {"code": "123456", "message": "xiaozhi.me\n123456", "challenge": "c-1"},
}
_TRIES = 10

_CLIENT = """
import asyncio, json, os, sys
import machine
from firmware.network import server_trust
from firmware.system import event_lines, identity, zone
from firmware.system.settings import Settings
from firmware.cloud.ota_service import OTAService, ServiceError
from firmware.system.clock import Clock
from memory.text import dates
from net.http_client import url
from firmware.cloud.endpoint_cache import EndpointCache

options = json.loads(sys.argv[2])
waits = []
event_lines.start("json")

async def sleep(seconds):
    waits.append(seconds)
    await asyncio.sleep(0)

async def main():
    licence = options.get("licence")
    if licence:
        licence = (licence, bytes([1] * 32))
    clock = Clock(zone.from_text(options["zone"]) if "zone" in options else None)
    server_trust.start(Settings({}), clock, options.get("waits_ms", 8000))
    if options.get("unset"):
        machine.RTC().datetime((2000, 1, 1, 0, 0, 0, 0, 0))
    service = OTAService(url(sys.argv[1]), identity.device_id(), identity.client_id(os.urandom),
                         options.get("language", "zh"), clock, licence, sleep)
    found = error = None
    try:
        found = await service.endpoints(options.get("tries", 10))
        EndpointCache().keep(found)
    except ServiceError as e:
        error = str(e)
    print(json.dumps({"places": found, "error": error, "waits": waits, "set": clock.is_set(),
                      "utc": machine.RTC().datetime()[:7],
                      "now": dates.iso(clock.now()), "id": identity.device_id()}))

asyncio.run(main())
"""


def _ask(run_mpy: Run, flash: Path, where: str, **options: object) -> "tuple[Any, list, str]":
    """(what the client found, its events, all it said on stderr)"""
    ran = run_mpy(_CLIENT, where, json.dumps(options), flash=flash)
    events = [json.loads(line) for line in ran.err.splitlines()]
    return ran.json(), events, ran.err


def test_a_bound_device_learns_where_to_connect(run_mpy: Run, flash: Path) -> None:
    with OTAServer((200, _BOUND)) as server:
        found, _, said = _ask(run_mpy, flash, server.url)
    assert found["places"] == {"websocket": _WEBSOCKET, "mqtt": _MQTT}
    assert (found["error"], found["waits"]) == (None, [])
    assert "s3cret" not in said


def test_the_request_is_what_the_services_read(run_mpy: Run, flash: Path) -> None:
    with OTAServer((200, _BOUND)) as server:
        found, _, _ = _ask(run_mpy, flash, server.url)
        _ask(run_mpy, flash, server.url, language="en")
    (path, headers, body), (_, second, _) = server.requests
    assert path == "/xiaozhi/ota/"
    assert headers["Device-Id"] == body["mac_address"] == found["id"]
    assert re.fullmatch(r"[0-9a-f]{2}(:[0-9a-f]{2}){5}", headers["Device-Id"])
    assert headers["Client-Id"] == second["Client-Id"] == body["uuid"]
    assert uuid.UUID(headers["Client-Id"]).version == 4
    assert (headers["Activation-Version"], headers.get("Serial-Number")) == ("1", None)
    assert headers["Content-Type"] == "application/json"
    assert re.fullmatch(r"xiaozhi-pet/\d+\.\d+\.\d+", headers["User-Agent"])
    assert (headers["Accept-Language"], second["Accept-Language"]) == ("zh-CN", "en-US")
    assert body["version"] == 2
    assert headers["User-Agent"].endswith("/" + body["application"]["version"])
    assert body["board"] == {"type": "xiaozhi-pet", "name": "desk", "mac": found["id"]}
    assert int(body["minimum_free_heap_size"]) > 0
    assert body["flash_size"] == 16 << 20
    nvs = {"label": "nvs", "type": 1, "subtype": 2, "address": 0x9000, "size": 0xC000}
    assert nvs in body["partition_table"]
    assert body["ota"]["label"] in [row["label"] for row in body["partition_table"]]


def test_the_clock_is_set(run_mpy: Run, flash: Path) -> None:
    with OTAServer((200, _BOUND)) as server:
        found, _, _ = _ask(run_mpy, flash, server.url, unset=True)
    assert found["set"]
    assert found["utc"][:6] == [2026, 3, 1, 6, 10, 0]  # a Sunday
    assert found["now"][:16] == "2026-03-01T18:00"  # in UTC+8


def test_the_owner_s_zone_counts_before_the_service_s_offset(run_mpy: Run, flash: Path) -> None:
    with OTAServer((200, _BOUND)) as server:
        found, _, _ = _ask(run_mpy, flash, server.url, unset=True, zone="Europe/Berlin")
    assert found["now"][:16] == "2026-03-01T11:00"


@pytest.mark.parametrize(
    ("time", "hour"),
    [
        ({"timestamp": _NOW_MS}, 18),
        ({"timestamp": _NOW_MS, "timezone_offset": -300}, 5),
        ({"timestamp": float(_NOW_MS), "timezone_offset": 0.0}, 10),
        ({"timestamp": 0, "timezone_offset": 480}, None),
        ({"timestamp": 5e15}, None),
        ({"timestamp": "1772359200500"}, None),
        ("soon", None),
    ],
)
def test_a_time_that_cannot_be_is_not_taken(
    run_mpy: Run, flash: Path, time: object, hour: "int | None"
) -> None:
    with OTAServer((200, {"websocket": _WEBSOCKET, "server_time": time})) as server:
        found, _, _ = _ask(run_mpy, flash, server.url, unset=True)
    assert found["places"] == {"websocket": _WEBSOCKET}
    assert found["set"] == (hour is not None)
    if hour is not None:
        assert int(found["now"][11:13]) == hour


def test_an_unbound_device_tells_its_code_until_the_owner_has_typed_it_in(
    run_mpy: Run, flash: Path
) -> None:
    pending: list[Any] = [(202, {})] * 12
    with OTAServer(
        (200, _UNBOUND), (200, _UNBOUND), (200, _BOUND), activate=[*pending, (200, b"success")]
    ) as server:
        found, events, _ = _ask(run_mpy, flash, server.url)
    told = [event for event in events if event["event"] == "activation"]
    assert len(told) == 1
    assert (told[0]["code"], told[0]["service"]) == ("123456", "xiaozhi.me 123456")
    assert "123456" in told[0]["message"]
    assert found["places"]["mqtt"] == _MQTT
    assert found["waits"] == [3] * 12
    paths = [path for path, _, _ in server.requests]
    check, activate = "/xiaozhi/ota/", "/xiaozhi/ota/activate"
    assert paths == [check, *[activate] * 10, check, *[activate] * 3, check]
    assert {body is not None and body == {} for _, _, body in server.requests[1:11]} == {True}


def test_a_code_that_changes_is_told_again(run_mpy: Run, flash: Path) -> None:
    other = {**_UNBOUND, "activation": {"code": "654321", "challenge": "c-2"}}
    refused = [(500, b"")] * 10
    with OTAServer(
        (200, _UNBOUND), (200, other), (200, _BOUND), activate=[*refused, (200, b"")]
    ) as server:
        found, events, _ = _ask(run_mpy, flash, server.url, language="en")
    told = [event for event in events if event["event"] == "activation"]
    assert [event["code"] for event in told] == ["123456", "654321"]
    assert "console" in told[0]["message"]
    assert found["waits"] == [10] * 10


def test_a_code_without_challenge_waits_for_the_next_check(run_mpy: Run, flash: Path) -> None:
    code = {**_BOUND, "activation": {"code": "123456", "message": "123456"}}
    with OTAServer((200, code), (200, _BOUND)) as server:
        found, _, _ = _ask(run_mpy, flash, server.url)
    assert [path for path, _, _ in server.requests] == ["/xiaozhi/ota/"] * 2
    assert found["waits"] == [10]


def test_a_licensed_device_proves_who_it_is(run_mpy: Run, flash: Path) -> None:
    with OTAServer((200, _UNBOUND), (200, _BOUND), activate=[(200, b"")]) as server:
        _ask(run_mpy, flash, server.url + "?region=cn", licence="SN-0001")
    _, headers, _ = server.requests[0]
    assert (headers["Activation-Version"], headers["Serial-Number"]) == ("2", "SN-0001")
    path, _, proof = server.requests[1]
    assert path == "/xiaozhi/ota/activate?region=cn"
    expected = hmac.new(bytes([1] * 32), b"c-1", hashlib.sha256).hexdigest()
    assert proof == {
        "algorithm": "hmac-sha256",
        "serial_number": "SN-0001",
        "challenge": "c-1",
        "hmac": expected,
    }


def test_ten_checks_that_fail_are_ten_tries_ever_further_apart(run_mpy: Run, flash: Path) -> None:
    with OTAServer((500, b"oops")) as server:
        found, events, _ = _ask(run_mpy, flash, server.url)
    assert (found["places"], found["error"]) == (None, "HTTP status 500")
    assert found["waits"] == [10 * 2**n for n in range(_TRIES - 1)]
    assert len(server.requests) == _TRIES
    assert [event["level"] for event in events] == ["warning"] * (_TRIES - 1)


def test_a_service_that_comes_back_is_found_again(run_mpy: Run, flash: Path) -> None:
    with OTAServer((502, b""), (200, b"\xff\xfe garbage"), (200, _BOUND)) as server:
        found, _, _ = _ask(run_mpy, flash, server.url)
    assert found["places"]["websocket"] == _WEBSOCKET
    assert found["waits"] == [10, 20]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ((200, {"success": False, "message": "request error."}), "request error."),
        ((200, {"error": "Device ID is required"}), "Device ID is required"),
        ((200, {}), "no usable section"),
        ((200, {"firmware": {"version": "9.9.9", "url": "http://x/f.bin"}}), "no usable section"),
        ((200, []), "no JSON object"),
        ((200, b"<html>"), "no JSON"),
        ((200, b""), "no JSON"),
        ((200, b'{"a":' + b"[" * 100), "no JSON"),
        ((200, b" " * 100000), "more than 8192 bytes"),
        ((404, b""), "HTTP status 404"),
        (
            (302, b"", {"Location": "http://10.9.8.7/ota/?k=s3cret"}),
            "moved to http://10.9.8.7/ota/",
        ),
        ((200, {"websocket": {"url": 5}, "mqtt": {"endpoint": ""}}), "no usable section"),
        ((200, {"websocket": {"url": "ws://x/", "token": "a\r\nX-Evil: 1"}}), "no usable section"),
        ((200, {"mqtt": {"endpoint": "x" * 129}}), "no usable section"),
    ],
)
def test_an_answer_that_is_none_is_said_to_be_so(
    run_mpy: Run, flash: Path, answer: tuple, why: str
) -> None:
    with OTAServer(answer) as server:
        found, _, said = _ask(run_mpy, flash, server.url, tries=1)
        if answer[0] == 302:
            assert len(server.requests) == 1  # not followed
    assert found["places"] is None
    assert why in found["error"]
    assert "s3cret" not in found["error"] + said


def _raw(data: bytes) -> Callable:
    return lambda out: out.write(data)


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x;x=y\r\n%b\r\n0\r\n\r\n",
        b"HTTP/1.0 200 OK\r\n\r\n%.0s%b",
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\nContent-Length: %d\n\n%b and more",
    ],
)
def test_a_body_is_read_in_each_form_that_http_has(run_mpy: Run, flash: Path, head: bytes) -> None:
    body = json.dumps({"websocket": _WEBSOCKET}).encode()
    size: Any = b"" if b"%.0s" in head else len(body)
    with OTAServer(_raw(head % (size, body))) as server:
        found, _, _ = _ask(run_mpy, flash, server.url, tries=1)
    assert found["places"] == {"websocket": _WEBSOCKET}


@pytest.mark.parametrize(
    "raw",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 5000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X: 1\r\n" * 5000 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + b"1000\r\n" + b" " * 4096 + b"\r\n1000\r\n" + b" " * 4096 + b"\r\n1\r\n \r\n",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\n\xff\xfe\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n",
        b"\xff\xfe\x00",
        b"",
    ],
)  # fmt: skip
def test_what_is_no_answer_ends_the_try_and_nothing_else(
    run_mpy: Run, flash: Path, raw: bytes
) -> None:
    with OTAServer(_raw(raw), (200, _BOUND)) as server:
        found, _, _ = _ask(run_mpy, flash, server.url)
    assert found["places"]["websocket"] == _WEBSOCKET
    assert found["waits"] == [10]


def test_nobody_there_is_a_failed_check(run_mpy: Run, flash: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        where = f"http://127.0.0.1:{closed.getsockname()[1]}/ota"
        found, _, _ = _ask(run_mpy, flash, where, tries=2)
    assert "nobody answers there" in found["error"]
    assert found["waits"] == [10]


def test_firmware_is_reported_and_not_fetched(run_mpy: Run, flash: Path) -> None:
    offered = {"version": "9.9.9", "url": "http://10.0.0.1/f.bin?sig=s3cret", "force": 0}
    with OTAServer((200, {**_BOUND, "firmware": offered})) as server:
        _, events, said = _ask(run_mpy, flash, server.url)
    (event,) = [event for event in events if event["event"] == "firmware"]
    assert (event["version"], event["url"]) == ("9.9.9", "http://10.0.0.1/f.bin")
    assert event["force"] is False
    assert "s3cret" not in said
    assert len(server.requests) == 1


def test_a_service_is_asked_in_tls_if_its_root_is_trusted(
    run_mpy: Run, flash: Path, tmp_path: Path
) -> None:
    files = certificate(tmp_path)
    with OTAServer((200, _BOUND), secure=files) as server:
        found, _, _ = _ask(run_mpy, flash, server.url, tries=1)
        assert found["places"] is None
        assert "is signed by nobody but itself" in found["error"]
        assert server.requests == []
        trusts(run_mpy, flash, files[0])
        found, _, _ = _ask(run_mpy, flash, server.url)
    assert found["places"]["mqtt"] == _MQTT


def test_a_service_in_tls_cannot_set_a_clock_that_is_not_set(
    run_mpy: Run, flash: Path, tmp_path: Path
) -> None:
    """Its certificate would be checked with the time that it gives."""
    files = certificate(tmp_path)
    trusts(run_mpy, flash, files[0])
    with OTAServer((200, _BOUND), secure=files) as server:
        found, _, _ = _ask(run_mpy, flash, server.url, tries=1, unset=True, waits_ms=100)
    assert "the clock is not set" in found["error"]
    assert (found["set"], server.requests) == (False, [])


_LOOP_LIVES = """
import asyncio, sys
from net import http_client
turns = 0

async def count():
    global turns
    while True:
        turns += 1
        await asyncio.sleep_ms(5)

async def main():
    counter = asyncio.create_task(count())
    try:
        await http_client.post(http_client.url(sys.argv[1]), (), b"{}", 8192, 1)
    except http_client.HTTPError as e:
        print(e)
    counter.cancel()
    print(turns)

asyncio.run(main())
"""


def test_a_service_that_dribbles_stops_neither_the_loop_nor_the_client(run_mpy: Run) -> None:
    """One byte at a time, while the device's loop goes on, until the client has had enough."""
    gone = threading.Event()

    def dribble(out: Any) -> None:
        try:
            out.write(b"HTTP/1.1 200 OK\r\nContent-Length: 8000\r\n\r\n")
            for _ in range(8000):
                out.write(b" ")
                out.flush()
                if gone.wait(0.05):
                    return
        except OSError:
            gone.set()

    with OTAServer(dribble) as server:
        ran = run_mpy(_LOOP_LIVES, server.url)
        gone.set()
    said, turns = ran.out.splitlines()
    assert said == "no whole answer within 1 s"
    assert int(turns) > 20
