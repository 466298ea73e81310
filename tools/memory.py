"""
The owner's data: exports memory, imports it, shows statistics, erases for good.

Runs on CPython, standard library only (./tools/memory.sh). Works on the desk device's chip file
while nothing else does, in a process of its own; or on a board, over its serial port, with
mpremote: the companion is stopped, firmware/companion/memory_transfer.py does the work, the board
starts again.

Exit statuses: 0 all was done; 1 it was not, or lines were refused; 2 options that cannot be, 66 no
chip there, 73 the chip is in use (as ./tools/sim.sh).
"""

import argparse
import contextlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sim import launch  # noqa: E402  needs the path above
from tools.reach import Failure, add_where, on_board, on_chip  # noqa: E402

_REFUSED_SHOWN = 20


def parse(arguments: "list[str]") -> argparse.Namespace:
    """The options. Raises SystemExit(2) with a sentence for what cannot be."""
    parser = argparse.ArgumentParser(
        prog="memory.sh",
        description="Your companion's memory as a file, and back.",
        epilog="While ./tools/sim.sh runs on the chip, stop it first. What came in once is "
        "recognised, so an import may be repeated, after a power cut for instance.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    export = commands.add_parser("export", help="write every memory to a file, one a line")
    export.add_argument("file", nargs="?", default="-", help="where to (default: stdout)")
    form = export.add_mutually_exclusive_group()
    form.add_argument(
        "--csv",
        action="store_const",
        dest="form",
        const="csv",
        help="a table for a spreadsheet, instead of JSON lines; it cannot be imported",
    )
    form.add_argument(
        "--stores",
        action="store_const",
        dest="form",
        const="stores",
        help="for another companion: JSON lines that also say which companion made each state, "
        "and what was deleted; imported, the two come to the same",
    )
    export.set_defaults(form="jsonl")
    load = commands.add_parser("import", help="merge a file that export has written")
    load.add_argument("file", help="JSON lines; - is stdin")
    stats = commands.add_parser("stats", help="say how much it is")
    stats.add_argument("--json", action="store_true", help="as one JSON object")
    forget = commands.add_parser(
        "forget",
        help="forget for good, in flash too",
        description="Forget for good: what this names is nowhere in flash when it returns. An "
        "export that still has it brings it back when it is imported.",
    )
    what = forget.add_mutually_exclusive_group(required=True)
    what.add_argument("id", nargs="?", help="id of the memory")
    what.add_argument("--content", metavar="WORDS", help="the one memory with these words")
    what.add_argument("--topic", help="all memories of a topic")
    what.add_argument("--everything", action="store_true", help="memories, chat, relationship")
    forget.add_argument("--yes", action="store_true", help="do not ask, whatever it is")
    trust = commands.add_parser(
        "trust", help="have a memory offered unasked that was kept aside for how it reads"
    )
    trust.add_argument("id", help="its id, as recall or export shows it")
    for command in (export, load, stats, forget, trust):
        add_where(command)
    return parser.parse_args(arguments)


# -- what the device says -----------------------------------------------------------------------


def _follow(said: "Iterator[dict]") -> dict:
    """Show the user what the device reports; returns the final figures. Raises Failure."""
    done: "dict | None" = None
    problem = None
    refused = 0
    for each in said:
        if "done" in each:
            done = each
        elif "error" in each:
            problem = each["error"]
        elif "refused" in each:
            refused += 1
            if refused <= _REFUSED_SHOWN:
                print(f"line {each['refused']}: not taken: {each['why']}", file=sys.stderr)
        elif "noted" in each:
            print(f"line {each['noted']}: taken; it has a {each['what']} in it", file=sys.stderr)
        elif each.get("event") == "recovered":
            detail = each.get("detail", "")
            print(f"memory: recovered: {each.get('what')} {detail}".rstrip(), file=sys.stderr)
    if refused > _REFUSED_SHOWN:
        print(f"... and {refused - _REFUSED_SHOWN} more lines", file=sys.stderr)
    if done is None:
        raise Failure(1, problem or "the device gave no answer")
    done["problem"] = problem
    return done


# -- the commands ----------------------------------------------------------------------------


def export(options: argparse.Namespace) -> int:
    """Write the file completely or not at all."""
    with _output(options.file) as out:
        if options.connect:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, "export")
                code = _code("export", "/remote/export", options.form)
                done = _follow(on_board(options.connect, Path(folder), code))
                _must_know(options.form, done)
                with open(path, "rb") as made, open(out, "wb", closefd=False) as file:
                    shutil.copyfileobj(made, file)
        else:
            _must_be(options.flash)
            os.set_inheritable(out, True)
            done = _follow(on_chip(options.flash, _code("export", out, options.form)))
    total = done["archived"] + done["hot"]
    print(f"{total} memories: {done['hot']} at hand, {done['archived']} archived", file=sys.stderr)
    if done["unread"]:
        print(f"{done['unread']} could not be read and are left where they are", file=sys.stderr)
    return 0


def _must_know(form: str, done: dict) -> None:
    """An earlier companion writes plain lines where it does not know the form."""
    if form == "stores" and done.get("form") != form:
        raise Failure(1, "the companion on the board is too old for --stores: flash it first")


def import_file(options: argparse.Namespace) -> int:
    """Merge the file; 1 where lines were refused."""
    if options.file != "-" and not Path(options.file).is_file():
        raise Failure(1, f"{options.file}: no such file")
    if options.connect:
        with tempfile.TemporaryDirectory() as folder:
            with _input(options.file) as file, open(Path(folder, "import"), "wb") as copy:
                shutil.copyfileobj(file, copy)
            code = _code("import_file", "/remote/import")
            done = _follow(on_board(options.connect, Path(folder), code))
    else:
        with _input(options.file) as file:
            os.set_inheritable(file.fileno(), True)
            done = _follow(on_chip(options.flash, _code("import_file", file.fileno())))
    deleted = f"{done['deleted']} deleted, " if done.get("deleted") else ""
    print(
        f"{done['added']} added, {done['updated']} updated, {deleted}"
        f"{done['left']} known already, {done['refused']} refused",
        file=sys.stderr,
    )
    if done["archived"]:
        print(f"{done['archived']} of them found no room at hand: archived", file=sys.stderr)
    if done["problem"]:
        raise Failure(1, f"stopped there: {done['problem']}")
    return 1 if done["refused"] else 0


def trust(options: argparse.Namespace) -> int:
    """Mark one memory as its owner's own words."""
    code = _code("trust", options.id)
    if options.connect:
        with tempfile.TemporaryDirectory() as folder:
            done = _follow(on_board(options.connect, Path(folder), code))
    else:
        _must_be(options.flash)
        done = _follow(on_chip(options.flash, code))
    print(f"offered from now on: {done['kind']} {done['id']} {done['content']}")
    return 0


def stats(options: argparse.Namespace) -> int:
    """Print the figures, for people or as JSON."""
    if options.connect:
        with tempfile.TemporaryDirectory() as folder:
            done = _follow(on_board(options.connect, Path(folder), _code("figures")))
    else:
        _must_be(options.flash)
        done = _follow(on_chip(options.flash, _code("figures")))
    figures = done["figures"]
    if options.json:
        print(json.dumps(figures))
        return 0
    row = "{:<10} {:>8} {:>8}  {:<10}  {:<10}".format
    print(row("", "at hand", "archived", "first", "last").rstrip())
    for each in [*figures["types"], {"type": "all", **figures}]:
        days = (each.get("first", ""), each.get("last", ""))
        print(row(each["type"], each["at_hand"], each["archived"], *days).rstrip())
    print(f"{figures['deleted']} deleted", end="")
    if "unreadable" in figures:
        print(f", {figures['unreadable']} that cannot be read", end="")
    near, far = figures["storage"]["at_hand"], figures["storage"]["archive"]
    print(f"\nat hand: {near['entries']} of {near['most']} entries used ({near['used_percent']}%)")
    used, free = far["used_bytes"] // 1024, far["free_bytes"] // 1024
    print(f"archive: {used} of {used + free} KB used ({far['used_percent']}%)")
    return 0


def forget(options: argparse.Namespace) -> int:
    """Erase what was named, after a question if it is more than one memory; 1 if not all was."""
    if not options.connect:
        _must_be(options.flash)
    wanted = {name: getattr(options, name) for name in ("id", "content", "topic", "everything")}
    wanted = {name: value for name, value in wanted.items() if value}
    done = _forgotten(options, wanted, options.yes)
    if not done["forgotten"] and (done["everything"] or done["count"]):
        _must_agree(done)
        done = _forgotten(options, wanted, True)
    if not done["forgotten"]:
        raise Failure(1, "there is no such memory")
    scrubbed = done["scrubbed"]
    if scrubbed is None:
        raise Failure(1, "forgotten, but flash is not clean yet: the companion goes on with it")
    what = "everything is" if done["everything"] else f"{done['count']} forgotten,"
    print(f"{what} gone from flash too ({scrubbed['erases']} blocks erased)", file=sys.stderr)
    for id_, kind, content in done["records"]:
        print(f"the same words are in {id_}, {kind}: {content}", file=sys.stderr)
    if scrubbed["left"]:
        raise Failure(1, f"but something is left in {', '.join(scrubbed['left'])}")
    return 0


def _forgotten(options: argparse.Namespace, wanted: dict, sure: bool) -> dict:
    """What the device says of it, the event `scrubbed` in it or None."""
    code = _code("forget", wanted, sure)
    scrubbed: "list[dict]" = []

    def noted(said: "Iterator[dict]") -> "Iterator[dict]":
        for each in said:
            if each.get("event") == "scrubbed":
                scrubbed.append(each)
            yield each

    if options.connect:
        with tempfile.TemporaryDirectory() as folder:
            done = _follow(noted(on_board(options.connect, Path(folder), code)))
    else:
        done = _follow(noted(on_chip(options.flash, code)))
    if done["problem"]:
        raise Failure(1, done["problem"])
    done["scrubbed"] = scrubbed[-1] if scrubbed else None
    return done


def _must_agree(found: dict) -> None:
    """Ask the owner at the terminal. Raises Failure where nobody can say yes, or nobody does."""
    for id_, kind, content in found["records"]:
        print(f"{id_}, {kind}: {content}", file=sys.stderr)
    what = "everything" if found["everything"] else f"these {found['count']} memories"
    if not sys.stdin.isatty():
        raise Failure(1, f"to forget {what}, say --yes; nothing was changed")
    print(f"forget {what} for good? yes/no: ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() != "yes":
        raise Failure(1, "nothing was changed")


def _code(function: str, *arguments: object) -> str:
    """
    What the device runs; boot.py leaves `archive_problem` and `mount_turns` there, and has counted
    this start as one that must prove good: three calls in a row would end in safe mode.
    """
    given = ", ".join([*map(repr, arguments), "(archive_problem, mount_turns)"])
    cleared = "from firmware.system import boot_guard\nboot_guard.clear()\n"
    cleared += "mount_turns = globals().get('mount_turns')\n"  # an earlier boot.py has none
    loaded = "from firmware.companion import memory_transfer\n"
    return f"{cleared}{loaded}memory_transfer.{function}({given})"


def _must_be(flash: Path) -> None:
    """A chip that is not there has nothing to export, and is not made for it."""
    if not flash.is_file():
        raise Failure(launch.STATUS_NO_CHIP, f"--flash: {flash}: no such file")


@contextlib.contextmanager
def _output(name: str) -> "Iterator[int]":
    """A descriptor to write to; the file is in its place once all went well."""
    if name == "-":
        sys.stdout.flush()
        yield os.dup(1)
        return
    target = Path(name)
    try:
        descriptor, made = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    except OSError as error:
        raise Failure(1, f"{name}: {error.strerror}") from error
    try:
        yield descriptor
        os.chmod(made, 0o644)
        os.replace(made, target)
    finally:
        os.close(descriptor)
        Path(made).unlink(missing_ok=True)


@contextlib.contextmanager
def _input(name: str) -> "Iterator":
    if name == "-":
        yield sys.stdin.buffer
    else:
        with open(name, "rb") as file:
            yield file


def main(arguments: "list[str]") -> int:
    """Run the command line; the exit status."""
    options = parse(arguments)
    try:
        commands = {"export": export, "import": import_file, "stats": stats}
        commands |= {"forget": forget, "trust": trust}
        return commands[options.command](options)
    except Failure as failure:
        print(f"memory: {failure.args[1]}", file=sys.stderr)
        return failure.args[0]
    except KeyboardInterrupt:
        print("memory: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
