"""
The bridge from a serial port to stdio: with the desk device's terminal, and with a board made up
for what a good one does not do.
"""

import json
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import device
import pytest
from desk import Desk, DeskError
from fake_board import FakeBoard, Unplugged

SCRIPT = device.ROOT / "tools" / "mcp_serial.sh"
CLIENT = device.ROOT / "tests_host" / "clients" / "sdk.py"
SDK_1 = device.ROOT / ".venv" / "mcp1"
_LIMIT_S = 60


@pytest.fixture
def bridge() -> Iterator[Callable[..., Desk]]:
    """Start the bridge at a port: bridge(port, *options)."""
    started: list[Desk] = []

    def start(port: object, *options: object) -> Desk:
        started.append(Desk(port, *options, stdio=True, ready=False, start=(SCRIPT,)))
        return started[-1]

    yield start
    for one in started:
        one.close()


@pytest.fixture
def board(desk: Callable[..., Desk]) -> Desk:
    """The companion with a terminal, ready."""
    return desk("--repl")


def end(bridge: Desk) -> int:
    """Close its stdin; its exit status."""
    return bridge.stop()


def only_messages(bridge: Desk) -> list[dict[str, Any]]:
    """What is left on stdout of a bridge that has ended."""
    messages = []
    while True:
        try:
            messages.append(bridge.receive())
        except DeskError:
            return messages


# --- with the desk device


@pytest.mark.sample(1)
@pytest.mark.parametrize("sdk", ["current", "1.x"])
def test_the_official_client_writes_and_reads_chinese_and_emoji(board: Desk, sdk: str) -> None:
    env = {"PATH": os.environ["PATH"], "PYTHONSAFEPATH": "1"}
    if sdk == "1.x":
        env["PYTHONPATH"] = str(SDK_1)
    said = "喜欢和🐈‍⬛散步 in the rain"
    plan = {
        "command": [str(SCRIPT), board.ready["repl"]],
        "calls": [
            ["memory", {"action": "write", "type": "fact", "content": said}],
            ["memory", {"action": "recall", "keyword": "🐈"}],
        ],
    }
    ran = subprocess.run(
        [device.ROOT / ".venv" / "bin" / "python", CLIENT],
        input=json.dumps(plan),
        capture_output=True,
        encoding="utf-8",
        env=env,
        timeout=_LIMIT_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    played = json.loads(ran.stdout)
    assert "memory" in [tool["name"] for tool in played["tools"]]
    written, found = [json.loads(result["text"]) for result in played["results"]]
    assert written["result"] == "ADDED"
    assert [item["content"] for item in found["items"]] == [said]
    board.ready = board.wait_event("ready", 3)
    assert board.tool("memory", action="recall", keyword="🐈")["count"] == 1


@pytest.mark.thorough
def test_it_ends_with_stdin_and_the_companion_runs_again(
    board: Desk, bridge: Callable[..., Desk]
) -> None:
    between = bridge(board.ready["repl"])
    between.initialize()
    board.wait_event("ready", 2)
    written = between.tool("memory", action="write", type="fact", content="在串口上说的")
    assert written["result"] == "ADDED"
    assert end(between) == 0
    board.ready = board.wait_event("ready", 3)
    (fact,) = board.tool("memory", action="read")["facts"]
    assert fact["id"] == written["id"]
    assert between.text == []


@pytest.mark.thorough
def test_what_was_asked_before_stdin_closed_is_answered(
    board: Desk, bridge: Callable[..., Desk]
) -> None:
    between = bridge(board.ready["repl"])
    for id in range(40):
        between.send({"jsonrpc": "2.0", "id": f"猫{id}", "method": "ping"})
    assert end(between) == 0
    assert [answer["id"] for answer in only_messages(between)] == [f"猫{id}" for id in range(40)]


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_and_the_companion_runs_again(
    board: Desk, bridge: Callable[..., Desk], number: int
) -> None:
    between = bridge(board.ready["repl"])
    between.initialize()
    between.process.send_signal(number)
    assert between.wait() == 128 + number
    board.ready = board.wait_event("ready", 3)
    assert board.tool("memory", action="read")["status"] == "ok"


@pytest.mark.thorough
def test_after_the_bridge_was_killed_another_takes_over(
    board: Desk, bridge: Callable[..., Desk]
) -> None:
    first = bridge(board.ready["repl"])
    first.initialize()
    first.kill()
    second = bridge(board.ready["repl"])
    second.initialize()
    assert second.tool("memory", action="read")["status"] == "ok"
    assert end(second) == 0


@pytest.mark.thorough
def test_messages_up_to_the_limit_pass_and_longer_ones_are_refused(
    board: Desk, bridge: Callable[..., Desk]
) -> None:
    between = bridge(board.ready["repl"])
    between.initialize()
    message = {"jsonrpc": "2.0", "id": "long", "method": "ping", "params": {"x": ""}}
    room = 8192 - len(json.dumps(message))
    message["params"] = {"x": "字" * (room // 3)}
    between.send(message)
    assert between.receive() == {"jsonrpc": "2.0", "id": "long", "result": {}}
    for size in (8192, 200_000):  # refused by the board, and before it gets there
        message["params"] = {"x": "x" * size}
        between.send(message)
        assert between.receive()["error"]["code"] == -32600
    assert between.request("ping")["result"] == {}
    assert end(between) == 0


@pytest.mark.thorough
def test_control_bytes_of_the_host_do_nothing_on_the_board(
    board: Desk, bridge: Callable[..., Desk]
) -> None:
    between = bridge(board.ready["repl"])
    between.initialize()
    for byte in "\x01\x02\x03\x04\x16":
        between.send('{"jsonrpc":"2.0","id":1,"method":"ping%s"}' % byte)
        assert between.receive()["error"]["code"] == -32700
    assert between.request("ping")["result"] == {}
    assert end(between) == 0


@pytest.mark.thorough
def test_a_program_that_was_interrupted_is_taken_up_again(
    board: Desk, bridge: Callable[..., Desk]
) -> None:
    between = bridge(board.ready["repl"])
    between.initialize()
    between.tool("memory", action="write", type="fact", content="还在")
    with open(board.ready["repl"], "wb", buffering=0) as other:
        other.write(b"\x03")
    between.wait_text("the board is back")
    assert between.tool("memory", action="recall", keyword="还在")["count"] == 1
    assert end(between) == 0
    assert board.wait_event("ready", 4)


@pytest.mark.thorough
def test_a_board_that_loses_its_power_is_an_error_in_words(
    board: Desk, bridge: Callable[..., Desk]
) -> None:
    between = bridge(board.ready["repl"], "--wait", 0.1)
    between.initialize()
    board.kill()
    assert between.wait() in (1, 66)
    assert "is gone" in between.text[0]
    assert between.text[-1].startswith("mcp_serial: ")


def test_a_port_that_is_not_there_says_so(bridge: Callable[..., Desk], tmp_path: Path) -> None:
    between = bridge(tmp_path / "ttyACM7")
    between.send({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    assert between.wait() == 66
    (said,) = between.text
    assert said == f"mcp_serial: there is no port {tmp_path}/ttyACM7: is the board plugged in?"


def test_a_file_that_is_no_port_says_so(bridge: Callable[..., Desk], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    between = bridge(tmp_path / "file")
    assert between.wait() == 66
    assert "cannot be opened as a serial port" in between.text[0]


@pytest.mark.thorough
def test_a_port_in_use_says_so_and_its_user_is_not_disturbed(
    board: Desk, bridge: Callable[..., Desk]
) -> None:
    first = bridge(board.ready["repl"])
    first.initialize()
    second = bridge(board.ready["repl"])
    assert second.wait() == 73
    assert second.text == [f"mcp_serial: {board.ready['repl']} is in use by another program"]
    assert first.request("ping")["result"] == {}
    assert end(first) == 0


# --- with a board of our own


def reply(message: bytes) -> bytes:
    return (
        b'{"jsonrpc":"2.0","id":%s,"result":{}}' % json.dumps(json.loads(message)["id"]).encode()
    )


def answering(board: FakeBoard) -> None:
    """A companion that has an empty answer for everything."""
    board.grant(3)
    while (line := board.line()) != b"\x04":
        if b'"id"' in line:
            board.say(reply(line) + b"\n")
    board.say(b"\x04")


@pytest.fixture
def fake() -> Iterator[Callable[..., FakeBoard]]:
    made: list[FakeBoard] = []

    def make(program: Callable[[FakeBoard], None], **options: Any) -> FakeBoard:
        made.append(FakeBoard(program, **options))
        return made[-1]

    yield make
    for one in made:
        one.unplug()


def test_only_messages_reach_stdout_and_all_else_stderr(
    fake: Callable[..., FakeBoard], bridge: Callable[..., Desk]
) -> None:
    event = b'{"event": "log", "level": "info", "module": "a", "text": "\xe7\x8c\xab"}'

    def program(board: FakeBoard) -> None:
        board.grant(3)
        one, two = reply(board.line()), reply(board.line())
        board.say(b"ets Jul 29 2019\r\n\r\n\xff\xfe garbage \x00\r\n" + event + b"\r\n")
        board.say(b"[1, 2]\n{}\nnull\n\x16\x16" + b'{"jsonrpc": "2.0", "id": 1, "res\n')
        board.say(b"W (12) wifi: " + one + b"\r\n")
        board.say(two[:7] + b"\x06" + two[7:] + b"printed\n" + event)
        assert board.line() == b"\x04"
        board.say(b"\x04")

    board = fake(program)
    between = bridge(board.path)
    between.send({"jsonrpc": "2.0", "id": "猫", "method": "ping"})
    between.send({"jsonrpc": "2.0", "id": 2, "method": "ping"})
    assert [between.receive()["id"], between.receive()["id"]] == ["猫", 2]
    assert end(between) == 0
    assert only_messages(between) == []
    assert [one["text"] for one in between.events] == ["猫", "猫"]
    junk = ["ets Jul 29 2019", "garbage", "[1, 2]", "{}", "null", '"res', "wifi: ", "printed"]
    for line, words in zip(between.text, junk, strict=True):
        assert words in line
    board.wait_boots(2)


def test_characters_may_be_split_anywhere(
    fake: Callable[..., FakeBoard], bridge: Callable[..., Desk]
) -> None:
    text = "🐈‍⬛猫é" * 20

    def program(board: FakeBoard) -> None:
        board.grant(3)
        id = json.loads(board.line())["id"]
        answer = {"jsonrpc": "2.0", "id": id, "result": {"text": text}}
        for byte in json.dumps(answer, ensure_ascii=False).encode() + b"\r\n":
            board.say(bytes((byte,)))
        board.line()
        board.say(b"\x04")

    between = bridge(fake(program).path)
    assert between.request("x")["result"]["text"] == text
    assert end(between) == 0


def test_no_more_is_sent_than_the_board_has_room_for(
    fake: Callable[..., FakeBoard], bridge: Callable[..., Desk]
) -> None:
    asked = {"jsonrpc": "2.0", "id": 1, "method": "x", "params": {"text": "字" * 2000}}

    def program(board: FakeBoard) -> None:
        board.grant(1)
        line = b""
        while True:
            line = board.line()
            if line == b"\x04":
                break
            board.say(b'{"jsonrpc":"2.0","id":1,"result":%d}\n' % len(line))
        board.say(b"\x04")

    board = fake(program)
    between = bridge(board.path)
    between.send(asked)
    assert between.receive()["result"] == len(json.dumps(asked, ensure_ascii=False).encode())
    assert end(between) == 0
    assert board.overrun == 0


def test_a_board_that_fell_silent_is_told_again_who_asks(
    fake: Callable[..., FakeBoard], bridge: Callable[..., Desk]
) -> None:
    heard: list[list[dict[str, Any]]] = []

    def program(board: FakeBoard) -> None:
        board.grant(3)
        heard.append([])
        while (line := board.line()) != b"\x04":
            heard[-1].append(json.loads(line))
            if heard[-1][-1]["method"] == "hang":
                while len(heard) == 1:
                    board.line(grant=False)
            elif "id" in heard[-1][-1]:
                board.say(reply(line) + b"\n")
        board.say(b"\x04")

    board = fake(program)
    between = bridge(board.path, "--silence", 2)
    between.initialize()
    lost = between.request("hang")
    assert lost["error"]["code"] == -32603
    assert "not known" in lost["error"]["message"]
    assert between.request("ping")["result"] == {}
    first, second = heard
    assert second[0]["params"] == first[0]["params"]
    assert [one["method"] for one in second] == ["initialize", "notifications/initialized", "ping"]
    assert end(between) == 0
    assert only_messages(between) == []


def test_a_board_that_is_plugged_in_again_is_taken_up_again(
    fake: Callable[..., FakeBoard], bridge: Callable[..., Desk], tmp_path: Path
) -> None:
    port = tmp_path / "by-id"
    first = fake(answering)
    port.symlink_to(first.path)
    between = bridge(port)
    between.initialize()
    port.unlink()
    first.unplug()
    between.wait_text("looking for it again")
    second = fake(answering)
    port.symlink_to(second.path)
    assert between.request("ping")["result"] == {}
    assert end(between) == 0
    second.wait_boots(2)


def test_a_board_that_never_comes_back_ends_it_with_every_question_answered(
    fake: Callable[..., FakeBoard], bridge: Callable[..., Desk], tmp_path: Path
) -> None:
    def program(board: FakeBoard) -> None:
        board.grant(3)
        board.line()
        port.unlink()  # else it leads to whoever is given the number of this line next
        board.unplug()
        raise Unplugged

    port = tmp_path / "by-id"
    port.symlink_to(fake(program).path)
    between = bridge(port, "--wait", 0.3)
    between.send({"jsonrpc": "2.0", "id": "a", "method": "ping"})
    assert between.receive()["error"]["code"] == -32603
    assert between.wait() in (1, 66)
    assert all(line.startswith("mcp_serial: ") for line in between.text)


def test_a_companion_that_does_not_start_is_shown(
    fake: Callable[..., FakeBoard], bridge: Callable[..., Desk]
) -> None:
    asked = threading.Event()

    def program(board: FakeBoard) -> None:
        if len(board.codes) == 1:
            assert asked.wait(30)
            board.say(b"\x04Traceback:\r\nImportError: no module named 'board'\r\n\x04>")
            while board.line() != b"\x03":
                continue

    board = fake(program)
    between = bridge(board.path)
    between.send({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    asked.set()
    assert between.receive()["error"]["code"] == -32603
    assert between.wait() == 1
    assert "ImportError: no module named 'board'" in between.text
    assert "does not start" in between.text[-1]
    board.wait_boots(2)


@pytest.mark.thorough
def test_something_else_at_the_port_is_recognised(
    fake: Callable[..., FakeBoard], bridge: Callable[..., Desk]
) -> None:
    board = fake(answering, repl=False)
    between = bridge(board.path)
    assert between.wait() == 1
    assert between.text == [f"mcp_serial: nothing at {board.path} answers as MicroPython does"]


def test_a_host_that_reads_no_more_ends_it(
    fake: Callable[..., FakeBoard], bridge: Callable[..., Desk]
) -> None:
    board = fake(answering)
    script = f"exec '{SCRIPT}' '{board.path}' | true"
    with subprocess.Popen(
        ["bash", "-o", "pipefail", "-c", script], stdin=subprocess.PIPE, encoding="utf-8"
    ) as shell:
        assert shell.stdin is not None
        shell.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        shell.stdin.flush()
        board.wait_boots(2)
        assert shell.wait(_LIMIT_S) == 0
