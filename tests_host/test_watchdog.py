"""
The watchdog on the desk device: a loop that hangs is reset, one that is busy is not; and, with the
same means, its light and what it tells of a crash.

When it is fed is in on_device/test_watchdog.py. The companion here runs with a main.py of the
test's own, which sets the setting and lets the loop hang.
"""

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from desk import Desk
from device import ROOT

_MAIN = (ROOT / "main.py").read_text(encoding="utf-8")
_SETTING = """
import board, machine, sys, json
# The first start only: on a host that stands still it would bite again.
board.SETTINGS["watchdog_s"] = %d if machine.reset_cause() == machine.PWRON_RESET else 0
sys.stderr.write(json.dumps({"event": "cause", "cause": machine.reset_cause()}) + "\\n")
"""
# Hangs a second after the start, the first time.
_HANGS = """
async def _hang():
    import asyncio
    await asyncio.sleep(1)
    while True:
        pass
def _extend(registry, offers):
    import asyncio
    asyncio.create_task(_hang())
if machine.reset_cause() == machine.PWRON_RESET:
    board.extend = _extend
"""


@pytest.fixture
def watched(tmp_path: Path, micropython: Path) -> "Iterator[Callable[..., Desk]]":
    """Start the companion under a watchdog: watched(seconds, code before main.py, *options)."""
    tree = tmp_path / "tree"
    shutil.copytree(ROOT / "sim", tree / "sim", ignore=shutil.ignore_patterns("__pycache__"))
    (tree / "tools").symlink_to(ROOT / "tools")
    for name in ("lib", "firmware", "boot.py", ".venv", "partitions.csv", "partitions-8m.csv"):
        (tree / name).symlink_to(ROOT / name)
    compiled = ROOT / "build" / "mpy"
    compiled.mkdir(parents=True, exist_ok=True)
    (tree / "build").mkdir()
    (tree / "build" / "mpy").symlink_to(compiled)
    started = []

    def start(seconds: int, code: str, *options: object, ready: bool = True) -> Desk:
        (tree / "main.py").write_text(_SETTING % seconds + code + _MAIN)
        given = ["--micropython", micropython, "--flash", tmp_path / "chip.flash", *options]
        launcher = [sys.executable, "-I", "-S", tree / "sim" / "launch.py"]
        started.append(Desk(*given, start=launcher, ready=ready))
        return started[-1]

    yield start
    for one in started:
        one.close()


@pytest.mark.thorough
def test_a_loop_that_hangs_is_reset_and_the_companion_serves_again(watched):
    companion = watched(3, _HANGS)
    pid = companion.process.pid
    assert companion.wait_event("cause", 2)["cause"] == 3
    companion.ready = companion.wait_event("ready", 2)
    assert companion.process.pid == pid
    companion.initialize()
    assert companion.tool("memory", action="read")["status"] == "ok"
    (said,) = [event for event in companion.events if event.get("module") == "sim"]
    assert said["text"] == "the watchdog resets the device"


@pytest.mark.thorough
def test_on_a_terminal_it_is_reset_as_well(watched):
    companion = watched(3, _HANGS, "--repl")
    assert companion.wait_event("cause", 2)["cause"] == 3
    assert companion.wait_event("ready", 2)["repl"] == companion.events[1]["repl"]


@pytest.mark.thorough
def test_a_busy_loop_is_not_reset_nor_a_night_s_work(watched, life, tmp_path):
    shutil.copyfile(life, tmp_path / "chip.flash")
    companion = watched(30, "", "--now", "2026-11-21T02:58", "--speed", "60")
    companion.initialize()
    for number in range(20):
        assert companion.tool("memory", action="recall", keyword="朋友")["status"] == "ok"
        assert companion.tool("memory", action="write", type="fact", content=f"事{number}号")
    assert companion.tool("forget", content="事19号")["status"] == "ok"
    # Nothing but the first start has said where it comes from.
    assert [event["cause"] for event in companion.events if event["event"] == "cause"] == [1]
    said = json.dumps(companion.events)
    assert "the chip is reset" not in said


def test_without_the_setting_there_is_no_watchdog(watched):
    companion = watched(0, _HANGS.replace("while True:\n        pass", "sys.exit(5)"))
    assert companion.wait() == 5


_TELLS_LIGHTS = """
board.SETTINGS["led"] = True
def _led(state):
    sys.stderr.write(json.dumps({"event": "led", "state": state}) + "\\n")
board.led = _led
"""


def test_the_light_shows_the_start_and_then_that_all_is_well(watched):
    companion = watched(0, _TELLS_LIGHTS)
    assert companion.wait_event("led")["state"] == "starting"
    assert companion.wait_event("led", 2)["state"] == "online"


_CRASHES = """
def _extend(registry, offers):
    raise ValueError("what the owner said")
board.extend = _extend
"""


def test_what_ended_it_is_told_at_the_next_start_without_its_words(watched):
    assert watched(0, _CRASHES, ready=False).wait() == 1
    companion = watched(0, "")
    companion.initialize()
    crashed = companion.tool("self.get_device_status")["firmware"]["last_crash"].split()
    assert crashed[1] == "ValueError"
    assert crashed[-1].startswith("main.py:")
    assert len(crashed) > 3
    (log,) = companion.request("resources/read", uri="device://log")["result"]["contents"]
    assert log["text"].splitlines()[0].endswith(" start after: " + " ".join(crashed))
    assert "owner" not in log["text"]
