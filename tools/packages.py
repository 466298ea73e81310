"""
./tools/packages.sh: lib/mcp and lib/memory as packages for MicroPython's `mip`.

Runs on CPython. Owns the lists that `mip` reads where the sources are kept, and the form of an
index, which has them compiled. A package is all modules of its folder and of the libraries that it
is made of, and depends on nothing else; its version is that of its `__init__.py`. Each list is
there twice: lib/NAME/package.json, and lib/NAME.json, whose addresses contain no `..`, which some
servers of repositories do not resolve.
"""

import argparse
import hashlib
import json
import os
import re
import sys
from pathlib import Path

from sim import stage

LIB = stage.ROOT / "lib"
# Each package and the libraries that it is made of: an install brings all that it needs.
PARTS = {"mcp": ("mcp", "net"), "memory": ("memory",)}

_MPY = "6"  # what sys.implementation._mpy & 0xFF is where stage.shipped's .mpy are taken
_SHORT = 8  # hex digits of SHA-256 by which an index names a file


def modules(name: str) -> "list[str]":
    """The files of a package, by their paths below lib/."""
    found = [path for part in PARTS[name] for path in (LIB / part).rglob("*.py")]
    return sorted(path.relative_to(LIB).as_posix() for path in found)


def version(name: str) -> str:
    """As `__init__.py` says it."""
    (found,) = re.findall(
        r'^__version__ = "(.*)"$', (LIB / name / "__init__.py").read_text(), re.M
    )
    return str(found)


def lists(name: str) -> "dict[Path, str]":
    """Where the lists of a package are kept, and their texts."""
    places = {LIB / name / "package.json": name, LIB / f"{name}.json": "."}
    return {path: description(name, base) for path, base in places.items()}


def description(name: str, base: str) -> str:
    """The text of a list whose addresses begin at `base`, a folder below lib/."""
    rows = [f'    ["{at}", "{os.path.relpath(at, base)}"]' for at in modules(name)]
    urls = ",\n".join(rows)
    return f'{{\n  "version": "{version(name)}",\n  "urls": [\n{urls}\n  ],\n  "deps": []\n}}\n'


def index(folder: Path) -> None:
    """Write an index: files by their hash, and of each package two lists of them, by form."""
    for name in PARTS:
        sources = [(at, (LIB / at).read_bytes()) for at in modules(name)]
        shipped = [stage.shipped(f"lib/{at}", content) for at, content in sources]
        forms = {"py": sources, _MPY: [(at.removeprefix("lib/"), body) for at, body in shipped]}
        for form, files in forms.items():
            hashes = [[at, _keep(folder, content)] for at, content in files]
            listed = {"v": 1, "version": version(name), "hashes": hashes, "deps": []}
            for which in ("latest", version(name)):
                target = folder / "package" / form / name / f"{which}.json"
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(json.dumps(listed), encoding="utf-8")


def _keep(folder: Path, content: bytes) -> str:
    short = hashlib.sha256(content).hexdigest()[:_SHORT]
    target = folder / "file" / short[:2] / short
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    return short


def main(arguments: "list[str]") -> int:
    """Run the command line; the exit status."""
    parser = argparse.ArgumentParser(
        prog="packages.sh",
        description="Write the lists of lib/mcp and lib/memory, from what is in the folders.",
    )
    parser.add_argument(
        "--index",
        type=Path,
        metavar="FOLDER",
        help="write an index with the packages compiled instead, for any web server: "
        "mpremote mip install --index http://SERVER/FOLDER memory",
    )
    options = parser.parse_args(arguments)
    try:
        if options.index:
            index(options.index)
            return 0
        for name in PARTS:
            for path, text in lists(name).items():
                path.write_text(text, encoding="utf-8")
    except (OSError, stage.StageError) as error:
        print(f"packages: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
