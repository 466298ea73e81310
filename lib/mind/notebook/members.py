"""
Members: what the notebook knows of each of its memories, in 24 bytes, the hashes of its words, and
its shapes, a bit each.

Owns the table in RAM: rows in pieces, found by id, and how often those were used that have
left lately, for the trash gives them back. What a row means for offering and leaving
is for `notebook` to say. Pure.
"""

from array import array
from struct import pack, pack_into, unpack_from

import micropython
from memory.records.ids import EPOCH_BYTES, counter_of
from memory.text import dates
from memory.viper import ptr8, ptr16
from micropython import const

from ..scores.categories import TABLE
from .hash_walks import TERMS_MOST, matched
from .word_hashes import rarities

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.records.record import Record

# counter, epoch, kind, e, i, p, j, created, last, uses, claim, flags, how long it is kept
_ROW = "<I3sBBBBBHHHIBB"
ROW = 24
_P, _CREATED, _LAST, _USES, _CLAIM = const(10), const(12), const(14), const(16), const(18)
_FLAGS = const(22)
_DAYS = const(65536)  # since 2000 that a row can say
PIECE = 128  # rows of a piece: a walk over all of them takes a call for each
_ID = const(7)  # bytes of a row that name its memory
_LEFT = const(9)  # bytes of one that has left,
_LEFT_MOST = const(64)  # and of how many that is known: more than go to the trash in a week
SHAPE_BYTES = 8  # of a row: a bit for each shape,
KNOWN = 56  # and one that says that the others are known

OVER = 1  # it was true once, or is not yet
SUSPECT = 2  # not to be offered, or not yet
EXPIRES = 4  # it has a time of its end
DATED = 8  # a day that is to come decides whether it is true
_PERMANENT = const(3)  # RETENTIONS, for what has none
KINDS = tuple([row.kind for row in TABLE])


def row_key(id: str) -> bytes:
    """The bytes of a row that name a memory."""
    return pack("<I3s", counter_of(id), id.encode()[:EPOCH_BYTES])


class Member:
    """A row, unpacked."""

    def __init__(self, row: "tuple") -> None:
        (
            self._counter, self._epoch, kind, self.e, self.i, self.p, self.j, self.created,
            self.last, self.uses, self.claim, self.flags, self.retention,
        ) = row  # fmt: skip
        self.kind = KINDS[kind] if kind < len(KINDS) else ""

    @property
    def id(self) -> str:
        """The id, made when it is asked for: most who look at a row want its numbers."""
        return (b"%s%d" % (self._epoch, self._counter)).decode()


class Members:
    """The table. `count` rows; a row that is removed gives its place to the last one."""

    def __init__(self) -> None:
        self.rows: "list[bytearray]" = []
        self.words: "list[array[int]]" = []
        self.shapes: "list[bytearray]" = []  # in RAM alone: their words come with the weights
        self.count = 0
        self.left = b""  # ids as rows have them, and uses (2), the one that left last first

    def find(self, id: str) -> int:
        """The number of the row of an id, -1 for none."""
        key = row_key(id)
        begin = 0
        for piece in self.rows:
            row = _row_of(piece, min(self.count - begin, PIECE), key)
            if row >= 0:
                return begin + row
            begin += PIECE
        return -1

    def get(self, number: int) -> Member:
        """What a row says."""
        return Member(unpack_from(_ROW, self.rows[number // PIECE], number % PIECE * ROW))

    def key(self, number: int) -> bytes:
        """What `row_key` makes of the id of a row; an id is a text, which is slow to make."""
        at = number % PIECE * ROW
        return bytes(self.rows[number // PIECE][at : at + _ID])

    def is_of(self, number: int, epoch: str) -> bool:
        """Whether a row's id was made by the store of this epoch."""
        at = number % PIECE * ROW + 4
        return self.rows[number // PIECE][at : at + EPOCH_BYTES] == epoch.encode()

    def counter(self, number: int) -> int:
        """The counter of a row's id."""
        piece, at = self.rows[number // PIECE], number % PIECE * ROW
        return piece[at] | piece[at + 1] << 8 | piece[at + 2] << 16 | piece[at + 3] << 24

    def p(self, number: int) -> int:
        """The P of a row."""
        return self.rows[number // PIECE][number % PIECE * ROW + _P]

    def flags(self, number: int) -> int:
        """The flags of a row."""
        return self.rows[number // PIECE][number % PIECE * ROW + _FLAGS]

    def created(self, number: int) -> int:
        """The day that a row was told on."""
        piece, at = self.rows[number // PIECE], number % PIECE * ROW + _CREATED
        return piece[at] | piece[at + 1] << 8

    def oldest(self, weights: "array[int]", weight: int) -> int:
        """The row with the lowest id counter of those that have this weight; -1 for none."""
        said = bytes(weights)
        wanted = pack("<I", weight)
        found = -1
        for begin in range(0, self.count, PIECE):
            piece = self.rows[begin // PIECE]
            row = _oldest(piece, min(self.count - begin, PIECE), said, begin, wanted)
            if row >= 0 and (found < 0 or self.counter(begin + row) < self.counter(found)):
                found = begin + row
        return found

    def put(self, number: int, record: "Record", scores: tuple, claim: int, flags: int, last: int,
            uses: int, words: "array[int]") -> None:  # fmt: skip
        """Write a row, at the end where `number` is the count."""
        if number == self.count:
            if number % PIECE == 0 and number // PIECE == len(self.rows):
                self.grow()
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
        self.shape(number, bytes(SHAPE_BYTES))

    def grow(self) -> None:
        """Make room for another piece."""
        self.rows.append(bytearray(ROW * PIECE))
        self.words.append(array("H", bytes(2 * TERMS_MOST * PIECE)))
        self.shapes.append(bytearray(SHAPE_BYTES * PIECE))

    def shape(self, number: int, shapes: "bytes | bytearray") -> None:
        """Note the shapes of a row, all bits 0 where they are not known."""
        at = number % PIECE * SHAPE_BYTES
        self.shapes[number // PIECE][at : at + SHAPE_BYTES] = shapes

    def shapes_of(self, number: int) -> "bytearray | None":
        """The shapes of a row; None where they are not known."""
        at = number % PIECE * SHAPE_BYTES
        found = self.shapes[number // PIECE][at : at + SHAPE_BYTES]
        return found if found[KNOWN >> 3] & 1 << (KNOWN & 7) else None

    def core(self, full: int) -> "list[int]":
        """The numbers of the rows whose P is `full` or more."""
        found = array("H", bytes(2 * self.count))
        size = begin = 0
        for piece in self.rows:
            place = array("H", (begin, size))
            size = _core(piece, min(self.count - begin, PIECE), full, place, found)
            begin += PIECE
        return list(found[:size])

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

    def left_out_before(self, day: int) -> bytearray:
        """A byte for each row: 1 where it was told before this day, or is not so now."""
        found = bytearray(self.count)
        begin = 0
        for piece in self.rows:
            _before(piece, min(self.count - begin, PIECE), day, found, begin)
            begin += PIECE
        return found

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

    def has_word(self, number: int, hashes: "list[int]") -> bool:
        """True where a row has one of these hashes."""
        at = number % PIECE * TERMS_MOST
        wanted = array("H", hashes)
        return _has_one(self.words[number // PIECE], at, TERMS_MOST, wanted, len(wanted)) > 0

    def hashes(self, number: int) -> "array[int]":
        """The hashes of the words of a row, zeros behind them."""
        at = number % PIECE * TERMS_MOST
        return self.words[number // PIECE][at : at + TERMS_MOST]

    def matched(self, hashes: "array[int]") -> "tuple":
        """(how many, row and number of the hash of each, what each hash weighs)."""
        size, hits, counts = matched(hashes, self.words, self.count)
        return size, hits, rarities(self.count, counts)[: len(hashes)]

    def take_left(self, id: str) -> int:
        """How often one that has left was given out; it is not known of it from now on."""
        key = row_key(id)
        at = self.left.find(key)
        while at >= 0 and at % _LEFT:
            at = self.left.find(key, at + 1)
        if at < 0:
            return 0
        uses: int = unpack_from("<H", self.left, at + _ID)[0]
        self.left = self.left[:at] + self.left[at + _LEFT :]
        return uses

    def remove(self, number: int) -> None:
        """Take a row out; of one that was given out that is kept, since it may come back."""
        piece, at = self.rows[number // PIECE], number % PIECE * ROW
        uses = piece[at + _USES : at + _USES + 2]
        if uses != b"\0\0":
            self.left = bytes(piece[at : at + _ID] + uses) + self.left[: _LEFT * (_LEFT_MOST - 1)]
        last = self.count - 1
        at, to = last % PIECE * ROW, number % PIECE * ROW
        self.rows[number // PIECE][to : to + ROW] = self.rows[last // PIECE][at : at + ROW]
        at, to = last % PIECE * TERMS_MOST, number % PIECE * TERMS_MOST
        words = self.words[last // PIECE][at : at + TERMS_MOST]
        self.words[number // PIECE][to : to + TERMS_MOST] = words
        at = last % PIECE * SHAPE_BYTES
        self.shape(number, self.shapes[last // PIECE][at : at + SHAPE_BYTES])
        self.count = last
        if last % PIECE == 0:
            self.rows.pop()
            self.words.pop()
            self.shapes.pop()

    def use(self, number: int, today: int) -> None:
        """Count that it was given out."""
        piece, at = self.rows[number // PIECE], number % PIECE * ROW
        uses = unpack_from("<H", piece, at + _USES)[0]
        pack_into("<HH", piece, at + _LAST, today, min(65535, uses + 1))


@micropython.viper
def _row_of(piece: object, rows: int, key: object) -> int:
    """Which of the rows of a piece begins with the seven bytes of an id; -1 for none."""
    said = ptr8(piece)
    wanted = ptr8(key)
    row = 0
    at = 0
    while row < rows:
        size = 0
        while size < 7 and said[at + size] == wanted[size]:
            size += 1
        if size == 7:
            return row
        row += 1
        at += 24
    return -1


@micropython.viper
def _oldest(piece: object, rows: int, weights: object, begin: int, weight: object) -> int:
    """
    Which of the rows of a piece that have this weight has the lowest counter; -1 for none. Weights
    are four bytes each, those of this piece from number `begin` on.
    """
    said = ptr8(piece)
    weighs = ptr8(weights)
    wanted = ptr8(weight)
    found = -1
    high = 0  # of the lowest counter: in halves, since a whole one is no small number
    low = 0
    row = 0
    while row < rows:
        at = (begin + row) << 2
        size = 0
        while size < 4 and weighs[at + size] == wanted[size]:
            size += 1
        if size == 4:
            at = row * 24
            upper = int(said[at + 2]) | int(said[at + 3]) << 8
            lower = int(said[at]) | int(said[at + 1]) << 8
            if found < 0 or upper < high or (upper == high and lower < low):
                found = row
                high = upper
                low = lower
        row += 1
    return found


@micropython.viper
def _core(piece: object, rows: int, full: int, place: object, found: object) -> int:
    """
    Append the rows of a piece whose P is `full` or more, from place[1] on; they are counted from
    place[0]. Returns how many there are then.
    """
    said = ptr8(piece)
    where = ptr16(place)
    out = ptr16(found)
    begin = int(where[0])
    size = int(where[1])
    row = 0
    at = 10
    while row < rows:
        if int(said[at]) >= full:
            out[size] = begin + row
            size += 1
        row += 1
        at += 24
    return size


@micropython.viper
def _before(piece: object, rows: int, day: int, out: object, begin: int) -> object:
    """Set the byte of each row of a piece that was told before a day, or is over or suspect."""
    said = ptr8(piece)
    to = ptr8(out)
    row = 0
    at = 0
    while row < rows:
        created = int(said[at + 12]) | int(said[at + 13]) << 8
        if created < day or int(said[at + 22]) & 3:
            to[begin + row] = 1
        row += 1
        at += 24
    return None


@micropython.viper
def _has_one(words: object, at: int, count: int, wanted: object, many: int) -> int:
    """1 where one of these hashes is among `count` from `at` on."""
    row = ptr16(words)
    sought = ptr16(wanted)
    end = at + count
    while at < end:
        one = int(row[at])
        n = 0
        while n < many:
            if one == int(sought[n]):
                return 1
            n += 1
        at += 1
    return 0
