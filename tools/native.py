"""
Builds the native module `opus` for the desk: native/opus and libopus into build/native/opus.mpy.

Runs on CPython for tools/setup.sh, standard library only (MicroPython's linker, which it calls,
reads object files with what is in .venv/native). Owns build/native: the sources that
native/opus/sources.lock names, unpacked as far as they are needed, and what is built. They come
from where this machine's apt has its packages, of the suite in the lock, through a configuration
of its own; what comes is refused unless its SHA-256 is the one in the lock. On a board the module
is part of the image: docs/BUILD.md.
"""

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
MODULE = ROOT / "native" / "opus"
BUILT = ROOT / "build" / "native"
SOURCES = BUILT / "sources"

_NEEDED = {"micropython": ("py", "tools"), "opus": ("celt", "include", "silk", "src", "COPYING")}
_LINE = re.compile(r"([\w.-]+) (\S+) ([0-9a-f]{64}) (\S+)")
_SUITE = re.compile(r"# suite: ([\w-]+)")
_LIMIT_S = 240
# What of the caller's would be taken for a setting of the module's build.
_NOT_HANDED_ON = ("ARCH", "BUILD", "CFLAGS", "CFLAGS_EXTRA", "CROSS", "MAKEFLAGS", "SRC", "V")


class BuildError(Exception):
    """The module cannot be built here; the message says why."""


def wanted(text: str) -> "tuple[str, list[tuple[str, str, str, str]]]":
    """(suite, (package, version, sha256, file) of each line) of a lock. Raises BuildError."""
    suite = _SUITE.search(text)
    if suite is None:
        raise BuildError("sources.lock names no suite")
    found = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            match = _LINE.fullmatch(line)
            if match is None:
                raise BuildError(f"not package version sha256 file: {line!r}")
            found.append((match[1], match[2], match[3], match[4]))
    return suite[1], found


def other_suite(text: str, one_line: bool, suite: str) -> str:
    """
    A list of apt's sources, in either of its forms, turned into one of the source packages of
    another suite. Suites beside the main one (`-updates`, `-security`) are left out.
    """
    if one_line:
        rows = re.findall(r"^deb(?:-src)? +(\[[^]]*\] +)?(\S+) +\w+ +\w", text, re.MULTILINE)
        return "".join(
            f"deb-src {how}{where} {suite} main\n" for how, where in dict.fromkeys(rows)
        )
    kept = []
    for stanza in re.split(r"\n[ \t]*\n", text):
        fields = re.findall(r"^([\w-]+):[ \t]*(.*(?:\n[ \t]+.*)*)", stanza, re.MULTILINE)
        given = {name.lower(): value for name, value in fields}
        if given.get("enabled", "").strip() == "no" or "uris" not in given:
            continue
        if all("-" in name for name in given.get("suites", "-").split()):
            continue
        ours = {"types": "deb-src", "suites": suite, "components": "main"}
        rows = [f"{name}: {ours.get(name, value)}" for name, value in given.items()]
        kept.append("\n".join(rows) + "\n")
    return "\n".join(kept)


def _run(command: "list[str]", where: Path, **more: str) -> str:
    """What a command says; raises BuildError with its last words where it fails."""
    environment = {name: value for name, value in os.environ.items() if name not in _NOT_HANDED_ON}
    try:
        done = subprocess.run(
            command,
            cwd=where,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=_LIMIT_S,
            env={**environment, **more},
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BuildError(str(error)) from error
    if done.returncode:
        said = "\n".join(done.stdout.strip().splitlines()[-12:])
        raise BuildError(f"{shlex.join(command[:2])} ended with {done.returncode}:\n{said}")
    return done.stdout


def _apt(folder: Path, suite: str) -> "list[str]":
    """apt-get with lists and caches of its own in `folder`, and this machine's sources."""
    said = _run(["apt-config", "shell", "LIST", "Dir::Etc::sourcelist/f", "PARTS",
                 "Dir::Etc::sourceparts/d"], folder)  # fmt: skip
    dirs = dict(row.partition("=")[::2] for row in shlex.split(said))
    paths = [Path(dirs.get("LIST", "")), *sorted(Path(dirs.get("PARTS", "")).glob("*"))]
    for place in ("sources.d", "lists/partial", "cache/archives/partial"):
        (folder / place).mkdir(parents=True, exist_ok=True)
    for at, path in enumerate(path for path in paths if path.suffix in (".list", ".sources")):
        if path.is_file():
            text = other_suite(path.read_text(encoding="utf-8"), path.suffix == ".list", suite)
            (folder / "sources.d" / f"{at}{path.suffix}").write_text(text, encoding="utf-8")
    settings = {
        "Dir::Etc::SourceList": "/dev/null",
        "Dir::Etc::SourceParts": f"{folder}/sources.d/",
        "Dir::State::Lists": f"{folder}/lists/",
        "Dir::Cache": f"{folder}/cache/",
        "Acquire::Languages": "none",
        "Acquire::Retries": "2",
        "Acquire::http::Timeout": "20",
        "Acquire::https::Timeout": "20",
        "APT::Sandbox::User": "root",  # the folder is of who runs this
    }
    return ["apt-get", "-q", "-y", *[f"-o{name}={value}" for name, value in settings.items()]]


def fetch(suite: str, packages: "list[tuple[str, str, str, str]]") -> None:
    """Put the sources of these packages where make() finds them. Raises BuildError."""
    folder = BUILT / f".apt-{os.getpid()}"
    folder.mkdir(parents=True)
    try:
        apt = _apt(folder, suite)
        try:
            _run([*apt, "update"], folder)
        except BuildError as error:
            # Sources that have no such suite are no failure while another one has the packages.
            failed = str(error)
        else:
            failed = ""
        for name, version, digest, file in packages:
            try:
                _run(
                    [*apt, "source", "--download-only", "--tar-only", f"{name}={version}"], folder
                )
            except BuildError as error:
                raise BuildError(f"{error}\n{failed}".strip()) from error
            archive = folder / file
            if not archive.is_file() or _digest(archive) != digest:
                raise BuildError(f"{name} {version}: what came is not {file} with the pinned hash")
            _unpack(archive, SOURCES / name, _NEEDED[name])
            (SOURCES / name / "sha256").write_text(digest)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _unpack(archive: Path, target: Path, needed: "tuple[str, ...]") -> None:
    """Files of an archive below its one top folder, of these folders in it alone."""
    shutil.rmtree(target, ignore_errors=True)
    with tarfile.open(archive) as tar:
        for member in tar:
            parts = PurePosixPath(member.name).parts[1:]
            if member.isfile() and parts and parts[0] in needed and ".." not in parts:
                content = tar.extractfile(member)
                assert content is not None  # of a regular file
                path = target.joinpath(*parts)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content.read())


def _is_fetched(package: "tuple[str, str, str, str]") -> bool:
    note = SOURCES / package[0] / "sha256"
    return note.is_file() and note.read_text() == package[2]


def make() -> Path:
    """The native module, built from the sources. Raises BuildError."""
    objects = BUILT / f".objects-{os.getpid()}"
    try:
        _run(
            ["make", "-C", str(MODULE), f"-j{os.cpu_count()}", "ARCH=x64", f"BUILD={objects}",
             f"MPY_DIR={SOURCES / 'micropython'}", f"OPUS_DIR={SOURCES / 'opus'}",
             f"PYTHON={sys.executable}", f"{objects}/opus.native.mpy"],
            ROOT, PYTHONPATH=str(ROOT / ".venv" / "native"), PYTHONDONTWRITEBYTECODE="1",
        )  # fmt: skip
        built = objects / "opus.mpy"
        (objects / "opus.native.mpy").rename(built)
        micropython = ROOT / ".venv" / "bin" / "micropython"
        _run(
            [str(micropython), "-c", "import opus; opus.Encoder()"],
            objects,
            MICROPYPATH=str(objects),
        )
        built.replace(BUILT / "opus.mpy")
    finally:
        shutil.rmtree(objects, ignore_errors=True)
    return BUILT / "opus.mpy"


def main() -> int:
    """Build the module; 1 and the reason on stderr where that fails."""
    try:
        suite, packages = wanted((MODULE / "sources.lock").read_text(encoding="utf-8"))
        missing = [package for package in packages if not _is_fetched(package)]
        if missing:
            fetch(suite, missing)
        make()
    except (BuildError, OSError, tarfile.TarError) as error:
        sys.stderr.write(f"native: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
