"""
The desk device from power-on to the end of main.py: what ROM and MicroPython's start-up do on a
board.

Runs on MicroPython, started by sim/launch.py. Owns the chip's file, the
start of the simulated clock, the order boot.py, main.py, and how the process ends:

    0         main.py came to its end          1    nobody caught an exception of main.py
    75        power cut (--cut)                130  Ctrl-C
    76, 77    machine.reset(), soft_reset(): the launcher starts the device again
    78        the watchdog expired: likewise
    any other status is what main.py gave sys.exit()
"""

import gc
import io
import json
import os
import sys

import board
import machine
import vfs
from esp32 import Partition

import __main__
from sim import chip, clock
from sim.nor import NorFlash
from sim.partitions import parse_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_FAILED = 1
_INTERRUPTED = 130


def power_on(
    flash: str, table: "str | list", cut: int = 0, on_cut: "Callable[[str], None] | None" = None
) -> None:
    """
    Power on the chip in file `flash`, laid out by `table`: the rows of a partition table, or the
    CSV file that has them. sim/nor.py says what `cut` and `on_cut` are.
    """
    host = vfs.VfsPosix()  # type: ignore[attr-defined]
    size = host.stat(flash)[6]
    if isinstance(table, str):
        with host.open(table, "r") as file:
            table = parse_table(file.read())
    rows = [tuple(row) for row in table]
    store = host.open(flash, "r+b")
    chip.power_on(NorFlash(store, size, cut, on_cut=on_cut, by_sector=False), rows)


def start(described: str) -> None:
    """
    Run the device that a JSON object describes (launch.py, Device.become, lists its members).
    Returns where the REPL is to follow, else raises SystemExit.
    """
    try:
        status = _boot(json.loads(described))
    except KeyboardInterrupt as error:  # before, between or after boot.py and main.py
        _show(error)
        status = _INTERRUPTED
    except Exception as error:  # noqa: BLE001  of the simulation itself: say it, on stderr
        _report("sim", error)
        sys.exit(_FAILED)
    if board.SETTINGS["repl"] and status in (0, _FAILED, _INTERRUPTED):
        os.putenv("MICROPYINSPECT", "1")  # has the interpreter open its REPL when -c has ended
        return
    sys.exit(status)


def _boot(options: dict) -> int:
    sys.argv.clear()
    board.SETTINGS.update(options["settings"])
    if "llm_url" in board.SETTINGS:
        board.SETTINGS["llm_key"] = os.getenv("LLM_KEY") or ""
    clock.start(options["utc_ms"], options["ticks_ms"], options["speed"])
    unique_id = bytes(options["unique_id"])
    machine.start(  # type: ignore[attr-defined]
        options["reset_cause"],
        unique_id,
        options["watched"],
        options.get("sound"),
        options.get("presses"),
    )
    power_on(options["flash"], options["table"], options["cut"], _emit_cut)
    _mount_chip()
    up = options.get("up")
    if up is not None:
        with open(up, "wb") as file:  # a descriptor: tells terminal.py that Ctrl-C works now
            file.write(b"+")
    status = _run("boot.py")
    # As on a board: an exception in boot.py is reported and main.py runs all the same, and
    # neither a Ctrl-C there nor a soft reset out of the raw REPL lets it run.
    if status in (0, _FAILED) and not options.get("raw_repl", False):
        status = _run("main.py", options.get("code"))
    return status


def _mount_chip() -> None:
    """Mount the chip's own file system at / if it was flashed; else / is the staged tree."""
    from sim import tree

    found = Partition.find(Partition.TYPE_DATA, label="vfs")
    if not found:
        return
    head = bytearray(512)
    for block in (0, 1):
        found[0].readblocks(block, head, 0)
        if head.count(b"\xff") != len(head):
            break
    else:
        return
    try:
        tree.root.files = vfs.VfsLfs2(found[0])  # type: ignore[abstract]
        tree.root.writable = True
    except OSError as error:
        warn("the chip's own files cannot be mounted (%r); those of this tree run" % error)


def _run(name: str, code: "str | None" = None) -> int:
    """
    Run a file of the device, or `code` in its place, in __main__ and return the status its end
    stands for.
    """
    try:
        if code is None:
            with open("/" + name) as file:
                code = file.read()
        exec(compile(code, name, "exec"), __main__.__dict__)  # noqa: S102  starting a program
    except SystemExit as error:
        return _exit_status(error)
    except KeyboardInterrupt as error:
        _show(error)
        return _INTERRUPTED
    except BaseException as error:  # noqa: BLE001  nothing is above this on a board either
        if isinstance(error, MemoryError) and not board.SETTINGS["repl"]:
            __main__.__dict__.clear()  # the report needs memory
        gc.collect()
        _report(name, error)
        _show(error)
        return _FAILED
    return 0


def _exit_status(error: SystemExit) -> int:
    if not error.args or error.args[0] is None:
        return 0
    if isinstance(error.args[0], int):
        return error.args[0]
    _emit("log", (("level", "error"), ("module", "main.py"), ("text", str(error.args[0]))))
    return _FAILED


def _show(error: BaseException) -> None:
    """Print the traceback on the terminal of --repl, as a board does."""
    if board.SETTINGS["repl"]:
        sys.print_exception(error)


def _report(name: str, error: BaseException) -> None:
    text = io.StringIO()
    sys.print_exception(error, text)
    _emit("log", (("level", "error"), ("module", name), ("text", text.getvalue().strip())))


def warn(text: str) -> None:
    """Warn the person at the command line of something wrong in what they gave."""
    _emit("log", (("level", "warning"), ("module", "sim"), ("text", text)))


def _emit_cut(operation: str) -> None:
    _emit("cut", (("operation", operation),))


def _emit(event: str, fields: "tuple[tuple[str, str], ...]") -> None:
    """One event on stderr, in the style of the firmware's own."""
    if board.SETTINGS.get("event_style") in ("text", "quiet"):
        line = event + ": " + ", ".join([value for _, value in fields])
    else:
        members = ['"event": ' + json.dumps(event)]
        for name, value in fields:
            members.append(json.dumps(name) + ": " + json.dumps(value))
        line = "{" + ", ".join(members) + "}"
    sys.stderr.write(line + "\n")
