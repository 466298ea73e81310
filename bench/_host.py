"""
The CPython side of a benchmark: runs its device part on MicroPython, and prints.

A benchmark is bench/<name>.py, which ./tools/bench.sh starts on CPython; what has to run as on the
device is in bench/on_device/ and finds the staged tree (modules as .mpy), then bench/ itself on
its path. Standard library only.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from sim import stage

ROOT = stage.ROOT
BUILD = ROOT / "build" / "bench"

_WHEEL = ROOT / ".venv" / "bin" / "micropython"


def options(about: str) -> argparse.ArgumentParser:
    """The options that every benchmark has; more may be added."""
    parser = argparse.ArgumentParser(prog=f"bench.sh {Path(sys.argv[0]).stem}", description=about)
    parser.add_argument(
        "--micropython", type=Path, default=_WHEEL, metavar="PATH", help="another interpreter"
    )
    return parser


def emit(bench: str, **figures: object) -> None:
    """One line of the result."""
    print(json.dumps({"bench": bench, **figures}), flush=True)


def on_device(
    interpreter: Path, script: str, *arguments: object, heap: str = "2M", first: Sequence = ()
) -> "list[dict]":
    """
    Run bench/on_device/<script>.py; what it printed, JSON objects a line.

    `first` are folders to look in before the staged tree. Raises SystemExit when it fails.
    """
    lines = lines_of(interpreter, script, *arguments, heap=heap, first=first)
    return [json.loads(line) for line in lines]


def lines_of(
    interpreter: Path, script: str, *arguments: object, heap: str = "2M", first: Sequence = ()
) -> "Iterator[str]":
    """As on_device, but line by line as they come, whatever they are."""
    path = [*first, *stage.folders(stage.stage(interpreter)), ROOT / "bench", ".frozen"]
    with subprocess.Popen(
        [
            str(interpreter),
            "-X",
            f"heapsize={heap}",
            str(ROOT / "bench" / "on_device" / f"{script}.py"),
            *map(str, arguments),
        ],
        env={**os.environ, "MICROPYPATH": ":".join(map(str, path)), "MICROPYINSPECT": ""},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as process:
        said = []
        for line in process.stdout or ():
            said = [*said[-20:], line]  # the last of it is what a traceback looks like
            yield line
    if process.returncode:
        text = "".join(said)
        raise SystemExit(f"bench: {script} ended with status {process.returncode}\n{text}")


def corpus(interpreter: Path, *more: str) -> Path:
    """
    The corpus as lines of the archive, in a file that is made at the first call for it; with
    "fields" all that may be known of a memory on every record.
    """
    path = BUILD / f"corpus{''.join(more)}.jsonl"
    parts = [ROOT / "bench" / name for name in ("corpus.py", "_words.py", "_sentences.py")]
    parts += [ROOT / "lib" / "memory" / name for name in ("records/codec.py", "text/dates.py")]
    parts.append(ROOT / "lib" / "memory" / "records" / "short_form.py")
    if not path.is_file() or any(part.stat().st_mtime > path.stat().st_mtime for part in parts):
        BUILD.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(f".{os.getpid()}")
        on_device(interpreter, "write_corpus", new, *more, heap="4M")
        new.rename(path)
    return path
