"""./tools/release.sh and flash.sh: whose releases a board takes, and a release by cable."""

import json
import stat
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import device
import pytest
import slots_chip
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from test_flash import _loader, _with_our_table

from tools import release

RELEASE = device.ROOT / "tools" / "release.sh"


def run(*arguments: object, status: int = 0) -> str:
    """What release.sh says, on both streams."""
    done = subprocess.run(
        [str(RELEASE), *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == status, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("release") / "keys" / "update.pem"
    run("key", "--key", path)
    return path


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, pem: Path) -> Path:
    """Version 9.0.0, built and signed."""
    path = tmp_path_factory.mktemp("release") / "out" / "site"
    run("build", "--version", "9.0.0", "--key", pem, "--site", path)
    return path


@pytest.fixture
def board(flash: Path) -> Iterator[str]:
    """The port of a board that has our partition table."""
    _with_our_table(flash)
    yield from _loader(flash)


def test_a_private_key_is_its_owners_alone_and_is_never_written_over(pem: Path) -> None:
    assert stat.S_IMODE(pem.stat().st_mode) == 0o600
    before = pem.read_bytes()
    assert "there already" in run("key", "--key", pem, status=1)
    assert pem.read_bytes() == before
    assert len(release.public(release.read_key(pem))) == 512


def test_a_release_is_signed_has_what_its_manifest_says_and_is_the_same_again(
    site: Path, pem: Path
) -> None:
    described = (site / "manifest.json").read_bytes()
    key = serialization.load_pem_private_key(pem.read_bytes(), None)
    assert isinstance(key, rsa.RSAPrivateKey)
    signature = (site / "manifest.sig").read_bytes()
    key.public_key().verify(signature, described, padding.PKCS1v15(), hashes.SHA256())
    whole = json.loads(described)
    assert (whole["version"], whole["from"], whole["boards"]) == ("9.0.0", "0.0.0", [])
    paths = [row[0] for row in whole["files"]]
    assert {"main.py", "firmware/app.mpy", "lib/mcp/core/server.mpy"} <= set(paths)
    assert not {"boot.py", "board.py", "slots.mpy"} & set(paths)
    stored = {path.name: path.stat().st_size for path in (site / "files").iterdir()}
    assert {row[2]: row[1] for row in whole["files"]} == stored
    run("build", "--version", "9.0.0", "--key", pem, "--site", site)
    assert (site / "manifest.json").read_bytes() == described
    assert (site / "manifest.sig").read_bytes() == signature


@pytest.mark.thorough
def test_what_cannot_be_is_one_sentence(tmp_path: Path, pem: Path) -> None:
    missing = tmp_path / "none.pem"
    assert "release.sh key makes one" in run("build", "--key", missing, status=1)
    missing.write_text("no key")
    assert "no private key" in run("build", "--key", missing, status=1)
    assert "is no version" in run("build", "--version", "9", status=2)
    full = tmp_path / "full"
    full.mkdir()
    (full / "thesis.txt").write_text("mine")
    assert "something else" in run("build", "--key", pem, "--site", full, status=1)
    assert (full / "thesis.txt").is_file()
    assert "has no release" in run("serve", "--site", tmp_path / "gone", status=1)
    assert "has no release" in run("install", "--site", tmp_path / "gone", status=1)


def test_a_release_is_installed_by_cable_and_not_the_same_again(
    desk: Callable, flash: Path, site: Path, pem: Path
) -> None:
    slots_chip.flashed(flash, update_key=release.public(release.read_key(pem)))
    assert "9.0.0 is in place" in run("install", "--site", site, "--flash", flash)
    companion = desk("--flash", flash)
    assert companion.wait_event("update")["version"] == "9.0.0"
    companion.stop()
    before = flash.read_bytes()
    assert "9.0.0" in run("install", "--site", site, "--flash", flash, status=1)
    after = flash.read_bytes()
    memory = slice(0x720000, 0x720000 + 0x300000)
    assert after[memory] == before[memory]
    assert slots_chip.files_of(flash)["slot"] == b"b-"


@pytest.mark.thorough
def test_a_flashed_board_has_the_key_and_flashing_again_sets_its_slots_back(
    desk: Callable, board: str, flash: Path, pem: Path
) -> None:
    command = [str(device.ROOT / "tools" / "flash.sh"), "--port", board, "--update-key", str(pem)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    assert slots_chip.files_of(flash)["update.key"] == release.public(release.read_key(pem))
    companion = desk("--flash", flash)
    companion.tool("memory", action="write", type="fact", content="喜欢下雨天")
    companion.stop()
    files = slots_chip.versioned("9.0.0", firmware__app="raise ValueError('a mistake')\n")
    slots_chip.put(flash, b_app=slots_chip.slot(files), slot=b"b2")
    said = subprocess.run(command, check=True, capture_output=True, timeout=120, text=True).stdout
    assert "Memory is as it was" in said
    assert "signed with your key" in said
    assert set(slots_chip.files_of(flash)) == set(slots_chip.FLASHED) | {"update.key"}
    assert slots_chip.files_of(flash)["slot"] == b"a-"
    companion = desk("--flash", flash)
    assert companion.tool("memory", action="recall", keyword="下雨")["count"] == 1
    assert not [each for each in companion.events if each["event"] == "update"]


def test_a_folder_is_served_and_the_address_for_the_device_is_said(site: Path) -> None:
    command = [str(RELEASE), "serve", "--site", str(site), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        url = next(line.split()[-1] for line in lines if "127.0.0.1" in line)
        with urllib.request.urlopen(url + "manifest.json", timeout=30) as answer:
            assert answer.read() == (site / "manifest.json").read_bytes()
        process.kill()
