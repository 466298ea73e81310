"""
Few names: modules in which fewer different names are left for MicroPython to keep.

MicroPython keeps each name of a program in one table, and looks through all of it whenever a text
is made: a piece of a string, two of them joined, a value read from JSON. With the 10,000 names of
all modules this look was most of what an answer took (docs/decisions/latency.md). So private names
that only one module knows get one of a few short ones that all modules share.

Runs on CPython, standard library only. Lines keep their numbers; what another module, a test or a
text asks for keeps its name. What is shipped at all is for `stage`.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator

_PRIVATE = re.compile(rb"\b_[A-Za-z][A-Za-z0-9_]*")
# Where a module outside asks for one: obj._name, import _name, "_name".
_ASKED = re.compile(rb"(?:\.|import\s|,\s|\(\s|[\"'])(_[A-Za-z][A-Za-z0-9_]*)")
_TOLD = re.compile(rb"[\"']([A-Za-z][A-Za-z0-9_]*)[\"']")  # "name", behind "_" +
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Names:
    """What each module of a program may call otherwise; made of the sources of all of them."""

    def __init__(self, modules: "dict[str, bytes]", others: "Iterable[bytes]"):
        """`modules` {name: source} are those to change; `others` keep the names that they know."""
        trees = {name: ast.parse(source) for name, source in modules.items()}
        self._meets = _meets(trees)
        self._levels = _levels(self._meets)
        self._uses = {name: _Uses(tree) for name, tree in trees.items()}
        self._held: "Counter[str]" = Counter()  # of a name, how many modules have it
        self._asked: "Counter[str]" = Counter()  # how many ask others for it
        for name, source in modules.items():
            uses = self._uses[name]
            uses.held = {one.decode() for one in set(_PRIVATE.findall(source))}
            self._held.update(uses.held)
            self._asked.update(uses.asked | uses.told)
        for source in others:
            for name in set(_ASKED.findall(source)):
                self._asked[name.decode()] += 2
            for name in set(_TOLD.findall(source)):
                self._asked["_" + name.decode()] += 2

    def of(self, module: str) -> "tuple[list[str], int]":
        """What `few` needs to know of a module: its names that may be others, and its level."""
        uses = self._uses[module]
        near: "set[str]" = set()
        for other in self._meets.get(module, ()):
            near |= self._uses[other].held
        alone = [name for name in uses.held - near - uses.told if self._is_own(uses, name)]
        return sorted(alone), self._levels.get(module, 0)

    def _is_own(self, uses: "_Uses", name: str) -> bool:
        """True for what no other module asks for, and this one of nobody but itself."""
        if name not in uses.asked:
            return not self._asked[name]
        return name in uses.own and self._held[name] == self._asked[name] == 1


class _Uses:
    """
    Private names of a module: what it `asked` for of another object or module, its `own` of a
    class, and those `told` in a text, where they may be asked for by name.
    """

    def __init__(self, tree: ast.Module):
        self.held: "set[str]" = set()
        self.asked: "set[str]" = set()
        self.own: "set[str]" = set()
        self.told: "set[str]" = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
                text = node.value
                text = text.encode(errors="replace") if isinstance(text, str) else text
                self.told.update(one.decode() for one in _PRIVATE.findall(text))
                self.told.add("_" + text.decode(errors="replace"))
            elif isinstance(node, ast.Attribute):
                is_own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
                (self.own if is_own else self.asked).add(node.attr)
            elif isinstance(node, ast.ImportFrom | ast.Import):
                self.asked.update(one.name for one in node.names)
            elif isinstance(node, ast.keyword) and node.arg is not None:
                self.asked.add(node.arg)
            elif isinstance(node, ast.ClassDef):
                self.own.update(_in_class(node))


def _in_class(node: ast.ClassDef) -> "Iterator[str]":
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            yield inner.name
        elif isinstance(inner, ast.Assign):
            yield from [one.id for one in inner.targets if isinstance(one, ast.Name)]


def few(source: bytes, alone: "list[str]", level: int) -> bytes:
    """The module with `alone` renamed, as classes of that level have it; no text has one."""
    names = zip(alone, _short_names(level), strict=False)
    short = {name.encode(): new.encode() for name, new in names}
    return _PRIVATE.sub(lambda found: short.get(found[0], found[0]), source)


def _short_names(level: int) -> "Iterator[str]":
    """_0a, _0b, ..., _0aa: nobody writes such a name."""
    for first in ("", *_LETTERS):
        for last in _LETTERS:
            yield f"_{level}{first}{last}"


def _meets(trees: "dict[str, ast.Module]") -> "dict[str, set[str]]":
    """For each module those of which a class and one of its own are bases of the same class."""
    places: "dict[str, set[str]]" = {}  # of a class, by its name
    bases: "dict[str, set[str]]" = {}
    for module, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, set()).add(module)
                found = bases.setdefault(node.name, set())
                for one in node.bases:
                    found.add(one.attr if isinstance(one, ast.Attribute) else ast.unparse(one))
    meets: "dict[str, set[str]]" = {}
    for name in bases:
        line, left = {name}, [name]
        while left:
            new = bases.get(left.pop(), set()) - line
            line |= new
            left.extend(new)
        together = set().union(*(places.get(one, set()) for one in line))
        for module in together:
            meets.setdefault(module, set()).update(together - {module})
    return meets


def _levels(meets: "dict[str, set[str]]") -> "dict[str, int]":
    """A number for each module, another one for two that meet: their names are of one object."""
    levels: "dict[str, int]" = {}
    for module in sorted(meets):
        taken = {levels[one] for one in meets[module] if one in levels}
        levels[module] = min(set(range(len(taken) + 1)) - taken)
    return levels
