"""What hot memory has of an id: the hot state of a record counts before its archived one."""

from micropython import const

from memory.errors import MemoryFault
from memory.log.manifest import COUNTERS
from memory.records.codec import encode, readable
from memory.records.id_set import IdSet
from memory.records.ids import DELETION_MARK, key_of, mark_of, parts_of_key
from memory.records.kinds import BY_NAME

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memory.hot.hot_store import HotStore
    from memory.records.record import Record

_UNREADABLE = const(0x3FFFFFFF)  # a rev above any that flash could have taken
_NAMED = b"?"  # first byte of keys of kinds that had no letter when they were written


def find_key(hot: "HotStore", id: str, kinds: "tuple | None" = None) -> "bytes | None":
    """
    The key under which an id is hot as one of these kinds, or None. Without kinds, and with one of
    a newer version, which may be hot under a letter that tells nothing here: as any kind.
    """
    suffix = key_of("fact", id)[1:]
    if kinds is not None and kinds[0] in BY_NAME:
        letters = [BY_NAME[kind].letter.encode() for kind in kinds]
    else:
        letters = [bytes((byte,)) for byte in hot.letters() if byte != DELETION_MARK[0]]
    for letter in letters:
        key: bytes = letter + suffix
        if hot.get(key) is not None:
            return key
    return None


def record_at(hot: "HotStore", key: bytes) -> "Record | None":
    """The record of a key, None where it does not parse. Others read it too: change a copy."""
    return hot.decoded(key, readable)  # type: ignore[no-any-return]


def every_record(hot: "HotStore") -> "Iterator[Record]":
    """The hot records of all kinds, those that only a newer version knows too."""
    for key in hot.keys():
        if not key.startswith(DELETION_MARK):
            record = record_at(hot, key)
            if record is not None:
                yield record


def look_over(hot: "HotStore", report: "Callable[[str, str], None]") -> int:
    """The highest id counter of hot memory; `report` hears of records that do not parse."""
    highest = 0
    for key in hot.keys():
        counter = parts_of_key(key)[1]
        if counter < COUNTERS:  # or it was never given
            highest = max(highest, counter)
        if not key.startswith(DELETION_MARK) and readable(key, hot.get(key) or b"") is None:
            report("record", "%r does not parse; left as it is" % key)
    return highest


def give_letters(hot: "HotStore", report: "Callable[[str, str], None]") -> None:
    """
    Put records of kinds that an older version did not know, and this one does, under the letters
    of their kinds, one by one. Where flash takes nothing they stay, and `report` hears of it.
    """
    for key in hot.keys(_NAMED):
        record = readable(key, hot.get(key) or b"")
        if record is not None and key_of(record.kind, record.id) != key:
            try:
                hot.apply([(key_of(record.kind, record.id), encode(record))], [key])
            except MemoryFault as e:
                report("record", "%s stays without its letter: %s" % (record.id, e))


def rev_at(hot: "HotStore", key: "bytes | None") -> int:
    """The rev of the hot record under a key, 0 for no key; above all where it does not parse."""
    if key is None:
        return 0
    record = record_at(hot, key)
    return _UNREADABLE if record is None else record.rev


def has_deletion_mark(hot: "HotStore", id: str) -> bool:
    """True where a record was deleted and the log could not take the line (Archive.delete)."""
    return hot.get(mark_of(id)) is not None


def ids_of(hot: "HotStore") -> IdSet:
    """The ids of all hot records."""
    found = IdSet()
    for key in hot.keys():
        if not key.startswith(DELETION_MARK):
            found.add(*parts_of_key(key))
    return found
