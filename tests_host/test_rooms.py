"""
The house map of docs/DESIGN.md section 2, read from the sources: which room imports which, without
circles, how large a room and a module may be, and that nobody uses another module's private names.

Imports inside functions count as those at the top do. Those under `if TYPE_CHECKING:` run on no
interpreter and do not count. Nothing here runs the modules.
"""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

from device import ROOT

_MODULES_MAX = 20  # in a folder, `__init__.py` not counted
_LINES_MAX = 400
_BUILD = "XIAOZHI_PET"  # a folder that MicroPython's own build reads, no package

# Which rooms a room may import, besides itself. A name that ends in "." stands for every room of a
# library.
_LIBRARIES = "memory. mind. llm. net. mcp. xiaozhi."
_FOUNDATION = f"firmware.system firmware.network firmware.words {_LIBRARIES}"
_ARROWS = {
    "memory": "memory.",  # engine and store put the rooms together
    "memory.text": "",
    "memory.gzip": "",
    "memory.log": "",
    "memory.records": "memory.text",
    "memory.hot": "memory.log",
    "memory.index": "memory.log memory.records memory.text",
    "memory.archive": "memory.gzip memory.hot memory.index memory.log memory.records memory.text",
    "memory.search": "memory.archive memory.index memory.records memory.text",
    "memory.guard": "memory.records memory.text",
    "memory.changes": "memory.archive memory.guard memory.log memory.records memory.search"
    " memory.text",
    "memory.turns": "memory.guard memory.log memory.text",
    "memory.erase": "memory.archive memory.hot memory.index memory.log memory.records"
    " memory.search memory.text",
    "memory.upkeep": "memory.archive memory.changes memory.erase memory.index memory.log"
    " memory.records memory.text",
    "memory.transfer": "memory.archive memory.guard memory.hot memory.log memory.records"
    " memory.search memory.text memory.upkeep",
    "memory.extract": "memory.extract.tables memory.records memory.text",
    "memory.extract.tables": "",
    "mind": "memory. mind.notebook mind.reminders mind.rules mind.scores",
    "mind.notebook": "memory. mind.scores",
    "mind.offers": "memory. mind mind.notebook mind.offers.tables mind.questions mind.reranking"
    " mind.scores",
    "mind.offers.tables": "",
    "mind.questions": "memory.",
    "mind.reranking": "memory.",  # told of a question and records, and knows no notebook
    "mind.learning": "memory. mind mind.notebook mind.offers mind.rules mind.scores",
    "mind.vectors": "memory. mind.notebook",  # a backend of memory's search over the notebook
    "mind.scores": "memory.",
    "mind.reminders": "memory. mind.rules",
    "mind.rules": "memory.",
    "llm": "net.",  # it carries words and knows nothing of what they mean
    "net": "",
    "mcp": "mcp. net.",
    "mcp.core": "net.",
    "mcp.features": "mcp.core net.",
    "mcp.transport": "mcp.core net.",
    "xiaozhi": "net.",
    "boot": "",
    "main": "firmware firmware.system",
    "firmware": f"firmware. {_LIBRARIES}",  # app and startup put the rooms together
    "firmware.boards": "firmware.system",
    "firmware.bootstrap": "",
    "firmware.words": "",
    "firmware.system": _LIBRARIES,
    "firmware.network": f"firmware.system firmware.words {_LIBRARIES}",
    "firmware.setup": _FOUNDATION,
    "firmware.cloud": _FOUNDATION,
    "firmware.service": _FOUNDATION,
    "firmware.rest": f"firmware.system firmware.words {_LIBRARIES}",
    "firmware.tools": _FOUNDATION,
    # What they read has the shapes of the tools' answers.
    "firmware.prompts": f"firmware.tools {_FOUNDATION}",
    "firmware.companion": _FOUNDATION,
    "firmware.update": _FOUNDATION,
    "firmware.voice": f"firmware.system firmware.words {_LIBRARIES}",  # handed its cloud by app
    # Talks through what app hands it: conversation, pet and tools are objects of other rooms.
    "firmware.agent": f"firmware.system firmware.words {_LIBRARIES}",
}
# Modules that any room of their library may import.
_SHARED = {"memory.errors", "memory.interfaces", "memory.viper", "firmware"}


@cache
def _sources() -> dict[str, Path]:
    """Dotted name -> file of every module of lib/ and firmware/, and of main.py and boot.py."""
    found = {"boot": ROOT / "boot.py", "main": ROOT / "main.py"}
    for base, top in ((ROOT / "lib", ROOT / "lib"), (ROOT, ROOT / "firmware")):
        for path in top.rglob("*.py"):
            if _BUILD in path.parts:
                continue
            parts = path.relative_to(base).with_suffix("").parts
            if parts[-1] == "__init__":
                parts = parts[:-1]
            found[".".join(parts)] = path
    return found


@cache
def _tree(module: str) -> ast.Module:
    tree = ast.parse(_sources()[module].read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    return tree


def _is_package(module: str) -> bool:
    return _sources()[module].name == "__init__.py"


def _room(module: str) -> str:
    """The folder of a module as a dotted name, the module itself where it lies in no folder."""
    return module if _is_package(module) else module.rpartition(".")[0] or module


@cache
def _imports(module: str) -> frozenset[str]:
    """The project's modules that this one imports, at any depth of its source."""
    package = (module if _is_package(module) else module.rpartition(".")[0]).split(".")
    found: set[str] = set()
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                found.add(inner if inner in _sources() else base)
    return frozenset(found & _sources().keys() - {module})


def _may(module: str, other: str) -> bool:
    """Whether `module` may import `other` by the table of arrows."""
    room, target = _room(module), _room(other)
    library = other.split(".")[0] + "."
    allowed = _ARROWS[room].split()
    if room == target or target in allowed or library in allowed:
        return True
    return other in _SHARED and module.split(".")[0] == other.split(".")[0]


def test_every_room_is_drawn_and_every_drawn_room_is_there() -> None:
    assert {_room(module) for module in _sources()} == set(_ARROWS)


def test_arrows_go_as_drawn() -> None:
    wrong = [
        f"{module} -> {other}"
        for module in sorted(_sources())
        for other in sorted(_imports(module))
        if not _may(module, other)
    ]
    assert wrong == []


def test_rooms_form_no_circle() -> None:
    rooms: dict[str, set[str]] = {}
    for module in _sources():
        for other in _imports(module):
            if other not in _SHARED and _room(other) != _room(module):
                rooms.setdefault(_room(module), set()).add(_room(other))
    assert _circles(rooms) == []


def test_modules_form_no_circle_at_any_depth() -> None:
    assert _circles({module: set(_imports(module)) for module in _sources()}) == []


def _circles(arrows: dict[str, set[str]]) -> list[str]:
    """What cannot be put in an order: nothing is left where all can."""
    left = {name: set(others) & arrows.keys() for name, others in arrows.items()}
    while True:
        done = {name for name, others in left.items() if not others}
        if not done:
            return sorted(left)
        left = {name: others - done for name, others in left.items() if name not in done}


def test_no_folder_holds_more_than_twenty_modules() -> None:
    count = Counter(_room(module) for module in _sources() if not _is_package(module))
    assert {room: size for room, size in count.items() if size > _MODULES_MAX} == {}


def test_every_room_says_what_it_holds() -> None:
    rooms = [module for module in _sources() if _is_package(module)]
    assert [room for room in rooms if not ast.get_docstring(_tree(room))] == []


def test_no_module_is_longer_than_can_be_read_at_once() -> None:
    paths = list(_sources().values())
    for folder in ("sim", "tools", "bench"):  # of the host
        paths += (ROOT / folder).rglob("*.py")
    lines = {path: len(path.read_text("utf-8").splitlines()) for path in paths}
    assert {path: count for path, count in lines.items() if count > _LINES_MAX} == {}


def test_nobody_uses_private_names_of_another_module() -> None:
    """`x._name` for any x but self, where the module itself defines no `_name`."""
    wrong = []
    for module in _sources():
        tree = _tree(module)
        own = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                own.add(node.name)
            elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self":
                own.add(node.attr)
        for node in ast.walk(tree):
            names: list[tuple[int, str]] = []
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) != "self":
                names = [(node.lineno, node.attr)] if node.attr not in own else []
            elif isinstance(node, ast.ImportFrom):
                names = [(node.lineno, alias.name) for alias in node.names]
            wrong += [
                f"{module}:{line} {name}"
                for line, name in names
                if name.startswith("_") and not name.startswith("__")
            ]
    assert wrong == []


def test_modules_are_loaded_once_and_stay() -> None:
    """Nobody takes a module out of sys.modules or loads one by its name; boot.py adds some."""
    wrong = []
    for module in _sources():
        for node in ast.walk(_tree(module)):
            text = ast.unparse(node) if isinstance(node, ast.Attribute | ast.Call) else ""
            if text == "sys.modules" or text.startswith("__import__("):
                wrong.append(f"{module}:{node.lineno} {text}")  # type: ignore[attr-defined]
    assert [line for line in wrong if not line.startswith("boot:")] == []
    added = ast.parse("sys.modules[_module.__name__] = _module").body[0]
    in_boot = [node for node in ast.walk(_tree("boot")) if "sys.modules" in _names(node)]
    assert {ast.dump(node) for node in in_boot} == {ast.dump(added)}


def _names(node: ast.AST) -> list[str]:
    """The dotted names in a statement that is no block of others."""
    inner = ast.walk(node) if isinstance(node, ast.stmt) and not hasattr(node, "body") else ()
    return [ast.unparse(each) for each in inner if isinstance(each, ast.Attribute)]


def test_imports_stand_at_the_top_of_a_module() -> None:
    """Except what a setting asks for and a board may lack (_OPTIONAL), or is loaded for few."""
    wrong = []
    for module in _sources():
        for node in ast.walk(_tree(module)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Import | ast.ImportFrom):
                        text = ast.unparse(inner)
                        if module not in (*_START, *_ON_DEMAND) and not text.endswith(_OPTIONAL):
                            wrong.append(f"{module}:{inner.lineno} {text}")
    assert wrong == []


# Of MicroPython or micropython-lib; the own talk and the search by meaning are loaded where a
# setting asks for them, the reranker where a board has assets.
_OPTIONAL = (
    "aiorepl",
    "neopixel",
    "import Reranker",
    "import own_talk",
    "import meaning",
    "import own_voice",
    "opus",
)
# These load what talks with a model, or at the terminal, where the owner wants that: it is a fifth
# of all code, and a companion of a cloud never runs it.
_ON_DEMAND = (
    "firmware.agent.model_client",
    "firmware.listening",
    "firmware.own_talk",
    "firmware.speaking",
)
# They run before it is known whether the app can be loaded, and say so where it cannot.
_START = ("boot", "main", "firmware.bootstrap.main", "firmware.bootstrap.slots")


def test_nothing_is_called_by_a_name_put_together() -> None:
    """No getattr or setattr with a name that is not written there."""
    wrong = []
    for module in _sources():
        for node in ast.walk(_tree(module)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("getattr", "setattr"):
                if not isinstance(node.args[1], ast.Constant):
                    wrong.append(f"{module}:{node.lineno} {ast.unparse(node)}")
    assert wrong == []
