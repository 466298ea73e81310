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

from serial.tools import list_ports

CHIP = "esp32s3"
_ESPTOOL = Path(sys.prefix) / "esptool"  # tools/sdists-board.txt
_PIECE = 1 << 20  # of a whole flash: more at once takes a slow loader too long to begin with
_OCTAL_MB = (8, 16)  # sizes of PSRAM that are octal; smaller ones have four data lines

# What esptool says, and what that means to who sits before the board. The first that fits counts.
_CURES = (
    (
        r"No such file|cannot find",
        "no serial port {port}. Plug the board in with a cable that carries data; {ports}",
    ),
    (
        r"Permission denied",
        "you may not use {port}. On Linux: sudo usermod -a -G dialout $USER, then log in again",
    ),
    (
        r"exclusively lock|temporarily unavailable|Device or resource busy|Access is denied",
        "{port} is in use by another program: close mpremote, a serial monitor, an MCP host",
    ),
    (
        r"Wrong boot mode|No serial data received|Invalid head of packet|Failed to connect",
        "it is not in its loader. Hold BOOT, press and let go RESET (or plug it in with BOOT "
        "held), let go BOOT, and run this again",
    ),
    (r"This chip is (\S+), not", "this is an {0}; the companion needs an ESP32-S3"),
)


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
        """
        Write and check these (address, bytes); the bootloader is told of so much flash. Raises
        LoaderError.
        """
        self._write(f"{flash_mb}MB", regions)

    def _write(self, told: str, regions: "list[tuple[int, bytes]]") -> None:
        with tempfile.TemporaryDirectory() as folder:
            command = ["write-flash", "--flash-size", told]
            for at, content in regions:
                path = Path(folder, hex(at))
                path.write_bytes(content)
                command += [hex(at), str(path)]
            self._run("the board could not be written", *command, show=True)

    def write_all(self, source: Path) -> None:
        """Write the whole flash from a file, blank places too. Raises LoaderError."""
        whole = source.read_bytes()
        pieces = [(at, whole[at : at + _PIECE]) for at in range(0, len(whole), _PIECE)]
        self._write("keep", pieces)

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
            raise LoaderError(f"{failure}: {self._cause(done.stderr, done.returncode)}")
        return done.stdout or ""

    def _cause(self, said: str, status: int) -> str:
        """In words of ours where we know them, else esptool's own last ones."""
        for pattern, cure in _CURES:
            found = re.search(pattern, said)
            if found:
                return cure.format(*found.groups(), port=self._port, ports=_ports())
        fatal = re.findall(r"ERROR: (?:A fatal error occurred: )?(.*)", said)
        words = fatal or said.strip().splitlines()
        return words[-1] if words else f"esptool ended with {status}"


def _ports() -> str:
    """What serial ports there are, in words."""
    found = sorted(port.device for port in list_ports.comports() if port.vid is not None)
    return "there is " + ", ".join(found) if found else "there is none now"
