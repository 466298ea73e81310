"""Building the codec: what set-up says and repeats, and that only what is pinned gets in."""

import hashlib
import io
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from device import ROOT

from tools import native

_NEEDED_BY_BASH = ("bash", "cat", "dirname", "mkdir", "rm", "uname")
_PYTHON = """#!/bin/bash
echo "$*" >>"$0.log"
[[ $* != *native.py ]] || {}
"""


def _set_up(folder: Path, build: str, *tools: str) -> "subprocess.CompletedProcess[str]":
    """Does the set-up's part for the codec with these tools, `build` in place of the building."""
    for name in ("tools", "native"):
        shutil.copytree(ROOT / name, folder / name, dirs_exist_ok=True)
    programs, python = folder / "bin", folder / ".venv" / "bin" / "python"
    shutil.rmtree(programs, ignore_errors=True)
    for path in (programs, python.parent):
        path.mkdir(parents=True, exist_ok=True)
    for name in _NEEDED_BY_BASH:
        (programs / name).symlink_to(shutil.which(name) or name)
    for name in tools:
        (programs / name).write_text("#!/bin/sh\n")
        (programs / name).chmod(0o755)
    python.write_text(_PYTHON.format(build))
    python.chmod(0o755)
    # The first half only: the functions, without what comes of sourcing them.
    setup = folder / "tools" / "setup.sh"
    setup.write_text(setup.read_text().rpartition("\nif ! _setup_is_done")[0])
    is_done = "_setup_native_is_done; echo $?"
    script = f"source {setup}; {is_done}; _setup_native_is_done || _setup_native; {is_done}"
    return subprocess.run(
        ["bash", "-c", script], env={"PATH": str(programs)}, capture_output=True, text=True
    )


_TOOLS = ("gcc", "make", "apt-get")


def test_the_codec_is_built_once_and_again_when_it_has_changed(tmp_path: Path) -> None:
    assert _set_up(tmp_path, "true", *_TOOLS).stdout == "1\n0\n"
    again = _set_up(tmp_path, "true", *_TOOLS)
    assert (again.stdout, again.stderr) == ("0\n0\n", "")
    (tmp_path / "build" / "native" / "stamp").write_text("of an older one")
    assert _set_up(tmp_path, "true", *_TOOLS).stdout == "1\n0\n"
    asked = (tmp_path / ".venv" / "bin" / "python.log").read_text()
    assert asked.count("tools/native.py") == 2


def test_a_codec_that_cannot_be_built_is_said_and_not_tried_at_every_start(tmp_path: Path) -> None:
    failed = _set_up(tmp_path, "{ echo offline >&2; exit 1; }", *_TOOLS)
    assert failed.stdout == "1\n0\n"
    assert "offline" in failed.stderr
    assert "text alone" in failed.stderr
    assert not (tmp_path / "build" / "native" / "stamp").exists()
    assert _set_up(tmp_path, "exit 1", *_TOOLS).stderr == ""


@pytest.mark.parametrize("missing", _TOOLS)
def test_without_what_builds_it_set_up_is_done_all_the_same(tmp_path: Path, missing: str) -> None:
    done = _set_up(tmp_path, "exit 1", *(name for name in _TOOLS if name != missing))
    assert (done.stdout, done.stderr) == ("0\n0\n", "")


def test_sources_of_this_machine_become_those_of_another_suite() -> None:
    stanzas = """# comment
Types: deb
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/debian.gpg

Types: deb
URIs: http://mirror.example/security
Suites: bookworm-security
Components: main

Types: deb
Enabled: no
URIs: http://other.example
Suites: bookworm
Components: main
"""
    assert native.other_suite(stanzas, False, "trixie") == (
        "types: deb-src\nuris: http://mirror.example/debian\nsuites: trixie\n"
        "components: main\nsigned-by: /usr/share/keyrings/debian.gpg\n"
    )
    lines = """# comment
deb [signed-by=/a.gpg] http://mirror.example/debian bookworm main contrib
deb-src [signed-by=/a.gpg] http://mirror.example/debian bookworm main
deb http://mirror.example/debian bookworm-updates main
# deb http://no.example/debian bookworm main
"""
    assert native.other_suite(lines, True, "trixie") == (
        "deb-src [signed-by=/a.gpg] http://mirror.example/debian trixie main\n"
    )


def test_the_lock_names_the_suite_and_both_packages() -> None:
    suite, packages = native.wanted((native.MODULE / "sources.lock").read_text(encoding="utf-8"))
    assert suite == "trixie"
    assert [package[0] for package in packages] == ["micropython", "opus"]
    for wrong in ("opus 1 abc file\n", "# suite: x\nopus 1.5 file\n"):
        with pytest.raises(native.BuildError):
            native.wanted(wrong)


_APT = """#!/bin/sh
case "$*" in
    *update*) exit 100 ;;
    *source*) cp {archive} . ;;
esac
"""
_APT_CONFIG = """#!/bin/sh
echo "LIST='{list}'"
echo "PARTS='/nowhere'"
"""


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a stand-in for apt-get brings, whatever it is asked for."""
    path = tmp_path / "opus_1.orig.tar.gz"
    files = {"celt/one.c": b"1", "dnn/two.c": b"2", "../../outside.c": b"3", "COPYING": b"4"}
    with tarfile.open(path, "w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(f"opus-1/{name}")
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    (tmp_path / "sources.list").write_text("deb http://mirror.example bookworm main\n")
    for name, text in (
        ("apt-get", _APT.format(archive=path)),
        ("apt-config", _APT_CONFIG.format(list=tmp_path / "sources.list")),
    ):
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(text)
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setattr(native, "BUILT", tmp_path / "built")
    monkeypatch.setattr(native, "SOURCES", tmp_path / "built" / "sources")
    return path


def test_what_is_pinned_is_unpacked_as_far_as_it_is_needed(archive: Path) -> None:
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    # That other lists of this machine know no such suite does not matter.
    native.fetch("trixie", [("opus", "1", digest, archive.name)])
    files = [path for path in native.BUILT.rglob("*") if path.is_file()]
    names = sorted(str(path.relative_to(native.SOURCES)) for path in files)
    assert names == ["opus/COPYING", "opus/celt/one.c", "opus/sha256"]


def test_what_has_another_hash_is_refused(archive: Path) -> None:
    with pytest.raises(native.BuildError, match="pinned hash"):
        native.fetch("trixie", [("opus", "1", "0" * 64, archive.name)])
    assert not [path for path in native.BUILT.rglob("*") if path.is_file()]
