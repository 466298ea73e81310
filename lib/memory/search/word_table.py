"""
Word table: reads the asset `words` (docs/FORMAT.md section 13.1) by seeking, a block at a time.

Owns the table's bytes and their checks, those of a block when it is read for the first time, and
how each version has other words; what is made of them is `expansion.py`. RAM: five blocks of 2 KB,
the first keys of all blocks and where they are, about 5 KB.
"""

from array import array
from binascii import crc32
from struct import unpack_from

import micropython
from micropython import const

from memory.viper import ptr8, ptr16

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable

# The first has the members of a category with each head; the first two have each key as a whole;
# the first three have with each word all synonyms; until the last they have the slips of words.
_MAGICS = (b"wds\x01", b"wds\x02", b"wds\x03", b"wds\x04", b"wds\x05")
_HEAD = const(16)
_BLOCK = const(2048)
_BLOCKS_MOST = const(640)
_ROWS_AT = const(6)  # in a block
_ROW_HEAD = const(3)  # bytes of the key, of what follows it; where keys are whole
_KEPT = const(5)  # blocks: the rows of a word are in several parts of the table
_FIRSTS_MOST = const(8192)  # bytes of the first keys
_MEMBERS = b"G"  # in a row before version 4: where the members of a category are
_CATEGORY = b"C"
_KINDS = (b"S", _CATEGORY, b"M")  # of a group that a row names
_GROUP = const(3)  # bytes that name one
_NAME = const(32)  # bytes of the longest key that is looked at for a slip, and its length
_SAME = const(0x80)  # in a length: the word is another form of the one before it


class DamagedTable(Exception):
    """Bytes of the table that do not check, or that cannot be read; the message says which."""


class WordTable:
    """
    `readinto(at, buffer)` fills the buffer from an offset of the asset on and returns how many
    bytes there were. Raises DamagedTable.
    """

    def __init__(self, readinto: "Callable[[int, bytearray], int]") -> None:
        self._readinto = readinto
        head = self._read(0, _HEAD)
        crc, count, size = unpack_from("<III", head, 4)
        if bytes(head[:4]) not in _MAGICS or not 0 < count <= _BLOCKS_MOST or size > _FIRSTS_MOST:
            raise DamagedTable("the words are no table of this version")
        version = head[3]
        self._is_shared = version > 2
        self._has_groups = version > 3
        self._has_words = version > 4
        self._firsts = bytes(self._read(_HEAD, size))
        if crc32(self._firsts, crc32(head[8:])) != crc:
            raise DamagedTable("the list of the words' blocks does not check")
        self._begin = _HEAD + size
        # Where the first key of each block is in `_firsts`, after its length.
        self._places = array("H")
        at = 0
        for _ in range(count):
            if at >= size or at + 1 + self._firsts[at] > size:
                raise DamagedTable("the list of the words' blocks is too short")
            self._places.append(at)
            at += 1 + self._firsts[at]
        self._kept: "list[tuple[int, bytearray]]" = []  # (number, block), the last used last
        self._checked = bytearray((count + 7) // 8)  # a bit for each block that was right once

    def get(self, key: bytes) -> bytes:
        """The row of a key, b"" if there is none. Raises DamagedTable."""
        number = self._block_of(key)
        if number < 0:
            return b""
        block = self._load(number)
        end = _ROWS_AT + unpack_from("<H", block, 4)[0]
        if self._is_shared:
            at = _shared_row_at(block, _ROWS_AT, end, key, len(key))
            if at < 0:
                return b""
            more = block[at]
            at += 1
            if more > 0x7F:
                more = (more & 0x7F) << 8 | block[at]
                at += 1
        else:
            at = _row_at(block, _ROWS_AT, end, key, len(key))
            if at < 0:
                return b""
            size, more = unpack_from("<BH", block, at)
            at += _ROW_HEAD + size
        return bytes(memoryview(block)[at : at + more])

    def related(self, key: bytes) -> list:
        """
        [(letter, word)] in bytes that stand for a word of the thesaurus: `S` a synonym, `M` what a
        misspelled word should be, `C` a member of the category that it is the name of.
        """
        row = self.get(b"w" + key)
        found = []
        if self._has_groups:
            for at in range(0, len(row) - 2, _GROUP):
                group = self.get(bytes((0x67, row[at] & 0x3F, row[at + 1])))
                letter = _KINDS[min(row[at] >> 6, 2)]
                found += [(letter, word) for word in _words_beside(group, row[at + 2])]
            return found
        for letter, word in _related_in(row):
            if letter == _MEMBERS:
                members = words_in(self.get(b"g" + word))
                found += [(_CATEGORY, member) for member in members]
            else:
                found.append((letter, word))
        return found

    def slips(self, word: bytes) -> "list[bytes]":
        """
        The words of five letters or more that begin as this and differ from it by one slip, or not
        at all. Of a table before version 5 none.
        """
        found: "list[bytes]" = []
        if not self._has_words:
            return found
        name = bytearray(_NAME)
        number = max(0, self._block_of(b"m" + word[:1]))
        at = 0
        while at >= 0 and number < len(self._places):
            block = self._load(number)
            end = _ROWS_AT + unpack_from("<H", block, 4)[0]
            name[0] = 0
            at = _ROWS_AT
            while at > 0:
                at = _slip_at(block, at, end, name, word, len(word))
                if at > 0:
                    found.append(bytes(name[2 : 1 + name[0]]))
            number += 1
        return found

    def _block_of(self, key: bytes) -> int:
        """The last block whose first key is not after this one, -1 for none."""
        return _last_before(self._firsts, self._places, len(self._places), key, len(key))

    def _load(self, number: int) -> bytearray:
        kept = self._kept
        for at in range(len(kept) - 1, -1, -1):
            if kept[at][0] == number:
                kept.append(kept.pop(at))
                return kept[-1][1]
        block = kept.pop(0)[1] if len(kept) == _KEPT else bytearray(_BLOCK)
        self._fill(self._begin + number * _BLOCK, block)
        crc, used = unpack_from("<IH", block, 0)
        bit = 1 << (number & 7)
        is_right = self._checked[number >> 3] & bit or crc32(memoryview(block)[4:]) == crc
        if not is_right or used > _BLOCK - _ROWS_AT:
            raise DamagedTable("block %d of the words does not check" % number)
        self._checked[number >> 3] |= bit
        kept.append((number, block))
        return block

    def _read(self, at: int, size: int) -> bytearray:
        buffer = bytearray(size)
        self._fill(at, buffer)
        return buffer

    def _fill(self, at: int, buffer: bytearray) -> None:
        try:
            count = self._readinto(at, buffer)
        except OSError as e:
            raise DamagedTable("the words cannot be read: %s" % e) from None
        if count != len(buffer):
            raise DamagedTable("the words end too early")


@micropython.viper
def _last_before(firsts: object, places: object, count: int, key: object, length: int) -> int:
    """The last of the first keys, each after its length, that is not after this key, or -1."""
    keys = ptr8(firsts)
    begins = ptr16(places)
    wanted = ptr8(key)
    low = 0
    high = count
    while low < high:
        middle = (low + high) >> 1
        at = int(begins[middle])
        size = int(keys[at])
        look = 0
        while look < size and look < length and keys[at + 1 + look] == wanted[look]:
            look += 1
        if look < size and (look == length or keys[at + 1 + look] > wanted[look]):
            high = middle
        else:
            low = middle + 1
    return low - 1


@micropython.viper
def _row_at(block: object, at: int, end: int, key: object, length: int) -> int:
    """Where the row of a key is in block[at : end], or -1."""
    src = ptr8(block)
    wanted = ptr8(key)
    while at + 3 <= end:
        size = int(src[at])
        row = at
        at += 3
        after = at + size + (src[row + 1] | src[row + 2] << 8)
        if after > end:
            return -1
        if size == length:
            look = 0
            while look < size and src[at + look] == wanted[look]:
                look += 1
            if look == size:
                return row
        at = after
    return -1


@micropython.viper
def _shared_row_at(block: object, at: int, end: int, key: object, length: int) -> int:
    """
    Where the length of the row of a key is in block[at : end], or -1. `same` is how many bytes the
    key has in common with the one of the entry before, which comes before it.
    """
    src = ptr8(block)
    wanted = ptr8(key)
    same = 0
    while at + 3 <= end:
        shared = int(src[at])
        size = int(src[at + 1])
        rest = at + 2
        row = rest + size
        if row >= end or shared < same:
            return -1  # what follows comes after the key
        if shared == same:
            look = 0
            while look < size and same < length and src[rest + look] == wanted[same]:
                look += 1
                same += 1
            if look == size and same == length:
                return row
            if look < size and (same == length or src[rest + look] > wanted[same]):
                return -1
        more = int(src[row])
        row += 1
        if more > 0x7F:
            if row >= end:
                return -1
            more = (more & 0x7F) << 8 | src[row]
            row += 1
        at = row + more
    return -1


@micropython.viper
def _slip_at(  # noqa: C901  one loop
    block: object, at: int, end: int, name: object, word: object, length: int
) -> int:
    """
    Behind the row of the next word from `at` on that is one slip from this: it differs by a letter
    more, less or changed, or by two that changed places. `name` has the key before, and then this
    one, behind its length. 0 where the block ends, -1 behind all that begin so.
    """
    src = ptr8(block)
    key = ptr8(name)
    wanted = ptr8(word)
    while at + 3 <= end:
        shared = int(src[at])
        size = int(src[at + 1])
        rest = at + 2
        row = rest + size
        if row >= end:
            return 0
        at = row + 1
        more = int(src[row])
        if more > 0x7F:
            more = (more & 0x7F) << 8 | src[at]
            at += 1
        at += more
        look = 0
        while look < size and shared + look + 1 < 32:
            key[shared + look + 1] = src[rest + look]
            look += 1
        size += shared
        key[0] = size if size < 32 else 31
        if key[1] > 0x6D or (key[1] == 0x6D and key[2] > wanted[0]):
            return -1
        if size > 31 or key[1] != 0x6D or key[2] != wanted[0]:
            continue
        size -= 1  # of the word, from key[2] on
        if size > length + 1 or length > size + 1:
            continue
        least = size if size < length else length
        same = 0
        while same < least and key[2 + same] == wanted[same]:
            same += 1
        alike = 0
        while alike < least - same and key[1 + size - alike] == wanted[length - 1 - alike]:
            alike += 1
        if size != length:
            if same + alike >= least:
                return at
            continue
        left = size - same - alike
        if left < 2:
            return at
        if left == 2 and key[2 + same] == wanted[same + 1] and key[3 + same] == wanted[same]:
            return at
    return 0


def words_in(row: bytes) -> "list[bytes]":
    """The words of a row, each after its length in bytes."""
    found = []
    at = 0
    while at < len(row):
        end = at + 1 + row[at]
        found.append(row[at + 1 : end])
        at = end
    return found


def _words_beside(row: bytes, left_out: int) -> "list[bytes]":
    """The words of a group but those that are one word with the one of this number."""
    found = []
    number = -1
    at = 0
    while at < len(row):
        size = row[at] & (_SAME - 1)
        number += row[at] < _SAME
        at += 1
        if number != left_out:
            found.append(row[at : at + size])
        at += size
    return found


def _related_in(row: bytes) -> list:
    """(letter of the relation, word) of a row before version 4, in its order."""
    found = []
    at = 0
    while at < len(row):
        end = at + 2 + row[at + 1]
        found.append((row[at : at + 1], row[at + 2 : end]))
        at = end
    return found
