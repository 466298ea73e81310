"""
The notebook's file: the members and how often each was given out, beside the log.

Owns `<root>/notebook` (docs/FORMAT.md section 18): what makes a start quick, and the use counts,
which nothing else has. It is replaced as a whole, at the end of a conversation or while nothing
happens, so a power cut loses the uses of that conversation. What was written to the log after it
is read from there. Where it is missing or damaged the notebook is made from all of memory.
"""

import os
from array import array
from binascii import crc32
from struct import calcsize, pack, unpack_from

from memory.errors import Broken
from memory.log.manifest import wrong
from micropython import const

from .hash_walks import TERMS_MOST
from .members import PIECE, ROW, Members

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "/notebook"
VERSION = const(2)
_MAGIC = b"XPNB"
_HEAD = "<4sBBHIHH"  # magic, version, terms of a row, rows, segment, bytes of a row, reserved
_CRC = const(4)
_ROWS = const(32)  # of a piece in the file, of which a piece in RAM has several


class Saved:
    """What a file held: its `members`, and the number of the `segment` that was open then."""

    def __init__(self, members: Members, segment: int) -> None:
        self.members = members
        self.segment = segment


def load(root: str) -> "Saved | None":
    """The file, None where there is none that checks. Raises Broken where flash does not read."""
    size = calcsize(_HEAD)
    try:
        with open(root + NAME, "rb") as f:
            head = f.read(size)
            if len(head) < size:
                return None
            magic, version, terms, count, segment, row, _ = unpack_from(_HEAD, head)
            if (magic, version, terms, row) != (_MAGIC, VERSION, TERMS_MOST, ROW):
                return None
            crc = crc32(head)
            members = Members()
            for first in range(0, count, _ROWS):
                many = min(_ROWS, count - first)
                rows = f.read(ROW * many)
                words = f.read(2 * TERMS_MOST * many)
                if len(rows) < ROW * many or len(words) < 2 * TERMS_MOST * many:
                    return None
                crc = crc32(words, crc32(rows, crc))
                at = first % PIECE
                if not at:
                    members.grow()
                members.rows[-1][ROW * at : ROW * (at + many)] = rows
                told = array("H", words)
                members.words[-1][TERMS_MOST * at : TERMS_MOST * (at + many)] = told
            members.count = count
            if f.read(_CRC) != pack("<I", crc):
                return None
            rest = f.read()
            if rest[-_CRC:] == pack("<I", crc32(rest[:-_CRC], crc)):
                members.left = rest[:-_CRC]
            return Saved(members, segment)
    except OSError as e:
        if e.errno == 2:
            return None
        raise wrong(e, "reading the notebook")


def save(root: str, members: Members, segment: int) -> "Iterator[None]":
    """
    Replace the file, a piece a step; nobody may change the members meanwhile. Raises StoreFull or
    Broken.
    """
    path = root + NAME
    try:
        with open(path + ".new", "wb") as f:
            head = pack(_HEAD, _MAGIC, VERSION, TERMS_MOST, members.count, segment, ROW, 0)
            f.write(head)
            crc = crc32(head)
            for first in range(0, members.count, _ROWS):
                piece, at = first // PIECE, first % PIECE
                end = at + min(_ROWS, members.count - first)
                words = members.words[piece][TERMS_MOST * at : TERMS_MOST * end]
                for data in (members.rows[piece][ROW * at : ROW * end], bytes(words)):
                    crc = crc32(data, crc)
                    f.write(data)
                yield
            f.write(pack("<I", crc) + members.left)
            f.write(pack("<I", crc32(members.left, crc)))
        yield
        os.rename(path + ".new", path)
    except OSError as e:
        raise wrong(e, "writing the notebook")


def remove(root: str) -> None:
    """Remove the file, which is made again: something in it was erased. Raises Broken."""
    for path in (root + NAME + ".new", root + NAME):
        try:
            os.remove(path)
        except OSError as e:
            if e.errno != 2:
                raise Broken("flash", "the notebook cannot be removed: %r" % e)
