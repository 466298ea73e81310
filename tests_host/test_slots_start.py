"""A chip with two apps: the new one that fails makes way, and memory is as it was."""

from collections.abc import Callable
from pathlib import Path

import device
import pytest
import slots_chip
from desk import Desk
from esp_idf_defs.partitions import PartitionTable
from littlefs import LittleFS
from littlefs.context import UserContext

from tools.flashing import app_files

_HANGS = (
    "import machine\n\n\nasync def main(archive_problem, mount_turns):\n"
    "    machine.reset()  # as the watchdog does, when nothing else comes\n"
)
_ENDS = "async def main(archive_problem, mount_turns):\n    return None\n"


def _told(desk: Callable, flash: Path) -> None:
    slots_chip.flashed(flash)
    companion = desk("--flash", flash)
    companion.tool("memory", action="write", type="fact", content="喜欢下雨天")
    companion.stop()


def _remembers(companion: Desk) -> bool:
    return companion.tool("memory", action="recall", keyword="下雨")["count"] == 1


@pytest.mark.thorough
def test_an_app_that_hangs_before_ready_gives_way_by_itself_and_that_is_told_once(
    desk: Callable, flash: Path
) -> None:
    """One that raises: test_update.py."""
    _told(desk, flash)
    app = slots_chip.versioned("9.0.0", firmware__startup=_HANGS)
    slots_chip.put(flash, b_app=slots_chip.slot(app), slot=b"b2")
    companion = desk("--flash", flash)  # one process through all the resets
    event = companion.wait_event("update")
    assert (event["what"], event["slot"]) == ("rolled back", "a")
    assert "did not reach ready in 2 starts" in event["why"]
    assert _remembers(companion)
    companion.stop()
    assert slots_chip.files_of(flash)["slot"] == b"a-"
    companion = desk("--flash", flash)
    assert not [each for each in companion.events if each["event"] == "update"]
    companion.stop()


@pytest.mark.thorough
def test_an_app_that_ends_before_ready_gives_way_after_two_starts(
    desk: Callable, flash: Path
) -> None:
    _told(desk, flash)
    app = slots_chip.versioned("9.0.0", firmware__startup=_ENDS)
    slots_chip.put(flash, b_app=slots_chip.slot(app), slot=b"b2")
    for _ in range(2):
        assert desk("--flash", flash, ready=False).wait() == 0
    companion = desk("--flash", flash)
    assert companion.wait_event("update")["what"] == "rolled back"
    assert _remembers(companion)


def test_an_app_that_reaches_ready_stays_and_says_so(desk: Callable, flash: Path) -> None:
    _told(desk, flash)
    app = slots_chip.versioned("9.0.0")
    slots_chip.put(flash, b_app=slots_chip.slot(app), slot=b"b2")
    companion = desk("--flash", flash)
    event = companion.wait_event("update")
    assert (event["what"], event["slot"], event["version"]) == ("done", "b", "9.0.0")
    assert _remembers(companion)
    companion.kill()
    assert slots_chip.files_of(flash)["slot"] == b"b-"
    companion = desk("--flash", flash)
    assert not [each for each in companion.events if each["event"] == "update"]


def test_without_any_whole_slot_the_start_says_so_and_the_prompt_comes(
    desk: Callable, flash: Path
) -> None:
    slots_chip.flashed(flash, a_app=b"nothing")
    companion = desk("--flash", flash, ready=False)
    assert companion.wait() == 1
    said = "\n".join(companion.text + [str(event) for event in companion.events])
    assert "/app/main.py" in said or "ENOENT" in said


def test_two_versions_of_the_app_and_an_update_under_way_fit_into_the_smaller_flash() -> None:
    app = slots_chip.slot(slots_chip.versioned("9.0.0"))
    table = PartitionTable.from_csv((device.ROOT / "partitions-8m.csv").read_text())
    size = table.find_by_name("vfs").size
    context = UserContext(size)
    context.buffer = bytearray(app_files.image(size, "devkit"))
    system = LittleFS(context=context, block_size=4096, block_count=size // 4096)
    for name in ("b.app", "update.new"):
        with system.open(name, "wb") as file:
            file.write(app if name == "b.app" else b"x" * 32768)
    assert system.fs_stat().block_count - system.used_block_count >= 4
