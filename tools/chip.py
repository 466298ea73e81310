"""
Backup and repair: what is on a chip, from a dump of its flash or the desk device's image.

Runs on CPython in the set-up's environment (./tools/chip.sh makes that; `python3 tools/chip.py`
finds it). Owns the command line; the work is in tools/rescue. No command changes the image that it
reads.

Exit statuses: 0 all is well; 1 something is damaged, or could not be done; 2 options that cannot
be, 66 no such file, 69 the set-up is missing.
"""

import argparse
import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_PYTHON = ROOT / ".venv" / "bin" / "python"

# Beside this file lies memory.py, which is not the `memory` that is wanted.
sys.path[:] = [str(ROOT), *[path for path in sys.path if Path(path).resolve() != ROOT / "tools"]]

from tools.rescue import building, image, listing, salvage, verify  # noqa: E402  needs the path above
from tools.rescue.chip import Chip  # noqa: E402
from tools.rescue.findings import DAMAGE, Finding, Unusable, is_damaged  # noqa: E402

_SHOWN = 20


def _in_the_environment() -> None:
    """Go on in the set-up's own interpreter, which has the packages."""
    if Path(sys.prefix).resolve() == (ROOT / ".venv").resolve():
        return
    if not _PYTHON.exists():
        print("chip: the set-up is missing: run ./tools/chip.sh instead", file=sys.stderr)
        sys.exit(69)
    os.execv(_PYTHON, [str(_PYTHON), str(Path(__file__).resolve()), *sys.argv[1:]])


def parse(arguments: "list[str]") -> argparse.Namespace:
    """The options. Raises SystemExit(2) with a sentence for what cannot be."""
    parser = argparse.ArgumentParser(
        prog="chip.sh",
        description="What is on a chip: look at it, get the memory out, build a fresh one.",
        epilog="IMAGE is build/desk.flash, what `esptool read-flash 0 0x1000000 dump.bin` has "
        "read from a board, or one of its partitions nvs and memory. It is never changed.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    show = commands.add_parser("list", help="say what is on it")
    show.add_argument("--json", action="store_true", help="as one JSON object")
    export = commands.add_parser("export", help="write every memory to a file, one a line")
    export.add_argument(
        "--csv", action="store_true", help="a table for a spreadsheet, instead of JSON lines"
    )
    export.add_argument(
        "--salvage",
        action="store_true",
        help="search raw blocks although nothing seems damaged (else only where something is)",
    )
    export.add_argument(
        "--sure",
        action="store_true",
        help="leave out what may have been deleted or changed since it was written",
    )
    verifying = commands.add_parser("verify", help="check every rule of docs/FORMAT.md")
    verifying.add_argument("--json", action="store_true", help="as a JSON list")
    making = commands.add_parser("build", help="make a fresh image from an export")
    making.add_argument("export", type=Path, metavar="EXPORT", help="JSON lines")
    making.add_argument(
        "--size", choices=sorted(building.SIZES), default="16", help="of the chip, in MB"
    )
    making.add_argument(
        "--from",
        dest="old",
        type=Path,
        metavar="OLD",
        help="keep the settings and keys of this image: the same device again",
    )
    cutting = commands.add_parser(
        "parts", help="cut out nvs.bin, memory.bin and turns.bin for esptool"
    )
    for command in (show, export, verifying, making, cutting):
        command.add_argument("image", type=Path, metavar="IMAGE")
        command.add_argument(
            "--partitions",
            type=Path,
            metavar="FILE",
            help="a partition table as CSV (default: the image's own, else partitions.csv)",
        )
        command.add_argument(
            "--part", choices=("nvs", "memory"), help="the file is this partition alone"
        )
    cutting.add_argument("folder", type=Path, metavar="FOLDER", help="where they go")
    export.add_argument("file", nargs="?", default="-", help="where to (default: stdout)")
    return parser.parse_args(arguments)


@contextlib.contextmanager
def _output(name: str) -> "Iterator[Callable[[bytes], object]]":
    """What writes an export; a file is in its place once it is whole."""
    if name == "-":
        yield sys.stdout.buffer.write
        sys.stdout.buffer.flush()
        return
    target = Path(name)
    made = target.with_name(f".{target.name}-{os.getpid()}")
    try:
        with open(made, "wb") as file:
            yield file.write
        os.replace(made, target)
    finally:
        made.unlink(missing_ok=True)


def _open(options: argparse.Namespace) -> Chip:
    return Chip(image.load(options.image, options.partitions, options.part))


def _tell(findings: "list[Finding]") -> None:
    """Say what was found, the grave ones first, on stderr."""
    told = sorted(findings, key=lambda finding: finding.level != DAMAGE)
    for finding in told[:_SHOWN]:
        print(f"chip: {finding.line()}", file=sys.stderr)
    if len(told) > _SHOWN:
        print(f"chip: ... and {len(told) - _SHOWN} more: see verify", file=sys.stderr)


def show(options: argparse.Namespace) -> int:
    """Print what is on the chip."""
    with _open(options) as chip:
        found = listing.figures(chip)
        _tell(chip.findings)
    print(json.dumps(found, ensure_ascii=False) if options.json else listing.table(found))
    return 0


def export(options: argparse.Namespace) -> int:
    """Write every memory; 1 where some could not be read, or are not sure."""
    form = "csv" if options.csv else "jsonl"
    with _open(options) as chip:
        damaged = options.salvage or any(salvage.damaged_parts(chip))
        if not damaged and chip.memory is not None:
            with _output(options.file) as write:
                done = chip.memory.export(write, form)
            return _told_of(chip.findings, done.hot, done.archived, done.unread)
        found = salvage.salvage(chip, options.salvage, options.sure)
        with _output(options.file) as write:
            for piece in salvage.lines(found, form):
                write(piece)
        hot = sum(is_hot for _, is_hot in found.records)
        findings = chip.findings + salvage.told(found)
        return _told_of(findings, hot, len(found.records) - hot, found.unread)


def check(options: argparse.Namespace) -> int:
    """Say everything that is wrong; 1 where something is lost, or may be."""
    with _open(options) as chip, tempfile.TemporaryDirectory() as folder:
        findings = verify.verify(chip, Path(folder))
        count = len(chip.records())
    damaged = sum(finding.level == DAMAGE for finding in findings)
    if options.json:
        print(json.dumps([finding._asdict() for finding in findings], ensure_ascii=False))
        return 1 if damaged else 0
    for finding in sorted(findings, key=lambda finding: finding.level != DAMAGE):
        print(finding.line())
    print(f"{count} memories, {damaged or 'no'} damages, {len(findings) - damaged} notes")
    return 1 if damaged else 0


def build(options: argparse.Namespace) -> int:
    """Make the image, and look at it once more; 1 where lines were refused."""
    with contextlib.ExitStack() as stack:
        old = None
        if options.old is not None:
            old = stack.enter_context(Chip(image.load(options.old, options.partitions)))
            _tell([one for one in old.findings if one.where.startswith("nvs")])
        status = building.build(options.export, options.image, options.size, old)
    with Chip(image.load(options.image)) as made, tempfile.TemporaryDirectory() as folder:
        wrong = [one for one in verify.verify(made, Path(folder)) if one.level == DAMAGE]
        _tell(wrong)
        print(f"{options.image}: {len(made.records())} memories", file=sys.stderr)
    return 1 if wrong else status


def cut_out(options: argparse.Namespace) -> int:
    """Write the partitions, and say how they get onto a board."""
    found = image.load(options.image, options.partitions, options.part)
    arguments = building.parts(found, options.folder)
    print(f"esptool --port PORT {arguments}")
    _tell(found.findings)
    return 1 if is_damaged(found.findings) else 0


def _told_of(findings: "list[Finding]", hot: int, archived: int, unread: int) -> int:
    _tell(findings)
    print(f"{hot + archived} memories: {hot} at hand, {archived} archived", file=sys.stderr)
    if unread:
        print(f"{unread} lines or records cannot be read", file=sys.stderr)
    return 1 if unread or is_damaged(findings) else 0


_COMMANDS = {
    "list": show,
    "export": export,
    "verify": check,
    "build": build,
    "parts": cut_out,
}


def main(arguments: "list[str]") -> int:
    """Run the command line; the exit status."""
    options = parse(arguments)
    try:
        return _COMMANDS[options.command](options)
    except Unusable as error:
        print(f"chip: {error.args[1]}", file=sys.stderr)
        status: int = error.args[0]
        return status
    except OSError as error:
        print(f"chip: {error.filename or 'writing'}: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("chip: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    _in_the_environment()
    sys.exit(main(sys.argv[1:]))
