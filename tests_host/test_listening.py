"""What the device listens at, as the kernel knows it; and who it answers beyond the loopback."""

import ast
import http.client
import ipaddress
import json
import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import device
import pytest
from desk import Desk
from gateway import Audio, Gateway
from mqtt_pet import Start, started

PING = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})
_LISTENS = 0x0A
_CONNECTED = 0x01


class Socket:
    """One of a process's sockets: protocol, (address, port) here and there, the kernel's state."""

    def __init__(self, protocol: str, row: "list[str]"):
        self.protocol = protocol
        self.here, self.there = _place(row[1]), _place(row[2])
        self.state = int(row[3], 16)


def _place(text: str) -> "tuple[str, int]":
    address, _, port = text.partition(":")
    words = [address[at : at + 8] for at in range(0, len(address), 8)]
    packed = b"".join(struct.pack("=I", int(word, 16)) for word in words)
    return str(ipaddress.ip_address(packed)), int(port, 16)


def sockets(pid: int) -> "list[Socket]":
    """All Internet sockets of a process."""
    own = set()
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            own.add(os.readlink(f"/proc/{pid}/fd/{name}"))
        except FileNotFoundError:
            continue  # closed meanwhile
    found = []
    for protocol in ("tcp", "tcp6", "udp", "udp6"):
        path = Path(f"/proc/{pid}/net/{protocol}")
        for line in path.read_text().splitlines()[1:] if path.exists() else ():
            row = line.split()
            if f"socket:[{row[9]}]" in own:
                found.append(Socket(protocol, row))
    return found


def settle(micropython: Path, flash: Path, **settings: object) -> None:
    """Have the device on this chip keep these settings, as its owner does at the prompt."""
    if not flash.exists():
        flash.write_bytes(b"\xff" * (16 << 20))
    code = "import json, sys\nfrom firmware.system.settings import Settings\n"
    code += "for name, value in json.loads(sys.argv[1]).items():\n Settings({}).set(name, value)\n"
    ran = device.run_code(micropython, code, json.dumps(settings), flash=flash, heap="4M")
    assert ran.status == 0, ran


def asked(desk: Desk, address: str, **headers: "str | None") -> int:
    """The status of a ping to the device at that address, with other headers than usual."""
    port = urlsplit(desk.url).port
    link = http.client.HTTPConnection(address, port, timeout=30)
    given = {"Content-Type": "application/json", "Authorization": f"Bearer {desk.token}"}
    changed = {name.replace("_", "-"): value for name, value in headers.items()}
    sent = {name: value for name, value in {**given, **changed}.items() if value is not None}
    link.request("POST", "/mcp", PING, sent)
    status = link.getresponse().status
    link.close()
    return status


@pytest.mark.parametrize("options", [(), ("--fixtures",), ("--speed", "10")], ids=str)
def test_nothing_listens_beyond_the_loopback_unless_a_setting_says_so(
    desk: Callable[..., Desk], options: "tuple[str, ...]"
) -> None:
    one = desk(*options)
    assert one.post(json.loads(PING))[0] == 200
    listening = [each for each in sockets(one.process.pid) if each.state == _LISTENS]
    assert [each.here for each in listening] == [("127.0.0.1", urlsplit(one.url).port)]
    assert [each for each in sockets(one.process.pid) if each.protocol.startswith("udp")] == []


def test_on_stdio_nothing_listens_at_all(desk: Callable[..., Desk]) -> None:
    one = desk("--stdio")
    one.initialize()
    assert sockets(one.process.pid) == []


@pytest.fixture
def pet(micropython: Path) -> Iterator[Start]:
    yield from started(micropython)


def test_what_is_dialled_out_hears_nobody_but_the_other_end(pet: Start) -> None:
    audio = Audio()
    with Gateway() as gateway:
        one = pet(gateway.port)
        line = gateway.accept()
        one.do("wake")
        line.expect("hello")
        line.push(audio.hello("s1"))
        one.wait("state", state="ready")
        found = sockets(one.process.pid)
        assert {each.protocol for each in found} == {"tcp", "udp"}
        for each in found:
            port = audio.port if each.protocol == "udp" else gateway.port
            assert (each.state, each.there) == (_CONNECTED, ("127.0.0.1", port))
    audio.close()


@pytest.mark.parametrize("options", [(), ("--fixtures",)], ids=["", "http_open"])
def test_beyond_the_loopback_a_key_is_asked_for_whatever_else_is_set(
    desk: Callable[..., Desk], micropython: Path, tmp_path: Path, options: "tuple[str, ...]"
) -> None:
    settle(micropython, tmp_path / "desk.flash", http_host="0.0.0.0")
    one = desk(*options)
    listening = [each for each in sockets(one.process.pid) if each.state == _LISTENS]
    assert [each.here for each in listening] == [("0.0.0.0", urlsplit(one.url).port)]
    assert len(one.token) == 32
    assert asked(one, "127.0.0.1") == 200
    for key in (None, "", "Bearer", "Bearer x"):
        assert asked(one, "127.0.0.1", Authorization=key) == 401


@pytest.mark.thorough
def test_in_a_network_it_answers_to_its_own_names_alone(
    desk: Callable[..., Desk], micropython: Path, tmp_path: Path
) -> None:
    settle(
        micropython,
        tmp_path / "desk.flash",
        http_host="0.0.0.0",
        allowed_hosts="pet.local Home.example",
        allowed_origins="http://localhost:6274 https://chat.example",
    )
    one = desk()
    own = urlsplit(one.url).hostname
    assert own not in (None, "0.0.0.0")
    assert asked(one, own) == 200  # at the address of `ready`, by that name
    for name in ("localhost", "pet.local", "PET.local:8720", "home.example", "127.0.0.1:1"):
        assert asked(one, "127.0.0.1", Host=name) == 200, name
    for name in ("evil.example", "0.0.0.0", "10.255.255.254", "pet.local.evil", "localhost:x"):
        assert asked(one, "127.0.0.1", Host=name) == 403, name
    for origin in ("http://localhost:6274", "https://chat.example", "http://pet.local"):
        assert asked(one, "127.0.0.1", Host="pet.local", Origin=origin) == 200, origin
    for origin in ("http://evil.example", "null", "https://chat.example.evil", "http://localhost"):
        assert asked(one, "127.0.0.1", Host="pet.local", Origin=origin) == 403, origin
    one.stop()
    settle(micropython, tmp_path / "desk.flash", http_host="127.0.0.1", allowed_origins="")
    again = desk()
    listening = [each for each in sockets(again.process.pid) if each.state == _LISTENS]
    assert [each.here[0] for each in listening] == ["127.0.0.1"]
    assert asked(again, "127.0.0.1", Host="pet.local", Origin="https://chat.example") == 403


def test_every_board_has_what_the_firmware_asks_of_one() -> None:
    def offered(path: Path) -> "set[str]":
        tree = ast.parse(path.read_text(encoding="utf-8"))
        return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}

    not_all_have = {"led", "microphone", "speaker"}
    desk_board = offered(device.ROOT / "sim" / "port" / "board.py") - not_all_have
    boards = sorted((device.ROOT / "firmware" / "boards").glob("[a-z]*.py"))
    assert boards
    for path in boards:
        assert desk_board <= offered(path), path
