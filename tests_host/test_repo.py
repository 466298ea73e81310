"""The repository as a newcomer finds it: scripts that start, tables that fit, pinned packages."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest
from device import NODE, NPM, ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from sim.partitions import parse_table

_TOOLS = ROOT / "tools"
# A version, and a hash where the package is material of which something is made.
_PINNED = r"[\w.-]+==[\w.]+( --hash=sha256:[0-9a-f]{64})*"
_LISTS = sorted(_TOOLS.glob("requirements*.txt"))
_FIRST_LINE = "#!/usr/bin/env bash\n"
_KB = 1024
_MB = 1024 * _KB


def _tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name]


def test_every_script_can_be_started_by_its_name_and_parses() -> None:
    scripts = [ROOT / ".ci" / "run", *sorted(_TOOLS.glob("*.sh"))]
    sourced = _TOOLS / "setup.sh"
    for script in scripts:
        subprocess.run(["bash", "-n", script], check=True)
    wrong = [
        script.name
        for script in scripts
        if script != sourced
        and not (os.access(script, os.X_OK) and script.read_text().startswith(_FIRST_LINE))
    ]
    assert wrong == []


def test_every_package_is_pinned() -> None:
    wrong = []
    for path in _LISTS:
        lines = [line.partition("#")[0].strip() for line in path.read_text().splitlines()]
        assert any(lines), path
        wrong += [line for line in lines if line and not re.fullmatch(_PINNED, line)]
    assert wrong == []


def test_every_npm_package_is_pinned_by_its_hash_and_by_no_host() -> None:
    wanted = json.loads((_TOOLS / "npm" / "package.json").read_text())
    lock = (_TOOLS / "npm" / "package-lock.json").read_text()
    packages = json.loads(lock)["packages"]
    assert packages.pop("")["dependencies"] == wanted["dependencies"]
    assert all(re.fullmatch(r"\d[\w.-]*", version) for version in wanted["dependencies"].values())
    assert [name for name, one in packages.items() if "integrity" not in one] == []
    assert "://" not in lock


@pytest.mark.needs("npm")
def test_node_for_the_tests_is_new_enough_for_the_conformance_suite() -> None:
    said = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True)
    assert int(said.stdout[1:].split(".")[0]) >= 22
    suite = NPM / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
    shown = subprocess.run([NODE, suite, "--help"], capture_output=True, text=True)
    assert shown.returncode == 0
    assert "server" in shown.stdout


def _left_out(tmp_path: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Runs a test that needs a program which nobody has."""
    (tmp_path / "conftest.py").write_text("from tests_host.conftest import *\n")
    (tmp_path / "test_it.py").write_text(
        "import pytest\n@pytest.mark.needs('no-such-program')\ndef test_of_nothing(): pass\n"
    )
    path = f"{ROOT}:{ROOT / 'tests_host'}"
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": path, **environment}
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-rs"]
    return subprocess.run(
        [*command, "-c", os.devnull, f"--rootdir={tmp_path}", tmp_path],
        env=env,
        capture_output=True,
        text=True,
    )


@pytest.mark.thorough
def test_tests_that_cannot_run_are_named_and_fail_where_all_must_run(tmp_path: Path) -> None:
    named = _left_out(tmp_path)
    assert (named.returncode, "no-such-program is not here" in named.stdout) == (0, True), named
    failed = _left_out(tmp_path, ALL_TESTS="1")
    assert (failed.returncode, "no-such-program is not here" in failed.stdout) == (1, True)


def _set_up_with(npm: str, tmp_path: Path) -> "subprocess.CompletedProcess[str]":
    """Does the set-up's npm part with another npm, and asks afterwards whether it is done."""
    shutil.copytree(_TOOLS, tmp_path / "tools", dirs_exist_ok=True)
    (tmp_path / "bin").mkdir(exist_ok=True)
    (tmp_path / "bin" / "npm").write_text("#!/bin/sh\n" + npm)
    (tmp_path / "bin" / "npm").chmod(0o755)
    # The first half only: the functions, without what comes of sourcing them.
    functions = (_TOOLS / "setup.sh").read_text().rpartition("\nif ! _setup_is_done")[0]
    (tmp_path / "tools" / "setup.sh").write_text(functions)
    script = f"source {tmp_path}/tools/setup.sh; _setup_npm_is_done; echo $?; _setup_npm;"
    return subprocess.run(
        ["bash", "-c", script + "_setup_npm_is_done; echo $?"],
        env={"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )


def test_npm_is_asked_once_for_a_lock_and_again_for_another(tmp_path: Path) -> None:
    done = _set_up_with("pwd >>$0.log; echo added", tmp_path)
    assert (done.stdout, done.stderr) == ("1\n0\n", "")
    again = _set_up_with("pwd >>$0.log", tmp_path)
    assert (again.stdout, again.stderr) == ("0\n0\n", "")
    (tmp_path / ".venv" / "npm" / "stamp").write_text("of older packages")
    assert _set_up_with("pwd >>$0.log", tmp_path).stdout == "1\n0\n"
    asked = (tmp_path / "bin" / "npm.log").read_text().splitlines()
    assert asked == [str(tmp_path / ".venv" / "npm")] * 2


def test_npm_that_fails_is_said_and_not_asked_at_every_start(tmp_path: Path) -> None:
    failed = _set_up_with("echo offline >&2; exit 1", tmp_path)
    assert failed.stdout == "1\n0\n"
    assert "offline" in failed.stderr
    assert "left out" in failed.stderr
    assert not (tmp_path / ".venv" / "npm" / "stamp").exists()
    assert _set_up_with("exit 1", tmp_path).stderr == ""


def test_no_package_is_missing_from_the_lists() -> None:
    """They are installed without resolving, so what pip finds missing is missing in a list."""
    checked = subprocess.run(
        [ROOT / ".venv/bin/python", "-m", "pip", "check"], capture_output=True, text=True
    )
    apart = re.findall(
        r"^([\w.-]+)==",
        "".join(path.read_text() for path in _TOOLS.glob("sdists-*.txt")),
        re.MULTILINE,
    )
    missing = re.findall(r" requires ([\w.-]+), which is not installed", checked.stdout)
    assert set(missing) <= set(apart), checked.stdout
    assert len(missing) == len(checked.stdout.splitlines()) or checked.returncode == 0


@pytest.mark.parametrize("parts", [("sim",), ("sim", "board")], ids=" ".join)
def test_what_a_script_sets_up_needs_nothing_that_only_tests_have(parts: tuple[str, ...]) -> None:
    lists = "".join((_TOOLS / f"requirements-{part}.txt").read_text() for part in parts)
    names = re.findall(r"^([\w.-]+)==", lists, re.MULTILINE)
    needed = {
        canonicalize_name(one.name)
        for name in names
        for one in map(Requirement, requires(name) or [])
        if one.marker is None or one.marker.evaluate({"extra": ""})
    }
    assert needed - {canonicalize_name(name) for name in names} == set()


@pytest.mark.thorough
def test_older_mcp_client_is_complete_beside_the_current_one() -> None:
    """Two majors of one import name: each in a process of its own."""
    python = ROOT / ".venv/bin/python"
    say = "import importlib.metadata as m, mcp.client.stdio; print(m.version('mcp'))"
    for path, version in (("", "2."), (str(ROOT / ".venv/mcp1"), "1.")):
        env = {**os.environ, "PYTHONPATH": path}
        said = subprocess.run([python, "-c", say], env=env, capture_output=True, text=True)
        assert said.stdout.startswith(version), said.stderr


def test_set_up_without_python_says_what_to_install(tmp_path: Path) -> None:
    shutil.copytree(_TOOLS, tmp_path / "tools")
    (tmp_path / "bin").mkdir()
    for name in ("bash", "dirname", "cat", "mkdir", "flock", "rm", "uname"):
        found = shutil.which(name)
        assert found
        (tmp_path / "bin" / name).symlink_to(found)
    env = {"PATH": str(tmp_path / "bin"), "HOME": "/nonexistent"}
    for script in ("sim.sh", "test.sh"):
        done = subprocess.run(
            [tmp_path / "tools" / script], env=env, capture_output=True, text=True
        )
        assert done.returncode == 69
        assert "apt install python3 python3-venv" in done.stderr
        assert done.stdout == ""


@pytest.mark.parametrize(
    ("table", "chip"), [("partitions.csv", 16 * _MB), ("partitions-8m.csv", 8 * _MB)]
)
def test_partitions_fit_the_chip(table: str, chip: int) -> None:
    rows = parse_table((ROOT / table).read_text(encoding="utf-8"))
    assert all(0x9000 <= at and at + size <= chip for _, _, _, at, size in rows)
    by_label = {label: (at, size) for label, _, _, at, size in rows}
    assert by_label["nvs"] == (0x9000, 48 * _KB)
    assert by_label["memory"][1] == 3 * _MB
    assert {"otadata", "ota_0", "vfs"} <= set(by_label)
    if chip == 16 * _MB:
        sizes = {"ota_0": 3 * _MB, "ota_1": 3 * _MB, "vfs": 3 * _MB}
        sizes |= {"turns": _MB, "assets": 2 * _MB}
        assert sizes == {label: by_label[label][1] for label in sizes}
    for one, (at, size) in by_label.items():
        for other, (other_at, _) in by_label.items():
            assert one == other or not at <= other_at < at + size, f"{other} lies in {one}"


def test_memory_lies_where_the_earlier_table_had_it_so_a_chip_keeps_it() -> None:
    for name in ("partitions", "partitions-8m"):
        found = []
        for path in (ROOT / f"{name}.csv", ROOT / "tools" / "flashing" / f"{name}-1.csv"):
            rows = parse_table(path.read_text(encoding="utf-8"))
            found.append([row for row in rows if row[0] in ("nvs", "memory")])
        assert found[0] == found[1]


@pytest.mark.parametrize("table", ["partitions.csv", "partitions-8m.csv"])
def test_every_partition_says_who_writes_it_and_why_that_size(table: str) -> None:
    lines = (ROOT / table).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        if line and not line.startswith("#"):
            label = line.partition(",")[0]
            above = "\n".join(lines[max(0, number - 2) : number])
            assert re.search(rf"^# .*\b{label}\b.*: ", above, re.MULTILINE), label


def test_ignored_places_hold_nothing_that_is_kept() -> None:
    ignored = {".venv", "build", "__pycache__"}
    assert [path for path in _tracked() if ignored & set(path.relative_to(ROOT).parts)] == []


def test_kept_text_ends_its_lines_as_unix_does() -> None:
    kinds = (".py", ".sh", ".md", ".csv", ".toml", ".txt", ".json")
    wrong = []
    for path in _tracked():
        if path.is_file() and path.suffix in kinds:
            content = path.read_bytes()
            if b"\r" in content or not content.endswith(b"\n"[: len(content)]):
                wrong.append(path)
    assert wrong == []


def test_every_host_test_is_a_sentence() -> None:
    short = [
        f"{path.name}: {node.name}"
        for path in (ROOT / "tests_host").rglob("test_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
        and node.name.startswith("test_")
        and node.name.count("_") < 2
    ]
    assert short == []
