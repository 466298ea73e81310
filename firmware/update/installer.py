"""
Installer: puts another version of the app into the slot that does not run.

Owns the order of steps: fetch the manifest, check its signature and content, check the free space,
write the files, read all of it back, and then switch to the slot (file `slot`). Until that last
step only the slot that does not run has changed; after it bootstrap/slots.py gives the new app its
trial. Called by tools/update_tool.py, or by the owner at the prompt:

    from firmware.update import installer
    installer.now()                 from the setting update_url
    installer.now("/remote/site")   from a folder
"""

import asyncio
import hashlib
import io
import json
import os
import struct
import sys
from binascii import crc32, hexlify

import board
import slots
import vfs
from micropython import const
from net.url import URLError

from firmware import VERSION
from firmware.system.settings import Settings
from firmware.words.update import say

from .http_source import Folder
from .manifest import Head, Rows, UpdateError, check_signature

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_PIECE = const(512)
_STEP = const(4096)  # bytes after which other tasks run: one erase and its programs
_MAX_MANIFEST = const(131072)
_MAX_SIGNATURE = const(512)
_SPARE = const(16384)  # bytes that stay free beside the new slot
_TRIES = const(3)  # for one file
_PAUSE_S = const(2)
_MAGIC = b"pet\x01"


class LocalFolder:
    """A folder in the device's file system, such as /remote under `mpremote mount`."""

    def __init__(self, path: str) -> None:
        self._path = path.rstrip("/") + "/"

    async def get(self, name: str, take: "Callable[[memoryview], object]", most: int) -> None:
        """As http_source.Folder.get."""
        piece = memoryview(bytearray(_PIECE))
        with open(self._path + name, "rb") as file:
            while True:
                count = file.readinto(piece)
                if not count:
                    return
                take(piece[:count])


class Sink:
    """Writes and hashes a file of at most `most` bytes; more are counted in `size` and dropped."""

    def __init__(self, file: "Any", most: int) -> None:
        self._file = file
        self._most = most
        self._hash: "Any" = hashlib.sha256()
        self.size = 0

    def take(self, piece: memoryview) -> None:
        """The next piece."""
        self.size += len(piece)
        if self.size <= self._most:
            self._file.write(piece)
            self._hash.update(piece)

    def digest(self) -> bytes:
        """SHA-256 of what was written; call it once."""
        return self._hash.digest()


class Update:
    """
    One update. `source` is a LocalFolder or http_source.Folder; `root` the folder of the slots;
    `running` the version that runs; `name` the board's. `progress(done, total)` is called with the
    bytes in place. `older` allows an older version or the same again. `files` and `total` are the
    number of files and their bytes, once the manifest is read.
    """

    def __init__(
        self,
        source: "Any",
        root: str,
        running: str,
        name: str,
        older: bool = False,
        progress: "Callable[[int, int], Any] | None" = None,
    ) -> None:
        self._source = source
        self._root = root
        self._running = running
        self._board = name
        self._older = older
        self._progress = progress
        self.files = self.total = 0
        self._index = b""
        # The manifest, 55 KB: on flash it would take the room of what a slot holds.
        self._described = io.BytesIO()

    async def check(self) -> Head:
        """The head of the manifest, if it may be installed on this device. Raises UpdateError."""
        return await self._read_manifest()

    async def install(self) -> Head:
        """
        Write the other slot and have it started next. Raises UpdateError or OSError; the slot that
        runs and the choice of the next one have then not changed.
        """
        slot = self._free_slot()
        complete = False
        try:
            head = await self._read_manifest()
            self._check_space(slot)
            with open(self._root + slot + ".app", "wb") as file:
                await self._write_head(file)
                await self._write_files(file)
            await self._read_back(slot)
            slots.keep(self._root, slot + str(slots.STARTS))
            complete = True
            return head
        finally:
            if not complete:
                self._remove(slot + ".app")

    # -- the manifest --------------------------------------------------------------------------

    async def _read_manifest(self) -> Head:
        """Fetch the manifest, check signature and head, and index its files."""
        try:
            with open(self._root + "update.key", "rb") as file:
                key = file.read(2048)
        except OSError:
            raise UpdateError("no_key")
        signed, file = io.BytesIO(), io.BytesIO()
        size = (await self._fetch("manifest.sig", signed, 0, _MAX_SIGNATURE)).size
        described = await self._fetch("manifest.json", file, 0, _MAX_MANIFEST)
        check_signature(key, signed.getvalue()[:size], described.digest())
        self._described = io.BytesIO(file.getvalue()[: described.size])
        head = Head(self._described.readline())
        head.check(self._running, self._board, slots.LEVEL, self._older)
        await self._make_index(Rows(self._described))
        return head

    async def _make_index(self, rows: Rows) -> None:
        """Make the slot's index; offsets count from the contents' start. Raises UpdateError."""
        index = bytearray()
        folders: "list[int]" = []
        has_main = False
        self.total = 0
        for path, size, _ in rows:
            index += struct.pack("<III", crc32(path.encode()), self.total, size)
            self.total += size
            has_main = has_main or path == "main.py"
            while "/" in path:
                path = path.rpartition("/")[0]
                if crc32(path.encode()) not in folders:
                    folders.append(crc32(path.encode()))
            if not rows.count % 32:
                await asyncio.sleep_ms(0)
        if not has_main:
            raise UpdateError("manifest", what="main.py")
        folders.sort()
        self.files, self._folders = rows.count, len(folders)
        self._index = bytes(index) + struct.pack("<%dI" % len(folders), *folders)

    def _rows(self) -> Rows:
        """The files of the manifest, from the first one on."""
        self._described.seek(0)
        self._described.readline()
        return Rows(self._described)

    # -- writing -------------------------------------------------------------------------------

    def _free_slot(self) -> str:
        """The slot that does not run. Raises UpdateError during a trial or after a return."""
        letter, mark = slots.state(self._root)
        if mark != slots.KEPT or ord(letter) != os.stat(slots.MOUNT)[1]:
            raise UpdateError("busy")
        return slots.other(letter)

    def _check_space(self, slot: str) -> None:
        """Remove the old slot and check that the new one fits. Raises UpdateError."""
        self._remove(slot + ".app")
        needed = len(self._index) + self.total + _SPARE
        found = os.statvfs(self._root)
        if found[0] * found[3] < needed:
            raise UpdateError("room", needed=needed // 1024, free=found[0] * found[3] // 1024)

    async def _write_head(self, file: "Any") -> None:
        """Write all that stands before the contents; the manifest is of no use afterwards."""
        begin = 24 + len(self._index)
        index = bytearray(self._index)
        for at in range(self.files):
            (offset,) = struct.unpack_from("<I", index, at * 12 + 4)
            struct.pack_into("<I", index, at * 12 + 4, offset + begin)
        sizes = (begin, self.files, self._folders, 0, 0)
        head = struct.pack("<IHHII", *sizes)
        file.write(_MAGIC + struct.pack("<I", crc32(index, crc32(head))) + head + index)

    async def _write_files(self, file: "Any") -> None:
        """Write the contents: copy the files that the running slot has too, fetch the others."""
        running = _running()
        done = 0
        for path, size, digest in self._rows():
            at = file.tell()
            found = running.find(path)
            if found is None or found[1] != size:
                same = False
            else:
                same = await _hashed(running.file, found[0], size, file) == digest
            if not same:
                name = "files/" + hexlify(digest).decode()
                sink = await self._fetch(name, file, at, size)
                if sink.size != size or sink.digest() != digest:
                    raise UpdateError("file", path=path)
            done += size
            if self._progress is not None:
                await self._progress(done, self.total)

    async def _fetch(self, name: str, file: "Any", at: int, most: int) -> Sink:
        """Write a file of the source from `at` on, with a few tries. Raises UpdateError."""
        for left in range(_TRIES - 1, -1, -1):
            sink = Sink(file, most)
            file.seek(at)
            try:
                await self._source.get(name, sink.take, most)
            except OSError as e:
                if not left:
                    raise UpdateError("source", name=name, why=str(e))
                await asyncio.sleep(_PAUSE_S)
                continue
            if sink.size > most:
                raise UpdateError("source", name=name, why="more than %d bytes" % most)
            return sink
        raise UpdateError("source", name=name, why="")

    # -- reading back --------------------------------------------------------------------------

    async def _read_back(self, slot: str) -> None:
        """Check that the slot in flash is what was signed. Raises UpdateError."""
        try:
            written = slots.Slot(self._root + slot + ".app")
        except ValueError as e:
            raise UpdateError("flash", what=str(e))
        file = written.file
        try:
            for path, size, digest in self._rows():
                found = written.find(path)
                if found is None or found[1] != size:
                    raise UpdateError("flash", what=path)
                if await _hashed(file, found[0], size) != digest:
                    raise UpdateError("flash", what=path)
        finally:
            file.close()

    def _remove(self, name: str) -> None:
        try:
            os.remove(self._root + name)
        except OSError as e:
            if e.args[0] != 2:  # ENOENT
                raise


def _running() -> slots.Slot:
    """
    The slot that runs, by the file that it is mounted from. LittleFS counts the blocks of a file
    that is open twice twice, from when one of the two is closed: after a failed update there would
    be no room for another one until the next start.
    """
    found: slots.Slot = next(system for system, place in vfs.mount() if place == slots.MOUNT)
    return found


async def _hashed(source: "Any", at: int, size: int, to: "Any" = None) -> bytes:
    """
    SHA-256 of `size` bytes of a file from `at` on; also writes them to the file `to`. While other
    tasks run they may move the file's position, as a module does that is loaded from the slot.
    """
    digest: "Any" = hashlib.sha256()
    piece = memoryview(bytearray(_PIECE))
    left = size
    while left:
        source.seek(at + size - left)
        count = source.readinto(piece[: min(left, _PIECE)])
        if not count:
            break
        digest.update(piece[:count])
        if to is not None:
            to.write(piece[:count])
        left -= count
        if not left % _STEP or left < _PIECE:
            await asyncio.sleep_ms(0)
    found: bytes = digest.digest()
    return found


def made(
    where: str, older: bool = False, progress: "Callable[[int, int], Any] | None" = None
) -> Update:
    """The update at `where`, an http or https URL or a folder. Raises UpdateError."""
    if not slots.LEVEL:
        raise UpdateError("no_slots")
    source: "Any" = LocalFolder(where)
    if "://" in where:
        try:
            source = Folder(where)
        except URLError as e:
            raise UpdateError("url", why=str(e))
    root = slots.__file__.rpartition("/")[0] + "/"
    return Update(source, root, VERSION, board.NAME, older, progress)


def now(where: str = "", older: bool = False) -> str:
    """At the prompt: install from `where`, else from the setting update_url; the new version."""
    where = where or Settings(board.SETTINGS).get("update_url")
    if not where:
        raise UpdateError("no_url")
    return str(asyncio.run(made(where, older).install()).version)


def report(where: str, older: bool) -> None:
    """For ./tools/release.sh: as now(), with the result on stdout as one JSON object."""
    try:
        out = {"done": "update", "version": now(where, older)}
    except UpdateError as e:
        language = Settings(board.SETTINGS).get("language")
        out = {"error": say(language, e.code, **e.details)}
    except OSError as e:
        out = {"error": "flash does not take it: %r" % e}
    sys.stdout.write(json.dumps(out) + "\n")
