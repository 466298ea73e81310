"""The page: the records of one answer in their stored form, and how they are selected."""

from array import array

from micropython import const

from memory.records.codec import decode, encode
from memory.records.ids import key_of

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory.records.record import Record


def packed(record: "Record") -> bytes:
    """Length of the key, key, value of a record, as one object: a tuple takes 140 bytes more."""
    key = key_of(record.kind, record.id)
    return bytes((len(key),)) + key + encode(record)


def unpacked(row: bytes) -> "Record":
    """The record of what `packed` made."""
    end = 1 + row[0]
    return decode(row[1:end], row[end:])


class Page:
    """
    The records of an answer: the first `exact` have the keyword, newest first; then by rank.
    `hows` says of each of these what of it was found: `word`, or a `how` of `spellings.py`.
    """

    def __init__(
        self, newest: list, ranked: "list | None" = None, hows: "list | None" = None
    ) -> None:
        self._hows = hows or []
        self._newest = newest  # as Newest keeps them
        self._ranked = ranked or []  # best first, (key, value)
        self.exact = len(newest)
        self.unread = 0  # segments of the archive that could not be read

    def __len__(self) -> int:
        return self.exact + len(self._ranked)

    def how(self, at: int) -> str:
        """By what the record at this place was found."""
        at -= self.exact
        return self._hows[at] if 0 <= at < len(self._hows) else "word"

    def __getitem__(self, at: int) -> "Record":
        if at < 0:
            at += len(self)
        if at < self.exact:
            return unpacked(self._newest[-1 - at])
        return decode(*self._ranked[at - self.exact])

    def __iter__(self) -> "Iterator[Record]":
        for at in range(len(self)):
            yield self[at]


class Newest:
    """Keeps the records of the `size` highest counters, at most `room` bytes, and counts all."""

    def __init__(self, size: int, room: int) -> None:
        self._size = size
        self._room = room
        self.seen = 0
        self.kept: "list[bytes]" = []  # as `packed` makes them, by counter, ascending
        self._counters: "list[int]" = []  # of the records kept

    def add(self, counter: int, record: "Record") -> None:
        """Keep a record, if its counter is among the highest."""
        self.seen += 1
        counters = self._counters
        if counters and len(counters) == self._size and counter <= counters[0]:
            return
        at = len(counters)
        while at and counters[at - 1] > counter:
            at -= 1
        kept = self.kept
        row = packed(record)
        self._room -= len(row)
        kept.insert(at, row)
        counters.insert(at, counter)
        while len(kept) > self._size or (self._room < 0 and len(kept) > 1):
            # Below zero only while the records after the lowest fill the room without it.
            lowest = len(kept[0])
            if len(kept) <= self._size and self._room + lowest >= 0:
                break
            self._room += lowest
            kept.pop(0)
            counters.pop(0)

    def is_closed(self, counter: int) -> bool:
        """True where no record up to this counter would be kept any more."""
        counters = self._counters
        if len(counters) < self._size and self._room >= 0:
            return False
        return not counters or counter <= counters[0]


class Counters:
    """Keeps the `size` highest counters it is given, and counts all."""

    def __init__(self, size: int) -> None:
        self._size = size
        self.seen = 0
        self.kept = array("I")  # descending

    def add(self, counter: int, record: "Record") -> None:
        """Keep the counter alone."""
        self.seen += 1
        kept = self.kept
        if len(kept) < self._size:
            kept.append(0)
        elif not kept or counter <= kept[-1]:
            return
        at = len(kept) - 1
        while at and kept[at - 1] < counter:
            kept[at] = kept[at - 1]
            at -= 1
        kept[at] = counter

    def is_closed(self, counter: int) -> bool:
        """True where no counter up to this one would be kept any more."""
        kept = self.kept
        return len(kept) == self._size and (not kept or counter <= kept[-1])
