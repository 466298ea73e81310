"""
Erasure journal: which records are erased and may still be somewhere on flash.

Owns `<root>/wiping` (docs/FORMAT.md section 11), which lists ids and never words. As long as this
file exists nothing reads what it covers, also after a power cut. `erasure` writes it; `scrub`
removes it when the flash is clean.
"""

import json
from binascii import hexlify, unhexlify

from micropython import const

from memory.errors import CorruptRecord, NewerFormat
from memory.log import checked_file
from memory.log.lines import ID_START
from memory.log.manifest import COUNTERS, remove_left, wrong
from memory.records.id_set import IdSet
from memory.records.ids import counter_of, is_id

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

FORMAT = 1
NAME = "/wiping"
_MARKS = (b'"series":"', b'"superseded_by":"')
_REV = b'","rev":'
_NAMED = const(16)  # ids that are reported


class ErasureJournal:
    """
    `ids`: records that were erased one by one. `others`: an epoch, if all ids of other epochs are
    erased, or "". `all`: (epoch, counter) while everything is being erased, or None. `segment`:
    the uncompressed segment that is being overwritten, 0 for none. `index`: the log has no lines
    of some records, but the index may have their terms. `said`: CRC-32 of texts of conversations
    that are erased too. `turns`: names of turns (CRC-32 of session and index) that are;
    `all_turns`: all of them are being erased. `states`: {id: rev} of records that stay, whose
    states up to that rev have words of erased ones. `since`: when it began. `count`: the number of
    records.
    """

    def __init__(self, root: str) -> None:
        self._path = root + NAME
        self.ids = IdSet()
        self.others = ""
        self.all: "tuple | None" = None
        self.segment = 0
        self.index = False
        self.said: "list[int]" = []
        self.turns: "set[int]" = set()
        self.all_turns = False
        self.states: "dict[str, int]" = {}
        self.since = 0
        self.count = 0
        # Only in RAM, for the search after the scrub: see `look_for`.
        self.words: "list[bytes]" = []
        self._as_of: "tuple" = ()

    def copy(self) -> "ErasureJournal":
        """Another one with the same contents, but not while everything is being erased."""
        other = ErasureJournal(self._path[: -len(NAME)])
        other.ids = self.ids.copy()
        other.others = self.others
        other.segment = self.segment
        other.index = self.index
        other.said = list(self.said)
        other.turns = set(self.turns)
        other.states = dict(self.states)
        other.since = self.since
        other.count = self.count
        other.words = list(self.words)
        return other

    def load(self) -> None:
        """Read the file. Raises NewerFormat, CorruptRecord where it does not check, Broken."""
        try:
            raw = checked_file.read(self._path)
        except OSError as e:
            raise wrong(e, "reading what is being wiped")
        if raw is None:
            raise CorruptRecord("wiping", "the list of what is being wiped does not check")
        found = json.loads(raw)
        if found["format"] > FORMAT:
            raise NewerFormat("format", "a wipe of format %d is under way" % found["format"])
        for page in found["ids"]:
            bits = unhexlify(found["ids"][page])
            self.ids.pages[unhexlify(page)] = bytearray(bits) + bytes(128 - len(bits))
        self.others = found["others"]
        self.all = tuple(found["all"]) if found["all"] else None
        self.segment = found["segment"]
        self.index = found["index"]
        self.said = found["said"]
        self.turns = set(found.get("turns", ()))
        self.all_turns = bool(found.get("all_turns", False))
        self.states = found.get("states", {})
        self.since = found["since"]
        self.count = found["count"]

    def save(self) -> None:
        """Replace the file; its rename is the commit. Raises StoreFull or Broken."""
        ids = {}
        for page, bits in self.ids.pages.items():
            ids[hexlify(page).decode()] = hexlify(bytes(bits).rstrip(b"\0")).decode()
        found: "dict[str, Any]" = {"format": FORMAT, "ids": ids, "others": self.others}
        found.update({"all": self.all, "segment": self.segment, "said": self.said})
        found.update({"index": self.index, "since": self.since, "count": self.count})
        if self.turns:
            found["turns"] = sorted(self.turns)
        if self.all_turns:
            found["all_turns"] = True
        if self.states:
            found["states"] = self.states
        raw = json.dumps(found, separators=(",", ":")).encode()
        try:
            for _ in checked_file.replace(self._path, raw):
                pass
        except OSError as e:
            raise wrong(e, "writing what is to be wiped")

    def wiped(self, epoch: str) -> None:
        """Everything is erased, and new ids have this epoch. Raises StoreFull or Broken."""
        self.all = None
        self.others = epoch
        self.ids = IdSet()
        self.said = []
        self.turns = set()
        self.states = {}
        self.all_turns = False
        self.save()

    def remove(self) -> None:
        """Remove the file: the flash is clean. Raises Broken."""
        for path in (self._path + ".new", self._path):
            remove_left(path)

    def has(self, id: str, rev: int = COUNTERS) -> bool:
        """True for an id that is erased, or whose states up to this rev are."""
        if (self.others and id[:3] != self.others) or rev <= self.states.get(id, 0):
            return True
        return self.ids.has(id[:3].encode(), counter_of(id))

    def covers(self, record: "Any") -> bool:
        """True for an erased record, closed occurrences of its series, its superseded words."""
        if self.has(record.id, record.rev):
            return True
        for name in ("series", "superseded_by"):
            other = record.get(name)
            if isinstance(other, str) and is_id(other) and self.has(other):
                return True
        return False

    def holds(self, text: bytes) -> bool:
        """As `covers`, for a line of the log, even if it does not parse."""
        if text.startswith(ID_START) and self._named(text, len(ID_START), True):
            return True
        for mark in _MARKS:
            at = text.find(mark)
            while at >= 0:
                if self._named(text, at + len(mark)):
                    return True
                at = text.find(mark, at + 1)
        return False

    def _named(self, text: bytes, at: int, is_own: bool = False) -> bool:
        """True where the id at this place of a line is erased; `is_own`: a rev follows it."""
        end = text.find(b'"', at)
        digits = text[at + 3 : end]
        if not 4 <= end - at <= 13 or not digits.isdigit():
            return False
        rev = COUNTERS
        if is_own and text.startswith(_REV, end):
            digits = text[end + len(_REV) : text.find(b",", end + 2)]
            rev = int(digits) if digits.isdigit() else rev
        try:
            return self.has(text[at:end].decode(), rev)
        except ValueError:  # no UTF-8: no id
            return False

    def look_for(self, words: bytes, *state: object) -> None:
        """Have the scrub search for these words, as long as memory stays in this state."""
        self.words = (self.words if self._as_of else []) + [words]
        self._as_of = state

    def words_in(self, *state: object) -> "list[bytes]":
        """The words that no byte of the flash may contain in this state."""
        return self.words if self._as_of == state else []

    def lowest(self) -> int:
        """The lowest counter of the ids; 0 for none."""
        found = min([counter_of(id) for id in self.states] or [0])
        for page, bits in self.ids.pages.items():
            first = int.from_bytes(page[3:], "big") << 10
            at = 0
            while not bits[at >> 3] & 1 << (at & 7):
                at += 1
            found = min(found, first + at) if found else first + at
        return found

    def named(self) -> "list[str]":
        """The first few ids, for the report."""
        found: "list[str]" = []
        for page, bits in sorted(self.ids.pages.items()):
            first = int.from_bytes(page[3:], "big") << 10
            for at in range(1024):
                if bits[at >> 3] & 1 << (at & 7):
                    found.append(page[:3].decode() + str(first + at))
                    if len(found) == _NAMED:
                        return found
        return found
