"""
./tools/flash.sh, from the owner's command to the bytes on the chip: real esptool, a board's ROM
loader at a TCP port in place of a board, and the desk device started from what was written.
"""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import tty
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import DEVNULL

import device
import pytest
import stock_bin
from esp_idf_defs.image_metadata import ChipId
from esp_idf_defs.partitions import PartitionTable
from littlefs import LittleFS
from littlefs.context import UserContext

from tools.flashing.loader import Loader, LoaderError
from tools.flashing.tables import EARLIER

_LIMIT_S = 3600 if device.LONG else 120
_TABLE, _OTA_DATA, _APP, _FILES, _FILES_SIZE = 0x8000, 0x15000, 0x20000, 0xA20000, 0x300000


@pytest.fixture
def loader(flash: Path) -> "Iterator[str]":
    """The port of a board whose flash is the file of the fixture `flash`."""
    yield from _loader(flash)


def _loader(chip: Path, *more: object) -> "Iterator[str]":
    program = device.ROOT / "tests_host" / "loader_board.py"
    command = [sys.executable, str(program), str(chip), *map(str, more)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        yield "socket://" + said.split()[-1]
        process.kill()


@pytest.fixture
def stock(tmp_path: Path) -> Path:
    path = tmp_path / "stock.bin"
    path.write_bytes(stock_bin.whole())
    return path


def run(
    port: str, *arguments: object, status: int = 0, cwd: "Path | None" = None, stdin: int = DEVNULL
) -> str:
    """What flash.sh says, on both streams."""
    command = [device.ROOT / "tools" / "flash.sh", "--port", port]
    done = subprocess.run(
        [*map(str, command), *map(str, arguments)],
        cwd=cwd,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=_LIMIT_S,
        check=False,
    )
    assert done.returncode == status, done.stdout
    return done.stdout


def test_a_new_board_becomes_a_companion_and_is_renewed_without_losing_memory(
    desk: Callable, loader: str, flash: Path, stock: Path
) -> None:
    said = run(loader, "--firmware", stock)
    assert "16 MB of flash, 8 MB of octal PSRAM" in said
    assert "remembers" not in said
    assert "MicroPython v1.28.0" in said
    assert "mcp_serial.sh " + loader in said
    _holds_what_was_meant(flash, stock)

    companion = desk("--flash", flash)
    companion.tool("memory", action="write", type="fact", content="喜欢下雨天")
    companion.stop()
    table = (device.ROOT / "partitions.csv").read_text()
    rows = {row.name: row for row in PartitionTable.from_csv(table)}
    before = flash.read_bytes()
    assert "Memory is as it was" in run(loader)
    after = flash.read_bytes()
    for name in ("nvs", "memory"):
        part = slice(rows[name].offset, rows[name].offset + rows[name].size)
        assert after[part] == before[part]
    companion = desk("--flash", flash)
    assert companion.tool("memory", action="recall", keyword="下雨")["count"] == 1
    companion.stop()

    # It runs from the chip's own files, whatever else there is.
    files, changed = _files(after)
    with files.open("main.py", "w") as file:
        file.write("raise SystemExit(7)")
    flash.write_bytes(after[:_FILES] + changed + after[_FILES + _FILES_SIZE :])
    assert desk("--flash", flash, ready=False).wait() == 7


def _files(chip: bytes) -> "tuple[LittleFS, bytearray]":
    """The chip's file system, and the bytes that it is in."""
    context = UserContext(_FILES_SIZE)
    context.buffer = bytearray(chip[_FILES : _FILES + _FILES_SIZE])
    blocks = _FILES_SIZE // 4096
    return LittleFS(context=context, block_size=4096, block_count=blocks), context.buffer


def _holds_what_was_meant(flash: Path, stock: Path) -> None:
    chip, given = flash.read_bytes(), stock.read_bytes()
    wanted = PartitionTable.from_csv((device.ROOT / "partitions.csv").read_text())
    assert PartitionTable.from_binary(chip[_TABLE : _TABLE + 0xC00]) == wanted
    assert chip[3] >> 4 == 4  # the bootloader is told of 16 MB
    assert chip[24:1000] == given[24:1000]
    app = given[0x10000:]
    assert chip[_APP : _APP + len(app)] == app
    assert chip[_OTA_DATA : _OTA_DATA + 0x2000] == b"\xff" * 0x2000
    files, _ = _files(chip)
    names = {"boot.py", "main.py", "board.py", "slots.mpy", "a.app", "slot"}
    assert set(files.listdir("/")) == names
    with files.open("a.app", "rb") as file:
        app = file.read()
    (count,) = struct.unpack_from("<H", app, 12)
    held = {struct.unpack_from("<I", app, 24 + 12 * at)[0] for at in range(count)}
    assert {zlib.crc32(b"lib/mcp/core/server.mpy"), zlib.crc32(b"main.py")} <= held
    assert not held & {zlib.crc32(b"firmware/boards"), zlib.crc32(b"firmware/boards/n16r8.mpy")}


@pytest.mark.thorough
def test_what_was_remembered_is_erased_when_it_is_said_and_not_before(
    desk: Callable, loader: str, flash: Path
) -> None:
    _with_our_table(flash)
    companion = desk("--flash", flash)
    companion.tool("memory", action="write", type="fact", content="很快忘记")
    companion.stop()
    assert "Memory is empty" in run(loader, "--wipe")
    companion = desk("--flash", flash)
    assert companion.tool("memory", action="recall")["count"] == 0


@pytest.mark.thorough
@pytest.mark.parametrize("firmware", [True, False], ids=["new-table", "same-table"])
def test_a_board_with_the_first_table_keeps_its_memory_and_has_the_new_table_with_micropython(
    desk: Callable, loader: str, flash: Path, stock: Path, firmware: bool
) -> None:
    _with_our_table(flash, EARLIER[16][0])
    companion = desk("--flash", flash)
    companion.tool("memory", action="write", type="fact", content="喜欢下雨天")
    companion.stop()
    with flash.open("r+b") as chip:
        chip.seek(0x620000)
        chip.write(b"files of the earlier table")
    before = flash.read_bytes()
    assert "Memory is as it was" in run(loader, *(("--firmware", stock) if firmware else ()))
    after = flash.read_bytes()
    assert after[0x9000:0x15000] == before[0x9000:0x15000]
    assert after[0x720000:0xA20000] == before[0x720000:0xA20000]
    rows = {row.name: row for row in PartitionTable.from_binary(after[_TABLE : _TABLE + 0xC00])}
    assert ("turns" in rows) == firmware
    if firmware:
        _holds_what_was_meant(flash, stock)
        assert after[0x620000:0x720000].count(b"\xff") == 0x100000
        assert after[0xD20000 : 0xD20000 + 4] == b"ast\x01"
    else:
        assert rows["vfs"].offset == 0x520000
        assert after[0x520000:0x522000].count(b"\xff") < 0x2000
    companion = desk("--flash", flash)
    assert companion.tool("memory", action="recall", keyword="下雨")["count"] == 1


@pytest.mark.thorough
@pytest.mark.parametrize("earlier", EARLIER[16][1:], ids=lambda path: path.stem)
def test_a_board_whose_table_had_less_room_for_the_app_keeps_turns_and_memory(
    desk: Callable, loader: str, flash: Path, stock: Path, earlier: Path
) -> None:
    _with_our_table(flash, earlier)
    companion = desk("--flash", flash)
    companion.tool("memory", action="write", type="fact", content="喜欢下雨天")
    companion.stop()
    with flash.open("r+b") as chip:
        chip.seek(0x700000)
        chip.write(b"what was said")
    before = flash.read_bytes()
    assert "Memory is as it was" in run(loader, "--firmware", stock)
    after = flash.read_bytes()
    assert after[0x9000:0x15000] == before[0x9000:0x15000]
    assert after[0x620000:_FILES] == before[0x620000:_FILES]
    _holds_what_was_meant(flash, stock)
    assert after[0xD20000 : 0xD20000 + 4] == b"ast\x01"
    companion = desk("--flash", flash)
    assert companion.tool("memory", action="recall", keyword="下雨")["count"] == 1


def _with_our_table(flash: Path, csv: Path = device.ROOT / "partitions.csv") -> None:
    table = PartitionTable.from_csv(csv.read_text()).to_binary()
    with flash.open("r+b") as chip:
        chip.seek(_TABLE)
        chip.write(table)


@pytest.mark.thorough
def test_a_board_without_micropython_says_which_one_to_get_and_where(
    loader: str, flash: Path
) -> None:
    said = run(loader, status=1)
    assert "--firmware FILE" in said
    assert "https://micropython.org/download/ESP32_GENERIC_S3/" in said
    assert flash.read_bytes() == b"\xff" * (16 << 20)


def test_another_programs_partitions_are_left_alone(loader: str, flash: Path, stock: Path) -> None:
    theirs = "nvs,data,nvs,0x9000,0x6000,\nsensor,data,0x40,0xf000,0x1000,\n"
    table = PartitionTable.from_csv(theirs).to_binary()
    with flash.open("r+b") as chip:
        chip.seek(_TABLE)
        chip.write(table)
    before = flash.read_bytes()
    assert "--wipe" in run(loader, "--firmware", stock, status=1)
    assert flash.read_bytes() == before


def test_a_flash_too_small_is_said_with_what_it_has(tmp_path: Path, stock: Path) -> None:
    small = tmp_path / "small.flash"
    small.write_bytes(b"\xff" * (4 << 20))
    for port in _loader(small):
        said = run(port, "--firmware", stock, status=1)
    assert "has 4 MB; 16 or 8 are needed" in said


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("psram_mb", "octal", "words"),
    [
        (8, False, "is for quad PSRAM, this board has 8 MB of octal PSRAM: get"),
        (4, True, "is for octal PSRAM, this board has 4 MB of quad PSRAM: get ESP32_GENERIC_S3"),
    ],
)
def test_micropython_for_another_psram_is_refused_with_the_right_one(
    flash: Path, stock: Path, psram_mb: int, octal: bool, words: str
) -> None:
    stock.write_bytes(stock_bin.whole(stock_bin.app(octal=octal)))
    for port in _loader(flash, psram_mb):
        said = run(port, "--firmware", stock, status=1)
    assert words in said
    assert flash.read_bytes() == b"\xff" * (16 << 20)


def test_a_board_without_psram_is_refused_before_anything_is_written(
    flash: Path, stock: Path
) -> None:
    for port in _loader(flash, 0):
        for more in (("--firmware", stock), ("--firmware", stock, "--wipe"), ()):
            said = run(port, *more, status=1)
            assert said.splitlines()[1:] == [
                "flash: this board has no PSRAM, which the companion needs; nothing was written "
                "(--psram if its module has PSRAM that the chip does not tell of)"
            ]
        assert flash.read_bytes() == b"\xff" * (16 << 20)


def test_a_board_with_2_mb_of_psram_is_refused_before_anything_is_written(
    flash: Path, stock: Path
) -> None:
    """All modules take 2.2 MB of its heap before anything is remembered (`bench heap`)."""
    for port in _loader(flash, 2):
        said = run(port, "--firmware", stock, status=1)
        assert (
            "this board has 2 MB of PSRAM, and the companion needs 4; nothing was written" in said
        )
    assert flash.read_bytes() == b"\xff" * (16 << 20)


@pytest.mark.thorough
def test_psram_that_the_chip_does_not_tell_of_is_said_by_the_owner(
    flash: Path, stock: Path
) -> None:
    for port in _loader(flash, 0):
        said = run(port, "--firmware", stock, "--psram")
    assert "16 MB of flash, PSRAM as you say" in said
    assert "of which the chip does not tell: right for a module N16R8 or N8R8" in said
    assert "for the board devkit" in said
    assert _board(flash) == "devkit"


@pytest.mark.thorough
def test_the_board_is_told_by_its_chip_or_by_its_name(flash: Path, stock: Path) -> None:
    for port in _loader(flash, 8):
        assert "for the board n16r8" in run(port, "--firmware", stock)
        assert _board(flash) == "n16r8"
        assert "for the board devkit" in run(port, "--board", "devkit")
        assert _board(flash) == "devkit"
        assert "invalid choice: 'toaster'" in run(port, "--board", "toaster", status=2)


def _board(flash: Path) -> str:
    """Which one's board.py is on the chip."""
    files, _ = _files(flash.read_bytes())
    with files.open("board.py", "rb") as file:
        found = file.read()
    boards = (device.ROOT / "firmware" / "boards").glob("[a-z]*.py")
    (name,) = [path.stem for path in boards if path.read_bytes() == found]
    return name


@pytest.mark.thorough
def test_a_micropython_that_has_the_companion_frozen_gets_no_files(
    loader: str, flash: Path, stock: Path
) -> None:
    _with_our_table(flash)
    run(loader)
    frozen = stock_bin.app() + b"\0board.py\0boot.py\0firmware/app.py\0"
    stock.write_bytes(stock_bin.whole(frozen))
    assert "the companion is frozen" in run(loader, "--firmware", stock)
    chip = flash.read_bytes()
    assert chip[_FILES : _FILES + _FILES_SIZE] == b"\xff" * _FILES_SIZE


def test_no_board_is_one_sentence(stock: Path) -> None:
    said = run("/dev/none", "--firmware", stock, status=1)
    assert said.startswith("flash: the board does not answer: no serial port /dev/none. ")
    assert len(said.splitlines()) == 1


@pytest.mark.thorough
def test_another_chip_is_named(flash: Path, stock: Path) -> None:
    for port in _loader(flash, 0, "esp32c3"):
        said = run(port, "--firmware", stock, status=1)
    assert "this is an ESP32-C3; the companion needs an ESP32-S3" in said


def test_a_port_that_somebody_has_and_one_where_nobody_answers_are_told_apart() -> None:
    board, line = pty.openpty()
    try:
        tty.setraw(line)
        quick = Loader(os.ttyname(line), ("--connect-attempts", "1"))
        with pytest.raises(LoaderError, match="Hold BOOT, press and let go RESET"):
            quick.look()
        fcntl.flock(line, fcntl.LOCK_EX)
        with pytest.raises(LoaderError, match="is in use by another program"):
            quick.look()
    finally:
        os.close(line)
        os.close(board)


def test_a_port_that_may_not_be_used_says_how_to_change_that() -> None:
    said = "Could not open /dev/ttyACM0 ...\n([Errno 13] ... [Errno 13] Permission denied: '/dev"
    assert "dialout" in Loader("/dev/ttyACM0")._cause(said, 2)
    unknown = "x\nERROR: A fatal error occurred: The chip is on fire.\nFor help visit: y"
    assert Loader("/dev/ttyACM0")._cause(unknown, 2) == "The chip is on fire."
    assert Loader("/dev/ttyACM0")._cause("", 3) == "esptool ended with 3"


_WRONG = {
    "no image": (b"text", "no whole image"),
    "cut short": (stock_bin.whole()[:-5000], "damaged"),
    "a flipped bit": (None, "damaged"),
    "of another chip": (stock_bin.whole(chip=ChipId.ESP32), "for esp32, not"),
    "too old": (stock_bin.whole(stock_bin.app("v1.20.0")), "1.26 is needed"),
    "another program": (stock_bin.whole(b"\0" * 4000), "no MicroPython"),
    "a page": (b"<!DOCTYPE html><html>Not found</html>", "is a web page"),
    "for an update": (stock_bin.esp_image(stock_bin.app()), "not .app-bin"),
}


@pytest.mark.parametrize("what", _WRONG)
def test_a_file_that_is_no_stock_image_is_refused_before_the_board_is_asked(
    tmp_path: Path, what: str
) -> None:
    content, words = _WRONG[what]
    if content is None:
        damaged = bytearray(stock_bin.whole())
        damaged[-3000] ^= 4
        content = bytes(damaged)
    path = tmp_path / "stock.bin"
    path.write_bytes(content)
    said = run("/dev/none", "--firmware", path, status=1)
    assert words in said
    assert "does not answer" not in said
