"""
./tools/flash.sh: the companion onto an ESP32-S3 board.

Runs on CPython. Owns what is written where, and what is refused: it looks at the stock image that
the owner has downloaded (flashing/stock.py), at the board (flashing/loader.py), and only then
writes. A board with less than 4 MB of PSRAM is refused: the companion does not fit into its RAM.
Memory (partitions `nvs`, `memory` and `turns`) is left as it is on a board that has a partition
table of ours, unless --wipe says otherwise; what another program has left there is erased only
then. An earlier table of ours is replaced with --firmware and kept without. A copy of a board that
remembers something is offered first (flashing/backup.py).
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from esp_idf_defs.partitions import InputError, PartitionTable

from sim.stage import StageError
from tools import release
from tools.flashing import app_files, assets, backup, stock, tables
from tools.flashing.loader import Board, Loader, LoaderError
from tools.reach import Failure

ROOT = Path(__file__).resolve().parent.parent

_BOARDS = ROOT / "firmware" / "boards"
_SECTOR = 4096
_MEMORY = ("nvs", "memory", "turns")
_PSRAM_MB = 4  # least; of the boards there are, those with 2 and those with 8 part here
_PAGE = "https://micropython.org/download/ESP32_GENERIC_S3/"
_VARIANT = {True: "ESP32_GENERIC_S3-SPIRAM_OCT", False: "ESP32_GENERIC_S3"}


class Refused(Exception):
    """It cannot be done, and nothing was changed; the message says what would help."""


_FAILURES = (
    Refused,
    LoaderError,
    stock.ImageError,
    StageError,
    app_files.TooLarge,
    assets.TooLarge,
    backup.NoBackup,
)


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
    add("--flash-size", type=int, choices=tables.SIZES, metavar="MB",
        help="16 or 8, where the board does not say or says it wrongly")  # fmt: skip
    add("--psram", action="store_true",
        help="the board has PSRAM, although its chip does not say so (PSRAM outside of the chip's "
        "package)")  # fmt: skip
    boards = sorted(path.stem for path in _BOARDS.glob("[a-z]*.py"))
    add("--board", choices=boards,
        help="which one it is (default: n16r8 with 16 MB of flash and octal PSRAM, else "
        "devkit)")  # fmt: skip
    keeping = parser.add_mutually_exclusive_group()
    keeping.add_argument(
        "--backup", type=Path, metavar="FILE", help="first read the whole flash into this file"
    )
    keeping.add_argument("--no-backup", action="store_true", help="do not ask for one")
    keeping.add_argument(
        "--restore", type=Path, metavar="FILE", help="put such a file back, and nothing else"
    )
    add("--update-key", type=Path, metavar="FILE",
        help="take updates that are signed with this key (default: release/update.pem, where "
        "./tools/release.sh key has made it)")  # fmt: skip
    add("--wipe", action="store_true", help="erase what is remembered and all settings")
    add(
        "--no-stub",
        action="store_true",
        help="slower, for boards on which esptool's own way fails",
    )
    return parser.parse_args(arguments)


def flash(options: argparse.Namespace) -> None:
    """Do it all, or raise Refused, LoaderError, ImageError, StageError, TooLarge, NoBackup."""
    firmware = stock.read(options.firmware) if options.firmware else None
    key = _update_key(options.update_key)
    if options.backup:
        backup.check(options.backup)
    if options.restore and (firmware or options.wipe):
        raise Refused("--restore puts everything back; leave out --firmware and --wipe")
    loader = Loader(options.port, ("--no-stub",) if options.no_stub else ())
    board = loader.look()
    size_mb = options.flash_size or board.flash_mb
    if size_mb not in tables.SIZES:
        raise Refused(
            f"the board says that its flash has {size_mb} MB; 16 or 8 are needed "
            "(--flash-size 16 if you know better)"
        )
    say(f"ESP32-S3 {board.mac}, {size_mb} MB of flash, {_psram(board, options)}")
    if options.restore:
        backup.restore(loader, options.restore, size_mb, say)
        return
    _check_psram(options, firmware, board)
    name = options.board or _likely(board, size_mb)
    table = tables.current(size_mb)
    kept = loader.read(stock.TABLE_AT, 0x1000, "the partition table")
    before = tables.of_board(size_mb, kept[: stock.TABLE_SIZE])
    ours = before is not None
    _check_table(options, firmware, board, kept, ours)
    if before is not None and firmware is None:
        table = before  # what is renewed is the companion alone, in its place
    regions = _regions(table, firmware, name, key)
    remembers = before is not None and _remembers(loader, before)
    target = options.backup
    if remembers and not target and not options.no_backup:
        target = backup.offer(board.mac, size_mb, say)
    if target:
        backup.make(loader, target, size_mb, say)
    for each in _MEMORY:
        # Where a table of ours before had no such partition, something else of ours lies there.
        new = before is None or not tables.has(before, each)
        if tables.has(table, each) and (options.wipe or new):
            row = table.find_by_name(each)
            say(f"erasing {each}")
            loader.erase(row.offset, row.size, each)
    say(f"writing, for the board {name}: " + ", ".join(region for region, _, _ in regions))
    runs = [(at + start, run) for _, at, content in regions for start, run in _written(content)]
    loader.write(runs, size_mb)
    say("done. Memory is " + ("empty." if options.wipe or not ours else "as it was."))
    say("Updates: " + ("signed with your key" if key else "by cable (./tools/release.sh)"))
    say(*_next(options.port))


def _next(port: str) -> "tuple[str, ...]":
    """What there is to do with a board that was flashed."""
    return (
        "Press RESET, and it starts. What next:",
        f"Talk to it:     ./tools/mcp_serial.sh {port}   (from an MCP host)",
        f"Look inside:    .venv/bin/mpremote connect {port}",
        f"Its memories:   ./tools/memory.sh export --connect {port} FILE",
        "If it does not: docs/TROUBLESHOOTING.md",
    )


def _likely(board: Board, size_mb: int) -> str:
    """The name of the board that it is, as far as the chip tells."""
    return "n16r8" if board.octal and size_mb == 16 else "devkit"


def _check_psram(
    options: argparse.Namespace, firmware: "stock.StockImage | None", board: Board
) -> None:
    """Raises Refused for a board with too little PSRAM, or of a kind MicroPython is not for."""
    if not board.psram_mb and not options.psram:
        raise Refused(
            "this board has no PSRAM, which the companion needs; nothing was written (--psram if "
            "its module has PSRAM that the chip does not tell of)"
        )
    if 0 < board.psram_mb < _PSRAM_MB and not options.psram:
        raise Refused(
            f"this board has {board.psram_mb} MB of PSRAM, and the companion needs {_PSRAM_MB}; "
            "nothing was written (--psram if its module has more that the chip does not tell of)"
        )
    if firmware is None:
        return
    if board.psram_mb and firmware.octal != board.octal:
        raise Refused(
            f"{options.firmware} is for {_kind(firmware.octal)}, this board has "
            f"{_psram(board, options)}: get {_VARIANT[board.octal]} from {_PAGE}"
        )
    if firmware.octal and not board.psram_mb:
        say(
            "this MicroPython is for octal PSRAM, of which the chip does not tell: right for a "
            "module N16R8 or N8R8; else get " + _VARIANT[False]
        )


def _check_table(
    options: argparse.Namespace,
    firmware: "stock.StockImage | None",
    board: Board,
    kept: bytes,
    ours: bool,
) -> None:
    """Raises Refused for a board without MicroPython of ours, or with another program's data."""
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


def _remembers(loader: Loader, table: PartitionTable) -> bool:
    """Whether a partition of memory begins with anything."""
    for name in _MEMORY:
        if not tables.has(table, name):
            continue
        head = loader.read(table.find_by_name(name).offset, _SECTOR, name)
        if head.count(b"\xff") != len(head):
            return True
    return False


def _regions(
    table: PartitionTable, firmware: "stock.StockImage | None", board: str, key: bytes
) -> "list[tuple[str, int, bytes]]":
    """(name, address, bytes) of what is written, in this order. Raises Refused."""
    files = table.find_by_name("vfs")
    if firmware is not None and firmware.frozen:
        found = [("no files, the companion is frozen", files.offset, b"\xff" * files.size)]
    else:
        found = [("the companion", files.offset, app_files.image(files.size, board, key))]
    if tables.has(table, "assets"):
        place = table.find_by_name("assets")
        found.append(("assets", place.offset, assets.image(assets.ASSETS, place.size)))
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


def _update_key(given: "Path | None") -> bytes:
    """The public half of the key that updates are signed with, b"" without one."""
    if given is None and not release.KEY.is_file():
        return b""
    try:
        return release.public(release.read_key(given or release.KEY))
    except Failure as failure:
        raise Refused(failure.args[1]) from failure


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


def _psram(board: Board, options: argparse.Namespace) -> str:
    if board.psram_mb:
        return f"{board.psram_mb} MB of {_kind(board.octal)}"
    return "PSRAM as you say" if options.psram else "no PSRAM"


def _kind(octal: bool) -> str:
    return "octal PSRAM" if octal else "quad PSRAM"


def say(*lines: str) -> None:
    """To the person at the terminal."""
    for line in lines:
        print(f"flash: {line}", flush=True)


def main(arguments: "list[str]") -> int:
    """Run the command line; the exit status."""
    try:
        flash(parse(arguments))
    except _FAILURES as error:
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
