"""
Retained log: the log of a stream that is kept for a time only, oldest segment first.

A segment goes when all of it is older than the stream's days, and before a write is refused for
lack of room: of the file system, or of the stream's cap where it shares that with the archive.
The manifest's rename is the commit; files that a power cut leaves after it are removed when the
log is next opened.
"""

import os

from micropython import const

from memory.errors import StoreFull

from .checked_file import exists
from .lines import lines_forward
from .log import RESERVE_BLOCKS, Log
from .manifest import BYTES, FIRST, LAST, NUMBER, remove_left, wrong

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .streams import Stream


class RetainedLog(Log):
    """
    `shared` is the log of the archive where both have one file system, else None; its count of
    free blocks is then the one that counts. `day_of(text)` gives the day of a line, "" for none.
    """

    def __init__(
        self,
        root: str,
        notify: "Any",
        stream: "Stream",
        shared: "Log | None",
        day_of: "Callable[[bytes], str]",
    ) -> None:
        super().__init__(root, notify, stream)
        self._stream = stream
        self._shared = shared
        self._day_of = day_of

    @property
    def segment_bytes(self) -> int:
        size: int = self._stream.segment
        return size

    def open(self) -> None:
        """As Log.open; a manifest is made where there is none. Raises NewerFormat, Broken."""
        super().open()
        if not exists(self._root + "/manifest"):
            self.manifest.save()
        rows = self.manifest.sealed
        left = (rows[0][NUMBER] if rows else self.manifest.open) - 1
        while left > 0 and remove_left(self.path(left)):  # what was retired before a cut
            left -= 1

    def _make_directory(self) -> None:
        """The folder may be the root of a file system, which cannot be made."""
        if not exists(self.folder):
            super()._make_directory()

    # -- appending -----------------------------------------------------------------------------

    def append(self, entries: list, spare: bool = False) -> None:
        """As Log.append; before it is refused for lack of room the oldest segments go."""
        while True:
            self._take_count()
            free = self._free
            try:
                super().append(entries, spare)
            except StoreFull:
                if not self.retire_oldest():
                    raise
            else:
                if self._shared is not None:
                    self._shared.count_blocks(self._free - free)
                return

    def _take_count(self) -> None:
        """The free blocks, which the archive has counted where both share them."""
        if self._shared is not None:
            self._blocks, self._free, self.block_bytes = self._shared.space()
        elif not self._blocks:
            self.measure()

    def _make_room(self, size: int, spare: bool) -> None:
        needed = size // self.block_bytes + 3
        if self._shared is not None:
            full = self.size + size > self._stream.cap
            full = full or self._free - needed < RESERVE_BLOCKS + self._stream.reserve
        else:
            if self._free - needed < self._stream.reserve:
                self.measure()
            full = self._free - needed < self._stream.reserve
        if full:
            raise StoreFull("stream", "there is no room for another turn", free=self._free)

    def _tell_space(self, percent: int) -> None:
        """A stream that makes room by itself is no news."""

    @property
    def size(self) -> int:
        """Bytes of all segments."""
        return sum([row[BYTES] for row in self.manifest.sealed]) + self._bytes

    # -- retention -----------------------------------------------------------------------------

    def retire_oldest(self) -> bool:
        """Remove the oldest segment; False where there is none. Raises StoreFull, Broken."""
        if not self.manifest.sealed:
            if not self._bytes:
                return False
            self.seal()
        self.retire(1)
        return True

    def retire(self, count: int) -> None:
        """Remove the oldest sealed segments, so many. Raises StoreFull, Broken."""
        rows = self.manifest.sealed
        self.manifest.sealed = rows[count:]
        try:
            self.manifest.save()
        except BaseException:
            self.manifest.sealed = rows
            raise
        self.close_files()
        for row in rows[:count]:
            try:
                os.remove(self.path(row[NUMBER]))
            except OSError as e:
                if e.args[0] != 2:  # ENOENT: it was lost before
                    raise wrong(e, "removing a segment")
            freed = self.blocks(row[BYTES])
            if self._shared is not None:
                self._shared.count_blocks(freed)
            elif self._blocks:
                self.count_blocks(freed)

    def expired(self, before: str) -> int:
        """
        How many of the oldest sealed segments have nothing of this day or later; none where a day
        is not known. Raises Broken.
        """
        count = 0
        for row in self.manifest.sealed:
            last = row[LAST] or self._last_day(row)
            if not last or last >= before:
                break
            count += 1
        return count

    def _last_day(self, row: list) -> str:
        """Found in the segment, where the manifest was lost and does not say it."""
        days = [self._day_of(text) for text in lines_forward(self.chunks(row[NUMBER]))]
        days = [day for day in days if day]
        if days:
            row[FIRST], row[LAST] = min(days), max(days)
        return row[LAST] or ""

    def figures(self) -> "dict[str, int]":
        """How full it is: `used_bytes`, `segments`, and `free_bytes` until the oldest go."""
        self._take_count()
        free = self._free * self.block_bytes
        if self._shared is not None:
            free = max(0, min(free, self._stream.cap - self.size))
        return {"used_bytes": self.size, "free_bytes": free, "segments": len(self.segments())}
