"""docs/RELIABILITY.md says what tests have shown: nothing by hand, nothing that is not there."""

import ast
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import device
import pytest
from promises import FIGURES, PARTS

EVERY = [promise for part in PARTS for promise in part.promises]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    path = device.ROOT / "tools" / "reliability.py"
    spec = importlib.util.spec_from_file_location("reliability", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_command_makes_of_its_numbers(tool: ModuleType) -> None:
    numbers = json.loads(tool.NUMBERS.read_text(encoding="utf-8"))
    assert tool.PAGE.read_text(encoding="utf-8") == tool.page(numbers)


def test_every_promise_is_shown_by_tests_that_are_there_and_have_passed(tool: ModuleType) -> None:
    ran = json.loads(tool.NUMBERS.read_text(encoding="utf-8"))["every"]
    for promise in EVERY:
        for test in promise.tests:
            file, _, function = test.partition("::")
            tree = ast.parse((device.ROOT / "tests_host" / file).read_text(encoding="utf-8"))
            names = {node.name for node in tree.body if hasattr(node, "name")}
            assert function in names | {""}, test
            assert ran[test]["passed"] > 0, test


def test_every_figure_belongs_to_a_promise_and_was_told(tool: ModuleType) -> None:
    numbers = json.loads(tool.NUMBERS.read_text(encoding="utf-8"))
    for promise in EVERY:
        rows = [run.get(source) for run in numbers.values() for source in tool.sources(promise)]
        told = {name for row in rows if row for name in row["figures"]}
        for name in promise.figures:
            assert name in FIGURES
            assert name in told or promise.bench, name
    assert set(FIGURES) == {name for promise in EVERY for name in promise.figures}


def test_numbers_of_one_name_are_put_together_as_the_table_says(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = {how: tool.promises.Figure("", how) for how in ("sum", "max", "min", "last")}
    monkeypatch.setattr(tool, "FIGURES", kinds)
    told = [[how, value] for value in (3, 5, 4) for how in kinds]
    assert tool.put_together(told) == {"sum": 12, "max": 5, "min": 3, "last": 4}


@pytest.mark.thorough
def test_a_run_that_was_stopped_goes_on_with_what_has_not_passed(
    tool: ModuleType, tmp_path: Path
) -> None:
    (tmp_path / "conftest.py").write_text("from tests_host.conftest import *\n")
    (tmp_path / "test_it.py").write_text(
        "import os\n"
        "def test_that_passes(figure): figure('killed', 2)\n"
        "def test_that_passes_later(): assert 'WELL' in os.environ\n"
    )
    told = tmp_path / "told"
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "--resume"]
    command += ["-c", os.devnull, f"--rootdir={tmp_path}", "--figures", str(told), str(tmp_path)]
    path = f"{device.ROOT}:{device.ROOT / 'tests_host'}"
    for well, status in (({}, 1), ({"WELL": "1"}, 0), ({}, 5)):
        env = {"PATH": os.environ["PATH"], "PYTHONPATH": path, **well}
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stdout
    assert len(told.read_text().splitlines()) == 3
    row = tool.of_test("test_it.py", tool.rows_of(told))
    assert (row["passed"], row["figures"]) == (2, {"killed": 2})
