"""tools/fetch.py against a stand-in for the package index: only what is pinned gets in."""

import hashlib
import io
import os
import subprocess
import sys
import tarfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from device import ROOT


def _archive(files: "dict[str, bytes]") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return out.getvalue()


_GOOD = _archive(
    {
        "thing-1.0/thing/simple.py": b"x = 1\n",
        "thing-1.0/thing.egg-info/PKG-INFO": b"Name: thing\n",
        "thing-1.0/../../outside.py": b"never\n",
    }
)
_SHA = hashlib.sha256(_GOOD).hexdigest()


@pytest.fixture
def index() -> Iterator[dict[str, bytes]]:
    """Paths and what is there; `index["url"]` is where it listens."""
    pages: dict[str, bytes] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = pages.get(self.path)
            self.send_response(404 if page is None else 200)
            kind = "text/html" if self.path.endswith("/") else "application/gzip"
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(page or b"")

        def log_message(self, *args: object) -> None:
            """Nothing on stderr."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    pages["url"] = f"http://127.0.0.1:{server.server_port}/simple/".encode()
    pages["/simple/thing/"] = (
        f'<a href="/files/thing-1.0.tar.gz#sha256={_SHA}">thing-1.0.tar.gz</a>'.encode()
    )
    pages["/files/thing-1.0.tar.gz"] = _GOOD
    yield pages
    server.shutdown()
    server.server_close()
    thread.join()


def _fetch(
    index: "dict[str, bytes]", folder: Path, line: str
) -> "subprocess.CompletedProcess[str]":
    packages = folder / "list.txt"
    packages.write_text("# a comment\n\n" + line.replace("SHA", _SHA) + "\n")
    command = [sys.executable, str(ROOT / "tools" / "fetch.py"), str(packages), str(folder / "to")]
    env = {**os.environ, "PIP_INDEX_URL": index["url"].decode(), "NO_PROXY": "127.0.0.1"}
    (folder / "to").mkdir(exist_ok=True)
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)


def test_a_pinned_package_is_unpacked_into_its_folder(
    index: dict[str, bytes], tmp_path: Path
) -> None:
    (tmp_path / "to" / "thing").mkdir(parents=True)
    (tmp_path / "to" / "thing" / "old.py").write_text("")
    done = _fetch(index, tmp_path, "thing==1.0 SHA thing")
    assert (done.returncode, done.stderr) == (0, "")
    found = [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.py")]
    assert found == ["to/thing/thing/simple.py"]


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"thing==1.0 {'0' * 64} thing", "no file with the pinned hash"),
        ("thing==1.1 SHA thing", "no file with the pinned hash"),
        ("other==1.0 SHA thing", "other"),
        ("thing==1.0 thing", "not name==version sha256 folder"),
    ],
)
def test_what_is_not_pinned_or_not_there_is_refused(
    index: dict[str, bytes], tmp_path: Path, line: str, why: str
) -> None:
    done = _fetch(index, tmp_path, line)
    assert done.returncode == 1
    assert why in done.stderr
    assert list((tmp_path / "to").iterdir()) == []


def test_an_archive_that_was_changed_is_refused(index: dict[str, bytes], tmp_path: Path) -> None:
    index["/files/thing-1.0.tar.gz"] = _archive({"thing-1.0/thing/simple.py": b"x = 2\n"})
    done = _fetch(index, tmp_path, "thing==1.0 SHA thing")
    assert done.returncode == 1
    assert "another hash" in done.stderr
    assert list((tmp_path / "to").iterdir()) == []


def test_the_real_umqtt_is_there() -> None:
    source = (ROOT / ".venv" / "umqtt" / "umqtt" / "simple.py").read_text()
    assert "class MQTTClient" in source
