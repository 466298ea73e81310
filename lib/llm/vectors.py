"""
Embeddings: vectors of single floats from a server's JSON, as numbers or in base64.

Nothing but the vectors themselves is held.
"""

import binascii
from array import array

from micropython import const

from .errors import NotJson, Truncated
from .json_stream import Shape
from .replies import ERROR, USAGE, ErrorReader

_NUMBER = const(20)
_BASE64 = const(21)
_INDEX = const(22)
_ITEM = const(23)

_MAX_LENGTH = const(4096)  # numbers of a vector

SHAPE = Shape(
    members={
        "data": Shape(
            items=Shape(
                opened=_ITEM,
                members={
                    "index": Shape(_INDEX),
                    "embedding": Shape(_BASE64, items=Shape(_NUMBER)),
                },
            )
        ),
        "usage": USAGE,
        "error": ERROR["error"],
    }
)


class VectorReader(ErrorReader):
    """Reads as many vectors as texts were sent."""

    shape = SHAPE

    def __init__(self, count: int):
        super().__init__()
        self._vectors: "list[array[float] | None]" = [None] * count
        self._came = 0
        self._index = -1
        self._vector = array("f")
        self._rest = ""  # characters of base64 of which no four are there

    def complete(self) -> bool:
        return None not in self._vectors

    def vectors(self) -> "list[array[float]]":
        """All, in the order of their texts. Raises NotJson where they do not belong together."""
        found = [vector for vector in self._vectors if vector is not None]
        if len({len(vector) for vector in found}) != 1 or len(found) != len(self._vectors):
            raise NotJson("not a vector of one length for each text")
        return found

    def opened(self, code: int) -> None:
        self._index = self._came
        self._came += 1
        self._vector = array("f")
        self._rest = ""

    def closed(self, code: int) -> None:
        if not 0 <= self._index < len(self._vectors) or not self._vector:
            raise NotJson("a vector for no text, or an empty one")
        self._vectors[self._index] = self._vector

    def value(self, code: int, value: "float | bool | None") -> None:
        if code == _NUMBER:
            if value is None or isinstance(value, bool):
                raise NotJson("a vector with something else in it")
            self._check(1)
            self._vector.append(float(value))
        elif code == _INDEX and isinstance(value, int):
            self._index = value
        else:
            super().value(code, value)

    def text(self, code: int, piece: str, last: bool) -> None:
        if code == _NUMBER:
            raise NotJson("a vector with something else in it")
        if code != _BASE64:
            super().text(code, piece, last)
            return
        piece = self._rest + piece
        whole = len(piece) // 16 * 16  # 12 bytes, three numbers
        if last:
            whole = len(piece)
        self._rest = piece[whole:]
        try:
            data = binascii.a2b_base64(piece[:whole])
            if len(data) % 4:
                raise ValueError
        except ValueError:  # binascii.Error is one
            raise NotJson("a vector that is no base64 of numbers")
        self._check(len(data) // 4)
        self._vector.extend(array("f", data))
        for number in memoryview(self._vector)[-(len(data) // 4) :] if data else ():
            if number - number != 0:
                raise NotJson("a vector with something else in it")

    def _check(self, more: int) -> None:
        if len(self._vector) + more > _MAX_LENGTH:
            raise Truncated("a vector of more than %d numbers" % _MAX_LENGTH)
