"""
./tools/flash.sh: the companion onto an ESP32-S3 board.

Runs on CPython. Owns what is written where, and what is refused: it looks at the stock image that
the owner has downloaded (flashing/stock.py), at the board (flashing/loader.py), and only then
writes. Memory (partitions `nvs` and `memory`) is left as it is on a board that has our partition
table, unless --wipe says otherwise; what another program has left there is erased only then too.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from esp_idf_defs.partitions import InputError, PartitionTable

from sim.stage import StageError
from tools.flashing import app_files, stock
from tools.flashing.loader import Board, Loader, LoaderError

ROOT = Path(__file__).resolve().parent.parent

_TABLES = {16: "partitions.csv", 8: "partitions-8m.csv"}
_BOARD = "devkit"
_SECTOR = 4096
_MEMORY = ("nvs", "memory")
_PAGE = "https://micropython.org/download/ESP32_GENERIC_S3/"
_VARIANT = {True: "ESP32_GENERIC_S3-SPIRAM_OCT", False: "ESP32_GENERIC_S3"}


class Refused(Exception):
    """It cannot be done, and nothing was changed; the message says what would help."""


def parse(arguments: "list[str]") -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="flash.sh",
        description="Put MicroPython and the companion onto an ESP32-S3 board. What it remembers "
        "is kept, unless --wipe is given.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--port", required=True, help="the board's serial port, such as /dev/ttyACM0")
    add("--firmware", type=Path, metavar="FILE",
        help=f"stock MicroPython for this board, from {_PAGE}; may be left out where only the "
        "companion is renewed")  # fmt: skip
    add("--flash-size", type=int, choices=sorted(_TABLES), metavar="MB",
        help="16 or 8, where the board does not say or says it wrongly")  # fmt: skip
    add("--backup", type=Path, metavar="FILE", help="first read the whole flash into this file")
    add("--wipe", action="store_true", help="erase what is remembered and all settings")
    add(
        "--no-stub",
        action="store_true",
        help="slower, for boards on which esptool's own way fails",
    )
    return parser.parse_args(arguments)


def flash(options: argparse.Namespace) -> None:
    """Do it all, or raise Refused, LoaderError, ImageError, StageError, TooLarge."""
    firmware = stock.read(options.firmware) if options.firmware else None
    if options.backup and options.backup.exists():
        raise Refused(f"--backup: {options.backup} is there already")
    loader = Loader(options.port, ("--no-stub",) if options.no_stub else ())
    board = loader.look()
    size_mb = options.flash_size or board.flash_mb
    if size_mb not in _TABLES:
        raise Refused(
            f"the board says that its flash has {size_mb} MB; 16 or 8 are needed "
            "(--flash-size 16 if you know better)"
        )
    say(f"ESP32-S3 {board.mac}, {size_mb} MB of flash, {_psram(board)}")
    if firmware is not None and board.psram_mb and firmware.octal != board.octal:
        raise Refused(
            f"{options.firmware} is for {_kind(firmware.octal)}, this board has "
            f"{_psram(board)}: get {_VARIANT[board.octal]} from {_PAGE}"
        )
    table = PartitionTable.from_csv((ROOT / _TABLES[size_mb]).read_text(encoding="utf-8"))
    table.verify()
    kept = loader.read(stock.TABLE_AT, 0x1000, "the partition table")
    ours = kept[: stock.TABLE_SIZE] == table.to_binary()
    if firmware is None and not ours:
        raise Refused(
            "this board has no companion yet, so it needs MicroPython too: get "
            f"{_VARIANT[board.octal or not board.psram_mb]} from {_PAGE} and give it with "
            "--firmware FILE"
        )
    if not ours and not options.wipe and not _is_blank_or_stock(kept):
        raise Refused(
            "another program's partitions are on this board. --wipe erases what it left in the "
            "places of our memory; --backup FILE keeps a copy of everything first"
        )
    regions = _regions(table, firmware)
    if options.backup:
        say(f"reading {size_mb} MB into {options.backup} ...")
        loader.read(0, size_mb << 20, "the flash", options.backup)
    if options.wipe or not ours:
        for name in _MEMORY:
            row = table.find_by_name(name)
            say(f"erasing {name}")
            loader.erase(row.offset, row.size, name)
    say("writing " + ", ".join(name for name, _, _ in regions))
    runs = [(at + start, run) for _, at, content in regions for start, run in _written(content)]
    loader.write(runs, size_mb)
    say(
        "done. Memory is " + ("empty." if options.wipe or not ours else "as it was."),
        f"Talk to it:     ./tools/mcp_serial.sh {options.port}   (from an MCP host)",
        f"Look inside:    .venv/bin/mpremote connect {options.port}",
        f"Its memories:   ./tools/memory.sh export --connect {options.port} FILE",
    )


def _regions(
    table: PartitionTable, firmware: "stock.StockImage | None"
) -> "list[tuple[str, int, bytes]]":
    """(name, address, bytes) of what is written, in this order. Raises Refused."""
    files = table.find_by_name("vfs")
    found = [("the companion", files.offset, app_files.image(files.size, _BOARD))]
    if firmware is None:
        return found
    slot, choice = table.find_by_name("ota_0"), table.find_by_name("otadata")
    if len(firmware.app) > slot.size:
        raise Refused(f"this MicroPython has {len(firmware.app)} bytes, its place {slot.size}")
    return [
        ("bootloader", 0, firmware.bootloader),
        ("partition table", stock.TABLE_AT, table.to_binary()),
        ("choice of the app", choice.offset, b"\xff" * choice.size),  # erased: the first
        (f"MicroPython {firmware.version}", slot.offset, firmware.app),
        *found,
    ]


def _written(content: bytes) -> "Iterator[tuple[int, bytes]]":
    """(start, bytes) of the runs of sectors that have anything in them, else of all of it."""
    start = None
    for at in range(0, len(content) + _SECTOR, _SECTOR):
        blank = content[at : at + _SECTOR].count(b"\xff") == len(content[at : at + _SECTOR])
        if not blank and start is None:
            start = at
        elif blank and start is not None:
            yield start, content[start:at]
            start = None
    if content.count(b"\xff") == len(content):
        yield 0, content


def _is_blank_or_stock(table: bytes) -> bool:
    """
    Whether nobody's data are at stake: an erased chip, or the table of stock MicroPython or of an
    empty module, whose only data are a small nvs and files.
    """
    if table == b"\xff" * len(table):
        return True
    try:
        rows = PartitionTable.from_binary(table)
    except InputError:
        return False
    return {row.name for row in rows} <= {"nvs", "phy_init", "factory", "vfs", "otadata"}


def _psram(board: Board) -> str:
    kind = "octal " if board.octal else ""
    return f"{board.psram_mb} MB of {kind}PSRAM" if board.psram_mb else "no PSRAM that it tells of"


def _kind(octal: bool) -> str:
    return "octal PSRAM" if octal else "other PSRAM or none"


def say(*lines: str) -> None:
    """To the person at the terminal."""
    for line in lines:
        print(f"flash: {line}", flush=True)


def main(arguments: "list[str]") -> int:
    """Run the command line; the exit status."""
    try:
        flash(parse(arguments))
    except (Refused, LoaderError, stock.ImageError, StageError, app_files.TooLarge) as error:
        print(f"flash: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(
            "flash: interrupted; run it again to the end before the board is used", file=sys.stderr
        )
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
