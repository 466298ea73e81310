"""The companion as it is flashed, where / is the chip's own file system: as on a board."""

import json
from pathlib import Path

import pytest
from bare_board import BareBoard
from esp_idf_defs.partitions import PartitionTable

from sim import stage
from tools.flashing import app_files

# What MicroPython does after a reset; and stdin for a way in, at whose end the companion ends.
START = """
def run(name):
    with open(name) as file:
        text = file.read()
    exec(compile(text, name, "exec"), globals())

run("boot.py")
sys.path.append(sys.path.pop(sys.path.index("/rom/sim/port")))  # built in on a board
import network  # which asks the desk's board for the networks in reach
del sys.modules["board"]
import board
assert not board.__file__.startswith("/rom")
board.SETTINGS["stdio"] = True
run("main.py")
"""


@pytest.fixture
def board(micropython: Path, flash: Path) -> BareBoard:
    """A board with the companion's files on it."""
    rows = PartitionTable.from_csv((stage.ROOT / "partitions.csv").read_text())
    files = rows.find_by_name("vfs")
    with flash.open("r+b") as chip:
        chip.seek(files.offset)
        chip.write(app_files.image(files.size, "devkit"))
    return BareBoard(micropython, flash)


def test_the_companion_starts_from_its_chip_alone_and_remembers(board: BareBoard) -> None:
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "a"}}
    hello["clientInfo"] = {"name": "a", "version": "1"}
    fact = {"action": "write", "type": "fact", "content": "喜欢下雨天"}
    found = {"action": "recall", "keyword": "下雨"}
    assert answer(board, hello, fact)["result"] == "ADDED"
    assert answer(board, hello, found)["count"] == 1


def answer(board: BareBoard, hello: dict, arguments: dict) -> dict:
    """One start, one call of the tool `memory`; its answer."""
    call = {"name": "memory", "arguments": arguments}
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call},
    ]
    said = board.run(START, stdin="".join(json.dumps(one) + "\n" for one in asked).encode())
    replies = {reply.get("id"): reply for reply in map(json.loads, said.splitlines())}
    text: dict = json.loads(replies[2]["result"]["content"][0]["text"])
    return text
