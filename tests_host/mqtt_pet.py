"""
A device that is nothing but the MQTT channel (on_device/_mqtt_device.py), as tests use it.

Owns the process and what it says. Time runs 20 times as fast for a device started with `speed`.
"""

import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import device

LIMIT_S = 30
_PROGRAM = device.ON_DEVICE / "_mqtt_device.py"
_FAST = device.ROOT / "sim" / "speed"


class Pet:
    """The device: what it says, and how it is told what to do."""

    def __init__(
        self,
        micropython: Path,
        place: "dict[str, Any]",
        else_where: int,
        speed: bool,
        ca: "Path | None" = None,
    ):
        env = device.environment()
        if ca is not None:
            env["TLS_CA"] = str(ca)
        if speed:
            env["MICROPYPATH"] = f"{_FAST}:{env['MICROPYPATH']}"
        command = [str(micropython), "-X", "heapsize=768K", str(_PROGRAM), json.dumps(place)]
        self.process = subprocess.Popen(
            [*command, str(else_where), "20" if speed else "1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            cwd=device.ROOT,
            env=env,
        )
        self.said: list[dict[str, Any]] = []
        self.logged: list[str] = []
        self._read = 0  # of what it said, by wait()
        self._heard = threading.Condition()
        self._readers = [
            threading.Thread(target=self._listen, args=(stream, into), daemon=True)
            for stream, into in (
                (self.process.stdout, self.said),
                (self.process.stderr, self.logged),
            )
        ]
        for reader in self._readers:
            reader.start()

    def _listen(self, stream: Any, into: "list[Any]") -> None:
        for line in stream:
            with self._heard:
                into.append(json.loads(line) if into is self.said else line)
                self._heard.notify_all()

    def do(self, what: str, text: str = "") -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": what, "text": text}) + "\n")
        self.process.stdin.flush()

    def wait(self, what: str, **fields: Any) -> dict[str, Any]:
        """The next thing of this kind with these fields that it says."""

        def found() -> "dict[str, Any] | None":
            while self._read < len(self.said):
                one = self.said[self._read]
                self._read += 1
                if one["what"] == what and fields.items() <= one.items():
                    return one
            return None

        with self._heard:
            one = self._heard.wait_for(found, LIMIT_S)
        assert one, f"no {what} {fields}: {self.said}\n{''.join(self.logged)}"
        return one

    def wait_log(self, words: str) -> None:
        with self._heard:
            there = lambda: any(words in line for line in self.logged)  # noqa: E731
            assert self._heard.wait_for(there, LIMIT_S), self.logged

    def ask(self, what: str) -> dict[str, Any]:
        self.do(what)
        return self.wait(what)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for reader in self._readers:
            reader.join(LIMIT_S)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            try:
                stream.close()
            except BrokenPipeError:
                continue  # a last order that nobody will read


Start = Callable[..., Pet]


def started(micropython: Path) -> Iterator[Start]:
    """
    For a fixture: start(port, else_where=0, speed=False, ca=None, **place); all are ended at the
    end. `ca` is the file of a root, as DER.
    """
    running = []

    def start(
        port: int,
        else_where: int = 0,
        speed: bool = False,
        ca: "Path | None" = None,
        **place: Any,
    ) -> Pet:
        endpoint = {"endpoint": f"127.0.0.1:{port}", **place}
        running.append(Pet(micropython, endpoint, else_where, speed, ca))
        return running[-1]

    yield start
    for one in running:
        one.close()
