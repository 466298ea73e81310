"""Modules that boards get as source: without remarks, and otherwise the same, line for line."""

import ast
from pathlib import Path

import device
import pytest

from sim.bare_source import bare

_SAID = '''"""What it is."""

import micropython  # for viper

TEXT = "# no comment"


class Thing:
    """
    Of two lines.
    """

    def none(self) -> str:
        """It says 中文."""

    def one(self) -> str:
        "short"; return """kept"""  # really


@micropython.viper
def loop(at: int) -> int:
    """A docstring, of
    two lines."""
    # Why.
    return at
'''


def test_comments_and_docstrings_are_gone_and_all_lines_are_where_they_were() -> None:
    found = bare(_SAID.encode()).decode().split("\n")
    for word in ("What it is", "for viper", "Of two lines", "中文", "short", "really", "Why"):
        assert word not in "\n".join(found)
    before = _SAID.split("\n")
    assert len(found) == len(before)
    for text in ('TEXT = "# no comment"', "def loop(at: int) -> int:", "    return at"):
        assert found.index(text) == before.index(text)
    assert (
        'return """kept"""' in found[before.index('        "short"; return """kept"""  # really')]
    )


def _without_docstrings(source: bytes) -> str:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = body[0] if body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                first.value.value = ""
    return ast.dump(tree)


@pytest.mark.parametrize("folder", ["lib", "firmware"])
def test_every_module_says_the_same_without_its_remarks(folder: str) -> None:
    for path in sorted(Path(device.ROOT, folder).rglob("*.py")):
        source = path.read_bytes()
        assert _without_docstrings(bare(source)) == _without_docstrings(source), path
