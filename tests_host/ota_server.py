"""
A stand-in for the OTA service of a XiaoZhi cloud, written from its wire facts, on loopback.

Answers what a test tells it to, in order, the last one for ever; keeps every request. An answer is
(status, body) or (status, body, headers), a body being bytes or a JSON value; or a function that
writes the raw answer to the connection itself.
"""

import json
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

LIMIT_S = 30
Answer = "tuple[Any, ...] | Callable[[BinaryIO], None]"


class OTAServer:
    """`url` is what the device is given; `requests` are (path, headers, body) in order."""

    def __init__(
        self,
        *answers: Any,
        activate: "list[Any] | None" = None,
        secure: "tuple[Path, Path] | None" = None,
    ):
        self.answers = list(answers)
        self.activations = activate or []
        self.requests: list[tuple[str, dict[str, str], Any]] = []
        self._heard = threading.Condition()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                path = self.path
                answer = server._took(path, dict(self.headers.items()), body)
                if callable(answer):
                    answer(self.wfile)
                    self.close_connection = True
                    return
                status, content, *more = answer
                if not isinstance(content, bytes):
                    content = json.dumps(content, ensure_ascii=False).encode()
                self.send_response(status)
                for name, value in more[0].items() if more else ():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *args: object) -> None:
                """Nothing on stderr."""

        class Listening(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: Any, client_address: Any) -> None:
                """A device that hangs up in the middle is part of the tests."""

        self._server = Listening(("127.0.0.1", 0), Handler)
        if secure is not None:  # certificate and key
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*secure)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        scheme = "http" if secure is None else "https"
        self.url = f"{scheme}://127.0.0.1:{self._server.server_port}/xiaozhi/ota/"

    def _took(self, path: str, headers: dict[str, str], body: bytes) -> Any:
        with self._heard:
            self.requests.append((path, headers, json.loads(body)))
            self._heard.notify_all()
            waiting = self.activations if path.endswith("/activate") else self.answers
            return waiting.pop(0) if len(waiting) > 1 else waiting[0]

    def wait_requests(self, count: int) -> None:
        """Until so many have come."""
        with self._heard:
            assert self._heard.wait_for(lambda: len(self.requests) >= count, LIMIT_S)

    def __enter__(self) -> "OTAServer":
        return self

    def __exit__(self, *exception: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(LIMIT_S)
