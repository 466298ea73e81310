"""
The smallest heap in which the companion serves: hot memory at its byte caps and 500 records
archived, read and searched over HTTP on the desk device, and the archive's upkeep while nobody
calls.

`peak_bytes` is the smallest `--heap`, in steps of 16 KB, in which all calls are answered;
`background_bytes` that in which upkeep is done as well, index and all (below it, it waits). Words
of 64 bits: code and objects take about half on the chip.
"""

import json
import shutil
import sys
from pathlib import Path

import _host

sys.path.insert(0, str(_host.ROOT / "tests_host"))

from desk import Desk, DeskError  # the desk device as tests use it

_BUDGET = 384 * 1024
_STEP_KB = 16
_LEAST_KB = 320
_MOST_KB = 640
_LONG = {"like": 60, "dislike": 60, "event": 180, "schedule": 180, "fact": 240}
_LONG |= {"trait": 120, "habit": 120, "moment": 300, "goal": 120}
_CAPS = {"like": 8, "dislike": 8, "event": 8, "schedule": 8, "fact": 20}
_CAPS |= {"trait": 10, "habit": 10, "moment": 10, "goal": 5}
_ARCHIVED = 500


def fill(device: Desk) -> None:
    """Every kind at its cap and as long as it may be; then what the archive is to hold."""
    more = {"importance": 4, "topic": "题" * 20, "emotion_type": "touched"}
    for kind, size in _LONG.items():
        for number in range(_CAPS[kind] + (_ARCHIVED if kind == "fact" else 0)):
            given = dict(more, type=kind, content=f"{kind[0]}{number:03}" + "长" * (size // 3 - 2))
            if kind in ("event", "schedule"):
                given["datetime"] = f"2030-01-{number + 1:02} 10:00"
            device.tool("memory", action="write", force=True, **given)


def call(device: Desk, **arguments: object) -> bool:
    """True where a call over HTTP is answered."""
    params = {"name": "memory", "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    status, _, body = device.post(message, MCP_Protocol_Version="2025-11-25")
    return status == 200 and "result" in json.loads(body)


def serves(options: tuple, tidy: bool) -> bool:
    """True where the companion answers in this heap; `tidy`: after the archive's upkeep."""
    try:
        with Desk(*options, *(("--speed", "20") if tidy else ())) as device:
            if tidy:
                text = device.wait_event("log")["text"]
                if not text.startswith("the archive is tidy: ") or "index" not in text:
                    return False
            asked = [{"action": "read"}, {"action": "recall", "keyword": "长长", "limit": 50}]
            asked.append({"action": "recall", "keyword": "f017"})
            asked.append({"action": "write", "type": "fact", "content": "又一件" * 20})
            return all(call(device, **arguments) for _ in range(3) for arguments in asked)
    except (DeskError, OSError):
        return False


def main() -> None:
    interpreter = _host.options(__doc__).parse_args().micropython
    _host.BUILD.mkdir(parents=True, exist_ok=True)
    full = _host.BUILD / "heap.flash"
    copy = _host.BUILD / "heap.copy.flash"
    full.unlink(missing_ok=True)
    common: tuple = ("--micropython", interpreter, "--flash")
    with Desk(*common, full, "--heap", "2M", "--stdio") as device:
        device.initialize()
        fill(device)
        device.stop()
    found = {}
    for name, tidy in (("peak_bytes", False), ("background_bytes", True)):
        found[name] = lowest(full, copy, common, tidy)
    _host.emit("heap", **found, budget_bytes=_BUDGET)
    full.unlink()
    copy.unlink()


def lowest(full: Path, copy: Path, common: tuple, tidy: bool) -> "int | None":
    """Bytes of the smallest heap that serves; None where none does."""
    low, high = _LEAST_KB // _STEP_KB, _MOST_KB // _STEP_KB + 1
    while low < high:
        middle = (low + high) // 2
        shutil.copy(full, copy)
        if serves((*common, copy, "--heap", f"{middle * _STEP_KB}K"), tidy):
            high = middle
        else:
            low = middle + 1
    return low * _STEP_KB * 1024 if low * _STEP_KB <= _MOST_KB else None


main()
