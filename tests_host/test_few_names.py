"""sim.few_names: names that only one module knows are shared, and nothing else is changed."""

import ast
import re
from typing import Any

from sim import bare_source, few_names, stage

_NAMED = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_BASE = b"""
import struct
_TABLE = "|a long table of words|"
class Base:
    def __init__(self, given):
        self._given = given
        self._size = 3
    def _told(self):
        return self._given + _TABLE + "\xe7\x9a\x84"
    def told(self):
        return self._told()
"""
_DERIVED = b"""
from base import Base
class Derived(Base):
    def fill(self):
        self._kept = ("x", "y y")
    def _longer(self):
        return [one for one in (self._kept, "z z") if one]
    def all(self, other):
        return self._longer(), self._size, other._kept, getattr(other, "_named")(), other._named()
    def _named(self):
        return {"said": "q q"}
"""


def _changed(modules: "dict[str, bytes]", *others: bytes) -> "dict[str, str]":
    names = few_names.Names(modules, others)
    return {
        name: few_names.few(source, *names.of(name)).decode() for name, source in modules.items()
    }


def _run(modules: "dict[str, str]") -> "tuple[object, object]":
    space: "dict[str, Any]" = {}
    for source in modules.values():
        exec(source.replace("from base import Base", ""), space)
    one, other = space["Derived"]("g"), space["Derived"]("h")
    one.fill()
    other.fill()
    return one.told(), one.all(other)


def test_what_only_one_module_knows_has_a_short_name_and_the_program_does_the_same() -> None:
    plain = {"base": _BASE, "derived": _DERIVED}
    found = _changed(plain)
    for name in ("_TABLE", "_given", "_told"):
        assert name not in found["base"], found["base"]
    assert "_longer" not in found["derived"]
    assert _run(found) == _run({name: source.decode() for name, source in plain.items()})


def test_names_that_another_module_or_a_text_asks_for_stay() -> None:
    found = _changed({"base": _BASE, "derived": _DERIVED})
    assert "_size" in found["base"]
    assert "_size" in found["derived"]  # of the base
    assert "_named" in found["derived"]  # by getattr
    for outside in (
        b"from base import _TABLE",
        b"import base\nbase._TABLE",
        b'ask("_TABLE")',
        b'ask("_" + "TABLE")',
        b"class Other(base.Base):\n def other(self):\n  self._TABLE",
    ):
        assert "_TABLE" in _changed({"base": _BASE, "derived": _DERIVED}, outside)["base"]


def test_a_class_and_its_base_share_no_name_in_two_modules() -> None:
    found = _changed({"base": _BASE, "derived": _DERIVED})
    short = [set(re.findall(r"\b_[0-9]\w+", source)) for source in found.values()]
    assert short[0] != set() != short[1]
    assert not short[0] & short[1], short


def test_modules_of_a_board_keep_their_lines_and_public_names_and_a_third_of_the_private() -> None:
    sources = stage.board_sources("devkit")
    few = stage.few_names(sources)
    private = re.compile(rb"\b_[A-Za-z0-9]\w*")
    before, after = set(), set()
    for name, content in sources:
        if name not in few:
            continue
        plain = bare_source.with_bytes(bare_source.untyped(content))
        found = few_names.few(plain, *few[name])
        assert found.count(b"\n") == plain.count(b"\n"), name
        assert _public(plain) == _public(found), name
        before |= set(private.findall(plain))
        after |= set(private.findall(found))
    assert len(after) < len(before) / 3, (len(before), len(after))


def _public(source: bytes) -> "list[str]":
    """Public functions and classes, with those in classes, in their order."""
    told = [node.name for node in ast.walk(ast.parse(source)) if isinstance(node, _NAMED)]
    return [name for name in told if not name.startswith("_")]
