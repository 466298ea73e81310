"""
Copies of a board's flash: offered before it is written, and put back to the byte.

The board's loader is a stand-in that reads 64 bytes at a time, so all of a flash is read from it
in the long run only (LONG=1); else from a file, by the same code but for esptool.
"""

import io
import os
import pty
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import device
import pytest
from test_flash import _loader, _with_our_table, loader, run, stock  # noqa: F401  fixtures

from tools.flashing import backup
from tools.flashing.loader import Loader

_MAC = "7c:df:a1:00:00:01"


class FileLoader(Loader):
    """Reads and writes a chip's file."""

    def __init__(self, chip: Path):
        super().__init__("none")
        self.chip = chip

    def read(self, at: int, size: int, what: str, target: "Path | None" = None) -> bytes:
        with self.chip.open("rb") as file:
            file.seek(at)
            found = file.read(size)
        if target is None:
            return found
        target.write_bytes(found)
        return b""

    def write_all(self, source: Path) -> None:
        shutil.copyfile(source, self.chip)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def quiet(*lines: str) -> None:
    """Nobody reads it here."""


def answered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: str) -> "Path | None":
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", Terminal(words))
    return backup.offer(_MAC, 16, quiet)


def test_on_a_terminal_a_copy_is_offered_and_named_after_the_board(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    for yes in ("\n", "y\n", "yes\n"):
        target = answered(monkeypatch, tmp_path, yes)
        assert target is not None
        assert target.name.startswith("pet-7cdfa1000001-2")
    assert "[Y/n]" in capsys.readouterr().out
    assert answered(monkeypatch, tmp_path, "n\n") is None
    assert answered(monkeypatch, tmp_path, "No\n") is None
    with pytest.raises(backup.NoBackup, match="nothing was changed"):
        answered(monkeypatch, tmp_path, "")


def test_the_copy_is_the_flash_to_the_byte_and_is_put_back_to_the_byte(
    life: Path, tmp_path: Path
) -> None:
    chip, copy = tmp_path / "chip.flash", tmp_path / "copy.bin"
    shutil.copyfile(life, chip)
    _with_our_table(chip)
    before = chip.read_bytes()
    backup.make(FileLoader(chip), copy, 16, quiet)
    assert copy.read_bytes() == before
    chip.write_bytes(b"\0" * len(before))
    backup.restore(FileLoader(chip), copy, 16, quiet)
    assert chip.read_bytes() == before


def test_a_copy_that_is_cut_short_is_no_file(tmp_path: Path) -> None:
    class Unplugged(FileLoader):
        def read(self, at: int, size: int, what: str, target: "Path | None" = None) -> bytes:
            assert target is not None
            target.write_bytes(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        backup.make(Unplugged(tmp_path / "none"), tmp_path / "copy.bin", 16, quiet)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
@pytest.mark.timeout(3600 if device.LONG else 300)
def test_a_board_that_remembers_is_copied_put_back_and_remembers_again(
    desk: Callable,
    loader: str,  # noqa: F811
    flash: Path,
    stock: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    run(loader, "--firmware", stock)
    companion = desk("--flash", flash)
    companion.tool("memory", action="write", type="fact", content="喜欢下雨天")
    companion.stop()
    before = flash.read_bytes()
    copy = tmp_path / "copy.bin"
    if device.LONG:
        run(loader, "--backup", copy)
    else:
        copy.write_bytes(before)
    assert copy.read_bytes() == before
    said = run(loader, "--wipe")
    assert "no copy is made (--backup FILE makes one)" in said
    assert flash.read_bytes() != before
    assert "The board is what it was" in run(loader, "--restore", copy)
    assert flash.read_bytes() == before
    companion = desk("--flash", flash)
    assert companion.tool("memory", action="recall", keyword="下雨")["count"] == 1


@pytest.mark.thorough
def test_nobody_answering_at_the_terminal_changes_nothing(
    loader: str,  # noqa: F811
    flash: Path,
    tmp_path: Path,
) -> None:
    _with_our_table(flash)
    with flash.open("r+b") as chip:
        chip.seek(0x9000)
        chip.write(b"something")
    before = flash.read_bytes()
    person, terminal = pty.openpty()
    try:
        os.write(person, b"\x04")  # Ctrl-D
        said = run(loader, status=1, cwd=tmp_path, stdin=terminal)
    finally:
        os.close(terminal)
        os.close(person)
    assert "this board remembers something. Copy its flash into pet-" in said
    assert "nothing was changed" in said
    assert flash.read_bytes() == before


@pytest.mark.thorough
def test_no_question_is_asked_where_no_copy_is_wanted(
    loader: str,  # noqa: F811
    flash: Path,
) -> None:
    _with_our_table(flash)
    with flash.open("r+b") as chip:
        chip.seek(0x9000)
        chip.write(b"something")
    assert "remembers" not in run(loader, "--no-backup")


def test_what_cannot_be_a_copy_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    there = tmp_path / "there.bin"
    there.write_bytes(b"mine")
    assert "is there already" in run("/dev/none", "--backup", there, status=1)
    assert there.read_bytes() == b"mine"
    nowhere = tmp_path / "none" / "copy.bin"
    assert "there is no writing into" in run("/dev/none", "--backup", nowhere, status=1)


def test_only_a_whole_copy_of_a_companion_is_put_back(tmp_path: Path, flash: Path) -> None:
    before = flash.read_bytes()
    chip, copy = FileLoader(flash), tmp_path / "copy.bin"
    for content, words in (
        (None, "No such file"),
        (b"\xff" * (8 << 20), "has 8388608 bytes, the flash of this board 16777216"),
        (b"\xff" * (16 << 20), "is no copy of a companion"),
        (b"\0" * (16 << 20), "has no partition table"),
    ):
        if content is not None:
            copy.write_bytes(content)
        with pytest.raises(backup.NoBackup, match=words):
            backup.restore(chip, copy, 16, quiet)
    assert flash.read_bytes() == before


def test_putting_back_is_not_mixed_with_writing_anew(tmp_path: Path, stock: Path) -> None:  # noqa: F811
    said = run("/dev/none", "--restore", "x.bin", "--firmware", stock, status=1)
    assert "leave out --firmware and --wipe" in said
