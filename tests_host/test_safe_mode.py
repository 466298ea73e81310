"""
Starts that fail, safe mode and the way out of it, on the desk device.

A start fails here by a power cut at its first flash operations, long before `ready`. What boot.py
counts at every cut, and the button, are in on_device/test_boot.py and on_device/test_starts.py.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from desk import SIM, Desk
from nvs_parser import Image

_MPREMOTE = Path(sys.executable).with_name("mpremote")
_CUT = 4  # the start is counted by then: namespace, key and its mark are two programs to four
_NVS, _NVS_SIZE = 0x9000, 0xC000


def _fail(desk: Callable[..., Desk], times: int = 3) -> None:
    """Cut the power so often before the companion is ready."""
    for _ in range(times):
        companion = desk("--stdio", "--cut", _CUT, ready=False)
        assert companion.wait() == 75
        assert [event["event"] for event in companion.events] == ["cut"]


def _settings_apart(path: Path) -> "tuple[dict, bytes]":
    """What NVS holds beside the count of starts, and the chip behind NVS."""
    chip = path.read_bytes()
    items = Image(chip[_NVS : _NVS + _NVS_SIZE]).values.items()
    return {key: value for key, value in items if key[0] != "boot"}, chip[_NVS + _NVS_SIZE :]


@pytest.fixture
def told(desk: Callable[..., Desk], tmp_path: Path) -> Path:
    """The chip of a companion that was told something."""
    companion = desk("--stdio")
    companion.initialize()
    assert companion.tool("memory", action="write", type="fact", content="喜欢爬山")["id"]
    companion.stop()
    return tmp_path / "desk.flash"


def test_after_three_failed_starts_it_waits_and_touches_nothing(desk, told):
    before = _settings_apart(told)
    _fail(desk)
    companion = desk("--stdio", ready=False)
    said = companion.wait_event("safe")
    assert (said["why"], said["seconds"]) == ("starts", 8)
    assert all(words in said["message"] for words in ("安全模式", "Safe mode"))
    companion.kill()
    assert [event["event"] for event in companion.events] == ["safe"]
    assert _settings_apart(told) == before


@pytest.mark.thorough
def test_switched_off_and_on_after_safe_mode_it_starts_as_ever(desk, told):
    _fail(desk)
    companion = desk("--stdio", ready=False)
    companion.wait_event("safe")
    companion.kill()
    companion = desk("--stdio")
    companion.initialize()
    assert companion.tool("memory", action="read")["facts"][0]["content"] == "喜欢爬山"
    companion.kill()
    _fail(desk, 2)  # that start was good: they are counted from nothing again
    assert desk("--stdio").ready


@pytest.mark.thorough
def test_a_start_that_fails_right_after_safe_mode_leads_back_to_it(desk, told):
    _fail(desk)
    companion = desk("--stdio", ready=False)
    companion.wait_event("safe")
    companion.kill()
    _fail(desk, 1)
    companion = desk("--stdio", ready=False)
    assert companion.wait_event("safe")["why"] == "starts"


def test_safe_mode_without_anybody_ends_by_itself_and_memory_is_there(desk, told):
    _fail(desk)
    companion = desk("--stdio", "--speed", 50)
    assert [event["event"] for event in companion.events][:2] == ["safe", "ready"]
    companion.initialize()
    assert companion.tool("memory", action="read")["facts"][0]["content"] == "喜欢爬山"


@pytest.mark.thorough
def test_power_cuts_after_ready_are_no_failed_starts(desk, told):
    for _ in range(5):
        desk("--stdio").kill()
    assert desk("--stdio").events[0]["event"] == "ready"


@pytest.mark.thorough
def test_a_port_that_is_taken_again_and_again_is_no_failed_start(desk, told):
    first = desk()
    port = first.url.split(":")[2].split("/")[0]
    other = told.with_name("other.flash")
    for _ in range(4):
        companion = desk("--flash", other, "--port", port, ready=False)
        assert companion.wait() == 1
        (event,) = companion.events
        assert event["event"] == "log"


def test_mpremote_comes_to_the_prompt_in_safe_mode_and_reaches_the_files(desk, told):
    _fail(desk)
    companion = desk("--repl", ready=False)
    port = companion.wait_event("safe")["repl"]
    done = subprocess.run(
        [_MPREMOTE, "connect", port, "fs", "ls", "/memory"],
        capture_output=True,
        encoding="utf-8",
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "manifest" in done.stdout
    assert [event["event"] for event in companion.events] == ["safe"]


def test_without_psram_it_says_so_and_no_start_is_counted(told):
    before = told.read_bytes()
    for _ in range(4):
        done = subprocess.run(
            [SIM, "--flash", told, "--heap", "512K", "--port", "0"],
            capture_output=True,
            encoding="utf-8",
            timeout=30,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        (line,) = done.stdout.splitlines()
        assert all(
            words in line
            for words in ("伙伴需要 4 MB 或更多 PSRAM", "needs 4 MB of PSRAM or more")
        )
    assert told.read_bytes() == before
