"""
The desk device as a test uses it: a process that is started, talked to, and killed.

Owns the process and the two threads that read its output. Knows the interfaces of ./tools/sim.sh
and JSON-RPC's outer form, nothing of what the tools answer. Waiting is waiting for a line of
output or for the end of the process, with a limit; nothing here sleeps.
"""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from device import ROOT

SIM = ROOT / "tools" / "sim.sh"
# What that script ends in, without the look whether all is set up.
_LAUNCH = (sys.executable, "-I", "-S", ROOT / "sim" / "launch.py")
_LIMIT_S = 30


class DeskError(Exception):
    """The companion ended, or did not say in time what was waited for."""


class Desk:
    """
    One run of ./tools/sim.sh with these options, from start to end of the process.

    `start` is the command that takes the options, `stdio` says that it speaks MCP there although
    no option says so. Waits for the `ready` event unless told `ready=False`. `--port 0` is added
    unless a port or `--stdio` is given, so that tests do not meet each other. With `typed`, send()
    types a line where stdin is the owner's.
    """

    def __init__(
        self,
        *options: object,
        ready: bool = True,
        start: "Sequence[object]" = _LAUNCH,
        env: "dict[str, str] | None" = None,
        cwd: "Path | None" = None,
        typed: bool = False,
        stdio: "bool | None" = None,
    ):
        given = [str(option) for option in options]
        self.stdio = "--stdio" in given if stdio is None else stdio
        if not self.stdio and "--port" not in given:
            given += ["--port", "0"]
        self.command = [*map(str, start), *given]
        self.events: list[dict[str, Any]] = []
        self.text: list[str] = []  # stderr lines that are no events
        self.notices: list[dict[str, Any]] = []  # what request() has read on stdout besides
        self._heard = threading.Condition()
        self._said: "queue.Queue[str | None]" = queue.Queue()
        self._next_id = 0
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE if self.stdio or typed else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="backslashreplace",
            env=env or os.environ,
            cwd=cwd or ROOT,
        )
        self._readers = [
            threading.Thread(target=self._read_events, daemon=True),
            threading.Thread(target=self._read_stdout, daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        self.ready: dict[str, Any] = {}
        if ready:
            try:
                self.ready = self.wait_event("ready")
            except BaseException:
                self.close()
                raise

    # What it says on stderr.

    def _read_events(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            with self._heard:
                try:
                    event = json.loads(line)
                except ValueError:
                    event = None
                if isinstance(event, dict) and "event" in event:
                    self.events.append(event)
                else:
                    self.text.append(line.rstrip("\n"))
                self._heard.notify_all()
        with self._heard:
            self._closed = True
            self._heard.notify_all()

    _closed = False

    def wait_event(self, name: str, count: int = 1, timeout: float = _LIMIT_S) -> dict[str, Any]:
        """The `count`-th event of this name since the start, waited for at most `timeout` s."""

        def found() -> list[dict[str, Any]]:
            return [event for event in self.events if event["event"] == name]

        with self._heard:
            self._heard.wait_for(lambda: self._closed or len(found()) >= count, timeout)
            if len(found()) >= count:
                return found()[count - 1]
            why = "ended" if self._closed else f"said nothing for {timeout} s"
            raise DeskError(f"no {name!r} event: the companion {why}\n{self.transcript()}")

    def wait_text(self, words: str, timeout: float = _LIMIT_S) -> str:
        """The first line on stderr that is no event and has `words` in it."""

        def found() -> list[str]:
            return [line for line in self.text if words in line]

        with self._heard:
            self._heard.wait_for(lambda: self._closed or found(), timeout)
            if found():
                return found()[0]
            raise DeskError(f"nobody said {words!r} in {timeout} s\n{self.transcript()}")

    def transcript(self) -> str:
        """Its command and everything on stderr so far, for messages."""
        lines = [" ".join(self.command)]
        lines += [json.dumps(event, ensure_ascii=False) for event in self.events]
        return "\n".join(lines + self.text)

    # MCP over HTTP.

    @property
    def url(self) -> str:
        return self.ready["mcp"]

    @property
    def token(self) -> str:
        return self.ready["token"]

    def post(
        self, message: object, timeout: float = _LIMIT_S, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """POST one JSON message to the endpoint with the token; (status, headers, body)."""
        request = urllib.request.Request(
            self.url,
            data=json.dumps(message).encode(),
            headers={
                "Content-Type": "application/json",
                "Accept": "application/json, text/event-stream",
                "Authorization": f"Bearer {self.token}",
                **{name.replace("_", "-"): value for name, value in headers.items()},
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, dict(error.headers), error.read()

    # MCP over stdio: one JSON message a line. The last three work over HTTP too.

    def _read_stdout(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._said.put(line)
        self._said.put(None)

    def send(self, message: object) -> None:
        """Write one line: a JSON value, or a string as it is. Raises DeskError at its end."""
        assert self.process.stdin is not None
        line = message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError) as error:
            raise DeskError(f"nobody reads any more\n{self.transcript()}") from error

    def receive(self, timeout: float = _LIMIT_S) -> dict[str, Any]:
        """The next message on stdout."""
        try:
            line = self._said.get(timeout=timeout)
        except queue.Empty:
            raise DeskError(f"no answer in {timeout} s\n{self.transcript()}") from None
        if line is None:
            self._said.put(None)
            raise DeskError(f"stdout is closed\n{self.transcript()}")
        return json.loads(line)

    def request(self, method: str, /, **params: object) -> dict[str, Any]:
        """Send a request, over stdio or HTTP; the response, `result` or `error` in it."""
        self._next_id += 1
        message = {"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params}
        if not self.stdio:
            status, _, body = self.post(message)
            if status != 200:
                raise DeskError(f"HTTP status {status}: {body!r}\n{self.transcript()}")
            return json.loads(body)
        self.send(message)
        while True:
            answer = self.receive()
            if answer.get("id") == self._next_id and "method" not in answer:
                return answer
            self.notices.append(answer)

    def initialize(self, version: str = "2025-11-25") -> dict[str, Any]:
        """The handshake; returns the result of `initialize`."""
        answer = self.request(
            "initialize",
            protocolVersion=version,
            capabilities={},
            clientInfo={"name": "tests", "version": "1"},
        )
        if "result" not in answer:
            raise DeskError(f"{answer.get('error')}\n{self.transcript()}")
        done = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        if self.stdio:
            self.send(done)
        else:
            self.post(done)
        return answer["result"]

    def tool(self, name: str, /, **arguments: object) -> dict[str, Any]:
        """Call a tool and return the JSON object that its one text item holds."""
        answer = self.request("tools/call", name=name, arguments=arguments)
        if "result" not in answer:
            raise DeskError(f"{answer.get('error')}\n{self.transcript()}")
        (item,) = answer["result"]["content"]
        return json.loads(item["text"])

    # Its end.

    def wait(self, timeout: float = _LIMIT_S) -> int:
        """Wait for the process to end by itself; its exit status, all output read."""
        status = self.process.wait(timeout)
        for reader in self._readers:
            reader.join(timeout)
        return status

    def kill(self) -> None:
        """A power cut: SIGKILL, and wait until the process is gone."""
        self.process.kill()
        self.wait()

    def stop(self) -> int:
        """An ordinary end: end of stdin with --stdio, Ctrl-C otherwise. The exit status."""
        if self.stdio and self.process.stdin is not None:
            self.process.stdin.close()
        else:
            self._wait_until_it_sleeps()
            self.process.send_signal(signal.SIGINT)
        return self.wait()

    def _wait_until_it_sleeps(self) -> None:
        """Ctrl-C amid a garbage collection breaks MicroPython for unix (see terminal.py)."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        for _ in range(1000):
            if stat.read_text().rpartition(")")[2].split()[0] != "R":
                return
            try:
                self.process.wait(0.001)
            except subprocess.TimeoutExpired:
                continue
            return

    def close(self) -> None:
        """Leave nothing behind, whatever state it is in."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for reader in self._readers:
            reader.join(_LIMIT_S)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue  # a last write that nobody will read

    def __enter__(self) -> "Desk":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
