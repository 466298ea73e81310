"""
Tombstones: which words were deleted here, so that an import brings them back under no other id.

Owns what one import has read of them from the log: 8 bytes for each deletion. What is in the trash
has its words still (docs/FORMAT.md section 3), a line of what was purged has their `words_hash`.
"""

from micropython import const

from memory.search.query import Query

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from memory.archive.archive import Archive
    from memory.records.codec import Line
    from memory.records.record import Record

_SIZE = const(8)  # bytes of a hash


class Tombstones:
    """What the lines given to `note` say was deleted."""

    def __init__(self, archive: "Archive") -> None:
        self._archive = archive
        self._trashed = bytearray()
        self._purged = bytearray()

    def note(self, line: "Line") -> None:
        """Take a line of the log."""
        record = line.record
        if record is None and line.words_hash:
            self._purged.extend(line.words_hash)
        elif record is not None and record.deleted:
            self._trashed.extend(record.words_hash())

    def cover(self, record: "Record") -> bool:
        """
        True where these words of this kind were deleted here, and not restored. A record that is
        in the trash may stay there beside another one with its words, but not what was purged.
        """
        if not self._trashed and not self._purged:
            return False
        wanted = record.words_hash()
        if _holds(self._purged, wanted):
            return True
        if record.deleted or not _holds(self._trashed, wanted):
            return False
        query = Query(None, record.content)
        query.any_kind = query.trashed = True
        words = record.folded_words()
        for one in self._archive.matching(query):
            if one is not None and one.deleted and one.folded_words() == words:
                return True
        return False


def _holds(hashes: bytearray, wanted: bytes) -> bool:
    at = hashes.find(wanted)
    while at >= 0 and at % _SIZE:
        at = hashes.find(wanted, at + 1)
    return at >= 0
