"""
Tree: mounts the file system of the device at `/`, in place of the host's.

Imported first, in the folder `rom` of the staged tree. The device then finds at / what the chip
has: the folder `chip` of the tree, read only, or the chip's own file system where it was flashed
(`root.files`). What a board has in ROM, the modules of sim/ and what stock MicroPython has frozen,
is loaded from /.rom, which no listing shows.
"""

import os

import vfs
from micropython import const

import sim

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_ROM = "/.rom"
_IN_ROM = "/.rom/"
_FOLDER = const(0x4000)
_READ_ONLY = const(30)  # EROFS


class Root:
    """The file system that is mounted at /. Paths are made absolute, and none leads out of it."""

    def __init__(self, files: "Any", rom: "Any"):
        self.files = files
        self.writable = False
        self._rom = rom
        self._folder = "/"

    def _place(self, path: str) -> "tuple[Any, str]":
        """(file system, path in it)."""
        # A string that is made costs a search through all names of the interpreter: make few.
        if path.startswith(_IN_ROM) and path.find("/.", 1) < 0 and "//" not in path:
            return self._rom, path[len(_ROM) :]
        if not path.startswith("/") or "/." in path or "//" in path:
            parts: list[str] = []
            for part in (path if path.startswith("/") else self._folder + "/" + path).split("/"):
                if part == "..":
                    del parts[-1:]
                elif part not in ("", "."):
                    parts.append(part)
            path = "/" + "/".join(parts)
            if path == _ROM or path.startswith(_IN_ROM):
                return self._rom, path[len(_ROM) :] or "/"
        return self.files, path

    def _to_change(self, path: str) -> "tuple[Any, str]":
        place = self._place(path)
        if not self.writable or place[0] is self._rom:
            raise OSError(_READ_ONLY)
        return place

    # The methods that MicroPython calls on a file system.

    def mount(self, readonly: bool, mkfs: bool) -> None:
        """Nothing to do."""

    def umount(self) -> None:
        """Nothing to do."""

    def open(self, path: str, mode: str) -> "Any":
        """As open."""
        find = self._place if mode in ("r", "rb", "rt") else self._to_change
        files, path = find(path)
        return files.open(path, mode)

    def stat(self, path: str) -> tuple:
        """As os.stat."""
        files, path = self._place(path)
        return files.stat(path)

    def statvfs(self, path: str) -> tuple:
        """As os.statvfs."""
        files, path = self._place(path)
        return files.statvfs(path)

    def ilistdir(self, path: str) -> "Iterator[tuple]":
        """As os.ilistdir, with sizes as LittleFS gives them."""
        files, path = self._place(path)
        for entry in files.ilistdir(path):
            at = path.rstrip("/") + "/" + entry[0]
            size = 0 if entry[1] == _FOLDER else files.stat(at)[6]
            yield entry[0], entry[1], 0, size

    def chdir(self, path: str) -> None:
        """As os.chdir."""
        files, path = self._place(path)
        if path != "/" and not files.stat(path)[0] & _FOLDER:
            raise OSError(20)  # ENOTDIR
        self._folder = (_ROM if files is self._rom else "") + path

    def getcwd(self) -> str:
        """As os.getcwd."""
        return self._folder

    def mkdir(self, path: str) -> None:
        """As os.mkdir."""
        files, path = self._to_change(path)
        files.mkdir(path)

    def rmdir(self, path: str) -> None:
        """As os.rmdir."""
        files, path = self._to_change(path)
        files.rmdir(path)

    def remove(self, path: str) -> None:
        """As os.remove."""
        files, path = self._to_change(path)
        files.remove(path)

    def rename(self, old: str, new: str) -> None:
        """As os.rename."""
        files, old = self._to_change(old)
        files.rename(old, self._to_change(new)[1])


_rom = os.getcwd()
root = Root(
    vfs.VfsPosix(_rom.rpartition("/")[0] + "/chip"),  # type: ignore[attr-defined]
    vfs.VfsPosix(_rom),  # type: ignore[attr-defined]
)
vfs.umount("/")
vfs.mount(root, "/")  # type: ignore[arg-type]
sim.__path__ = _ROM + "/sim"  # type: ignore[assignment]
