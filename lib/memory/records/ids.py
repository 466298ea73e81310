"""Ids of records (epoch of the store, decimal counter) and their keys in hot memory."""

from struct import pack, unpack_from

from memory.errors import CorruptRecord

from .kinds import letter_of, of_letter

EPOCH_BYTES = 3
_LONGEST = 13  # bytes
# First byte of the keys of deletion marks: deletions that the log has yet to be given.
DELETION_MARK = b"x"


def counter_of(id: str) -> int:
    """The counter in an id; records of one device sort by it. Raises ValueError."""
    if len(id) < 4:
        raise ValueError("no id: " + id)
    return int(id.encode()[EPOCH_BYTES:])  # a slice of a str is looked up among all names


def is_id(text: str) -> bool:
    """
    True for an id as it is spelled: three characters of base 36, then a decimal number below 2**32
    without leading zeros. Another spelling would be another name for the same key.
    """
    return is_raw_id(text.encode())


def is_raw_id(raw: bytes) -> bool:
    """`is_id` for text in UTF-8."""
    size = len(raw)
    if not 4 <= size <= _LONGEST or (raw[3] == 48 and size > 4) or not raw[3:].isdigit():
        return False
    for byte in raw[:EPOCH_BYTES]:
        if not (48 <= byte <= 57 or 97 <= byte <= 122):
            return False
    return size < _LONGEST or int(raw[3:]) >> 32 == 0


def key_of(kind: str, id: str) -> bytes:
    """The hot store's key: kind letter, counter big endian, epoch. Sorts by age within a kind."""
    return letter_of(kind).encode() + pack(">I", counter_of(id)) + id.encode()[:EPOCH_BYTES]


def split_key(key: bytes) -> "tuple[str, str]":
    """(kind, id) of a key. Raises CorruptRecord for a key of another shape."""
    kind = None
    if len(key) == 8 and 0x20 < key[0] < 0x7F and key[:1] != DELETION_MARK:
        kind = of_letter(chr(key[0]))
    try:
        epoch = key[5:].decode()
    except ValueError:
        kind = None
    if kind is None:
        raise CorruptRecord("key", "a key of no kind: %r" % key, key=key)
    return kind, epoch + str(unpack_from(">I", key, 1)[0])


def is_older(id: str, other: str) -> bool:
    """
    True where `id` stands after `other` in a list, the newest first: by the counter, of two stores
    by the epoch.
    """
    one, two = counter_of(id), counter_of(other)
    return one < two or (one == two and id.encode() < other.encode())


def epoch_and_counter(id: str) -> "tuple[bytes, int]":
    """The two parts of an id, as IdSet takes them. Raises ValueError."""
    return id.encode()[:EPOCH_BYTES], counter_of(id)


def parts_of_key(key: bytes) -> "tuple[bytes, int]":
    """(epoch, counter) of the id in a key, a deletion mark's too."""
    return key[5:], int.from_bytes(key[1:5], "big")


def mark_of(id: str) -> bytes:
    """The key of an id's deletion mark."""
    return DELETION_MARK + key_of("fact", id)[1:]
