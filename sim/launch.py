"""
Launch: starts the desk device. Locks the chip's file, runs MicroPython.

Runs on CPython, standard library only (./tools/sim.sh). Owns the lock on the chip's file and the
environment of the device; the options are in options.py, the tree is staged by stage.py, the
terminal of --repl is terminal.py, and everything after power-on is desk.py. MicroPython runs in
this very process, so that killing what the user started is a power cut.

Exit statuses of its own: 2 options that cannot be, 66 a file that is no chip, 69 no sound card,
73 the chip is in use by another process. The device's are in desk.py.
"""

import argparse
import errno
import fcntl
import hashlib
import json
import os
import select
import socket
import stat
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

# These need the path above: started as a file, isolated.
from sim import guard, partitions, sound, stage  # noqa: E402
from sim.options import AIR, STATUS_USAGE, WHEEL, LaunchError, parse  # noqa: E402
from tools.flashing import assets  # noqa: E402

_SIZES = {16 << 20: "partitions.csv", 8 << 20: "partitions-8m.csv"}
_SIOCGIFADDR = 0x8915
_SECTOR = 4096
_ERASED_MB = b"\xff" * (1 << 20)
_AGAIN = "DESK_STARTS_AGAIN"  # environment: what a start after a reset takes over, as JSON

STATUS_NO_CHIP = 66
STATUS_NO_SOUND = 69
STATUS_BUSY = 73
STATUS_CUT = 75
STATUS_RESET = 76
STATUS_SOFT_RESET = 77
STATUS_WATCHDOG = 78

# machine.PWRON_RESET and so on.
PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
SOFT_RESET = 5
_CAUSES = {
    STATUS_RESET: HARD_RESET,
    STATUS_SOFT_RESET: SOFT_RESET,
    STATUS_WATCHDOG: WDT_RESET,
}


def claim(path: Path) -> int:
    """
    Lock the chip's file for this process; make an erased chip if there is none.

    Returns the descriptor that holds the lock as long as it is open, in this process or one that
    inherits it. Raises LaunchError when another process has it or it is no chip.
    """
    while True:
        try:
            lock = os.open(path, os.O_RDWR)
        except FileNotFoundError:
            _erased_chip(path)
            continue
        except OSError as error:
            raise LaunchError(STATUS_NO_CHIP, f"--flash: {path}: {error.strerror}") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(lock)
            if error.errno != errno.EWOULDBLOCK:
                raise
            raise LaunchError(STATUS_BUSY, f"{path} is in use by another process") from error
        if _is_same_file(lock, path):
            break
        os.close(lock)  # replaced between open and lock
    size = os.fstat(lock).st_size
    if size not in _SIZES:
        raise LaunchError(
            STATUS_NO_CHIP, f"{path} is no chip: it has {size} bytes, not 16 MB or 8 MB"
        )
    os.set_inheritable(lock, True)
    return lock


def _erased_chip(path: Path) -> None:
    """Make the file completely or not at all; another process may make it at the same time."""
    new = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with new.open("wb", buffering=0) as file:
            for _ in range(16):  # 16 MB at once take eight times as long: each page is a new one
                file.write(_ERASED_MB)
        os.link(new, path)
    except FileExistsError:
        return  # another process made it first
    except OSError as error:
        raise LaunchError(STATUS_NO_CHIP, f"--flash: {path}: {error.strerror}") from error
    finally:
        new.unlink(missing_ok=True)


def _is_same_file(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False


class Device:
    """One chip with its settings, which can be started and started again."""

    def __init__(self, options: argparse.Namespace, lock: int):
        self.interpreter: Path = options.micropython
        self.flash: Path = options.flash
        self.lock = lock
        self.expired: Callable[[], None] = lambda: os._exit(
            STATUS_WATCHDOG
        )  # the watchdog expired
        self.heap: str = options.heap
        self.cut: int = options.cut
        self.speed: float = options.speed
        # The clock was utc_ms at ticks_ms (CLOCK_MONOTONIC, which utime.ticks_ms counts too).
        self.ticks_ms = time.monotonic_ns() // 1000000
        self.utc_ms: int = options.now
        if self.utc_ms is None:
            self.utc_ms = time.time_ns() // 1000000
        self.mic: str | None = options.mic
        self.speaker: str | None = options.speaker
        self.presses: list[tuple[float, float]] = options.press
        self.settings = {
            "voice": not (options.mic is None and options.speaker is None),
            "http": not (options.stdio or options.chat) or options.port is not None,
            "http_host": "127.0.0.1",
            "addresses": addresses(),
            "http_port": 8720 if options.port is None else options.port,
            "stdio": options.stdio,
            "stdio_step": 1,
            "stdout_step": 256,
            "console_quiet_s": max(
                60, int(60 * self.speed)
            ),  # at least a minute of the host's time
            "event_style": _event_style(options.chat),
            "repl": None,
            "typed": _is_typed(options),
            "chat": options.chat,
            "chat_waits": not _is_terminal(0),
            "hear": None if options.hear is None else str(options.hear),
            "http_open": options.fixtures,
            "extension": "fixtures.conformance" if options.fixtures else None,
        }
        if options.cloud:
            self.settings["cloud"] = " ".join(options.cloud)
        if options.llm:
            url, _, model = options.llm.partition("#")
            # Alone, and not with the key of the chip's own server: sim/desk.py takes this one's
            # from the environment, which others do not see as they see a command line.
            self.settings["llm_url"] = url
            self.settings["llm_url_2"] = self.settings["llm_url_3"] = ""
            if model:
                self.settings["llm_model"] = model
        if options.setup:
            self.settings["access_point"] = [0, 0]
            self.settings["air"] = AIR
        if options.language is not None:
            self.settings["language"] = options.language

    def become(self, cause: int, **more: object) -> int:
        """
        Run the device in this process until it ends; its exit status.

        Returns only with the interpreter of the wheel; another one replaces the process, whose
        exit status then is all that a reset leaves.
        """
        tree = stage.stage(self.interpreter, self.settings["extension"] is not None)
        again = cause != PWRON_RESET
        if again:
            self.settings["hear"] = None  # it was played already
        wheel = os.path.samefile(self.interpreter, WHEEL)
        table = self._table(tree)
        described = {
            "flash": str(self.flash),
            "table": table,
            "cut": self.cut,
            "utc_ms": self.utc_ms,
            "ticks_ms": self.ticks_ms,
            "speed": self.speed,
            "reset_cause": cause,
            "unique_id": self._unique_id(),
            "watched": guard.arm(self.expired) if wheel else 0,
            "settings": self.settings,
            "presses": [] if again else self.presses,
            **more,
        }
        if self.mic is not None or self.speaker is not None:
            described["sound"] = self._sound(again)
        self._write_assets(table)
        path = ["/lib", *[f"{stage.ROM}/{name}" for name in ("sim/port", "frozen", "")]]
        if self.speed != 1:
            path.insert(0, f"{stage.ROM}/sim/speed")
        os.environ["MICROPYPATH"] = ":".join([*path, ".frozen"])
        os.environ.pop("MICROPYINSPECT", None)
        os.chdir(tree / "rom")  # where sim/tree.py is found
        # Within the code: an argument of its own may have 255 bytes at most (it becomes a qstr).
        code = (
            "__import__('sim.tree')\n"
            f"__import__('sim.desk', None, None, ('start',)).start({json.dumps(described)!r})"
        )
        command = [str(self.interpreter), "-X", f"heapsize={self.heap}", "-c", code]
        if not wheel:
            os.execv(self.interpreter, command)
        # The wheel's interpreter is a module of CPython: no second process image is needed.
        sys.path.append(str(stage.PACKAGES))
        from micropython_run import run_main  # type: ignore[import-not-found]

        try:
            return run_main(command)
        finally:
            guard.disarm()

    def _sound(self, again: bool) -> "dict[str, int]":
        try:
            return sound.start(self.mic, self.speaker, self.speed, again, stage.PACKAGES)
        except sound.SoundError as error:
            raise LaunchError(STATUS_NO_SOUND, str(error)) from error

    def _table(self, tree: Path) -> "list[tuple[str, int, int, int, int]]":
        """
        The table that is in the chip itself, as a bootloader reads it, where it has one of a
        companion; so a copy of a board's flash is laid out as that board is. Else the table of
        its size.
        """
        place = os.pread(self.lock, partitions.TABLE_BYTES, partitions.TABLE_AT)
        try:
            own = partitions.parse_binary(place)
        except ValueError as error:
            say(f"{self.flash}: {error}; laid out as the boards of this project are")
            own = []
        if {"nvs", "memory"} <= {row[0] for row in own}:
            return own
        size = os.fstat(self.lock).st_size
        return partitions.parse_table((tree / _SIZES[size]).read_text())

    def _write_assets(self, table: "list[tuple[str, int, int, int, int]]") -> None:
        """Write the partition `assets` as flash.sh does, unless the same are there already."""
        for label, _, _, at, size in table:
            if label == "assets":
                image = assets.image(assets.ASSETS, size)
                head = image[:_SECTOR]  # with the hash of each
                if os.pread(self.lock, len(head), at) != head:
                    os.pwrite(self.lock, image, at)

    def _unique_id(self) -> "list[int]":
        digest = hashlib.sha256(os.fsencode(self.flash)).digest()
        return [0x02, *digest[:5]]  # 0x02: locally administered


def _is_typed(options: argparse.Namespace) -> bool:
    """Whether lines on stdin are for the clouds, and Enter is the button of the voice."""
    taken = options.stdio or options.repl or options.chat
    return not taken and bool(options.cloud or options.mic)


def _is_terminal(descriptor: int) -> bool:
    return os.isatty(descriptor)


def _event_style(chat: bool) -> str:
    """JSON for programs, text for a terminal; where somebody talks there only what matters."""
    if not _is_terminal(2):
        return "json"
    return "quiet" if chat else "text"


def addresses() -> "list[str]":
    """The IPv4 addresses of this computer, under which the device can be reached too."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            try:
                row = fcntl.ioctl(asked, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue  # it has none
            found.append(socket.inet_ntoa(row[20:24]))
    return found


def _unblock_stdin() -> None:
    """
    Make stdin non-blocking if it is a pipe or socket that only this process reads. A terminal or a
    file stays as it is, since the setting would apply to every process that has it open.
    """
    mode = os.fstat(0)
    if not (stat.S_ISFIFO(mode.st_mode) or stat.S_ISSOCK(mode.st_mode)):
        return
    if not any(os.path.samestat(mode, os.fstat(other)) for other in (1, 2)):
        os.set_blocking(0, False)


def _fill_stdin() -> None:
    """
    If stdin is closed, open /dev/null in its place: else the next file to be opened, the chip,
    would get its descriptor and be read as typed input.
    """
    if sys.stdin is None:
        null = os.open(os.devnull, os.O_RDONLY)
        if null != 0:
            os.dup2(null, 0)
            os.close(null)


def say(text: str) -> None:
    """One `log` event on stderr: a JSON line, or readable on a terminal."""
    if os.isatty(2):
        sys.stderr.write(f"sim: {text}\n")
        return
    event = {"event": "log", "level": "error", "module": "sim", "text": text}
    sys.stderr.write(json.dumps(event, ensure_ascii=False) + "\n")


def _start_again(device: Device, status: int) -> None:
    """Replace this process by a fresh one that starts the same device; does not return."""
    if status == STATUS_WATCHDOG:
        say("the watchdog resets the device")
    os.environ[_AGAIN] = json.dumps(
        {
            "cause": _CAUSES[status],
            "lock": device.lock,
            "utc_ms": device.utc_ms,
            "ticks_ms": device.ticks_ms,
        }
    )
    # What the device had open goes with it; only the lock stays.
    os.closerange(3, device.lock)
    os.closerange(device.lock + 1, 1024)
    os.execv(sys.executable, [sys.executable, "-I", "-S", __file__, *sys.argv[1:]])


def main(arguments: "list[str]") -> int:
    """Run the command line; the process's exit status."""
    _fill_stdin()
    if "--demo" in arguments:
        demo = ROOT / "sim" / "demo.py"
        if not demo.is_file():
            raise LaunchError(STATUS_USAGE, "--demo: there is no demonstration yet")
        arguments.remove("--demo")
        python = str(ROOT / ".venv" / "bin" / "python")
        os.execv(python, [python, str(demo), *arguments])
    options = parse(arguments)
    again = json.loads(os.environ.pop(_AGAIN, "null"))
    device = Device(options, again["lock"] if again else claim(options.flash))
    cause = PWRON_RESET
    if again:
        cause, device.utc_ms, device.ticks_ms = (
            again[name] for name in ("cause", "utc_ms", "ticks_ms")
        )
    if options.repl:
        from sim import terminal

        return terminal.run(device)
    if options.chat and stat.S_ISFIFO(os.fstat(1).st_mode):
        device.settings["stdout_step"] = select.PIPE_BUF
    if options.stdio:
        _unblock_stdin()
        # What is non-blocking may be read in pieces; anything else byte by byte, or it waits.
        device.settings["stdio_step"] = 1 if os.get_blocking(0) else 256
        if stat.S_ISFIFO(os.fstat(1).st_mode):
            device.settings["stdout_step"] = select.PIPE_BUF
    if options.mic and (options.chat or device.settings["typed"]) and _is_terminal(0):
        sys.stderr.write("sim: press Enter to talk, and again to interrupt (the button)\n")
    device.expired = lambda: _start_again(device, STATUS_WATCHDOG)
    status = device.become(cause)
    if status in _CAUSES:
        _start_again(device, status)
    return status


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except LaunchError as error:
        say(error.args[1])
        sys.exit(error.args[0])
    except stage.StageError as error:
        say(str(error))
        sys.exit(1)
