"""
Reach: runs code on a device, which is a chip's file on this computer or a board on a serial port.

For ./tools/memory.sh and ./tools/keys.sh, with the options that name either. Runs on CPython,
standard library only. The code runs instead of the companion, in a process of its own
or, with mpremote, on the board, and prints its result as JSON objects, one a line.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from sim import launch, stage

_MPREMOTE = Path(sys.executable).with_name("mpremote")


class Failure(Exception):
    """It could not be done; args are the exit status and a sentence for the user."""


def add_where(command: argparse.ArgumentParser) -> None:
    """The options that say where: `flash`, or `connect` for a board."""
    where = command.add_mutually_exclusive_group()
    where.add_argument(
        "--flash",
        type=Path,
        default=launch.ROOT / "build" / "desk.flash",
        metavar="PATH",
        help="the desk device's chip (default: build/desk.flash)",
    )
    where.add_argument("--connect", metavar="PORT", help="a board, such as /dev/ttyACM0")


def on_chip(flash: Path, code: str, folder: "Path | None" = None) -> "Iterator[dict]":
    """
    Run `code` on the device of a chip's file, with `folder` as its /remote; what it says. Raises
    Failure.
    """
    if folder is not None:
        place = str(folder.absolute())
        code = f"import vfs\nvfs.mount(vfs.VfsPosix({place!r}), '/remote')\n{code}"
    try:
        options = launch.parse(["--flash", str(flash)])
        lock = launch.claim(options.flash)
    except launch.LaunchError as error:
        raise Failure(error.args[0], error.args[1]) from error
    device = launch.Device(options, lock)
    # The tree is made here: a child has no way to say what is wrong with it.
    stage.stage(device.interpreter)
    said, saying = os.pipe()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            os.close(said)
            os.dup2(saying, 1)
            status = device.become(launch.PWRON_RESET, code=code)
        finally:
            sys.stdout.flush()
            os._exit(status)
    os.close(saying)
    try:
        with open(said, encoding="utf-8", errors="replace") as lines:
            yield from _objects(lines)
    finally:
        _, result = os.waitpid(pid, 0)
        os.close(lock)
    if result:
        raise Failure(1, "the device ended in the middle of it (its own words are above)")


def on_board(port: str, folder: Path, code: str) -> "Iterator[dict]":
    """The same on a board, with `folder` as its /remote; starts its companion again after it."""
    mpremote = [str(_MPREMOTE), "connect", port]
    try:
        done = subprocess.run(
            [*mpremote, "mount", str(folder), "exec", code],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    finally:
        again = subprocess.run([*mpremote, "reset"], capture_output=True, check=False)
    yield from _objects(iter(done.stdout.splitlines()))
    if done.returncode:
        words = (done.stderr or done.stdout).strip().splitlines()
        raise Failure(1, f"mpremote: {words[-1] if words else 'no answer'}")
    if again.returncode:
        raise Failure(1, "it is done, but the board does not start again: press its reset button")


def _objects(lines: "Iterator[str]") -> "Iterator[dict]":
    for line in lines:
        if line.startswith("{"):
            try:
                yield json.loads(line)
            except ValueError:
                print("device:", line.rstrip(), file=sys.stderr)
        elif line.strip() and not line.startswith("Local directory"):
            print("device:", line.rstrip(), file=sys.stderr)
