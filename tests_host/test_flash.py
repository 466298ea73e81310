"""
./tools/flash.sh, from the owner's command to the bytes on the chip: real esptool, a board's ROM
loader at a TCP port in place of a board, and the desk device started from what was written.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import device
import pytest
import stock_bin
from esp_idf_defs.image_metadata import ChipId
from esp_idf_defs.partitions import PartitionTable
from littlefs import LittleFS
from littlefs.context import UserContext

_LIMIT_S = 120
_TABLE, _OTA_DATA, _APP, _FILES, _FILES_SIZE = 0x8000, 0x15000, 0x20000, 0x520000, 0x200000


@pytest.fixture
def loader(flash: Path) -> "Iterator[str]":
    """The port of a board whose flash is the file of the fixture `flash`."""
    yield from _loader(flash)


def _loader(chip: Path) -> "Iterator[str]":
    command = [sys.executable, str(device.ROOT / "tests_host" / "loader_board.py"), str(chip)]
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


def run(port: str, *arguments: object, status: int = 0) -> str:
    """What flash.sh says, on both streams."""
    command = [device.ROOT / "tools" / "flash.sh", "--port", port]
    done = subprocess.run(
        [*map(str, command), *map(str, arguments)],
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
    assert b'\n["lib/mcp/server.mpy", ' in app
    assert b'\n["main.py", ' in app
    assert b'"firmware/boards/' not in app


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


def _with_our_table(flash: Path) -> None:
    table = PartitionTable.from_csv((device.ROOT / "partitions.csv").read_text()).to_binary()
    with flash.open("r+b") as chip:
        chip.seek(_TABLE)
        chip.write(table)


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


def test_a_backup_is_the_whole_flash_and_replaces_no_file(
    loader: str, flash: Path, stock: Path, tmp_path: Path
) -> None:
    there = tmp_path / "there.bin"
    there.write_bytes(b"mine")
    assert "is there already" in run(loader, "--backup", there, status=1)
    assert there.read_bytes() == b"mine"


def test_a_flash_too_small_is_said_with_what_it_has(tmp_path: Path, stock: Path) -> None:
    small = tmp_path / "small.flash"
    small.write_bytes(b"\xff" * (4 << 20))
    for port in _loader(small):
        said = run(port, "--firmware", stock, status=1)
    assert "has 4 MB; 16 or 8 are needed" in said


def test_no_board_is_one_sentence(stock: Path) -> None:
    said = run("/dev/none", "--firmware", stock, status=1)
    assert said.startswith("flash: the board does not answer: ")
    assert len(said.splitlines()) == 1


_WRONG = {
    "no image": (b"text", "no whole image"),
    "cut short": (stock_bin.whole()[:-5000], "damaged"),
    "a flipped bit": (None, "damaged"),
    "of another chip": (stock_bin.whole(chip=ChipId.ESP32), "for esp32, not"),
    "too old": (stock_bin.whole(stock_bin.app("v1.20.0")), "1.26 is needed"),
    "another program": (stock_bin.whole(b"\0" * 4000), "no MicroPython"),
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
