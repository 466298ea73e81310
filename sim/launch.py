"""
Launch: starts the desk device. Reads the command line, locks the chip's file, runs MicroPython.

Runs on CPython, standard library only (./tools/sim.sh). Owns the options, the lock on the chip's
file and the environment of the device; the tree is staged by stage.py, the terminal of --repl is
terminal.py, and everything after power-on is desk.py. MicroPython runs in this very process, so
that killing what the user started is a power cut.

Exit statuses of its own: 2 options that cannot be, 66 a file that is no chip, 73 the chip is in
use by another process. The device's are in desk.py.
"""

import argparse
import errno
import fcntl
import hashlib
import json
import os
import re
import select
import socket
import stat
import struct
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

# These need the path above: started as a file, isolated.
from sim import guard, partitions, stage  # noqa: E402

_WHEEL = ROOT / ".venv" / "bin" / "micropython"
_SIZES = {16 << 20: "partitions.csv", 8 << 20: "partitions-8m.csv"}
_ZONE = timezone(timedelta(hours=8))
_YEAR_2000_MS = 946684800000
_CLOUD = r"(?i:(endpoint\+)?wss?|mqtts?|https?)://[!-~]+"
_SIOCGIFADDR = 0x8915
_AGAIN = "DESK_STARTS_AGAIN"  # environment: what a start after a reset takes over, as JSON

STATUS_USAGE = 2
STATUS_NO_CHIP = 66
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


# What the simulated radio finds with --setup: networks with their passwords.
AIR = {"Home": "open sesame", "邻居家 <5G> & more": "neighbours", "Café": ""}


class LaunchError(Exception):
    """The device cannot start; args are the exit status and a sentence for the user."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> "None":  # type: ignore[override]
        raise LaunchError(STATUS_USAGE, f"{message} (--help lists the options)")


def parse(arguments: "list[str]") -> argparse.Namespace:
    """The checked options. Raises LaunchError."""
    parser = _Parser(
        prog="sim.sh",
        description="The companion on a desk: the firmware on a simulated flash chip.",
        allow_abbrev=False,
        epilog="Killing the process at any moment is a power cut. Exit status 75: --cut came to "
        "pass. MCP answers at the address of the `ready` event, with its bearer token.",
    )
    add = parser.add_argument
    add("--flash", type=Path, default=ROOT / "build" / "desk.flash", metavar="PATH",
        help="the chip, as a file (default: build/desk.flash; made on first use)")  # fmt: skip
    add("--stdio", action="store_true", help="MCP on stdin and stdout; ends when stdin closes")
    add("--port", type=_port, metavar="N", help="MCP over HTTP (default: 8720; 0 picks one)")
    add("--heap", type=_heap, default="8M", metavar="SIZE",
        help="heap (default: 8M, as a board with PSRAM; with less than 1.5M the companion says "
        "that it does not start)")  # fmt: skip
    add("--now", type=_utc_ms, metavar="ISO",
        help="time at the start, of UTC+8 where it has no offset, or unset "
        "(default: the host's)")  # fmt: skip
    add("--speed", type=_speed, default=1, metavar="X", help="how fast time runs")
    add("--cut", type=_positive, default=0, metavar="N",
        help="cut the power during the N-th program or erase of the flash")  # fmt: skip
    add("--micropython", type=Path, default=_WHEEL, metavar="PATH", help="another interpreter")
    add("--repl", action="store_true", help="a terminal for mpremote; its path is in `ready`")
    add("--language", choices=("zh", "en"),
        help="what it speaks while nothing else is set in it (default: zh)")  # fmt: skip
    add("--hear", type=Path, metavar="FILE",
        help="play a conversation, a line {\"role\": \"owner\" or \"companion\", \"text\"} a "
        "message, and end it before `ready`; the device then goes on as without it (with --stdio "
        "until stdin closes)")  # fmt: skip
    add("--demo", action="store_true", help="a short day in the companion's life, on a new chip")
    add("--cloud", type=_cloud, action="append", metavar="URL",
        help="connect out: ws:// or wss:// to a XiaoZhi server, endpoint+ws:// or endpoint+wss:// "
        "to an MCP endpoint, mqtt:// or mqtts:// to a broker, http:// or https:// to the OTA "
        "service that knows where; may be given again. Typed lines are what the owner "
        "says")  # fmt: skip
    add(
        "--setup",
        action="store_true",
        help="as on a new board, with the page that asks for the network (its address is in the "
        f"`setup` event) and made-up networks in reach: {_shown_air()}",
    )
    add("--fixtures", action="store_true",
        help="for tests: the conformance suite's tools too, and HTTP without a token")  # fmt: skip
    options = parser.parse_args(arguments)
    if options.repl and options.stdio:
        raise LaunchError(
            STATUS_USAGE, "--repl and --stdio exclude each other: both are the device's stdin"
        )
    if not options.micropython.is_file():
        raise LaunchError(STATUS_USAGE, f"--micropython: no such file: {options.micropython}")
    if options.hear is not None:
        if not os.access(options.hear, os.R_OK) or options.hear.is_dir():
            raise LaunchError(STATUS_USAGE, f"--hear: cannot be read: {options.hear}")
        options.hear = options.hear.absolute()
    options.micropython = options.micropython.absolute()
    options.flash = options.flash.absolute()
    return options


def _shown_air() -> str:
    return ", ".join(f"{name} ({key or 'open'})" for name, key in AIR.items())


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to 65535")
    return int(text)


def _cloud(text: str) -> str:
    if not re.fullmatch(_CLOUD, text):
        raise argparse.ArgumentTypeError(f"{text!r} is no URL of a cloud: like ws://host/path")
    return text


def _heap(text: str) -> str:
    if not re.fullmatch(r"[1-9][0-9]*[kKmM]?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no size: like 2M, 4096K or 4000000")
    return text


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def _speed(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value <= 100000:
        raise argparse.ArgumentTypeError(f"{text!r} is no factor: above 0, at most 100000")
    return int(value) if value == int(value) else value


def _utc_ms(text: str) -> int:
    """Milliseconds since 1970 of a time in its zone, else in UTC+8."""
    if text == "unset":
        return _YEAR_2000_MS
    try:
        given = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no time: like 2026-11-21T08:30, or unset"
        ) from None
    if given.tzinfo is None:
        given = given.replace(tzinfo=_ZONE)
    return int(given.timestamp() * 1000)


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
        new.write_bytes(b"\xff" * (16 << 20))
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
        self.settings = {
            "http": not options.stdio or options.port is not None,
            "http_host": "127.0.0.1",
            "addresses": addresses(),
            "http_port": 8720 if options.port is None else options.port,
            "stdio": options.stdio,
            "stdio_step": 1,
            "stdout_step": 256,
            "console_quiet_s": max(
                60, int(60 * self.speed)
            ),  # at least a minute of the host's time
            "event_style": "text" if os.isatty(2) else "json",
            "repl": None,
            "typed": bool(options.cloud) and not options.stdio and not options.repl,
            "hear": None if options.hear is None else str(options.hear),
            "http_open": options.fixtures,
            "extension": "fixtures.conformance" if options.fixtures else None,
        }
        if options.cloud:
            self.settings["cloud"] = " ".join(options.cloud)
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
        if cause != PWRON_RESET:
            self.settings["hear"] = None  # it was played already
        wheel = os.path.samefile(self.interpreter, _WHEEL)
        described = {
            "flash": str(self.flash),
            "table": self._table(tree),
            "cut": self.cut,
            "utc_ms": self.utc_ms,
            "ticks_ms": self.ticks_ms,
            "speed": self.speed,
            "reset_cause": cause,
            "unique_id": self._unique_id(),
            "watched": guard.arm(self.expired) if wheel else 0,
            "settings": self.settings,
            **more,
        }
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

    def _unique_id(self) -> "list[int]":
        digest = hashlib.sha256(os.fsencode(self.flash)).digest()
        return [0x02, *digest[:5]]  # 0x02: locally administered


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
    if options.stdio:
        _unblock_stdin()
        # What is non-blocking may be read in pieces; anything else byte by byte, or it waits.
        device.settings["stdio_step"] = 1 if os.get_blocking(0) else 256
        if stat.S_ISFIFO(os.fstat(1).st_mode):
            device.settings["stdout_step"] = select.PIPE_BUF
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
