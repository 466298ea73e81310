"""
Fuzzing: a MicroPython process that is given many inputs, and what makes and shrinks them.

A target is a device-side module (on_device/_fuzz_*.py) with `start(*arguments)` and `one(data)`.
Its process lives through a whole test: thousands of inputs cost the start of one interpreter.
What it does not survive (a crash, a hang, an exception that nobody expects) is a Finding, as is an
answer that the test's oracle refuses; it comes with the smallest input found that still does it,
and the one command that gives it to the device again.

    FUZZ_SEED=7             other inputs than those of every run
    LONG=1 [FUZZ_TIMES=20]  so many times as many
    .venv/bin/python tests_host/fuzzing.py MODULE INPUT [arguments]    one input alone

Bounded by the number of inputs and never by time. The limit on a single answer is for hangs.
Inputs are drawn with random.Random: for bytes hypothesis takes ten times as long as the device.
Where inputs have a structure that is worth shrinking (arguments of tools) it is used all the same.
"""

import base64
import json
import os
import select
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable
from random import Random
from typing import Any

import device
from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as seeded

_HANG_S = 120  # a machine may have much else to do
_TIMES = int(os.environ.get("FUZZ_TIMES", "20")) if device.LONG else 1
_SEED = os.environ.get("FUZZ_SEED")
_SHRINKS = 400  # inputs that are tried to find a smaller one


class Finding(AssertionError):
    """The device did with an input what it must never do."""


class Hang(Finding):
    """It does not answer."""


class Target:
    """
    One process of the target `module`, as a context; `arguments` go to its start().

    ask(data) is its answer: bytes, or the JSON value. `inputs` counts what it was asked.
    """

    def __init__(
        self,
        micropython: "os.PathLike | str",
        module: str,
        *arguments: str,
        heap: str = "20M",
    ):
        self.inputs = 0
        self._module = module
        self._arguments = arguments
        self._command = [str(micropython), "-X", f"heapsize={heap}"]
        self._process: "subprocess.Popen | None" = None
        self._last = b""

    def __enter__(self) -> "Target":
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._end()
        if kind is not None and not isinstance(error, Finding):
            print(self.replay(self._last))

    def replay(self, data: bytes) -> str:
        """The command that gives the device this input alone."""
        packed = base64.b64encode(zlib.compress(data, 9)).decode()
        command = ["PYTHONPATH=. .venv/bin/python tests_host/fuzzing.py", self._module, packed]
        return " ".join(["again:", *command, *map(str, self._arguments)])

    def ask(self, data: bytes) -> Any:
        """The device's answer to an input. Raises Finding."""
        self.inputs += 1
        self._last = data
        kind, answer = self._exchange(b"i", data)
        if kind == b"X":
            said = device.with_source_lines(answer.decode("utf-8", "backslashreplace"))
            raise Finding(f"{said}\n{self.replay(data)}")
        if kind == b"J":
            return json.loads(answer)
        return answer

    def heap(self) -> int:
        """Bytes of heap in use after a collection."""
        return int(self._exchange(b"h", b"")[1])

    def run(
        self, count: int, make: "Callable[[Random], bytes]", check: "Callable[[bytes, Any], None]"
    ) -> None:
        """
        Ask `count` inputs (fewer in the quick tier, many times as many when it may take long),
        each made with a Random of its own, and have each answer checked: check(data, answer)
        raises AssertionError.
        Raises Finding for the first that is none, shrunk.
        """
        for number in range(device.tries(count) * _TIMES):
            data = make(Random(f"{_SEED} {self._module} {number}"))
            error = self._wrong(data, check)
            if error is not None:
                raise self._shrunk(data, error, check)

    def _wrong(self, data: bytes, check: "Callable[[bytes, Any], None]") -> "Exception | None":
        try:
            check(data, self.ask(data))
        except (AssertionError, LookupError, TypeError, ValueError) as error:
            return error
        return None

    def _shrunk(self, data: bytes, error: Exception, check: Callable) -> Finding:
        """The finding for the smallest input that is still one, as far as it was looked for."""
        left = 0 if isinstance(error, Hang) else _SHRINKS
        size = len(data) // 2
        while size and left:
            at = len(data)
            while at > 0 and left:
                at -= size
                less = data[: max(at, 0)] + data[max(at, 0) + size :]
                left -= 1
                found = self._wrong(less, check)
                if found is not None and not isinstance(found, Hang):
                    data, error = less, found
            size //= 2
        said = f"{type(error).__name__}: {error}"
        if not isinstance(error, Finding):
            said += f"\n{self.replay(data)}"
        return Finding(f"{data[:2000]!r}\n{said}")

    def tries(self, count: int) -> Callable[[Callable], Callable]:
        """
        Settings for a `given` function that asks: `count` inputs in the normal run. The outermost
        decorator.
        """
        times = device.tries(count) * _TIMES

        def decorate(function: Callable) -> Callable:
            function = settings(
                max_examples=times,
                derandomize=_SEED is None,
                database=None,
                deadline=None,
                # An explanation costs hundreds of inputs more and says little about bytes.
                phases=[Phase.explicit, Phase.generate, Phase.shrink],
                suppress_health_check=list(HealthCheck),
            )(function)
            return seeded(int(_SEED))(function) if _SEED else function

        return decorate

    # -- the process ---------------------------------------------------------------------------

    def _start(self) -> None:
        down, self._write_fd = os.pipe()
        self._read_fd, up = os.pipe()
        self._said = tempfile.TemporaryFile()
        script = str(device.ON_DEVICE / "_fuzz.py")
        self._process = subprocess.Popen(
            [*self._command, script, self._module, str(down), str(up), *self._arguments],
            stdin=subprocess.DEVNULL,
            stdout=self._said,
            stderr=subprocess.STDOUT,
            cwd=device.ROOT,
            env=device.environment(),
            pass_fds=(down, up),
        )
        os.close(down)
        os.close(up)

    def _end(self) -> int:
        """End the process; its exit status."""
        if self._process is None:
            return 0
        self._process.kill()
        status = self._process.wait()
        os.close(self._write_fd)
        os.close(self._read_fd)
        self._said.close()
        self._process = None
        return status

    def _exchange(self, operation: bytes, data: bytes) -> tuple[bytes, bytes]:
        if self._process is None:
            self._start()
        try:
            _write(self._write_fd, operation + len(data).to_bytes(4, "big") + data)
            head = self._read(5)
            return head[:1], self._read(int.from_bytes(head[1:], "big"))
        except OSError as error:
            self._said.seek(0)
            said = self._said.read().decode("utf-8", "backslashreplace")
            how = f"it ended with status {self._end_by_itself()}"
            self._end()
            said = device.with_source_lines(said[-4000:])
            if isinstance(error, TimeoutError):
                raise Hang(f"{said}\nno answer in {_HANG_S} s\n{self.replay(data)}") from None
            raise Finding(f"{said}\n{how}\n{self.replay(data)}") from None

    def _end_by_itself(self) -> object:
        assert self._process is not None
        try:
            return self._process.wait(1)
        except subprocess.TimeoutExpired:
            return "none yet"

    def _read(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            if not select.select([self._read_fd], [], [], _HANG_S)[0]:
                raise TimeoutError
            piece = os.read(self._read_fd, size - len(found))
            if not piece:
                raise BrokenPipeError
            found += piece
        return found


def _write(fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(fd, data) :]


# -- inputs --------------------------------------------------------------------------------------

# Bytes that stand at borders: of UTF-8, of lengths, of JSON.
_BORDERS = [
    b"\x00", b"\x01", b"\x7f", b"\x80", b"\xbf", b"\xc0\x80", b"\xed\xa0\x80", b"\xef\xbb\xbf",
    b"\xf4\x90\x80\x80", b"\xff", b"\xff\xff\xff\xff", b"\n", b"\r\n", b'"', b"\\", b"\\u", b"{}",
    b"[", b"]", b"{", b"}", b",", b":", b"0", b"-", b"9" * 20, b"1e999", b"null", b" ",
    "猫".encode(), "😀".encode(),
]  # fmt: skip


def edited(rng: Random, data: bytes, most: int = 6, pieces: "list[bytes] | None" = None) -> bytes:
    """
    `data` after one to `most` edits: bits flipped, bytes replaced, pieces put in (borders,
    `pieces`), taken out, said twice, exchanged, or all cut off from there on.
    """
    found = bytearray(data)
    for _ in range(rng.randint(1, most)):
        at = rng.randint(0, len(found))
        how = rng.randrange(16)
        word = rng.choice(_BORDERS if not pieces or rng.randrange(3) == 0 else pieces)
        if how < 3 and at < len(found):
            found[at] ^= 1 << rng.randrange(8)
        elif how < 5 and at < len(found):
            found[at] = rng.randrange(256)
        elif how < 8:
            found[at:at] = word
        elif how < 10:
            found[at : at + len(word)] = word
        elif how < 12:
            del found[at : at + rng.randint(1, 1 << rng.randrange(7))]
        elif how < 14:
            found[at:at] = found[at : at + rng.randint(1, 200)]
        elif how < 15:
            other = rng.randint(0, len(found))
            size = rng.randint(1, 32)
            found[at : at + size] = found[other : other + size]
        else:
            del found[at:]
    return bytes(found)


def main(module: str, packed: str, *arguments: str) -> None:
    """Give one input to a target and print what comes of it."""
    data = zlib.decompress(base64.b64decode(packed))
    print(f"{len(data)} bytes: {data[:2000]!r}")
    with Target(device.MICROPYTHON, module, *arguments) as target:
        print(target.ask(data))


if __name__ == "__main__":
    main(*sys.argv[1:])
