"""
btree: MicroPython's ordered key-value module, for an interpreter that was built without it.

Owns the API of the C module as a board has it: open, BTree, INCL, DESC. An interpreter with the
C module never loads this file, since a built-in wins. Leaves alone: how a tree lies in its stream
(_btree_snapshot.py), duplicate keys (flags=1) and the undocumented seq().

Rules of this file
- What the C module answers, this one answers: types, return values, errors, rules of a range.
- Where the C module crashes, damages its tree or walks astray in silence, this one raises:
  RuntimeError for an iteration, ValueError for a record that it cannot hold safely: a key over
  64 bytes, or a key and value that together have the one size which its page split gets wrong.

The C object is its own only iterator, with one cursor. Here each walk is an object, which knows
whether it is the last one begun and whether the tree was written since its first step.
Keys are one sorted list, searched by halving; values are a second list beside it. Nothing reaches
the stream before flush() or close().
"""

import io

from _btree_snapshot import load, save
from micropython import const

INCL = 1  # a range includes its end key
DESC = 2  # a range runs downwards, from start to a lower end

_KEYS = const(0)
_VALUES = const(1)
_ITEMS = const(2)

_EINVAL = const(22)
_MAX_KEY = const(64)  # bytes; longer ones make the C module write outside its pages
_MIN_PAGE = const(512)
_MAX_PAGE = const(65536)
_DEFAULT_PAGE = const(4096)
# A record fills a half page exactly when it is this much smaller. Splitting a page of such records
# then writes outside of it (seen at 512, 1024 and 4096 bytes; one byte less or more is safe).
_HALF_PAGE_HEADS = const(24)


def open(
    stream: "io.BytesIO",
    *,
    flags: int = 0,
    pagesize: int = 0,
    cachesize: int = 0,
    minkeypage: int = 0,
) -> "BTree":
    """
    Open the tree in `stream`, a binary stream that can seek, at offset 0; empty is a new tree.

    The tuning arguments are checked as in C; the page size only decides which record size put()
    refuses. Raises OSError(22) if one is out of its limits, or the stream is not at 0 or holds
    anything but a whole tree.
    """
    if flags != 0 or minkeypage == 1 or minkeypage < 0:
        raise OSError(_EINVAL)
    if pagesize != 0 and (pagesize & 1 or not _MIN_PAGE <= pagesize <= _MAX_PAGE):
        raise OSError(_EINVAL)
    for name in ("read", "write", "seek", "flush"):
        if not hasattr(stream, name):
            raise OSError("stream operation not supported")
    keys, values, page = load(stream, _MAX_KEY)
    return BTree(stream, keys, values, page or pagesize or _DEFAULT_PAGE)


def _to_bytes(data: "bytes | str | bytearray | memoryview") -> bytes:
    """Return any buffer as bytes; TypeError, in the C module's words, for anything else."""
    # In MicroPython a str is a buffer too.
    return data if type(data) is bytes else bytes(memoryview(data))  # type: ignore[arg-type]


class BTree:
    """
    One open tree: a dict with bytes keys in ascending order, and ranges over them.

    Parameters with two leading underscores are positional only, as all are in C. Keys and values
    may be any buffer (a str is its UTF-8) and come back as bytes. After close() everything but
    close() raises ValueError.
    """

    def __init__(
        self, stream: "io.BytesIO", keys: "list[bytes]", values: "list[bytes]", page: int
    ) -> None:
        self._stream = stream
        self._page = page
        self._keys = keys
        self._values = values
        self._open = True
        self._dirty = False  # changed since the last snapshot
        self._writes = 0  # counts changes, so that a walk notices one
        self._serial = 0  # number of the last walk made: no other may step
        self._waiting = False  # keys(), values() or items() set a range that was not iterated yet

    def get(self, __key: bytes, __default: "bytes | None" = None) -> "bytes | None":
        """Return the value of the key, else the default."""
        at = self._index(__key)
        return __default if at < 0 else self._values[at]

    def put(self, __key: bytes, __value: bytes, __flags: int = 0) -> int:
        """
        Set the key and return 0; the flags are ignored, as in C.

        The C module returns -1 where its stream fails. Raises ValueError for a key over 64 bytes
        and for the record size that is a half page there: 2024 bytes, key and value together,
        unless a page size was given.
        """
        self._check_open()
        key = _to_bytes(__key)
        value = _to_bytes(__value)
        if len(key) > _MAX_KEY:
            raise ValueError("a key over 64 bytes damages the tree of the C module")
        if len(key) + len(value) == self._page // 2 - _HALF_PAGE_HEADS:
            raise ValueError("a record of just this size damages the tree of the C module")
        at = self._bisect(key)
        if at < len(self._keys) and self._keys[at] == key:
            self._values[at] = value
        else:
            self._keys.insert(at, key)
            self._values.insert(at, value)
        self._dirty = True
        self._writes += 1
        return 0

    def flush(self) -> int:
        """
        Write the tree to the stream and flush that, if anything changed.

        Returns 0, or -1 where the stream fails; the changes then wait for the next attempt.
        """
        self._check_open()
        if self._dirty:
            try:
                self._dirty = not save(self._stream, self._keys, self._values, self._page)
            except OSError:
                return -1  # the reason is lost, as in C
        return -1 if self._dirty else 0

    def close(self) -> int:
        """Flush, let the records go and return what flush() returned; the stream stays open."""
        if not self._open:
            return 0
        result = self.flush()
        self._open = False
        self._keys = self._values = []
        return result

    def keys(
        self, __start: "bytes | None" = None, __end: "bytes | None" = None, __flags: int = 0
    ) -> "_Walk":
        """
        Walk the keys from start up to, without, end; INCL takes end in, DESC goes downwards.

        None is the first or the last key. A missing start stands for the next higher key, also
        with DESC, where a start above all keys gives nothing. An empty start is OSError(22).
        """
        return self._walk(_KEYS, __start, __end, __flags)

    def values(
        self, __start: "bytes | None" = None, __end: "bytes | None" = None, __flags: int = 0
    ) -> "_Walk":
        """Walk the values of a range of keys, see keys()."""
        return self._walk(_VALUES, __start, __end, __flags)

    def items(
        self, __start: "bytes | None" = None, __end: "bytes | None" = None, __flags: int = 0
    ) -> "_Walk":
        """Walk the pairs (key, value) of a range of keys, see keys()."""
        return self._walk(_ITEMS, __start, __end, __flags)

    def __iter__(self) -> "_Walk":
        if self._waiting:
            self._waiting = False
            raise RuntimeError("the range that was set and not iterated would be iterated here")
        return self._walk(_KEYS, None, None, 0).__iter__()

    def __contains__(self, key: bytes) -> bool:
        return self._index(key) >= 0

    def __getitem__(self, key: bytes) -> bytes:
        at = self._index(key)
        if at < 0:
            raise KeyError
        return self._values[at]

    def __setitem__(self, key: bytes, value: bytes) -> None:
        self.put(key, value)

    def __delitem__(self, key: bytes) -> None:
        at = self._index(key)
        if at < 0:
            raise KeyError
        del self._keys[at]
        del self._values[at]
        self._dirty = True
        self._writes += 1

    def _check_open(self) -> None:
        if not self._open:
            raise ValueError("database closed")

    def _bisect(self, key: bytes) -> int:
        """Return the index of the first key that is not below `key`."""
        keys = self._keys
        low = 0
        high = len(keys)
        while low < high:
            middle = (low + high) >> 1
            if keys[middle] < key:
                low = middle + 1
            else:
                high = middle
        return low

    def _index(self, key: bytes) -> int:
        """Return the index of the key, -1 if it is not there."""
        self._check_open()
        key = _to_bytes(key)
        at = self._bisect(key)
        return at if at < len(self._keys) and self._keys[at] == key else -1

    def _walk(self, kind: int, start: "bytes | None", end: "bytes | None", flags: int) -> "_Walk":
        if flags & ~(INCL | DESC):
            raise ValueError("flags are INCL and DESC")
        self._serial += 1
        walk = _Walk(self, kind, start, end, flags)
        self._waiting = not walk._plain
        return walk


class _Walk:
    """
    One pass over a range of a tree. Only the last one made may step, and only until a write.

    _state: "made"    iter() not called yet
            "ready"   iter() called; the range is looked up at the first step
            "moving"  between steps
            "ended"   ran off the end of the tree; another step stops again
            "spent"   stopped by its range; another step would crash the C module
    """

    def __init__(
        self, db: BTree, kind: int, start: "bytes | None", end: "bytes | None", flags: int
    ) -> None:
        self._db = db
        self._kind = kind
        self._start = start
        self._end = end
        self._flags = flags
        # What the C module iterates at any iter() that has no range waiting for it.
        self._plain = kind == _KEYS and start is None and end is None and not flags & DESC
        self._serial = db._serial
        self._state = "made"
        self._after = "spent"  # the state it stops in
        self._writes = 0  # the tree's count at the first step
        self._at = 0  # index of the next key
        self._stop = 0  # index where the walk stops

    def __iter__(self) -> "_Walk":
        self._check_last()
        if self._state != "made" and not self._plain:
            raise RuntimeError("a range is iterated once: a second time it would be all keys")
        self._db._waiting = False
        self._state = "ready"
        return self

    def __next__(self) -> "bytes | tuple[bytes, bytes]":
        db = self._db
        db._check_open()
        self._check_last()
        state = self._state
        if state == "ready":
            self._begin()
        elif state == "ended":
            raise StopIteration
        elif state == "made":
            raise RuntimeError("next() before iter() would take the settings of an older range")
        elif state == "spent":
            raise RuntimeError("next() after a range has stopped crashes the C module")
        if self._writes != db._writes:
            raise RuntimeError("written while iterating: take a list first")
        at = self._at
        if at == self._stop:
            self._state = self._after
            raise StopIteration
        self._at = at - 1 if self._flags & DESC else at + 1
        if self._kind == _KEYS:
            return db._keys[at]
        if self._kind == _VALUES:
            return db._values[at]
        return db._keys[at], db._values[at]

    def _check_last(self) -> None:
        if self._serial != self._db._serial:
            raise RuntimeError("another iteration was begun: the C module has one cursor")

    def _begin(self) -> None:
        """Turn the range into indexes; OSError(22) for an empty start key."""
        db = self._db
        count = len(db._keys)
        descending = self._flags & DESC
        self._state = "spent"  # what an error here leaves behind
        at = count - 1 if descending else 0
        if self._start is not None:
            start = _to_bytes(self._start)
            if not start:
                raise OSError(_EINVAL)
            at = db._bisect(start)
        stop = -1 if descending else count
        if self._end is not None:
            stop = self._index_of_end(_to_bytes(self._end))
        if self._start is not None and at == count:
            stop = at  # nothing from the start on: C stops here, with DESC too
        elif stop == (-1 if descending else count):
            self._after = "ended"
        elif stop > at if descending else stop < at:
            stop = at
        self._at = at
        self._stop = stop
        self._writes = db._writes
        self._state = "moving"

    def _index_of_end(self, end: bytes) -> int:
        """Return the index of the first key beyond the range, in the walk's direction."""
        keys = self._db._keys
        at = self._db._bisect(end)
        above = at + 1 if at < len(keys) and keys[at] == end else at
        if self._flags & DESC:
            return (at if self._flags & INCL else above) - 1
        return above if self._flags & INCL else at
