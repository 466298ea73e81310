"""
Table: the vectors of the notebook's members in RAM, 8 bits a number, found by id.

Owns how a model's vector is shortened, and the search for those nearest to a question's: at most
128 bytes and a key of 12 for each, in pieces of 32. Whose vector it is, and whether it still
counts, is for `by_meaning` to say. Pure.
"""

import math
from array import array
from struct import pack_into, unpack_from

import micropython
from memory.records.ids import EPOCH_BYTES, counter_of
from memory.viper import ptr8, ptr16
from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Sequence

_LEAST_DIMS = const(64)
_MOST_DIMS = const(128)
PIECE = 32  # rows of a piece
_KEY = "<I3sBI"  # counter, epoch, whether the rev was looked at since the start, rev
_KEY_BYTES = const(12)
_ID_BYTES = const(7)
_CHECKED = const(7)  # its place in a key
# Of numbers that the machine code puts out: a similarity of 1 is _ONE times the length of the
# question's bytes. They are made from products over 2^6, weights of 2^21 and a shift by 12.
_ZERO = const(32768)
_ONE = const(8)
_WEIGHT = const(2097152)


def dims_of(count: int) -> int:
    """How many numbers are kept of a vector of so many; 0 where it has too few."""
    dims = min(_MOST_DIMS, count // 8 * 8)
    return dims if dims >= _LEAST_DIMS else 0


class Short:
    """A vector of length 1: `scale` times the signed bytes of `numbers`."""

    def __init__(self, scale: float, numbers: bytearray) -> None:
        self.scale = scale
        self.numbers = numbers


def shortened(vector: "Sequence[float]") -> Short:
    """The first numbers of a model's vector. Raises ValueError for one that points nowhere."""
    dims = dims_of(len(vector))
    highest = max([abs(vector[at]) for at in range(dims)]) if dims else 0.0
    if not 0 < highest < float("inf"):
        raise ValueError("a vector of %d numbers that says nothing" % len(vector))
    numbers = bytearray(dims)
    squares = 0
    for at in range(dims):
        number = round(127 * (vector[at] / highest))
        squares += number * number
        numbers[at] = number & 0xFF
    return Short(1 / math.sqrt(squares), numbers)


class Table:
    """`count` rows of `dims` numbers; a row that is removed gives its place to the last one."""

    def __init__(self, dims: int = 0) -> None:
        self.dims = dims
        self.count = 0
        self._keys: "list[bytearray]" = []
        self._numbers: "list[bytearray]" = []
        self._scales = array("f")
        self._weights = array("H")
        self._out = array("H", bytes(2 * PIECE))

    def find(self, id: str) -> int:
        """The number of the row of an id, -1 for none."""
        key = bytearray(_ID_BYTES)
        pack_into("<I3s", key, 0, counter_of(id), id.encode()[:EPOCH_BYTES])
        left = self.count
        for number, piece in enumerate(self._keys):
            end = _KEY_BYTES * min(left, PIECE)
            at = piece.find(key, 0, end)
            while at >= 0:
                if at % _KEY_BYTES == 0:
                    return number * PIECE + at // _KEY_BYTES
                at = piece.find(key, at + 1, end)
            left -= PIECE
        return -1

    def key(self, number: int) -> "tuple[str, int]":
        """(id, rev) of a row."""
        counter, epoch, _, rev = unpack_from(_KEY, self._keys[number // PIECE], _key_at(number))
        return epoch.decode() + str(counter), rev

    def row(self, number: int) -> Short:
        """The vector of a row."""
        at = number % PIECE * self.dims
        numbers = self._numbers[number // PIECE][at : at + self.dims]
        return Short(self._scales[number], numbers)

    def is_checked(self, number: int) -> bool:
        """Whether a row is known to be of its record's present state."""
        return self._keys[number // PIECE][_key_at(number) + _CHECKED] != 0

    def check(self, number: int) -> None:
        """Note that it is."""
        self._keys[number // PIECE][_key_at(number) + _CHECKED] = 1

    def put(self, id: str, rev: int, vector: Short, is_checked: bool) -> int:
        """Take a vector of `dims` numbers in, in place of another of this id; its row's number."""
        number = self.find(id)
        if number < 0:
            number = self.count
            if number // PIECE == len(self._keys):
                self._keys.append(bytearray(_KEY_BYTES * PIECE))
                self._numbers.append(bytearray(self.dims * PIECE))
            self._scales.append(0.0)
            self._weights.append(0)
            self.count += 1
        epoch = id.encode()[:EPOCH_BYTES]
        key = self._keys[number // PIECE]
        pack_into(_KEY, key, _key_at(number), counter_of(id), epoch, is_checked, rev)
        at = number % PIECE * self.dims
        self._numbers[number // PIECE][at : at + self.dims] = vector.numbers
        self._scales[number] = vector.scale
        self._weights[number] = int(vector.scale * _WEIGHT)
        return number

    def remove(self, id: str) -> bool:
        """Take a row out; False where there is none."""
        number = self.find(id)
        if number < 0:
            return False
        last = self.count - 1
        for pieces, size in ((self._keys, _KEY_BYTES), (self._numbers, self.dims)):
            at, to = last % PIECE * size, number % PIECE * size
            pieces[number // PIECE][to : to + size] = pieces[last // PIECE][at : at + size]
            pieces[last // PIECE][at : at + size] = bytes(size)
            if last % PIECE == 0:
                pieces.pop()
        self._scales[number] = self._scales[last]
        self._weights[number] = self._weights[last]
        self._scales = self._scales[:-1]
        self._weights = self._weights[:-1]
        self.count = last
        return True

    def nearest(self, asked: Short, least: float) -> "list[tuple[float, str]]":
        """(similarity, id) of the rows that are at least so near, best first."""
        one = _ONE / asked.scale
        limit = _ZERO + max(1, int(least * one))
        found = []
        out = self._out
        for number, piece in enumerate(self._numbers):
            first = PIECE * number
            rows = min(PIECE, self.count - first)
            weights = self._weights[first : first + rows]
            _products(piece, rows, self.dims, asked.numbers, weights, out)
            found += [(out[row], first + row) for row in range(rows) if out[row] >= limit]
        found.sort(reverse=True)
        return [(min(1.0, (near - _ZERO) / one), self.key(row)[0]) for near, row in found]


def _key_at(number: int) -> int:
    return number % PIECE * _KEY_BYTES


@micropython.viper
def _products(
    piece: object, rows: int, dims: int, asked: object, weights: object, out: object
) -> object:
    """Set `out` to the product of each row with the bytes asked, times the row's weight."""
    numbers = ptr8(piece)
    sought = ptr8(asked)
    scales = ptr16(weights)
    found = ptr16(out)
    row = 0
    at = 0
    while row < rows:
        total = 4194304  # products are never less than -128 * 128 * 128: shifts see no sign
        n = 0
        while n < dims:
            total += ((int(numbers[at]) ^ 128) - 128) * ((int(sought[n]) ^ 128) - 128)
            at += 1
            n += 1
        near = (total >> 6) - 65536
        if near < 0:
            near = 0  # what says the opposite is not asked for
        near = (near * int(scales[row])) >> 12
        if near > 32767:
            near = 32767
        found[row] = 32768 + near
        row += 1
    return None
