"""
Fetches source packages that pip cannot install, by hash: fetch.py LIST FOLDER.

Runs on CPython with the package pypi-simple, for tools/setup.sh. Owns the form of the list (see
tools/sdists-sim.txt). A package comes from the index that pip uses, is refused unless its SHA-256
is the one in the list, and is unpacked without its metadata into a folder of its own.
"""

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path, PurePosixPath

from pypi_simple import PYPI_SIMPLE_ENDPOINT, DistributionPackage, PyPISimple
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

_LINE = re.compile(r"([\w.-]+)==([\w.]+) ([0-9a-f]{64}) (\w+)")
_MAX_BYTES = 1 << 20
_TIMEOUT_S = 60
_AGAIN = Retry(total=5, backoff_factor=0.5, status_forcelist=(500, 502, 503, 504))


class FetchError(Exception):
    """A package cannot be had as listed; the message says which and why."""


def wanted(text: str) -> "list[tuple[str, str, str, str]]":
    """(name, version, sha256, folder) of every line that is no comment. Raises FetchError."""
    found = []
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if line:
            match = _LINE.fullmatch(line)
            if match is None:
                raise FetchError(f"not name==version sha256 folder: {line!r}")
            found.append((match[1], match[2], match[3], match[4]))
    return found


def download(client: PyPISimple, name: str, version: str, digest: str) -> bytes:
    """The archive with this SHA-256. Raises FetchError where the index has none."""
    page = client.get_project_page(name, timeout=_TIMEOUT_S)
    for package in page.packages:
        if package.version == version and package.digests.get("sha256") == digest:
            return _body(client, package, digest)
    raise FetchError(f"{name} {version}: the index has no file with the pinned hash")


def _body(client: PyPISimple, package: DistributionPackage, digest: str) -> bytes:
    with client.s.get(package.url, timeout=_TIMEOUT_S, stream=True) as answer:
        answer.raise_for_status()
        body = answer.raw.read(_MAX_BYTES + 1, decode_content=False)
    if hashlib.sha256(body).hexdigest() != digest:
        raise FetchError(f"{package.filename}: what came has another hash than the pinned one")
    return body


def unpack(archive: bytes, target: Path) -> None:
    """Put the files of a .tar.gz below its one top folder into `target`, made anew."""
    new = target.with_name(f".{target.name}-{os.getpid()}")
    try:
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as tar:
            for member in tar:
                parts = PurePosixPath(member.name).parts[1:]
                if not member.isfile() or not parts or ".." in parts:
                    continue
                if parts[0].endswith(".egg-info"):
                    continue
                content = tar.extractfile(member)
                assert content is not None  # of a regular file
                path = new.joinpath(*parts)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content.read())
        shutil.rmtree(target, ignore_errors=True)
        new.rename(target)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def pip_setting(name: str) -> str:
    """What pip is told by its environment or its files: a mirror, certificates; "" for nothing."""
    given = os.environ.get("PIP_" + name.upper().replace("-", "_"))
    if given:
        return given
    # Not `config get`: some versions of it do not look into every file that pip reads.
    command = [sys.executable, "-m", "pip", "config", "list"]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    match = re.search(rf"^(?:global|install)\.{name}=(.*)$", said, re.MULTILINE)
    return match[1].strip("'\"") if match else ""


def main(arguments: "list[str]") -> int:
    """Fetch everything in the list; 1 and a sentence on stderr where that fails."""
    packages, folder = Path(arguments[0]), Path(arguments[1])
    try:
        with PyPISimple(pip_setting("index-url") or PYPI_SIMPLE_ENDPOINT) as client:
            for scheme in ("http://", "https://"):
                client.s.mount(scheme, HTTPAdapter(max_retries=_AGAIN))
            client.s.verify = pip_setting("cert") or True
            for name, version, digest, place in wanted(packages.read_text(encoding="utf-8")):
                unpack(download(client, name, version, digest), folder / place)
    except (FetchError, OSError, tarfile.TarError) as error:  # requests' errors are OSErrors
        sys.stderr.write(f"fetch: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
