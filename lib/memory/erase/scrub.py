"""
Scrub: overwrites on flash the words of erased records, a step at a time.

First it rewrites the files that contain them (snapshot, segments, packs, index). Then
`flash_scrub` overwrites what no file shows, and searches the flash for anything that is left. The
erasure journal is removed last, so after a power cut the scrub begins again. It is a background
job like those of `upkeep/background_jobs`: where a step yields True, nobody else may change the
archive before the next.
"""

import asyncio
import os
from binascii import crc32

from micropython import const

from memory.archive import packing
from memory.index.index import FILE
from memory.log.lines import DROPPED, LINE_BYTES, lines_forward
from memory.log.manifest import CHECKED_UP_TO, COUNTER, CRC, NUMBER, is_pack, remove_left, wrong

from . import flash_scrub, turn_scrub

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from memory.interfaces import Steps

_PIECE = const(4096)
_LINES = const(16)  # that are searched in one step
_PASSES = const(3)  # over the flash at most, while something is left


class Scrub:
    """One run. `erases` estimates the blocks of flash that it erases."""

    def __init__(self, store: "Any", hot: "Any", log: "Any", root: str) -> None:
        self._store = store
        self._hot = hot
        self._log = log
        self._root = root
        self._journal = store.erasure_journal
        self._index_done = False  # True once the index is dropped, or need not be
        self.erases = 0

    def steps(self) -> "Steps":
        """The whole run. After StoreFull or Broken it must be run again."""
        journal = self._journal
        yield from self._save_snapshot()
        yield from self._clean_log()
        yield from turn_scrub.clean(self._store, journal, self._overwrite)
        left: "list[str]" = []
        for _ in range(_PASSES):
            flash = flash_scrub.FlashScrub(self._store, self._log, self._root, journal)
            try:
                yield from flash.steps()
            finally:
                flash.close()
            self.erases += flash.erases
            left = flash.left
            if not left:
                break
        yield True  # nobody may erase more between the next test and the end
        if self._store.erasure_journal is not journal:
            return
        journal.remove()
        store = self._store
        store.erasure_journal = store.archive.erasure_journal = None
        store.notify(
            "scrubbed",
            ids=journal.named(),
            count=journal.count,
            seconds=store.clock.now() - journal.since,
            erases=self.erases,
            left=left,
        )

    def _save_snapshot(self) -> "Steps":
        """Replace the snapshot, since the old one may have erased records."""
        yield from self._store.snapshot_steps()
        self.erases += 4
        yield False

    # -- the log -------------------------------------------------------------------------------

    def _sweep(self) -> "Steps":
        """Remove files of abandoned jobs, which nothing names and which may have erased words."""
        index = self._store.index  # opening it removes its own
        names = ["%d.idx" % row[FILE] for row in index.main + index.deltas]
        paths = [self._log.path_of(row) for row in self._log.manifest.sealed]
        paths.append(self._log.path(self._log.manifest.open))
        names += [path.rpartition("/")[2] for path in paths]
        folder = self._root + "/life"
        try:
            left = [entry[0] for entry in os.ilistdir(folder) if entry[0] not in names]
        except OSError as e:
            raise wrong(e, "listing the archive")
        yield True
        for name in left:
            remove_left("%s/%s" % (folder, name))
            yield True
        self._store.close_index_files()
        yield False

    def _clean_log(self) -> "Steps":
        yield from self._sweep()
        if self._journal.others or not self._journal.ids.pages:
            return  # it was begun anew, or turns alone are erased
        number = self._journal.segment
        row = self._log.row(number) if number else None
        if row is not None and not is_pack(row):  # a cut came while it was written anew
            yield from self._measure(row)
        if self._journal.index:
            yield from self._drop_index()
        done = 0
        while True:  # what was open may be sealed meanwhile
            later = [row for row in self._log.manifest.sealed if row[NUMBER] > done]
            if not later:
                break
            done = later[0][NUMBER]
            if not self._is_older(later[0]):
                yield from self._clean_row(later[0])
        found = False
        for step in self._concerned(self._log.chunks(self._log.manifest.open)):
            found = found or bool(step)
            yield True
        if found:
            self._log.close_files()
            try:
                yield from self._overwrite(self._log.path(self._log.manifest.open), self._journal)
            finally:
                self._log.measure_open()
        yield False

    def _clean_row(self, row: list) -> "Steps":
        found = yield from self._concerned(self._log.chunks(row[NUMBER]))
        if found:
            yield from self._drop_index(row)
            if is_pack(row):
                yield from self._rewrite_pack(row)
            else:
                yield from self._rewrite_uncompressed(row)

    def _is_older(self, row: list) -> bool:
        """True where all ids of a segment are below the erased ones, since ids only rise."""
        counter: int = row[COUNTER]
        return 0 < counter < self._journal.lowest()

    def _concerned(self, chunks: "Any") -> "Any":
        """Whether a line is about an erased record: the value that the generator returns."""
        count = 0
        for text in lines_forward(chunks):
            count += 1
            if text != DROPPED and self._journal.holds(text):
                yield True
                return True
            if count % _LINES == 0:
                yield
        return False

    def _drop_index(self, row: "list | None" = None) -> "Steps":
        """Drop the index, which has terms of erased records; background jobs build it again."""
        if self._index_done:
            return
        self._index_done = True
        index = self._store.index
        if index.docs and (row is None or row[NUMBER] <= index.through):
            yield from index.dropping()
            self._log.count_blocks(index.freed // self._log.block_bytes)
            index.freed = 0
        self._store.close_index_files()

    def _rewrite_pack(self, row: list) -> "Steps":
        self._log.free()  # measured once after a start
        yield False
        yield from packing.rewrite(self._log, [row], _DropErased(self._journal, row))
        self.erases += 2 * self._log.blocks(row[1]) + 4

    def _rewrite_uncompressed(self, row: list) -> "Steps":
        """Overwrite lines in place: the size stays, so only the checksum changes."""
        yield True
        self._log.close_files()
        self._journal.segment = row[NUMBER]
        self._journal.save()
        yield True
        yield from self._overwrite(self._log.path_of(row), self._journal)
        yield from self._measure(row)

    def _measure(self, row: list) -> "Steps":
        crc = 0
        for chunk in self._log.raw(self._log.path_of(row)):
            crc = crc32(chunk, crc)
            yield True
        row[CRC] = "%08x" % crc
        yield from self._log.manifest.saving()
        self.erases += 8
        yield False

    def _overwrite(self, path: str, journal: "Any") -> "Steps":
        """
        Replace the lines that `journal.holds` by `{}` and empty lines of the same length. After a
        power cut LittleFS has the old file or the new one, since writes count when it is closed.
        """
        try:
            with open(path, "rb") as old, open(path, "r+b") as f:
                for piece in _overwritten(old, journal):
                    f.write(piece)
                    yield True
        except OSError as e:
            raise wrong(e, "rewriting a segment")
        self.erases += 4


def _overwritten(old: "Any", journal: "Any") -> "Iterator[bytes]":
    """The bytes of a file of lines with the erased ones overwritten, up to 8 KB at a time."""
    carry = b""
    out = bytearray()
    while True:
        chunk = old.read(_PIECE)
        lines = (carry + chunk).split(b"\n")
        carry = lines.pop()
        for line in lines:
            out += _overwritten_line(line, journal)
            out += b"\n"
        if len(carry) > 2 * LINE_BYTES:  # none of ours; passed on as it is
            out += carry
            carry = b""
        if not chunk:
            out += _overwritten_line(carry, journal)
        if len(out) >= _PIECE or not chunk:
            yield bytes(out)
            out = bytearray()
        if not chunk:
            return


def _overwritten_line(line: bytes, journal: "Any") -> bytes:
    if not journal.holds(line):
        return line
    return DROPPED + b"\n" * (len(line) - len(DROPPED))


class _DropErased:
    """For packing.rewrite: drops the lines of erased records and no others."""

    def __init__(self, journal: "Any", row: list) -> None:
        self._journal = journal
        self.through = row[CHECKED_UP_TO] if len(row) > CHECKED_UP_TO else row[NUMBER]

    def drops(self, row: list, line: bytes) -> bool:
        found: bool = self._journal.holds(line)
        return found


async def finish(store: "Any") -> None:
    """Run scrubs until the flash is clean. Raises StoreFull, Broken, MemoryError."""
    while store.erasure_journal is not None:
        background = store.background()
        background.begin(False)
        async with store.lock:
            while background.step() is not None:
                await asyncio.sleep(0)
    store.release_background()


def steps(store: "Any", hot: "Any", log: "Any", root: str) -> "Steps":
    """A run for Background; it ends early where more is erased meanwhile."""
    run = Scrub(store, hot, log, root)
    journal = store.erasure_journal
    work = run.steps()
    try:
        for step in work:
            yield step
            if store.erasure_journal is not journal:
                return
    finally:
        work.close()
