"""
Turns: what owner, companion and tools said, as a stream of its own, kept for 30 days.

Owns the stream `turns` (docs/FORMAT.md section 15): on its own partition where the table has one,
else in a folder of the archive's, under a cap. It is opened at its first use. A scan holds a chunk
of 4 KB and a line; nothing is indexed. Changes hold the store's lock.
"""

import asyncio
import os

from micropython import const

from memory.errors import ArchiveUnavailable, MemoryFault, Rejected
from memory.log.checked_file import exists
from memory.log.lines import LINE_BYTES, TOO_LONG, lines_backward, lines_forward
from memory.log.log import Entry
from memory.log.manifest import FIRST, LAST, remove_left, wrong
from memory.log.retained_log import RetainedLog
from memory.log.streams import TURNS
from memory.text import dates
from memory.text.folding import fold
from memory.text.line_filter import line_filter

from .marks import Marks
from .turn import MARK_START, Turn, day_of, mark_line, parsed

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from memory.store import Store
    from memory.text.line_filter import LineFilter

_STEP = const(16)  # lines of a scan before others may run
_ROOM = const(65536)  # bytes of text that one answer holds
_SEAL_DAYS = const(7)  # that the open segment may span, so that it does not keep its oldest turn
_GROUP = const(16)  # lines that are moved together
_ENOENT = const(2)
_NEVER = "9999"  # after every day
_FOLDER = "/turns"  # in the archive's partition


class Turns:
    """
    The turns of an open store. All calls raise ArchiveUnavailable where the partition does not
    mount, or there is none and the archive is not mounted; NewerFormat; Broken.
    """

    def __init__(self, store: "Store") -> None:
        self._store = store
        self._log: "RetainedLog | None" = None
        self._told = False  # that it does not mount
        self._none = False  # True once it was looked for and not found
        self.damaged_lines = 0  # met since the start
        self.root = ""  # once it is opened

    # -- opening -------------------------------------------------------------------------------

    def log(self, make: bool = False) -> "RetainedLog | None":
        """The log, opened at its first use; None where there is none and it is not to be made."""
        if self._log is None and (make or not self._none):
            root, shared = self._place()
            if not make and not self._is_anything(root):
                self._none = True
                return None
            log = RetainedLog(root, self._store.notify, TURNS, shared, day_of)
            log.open()
            log.take_over(_entry_of)
            if shared is None and self._store.log is not None:
                self._move_here(self._store.root + _FOLDER, self._store.log, log)
            self.root = root
            self._log = log
        return self._log

    def _is_anything(self, root: str) -> bool:
        """Whether there are turns in one of the two places."""
        names = [root + "/manifest", root + "/1.jsonl"]
        if self._store.log is not None:
            names.append(self._store.root + _FOLDER + "/manifest")
        return True in [exists(name) for name in names]

    def _move_here(self, root: str, shared: "Any", log: RetainedLog) -> None:
        """
        Append what lies in the archive's partition, where the turns were before the table had one
        for them, and remove it there. After a power cut it is done again: what is twice counts
        once.
        """
        if not exists(root + "/manifest"):
            return
        old = RetainedLog(root, self._store.notify, TURNS, shared, day_of)
        old.open()
        old.take_over(_entry_of)
        group: "list[Entry]" = []
        for number in sorted(old.segments()):
            for text in lines_forward(old.chunks(number)):
                if parsed(text) is not None:
                    group.append(Entry(text.decode(), day_of(text), 0, False))
                if len(group) == _GROUP:
                    log.append(group)
                    group = []
        if group:
            log.append(group)
        old.close_files()
        _remove_files(root)

    def _place(self) -> "tuple[str, Any]":
        """(root, the log that it shares a file system with, or None)."""
        root = None
        if self._store.mount_turns is not None:
            try:
                root = self._store.mount_turns()
            except OSError as e:
                text = "the partition of the turns could not be mounted (%r); left as it is" % e
                if not self._told:
                    self._told = True
                    self._store.report("turns", text)
                raise ArchiveUnavailable("turns", text)
        if root is not None:
            return root, None
        if self._store.log is None:
            raise ArchiveUnavailable("away", "the archive is not mounted")
        return self._store.root + _FOLDER, self._store.log

    def mounted(self) -> str:
        """Where the turns are, mounted now if they were not."""
        return self._place()[0]

    def close_files(self) -> None:
        """Close the files that are open."""
        if self._log is not None:
            self._log.close_files()

    def close(self) -> None:
        """Close the files that are open; the next use opens the stream anew."""
        if self._log is not None:
            self._log.close_files()
            self._log = None

    # -- changes -------------------------------------------------------------------------------

    async def append(self, turns: "list[Turn]") -> None:
        """
        Make these turns durable, as one group: all of them or none. Their indexes rise within a
        session. The oldest segments go where there is no room. Raises Rejected, StoreFull.
        """
        if turns:
            async with self._store.lock:
                self.append_locked(turns)

    def append_locked(self, turns: "list[Turn]") -> None:
        """`append`, for holders of the lock."""
        self._append([Entry(turn.line(), turn.day, 0, False) for turn in turns])

    async def mark(
        self, session: str, first: int, last: int, read: bool = True, episode: str = ""
    ) -> None:
        """Mark turns of a session as read, or as part of an episode, or both. Raises Rejected."""
        entry = Entry(mark_line(session, first, last, read, episode), "", 0, False)
        async with self._store.lock:
            self._append([entry])

    def _append(self, entries: list) -> None:
        log: "Any" = self.log(True)
        log.append(entries)

    async def retire(self) -> int:
        """
        Remove the segments in which everything is older than 30 days; how many those were. For
        the nightly job, which runs on a clock that is known to be right. Raises StoreFull.
        """
        async with self._store.lock:
            log = self.log()
            if log is None:
                return 0
            now = self._store.clock.now()
            first = log.days[0]
            if first and first < dates.day_text(now - _SEAL_DAYS * dates.DAY):
                log.seal()
            count = log.expired(dates.day_text(now - TURNS.days * dates.DAY))
            if count:
                log.retire(count)
            return count

    def wipe(self) -> None:
        """Remove all of it, at once. For holders of the lock. Raises Broken."""
        self.close()  # no file is removed that is open
        if self._store.log is not None:
            _remove_files(self._store.root + _FOLDER)
        root, _ = self._place()
        _remove_files(root)

    # -- reading -------------------------------------------------------------------------------

    async def session(self, session: str, limit: int = 200, offset: int = 0) -> "list[Turn]":
        """The last turns of a session before the last `offset` of them, oldest first."""
        name = '"%s"' % session
        steps = self.scan(lambda turn: turn.session == session, line=name.encode())
        found = await self._collect(steps, limit, offset)
        found.reverse()
        return found

    async def day(
        self, first: str, last: str = "", limit: int = 200, offset: int = 0
    ) -> "list[Turn]":
        """The last turns of a day, or of these days, inclusive; oldest first. Raises Rejected."""
        last = last or first
        try:
            dates.parse_day(first)
            dates.parse_day(last)
        except ValueError:
            raise Rejected("no_day", "a day is YYYY-MM-DD", field="day")
        steps = self.scan(lambda turn: first <= turn.day <= last, days=(first, last))
        found = await self._collect(steps, limit, offset)
        found.reverse()
        return found

    async def search(self, keyword: str, limit: int = 20, offset: int = 0) -> "list[Turn]":
        """The turns that contain a keyword, newest first, whatever its case. Raises Rejected."""
        words = fold(keyword.strip())
        if not words:
            raise Rejected("no_words", "a keyword is needed", field="keyword")
        steps = self.scan(lambda turn: turn.words.find(words) >= 0, words=line_filter([words]))
        return await self._collect(steps, limit, offset)

    async def unread(self, limit: int = 200, offset: int = 0, first: str = "") -> "list[Turn]":
        """The turns from a day on that nothing has marked as read, newest first."""
        steps = self.scan(
            lambda turn: turn.day >= first and not turn.fields.get("read"), days=(first, _NEVER)
        )
        return await self._collect(steps, limit, offset)

    async def _collect(self, steps: "Iterator", limit: int, offset: int) -> "list[Turn]":
        """As many as wanted, or as have room in RAM; then a later call with an offset."""
        found: "list[Turn]" = []
        room = _ROOM
        try:
            for turn in steps:
                if turn is None:
                    await asyncio.sleep(0)
                elif offset > 0:
                    offset -= 1
                elif len(found) < limit and (room > 0 or not found):
                    found.append(turn)
                    room -= len(turn.words)
                else:
                    break
        finally:
            steps.close()  # type: ignore[attr-defined]
        return found

    def scan(
        self,
        wanted: "Callable[[Turn], bool]",
        line: bytes = b"",
        words: "LineFilter | None" = None,
        days: "tuple[str, str] | None" = None,
    ) -> "Iterator[Turn | None]":
        """
        Each turn that `wanted` takes, newest first, with its marks; None where others may run.
        Only of lines that contain `line`, that `words` lets pass, in segments that have these
        `days`. What is being erased is left out.
        """
        log = self.log()
        if log is None:
            return
        marks = Marks()
        count = 0
        for number in log.segments():
            row = log.row(number)
            first, last = log.days if row is None else (row[FIRST], row[LAST])
            if days is not None and last and last < days[0]:
                continue  # its marks are of turns before it
            marks_only = days is not None and first and first > days[1]
            for text in lines_backward(log.tail(number), LINE_BYTES):
                count += 1
                if count % _STEP == 0:
                    yield None
                if text.startswith(MARK_START):
                    self._take_mark(text, marks)
                    continue
                if marks_only or text.find(line) < 0:
                    continue
                if words is not None and not words.passes(text):
                    continue
                turn = self._turn(text)
                if turn is not None and marks.apply(turn) and wanted(turn):
                    yield turn
            yield None

    def _take_mark(self, text: bytes, marks: Marks) -> None:
        found = parsed(text)
        if isinstance(found, tuple):
            marks.add(found)
        else:
            self.damaged_lines += 1

    def _turn(self, text: bytes) -> "Turn | None":
        """The turn of a line; None where that is overwritten, damaged or being erased."""
        if text == b"{}":
            return None
        found = None if text == TOO_LONG else parsed(text)
        if not isinstance(found, Turn):
            self.damaged_lines += 1
            return None
        journal = self._store.erasure_journal
        return None if journal is not None and found.name in journal.turns else found

    @property
    def position(self) -> "tuple[int, int] | None":
        """Another one after every append; None where there is no turn. For erasure."""
        try:
            log = self.log()
        except MemoryFault:
            return None
        return None if log is None else log.position

    @property
    def is_open(self) -> bool:
        """False until the first use: then flash is read."""
        return self._log is not None

    # -- figures -------------------------------------------------------------------------------

    def space(self) -> "dict[str, int] | None":
        """
        `used_bytes` and `segments`, and `free_bytes` until the oldest go; None where there is no
        turn, or the stream cannot be read.
        """
        try:
            log = self.log()
        except MemoryFault:
            return None  # told when it was opened
        return None if log is None else log.figures()


def _remove_files(folder: str) -> None:
    """Remove every file of a folder, if there is one. Raises Broken."""
    try:
        names = [entry[0] for entry in os.ilistdir(folder)]
    except OSError as e:
        if e.args[0] != _ENOENT:
            raise wrong(e, "listing the turns")
        return
    for name in names:
        remove_left("%s/%s" % (folder, name))


def _entry_of(text: bytes) -> Entry:
    return Entry("", day_of(text), 0, False)
