"""
Hot overflow: makes room in hot memory where every record is as long as it may be.

A record names the client that wrote it while there is room. With all kinds at their byte caps NVS
has no room for these names: then those of the oldest records are removed; `source` stays.
"""

from memory.hot.slots import entries_of, slot_size
from memory.records.codec import encode, readable
from memory.records.ids import DELETION_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory.hot.hot_store import HotStore


def relieve(hot: "HotStore", entries: int, busy: list, only_asked: bool = False) -> bool:
    """
    Free this many NVS entries, or none and return False where that is not possible. Records under
    the keys `busy` are not changed. Each record is one write: after a power cut it has its client
    or not. With `only_asked` nothing is changed: the answer is whether it would be possible.
    """
    found = []
    keys = [
        (key[1:5], key)
        for key in hot.keys()
        if key not in busy and not key.startswith(DELETION_MARK)
    ]
    for _, key in sorted(keys):
        value = hot.get(key) or b""
        record = readable(key, value)
        if record is None or record.fields.pop("client", None) is None:
            continue
        slim = encode(record)
        freed = entries_of(slot_size(key, value)) - entries_of(slot_size(key, slim))
        if freed:
            found.append(key)
            entries -= freed
        if entries <= 0:
            break
    if entries > 0 or only_asked:
        return entries <= 0
    for key in found:
        record = readable(key, hot.get(key) or b"")
        if record is not None:
            record.fields.pop("client")
            hot.put(key, encode(record))
    return True
