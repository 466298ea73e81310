"""
The keys of a companion: who may reach it over HTTP, what they may do, and whom it trusts itself.

Runs on CPython, standard library only (./tools/keys.sh). Works where ./tools/memory.sh does: on
the desk device's chip file while nothing else does, or on a board, whose companion is stopped
meanwhile. A secret is shown once, on stdout, when it is made; the device keeps a digest of it.

Exit statuses: 0 it was done; 1 it was not; 2 options that cannot be, 66 no chip there, 73 the chip
is in use (as ./tools/sim.sh).
"""

import argparse
import base64
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sim import launch  # noqa: E402  needs the path above
from tools.reach import Failure, add_where, on_board, on_chip  # noqa: E402


def parse(arguments: "list[str]") -> argparse.Namespace:
    """The options. Raises SystemExit(2) with a sentence for what cannot be."""
    parser = argparse.ArgumentParser(
        prog="keys.sh",
        description="Who may reach your companion over HTTP, each with a key of a name.",
        epilog="While ./tools/sim.sh runs on the chip, stop it first.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    each = commands.add_parser("list", help="say which there are")
    add = commands.add_parser("add", help="make one, and show its secret, once")
    add.add_argument("--scope", choices=("guest", "read", "write", "admin"), default="read",
                     help="what it lets do (default: read)")  # fmt: skip
    rotate = commands.add_parser(
        "rotate", help="give one another secret; the old one is good no more"
    )
    revoke = commands.add_parser("revoke", help="let nobody in with it any more")
    tls = commands.add_parser("tls", help="serve HTTPS with a certificate, or HTTP again")
    tls.add_argument("certificate", help="a PEM or DER file; or off")
    tls.add_argument("key", nargs="?", help="that of its key, not encrypted")
    ca = commands.add_parser("ca", help="trust servers below a root of your own, or no more")
    ca.add_argument("file", help="a PEM or DER file with up to 4 certificates; or off")
    for command in (add, rotate, revoke):
        command.add_argument("name", help="such as laptop; the first one is owner")
    for command in (each, add, rotate, revoke, tls, ca):
        add_where(command)
    return parser.parse_args(arguments)


def run(options: argparse.Namespace) -> None:
    """Have the device do it, and show what comes of it. Raises Failure."""
    code = _code(options)
    if options.connect:
        with tempfile.TemporaryDirectory() as folder:
            said = list(on_board(options.connect, Path(folder), code))
    else:
        if not options.flash.is_file():
            raise Failure(launch.STATUS_NO_CHIP, f"--flash: {options.flash}: no such file")
        said = list(on_chip(options.flash, code))
    done = [each for each in said if "done" in each]
    if not done:
        problems = [each["error"] for each in said if "error" in each]
        raise Failure(1, problems[0] if problems else "the device gave no answer")
    if "keys" in done[0]:
        for each in done[0]["keys"]:
            print(f"{each['name']:<24}  {each['scope']}")
    elif "secret" in done[0]:
        print(done[0]["secret"])


# boot.py has counted this start as one that must prove good: three in a row end in safe mode.
_CLEARED = "from firmware.system import boot_guard\nboot_guard.clear()\n"


def _code(options: argparse.Namespace) -> str:
    """What the device runs. Raises Failure."""
    if options.command == "tls":
        pair = ["", ""]
        if options.certificate != "off":
            if options.key is None:
                raise Failure(1, "a certificate needs the file of its key")
            pair = [_der(options.certificate).hex(), _der(options.key).hex()]
        return _CLEARED + "from firmware.service import tls\ntls.run_command(%s)" % ", ".join(
            map(repr, pair)
        )
    if options.command == "ca":
        roots = [] if options.file == "off" else _ders(options.file)
        return _CLEARED + "from firmware.network import server_trust\n%s(%s)" % (
            "server_trust.run_command",
            ", ".join(repr(each.hex()) for each in roots),
        )
    given = [options.command]
    if options.command != "list":
        given.append(options.name)
    if options.command == "add":
        given.append(options.scope)
    return _CLEARED + "from firmware.service import keys\nkeys.run_command(%s)" % ", ".join(
        map(repr, given)
    )


def _der(name: str) -> bytes:
    """The first certificate or key of a file, as DER. Raises Failure."""
    return _ders(name)[0]


def _ders(name: str) -> "list[bytes]":
    """The certificates or the key of a file, as DER. Raises Failure."""
    try:
        data = Path(name).read_bytes()
    except OSError as error:
        raise Failure(1, f"{name}: {error.strerror}") from error
    if b"ENCRYPTED" in data:
        raise Failure(1, f"{name}: the device has nobody to ask for a password")
    kinds = rb"(?:CERTIFICATE|(?:EC |RSA )?PRIVATE KEY)"
    found = re.findall(rb"-----BEGIN " + kinds + rb"-----(.*?)-----END", data, re.DOTALL)
    return [base64.b64decode(each) for each in found] or [data]


def main(arguments: "list[str]") -> int:
    """Run the command line; the exit status."""
    try:
        run(parse(arguments))
    except Failure as failure:
        print(f"keys: {failure.args[1]}", file=sys.stderr)
        return failure.args[0]
    except KeyboardInterrupt:
        print("keys: interrupted", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
