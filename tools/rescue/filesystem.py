"""
File system: the files of a LittleFS partition.

LittleFS itself reads them (littlefs-python), in a process of its own with a time limit: its code
trusts what it finds and may end, or never end, on damaged metadata. What it said before that
counts. The image is not changed: it works on a copy in RAM.

    python -m tools.rescue.filesystem < partition       prints frames (see `_say`)
"""

import json
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = 4096
_LIMIT_S = 60
_FRAME = "<II"  # bytes of a JSON object, bytes of data after it
_DEEPEST = 8


class Files:
    """
    `files` {path without the leading /: bytes}; `problems` [(path or "", why)]; `mounted`;
    `blocks` that the file system has and `used` of them.
    """

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.problems: list[tuple[str, str]] = []
        self.mounted = False
        self.blank = False  # as it is before the first start
        self.blocks = self.used = 0


def read(data: bytes) -> Files:
    """The files of a partition; whatever is in it, this returns."""
    found = Files()
    head = data[: 2 * BLOCK]
    if head.count(b"\xff") == len(head):
        found.blank = data.count(b"\xff") == len(data)
        if not found.blank:
            what = "its first two blocks are erased and others are not: it mounts no more"
            found.problems.append(("", what))
        return found
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "tools.rescue.filesystem"],
            input=data,
            capture_output=True,
            timeout=_LIMIT_S,
            cwd=ROOT,
            env={"PYTHONPATH": str(ROOT)},
            check=False,
        )
        said, status = done.stdout, done.returncode
    except subprocess.TimeoutExpired as error:
        said, status = error.stdout or b"", None
    _take(said, found)
    if status is None:
        found.problems.append(("", "reading it takes forever: its metadata runs in a circle"))
    elif status != 0:
        found.problems.append(("", "reading it ends in the middle: its metadata is damaged"))
    return found


def _take(said: bytes, found: Files) -> None:
    at = 0
    while at + 8 <= len(said):
        size, more = struct.unpack_from(_FRAME, said, at)
        at += 8
        if at + size + more > len(said):
            return
        told = json.loads(said[at : at + size])
        at += size
        if "file" in told:
            found.files[told["file"]] = said[at : at + more]
        if "mounted" in told:
            found.mounted = True
            found.blocks, found.used = told["mounted"], told["used"]
        if "problem" in told:
            found.problems.append((told.get("path", ""), told["problem"]))
        at += more


# -- the child -----------------------------------------------------------------------------------


def _say(told: dict, data: bytes = b"") -> None:
    raw = json.dumps(told).encode()
    sys.stdout.buffer.write(struct.pack(_FRAME, len(raw), len(data)) + raw + data)
    sys.stdout.buffer.flush()


def _mount(data: bytes) -> "Any":
    import littlefs

    if len(data) % BLOCK:  # cut short: what is missing reads as erased
        data += b"\xff" * (BLOCK - len(data) % BLOCK)
    last = None
    # As many blocks as the file system says that it has, or as the partition has.
    for count in (0, len(data) // BLOCK):
        context = littlefs.UserContext(max(len(data), count * BLOCK))
        context.buffer[: len(data)] = data
        try:
            system = littlefs.LittleFS(
                context=context,
                mount=False,
                block_size=BLOCK,
                block_count=count,
                read_size=64,
                prog_size=64,
                cache_size=256,
                lookahead_size=96,
            )
            system.mount()
            return system
        except littlefs.LittleFSError as error:
            last = error
    raise last or OSError("no file system")


def _dump(system: "Any", folder: str, depth: int) -> None:
    import littlefs

    try:
        entries = list(system.scandir(folder or "/"))
    except littlefs.LittleFSError as error:
        _say({"path": folder, "problem": _why(error)})
        return
    for entry in entries:
        path = f"{folder}/{entry.name}" if folder else entry.name
        if entry.type == 2:
            if depth < _DEEPEST:
                _dump(system, path, depth + 1)
            continue
        data = b""
        try:
            with system.open("/" + path, "rb") as file:
                while len(data) < entry.size:
                    piece = file.read(BLOCK)
                    if not piece:
                        break
                    data += piece
        except (littlefs.LittleFSError, OSError) as error:
            _say({"path": path, "problem": f"{_why(error)} after {len(data)} bytes"})
        _say({"file": path}, data)


def _why(error: Exception) -> str:
    return "its metadata is damaged" if getattr(error, "code", 0) == -84 else str(error)


def _child() -> None:
    import littlefs

    data = sys.stdin.buffer.read()
    try:
        system = _mount(data)
    except (littlefs.LittleFSError, OSError, ValueError) as error:
        _say({"problem": f"no file system can be mounted: {_why(error)}"})
        return
    _say({"mounted": system.block_count, "used": 0})
    _dump(system, "", 0)
    try:
        _say({"mounted": system.block_count, "used": system.used_block_count})
    except littlefs.LittleFSError as error:
        _say({"problem": f"its blocks cannot be counted: {_why(error)}"})


if __name__ == "__main__":
    _child()
