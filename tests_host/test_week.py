"""Hours and days of the week of ./tools/bench.sh week, by the same code."""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import device
import pytest

sys.path[:0] = [str(device.ROOT), str(device.ROOT / "bench")]
week: Any = import_module("week")

MORNING = 6  # hours, with seed 3
DAYS = 30


def lived(micropython: Path, folder: Path, hours: int, seed: int) -> "dict[str, Any]":
    rows = list(week.rows(micropython, folder / "chip.flash", hours, seed))
    said: dict[str, Any] = week.verdict(rows, hours, seed)
    assert said["verdict"] == "holds", rows
    return said


def test_a_morning_with_killed_tasks_outages_and_failing_flash_loses_nothing(
    micropython: Path, tmp_path: Path
) -> None:
    said = lived(micropython, tmp_path, MORNING, 3)
    assert said["week_kills"] > MORNING
    assert said["week_records"] > 0


@pytest.mark.thorough
def test_through_a_day_and_a_night_each_reminder_is_told_once_for_each_mark(
    micropython: Path, tmp_path: Path, figure: Callable[[str, float], None]
) -> None:
    said = lived(micropython, tmp_path, DAYS, 20260205)
    assert said["outages"] > 0
    assert said["week_faults"] > 0
    assert said["week_reminders"] > 4
    for name in ("week_hours", "week_kills", "week_faults", "week_records", "week_reminders"):
        figure(name, said[name])
