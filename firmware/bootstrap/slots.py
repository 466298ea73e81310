"""
Slots: a board has room for two versions of the app, and boot.py starts one of them from here.

Owns which slot runs (the file `slot`), the return to the other one when a new app does not reach
`ready`, and reading a slot, which is one file with the files of the app in it (docs/FORMAT.md
section 12). Lies beside boot.py as `slots.mpy`; updates do not replace it.
firmware/update/installer.py writes slots.
"""

import io
import os
import sys
from binascii import crc32
from struct import unpack, unpack_from

import deflate
import machine
import vfs
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

# Raised when an app needs something new of this module, bootstrap/main.py or boot.py.
LEVEL = 2  # 2: windows of 4 KB; 1: of 1 KB, which it reads too
MOUNT = "/app"  # a name that no file in / has: the mount would hide that file
# Starts in which a new app must reach `ready`: fewer than the failed ones that lead to safe mode
# (boot.py), so that the old app comes back first.
STARTS = 2

# Marks in the file `slot`: the app stays; it was returned to, which is not reported yet. A digit
# is the number of starts that a trial has left.
KEPT, BACK = "-", "<"
_MAGIC = b"pet\x01"
_HEAD = const(24)
_ROW = const(12)
_FILE, _FOLDER = 0x8000, 0x4000
_ENOENT = const(2)
_WINDOW = const(12)  # 4 KB of RAM while a module is loaded

# Set by start(): the slot that runs, its mark, and why it is not the one that was meant to.
name, mark, problem = "a", KEPT, ""
_root = ""


class Slot:
    """The file of a slot as a read-only file system. Raises OSError; ValueError where damaged."""

    def __init__(self, path: str) -> None:
        self.file = open(path, "rb")
        head = self.file.read(_HEAD)
        if len(head) != _HEAD or head[:4] != _MAGIC:
            raise ValueError("no slot is in " + path)
        crc, begin, files, folders, manifest, signature = unpack("<IIHHII", head[4:])
        size = files * _ROW + folders * 4
        self.index = self.file.read(size)
        if len(self.index) != size or crc32(self.index, crc32(head[8:])) != crc:
            raise ValueError(path + " is damaged")
        if begin != _HEAD + size + manifest + signature:
            raise ValueError(path + " is damaged")
        self._files, self._folders = files, folders
        self._letter = ord(path[-5])  # of "a.app"

    def find(self, path: str) -> "tuple[int, int] | None":
        """(offset, size) of a file in the slot, such as `lib/memory/engine.mpy`, or None."""
        wanted = crc32(path.encode())
        low, high = 0, self._files
        while low < high:
            at = (low + high) // 2
            crc, offset, size = unpack_from("<III", self.index, at * _ROW)
            if crc == wanted:
                return offset, size
            if crc < wanted:
                low = at + 1
            else:
                high = at
        return None

    def _is_folder(self, path: str) -> bool:
        wanted = crc32(path.encode())
        for at in range(self._folders):
            if unpack_from("<I", self.index, self._files * _ROW + at * 4)[0] == wanted:
                return True
        return not path

    # The methods that MicroPython calls on a file system.

    def mount(self, readonly: bool, mkfs: bool) -> None:
        """Nothing to do."""

    def umount(self) -> None:
        """Close the file."""
        self.file.close()

    def stat(self, path: str) -> tuple:
        """As os.stat; for the root the second field is the letter of the slot."""
        path = path.strip("/")
        found = self.find(path)
        if found is not None:
            return (_FILE, 0, 0, 0, 0, 0, found[1], 0, 0, 0)
        if self._is_folder(path):
            return (_FOLDER, 0 if path else self._letter, 0, 0, 0, 0, 0, 0, 0, 0)
        raise OSError(_ENOENT)

    def open(self, path: str, mode: str) -> "Any":
        """As open, to read; one file at a time, as modules are loaded."""
        found = self.find(path.strip("/"))
        if found is None:
            raise OSError(_ENOENT)
        self.file.seek(found[0])
        # From the file itself: it is read byte by byte, which is no work for Python.
        whole = deflate.DeflateIO(self.file, deflate.RAW, _WINDOW)
        return whole if "b" in mode else io.StringIO(whole.read().decode())


def state(root: str) -> "tuple[str, str]":
    """(slot, mark) from the file `slot`; ("a", KEPT) where it is missing or damaged."""
    try:
        with open(root + "slot", "rb") as file:
            found = file.read(3)
    except OSError:
        return "a", KEPT
    if len(found) == 2 and found[0] in b"ab" and found[1] in b"0123456789-<":
        text = found.decode()
        return text[0], text[1]
    return "a", KEPT


def keep(root: str, text: str) -> None:
    """Replace the file `slot`; a power cut leaves the old one or the new. Raises OSError."""
    with open(root + "slot.new", "w") as file:
        file.write(text)
    os.rename(root + "slot.new", root + "slot")


def other(slot: str) -> str:
    """The name of the other slot."""
    return "a" if slot == "b" else "b"


def choose() -> bool:
    """Call start with the folder of this module."""
    return start(__file__.rpartition("/")[0] + "/")


def start(root: str) -> bool:
    """
    Mount the slot that is to run and put it on the path. True where `reached_ready` is to be
    called: after a trial or a return. `root` is the folder of the slots. Each start of a trial is
    counted down, except soft resets, which mpremote makes without a main.py; after the last one,
    or where the count cannot be written, the other slot runs. Raises OSError or ValueError where
    neither slot can be mounted.
    """
    global name, mark, problem, _root
    _root = root
    problem = ""
    name, mark = state(root)
    counts = machine.reset_cause() != machine.SOFT_RESET
    if mark == "0" and counts:
        problem = "slot %s did not reach ready in %d starts" % (name, STARTS)
        _return()
    elif mark in "123456789" and counts:
        mark = str(int(mark) - 1)
        try:
            keep(root, name + mark)
        except OSError as e:  # it would be tried for ever
            problem = "the starts of slot %s cannot be counted: %r" % (name, e)
            _return()
    try:
        slot = Slot(root + name + ".app")
    except (OSError, ValueError) as e:
        problem = "slot %s cannot run: %r" % (name, e)
        slot = Slot(root + other(name) + ".app")
        _return()
    vfs.mount(slot, MOUNT)  # type: ignore[arg-type]
    sys.path[:0] = [MOUNT, MOUNT + "/lib"]
    return mark != KEPT


def _return() -> None:
    """Return to the other slot."""
    global name, mark
    name, mark = other(name), BACK
    try:
        keep(_root, name + mark)
    except OSError:
        return  # the next start will come to the same result


def on_trial() -> bool:
    """Whether the app that runs has not reached `ready` yet since it was installed."""
    return mark not in (KEPT, BACK)


def reached_ready() -> "tuple[str, str]":
    """
    Mark the app that runs as kept. Returns (slot, why): `why` the other app failed after a return,
    "" after a trial. Raises OSError where the mark cannot be written; a trial then goes on.
    """
    global mark
    why = ""
    if mark == BACK:
        why = problem or "slot %s did not reach ready" % other(name)
    keep(_root, name + KEPT)
    mark = KEPT
    return name, why
