"""
A board at a serial port, seen through esptool.

Runs on CPython; each step is one run of esptool, whose words are shown where they say more than
ours. Owns what is asked of the chip: what it is, bytes read, written (each region is checked
against its MD5 by esptool), erased. Decides nothing.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

CHIP = "esp32s3"
_ESPTOOL = Path(sys.prefix) / "esptool"  # tools/sdists.txt
_OCTAL_MB = (8, 16)  # sizes of PSRAM that are octal; smaller ones have four data lines


class LoaderError(Exception):
    """The board did not do it; the message says what, and ends with esptool's own words."""


class Board(NamedTuple):
    """What a chip says of itself; sizes in MB, 0 where it says nothing."""

    mac: str
    flash_mb: int
    psram_mb: int

    @property
    def octal(self) -> bool:
        """Whether its PSRAM is octal."""
        return self.psram_mb in _OCTAL_MB


class Loader:
    """
    The board at `port`. `options` are given to esptool before its command (such as --no-stub);
    `size_mb` replaces what the chip says of its flash.
    """

    def __init__(self, port: str, options: "tuple[str, ...]" = ()):
        self._port = port
        self._options = options

    def look(self) -> Board:
        """What is there. Raises LoaderError."""
        said = self._run("the board does not answer", "flash-id", keep=True)
        mac = re.search(r"^MAC: +(\S+)", said, re.MULTILINE)
        flash = re.search(r"^Detected flash size: +(\d+)MB", said, re.MULTILINE)
        psram = re.search(r"Embedded PSRAM (\d+)MB", said)
        return Board(
            mac[1] if mac else "",
            int(flash[1]) if flash else 0,
            int(psram[1]) if psram else 0,
        )

    def read(self, at: int, size: int, what: str, target: "Path | None" = None) -> bytes:
        """So many bytes from there, also written to `target` if given. Raises LoaderError."""
        with tempfile.TemporaryDirectory() as folder:
            path = target or Path(folder, "read")
            failure = f"{what} could not be read"
            self._run(failure, "read-flash", hex(at), str(size), str(path), show=target)
            return b"" if target else path.read_bytes()

    def write(self, regions: "list[tuple[int, bytes]]", flash_mb: int) -> None:
        """Write and check these (address, bytes). Raises LoaderError."""
        with tempfile.TemporaryDirectory() as folder:
            command = ["write-flash", "--flash-size", f"{flash_mb}MB"]
            for at, content in regions:
                path = Path(folder, hex(at))
                path.write_bytes(content)
                command += [hex(at), str(path)]
            self._run("the board could not be written", *command, show=True)

    def erase(self, at: int, size: int, what: str) -> None:
        """Erase whole sectors. Raises LoaderError."""
        self._run(f"{what} could not be erased", "erase-region", hex(at), hex(size))

    def _run(self, failure: str, *command: str, show: object = None, keep: bool = False) -> str:
        after = ("--after", "no-reset") if keep else ()
        started = [sys.executable, "-m", "esptool", "--chip", CHIP, "--port", self._port]
        done = subprocess.run(
            [*started, *after, *self._options, *command],
            env={"PYTHONPATH": str(_ESPTOOL), "PATH": "/usr/bin:/bin", "NO_COLOR": "1"},
            stdout=None if show else subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if done.returncode:
            words = re.sub(r"^ERROR: (A fatal error occurred: )?", "", done.stderr.strip())
            last = words.splitlines()[-1] if words else f"esptool ended with {done.returncode}"
            raise LoaderError(f"{failure}: {last}")
        return done.stdout or ""
