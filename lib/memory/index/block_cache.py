"""
Block cache: the blocks of all index files that look-ups used last.

One for all files, since a question reads some of them much more than others. RAM: _MOST blocks of
1 KB, however many files and records there are.
"""

from micropython import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

_MOST = const(192)
_BLOCK_BYTES = const(1024)
_NOWHERE = const(-1)
USED, BLOCK, _OWNER, _BEGIN = range(4)  # of an entry


class BlockCache:
    """
    Each file has a dict {offset: entry} of its own. Who reads the block of an entry sets USED; an
    entry that was not used since the last round is taken for another block, out of its file's
    dict. Those of a file that was closed are taken so, too.
    """

    def __init__(self) -> None:
        self._entries: "list[list[Any]]" = []
        self._next = 0  # the entry that is looked at next

    def room(self) -> "list[Any]":
        """An entry for another block, which no file has: put it when it is filled."""
        entries = self._entries
        entry: "list[Any]"
        if len(entries) < _MOST:
            entry = [False, bytearray(_BLOCK_BYTES), {}, _NOWHERE]
            entries.append(entry)
            return entry
        while True:
            entry = entries[self._next]
            self._next = (self._next + 1) % _MOST
            if not entry[USED]:
                entry[_OWNER].pop(entry[_BEGIN], None)
                entry[_BEGIN] = _NOWHERE  # also where filling it fails
                return entry
            entry[USED] = False

    def put(self, owner: "dict[int, list]", begin: int, entry: list) -> None:
        """The entry now has the block of a file at this offset."""
        entry[_OWNER] = owner
        entry[_BEGIN] = begin
        owner[begin] = entry
