"""
lib/mcp and lib/memory as `mip` installs them, each alone: onto a board with nothing but
MicroPython. Then what the README shows runs there.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import device
import pytest
from bare_board import BareBoard
from web import served

from tools import packages

README = {name: (packages.LIB / name / "README.md").read_text("utf-8") for name in packages.PARTS}
EXAMPLE = {name: text.split("```python\n")[1].split("```")[0] for name, text in README.items()}
MPREMOTE = str(Path(sys.prefix) / "bin" / "mpremote")
INSTALLED = {"mcp": "mcp/core/server", "memory": "memory/engine"}  # has to be there, of each


@pytest.fixture
def board(micropython: Path, flash: Path) -> BareBoard:
    return BareBoard(micropython, flash)


@pytest.fixture
def web(tmp_path: Path) -> Iterator[str]:
    """Address of an HTTP server that has lib/, and an index in /index."""

    folder = tmp_path / "served"
    shutil.copytree(packages.LIB, folder / "lib", ignore=shutil.ignore_patterns("__pycache__"))
    packages.index(folder / "index")
    with served(folder) as address:
        yield address


FROM = {
    "sources": "{web}/lib/{name}/",
    "package.json": "{web}/lib/{name}/package.json",
    "flat": "{web}/lib/{name}.json",
    "index": "{name}', index='{web}/index",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("mcp", "package.json"),
        ("mcp", "flat"),
        ("mcp", "index"),
        ("memory", "sources"),
        ("memory", "index"),
    ],
)
def test_a_board_installs_it_by_itself_and_the_example_of_its_readme_runs(
    board: BareBoard, web: str, name: str, how: str
) -> None:
    where = FROM[how].format(web=web, name=name)
    said = board.run(
        f"import mip\nmip.install('{where}')\nprint(sorted(os.listdir('/lib')))", new=True
    )
    assert said.splitlines()[-2:] == ["Done", str(sorted(packages.PARTS[name]))]
    form = ".mpy" if how == "index" else ".py"
    assert f"/lib/{INSTALLED[name]}{form}" in said
    runs(board, name, "ADDED")
    if name == "memory":
        runs(board, name, "NOOP")


def runs(board: BareBoard, name: str, result: str) -> None:
    """The example, in a program of its own after a restart; nothing else of ours is there."""
    alone = f"\nassert sorted(os.listdir('/lib')) == {sorted(packages.PARTS[name])}\n"
    if name == "mcp":
        hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {}}
        hello["clientInfo"] = {"name": "a", "version": "1"}
        call = {"name": "greet", "arguments": {"name": "小智"}}
        asked = [request(1, "initialize", hello), request(2, "tools/call", call)]
        said = board.run(alone + EXAMPLE[name], stdin=b"".join(asked))
        replies = {reply["id"]: reply for reply in map(json.loads, said.splitlines())}
        assert replies[2]["result"]["content"][0]["text"] == "Hello, 小智!"
    else:
        told, found = board.run(alone + EXAMPLE[name]).splitlines()
        assert re.fullmatch(result + r" \w{4,}", told)
        assert found == "1 ['The cat is called Mochi']"


def request(id: int, method: str, params: dict) -> bytes:
    message = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
    return json.dumps(message).encode() + b"\n"


def test_what_is_installed_anew_is_what_is_there_and_nothing_is_loaded_twice(
    board: BareBoard, web: str
) -> None:
    install = f"import mip\nmip.install('mcp', index='{web}/index')\n"
    first = board.run(install, new=True)
    again = board.run(install)
    assert first.count("Copying:") == again.count("Exists:") == len(packages.modules("mcp"))
    assert "Copying:" not in again


@pytest.mark.thorough
def test_mpremote_installs_memory_and_it_answers_there(desk: Callable, web: str) -> None:
    line = desk("--repl").ready["repl"]
    mpremote = [MPREMOTE, "connect", line]
    install = ["mip", "install", "--target", "/memory/lib", "--index", f"{web}/index", "memory"]
    done = subprocess.run([*mpremote, *install], capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    code = """
import sys
for name in list(sys.modules):
    if name.startswith('memory'):
        del sys.modules[name]
sys.path[:] = ['/memory/lib', '.frozen']
import memory
from memory.records import kinds
print(memory.__version__, kinds.__file__, len(kinds.WRITABLE))
"""
    ran = subprocess.run(
        [*mpremote, "exec", code], capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    version = packages.version("memory")
    assert ran.stdout.split() == [version, "/memory/lib/memory/records/kinds.mpy", "21"], ran


@pytest.mark.parametrize("name", packages.PARTS)
def test_the_lists_name_all_modules_of_the_package_and_depend_on_nothing(name: str) -> None:
    for path, text in packages.lists(name).items():
        assert path.read_text() == text, "run ./tools/packages.sh"
        package = json.loads(text)
        assert [at for at, _ in package["urls"]] == packages.modules(name)
        assert all((path.parent / url).is_file() for _, url in package["urls"])
        assert (package["deps"], package["version"]) == ([], packages.version(name))


@pytest.mark.parametrize("name", packages.PARTS)
def test_the_readme_says_how_large_it_is(name: str) -> None:
    size = sum((packages.LIB / at).stat().st_size for at in packages.modules(name)) / 1000
    (said,) = re.findall(r"about (\d+) KB(?:\nas source|, as \.mpy)", README[name])
    assert abs(size - int(said)) < 0.1 * size, size


def test_packages_that_cannot_be_written_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("")
    command = [device.ROOT / "tools" / "packages.sh", "--index", tmp_path / "there" / "index"]
    done = subprocess.run(
        list(map(str, command)), capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("packages: ")
    assert len(done.stderr.splitlines()) == 1
