"""Nine days of the heavy year of ./tools/bench.sh year, by the same code: nothing drifts."""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import device
import pytest

pytestmark = pytest.mark.thorough

sys.path[:0] = [str(device.ROOT), str(device.ROOT / "bench")]
year: Any = import_module("year")

DAYS = 9
MONTH = 3
CUT_DAYS = 2
SEED = 12


@pytest.fixture(scope="module")
def rows(micropython: Path, tmp_path_factory: pytest.TempPathFactory) -> "list[dict]":
    flash = tmp_path_factory.mktemp("year") / "chip.flash"
    return list(year.months(micropython, flash, DAYS, MONTH, CUT_DAYS, SEED))


def test_a_record_is_there_once_and_as_it_was_told_last(
    rows: "list[dict]", figure: Callable[[str, float], None]
) -> None:
    last = rows[-1]
    assert [row["day"] for row in rows] == [3, 6, 9]
    for row in rows:
        assert row["found"] == row["expected"]
        assert row["answered"] == row["asked"]
    assert last["cuts"] >= 1
    assert last["found"] > 40 * DAYS
    figure("hours", 24 * DAYS)
    figure("year_cuts", last["cuts"])
    figure("year_records", last["found"])


def test_neither_heap_nor_start_grow_with_the_days(rows: "list[dict]") -> None:
    first, last = rows[1], rows[2]
    # The notebook takes in members until it is full, and tables of rules that are read for the
    # first time stay in RAM: 33 KB seen.
    assert last["heap_bytes"] - first["heap_bytes"] < 40960
    assert last["qstrs"] - first["qstrs"] < 64  # names of code that is loaded for the first time
    for row in rows:
        assert row["boot_read_bytes"] < 106496  # amid a day, after a power cut: 47 to 100 KB seen
        assert row["boot_nvs_bytes"] < 65536


def test_nvs_wears_evenly(rows: "list[dict]") -> None:
    least, _, most = rows[-1]["nvs_erases"]
    assert least > 0
    assert most <= 2 * rows[-1]["nvs_erases_mean"]
