"""
Copies of a board's whole flash: offered before it is written, made, and put back.

Runs on CPython. Owns the question, the name of the file, and what a file must be to be put back:
it overwrites everything, MicroPython and memory alike. ./tools/chip.sh reads the same files.
"""

import os
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from esp_idf_defs.partitions import InputError, PartitionTable

from tools.flashing.loader import Loader
from tools.flashing.stock import TABLE_AT, TABLE_SIZE

_SECONDS_A_MB = 12  # esptool at 921,600 baud


class NoBackup(Exception):
    """There is no copy, or none that could be put back; nothing was changed."""


def check(target: Path) -> None:
    """Raises NoBackup where a copy cannot become this file."""
    if target.exists():
        raise NoBackup(f"--backup: {target} is there already")
    if not os.access(target.parent, os.W_OK):
        raise NoBackup(f"--backup: there is no writing into {target.parent}")


def offer(mac: str, size_mb: int, say: "Callable[..., None]") -> "Path | None":
    """
    Ask on a terminal; where the copy goes, or None for none. Without a terminal nobody is asked:
    what writes leaves memory alone, unless it was told to wipe it. Raises NoBackup at Ctrl-D.
    """
    if not sys.stdin.isatty():
        say("this board remembers something; no copy is made (--backup FILE makes one)")
        return None
    name = f"pet-{mac.replace(':', '')}-{datetime.now():%Y%m%d-%H%M%S}.bin"
    minutes = max(1, size_mb * _SECONDS_A_MB // 60)
    question = f"flash: this board remembers something. Copy its flash into {name} first"
    print(f"{question} ({size_mb} MB, about {minutes} minutes)? [Y/n] ", end="", flush=True)
    answer = sys.stdin.readline()
    if not answer:
        print()
        raise NoBackup("nobody answered; nothing was changed (--no-backup does not ask)")
    if answer.strip().lower() in ("n", "no"):
        return None
    check(Path(name))
    return Path(name)


def make(loader: Loader, target: Path, size_mb: int, say: "Callable[..., None]") -> None:
    """Read the whole flash into a file that is there once it is whole. Raises LoaderError."""
    say(f"reading {size_mb} MB into {target} ...")
    made = target.with_name(f".{target.name}-{os.getpid()}")
    try:
        loader.read(0, size_mb << 20, "the flash", made)
        made.rename(target)
    finally:
        made.unlink(missing_ok=True)
    say(
        f"{target} holds its memories and passwords: keep it as you would keep those.",
        f"To look into it:  ./tools/chip.sh list {target}",
        "To put it back:   ./tools/flash.sh --port PORT --restore " + str(target),
    )


def restore(loader: Loader, source: Path, size_mb: int, say: "Callable[..., None]") -> None:
    """Put a copy back, all of it. Raises NoBackup, LoaderError."""
    try:
        size = source.stat().st_size
        with source.open("rb") as file:
            file.seek(TABLE_AT)
            table = file.read(TABLE_SIZE)
    except OSError as error:
        raise NoBackup(f"{source}: {error.strerror}") from error
    if size != size_mb << 20:
        raise NoBackup(f"{source} has {size} bytes, the flash of this board {size_mb << 20}")
    try:
        labels = {row.name for row in PartitionTable.from_binary(table)}
    except InputError as error:
        raise NoBackup(f"{source} has no partition table: {error}") from error
    if not {"nvs", "memory"} <= labels:
        raise NoBackup(f"{source} is no copy of a companion: its partitions are {sorted(labels)}")
    say(f"writing {size_mb} MB from {source} ...")
    loader.write_all(source)
    say("done. The board is what it was when the copy was made.")
