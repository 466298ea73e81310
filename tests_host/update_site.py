"""
A release of the app behind HTTP, on the loopback: as it is, or as a broken server serves it.

Owns the folder and the server; what is signed with which key is tools/release.py's. `fault` is
what becomes of the next files that are asked for: a function of the handler, the name and the
bytes, which answers in its own way; it is asked for each until it is None again.
"""

import contextlib
import http.server
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import slots_chip
from cryptography.hazmat.primitives.asymmetric import rsa

from tools import release
from tools.flashing import pack


class Server(http.server.ThreadingHTTPServer):
    """Serves `site`; `asked` has the names, in order."""

    daemon_threads = True

    def __init__(self, site: Path):
        super().__init__(("127.0.0.1", 0), Handler)
        self.site = site
        self.asked: list[str] = []
        self.fault: "Callable[[Handler, str, bytes], None] | None" = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/pet"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        name = self.path.removeprefix("/pet/")
        self.server.asked.append(name)
        path = self.server.site / name
        if not path.is_file():
            self.send_error(404)
        elif self.server.fault is None:
            self.whole(path.read_bytes())
        else:
            self.server.fault(self, name, path.read_bytes())

    def whole(self, content: bytes, length: "int | None" = None) -> None:
        """An answer; with a `length` that may be another than its own."""
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Length", str(len(content) if length is None else length))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *args: object) -> None:
        """Nobody reads it."""


@contextlib.contextmanager
def serving(site: Path) -> Iterator[Server]:
    """The server of a folder, while it is wanted."""
    server = Server(site)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def put(key: rsa.RSAPrivateKey, site: Path, version: str, **replaced: str) -> None:
    """Make the folder of a release, its modules replaced as slots_chip.versioned has it."""
    files = pack.deflated(sorted(slots_chip.versioned(version, **replaced).items()))
    release.write(key, site, pack.manifest(version, files), files)
