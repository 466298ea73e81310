"""
firmware/manifest.py and the board folder of a build: what is frozen is what a board has in flash,
in the same layout. MicroPython's build itself is not here; what it gives a manifest is played.
"""

import os
import re
from pathlib import Path

import pytest

from sim import partitions, stage
from tools.flashing import app_files

FIRMWARE = stage.ROOT / "firmware"
BOARD = FIRMWARE / "boards" / "XIAOZHI_PET"
# Where frozen modules differ from those of a slot: what starts, and who it is for.
ONLY_FROZEN = {"boot.py", "board.py", "slots.py", "firmware/boards/__init__.py"}
ONLY_FROZEN |= {"firmware/boards/n16r8.py"}
ONLY_IN_A_SLOT = {"firmware/bootstrap/__init__.py", "firmware/bootstrap/slots.py"}


class Manifest:
    """What MicroPython's tools/manifestfile.py gives to a manifest, as far as ours ask."""

    def __init__(self) -> None:
        self.files: "dict[str, Path]" = {}
        self.stock: "list[str]" = []

    def include(self, manifest: str, **options: str) -> None:
        if manifest.startswith("$(PORT_DIR)"):
            self.stock.append(manifest)
            return
        path = Path(manifest).resolve()
        before = Path.cwd()
        os.chdir(path.parent)
        try:
            exec(path.read_text(encoding="utf-8"), self._names(options))
        finally:
            os.chdir(before)

    def _names(self, options: "dict[str, str]") -> "dict[str, object]":
        class Options:
            def defaults(self, **given: str) -> None:
                vars(self).update({**given, **options})

        return {
            "include": self.include,
            "metadata": lambda **words: None,
            "module": self._module,
            "options": Options(),
            "package": self._package,
        }

    def _module(self, name: str, base_path: str = ".") -> None:
        self._add(name, Path(base_path, name))

    def _package(self, name: str, files: "list[str] | None" = None, base_path: str = ".") -> None:
        folder = Path(base_path, name)
        found = [str(path.relative_to(folder)) for path in folder.rglob("*.py")]
        for file in found if files is None else files:
            self._add(f"{name}/{file}", folder / file)

    def _add(self, name: str, path: Path) -> None:
        assert path.is_file(), path
        assert name not in self.files, f"{name} is frozen twice"
        self.files[name] = path.resolve()


@pytest.fixture
def manifest() -> Manifest:
    read = Manifest()
    read.include(str(BOARD / "manifest.py"))
    return read


def test_what_is_frozen_is_what_a_board_that_was_flashed_has(manifest: Manifest) -> None:
    sources = dict(stage.board_sources("n16r8"))
    app = {re.sub(r"\.mpy$", ".py", name) for name, _ in app_files.app([*sources.items()])}
    flashed = {name.removeprefix("lib/") for name in app}
    others = {name for name in flashed if name.startswith("microdot/")}
    frozen = set(manifest.files) - ONLY_FROZEN - others
    # A slot leaves out files that only say that a folder is a package.
    empty = {name for name in frozen - flashed if name.endswith("/__init__.py")}
    assert frozen - empty == flashed - ONLY_IN_A_SLOT - others
    assert set(manifest.files) >= ONLY_FROZEN
    for name, path in manifest.files.items():
        if name not in ONLY_FROZEN:
            assert sources[name if name in sources else "lib/" + name] == path.read_bytes()


def test_what_others_made_is_frozen_as_far_as_it_is_loaded(manifest: Manifest) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in manifest.files.values())
    asked = set(re.findall(r"^ *from (microdot[\w.]*) import", text, re.MULTILINE))
    frozen = {name[:-3].replace("/", ".") for name in manifest.files}
    frozen |= {name.removesuffix(".__init__") for name in frozen}
    assert asked
    assert asked <= frozen


def test_modules_that_are_in_stock_micropython_come_from_its_own_manifest(
    manifest: Manifest,
) -> None:
    assert manifest.stock == ["$(PORT_DIR)/boards/manifest.py"]


def test_the_frozen_board_is_the_reference_board(manifest: Manifest) -> None:
    text = manifest.files["board.py"].read_text(encoding="utf-8")
    assert "from firmware.boards.n16r8 import *" in text
    names = (FIRMWARE / "boards" / "n16r8.py").read_text(encoding="utf-8")
    assert "__all__" not in names  # so that `*` takes every name that begins with no underscore


def test_a_build_has_the_layout_that_flashing_gives_a_board() -> None:
    text = (BOARD / "mpconfigboard.cmake").read_text(encoding="utf-8")
    (path,) = re.findall(r"\$\{MICROPY_BOARD_DIR\}(/\S+\.csv) ABSOLUTE", text)
    table = Path(f"{BOARD}{path}").resolve()
    assert table == stage.ROOT / "partitions.csv"
    rows = partitions.parse_table(table.read_text(encoding="utf-8"))
    end = max(at + size for _, _, _, at, size in rows)
    sizes = re.findall(
        r"^CONFIG_ESPTOOLPY_FLASHSIZE_(\d+)MB=y$", (BOARD / "sdkconfig.board").read_text(), re.M
    )
    assert sizes == ["16"]
    assert end <= int(sizes[0]) << 20


def test_the_files_of_a_build_go_onto_no_board_and_into_no_desk_device() -> None:
    names = {name for name, _ in stage.board_sources("n16r8")}
    assert "firmware/app.py" in names
    assert not any("XIAOZHI_PET" in name or name == "firmware/manifest.py" for name in names)


def test_the_build_page_names_files_that_are_there() -> None:
    page = (stage.ROOT / "docs" / "BUILD.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:firmware|lib|tools|tests_host|docs)/[\w./-]+)`", page)
    assert named
    for name in named:
        assert (stage.ROOT / name).exists(), name
    assert f"BOARD_DIR=$PET/{BOARD.relative_to(stage.ROOT)}" in page
