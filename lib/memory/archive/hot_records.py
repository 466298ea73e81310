"""What hot memory has of an id: the hot state of a record counts before its archived one."""

from micropython import const

from memory.records.codec import readable
from memory.records.id_set import IdSet
from memory.records.ids import key_of, mark_of, parts_of_key
from memory.records.kinds import BY_NAME

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.hot.hot_store import HotStore

_UNREADABLE = const(0x3FFFFFFF)  # a rev above any that flash could have taken
_ALL_KINDS = tuple(BY_NAME)


def find_key(hot: "HotStore", id: str, kinds: tuple = _ALL_KINDS) -> "bytes | None":
    """The key under which an id is hot as one of these kinds, or None."""
    suffix = key_of("fact", id)[1:]
    for kind in kinds:
        key: bytes = BY_NAME[kind].letter.encode() + suffix
        if hot.get(key) is not None:
            return key
    return None


def rev_at(hot: "HotStore", key: "bytes | None") -> int:
    """The rev of the hot record under a key, 0 for no key; above all where it does not parse."""
    if key is None:
        return 0
    record = readable(key, hot.get(key) or b"")
    return _UNREADABLE if record is None else record.rev


def has_deletion_mark(hot: "HotStore", id: str) -> bool:
    """True where a record was deleted and the log could not take the line (Archive.delete)."""
    return hot.get(mark_of(id)) is not None


def ids_of(hot: "HotStore") -> IdSet:
    """The ids of all hot records."""
    found = IdSet()
    for row in BY_NAME.values():
        for key in hot.keys(row.letter.encode()):
            found.add(*parts_of_key(key))
    return found
