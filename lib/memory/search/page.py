"""The page: the records of one answer, and how they are selected."""

from array import array

from micropython import const

from memory.records.ids import is_older

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory.records.record import Record

_BESIDE = const(100)  # bytes of a record beside its texts


def _size(record: "Record") -> int:
    """About the bytes of a record as an answer shows it."""
    return len(record.words().encode()) + _BESIDE


class Page:
    """
    The records of an answer: the first `exact` have the keyword, newest first; then by rank.
    `hows` says of each of these what of it was found: `word`, `time`, a `how` of `spellings.py`,
    or which backend has found it; `scores` how well it answers, in percent.
    """

    def __init__(
        self,
        newest: "list[Record]",
        ranked: "list[Record] | None" = None,
        hows: "list | None" = None,
        scores: "list[int] | None" = None,
    ) -> None:
        self._hows = hows or []
        self._scores = scores or []
        self.before: "list[str]" = []  # ids of ranked records that are on earlier pages
        self._newest = newest  # as Newest keeps them
        self._ranked = ranked or []  # best first
        self.exact = len(newest)
        # The score of the best of all results, also of those on earlier pages; 0 for none.
        self.best = 100
        self.unread = 0  # segments of the archive that could not be read

    def __len__(self) -> int:
        return self.exact + len(self._ranked)

    def how(self, at: int) -> str:
        """By what the record at this place was found."""
        at -= self.exact
        return self._hows[at] if 0 <= at < len(self._hows) else "word"

    def score(self, at: int) -> int:
        """How well the record at this place answers, 1 to 100; 100 for an exact match."""
        at -= self.exact
        return self._scores[at] if 0 <= at < len(self._scores) else 100

    def add(self, record: "Record", how: str, score: int) -> None:
        """Append a record that something else than words has found."""
        self._hows += ["word"] * (len(self._ranked) - len(self._hows)) + [how]
        self._scores += [100] * (len(self._ranked) - len(self._scores)) + [score]
        self._ranked.append(record)

    def __getitem__(self, at: int) -> "Record":
        if at < 0:
            at += len(self)
        if at < self.exact:
            return self._newest[-1 - at]
        return self._ranked[at - self.exact]

    def __iter__(self) -> "Iterator[Record]":
        for at in range(len(self)):
            yield self[at]


class Newest:
    """
    Keeps the records of the `size` highest counters, at most `room` bytes, and counts all. Those
    of several stores may have the same counter: the epoch decides.
    """

    def __init__(self, size: int, room: int) -> None:
        self._size = size
        self._room = room
        self.seen = 0
        self.kept: "list[Record]" = []  # by counter, ascending
        self._counters: "list[int]" = []  # of the records kept
        self._sizes: "list[int]" = []

    def add(self, counter: int, record: "Record") -> None:
        """Keep a record, if its counter is among the highest."""
        self.seen += 1
        counters = self._counters
        kept = self.kept
        if counters and len(counters) == self._size and counter <= counters[0]:
            if counter < counters[0] or is_older(record.id, kept[0].id):
                return
        at = len(counters)
        while at and counters[at - 1] >= counter:
            if counters[at - 1] == counter and is_older(kept[at - 1].id, record.id):
                break
            at -= 1
        size = _size(record)
        self._room -= size
        kept.insert(at, record)
        counters.insert(at, counter)
        self._sizes.insert(at, size)
        while len(kept) > self._size or (self._room < 0 and len(kept) > 1):
            # Below zero only while the records after the lowest fill the room without it.
            lowest = self._sizes[0]
            if len(kept) <= self._size and self._room + lowest >= 0:
                break
            self._room += lowest
            for rows in (kept, counters, self._sizes):
                rows.pop(0)

    def is_closed(self, counter: int) -> bool:
        """True where no record up to this counter would be kept any more."""
        counters = self._counters
        if len(counters) < self._size and self._room >= 0:
            return False
        return not counters or counter < counters[0]


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
