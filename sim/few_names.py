"""
Few names: modules in which fewer different names and short texts are left for MicroPython to keep.

MicroPython keeps each name of a program, and each text of up to ten bytes that stands in it, in
one table, and looks through all of it whenever a text is made: a piece of a string, two of them
joined, a value read from JSON. With the 10,000 names of all modules this look was most of what an
answer took (docs/decisions/latency.md). So names that only one module knows get one of a few short
ones that all modules share, and short texts stand in tuples, which are kept outside the table.

Runs on CPython, standard library only. Lines keep their numbers; what another module, a test or a
text asks for keeps its name. What is shipped at all is for `stage`.
"""

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator

_PRIVATE = re.compile(rb"\b_[A-Za-z][A-Za-z0-9_]*")
# Where a module outside asks for one: obj._name, import _name, "_name".
_ASKED = re.compile(
    rb"(?:(?<!\bself)(?<!\bcls)\.|import\s|,\s|\(\s|[\"'])(_[A-Za-z][A-Za-z0-9_]*)"
)
_LONGEST = 10  # bytes of a text that mpy-cross makes a name of
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
        self._words: "set[str]" = set()
        for name, source in modules.items():
            uses = self._uses[name]
            uses.texts = {text for _, text in _short_texts(trees[name])}
            uses.held = {one.decode() for one in set(_PRIVATE.findall(source))}
            self._held.update(uses.held)
            self._asked.update(uses.asked | uses.told)
            self._words |= uses.words
        for source in others:
            for name in set(_ASKED.findall(source)):
                self._asked[name.decode()] += 2

    def of(self, module: str) -> "tuple[list[str], int, list[str]]":
        """
        What `few` needs to know of a module: its names that may be others, the level of its
        classes, and its short texts that are names of nothing.
        """
        uses = self._uses[module]
        near: "set[str]" = set()
        for other in self._meets.get(module, ()):
            near |= self._uses[other].held
        alone = [name for name in uses.held - near - uses.told if self._is_own(uses, name)]
        texts = uses.texts - self._words
        return sorted(alone), self._levels.get(module, 0), sorted(texts)

    def _is_own(self, uses: "_Uses", name: str) -> bool:
        """True for what no other module asks for, and this one of nobody but itself."""
        if name not in uses.asked:
            return not self._asked[name]
        return name in uses.own and self._held[name] == self._asked[name] == 1


class _Uses:
    """
    Private names of a module: what it `asked` for of another object or module, its `own` of a
    class, and those `told` in a text, where they may be asked for by name. `words`: all its names.
    """

    def __init__(self, tree: ast.Module):
        self.held: "set[str]" = set()
        self.texts: "set[str]" = set()  # short ones
        self.asked: "set[str]" = set()
        self.own: "set[str]" = set()
        self.told: "set[str]" = set()
        self.words: "set[str]" = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
                text = node.value
                text = text.encode(errors="replace") if isinstance(text, str) else text
                self.told.update(one.decode() for one in _PRIVATE.findall(text))
            elif isinstance(node, ast.Attribute):
                is_own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
                (self.own if is_own else self.asked).add(node.attr)
                self.words.add(node.attr)
            elif isinstance(node, ast.ImportFrom | ast.Import):
                names = [one.name for one in node.names]
                self.asked.update(names)
                self.words.update(*(name.split(".") for name in names))
            elif isinstance(node, ast.keyword) and node.arg is not None:
                self.asked.add(node.arg)
                self.words.add(node.arg)
            elif isinstance(node, ast.ClassDef):
                self.own.update(_in_class(node))
                self.words.add(node.name)
            elif isinstance(node, ast.Name):
                self.words.add(node.id)
            elif isinstance(node, ast.arg):
                self.words.add(node.arg)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self.words.add(node.name)


def _in_class(node: ast.ClassDef) -> "Iterator[str]":
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            yield inner.name
        elif isinstance(inner, ast.Assign):
            yield from [one.id for one in inner.targets if isinstance(one, ast.Name)]


def few(source: bytes, alone: "list[str]", level: int, texts: "list[str]") -> bytes:
    """The module with `alone` renamed, as classes of that level have it, and `texts` in tuples."""
    lines = source.split(b"\n")
    cuts = []
    for (row, begin, end), text in _short_texts(ast.parse(source)):
        if text in texts:
            cuts.append((row, begin, end, b"(%s,)[0]" % lines[row][begin:end]))
    short = dict(zip(alone, _short_names(level), strict=False))
    for found in tokenize.generate_tokens(io.StringIO(source.decode()).readline):
        if found.type == tokenize.NAME and found.string in short:
            row = found.start[0] - 1
            begin = len(lines[row].decode()[: found.start[1]].encode())
            end = begin + len(found.string)
            cuts.append((row, begin, end, short[found.string].encode()))
    for row, begin, end, new in sorted(cuts, reverse=True):
        lines[row] = lines[row][:begin] + new + lines[row][end:]
    return b"\n".join(lines)


def _short_names(level: int) -> "Iterator[str]":
    """_0a, _0b, ..., _0aa: nobody writes such a name."""
    for first in ("", *_LETTERS):
        for last in _LETTERS:
            yield f"_{level}{first}{last}"


def _short_texts(tree: ast.Module) -> "Iterator[tuple[tuple[int, int, int], str]]":
    """((line, first byte, byte behind it), text) of each text that would be a name."""
    left: "list[ast.AST]" = [tree]
    while left:
        node = left.pop()
        if isinstance(node, ast.JoinedStr | ast.Constant) or _is_fixed(node):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                size = len(node.value.encode(errors="surrogatepass"))
                if 0 < size <= _LONGEST and node.lineno == node.end_lineno:
                    end = node.end_col_offset or 0
                    yield (node.lineno - 1, node.col_offset, end), node.value
            continue
        left.extend(_parts(node))


def _is_fixed(node: ast.AST) -> bool:
    """True for a tuple of texts alone, which is kept apart, and for what is compiled otherwise."""
    if isinstance(node, ast.Tuple):
        return all(isinstance(one, ast.Constant) or _is_fixed(one) for one in node.elts)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "const"
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.FunctionDef):
        return any("micropython" in ast.dump(one) for one in node.decorator_list)
    return False


def _parts(node: ast.AST) -> "Iterator[ast.AST]":
    """What a node is made of, but for types."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.AST):
                yield one


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
