"""docs/RELIABILITY.md says what tests have shown: nothing by hand, nothing that is not there."""

import ast
import importlib.util
import json
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
