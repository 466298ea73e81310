"""
The MQTT channel against a real broker, mosquitto (Debian's package), with a cloud behind it.

The cloud is a paho client: it has to subscribe to what the device publishes, and the device to
what it publishes, since a broker pushes nothing by itself. Named as left out where there is
no mosquitto; `.ci/run` installs it.
"""

import json
import os
import queue
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest
from certificate import certificate, der
from gateway import Audio
from mqtt_pet import LIMIT_S, Pet, Start, started

pytestmark = pytest.mark.needs("mosquitto")

UP, DOWN = "device-server", "devices/p2p/02_00_00_00_00_01"


_PATH = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"}  # where Debian puts it


class Broker:
    """mosquitto on a port of its own, which can be stopped and started again."""

    def __init__(self, folder: Path, secure: bool = False):
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = one.getsockname()[1]
        passwords = folder / "passwords"
        passwords.write_text("")
        passwords.chmod(0o600)
        command = ["mosquitto_passwd", "-b", str(passwords), "pet", "geheim"]
        subprocess.run(command, check=True)
        self._config = folder / "mosquitto.conf"
        self._config.write_text(
            f"listener {self.port} 127.0.0.1\npassword_file {passwords}\nuser root\n"
        )
        if secure:
            cert, key = certificate(folder)
            with self._config.open("a") as config:
                config.write(f"certfile {cert}\nkeyfile {key}\n")
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            ["mosquitto", "-v", "-c", self._config],
            env=_PATH,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if "running" in line:
                return
        pytest.fail("mosquitto did not start")

    def wait(self, *words: str) -> None:
        """Until the broker logs one of these."""
        assert self._process is not None
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if any(each in line for each in words):
                return
        pytest.fail(f"mosquitto ended without {words!r}")

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stderr is not None
            self._process.stderr.close()
            self._process = None


class Cloud:
    """The other end: what the device has published, and what is published to it."""

    def __init__(self, port: int):
        self._messages: queue.Queue[dict[str, Any]] = queue.Queue()
        subscribed: queue.Queue[None] = queue.Queue()
        self._client = paho.Client(paho.CallbackAPIVersion.VERSION2, "cloud")
        self._client.username_pw_set("pet", "geheim")
        self._client.on_message = lambda *found: self._messages.put(json.loads(found[2].payload))
        self._client.on_subscribe = lambda *found: subscribed.put(None)
        self._client.on_connect = self._connected
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        subscribed.get(timeout=LIMIT_S)
        self._ids = 9999

    def _connected(self, *found: object) -> None:
        self._client.subscribe(UP)

    def push(self, message: object, **options: Any) -> None:
        payload = message if isinstance(message, bytes) else json.dumps(message)
        self._client.publish(DOWN, payload, **options).wait_for_publish(LIMIT_S)

    def expect(self, kind: str) -> dict[str, Any]:
        message = self._messages.get(timeout=LIMIT_S)
        assert message["type"] == kind, message
        return message

    def call(self, **arguments: Any) -> Any:
        self._ids += 1
        params = {"name": "echo", "arguments": arguments}
        payload = {"jsonrpc": "2.0", "id": self._ids, "method": "tools/call", "params": params}
        self.push({"type": "mcp", "payload": payload})
        answer = self.expect("mcp")["payload"]
        assert answer["id"] == self._ids
        return json.loads(answer["result"]["content"][0]["text"])

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def pet(micropython: Path) -> Iterator[Start]:
    yield from started(micropython)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    one = Broker(tmp_path)
    one.start()
    yield one
    one.stop()


@pytest.fixture
def cloud(broker: Broker) -> Iterator[Cloud]:
    one = Cloud(broker.port)
    yield one
    one.close()


class LateLine:
    """
    What is between device and broker: what the device sends waits `late_s`, what it gets comes at
    once. `passed` hears of each piece before the broker has it.
    """

    def __init__(self, broker: int, late_s: float, passed: "Callable[[bytes], object]"):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._broker, self._late_s, self._passed = broker, late_s, passed
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        device = self._listener.accept()[0]
        broker = socket.create_connection(("127.0.0.1", self._broker))
        for one, other, late_s in ((device, broker, self._late_s), (broker, device, 0.0)):
            threading.Thread(target=self._pass, args=(one, other, late_s), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, late_s: float) -> None:
        try:
            while data := one.recv(4096):
                if late_s:
                    time.sleep(late_s)  # the line's own slowness
                    self._passed(data)
                other.sendall(data)
        except OSError:
            return
        finally:
            other.close()

    def close(self) -> None:
        self._listener.close()


def _start(pet: Start, broker: Broker, port: int = 0, **more: Any) -> Pet:
    """A device that is subscribed, through this port where that is not the broker's own."""
    place = {"username": "pet", "password": "geheim", "publish_topic": UP, "subscribe_topic": DOWN}
    one = pet(port or broker.port, client_id="GID@@@02_00_00_00_00_01", **{**place, **more})
    broker.wait("SUBACK to GID@@@02_00_00_00_00_01")
    return one


def test_a_session_with_tools_words_and_audio_through_a_broker(
    pet: Start,
    broker: Broker,
    cloud: Cloud,
) -> None:
    one = _start(pet, broker)
    assert cloud.call(words="我家猫叫团子 🐱") == {"words": "我家猫叫团子 🐱"}
    one.do("say", "我对花生过敏")
    cloud.expect("hello")
    audio = Audio()
    cloud.push(audio.hello("s1"))
    assert cloud.expect("listen")["text"] == "我对花生过敏"
    one.do("speak", "Opus")
    # A packet of silence comes first: it tells a gateway where the device is.
    heard = [audio.open(audio.socket.recv(2000)) for _ in range(2)]
    assert len(heard[0]) <= 3
    assert heard[1] == b"Opus"
    audio.close()
    cloud.push({"type": "tts", "state": "start", "session_id": "s1"})
    cloud.push({"type": "tts", "state": "sentence_start", "text": "记住了。", "session_id": "s1"})
    assert one.wait("heard", role="companion")["text"] == "记住了。"
    cloud.push({"type": "goodbye", "session_id": "s1"})
    one.wait("ended")
    assert cloud.call(still="here") == {"still": "here"}
    one.do("close")
    broker.wait("Received DISCONNECT from GID")


def test_the_first_word_does_not_overtake_the_message_that_it_begins(
    pet: Start,
    broker: Broker,
    cloud: Cloud,
) -> None:
    """The line to the broker is slow, that of the sound is not: `listen start` comes first."""
    order: "list[str]" = []

    def passed(data: bytes) -> None:
        if b'"start"' in data:
            order.append("listen")

    line, audio = LateLine(broker.port, 0.15, passed), Audio()
    one = _start(pet, broker, line.port)
    one.do("wake")
    cloud.expect("hello")
    cloud.push(audio.hello("s1"))
    assert len(audio.open(audio.socket.recv(2000))) <= 3  # it tells where the device is
    one.do("talk", "Opus")
    assert audio.open(audio.socket.recv(2000)) == b"Opus"
    order.append("packet")
    assert cloud.expect("listen")["state"] == "start"
    assert order == ["listen", "packet"]
    audio.close()
    one.do("close")
    broker.wait("Received DISCONNECT from GID")
    line.close()


def test_a_broker_that_starts_again_is_found_again(
    pet: Start,
    broker: Broker,
) -> None:
    one = _start(pet, broker)
    broker.stop()
    one.wait_log("the line to the broker broke")
    broker.start()
    cloud = Cloud(broker.port)
    one.do("wake")
    cloud.expect("hello")
    cloud.close()


def test_messages_of_other_qualities_and_sizes_pass_or_are_left_out(
    pet: Start,
    broker: Broker,
    cloud: Cloud,
) -> None:
    one = _start(pet, broker)
    cloud.push(b"x" * 200000)
    one.wait_log("a message of 200000 bytes is left out")
    cloud.push({"type": "mcp", "payload": {"jsonrpc": "2.0", "id": 1, "method": "ping"}}, qos=2)
    assert cloud.expect("mcp")["payload"]["id"] == 1  # subscribed with QoS 0: comes as that
    cloud.push({"type": "stt", "text": "留着"}, retain=True)
    assert one.wait("heard")["text"] == "留着"


def test_a_broker_that_knows_no_such_login_is_left(
    pet: Start,
    broker: Broker,
) -> None:
    one = pet(broker.port, else_where=1, username="pet", password="wrong")
    assert "not allowed" in one.wait("over")["why"]


@pytest.mark.thorough
def test_a_broker_keeps_a_quiet_device_that_pings(
    pet: Start,
    broker: Broker,
    cloud: Cloud,
) -> None:
    """The broker would hang up after 1.5 times 4 s; the device is 20 times as fast."""
    began = time.monotonic()
    _start(pet, broker, speed=True, keepalive=4)
    for _ in range(45):
        broker.wait("Received PINGREQ from GID")
    assert time.monotonic() - began > 6
    assert cloud.call(a=1) == {"a": 1}


def test_a_broker_is_spoken_to_in_tls(pet: Start, tmp_path: Path) -> None:
    secure = Broker(tmp_path, secure=True)
    try:
        secure.start()
        root = tmp_path / "root.der"
        root.write_bytes(der(tmp_path / "cert.pem"))
        one = _start(pet, secure, tls=True, ca=root)  # which waits for the SUBACK
        one.do("close")
        # What is sent last over TLS may be lost when the connection closes right after it.
        secure.wait("Received DISCONNECT from GID", "closed its connection", "disconnected")
    finally:
        secure.stop()


def test_a_broker_that_nobody_vouches_for_is_told_no_password(pet: Start, tmp_path: Path) -> None:
    secure = Broker(tmp_path, secure=True)
    try:
        secure.start()
        one = pet(secure.port, else_where=1, username="pet", password="geheim", tls=True)
        assert "signed by nobody but itself" in one.wait("over")["why"]
        secure.wait("unknown ca", "OpenSSL Error")
    finally:
        secure.stop()
