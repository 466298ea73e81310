"""
The MQTT + UDP channel against a stand-in for the gateway, and whatever else may sit at its port.
"""

import json
import os
import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gateway import Audio, Gateway, packet, publication
from mqtt_pet import LIMIT_S, Pet, Start, started

pytestmark = pytest.mark.sample(2)


@pytest.fixture
def pet(micropython: Path) -> Iterator[Start]:
    yield from started(micropython)


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    with Gateway() as one:
        yield one


@pytest.fixture
def audio() -> Iterator[Audio]:
    one = Audio()
    yield one
    one.close()


def _initialize(device: Any) -> None:
    """What the gateway does right after CONNECT, before any hello and without a session."""
    params = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "g"}}
    answer = device.rpc("initialize", params)
    assert answer["result"]["protocolVersion"] == "2024-11-05"
    device.push(
        {"type": "mcp", "payload": {"jsonrpc": "2.0", "method": "notifications/initialized"}}
    )


def _session(pet: Pet, gateway: Gateway, audio: Audio, id: str = "s1") -> Any:
    """Connected, woken, greeted: a session is open."""
    line = gateway.accept()
    pet.do("wake")
    hello = line.expect("hello")
    assert (hello["version"], hello["transport"]) == (3, "udp")
    line.push(audio.hello(id))
    pet.wait("state", state="ready")
    return line


def test_the_device_says_who_it_is_and_subscribes_to_nothing(pet: Start, gateway: Gateway) -> None:
    pet(gateway.port, client_id="GID@@@aa_bb", username="你好", password="geheim", keepalive=90)
    line = gateway.accept()
    assert line.connect == {
        "clean": True,
        "keepalive": 90,
        "client_id": "GID@@@aa_bb",
        "username": "你好",
        "password": "geheim",
    }
    assert "result" in line.rpc("ping")  # the next packet is this answer: no SUBSCRIBE came


def test_without_login_there_is_none_and_the_keepalive_is_240_s(
    pet: Start, gateway: Gateway
) -> None:
    pet(gateway.port)
    assert gateway.accept().connect == {"clean": True, "keepalive": 240, "client_id": "pet"}


def test_tools_are_answered_before_any_hello_and_without_a_session(
    pet: Start, gateway: Gateway
) -> None:
    pet(gateway.port, publish_topic="up")
    line = gateway.accept()
    _initialize(line)
    tools = line.rpc("tools/list", {})["result"]["tools"]
    assert [tool["name"] for tool in tools] == ["echo", "long"]
    assert line.call("echo", words="我家猫叫团子 🐱") == {"words": "我家猫叫团子 🐱"}


def test_what_the_device_publishes_goes_to_its_topic(pet: Start, gateway: Gateway) -> None:
    pet(gateway.port, publish_topic="设备/up")
    line = gateway.accept()
    line.push({"type": "mcp", "payload": {"jsonrpc": "2.0", "id": 1, "method": "ping"}})
    topic, message = line.messages.get(timeout=LIMIT_S)
    assert (topic, message["session_id"]) == ("设备/up", "")


def test_a_session_is_opened_spoken_in_and_ended_by_the_cloud(
    pet: Start, gateway: Gateway, audio: Audio
) -> None:
    one = pet(gateway.port)
    line = _session(one, gateway, audio)
    one.do("listen")
    assert line.expect("listen") == {
        "session_id": "s1", "type": "listen", "state": "start", "mode": "auto",
    }  # fmt: skip
    line.push({"type": "stt", "text": "我对花生过敏", "session_id": "s1"})
    assert one.wait("heard", role="owner")["text"] == "我对花生过敏"
    line.push({"type": "tts", "state": "start", "session_id": "s1"})
    line.push({"type": "tts", "state": "sentence_start", "text": "记住了。", "session_id": "s1"})
    assert one.wait("heard", role="companion")["text"] == "记住了。"
    line.push({"type": "goodbye", "session_id": "another"})
    assert line.call("echo", still="here") == {"still": "here"}
    line.push({"type": "goodbye", "session_id": "s1"})
    one.wait("ended")
    assert line.call("echo", a=1) == {"a": 1}  # no goodbye in return, and the line stays


def test_a_device_that_is_stopped_while_it_connects_says_goodbye_and_ends(
    pet: Start, gateway: Gateway
) -> None:
    gateway.admit = b""
    one = pet(gateway.port)
    line = gateway.accept()
    one.do("close")
    one.ask("beats")  # orders are obeyed in turn: close() has returned
    line.send(b"\x20\2\0\0")
    assert line.receive() == "disconnect"
    one.wait("over", why=None)


def test_audio_comes_down_and_goes_up_through_udp(
    pet: Start, gateway: Gateway, audio: Audio
) -> None:
    one = pet(gateway.port)
    line = _session(one, gateway, audio)
    datagram, device = audio.socket.recvfrom(2000)
    assert audio.open(datagram) == b"\x58"  # silence, from which the gateway knows the address
    one.do("speak", "an Opus packet")
    datagram, device = audio.socket.recvfrom(2000)
    assert struct.unpack_from(">I", datagram, 12)[0] == 2
    assert audio.open(datagram) == b"an Opus packet"
    line.push({"type": "tts", "state": "start"})
    one.wait("state", state="speaking")
    audio.socket.sendto(audio.seal(b"\x11" * 100), device)
    assert one.wait("played") == {"what": "played", "size": 100, "first": 0x11}
    audio.socket.sendto(audio.seal(b"\x22" * 90, 1), device)  # heard already
    audio.socket.sendto(b"noise", device)
    audio.socket.sendto(audio.seal(b"\x33" * 80, 7), device)
    assert one.wait("played")["first"] == 0x33
    line.push({"type": "goodbye", "session_id": "s1"})
    one.wait_log("audio: 2 packets, 5 lost, 2 refused")


def test_a_new_hello_begins_the_sequences_anew(pet: Start, gateway: Gateway, audio: Audio) -> None:
    one = pet(gateway.port)
    line = _session(one, gateway, audio)
    one.do("speak", "x")
    for sequence in (1, 2):
        datagram, _ = audio.socket.recvfrom(2000)
        assert struct.unpack_from(">I", datagram, 12)[0] == sequence
    line.push({"type": "goodbye", "session_id": "s1"})
    one.wait("ended")
    one.do("wake")
    line.expect("hello")
    line.push(audio.hello("s2"))
    one.wait("state", state="ready")
    datagram, _ = audio.socket.recvfrom(2000)
    assert struct.unpack_from(">I", datagram, 12)[0] == 1


@pytest.mark.parametrize(
    "udp",
    [
        None,
        [],
        {"key": "00" * 15},
        {"key": "zz" * 16},
        {"nonce": 5},
        {"encryption": "aes-256-gcm"},
        {"port": 0},
        {"port": "8884"},
        {"server": None},
    ],
)
def test_a_hello_that_audio_cannot_be_opened_with_ends_the_session_only(
    pet: Start, gateway: Gateway, audio: Audio, udp: Any
) -> None:
    one = pet(gateway.port)
    line = gateway.accept()
    one.do("wake")
    line.expect("hello")
    hello = audio.hello("s1")
    hello["udp"] = {**hello["udp"], **udp} if isinstance(udp, dict) else udp
    line.push(hello)
    one.wait("ended")
    assert line.expect("goodbye")["session_id"] == "s1"
    assert line.call("echo", a=1) == {"a": 1}


def test_the_device_says_goodbye_when_it_ends(pet: Start, gateway: Gateway, audio: Audio) -> None:
    one = pet(gateway.port)
    line = _session(one, gateway, audio)
    one.do("close")
    assert line.expect("goodbye") == {"session_id": "s1", "type": "goodbye"}
    assert [line.receive(), line.receive()] == ["disconnect", None]
    assert one.wait("over")["why"] is None


def test_answers_stay_below_what_gateways_take(pet: Start, gateway: Gateway) -> None:
    pet(gateway.port)
    line = gateway.accept()
    request: dict[str, Any] = {"name": "long", "arguments": {"fill": "猫", "count": 2300}}
    text = line.rpc("tools/call", request)["result"]["content"][0]["text"]
    assert text == "猫" * 2300
    request["arguments"]["count"] = 5000
    assert "too long" in line.rpc("tools/call", request)["error"]["message"]


def test_eight_calls_at_once_are_all_answered(pet: Start, gateway: Gateway) -> None:
    pet(gateway.port)
    line = gateway.accept()
    for id in range(8):
        params = {"name": "echo", "arguments": {"number": id}}
        payload = {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}
        line.push({"type": "mcp", "payload": payload})
    answers = [line.expect("mcp")["payload"] for _ in range(8)]
    assert sorted(answer["id"] for answer in answers) == list(range(8))
    for answer in answers:
        assert json.loads(answer["result"]["content"][0]["text"]) == {"number": answer["id"]}


@pytest.mark.parametrize("size", [8193, 20000, 3000000])
def test_a_message_that_is_too_long_is_left_out_without_being_held(
    pet: Start, gateway: Gateway, size: int
) -> None:
    one = pet(gateway.port)  # its heap has 512 KB
    line = gateway.accept()
    line.send(publication(b"x" * size))
    assert line.call("echo", a=1) == {"a": 1}
    one.wait_log("a message of %d bytes is left out" % size)


def test_the_longest_message_is_taken(pet: Start, gateway: Gateway) -> None:
    pet(gateway.port)
    line = gateway.accept()
    payload: dict[str, Any] = {"jsonrpc": "2.0", "id": 7, "method": "ping"}
    message = json.dumps({"type": "mcp", "payload": payload}).encode()
    line.send(publication(message + b" " * (8192 - len(message))))
    assert line.expect("mcp")["payload"]["id"] == 7


@pytest.mark.parametrize(
    "noise",
    [
        publication(b""),
        publication(b"", ""),
        publication(b"\xff\xfe"),
        publication(b"not json"),
        publication([1, 2]),
        publication({"type": "unheard of"}),
        publication({"type": "goodbye"}),
        publication({"type": "hello", "transport": "udp"}),
        publication(b"{}", "a/" * 300),
        packet(0x90, b"\0\1\x80"),  # SUBACK of a refusal
        packet(0x90, b""),
        packet(0x40, b"\0\1"),
        packet(0x20, b"\0\0"),  # a second CONNACK
        packet(0xD0, b""),
        packet(0x90, b"x" * 1000),
        packet(0x34, b"\0\1t\0\1secret of QoS 2"),
    ],
)
def test_what_means_nothing_here_changes_nothing(
    pet: Start, gateway: Gateway, noise: bytes
) -> None:
    pet(gateway.port)
    line = gateway.accept()
    line.send(noise)
    assert line.call("echo", a=1) == {"a": 1}


def test_a_message_of_qos_1_is_acknowledged(pet: Start, gateway: Gateway) -> None:
    """The gateway sends none, a broker may; umqtt answers it."""
    pet(gateway.port)
    line = gateway.raw()
    line.settimeout(LIMIT_S)
    line.recv(1000)
    line.sendall(b"\x20\2\0\0" + packet(0x32, b"\0\1t\x12\x34{}"))
    assert line.recv(100) == b"\x40\x02\x12\x34"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "broken",
    [
        b"\0\0",
        b"\xf0\0",
        b"\x10\0",
        b"\x30\x80\x80\x80\x80\x01",
        b"\x30\x01\0",
        b"\x30\x04\xff\xffab",
        b"\x36\x05\0\1tab",
        b"\xd0\x01\0",
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
    ],
)
def test_what_is_no_mqtt_ends_the_connection_and_a_new_one_is_made(
    pet: Start, gateway: Gateway, broken: bytes
) -> None:
    one = pet(gateway.port, speed=True)
    gateway.accept().send(broken)
    one.wait_log("not MQTT")
    assert gateway.accept().call("echo", a=1) == {"a": 1}


@pytest.mark.thorough
def test_a_line_that_broke_is_made_again_after_a_minute(pet: Start, gateway: Gateway) -> None:
    one = pet(gateway.port, speed=True)
    for _ in range(2):
        line = gateway.accept()
        assert line.call("echo", a=1) == {"a": 1}
        line.hang_up()
        one.wait_log("the line to the broker broke")


@pytest.mark.thorough
def test_a_line_that_is_closed_on_one_side_is_made_again(pet: Start, gateway: Gateway) -> None:
    one = pet(gateway.port, speed=True)
    line = gateway.accept()
    line.connection.shutdown(socket.SHUT_WR)
    one.wait_log("the line to the broker broke")
    assert line.receive() is None
    assert gateway.accept().call("echo", a=1) == {"a": 1}


def test_a_session_ends_with_its_line_and_begins_anew_on_the_next(
    pet: Start, gateway: Gateway, audio: Audio
) -> None:
    one = pet(gateway.port)
    _session(one, gateway, audio).hang_up()
    one.wait("ended")
    one.do("say", "你好")  # does not wait for the minute
    line = gateway.accept()
    line.expect("hello")
    line.push(audio.hello("s2"))
    assert line.expect("listen")["text"] == "你好"


@pytest.mark.thorough
def test_a_broker_that_comes_later_is_found(pet: Start) -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        one = pet(port, speed=True)
        one.wait_log("no line to the broker")
    with Gateway(port=port) as gateway:
        assert gateway.accept().call("echo", a=1) == {"a": 1}


def test_who_has_somewhere_else_to_go_gives_up_at_once(pet: Start) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        one = pet(closed.getsockname()[1], else_where=1)
        assert "nobody answers there" in one.wait("over")["why"]


@pytest.mark.parametrize(
    ("admit", "why"),
    [
        (b"\x20\2\0\5", "not allowed"),
        (b"\x20\2\0\4", "login"),
        (b"\x20\2\0\x77", "own reason"),
        (b"\x30\2\0\0", "no CONNACK"),
        (b"\x20\3\0\0\0", "no CONNACK"),
        (b"SSH-2.0-x\r\n", "not MQTT"),
    ],
)
def test_a_broker_that_does_not_let_the_device_in_is_left(
    pet: Start, admit: bytes, why: str
) -> None:
    with Gateway(admit) as gateway:
        one = pet(gateway.port, else_where=1)
        gateway.accept()
        assert why in one.wait("over")["why"]


@pytest.mark.thorough
def test_pings_keep_a_quiet_line_alive(pet: Start, gateway: Gateway) -> None:
    one = pet(gateway.port, speed=True, keepalive=60)
    line = gateway.accept()
    assert [line.receive() for _ in range(3)] == ["ping"] * 3
    assert one.logged[-1].find("connected") > 0


@pytest.mark.thorough
def test_a_broker_that_answers_no_ping_is_left(pet: Start, gateway: Gateway) -> None:
    one = pet(gateway.port, speed=True, keepalive=60)
    line = gateway.raw()
    line.recv(1000)
    line.sendall(b"\x20\2\0\0")
    one.wait_log("a ping was not answered")
    gateway.accept()


@pytest.mark.thorough
def test_a_packet_that_never_ends_is_given_up(pet: Start, gateway: Gateway) -> None:
    one = pet(gateway.port, speed=True)
    gateway.accept().send(publication({"type": "stt", "text": "x" * 100})[:50])
    one.wait_log("the rest of a packet did not come")
    gateway.accept()


@pytest.mark.thorough
def test_a_packet_in_single_bytes_holds_up_nobody(pet: Start, gateway: Gateway) -> None:
    """After each byte the device must have gone on before the next one comes."""
    one = pet(gateway.port)
    line = gateway.accept()
    message = {"type": "mcp", "payload": {"jsonrpc": "2.0", "id": 1, "method": "ping"}}
    for byte in publication(message):
        line.send(bytes([byte]))
        before = one.ask("beats")["count"]
        while one.ask("beats")["count"] == before:
            pass
    assert line.expect("mcp")["payload"]["id"] == 1


@pytest.mark.thorough
def test_a_peer_that_reads_nothing_is_left_and_the_loop_goes_on(
    pet: Start, gateway: Gateway
) -> None:
    one = pet(gateway.port, speed=True)
    line = gateway.raw()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.recv(1000)
    line.sendall(b"\x20\2\0\0")
    params = {"name": "long", "arguments": {"fill": "x", "count": 7000}}
    payload = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    call = publication({"type": "mcp", "payload": payload})
    sender = threading.Thread(target=_send_for_ever, args=(line, call), daemon=True)
    sender.start()
    one.wait_log("no answer in time")
    assert one.ask("beats")["count"] > 0
    line.close()
    sender.join(LIMIT_S)


def _send_for_ever(line: socket.socket, data: bytes) -> None:
    try:
        while True:
            line.sendall(data)
    except OSError:
        return


@pytest.mark.thorough
def test_a_thousand_messages_and_reconnects_leave_nothing_behind(
    pet: Start, gateway: Gateway, audio: Audio
) -> None:
    one = pet(gateway.port)
    used, files = [], []
    for turn in range(6):
        line = gateway.accept()
        if turn:
            line.expect("hello")
            line.push(audio.hello("s%d" % turn))
        for number in range(150):
            line.send(publication(b"x" * (number * 131 % 9000)))
            assert line.call("echo", n=number) == {"n": number}
        used.append(one.ask("heap")["used"])
        files.append(len(os.listdir(f"/proc/{one.process.pid}/fd")))
        if turn < 5:
            line.hang_up()
            one.wait_log("the line to the broker broke")
            one.logged.clear()
            one.do("wake")
    assert used[-1] <= used[1] * 1.05, used
    assert files[-1] == files[1], files


def test_a_handshake_that_nobody_answers_is_given_up(pet: Start, gateway: Gateway) -> None:
    """TLS: the device has said its hello, and nothing comes."""
    one = pet(gateway.port, else_where=1, speed=True, tls=True)
    line = gateway.raw()
    assert line.recv(1000)[:2] == b"\x16\x03"
    assert one.ask("beats")["count"] > 0
    assert "no answer in time" in one.wait("over")["why"]


def test_a_handshake_that_is_answered_with_nonsense_is_given_up(
    pet: Start, gateway: Gateway
) -> None:
    one = pet(gateway.port, else_where=1, tls=True)
    line = gateway.raw()
    line.recv(1000)
    line.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    one.wait("over")


def test_secrets_are_not_logged(pet: Start) -> None:
    with Gateway(b"\x20\2\0\4") as gateway:
        one = pet(gateway.port, else_where=1, username="s3cret-user", password="s3cret-word")
        gateway.accept()
        one.wait("over")
        one.close()
        assert "s3cret" not in "".join(one.logged) + os.linesep.join(map(str, one.said))
