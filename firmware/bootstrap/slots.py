"""
Slots: the app lies twice on a board, and boot.py starts one of the two from here.

Owns which slot runs (the file `slot`), the way back from an app that does not reach `ready`, and
reading the files of a slot, which are one file on flash (docs/FORMAT.md section 12). Lies beside
boot.py as `slots.mpy` and is never replaced by an update; writing slots is
firmware/update/installer.py's.
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

# Rises where an app needs more of this module, fixed/main.py or boot.py than they gave before.
LEVEL = 1
MOUNT = "/app"  # no name of a file in /: what is mounted would hide it, `slot` too
# In which a new app must reach `ready`: fewer than those after which a board stays at its prompt
# (firmware/system/boot_guard.py), so that the old one is back before that.
STARTS = 2

KEPT, BACK = "-", "<"  # marks: to stay; come back to, and not told yet. A digit: starts left
_MAGIC = b"pet\x01"
_HEAD = const(24)
_ROW = const(12)
_FILE, _FOLDER = 0x8000, 0x4000
_ENOENT = const(2)
_WINDOW = const(10)  # 1 KB of RAM while a module is loaded

# What the start has found: the slot that runs and its mark; why it is not the one it should be.
name, mark, problem = "a", KEPT, ""
_root = ""


class Slot:
    """
    A slot's file, and the files in it as a file system that is only read. Raises OSError or
    ValueError where it is not there or not whole.
    """

    def __init__(self, path: str) -> None:
        self.file = open(path, "rb")
        head = self.file.read(_HEAD)
        if len(head) != _HEAD or head[:4] != _MAGIC:
            raise ValueError("no slot is in " + path)
        crc, begin, files, folders, self.manifest_size, self.signature_size = unpack(
            "<IIHHII", head[4:]
        )
        size = files * _ROW + folders * 4
        self.manifest_at = _HEAD + size
        self.index = self.file.read(size)
        if len(self.index) != size or crc32(self.index, crc32(head[8:])) != crc:
            raise ValueError(path + " is damaged")
        if begin != self.manifest_at + self.manifest_size + self.signature_size:
            raise ValueError(path + " is damaged")
        self._files, self._folders = files, folders
        self._letter = ord(path[-5])  # of "a.app"

    def find(self, path: str) -> "tuple[int, int] | None":
        """(offset, size) of what a slot has of a file, as in `lib/mcp/http.mpy`."""
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

    # As MicroPython wants it of a file system.

    def mount(self, readonly: bool, mkfs: bool) -> None:
        """Nothing to do."""

    def umount(self) -> None:
        """Close the file."""
        self.file.close()

    def stat(self, path: str) -> tuple:
        """As os.stat; the slot's own folder says in the second place which slot it is."""
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
    """(slot, mark) as the file `slot` has it; a kept one where there is none."""
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
    """Replace the file `slot`: whatever happens, it is the old one or the new. Raises OSError."""
    with open(root + "slot.new", "w") as file:
        file.write(text)
    os.rename(root + "slot.new", root + "slot")


def other(slot: str) -> str:
    """The name of the other slot."""
    return "a" if slot == "b" else "b"


def choose() -> bool:
    """As start, with the folder that this module lies in."""
    return start(__file__.rpartition("/")[0] + "/")


def start(root: str) -> bool:
    """
    Mount the slot that is to run and have its modules found; whether there is something to tell
    once it is ready. `root` is the folder of all this. A trial takes one of its starts, but for
    soft resets, which mpremote makes with no main.py after them; after the last one, or where
    that cannot be written, the other slot runs. Raises OSError or ValueError where neither can be.
    """
    global name, mark, problem, _root
    _root = root
    problem = ""
    name, mark = state(root)
    counts = machine.reset_cause() != machine.SOFT_RESET
    if mark == "0" and counts:
        problem = "slot %s did not reach ready in %d starts" % (name, STARTS)
        _turn()
    elif mark in "123456789" and counts:
        mark = str(int(mark) - 1)
        try:
            keep(root, name + mark)
        except OSError as e:  # it might be tried for ever
            problem = "the starts of slot %s cannot be counted: %r" % (name, e)
            _turn()
    try:
        slot = Slot(root + name + ".app")
    except (OSError, ValueError) as e:
        problem = "slot %s cannot run: %r" % (name, e)
        slot = Slot(root + other(name) + ".app")
        _turn()
    vfs.mount(slot, MOUNT)  # type: ignore[arg-type]
    sys.path[:0] = [MOUNT, MOUNT + "/lib"]
    return mark != KEPT


def _turn() -> None:
    """Run the other slot from now on."""
    global name, mark
    name, mark = other(name), BACK
    try:
        keep(_root, name + mark)
    except OSError:
        return  # then the next start finds what this one has found


def on_trial() -> bool:
    """Whether the app that runs has yet to show that it reaches `ready`."""
    return mark not in (KEPT, BACK)


def reached_ready() -> "tuple[str, str]":
    """
    The app that runs is to stay. (slot, what there is to tell): `problem` where it was come back
    to, "" after a trial. Raises OSError where that cannot be kept; a trial then goes on.
    """
    global mark
    told = ""
    if mark == BACK:
        told = problem or "slot %s did not reach ready" % other(name)
    keep(_root, name + KEPT)
    mark = KEPT
    return name, told
