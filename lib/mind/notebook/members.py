"""
Members: what the notebook knows of each of its memories, in 24 bytes, and the hashes of its words.

Owns the table in RAM: rows in pieces of 32, found by id. What a row means for offering and leaving
is for `notebook` to say. Pure.
"""

from array import array
from struct import pack_into, unpack_from

from memory.records.ids import EPOCH_BYTES, counter_of
from memory.text import dates
from micropython import const

from ..scores.categories import TABLE
from .word_hashes import TERMS_MOST

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

# counter, epoch, kind, e, i, p, j, created, last, uses, claim, flags, how long it is kept
_ROW = "<I3sBBBBBHHHIBB"
ROW = 24
_KEY = const(7)  # counter and epoch
_P, _CREATED, _LAST, _USES, _CLAIM = const(10), const(12), const(14), const(16), const(18)
_FLAGS = const(22)
_DAYS = const(65536)  # since 2000 that a row can say
PIECE = 32  # rows of a piece

OVER = 1  # it was true once, or is not yet
SUSPECT = 2  # not to be offered, or not yet
EXPIRES = 4  # it has a time of its end
DATED = 8  # a day that is to come decides whether it is true
_PERMANENT = const(3)  # RETENTIONS, for what has none
KINDS = tuple([row.kind for row in TABLE])


class Member:
    """A row, unpacked."""

    def __init__(self, row: "tuple") -> None:
        (
            counter, epoch, kind, self.e, self.i, self.p, self.j, self.created, self.last,
            self.uses, self.claim, self.flags, self.retention,
        ) = row  # fmt: skip
        self.id = epoch.decode() + str(counter)
        self.kind = KINDS[kind] if kind < len(KINDS) else ""


class Members:
    """The table. `count` rows; a row that is removed gives its place to the last one."""

    def __init__(self) -> None:
        self.rows: "list[bytearray]" = []
        self.words: "list[array[int]]" = []
        self.count = 0

    def find(self, id: str) -> int:
        """The number of the row of an id, -1 for none."""
        key = bytearray(_KEY)
        pack_into("<I3s", key, 0, counter_of(id), id.encode()[:EPOCH_BYTES])
        left = self.count
        for number, piece in enumerate(self.rows):
            end = ROW * min(left, PIECE)
            at = piece.find(key, 0, end)
            while at >= 0:
                if at % ROW == 0:
                    return number * PIECE + at // ROW
                at = piece.find(key, at + 1, end)
            left -= PIECE
        return -1

    def get(self, number: int) -> Member:
        """What a row says."""
        return Member(unpack_from(_ROW, self.rows[number // PIECE], number % PIECE * ROW))

    def counter(self, number: int) -> int:
        """The counter of a row's id."""
        piece, at = self.rows[number // PIECE], number % PIECE * ROW
        return piece[at] | piece[at + 1] << 8 | piece[at + 2] << 16 | piece[at + 3] << 24

    def put(self, number: int, record: "Record", scores: tuple, claim: int, flags: int, last: int,
            uses: int, words: "array[int]") -> None:  # fmt: skip
        """Write a row, at the end where `number` is the count."""
        if number == self.count:
            if number % PIECE == 0 and number // PIECE == len(self.rows):
                self.rows.append(bytearray(ROW * PIECE))
                self.words.append(array("H", bytes(2 * TERMS_MOST * PIECE)))
            self.count += 1
        e, i, p, j = scores
        pack_into(
            _ROW,
            self.rows[number // PIECE],
            number % PIECE * ROW,
            counter_of(record.id),
            record.id.encode()[:EPOCH_BYTES],
            KINDS.index(record.kind),
            e, i, p, j,
            min(65535, record.created // dates.DAY),
            min(65535, last),
            min(65535, uses),
            claim,
            flags,
            record.get("retention", _PERMANENT),
        )  # fmt: skip
        at = number % PIECE * TERMS_MOST
        self.words[number // PIECE][at : at + TERMS_MOST] = words

    def core(self, full: int) -> "list[int]":
        """The numbers of the rows whose P is `full` or more."""
        rows = range(self.count)
        return [row for row in rows if self.rows[row // PIECE][row % PIECE * ROW + _P] >= full]

    def dated(self) -> "list[int]":
        """The numbers of the rows that a day to come may change."""
        rows = range(self.count)
        return [row for row in rows if self.rows[row // PIECE][row % PIECE * ROW + _FLAGS] & DATED]

    def claiming(self, claim: int) -> "list[int]":
        """The numbers of the rows with this claim."""
        return self._having(claim.to_bytes(4, "little"), _CLAIM)

    def told_on(self, day: int) -> "list[int]":
        """The numbers of the rows of this day; a day before 2000 has none."""
        if not 0 <= day < _DAYS:
            return []
        return self._having(day.to_bytes(2, "little"), _CREATED)

    def _having(self, wanted: bytes, place: int) -> "list[int]":
        found = []
        left = self.count
        for number, piece in enumerate(self.rows):
            end = ROW * min(left, PIECE)
            at = piece.find(wanted, 0, end)
            while at >= 0:
                if at % ROW == place:
                    found.append(number * PIECE + at // ROW)
                at = piece.find(wanted, at + 1, end)
            left -= PIECE
        return found

    def remove(self, number: int) -> None:
        """Take a row out."""
        last = self.count - 1
        at, to = last % PIECE * ROW, number % PIECE * ROW
        self.rows[number // PIECE][to : to + ROW] = self.rows[last // PIECE][at : at + ROW]
        at, to = last % PIECE * TERMS_MOST, number % PIECE * TERMS_MOST
        words = self.words[last // PIECE][at : at + TERMS_MOST]
        self.words[number // PIECE][to : to + TERMS_MOST] = words
        self.count = last
        if last % PIECE == 0:
            self.rows.pop()
            self.words.pop()

    def use(self, number: int, today: int) -> None:
        """Count that it was given out."""
        piece, at = self.rows[number // PIECE], number % PIECE * ROW
        uses = unpack_from("<H", piece, at + _USES)[0]
        pack_into("<HH", piece, at + _LAST, today, min(65535, uses + 1))
