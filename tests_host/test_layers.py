"""
The arrows of docs/DESIGN.md and the rules that a reader of the source can check, read from it.

Nothing here runs the modules; the sources are parsed by CPython.
"""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from device import ROOT

_LINES_MAX = 500
_BOARD = {"machine", "network", "esp32", "board"}
# Of MicroPython or micropython-lib, where a setting asks for them: these alone are imported inside
# of functions.
_OWNERS = {"aiorepl", "neopixel", "opus"}
# The codec is in an image of ours alone: its absence is said in words, and no error.
_MAY_LACK = {"firmware/speaking.py": "ImportError"}
_ANNOTATIONS_ONLY = {"typing", "collections.abc"}

# Who may import whom: first names of the project's own packages, of the board and of others.
_ALLOWED = {
    "lib/memory": {"memory"},
    "lib/mind": {"mind", "memory"},
    "lib/net": {"net", "umqtt"},
    "lib/mcp": {"mcp", "net", "microdot"},
    "lib/xiaozhi": {"xiaozhi", "net"},
    "lib/llm": {"llm", "net"},
    "firmware": {
        "firmware",
        "memory",
        "mind",
        "llm",
        "net",
        "mcp",
        "xiaozhi",
        "microdot",
        "slots",
        *_OWNERS,
        *_BOARD,
    },
    "boot.py": {"esp32", "machine", "board", "slots"},
    "main.py": {"firmware", "memory"},
}
# The only modules that are there besides, on the chip as well as here.
_MICROPYTHON = set(
    "array asyncio binascii btree collections cryptolib deflate errno gc hashlib io json math"
    " micropython os random re select socket ssl struct sys time tls uctypes vfs".split()
)
# Data from flash, network or user passes through these: an assert would vanish at -O1.
_OUTSIDE_DATA = ("lib",)


def _sources(*places: str) -> list[str]:
    found = []
    for place in places:
        path = ROOT / place
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        found += [str(file.relative_to(ROOT)) for file in files]
    return found


_DEVICE = _sources("boot.py", "main.py", "lib", "firmware", "sim")
_CODE = _sources("boot.py", "main.py", "lib", "firmware")


@functools.cache
def _tree(name: str) -> ast.Module:
    return ast.parse((ROOT / name).read_text(encoding="utf-8"), name)


def _nodes(names: list[str]) -> Iterator[tuple[str, ast.AST]]:
    """(file, node) of every node of every one of these sources."""
    return ((name, node) for name in names for node in ast.walk(_tree(name)))


def _only_for_types(tree: ast.Module) -> set[ast.AST]:
    """The nodes under `if TYPE_CHECKING:`, which no interpreter runs."""
    hidden: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for child in node.body:
                hidden.update(ast.walk(child))
    return hidden


def _imports(name: str) -> Iterator[tuple[int, str]]:
    """(line, absolute module name) of every import that runs, at any depth of the source."""
    tree = _tree(name)
    hidden = _only_for_types(tree)
    package = Path(name).parent.parts
    if package[:1] == ("lib",):
        package = package[1:]
    for node in ast.walk(tree):
        if node in hidden:
            continue
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            if node.module is None or base in ("sim", "firmware"):
                for alias in node.names:
                    yield node.lineno, f"{base}.{alias.name}"
            else:
                yield node.lineno, base
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "__import__":
            # A name that is put together must at least be one inside the own package.
            what = ast.unparse(node.args[0])
            inside = what.startswith("__name__ + '.'")
            yield node.lineno, ".".join(package) if inside else what.strip("'")


def _layer(name: str) -> str:
    return next(layer for layer in _ALLOWED if name == layer or name.startswith(layer + "/"))


def _wrong_imports(names: list[str]) -> list[str]:
    return [
        f"{name}:{line} imports {module}"
        for name in names
        for line, module in _imports(name)
        if module.split(".")[0] not in _ALLOWED[_layer(name)] | _MICROPYTHON
    ]


def test_modules_import_only_what_their_layer_may() -> None:
    assert _wrong_imports(_CODE) == []


def test_no_module_asks_what_it_runs_on() -> None:
    """What an interpreter lacks is supplied on its path instead."""
    wrong = []
    for name, node in _nodes(_CODE):
        if isinstance(node, ast.Attribute) and ast.unparse(node) in (
            "sys.platform",
            "sys.implementation",
        ):
            wrong.append(f"{name}:{node.lineno} {ast.unparse(node)}")
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            if _MAY_LACK.get(name) == ast.unparse(node.type):
                continue
            if re.search(r"\b(ImportError|ModuleNotFoundError)\b", ast.unparse(node.type)):
                wrong.append(f"{name}:{node.lineno} except {ast.unparse(node.type)}")
    assert wrong == []


def test_modules_say_what_they_are_for() -> None:
    assert [name for name in _DEVICE if not ast.get_docstring(_tree(name))] == []


def test_modules_are_short_enough_to_read() -> None:
    lines = {name: len((ROOT / name).read_text("utf-8").splitlines()) for name in _DEVICE}
    assert {name: count for name, count in lines.items() if count > _LINES_MAX} == {}


def test_no_exception_is_swallowed_whole() -> None:
    wrong = []
    for name, node in _nodes(_DEVICE):
        if isinstance(node, ast.ExceptHandler):
            caught = "" if node.type is None else ast.unparse(node.type)
            passes = all(isinstance(child, ast.Pass) for child in node.body)
            if node.type is None or (passes and caught in ("Exception", "BaseException")):
                wrong.append(f"{name}:{node.lineno} except {caught}")
    assert wrong == []


def test_libraries_assert_nothing_about_what_they_are_given() -> None:
    asserts = [
        f"{name}:{node.lineno}"
        for name, node in _nodes(_sources(*_OUTSIDE_DATA))
        if isinstance(node, ast.Assert)
    ]
    assert asserts == []


def test_typing_is_imported_for_the_checker_alone() -> None:
    """`typing` does not exist on the device; under TYPE_CHECKING nothing else belongs."""
    wrong = []
    for name in _CODE:
        hidden = _only_for_types(_tree(name))
        for node in ast.walk(_tree(name)):
            if isinstance(node, ast.ImportFrom) and node.module in _ANNOTATIONS_ONLY:
                if node not in hidden:
                    wrong.append(f"{name}:{node.lineno}")
    assert wrong == []


def test_the_rules_see_what_they_forbid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks above read imports in every form that Python has."""
    (tmp_path / "lib/memory").mkdir(parents=True)
    (tmp_path / "lib/memory/bad.py").write_text(
        "import mcp\nfrom firmware import app\nfrom . import hot\nfrom .log import Log\n"
        "def late():\n    import machine.x\n    __import__('network')\n"
        "if TYPE_CHECKING:\n    import typing\n"
    )
    monkeypatch.setattr("test_layers.ROOT", tmp_path)
    found = {module for _, module in _imports("lib/memory/bad.py")}
    assert found == {
        "mcp",
        "firmware.app",
        "memory.hot",
        "memory.log",
        "machine.x",
        "network",
    }
    assert "lib/memory/bad.py:1 imports mcp" in _wrong_imports(["lib/memory/bad.py"])
