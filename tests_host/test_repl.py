"""The terminal of --repl, with the real mpremote and with a plain serial port at its end."""

import os
import select
import subprocess
import sys
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial
from desk import Desk
from device import ROOT

_MPREMOTE = Path(sys.executable).with_name("mpremote")
_LIMIT_S = 10


@pytest.fixture
def board(desk: Callable[..., Desk]) -> Desk:
    """The companion with a terminal, ready."""
    return desk("--repl")


def _mpremote(board: Desk, *command: str, status: int = 0) -> str:
    """What the real mpremote prints for a command on the board's terminal."""
    done = subprocess.run(
        [_MPREMOTE, "connect", board.ready["repl"], *command],
        capture_output=True,
        encoding="utf-8",
        timeout=_LIMIT_S,
        check=False,
    )
    assert done.returncode == status, f"{done.stdout}\n{done.stderr}\n{board.transcript()}"
    return done.stdout


@pytest.fixture
def line(board: Desk) -> Iterator[serial.Serial]:
    """The board's terminal, opened as a serial port."""
    with serial.Serial(board.ready["repl"], timeout=_LIMIT_S) as port:
        yield port


def _until(line: serial.Serial, end: bytes) -> bytes:
    said = line.read_until(end)
    assert said.endswith(end), said
    return said


def _ids(board: Desk) -> list[str]:
    """Ids of the facts that the companion holds, asked over HTTP."""
    answer = board.tool("memory", action="read", type="fact")
    return sorted(item["id"] for item in answer["facts"])


def _listed(board: Desk, *folder: str) -> dict[str, int]:
    """Sizes by name, of folders with a / after their names, as `mpremote fs ls` shows them."""
    rows = [line.split(None, 1) for line in _mpremote(board, "fs", "ls", *folder).splitlines()]
    return {name: int(size) for size, name in rows if size.isdigit()}


@pytest.mark.thorough
def test_mpremote_shows_the_chip_s_files_and_never_the_host_s(board: Desk) -> None:
    shown = _listed(board, "/")
    assert set(shown) == {"boot.py", "main.py", "slots.mpy", "firmware/", "lib/", "memory/"}
    assert shown["main.py"] == (ROOT / "main.py").stat().st_size
    assert _listed(board) == shown
    assert {"mcp/", "memory/", "microdot/"} <= set(_listed(board, "/lib"))
    assert _listed(board, "firmware") == _listed(board, "/firmware/") != {}
    assert "manifest" in _listed(board, "/memory")


def test_files_of_the_chip_are_read_and_copied_out(board: Desk, tmp_path: Path) -> None:
    source = (ROOT / "main.py").read_bytes()
    assert _mpremote(board, "fs", "cat", ":/main.py") == source.decode()
    assert _mpremote(board, "fs", "cat", ":main.py") == source.decode()
    _mpremote(board, "fs", "cp", ":/main.py", str(tmp_path / "main.py"))
    assert (tmp_path / "main.py").read_bytes() == source


@pytest.mark.thorough
def test_the_staged_files_are_not_written(board: Desk, tmp_path: Path) -> None:
    sent = tmp_path / "sent.txt"
    sent.write_text("new")
    before = _listed(board, "/")
    for command in (("cp", str(sent), ":/sent.txt"), ("cp", str(sent), ":/main.py"),
                    ("rm", ":/main.py"), ("mkdir", ":/new")):  # fmt: skip
        _mpremote(board, "fs", *command, status=1)
    assert _listed(board, "/") == before


def test_no_path_leads_to_the_host(board: Desk) -> None:
    code = f"""
import os
for path in ("/etc/passwd", "../../etc/passwd", "/lib/../../../../etc/passwd", {__file__!r},
             "/.rom/../../../etc/passwd"):
    try:
        open(path)
        print("opened", path)
    except OSError as error:
        print(error.errno, end=" ")
print(os.getcwd(), os.listdir("/") == os.listdir(), set(os.listdir("..")) < set(os.listdir("/")))
os.chdir("lib/mcp")
print(os.getcwd(), "core" in os.listdir(), "main.py" in os.listdir("../.."))
os.chdir("/")
print(os.getcwd(), os.stat("lib")[0] & 0x4000 != 0)
"""
    assert _mpremote(board, "exec", code).splitlines() == [
        "2 2 2 2 2 / True True",
        "/lib/mcp True True",
        "/ True",
    ]


def test_mpremote_runs_code_on_the_board(board: Desk) -> None:
    assert _mpremote(board, "exec", "import board; print(board.NAME, 6 * 7)") == "desk 42\n"


def test_error_on_the_board_is_mpremote_s_error(board: Desk) -> None:
    said = _mpremote(board, "exec", "1 / 0", status=1)
    assert "ZeroDivisionError" in said


@pytest.mark.thorough
def test_long_output_arrives_whole(board: Desk) -> None:
    assert _mpremote(board, "exec", "print('0123456789' * 3000)") == "0123456789" * 3000 + "\n"


@pytest.mark.thorough
def test_files_are_copied_both_ways_byte_by_byte(board: Desk, tmp_path: Path) -> None:
    sent, back = tmp_path / "sent.bin", tmp_path / "back.bin"
    sent.write_bytes(bytes(range(256)) * 40)
    _mpremote(board, "fs", "cp", str(sent), ":/memory/copied.bin")
    _mpremote(board, "fs", "cp", ":/memory/copied.bin", str(back))
    assert back.read_bytes() == sent.read_bytes()


def test_what_mpremote_left_is_there_with_resume_and_gone_without(board: Desk) -> None:
    _mpremote(board, "exec", "left = 5")
    assert _mpremote(board, "resume", "exec", "print(left)") == "5\n"
    assert "NameError" in _mpremote(board, "exec", "print(left)", status=1)


def test_soft_reset_from_mpremote_mounts_but_does_not_run_main(board: Desk) -> None:
    _mpremote(board, "soft-reset")
    mounted = "import os, sys; print('memory' in os.listdir('/'), 'firmware.app' in sys.modules)"
    assert _mpremote(board, "resume", "exec", mounted) == "True False\n"
    assert len(board.events) == 1


def test_reset_from_mpremote_starts_the_companion(board: Desk) -> None:
    _mpremote(board, "reset")
    assert board.wait_event("ready", 2)["repl"] == board.ready["repl"]


@pytest.mark.thorough
def test_interactive_mpremote_talks_to_the_prompt(board: Desk) -> None:
    person, terminal = os.openpty()
    tty.setraw(terminal)  # as mpremote sets it, which may be after we type
    shell = subprocess.Popen(
        [_MPREMOTE, "connect", board.ready["repl"], "repl"], stdin=terminal, stdout=terminal
    )
    said = b""
    try:
        for typed, answer in (
            (b"", b"exit this shell"),
            (b"\x03", b"KeyboardInterrupt"),
            (b"\r", b">>> "),
            (b"print(6 * 7)\r", b"\r\n42\r\n>>> "),
            (b"\x04", b"soft reboot"),
        ):
            os.write(person, typed)
            while answer not in said:
                assert select.select([person], [], [], _LIMIT_S)[0], (answer, said)
                said += os.read(person, 4096)
            said = said[said.index(answer) + len(answer) :]
        board.wait_event("ready", 2)
        os.write(person, b"\x1d")  # Ctrl-] leaves
        assert shell.wait(_LIMIT_S) == 0
    finally:
        shell.kill()
        shell.wait()
        os.close(person)
        os.close(terminal)


def test_ctrl_c_stops_the_companion_in_its_process(board: Desk, line: serial.Serial) -> None:
    line.write(b"\x03")
    stopped = _until(line, b">>> ")
    assert b'File "main.py"' in stopped
    assert b"KeyboardInterrupt" in stopped
    line.write(b"import sys, os; print('firmware.app' in sys.modules, os.listdir('/memory'))\r")
    assert b"True ['" in _until(line, b"]\r\n>>> ")
    with pytest.raises(OSError, match=r"timed out|refused"):
        board.post({"jsonrpc": "2.0", "id": 1, "method": "ping"}, timeout=1)


def test_soft_reset_starts_the_companion_with_its_memory_whole(
    board: Desk, line: serial.Serial
) -> None:
    for number in range(3):
        board.tool("memory", action="write", type="fact", content=f"第{number}件事")
    before = _ids(board)
    assert len(before) == 3
    line.write(b"\x03")
    _until(line, b">>> ")
    line.write(b"\x04")
    _until(line, b"MPY: soft reboot\r\n")
    board.ready = board.wait_event("ready", 2)
    assert _ids(board) == before


@pytest.mark.thorough
def test_interrupt_during_the_start_is_not_lost(board: Desk, line: serial.Serial) -> None:
    line.write(b"\x03")
    _until(line, b">>> ")
    for _ in range(5):
        line.write(b"\x04")
        _until(line, b"MPY: soft reboot\r\n")
        line.write(b"\x03")  # while the board is starting
        _until(line, b">>> ")
    line.write(b"print(6 * 7)\r")
    _until(line, b"\r\n42\r\n>>> ")


@pytest.mark.thorough
def test_program_that_prints_to_nobody_goes_on(board: Desk) -> None:
    # 40 KB into a line that nobody reads: more than it holds.
    code = "import machine\nfor n in range(1000): print('.' * 40)\nmachine.reset()"
    done = subprocess.run(
        [_MPREMOTE, "connect", board.ready["repl"], "exec", "--no-follow", code],
        timeout=_LIMIT_S,
        check=False,
    )
    assert done.returncode == 0
    board.wait_event("ready", 2)


@pytest.mark.thorough
def test_clock_goes_on_over_a_soft_reset(desk: Callable[..., Desk]) -> None:
    board = desk("--repl", "--now", "2026-07-08T09:10:11")
    said = _mpremote(board, "exec", "import machine; print(machine.RTC().datetime()[:6])")
    assert said.startswith("(2026, 7, 8, 2, 1, 1")


def test_kill_takes_the_device_with_it(board: Desk) -> None:
    pid = board.process.pid
    (device,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    handle = os.pidfd_open(int(device))
    board.kill()
    try:
        ended, _, _ = select.select([handle], [], [], _LIMIT_S)
    finally:
        os.close(handle)
    assert ended, "the device outlived the power"


def test_cut_ends_all_of_it_with_75(desk: Callable[..., Desk]) -> None:
    board = desk("--repl", "--cut", 1, ready=False)
    assert board.wait() == 75
    assert [event["event"] for event in board.events] == ["cut"]


def test_ctrl_c_at_the_launcher_ends_all_of_it(board: Desk) -> None:
    assert board.stop() == 130
