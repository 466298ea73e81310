"""
./tools/release.sh: versions of the app that devices update to without a cable.

Runs on CPython. Owns the owner's key pair (release/update.pem, and its public half that
./tools/flash.sh puts onto a board), the folder of a release (release/site: manifest, signature,
files by their SHA-256) and serving it. What a version is made of is flashing/app_files.py's and
flashing/pack.py's; docs/FORMAT.md section 12 has the layouts.
"""

import argparse
import functools
import hashlib
import http.server
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from sim import launch, stage
from tools.flashing import app_files, pack
from tools.reach import Failure, add_where, on_board, on_chip

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "release"
KEY = FOLDER / "update.pem"
SITE = FOLDER / "site"

_BITS = 2048
_VERSION = re.compile(r"\d{1,5}\.\d{1,5}\.\d{1,5}")
_BOARD = "devkit"  # any: what is of a board alone is in no release


def parse(arguments: "list[str]") -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="release.sh",
        description="Versions of the app that devices update to without a cable. Once: key, then "
        "flash.sh as ever, which puts the public key onto the board. For each version: build, "
        "then serve the folder, or put it on a web server of yours; the device's setting "
        "update_url has its address.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    key = commands.add_parser("key", help="make the key pair that releases are signed with")
    build = commands.add_parser("build", help="compile and sign the app of this folder")
    build.add_argument("--version", type=_version, metavar="X.Y.Z",
                       help="its version (default: that of firmware/__init__.py)")  # fmt: skip
    build.add_argument("--oldest", type=_version, default="0.0.0", metavar="X.Y.Z",
                       help="the oldest version that it may follow")  # fmt: skip
    build.add_argument("--board", action="append", default=[], metavar="NAME",
                       help="only for this board; may be given again")  # fmt: skip
    build.add_argument("--site", type=Path, default=SITE, metavar="FOLDER",
                       help="where to (default: release/site)")  # fmt: skip
    for command in (key, build):
        command.add_argument("--key", type=Path, default=KEY, metavar="FILE",
                             help="the private key (default: release/update.pem)")  # fmt: skip
    serve = commands.add_parser("serve", help="serve the folder over HTTP")
    serve.add_argument("--port", type=int, default=8730, metavar="N", help="default: 8730")
    install = commands.add_parser("install", help="have a device take it from here, by cable")
    install.add_argument("--older", action="store_true", help="though it is older, or the same")
    for command in (serve, install):
        command.add_argument("--site", type=Path, default=SITE, metavar="FOLDER",
                             help="the release (default: release/site)")  # fmt: skip
    add_where(install)
    return parser.parse_args(arguments)


def _version(text: str) -> str:
    if not _VERSION.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no version: like 1.2.3")
    return text


def make_key(path: Path) -> None:
    """Write a new private key, which only its owner may read. Raises Failure."""
    made = rsa.generate_private_key(65537, _BITS)
    pem = made.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(pem)
    except FileExistsError as error:
        raise Failure(1, f"{path} is there already; devices trust it, so it stays") from error
    except OSError as error:
        raise Failure(1, f"{path}: {error.strerror}") from error


def read_key(path: Path) -> rsa.RSAPrivateKey:
    """The private key. Raises Failure."""
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), None)
    except OSError as error:
        raise Failure(1, f"{path}: {error.strerror}; ./tools/release.sh key makes one") from error
    except (ValueError, TypeError) as error:
        raise Failure(1, f"{path} is no private key without a password") from error
    if not isinstance(key, rsa.RSAPrivateKey) or key.key_size not in (2048, 3072, 4096):
        raise Failure(1, f"{path} is no RSA key of 2048, 3072 or 4096 bits")
    if key.public_key().public_numbers().e != 65537:
        raise Failure(1, f"{path} has another exponent than 65537")
    return key


def public(key: rsa.RSAPrivateKey) -> bytes:
    """Its public half as a device keeps it: the modulus in hex digits."""
    return b"%0*x" % (key.key_size // 4, key.public_key().public_numbers().n)


def build(
    key: rsa.RSAPrivateKey,
    site: Path,
    version: "str | None" = None,
    oldest: str = "0.0.0",
    boards: "tuple[str, ...]" = (),
) -> str:
    """Write the folder of a release, in place of the one before; its version. Raises Failure."""
    sources = [_versioned(file, version) for file in stage.board_sources(_BOARD)]
    try:
        files = pack.deflated(app_files.app(sources))
        made = pack.version_of(sources)
        described = pack.manifest(made, files, oldest, boards)
    except ValueError as error:
        raise Failure(1, str(error)) from error
    write(key, site, described, files)
    return made


def _versioned(file: "tuple[str, bytes]", version: "str | None") -> "tuple[str, bytes]":
    name, content = file
    if version is not None and name == "firmware/__init__.py":
        content = re.sub(rb'^VERSION = ".*"$', b'VERSION = "%s"' % version.encode(), content,
                         flags=re.MULTILINE)  # fmt: skip
    return name, content


def write(
    key: rsa.RSAPrivateKey, site: Path, described: bytes, files: "list[tuple[str, bytes]]"
) -> None:
    """Sign a manifest and put it into the folder with what it names. Raises Failure."""
    signature = key.sign(described, padding.PKCS1v15(), hashes.SHA256())
    try:
        site.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=site.parent, prefix=".site-") as folder:
            made = Path(folder, "site")
            (made / "files").mkdir(parents=True)
            for _, content in files:
                (made / "files" / hashlib.sha256(content).hexdigest()).write_bytes(content)
            (made / "manifest.sig").write_bytes(signature)
            (made / "manifest.json").write_bytes(described)
            if site.exists():
                if not (site / "manifest.json").is_file():
                    raise Failure(1, f"{site} holds something else than a release")
                shutil.rmtree(site)
            made.rename(site)
    except OSError as error:
        raise Failure(1, f"{error.filename}: {error.strerror}") from error


def serve(site: Path, port: int) -> None:
    """Serve the folder until Ctrl-C. Raises Failure."""
    _must_be(site)
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(site))
    try:
        server = http.server.ThreadingHTTPServer(("", port), handler)
    except OSError as error:
        raise Failure(1, f"port {port}: {error.strerror}") from error
    with server:
        for address in [*launch.addresses(), "127.0.0.1"]:
            print(f"release: update_url http://{address}:{server.server_port}/", flush=True)
        server.serve_forever()


def install(options: argparse.Namespace) -> str:
    """Have a device take the release; its version. Raises Failure."""
    _must_be(options.site)
    code = "from firmware.update import installer\ninstaller.report(%r, %r)"
    if options.connect:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(options.site, Path(folder, "site"))
            place = "/remote/site"
            said = list(on_board(options.connect, Path(folder), code % (place, options.older)))
    else:
        if not options.flash.is_file():
            raise Failure(launch.STATUS_NO_CHIP, f"--flash: {options.flash}: no such file")
        said = list(on_chip(options.flash, code % ("/remote", options.older), options.site))
    done = [each["version"] for each in said if "done" in each]
    if not done:
        problems = [each["error"] for each in said if "error" in each]
        raise Failure(1, problems[0] if problems else "the device gave no answer")
    return str(done[0])


def _must_be(site: Path) -> None:
    if not (site / "manifest.json").is_file():
        raise Failure(1, f"{site} has no release; ./tools/release.sh build makes one")


def run(options: argparse.Namespace) -> None:
    """Do what the command says. Raises Failure, StageError."""
    if options.command == "key":
        make_key(options.key)
        print(f"release: {options.key} signs your releases: keep a copy of it, show it to nobody")
        print("release: flash each board once more, so that it knows it: ./tools/flash.sh")
    elif options.command == "build":
        key = read_key(options.key)
        made = build(key, options.site, options.version, options.oldest, tuple(options.board))
        print(f"release: {made} is in {options.site}")
    elif options.command == "serve":
        serve(options.site, options.port)
    else:
        print(f"release: {install(options)} is in place, and starts next")


def main(arguments: "list[str]") -> int:
    """Run the command line; the exit status."""
    try:
        run(parse(arguments))
    except Failure as failure:
        print(f"release: {failure.args[1]}", file=sys.stderr)
        return int(failure.args[0])
    except stage.StageError as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
