"""
The vectors' file: what a model made of the notebook's words, so that it is not asked again.

Owns `<root>/vectors` (docs/FORMAT.md section 17). New rows are appended in groups of one close; it
is written anew as a whole where more than half of its rows no longer count. A file that does not
check, of another version or model, is made again.
"""

import os
from binascii import crc32
from hashlib import sha256
from struct import calcsize, pack, unpack_from

from memory.log.manifest import remove_left, wrong
from memory.records.ids import EPOCH_BYTES, counter_of, is_id
from micropython import const

from .table import Short, Table, dims_of

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "/vectors"
_MAGIC = b"MVX1"
_VERSION = const(1)
_HEAD = "<4sBBH8s"  # magic, version, 0, dims, model
_ROW = "<3sBIIf"  # epoch, 0, counter, rev, scale
_CRC = const(4)
_STEP = const(16)  # rows
_ENOENT = const(2)
_SHORTEST, _LONGEST = 0.0005, 0.01  # scales of vectors of 64 to 128 signed bytes


class Saved:
    """What a file held: its rows in a table, how many it has in all; `is_whole`: none is cut."""

    def __init__(self, table: Table, rows: int, is_whole: bool) -> None:
        self.table = table
        self.rows = rows
        self.is_whole = is_whole


def _head(model: str, dims: int) -> bytes:
    name = sha256(("%s\n%d" % (model, dims)).encode()).digest()[:8]
    head = pack(_HEAD, _MAGIC, _VERSION, 0, dims, name)
    return head + pack("<I", crc32(head))


def load(root: str, model: str, most: int) -> "Iterator[Saved | None]":
    """
    Yields None between steps, at last what the file of this model held, at most so many rows;
    nothing where there is none that checks. Raises Broken where flash does not read.
    """
    try:
        with open(root + NAME, "rb") as f:
            head = f.read(calcsize(_HEAD) + _CRC)
            dims = unpack_from("<H", head, 6)[0] if len(head) == calcsize(_HEAD) + _CRC else 0
            if not dims or dims != dims_of(dims) or head != _head(model, dims):
                return
            saved = Saved(Table(dims), 0, True)
            size = calcsize(_ROW) + dims + _CRC
            while True:
                data = f.read(size * _STEP)
                for at in range(0, len(data) - size + 1, size):
                    saved.rows += 1
                    if not _take(saved.table, data[at : at + size], most):
                        saved.is_whole = False
                if len(data) < size * _STEP:
                    saved.is_whole = saved.is_whole and len(data) % size == 0
                    break
                yield None
            yield saved
    except OSError as e:
        if e.args[0] != _ENOENT:
            raise wrong(e, "reading the vectors")


def _take(table: Table, row: bytes, most: int) -> bool:
    """Take a row of the file in; False for one that is damaged."""
    if row[-_CRC:] != pack("<I", crc32(row[:-_CRC])):
        return False
    epoch, _, counter, rev, scale = unpack_from(_ROW, row)
    try:
        id = epoch.decode() + str(counter)
    except UnicodeError:
        return False
    if not is_id(id) or not _SHORTEST < scale < _LONGEST:
        return False
    if table.count < most or table.find(id) >= 0:
        numbers = bytearray(row[calcsize(_ROW) : -_CRC])
        table.put(id, rev, Short(scale, numbers), False)
    return True


def _row(table: Table, number: int) -> bytes:
    id, rev = table.key(number)
    vector = table.row(number)
    row = pack(_ROW, id.encode()[:EPOCH_BYTES], 0, counter_of(id), rev, vector.scale)
    row += bytes(vector.numbers)
    return row + pack("<I", crc32(row))


def append(root: str, table: Table, ids: "list[str]") -> None:
    """Append the rows of these ids to a file that is whole. Raises StoreFull or Broken."""
    try:
        with open(root + NAME, "ab") as f:
            for id in ids:
                number = table.find(id)
                if number >= 0:
                    f.write(_row(table, number))
    except OSError as e:
        raise wrong(e, "writing the vectors")


def save(root: str, table: Table, model: str) -> "Iterator[None]":
    """
    Replace the file, a few rows a step. Where a recall lets go of a row meanwhile, another may be
    left out: it is made again after a start. Raises StoreFull or Broken.
    """
    path = root + NAME
    try:
        with open(path + ".new", "wb") as f:
            f.write(_head(model, table.dims))
            number = 0
            while number < table.count:
                f.write(_row(table, number))
                number += 1
                if number % _STEP == 0:
                    yield
        yield
        os.rename(path + ".new", path)
    except OSError as e:
        raise wrong(e, "writing the vectors")


def remove(root: str) -> None:
    """Remove the file and what a cut left of a new one. Raises Broken."""
    for path in (root + NAME + ".new", root + NAME):
        remove_left(path)
