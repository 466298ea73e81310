"""Images for the tests of ./tools/chip.sh: a life on a desk chip, the tools, where things lie."""

import json
import subprocess
import sys
from pathlib import Path

import device
from desk import Desk

NVS_AT, NVS_BYTES, MEMORY_AT, MEMORY_BYTES = 0x9000, 0xC000, 0x720000, 0x300000
_TOOLS = device.ROOT / "tools"
_LIMIT_S = 60


# argv: how many records with every field there is, and as many of a kind that only a newer
# version knows; every fourth is at hand.
_EVERY_FIELD = """
import sys
sys.path.insert(0, "tests_host/on_device")
from test_cuts_of_formats import LATER, whole
for number in range(int(sys.argv[1])):
    sys.stdout.write(whole("abc%d" % number, "fact", number % 4 == 3))
    sys.stdout.write(LATER % (number, ',"hot":true' if number % 4 == 3 else ""))
"""


def every_field(micropython: Path, count: int) -> str:
    """The lines of so many records with every field, and as many of a newer version."""
    ran = device.run_code(micropython, _EVERY_FIELD, count, heap="16M")
    assert ran.status == 0, ran
    return ran.out


def chip(*arguments: object, status: int = 0) -> tuple[bytes, str]:
    """(stdout, stderr) of the tool."""
    done = subprocess.run(
        [sys.executable, _TOOLS / "chip.py", *map(str, arguments)],
        capture_output=True,
        timeout=_LIMIT_S,
        check=False,
    )
    err = done.stderr.decode()
    assert done.returncode == status, (done.stdout, err)
    assert "Traceback" not in err
    return done.stdout, err


def memory(*arguments: object, given: str = "", status: int = 0) -> bytes:
    """stdout of ./tools/memory.sh."""
    done = subprocess.run(
        [_TOOLS / "memory.sh", *map(str, arguments)],
        capture_output=True,
        input=given.encode(),
        timeout=_LIMIT_S,
        check=False,
    )
    assert done.returncode == status, done.stderr
    return done.stdout


def live(micropython: Path, path: Path) -> None:
    """Make a desk chip: a pack, segments, records revised, superseded and deleted, a snapshot."""
    lines = []
    for number in range(900):
        found = {"id": f"old{number}", "rev": 1, "kind": "fact", "created": "2025-02-05T10:00:00"}
        found |= {
            "content": f"第{number}件事 \x08\x7f “说过的话” " * 3,
            "topic": f"日子 {number % 7}",
        }
        lines.append(json.dumps(found, ensure_ascii=False, separators=(",", ":")))
    rare = every_field(micropython, 24).splitlines()
    for number, line in enumerate(rare):  # among the others, so that packs have both
        lines.insert(15 * number, line)
    for number in range(24):  # of another store, which had seen a state of a third
        found = {
            "id": f"far{number}",
            "rev": 3,
            "kind": "moment",
            "created": "2025-02-05T10:00:00",
        }
        found |= {"updated": "2025-03-05T10:00:00", "content": f"在别处说过的第{number}句"}
        found |= {"store": f"{number:032x}", "seen": [f"{number + 1:032x}:2"]}
        lines.insert(30 * number, json.dumps(found, ensure_ascii=False, separators=(",", ":")))
    lines.append(lines[7].replace('"rev":1', '"rev":4').replace("件事", "件新鲜事"))
    memory("import", "--flash", path, "-", given="\n".join(lines) + "\n")
    options = ("--flash", path, "--now", "2026-02-05T10:00", "--stdio", "--port", "0")
    with Desk("--micropython", micropython, *options) as one:
        one.initialize()
        for number in range(26):
            one.tool("memory", action="write", type="fact", content=f"{number} 号事，不要忘")
        one.tool("memory", action="write", type="fact", content="我家的猫叫咪咪，今年三岁了")
        one.tool("memory", action="write", type="fact", content="我家的猫叫咪咪，今年三岁了呀")
        one.tool("memory", action="write", type="family", relation="妈妈", name="王芳")
        when = {"datetime": "2026-02-05 20:00", "repeat": "daily"}
        one.tool("memory", action="write", type="schedule", content="吃药", **when)
        one.tool("memory", action="complete_schedule", content="吃药")
        for id in ("old3", "old500"):
            one.tool("memory", action="delete", id=id)
        one.tool("memory", action="write", type="fact", id="old4", content="改过的")
        found = one.tool("memory", action="write", type="like", content="红茶")
        one.tool("memory", action="delete", id=found["id"])
        one.tool("pet", action="feed")
        one.stop()
