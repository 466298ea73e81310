"""Recovery of hot memory from the log at start-up: does the hot half of a change again."""

from struct import unpack_from

from micropython import const

from memory.errors import StoreFull
from memory.log.lines import LINE_BYTES, lines_forward
from memory.log.log import Entry
from memory.records.codec import deletion_line, encode
from memory.records.ids import DELETION_MARK, counter_of, key_of, split_key
from memory.records.kinds import DATED

from .hot_records import find_key, rev_at
from .record_lines import entry_of

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

    from memory.hot.hot_store import HotStore
    from memory.log.log import Log
    from memory.records.codec import Line

    from .archive import Archive


class ArchiveRecovery:
    """Brings `hot` up to what `log` says; `archive` parses the lines and counts damaged ones."""

    def __init__(self, hot: "HotStore", log: "Log", archive: "Archive") -> None:
        self._hot = hot
        self._log = log
        self._archive = archive

    def finish(self, hear: "Callable[[Line], None] | None" = None) -> int:
        """
        Do the hot half of the last group of lines if a power cut prevented it; returns the highest
        id counter that the open segment knows. Reads one segment, whose lines `hear` is given at
        last; may be repeated.
        """
        number = self._log.manifest.open
        known = 0

        def noted(text: bytes) -> Entry:
            nonlocal known
            line = self._archive.parsed(text, number)
            if line is None:
                return Entry("", "", 0, True)
            self._redo(line)
            known = max(known, counter_of(line.id))
            entry = entry_of("", line.record, line.id, line.rev)
            if hear is not None:
                hear(line)
            return entry

        self._log.take_over(noted)
        self._append_marked_deletions()
        return known if self._log.manifest.epoch is not None else max(known, self._highest())

    def replay(self, text: bytes, number: int) -> None:
        """Do again what a line of segment `number` says of a record that is hot."""
        line = self._archive.parsed(text, number)
        if line is not None:
            self._redo(line)

    def _highest(self) -> int:
        """The highest id counter of the sealed segments, for a manifest that was made anew."""
        known = 0
        for number in self._log.segments()[1:]:
            for text in lines_forward(self._log.chunks(number), LINE_BYTES):
                line = self._archive.parsed(text, number)
                if line is not None:
                    known = max(known, counter_of(line.id))
        return known

    def _append_marked_deletions(self) -> None:
        """Append the deletions that the log could not take when they were made."""
        keys = self._hot.keys(DELETION_MARK)
        entries = []
        for key in keys:
            letter, rev, when = unpack_from("<BII", self._hot.get(key) or b"")
            kind, id = split_key(bytes((letter,)) + key[1:])
            entries.append(entry_of(deletion_line(id, kind, rev, when), None, id, rev))
        if keys:
            try:
                self._log.append(entries, spare=True)
            except StoreFull:
                return  # their marks stay and hide the records
        for key in keys:
            self._hot.delete(key)

    def _redo(self, line: "Line") -> None:
        key = self._key(line.kind, line.id)
        if key is not None:
            hot_rev = rev_at(self._hot, key)
            if line.keep and line.record is not None:
                if hot_rev < line.rev:
                    self._hot.put(key, encode(line.record), False)
            elif hot_rev < line.rev or (line.record is not None and hot_rev == line.rev):
                following = line.next
                if following is not None and self._key(following.kind, following.id) is None:
                    # Its successor, which is new: after that the old one may go.
                    new = key_of(following.kind, following.id)
                    self._hot.put(new, encode(following), False)
                self._hot.delete(key)
        if line.next is not None:
            key = self._key(line.next.kind, line.next.id)
            if key is not None and rev_at(self._hot, key) < line.next.rev:
                self._hot.put(key, encode(line.next), False)

    def _key(self, kind: str, id: str) -> "bytes | None":
        return find_key(self._hot, id, DATED if kind in DATED else (kind,))
