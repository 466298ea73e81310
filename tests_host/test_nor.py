"""sim.nor over a file: every operation is in the file when it returns, a cut ends the process."""

from collections.abc import Callable
from pathlib import Path

_CODE = """
import sys
from sim.nor import NorFlash
flash = NorFlash(open(sys.argv[1], "r+b"), 16384, int(sys.argv[2]), 3, print)
flash.program(4096, b"before")
flash.erase(8192)
try:
    flash.program(100, bytes(600))
except Exception:
    print("handled")
finally:
    flash.program(0, bytes(10))
print("went on")
"""


def _run(run_mpy: Callable, path: Path, cut: int, status: int) -> tuple[bytes, str]:
    path.write_bytes(b"\xff" * 8192 + b"\x00" * 8192)
    said = run_mpy(_CODE, path, cut, status=status).out
    return path.read_bytes(), said


def test_a_chip_in_a_file_has_what_was_done_to_it(run_mpy: Callable, tmp_path: Path) -> None:
    left, said = _run(run_mpy, tmp_path / "chip", 0, 0)
    want = bytearray(b"\xff" * 12288 + bytes(4096))
    want[0:10] = bytes(10)
    want[100:700] = bytes(600)
    want[4096:4102] = b"before"
    assert (left, said) == (bytes(want), "went on\n")


def test_a_cut_ends_the_process_with_status_75_and_nothing_follows_it(
    run_mpy: Callable, tmp_path: Path
) -> None:
    left, said = _run(run_mpy, tmp_path / "chip", 4, 75)
    assert said.startswith("program of 256 bytes at 0x100, ")
    assert left[:100] == b"\xff" * 100  # not even from a finally
    assert left[100:256] == bytes(156)
    assert left[512:4096] == b"\xff" * 3584
    assert left[4096:4102] == b"before"
    assert left[8192:12288] == b"\xff" * 4096


def test_a_cut_erase_leaves_the_file_between_old_and_erased(
    run_mpy: Callable, tmp_path: Path
) -> None:
    left, said = _run(run_mpy, tmp_path / "chip", 2, 75)
    assert said == "erase of sector 0x2000\n"
    mixed = left[8192:12288]
    assert 0 < mixed.count(b"\xff") < 4096
    assert 0 < mixed.count(b"\x00") < 4096
    assert left[12288:] == bytes(4096)
