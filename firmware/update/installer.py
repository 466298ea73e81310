"""
Update: another version of the app into the slot that does not run.

Owns the order of things: manifest, signature, what of it may be, room, files, reading all of it
back, and then the one step that counts, `slot`. Before that step nothing has changed but the slot
that does not run; after it the new app has its starts (firmware/bootstrap/slots.py). The
tool (update_tool.py) calls it, or the owner at the prompt:

    from firmware.update import installer as update
    update.now()                 from the setting update_url
    update.now("/remote/site")   from a folder
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
_STEP = const(4096)  # bytes after which others may run: an erase and its programs
_MAX_MANIFEST = const(131072)
_MAX_SIGNATURE = const(512)
_ROOM = const(16384)  # bytes that stay free beside the new slot
_TRIES = const(3)  # for one file
_PAUSE_S = const(2)
_MAGIC = b"pet\x01"
_MANIFEST = "update.new"


class LocalFolder:
    """A folder of this device's own, such as /remote under `mpremote mount`."""

    def __init__(self, path: str) -> None:
        self._path = path.rstrip("/") + "/"

    async def get(self, name: str, take: "Callable[[memoryview], object]", most: int) -> None:
        """As update_http.Folder."""
        piece = memoryview(bytearray(_PIECE))
        with open(self._path + name, "rb") as file:
            while True:
                count = file.readinto(piece)
                if not count:
                    return
                take(piece[:count])


class Sink:
    """
    Where a file of known size goes, hashed on its way. What is too much is dropped and counted.
    """

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
        """SHA-256 of what came; to be asked once."""
        return self._hash.digest()


class Update:
    """
    One update. `source` has `get` as LocalFolder; `root` is the folder of the slots; `running` is
    the version that runs, `name` the board's; `tell(done, total)` hears how many bytes are in
    place. `older` lets an older version, or the same again, take its place. `files` and `total`
    are how many there are and their bytes, once that is known.
    """

    def __init__(
        self,
        source: "Any",
        root: str,
        running: str,
        name: str,
        older: bool = False,
        tell: "Callable[[int, int], Any] | None" = None,
    ) -> None:
        self._source = source
        self._root = root
        self._running = running
        self._board = name
        self._older = older
        self._tell = tell
        self._signature = b""
        self._digest = b""
        self.files = self.total = 0
        self._index = b""
        self._last_sign = (0, 0)

    async def check(self) -> Head:
        """What there is to be had, if it may be put on this device. Raises UpdateError."""
        try:
            return await self._look()
        finally:
            self._remove(_MANIFEST)

    async def install(self) -> Head:
        """
        Put it into the other slot, which then has the next start. Raises UpdateError or OSError;
        the slot that runs, and which one starts, are then as they were.
        """
        slot = self._free_slot()
        well = False
        try:
            head = await self._look()
            self._make_room(slot)
            with open(self._root + slot + ".app", "wb") as file:
                await self._begin(file)
                await self._fill(file)
            await self._read_back(slot)
            slots.keep(self._root, slot + str(slots.STARTS))
            well = True
            return head
        finally:
            self._remove(_MANIFEST)
            if not well:
                self._remove(slot + ".app")

    # -- what there is -------------------------------------------------------------------------

    async def _look(self) -> Head:
        """Fetch the manifest, and believe it once its signature was checked."""
        try:
            with open(self._root + "update.key", "rb") as file:
                key = file.read(2048)
        except OSError:
            raise UpdateError("no_key")
        with open(self._root + _MANIFEST, "wb") as file:
            signed = io.BytesIO()
            size = (await self._fetch("manifest.sig", signed, 0, _MAX_SIGNATURE)).size
            described = await self._fetch("manifest.json", file, 0, _MAX_MANIFEST)
        self._signature, self._digest = signed.getvalue()[:size], described.digest()
        check_signature(key, self._signature, self._digest)
        with open(self._root + _MANIFEST, "rb") as file:
            head = Head(file.readline())
            head.check(self._running, self._board, slots.LEVEL, self._older)
            await self._sum_up(Rows(file))
        return head

    async def _sum_up(self, rows: Rows) -> None:
        """Make the index of the slot, offsets from the contents' begin. Raises UpdateError."""
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

    # -- writing -------------------------------------------------------------------------------

    def _free_slot(self) -> str:
        """The slot that does not run. Raises UpdateError while that is not sure."""
        letter, mark = slots.state(self._root)
        if mark != slots.KEPT or ord(letter) != os.stat(slots.MOUNT)[1]:
            raise UpdateError("busy")
        return slots.other(letter)

    def _make_room(self, slot: str) -> None:
        self._remove(slot + ".app")
        size = os.stat(self._root + _MANIFEST)[6]
        needed = size + len(self._index) + len(self._signature) + self.total + _ROOM
        found = os.statvfs(self._root)
        if found[0] * found[3] < needed:
            raise UpdateError("room", needed=needed // 1024, free=found[0] * found[3] // 1024)

    async def _begin(self, file: "Any") -> None:
        """All of the slot that stands before the contents."""
        size = os.stat(self._root + _MANIFEST)[6]
        begin = 24 + len(self._index) + size + len(self._signature)
        index = bytearray(self._index)
        for at in range(self.files):
            (offset,) = struct.unpack_from("<I", index, at * 12 + 4)
            struct.pack_into("<I", index, at * 12 + 4, offset + begin)
        sizes = (begin, self.files, self._folders, size, len(self._signature))
        head = struct.pack("<IHHII", *sizes)
        file.write(_MAGIC + struct.pack("<I", crc32(index, crc32(head))) + head + index)
        with open(self._root + _MANIFEST, "rb") as described:
            await _hashed(described, 0, size, file)
        file.write(self._signature)

    async def _fill(self, file: "Any") -> None:
        """The contents: what the running slot has is copied, the rest is fetched."""
        running = slots.Slot(self._root + slots.state(self._root)[0] + ".app")
        done = 0
        try:
            with open(self._root + _MANIFEST, "rb") as described:
                described.readline()
                for path, size, digest in Rows(described):
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
                    if self._tell is not None:
                        await self._tell(done, self.total)
        finally:
            running.file.close()

    async def _fetch(self, name: str, file: "Any", at: int, most: int) -> Sink:
        """
        A file of the source, written from `at` on; tried a few times where it does not come.
        Raises UpdateError where it does not, or is larger than that.
        """
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
        """What flash has now is what was signed. Raises UpdateError."""
        try:
            written = slots.Slot(self._root + slot + ".app")
        except ValueError as e:
            raise UpdateError("flash", what=str(e))
        file = written.file
        try:
            size = written.manifest_size
            if await _hashed(file, written.manifest_at, size) != self._digest:
                raise UpdateError("flash", what="manifest")
            with open(self._root + _MANIFEST, "rb") as described:
                described.readline()
                for path, size, digest in Rows(described):
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


async def _hashed(source: "Any", at: int, size: int, to: "Any" = None) -> bytes:
    """SHA-256 of so many bytes of a file from `at` on, which are also written to `to`."""
    digest: "Any" = hashlib.sha256()
    piece = memoryview(bytearray(_PIECE))
    source.seek(at)
    left = size
    while left:
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
    where: str, older: bool = False, tell: "Callable[[int, int], Any] | None" = None
) -> Update:
    """The update that `where` has, an http or https URL or a folder. Raises UpdateError."""
    if not slots.LEVEL:
        raise UpdateError("no_slots")
    source: "Any" = LocalFolder(where)
    if "://" in where:
        try:
            source = Folder(where)
        except URLError as e:
            raise UpdateError("url", why=str(e))
    root = slots.__file__.rpartition("/")[0] + "/"
    return Update(source, root, VERSION, board.NAME, older, tell)


def now(where: str = "", older: bool = False) -> str:
    """At the prompt: install what `where` has, or the setting update_url; the version it is."""
    where = where or Settings(board.SETTINGS).get("update_url")
    if not where:
        raise UpdateError("no_url")
    return str(asyncio.run(made(where, older).install()).version)


def told(where: str, older: bool) -> None:
    """For ./tools/release.sh: as now(), and say on stdout, in one JSON object, what came of it."""
    try:
        out = {"done": "update", "version": now(where, older)}
    except UpdateError as e:
        language = Settings(board.SETTINGS).get("language")
        out = {"error": say(language, e.code, **e.details)}
    except OSError as e:
        out = {"error": "flash does not take it: %r" % e}
    sys.stdout.write(json.dumps(out) + "\n")
