"""Modules that boards get as source: without remarks, and otherwise the same, line for line."""

import ast
from pathlib import Path

import device
import pytest

from sim import stage
from sim.bare_source import bare, untyped, with_bytes

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


TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@micropython.viper
def loop(at: int) -> int:
    """A docstring, of
    two lines."""
    # Why.
    return at


async def told(one: "dict[str, int]", *more: int, two: str = "a: b") -> "list":
    found: "list[Any]" = [one, two]
    return found
'''


def test_comments_and_docstrings_are_gone_and_all_lines_are_where_they_were() -> None:
    found = bare(_SAID.encode()).decode().split("\n")
    for word in (
        "What it is",
        "for viper",
        "Of two lines",
        "中文",
        "short",
        "really",
        "Why",
        "Any",
        "TYPE_CHECKING",
    ):
        assert word not in "\n".join(found)
    before = _SAID.split("\n")
    assert len(found) == len(before)
    assert 'async def told(one,*more,two="a: b"):' in found
    assert " found=[one,two]" in found
    for text, was in (
        ('TEXT="# no comment"', 'TEXT = "# no comment"'),
        ("def loop(at:int)->int:", "def loop(at: int) -> int:"),
        (" return at", "    return at"),
        ('  "";return """kept"""', '        "short"; return """kept"""  # really'),
    ):
        assert found.index(text) == before.index(was)


class _Plain(ast.NodeTransformer):
    """A module without docstrings, types but those of machine code, and what is for a checker."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            text = first.value if isinstance(first, ast.Expr) else None
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                node.body = node.body[1:]
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if not [one for one in node.decorator_list if "viper" in ast.dump(one)]:
                node.returns = None
                for one in ast.walk(node.args):
                    if isinstance(one, ast.arg):
                        one.annotation = None
        return node

    def visit_Assign(self, node: ast.Assign) -> "ast.AST | None":
        return None if ast.unparse(node.targets[0]) == "TYPE_CHECKING" else node

    def visit_If(self, node: ast.If) -> "ast.AST | None":
        return None if ast.unparse(node.test) == "TYPE_CHECKING" else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return node
        return ast.Assign(targets=[node.target], value=node.value)


def _without_remarks(source: bytes) -> str:
    return ast.dump(_Plain().visit(ast.parse(source)))


@pytest.mark.parametrize("folder", ["lib", "firmware"])
def test_every_module_says_the_same_without_its_remarks(folder: str) -> None:
    for path in sorted(Path(device.ROOT, folder).rglob("*.py")):
        source = path.read_bytes()
        assert _without_remarks(bare(source)) == _without_remarks(source), path


def test_nothing_that_a_board_gets_is_for_a_type_checker() -> None:
    for name in ("lib/mind/mind.py", "lib/memory/index/postings.py", "firmware/app.py"):
        source = Path(device.ROOT, name).read_bytes()
        assert b"TYPE_CHECKING" in source
        assert b"TYPE_CHECKING" not in stage.shipped(name, source)[1], name
    kept = b"import os\nif TYPE_CHECKING:\n    import sys\nelse:\n    import gc\n"
    assert untyped(kept) == kept


_ENCODED = b"""
A = (
    "|\xe7\x8c\xab|dog"
    "|fish|"
).encode() + b"x"
B = ["a".encode(), "b".encode()]; C = " ".join(["a"]).encode()
D = "a".encode("utf-8")
"""


def test_a_text_that_is_encoded_is_its_bytes_and_lines_keep_their_numbers() -> None:
    found = with_bytes(_ENCODED)
    assert found.count(b"\n") == _ENCODED.count(b"\n")
    assert found.count(b".encode") == 2
    before: dict = {}
    after: dict = {}
    exec(_ENCODED, before)
    exec(found, after)
    for name in "ABCD":
        assert before[name] == after[name], name
    for folder in ("lib", "firmware"):
        for path in sorted(Path(device.ROOT, folder).rglob("*.py")):
            source = path.read_bytes()
            made = with_bytes(source)
            assert made.count(b"\n") == source.count(b"\n"), path
            ast.parse(made)
